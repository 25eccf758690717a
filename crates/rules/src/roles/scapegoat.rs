//! 替罪羊: dies in place of the tied, and names who may vote on the next day.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::agenda::Step;
use crate::effect::{Effect, Fate, Mark, Span};
use crate::event::{Audience, Cause, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::{ElderPowerLossScope, Options, ScapegoatBanWhen, TieRule};
use crate::order::Rank;
use crate::request::{Ask, Choice, Menu};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Scapegoat;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000h", "003"],
    options: &["scapegoat_ban_when", "scapegoat_list_may_be_empty", "scapegoat_may_pact", "tie"],
    ..Card::BLANK
};

impl Hooks for Scapegoat {
    fn tie(&self, me: Me, rule: TieRule, _tied: Seats, s: &State) -> Option<Vec<Effect>> {
        let takes = rule == TieRule::Scapegoat && s.living.has(me.seat);
        let blamed = || Effect::Mark(s.new_mark(me.seat, Kind::Blamed, me.seat));
        takes.then(|| vec![Effect::Unmark(me.seat, Kind::Blamed), blamed(), Effect::Next(Step::Execute(me.seat))])
    }

    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let names = fate.died_of(Cause::Tie) || s.options().scapegoat_ban_when == ScapegoatBanWhen::AnyDeath;
        if fate.seat == me.seat && names { vec![Effect::Ask { me, ask: Ask::Ban, rank: Rank::Ban }] } else { vec![] }
    }

    /// Those who may vote on the next day.
    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let of = s.present().without(me.seat);
        let min = u8::from(!s.options().scapegoat_list_may_be_empty);
        (ask == Ask::Ban && !of.is_empty()).then_some(Menu::Subset { of, min, max: of.len() as u8, pass: false })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let Choice::Set { seats: may_vote } = pick.hit else { return vec![] };
        let barred = s.present().without(me.seat).minus(may_vote);
        let span = Span::Day(s.day + 1);
        let mark = |on| Effect::Mark(Mark { span, ..s.new_mark(on, Kind::NoVote, me.seat) });
        let told = Effect::Tell(Audience::Everyone, Fact::VotersNamed { by: me.seat, may_vote });
        std::iter::once(told).chain(barred.iter().map(mark)).collect()
    }

    fn disarmed(&self, options: &Options) -> bool {
        options.power_loss_hits_scapegoat && options.elder_power_loss_scope == ElderPowerLossScope::AllVillagerPowers
    }
}
