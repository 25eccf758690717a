//! The value of a state: how likely the village is to win it.
//!
//! The value function is fixed before any game is looked at: the exact probability under random play without powers. By
//! night the pack bites a living player of the others, each alike; by day a living player is exiled, each alike. The
//! board's own condition of the wolves' win holds (parity, all others dead, or one of the two sides dead). Powers, badge
//! and ties are not part of it; a report says so beside every number that is built on it.

use crate::reading::Story;
use lycaon_rules::{Board, Group, Seats, WolfWin};
use std::cell::RefCell;
use std::collections::BTreeMap;

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Turn {
    /// A bite.
    Night,
    /// An exile.
    Day,
}

/// How many gods, others and wolves are alive.
type Left = (u8, u8, u8);

/// The value of every state of a board.
#[derive(Debug)]
pub struct Odds {
    wolf_win: WolfWin,
    /// Whether the board has gods, and villagers: a side that never was cannot be wiped out.
    sides: (bool, bool),
    known: RefCell<BTreeMap<(Left, Turn), f64>>,
}

impl Odds {
    /// The values of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        let has = |wanted: Group| board.roles.iter().any(|(role, n)| *n > 0 && role.group(&board.options) == wanted);
        Odds {
            wolf_win: board.options.wolf_win,
            sides: (has(Group::God), has(Group::Villager)),
            known: RefCell::default(),
        }
    }

    /// The village's probability to win with these alive.
    #[must_use]
    pub fn village(&self, story: &Story, living: Seats, wolves: Seats, turn: Turn) -> f64 {
        let good = living.minus(wolves);
        let gods = story.gods(good).len() as u8;
        self.at((gods, good.len() as u8 - gods, living.and(wolves).len() as u8), turn)
    }

    fn over(&self, (gods, others, wolves): Left) -> Option<f64> {
        let wolves_won = match self.wolf_win {
            WolfWin::KillAll => gods + others == 0,
            WolfWin::Parity => wolves >= gods + others,
            WolfWin::SideWipe => gods == 0 && self.sides.0 || others == 0 && self.sides.1 || gods + others == 0,
        };
        if wolves == 0 { Some(1.0) } else { wolves_won.then_some(0.0) }
    }

    /// The village's probability to win with so many gods, other good players and wolves alive.
    #[must_use]
    pub fn at(&self, left: Left, turn: Turn) -> f64 {
        if let Some(value) = self.over(left).or_else(|| self.known.borrow().get(&(left, turn)).copied()) {
            return value;
        }
        let (gods, others, wolves) = left;
        let (next, prey) = match turn {
            Turn::Night => (Turn::Day, 0),
            Turn::Day => (Turn::Night, wolves),
        };
        let falls = [
            (gods, (gods.saturating_sub(1), others, wolves)),
            (others, (gods, others.saturating_sub(1), wolves)),
            (prey, (gods, others, wolves - 1)),
        ];
        let all = f64::from(gods) + f64::from(others) + f64::from(prey);
        let falls = falls.into_iter().filter(|(count, _)| *count > 0);
        let value = falls.map(|(count, left)| f64::from(count) / all * self.at(left, next)).sum();
        self.known.borrow_mut().insert((left, turn), value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn odds(wolf_win: &str) -> Odds {
        let mut board = Board::named("vanilla-9-2").unwrap();
        board.options.set("wolf_win", wolf_win).unwrap();
        Odds::of(&board)
    }

    /// The exact values of the catalogue, as fractions of wolves' wins: `mafia_exact.json`.
    #[test]
    fn vanilla_boards_have_the_exact_odds() {
        for (others, wolves, turn, rule, won) in [
            (7, 2, Turn::Night, "parity", 27.0 / 32.0),
            (7, 2, Turn::Day, "parity", 221.0 / 315.0),
            (5, 1, Turn::Night, "parity", 8.0 / 15.0),
            (6, 1, Turn::Day, "parity", 16.0 / 35.0),
            (8, 2, Turn::Day, "kill_all", 63.0 / 128.0),
            (5, 2, Turn::Night, "kill_all", 5.0 / 8.0),
            (9, 3, Turn::Day, "kill_all", 21.0 / 32.0),
        ] {
            let value = odds(rule).at((0, others, wolves), turn);
            assert!((value - (1.0 - won)).abs() < 1e-12, "{others} {wolves} {turn:?} {rule}: {value}");
        }
    }

    /// One god, one villager, one wolf, day: exile of the wolf wins, any other loses a side.
    #[test]
    fn a_side_that_is_gone_is_lost() {
        let mut board = Board::named("online-9p").unwrap();
        board.options.set("wolf_win", "side_wipe").unwrap();
        assert_eq!(Odds::of(&board).at((1, 1, 1), Turn::Day), 1.0 / 3.0);
        assert_eq!(Odds::of(&board).at((3, 0, 1), Turn::Night), 0.0);
        assert_eq!(Odds::of(&board).at((3, 0, 0), Turn::Night), 1.0);
    }
}
