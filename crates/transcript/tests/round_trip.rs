//! What is written is read back, replays to the same game, and verifies.

mod common;

use common::{Player, header, play_on, recorded, setup, verdict};
use lycaon_rules::{Game, Listener, Seat};
use lycaon_transcript::{
    Decision, Existing, Flush, Legal, Memory, Recorder, ResumeError, Transcript, WriteError, Writer,
};
use std::path::Path;

/// Decks that between them have every role, and rules with rolls, speeches, bids, elections and offers.
const GAMES: &[(&str, &[(&str, &str)])] = &[
    ("online-9p", &[]),
    ("millers-hollow-9", &[]),
    ("vanilla-7-2", &[("opening", "day")]),
    ("thief-and-cupid-10", &[("tie", "random")]),
    ("full-box-12", &[]),
    ("piper-12", &[("vote_mode", "show_of_hands")]),
    ("jingcheng-12p-hunter-idiot", &[]),
    ("story-18", &[]),
];

#[test]
fn recorded_games_verify() {
    for (deck, options) in GAMES {
        for seed in 0..5 {
            for models in [false, true] {
                let verdict = verdict(&recorded(deck, seed, options, models));
                assert!(verdict.ok && !verdict.unfinished, "{deck} {seed} {models}: {verdict:?}");
            }
        }
    }
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    assert_eq!(recorded("full-box-12", 3, &[], false), recorded("full-box-12", 3, &[], false));
}

#[test]
fn header_and_decisions_give_every_event_and_view_back() {
    for (deck, options) in GAMES {
        let bytes = recorded(deck, 11, options, true);
        let transcript = Transcript::read(&bytes[..], "memory").unwrap();
        let replayed = transcript.replay().unwrap();
        assert!(replayed.over());
        assert_eq!(replayed.game.events(), transcript.events);
        for seat in transcript.header.board.seats() {
            let listener = Listener::Seat(seat);
            assert_eq!(replayed.game.view(listener).heard(), transcript.view(listener).heard());
        }
        let end = transcript.end.unwrap();
        assert_eq!(end.totals.decisions as usize, transcript.decisions.len());
        assert_eq!(end.totals.events as usize, transcript.events.len());
        assert_eq!(end.totals.calls as usize, transcript.calls.len());
        assert_eq!(end.totals.usage.output, Some(3 * transcript.calls.len() as u64));
        assert_eq!(end.totals.usage.cache_read, None, "what nobody knows is unknown, not zero");
        let fallbacks =
            transcript.decisions.iter().filter(|d| matches!(d, Decision::Seat(d) if d.taken.how.is_fallback()));
        assert_eq!(end.totals.fallbacks.timed_out as usize, fallbacks.count());
    }
}

#[test]
fn the_header_is_read_back() {
    let setup = setup("thief-and-cupid-10", 5, &[("wolf_win", "parity")]);
    let mut written = header(&setup, 5);
    written.prompts = Some("abc".into());
    written.created = Some("2026-01-01T00:00:00Z".into());
    written.conditions.insert("talk".into(), serde_json::json!([1, "two"]));
    let memory = Memory::new();
    Recorder::begin(Writer::to(memory.clone(), "memory"), &written).unwrap();
    let read = Transcript::read(&memory.bytes()[..], "memory").unwrap();
    assert_eq!(read.header, written);
    assert_eq!(read.header.deal.centre.len(), 2);
}

#[test]
fn the_keys_of_the_contract_stand_in_the_file() {
    let bytes = recorded("online-9p", 2, &[], true);
    let lines: Vec<serde_json::Value> =
        bytes.split(|b| *b == b'\n').filter(|l| !l.is_empty()).map(|l| serde_json::from_slice(l).unwrap()).collect();
    let first = |kind: &str| lines.iter().find(|line| line["t"] == kind).unwrap();
    let header = &lines[0];
    assert_eq!((&header["t"], &header["prev"], &header["format"]), (&"header".into(), &"".into(), &1.into()));
    assert_eq!(header["deal"].as_object().unwrap().len(), 9);
    assert_eq!(header["options"].as_object().unwrap().len(), lycaon_rules::OPTIONS.len());
    assert_eq!(header["seats"]["1"]["agent"], "scripted:random");
    assert_eq!(first("event")["audience"], "all");
    let pack = lines.iter().find(|line| line["fact"]["kind"] == "pack").unwrap();
    assert!(pack["audience"].as_array().unwrap().iter().all(|seat| seat.is_string()));
    assert!(lines.iter().any(|line| line["audience"] == "moderator"));
    let decisions: Vec<_> = lines.iter().filter(|line| line["t"] == "decision" && line["seat"].is_u64()).collect();
    for decision in &decisions {
        for key in ["n", "seat", "request", "choice", "how", "attempts", "elapsed_ms"] {
            assert!(!decision[key].is_null(), "{key} in {decision}");
        }
        assert!(decision["request"]["kind"].is_string());
        let legal: Legal = serde_json::from_value(decision["request"]["options"].clone()).unwrap();
        let choice = serde_json::from_value(decision["choice"].clone()).unwrap();
        assert!(decision["how"] == "timed_out" || legal.allows(choice), "{decision}");
    }
    assert!(lines.iter().any(|line| line["dice"].is_string() && line["result"].is_u64()));
    assert_eq!(first("call")["provider"], "mock");
    let end = lines.last().unwrap();
    for key in ["winners", "winning_seats", "reason", "days", "roles", "totals"] {
        assert!(!end[key].is_null(), "{key}");
    }
}

#[test]
fn a_game_of_nine_takes_no_more_than_forty_kilobytes() {
    let sizes: Vec<usize> = (0..20).map(|seed| recorded("online-9p", seed, &[], false).len()).collect();
    let mean = sizes.iter().sum::<usize>() / sizes.len();
    assert!(mean <= 40_000, "{mean} bytes");
}

#[test]
fn the_lines_of_a_batch_may_come_in_any_order() {
    let setup = setup("vanilla-5-1", 1, &[]);
    let memory = Memory::new();
    let mut recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &header(&setup, 1)).unwrap();
    let mut game = Game::new(setup);
    recorder.events(game.events()).unwrap();
    while let lycaon_rules::Waiting::Seats(batch) = game.waiting() {
        let batch = batch.to_vec();
        let base = recorder.decided();
        for (position, request) in batch.iter().enumerate().rev() {
            let answer = request.menu.nth(0).into();
            let n = base + position as u32;
            recorder.decision(n, request, &answer, lycaon_transcript::Taken::scripted()).unwrap();
            game.answer(position, answer).unwrap();
        }
        game.advance().unwrap();
        recorder.events(game.events()).unwrap();
    }
    let lycaon_rules::Waiting::Over(outcome) = game.waiting() else { panic!("a vanilla deck needs no dice") };
    recorder.end(outcome, Some(5)).unwrap();
    assert!(verdict(&memory.bytes()).ok);
}

/// Plays `stop` decisions into a file, then stops as a crash would.
fn crashed(path: &Path, seed: u64, stop: u32) -> Player {
    let setup = setup("online-9p", seed, &[]);
    let writer = Writer::create(path, Existing::Refuse, Flush::EachLine).unwrap();
    let recorder = Recorder::begin(writer, &header(&setup, seed)).unwrap();
    let mut player = Player::new(seed, false);
    let rest = play_on(&mut Game::new(setup), &mut player, recorder, stop).unwrap();
    assert!(rest.is_some(), "the game is under way");
    player
}

#[test]
fn an_unfinished_game_goes_on_to_the_bytes_it_would_have_had() {
    let whole = recorded("online-9p", 4, &[], false);
    let folder = tempfile::tempdir().unwrap();
    for (stop, cut) in [(0, 0), (1, 0), (5, 1), (13, 40), (20, 3)] {
        let path = folder.path().join(format!("{stop}.jsonl"));
        let mut player = crashed(&path, 4, stop);
        let written = std::fs::read(&path).unwrap();
        // Cuts into the last line; what is lost of it is asked again.
        std::fs::write(&path, &written[..written.len() - cut]).unwrap();
        let lost = cut > 1;
        let (recorder, transcript) = Recorder::resume(&path, Flush::EachLine).unwrap();
        assert_eq!(transcript.cut, lost);
        let replayed = transcript.replay().unwrap();
        let recorded_decisions = recorder.decided();
        assert_eq!(replayed.base + replayed.answered.iter().flatten().count() as u32, recorded_decisions);
        if lost {
            player = Player::new(4, false);
            replay_dice(&mut player, &transcript);
        }
        finish(replayed, player, recorder);
        assert_eq!(std::fs::read(&path).unwrap(), whole, "stopped at {stop}");
    }
}

/// Moves the dice on by what the record has used.
fn replay_dice(player: &mut Player, transcript: &Transcript) {
    for decision in &transcript.decisions {
        if let Decision::Dice(dice) = decision {
            assert_eq!(player.dice.roll(dice.roll), dice.result);
        }
    }
}

/// Answers what is open of the batch, then plays on.
fn finish(replayed: lycaon_transcript::Replayed, mut player: Player, mut recorder: Recorder) {
    let mut game = replayed.game;
    recorder.events(game.events()).unwrap();
    if replayed.answered.iter().any(Option::is_some) {
        for (position, request) in game.batch().to_vec().iter().enumerate() {
            if replayed.answered[position].is_some() {
                continue;
            }
            let n = replayed.base + position as u32;
            let (answer, taken, _) = player.answer(n, request);
            recorder.decision(n, request, &answer, taken).unwrap();
            game.answer(position, answer).unwrap();
        }
        game.advance().unwrap();
    }
    assert!(play_on(&mut game, &mut player, recorder, u32::MAX).unwrap().is_none());
}

#[test]
fn a_finished_or_broken_game_is_not_resumed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let whole = recorded("vanilla-5-1", 1, &[], false);
    std::fs::write(&path, &whole).unwrap();
    assert!(matches!(Recorder::resume(&path, Flush::EachLine), Err(ResumeError::Finished { .. })));
    let mut lines: Vec<&[u8]> = whole.split_inclusive(|byte| *byte == b'\n').collect();
    lines.pop();
    lines.remove(3);
    std::fs::write(&path, lines.concat()).unwrap();
    let error = Recorder::resume(&path, Flush::EachLine).err().unwrap();
    assert!(matches!(error, ResumeError::Broken { line: 4, .. }), "{error}");
    assert_eq!(std::fs::read(&path).unwrap(), lines.concat(), "a refused file is left as it is");
}

#[test]
fn a_fork_shares_its_beginning_and_verifies() {
    let bytes = recorded("online-9p", 6, &[], true);
    let parent = Transcript::read(&bytes[..], "parent.jsonl").unwrap();
    let decisions = parent.decisions.len() as u32;
    for at in [0, 1, 10, decisions / 2, decisions - 1, decisions] {
        let mut header = parent.child(at);
        header.game = "child".into();
        let memory = Memory::new();
        let mut recorder = Recorder::begin(Writer::to(memory.clone(), "child"), &header).unwrap();
        let replayed = parent.rewrite(at, &mut recorder).unwrap();
        assert_eq!(recorder.decided(), at);
        finish(replayed, Player::new(99, true), recorder);
        let bytes = memory.bytes();
        let verdict = verdict(&bytes);
        assert!(verdict.ok && !verdict.unfinished, "{at}: {verdict:?}");
        let child = Transcript::read(&bytes[..], "child").unwrap();
        assert_eq!(child.header.parent.as_ref().map(|parent| parent.at), Some(at));
        assert_eq!(child.decisions[..at as usize], parent.decisions[..at as usize]);
        let own = child.calls.iter().filter(|call| call.n >= at).count();
        assert_eq!(child.end.unwrap().totals.calls as usize, own, "the parent's calls are not paid again");
    }
    let mut recorder = Recorder::begin(Writer::to(Memory::new(), "child"), &parent.child(decisions + 1)).unwrap();
    let error = parent.rewrite(decisions + 1, &mut recorder).unwrap_err().to_string();
    assert!(error.starts_with(&format!("parent.jsonl: there is no decision {}", decisions + 1)), "{error}");
}

#[test]
fn an_existing_file_is_kept_unless_told_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    std::fs::write(&path, "mine").unwrap();
    let refused = Writer::create(&path, Existing::Refuse, Flush::AtEnd);
    assert!(matches!(refused, Err(WriteError::Exists { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), b"mine");
    let setup = setup("vanilla-5-1", 1, &[]);
    let writer = Writer::create(&path, Existing::Overwrite, Flush::AtEnd).unwrap();
    let again = Writer::create(&path, Existing::Overwrite, Flush::AtEnd);
    assert!(matches!(again, Err(WriteError::Locked { .. })), "two writers would mix their lines");
    let recorder = Recorder::begin(writer, &header(&setup, 1)).unwrap();
    play_on(&mut Game::new(setup), &mut Player::new(1, false), recorder, u32::MAX).unwrap();
    assert_eq!(std::fs::read(&path).unwrap(), recorded("vanilla-5-1", 1, &[], false));
    let missing = Writer::create(&folder.path().join("no/such/folder.jsonl"), Existing::Refuse, Flush::AtEnd);
    assert!(missing.err().unwrap().to_string().contains("folder.jsonl: cannot be opened for writing"));
}

/// A disk that is full after some bytes.
struct Full(usize, Memory);

impl std::io::Write for Full {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let take = bytes.len().min(self.0);
        if take == 0 {
            return Err(std::io::ErrorKind::StorageFull.into());
        }
        self.0 -= take;
        self.1.write(&bytes[..take])
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_that_names_the_file_and_loses_nothing() {
    let setup = setup("vanilla-5-1", 1, &[]);
    let memory = Memory::new();
    let writer = Writer::to(Full(6000, memory.clone()), "runs/game.jsonl");
    let recorder = Recorder::begin(writer, &header(&setup, 1)).unwrap();
    let error = play_on(&mut Game::new(setup), &mut Player::new(1, false), recorder, u32::MAX).err().unwrap();
    assert!(error.to_string().starts_with("runs/game.jsonl: line "), "{error}");
    let left = Transcript::read(&memory.bytes()[..], "left").unwrap();
    assert!(left.cut && left.end.is_none() && left.broken.is_none());
    assert!(left.events.len() > 3);
}

#[test]
fn a_call_that_came_too_late_stands_after_its_decision() {
    let setup = setup("vanilla-5-1", 1, &[]);
    let memory = Memory::new();
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &header(&setup, 1)).unwrap();
    let mut game = Game::new(setup);
    let mut player = Player::new(1, true);
    let mut recorder = play_on(&mut game, &mut player, recorder, 8).unwrap().unwrap();
    let transcript = Transcript::read(&memory.bytes()[..], "memory").unwrap();
    let call = transcript.calls[0].clone();
    assert_eq!(call.call.answered_by.as_deref(), Some("one-2"));
    recorder.call(call.n, call.seat, &call.call).unwrap();
    assert!(verdict(&memory.bytes()).ok);
    let other = Seat::new(call.seat.number() % 5 + 1);
    recorder.call(call.n, other, &call.call).unwrap();
    assert!(!verdict(&memory.bytes()).ok, "the decision was not that seat's");
}
