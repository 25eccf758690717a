//! What may be answered: choices, and menus of them.

use super::Direction;
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use serde::{Deserialize, Serialize};

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
