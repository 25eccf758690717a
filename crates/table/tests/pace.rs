//! From the times of public events alone nobody can tell which power role is dead, or who is a program.

use async_trait::async_trait;
use lycaon_agents::scripted::{Policy, Script, Scripted};
use lycaon_agents::{Agent, Question, Reply};
use lycaon_narrator::Lang;
use lycaon_rules::{Audience, Board, Call, Dice, Event, Fact, RoleId, Seat, Setup};
use lycaon_table::{Clock, Kind, Pace, Player, Settings, Table};
use lycaon_transcript::{Header, Memory, Recorder, Writer};
use std::sync::Arc;
use std::time::Duration;
use tokio::time::{Instant, sleep};

/// How many games are played, half of them to learn from and half to guess at.
const GAMES: u64 = 240;

/// How much better than chance a classifier may do, in shares of 1.
const MARGIN: f64 = 0.05;

/// A script that takes the time of a person. The times are not those that the table draws from: a person's thought is
/// the sum of two waits, and typing speeds are spread as Dhakal and others (2018) measured them, 52 words a minute with
/// a standard deviation of 20.
struct Person {
    policy: Box<dyn Policy>,
    dice: Dice,
    keys_per_second: f64,
}

impl Person {
    fn new(seed: u64, seat: Seat) -> Self {
        let mut dice = Dice::new(seed ^ 0x9e37_79b9 ^ u64::from(seat.number()) << 40);
        let words = (52.0 + 20.0 * normal(&mut dice)).clamp(18.0, 115.0);
        Person { policy: Script::Heuristic.policy(seed, seat, Lang::En), dice, keys_per_second: words * 5.0 / 60.0 }
    }

    /// A wait of so many seconds in the mean, as the sum of two that are without memory.
    fn thought(&mut self, mean: f64) -> f64 {
        let wait = |dice: &mut Dice| -(1.0 - uniform(dice)).ln();
        (wait(&mut self.dice) + wait(&mut self.dice)) * mean / 2.0
    }
}

fn uniform(dice: &mut Dice) -> f64 {
    dice.below("person", 1 << 32) as f64 / (1u64 << 32) as f64
}

fn normal(dice: &mut Dice) -> f64 {
    let (size, angle) = ((-2.0 * (1.0 - uniform(dice)).ln()).sqrt(), uniform(dice));
    size * (std::f64::consts::TAU * angle).cos()
}

#[async_trait]
impl Agent for Person {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        let answer = self.policy.decide(question.view, question.request);
        let seconds = match Kind::of(question.request.ask) {
            Kind::Speech => {
                let letters = answer.speech.as_ref().map_or(0, |speech| speech.text.chars().count());
                let typed = letters as f64 / self.keys_per_second;
                self.thought(6.0) + typed * (1.0 + 0.15 * normal(&mut self.dice)).max(0.3)
            }
            Kind::Offer => 1.0,
            Kind::Night => self.thought(6.0),
            Kind::Ballot => self.thought(8.0),
            Kind::Reaction | Kind::Office => self.thought(6.0),
        };
        sleep(Duration::from_secs_f64(seconds)).await;
        answer.into()
    }
}

/// What everybody could see of a game, with the seconds at which he saw it.
struct Seen {
    setup: Setup,
    people: Vec<bool>,
    public: Vec<(f64, Event)>,
    bytes: Vec<u8>,
}

fn setup(seed: u64) -> Setup {
    let board = Board::named("online-9p").unwrap();
    let deal = board.deal(&mut Dice::new(seed));
    Setup { board: Arc::new(board), deal }
}

/// Plays a game in which each seat is a person or a program as a coin falls.
async fn play(seed: u64, pace: Pace) -> Seen {
    let setup = setup(seed);
    let mut coin = Dice::new(seed ^ 0x5eed);
    let people: Vec<bool> = setup.board.seats().map(|_| coin.below("coin", 2) == 1).collect();
    let player = |(seat, person): (Seat, &bool)| match person {
        true => Player::human(Box::new(Person::new(seed, seat))),
        false => Player::scripted(Box::new(Scripted(Script::Heuristic.policy(seed, seat, Lang::En)))),
    };
    let players = setup.board.seats().zip(&people).map(player).collect();
    let memory = Memory::new();
    let header = Header::new("paced", &setup, seed);
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &header).unwrap();
    let settings = Settings { clock: Clock::Still, pace, ..Settings::default() };
    let began = Instant::now();
    let mut public = vec![];
    let table = Table::new(setup.clone(), seed, players, settings).unwrap().recorded_by(recorder);
    let table = table.observed_by(|event| {
        if event.audience == Audience::Everyone {
            public.push((began.elapsed().as_secs_f64(), event.clone()));
        }
    });
    table.play().await.unwrap();
    Seen { setup, people, public, bytes: memory.bytes() }
}

/// Something to be guessed, and what it is guessed from.
#[derive(Clone)]
struct Case {
    features: Vec<f64>,
    yes: bool,
}

/// For each call of a role in each night: was its holder alive? Guessed from how long the step took.
fn powers(seen: &Seen) -> Vec<Case> {
    let mut cases = vec![];
    let mut dead = vec![false; seen.setup.deal.cards.len()];
    for pair in seen.public.windows(2) {
        let [(at, event), (next, _)] = pair else { continue };
        match &event.fact {
            Fact::Died { seats, .. } => seats.iter().for_each(|seat| dead[seat.index()] = true),
            Fact::Called { call: Call::Role(role) } if [RoleId::Seer, RoleId::Witch].contains(role) => {
                let holder = seen.setup.deal.cards.iter().position(|card| card == role).unwrap();
                cases.push(Case { features: vec![next - at], yes: !dead[holder] });
            }
            _ => {}
        }
    }
    cases
}

/// For each seat that spoke: is it a person? Guessed from how long its speeches took, and how evenly.
fn people(seen: &Seen) -> Vec<Case> {
    let spoke = |seat: Seat| -> Vec<(f64, f64)> {
        let took = |pair: &[(f64, Event)]| match &pair[1].1.fact {
            Fact::Spoke { seat: by, text, .. } if *by == seat => {
                Some(((pair[1].0 - pair[0].0).max(0.1).ln(), (text.chars().count() as f64 + 1.0).ln()))
            }
            _ => None,
        };
        seen.public.windows(2).filter_map(took).collect()
    };
    let mut cases = vec![];
    for seat in seen.setup.board.seats() {
        let times = spoke(seat);
        if times.is_empty() {
            continue;
        }
        let mean = |of: &dyn Fn(&(f64, f64)) -> f64| times.iter().map(of).sum::<f64>() / times.len() as f64;
        let (time, rate) = (mean(&|(time, _)| *time), mean(&|(time, letters)| time - letters));
        let spread = mean(&|(time, letters)| (time - letters - rate).abs());
        cases.push(Case { features: vec![time, rate, spread, rate * rate], yes: seen.people[seat.index()] });
    }
    cases
}

/// How often a logistic regression is right that has learnt from the one and guesses at the other, with both answers
/// weighing the same; a coin is right half of the time.
fn accuracy(learn: &[Case], guess: &[Case]) -> f64 {
    let width = learn[0].features.len();
    let column = |i: usize| learn.iter().map(move |case| case.features[i]);
    let count = learn.len() as f64;
    let means: Vec<f64> = (0..width).map(|i| column(i).sum::<f64>() / count).collect();
    let spread = |i: usize| (column(i).map(|x| (x - means[i]).powi(2)).sum::<f64>() / count).sqrt().max(1e-9);
    let spreads: Vec<f64> = (0..width).map(spread).collect();
    let score = |weights: &[f64], case: &Case| -> f64 {
        let scaled = (0..width).map(|i| (case.features[i] - means[i]) / spreads[i] * weights[i]);
        scaled.sum::<f64>() + weights[width]
    };
    let share = learn.iter().filter(|case| case.yes).count() as f64 / count;
    let mut weights = vec![0.0; width + 1];
    for _ in 0..400 {
        let mut slope = vec![0.0; width + 1];
        for case in learn {
            let weight = if case.yes { 0.5 / share } else { 0.5 / (1.0 - share) } / count;
            let miss = f64::from(u8::from(case.yes)) - 1.0 / (1.0 + (-score(&weights, case)).exp());
            for i in 0..width {
                slope[i] += weight * miss * (case.features[i] - means[i]) / spreads[i];
            }
            slope[width] += weight * miss;
        }
        weights.iter_mut().zip(&slope).for_each(|(weight, slope)| *weight += slope);
    }
    let right = |yes: bool| {
        let of: Vec<&Case> = guess.iter().filter(|case| case.yes == yes).collect();
        of.iter().filter(|case| (score(&weights, case) > 0.0) == yes).count() as f64 / of.len() as f64
    };
    (right(true) + right(false)) / 2.0
}

/// The accuracy of guesses at the second half of the games after the first.
fn guessed(games: &[Seen], cases: impl Fn(&Seen) -> Vec<Case>) -> (f64, usize) {
    let (learn, guess) = games.split_at(games.len() / 2);
    let [learn, guess] = [learn, guess].map(|games| games.iter().flat_map(&cases).collect::<Vec<_>>());
    assert!(guess.iter().any(|case| case.yes) && guess.iter().any(|case| !case.yes));
    (accuracy(&learn, &guess), guess.len())
}

async fn games(pace: Pace) -> Vec<Seen> {
    let mut games = vec![];
    for seed in 0..GAMES {
        games.push(play(seed, pace).await);
    }
    games
}

#[tokio::test(start_paused = true)]
async fn times_tell_neither_dead_roles_nor_programs() {
    let natural = games(Pace::Natural).await;
    let (power, powers_seen) = guessed(&natural, powers);
    let (person, people_seen) = guessed(&natural, people);
    println!("natural: role alive or dead {power:.3} of {powers_seen}; person or program {person:.3} of {people_seen}");
    assert!(power <= 0.5 + MARGIN, "{power}");
    assert!(person <= 0.5 + MARGIN, "{person}");

    // The same guesses see through a table without the pace, so it is not their fault.
    let instant = games(Pace::Instant).await;
    let (power, _) = guessed(&instant, powers);
    let (person, _) = guessed(&instant, people);
    println!("instant: role alive or dead {power:.3}; person or program {person:.3}");
    assert!(power > 0.6 && person > 0.9, "{power} {person}");

    for (slow, fast) in natural.iter().zip(&instant) {
        assert!(slow.bytes == fast.bytes, "the pace changed the game of {:?}", slow.setup.deal.cards);
    }
}
