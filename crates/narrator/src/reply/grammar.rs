//! What words and numbers mean for one request: which verbs it understands, and whether a number is a seat.

use super::keys::keys;
use super::lex::Number;
use super::lexicon::{Word, verb};
use crate::Lang;
use lycaon_rules::{About, Ask, Choice, Direction, Menu, Request, RoleId, Seat, Seats, Window};

/// What a bare number means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// A seat.
    Seats,
    /// A seat, but what is done to it must be said: antidote and poison.
    Potions,
    /// A seat, with which a role must be named.
    Gifts,
    /// The height of a bid.
    Bids,
    /// The key of an option.
    Keys,
}

/// Something named in a reply that may be the choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Item {
    /// A seat by number, legal or not.
    Seat(u32),
    /// An option by its key.
    Key(u32),
    /// A bid.
    Bid(u32),
    /// A number that can be none of these.
    Odd,
    /// Doing nothing.
    Pass,
    /// A denied verb without an object: "I will not vote".
    Refrain,
    /// Yes.
    Yes,
    /// No.
    No,
    /// The antidote.
    Save,
    /// The poison, for this seat once it is named.
    Poison(Option<u32>),
    /// Any potion; only ever denied.
    Potion,
    /// The badge torn.
    Tear,
    /// A direction.
    Way(Direction),
    /// A card.
    Card(RoleId),
}

/// What a word does in a reply to this request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// A verb that takes the choice as its object.
    Verb {
        /// Whether it counts only where nothing unknown stands beside it.
        weak: bool,
    },
    /// A choice by itself.
    Item {
        /// Which.
        item: Item,
        /// Whether the word is also the verb.
        verbal: bool,
    },
    /// Antidote and poison at once.
    Both,
    /// A potion that is not used.
    Kept(Item),
    /// Anything else, as in the lexicon.
    Word(Word),
}

/// How replies to one request are read.
pub(super) struct Grammar {
    pub form: Form,
    /// Whether a set of seats is asked.
    pub many: bool,
    /// Who is asked.
    pub own: Seat,
    /// The seat the question is about, if it is a yes-or-no question about one.
    about: Option<Seat>,
    keys: Vec<(String, Choice)>,
    verbs: u32,
    yes: u32,
    no: u32,
    denying: u32,
    /// Verbs that stand beside the one that counts and say nothing.
    idle: u32,
    cards: bool,
    ways: bool,
    tear: bool,
    giving: bool,
    /// Whether the pack is asked to change its victim for the little girl.
    girl: bool,
    against: bool,
    /// The roles that may be given or guessed.
    wares: Vec<RoleId>,
    /// Whether yes is among the options.
    says_yes: bool,
}

impl Grammar {
    /// The grammar of a request.
    pub(super) fn of(request: &Request, lang: Lang) -> Self {
        let holds = |test: fn(&Choice) -> bool| match &request.menu {
            Menu::OneOf { choices } => choices.iter().any(test),
            Menu::Subset { .. } | Menu::Talk { .. } => false,
        };
        let witch = matches!(request.ask, Ask::Night { role: RoleId::Witch });
        let many = matches!(request.menu, Menu::Subset { .. });
        let form = if witch || holds(is_potion) {
            Form::Potions
        } else if holds(|choice| matches!(choice, Choice::Give { .. })) {
            Form::Gifts
        } else if holds(|choice| matches!(choice, Choice::Bid { .. })) {
            Form::Bids
        } else if many || holds(|choice| matches!(choice, Choice::Target { .. })) {
            Form::Seats
        } else {
            Form::Keys
        };
        let says_yes = holds(|choice| *choice == Choice::Yes);
        let (verbs, yes, no) =
            if form == Form::Gifts { (verb::GIVE | verb::KILL | verb::ACT, 0, 0) } else { verbs(request.ask) };
        let denying = match request.ask {
            Ask::Refuse => 0,
            Ask::Ban => verb::DECLINE | verb::BAN,
            _ => verb::DECLINE,
        };
        Grammar {
            form,
            many,
            own: request.seat,
            about: match request.ask {
                Ask::Hand { candidate } => Some(candidate),
                Ask::Substitute { girl } => Some(girl),
                _ => None,
            },
            keys: keys(request, lang),
            verbs: verbs | verb::CHOOSE,
            yes: if form == Form::Keys || says_yes { yes } else { 0 },
            no: if form == Form::Keys || says_yes { no } else { 0 },
            says_yes,
            denying,
            idle: if request.ask == Ask::Ban { verb::GIVE | verb::VOTE } else { verb::GIVE },
            cards: form == Form::Gifts || holds(|choice| matches!(choice, Choice::Card { .. })),
            ways: holds(|choice| matches!(choice, Choice::Way { .. })),
            tear: holds(|choice| matches!(choice, Choice::Tear)) || request.ask == Ask::Badge,
            girl: matches!(request.ask, Ask::Substitute { .. }),
            giving: matches!(request.ask, Ask::Badge | Ask::Deed { .. }),
            against: matches!(request.ask, Ask::Ballot { about: About::Exile, .. }),
            wares: wares(&request.menu),
        }
    }

    /// The speaker as something that may be chosen.
    pub(super) fn own(&self) -> Item {
        Item::Seat(u32::from(self.own.number()))
    }

    /// Whether a seat by itself may be the choice.
    pub(super) fn seats(&self) -> bool {
        self.form == Form::Seats
    }

    /// Whether yes is an answer, among options or beside seats.
    pub(super) fn takes_yes(&self) -> bool {
        self.form == Form::Keys || self.says_yes
    }

    /// What a word does here.
    pub(super) fn part(&self, word: Word) -> Part {
        let item = |item| Part::Item { item, verbal: false };
        let verbal = |item| Part::Item { item, verbal: true };
        let potions = self.form == Form::Potions;
        if let Some(role) = self.ware(word) {
            return item(Item::Card(role));
        }
        match word {
            // "3 is the seer" names a seat and a role.
            Word::Is if self.form == Form::Gifts => Part::Word(Word::Filler),
            Word::Verb(groups) => self.verb(groups, false),
            Word::Tally => self.verb(verb::VOTE, false),
            Word::WeakVerb(groups) => self.verb(groups, true),
            Word::Pass if self.giving => Part::Verb { weak: false },
            Word::Pass => verbal(Item::Pass),
            Word::Nobody => item(Item::Pass),
            Word::Save if potions => verbal(Item::Save),
            Word::Poison if potions => verbal(Item::Poison(None)),
            Word::Potion if potions => verbal(Item::Potion),
            Word::Both if potions => Part::Both,
            Word::KeepSave if potions => Part::Kept(Item::Save),
            Word::KeepPoison if potions => Part::Kept(Item::Poison(None)),
            Word::KeepPotion if potions => Part::Kept(Item::Potion),
            Word::Yes if self.takes_yes() => item(Item::Yes),
            Word::Tear if self.tear => verbal(Item::Tear),
            Word::Way(direction) if self.ways => item(Item::Way(direction)),
            Word::Card(role) if self.cards => item(Item::Card(role)),
            Word::Card(RoleId::Guard) if self.verbs & verb::GUARD != 0 => Part::Verb { weak: false },
            Word::Card(RoleId::LittleGirl) if self.girl => Part::Word(Word::Filler),
            Word::Change if self.girl => verbal(Item::Yes),
            Word::Card(RoleId::Witch) if potions => Part::Word(Word::Filler),
            Word::Level(level) if self.form == Form::Bids => item(Item::Bid(u32::from(level))),
            Word::Myself if matches!(self.form, Form::Seats | Form::Potions | Form::Gifts) => item(self.own()),
            Word::Against if self.against => Part::Word(Word::Filler),
            Word::Against => Part::Word(Word::Not),
            Word::Both | Word::Myself | Word::Yes => Part::Word(Word::Filler),
            Word::KeepSave | Word::KeepPoison | Word::KeepPotion => Part::Word(Word::Other),
            Word::Save | Word::Poison | Word::Potion | Word::Tear | Word::Way(_) | Word::Card(_) | Word::Level(_) => {
                Part::Word(Word::Other)
            }
            other => Part::Word(other),
        }
    }

    /// The role that a word stands for where roles are given: a check is the seer's, a poison the witch's.
    fn ware(&self, word: Word) -> Option<RoleId> {
        let role = match word {
            Word::Verb(groups) | Word::WeakVerb(groups) if groups & verb::CHECK != 0 => RoleId::Seer,
            Word::Verb(groups) | Word::WeakVerb(groups) if groups & verb::GUARD != 0 => RoleId::Guard,
            Word::Poison => RoleId::Witch,
            _ => return None,
        };
        self.wares.contains(&role).then_some(role)
    }

    fn verb(&self, groups: u32, weak: bool) -> Part {
        if groups & self.denying != 0 {
            Part::Word(Word::Not)
        } else if groups & self.yes != 0 {
            Part::Item { item: Item::Yes, verbal: true }
        } else if groups & self.no != 0 {
            Part::Item { item: Item::Pass, verbal: true }
        } else if groups & self.verbs != 0 {
            Part::Verb { weak }
        } else if groups & self.idle != 0 {
            // "My vote goes to", 把票给: the verb that counts is another.
            Part::Word(Word::Filler)
        } else if groups & verb::ALLOW != 0 {
            // "Let him vote" tells what somebody else shall do.
            Part::Word(Word::Report)
        } else {
            Part::Word(Word::Other)
        }
    }

    /// What a number is here; nothing, if it can name no choice.
    pub(super) fn number(&self, number: Number) -> Option<Item> {
        if number.odd {
            return Some(Item::Odd);
        }
        match self.form {
            Form::Seats | Form::Potions if number.counts || number.nth => None,
            Form::Gifts if number.nth => None,
            Form::Seats | Form::Potions | Form::Gifts => Some(Item::Seat(number.value)),
            Form::Bids => (!number.counts && !number.nth).then_some(Item::Bid(number.value)),
            Form::Keys if number.seat => {
                let about = self.about.is_some_and(|seat| u32::from(seat.number()) == number.value);
                Some(if about { Item::Yes } else { Item::Seat(number.value) })
            }
            Form::Keys => Some(Item::Key(number.value)),
        }
    }
}

impl Grammar {
    /// The legal choice that an item names by itself. For sets of seats, a set of one, legal or not.
    pub(super) fn choice(&self, item: Item) -> Option<Choice> {
        let seat = |number: u32| u8::try_from(number).ok().and_then(|number| Seat::try_from(number).ok());
        let choice = match item {
            Item::Seat(0) | Item::Pass | Item::Refrain => Choice::Pass,
            Item::No if self.form == Form::Keys => Choice::Pass,
            Item::Seat(number) if self.many => Choice::Set { seats: Seats::one(seat(number)?) },
            Item::Seat(number) => Choice::Target { seat: seat(number)? },
            Item::Key(number) => return self.keyed(&number.to_string()),
            Item::Bid(level) => Choice::Bid { level: u8::try_from(level).ok()? },
            Item::Yes => Choice::Yes,
            Item::Save => Choice::Save,
            Item::Poison(Some(number)) => Choice::Poison { seat: seat(number)? },
            Item::Tear => Choice::Tear,
            Item::Way(direction) => Choice::Way { direction },
            Item::Card(role) => Choice::Card { role },
            Item::Odd | Item::No | Item::Poison(None) | Item::Potion => return None,
        };
        let choice = match choice {
            // In a set passing is choosing nobody, unless it is an option; of bids the lowest says nothing.
            Choice::Pass if self.many && self.keyed("0") != Some(Choice::Pass) => Choice::Set { seats: Seats::NONE },
            Choice::Pass if self.form == Form::Bids => Choice::Bid { level: 0 },
            choice => choice,
        };
        self.keys.iter().any(|(_, legal)| *legal == choice).then_some(choice)
    }

    /// The choice of a key.
    pub(super) fn keyed(&self, key: &str) -> Option<Choice> {
        self.keys.iter().find(|(known, _)| known == key).map(|(_, choice)| *choice)
    }
}

/// The roles that may be given or guessed.
fn wares(menu: &Menu) -> Vec<RoleId> {
    let Menu::OneOf { choices } = menu else { return vec![] };
    let ware = |choice: &Choice| if let Choice::Give { role, .. } = choice { Some(*role) } else { None };
    choices.iter().filter_map(ware).collect()
}

fn is_potion(choice: &Choice) -> bool {
    matches!(choice, Choice::Save | Choice::Poison { .. } | Choice::SaveAndPoison { .. })
}

/// The verbs a question understands: those that take the choice as their object, those that mean yes, those that
/// mean no.
fn verbs(ask: Ask) -> (u32, u32, u32) {
    use verb::*;
    match ask {
        Ask::Night { role: RoleId::Seer } => (CHECK, 0, 0),
        Ask::Night { role: RoleId::Guard } => (GUARD, 0, 0),
        Ask::Night { role: RoleId::Cupid } => (LINK, 0, 0),
        Ask::Night { role: RoleId::Piper } => (CHARM, 0, 0),
        Ask::Night { role: RoleId::Witch } => (0, 0, 0),
        Ask::Night { role: RoleId::Thief } => (SWAP, 0, STAY | DECLINE),
        Ask::Night { role: RoleId::LittleGirl } => (0, PEEK, SLEEP),
        Ask::Night { role: RoleId::Magician } => (SWAP | LINK, 0, STAY),
        Ask::Night { role: RoleId::AccursedWolfFather } => (0, INFECT, 0),
        Ask::Night { .. } => (CHECK | GUARD | KILL | LINK | CHARM | SWAP | ACT, 0, 0),
        Ask::Further { .. } => (ACT, SWAP | ACCEPT, DECLINE),
        Ask::Hunt { .. } => (KILL | VOTE, 0, 0),
        Ask::Substitute { .. } => (0, SWAP | KILL, STAY),
        Ask::Shot => (SHOOT | KILL, 0, 0),
        Ask::Ban => (ALLOW, 0, 0),
        Ask::Badge | Ask::Deed { .. } => (GIVE, 0, 0),
        Ask::Words | Ask::Speak { .. } => (0, 0, 0),
        Ask::Bid => (BID, 0, 0),
        Ask::Ballot { about: About::Exile, .. } => (VOTE | EXILE | KILL, 0, 0),
        Ask::Ballot { about: About::Accusation, .. } => (VOTE | EXILE | KILL, 0, 0),
        Ask::Event { .. } => (GIVE | CHECK | KILL | LINK | VOTE, ACCEPT, DECLINE),
        Ask::Ballot { about: About::Sheriff | About::Executioner, .. } => (VOTE | RAISE, 0, 0),
        Ask::BreakTie { .. } => (VOTE | EXILE | KILL, 0, 0),
        Ask::Hand { .. } => (0, VOTE | RAISE | EXILE, 0),
        Ask::Stand => (0, STAND, 0),
        Ask::Withdraw => (0, WITHDRAW, STAY | STAND),
        Ask::Refuse => (0, DECLINE, ACCEPT),
        Ask::Order => (0, 0, 0),
        Ask::Flip => (0, FLIP, HIDE),
        Ask::Offer { window: Window::Morning } => (BAN, 0, 0),
        Ask::Offer { .. } => (DUEL | SHOOT | KILL | CHECK, EXPLODE | FLIP | DUEL | TAKE, STAY | HIDE),
    }
}

/// The seats a set may be made of, and its bounds.
pub(super) fn subset(menu: &Menu) -> Option<(Seats, u8, u8)> {
    match menu {
        Menu::Subset { of, min, max, .. } => Some((*of, *min, *max)),
        Menu::OneOf { .. } | Menu::Talk { .. } => None,
    }
}
