//! Roles that the sources name and the engine does not play. They are listed, so that nobody takes a gap for an
//! oversight; a rule made up here would be taken for one that somebody wrote.

use super::Camp;
use serde::Serialize;

/// Why a role cannot be played.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Gap {
    /// No source says how it plays.
    Unverified,
    /// Its rule is known, and the engine does not have it yet.
    NotYet,
}

/// A role that cannot be played. Its names are in the prompts, like all text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplayed {
    /// Its English name in kebab case.
    pub id: &'static str,
    /// The side it is dealt to, if a source says so.
    pub camp: Option<Camp>,
    /// Why it cannot be played.
    pub gap: Gap,
    /// Where it is named, as in docs/SOURCES.md.
    pub sources: &'static [&'static str],
}

const fn unplayed(id: &'static str, camp: Option<Camp>, gap: Gap, sources: &'static [&'static str]) -> Unplayed {
    Unplayed { id, camp, gap, sources }
}

/// Every such role.
pub const UNPLAYED: &[Unplayed] = &[
    // He has event cards that nobody else knows, which need a hand of cards for one seat.
    unplayed("town-crier", Some(Camp::Village), Gap::NotYet, &["000b", "the Pact"]),
    unplayed("masquerade", Some(Camp::Wolves), Gap::NotYet, &["olv", "vwm"]),
    unplayed("warden", Some(Camp::Wolves), Gap::NotYet, &["olv"]),
    unplayed("moon-girl", Some(Camp::Village), Gap::Unverified, &["000b", "trc"]),
    unplayed("apothecary", None, Gap::Unverified, &["000b"]),
    unplayed("bandit", None, Gap::Unverified, &["the Pact"]),
    unplayed("masked-man", Some(Camp::Village), Gap::Unverified, &["olv"]),
    unplayed("treasure-master", Some(Camp::Wolves), Gap::Unverified, &["olv"]),
    unplayed("sun", Some(Camp::Village), Gap::Unverified, &["brd"]),
    unplayed("moon", Some(Camp::Village), Gap::Unverified, &["brd"]),
    unplayed("spirit-bewitcher", Some(Camp::Loner), Gap::Unverified, &["trc"]),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roles::RoleId;

    #[test]
    fn an_unplayed_name_is_no_role() {
        assert!(UNPLAYED.iter().all(|role| RoleId::from_id(role.id).is_none()));
    }
}
