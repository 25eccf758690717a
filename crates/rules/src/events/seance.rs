//! The questions that are printed on the spiritualism cards, and what is true of them.

use crate::event::{Audience, Fact, Phase};
use crate::marks::Kind;
use crate::person::{Gender, Person};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::state::State;

/// What one must know to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum About {
    State,
    Gender,
    Looks,
}

/// A question, the number of players it points at, and its answer.
pub(super) struct Question {
    pub about: About,
    pub points: u8,
    holds: fn(&Seance<'_>) -> bool,
}

/// What a question is asked of. "Wolves" are living ones.
pub(super) struct Seance<'a> {
    pub s: &'a State,
    pub medium: Seat,
    pub at: Seats,
}

impl Seance<'_> {
    fn wolves(&self) -> Seats {
        self.s.wolves(self.s.living)
    }

    fn any_wolf(&self, looks: fn(&Person) -> bool) -> bool {
        self.wolves().iter().any(|seat| looks(&self.s.person_in(seat)))
    }

    fn all_wolves(&self, gender: Gender) -> bool {
        self.wolves().iter().all(|seat| self.s.person_in(seat).gender == gender)
    }

    fn plain(&self, seat: Seat) -> bool {
        self.s.card(seat) == RoleId::Villager && !self.s.wolfish(seat)
    }

    /// No captain is neither a wolf nor a villager.
    fn captain(&self, is: impl Fn(Seat) -> bool) -> bool {
        self.s.marked(Kind::Sheriff).and(self.s.living).iter().any(is)
    }

    /// Whether the seer has seen a wolf; what other powers show is not his.
    fn seer_found_wolf(&self) -> bool {
        let of_seer = |seats: Seats| seats.iter().any(|seat| self.s.dealt(seat) == RoleId::Seer);
        let at_night = self.s.log.iter().filter(|event| event.phase == Phase::Night);
        at_night.map(|event| (&event.fact, event.audience)).any(|told| match told {
            (Fact::Saw { sight, .. }, Audience::Only(by)) => sight.is_wolf() && of_seer(by),
            _ => false,
        })
    }

    /// The witch, or whoever held her card last.
    fn witch_is_man(&self) -> bool {
        let everybody = Seats::all(self.s.cards.len());
        let man = |seat: Seat| self.s.person_in(seat).gender == Gender::Man;
        let held = everybody.iter().find(|seat| self.s.card(*seat) == RoleId::Witch);
        let dealt = || everybody.iter().find(|seat| self.s.dealt(*seat) == RoleId::Witch);
        held.or_else(dealt).is_some_and(man)
    }

    fn same_camp(&self) -> bool {
        let wolves = self.s.wolves(self.at).len();
        wolves == 0 || wolves == self.at.len()
    }

    fn neighbours_wolf(&self) -> bool {
        let at = self.at.iter().next();
        at.is_some_and(|seat| !self.s.wolves(self.s.neighbours(seat)).is_empty())
    }

    fn wolves_adjacent(&self) -> bool {
        let wolves = self.wolves();
        wolves.iter().any(|wolf| !self.s.neighbours(wolf).and(wolves).is_empty())
    }
}

impl Question {
    /// Whether the answer is yes.
    pub(super) fn holds(&self, seance: &Seance<'_>) -> bool {
        (self.holds)(seance)
    }
}

const fn question(about: About, points: u8, holds: fn(&Seance<'_>) -> bool) -> Question {
    Question { about, points, holds }
}

pub(super) const CARD_A: [Question; 4] = [
    question(About::State, 0, |q| q.plain(q.medium)),
    question(About::State, 0, |q| q.captain(|seat| q.s.wolfish(seat))),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.lives_here)),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.smoker)),
];
pub(super) const CARD_B: [Question; 4] = [
    question(About::Looks, 0, |q| q.any_wolf(|person| person.jeans)),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.black_top)),
    question(About::Gender, 0, |q| q.all_wolves(Gender::Man)),
    question(About::Gender, 0, |q| q.all_wolves(Gender::Woman)),
];
pub(super) const CARD_C: [Question; 4] = [
    question(About::State, 0, |q| q.seer_found_wolf()),
    question(About::State, 0, |q| q.wolves_adjacent()),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.jewel)),
    question(About::State, 0, |q| q.s.wolfish(q.medium)),
];
pub(super) const CARD_D: [Question; 4] = [
    question(About::State, 2, |q| q.same_camp()),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.glasses)),
    question(About::Gender, 0, |q| q.witch_is_man()),
    question(About::State, 0, |q| q.captain(|seat| q.plain(seat))),
];
pub(super) const CARD_E: [Question; 4] = [
    question(About::Gender, 0, |q| q.any_wolf(|person| person.gender == Gender::Man)),
    question(About::Gender, 0, |q| q.any_wolf(|person| person.gender == Gender::Woman)),
    question(About::State, 1, |q| q.neighbours_wolf()),
    question(About::State, 1, |q| q.at.iter().all(|seat| q.plain(seat))),
];
