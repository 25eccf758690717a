//! What is no transcript, or half of one, is answered with one sentence that names the place, in bounded memory.

mod common;

use common::{recorded, verdict};
use lycaon_transcript::{LINE_MAX, Line, ReadError, Reader, Transcript, verify};
use std::io::{BufReader, Read};
use std::path::Path;

fn game() -> Vec<u8> {
    recorded("online-9p", 3, &[], true)
}

fn lines() -> Vec<Vec<u8>> {
    game().split_inclusive(|byte| *byte == b'\n').map(<[u8]>::to_vec).collect()
}

fn error(bytes: &[u8]) -> String {
    Transcript::read(bytes, "game.jsonl").expect_err("it is no transcript").to_string()
}

/// The game with this line replaced.
fn with_line(number: usize, line: &[u8]) -> Vec<u8> {
    let mut lines = lines();
    lines[number - 1] = [line, b"\n"].concat();
    lines.concat()
}

#[test]
fn a_game_cut_anywhere_is_unfinished_and_not_corrupt() {
    let whole = game();
    let header = whole.iter().position(|byte| *byte == b'\n').unwrap();
    for end in (header + 1..whole.len() - 1).step_by(101) {
        let cut = &whole[..end];
        let verdict = verdict(cut);
        assert!(verdict.ok && verdict.unfinished, "cut at {end}: {verdict:?}");
        let transcript = Transcript::read(cut, "cut").unwrap();
        assert_eq!(transcript.broken, None);
        assert!(transcript.end.is_none());
        transcript.replay().unwrap();
    }
}

#[test]
fn a_last_line_without_its_newline_is_whole_if_it_can_be_read() {
    let whole = game();
    let verdict = verdict(&whole[..whole.len() - 1]);
    assert!(verdict.ok && !verdict.unfinished);
}

#[test]
fn a_game_under_way_can_be_followed() {
    use std::io::Write;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let mut file = std::fs::File::create(&path).unwrap();
    let mut reader = Reader::open(&path).unwrap();
    let mut seen = 0;
    // Written in pieces that end anywhere.
    for piece in game().chunks(333) {
        file.write_all(piece).unwrap();
        while let Some(numbered) = reader.poll().unwrap() {
            seen += 1;
            assert!(numbered.chained && numbered.number == seen);
        }
    }
    assert_eq!(seen as usize, lines().len());
    assert!(reader.poll().unwrap().is_none());
}

#[test]
fn zeros_at_the_end_are_a_line_cut_short() {
    let bytes = [game(), vec![0; 4096]].concat();
    let transcript = Transcript::read(&bytes[..], "game.jsonl").unwrap();
    assert!(transcript.cut && transcript.end.is_some());
}

#[test]
fn a_cut_line_in_the_middle_is_an_error() {
    let mut lines = lines();
    let half = lines[9].len() / 2;
    lines[9].truncate(half);
    let error = error(&lines.concat());
    assert!(error.starts_with("game.jsonl:10:"), "{error}");
}

#[test]
fn what_is_no_transcript_is_said_to_be_none() {
    assert_eq!(error(b""), "game.jsonl: is not a transcript: it is empty");
    assert!(error(b"hello\n").starts_with("game.jsonl: is not a transcript: line 1, column 1: "));
    assert!(error(b"{\"t\":\"head").starts_with("game.jsonl: is not a transcript: line 1, column 10: "));
    assert!(error(b"\xff\xfe\n").contains("line 1, column 1: is not UTF-8"));
    let headless = lines().split_off(1).concat();
    assert_eq!(error(&headless), "game.jsonl: is not a transcript: its first line is not a header");
    assert!(error(&[0; 100]).contains("is not a transcript"));
    let missing = Transcript::open(Path::new("/no/such/game.jsonl")).unwrap_err().to_string();
    assert!(missing.starts_with("/no/such/game.jsonl: cannot be read: "), "{missing}");
    assert!(matches!(verify(Path::new("/")), Err(ReadError::Io { .. })), "a folder is no transcript");
}

#[test]
fn a_newer_format_is_refused_by_its_number() {
    let header = String::from_utf8(lines()[0].clone()).unwrap().replace("\"format\":1,", "\"format\":2,");
    let error = error(header.as_bytes());
    assert!(error.contains("has format 2, and this program reads format 1"), "{error}");
}

#[test]
fn a_header_that_cannot_be_played_is_refused() {
    let header = String::from_utf8(lines()[0].clone()).unwrap();
    let refused = |from: &str, to: &str, what: &str| {
        let changed = header.replace(from, to);
        assert_ne!(changed, header);
        let error = error(changed.as_bytes());
        assert!(error.starts_with("game.jsonl: is not a transcript: line 1") && error.contains(what), "{error}");
    };
    refused("\"werewolf\":3", "\"werewolf\":4", "`deal` has 3 cards of werewolf and `roles` has 4");
    refused("\"werewolf\":3", "\"werewolf\":2", "are not a deal of `roles`");
    refused("\"deal\":{\"1\":", "\"deal\":{\"11\":", "`deal` must name each seat from 1 to 9 once");
    refused("\"deal\":{\"1\":", "\"deal\":{\"99\":", "99");
    refused("\"wolf_win\":\"side_wipe\"", "\"wolf_win\":\"luck\"", "option `wolf_win` cannot be `luck`");
    refused("\"witch\":1", "\"wizard\":1", "unknown role `wizard`");
}

#[test]
fn a_malformed_line_is_named_with_its_column() {
    let cases: [(&[u8], &str); 7] = [
        (b"{\"t\":\"event\",\"n\":1,}", "game.jsonl:7:20: trailing comma"),
        (b"{\"t\":\"event\",\"prev\":\"\"}", "game.jsonl:7:23: missing field `n`"),
        (b"{\"n\":1,\"prev\":\"\"}", "game.jsonl:7:17: missing field `t`"),
        (b"{\"t\":\"event\",\"n\":1}", "game.jsonl:7:19: missing field `prev`"),
        (b"[1,2]", "game.jsonl:7:"),
        (b"\xe7\x8b\xff", "game.jsonl:7:1: is not UTF-8"),
        (b"", "game.jsonl:7"),
    ];
    for (line, expected) in cases {
        let error = error(&with_line(7, line));
        assert!(error.starts_with(expected), "{error}");
        assert!(!error.contains('\n'), "one sentence: {error}");
    }
    let wrong_type =
        br#"{"t":"event","n":"five","day":0,"phase":"day","audience":"all","fact":{"kind":"nobody_out"},"prev":""}"#;
    assert!(
        error(&with_line(7, wrong_type)).starts_with("game.jsonl:7:23: invalid type: string \"five\", expected u32")
    );
    let audience =
        br#"{"t":"event","n":5,"day":0,"phase":"day","audience":["19"],"fact":{"kind":"nobody_out"},"prev":""}"#;
    assert!(error(&with_line(7, audience)).contains("19 is not a seat"));
    let fact = br#"{"t":"event","n":5,"day":0,"phase":"day","audience":"all","fact":{"kind":"rained"},"prev":""}"#;
    assert!(error(&with_line(7, fact)).contains("unknown variant `rained`"));
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let deep = [b"{\"t\":\"note\",\"kind\":".to_vec(), vec![b'['; 100_000]].concat();
    assert!(error(&with_line(7, &deep)).starts_with("game.jsonl:7:"));
}

#[test]
fn a_second_header_is_an_error() {
    let header = lines()[0].clone();
    let error = error(&[game(), header].concat());
    assert!(error.contains("a second header; a file holds one game"), "{error}");
}

#[test]
fn lines_of_a_later_version_are_passed_over() {
    let mut lines = lines();
    let whole = lines.concat();
    let end = lines.pop().unwrap();
    let link = lycaon_transcript::Link::to(lines.last().unwrap().strip_suffix(b"\n").unwrap());
    let new = format!("{{\"t\":\"weather\",\"sky\":\"clear\",\"prev\":\"{link}\"}}");
    let text = String::from_utf8(end).unwrap();
    let before = text.rfind(",\"prev\"").unwrap();
    let end = format!("{},\"prev\":\"{}\"}}\n", &text[..before], lycaon_transcript::Link::to(new.as_bytes()));
    let bytes = [lines.concat(), new.into_bytes(), b"\n".to_vec(), end.into_bytes()].concat();
    assert!(verdict(&bytes).ok);
    let other = Reader::new(&bytes[..], "game.jsonl").find_map(|line| match line.unwrap().line {
        Line::Other(kind) => Some(kind),
        _ => None,
    });
    assert_eq!(other.as_deref(), Some("weather"));
    assert_eq!(
        Transcript::read(&bytes[..], "new").unwrap().events,
        Transcript::read(&whole[..], "old").unwrap().events
    );
}

/// Bytes without end and without a newline.
struct Endless {
    given: usize,
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        buffer.fill(b'a');
        self.given += buffer.len();
        assert!(self.given < 2 * LINE_MAX, "the reader goes on and on");
        Ok(buffer.len())
    }
}

#[test]
fn an_endless_line_is_refused_in_bounded_memory() {
    let error = Transcript::read(BufReader::new(Endless { given: 0 }), "endless").unwrap_err().to_string();
    assert_eq!(error, "endless: is not a transcript: line 1: the line is longer than 16 MiB");
    let input = BufReader::new(game().chain_endless());
    let error = Transcript::read(input, "game.jsonl").unwrap_err();
    let next = lines().len() as u64 + 1;
    assert_eq!(error.line(), Some(next));
    assert_eq!(error.to_string(), format!("game.jsonl:{next}: the line is longer than 16 MiB"));
}

trait ChainEndless {
    fn chain_endless(self) -> Box<dyn Read>;
}

impl ChainEndless for Vec<u8> {
    fn chain_endless(self) -> Box<dyn Read> {
        Box::new(std::io::Cursor::new(self).chain(Endless { given: 0 }))
    }
}

#[test]
fn bytes_at_random_never_make_it_panic() {
    let whole = game();
    let mut dice = lycaon_rules::Dice::new(1);
    for _ in 0..400 {
        let mut bytes = whole.clone();
        for _ in 0..=dice.below("edits", 4) {
            let at = dice.below("place", bytes.len() as u64) as usize;
            bytes[at] = dice.below("byte", 256) as u8;
        }
        if let Ok(verdict) = lycaon_transcript::verify_lines(Reader::new(&bytes[..], "noise")) {
            assert!(bytes == whole || !verdict.ok || verdict.unfinished, "noise went unseen: {verdict:?}");
        }
    }
}
