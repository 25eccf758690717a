//! How far a speech moves the ballots of those who hear it (B15).

use super::ballots;
use crate::claims::{Says, Statement, statements};
use crate::reading::{Probed, Story, is_village};
use lycaon_rules::{Seat, Seats};

/// The ballots of one observer before and after a speech.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shift {
    /// Whose.
    pub observer: Seat,
    /// Whether he is of the village.
    pub village: bool,
    /// Before; nobody where he would have abstained.
    pub before: Option<Seat>,
    /// After.
    pub after: Option<Seat>,
    /// For how many he could vote.
    pub others: usize,
}

impl Shift {
    /// Whether the ballot is another.
    #[must_use]
    pub fn moved(&self) -> bool {
        self.before != self.after
    }

    /// How likely two ballots differ that are drawn evenly from those he could vote for.
    #[must_use]
    pub fn chance(&self) -> f64 {
        1.0 - 1.0 / self.others.max(1) as f64
    }
}

/// What one speech did to the ballots of all but its speaker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swing {
    /// Its place among the public speeches of the game, from 0.
    pub speech: usize,
    /// Against whom it speaks, if that can be said.
    pub target: Option<Seat>,
    /// The observers who were asked before it and after it; never empty.
    pub shifts: Vec<Shift>,
}

impl Swing {
    /// How many of the ballots moved.
    #[must_use]
    pub fn moved(&self) -> usize {
        self.shifts.iter().filter(|shift| shift.moved()).count()
    }

    /// How many ballots its target has gained by it, less those lost; `None` without a target.
    #[must_use]
    pub fn gain(&self) -> Option<i32> {
        let target = self.target?;
        let onto = |seat: Option<Seat>| i32::from(seat == Some(target));
        Some(self.shifts.iter().map(|shift| onto(shift.after) - onto(shift.before)).sum())
    }

    /// How many ballots of the village went from a wolf to somebody who is none, less those that went the other way.
    #[must_use]
    pub fn harm(&self, wolves: Seats) -> i32 {
        let harm = |shift: &Shift| match (shift.before, shift.after) {
            (Some(from), Some(to)) => i32::from(wolves.has(from)) - i32::from(wolves.has(to)),
            _ => 0,
        };
        self.shifts.iter().filter(|shift| shift.village).map(harm).sum()
    }
}

/// What each speech of a game did to ballots, as far as observers were asked.
#[must_use]
pub fn swings(story: &Story) -> Vec<Swing> {
    if ballots(story).next().is_none() {
        return vec![];
    }
    let claims = statements(story);
    let swing = |speech: usize| {
        let others = story.seats().without(story.speeches[speech].seat);
        let shifts: Vec<Shift> = others.iter().filter_map(|observer| shift(story, speech, observer)).collect();
        (!shifts.is_empty()).then(|| Swing { speech, target: target(&claims, speech), shifts })
    };
    (0..story.speeches.len()).filter_map(swing).collect()
}

fn shift(story: &Story, speech: usize, observer: Seat) -> Option<Shift> {
    let (before, from) = before(story, speech, observer)?;
    let own = |probed: &Probed| probed.probe.seat == observer && probed.speeches == speech + 1;
    let (after, to) = ballots(story).find(|(probed, _)| own(probed))?;
    // What else has happened meanwhile is not the speech's doing.
    let same = |of: fn(&Probed) -> (u16, Seats, usize)| of(before) == of(after);
    same(|probed| (probed.at.day, probed.at.living, probed.polls)).then(|| Shift {
        observer,
        village: is_village(after.at, story.card(observer), observer),
        before: from,
        after: to,
        others: after.probe.order.len(),
    })
}

/// The last ballot of an observer before a speech, and nothing said since.
pub(super) fn before(story: &Story, speech: usize, observer: Seat) -> Option<(&Probed, Option<Seat>)> {
    ballots(story).rev().find(|(probed, _)| probed.probe.seat == observer && probed.speeches == speech)
}

/// Against whom a speech speaks: the one whose exile it last announces a vote for, or else the only one of others whom it
/// calls a wolf. Nobody where several are accused and no vote is announced.
#[must_use]
pub fn target(claims: &[Statement], speech: usize) -> Option<Seat> {
    let own = || claims.iter().filter(|claim| claim.speech == speech && claim.says.about() != claim.speaker);
    let announced = own().rev().find_map(|claim| match claim.says {
        Says::WillVote { seat } => Some(seat),
        _ => None,
    });
    let accused: Seats = own().filter(|claim| claim.stance() > Some(0.0)).map(|claim| claim.says.about()).collect();
    announced.or_else(|| accused.only())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::claims::Method;

    fn seat(number: u8) -> Seat {
        Seat::new(number)
    }

    fn shift(observer: u8, before: u8, after: u8) -> Shift {
        let ballot = |number| (number > 0).then(|| seat(number));
        let village = observer < 7;
        Shift { observer: seat(observer), village, before: ballot(before), after: ballot(after), others: 4 }
    }

    /// Wolves are 7 and 8, the target is 3. Of five, four move: 1 from a wolf to 3, 2 from 3 to a wolf, 4 from nobody to 3,
    /// 8 from 4 to 3, and 5 not. So 3 gains 3 and loses 1; of the village one is lost and one is won.
    #[test]
    fn a_swing_by_hand() {
        let shifts = vec![shift(1, 7, 3), shift(2, 3, 8), shift(4, 0, 3), shift(5, 3, 3), shift(8, 4, 3)];
        let mut swing = Swing { speech: 0, target: Some(seat(3)), shifts };
        let wolves = Seats::one(seat(7)).with(seat(8));
        assert_eq!((swing.moved(), swing.gain(), swing.harm(wolves)), (4, Some(2), 0));
        assert!((swing.shifts[0].chance() - 0.75).abs() < 1e-12);
        swing.shifts.remove(1);
        assert_eq!((swing.gain(), swing.harm(wolves)), (Some(3), 1), "the loss of a ballot on a wolf is harm");
        swing.target = None;
        assert_eq!(swing.gain(), None);
    }

    #[test]
    fn a_target_is_announced_or_is_the_only_one_accused() {
        let claim = |says| Statement { speech: 2, speaker: seat(1), day: 1, says, night: None, method: Method::Stated };
        let vote = |number| claim(Says::WillVote { seat: seat(number) });
        let against = |number| claim(Says::Camp { seat: seat(number), wolf: true });
        let check = |number, wolf| claim(Says::Checked { seat: seat(number), wolf });
        assert_eq!(target(&[against(4), vote(5), against(6), vote(7)], 2), Some(seat(7)));
        assert_eq!(target(&[check(4, true), against(4), check(3, false)], 2), Some(seat(4)));
        assert_eq!(target(&[against(4), against(5)], 2), None);
        assert_eq!(target(&[claim(Says::Camp { seat: seat(4), wolf: false })], 2), None);
        assert_eq!(target(&[vote(5)], 1), None, "another speech");
    }
}
