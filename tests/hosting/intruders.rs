//! Those who should not be let in, and what they can do to those who were.

use crate::client::{Host, Invited, Wire};
use crate::support::Place;
use std::io::{Read, Write};

/// What is answered to this, before the line is closed.
fn answer_to(invited: &Invited, bytes: &[u8]) -> String {
    let mut stream = invited.connect();
    // A host that has seen enough does not read on.
    _ = stream.write_all(bytes);
    let mut answer = vec![];
    _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn strangers_wrong_codes_and_second_joins_are_refused() {
    let place = Place::new();
    let host = Host::open(&place, "2,5", &[]);
    let invited = host.invited(0).clone();
    for bytes in ["GET / HTTP/1.1\r\n\r\n", "{}\n", "{\"knock\":{\"version\":2,\"key\":\"\",\"heard\":0}}\n", "\u{0}\n"]
    {
        assert_eq!(answer_to(&invited, bytes.as_bytes()).trim(), "{\"refused\":\"stranger\"}", "{bytes:?}");
    }
    let old = format!("{{\"knock\":{{\"version\":99,\"key\":\"{}\",\"heard\":0}}}}\n", invited.code);
    assert_eq!(answer_to(&invited, old.as_bytes()).trim(), "{\"refused\":\"version\"}");
    let guess = "a".repeat(invited.code.len());
    let error = place.run(&["join", &invited.address, &guess]).complains();
    assert!(error.contains("does not know this code"), "{error}");
    let _first = Wire::join(&invited, &invited.code, 0);
    let error = place.run(&["join", &invited.address, &invited.code]).complains();
    assert!(error.contains("joined with this code already"), "{error}");
    assert!(!place.path("a.jsonl").exists(), "the game has not begun, since seat 5 is not here");
    drop(host);
    let error = place.run(&["join", &invited.address, &invited.code]).complains();
    assert!(error.contains("cannot be joined"), "{error}");
}

#[test]
fn a_flood_keeps_nobody_out_and_disturbs_nobody() {
    let place = Place::new();
    let host = Host::open(&place, "2,5", &["--deadline", "100"]);
    let (two, five) = (host.invited(0).clone(), host.invited(1).clone());
    let quiet = Wire::join(&two, &two.code, 0);
    // More than may stand at the door, none with anything to say; and some that never stop talking.
    let silent: Vec<_> = (0..40).map(|_| two.connect()).collect();
    let loud: Vec<_> = (0..8)
        .map(|_| {
            let two = two.clone();
            std::thread::spawn(move || answer_to(&two, &vec![b'x'; 4 << 20]))
        })
        .collect();
    let other = Wire::join(&five, &five.code, 0);
    let playing = [quiet, other].map(|wire| std::thread::spawn(move || wire.play()));
    for lines in playing {
        assert!(lines.join().unwrap().last().unwrap().contains("goodbye"));
    }
    host.ended().succeeds();
    for answer in loud {
        assert!(answer.join().unwrap().len() < 100, "a flood is told nothing but that it is refused");
    }
    drop(silent);
    place.run(&["verify", "a.jsonl"]).succeeds();
}

#[test]
fn what_cannot_be_hosted_is_said_in_a_sentence() {
    let place = Place::new();
    let error = place.run(&["host"]).complains();
    assert!(error.contains("--seats"), "{error}");
    let error = place.run(&["host", "--seats", "12"]).complains();
    assert!(error.contains("no seat 12"), "{error}");
    let error = place.run(&["host", "--seats", "1", "--listen", "nowhere"]).complains();
    assert!(error.contains("HOST:PORT"), "{error}");
    let error = place.run(&["host", "--seats", "1", "--socket", "no/such/folder/a.sock"]).complains();
    assert!(error.contains("no/such/folder/a.sock"), "{error}");
    let error = place.run(&["host", "--seats", "1", "--as", "god"]).complains();
    assert!(error.contains("--as"), "{error}");
}
