//! Probabilities that something is so, as a detector of it: how well cases that are so are told from those that are not.

use super::{Bootstrap, Forecast, Interval, area};
use serde::Serialize;
use std::collections::BTreeMap;

/// Cases by the probability that they were given, from the highest: how many are not so, and how many are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Graded(Vec<(f64, [u64; 2])>);

impl Graded {
    /// These cases.
    #[must_use]
    pub fn of(forecasts: &[Forecast]) -> Self {
        Detection::of(&[forecasts.to_vec()]).whole()
    }

    /// How many cases are not so, and how many are.
    #[must_use]
    pub fn cases(&self) -> [u64; 2] {
        self.0.iter().fold([0, 0], |[not, so], (_, [more_not, more_so])| [not + more_not, so + more_so])
    }

    /// Both, if there are some of each: otherwise there is nothing to tell apart.
    fn both(&self) -> Option<[f64; 2]> {
        let [not, so] = self.cases();
        (not > 0 && so > 0).then_some([not as f64, so as f64])
    }

    /// The share of cases that are so; `None` without cases.
    #[must_use]
    pub fn base_rate(&self) -> Option<f64> {
        let [not, so] = self.cases();
        (not + so > 0).then(|| so as f64 / (not + so) as f64)
    }

    /// By each probability from the highest: how many cases that are not so, and that are, were given it or a higher one.
    fn cumulated(&self) -> impl Iterator<Item = [f64; 2]> {
        self.0.iter().scan([0, 0], |[not, so], (_, [more_not, more_so])| {
            (*not, *so) = (*not + more_not, *so + more_so);
            Some([*not as f64, *so as f64])
        })
    }

    /// The area under the ROC curve: the probability that a case that is so was given the higher probability than one that
    /// is not, ties counting half (Hanley and McNeil 1982). A constant has one half. `None` where all are so, or none.
    #[must_use]
    pub fn auroc(&self) -> Option<f64> {
        area(self.0.iter().map(|(_, counts)| *counts))
    }

    /// The area under the curve of precision over recall, as average precision: the mean over the cases that are so of the
    /// precision among all that were given at least as much (Davis and Goadrich 2006 on why not by trapezoids). A constant
    /// has the base rate. `None` where all are so, or none.
    #[must_use]
    pub fn average_precision(&self) -> Option<f64> {
        let [_, so] = self.both()?;
        let steps = self.0.iter().zip(self.cumulated());
        let weighted = steps.map(|((_, [_, here]), [not, found])| match here {
            0 => 0.0,
            here => *here as f64 * found / (not + found),
        });
        Some(weighted.sum::<f64>() / so)
    }

    /// The Brier skill against the base rate of these same cases: 1 for perfect foresight, 0 for a constant that knows the
    /// base rate, below 0 for worse. `None` where all are so, or none.
    #[must_use]
    pub fn brier_skill(&self) -> Option<f64> {
        let [not, so] = self.both()?;
        let squares = self
            .0
            .iter()
            .map(|(p, [not_here, so_here])| *not_here as f64 * p.powi(2) + *so_here as f64 * (1.0 - p).powi(2));
        Some(1.0 - squares.sum::<f64>() / (not * so / (not + so)))
    }

    /// The share of cases that are so found at the threshold that finds most with a share of false alarms, among those that
    /// are not, of at most `false_alarms`. Cases of one probability are found together or not at all, so a constant finds
    /// none below 1. `None` where all are so, or none.
    #[must_use]
    pub fn found_at(&self, false_alarms: f64) -> Option<f64> {
        let [not, so] = self.both()?;
        let within = self.cumulated().take_while(|[alarms, _]| *alarms <= false_alarms * not);
        Some(within.last().map_or(0.0, |[_, found]| found / so))
    }

    /// The share of cases that are on the right side of one half, which itself says that it is so. `None` without cases.
    #[must_use]
    pub fn accuracy(&self) -> Option<f64> {
        let [not, so] = self.cases();
        let right = self.0.iter().map(|(p, [not_here, so_here])| if *p >= 0.5 { so_here } else { not_here });
        (not + so > 0).then(|| right.sum::<u64>() as f64 / (not + so) as f64)
    }
}

/// A statistic, with its interval where there is one.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Ranged {
    /// The statistic of the data as they are.
    pub value: f64,
    /// Its interval over resampled clusters; absent with fewer than two clusters, and where most resamples have no such
    /// statistic.
    pub interval: Option<Interval>,
}

/// Cases in clusters, to be graded as they are and in resamples.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Detection {
    /// The probabilities that occur, from the highest.
    levels: Vec<f64>,
    /// By cluster, the places of its probabilities among these with how many cases are not so, and how many are.
    clusters: Vec<Vec<(usize, [u64; 2])>>,
}

impl Detection {
    /// Cases by cluster. Probabilities that are not numbers are left out.
    #[must_use]
    pub fn of(clusters: &[Vec<Forecast>]) -> Self {
        let cases = |cluster: &[Forecast]| cluster.iter().copied().filter(|case| !case.p.is_nan()).collect::<Vec<_>>();
        let clusters: Vec<Vec<Forecast>> = clusters.iter().map(|cluster| cases(cluster)).collect();
        // Adding 0 makes one value of 0 and -0.
        let mut levels: Vec<f64> = clusters.iter().flatten().map(|case| case.p + 0.0).collect();
        levels.sort_by(|a, b| b.total_cmp(a));
        levels.dedup();
        let place = |p: f64| levels.partition_point(|level| *level > p);
        let counted = |cluster: &Vec<Forecast>| {
            let mut counts: BTreeMap<usize, [u64; 2]> = BTreeMap::new();
            for case in cluster {
                counts.entry(place(case.p)).or_default()[usize::from(case.happened)] += 1;
            }
            counts.into_iter().collect()
        };
        let clusters = clusters.iter().map(counted).collect();
        Detection { levels, clusters }
    }

    /// All cases.
    #[must_use]
    pub fn whole(&self) -> Graded {
        self.graded(&self.clusters.iter().collect::<Vec<_>>())
    }

    fn graded(&self, drawn: &[&Vec<(usize, [u64; 2])>]) -> Graded {
        let mut graded: Vec<(f64, [u64; 2])> = self.levels.iter().map(|level| (*level, [0, 0])).collect();
        for (place, [not, so]) in drawn.iter().copied().flatten() {
            let counts = &mut graded[*place].1;
            (counts[0], counts[1]) = (counts[0] + not, counts[1] + so);
        }
        Graded(graded)
    }

    /// A statistic of all cases, with its percentile interval over resampled clusters. `None` where it does not exist.
    #[must_use]
    pub fn ranged(&self, bootstrap: Bootstrap, statistic: impl Fn(&Graded) -> Option<f64>) -> Option<Ranged> {
        let value = statistic(&self.whole())?;
        let interval = bootstrap.interval(&self.clusters, |drawn| statistic(&self.graded(drawn)));
        Some(Ranged { value, interval })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cases(list: &[(f64, bool)]) -> Vec<Forecast> {
        list.iter().map(|(p, happened)| Forecast { p: *p, happened: *happened }).collect()
    }

    fn close(value: Option<f64>, expected: f64) -> bool {
        value.is_some_and(|value| (value - expected).abs() < 1e-12)
    }

    const SIX: [(f64, bool); 6] = [(0.9, true), (0.8, false), (0.8, true), (0.3, false), (0.1, true), (0.1, false)];

    /// Three of six are so. Of the nine pairs the 0.9 wins three, the 0.8 two and a half, the 0.1 half a one. Precision is
    /// 1 at the 0.9, 2/3 at the 0.8 and 1/2 at the 0.1. The squares are 0.01, 0.64, 0.04, 0.09, 0.81 and 0.01, against six
    /// times a quarter. Without a false alarm one is found, with one in three two.
    #[test]
    fn six_cases_by_hand() {
        let six = Graded::of(&cases(&SIX));
        assert_eq!((six.cases(), six.base_rate()), ([3, 3], Some(0.5)));
        assert!(close(six.auroc(), 6.0 / 9.0));
        assert!(close(six.average_precision(), (1.0 + 2.0 / 3.0 + 0.5) / 3.0));
        assert!(close(six.brier_skill(), 1.0 - 1.6 / 1.5));
        assert!(close(six.found_at(0.05), 1.0 / 3.0) && close(six.found_at(0.34), 2.0 / 3.0));
        assert!(close(six.found_at(1.0), 1.0) && close(six.accuracy(), 4.0 / 6.0));
        assert_eq!(six.auroc(), crate::stats::auc(&cases(&SIX)));
    }

    #[test]
    fn a_constant_has_one_half_the_base_rate_and_no_skill() {
        let constant = Graded::of(&cases(&[(0.25, true), (0.25, false), (0.25, false), (0.25, false)]));
        assert!(close(constant.auroc(), 0.5) && close(constant.average_precision(), 0.25));
        assert!(close(constant.brier_skill(), 0.0) && close(constant.found_at(0.05), 0.0));
        assert!(close(constant.accuracy(), 0.75));
        // A perfect one, and one that is exactly wrong.
        let perfect = Graded::of(&cases(&[(1.0, true), (0.0, false), (0.0, false)]));
        assert!(
            [perfect.auroc(), perfect.average_precision(), perfect.brier_skill(), perfect.found_at(0.0)]
                .iter()
                .all(|value| close(*value, 1.0))
        );
        let wrong = Graded::of(&cases(&[(0.0, true), (1.0, false)]));
        assert!(close(wrong.auroc(), 0.0) && close(wrong.brier_skill(), -3.0) && close(wrong.found_at(0.05), 0.0));
    }

    #[test]
    fn where_all_cases_are_alike_there_is_nothing_to_tell_apart() {
        for alike in [vec![], cases(&[(0.5, true), (0.2, true)]), cases(&[(0.5, false)]), cases(&[(f64::NAN, true)])] {
            let graded = Graded::of(&alike);
            assert_eq!(
                [graded.auroc(), graded.average_precision(), graded.brier_skill(), graded.found_at(0.5)],
                [None; 4]
            );
        }
        assert_eq!((Graded::default().base_rate(), Graded::default().accuracy()), (None, None));
    }

    /// A resample of two clusters holds the first twice, both or the second twice: areas of 1, 7/8 and 1/2. The same cases in
    /// more clusters are more certain.
    #[test]
    fn intervals_resample_clusters() {
        let bootstrap = Bootstrap::default();
        let two = Detection::of(&[cases(&[(0.9, true), (0.1, false)]), cases(&[(0.5, true), (0.5, false)])]);
        let area = two.ranged(bootstrap, Graded::auroc).unwrap();
        // 0.9 beats both, 0.5 beats the 0.1 and ties with the 0.5.
        assert!(close(Some(area.value), 3.5 / 4.0));
        assert_eq!(area.interval, Some(Interval { low: 0.5, high: 1.0 }));
        assert_eq!(two.ranged(bootstrap, Graded::auroc), Some(area), "the seed is fixed");
        let one = Detection::of(&[cases(&SIX)]);
        assert_eq!(one.ranged(bootstrap, Graded::auroc).unwrap().interval, None);
        let pattern =
            [cases(&SIX), cases(&[(0.7, true), (0.6, false)]), cases(&[(0.2, true), (0.4, false), (0.0, false)])];
        let many: Vec<Vec<Forecast>> = pattern.iter().cloned().cycle().take(45).collect();
        for statistic in [Graded::auroc, Graded::average_precision, Graded::brier_skill] {
            let few = Detection::of(&pattern).ranged(bootstrap, statistic).unwrap();
            let more = Detection::of(&many).ranged(bootstrap, statistic).unwrap();
            let width = |ranged: Ranged| ranged.interval.map(|interval| interval.high - interval.low).unwrap();
            assert!((few.value - more.value).abs() < 1e-12 && width(few) > 2.0 * width(more), "{few:?} {more:?}");
            assert!(more.interval.unwrap().contains(more.value));
        }
    }
}
