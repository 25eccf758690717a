//! A record of the nine-player games: who held what, what was done each night and day, and what was said.

use lycaon_rules::{RoleId, Seat, Seats};
use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// How many play.
const SEATS: usize = 9;

/// One recorded game.
#[derive(Debug)]
pub(super) struct Record {
    pub origin: Option<String>,
    pub players: Vec<String>,
    pub cards: Vec<RoleId>,
    pub nights: Vec<Night>,
    pub days: Vec<Day>,
    /// How each seat ended: `in_game`, `killed`, `poisoned`, `exiled` or `suicide`.
    pub fates: BTreeMap<Seat, String>,
    pub village_wins: bool,
}

/// What was done in one night.
#[derive(Clone, Debug, Default)]
pub(super) struct Night {
    pub check: Option<Seat>,
    pub prey: Option<Seat>,
    pub antidote: Option<Seat>,
    pub poison: Option<Seat>,
    pub dead: Seats,
}

/// What was done in one day.
#[derive(Clone, Debug, Default)]
pub(super) struct Day {
    pub speeches: Vec<Said>,
    pub defences: Vec<Said>,
    pub last_words: Vec<Said>,
    /// The ballots of the first vote and of the second, if one was held; no seat is an abstention.
    pub ballots: [Option<BTreeMap<Seat, Option<Seat>>>; 2],
    pub exiled: Option<Seat>,
    pub exploded: Option<Seat>,
    /// Whom a hunter shot.
    pub shot: Option<Seat>,
}

/// A speech.
#[derive(Clone, Debug)]
pub(super) struct Said {
    pub seat: Seat,
    pub text: String,
    pub elapsed_ms: u64,
}

#[derive(Deserialize)]
struct File {
    game_state: Map<String, Value>,
    task_time: Map<String, Value>,
    audio: BTreeMap<String, Audio>,
    #[serde(default)]
    origin: Option<String>,
}

#[derive(Deserialize)]
struct Audio {
    text: String,
}

/// Reads a record. An error is one phrase that names the key.
pub(super) fn read(json: &str) -> Result<Record, String> {
    let file: File = serde_json::from_str(json).map_err(|error| error.to_string())?;
    let state = &file.game_state;
    let roles = object(state, "roles")?;
    let cards: Result<Vec<RoleId>, String> = Seat::all(SEATS)
        .map(|seat| {
            let name = roles.get(&seat.to_string()).and_then(Value::as_str).unwrap_or_default();
            RoleId::from_id(&name.to_lowercase())
                .ok_or_else(|| format!("game_state.roles: seat {seat} has the unknown role `{name}`"))
        })
        .collect();
    let mut record = Record {
        origin: file.origin,
        players: strings(state.get("player_id")),
        cards: cards?,
        nights: vec![],
        days: vec![],
        fates: BTreeMap::new(),
        village_wins: village_wins(state)?,
    };
    for (key, fate) in object(state, "final")? {
        record.fates.insert(seat(key, "game_state.final")?, fate.as_str().unwrap_or_default().to_owned());
    }
    for number in 1.. {
        let key = format!("Day {number} Night");
        let Some(Value::Object(night)) = state.get(&key) else { break };
        record.nights.push(read_night(night, &key)?);
        let key = format!("Day {number} Daytime");
        let Some(Value::Object(day)) = state.get(&key) else { break };
        record.days.push(read_day(day, &key)?);
    }
    speeches(&mut record, &file.task_time, &file.audio)?;
    Ok(record)
}

fn village_wins(state: &Map<String, Value>) -> Result<bool, String> {
    match state.get("Game Result").and_then(Value::as_str) {
        Some("The good side wins") => Ok(true),
        Some("Werewolves Win") => Ok(false),
        other => Err(format!("game_state: `Game Result` is {other:?}, which names no winner")),
    }
}

fn read_night(night: &Map<String, Value>, key: &str) -> Result<Night, String> {
    let one = |name: &str| optional_seat(night.get(name), &format!("{key}: {name}"));
    let mut dead = Seats::NONE;
    for value in night.get("Death Message").and_then(Value::as_array).into_iter().flatten() {
        dead = dead.with(optional_seat(Some(value), key)?.ok_or_else(|| format!("{key}: nobody among the dead"))?);
    }
    Ok(Night {
        check: one("Seer")?,
        prey: one("Werewolf")?,
        antidote: one("Witch antidote")?,
        poison: one("Witch poison")?,
        dead,
    })
}

fn read_day(day: &Map<String, Value>, key: &str) -> Result<Day, String> {
    let one = |name: &str| optional_seat(day.get(name), &format!("{key}: {name}"));
    let ballots = |name: &str| -> Result<_, String> {
        let Some(Value::Object(pattern)) = day.get(name) else { return Ok(None) };
        let mut ballots = BTreeMap::new();
        for (voter, onto) in pattern {
            ballots.insert(seat(voter, key)?, optional_seat(Some(onto), key)?);
        }
        Ok(Some(ballots))
    };
    Ok(Day {
        ballots: [ballots("Voting Pattern")?, ballots("Voting Pattern (Round 2)")?],
        exiled: one("Voting Result")?,
        exploded: one("suicide")?,
        shot: one("Hunter")?,
        ..Day::default()
    })
}

/// Fills in who spoke when, from the timeline, and what was said, from the transcription.
fn speeches(record: &mut Record, timeline: &Map<String, Value>, audio: &BTreeMap<String, Audio>) -> Result<(), String> {
    let texts: BTreeMap<String, &str> = audio.iter().map(|(key, said)| (plain(key), said.text.as_str())).collect();
    for (key, span) in timeline {
        let plain_key = plain(key);
        let Some((day, rest)) = plain_key.strip_prefix("day").and_then(|rest| rest.split_once("daytime-[")) else {
            continue;
        };
        let Some((number, what)) = rest.split_once(']') else { continue };
        let index = day.parse::<usize>().ok().and_then(|day| day.checked_sub(1));
        let Some(day) = index.and_then(|index| record.days.get_mut(index)) else {
            return Err(format!("task_time: `{key}` is of no day in game_state"));
        };
        let list = match what {
            "isspeaking" => &mut day.speeches,
            "isspeaking(round2)" => &mut day.defences,
            "givesthelastwords" => &mut day.last_words,
            _ => continue,
        };
        let text = texts.get(&plain_key).copied().unwrap_or_default().to_owned();
        list.push(Said { seat: seat(number, "task_time")?, text, elapsed_ms: milliseconds(span) });
    }
    Ok(())
}

/// The keys of timeline and transcription differ in spaces and case only.
fn plain(key: &str) -> String {
    key.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
}

/// How long a span of two seconds-of-the-game is.
fn milliseconds(span: &Value) -> u64 {
    let at = |i: usize| span.get(i).and_then(Value::as_u64).unwrap_or(0);
    at(1).saturating_sub(at(0)) * 1000
}

fn object<'a>(state: &'a Map<String, Value>, key: &str) -> Result<&'a Map<String, Value>, String> {
    state.get(key).and_then(Value::as_object).ok_or_else(|| format!("game_state has no object `{key}`"))
}

fn strings(value: Option<&Value>) -> Vec<String> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn seat(text: &str, place: &str) -> Result<Seat, String> {
    let number = text.parse::<u8>().ok().filter(|number| usize::from(*number) <= SEATS);
    number.and_then(|number| Seat::try_from(number).ok()).ok_or_else(|| format!("{place}: `{text}` is not a seat"))
}

/// A seat, or nobody where nothing or -1 is recorded.
fn optional_seat(value: Option<&Value>, place: &str) -> Result<Option<Seat>, String> {
    match value {
        None => Ok(None),
        Some(value) if value.as_i64() == Some(-1) => Ok(None),
        Some(value) => seat(&value.to_string(), place).map(Some),
    }
}
