//! How much more the ballots that count come to the target of a speaker than the poll before his speech foretold (B19).
//!
//! Each ballot of the next vote on exile is one observation: whether it is for the target of the speech. A logistic
//! regression explains it by the share that the target had in the poll before the speech, and by who spoke; what is left to
//! the speaker is his influence. Errors are clustered on deals ([`crate::stats::logit`]).

use super::ballots;
use super::swing::{before, target};
use crate::claims::statements;
use crate::reading::Story;
use crate::stats::logit::{LogitError, Prior, Problem, Row};
use crate::stats::{Confidence, Estimate};
use lycaon_rules::{About, Seat};
use serde::Serialize;

/// A speech with a target, before a vote on exile.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Push {
    /// Its place among the public speeches of the game, from 0.
    pub speech: usize,
    /// Who spoke.
    pub speaker: Seat,
    /// Against whom.
    pub target: Seat,
    /// The share of the others that was for the target in the poll before the speech.
    pub before: f64,
    /// Ballots of the others in the next vote on exile that day, void ones included, fallbacks not.
    pub ballots: u32,
    /// Of these, for the target.
    pub hits: u32,
    /// The hits of players who vote evenly for whomever they may.
    pub by_chance: f64,
}

/// The speeches of a game that have a target, were polled before, and came before a vote on exile in which the target could
/// be voted for. Ballots of the speaker and of the target are left out.
#[must_use]
pub fn pushes(story: &Story) -> Vec<Push> {
    if ballots(story).next().is_none() {
        return vec![];
    }
    let claims = statements(story);
    let push = |(speech, target): (usize, Seat)| {
        let said = &story.speeches[speech];
        let others = story.seats().without(said.seat).without(target);
        let polled: Vec<_> = others.iter().filter_map(|observer| before(story, speech, observer)).collect();
        let votes = polled.first()?.0.polls;
        let next = |poll: &&crate::reading::Poll| poll.about == About::Exile && poll.at.day == said.at.day;
        let poll = story.polls.get(votes..)?.iter().find(next).filter(|poll| poll.over.has(target))?;
        let cast = poll
            .ballots
            .iter()
            .filter(|ballot| others.has(ballot.by) && ballot.menu.has(target) && !ballot.how.is_fallback());
        let mut push = Push {
            speech,
            speaker: said.seat,
            target,
            before: polled.iter().filter(|(_, vote)| *vote == Some(target)).count() as f64 / polled.len() as f64,
            ballots: 0,
            hits: 0,
            by_chance: 0.0,
        };
        for ballot in cast {
            push.ballots += 1;
            push.hits += u32::from(ballot.onto == Some(target));
            push.by_chance += 1.0 / ballot.menu.len() as f64;
        }
        (push.ballots > 0).then_some(push)
    };
    let targeted = (0..story.speeches.len()).filter_map(|speech| Some((speech, target(&claims, speech)?)));
    targeted.filter_map(push).collect()
}

/// A push in the sample of a regression.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// The deal.
    pub deal: u64,
    /// Which of the speakers that are told apart spoke, from 0.
    pub speaker: usize,
    /// What the push was.
    pub push: Push,
}

/// What a regression of pushes says.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Influence {
    /// Of each speaker, by how much the log-odds of a ballot for his target lie above the mean of all speakers, at the same
    /// share in the poll before. `None` where there is but one.
    pub speakers: Vec<Option<Estimate>>,
    /// By how much the log-odds rise from a share of 0 to one of 1 in the poll before.
    pub before: Estimate,
}

/// The deviation of the prior of every coefficient, in logits: it moves nothing that the data determine.
const DEVIATION: f64 = 10.0;

/// The regression of so many speakers. Its intervals are of Student's distribution with deals - 1 degrees of freedom.
///
/// # Errors
/// When it does not settle, or a speaker's number is not one of them.
pub fn influence(speakers: usize, samples: &[Sample], confidence: Confidence) -> Result<Influence, LogitError> {
    let rows = samples.iter().flat_map(|Sample { deal, speaker, push }| {
        let features = vec![(*speaker, 1.0), (speakers, push.before)];
        let row = move |score| Row { features: features.clone(), score, cluster: *deal };
        let missed = push.ballots - push.hits;
        let hit = row.clone();
        (0..push.hits).map(move |_| hit(1.0)).chain((0..missed).map(move |_| row(0.0)))
    });
    let priors = vec![Prior::normal(0.0, DEVIATION); speakers + 1];
    let fitted = Problem::new(rows.collect(), priors).ok_or(LogitError::Undetermined)?.fit()?;
    let estimate = |weights: &[(usize, f64)]| {
        let se = fitted.covariance(weights, weights).sqrt();
        Estimate::symmetric(fitted.value(weights), se, confidence.t(fitted.freedom()))
    };
    // Only speakers of whom there is a sample are in the mean.
    let seen: Vec<usize> = (0..speakers).filter(|of| samples.iter().any(|sample| sample.speaker == *of)).collect();
    let above_mean = |speaker: usize| {
        let mean = |of: &usize| (*of, f64::from(u8::from(*of == speaker)) - 1.0 / seen.len() as f64);
        let weights: Vec<(usize, f64)> = seen.iter().map(mean).collect();
        (seen.len() > 1 && seen.contains(&speaker)).then(|| estimate(&weights))
    };
    Ok(Influence { speakers: (0..speakers).map(above_mean).collect(), before: estimate(&[(speakers, 1.0)]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(deal: u64, speaker: usize, before: f64, hits: u32) -> Sample {
        let (seat, target) = (Seat::new(1), Seat::new(2));
        let push = Push { speech: 0, speaker: seat, target, before, ballots: 8, hits, by_chance: 1.0 };
        Sample { deal, speaker, push }
    }

    /// At a share of 0 the first has 2 of 8 and the second 4 of 8, at a share of 1 they have 4 and 6. The log-odds are
    /// -ln 3, 0, 0 and ln 3, which the model meets exactly: both the slope and the difference of speakers are ln 3.
    #[test]
    fn a_regression_by_hand() {
        let deal =
            |n: u64| [(0, 0.0, 2), (1, 0.0, 4), (0, 1.0, 4), (1, 1.0, 6)].map(|(s, x, hits)| sample(n, s, x, hits));
        let samples: Vec<Sample> = (0..40).flat_map(deal).collect();
        let fit = influence(2, &samples, Confidence::P95).expect("a fit");
        let [Some(first), Some(second)] = fit.speakers[..] else { panic!("two speakers") };
        assert!((fit.before.value - 3.0_f64.ln()).abs() < 1e-3, "{:?}", fit.before);
        assert!((second.value - 3.0_f64.ln() / 2.0).abs() < 1e-3 && (first.value + second.value).abs() < 1e-9);
        assert!(second.interval.low > 0.0 && first.interval.high < 0.0);
    }

    /// Of deals that say opposite things more ballots of the same deals tell no more.
    #[test]
    fn errors_are_of_deals() {
        let error = |times: usize| {
            let deal = |n: u64| {
                let hits = if n.is_multiple_of(2) { 7 } else { 1 };
                std::iter::repeat_n([sample(n, 0, 0.5, hits), sample(n, 1, 0.5, 4)], times).flatten()
            };
            let fit = influence(2, &(0..6).flat_map(deal).collect::<Vec<_>>(), Confidence::P95).expect("a fit");
            let effect = fit.speakers[0].expect("two speakers");
            assert!(effect.value.abs() < 1e-6 && effect.interval.contains(0.8), "{effect:?}");
            effect.se
        };
        let (once, often) = (error(1), error(10));
        assert!((often / once - 1.0).abs() < 0.05, "{once} {often}");
    }

    #[test]
    fn one_speaker_has_nobody_to_be_compared_with() {
        let alone = influence(3, &[sample(1, 1, 0.5, 3), sample(2, 1, 0.2, 2)], Confidence::P95).expect("a fit");
        assert_eq!(alone.speakers, [None, None, None]);
        assert!(influence(1, &[sample(1, 4, 0.5, 3)], Confidence::P95).is_err());
    }
}
