//! The nuisance panel finds a bias that was planted, and none where there is none.

use lycaon_measures::ratings::{Effect, Factor, NuisanceError, Observation, nuisance_panel};
use lycaon_measures::stats::{Confidence, Random};

const SEATS: usize = 9;
const WOLVES: usize = 3;

fn factors() -> Vec<Factor> {
    let factor = |name: &str, levels| Factor { name: name.to_owned(), levels };
    vec![
        factor("camp", 2),
        factor("seat", SEATS),
        factor("position", SEATS),
        factor("name", SEATS),
        factor("language", 2),
    ]
}

/// Who is exiled on the first day, seat by seat: wolves somewhat more often, and the fifth seat with odds of
/// `e^planted`. Just one seat of a game is exiled, so the seats of a game are not independent.
fn exiles(games: u64, planted: f64, random: &mut Random) -> Vec<Observation> {
    let mut observations = Vec::new();
    for game in 0..games {
        let mut shuffled = || {
            let mut order: Vec<usize> = (0..SEATS).collect();
            random.shuffle(&mut order);
            order
        };
        let (camps, positions, names) = (shuffled(), shuffled(), shuffled());
        let is_wolf = |seat: usize| camps[seat] < WOLVES;
        let odds =
            |seat: usize| f64::exp(if is_wolf(seat) { 0.5 } else { 0.0 } + if seat == 4 { planted } else { 0.0 });
        let language = random.below(2);
        let mut left = random.unit() * (0..SEATS).map(odds).sum::<f64>();
        let exile = (0..SEATS).find(|seat| {
            left -= odds(*seat);
            left < 0.0
        });
        observations.extend((0..SEATS).map(|seat| Observation {
            deal: game / 2,
            score: f64::from(exile == Some(seat)),
            levels: vec![usize::from(is_wolf(seat)), seat, positions[seat], names[seat], language],
        }));
    }
    observations
}

fn panel(observations: &[Observation]) -> Vec<Effect> {
    nuisance_panel(&factors(), observations, Confidence::P95).expect("observations that fit")
}

#[test]
fn a_planted_bias_of_one_seat_is_found() {
    let panel = panel(&exiles(600, 1.0, &mut Random::new(1, 12)));
    let [camp, seat, others @ ..] = panel.as_slice() else { panic!("five factors") };
    assert!(camp.adjusted < 0.01 && camp.levels[1].interval.low > 0.0, "{camp:?}");
    assert!(seat.adjusted < 1e-6, "{seat:?}");
    let low = |level: usize| seat.levels[level].interval.low;
    assert!((0..SEATS).all(|level| (low(level) > 0.0) == (level == 4)), "{seat:?}");
    assert!(others.iter().all(|effect| effect.adjusted > 0.05), "{others:?}");
    for effect in &panel {
        assert!(effect.levels.iter().map(|level| level.value).sum::<f64>().abs() < 1e-9, "{effect:?}");
    }
}

/// Of 60 panels without any bias, 5 % of each 4 tests should be below 0.05, that is 12 of 240; 24 would be more than
/// three standard deviations above.
#[test]
fn where_nothing_is_planted_nothing_is_found() {
    let mut found = 0;
    for run in 0..60 {
        let panel = panel(&exiles(200, 0.0, &mut Random::new(run, 13)));
        found += panel[1..].iter().filter(|effect| effect.p_value < 0.05).count();
    }
    assert!((2..=23).contains(&found), "{found} of 240 tests");
}

#[test]
fn what_cannot_be_told_is_wide_and_what_does_not_fit_is_named() {
    let mut observations = exiles(100, 0.0, &mut Random::new(2, 12));
    // Now the name is the seat: their effects cannot be told apart.
    observations.iter_mut().for_each(|o| o.levels[3] = o.levels[1]);
    let panel = panel(&observations);
    assert!(panel[3].levels.iter().all(|level| level.se > 3.0), "{:?}", panel[3]);
    assert!(panel[2].levels.iter().all(|level| level.se < 1.0), "{:?}", panel[2]);

    let refuse = |observations: &[Observation]| nuisance_panel(&factors(), observations, Confidence::P95);
    assert_eq!(refuse(&[]), Err(NuisanceError::NoObservations));
    observations[3].levels[0] = 2;
    assert_eq!(refuse(&observations), Err(NuisanceError::Observation(3)));
    observations[3].levels.pop();
    assert_eq!(refuse(&observations), Err(NuisanceError::Observation(3)));
}
