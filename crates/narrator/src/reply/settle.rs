//! From the things said to one choice, or to what is unclear about it.

use super::Unclear;
use super::grammar::{Form, Grammar, Item, subset};
use super::heard::{Heard, Level, Said};
use lycaon_rules::{Choice, Menu, Seat, Seats};
use std::collections::{BTreeMap, BTreeSet};

/// The choice that a reply makes.
pub(super) fn settle(text: &str, heard: &Heard, menu: &Menu, grammar: &Grammar) -> Result<Choice, Unclear> {
    let denied = heard.said.iter().filter(|said| said.denied).map(|said| said.item).collect();
    let settler = Settler { text, heard, denied, grammar };
    match (subset(menu), grammar.form) {
        (Some((of, min, max)), _) => settler.set(of, usize::from(min)..=usize::from(max)),
        (None, Form::Potions) => settler.potions(menu),
        (None, Form::Gifts) => settler.gift(menu),
        (None, _) => settler.one(),
    }
}

struct Settler<'a> {
    text: &'a str,
    heard: &'a Heard,
    denied: BTreeSet<Item>,
    grammar: &'a Grammar,
}

impl Settler<'_> {
    /// What is said firmest and not denied. Yes, no and "I will not" are set apart where they are no options.
    fn affirmed(&self) -> Vec<&Said> {
        let counts = |said: &&Said| !said.denied && (self.grammar.form == Form::Keys || !is_manner(said.item));
        let firmest: Option<Level> = self.heard.said.iter().filter(counts).map(|said| said.level).min();
        self.heard.said.iter().filter(counts).filter(|said| Some(said.level) == firmest).collect()
    }

    fn denies(&self, item: Item) -> bool {
        self.denied.contains(&item)
    }

    /// Whether the speaker declined in words: "I will not vote". A mere "no" must be all that is said.
    fn declined(&self) -> bool {
        let manner = |said: &Said| is_manner(said.item);
        let alone = !self.heard.unclean && self.heard.said.iter().all(manner);
        let declines = |item| item == Item::Refrain || (item == Item::No && alone);
        self.heard.aside.is_empty() && self.heard.said.iter().any(|said| !said.denied && declines(said.item))
    }

    /// Whether a choice was made and, beside it or after it, refused: "vote 3, no". A no in front only answers
    /// something else: "no, vote 3".
    fn taken_back(&self) -> bool {
        let mut chosen = false;
        self.heard.said.iter().filter(|said| !said.denied).any(|said| match said.item {
            Item::Refrain => true,
            Item::No => chosen,
            item => {
                chosen |= item != Item::Yes;
                false
            }
        })
    }

    fn illegal(&self, span: (usize, usize)) -> Unclear {
        Unclear::not_legal(self.text.get(span.0..span.1).unwrap_or_default())
    }

    /// No item was chosen: says what was found instead.
    fn nothing(&self) -> Unclear {
        let found: BTreeSet<Choice> = self.heard.aside.iter().filter_map(|item| self.grammar.choice(*item)).collect();
        if found.len() > 1 { Unclear::ambiguous(found) } else { Unclear::NoChoice }
    }

    /// Passing, if it was declined in so many words and passing is legal.
    fn pass(&self) -> Result<Choice, Unclear> {
        match self.grammar.choice(Item::Pass) {
            Some(choice) if self.declined() => Ok(choice),
            _ => Err(self.nothing()),
        }
    }

    /// One option of a list.
    fn one(&self) -> Result<Choice, Unclear> {
        let affirmed = self.affirmed();
        let mut found: BTreeSet<Choice> = BTreeSet::new();
        for said in &affirmed {
            found.insert(self.grammar.choice(said.item).ok_or_else(|| self.illegal(said.span))?);
        }
        if self.grammar.takes_yes() && self.denies(Item::Yes) {
            // Of yes and no, the denial of one is the other.
            found.extend(self.grammar.choice(Item::Pass));
        }
        if found.is_empty() && self.grammar.takes_yes() && self.heard.said.iter().any(|said| said.item == Item::Yes) {
            // Beside seats a yes counts where no seat is named.
            found.extend(self.grammar.choice(Item::Yes));
        }
        let contradicted = affirmed.iter().any(|said| self.denies(said.item));
        let declined = self.grammar.form != Form::Keys && self.taken_back();
        let mut choices = found.iter().copied();
        match (choices.next(), choices.next()) {
            (None, _) => self.pass(),
            (Some(choice), None) if !contradicted && (!declined || choice == Choice::Pass) => Ok(choice),
            _ => Err(Unclear::ambiguous(found)),
        }
    }

    /// A set of seats: those of one sentence belong together.
    fn set(&self, of: Seats, sizes: std::ops::RangeInclusive<usize>) -> Result<Choice, Unclear> {
        let affirmed = self.affirmed();
        let mut sets: BTreeMap<u32, Seats> = BTreeMap::new();
        for said in &affirmed {
            let set = sets.entry(said.sentence).or_default();
            match said.item {
                Item::Pass | Item::Seat(0) => {}
                Item::Seat(number) => set.insert(legal_seat(number, of).ok_or_else(|| self.illegal(said.span))?),
                _ => return Err(self.illegal(said.span)),
            }
        }
        let distinct: BTreeSet<Seats> = sets.into_values().collect();
        let passes = affirmed.iter().any(|said| matches!(said.item, Item::Pass | Item::Seat(0)));
        let or = affirmed.iter().any(|said| said.or);
        let contradicted = affirmed.iter().any(|said| self.denies(said.item));
        let clear = distinct.len() == 1 && !or && !contradicted && !self.taken_back();
        match distinct.first() {
            None => self.pass(),
            Some(seats) if clear && passes == seats.is_empty() => {
                if let Some(nobody) = self.grammar.choice(Item::Pass).filter(|_| passes) {
                    return Ok(nobody);
                }
                if sizes.contains(&seats.len()) {
                    return Ok(Choice::Set { seats: *seats });
                }
                let start = affirmed.first().map_or(0, |said| said.span.0);
                Err(self.illegal((start, affirmed.last().map_or(start, |said| said.span.1))))
            }
            _ => Err(Unclear::ambiguous(distinct.into_iter().map(|seats| Choice::Set { seats }))),
        }
    }

    /// A seat and a role, in any order.
    fn gift(&self, menu: &Menu) -> Result<Choice, Unclear> {
        let affirmed = self.affirmed();
        let (mut seats, mut roles, mut passes) = (BTreeSet::new(), BTreeSet::new(), false);
        for said in &affirmed {
            match said.item {
                Item::Pass | Item::Seat(0) => passes = true,
                Item::Seat(number) => _ = seats.insert(seat_of(number).ok_or_else(|| self.illegal(said.span))?),
                Item::Card(role) => _ = roles.insert(role),
                _ => return Err(self.illegal(said.span)),
            }
        }
        let contradicted = affirmed.iter().any(|said| said.or || self.denies(said.item)) || self.taken_back();
        match (seats.len(), roles.len()) {
            (0, 0) if passes => self.grammar.choice(Item::Pass).ok_or_else(|| self.nothing()),
            (0, 0) => self.pass(),
            (1, 1) if !passes && !contradicted => {
                let choice =
                    seats.first().zip(roles.first()).map(|(seat, role)| Choice::Give { seat: *seat, role: *role });
                let span = (affirmed[0].span.0, affirmed[affirmed.len() - 1].span.1);
                choice.filter(|choice| menu.allows(*choice)).ok_or_else(|| self.illegal(span))
            }
            _ => {
                let all =
                    seats.iter().flat_map(|seat| roles.iter().map(|role| Choice::Give { seat: *seat, role: *role }));
                let found: Vec<Choice> = all.filter(|choice| menu.allows(*choice)).collect();
                if found.is_empty() { Err(Unclear::NoChoice) } else { Err(Unclear::Ambiguous { found }) }
            }
        }
    }

    /// Antidote and poison: both are read, and what is said of one leaves the other open.
    fn potions(&self, menu: &Menu) -> Result<Choice, Unclear> {
        let affirmed = self.affirmed();
        let mut potions = Potions::default();
        for said in &affirmed {
            potions.take(said);
        }
        potions.join();
        let span = affirmed.first().zip(affirmed.last()).map(|(first, last)| (first.span.0, last.span.1));
        let said = span.unwrap_or_default();
        if potions.odd {
            return Err(self.illegal(said));
        }
        let unused = self.denies(Item::Potion);
        let unsaved = unused || self.denies(Item::Save);
        let unpoisoned = unused || self.denies(Item::Poison(None));
        let mut seats = potions.seats.iter().copied();
        let choice = match (potions.save, potions.poisons.len(), seats.next()) {
            _ if self.contradicts(&affirmed) || potions.or => return Err(self.ambiguous(menu, &potions)),
            (false, 0, None) if potions.open => return Err(self.nothing()),
            (false, 0, None) if potions.pass => Choice::Pass,
            (false, 0, None) => return self.declining(menu, unsaved, unpoisoned),
            (false, 0, Some(seat)) if seats.next().is_none() => return self.bare_seat(menu, seat, unsaved, said),
            _ if potions.pass || potions.open => return Err(self.ambiguous(menu, &potions)),
            (true, 0, None) => Choice::Save,
            (save, 1, None) => match potions.poisons.first().and_then(|number| seat_of(*number)) {
                Some(seat) if save => Choice::SaveAndPoison { seat },
                Some(seat) => Choice::Poison { seat },
                None => return Err(self.illegal(said)),
            },
            _ => return Err(self.ambiguous(menu, &potions)),
        };
        if menu.allows(choice) { Ok(choice) } else { Err(self.illegal(said)) }
    }

    /// Whether something is both chosen and not.
    fn contradicts(&self, affirmed: &[&Said]) -> bool {
        affirmed.iter().any(|said| self.denies(said.item)) || (!affirmed.is_empty() && self.taken_back())
    }

    /// Nothing was chosen; passing is meant if both potions were denied, or the only one there is.
    fn declining(&self, menu: &Menu, unsaved: bool, unpoisoned: bool) -> Result<Choice, Unclear> {
        let offers = |test: fn(&Choice) -> bool| matches!(menu, Menu::OneOf { choices } if choices.iter().any(test));
        let save = offers(|choice| *choice == Choice::Save);
        let poison = offers(|choice| matches!(choice, Choice::Poison { .. }));
        let open = (save && !unsaved) || (poison && !unpoisoned);
        let denied = (unsaved || unpoisoned) && !open;
        if denied && menu.allows(Choice::Pass) { Ok(Choice::Pass) } else { self.pass() }
    }

    /// A seat without a word of what is done to it means something only where one thing can be done to it.
    fn bare_seat(&self, menu: &Menu, number: u32, unsaved: bool, span: (usize, usize)) -> Result<Choice, Unclear> {
        if number == 0 && menu.allows(Choice::Pass) {
            return Ok(Choice::Pass);
        }
        let seat = seat_of(number).ok_or_else(|| self.illegal(span))?;
        let poison = Choice::Poison { seat };
        let readings: Vec<Choice> = [Choice::Save, poison, Choice::SaveAndPoison { seat }]
            .into_iter()
            .filter(|choice| menu.allows(*choice) && !(unsaved && *choice != poison))
            .collect();
        match readings.as_slice() {
            [choice] if *choice == poison => Ok(poison),
            readings if menu.seats().has(seat) => Err(Unclear::ambiguous(readings.iter().copied())),
            _ => Err(self.illegal(span)),
        }
    }

    fn ambiguous(&self, menu: &Menu, potions: &Potions) -> Unclear {
        let seats = potions.poisons.iter().chain(&potions.seats).filter_map(|number| seat_of(*number));
        let found: BTreeSet<Choice> = seats
            .map(|seat| Choice::Poison { seat })
            .chain(potions.save.then_some(Choice::Save))
            .chain(potions.pass.then_some(Choice::Pass))
            .filter(|choice| menu.allows(*choice))
            .collect();
        Unclear::ambiguous(found)
    }
}

/// What was said of the potions.
#[derive(Default)]
struct Potions {
    save: bool,
    pass: bool,
    /// The poison was named without a seat.
    open: bool,
    /// It was named before any seat.
    after: bool,
    or: bool,
    /// Something that is no seat was named.
    odd: bool,
    poisons: BTreeSet<u32>,
    seats: BTreeSet<u32>,
}

impl Potions {
    fn take(&mut self, said: &Said) {
        self.or |= said.or;
        match said.item {
            Item::Save => self.save = true,
            Item::Pass => self.pass = true,
            Item::Poison(None) => {
                self.open = true;
                self.after = self.seats.is_empty();
            }
            Item::Poison(Some(seat)) => {
                self.poisons.insert(seat);
            }
            Item::Seat(seat) => {
                self.seats.insert(seat);
            }
            Item::Potion => {}
            _ => self.odd = true,
        }
    }

    /// Brings a potion and a seat that were named apart together: "use the poison; target: 3".
    fn join(&mut self) {
        if !self.poisons.is_empty() {
            self.open = false;
        }
        if self.seats.len() != 1 {
            return;
        }
        if self.open && self.after {
            self.poisons.append(&mut self.seats);
            self.open = false;
        } else if (self.save && self.poisons.is_empty()) || self.poisons == self.seats {
            self.seats.clear();
        }
    }
}

fn is_manner(item: Item) -> bool {
    matches!(item, Item::Yes | Item::No | Item::Refrain | Item::Potion)
}

fn seat_of(number: u32) -> Option<Seat> {
    u8::try_from(number).ok().and_then(|number| Seat::try_from(number).ok())
}

fn legal_seat(number: u32, of: Seats) -> Option<Seat> {
    seat_of(number).filter(|seat| of.has(*seat))
}
