//! In the dance tonight: of three, the side with fewer dies of it, and a mask counts for the other side. While whoever
//! leads the dance is in it, no attack of the wolves reaches the dancers.

use crate::effect::{Blow, Verdict};
use crate::event::{Cause, Ward};
use crate::hooks::{Hooks, Layer, Me};
use crate::marks::Kind;
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct Dancing;

/// The side with fewer; nobody, if all are of one side.
fn fewer(s: &State) -> Seats {
    let dancers = s.marked(Kind::Dancing);
    let wolf = |seat: &Seat| s.wolfish(*seat) != s.has(*seat, Kind::Masked);
    let wolves: Seats = dancers.iter().filter(wolf).collect();
    let others = dancers.minus(wolves);
    if wolves.len() < others.len() { wolves } else { others }
}

impl Hooks for Dancing {
    fn layer(&self) -> Layer {
        Layer::Dream
    }

    fn intercept(&self, me: Me, blow: &Blow, s: &State) -> Verdict {
        let led = || s.mark(me.seat, Kind::Dancing).is_some_and(|mark| s.has(mark.by, Kind::Dancing));
        match blow.cause {
            Cause::Wolves if led() => Verdict::Averted(Ward::Dance, vec![]),
            Cause::Dance if !fewer(s).has(me.seat) => Verdict::Averted(Ward::Dance, vec![]),
            _ => Verdict::Stands,
        }
    }
}
