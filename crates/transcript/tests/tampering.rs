//! Every kind of tampering is found, at the right line.

mod common;

use common::{recorded, verdict};
use lycaon_transcript::{Link, Verdict};
use serde_json::{Value, json};

/// A recorded game as lines.
#[derive(Clone)]
struct Lines(Vec<String>);

impl Lines {
    /// A game with rolls, speeches, calls, notes and fallbacks.
    fn game(seed: u64) -> Self {
        let text = String::from_utf8(recorded("online-9p", seed, &[("self_explode", "off")], true)).unwrap();
        Lines(text.lines().map(str::to_owned).collect())
    }

    fn json(&self, line: usize) -> Value {
        serde_json::from_str(&self.0[line - 1]).unwrap()
    }

    /// The first line, counted from 1, of which this holds, not among the first `after`.
    fn find(&self, after: usize, is: impl Fn(&Value) -> bool) -> usize {
        let found = (after + 1..=self.0.len()).find(|line| is(&self.json(*line)));
        found.expect("the game has such a line")
    }

    fn edit(&mut self, line: usize, edit: impl Fn(&mut Value)) {
        let mut value = self.json(line);
        edit(&mut value);
        assert_ne!(value, self.json(line), "the edit changes something");
        let object = value.as_object_mut().unwrap();
        let prev = object.shift_remove("prev").unwrap();
        object.insert("prev".into(), prev);
        self.0[line - 1] = value.to_string();
    }

    /// Computes the chain anew, as somebody would who wants to hide an edit.
    fn rechained(&self) -> Self {
        let mut lines = self.clone();
        let mut prev = String::new();
        for line in &mut lines.0 {
            let end = line.rfind(",\"prev\":\"").unwrap();
            *line = format!("{},\"prev\":\"{prev}\"}}", &line[..end]);
            prev = Link::to(line.as_bytes()).to_string();
        }
        lines
    }

    fn verdict(&self) -> Verdict {
        verdict((self.0.join("\n") + "\n").as_bytes())
    }

    /// Where the first difference is, and what.
    fn difference(&self) -> (u64, String) {
        let verdict = self.verdict();
        let first = verdict.first_difference.expect("the tampering is found");
        assert!(!verdict.ok);
        (first.line, first.what)
    }
}

fn is(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |line| line["t"] == kind
}

fn fact(kind: &'static str) -> impl Fn(&Value) -> bool {
    move |line| line["fact"]["kind"] == kind
}

/// A seat's decision whose choice can be another legal one.
fn open_choice(line: &Value) -> bool {
    let targets = line["request"]["options"]["target"].as_array().map_or(0, Vec::len);
    targets > 2 && line["choice"]["do"] == "target" && line["how"] == "answered"
}

fn other_target(line: &mut Value) {
    let chosen = line["choice"]["seat"].clone();
    let other = line["request"]["options"]["target"].as_array().unwrap().iter().find(|seat| **seat != chosen);
    line["choice"]["seat"] = other.unwrap().clone();
}

/// Edits one line, found by `which`, and expects the first difference there, both with the old chain and with a chain
/// computed anew.
fn edited(which: impl Fn(&Value) -> bool, edit: impl Fn(&mut Value)) -> String {
    let mut lines = Lines::game(3);
    let line = lines.find(0, which);
    lines.edit(line, edit);
    let (found, _) = lines.difference();
    assert_eq!(found, line as u64, "with the old chain");
    let (found, what) = lines.rechained().difference();
    assert_eq!(found, line as u64, "with a new chain: {what}");
    what
}

#[test]
fn the_untouched_game_is_fine_and_so_is_its_recomputed_chain() {
    let lines = Lines::game(3);
    assert!(lines.verdict().ok);
    let again = lines.rechained();
    assert_eq!(again.0, lines.0);
}

#[test]
fn an_edited_fact() {
    let what = edited(fact("died"), |line| line["fact"]["seats"] = json!([9]));
    assert!(what.starts_with("`fact` is {\"kind\":\"died\",\"seats\":[9]"), "{what}");
}

#[test]
fn an_edited_speech_event() {
    edited(fact("spoke"), |line| line["fact"]["text"] = "I am the seer.".into());
}

#[test]
fn an_edited_roll_event() {
    edited(fact("rolled"), |line| line["fact"]["sides"] = 17.into());
}

#[test]
fn a_widened_audience() {
    let what = edited(|line| line["audience"].is_array(), |line| line["audience"] = "all".into());
    assert!(what.starts_with("`audience` is \"all\" and must be [\""), "{what}");
}

#[test]
fn a_narrowed_audience() {
    edited(fact("night_fell"), |line| line["audience"] = "moderator".into());
}

#[test]
fn an_edited_day_and_phase() {
    edited(fact("day_broke"), |line| line["day"] = 7.into());
    edited(fact("day_broke"), |line| line["phase"] = "night".into());
}

#[test]
fn an_edited_number() {
    edited(|line| line["t"] == "event" && line["n"] == 12, |line| line["n"] = 13.into());
    edited(|line| line["t"] == "decision" && line["n"] == 4, |line| line["n"] = 400.into());
}

#[test]
fn an_illegal_choice() {
    let what = edited(open_choice, |line| line["choice"] = json!({ "do": "tear" }));
    assert!(what.contains("not a legal answer"), "{what}");
}

#[test]
fn an_edited_menu() {
    let what = edited(open_choice, |line| line["request"]["options"]["yes"] = true.into());
    assert!(what.starts_with("`request` is "), "{what}");
}

#[test]
fn a_decision_given_to_another_seat() {
    edited(open_choice, |line| line["seat"] = json!(line["seat"].as_u64().unwrap() % 9 + 1));
}

#[test]
fn an_answer_passed_off_as_a_fallback() {
    let what = edited(open_choice, |line| line["how"] = "timed_out".into());
    assert!(what.contains("fallback"), "{what}");
}

#[test]
fn an_edited_roll() {
    let mut lines = Lines::game(3);
    let line = lines.find(0, |line| line["dice"] == "first_speaker");
    lines.edit(line, |line| line["result"] = json!(line["result"].as_u64().unwrap() % 9 + 1));
    // The roll is legal, so its consequence is what differs: the event that says how it fell.
    assert_eq!(lines.rechained().difference().0, line as u64 + 1);
    edited(|line| line["dice"] == "first_speaker", |line| line["sides"] = 12.into());
    edited(|line| line["dice"] == "first_speaker", |line| line["result"] = 99.into());
}

#[test]
fn another_legal_choice() {
    let mut lines = Lines::game(3);
    let line = lines.find(0, open_choice);
    lines.edit(line, other_target);
    assert_eq!(lines.difference().0, line as u64, "the line after it holds its old hash");
    let (found, what) = lines.rechained().difference();
    assert!(found > line as u64, "the first consequence differs: {what}");
}

#[test]
fn an_edited_speech_of_a_decision() {
    let mut lines = Lines::game(3);
    let line = lines.find(0, |line| line["t"] == "decision" && line["speech"].is_object());
    lines.edit(line, |line| line["speech"]["text"] = "I am the seer.".into());
    assert_eq!(lines.difference().0, line as u64);
    let spoke = lines.find(line, fact("spoke"));
    assert_eq!(lines.rechained().difference().0, spoke as u64, "the event has the old text");
}

#[test]
fn an_edited_call_or_note_is_found_by_the_chain() {
    for (kind, key) in [("call", "reply"), ("note", "text"), ("probe", "why")] {
        let mut lines = Lines::game(3);
        let line = lines.find(0, is(kind));
        lines.edit(line, |line| line[key] = "something else".into());
        let (found, what) = lines.difference();
        assert_eq!(found, line as u64, "{kind}: {what}");
        assert!(lines.rechained().verdict().ok, "free text is protected by the chain alone, as the README says");
    }
}

#[test]
fn a_call_given_to_another_seat() {
    edited(is("call"), |line| line["seat"] = json!(line["seat"].as_u64().unwrap() % 9 + 1));
}

#[test]
fn an_edited_option_of_the_header() {
    let mut lines = Lines::game(3);
    lines.edit(1, |header| header["options"]["self_explode"] = "on".into());
    assert_eq!(lines.difference().0, 1);
    let (found, what) = lines.rechained().difference();
    assert!(found > 1, "the first question that the option changes: {what}");
}

#[test]
fn an_edited_deal() {
    let mut lines = Lines::game(3);
    lines.edit(1, |header| {
        let deal = header["deal"].as_object_mut().unwrap();
        let (one, other) = (deal["1"].clone(), deal["2"].clone());
        deal["1"] = other;
        deal["2"] = one;
    });
    assert_eq!(lines.difference().0, 1);
    let card = lines.find(1, fact("card"));
    assert_eq!(lines.rechained().difference().0, card as u64);
}

#[test]
fn an_edited_seed_is_found_by_the_chain() {
    let mut lines = Lines::game(3);
    lines.edit(1, |header| header["seed"] = 4.into());
    assert_eq!(lines.difference().0, 1);
}

#[test]
fn an_edited_end() {
    for (key, value) in [
        ("winners", json!(["lovers"])),
        ("winning_seats", json!([1])),
        ("reason", json!("max_days")),
        ("days", json!(77)),
        ("roles", json!({ "1": "seer" })),
    ] {
        let mut lines = Lines::game(3);
        let last = lines.0.len();
        lines.edit(last, |end| end[key] = value.clone());
        let (found, what) = lines.difference();
        assert_eq!(found, last as u64);
        assert!(what.starts_with(&format!("`{key}` is ")), "{what}");
    }
    for (key, value) in [("decisions", json!(1)), ("events", json!(1)), ("calls", json!(0)), ("cost_usd", json!(9.0))] {
        let mut lines = Lines::game(3);
        let last = lines.0.len();
        lines.edit(last, |end| end["totals"][key] = value.clone());
        let (found, what) = lines.difference();
        assert_eq!(found, last as u64);
        assert!(what.starts_with(&format!("`{key}` is ")), "{what}");
    }
}

#[test]
fn a_missing_line() {
    let whole = Lines::game(3);
    for line in 2..whole.0.len() {
        let mut lines = whole.clone();
        let gone: Value = lines.json(line);
        lines.0.remove(line - 1);
        let (found, what) = lines.difference();
        let near = found == line as u64 || found == line as u64 - 1;
        assert!(near, "line {line} is missing, found at {found}: {what}");
        if gone["t"] == "event" {
            // The next line that the game determines shows it.
            let next = lines.find(line - 1, |line| line["t"] != "call" && line["t"] != "note" && line["t"] != "probe");
            assert_eq!(lines.rechained().difference().0, next as u64);
        }
        if gone["t"] == "decision" {
            assert!(!lines.rechained().verdict().ok);
        }
    }
}

#[test]
fn a_doubled_line() {
    let whole = Lines::game(3);
    for kind in ["event", "decision", "call", "note", "end"] {
        let mut lines = whole.clone();
        let line = lines.find(1, is(kind));
        let copy = lines.0[line - 1].clone();
        lines.0.insert(line, copy);
        let (found, what) = lines.difference();
        // Of a line that the game does not determine nobody can tell which of the two is the copy.
        let either = (kind == "call" || kind == "note") && found == line as u64;
        assert!(either || found == line as u64 + 1, "{kind} {line}, found at {found}: {what}");
    }
}

#[test]
fn two_lines_out_of_order() {
    let whole = Lines::game(3);
    for line in 2..whole.0.len() {
        let mut lines = whole.clone();
        lines.0.swap(line - 1, line);
        let (found, what) = lines.difference();
        assert!((line as u64 - 1..=line as u64 + 1).contains(&found), "{line}: {found}: {what}");
    }
    let mut lines = whole;
    let line = lines.find(1, is("event"));
    lines.0.swap(line - 1, line);
    assert_eq!(lines.rechained().difference().0, line as u64);
}

#[test]
fn a_line_put_in() {
    let mut lines = Lines::game(3);
    let line = lines.find(20, is("event"));
    let event = json!({ "t": "event", "n": lines.json(line)["n"], "day": 1, "phase": "day", "audience": "all",
        "fact": { "kind": "elected", "seat": 1 }, "prev": "0" });
    lines.0.insert(line - 1, event.to_string());
    assert_eq!(lines.difference().0, line as u64);
    assert_eq!(lines.rechained().difference().0, line as u64);
}

#[test]
fn a_note_put_in_is_found_by_the_chain() {
    let mut lines = Lines::game(3);
    lines.0.insert(30, json!({ "t": "note", "kind": "warning", "text": "forged", "prev": "0" }).to_string());
    assert_eq!(lines.difference().0, 31);
}

#[test]
fn a_note_about_what_does_not_exist() {
    edited(is("note"), |line| line["n"] = 4000.into());
    edited(is("probe"), |line| line["seat"] = 17.into());
}

#[test]
fn the_middle_cut_out() {
    let mut lines = Lines::game(3);
    lines.0.drain(30..50);
    let (found, _) = lines.difference();
    assert!(found == 30 || found == 31);
    assert!(!lines.rechained().verdict().ok);
}

#[test]
fn lines_of_another_game() {
    let (mut lines, other) = (Lines::game(3), Lines::game(4));
    let line = lines.find(15, is("decision"));
    lines.0[line - 1] = other.0[line - 1].clone();
    assert_eq!(lines.difference().0, line as u64);
    let mut header = Lines::game(3);
    header.0[0] = other.0[0].clone();
    assert_eq!(header.difference().0, 1);
    assert!(!header.rechained().verdict().ok);
}

#[test]
fn an_edited_link() {
    let mut lines = Lines::game(3);
    lines.edit(40, |line| line["prev"] = "00000000000000000000000000000000".into());
    assert_eq!(lines.difference().0, 40);
}

#[test]
fn something_after_the_end() {
    let mut lines = Lines::game(3);
    lines.0.push(json!({ "t": "note", "kind": "warning", "text": "late", "prev": "" }).to_string());
    let lines = lines.rechained();
    assert_eq!(lines.difference(), (lines.0.len() as u64, "a line stands after the end".into()));
}

#[test]
fn an_end_before_the_end() {
    let mut lines = Lines::game(3);
    let end = lines.0.pop().unwrap();
    lines.0.truncate(60);
    lines.0.push(end);
    assert_eq!(lines.rechained().difference().0, 61);
}

#[test]
fn a_malformed_line_is_a_difference_with_its_place() {
    let mut lines = Lines::game(3);
    lines.0[24] = lines.0[24].replace("\"n\":", "\"n\" ");
    let (line, what) = lines.difference();
    assert_eq!(line, 25);
    assert!(what.starts_with("column "), "{what}");
    let mut lines = Lines::game(3);
    lines.edit(25, |line| {
        line.as_object_mut().unwrap().remove("n");
    });
    let (line, what) = lines.difference();
    assert!(line == 25 && what.contains("missing field `n`"), "{line}: {what}");
}

#[test]
fn no_edit_of_any_determined_value_goes_unseen() {
    // Every number and string of every event and decision is changed in turn, with the chain computed anew. Only what
    // the README calls free may pass: how an answer came about and how long it took.
    let free = ["how", "attempts", "elapsed_ms", "claims", "prev", "t"];
    let whole = Lines::game(5);
    for line in (2..=whole.0.len()).step_by(3) {
        let value = whole.json(line);
        if value["t"] != "event" && value["t"] != "decision" {
            continue;
        }
        for key in value.as_object().unwrap().keys().filter(|key| !free.contains(&key.as_str())) {
            let mut lines = whole.clone();
            lines.edit(line, |line| change(&mut line[key]));
            let verdict = lines.rechained().verdict();
            assert!(!verdict.ok, "line {line}, `{key}`: {value}");
        }
    }
}

/// Changes the first leaf of a value.
fn change(value: &mut Value) {
    match value {
        Value::Number(number) => *value = json!(number.as_u64().unwrap() + 1),
        Value::String(text) => text.push('x'),
        Value::Bool(flag) => *flag = !*flag,
        Value::Null => *value = json!(1),
        Value::Array(list) => match list.first_mut() {
            Some(first) => change(first),
            None => list.push(json!(1)),
        },
        Value::Object(object) => match object.values_mut().last() {
            Some(last) => change(last),
            None => _ = object.insert("x".into(), json!(1)),
        },
    }
}
