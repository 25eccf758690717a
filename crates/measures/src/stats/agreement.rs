//! How far several judges agree beyond chance.

/// What distance between two values means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scale {
    /// Values are names: equal or not.
    Nominal,
    /// Values are ranks: the distance is how many values lie between.
    Ordinal,
    /// Values are numbers: the distance is their difference, squared.
    Interval,
}

/// Krippendorff's alpha (Krippendorff 2011). Each unit lists the values that its judges gave; who gave which does not
/// matter, and a judge may be missing. Units with fewer than two values say nothing. `None` when no unit has two, or
/// when all values are equal, so that nothing could have been disagreed on.
#[must_use]
pub fn krippendorff_alpha<U: AsRef<[f64]>>(units: &[U], scale: Scale) -> Option<f64> {
    let units: Vec<&[f64]> = units.iter().map(AsRef::as_ref).filter(|unit| unit.len() > 1).collect();
    // Adding 0 makes one value of 0 and -0.
    let mut values: Vec<f64> = units.iter().copied().flatten().map(|x| x + 0.0).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    let place = |x: f64| values.partition_point(|v| v.total_cmp(&(x + 0.0)).is_lt());
    let mut coincidences = vec![vec![0.0; values.len()]; values.len()];
    for unit in units {
        let weight = 1.0 / (unit.len() - 1) as f64;
        for (i, x) in unit.iter().enumerate() {
            for (_, y) in unit.iter().enumerate().filter(|(j, _)| *j != i) {
                coincidences[place(*x)][place(*y)] += weight;
            }
        }
    }
    let totals: Vec<f64> = coincidences.iter().map(|row| row.iter().sum()).collect();
    let all: f64 = totals.iter().sum();
    let (mut observed, mut expected) = (0.0, 0.0);
    for c in 0..values.len() {
        for k in 0..c {
            let distance = match scale {
                Scale::Nominal => 1.0,
                Scale::Ordinal => (totals[k..=c].iter().sum::<f64>() - f64::midpoint(totals[c], totals[k])).powi(2),
                Scale::Interval => (values[c] - values[k]).powi(2),
            };
            observed += coincidences[c][k] * distance;
            expected += totals[c] * totals[k] * distance;
        }
    }
    (expected > 0.0).then(|| 1.0 - (all - 1.0) * observed / expected)
}

/// How much a near miss counts in Cohen's kappa.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights {
    /// Nothing.
    Equal,
    /// Less in proportion to the distance of the categories.
    Linear,
    /// Less in proportion to its square.
    Quadratic,
}

/// Cohen's kappa of two judges (Cohen 1960, weighted 1968). Each pair holds the categories, from 0 to `categories - 1`,
/// that the two gave a unit; pairs with another number are left out. `None` without pairs, or when chance alone agrees
/// fully.
#[must_use]
pub fn cohen_kappa(pairs: &[(usize, usize)], categories: usize, weights: Weights) -> Option<f64> {
    let mut table = vec![vec![0.0; categories]; categories];
    let known = pairs.iter().filter(|(a, b)| *a < categories && *b < categories);
    let mut total = 0.0;
    for (a, b) in known {
        table[*a][*b] += 1.0;
        total += 1.0;
    }
    let rows: Vec<f64> = table.iter().map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> = (0..categories).map(|c| table.iter().map(|row| row[c]).sum()).collect();
    let disagreement = |i: usize, j: usize| {
        let distance = i.abs_diff(j) as f64 / (categories.max(2) - 1) as f64;
        match weights {
            Weights::Equal => f64::from(i != j),
            Weights::Linear => distance,
            Weights::Quadratic => distance * distance,
        }
    };
    let (mut observed, mut expected) = (0.0, 0.0);
    for i in 0..categories {
        for j in 0..categories {
            observed += table[i][j] * disagreement(i, j);
            expected += rows[i] * columns[j] * disagreement(i, j);
        }
    }
    // In shares: 1 - (observed / n) / (expected / n^2). Which is (p_o - p_e) / (1 - p_e).
    (expected > 0.0).then(|| 1.0 - observed * total / expected)
}

/// Gwet's AC1, which stays sensible when nearly all units belong to one category (Gwet 2008). Each unit lists the
/// categories, from 0 to `categories - 1`, that its judges gave. Units with fewer than two judges count for the
/// prevalence only. `None` with fewer than two categories or no unit with two judges.
#[must_use]
pub fn gwet_ac1<U: AsRef<[usize]>>(units: &[U], categories: usize) -> Option<f64> {
    let mut prevalence = vec![0.0; categories];
    let (mut agreement, mut judged, mut seen) = (0.0, 0.0, 0.0);
    for unit in units {
        let mut counts = vec![0.0; categories];
        unit.as_ref().iter().filter(|c| **c < categories).for_each(|c| counts[*c] += 1.0);
        let judges: f64 = counts.iter().sum();
        if judges < 1.0 {
            continue;
        }
        seen += 1.0;
        prevalence.iter_mut().zip(&counts).for_each(|(p, n)| *p += n / judges);
        if judges > 1.0 {
            judged += 1.0;
            agreement += counts.iter().map(|n| n * (n - 1.0)).sum::<f64>() / (judges * (judges - 1.0));
        }
    }
    if judged == 0.0 || categories < 2 {
        return None;
    }
    let chance = prevalence.iter().map(|p| p / seen * (1.0 - p / seen)).sum::<f64>() / (categories - 1) as f64;
    Some((agreement / judged - chance) / (1.0 - chance))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Krippendorff (2011), section D: four observers, twelve units, some values missing (0). Printed: 0.743 nominal,
    /// 0.815 ordinal, 0.849 interval.
    #[test]
    fn the_example_of_krippendorff() {
        let observers = [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, 0, 0, 0],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, 0, 3],
            [0, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, 0],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, 0],
        ];
        let units: Vec<Vec<f64>> =
            (0..12).map(|u| observers.iter().map(|o| o[u]).filter(|v| *v > 0).map(f64::from).collect()).collect();
        for (scale, printed) in [(Scale::Nominal, 0.743), (Scale::Ordinal, 0.815), (Scale::Interval, 0.849)] {
            let alpha = krippendorff_alpha(&units, scale).expect("disagreement");
            assert!((alpha - printed).abs() < 5e-4, "{scale:?}: {alpha}");
        }
        assert_eq!(krippendorff_alpha(&[vec![1.0, 1.0], vec![2.0]], Scale::Nominal), None);
        assert_eq!(krippendorff_alpha(&[vec![0.0, -0.0], vec![1.0, 1.0]], Scale::Nominal), Some(1.0));
    }

    fn pairs(table: &[&[usize]]) -> Vec<(usize, usize)> {
        let cells = table.iter().enumerate().flat_map(|(i, row)| row.iter().enumerate().map(move |(j, n)| (i, j, *n)));
        cells.flat_map(|(i, j, n)| std::iter::repeat_n((i, j), n)).collect()
    }

    /// By hand, for the table 4 1 0 / 1 3 1 / 0 0 2: p_o = 9/12, p_e = (5*5 + 5*4 + 2*3)/144 = 51/144.
    #[test]
    fn weighted_kappa_forgives_near_misses() {
        let pairs = pairs(&[&[4, 1, 0], &[1, 3, 1], &[0, 0, 2]]);
        let plain = cohen_kappa(&pairs, 3, Weights::Equal).expect("pairs");
        assert!((plain - (9.0 / 12.0 - 51.0 / 144.0) / (1.0 - 51.0 / 144.0)).abs() < 1e-12);
        // Rows 5 5 2, columns 5 4 3. Neighbours: 5*4 + 5*5 + 5*3 + 2*4 = 68; corners: 5*3 + 2*5 = 25.
        let linear = cohen_kappa(&pairs, 3, Weights::Linear).expect("pairs");
        assert!((linear - (1.0 - (3.0 / 2.0 / 12.0) / ((68.0 / 2.0 + 25.0) / 144.0))).abs() < 1e-12);
        let quadratic = cohen_kappa(&pairs, 3, Weights::Quadratic).expect("pairs");
        assert!((quadratic - (1.0 - (3.0 / 4.0 / 12.0) / ((68.0 / 4.0 + 25.0) / 144.0))).abs() < 1e-12);
        assert!(plain < linear && linear < quadratic);
        assert_eq!(cohen_kappa(&[], 3, Weights::Equal), None);
    }

    /// Gwet (2008): 125 units, 118 agreed positive, 7 split, none agreed negative. Kappa is -0.0234, AC1 0.9408.
    #[test]
    fn the_paradox_of_gwet() {
        let pairs = pairs(&[&[118, 5], &[2, 0]]);
        let kappa = cohen_kappa(&pairs, 2, Weights::Equal).expect("pairs");
        let units: Vec<Vec<usize>> = pairs.iter().map(|(a, b)| vec![*a, *b]).collect();
        let ac1 = gwet_ac1(&units, 2).expect("pairs");
        assert!((kappa + 0.0234).abs() < 5e-5 && (ac1 - 0.9408).abs() < 5e-5, "{kappa} {ac1}");
        assert_eq!(gwet_ac1(&[vec![0]], 2), None);
    }
}
