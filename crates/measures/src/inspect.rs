//! Games as a log of Inspect (version 2 of its format), which its tools read and its viewer draws with a lane for each
//! seat.
//!
//! Keys are written in the order in which Inspect's streaming reader wants them, and nothing is written as `null` where it
//! would not read it. Times are those of the transcript where it has any; otherwise the log begins at the epoch and each
//! event takes a second, so that the same games give the same log.

use crate::reading::{Decided, Story};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{Party, Seat};
use lycaon_transcript::{Call, How, Usage};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The sum of what calls used, by whatever they are grouped by.
type Used = BTreeMap<String, (Usage, Option<f64>)>;

/// The events of one sample while they are put together.
struct Events {
    game: String,
    list: Vec<Value>,
    seconds: u64,
    /// Every message once; prompts name theirs by position.
    pool: Vec<Value>,
    /// The last prompt of each seat.
    prompts: BTreeMap<Seat, Vec<usize>>,
}

impl Events {
    fn put(&mut self, mut event: Value, span: &str) {
        self.seconds += 1;
        if let Some(object) = event.as_object_mut() {
            object.insert("uuid".into(), format!("{}-e{}", self.game, self.list.len()).into());
            object.insert("timestamp".into(), time(self.seconds).into());
            object.insert("working_start".into(), json!(self.seconds as f64));
            object.insert("span_id".into(), span.into());
        }
        self.list.push(event);
    }

    fn begin(&mut self, id: &str, name: &str, kind: &str, parent: Option<&str>) {
        let mut event = json!({ "event": "span_begin", "id": id, "name": name, "type": kind });
        if let (Some(parent), Some(object)) = (parent, event.as_object_mut()) {
            object.insert("parent_id".into(), parent.into());
        }
        self.put(event, id);
    }

    /// The whole prompt of a call, as ranges of the pool: what it keeps of the seat's last one, and what it adds.
    fn prompt(&mut self, seat: Seat, call: &Call) -> Vec<[usize; 2]> {
        let prompt = self.prompts.entry(seat).or_default();
        prompt.truncate(call.kept.map_or(usize::MAX, |kept| kept as usize));
        for message in &call.delta {
            prompt.push(self.pool.len());
            let id = format!("{}-p{}", self.game, self.pool.len());
            self.pool.push(json!({ "id": id, "role": message.role, "content": message.content }));
        }
        let mut ranges: Vec<[usize; 2]> = vec![];
        for position in prompt.iter().copied() {
            match ranges.last_mut() {
                Some([_, end]) if *end == position => *end += 1,
                _ => ranges.push([position, position + 1]),
            }
        }
        ranges
    }

    fn end(&mut self, id: &str) {
        self.put(json!({ "event": "span_end", "id": id }), id);
    }
}

/// So many seconds after the epoch; a game takes less than a day.
fn time(seconds: u64) -> String {
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    format!("1970-01-{:02}T{:02}:{minutes:02}:{:02}+00:00", 1 + hours / 24 % 28, hours % 24, seconds % 60)
}

fn usage(usage: &Usage, cost: Option<f64>) -> Value {
    let mut object = json!({
        "input_tokens": usage.input_uncached.unwrap_or(0),
        "output_tokens": usage.output.unwrap_or(0),
        "total_tokens": usage.tokens(),
    });
    let more = [
        ("input_tokens_cache_read", usage.cache_read.map(Value::from)),
        ("input_tokens_cache_write", usage.cache_write.map(Value::from)),
        ("reasoning_tokens", usage.reasoning.map(Value::from)),
        ("total_cost", cost.map(Value::from)),
    ];
    if let Some(object) = object.as_object_mut() {
        object.extend(more.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?))));
    }
    object
}

fn add(used: &mut Used, key: String, call: &Call) {
    let (sum, cost) = used.entry(key).or_default();
    sum.add(&call.usage);
    if let Some(more) = call.cost_usd {
        *cost.get_or_insert(0.0) += more;
    }
}

fn all(used: &Used) -> Value {
    used.iter().map(|(key, (sum, cost))| (key.clone(), usage(sum, *cost))).collect::<Map<String, Value>>().into()
}

fn model(call: &Call) -> String {
    format!("{}/{}", call.provider, call.model)
}

/// Why a model stopped, in Inspect's words.
fn stop_reason(call: &Call) -> &'static str {
    match call.outcome() {
        "truncated" => "max_tokens",
        "refusal" | "filtered" => "content_filter",
        _ => "stop",
    }
}

/// What one call was and said.
fn called(role: &str, call: &Call, prompt: &[[usize; 2]]) -> Value {
    let mut content = vec![];
    if let Some(reasoning) = call.reasoning.as_ref().filter(|text| !text.is_empty()) {
        content.push(json!({ "type": "reasoning", "reasoning": reasoning }));
    }
    content.push(json!({ "type": "text", "text": call.reply.clone().unwrap_or_default() }));
    let name = model(call);
    let message = json!({ "role": "assistant", "content": content, "model": name, "source": "generate" });
    let mut event = json!({
        "event": "model",
        "model": name,
        "role": role,
        "input": [],
        "input_refs": prompt,
        "tools": [],
        "tool_choice": "auto",
        "config": {},
        "output": {
            "model": call.answered_by.clone().unwrap_or_else(|| call.model.clone()),
            "choices": [{ "message": message, "stop_reason": stop_reason(call) }],
            "usage": usage(&call.usage, call.cost_usd),
            "time": call.ms as f64 / 1000.0,
        },
    });
    if let (Some(error), Some(object)) = (&call.error, event.as_object_mut()) {
        object.insert("error".into(), error.clone().into());
    }
    event
}

/// One finished game as a sample.
#[must_use]
pub fn sample(story: &Story) -> Value {
    let header = &story.header;
    let lang = header.language.parse().unwrap_or(Lang::En);
    let narrator = Narrator::new(lang);
    let (mut by_model, mut by_role): (Used, Used) = Default::default();
    for line in &story.calls {
        add(&mut by_model, model(&line.call), &line.call);
        add(&mut by_role, story.card(line.seat).id().into(), &line.call);
    }
    let winners: Vec<&str> = story.end.winners.iter().map(|party| party.id()).collect();
    let won = |party: Party| f64::from(u8::from(story.end.winners.contains(&party)));
    let scores = json!({
        "village_win": { "value": won(Party::Village), "answer": winners.join("+") },
        "wolves_win": { "value": won(Party::Wolves), "answer": winners.join("+") },
    });
    let seat = |seat: Seat| {
        let about = json!({ "agent": story.agent(seat), "role": story.card(seat).id() });
        (seat.to_string(), about)
    };
    let seats: Map<String, Value> = story.seats().iter().map(seat).collect();
    let events = events(story, &scores);
    let last = events.seconds;
    json!({
        "id": header.game,
        "epoch": header.conditions.get("repeat").and_then(Value::as_u64).unwrap_or(1),
        "input": format!("{} · {}", header.board.deck, crate::reading::rows::deal_key(header)),
        "target": "village",
        "messages": messages(story, &narrator),
        "scores": scores,
        "metadata": {
            "file": story.file,
            "deck": header.board.deck,
            "ruleset": header.board.ruleset,
            "winners": winners,
            "reason": story.end.reason,
            "days": story.end.days,
            "seats": seats,
        },
        "store": {},
        "events": events.list,
        "events_data": { "messages": events.pool, "calls": [] },
        "model_usage": all(&by_model),
        "role_usage": all(&by_role),
        "started_at": time(0),
        "completed_at": time(last),
        "total_time": last as f64,
        "working_time": last as f64,
        "uuid": format!("game-{}", header.game),
    })
}

/// The public talk, as the conversation that the viewer shows first.
fn messages(story: &Story, narrator: &Narrator) -> Vec<Value> {
    let message = |(n, said): (usize, &crate::reading::Said)| {
        json!({
            "id": format!("{}-m{n}", story.header.game),
            "role": "user",
            "content": format!("{}: {}", narrator.seat_name(said.seat), said.text),
            "metadata": { "seat": said.seat.number(), "role": story.card(said.seat).id(), "day": said.at.day },
        })
    };
    story.speeches.iter().enumerate().map(message).collect()
}

/// A span for each night and day, in it one for each turn of a seat.
fn events(story: &Story, scores: &Value) -> Events {
    let mut events =
        Events { game: story.header.game.clone(), list: vec![], seconds: 0, pool: vec![], prompts: BTreeMap::new() };
    events.begin("solvers", "solvers", "solvers", None);
    let mut phase: Option<(u16, bool, String)> = None;
    for decided in story.decisions.iter().filter(|decided| decided.decision.taken.how != How::Unraised) {
        let (day, night) = (decided.at.day, decided.at.night);
        if phase.as_ref().is_none_or(|(d, n, _)| (*d, *n) != (day, night)) {
            if let Some((.., id)) = &phase {
                events.end(id);
            }
            let name = format!("{} {day}", if night { "night" } else { "day" });
            // A phase may come back after a short night; its span is another.
            let id = format!("{}-{}", name.replace(' ', ""), events.list.len());
            events.begin(&id, &name, "phase", Some("solvers"));
            phase = Some((day, night, id));
        }
        let parent = phase.as_ref().map_or("solvers", |(.., id)| id.as_str()).to_owned();
        turn(story, decided, &parent, &mut events);
    }
    if let Some((.., id)) = &phase {
        events.end(id);
    }
    for death in &story.deaths {
        let data = json!({ "type": "death", "seat": death.seat, "causes": death.causes, "day": death.at.day });
        events.put(json!({ "event": "info", "source": "engine", "data": data }), "solvers");
    }
    events.end("solvers");
    events.begin("scorers", "scorers", "scorers", None);
    for (scorer, score) in scores.as_object().into_iter().flatten() {
        events.put(json!({ "event": "score", "scorer": scorer, "score": score, "target": "village" }), "scorers");
    }
    events.end("scorers");
    events
}

/// One turn of a seat: its calls, and the decision as a tool that was used.
fn turn(story: &Story, Decided { decision, .. }: &Decided, parent: &str, events: &mut Events) {
    let role = story.card(decision.seat).id();
    let id = format!("turn{}", decision.n);
    events.begin(&id, &format!("seat {} ({role})", decision.seat), "agent", Some(parent));
    for line in story.calls.iter().filter(|line| line.n == decision.n) {
        let prompt = events.prompt(line.seat, &line.call);
        events.put(called(role, &line.call, &prompt), &id);
    }
    let ask = serde_json::to_value(decision.request.ask).unwrap_or_default();
    let tool = json!({
        "event": "tool",
        "type": "function",
        "id": format!("decision{}", decision.n),
        "function": ask.get("kind").and_then(Value::as_str).unwrap_or("decision"),
        "arguments": serde_json::to_value(&decision.answer).unwrap_or_default(),
        "result": crate::reading::rows::word(decision.taken.how),
    });
    events.put(tool, &id);
    events.end(&id);
}

/// The log of samples; nothing without any.
#[must_use]
pub fn log(samples: Vec<Value>) -> Option<Value> {
    let first = samples.first()?;
    let ids: Vec<&Value> = samples.iter().map(|sample| &sample["id"]).collect();
    let models: std::collections::BTreeSet<&String> =
        samples.iter().filter_map(|sample| sample["model_usage"].as_object()).flat_map(Map::keys).collect();
    let model = models.first().map_or("none", |model| model.as_str());
    let id = blake3::hash(serde_json::to_string(&ids).unwrap_or_default().as_bytes()).to_hex()[..16].to_owned();
    let count = samples.len();
    let score = |scorer: &str| {
        let sum: f64 = samples.iter().filter_map(|sample| sample["scores"][scorer]["value"].as_f64()).sum();
        json!({
            "name": scorer, "scorer": scorer, "scored_samples": count, "unscored_samples": 0,
            "metrics": { "mean": { "name": "mean", "value": sum / count as f64 } },
        })
    };
    let scorer = |name: &str| json!({ "name": name, "metrics": [{ "name": "mean" }] });
    Some(json!({
        "version": 2,
        "status": "success",
        "eval": {
            "eval_id": format!("lycaon-{id}"),
            "run_id": format!("run-{id}"),
            "created": time(0),
            "task": "werewolf",
            "task_id": format!("task-{id}"),
            "task_version": 1,
            "task_args": { "deck": first["metadata"]["deck"], "ruleset": first["metadata"]["ruleset"] },
            "dataset": { "name": first["metadata"]["deck"], "samples": count, "sample_ids": ids, "shuffled": false },
            "model": model,
            "config": { "epochs": 1 },
            "packages": { "lycaon": env!("CARGO_PKG_VERSION") },
            "scorers": [scorer("village_win"), scorer("wolves_win")],
        },
        "plan": { "name": "plan", "steps": [{ "solver": "lycaon", "params": {} }], "config": {} },
        "results": {
            "total_samples": count,
            "completed_samples": count,
            "scores": [score("village_win"), score("wolves_win")],
        },
        "stats": {
            "started_at": time(0),
            "completed_at": samples.last()?["completed_at"],
            "model_usage": {},
        },
        "samples": samples,
    }))
}

/// The name of the log's file. `inspect view` lists only files that are named like this: when, what, which.
#[must_use]
pub fn file_name(log: &Value) -> String {
    let part = |key: &str| log["eval"][key].as_str().unwrap_or_default().replace(':', "-");
    format!("{}_{}_{}.json", part("created"), part("task"), part("task_id"))
}
