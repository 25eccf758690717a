//! Everything a death sets off, in the one place where victory is checked.

use crate::agenda::Step;
use crate::effect::{Blow, Effect, Fate, FollowUp};
use crate::event::{Audience, Cause, Fact, Manner};
use crate::hooks::Me;
use crate::marks::Kind;
use crate::options::{LastWords, LastWordsN1, LastWordsOrder, Reveal};
use crate::order::Rank;
use crate::request::{Ask, Source};
use crate::seat::{Seat, Seats};
use crate::state::State;

impl State {
    /// Announces the night's dead.
    pub(crate) fn announce(&mut self) {
        let (night, day): (Vec<Fate>, Vec<Fate>) =
            std::mem::take(&mut self.fates).into_iter().partition(|f| f.by_night);
        debug_assert!(day.is_empty(), "a death by day is announced where it happens");
        let all: Seats = night.iter().map(|fate| fate.seat).collect();
        let poisoned: Seats = if self.options().poison_announced_separately {
            night.iter().filter(|fate| fate.died_of(Cause::Poison)).map(|fate| fate.seat).collect()
        } else {
            Seats::NONE
        };
        self.dawn_dead = all;
        self.announced = true;
        let found = all.minus(poisoned);
        if poisoned.is_empty() || !found.is_empty() {
            self.tell(Audience::Everyone, Fact::Died { seats: found, manner: Manner::Night, by: None });
        }
        if !poisoned.is_empty() {
            self.tell(Audience::Everyone, Fact::Died { seats: poisoned, manner: Manner::Poison, by: None });
        }
        self.bury(night);
        let found = std::mem::take(&mut self.dawn);
        self.apply_all(found);
        let silenced = self.marked(Kind::Silenced).and(self.living);
        if !silenced.is_empty() {
            self.tell(Audience::Everyone, Fact::Silenced { seats: silenced });
        }
        let banned = self.marked(Kind::VoteBanned).and(self.living);
        if !banned.is_empty() {
            self.tell(Audience::Everyone, Fact::VoteBanned { seats: banned });
        }
    }

    /// Resolves the blows of a moment of the day and announces its dead, each in his own manner; tells whether there
    /// were any.
    pub(crate) fn fall(&mut self) -> bool {
        self.waves();
        let (night, day) = std::mem::take(&mut self.fates).into_iter().partition(|fate| fate.by_night);
        self.fates = night;
        let mut fates: Vec<Fate> = day;
        if fates.is_empty() {
            return false;
        }
        let manner = |fate: &Fate| {
            // Of several causes the one that everybody saw.
            let seen = |blow: &&Blow| (manner_of(blow.cause) == Manner::Wounds, blow.cause);
            let blow = fate.stood.iter().min_by_key(seen).expect("who died was struck");
            let by = blow.by.filter(|_| matches!(blow.cause, Cause::Shot | Cause::Claw));
            (manner_of(blow.cause), by)
        };
        fates.sort_by_key(|fate| (manner(fate), fate.seat));
        for group in fates.chunk_by(|a, b| manner(a) == manner(b)) {
            let (manner, by) = manner(&group[0]);
            let seats = group.iter().map(|fate| fate.seat).collect();
            self.tell(Audience::Everyone, Fact::Died { seats, manner, by });
        }
        self.bury(fates);
        true
    }

    /// The announced dead leave the table, cards are shown, and the hooks mourn. All hooks of one announcement run
    /// before any of their effects: deaths of one wave are simultaneous.
    fn bury(&mut self, fates: Vec<Fate>) {
        let dead: Seats = fates.iter().map(|fate| fate.seat).collect();
        for fate in fates.iter().filter(|fate| fate.died_of(Cause::Vote)) {
            self.exiled.push((fate.seat, self.wolfish(fate.seat)));
        }
        self.fallen = self.fallen.minus(dead);
        // The order in which blows fell at night is nobody's business.
        if fates.iter().all(|fate| fate.by_night) {
            self.buried.extend(dead.iter());
        } else {
            self.buried.extend(fates.iter().map(|fate| fate.seat));
        }
        for fate in &fates {
            let reveal =
                if fate.by_night { self.options().reveal_night_death } else { self.options().reveal_execution };
            let hidden = self.in_force().any(|event| event.event().veils(fate, self));
            match reveal {
                _ if hidden => {}
                Reveal::Card => self.reveal(fate.seat),
                Reveal::Camp => {
                    let wolf = self.wolfish(fate.seat);
                    self.tell(Audience::Everyone, Fact::RevealedCamp { seat: fate.seat, wolf });
                }
                Reveal::IfSkillUsed | Reveal::Never => {}
            }
        }
        let mut effects: Vec<Effect> = vec![];
        for fate in &fates {
            effects.extend(self.effects_of(self.present().or(dead), |me, hooks| hooks.mourn(me, fate, self)));
            effects.extend(self.last_words(fate));
        }
        self.apply_all(effects);
    }

    /// Whether everybody has seen the card.
    pub(crate) fn revealed(&self, seat: Seat) -> bool {
        self.log.iter().rev().any(|event| matches!(event.fact, Fact::Revealed { seat: s, .. } if s == seat))
    }

    /// Shows a card, unless everybody has seen it.
    fn reveal(&mut self, seat: Seat) {
        if !self.revealed(seat) && !self.hidden.has(seat) {
            let fact = Fact::Revealed { seat, role: self.card(seat), card: self.shown[seat.index()] };
            self.tell(Audience::Everyone, fact);
        }
    }

    fn last_words(&self, fate: &Fate) -> Option<Effect> {
        let o = self.options();
        let exiled = fate.died_of(Cause::Vote) || fate.died_of(Cause::Tie);
        let first_night =
            fate.by_night && fate.night == 1 && (o.last_words_n1 == LastWordsN1::Any || fate.died_of(Cause::Wolves));
        let granted = match o.last_words {
            LastWords::None => false,
            LastWords::Exile => exiled,
            LastWords::N1AndExile => exiled || first_night,
            // Whoever blows himself up has had his say (CN), everywhere.
            LastWords::All => !fate.died_of(Cause::Explosion),
        };
        let rank = match o.last_words_order {
            LastWordsOrder::AfterTriggers => Rank::Words,
            LastWordsOrder::BeforeTriggers => Rank::EarlyWords,
        };
        let me = Me::new(fate.seat, Source::House);
        (granted && !self.has(fate.seat, Kind::Silenced)).then_some(Effect::Ask { me, ask: Ask::Words, rank })
    }

    /// Buries, announces and mourns until no blow is left; then the first follow-up is put, and all over again; then
    /// the win check. So a hunter, the sheriff, his heir and a second hunter come out in the right order by themselves.
    pub(crate) fn settle(&mut self) {
        loop {
            if self.fall() {
                continue;
            }
            let first = self.follow_ups.iter().enumerate().min_by_key(|(i, (rank, seat, _))| (*rank, *seat, *i));
            let Some(at) = first.map(|(i, _)| i) else { break };
            match self.follow_ups.remove(at).2 {
                FollowUp::Strike(blow) => self.blows.push(blow),
                FollowUp::Ask { me, ask } => {
                    self.next(Step::Put { me, ask });
                    self.next(Step::Settle);
                    return;
                }
            }
        }
        self.check_victory();
    }
}

/// What everybody sees of a death by day.
fn manner_of(cause: Cause) -> Manner {
    match cause {
        Cause::Vote => Manner::Exile,
        Cause::Tie => Manner::Tie,
        Cause::Shot => Manner::Shot,
        Cause::Grief => Manner::Grief,
        Cause::Explosion => Manner::Explosion,
        Cause::Elder => Manner::Elder,
        Cause::Duel => Manner::Duel,
        Cause::Charm => Manner::Charm,
        Cause::Razor => Manner::Razor,
        Cause::Claw => Manner::Claw,
        Cause::Event => Manner::Event,
        // What was done at night and comes out by day.
        Cause::Wolves
        | Cause::Poison
        | Cause::Dream
        | Cause::Hunt
        | Cause::Inspection
        | Cause::Trade
        | Cause::Reflection
        | Cause::Rust
        | Cause::Substitute
        | Cause::Guess
        | Cause::Stalk
        | Cause::Fire
        | Cause::Dance
        | Cause::Deal
        | Cause::Wounds => Manner::Wounds,
    }
}
