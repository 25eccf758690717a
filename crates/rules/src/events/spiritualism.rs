//! Spiritualism: five cards of one title with four questions each. A medium asks one of them, and the spirit of the
//! first victim answers truthfully.

use super::{Class, EventCard, EventId, EventInfo, Lasts, MediumPick, Needs, SpiritQuestions, happened, one_of};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::event::{Fact, Sight};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::person::{Gender, Person};
use crate::request::{Ask, Choice, Menu};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::state::State;

const INFO: EventInfo = EventInfo {
    needs: Needs::Dead,
    asks_the_dead: &[1],
    options: &["medium_pick", "spirit_questions"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["mdj", "mia", "bich", "lsp", "sou"])
};

/// What one must know to answer a question.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum About {
    State,
    Gender,
    Looks,
}

/// A question, the number of players it points at, and its answer.
struct Question {
    about: About,
    points: u8,
    holds: fn(&Seance<'_>) -> bool,
}

/// What a question is asked of. "Wolves" are living ones.
struct Seance<'a> {
    s: &'a State,
    medium: Seat,
    at: Seats,
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
        self.s.log.iter().any(|event| match (&event.fact, event.audience) {
            (Fact::Saw { seat, sight }, crate::event::Audience::Only(by)) => {
                let wolf = *sight == Sight::Wolf || matches!(sight, Sight::Role(_)) && self.s.wolfish(*seat);
                wolf && of_seer(by)
            }
            _ => false,
        })
    }

    /// The witch, or whoever held her card last.
    fn witch_is_man(&self) -> bool {
        let everybody = Seats::all(self.s.cards.len());
        let man = |seat: Seat| self.s.person_in(seat).gender == Gender::Man;
        everybody.iter().filter(|seat| self.s.card(*seat) == RoleId::Witch).any(man)
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

const fn question(about: About, points: u8, holds: fn(&Seance<'_>) -> bool) -> Question {
    Question { about, points, holds }
}

const CARD_A: [Question; 4] = [
    question(About::State, 0, |q| q.plain(q.medium)),
    question(About::State, 0, |q| q.captain(|seat| q.s.wolfish(seat))),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.lives_here)),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.smoker)),
];
const CARD_B: [Question; 4] = [
    question(About::Looks, 0, |q| q.any_wolf(|person| person.jeans)),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.black_top)),
    question(About::Gender, 0, |q| q.all_wolves(Gender::Man)),
    question(About::Gender, 0, |q| q.all_wolves(Gender::Woman)),
];
const CARD_C: [Question; 4] = [
    question(About::State, 0, |q| q.seer_found_wolf()),
    question(About::State, 0, |q| q.wolves_adjacent()),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.jewel)),
    question(About::State, 0, |q| q.s.wolfish(q.medium)),
];
const CARD_D: [Question; 4] = [
    question(About::State, 2, |q| q.same_camp()),
    question(About::Looks, 0, |q| q.any_wolf(|person| person.glasses)),
    question(About::Gender, 0, |q| q.witch_is_man()),
    question(About::State, 0, |q| q.captain(|seat| q.plain(seat))),
];
const CARD_E: [Question; 4] = [
    question(About::Gender, 0, |q| q.any_wolf(|person| person.gender == Gender::Man)),
    question(About::Gender, 0, |q| q.any_wolf(|person| person.gender == Gender::Woman)),
    question(About::State, 1, |q| q.neighbours_wolf()),
    question(About::State, 1, |q| q.at.iter().all(|seat| q.plain(seat))),
];

/// The numbers of the questions that the house allows, and that can be answered: without people at the table nobody has
/// looks.
fn allowed(questions: &[Question; 4], s: &State) -> Vec<u8> {
    let most = match s.options().spirit_questions {
        _ if s.persons.is_empty() => About::State,
        SpiritQuestions::All => About::Looks,
        SpiritQuestions::StateAndGender => About::Gender,
        SpiritQuestions::StateOnly => About::State,
    };
    (1..).zip(questions).filter(|(_, question)| question.about <= most).map(|(number, _)| number).collect()
}

/// The parts of a card: who is the medium, which question he asks, and, with its number added, whom it points at.
const MEDIUM: u8 = 1;
const QUESTION: u8 = 2;
const POINTS: u8 = 10;

/// The same for who has the card at night: which question, and, with its number added, who asks it in the morning.
pub(crate) const GYPSY_ASKS: u8 = 3;
const ASKER: u8 = 20;

fn ask(event: EventId, part: u8, who: Seat) -> Effect {
    Effect::Next(Step::Inquire { who: Seats::one(who), ask: Ask::Event { event, part, of: None } })
}

fn morning(event: EventId, s: &State) -> Vec<Effect> {
    let medium = s.leftwards().first().copied();
    let last = s.announced_dead().last().copied();
    let first = match s.options().medium_pick {
        MediumPick::LeftOfLastDead => medium.map(|medium| ask(event, QUESTION, medium)),
        MediumPick::Chosen => last.map(|dead| ask(event, MEDIUM, dead)),
    };
    first.into_iter().collect()
}

/// The answer is said aloud, with the question and whom it was about.
fn spirit(event: EventId, questions: &[Question; 4], number: u8, medium: Seat, at: Seats, s: &State) -> Effect {
    let yes = (questions[usize::from(number) - 1].holds)(&Seance { s, medium, at });
    happened(event, number, Some(medium), at, yes)
}

fn answered(event: EventId, questions: &[Question; 4], part: u8, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
    let [(by, choice)] = answers else { return vec![] };
    let points = |number: u8| questions[usize::from(number) - 1].points > 0;
    let answer = |number: u8, at: Seats| vec![spirit(event, questions, number, *by, at, s)];
    match (part, *choice) {
        (MEDIUM, Choice::Target { seat }) => vec![ask(event, QUESTION, seat)],
        (QUESTION, Choice::Question { number }) if points(number) => vec![ask(event, POINTS + number, *by)],
        (QUESTION, Choice::Question { number }) => answer(number, Seats::NONE),
        (GYPSY_ASKS, Choice::Question { number }) => vec![ask(event, ASKER + number, *by)],
        (ASKER.., Choice::Target { seat }) => vec![Effect::AtDawn(vec![ask(event, POINTS + part - ASKER, seat)])],
        (_, Choice::Question { number }) => answer(number, Seats::NONE),
        (_, Choice::Target { seat }) => answer(part - POINTS, Seats::one(seat)),
        (_, Choice::Set { seats }) => answer(part - POINTS, seats),
        _ => vec![],
    }
}

fn menu(questions: &[Question; 4], me: Me, ask: Ask, s: &State) -> Option<Menu> {
    let Ask::Event { part, .. } = ask else { return None };
    let others = s.present().without(me.seat);
    let of = |numbers: Vec<u8>| {
        let choices = numbers.into_iter().map(|number| Choice::Question { number }).collect();
        Some(Menu::OneOf { choices })
    };
    match part {
        MEDIUM => one_of(s.around(), false),
        QUESTION | GYPSY_ASKS => of(allowed(questions, s)),
        ASKER.. => one_of(s.present(), false),
        part => match questions[usize::from(part - POINTS) - 1].points {
            // Somebody else chose the question; whoever asks it has only to say it.
            0 => of(vec![part - POINTS]),
            1 => one_of(others, false),
            _ => {
                let two = others.len().min(2) as u8;
                Some(Menu::Subset { of: others, min: two, max: two, pass: false })
            }
        },
    }
}

/// The spiritualism cards with a question that may be asked.
pub(crate) fn spirit_cards(s: &State) -> impl Iterator<Item = EventId> {
    let cards = [
        (EventId::SpiritualismA, &CARD_A),
        (EventId::SpiritualismB, &CARD_B),
        (EventId::SpiritualismC, &CARD_C),
        (EventId::SpiritualismD, &CARD_D),
        (EventId::SpiritualismE, &CARD_E),
    ];
    cards.into_iter().filter(|(_, questions)| !allowed(questions, s).is_empty()).map(|(event, _)| event)
}

macro_rules! cards {
    ($($name:ident $event:ident $questions:ident;)+) => {$(
        pub(super) struct $name;

        impl EventCard for $name {
            fn info(&self) -> &'static EventInfo {
                &INFO
            }

            fn fits(&self, s: &State) -> bool {
                // The cards of a gypsy are hers alone.
                let hers = s.announced_roles.contains(&RoleId::Gypsy);
                !hers && !s.announced_dead().is_empty() && !allowed(&$questions, s).is_empty()
            }

            fn morning(&self, s: &State) -> Vec<Effect> {
                morning(EventId::$event, s)
            }

            fn answered(&self, part: u8, _of: Option<Seat>, answers: &[(Seat, Choice)], s: &State) -> Vec<Effect> {
                answered(EventId::$event, &$questions, part, answers, s)
            }
        }

        impl Hooks for $name {
            fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
                menu(&$questions, me, ask, s)
            }
        }
    )+};
}

cards! {
    A SpiritualismA CARD_A;
    B SpiritualismB CARD_B;
    C SpiritualismC CARD_C;
    D SpiritualismD CARD_D;
    E SpiritualismE CARD_E;
}
