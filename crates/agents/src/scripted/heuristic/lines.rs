//! The words of speeches. They are data, in `lines.zh.toml` and `lines.en.toml`: several ways to say each point.

use crate::scripted::Lots;
use lycaon_narrator::Lang;
use lycaon_rules::RoleId;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::LazyLock;

macro_rules! points {
    ($( $(#[$doc:meta])+ $name:ident $key:literal: $($slot:literal)*; )+) => {
        /// What a sentence says.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        pub(super) enum Line { $( $(#[$doc])+ #[serde(rename = $key)] $name ),+ }

        impl Line {
            /// Every point, for the test that each has its words.
            #[cfg(test)]
            const ALL: &[Line] = &[ $( Line::$name ),+ ];

            /// What fills its words.
            #[cfg(test)]
            fn slots(self) -> &'static [&'static str] {
                match self { $( Line::$name => &[ $($slot),* ] ),+ }
            }
        }
    };
}

points! {
    /// Nobody died.
    Peaceful "peaceful":;
    /// One died.
    OneDied "one_died": "seat";
    /// A wolf died.
    WolfDied "wolf_died": "seat";
    /// Several died.
    SeveralDied "several_died": "seats";
    /// Nothing to say.
    Nothing "nothing":;
    /// Nothing to add.
    NothingMore "nothing_more":;
    /// Why to be elected.
    Pitch "pitch":;
    /// A card.
    IAm "i_am": "role";
    /// No power.
    IAmVillager "i_am_villager":;
    /// The seer.
    IAmSeer "i_am_seer":;
    /// A check that showed a wolf.
    CheckedWolf "checked_wolf": "seat" "night";
    /// A check that showed none.
    CheckedGood "checked_good": "seat" "night";
    /// Another claims to be the seer.
    Counterclaim "counterclaim": "seat";
    /// Who is checked next.
    NextCheck "next_check": "seat";
    /// The witch's antidote.
    Healed "healed": "seat";
    /// The witch's poison.
    Poisoned "poisoned": "seat";
    /// An answer to an accusation.
    Deny "deny": "seat";
    /// An answer to a check.
    DenyCheck "deny_check": "seat";
    /// One seer is believed.
    Follow "follow": "seat";
    /// One seer is believed and another is not.
    FollowOver "follow_over": "seat";
    /// Two seers, none believed.
    Undecided "undecided": "seat" "other";
    /// A wolf for certain.
    SuspectSure "suspect_sure": "seat";
    /// Named by a seer.
    SuspectChecked "suspect_checked": "seat" "other";
    /// Cleared by a seer who is none.
    SuspectCleared "suspect_cleared": "seat" "other";
    /// A seer who is none.
    SuspectFalseSeer "suspect_false_seer": "seat";
    /// A card that is not his.
    SuspectFalseCard "suspect_false_card": "seat" "role";
    /// His ballot.
    SuspectVoted "suspect_voted": "seat" "other";
    /// His ballot against the speaker.
    SuspectVotedMe "suspect_voted_me": "seat";
    /// Whom he spoke against.
    SuspectAccused "suspect_accused": "seat" "other";
    /// That he spoke against the speaker.
    SuspectAccusedMe "suspect_accused_me": "seat";
    /// Whom he spoke for.
    SuspectDefended "suspect_defended": "seat" "other";
    /// A feeling against somebody.
    SuspectHunch "suspect_hunch": "seat";
    /// No wolf for certain.
    TrustSure "trust_sure": "seat";
    /// Cleared by a seer.
    TrustChecked "trust_checked": "seat" "other";
    /// A card nobody else claims.
    TrustCard "trust_card": "seat" "role";
    /// Healed by a witch.
    TrustHealed "trust_healed": "seat" "other";
    /// His ballot.
    TrustVoted "trust_voted": "seat" "other";
    /// Whom he spoke against.
    TrustAccused "trust_accused": "seat" "other";
    /// That a wolf accused him.
    TrustAccusedByWolf "trust_accused_by_wolf": "seat" "other";
    /// A feeling for somebody.
    TrustHunch "trust_hunch": "seat";
    /// The own ballot.
    WillVote "will_vote": "seat";
    /// The sheriff's call.
    LeadVote "lead_vote": "seat";
    /// To the pack: a victim.
    PackTarget "pack_target": "seat";
    /// To the pack: the seer as victim.
    PackSeer "pack_seer": "seat";
    /// To the pack: another power as victim.
    PackGod "pack_god": "seat";
    /// To the pack: agreed.
    PackFollow "pack_follow": "seat";
}

/// The words of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lines {
    /// What stands between sentences.
    gap: String,
    /// What stands between seats.
    comma: String,
    /// What the roles are called.
    roles: BTreeMap<RoleId, String>,
    lines: BTreeMap<Line, Vec<String>>,
}

impl Lines {
    /// The words of a language.
    pub(super) fn of(lang: Lang) -> &'static Lines {
        static ZH: LazyLock<Lines> = LazyLock::new(|| read(include_str!("lines.zh.toml")));
        static EN: LazyLock<Lines> = LazyLock::new(|| read(include_str!("lines.en.toml")));
        match lang {
            Lang::Zh => &ZH,
            Lang::En => &EN,
        }
    }

    /// One of the ways to say it that have no more than `room` characters, if there is one.
    pub(super) fn say(&self, line: Line, slots: &[(&str, String)], room: usize, lots: &mut Lots) -> Option<String> {
        let filled = |way: &String| {
            slots.iter().fold(way.clone(), |text, (slot, value)| text.replace(&format!("{{{slot}}}"), value))
        };
        let mut ways: Vec<String> = self.lines.get(&line)?.iter().map(filled).collect();
        ways.retain(|way| way.chars().count() <= room);
        (!ways.is_empty()).then(|| ways.swap_remove(lots.below(ways.len() as u64) as usize))
    }

    /// What the role is called.
    pub(super) fn role(&self, role: RoleId) -> &str {
        self.roles.get(&role).map_or(role.id(), String::as_str)
    }

    pub(super) fn gap(&self) -> &str {
        &self.gap
    }

    pub(super) fn comma(&self) -> &str {
        &self.comma
    }
}

fn read(text: &str) -> Lines {
    toml::from_str(text).expect("the words of speeches are part of the program, and a test reads them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_point_and_role_has_words_in_both_languages() {
        for lang in Lang::ALL {
            let lines = Lines::of(lang);
            for line in Line::ALL {
                let ways = lines.lines.get(line).map_or(0, Vec::len);
                assert!(ways >= 2, "{lang}: {line:?} has {ways} ways to be said");
            }
            for role in RoleId::ALL {
                assert!(lines.roles.contains_key(role), "{lang}: no word for {role}");
            }
        }
    }

    #[test]
    fn words_have_the_slots_of_their_point_and_no_others() {
        for lang in Lang::ALL {
            for (line, ways) in &Lines::of(lang).lines {
                for way in ways {
                    let filled =
                        line.slots().iter().fold(way.clone(), |text, slot| text.replace(&format!("{{{slot}}}"), ""));
                    assert!(!filled.contains(['{', '}']), "{lang}: {line:?}: unknown slot in `{way}`");
                    let first = line.slots().first();
                    assert!(first.is_none_or(|slot| way.contains(&format!("{{{slot}}}"))), "{lang}: {line:?}: `{way}`");
                }
            }
        }
    }
}
