//! The key of each legal choice: what is printed before an option, typed by people and named in prompts.

use super::names;
use crate::Lang;
use lycaon_rules::{Choice, Direction, Menu, Request, Seats};

/// The key of each legal choice, in the order of the menu; screens, prompts and the parser agree on these.
///
/// One rule says what a number is. Where the menu names seats it is the **seat**; where a bid is asked it is the
/// **bid**; elsewhere it is the **position** of the option, from 1, not counting the option to pass. `0` passes (and
/// chooses nobody, where a set of seats may be empty). What is done with potions, and everything but passing that
/// stands beside seats, has a word for a key: `救`, `毒3`, `救毒3`, `撕`; `save`, `poison 3`, `save poison 3`, `tear`. Where a
/// role goes with a seat, the key is both: `3预言家`; `3 seer`.
///
/// For a set of seats there is one line for each seat that may be in it, with the set of that seat alone (legal or
/// not); keys are then joined by commas: `1,3`. A speech has no keys.
#[must_use]
pub fn keys(request: &Request, lang: Lang) -> Vec<(String, Choice)> {
    match &request.menu {
        Menu::Talk { .. } => vec![],
        Menu::Subset { of, min, pass, .. } => {
            let nothing = if *pass { Choice::Pass } else { Choice::Set { seats: Seats::NONE } };
            let nobody = (*min == 0 || *pass).then(|| ("0".to_string(), nothing));
            let seats = of.iter().map(|seat| (seat.to_string(), Choice::Set { seats: Seats::one(seat) }));
            nobody.into_iter().chain(seats).collect()
        }
        Menu::OneOf { choices } => {
            let words = choices.iter().any(|choice| choice.seat().is_some() || *choice == Choice::Save);
            let mut position = 0;
            let mut key = |choice: &Choice| match choice {
                Choice::Pass => "0".to_string(),
                Choice::Target { seat } => seat.to_string(),
                Choice::Bid { level } => level.to_string(),
                choice => word(*choice, lang).filter(|_| words).unwrap_or_else(|| {
                    position += 1;
                    position.to_string()
                }),
            };
            choices.iter().map(|choice| (key(choice), *choice)).collect()
        }
    }
}

/// The key of a choice beside which seats stand, if it has a word for one.
fn word(choice: Choice, lang: Lang) -> Option<String> {
    let [zh, en] = match choice {
        Choice::Save => ["救".to_string(), "save".to_string()],
        Choice::Poison { seat } => [format!("毒{seat}"), format!("poison {seat}")],
        Choice::SaveAndPoison { seat } => [format!("救毒{seat}"), format!("save poison {seat}")],
        Choice::Tear => ["撕".to_string(), "tear".to_string()],
        Choice::Yes => ["是".to_string(), "yes".to_string()],
        Choice::Way { direction: Direction::Clockwise } => ["顺时针".to_string(), "clockwise".to_string()],
        Choice::Way { direction: Direction::CounterClockwise } => {
            ["逆时针".to_string(), "counter-clockwise".to_string()]
        }
        Choice::Card { role } => [role.to_string(), role.to_string()],
        Choice::Give { seat, role } => [format!("{seat}{}", names::chinese(role)), format!("{seat} {role}")],
        Choice::Question { number } => [format!("问{number}"), format!("question {number}")],
        Choice::Pass | Choice::Say | Choice::Target { .. } | Choice::Bid { .. } | Choice::Set { .. } => return None,
    };
    Some(match lang {
        Lang::Zh => zh,
        Lang::En => en,
    })
}
