//! The tavern keeper: popular with everybody, until he votes for somebody who is put out.

use crate::effect::{Blow, Effect, Fate, Item, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::poll::{Poll, Sway};
use crate::request::About;
use crate::state::State;

pub(super) struct Tavern;

fn popular(me: Me, s: &State) -> bool {
    s.notes(me, Item::Used).next().is_none()
}

impl Hooks for Tavern {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    /// The wolves drink there too.
    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        if blow.cause == Cause::Wolves && popular(me, s) {
            Verdict::Averted(Ward::Tavern, vec![])
        } else {
            Verdict::Stands
        }
    }

    fn sway(&self, me: Me, poll: &Poll, s: &State) -> Sway {
        Sway { untouchable: poll.about == About::Exile && popular(me, s), ..Sway::default() }
    }

    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let guilty = fate.died_of(Cause::Vote) && s.accusers(fate.seat).has(me.seat);
        if !guilty || !popular(me, s) {
            return vec![];
        }
        vec![
            Effect::Note(s.note(me, Item::Used, fate.seat)),
            Effect::Tell(Audience::Everyone, Fact::Unpopular { seat: me.seat }),
        ]
    }
}
