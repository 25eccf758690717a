//! The sheriff's office (R134 to R140): a heavier ballot, a word on ties, a successor.

use super::flipped::may_hold_badge;
use crate::agenda::Step;
use crate::effect::{Effect, Fate};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::marks::Kind;
use crate::options::{EventDraw, SheriffSuccessor, SheriffTiebreak, SheriffWeight, SheriffWeightAppliesTo, TieRule};
use crate::order::Rank;
use crate::poll::{Poll, Sway};
use crate::request::{About, Ask, Choice, Menu, Window};
use crate::seat::{Seat, Seats};
use crate::state::State;

pub(super) struct Sheriff;

/// Who may succeed him: with farms in the village, a farmer.
fn heirs(me: Me, s: &State) -> Seats {
    let others = s.present().without(me.seat).and(s.eligible());
    others.iter().filter(|seat| may_hold_badge(*seat, s)).collect()
}

fn appoint(me: Me, crier: Seat, s: &State) -> Vec<Effect> {
    let dismissed = s.marked(Kind::Crier).iter().map(|seat| Effect::Unmark(seat, Kind::Crier));
    let appointed = [
        Effect::Mark(s.new_mark(crier, Kind::Crier, me.seat)),
        Effect::Tell(Audience::Everyone, Fact::Appointed { seat: crier }),
    ];
    dismissed.chain(appointed).collect()
}

impl Hooks for Sheriff {
    fn sway(&self, _me: Me, poll: &Poll, s: &State) -> Sway {
        let o = s.options();
        let counts =
            poll.about == About::Exile || o.sheriff_double_vote_applies_to == SheriffWeightAppliesTo::AllBallots;
        let extra = match o.sheriff_weight {
            _ if !counts => 0,
            SheriffWeight::One => 0,
            SheriffWeight::OneAndHalf => 1,
            SheriffWeight::Two => 2,
        };
        Sway { extra, ..Sway::default() }
    }

    fn tie(&self, me: Me, rule: TieRule, tied: Seats, s: &State) -> Option<Vec<Effect>> {
        let breaks = rule == TieRule::Sheriff && s.options().sheriff_tiebreak != SheriffTiebreak::None;
        breaks.then(|| {
            let ask = Ask::BreakTie { tied };
            vec![Effect::Next(Step::Put { me, ask })]
        })
    }

    fn mourn(&self, me: Me, fate: &Fate, s: &State) -> Vec<Effect> {
        let acts = !fate.by_night || s.options().night_killed_hunter_sheriff_act;
        if fate.seat != me.seat || !acts {
            return vec![];
        }
        if s.present().without(me.seat).and(s.eligible()).is_empty() {
            // The last farmer takes the office with him.
            let told = Fact::Badge { from: me.seat, to: None };
            return vec![Effect::Unmark(me.seat, Kind::Sheriff), Effect::Tell(Audience::Everyone, told)];
        }
        vec![Effect::Ask { me, ask: Ask::Badge, rank: Rank::Badge }]
    }

    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let o = s.options();
        let (decline, seats) = match ask {
            Ask::BreakTie { tied } => {
                ((o.sheriff_tiebreak == SheriffTiebreak::DecideOrVoid).then_some(Choice::Pass), tied)
            }
            Ask::Badge => {
                let heirs = heirs(me, s);
                let decline = match o.sheriff_successor {
                    SheriffSuccessor::Must => None,
                    SheriffSuccessor::May => Some(Choice::Pass),
                    SheriffSuccessor::MayTear => Some(Choice::Tear),
                };
                (decline, heirs)
            }
            _ => return None,
        };
        let targets = seats.iter().map(|seat| Choice::Target { seat });
        let choices: Vec<Choice> = targets.chain(decline).collect();
        (!seats.is_empty()).then_some(Menu::OneOf { choices })
    }

    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let seat = pick.hit.seat();
        match ask {
            Ask::BreakTie { .. } => {
                let told = Fact::TieBroken { by: me.seat, onto: pick.named.seat() };
                let mut effects = vec![Effect::Tell(Audience::Everyone, told)];
                match seat {
                    Some(seat) => effects.push(Effect::Next(Step::Execute(seat))),
                    None => effects.push(Effect::Tell(Audience::Everyone, Fact::NobodyOut)),
                }
                effects
            }
            Ask::Badge => {
                let told = Fact::Badge { from: me.seat, to: seat };
                let mut effects = vec![Effect::Unmark(me.seat, Kind::Sheriff), Effect::Tell(Audience::Everyone, told)];
                effects.extend(seat.map(|heir| Effect::Mark(s.new_mark(heir, Kind::Sheriff, me.seat))));
                effects
            }
            Ask::Offer { .. } => seat.map(|crier| appoint(me, crier, s)).unwrap_or_default(),
            _ => vec![],
        }
    }

    /// Where there is a town crier, the sheriff may appoint one on any morning, in place of the one there is.
    fn offer(&self, me: Me, window: Window, s: &State) -> Option<Menu> {
        let o = s.options();
        let appoints = window == Window::Morning && o.event_draw == EventDraw::TownCrier && !o.event_deck.0.is_empty();
        let others = s.around().without(me.seat).minus(s.marked(Kind::Crier));
        let targets = others.iter().map(|seat| Choice::Target { seat });
        (appoints && !others.is_empty())
            .then(|| Menu::OneOf { choices: std::iter::once(Choice::Pass).chain(targets).collect() })
    }

    fn must(&self, ask: Ask, _s: &State) -> bool {
        matches!(ask, Ask::Badge | Ask::BreakTie { .. })
    }
}
