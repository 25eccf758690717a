//! 机械狼: a wolf who does not know the pack; in the first night learns a player's card, and from the next night on
//! has the power of a god he learned and passes for that card. He cannot blow himself up.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Effect, Item, Mark, Span};
use crate::event::{Audience, Fact, Sight};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::SightKind;
use crate::request::{Ask, Choice, Menu, Source};
use crate::roles::RoleId;
use crate::seat::Seat;
use crate::state::State;

pub(super) struct MechanicalWolf;

pub(super) const CARD: Card = Card {
    camp: Camp::Wolves,
    group: Group::Wolf,
    wakes: Wakes::FirstNight,
    pack: Pack::Apart,
    sources: &["olv", "vwm"],
    ..Card::BLANK
};

impl Hooks for MechanicalWolf {
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let targets = s.present().without(me.seat).iter().map(|seat| Choice::Target { seat });
        matches!(ask, Ask::Night { .. })
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    /// He studies a player and does not check him, so nothing happens to either.
    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let (Some(named), Some(hit)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
        let role = s.card(hit);
        let span = Span::From(s.night + 1);
        let god = role.card().camp == Camp::Village && role.group(s.options()) == Group::God;
        let lent = god.then(|| Effect::Mark(Mark { span, ..s.new_mark(me.seat, Kind::Borrows(role), me.seat) }));
        let learned = [
            Effect::Note(s.note(me, Item::Card(role), hit)),
            Effect::Tell(Audience::one(me.seat), Fact::Saw { seat: named, sight: Sight::Role(role) }),
        ];
        learned.into_iter().chain(lent).collect()
    }

    /// Who looks for cards sees the one he learned; who looks for wolves sees a wolf.
    fn seems(&self, seat: Seat, kind: SightKind, s: &State) -> Option<Sight> {
        let me = Me::new(seat, Source::Role(RoleId::MechanicalWolf));
        let learned =
            |note: &&crate::effect::Note| note.of == me.seat && note.source == me.source && note.night < s.night;
        let card = s.notes.iter().filter(learned).find_map(|note| match note.item {
            Item::Card(role) => Some(Sight::Role(role)),
            _ => None,
        });
        card.filter(|_| kind == SightKind::Role)
    }
}
