//! How wolves talk beside their lies about cards. The old advice names five arts: to persuade without a hole in the
//! story (`pretence.rs`), to frame with what is true of others (`judging.rs`, from the table's point of view), to stir,
//! to think like a villager, and to act when one is put out.

use super::Mind;
use super::lines::{Line, Point};
use lycaon_rules::{Claim, Seat, Seats};

impl Mind<'_> {
    /// A wolf whose partner is in danger turns the talk elsewhere: on two others who are at odds, or on the unanimity.
    pub(super) fn stirs(&mut self) -> Option<Point> {
        if !self.memory.am_wolf() || !self.level.lies() {
            return None;
        }
        let partners = self.memory.pack.without(self.memory.me).and(self.memory.living);
        let in_danger = |seat: Seat| {
            let voices = self.announced_against(seat).len();
            voices >= 2 || (voices >= 1 && self.table().of(seat) > 150)
        };
        if !partners.iter().any(in_danger) || !self.lots.percent(65) {
            return None;
        }
        let pairs = self.at_odds(self.memory.others().minus(self.memory.pack));
        match self.lots.one_of(&pairs) {
            Some((seat, other)) if self.lots.percent(60) => Some(Point::new(Line::StirPair).seat(seat).other(other)),
            _ => Some(Point::new(Line::StirUnison)),
        }
    }

    /// Those of these seats of whom one spoke against the other today.
    fn at_odds(&self, seats: Seats) -> Vec<(Seat, Seat)> {
        let against = self.memory.said_today().filter_map(|said| match said.claim {
            Claim::Suspects { seat } if seats.has(seat) && seats.has(said.by) && seat != said.by => {
                Some((said.by, seat))
            }
            _ => None,
        });
        against.collect()
    }

    /// For whom one speaks with one's last words. Where the card is about to be shown, a wolf speaks for a villager, whom
    /// the table will then suspect; otherwise everybody speaks for whom he seems to trust.
    pub(super) fn bequest(&mut self, spoken_of: Seats) -> Option<Point> {
        if self.memory.am_wolf() && self.level.lies() && self.cards_are_shown() {
            let prey = self.memory.others().minus(self.memory.pack).minus(spoken_of);
            return self.table().best(prey).map(|seat| Point::new(Line::TrustHunch).seat(seat));
        }
        self.trust(spoken_of)
    }
}
