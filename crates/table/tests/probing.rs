//! Seats asked aside: the game does not notice, nothing is asked twice, and who cannot be asked is marked.

mod fakes;

use async_trait::async_trait;
use fakes::{Panics, Thinks, choose};
use lycaon_agents::scripted::{Heuristic, Random, Scripted};
use lycaon_agents::{Agent, Aside, Inquiry, Question, Reply, Trouble};
use lycaon_narrator::Lang;
use lycaon_rules::{Audience, Board, Camp, Dice, Fact, Seat, Setup};
use lycaon_table::{Clock, Player, Probing, Settings, Stop, Table};
use lycaon_transcript::{
    Asks, Belief, Believed, Call, Checkpoint, Doubt, Existing, Flush, Header, Intent, Memory, Probe, Reader, Recorder,
    SelfReport, StrawBallot, Transcript, Writer, verify, verify_lines,
};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;
use tempfile::tempdir;
use tokio::time::sleep;

const STEP: Duration = Duration::from_millis(100);

fn probing(keys: Value) -> Probing {
    serde_json::from_value(keys).unwrap()
}

fn everything() -> Probing {
    let at = ["dawn", "discussion", "exile", "speech"];
    probing(json!({ "at": at, "silenced": true, "polls": true, "reports": true, "doubts": true, "retest": 0.5 }))
}

fn setup(deck: &str) -> Setup {
    let board = Board::named(deck).unwrap();
    let deal = board.deal(&mut Dice::new(3));
    Setup { board: board.into(), deal }
}

/// Scripts of both kinds: those that look at their view and those that draw.
fn scripts(seats: u8, lang: Lang) -> Vec<Player> {
    let script = |seat: Seat| -> Box<dyn Agent> {
        if seat.number().is_multiple_of(3) {
            Box::new(Scripted(Random::new(5, seat).with_words(lang)))
        } else {
            Box::new(Scripted(Heuristic::new(5, seat, lang)))
        }
    };
    Seat::all(seats.into()).map(|seat| Player::scripted(script(seat))).collect()
}

async fn recorded(deck: &str, lang: Lang, probing: Option<Probing>) -> Vec<u8> {
    let (memory, start) = (Memory::new(), setup(deck));
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &Header::new("test", &start, 5)).unwrap();
    let settings = Settings { clock: Clock::Still, probing, ..Settings::default() };
    let players = scripts(start.board.seats, lang);
    Table::new(start, 5, players, settings).unwrap().recorded_by(recorder).play().await.unwrap();
    memory.bytes()
}

/// The lines without probes and without their chain.
fn lines(bytes: &[u8]) -> Vec<String> {
    let lines = std::str::from_utf8(bytes).unwrap().lines().filter(|line| !line.starts_with("{\"t\":\"probe\""));
    let without_chain = |line: &str| {
        let at = line.find("\"prev\":\"").expect("every line is chained") + 8;
        let end = at + line[at..].find('"').unwrap();
        format!("{}{}", &line[..at], &line[end..])
    };
    lines.map(without_chain).collect()
}

#[tokio::test]
async fn a_scripted_game_with_probes_is_the_game_without_them() {
    for (deck, lang) in [("online-9p", Lang::Zh), ("arena-7", Lang::En), ("jingcheng-12p-hunter-guard", Lang::En)] {
        let (off, on) = (recorded(deck, lang, None).await, recorded(deck, lang, Some(everything())).await);
        assert_eq!(lines(&off), lines(&on), "{deck}");
        assert_eq!(on, recorded(deck, lang, Some(everything())).await, "the same seed, the same bytes");
        for bytes in [&off, &on] {
            assert!(verify_lines(Reader::new(&bytes[..], "memory")).unwrap().ok, "{deck}");
        }
        let probes = Transcript::read(&on[..], "memory").unwrap().probes;
        for checkpoint in Checkpoint::ALL {
            assert!(
                probes.iter().any(|probe| probe.checkpoint == checkpoint),
                "{deck}: nobody was asked at {checkpoint}"
            );
        }
        assert!(probes.iter().any(|probe| probe.silenced), "{deck}");
        for asks in [Asks::Beliefs, Asks::Poll, Asks::Report, Asks::Doubt] {
            let mut asked = probes.iter().filter(|probe| probe.asks == asks);
            assert!(asked.clone().count() > 3, "{deck}: nobody was asked for {}", asks.id());
            assert_eq!(
                asked.any(|probe| probe.repeat == 1),
                [Asks::Beliefs, Asks::Poll].contains(&asks),
                "{deck}: {}",
                asks.id()
            );
        }
        assert!(probes.iter().all(|probe| probe.how == Believed::Answered), "{deck}");
        let orders: BTreeSet<&[Seat]> = probes.iter().map(|probe| &probe.order[..]).collect();
        assert!(orders.len() > 20, "{deck}: seats are named in another order each time");
    }
}

/// Of whom what is asked: the living, about the living, wolves about themselves, and nobody about his own speech.
#[tokio::test]
async fn everybody_is_asked_what_he_can_tell() {
    let bytes = recorded("online-9p", Lang::En, Some(everything())).await;
    let transcript = Transcript::read(&bytes[..], "memory").unwrap();
    for probe in &transcript.probes {
        if probe.asks != Asks::Beliefs {
            continue;
        }
        let Probe { seat, order, answer: Some(belief), .. } = probe else { panic!("{probe:?}") };
        assert!(!order.contains(seat));
        let wolf = transcript.header.deal.cards[seat.index()].card().camp == Camp::Wolves;
        assert_eq!(belief.suspected.is_some(), wolf, "seat {seat}");
        assert_eq!(belief.p_wolf.len(), if wolf { 0 } else { order.len() });
        let event = transcript.events.iter().find(|event| event.n == probe.event).unwrap();
        if let Fact::Spoke { seat: speaker, .. } = event.fact {
            assert!(probe.checkpoint == Checkpoint::Speech && speaker != *seat);
        }
        let twin = |other: &&Probe| {
            Probe { repeat: 0, ..(*other).clone() }.asks_the_same(&Probe { repeat: 0, ..probe.clone() })
        };
        assert!(transcript.probes.iter().filter(twin).count() <= 2);
    }
    let beliefs = |silenced: bool| -> Vec<&Belief> {
        let of = transcript.probes.iter().filter(|probe| probe.silenced == silenced && probe.repeat == 0);
        of.filter(|probe| probe.asks == Asks::Beliefs)
            .filter(|probe| probe.checkpoint == Checkpoint::Speech)
            .filter_map(|probe| probe.answer.as_ref())
            .collect()
    };
    assert_ne!(beliefs(true), beliefs(false), "a speech that is left out is not believed");
}

/// A poll asks all the living for a ballot before the first speech of a round and after each, the speaker too; a report is
/// asked of whoever said something, of nobody else, and not of a silent turn.
#[tokio::test]
async fn polls_are_held_around_speeches_and_speakers_report_on_them() {
    let bytes = recorded("online-9p", Lang::En, Some(everything())).await;
    let Transcript { probes, events, .. } = Transcript::read(&bytes[..], "memory").unwrap();
    let first_of =
        |asks: Asks| -> Vec<&Probe> { probes.iter().filter(|probe| probe.asks == asks && probe.repeat == 0).collect() };
    let (polls, reports) = (first_of(Asks::Poll), first_of(Asks::Report));
    let (mut floors, mut spoken, mut worded) = (0, 0, 0);
    // After the last question of the game nobody is asked anything.
    let last = probes.iter().map(|probe| probe.event).max().unwrap();
    for event in events.iter().filter(|event| event.n <= last) {
        let polled = polls.iter().filter(|probe| probe.event == event.n).count();
        let reported: Vec<Seat> =
            reports.iter().filter(|probe| probe.event == event.n).map(|probe| probe.seat).collect();
        match &event.fact {
            Fact::Floor { .. } => floors += usize::from(polled > 0),
            Fact::Spoke { seat, floor, text, .. } => {
                spoken += usize::from(polled > 0);
                assert!(floor.is_some() || polled == 0, "no poll is held on last words");
                worded += usize::from(!text.is_empty());
                let expected = if text.is_empty() { vec![] } else { vec![*seat] };
                assert_eq!(reported, expected, "event {}", event.n);
                assert!(polled == 0 || polls.iter().any(|probe| probe.event == event.n && probe.seat == *seat));
            }
            _ => assert_eq!((polled, reported), (0, vec![])),
        }
    }
    assert!(floors > 0 && spoken > 5 && worded > 5, "{floors} {spoken} {worded}");
    for probe in polls {
        let vote = probe.ballot.expect("it was answered").vote;
        assert!(vote.is_some_and(|seat| probe.order.contains(&seat)) && !probe.order.contains(&probe.seat));
        assert!(probe.answer.is_none() && probe.report.is_none());
    }
    assert!(reports.iter().all(|probe| probe.report.is_some() && probe.order.is_empty()));
    assert!(reports.iter().any(|probe| probe.report.is_some_and(|report| report.lie)), "wolves own up");
    assert!(reports.iter().any(|probe| probe.report.is_some_and(|report| !report.lie)));
}

/// After each speech with words all the living but its speaker are asked about it, and about him alone; after nothing else.
#[tokio::test]
async fn everybody_but_the_speaker_is_asked_whether_he_lied() {
    let bytes = recorded("online-9p", Lang::En, Some(everything())).await;
    let Transcript { probes, events, .. } = Transcript::read(&bytes[..], "memory").unwrap();
    let doubts: Vec<&Probe> = probes.iter().filter(|probe| probe.asks == Asks::Doubt).collect();
    let polls = |event: u32| -> BTreeSet<Seat> {
        let of = probes.iter().filter(|probe| probe.asks == Asks::Poll && probe.event == event);
        of.map(|probe| probe.seat).collect()
    };
    let last = probes.iter().map(|probe| probe.event).max().unwrap();
    let mut worded = 0;
    for event in events.iter().filter(|event| event.n <= last) {
        let asked: Vec<&&Probe> = doubts.iter().filter(|probe| probe.event == event.n).collect();
        let seats: BTreeSet<Seat> = asked.iter().map(|probe| probe.seat).collect();
        assert_eq!(seats.len(), asked.len(), "nobody is asked twice");
        match &event.fact {
            Fact::Spoke { seat, text, .. } if !text.is_empty() && event.audience == Audience::Everyone => {
                worded += 1;
                assert!(!seats.is_empty() && !seats.contains(seat), "event {}", event.n);
                assert!(asked.iter().all(|probe| probe.order == [*seat] && probe.checkpoint == Checkpoint::Speech));
                // A poll asks all the living.
                let mut living = polls(event.n);
                assert!(living.is_empty() || living.remove(seat) && living == seats, "event {}", event.n);
            }
            _ => assert!(asked.is_empty(), "event {}", event.n),
        }
    }
    assert!(worded > 5, "{worded}");
    let p: Vec<f64> = doubts.iter().map(|probe| probe.doubt.expect("it was answered").p_lie).collect();
    assert!(doubts.iter().all(|probe| probe.answer.is_none() && probe.report.is_none() && probe.repeat == 0));
    assert!(p.contains(&0.5) && p.contains(&1.0) && p.iter().any(|p| *p < 0.5), "coins, what is known, and suspicion");
}

/// What is asked of beliefs is the same, whatever else is asked.
#[tokio::test]
async fn polls_reports_and_doubts_change_nothing_about_beliefs() {
    let at = ["dawn", "discussion", "exile", "speech"];
    let fewer = probing(json!({ "at": at, "silenced": true, "retest": 0.5 }));
    let beliefs = |bytes: Vec<u8>| -> Vec<Probe> {
        let probes = Transcript::read(&bytes[..], "memory").unwrap().probes;
        probes.into_iter().filter(|probe| probe.asks == Asks::Beliefs).collect()
    };
    let alone = recorded("arena-7", Lang::Zh, Some(fewer)).await;
    assert_eq!(beliefs(alone), beliefs(recorded("arena-7", Lang::Zh, Some(everything())).await));
    let only = recorded("arena-7", Lang::Zh, Some(probing(json!({ "at": [], "polls": true })))).await;
    assert!(!Transcript::read(&only[..], "memory").unwrap().probes.is_empty() && beliefs(only).is_empty());
    let only = recorded("arena-7", Lang::Zh, Some(probing(json!({ "at": [], "doubts": true })))).await;
    let probes = Transcript::read(&only[..], "memory").unwrap().probes;
    assert!(!probes.is_empty() && probes.iter().all(|probe| probe.asks == Asks::Doubt));
}

/// A model of sorts: its forks make a call, count it, and take their time.
struct Asked(Arc<AtomicU32>, Duration);

#[async_trait]
impl Agent for Asked {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        choose(question).into()
    }

    fn fork(&self) -> Option<Box<dyn Aside>> {
        Some(Box::new(Asked(self.0.clone(), self.1)))
    }
}

impl Asked {
    async fn call(&self, inquiry: Inquiry<'_>) -> Result<(), Trouble> {
        sleep(self.1).await;
        self.0.fetch_add(1, Ordering::Relaxed);
        let call = Call { cost_usd: Some(0.01), reply: Some("0.5".into()), ..Call::default() };
        inquiry.journal.keep(&call).await.map_err(|unkept| Trouble::Failed(unkept.to_string()))
    }
}

#[async_trait]
impl Aside for Asked {
    async fn poll(&mut self, inquiry: Inquiry<'_>) -> Result<StrawBallot, Trouble> {
        self.call(inquiry).await?;
        Ok(StrawBallot { vote: None })
    }

    async fn report(&mut self, inquiry: Inquiry<'_>) -> Result<SelfReport, Trouble> {
        self.call(inquiry).await?;
        Ok(SelfReport { intent: Intent::Truthful, lie: false, confidence: 1.0 })
    }

    async fn doubt(&mut self, inquiry: Inquiry<'_>) -> Result<Doubt, Trouble> {
        self.call(inquiry).await?;
        Ok(Doubt { p_lie: 0.5 })
    }

    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble> {
        self.call(inquiry).await?;
        let p_wolf = inquiry.others.iter().map(|seat| (*seat, 0.5)).collect();
        Ok(Belief { p_wolf, ..Belief::default() })
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_asked_before_a_game_was_stopped_is_not_asked_again() {
    let (folder, made) = (tempdir().unwrap(), Arc::new(AtomicU32::new(0)));
    let players = || -> Vec<Player> {
        // Each seat takes another time, so that some have answered and some have not.
        let asked = |seat: u32| Asked(made.clone(), STEP * (1 + seat));
        (0..7).map(|seat| Player::machine(Box::new(asked(seat)))).collect()
    };
    let settings = Settings { probing: Some(everything()), clock: Clock::Still, ..Settings::default() };
    let recorder = |writer| Recorder::begin(writer, &Header::new("test", &setup("vanilla-7-2"), 5)).unwrap();
    let whole = Table::new(setup("vanilla-7-2"), 5, players(), settings).unwrap();
    let memory = Memory::new();
    let whole = whole.recorded_by(recorder(Writer::to(memory.clone(), "memory"))).play().await.unwrap();
    let in_all = made.swap(0, Ordering::Relaxed);
    let totals = whole.ended.unwrap().end.totals;
    assert_eq!((totals.calls, totals.probes.calls), (0, in_all), "probes are counted apart");
    assert!(in_all > 10);
    for step in [2, 5, 9] {
        let file = folder.path().join(format!("{step}.jsonl"));
        let stop = Stop::new();
        let alarm = stop.clone();
        tokio::spawn(async move {
            sleep(STEP * step + STEP / 2).await;
            alarm.now();
        });
        let table = Table::new(setup("vanilla-7-2"), 5, players(), settings).unwrap();
        let writer = Writer::create(&file, Existing::Refuse, Flush::EachLine).unwrap();
        let part = table.recorded_by(recorder(writer)).stopped_by(&stop).play().await.unwrap();
        assert!(part.outcome.is_none());
        assert!(made.load(Ordering::Relaxed) < in_all);
        let (resumed, transcript) = Recorder::resume(&file, Flush::EachLine).unwrap();
        let table = Table::new(transcript.replay().unwrap(), 5, players(), settings).unwrap();
        let rest = table.recorded_by(resumed).play().await.unwrap();
        assert_eq!(rest.game.events(), whole.game.events());
        assert_eq!(made.swap(0, Ordering::Relaxed), in_all, "each was asked once, stopped after {step}");
        assert_eq!(Transcript::open(&file).unwrap().probes.len() as u32, in_all);
        assert!(verify(&file).unwrap().ok);
    }
}

/// Says what is no probability, or nothing at all.
struct Odd(bool);

#[async_trait]
impl Agent for Odd {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        choose(question).into()
    }

    fn fork(&self) -> Option<Box<dyn Aside>> {
        Some(Box::new(Odd(self.0)))
    }
}

#[async_trait]
impl Aside for Odd {
    async fn believe(&mut self, inquiry: Inquiry<'_>) -> Result<Belief, Trouble> {
        if self.0 {
            return std::future::pending().await;
        }
        let p_wolf = inquiry.others.iter().map(|seat| (*seat, f64::NAN)).collect();
        Ok(Belief { p_wolf, ..Belief::default() })
    }

    async fn poll(&mut self, inquiry: Inquiry<'_>) -> Result<StrawBallot, Trouble> {
        if self.0 {
            return Err(Trouble::Failed("gone".into()));
        }
        Ok(StrawBallot { vote: inquiry.view.seat() })
    }

    async fn report(&mut self, _: Inquiry<'_>) -> Result<SelfReport, Trouble> {
        if self.0 {
            return std::future::pending().await;
        }
        Ok(SelfReport { intent: Intent::Truthful, lie: false, confidence: 7.0 })
    }

    async fn doubt(&mut self, _: Inquiry<'_>) -> Result<Doubt, Trouble> {
        if self.0 {
            return std::future::pending().await;
        }
        Ok(Doubt { p_lie: -0.1 })
    }
}

#[tokio::test(start_paused = true)]
async fn who_cannot_be_asked_is_marked_and_holds_nobody_up() {
    let memory = Memory::new();
    let start = setup("vanilla-5-1");
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &Header::new("test", &start, 5)).unwrap();
    let machines: Vec<Box<dyn Agent>> = vec![
        Box::new(Thinks(vec![])),
        Box::new(Odd(true)),
        Box::new(Odd(false)),
        Box::new(Panics),
        Box::new(Thinks(vec![])),
    ];
    let players = machines.into_iter().map(Player::machine).collect();
    let probing = probing(json!({ "retest": 0, "polls": true, "reports": true, "doubts": true }));
    let settings = Settings { probing: Some(probing), ..Settings::default() };
    Table::new(start, 5, players, settings).unwrap().recorded_by(recorder).play().await.unwrap();
    let probes = Transcript::read(&memory.bytes()[..], "memory").unwrap().probes;
    let hows = |seat: u8| -> BTreeSet<Believed> {
        probes.iter().filter(|probe| probe.seat == Seat::new(seat)).map(|probe| probe.how).collect()
    };
    assert!([1, 5].into_iter().any(|seat| hows(seat) == [Believed::NoFork].into()));
    assert!(hows(2).is_empty() || hows(2) == [Believed::Failed].into());
    assert!(hows(3).is_empty() || hows(3) == [Believed::Unreadable].into());
    assert!(hows(4).is_subset(&[Believed::NoFork, Believed::Away].into()));
}

#[test]
fn keys_that_cannot_be_are_refused_in_a_sentence() {
    for (keys, what) in [
        (json!({ "at": [] }), "`at` is empty"),
        (json!({ "at": ["floor"] }), "`polls = true`"),
        (json!({ "silenced": true }), "`speech`"),
        (json!({ "retest": 2 }), "from 0 to 1"),
        (json!({ "deadline": 0 }), "more than 0"),
        (json!({ "at": ["dusk"] }), "dusk"),
        (json!({ "when": [] }), "when"),
    ] {
        let error = serde_json::from_value::<Probing>(keys).unwrap_err().to_string();
        assert!(error.contains(what), "{error}");
    }
    let kept = everything();
    assert_eq!(probing(serde_json::to_value(kept).unwrap()), kept);
}
