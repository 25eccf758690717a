//! Verdicts counted by deal, and intervals over resampled deals.

use super::Deceptive;
use crate::stats::{Bootstrap, Interval, area, matthews};

/// Verdicts on speeches whose truth is known, counted: by verdict, and by whether the speech holds a lie.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Cells([[u64; 2]; Deceptive::WORDS.len()]);

impl Cells {
    pub fn add(&mut self, verdict: Deceptive, lie: bool) {
        self.0[verdict as usize][usize::from(lie)] += 1;
    }

    pub fn sum<'c>(all: impl IntoIterator<Item = &'c Cells>) -> Cells {
        let mut sum = Cells::default();
        for Cells(cells) in all {
            for (row, more) in sum.0.iter_mut().zip(cells) {
                row.iter_mut().zip(more).for_each(|(count, more)| *count += more);
            }
        }
        sum
    }

    fn of(&self, verdict: Deceptive, lie: bool) -> u64 {
        self.0[verdict as usize][usize::from(lie)]
    }

    pub fn hits(&self) -> u64 {
        self.of(Deceptive::Yes, true)
    }

    pub fn misses(&self) -> u64 {
        self.of(Deceptive::No, true)
    }

    pub fn false_alarms(&self) -> u64 {
        self.of(Deceptive::Yes, false)
    }

    pub fn correct_rejections(&self) -> u64 {
        self.of(Deceptive::No, false)
    }

    pub fn sensitivity(&self) -> Option<f64> {
        share(self.hits(), self.misses())
    }

    pub fn specificity(&self) -> Option<f64> {
        share(self.correct_rejections(), self.false_alarms())
    }

    pub fn mcc(&self) -> Option<f64> {
        matthews(self.hits(), self.false_alarms(), self.misses(), self.correct_rejections())
    }

    pub fn base_rate(&self) -> Option<f64> {
        let of = |lie: usize| self.0.iter().map(|row| row[lie]).sum();
        share(of(1), of(0))
    }

    /// The area under the ROC curve of yes over uncertain over no.
    pub fn auroc(&self) -> Option<f64> {
        let ranks = [Deceptive::Yes, Deceptive::Uncertain, Deceptive::No];
        area(ranks.map(|verdict| [self.of(verdict, false), self.of(verdict, true)]))
    }
}

fn share(part: u64, rest: u64) -> Option<f64> {
    (part + rest > 0).then(|| part as f64 / (part + rest) as f64)
}

/// The interval of a statistic over resampled deals: 95 %, by the percentiles of 2000 resamples, always from seed 1.
/// `None` with fewer than two deals, of which every resample would be the same, and where most resamples have no such
/// statistic.
pub(super) fn over_deals<T>(deals: &[T], statistic: impl Fn(&[&T]) -> Option<f64>) -> Option<Interval> {
    Bootstrap::default().interval(deals, statistic)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deal with so many lies that are called lies, and lies that are not, and as many of other speeches.
    fn deal(hits: u64, misses: u64, false_alarms: u64, correct_rejections: u64) -> Cells {
        let mut cells = Cells::default();
        for (verdict, lie, count) in [
            (Deceptive::Yes, true, hits),
            (Deceptive::No, true, misses),
            (Deceptive::Yes, false, false_alarms),
            (Deceptive::No, false, correct_rejections),
        ] {
            (0..count).for_each(|_| cells.add(verdict, lie));
        }
        cells
    }

    fn interval(deals: &[Cells], accuracy: fn(&Cells) -> Option<f64>) -> Option<Interval> {
        over_deals(deals, |drawn| accuracy(&Cells::sum(drawn.iter().copied())))
    }

    /// Two deals: in one both lies are called lies, in the other neither is. A resample takes the first twice, each once or
    /// the second twice, with a quarter, a half and a quarter: sensitivity 1, 1/2 or 0, of which the middle 95 % reach from
    /// 0 to 1. Specificity is 1 in both and does not vary.
    #[test]
    fn two_deals_by_hand() {
        let deals = [deal(2, 0, 0, 2), deal(0, 2, 0, 2)];
        assert_eq!(Cells::sum(&deals).sensitivity(), Some(0.5));
        assert_eq!(interval(&deals, Cells::sensitivity), Some(Interval { low: 0.0, high: 1.0 }));
        assert_eq!(interval(&deals, Cells::specificity), Some(Interval { low: 1.0, high: 1.0 }));
        // Uncertain lies above no, and ties with an uncertain verdict on another speech: of six pairs one is tied.
        let mut unsure = deal(1, 0, 0, 2);
        unsure.add(Deceptive::Uncertain, true);
        assert_eq!((unsure.auroc(), unsure.base_rate(), unsure.sensitivity()), (Some(1.0), Some(0.5), Some(1.0)));
        unsure.add(Deceptive::Uncertain, false);
        assert_eq!(unsure.auroc(), Some(5.5 / 6.0));
    }

    #[test]
    fn fewer_deals_are_less_certain_and_one_is_no_interval() {
        let pattern = [deal(3, 1, 1, 4), deal(1, 2, 0, 5), deal(2, 2, 2, 3), deal(4, 0, 1, 2)];
        let many: Vec<Cells> = pattern.into_iter().cycle().take(40).collect();
        for accuracy in [Cells::sensitivity, Cells::specificity, Cells::mcc, Cells::auroc] {
            let (few, more) = (interval(&pattern, accuracy).unwrap(), interval(&many, accuracy).unwrap());
            let point = accuracy(&Cells::sum(&pattern)).unwrap();
            assert_eq!(accuracy(&Cells::sum(&many)), Some(point));
            assert!(few.contains(point) && more.contains(point), "{few:?} {more:?} {point}");
            assert!(few.high - few.low > 2.0 * (more.high - more.low), "{few:?} {more:?}");
            assert_eq!(interval(&pattern, accuracy), Some(few), "the seed is fixed");
        }
        assert_eq!(interval(&pattern[..1], Cells::sensitivity), None);
        // Without a lie in most resamples there is no sensitivity in them.
        assert_eq!(interval(&[deal(0, 0, 0, 1), deal(0, 0, 0, 1)], Cells::sensitivity), None);
    }
}
