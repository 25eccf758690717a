//! The legal answers to a request, as they are recorded: under each thing that may be done, to whom or with what.

use lycaon_rules::{Choice, Direction, Menu, RoleId, Seats};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Every legal answer to a request. The keys are what a [`Choice`] may do; their values are what it may do it with.
/// `{"pass": true, "target": [1, 4]}` allows to pass, to target seat 1 and to target seat 4.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Legal {
    /// Whether nothing may be done.
    #[serde(skip_serializing_if = "not")]
    pub pass: bool,
    /// Whether the answer may be yes.
    #[serde(skip_serializing_if = "not")]
    pub yes: bool,
    /// Who may be chosen.
    #[serde(skip_serializing_if = "nobody")]
    pub target: Seats,
    /// Whether the victim may be saved.
    #[serde(skip_serializing_if = "not")]
    pub save: bool,
    /// Who may be poisoned.
    #[serde(skip_serializing_if = "nobody")]
    pub poison: Seats,
    /// Who may be poisoned while the victim is saved.
    #[serde(skip_serializing_if = "nobody")]
    pub save_and_poison: Seats,
    /// Which cards may be taken.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub card: Vec<RoleId>,
    /// To or of whom each role may be named.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub give: BTreeMap<RoleId, Seats>,
    /// How much may be bid.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub bid: Vec<u8>,
    /// Which directions there are.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub way: Vec<Direction>,
    /// Which questions may be asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub question: Vec<u8>,
    /// Whether the badge may be torn up.
    #[serde(skip_serializing_if = "not")]
    pub tear: bool,
    /// Which sets of seats may be named.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub set: Option<LegalSet>,
    /// What may be said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub say: Option<LegalWords>,
}

/// The legal sets of seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalSet {
    /// Whom a set may contain.
    pub of: Seats,
    /// The smallest size.
    pub min: u8,
    /// The largest size.
    pub max: u8,
}

/// The legal speeches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LegalWords {
    /// The longest, in characters.
    pub limit: u16,
}

impl Legal {
    /// The legal answers of a menu.
    #[must_use]
    pub fn of(menu: &Menu) -> Self {
        let mut legal = Legal::default();
        match menu {
            Menu::OneOf { choices } => choices.iter().for_each(|choice| legal.add(*choice)),
            Menu::Subset { of, min, max, pass } => {
                legal.pass = *pass;
                legal.set = Some(LegalSet { of: *of, min: *min, max: *max });
            }
            Menu::Talk { limit } => legal.say = Some(LegalWords { limit: *limit }),
        }
        legal
    }

    fn add(&mut self, choice: Choice) {
        match choice {
            Choice::Pass => self.pass = true,
            Choice::Yes => self.yes = true,
            Choice::Target { seat } => self.target.insert(seat),
            Choice::Save => self.save = true,
            Choice::Poison { seat } => self.poison.insert(seat),
            Choice::SaveAndPoison { seat } => self.save_and_poison.insert(seat),
            Choice::Card { role } => self.card.push(role),
            Choice::Give { seat, role } => self.give.entry(role).or_default().insert(seat),
            Choice::Bid { level } => self.bid.push(level),
            Choice::Way { direction } => self.way.push(direction),
            Choice::Question { number } => self.question.push(number),
            Choice::Tear => self.tear = true,
            // These have menus of their own.
            Choice::Say => self.say = Some(LegalWords { limit: u16::MAX }),
            Choice::Set { seats } => {
                let size = seats.len() as u8;
                self.set = Some(LegalSet { of: seats, min: size, max: size });
            }
        }
    }

    /// Whether this choice is among them.
    #[must_use]
    pub fn allows(&self, choice: Choice) -> bool {
        match choice {
            Choice::Pass => self.pass,
            Choice::Yes => self.yes,
            Choice::Target { seat } => self.target.has(seat),
            Choice::Save => self.save,
            Choice::Poison { seat } => self.poison.has(seat),
            Choice::SaveAndPoison { seat } => self.save_and_poison.has(seat),
            Choice::Card { role } => self.card.contains(&role),
            Choice::Give { seat, role } => self.give.get(&role).is_some_and(|seats| seats.has(seat)),
            Choice::Bid { level } => self.bid.contains(&level),
            Choice::Way { direction } => self.way.contains(&direction),
            Choice::Question { number } => self.question.contains(&number),
            Choice::Tear => self.tear,
            Choice::Say => self.say.is_some(),
            Choice::Set { seats } => self.set.is_some_and(|set| {
                seats.within(set.of) && (usize::from(set.min)..=usize::from(set.max)).contains(&seats.len())
            }),
        }
    }
}

fn not(flag: &bool) -> bool {
    !flag
}

fn nobody(seats: &Seats) -> bool {
    seats.is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_rules::Seat;

    #[test]
    fn a_menu_and_its_record_allow_the_same() {
        let seat = Seat::new(3);
        let one_of = |choices: &[Choice]| Menu::OneOf { choices: choices.to_vec() };
        let menus = [
            one_of(&[Choice::Pass, Choice::Target { seat }, Choice::Tear]),
            one_of(&[Choice::Yes, Choice::Bid { level: 2 }, Choice::Card { role: RoleId::Seer }]),
            one_of(&[Choice::Save, Choice::Poison { seat }, Choice::SaveAndPoison { seat: Seat::new(4) }]),
            one_of(&[Choice::Way { direction: Direction::Clockwise }]),
            one_of(&[RoleId::Seer, RoleId::Guard].map(|role| Choice::Give { seat, role })),
            Menu::Subset { of: Seats::all(4), min: 1, max: 2, pass: false },
            Menu::Subset { of: Seats::all(4), min: 2, max: 2, pass: true },
            Menu::Talk { limit: 5 },
        ];
        let mut choices: Vec<Choice> = menus.iter().flat_map(|menu| (0..menu.size()).map(|n| menu.nth(n))).collect();
        choices.extend([Choice::Set { seats: Seats::NONE }, Choice::Target { seat: Seat::new(9) }]);
        for menu in &menus {
            let legal = Legal::of(menu);
            let read: Legal = serde_json::from_str(&serde_json::to_string(&legal).unwrap()).unwrap();
            assert_eq!(read, legal);
            for choice in &choices {
                assert_eq!(read.allows(*choice), menu.allows(*choice), "{choice:?} of {menu:?}");
            }
        }
    }

    #[test]
    fn it_is_short() {
        let choices = [Choice::Pass, Choice::Target { seat: Seat::new(1) }, Choice::Target { seat: Seat::new(4) }];
        let legal = Legal::of(&Menu::OneOf { choices: choices.to_vec() });
        assert_eq!(serde_json::to_string(&legal).unwrap(), r#"{"pass":true,"target":[1,4]}"#);
    }
}
