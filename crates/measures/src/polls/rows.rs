//! Polled speeches as tidy rows.

use super::influence::pushes;
use super::swing::{Shift, swings};
use crate::reading::Story;
use lycaon_rules::Seat;
use serde::Serialize;

/// A speech that was polled before and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SwingRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The day.
    pub day: u16,
    /// The number of the speech in the game, from 1.
    pub speech: usize,
    /// Who spoke.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The card it was dealt.
    pub role: String,
    /// Whether the seat is a wolf.
    pub wolf: bool,
    /// How many others were asked before and after.
    pub observers: usize,
    /// How many of their ballots moved.
    pub moved: usize,
    /// How many would have moved by chance.
    pub moved_by_chance: f64,
    /// Of the village's ballots, those that went from a wolf to another, less those that went the other way.
    pub harm: i32,
    /// Against whom the speech speaks.
    pub target: Option<u8>,
    /// Whether that is a wolf.
    pub target_wolf: Option<bool>,
    /// How many ballots the target gained, less those lost.
    pub gain: Option<i32>,
    /// The share of the others that was for the target in the poll before.
    pub before: Option<f64>,
    /// Ballots of the others in the next vote on exile.
    pub ballots: Option<u32>,
    /// Of these, for the target.
    pub hits: Option<u32>,
    /// The hits of players who vote evenly.
    pub hits_by_chance: Option<f64>,
}

/// The polled speeches of a game of this deal.
#[must_use]
pub fn swing_rows(story: &Story, deal: &str) -> Vec<SwingRow> {
    let pushes = pushes(story);
    let row = |swing: super::swing::Swing| {
        let said = &story.speeches[swing.speech];
        let push = pushes.iter().find(|push| push.speech == swing.speech);
        SwingRow {
            game: story.header.game.clone(),
            deal: deal.into(),
            day: said.at.day,
            speech: swing.speech + 1,
            seat: said.seat.number(),
            agent: story.agent(said.seat).into(),
            role: story.card(said.seat).id().into(),
            wolf: said.at.wolves.has(said.seat),
            observers: swing.shifts.len(),
            moved: swing.moved(),
            moved_by_chance: swing.shifts.iter().map(Shift::chance).sum(),
            harm: swing.harm(said.at.wolves),
            target: swing.target.map(Seat::number),
            target_wolf: swing.target.map(|target| said.at.wolves.has(target)),
            gain: swing.gain(),
            before: push.map(|push| push.before),
            ballots: push.map(|push| push.ballots),
            hits: push.map(|push| push.hits),
            hits_by_chance: push.map(|push| push.by_chance),
        }
    };
    swings(story).into_iter().map(row).collect()
}
