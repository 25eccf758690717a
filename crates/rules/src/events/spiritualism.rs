//! Spiritualism: five cards of one title with four questions each. A medium asks one of them, and the spirit of the
//! first victim answers truthfully.

use super::seance::{About, CARD_A, CARD_B, CARD_C, CARD_D, CARD_E, Question, Seance};
use super::{Class, EventCard, EventId, EventInfo, Lasts, MediumPick, Needs, SpiritQuestions, happened, one_of};
use crate::agenda::Step;
use crate::effect::Effect;
use crate::hooks::{Hooks, Me};
use crate::request::{Ask, Choice, Menu};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) const INFO: EventInfo = EventInfo {
    needs: Needs::Dead,
    asks_the_dead: &[1],
    options: &["medium_pick", "spirit_questions"],
    ..EventInfo::new(Class::Immediate, Lasts::Today, &["mdj", "mia", "bich", "lsp", "sou"])
};

/// The numbers of the questions that the house allows, and that can be answered: without people at the table nobody has
/// looks.
fn allowed<'a>(questions: &'a [Question; 4], s: &State) -> impl Iterator<Item = u8> + use<'a> {
    let most = match s.options().spirit_questions {
        _ if s.persons.is_empty() => About::State,
        SpiritQuestions::All => About::Looks,
        SpiritQuestions::StateAndGender => About::Gender,
        SpiritQuestions::StateOnly => About::State,
    };
    (1..).zip(questions).filter(move |(_, question)| question.about <= most).map(|(number, _)| number)
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
    let yes = questions[usize::from(number) - 1].holds(&Seance { s, medium, at });
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
        QUESTION | GYPSY_ASKS => of(allowed(questions, s).collect()),
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

/// The five cards.
const CARDS: [(EventId, &[Question; 4]); 5] = [
    (EventId::SpiritualismA, &CARD_A),
    (EventId::SpiritualismB, &CARD_B),
    (EventId::SpiritualismC, &CARD_C),
    (EventId::SpiritualismD, &CARD_D),
    (EventId::SpiritualismE, &CARD_E),
];

/// Whether this is a card of them; a town crier has none of these.
pub(crate) fn is_spiritualism(event: EventId) -> bool {
    CARDS.iter().any(|(card, _)| *card == event)
}

/// The spiritualism cards with a question that may be asked.
pub(crate) fn spirit_cards(s: &State) -> impl Iterator<Item = EventId> {
    CARDS.into_iter().filter(|(_, questions)| allowed(questions, s).next().is_some()).map(|(event, _)| event)
}

macro_rules! cards {
    ($($name:ident $event:ident $questions:ident;)+) => {$(
        pub(super) struct $name;

        impl EventCard for $name {
            fn fits(&self, s: &State) -> bool {
                // The cards of a gypsy are hers alone.
                let hers = s.announced_roles.contains(&RoleId::Gypsy);
                !hers && allowed(&$questions, s).next().is_some()
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
