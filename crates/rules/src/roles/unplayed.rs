//! Roles that the sources name and of whose rule they say nothing. They are listed, so that nobody takes a gap for an
//! oversight; a rule made up here would be taken for one that somebody wrote.

use super::Camp;

/// A role that cannot be played. Its names are in the prompts, like all text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unplayed {
    /// Its English name in kebab case.
    pub id: &'static str,
    /// The side it is dealt to, if a source says so.
    pub camp: Option<Camp>,
    /// Where it is named, as in docs/SOURCES.md.
    pub sources: &'static [&'static str],
}

const fn unplayed(id: &'static str, camp: Option<Camp>, sources: &'static [&'static str]) -> Unplayed {
    Unplayed { id, camp, sources }
}

/// Every such role.
pub const UNPLAYED: &[Unplayed] = &[
    unplayed("moon-girl", Some(Camp::Village), &["000b", "trc"]),
    unplayed("apothecary", None, &["000b"]),
    unplayed("bandit", None, &["the Pact"]),
    unplayed("masked-man", Some(Camp::Village), &["olv"]),
    unplayed("treasure-master", Some(Camp::Wolves), &["olv"]),
    unplayed("sun", Some(Camp::Village), &["brd"]),
    unplayed("moon", Some(Camp::Village), &["brd"]),
    unplayed("spirit-bewitcher", Some(Camp::Loner), &["trc"]),
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
