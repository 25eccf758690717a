//! The random play of the published odds: what it does is specified move by move, so the chance of every outcome can
//! be computed exactly and an engine can be checked against it.

use super::{Lots, Policy};
use lycaon_rules::{About, Answer, Ask, Choice, Menu, Request, RoleId, Seat, Seats, View};

/// A seat that plays the reference policy:
///
/// - ballots go to a uniformly drawn other living player;
/// - the pack's victim, the seer's check and the guard's ward are uniform over whom the house allows (the guard
///   himself included), and nobody forgoes them;
/// - the witch heals with a chance of one half while she may; if she did not heal and has the poison, she gives it
///   with a chance of one half to a uniformly drawn other living player, tonight's victim included;
/// - the hunter always shoots, uniformly.
///
/// Whatever else is asked is answered uniformly.
#[derive(Clone, Debug)]
pub struct Oracle {
    lots: Lots,
    /// The pack's choices come from a stream that all wolves of a game share, so that they point at one victim and it
    /// is uniform, whatever the house does with disagreement.
    pack: Lots,
}

impl Oracle {
    /// The reference player of this seat in the game of this seed.
    #[must_use]
    pub fn new(seed: u64, seat: Seat) -> Self {
        Oracle { lots: Lots::of_seat(seed, seat), pack: Lots::new(seed, "the pack") }
    }

    fn choose(&mut self, request: &Request) -> Option<Choice> {
        let Menu::OneOf { choices } = &request.menu else { return None };
        let others = targets(choices).without(request.seat);
        let seat = match request.ask {
            Ask::Ballot { about: About::Exile, .. } => self.lots.seat(others),
            Ask::Hunt { .. } => self.pack.seat(targets(choices)),
            Ask::Shot => self.lots.seat(others),
            Ask::Night { role: RoleId::Seer } => self.lots.seat(others),
            Ask::Night { role: RoleId::Guard } => self.lots.seat(targets(choices)),
            Ask::Night { role: RoleId::Witch } => return self.potion(request.seat, choices),
            _ => None,
        };
        seat.map(|seat| Choice::Target { seat })
    }

    fn potion(&mut self, witch: Seat, choices: &[Choice]) -> Option<Choice> {
        if choices.contains(&Choice::Save) && self.lots.percent(50) {
            return Some(Choice::Save);
        }
        let poison = |choice: &Choice| match *choice {
            Choice::Poison { seat } if seat != witch => Some(seat),
            _ => None,
        };
        let victims: Seats = choices.iter().filter_map(poison).collect();
        if !victims.is_empty() && self.lots.percent(50) {
            return self.lots.seat(victims).map(|seat| Choice::Poison { seat });
        }
        choices.contains(&Choice::Pass).then_some(Choice::Pass)
    }
}

/// The seats that may be targeted.
fn targets(choices: &[Choice]) -> Seats {
    let target = |choice: &Choice| match *choice {
        Choice::Target { seat } => Some(seat),
        _ => None,
    };
    choices.iter().filter_map(target).collect()
}

impl Policy for Oracle {
    fn needs_view(&self) -> bool {
        false
    }

    fn decide(&mut self, _view: &View, request: &Request) -> Answer {
        let choice = self.choose(request);
        choice.unwrap_or_else(|| request.menu.nth(self.lots.below(request.menu.size()))).into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::probe::{request, view};
    use std::collections::BTreeMap;

    fn tally(ask: Ask, choices: Vec<Choice>) -> BTreeMap<Choice, u32> {
        let asked = request(1, ask, Menu::OneOf { choices });
        let mut oracle = Oracle::new(3, Seat::new(1));
        let mut counts = BTreeMap::new();
        for _ in 0..8000 {
            *counts.entry(oracle.decide(&view(1), &asked).choice).or_default() += 1;
        }
        counts
    }

    fn target(seat: u8) -> Choice {
        Choice::Target { seat: Seat::new(seat) }
    }

    fn poison(seat: u8) -> Choice {
        Choice::Poison { seat: Seat::new(seat) }
    }

    #[test]
    fn the_witch_heals_half_of_the_time_and_else_poisons_another_half_of_the_time() {
        let both = Choice::SaveAndPoison { seat: Seat::new(2) };
        let choices = vec![Choice::Pass, Choice::Save, poison(1), poison(2), poison(3), both];
        let counts = tally(Ask::Night { role: RoleId::Witch }, choices);
        assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [Choice::Pass, Choice::Save, poison(2), poison(3)]);
        assert!((3800..4200).contains(&counts[&Choice::Save]), "{counts:?}");
        assert!((1800..2200).contains(&counts[&Choice::Pass]), "{counts:?}");
        assert!((850..1150).contains(&counts[&poison(2)]), "{counts:?}");
    }

    #[test]
    fn nobody_votes_for_himself_or_for_nobody_and_the_hunter_never_holds_his_fire() {
        let choices = vec![Choice::Pass, target(1), target(2), target(3)];
        let asks = [Ask::Ballot { about: About::Exile, round: 1 }, Ask::Shot, Ask::Night { role: RoleId::Seer }];
        for ask in asks {
            let counts = tally(ask, choices.clone());
            assert_eq!(counts.keys().copied().collect::<Vec<_>>(), [target(2), target(3)], "{ask:?}");
        }
        let guarded = tally(Ask::Night { role: RoleId::Guard }, choices);
        assert_eq!(guarded.len(), 3, "the guard may ward himself and never nobody");
    }

    #[test]
    fn wolves_of_one_game_point_at_one_victim() {
        let choices: Vec<Choice> = (3..10).map(target).collect();
        let mut wolves = [1, 2].map(|seat| Oracle::new(5, Seat::new(seat)));
        for round in 1..20 {
            let [one, other] = [0, 1].map(|i| {
                let menu = Menu::OneOf { choices: choices.clone() };
                wolves[i].decide(&view(1), &request(1, Ask::Hunt { round }, menu)).choice
            });
            assert_eq!(one, other);
        }
    }
}
