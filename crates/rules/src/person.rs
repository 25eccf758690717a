//! What everybody sees of the person in a seat. Some event cards go by it; it is dealt with the cards, from the same
//! seed, and only to tables with an event deck.

use crate::dice::Dice;
use crate::seat::{Seat, Seats};
use crate::state::State;
use serde::{Deserialize, Serialize};

/// A woman or a man.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Gender {
    /// A woman.
    Woman,
    /// A man.
    Man,
}

/// The person in a seat, as everybody sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Person {
    /// A woman or a man.
    pub gender: Gender,
    /// The age in years, from 16 to 85.
    pub age: u8,
    /// Whether this is where the person lives.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub lives_here: bool,
    /// Whether the person smokes.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub smoker: bool,
    /// Whether the person wears jeans.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jeans: bool,
    /// Whether the person wears a black top.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub black_top: bool,
    /// Whether the person wears a jewel that can be seen.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub jewel: bool,
    /// Whether the person wears glasses.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub glasses: bool,
}

impl Person {
    /// A person of this gender and age, with nothing else to notice.
    #[must_use]
    pub fn new(gender: Gender, age: u8) -> Self {
        Person {
            gender,
            age,
            lives_here: false,
            smoker: false,
            jeans: false,
            black_top: false,
            jewel: false,
            glasses: false,
        }
    }

    /// This many persons out of the dice.
    pub(crate) fn deal(count: usize, dice: &mut Dice) -> Vec<Self> {
        let mut below = dice.stream("persons");
        (0..count).map(|_| Person::drawn(&mut below)).collect()
    }

    fn drawn(below: &mut impl FnMut(u64) -> u64) -> Self {
        let gender = if below(2) == 0 { Gender::Woman } else { Gender::Man };
        let age = 16 + below(70) as u8;
        let mut one_in = |n: u64| below(n) == 0;
        Person {
            gender,
            age,
            lives_here: one_in(6),
            smoker: one_in(4),
            jeans: one_in(3),
            black_top: one_in(3),
            jewel: one_in(3),
            glasses: one_in(3),
        }
    }
}

impl State {
    /// The person in a seat.
    pub(crate) fn person_in(&self, seat: Seat) -> Person {
        // Only event cards ask, and where there are some, everybody is dealt a person.
        self.persons.get(seat.index()).copied().unwrap_or(Person::new(Gender::Woman, 16))
    }

    /// Those of this gender who are present.
    pub(crate) fn of_gender(&self, gender: Gender) -> Seats {
        self.present().iter().filter(|seat| self.person_in(*seat).gender == gender).collect()
    }

    /// Those who are present, from the youngest to the oldest; equals by seat.
    pub(crate) fn by_age(&self) -> Vec<Seat> {
        let mut seats: Vec<Seat> = self.present().iter().collect();
        seats.sort_by_key(|seat| (self.person_in(*seat).age, *seat));
        seats
    }
}
