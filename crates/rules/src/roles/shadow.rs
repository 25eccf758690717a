//! 影子: in the first night picks a master, and takes his place in the night after the master's death.

use super::{Camp, Card, Group, Pack, Wakes, once};
use crate::effect::{Effect, Note};
use crate::event::{Audience, Fact, Sight};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::{Options, SightKind};
use crate::request::{Ask, Menu, Source};
use crate::seat::Seat;
use crate::state::State;
use crate::win::Side;

pub(super) struct Shadow;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::Neither,
    wakes: Wakes::FirstNight,
    pack: Pack::No,
    sources: &["000b", "trc"],
    options: &["shadow_inherits_used_powers"],
    ..Card::BLANK
};

/// What the master had used up of his power, remembered by his heir.
fn memories(me: Me, master: Seat, s: &State) -> Vec<Effect> {
    let source = Source::Role(s.card(master));
    let own = |note: &&Note| note.of == master && note.source == source;
    s.notes.iter().filter(own).map(|note| Effect::Note(Note { of: me.seat, ..*note })).collect()
}

impl Hooks for Shadow {
    fn menu(&self, me: Me, _ask: Ask, s: &State) -> Option<Menu> {
        once::another(me, s)
    }

    fn must(&self, _ask: Ask, _s: &State) -> bool {
        true
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let marks = pick.hit.seat().map(|seat| {
            [
                Effect::Mark(s.new_mark(me.seat, Kind::Shadows, me.seat)),
                Effect::Mark(s.new_mark(seat, Kind::Master, me.seat)),
            ]
        });
        once::choose(me, pick, s).into_iter().chain(marks.into_iter().flatten()).collect()
    }

    /// It outlived its master: his card, his camp and the state of his power are its own from now on.
    fn dusk(&self, me: Me, s: &State) -> Vec<Effect> {
        let Some(master) = once::chosen(me, s).filter(|master| !s.living.has(*master)) else { return vec![] };
        let role = s.card(master);
        let mut effects = vec![
            Effect::Unmark(me.seat, Kind::Shadows),
            Effect::Become { seat: me.seat, role, card: s.shown[me.seat.index()] },
            Effect::Tell(Audience::one(me.seat), Fact::Became { role }),
        ];
        if s.has(master, Kind::Turned) {
            effects.push(Effect::Mark(s.new_mark(me.seat, Kind::Turned, master)));
            effects.push(Effect::Tell(Audience::one(me.seat), Fact::Turned));
        }
        if s.options().shadow_inherits_used_powers {
            effects.extend(memories(me, master, s));
            let spent = [Kind::Powerless, Kind::Sealed, Kind::Joined].into_iter().filter(|kind| s.has(master, *kind));
            effects.extend(spent.map(|kind| Effect::Mark(s.new_mark(me.seat, kind, master))));
        }
        effects
    }

    fn seems(&self, _seat: Seat, _kind: SightKind, _s: &State) -> Option<Sight> {
        Some(Sight::Good)
    }

    fn side(&self, me: Me, s: &State) -> Option<Side> {
        if s.wolfish(me.seat) { Some(Side::Wolves) } else { once::chosen(me, s).map(Side::With) }
    }

    /// It holds its master's place.
    fn slot(&self, me: Me, s: &State) -> Option<Group> {
        once::chosen(me, s).map(|master| s.card(master).group(s.options()))
    }

    fn disarmed(&self, _options: &Options) -> bool {
        false
    }
}
