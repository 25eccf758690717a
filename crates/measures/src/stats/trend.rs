//! A line through points of which some are wild.

use serde::Serialize;

use super::quantile;

/// A straight line.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Trend {
    /// Change of the second number per unit of the first.
    pub slope: f64,
    /// The second number where the first is 0.
    pub intercept: f64,
}

/// The line of Theil and Sen: the median of the slopes of all pairs of points, through the median of what remains
/// (Sen 1968). `None` when no two points differ in their first number. The time grows with the square of the points.
#[must_use]
pub fn theil_sen(points: &[(f64, f64)]) -> Option<Trend> {
    let mut slopes = Vec::new();
    for (i, (x, y)) in points.iter().enumerate() {
        slopes.extend(points[..i].iter().filter(|(other, _)| other != x).map(|(a, b)| (y - b) / (x - a)));
    }
    let slope = quantile(&mut slopes, 0.5)?;
    let mut rest: Vec<f64> = points.iter().map(|(x, y)| y - slope * x).collect();
    Some(Trend { slope, intercept: quantile(&mut rest, 0.5)? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_wild_point_moves_nothing() {
        let mut points: Vec<(f64, f64)> = (0..9).map(|x| (f64::from(x), 1.0 + 2.0 * f64::from(x))).collect();
        points[4].1 = 1000.0;
        assert_eq!(theil_sen(&points), Some(Trend { slope: 2.0, intercept: 1.0 }));
        assert_eq!(theil_sen(&[(1.0, 2.0), (1.0, 3.0)]), None);
    }

    /// The example of Sen (1968): the median of the slopes of these seven points is 4.
    #[test]
    fn the_example_of_sen() {
        let points = [(1.0, 9.0), (2.0, 15.0), (3.0, 19.0), (4.0, 20.0), (10.0, 45.0), (12.0, 55.0), (18.0, 78.0)];
        assert_eq!(theil_sen(&points).map(|line| line.slope), Some(4.0));
    }
}
