//! How fast a table goes on. Where people play with others who may be programs, the times at which things happen must
//! not tell who is one, which role is dead, or who acted: every step of the moderator takes a time drawn for that step
//! alone, and programs answer as late as people do.
//!
//! The draws have a stream of their own, by event and by decision, so they change no deal, no roll and no decision, and
//! do not depend on one another. A person who takes longer than his step was to take still holds the table up.

use crate::settings::Kind;
use lycaon_agents::Deadline;
use lycaon_rules::{Answer, Audience, Call, Dice, Event, Fact, Request, Seat};
use std::time::Duration;
use tokio::time::Instant;

/// How fast a table goes on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Pace {
    /// As fast as the answers come.
    #[default]
    Instant,
    /// As a moderator and people do.
    Natural,
}

impl Pace {
    /// Every pace.
    pub const ALL: [Pace; 2] = [Pace::Instant, Pace::Natural];

    /// The id, such as `natural`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Pace::Instant => "instant",
            Pace::Natural => "natural",
        }
    }
}

impl std::str::FromStr for Pace {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let named = Pace::ALL.into_iter().find(|pace| pace.id() == text);
        named.ok_or_else(|| "it must be natural or instant".into())
    }
}

/// The natural pace of one game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Tempo {
    seed: u64,
}

/// The keys a person presses in a second, in the middle: 52 words of five letters a minute (Dhakal and others, 2018,
/// over 168,000 people), and how much people differ, as the spread of the logarithm.
const KEYS_PER_SECOND: f64 = 4.3;
const KEYS_SPREAD: f64 = 0.38;

/// How many keys a Chinese character takes: the letters of its sound, and one to pick it, with whole words at a time.
const KEYS_PER_IDEOGRAPH: f64 = 2.6;

/// How long a person thinks before he begins to speak, in seconds, in the middle, and the spread of the logarithm.
const THOUGHT: (f64, f64) = (5.0, 0.6);

/// The longest time that is waited for words that are there, in seconds.
const SPEECH_MAX: f64 = 150.0;

/// How long before a deadline an answer is in at the latest.
const MARGIN: Duration = Duration::from_secs(2);

impl Tempo {
    /// The pace of the game of this seed; `None` if nothing is waited for.
    pub(crate) fn of(pace: Pace, seed: u64) -> Option<Self> {
        (pace == Pace::Natural).then_some(Tempo { seed })
    }

    /// How long the moderator stays with an event that all hear before he goes on; `None` for any other. It depends on
    /// what all hear, and on nothing else: whoever is asked something meanwhile, or nobody, the step takes the same time.
    pub(crate) fn step(self, event: &Event) -> Option<Duration> {
        if event.audience != Audience::Everyone {
            return None;
        }
        let (least, most) = match &event.fact {
            // A role's time to act, whether or not somebody holds it any more. A pack talks.
            Fact::Called { call: Call::Pack } => (28.0, 42.0),
            Fact::Called { .. } => (16.0, 26.0),
            // Whoever dies may have something left to do.
            Fact::Died { seats, .. } if !seats.is_empty() => (9.0, 16.0),
            Fact::NightFell { .. } | Fact::DayBroke { .. } => (3.0, 6.0),
            // Between two speeches somebody may break in.
            Fact::Spoke { .. } | Fact::Counted { .. } => (4.0, 8.0),
            _ => (1.0, 2.5),
        };
        let seconds = least + (most - least) * self.uniform(&format!("pace step {}", event.n));
        Some(Duration::from_secs_f64(seconds))
    }

    /// When a program's answer is handed in that was asked for at `since`: as late as a person's, but before the
    /// deadline. What is done in the night and between two speeches has the time of its step, which ends at `step_ends`,
    /// whoever does it: a program that took longer would tell that somebody is there to be asked, and one that took no
    /// time would tell those who are asked beside it what it is.
    pub(crate) fn due(
        self,
        since: Instant,
        step_ends: Instant,
        n: u32,
        request: &Request,
        answer: Option<&Answer>,
        deadline: Option<&Deadline>,
    ) -> Instant {
        let due = since + self.reply(n, request, answer);
        let due = match Kind::of(request.ask) {
            Kind::Night | Kind::Offer => due.min(step_ends).max(since),
            _ => due,
        };
        let latest = deadline.and_then(|deadline| deadline.earliest().checked_sub(MARGIN));
        latest.map_or(due, |latest| due.min(latest))
    }

    /// How long a person in this seat would take.
    fn reply(self, n: u32, request: &Request, answer: Option<&Answer>) -> Duration {
        let lot = |middle: f64, spread: f64| middle * (spread * self.normal(&format!("pace reply {n}"))).exp();
        let seconds = match Kind::of(request.ask) {
            Kind::Night => lot(6.0, 0.5),
            Kind::Offer => lot(2.0, 0.5),
            Kind::Speech => {
                let speech = answer.and_then(|answer| answer.speech.as_ref());
                let typed = speech.map_or(0.0, |speech| keys(&speech.text)) / self.keys_per_second(request.seat);
                (lot(THOUGHT.0, THOUGHT.1) + typed * lot(1.0, 0.15)).min(SPEECH_MAX)
            }
            Kind::Ballot => lot(7.0, 0.5),
            Kind::Reaction | Kind::Office => lot(5.5, 0.5),
        };
        Duration::from_secs_f64(seconds)
    }

    /// How fast the person in this seat types, the whole game.
    fn keys_per_second(self, seat: Seat) -> f64 {
        KEYS_PER_SECOND * (KEYS_SPREAD * self.normal(&format!("pace keys {seat}"))).exp()
    }

    /// A number from 0 to 1.
    fn uniform(self, stream: &str) -> f64 {
        fraction(&mut Dice::new(self.seed), stream)
    }

    /// A number from a distribution that is as good as normal, at most 6 from 0.
    fn normal(self, stream: &str) -> f64 {
        let mut dice = Dice::new(self.seed);
        (0..12).map(|_| fraction(&mut dice, stream)).sum::<f64>() - 6.0
    }
}

fn fraction(dice: &mut Dice, stream: &str) -> f64 {
    const STEPS: u64 = 1 << 32;
    dice.below(stream, STEPS) as f64 / STEPS as f64
}

/// How many keys a text takes.
fn keys(text: &str) -> f64 {
    text.chars().map(|c| if c > '\u{2e7f}' { KEYS_PER_IDEOGRAPH } else { 1.0 }).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_rules::{Ask, Choice, Fallback, FloorKind, Menu, Phase, Source};

    fn called(n: u32) -> Event {
        let fact = Fact::Called { call: Call::Role(lycaon_rules::RoleId::Seer) };
        Event { n, day: 1, phase: Phase::Night, audience: Audience::Everyone, fact }
    }

    fn speech(seat: u8) -> Request {
        let fallback = Fallback::Choice { choice: Choice::Say };
        let ask = Ask::Speak { floor: FloorKind::Day };
        Request {
            seat: Seat::new(seat),
            ask,
            menu: Menu::Talk { limit: 500 },
            fallback,
            from: Source::House,
            chat: false,
        }
    }

    #[test]
    fn steps_are_drawn_for_the_event_and_the_seed() {
        let tempo = |seed| Tempo::of(Pace::Natural, seed).unwrap();
        let steps: Vec<Duration> = (0..50).filter_map(|n| tempo(1).step(&called(n))).collect();
        assert!(steps.iter().all(|step| (16.0..26.0).contains(&step.as_secs_f64())), "{steps:?}");
        assert!(steps.iter().any(|step| step.as_secs() < 18) && steps.iter().any(|step| step.as_secs() > 23));
        assert_eq!(tempo(1).step(&called(7)), Some(steps[7]), "the same whatever was drawn before");
        assert_ne!(tempo(2).step(&called(7)), Some(steps[7]));
        let secret = Event { audience: Audience::Moderator, ..called(7) };
        assert_eq!(tempo(1).step(&secret), None);
        assert!(Tempo::of(Pace::Instant, 1).is_none());
    }

    #[tokio::test(start_paused = true)]
    async fn long_speeches_take_longer_and_none_misses_its_deadline() {
        let tempo = Tempo::of(Pace::Natural, 1).unwrap();
        let now = Instant::now();
        let due = |text: &str, deadline| tempo.due(now, now, 5, &speech(3), Some(&Answer::say(text)), deadline) - now;
        let (short, long, chinese) = (due("hm", None), due(&"word ".repeat(40), None), due(&"狼".repeat(200), None));
        assert!(short < long && long < chinese, "{short:?} {long:?} {chinese:?}");
        assert!(chinese <= Duration::from_secs(150));
        let deadline = Deadline::after(Duration::from_secs(10));
        assert_eq!(due(&"word ".repeat(100), Some(&deadline)), Duration::from_secs(8));
    }

    #[tokio::test(start_paused = true)]
    async fn by_night_programs_take_time_and_no_more_than_the_step() {
        let tempo = Tempo::of(Pace::Natural, 1).unwrap();
        let now = Instant::now();
        let hunt = Request { ask: Ask::Hunt { round: 1 }, ..speech(3) };
        let took = |step: Duration, n: u32| tempo.due(now, now + step, n, &hunt, None, None) - now;
        let (long, short) = (Duration::from_secs(60), Duration::from_secs(2));
        assert!((0..50).all(|n| took(long, n) > Duration::ZERO && took(short, n) <= short));
        assert!((0..50).any(|n| took(long, n) > short && took(short, n) == short));
        let late = tempo.due(now, now - short, 0, &hunt, None, None);
        assert_eq!(late, now, "a step that is over is not made longer");
    }

    #[test]
    fn paces_are_named() {
        for pace in Pace::ALL {
            assert_eq!(pace.id().parse(), Ok(pace));
        }
        assert!("slow".parse::<Pace>().is_err());
    }
}
