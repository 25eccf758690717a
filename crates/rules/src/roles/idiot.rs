//! 白痴: voted out, he shows his card and stays without a vote.

use super::{Camp, Card, Group, Pack, Wakes};
use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Cause, Ward};
use crate::hooks::{Hooks, Layer, Me, Pick};
use crate::marks::{Kind, flip};
use crate::options::{IdiotTrigger, MayAuto, Options};
use crate::poll::Tally;
use crate::request::{About, Ask, Choice, Menu};
use crate::state::State;

pub(super) struct Idiot;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::Never,
    pack: Pack::No,
    sources: &["000d", "000h", "003"],
    options: &[
        "idiot_trigger",
        "idiot_flip_optional",
        "idiot_speech",
        "flipped_idiot_exiled_again",
        "idiot_sheriff",
        "idiot_dies_with_elder",
    ],
    ..Card::BLANK
};

/// Whether his card is still hidden.
fn hidden(me: Me, s: &State) -> bool {
    !s.has(me.seat, Kind::Flipped)
}

impl Hooks for Idiot {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    /// About to be exiled, he may show his card, where it does not happen by itself.
    fn plea(&self, me: Me, s: &State) -> Option<Menu> {
        let asked = hidden(me, s) && s.options().idiot_flip_optional == MayAuto::May;
        asked.then(|| Menu::OneOf { choices: vec![Choice::Yes, Choice::Pass] })
    }

    fn play(&self, me: Me, _ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        if pick.hit == Choice::Yes { vec![Effect::Mark(s.new_mark(me.seat, Kind::Pleads, me.seat))] } else { vec![] }
    }

    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        let shows = s.options().idiot_flip_optional == MayAuto::Auto || s.has(me.seat, Kind::Pleads);
        if blow.cause == Cause::Vote && hidden(me, s) && shows {
            Verdict::Averted(Ward::Idiot, flip(me.seat, s))
        } else {
            Verdict::Stands
        }
    }

    /// Read to the letter (000h), any ballot against him turns his card; that vote cannot remove him (errata 45).
    fn opened(&self, me: Me, tally: &Tally, s: &State) -> Vec<Effect> {
        let named = tally.about == About::Exile && tally.ballots.iter().any(|(_, onto)| *onto == Some(me.seat));
        if s.options().idiot_trigger == IdiotTrigger::AnyVoteAgainst && named && hidden(me, s) {
            flip(me.seat, s)
        } else {
            vec![]
        }
    }

    fn disarmed(&self, options: &Options) -> bool {
        options.power_loss_hits_idiot
            && options.elder_power_loss_scope == crate::options::ElderPowerLossScope::AllVillagerPowers
    }
}
