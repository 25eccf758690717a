//! The words of speeches. They are data, in `lines.zh.toml` and `lines.en.toml`: several ways to say each point. What a
//! point claims stands here beside what fills its words, so that words and claims cannot part.

use super::sentences::{Sentences, Wear};
use crate::scripted::Lots;
use lycaon_narrator::Lang;
use lycaon_rules::{Camp, Claim, RoleId, Seat, Seats};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::LazyLock;

/// What a point claims of the seat it is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Says {
    /// Nothing that could be checked.
    Nothing,
    /// That the speaker holds the card.
    Card,
    /// That the speaker checked the seat, and whether a wolf was seen.
    Checked(bool),
    /// That the speaker healed it.
    Healed,
    /// That the speaker poisoned it.
    Poisoned,
    /// That it is a wolf.
    Suspects,
    /// That it is good.
    Trusts,
    /// That the speaker will vote for it.
    WillVote,
}

macro_rules! points {
    ($( $(#[$doc:meta])+ $name:ident $key:literal: $($slot:literal)* => $says:expr; )+) => {
        /// What a sentence says.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
        pub(super) enum Line { $( $(#[$doc])+ #[serde(rename = $key)] $name ),+ }

        impl Line {
            /// Every point, for the test that each has its words.
            #[cfg(test)]
            pub(super) const ALL: &[Line] = &[ $( Line::$name ),+ ];

            /// What fills its words.
            #[cfg(test)]
            fn slots(self) -> &'static [&'static str] {
                match self { $( Line::$name => &[ $($slot),* ] ),+ }
            }

            /// Whether nobody takes it for a claim: what all know already, and what only the pack hears.
            #[cfg(test)]
            fn needs_no_claim(self) -> bool {
                let pack = matches!(self, Line::PackPlan | Line::PackTarget | Line::PackSeer | Line::PackGod);
                pack || self == Line::WolfDied
            }

            fn says(self) -> Says {
                match self { $( Line::$name => $says ),+ }
            }
        }
    };
}

points! {
    /// Nobody died.
    Peaceful "peaceful": => Says::Nothing;
    /// One died.
    OneDied "one_died": "seat" => Says::Nothing;
    /// A wolf died.
    WolfDied "wolf_died": "seat" => Says::Nothing;
    /// Several died.
    SeveralDied "several_died": "seats" => Says::Nothing;
    /// Nothing to say.
    Nothing "nothing": => Says::Nothing;
    /// Nothing to add.
    NothingMore "nothing_more": => Says::Nothing;
    /// To speak first.
    Opens "opens": => Says::Nothing;
    /// Why to be elected.
    Pitch "pitch": => Says::Nothing;
    /// A card.
    IAm "i_am": "role" => Says::Card;
    /// No power.
    IAmVillager "i_am_villager": => Says::Card;
    /// The seer.
    IAmSeer "i_am_seer": => Says::Card;
    /// A check that showed a wolf.
    CheckedWolf "checked_wolf": "seat" "night" => Says::Checked(true);
    /// A check that showed none.
    CheckedGood "checked_good": "seat" "night" => Says::Checked(false);
    /// Why that seat was checked.
    WhyChecked "why_checked": "seat" => Says::Nothing;
    /// Another claims to be the seer.
    Counterclaim "counterclaim": "seat" => Says::Suspects;
    /// Who is checked next.
    NextCheck "next_check": "seat" => Says::Nothing;
    /// The witch's antidote.
    Healed "healed": "seat" => Says::Healed;
    /// The witch's poison.
    Poisoned "poisoned": "seat" => Says::Poisoned;
    /// An answer to an accusation.
    Deny "deny": "seat" => Says::Nothing;
    /// An answer to a check.
    DenyCheck "deny_check": "seat" => Says::Suspects;
    /// To stand by yesterday's ballot.
    AnswerVote "answer_vote": "seat" => Says::Nothing;
    /// A defence before the last ballot.
    Plead "plead": => Says::Nothing;
    /// Last words.
    Farewell "farewell": => Says::Nothing;
    /// Last words to those who voted.
    FarewellVotes "farewell_votes": "seats" => Says::Nothing;
    /// Last words of the night's victim.
    Killed "killed": => Says::Nothing;
    /// A seer to whom nobody has answered yet.
    AwaitRival "await_rival": "seat" => Says::Nothing;
    /// One seer is believed.
    Follow "follow": "seat" => Says::Trusts;
    /// One seer is believed and another is not.
    FollowOver "follow_over": "seat" => Says::Trusts;
    /// Two seers, none believed.
    Undecided "undecided": "seat" "other" => Says::Nothing;
    /// A wolf for certain.
    SuspectSure "suspect_sure": "seat" => Says::Suspects;
    /// Named by a seer.
    SuspectChecked "suspect_checked": "seat" "other" => Says::Suspects;
    /// Cleared by a seer who is none.
    SuspectCleared "suspect_cleared": "seat" "other" => Says::Suspects;
    /// A seer who is none.
    SuspectFalseSeer "suspect_false_seer": "seat" => Says::Suspects;
    /// A card that is not his.
    SuspectFalseCard "suspect_false_card": "seat" "role" => Says::Suspects;
    /// His ballot.
    SuspectVoted "suspect_voted": "seat" "other" => Says::Suspects;
    /// His ballot against the speaker.
    SuspectVotedMe "suspect_voted_me": "seat" => Says::Suspects;
    /// Whom he spoke against.
    SuspectAccused "suspect_accused": "seat" "other" => Says::Suspects;
    /// That he spoke against the speaker.
    SuspectAccusedMe "suspect_accused_me": "seat" => Says::Suspects;
    /// Whom he spoke for.
    SuspectDefended "suspect_defended": "seat" "other" => Says::Suspects;
    /// That he spoke against whom the night took.
    SuspectKilled "suspect_killed": "seat" "other" => Says::Suspects;
    /// That he takes no stand.
    SuspectQuiet "suspect_quiet": "seat" => Says::Suspects;
    /// A feeling against somebody.
    SuspectHunch "suspect_hunch": "seat" => Says::Suspects;
    /// No wolf for certain.
    TrustSure "trust_sure": "seat" => Says::Trusts;
    /// Cleared by a seer.
    TrustChecked "trust_checked": "seat" "other" => Says::Trusts;
    /// A card nobody else claims.
    TrustCard "trust_card": "seat" "role" => Says::Trusts;
    /// Healed by a witch.
    TrustHealed "trust_healed": "seat" "other" => Says::Trusts;
    /// His ballot.
    TrustVoted "trust_voted": "seat" "other" => Says::Trusts;
    /// Whom he spoke against.
    TrustAccused "trust_accused": "seat" "other" => Says::Trusts;
    /// That a wolf accused him.
    TrustAccusedByWolf "trust_accused_by_wolf": "seat" "other" => Says::Trusts;
    /// A feeling for somebody.
    TrustHunch "trust_hunch": "seat" => Says::Trusts;
    /// What another said against somebody is right.
    Agree "agree": "seat" "other" => Says::Suspects;
    /// What another said against somebody is wrong.
    Disagree "disagree": "seat" "other" => Says::Trusts;
    /// A question about yesterday's ballot.
    Question "question": "seat" "other" => Says::Nothing;
    /// Yesterday's ballots.
    Recap "recap": "seats" "seat" => Says::Nothing;
    /// Yesterday's ballots against one who was good.
    RecapGood "recap_good": "seats" "seat" => Says::Nothing;
    /// Yesterday's tie.
    Split "split": => Says::Nothing;
    /// How many are left.
    Count "count": "count" => Says::Nothing;
    /// A wolf stirs: all go one way.
    StirUnison "stir_unison": => Says::Nothing;
    /// A wolf stirs: look at these two.
    StirPair "stir_pair": "seat" "other" => Says::Nothing;
    /// How a villager thinks.
    ClosedEyes "closed_eyes": => Says::Nothing;
    /// The own ballot.
    WillVote "will_vote": "seat" => Says::WillVote;
    /// Another's ballot too.
    JoinVote "join_vote": "seat" "other" => Says::WillVote;
    /// The sheriff's call.
    LeadVote "lead_vote": "seat" => Says::WillVote;
    /// To the pack: a victim.
    PackTarget "pack_target": "seat" => Says::Nothing;
    /// To the pack: the seer as victim.
    PackSeer "pack_seer": "seat" => Says::Nothing;
    /// To the pack: another power as victim.
    PackGod "pack_god": "seat" => Says::Nothing;
    /// To the pack: agreed.
    PackFollow "pack_follow": "seat" => Says::Nothing;
    /// To the pack: who will play the seer.
    PackPlan "pack_plan": "seat" => Says::Nothing;
}

/// A point of a speech: what it says and of whom.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Point {
    line: Line,
    seat: Option<Seat>,
    other: Option<Seat>,
    seats: Seats,
    role: Option<RoleId>,
    number: u16,
}

impl Point {
    pub(super) fn new(line: Line) -> Self {
        let role = match line {
            Line::IAmSeer => Some(RoleId::Seer),
            Line::IAmVillager => Some(RoleId::Villager),
            _ => None,
        };
        Point { line, seat: None, other: None, seats: Seats::NONE, role, number: 0 }
    }

    /// The seat it is about.
    pub(super) fn seat(self, seat: Seat) -> Self {
        Point { seat: Some(seat), ..self }
    }

    pub(super) fn other(self, seat: Seat) -> Self {
        Point { other: Some(seat), ..self }
    }

    pub(super) fn seats(self, seats: Seats) -> Self {
        Point { seats, ..self }
    }

    pub(super) fn role(self, role: RoleId) -> Self {
        Point { role: Some(role), ..self }
    }

    /// The night it tells of, or how many there are.
    pub(super) fn number(self, number: u16) -> Self {
        Point { number, ..self }
    }

    /// Whom the speaker judges in it, one way or the other or not yet.
    pub(super) fn judges(&self, me: Seat) -> Seats {
        match (self.line, self.seat, self.claim(me)) {
            (Line::Undecided, Some(seat), _) => Seats::one(seat).or(self.other.into_iter().collect()),
            (_, Some(seat), Some(Claim::Checked { .. } | Claim::Suspects { .. } | Claim::Trusts { .. })) => {
                Seats::one(seat)
            }
            _ => Seats::NONE,
        }
    }

    /// What it claims, said by this seat.
    pub(super) fn claim(&self, me: Seat) -> Option<Claim> {
        let says = self.line.says();
        if says == Says::Card {
            return self.role.map(|role| Claim::Role { seat: me, role });
        }
        let seat = self.seat?;
        match says {
            Says::Nothing | Says::Card => None,
            Says::Checked(wolf) => Some(Claim::Checked { seat, wolf, night: self.number }),
            Says::Healed => Some(Claim::Healed { seat }),
            Says::Poisoned => Some(Claim::Poisoned { seat }),
            Says::Suspects => Some(Claim::Suspects { seat }),
            Says::Trusts => Some(Claim::Trusts { seat }),
            Says::WillVote => Some(Claim::WillVote { seat }),
        }
    }
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

    /// The least worn way, after what was said before and in this speech, to say it in no more than `room` characters and
    /// nothing but what may be said; `None` if none is left that the speaker has not used in just these words.
    pub(super) fn say(
        &self,
        point: &Point,
        room: usize,
        said: [&Sentences; 2],
        may_say: impl Fn(&str) -> bool,
        lots: &mut Lots,
    ) -> Option<String> {
        let ways = self.lines.get(&point.line)?;
        let first = lots.below(ways.len() as u64) as usize;
        let mut best: Option<(Wear, String)> = None;
        for way in ways[first..].iter().chain(&ways[..first]) {
            let text = self.filled(way, point);
            let wear = said[0].wear(&text).max(said[1].wear(&text));
            let better = best.as_ref().is_none_or(|(so_far, _)| wear < *so_far);
            if better && wear < Wear::Repeated && text.chars().count() <= room && may_say(&text) {
                best = Some((wear, text));
            }
            if best.as_ref().is_some_and(|(wear, _)| *wear == Wear::Fresh) {
                break;
            }
        }
        best.map(|(_, text)| text)
    }

    /// A way of saying with its slots filled.
    fn filled(&self, way: &str, point: &Point) -> String {
        let mut text = String::with_capacity(way.len() + 8);
        let mut rest = way;
        while let Some((before, after)) = rest.split_once('{') {
            text.push_str(before);
            let (slot, after) = after.split_once('}').unwrap_or((after, ""));
            self.fill(slot, point, &mut text);
            rest = after;
        }
        text.push_str(rest);
        text
    }

    fn fill(&self, slot: &str, point: &Point, text: &mut String) {
        // Writing to a string does not fail.
        let _ = match (slot, point.seat, point.other, point.role) {
            ("seat", Some(seat), ..) => write!(text, "{seat}"),
            ("other", _, Some(other), _) => write!(text, "{other}"),
            ("role", .., Some(role)) => text.write_str(self.role(role)),
            ("seats", ..) => {
                let seats: Vec<String> = point.seats.iter().map(|seat| seat.to_string()).collect();
                text.write_str(&seats.join(&self.comma))
            }
            _ => write!(text, "{}", point.number),
        };
    }

    /// What the role is called.
    fn role(&self, role: RoleId) -> &str {
        self.roles.get(&role).map_or(role.id(), String::as_str)
    }

    pub(super) fn gap(&self) -> &str {
        &self.gap
    }
}

/// What the cards of the village are called, in both languages.
pub(super) fn village_cards() -> impl Iterator<Item = (&'static str, RoleId)> {
    let names = Lang::ALL.into_iter().flat_map(|lang| &Lines::of(lang).roles);
    names.filter(|(role, _)| role.card().camp == Camp::Village).map(|(role, name)| (name.as_str(), *role))
}

fn read(text: &str) -> Lines {
    toml::from_str(text).expect("the words of speeches are part of the program, and a test reads them")
}

#[cfg(test)]
mod tests {
    use super::super::listen;
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

    /// The words are read back by the ear that listens to people. It hears nothing that the point does not claim; a card
    /// and a check it hears exactly, and for the rest, where it does not guess, a word of the right kind stands there.
    #[test]
    fn the_words_say_what_the_point_claims_and_nothing_else() {
        let me = Seat::new(9);
        let mut wrong = vec![];
        for lang in Lang::ALL {
            for (line, ways) in &Lines::of(lang).lines {
                let seats = [6, 7].map(Seat::new).into_iter().collect();
                let point = Point::new(*line).seat(Seat::new(3)).other(Seat::new(5)).seats(seats).number(2);
                let point = if line.slots().contains(&"role") { point.role(RoleId::Hunter) } else { point };
                let as_seer =
                    matches!(line, Line::CheckedWolf | Line::CheckedGood | Line::WhyChecked | Line::NextCheck);
                let claim = point.claim(me);
                for way in ways.iter().filter(|_| !line.needs_no_claim()) {
                    let text = Lines::of(lang).filled(way, &point);
                    let heard = listen::claims(&text, me, 12, as_seer, 2);
                    let stated = match claim {
                        Some(Claim::Healed { .. } | Claim::Poisoned { .. }) | None => true,
                        Some(Claim::Role { .. } | Claim::Checked { .. }) => heard.len() == 1,
                        Some(claim) => listen::may_mean(&text, claim),
                    };
                    if !stated || heard.iter().any(|heard| Some(*heard) != claim) {
                        wrong.push(format!("{lang}, {line:?} claims {claim:?}; `{text}` sounds like {heard:?}"));
                    }
                }
            }
        }
        assert!(wrong.is_empty(), "{wrong:#?}");
    }
}
