//! Tidy rows: one struct for each kind of observation, plain values only. A row repeats what one needs to group by, so
//! that no table has to be joined to be read; `game` and `seat` join them all.

use super::probed::ProbeRow;
use super::story::{Decided, Poll, Said, Story};
use crate::claims::{ClaimRow, claim_rows};
use crate::polls::{SwingRow, swing_rows};
use crate::talk::words;
use lycaon_rules::{About, Party, Seat};
use lycaon_transcript::{CallLine, How};
use serde::Serialize;
use serde_json::Value;

/// A game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct GameRow {
    /// Its id.
    pub game: String,
    /// The file.
    pub file: String,
    /// The experiment, if it is part of one.
    pub experiment: Option<String>,
    /// Its deal: equal in all games of one deal.
    pub deal: String,
    /// The arm of the design.
    pub arm: Option<String>,
    /// Which repeat it is.
    pub repeat: Option<u64>,
    /// The levels of the factors, as JSON.
    pub levels: Option<String>,
    /// The hash of deck, cards and options: equal where the odds are.
    pub board: String,
    /// The deck.
    pub deck: String,
    /// The ruleset.
    pub ruleset: String,
    /// The language.
    pub language: String,
    /// How many seats.
    pub seats: usize,
    /// How many wolves were dealt.
    pub wolves: usize,
    /// Who won, joined by `+`; empty if nobody did.
    pub winners: String,
    /// Why it ended.
    pub reason: String,
    /// On which day.
    pub days: u16,
    /// How many seats were alive at the end.
    pub living: usize,
    /// How many wolves were.
    pub living_wolves: usize,
    /// Decisions, rolls included.
    pub decisions: u32,
    /// Calls.
    pub calls: u32,
    /// Fallbacks.
    pub fallbacks: u32,
    /// Tokens, as far as they are known.
    pub tokens: u64,
    /// US dollars, as far as they are known.
    pub cost_usd: Option<f64>,
    /// Milliseconds, where they are recorded.
    pub elapsed_ms: Option<u64>,
    /// The game it was forked from.
    pub parent: Option<String>,
}

/// A seat of a game.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SeatRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The board.
    pub board: String,
    /// The seat.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The model.
    pub model: Option<String>,
    /// The card it was dealt.
    pub role: String,
    /// The card it had at the end.
    pub last_role: String,
    /// Whether it was dealt a wolf.
    pub wolf: bool,
    /// Whether it won.
    pub won: bool,
    /// Whether it was alive at the end.
    pub alive: bool,
    /// The day of its death.
    pub died_day: Option<u16>,
    /// What it died of, joined by `+`.
    pub causes: String,
    /// Decisions.
    pub decisions: u32,
    /// Fallbacks.
    pub fallbacks: u32,
    /// Calls.
    pub calls: u32,
    /// Tokens, as far as they are known.
    pub tokens: u64,
    /// US dollars, as far as they are known.
    pub cost_usd: Option<f64>,
}

/// A decision of a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct DecisionRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The decision's number in the transcript.
    pub n: u32,
    /// The day.
    pub day: u16,
    /// Whether it was night.
    pub night: bool,
    /// The seat.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The card it was dealt.
    pub role: String,
    /// What was asked.
    pub ask: String,
    /// The choice, as JSON.
    pub choice: String,
    /// The seat it names.
    pub target: Option<u8>,
    /// Whether that one is a wolf.
    pub target_wolf: Option<bool>,
    /// How many seats it could have named.
    pub targets: usize,
    /// How many of them were wolves.
    pub target_wolves: usize,
    /// How it came about.
    pub how: String,
    /// How often it was asked.
    pub attempts: u32,
    /// Milliseconds.
    pub elapsed_ms: u64,
}

/// A ballot.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct BallotRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The day.
    pub day: u16,
    /// `exile` or `sheriff`.
    pub about: String,
    /// The round, from 1.
    pub round: u8,
    /// Its place in the vote, from 1, if it was cast openly and in turn.
    pub place: Option<usize>,
    /// The seat.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The card it was dealt.
    pub role: String,
    /// Whether the seat is a wolf.
    pub wolf: bool,
    /// For whom; empty if void.
    pub target: Option<u8>,
    /// Whether that one is a wolf.
    pub target_wolf: Option<bool>,
    /// The share of wolves among those it could be cast for.
    pub chance_wolf: Option<f64>,
    /// Who was voted out.
    pub out: Option<u8>,
    /// Whether it decided the vote.
    pub pivotal: bool,
    /// How it came about.
    pub how: String,
}

/// A speech.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct SpeechRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The day.
    pub day: u16,
    /// The occasion: `day`, `hustings`, `defence`, `interjection` or `last_words`.
    pub floor: String,
    /// Its place on that occasion, from 1.
    pub place: u16,
    /// The seat.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The card it was dealt.
    pub role: String,
    /// Whether the seat is a wolf.
    pub wolf: bool,
    /// Its words; a Chinese character is one.
    pub words: usize,
    /// How many structured claims it carries.
    pub claims: usize,
    /// Whether it is a fallback.
    pub fallback: bool,
    /// The text.
    pub text: String,
}

/// A call to a model.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct CallRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The decision it was made for.
    pub n: u32,
    /// The seat.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The card it was dealt.
    pub role: String,
    /// The attempt, from 1.
    pub attempt: u32,
    /// The provider.
    pub provider: String,
    /// The model that was asked.
    pub model: String,
    /// The model that says it answered.
    pub answered_by: Option<String>,
    /// What became of it.
    pub outcome: String,
    /// Prompt tokens not from a cache.
    pub input_uncached: Option<u64>,
    /// Prompt tokens from a cache.
    pub cache_read: Option<u64>,
    /// Prompt tokens written to a cache.
    pub cache_write: Option<u64>,
    /// Tokens of the answer.
    pub output: Option<u64>,
    /// Of those, tokens of reasoning.
    pub reasoning: Option<u64>,
    /// US dollars.
    pub cost_usd: Option<f64>,
    /// Milliseconds.
    pub ms: u64,
}

/// The rows of one game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Rows {
    /// The game.
    pub game: GameRow,
    /// Its seats.
    pub seats: Vec<SeatRow>,
    /// Its decisions.
    pub decisions: Vec<DecisionRow>,
    /// Its ballots.
    pub ballots: Vec<BallotRow>,
    /// Its speeches.
    pub speeches: Vec<SpeechRow>,
    /// Their claims.
    pub claims: Vec<ClaimRow>,
    /// Its calls.
    pub calls: Vec<CallRow>,
    /// What its seats said aside.
    pub probes: Vec<ProbeRow>,
    /// Its polled speeches.
    pub swings: Vec<SwingRow>,
}

/// Names of the tables, in the order they are written.
pub struct Tables;

impl Tables {
    /// The names, without ending.
    pub const ALL: [&str; 10] =
        ["games", "seats", "decisions", "ballots", "speeches", "claims", "calls", "probes", "swings", "observations"];
}

/// The word that serde writes for a value without fields.
pub(crate) fn word(value: impl Serialize) -> String {
    match serde_json::to_value(value) {
        Ok(Value::String(word)) => word,
        Ok(other) => other.to_string(),
        Err(_) => String::new(),
    }
}

fn joined(values: impl IntoIterator<Item = impl Serialize>) -> String {
    values.into_iter().map(word).collect::<Vec<_>>().join("+")
}

/// The hash of all that makes the odds of a board: deck, cards, options.
#[must_use]
pub fn board_key(board: &lycaon_rules::Board) -> String {
    let json = serde_json::to_vec(&(&board.deck, &board.roles, &board.face_up, &board.options)).unwrap_or_default();
    blake3::hash(&json).to_hex()[..16].to_owned()
}

/// What is equal in all games of one deal: in an experiment its name, the deck and the deal's number, elsewhere the deck,
/// the cards and the seed. A fork is of its parent's deal.
#[must_use]
pub fn deal_key(header: &lycaon_transcript::Header) -> String {
    let in_plan = header.conditions.contains_key("deal");
    match header.conditions.get("experiment").and_then(Value::as_str).filter(|_| in_plan) {
        Some(experiment) => format!("{experiment}/{}", dealt(header)),
        None => dealt(header),
    }
}

/// The deal, the same in every experiment that plays it: the deck and the deal's number in a plan, elsewhere a hash of the
/// cards and the seed.
#[must_use]
pub fn dealt(header: &lycaon_transcript::Header) -> String {
    let (conditions, deck) = (&header.conditions, &header.board.deck);
    match (conditions.get("experiment"), conditions.get("deal")) {
        (Some(Value::String(_)), Some(deal)) => format!("{deck}/{deal}"),
        _ => {
            let json = serde_json::to_vec(&(deck, &header.deal, header.seed)).unwrap_or_default();
            format!("{deck}/{}", &blake3::hash(&json).to_hex()[..12])
        }
    }
}

/// The columns that every row of a seat begins with.
struct Who<'a> {
    story: &'a Story,
    game: &'a str,
    deal: &'a str,
}

impl Who<'_> {
    fn role(&self, seat: Seat) -> String {
        self.story.card(seat).id().into()
    }

    fn agent(&self, seat: Seat) -> String {
        self.story.agent(seat).into()
    }
}

impl Rows {
    /// The rows of a game.
    #[must_use]
    pub fn of(story: &Story) -> Rows {
        let game = game(story);
        let who = Who { story, game: &story.header.game, deal: &game.deal };
        Rows {
            seats: story.seats().iter().map(|seat| self::seat(&who, seat, &game.board)).collect(),
            decisions: story.decisions.iter().map(|decided| decision(&who, decided)).collect(),
            ballots: story.polls.iter().flat_map(|poll| ballots(&who, poll)).collect(),
            speeches: story.speeches.iter().map(|said| speech(&who, said)).collect(),
            claims: claim_rows(story, &game.deal),
            calls: story.calls.iter().map(|line| call(&who, line)).collect(),
            probes: story.probes.iter().flat_map(|probed| ProbeRow::of(probed, story, &game.deal)).collect(),
            swings: swing_rows(story, &game.deal),
            game,
        }
    }
}

fn game(story: &Story) -> GameRow {
    let (header, end) = (&story.header, &story.end);
    let text = |name: &str| header.conditions.get(name).and_then(Value::as_str).map(String::from);
    let fallbacks = end.totals.fallbacks;
    let living = story.living;
    GameRow {
        game: header.game.clone(),
        file: story.file.clone(),
        experiment: text("experiment"),
        deal: deal_key(header),
        arm: text("arm"),
        repeat: header.conditions.get("repeat").and_then(Value::as_u64),
        levels: header.conditions.get("levels").map(Value::to_string),
        board: board_key(&header.board),
        deck: header.board.deck.clone(),
        ruleset: header.board.ruleset.clone(),
        language: header.language.clone(),
        seats: header.deal.cards.len(),
        wolves: story.dealt_wolves.len(),
        winners: end.winners.iter().map(|party| Party::id(*party)).collect::<Vec<_>>().join("+"),
        reason: word(end.reason),
        days: end.days,
        living: living.len(),
        living_wolves: living.and(story.dealt_wolves).len(),
        decisions: end.totals.decisions,
        calls: end.totals.calls,
        fallbacks: fallbacks.timed_out + fallbacks.invalid + fallbacks.failed,
        tokens: end.totals.usage.tokens(),
        cost_usd: end.totals.cost_usd,
        elapsed_ms: end.totals.elapsed_ms,
        parent: header.parent.as_ref().map(|parent| parent.game.clone()),
    }
}

fn seat(who: &Who, seat: Seat, board: &str) -> SeatRow {
    let story = who.story;
    let death = story.deaths.iter().rfind(|death| death.seat == seat && !story.living.has(seat));
    let own = || story.decisions.iter().filter(move |decided| decided.decision.seat == seat);
    let asked = own().filter(|decided| decided.decision.taken.how != How::Unraised).count();
    let calls = || story.calls.iter().filter(move |line| line.seat == seat);
    let costs: Vec<f64> = calls().filter_map(|line| line.call.cost_usd).collect();
    SeatRow {
        game: who.game.into(),
        deal: who.deal.into(),
        board: board.into(),
        seat: seat.number(),
        agent: who.agent(seat),
        model: story.header.seats.get(&seat).and_then(|seating| seating.model.clone()),
        role: who.role(seat),
        last_role: story.end.roles.get(&seat).map_or_else(String::new, |role| role.id().into()),
        wolf: story.dealt_wolves.has(seat),
        won: story.end.winning_seats.has(seat),
        alive: death.is_none(),
        died_day: death.map(|death| death.at.day),
        causes: death.map_or_else(String::new, |death| joined(&death.causes)),
        decisions: asked as u32,
        fallbacks: own().filter(|decided| decided.decision.taken.how.is_fallback()).count() as u32,
        calls: calls().count() as u32,
        tokens: calls().map(|line| line.call.usage.tokens()).sum(),
        cost_usd: (!costs.is_empty()).then(|| costs.iter().sum()),
    }
}

fn decision(who: &Who, Decided { at, decision }: &Decided) -> DecisionRow {
    let legal = &decision.request.options;
    let menu = legal.target.or(legal.poison).or(legal.save_and_poison);
    let target = decision.answer.choice.seat();
    let ask = serde_json::to_value(decision.request.ask).ok();
    DecisionRow {
        game: who.game.into(),
        deal: who.deal.into(),
        n: decision.n,
        day: at.day,
        night: at.night,
        seat: decision.seat.number(),
        agent: who.agent(decision.seat),
        role: who.role(decision.seat),
        ask: ask.and_then(|ask| Some(ask.get("kind")?.as_str()?.to_owned())).unwrap_or_default(),
        choice: word(decision.answer.choice),
        target: target.map(Seat::number),
        target_wolf: target.map(|seat| at.wolves.has(seat)),
        targets: menu.len(),
        target_wolves: menu.and(at.wolves).len(),
        how: word(decision.taken.how),
        attempts: decision.taken.attempts,
        elapsed_ms: decision.taken.elapsed_ms,
    }
}

fn ballots<'a>(who: &'a Who, poll: &'a Poll) -> impl Iterator<Item = BallotRow> + use<'a> {
    poll.ballots.iter().enumerate().map(move |(place, ballot)| BallotRow {
        game: who.game.into(),
        deal: who.deal.into(),
        day: poll.at.day,
        about: word(poll.about),
        round: poll.round,
        place: poll.in_turn.then_some(place + 1),
        seat: ballot.by.number(),
        agent: who.agent(ballot.by),
        role: who.role(ballot.by),
        wolf: poll.at.wolves.has(ballot.by),
        target: ballot.onto.map(Seat::number),
        target_wolf: ballot.onto.map(|seat| poll.at.wolves.has(seat)),
        chance_wolf: (!ballot.menu.is_empty())
            .then(|| ballot.menu.and(poll.at.wolves).len() as f64 / ballot.menu.len() as f64),
        out: poll.out.filter(|_| poll.about == About::Exile).map(Seat::number),
        pivotal: poll.is_pivotal(ballot),
        how: word(ballot.how),
    })
}

fn speech(who: &Who, said: &Said) -> SpeechRow {
    SpeechRow {
        game: who.game.into(),
        deal: who.deal.into(),
        day: said.at.day,
        floor: said.floor.map_or_else(|| "last_words".into(), word),
        place: said.place,
        seat: said.seat.number(),
        agent: who.agent(said.seat),
        role: who.role(said.seat),
        wolf: said.at.wolves.has(said.seat),
        words: words(&said.text).len(),
        claims: said.claims.len(),
        fallback: said.fallback,
        text: said.text.clone(),
    }
}

fn call(who: &Who, line: &CallLine) -> CallRow {
    let (call, usage) = (&line.call, &line.call.usage);
    CallRow {
        game: who.game.into(),
        deal: who.deal.into(),
        n: line.n,
        seat: line.seat.number(),
        agent: who.agent(line.seat),
        role: who.role(line.seat),
        attempt: call.attempt,
        provider: call.provider.clone(),
        model: call.model.clone(),
        answered_by: call.answered_by.clone(),
        outcome: call.outcome().into(),
        input_uncached: usage.input_uncached,
        cache_read: usage.cache_read,
        cache_write: usage.cache_write,
        output: usage.output,
        reasoning: usage.reasoning,
        cost_usd: call.cost_usd,
        ms: call.ms,
    }
}
