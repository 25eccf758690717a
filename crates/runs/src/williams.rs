//! Orders in which nobody follows anybody more often than others do.

/// The rows of a Williams square of this order: each player stands in each place equally often, and each ordered pair of
/// players stands side by side equally often (Williams 1949). There are `order` rows, or twice as many where the order
/// is odd, since no square alone can do it then. Players and places are counted from 0.
#[must_use]
pub fn rows(order: usize) -> Vec<Vec<usize>> {
    // 0, 1, n-1, 2, n-2, …: neighbours differ by every amount once.
    let first: Vec<usize> =
        (0..order).map(|i| if i % 2 == 1 { i.div_ceil(2) } else { (order - i / 2) % order }).collect();
    let shifted = |row: &[usize], by: usize| -> Vec<usize> { row.iter().map(|player| (player + by) % order).collect() };
    let mut rows: Vec<Vec<usize>> = (0..order).map(|by| shifted(&first, by)).collect();
    if order % 2 == 1 && order > 1 {
        let mirrored: Vec<usize> = first.iter().rev().copied().collect();
        rows.extend((0..order).map(|by| shifted(&mirrored, by)));
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::rows;
    use std::collections::BTreeMap;

    #[test]
    fn each_player_is_in_each_place_and_before_each_other_equally_often() {
        for order in 2..=18 {
            let rows = rows(order);
            assert_eq!(rows.len(), if order % 2 == 0 { order } else { 2 * order });
            let mut places: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            let mut pairs: BTreeMap<(usize, usize), usize> = BTreeMap::new();
            for row in &rows {
                for (place, player) in row.iter().enumerate() {
                    *places.entry((place, *player)).or_default() += 1;
                }
                for pair in row.windows(2) {
                    *pairs.entry((pair[0], pair[1])).or_default() += 1;
                }
            }
            let times = rows.len() / order;
            assert_eq!(places.len(), order * order, "order {order}");
            assert!(places.values().all(|count| *count == times), "order {order}: {places:?}");
            assert_eq!(pairs.len(), order * (order - 1), "order {order}");
            assert!(pairs.values().all(|count| *count == times), "order {order}: {pairs:?}");
        }
    }
}
