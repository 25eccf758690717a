//! Scripted games in bulk: no clock, no record, no waiting.

use lycaon_agents::scripted::Policy;
use lycaon_narrator::taboo;
use lycaon_rules::{About, Board, Dice, Fact, Game, Listener, Party, Refusal, Seat, Setup, View, Waiting};
use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How many games a thread takes at a time.
const BLOCK: u64 = 64;

/// What came of many games. All but the time is the same for the same board, policies and seed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// How many games were played.
    pub games: u64,
    /// How many each party won; a game with two winners counts for both.
    pub wins: BTreeMap<Party, u64>,
    /// How many nobody won.
    pub none: u64,
    /// The days of all games together.
    pub days: u64,
    /// Decisions, rolls of the dice included.
    pub decisions: u64,
    /// Events.
    pub events: u64,
    /// First ballots of exile votes.
    pub exiles: u64,
    /// How many of them nobody led alone.
    pub ties: u64,
    /// How long it took.
    pub elapsed: Duration,
}

impl Tally {
    /// Each party's wins, and with `None` the games that nobody won.
    pub fn outcomes(&self) -> impl Iterator<Item = (Option<Party>, u64)> {
        self.wins.iter().map(|(party, wins)| (Some(*party), *wins)).chain([(None, self.none)])
    }

    /// The mean of the days of a game; 0 if none was played.
    #[must_use]
    pub fn days_mean(&self) -> f64 {
        if self.games == 0 { 0.0 } else { self.days as f64 / self.games as f64 }
    }

    /// Games in a second of wall time, all threads together.
    #[must_use]
    pub fn games_per_s(&self) -> f64 {
        self.games as f64 / self.elapsed.as_secs_f64().max(f64::EPSILON)
    }

    fn count(&mut self, game: &Game, decisions: u64) {
        self.games += 1;
        self.decisions += decisions;
        self.events += game.events().len() as u64;
        if let Waiting::Over(outcome) = game.waiting() {
            self.days += u64::from(outcome.days);
            self.none += u64::from(outcome.winners.is_empty());
            for party in &outcome.winners {
                *self.wins.entry(*party).or_default() += 1;
            }
        }
        let mut first_ballot = false;
        for event in game.events() {
            match event.fact {
                Fact::PollOpened { about: About::Exile, round, .. } => {
                    first_ballot = round == 1;
                    self.exiles += u64::from(first_ballot);
                }
                Fact::Tied { about: About::Exile, .. } => self.ties += u64::from(first_ballot),
                _ => {}
            }
        }
    }

    fn add(&mut self, other: &Tally) {
        for (party, wins) in &other.wins {
            *self.wins.entry(*party).or_default() += wins;
        }
        self.games += other.games;
        self.none += other.none;
        self.days += other.days;
        self.decisions += other.decisions;
        self.events += other.events;
        self.exiles += other.exiles;
        self.ties += other.ties;
    }
}

/// The seed of a game of a series. Neighbours have nothing in common (SplitMix64).
#[must_use]
pub fn game_seed(seed: u64, index: u64) -> u64 {
    let mut z = seed.wrapping_add(index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// Plays games on `jobs` threads. Each game has a seed of its own, from which it is dealt and rolled and which
/// `policies` is given with each seat; so the result does not depend on `jobs`.
///
/// # Errors
/// When a policy gives an answer that is not on its menu.
pub fn simulate<P: Policy>(
    board: &Arc<Board>,
    games: u64,
    seed: u64,
    policies: impl Fn(u64, Seat) -> P + Sync,
    jobs: NonZeroUsize,
) -> Result<Tally, Refusal> {
    let began = Instant::now();
    let next = AtomicU64::new(0);
    let work = || -> Result<Tally, Refusal> {
        let mut tally = Tally::default();
        loop {
            let first = next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= games {
                return Ok(tally);
            }
            for index in first..games.min(first + BLOCK) {
                let (game, decisions) = play(board, game_seed(seed, index), &policies)?;
                tally.count(&game, decisions);
            }
        }
    };
    let mut sum = Tally::default();
    thread::scope(|scope| {
        let threads: Vec<_> = (1..jobs.get()).map(|_| scope.spawn(work)).collect();
        sum.add(&work()?);
        for thread in threads {
            sum.add(&thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?);
        }
        Ok(())
    })?;
    sum.elapsed = began.elapsed();
    Ok(sum)
}

/// Plays one game; returns it and how many decisions it took.
fn play<P: Policy>(board: &Arc<Board>, seed: u64, policies: &impl Fn(u64, Seat) -> P) -> Result<(Game, u64), Refusal> {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.clone(), deal });
    let mut seats: Vec<(P, View)> =
        board.seats().map(|seat| (policies(seed, seat), View::new(Listener::Seat(seat), board.clone()))).collect();
    let mut decisions = 0;
    let mut told = 0;
    loop {
        for (_, view) in seats.iter_mut().filter(|(policy, _)| policy.needs_view()) {
            for event in &game.events()[told..] {
                view.hear(event);
            }
        }
        told = game.events().len();
        match game.waiting() {
            Waiting::Over(_) => return Ok((game, decisions)),
            Waiting::Roll(roll) => {
                game.rolled(dice.roll(roll))?;
                decisions += 1;
            }
            Waiting::Seats(batch) => {
                let asked = batch.len();
                for position in 0..asked {
                    let request = &game.batch()[position];
                    let (policy, view) = &mut seats[request.seat.index()];
                    let mut answer = policy.decide(view, request);
                    if let Some(speech) = &mut answer.speech {
                        taboo::take_down(game.board(), request, speech);
                    }
                    game.answer(position, answer)?;
                }
                game.advance()?;
                decisions += asked as u64;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_agents::scripted::{Oracle, Random};
    use std::collections::BTreeSet;

    fn random(deck: &str, games: u64, seed: u64, jobs: usize) -> Tally {
        let board = Arc::new(Board::named(deck).unwrap());
        let jobs = NonZeroUsize::new(jobs).unwrap();
        let tally = simulate(&board, games, seed, Random::new, jobs).unwrap();
        Tally { elapsed: Duration::ZERO, ..tally }
    }

    #[test]
    fn the_number_of_threads_changes_nothing_and_the_seed_does() {
        let one = random("millers-hollow-8", 300, 7, 1);
        assert_eq!(one.games, 300);
        assert!(one.wins.values().sum::<u64>() + one.none >= 300);
        assert_eq!(one, random("millers-hollow-8", 300, 7, 3));
        assert_ne!(one, random("millers-hollow-8", 300, 8, 1));
    }

    /// One wolf and two others, night first: the wolf bites, two are left, and that is parity.
    #[test]
    fn the_smallest_game_is_over_at_once() {
        let tally = random("vanilla-3-1", 50, 1, 1);
        assert_eq!(tally.wins, [(Party::Wolves, 50)].into());
        assert_eq!((tally.none, tally.exiles), (0, 0));
        assert!(tally.outcomes().eq([(Some(Party::Wolves), 50), (None, 0)]));
    }

    /// Five seats, one wolf: after the bite four vote, each for one of the other three, in one of 81 ways.
    #[test]
    fn first_ballots_tie_as_often_as_chance_says() {
        let ties = (0..81)
            .filter(|n| {
                let ballots = (0..4).map(|by| (by + 1 + n / 3_usize.pow(by as u32) % 3) % 4);
                let mut votes = [0; 4];
                ballots.for_each(|onto| votes[onto] += 1);
                let most = votes.iter().max().unwrap();
                votes.iter().filter(|n| *n == most).count() > 1
            })
            .count() as u64;
        let board = Arc::new(Board::named("vanilla-5-1").unwrap());
        let tally = simulate(&board, 4000, 3, Oracle::new, NonZeroUsize::MIN).unwrap();
        assert_eq!(tally.exiles, 4000);
        let (expected, seen) = (ties as f64 / 81.0, tally.ties as f64 / tally.exiles as f64);
        let error = (expected * (1.0 - expected) / tally.exiles as f64).sqrt();
        assert!((seen - expected).abs() < 2.0 * error, "{seen} instead of {expected}, with an error of {error}");
    }

    #[test]
    fn views_are_folded_for_those_who_look() {
        struct Looks(Random, Seat);
        impl Policy for Looks {
            fn decide(&mut self, view: &View, request: &lycaon_rules::Request) -> lycaon_rules::Answer {
                assert_eq!(view.seat(), Some(self.1));
                assert!(view.card().is_some());
                assert!(view.living().has(self.1) || request.ask.reaches_the_dead());
                self.0.decide(view, request)
            }
        }
        let board = Arc::new(Board::named("millers-hollow-8").unwrap());
        let looks = |seed, seat| Looks(Random::new(seed, seat), seat);
        let tally = simulate(&board, 100, 7, looks, NonZeroUsize::MIN).unwrap();
        assert_eq!(Tally { elapsed: Duration::ZERO, ..tally }, random("millers-hollow-8", 100, 7, 1));
    }

    #[test]
    fn neighbours_have_seeds_of_their_own() {
        let seeds: BTreeSet<u64> =
            (0..100).flat_map(|seed| (0..100).map(move |index| game_seed(seed, index))).collect();
        assert_eq!(seeds.len(), 10_000);
    }
}
