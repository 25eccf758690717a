//! An idiot whose card is shown: in the game, without a vote (R59 to R62).

use crate::effect::{Blow, Effect, Verdict};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::marks::Kind;
use crate::options::{FlippedIdiotExiledAgain, IdiotSheriff, IdiotSpeech};
use crate::order::Rank;
use crate::poll::{Poll, Sway};
use crate::request::{Ask, Choice, FloorKind, Menu, Source, Window};
use crate::seat::Seat;
use crate::state::State;

use crate::agenda::Step;
use crate::hooks::Pick;

pub(super) struct Flipped;

/// The card is shown. An idiot who is sheriff loses the office, or hands the badge over.
pub(crate) fn flip(seat: Seat, s: &State) -> Vec<Effect> {
    let role = s.card(seat);
    let mut effects = vec![
        Effect::Mark(s.new_mark(seat, Kind::Flipped, seat)),
        Effect::Tell(Audience::Everyone, Fact::Flipped { seat }),
        Effect::Tell(Audience::Everyone, Fact::Revealed { seat, role, card: s.shown[seat.index()] }),
    ];
    if s.has(seat, Kind::Sheriff) {
        match s.options().idiot_sheriff {
            IdiotSheriff::OfficeVoid => effects.extend([
                Effect::Unmark(seat, Kind::Sheriff),
                Effect::Tell(Audience::Everyone, Fact::BadgeVoid { seat }),
            ]),
            IdiotSheriff::BadgeHandover => {
                let me = Me::new(seat, Source::Mark(Kind::Sheriff));
                effects.push(Effect::Ask { me, ask: Ask::Badge, rank: Rank::Badge });
            }
        }
    }
    effects
}

impl Hooks for Flipped {
    fn layer(&self) -> Layer {
        Layer::Lives
    }

    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        let this_vote = s.mark(me.seat, Kind::Flipped).is_some_and(|mark| mark.vote == s.vote);
        let stays = s.options().flipped_idiot_exiled_again != FlippedIdiotExiledAgain::Dies;
        if blow.cause == Cause::Vote && (this_vote || stays) {
            let told = Effect::Tell(Audience::Everyone, Fact::Unmoved { seat: me.seat });
            Verdict::Averted(Ward::Idiot, vec![told])
        } else {
            Verdict::Stands
        }
    }

    fn sway(&self, _me: Me, _poll: &Poll, s: &State) -> Sway {
        let untouchable = s.options().flipped_idiot_exiled_again == FlippedIdiotExiledAgain::NotATarget;
        Sway { barred: true, untouchable, ..Sway::default() }
    }

    fn offer(&self, _me: Me, window: Window, s: &State) -> Option<Menu> {
        let may = s.options().idiot_speech == IdiotSpeech::MayInterrupt && window == Window::Floor;
        may.then(|| Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, _s: &State) -> Vec<Effect> {
        match (ask, pick.hit) {
            (Ask::Offer { .. }, Choice::Yes) => vec![
                Effect::Tell(Audience::Everyone, Fact::Interrupted { by: me.seat }),
                Effect::Next(Step::Speak(me.seat, FloorKind::Interjection)),
            ],
            _ => vec![],
        }
    }
}

/// Whether the badge may be handed to this seat.
pub(super) fn may_hold_badge(seat: Seat, s: &State) -> bool {
    s.options().idiot_sheriff == IdiotSheriff::OfficeVoid || !s.has(seat, Kind::Flipped)
}
