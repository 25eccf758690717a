//! What a joined player may take back, what he is told of his connection, and how he hands his seat over; and that
//! nobody else is told of it.

use crate::client::{Host, Wire};
use crate::line::Line;
use crate::support::{Place, ended};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

fn is_exile(question: &Value) -> bool {
    question["request"]["ask"] == json!({ "kind": "ballot", "about": "exile", "round": 1 })
}

/// Plays on in a thread of its own, but for the first vote on exile, which it thinks about until it is told to go on.
fn thinks(mut wire: Wire) -> (JoinHandle<Vec<String>>, Receiver<()>, std::sync::mpsc::Sender<()>) {
    let (asked, is_asked) = channel();
    let (go_on, may_go_on) = channel();
    let playing = thread::spawn(move || {
        let mut waited = false;
        while let Some(question) = wire.question() {
            if is_exile(&question) && !std::mem::replace(&mut waited, true) {
                asked.send(()).unwrap();
                may_go_on.recv().unwrap();
            }
            wire.answer(&question);
        }
        wire.lines
    });
    (playing, is_asked, go_on)
}

/// Plays up to the first vote on exile.
fn up_to_exile(wire: &mut Wire) -> Value {
    loop {
        let question = wire.question().expect("a vote on exile");
        if is_exile(&question) {
            return question;
        }
        wire.answer(&question);
    }
}

#[test]
fn a_ballot_is_taken_back_while_another_thinks_and_stands_when_its_player_is_cut_off() {
    let place = Place::new();
    let host = Host::open(&place, "2,3", &[]);
    let [mut two, three] = [0, 1].map(|index| Wire::join(host.invited(index), &host.invited(index).code, 0));
    let (playing, is_asked, go_on) = thinks(three);
    let question = up_to_exile(&mut two);
    assert_eq!(question["undo"], true);
    is_asked.recv_timeout(Duration::from_secs(60)).unwrap();
    let ask = question["ask"].clone();
    let choices = question["request"]["menu"]["choices"].as_array().unwrap().clone();
    let stands = |wire: &mut Wire| -> Value {
        let letter = wire.letter().unwrap();
        assert_eq!(letter["ask"], ask, "{letter}");
        letter["stands"].clone()
    };
    two.say(&json!({ "ask": ask, "choice": choices[0] }));
    assert_eq!(stands(&mut two), "held");
    two.say(&json!({ "undo": ask }));
    assert_eq!(stands(&mut two), "open");
    two.say(&json!({ "ask": ask, "choice": choices[1] }));
    assert_eq!(stands(&mut two), "held");
    let (token, heard) = (two.token.clone(), two.heard());
    drop(two);
    let mut two = Wire::join(host.invited(0), &token, heard);
    assert_eq!(stands(&mut two), "held", "whoever comes back is told that he has chosen");
    assert_eq!(two.question().unwrap()["ask"], ask);
    go_on.send(()).unwrap();
    assert_eq!(stands(&mut two), "final");
    two.say(&json!({ "undo": ask }));
    let heard = two.play();
    assert!(!heard.iter().any(|line| line.contains("\"open\"")), "it is too late to take it back");
    let others = playing.join().unwrap();
    host.ended().succeeds();
    let lines = place.lines("a.jsonl");
    let of_exile = |line: &&Value| line["request"]["kind"] == "ballot" && line["request"]["about"] == "exile";
    let ballot = lines.iter().filter(of_exile).find(|line| line["seat"] == 2).unwrap();
    assert_eq!((&ballot["choice"], &ballot["how"]), (&choices[1], &json!("human")), "what counts is recorded");
    place.run(&["verify", "a.jsonl"]).succeeds();
    // Nobody else hears of second thoughts, nor of a lost connection.
    let of_others: Vec<Value> = others.iter().map(|line| serde_json::from_str(line).unwrap()).collect();
    let known = ["hello", "event", "request", "stands", "after", "goodbye"];
    assert!(of_others.iter().all(|letter| known.iter().any(|kind| letter.get(kind).is_some())), "{others:?}");
}

/// Reads what a program prints until a line has this in it.
fn until(lines: &mut impl Iterator<Item = std::io::Result<String>>, text: &str) -> String {
    let mut told = String::new();
    for line in lines {
        told += &(line.unwrap() + "\n");
        if told.lines().last().unwrap().contains(text) {
            return told;
        }
    }
    panic!("`{text}` is not in\n{told}");
}

#[test]
fn a_player_in_lines_is_told_that_his_connection_is_lost_tried_and_back() {
    for (lang, lost, tried, back) in [
        ("en", "The connection is lost", "this is try 1", "The connection is back"),
        ("zh", "连接断了", "在试第 1 次", "连接恢复了"),
    ] {
        let place = Place::new();
        let host = Host::open(&place, "2,5", &["--lang", lang, "--deadline", "100"]);
        let line = Line::to(&host.invited(0).address);
        let mut child = place.spawn(&["join", &line.address, &host.invited(0).code]);
        let five = Wire::join(host.invited(1), &host.invited(1).code, 0);
        let other = thread::spawn(move || five.play());
        let mut stdin = child.stdin.take().unwrap();
        let mut told = BufReader::new(child.stdout.take().unwrap()).lines();
        until(&mut told, if lang == "en" { "it is your turn" } else { "轮到你" });
        line.cut();
        until(&mut told, lost);
        until(&mut told, tried);
        line.mend();
        until(&mut told, back);
        let answers = (1..=9).map(|seat| format!("{seat}\n")).collect::<String>();
        let answers = format!("/pass\n{answers}I listen.\n").repeat(200);
        thread::spawn(move || _ = stdin.write_all(answers.as_bytes()));
        let rest: Vec<String> = told.map(Result::unwrap).collect();
        assert!(rest.len() > 10, "{rest:?}");
        let mut errors = String::new();
        child.stderr.take().unwrap().read_to_string(&mut errors).unwrap();
        assert!(ended(child).code == 0, "{errors}");
        host.ended().succeeds();
        let heard = other.join().unwrap();
        assert!(!heard.iter().any(|letter| letter.contains("connection")), "{heard:?}");
        let lines = place.lines("a.jsonl");
        let notes: Vec<&Value> = lines.iter().filter(|line| line["t"] == "note").collect();
        for text in ["connection was lost", "is back"] {
            let said = |note: &&&Value| note["text"].as_str().is_some_and(|said| said.contains(text));
            let seats: Vec<&Value> = notes.iter().filter(said).map(|note| &note["seat"]).collect();
            assert_eq!(seats, [&json!(2)], "{text}");
        }
        let own = lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == 2);
        assert!(own.clone().count() > 0 && own.clone().all(|line| line["how"] == "human"));
    }
}

#[test]
fn two_terminals_do_not_fight_for_a_seat() {
    let place = Place::new();
    let host = Host::open(&place, "2", &["--deadline", "100"]);
    let invited = host.invited(0).clone();
    let mut first = place.spawn(&["join", &invited.address, &invited.code]);
    let mut errors = BufReader::new(first.stderr.take().unwrap()).lines();
    let key = until(&mut errors, "lycaon join").trim().rsplit(' ').next().unwrap().to_owned();
    let second = Wire::join(&invited, &key, 0);
    until(&mut errors, "another terminal");
    assert_eq!(ended(first).code, 130, "the first has ended");
    second.play();
    host.ended().succeeds();
}

#[test]
fn a_joined_player_hands_his_seat_over_and_looks_on() {
    let place = Place::new();
    let host = Host::open(&place, "2,5", &[]);
    let invited = host.invited(0).clone();
    let mut quitter = place.spawn(&["join", &invited.address, &invited.code]);
    let five = Wire::join(host.invited(1), &host.invited(1).code, 0);
    let other = thread::spawn(move || five.play());
    quitter.stdin.take().unwrap().write_all(b"/quit\n/quit\n").unwrap();
    let told = ended(quitter).succeeds();
    let heard = other.join().unwrap();
    host.ended().succeeds();
    assert!(told.contains("a script plays on in the seat") && told.contains("== After the game =="), "{told}");
    let lines = place.lines("a.jsonl");
    let left: Vec<&Value> = lines.iter().filter(|line| line["kind"] == "agent_left").collect();
    assert_eq!((left.len(), &left[0]["seat"]), (1, &json!(2)));
    let own: Vec<&Value> = lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == 2).collect();
    assert!(!own.is_empty() && own.iter().all(|decision| decision["how"] == "scripted"), "{own:?}");
    place.run(&["verify", "a.jsonl"]).succeeds();
    let over = heard.iter().position(|line| line.starts_with("{\"after\"")).unwrap();
    assert!(!heard[..over].iter().any(|line| line.contains("left the table") || line.contains("script")), "{heard:?}");
}
