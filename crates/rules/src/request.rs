//! Questions to a seat and what may be answered.

use crate::events::EventId;
use crate::marks::Kind as MarkKind;
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::village::Building;
use serde::{Deserialize, Serialize};

/// What a seat is asked to decide.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Ask {
    /// The night's power of a role.
    Night {
        /// The role whose power it is.
        role: RoleId,
    },
    /// The pack's choice of a victim; each round the wolves see what the others pointed at.
    Hunt {
        /// The round of pointing, from 1.
        round: u8,
    },
    /// Whether the pack takes the little girl it caught instead of its victim.
    Substitute {
        /// The girl.
        girl: Seat,
    },
    /// A dying player's shot.
    Shot,
    /// The dying scapegoat names who may vote on the next day.
    Ban,
    /// A dying sheriff's badge.
    Badge,
    /// Last words.
    Words,
    /// A speech in turn.
    Speak {
        /// What the speech is for.
        floor: FloorKind,
    },
    /// How much the seat wants the floor next, in a free discussion.
    Bid,
    /// A ballot.
    Ballot {
        /// What is voted on.
        about: About,
        /// The round, from 1.
        round: u8,
    },
    /// Whether to raise a hand against this candidate.
    Hand {
        /// The candidate.
        candidate: Seat,
    },
    /// Whether to stand for sheriff.
    Stand,
    /// Whether a candidate withdraws after the speeches.
    Withdraw,
    /// Whether the elected refuses the office.
    Refuse,
    /// The sheriff breaks a tie.
    BreakTie {
        /// The tied.
        tied: Seats,
    },
    /// The sheriff picks the direction of the speeches.
    Order,
    /// Whether an idiot about to be exiled shows his card.
    Flip,
    /// The bailiff gives a dead player's building away.
    Deed {
        /// The building.
        building: Building,
        /// Whose it was.
        of: Seat,
    },
    /// A question of an event card.
    Event {
        /// The card.
        event: EventId,
        /// Which of its questions, from 1.
        part: u8,
        /// Whom it is about, where it is about somebody.
        of: Option<Seat>,
    },
    /// An offer to act at a moment of the day; `Pass` declines.
    Offer {
        /// The moment.
        window: Window,
    },
}

impl Ask {
    /// Whether this kind may be put to a dead seat. All others are for those who are present.
    #[must_use]
    pub fn reaches_the_dead(self) -> bool {
        match self {
            Ask::Shot | Ask::Ban | Ask::Badge | Ask::Words => true,
            Ask::Event { event, part, .. } => event.info().asks_the_dead.contains(&part),
            _ => false,
        }
    }

    /// Whether the answer to it is a speech that all may hear.
    #[must_use]
    pub fn is_speech(self) -> bool {
        matches!(self, Ask::Speak { .. } | Ask::Words)
    }
}

/// What a vote is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum About {
    /// Who is exiled.
    Exile,
    /// Who becomes sheriff.
    Sheriff,
    /// Who is accused: all who are accused most leave the game, and no office weighs.
    Accusation,
    /// Who becomes the executioner.
    Executioner,
}

impl About {
    /// Whether whoever has most ballots leaves the game.
    #[must_use]
    pub fn condemns(self) -> bool {
        matches!(self, About::Exile | About::Accusation)
    }
}

/// What a round of speeches is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum FloorKind {
    /// The day's discussion.
    Day,
    /// The candidates for sheriff.
    Hustings,
    /// The tied, before the next ballot (PK).
    Defence,
    /// A word out of turn.
    Interjection,
    /// The day's discussion as one round in turn, in which nobody breaks in.
    Round,
    /// A discussion in which nobody sees who speaks.
    Masked,
}

/// A moment of the day at which somebody may act out of turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Window {
    /// Before each speech of the candidates for sheriff, and after the last.
    Hustings,
    /// Before each speech of the day, and after the last.
    Floor,
    /// In the morning, after the dead were announced and before the speeches.
    Morning,
    /// After the ballots of the day's first exile vote were opened, before they count.
    Tallied,
    /// After a player was voted out, before his card is shown.
    Unmasking {
        /// The player.
        seat: Seat,
    },
}

/// A direction round the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Upwards by number.
    Clockwise,
    /// Downwards by number.
    CounterClockwise,
}

/// One decision. Seats in it are the numbers the player named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub enum Choice {
    /// Nothing: no target, no potion, no candidacy, an abstention.
    Pass,
    /// Yes to a yes-or-no question; a raised hand; the offer taken.
    Yes,
    /// A speech; its text stands beside the choice.
    Say,
    /// This seat.
    Target {
        /// The seat.
        seat: Seat,
    },
    /// The antidote for tonight's victim.
    Save,
    /// The poison for this seat.
    Poison {
        /// The seat.
        seat: Seat,
    },
    /// The antidote for tonight's victim and the poison for this seat.
    SaveAndPoison {
        /// The seat poisoned.
        seat: Seat,
    },
    /// This card.
    Card {
        /// The role on it.
        role: RoleId,
    },
    /// These seats.
    Set {
        /// The seats.
        seats: Seats,
    },
    /// A bid for the floor, 0 (silent) to 3 (urgent).
    Bid {
        /// How much.
        level: u8,
    },
    /// A direction.
    Way {
        /// Which.
        direction: Direction,
    },
    /// The question of this number, from 1, of those printed on a card.
    Question {
        /// Its number.
        number: u8,
    },
    /// The badge is torn up for all to see.
    Tear,
    /// This role, for or about this seat: a skill given away, a card guessed.
    Give {
        /// The seat.
        seat: Seat,
        /// The role.
        role: RoleId,
    },
}

/// Every legal answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "menu", rename_all = "snake_case")]
pub enum Menu {
    /// One of these.
    OneOf {
        /// The choices, in the order they are shown.
        choices: Vec<Choice>,
    },
    /// A set of seats out of these, of a size between two bounds.
    Subset {
        /// Whom the set may contain.
        of: Seats,
        /// The smallest size.
        min: u8,
        /// The largest size.
        max: u8,
        /// Whether `Pass` is legal beside the sets.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        pass: bool,
    },
    /// Words.
    Talk {
        /// The longest speech, in characters; what is longer is cut there.
        limit: u16,
    },
}

impl Menu {
    /// Whether the choice is legal.
    #[must_use]
    pub fn allows(&self, choice: Choice) -> bool {
        match (self, choice) {
            (Menu::OneOf { choices }, choice) => choices.contains(&choice),
            (Menu::Subset { pass, .. }, Choice::Pass) => *pass,
            (Menu::Subset { of, min, max, .. }, Choice::Set { seats }) => {
                seats.within(*of) && (usize::from(*min)..=usize::from(*max)).contains(&seats.len())
            }
            (Menu::Talk { .. }, choice) => choice == Choice::Say,
            (Menu::Subset { .. }, _) => false,
        }
    }

    /// The seats that some legal answer names.
    #[must_use]
    pub fn seats(&self) -> Seats {
        match self {
            Menu::OneOf { choices } => choices.iter().filter_map(|choice| choice.seat()).collect(),
            Menu::Subset { of, .. } => *of,
            Menu::Talk { .. } => Seats::NONE,
        }
    }

    /// How many legal answers there are; for words, one.
    #[must_use]
    pub fn size(&self) -> u64 {
        match self {
            Menu::OneOf { choices } => choices.len() as u64,
            Menu::Subset { of, min, max, pass } => {
                let sets: u64 = (u64::from(*min)..=u64::from(*max)).map(|k| binomial(of.len() as u64, k)).sum();
                sets + u64::from(*pass)
            }
            Menu::Talk { .. } => 1,
        }
    }

    /// The legal answer with this position, from 0 to `size() - 1`: a uniform position is a uniform answer.
    ///
    /// # Panics
    /// When the position is not below `size()`.
    #[must_use]
    pub fn nth(&self, position: u64) -> Choice {
        assert!(position < self.size(), "position {position} is outside of a menu of {}", self.size());
        match self {
            Menu::OneOf { choices } => choices[position as usize],
            Menu::Talk { .. } => Choice::Say,
            Menu::Subset { pass: true, .. } if position == 0 => Choice::Pass,
            Menu::Subset { of, min, max, pass } => {
                let mut rest = position - u64::from(*pass);
                for k in u64::from(*min)..=u64::from(*max) {
                    let sets = binomial(of.len() as u64, k);
                    if rest < sets {
                        return Choice::Set { seats: nth_subset(*of, k, rest) };
                    }
                    rest -= sets;
                }
                unreachable!("the position was checked against the size")
            }
        }
    }
}

pub(crate) fn binomial(n: u64, k: u64) -> u64 {
    if k > n { 0 } else { (0..k).fold(1, |product, i| product * (n - i) / (i + 1)) }
}

/// The `rank`-th subset of size `k`, in lexicographic order.
pub(crate) fn nth_subset(of: Seats, k: u64, mut rank: u64) -> Seats {
    let members: Vec<Seat> = of.iter().collect();
    let mut chosen = Seats::NONE;
    let mut wanted = k;
    for (i, seat) in members.iter().enumerate() {
        if wanted == 0 {
            break;
        }
        let with_it = binomial((members.len() - i - 1) as u64, wanted - 1);
        if rank < with_it {
            chosen.insert(*seat);
            wanted -= 1;
        } else {
            rank -= with_it;
        }
    }
    chosen
}

impl Choice {
    /// The one seat that the choice names, if it names one.
    #[must_use]
    pub fn seat(self) -> Option<Seat> {
        match self {
            Choice::Target { seat }
            | Choice::Poison { seat }
            | Choice::SaveAndPoison { seat }
            | Choice::Give { seat, .. } => Some(seat),
            _ => None,
        }
    }
}

/// Where a question comes from: the house, a card or a mark on the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", from = "Written")]
pub enum Source {
    /// The rules of the house: discussion, votes, last words.
    House,
    /// The power of one's own card.
    Role(RoleId),
    /// The power of another card, lent for a while.
    Borrowed(RoleId),
    /// One use of the power of another card.
    Gift(RoleId),
    /// Something that lies on the seat, such as the sheriff's badge.
    Mark(MarkKind),
    /// An event card in force.
    Event(EventId),
}

/// A source as it may stand in a transcript: the two marks that could ask anything once had names of their own.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Written {
    House,
    Role(RoleId),
    Borrowed(RoleId),
    Gift(RoleId),
    Mark(MarkKind),
    Event(EventId),
    Sheriff,
    ShownIdiot,
}

impl From<Written> for Source {
    fn from(written: Written) -> Self {
        match written {
            Written::House => Source::House,
            Written::Role(role) => Source::Role(role),
            Written::Borrowed(role) => Source::Borrowed(role),
            Written::Gift(role) => Source::Gift(role),
            Written::Mark(kind) => Source::Mark(kind),
            Written::Event(event) => Source::Event(event),
            Written::Sheriff => Source::Mark(MarkKind::Sheriff),
            Written::ShownIdiot => Source::Mark(MarkKind::Flipped),
        }
    }
}

/// What is taken for an answer when a seat gives none that is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "fallback", rename_all = "snake_case")]
pub enum Fallback {
    /// This choice.
    Choice {
        /// Which.
        choice: Choice,
    },
    /// A legal choice drawn by lot, where the rules let nobody decline.
    Lot,
}

/// A question to one seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Request {
    /// Who is asked.
    pub seat: Seat,
    /// What is asked.
    pub ask: Ask,
    /// Every legal answer.
    pub menu: Menu,
    /// What counts as the answer if none comes.
    pub fallback: Fallback,
    /// Which power or office asks.
    pub from: Source,
    /// Whether words may go with the choice, heard by those who hear the choice (the pack's chat).
    pub chat: bool,
}

/// Words with their structured content.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Speech {
    /// What was said.
    pub text: String,
    /// What the speaker says of it in structured form; may be empty, may be lies.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<Claim>,
    /// Which rules of speech it breaks, as whoever knows the language finds; the engine reads no words. What is found
    /// counts while an event card forbids it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub breaches: Vec<Taboo>,
}

/// Something that an event card may forbid to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Taboo {
    /// A word for oneself.
    Me,
    /// The word "wolf".
    Wolf,
    /// Who the speaker is: his own number.
    OwnName,
}

/// A statement that can be checked against the truth. Stated by the speaker with the speech, never by the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "claim", rename_all = "snake_case")]
pub enum Claim {
    /// This seat holds this role (of oneself: coming out).
    Role {
        /// Whose role.
        seat: Seat,
        /// Which.
        role: RoleId,
    },
    /// I checked this seat and saw this.
    Checked {
        /// Whom.
        seat: Seat,
        /// Whether a wolf was seen.
        wolf: bool,
        /// The night of the check.
        night: u16,
    },
    /// I healed this seat.
    Healed {
        /// Whom.
        seat: Seat,
    },
    /// I poisoned this seat.
    Poisoned {
        /// Whom.
        seat: Seat,
    },
    /// I hold this seat for a wolf.
    Suspects {
        /// Whom.
        seat: Seat,
    },
    /// I hold this seat for good.
    Trusts {
        /// Whom.
        seat: Seat,
    },
    /// I will vote for this seat.
    WillVote {
        /// Whom.
        seat: Seat,
    },
}

/// An answer to a request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// The decision.
    pub choice: Choice,
    /// Words, where the request is for words or lets them go with the choice.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub speech: Option<Speech>,
}

impl From<Choice> for Answer {
    fn from(choice: Choice) -> Self {
        Answer { choice, speech: None }
    }
}

impl Answer {
    /// A speech without claims.
    #[must_use]
    pub fn say(text: impl Into<String>) -> Self {
        Answer { choice: Choice::Say, speech: Some(Speech { text: text.into(), ..Speech::default() }) }
    }
}

/// Why an answer was not accepted. The request stands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The batch has no request at this position.
    #[error("there is no open request at position {0}")]
    NoSuchRequest(usize),
    /// The request has been answered.
    #[error("seat {0} has answered this request already")]
    Answered(Seat),
    /// The choice is not on the menu.
    #[error("{choice:?} is not a legal answer of seat {seat} to {ask:?}")]
    Illegal {
        /// Who answered.
        seat: Seat,
        /// What was asked.
        ask: Ask,
        /// What was chosen.
        choice: Choice,
    },
    /// The game waits for a roll of the dice, or is over, or waits for seats and was given a roll.
    #[error("the game does not wait for this: {0}")]
    NotNow(&'static str),
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn nth_reaches_each_legal_answer_once() {
        let menu = Menu::Subset { of: Seats::all(6), min: 1, max: 3, pass: true };
        let all: BTreeSet<Choice> = (0..menu.size()).map(|i| menu.nth(i)).collect();
        assert_eq!(all.len() as u64, menu.size());
        assert_eq!(menu.size(), 6 + 15 + 20 + 1);
        assert!(all.iter().all(|choice| menu.allows(*choice)));
    }
}
