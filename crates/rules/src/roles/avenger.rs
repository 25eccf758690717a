//! 复仇者: always of the camp that is not the shadow's master's; out, he picks a player, who falls if he is an enemy.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Fate, Item};
use crate::event::{Audience, Cause, Fact, Sight};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::SightKind;
use crate::order::Rank;
use crate::request::{Ask, Choice, Menu};
use crate::seat::{Seat, Seats};
use crate::state::State;
use crate::win::{Party, Reason, Victory};

pub(super) struct Avenger;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::FirstNight,
    pack: Pack::Apart,
    sources: &["000b", "trc"],
    options: &["avenger_solo_win"],
    ..Card::BLANK
};

/// Whether the shadow's master makes a wolf of him. The shadow of the avenger himself leaves him good, and so does a
/// table without a shadow.
fn against_the_village(me: Me, s: &State) -> bool {
    let master = s.marked(Kind::Master).without(me.seat).first();
    master.is_some_and(|master| !s.wolfish(master))
}

impl Hooks for Avenger {
    /// He learns in the first night whose side he is on, for good. A wolf, he is apart from the pack.
    fn brief(&self, me: Me, ask: Ask, s: &State) -> Vec<Effect> {
        if !matches!(ask, Ask::Night { .. }) {
            return vec![];
        }
        let wolf = against_the_village(me, s);
        let sight = if wolf { Sight::Wolf } else { Sight::Good };
        let turned = wolf.then(|| Effect::Mark(s.new_mark(me.seat, Kind::Turned, me.seat)));
        let told = Effect::Tell(Audience::one(me.seat), Fact::Saw { seat: me.seat, sight });
        turned.into_iter().chain([told]).collect()
    }

    fn mourn(&self, me: Me, fate: &Fate, _s: &State) -> Vec<Effect> {
        let out = fate.seat == me.seat && fate.died();
        if out { vec![Effect::Ask { me, ask: Ask::Shot, rank: Rank::Shot }] } else { vec![] }
    }

    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).minus(s.spared_by(me.seat));
        let choices = std::iter::once(Choice::Pass).chain(targets.iter().map(|seat| Choice::Target { seat })).collect();
        (ask == Ask::Shot && !targets.is_empty()).then_some(Menu::OneOf { choices })
    }

    /// A friend is spared, and nobody but the avenger knows who was meant.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Some(seat) = pick.hit.seat() else { return vec![] };
        if s.has(seat, Kind::Shadows) && s.options().avenger_solo_win {
            return vec![Effect::Note(s.note(me, Item::Used, seat))];
        }
        if s.wolfish(seat) == s.wolfish(me.seat) {
            return vec![];
        }
        vec![Effect::Strike(Blow::kill(seat, Cause::Shot, Some(me.seat)))]
    }

    fn seems(&self, _seat: Seat, _kind: SightKind, _s: &State) -> Option<Sight> {
        Some(Sight::Good)
    }

    fn victory(&self, me: Me, s: &State) -> Option<Victory> {
        let met = s.notes(me, Item::Used).next().is_some();
        met.then_some(Victory { party: Party::Avenger, seats: Seats::one(me.seat), reason: Reason::ShadowMet })
    }
}
