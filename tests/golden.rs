//! Transcripts that must verify: the golden games, for ever, and a thousand games of every deck under every ruleset.

use lycaon_agents::scripted::Random;
use lycaon_agents::scripted::Scripted;
use lycaon_rules::{Board, Dice, Seat, Setup, decks, ruleset, rulesets};
use lycaon_table::{Clock, Player, Settings, Table};
use lycaon_transcript::{Header, Memory, Reader, Recorder, Writer, verify, verify_lines};
use std::path::Path;

#[test]
fn golden_games_verify_for_ever() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("transcripts/golden");
    let mut verified = 0;
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        let verdict = verify(&path).unwrap();
        assert!(verdict.ok, "{}: {:?}", path.display(), verdict.first_difference);
        verified += 1;
    }
    assert!(verified >= 6, "only {verified} golden games");
}

async fn recorded(board: Board, seed: u64) -> Vec<u8> {
    let deal = board.deal(&mut Dice::new(seed));
    let setup = Setup { board: board.into(), deal };
    let memory = Memory::new();
    let header = Header::new(format!("random-{seed}"), &setup, seed);
    let recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), &header).unwrap();
    let seats = usize::from(setup.board.seats);
    let players = Seat::all(seats).map(|seat| Player::scripted(Box::new(Scripted(Random::new(seed, seat))))).collect();
    let settings = Settings { clock: Clock::Still, ..Settings::default() };
    let table = Table::new(setup, seed, players, settings).unwrap().recorded_by(recorder);
    assert!(table.play().await.unwrap().outcome.is_some());
    memory.bytes()
}

#[tokio::test]
async fn a_thousand_games_of_every_deck_and_ruleset_verify() {
    let decks: Vec<&str> = decks().chain(["vanilla-5-1", "vanilla-9-2"]).collect();
    let rules: Vec<&str> = rulesets().collect();
    let mut verified = 0;
    for seed in 0..1_000u64 {
        let mut board = Board::named(decks[seed as usize % decks.len()]).unwrap();
        // Every deck meets every ruleset, and its own more often.
        if seed % 3 > 0 {
            board.ruleset = rules[(seed as usize / decks.len()) % rules.len()].to_owned();
            board.options = ruleset(&board.ruleset).unwrap();
        }
        let bytes = recorded(board, seed).await;
        let verdict = verify_lines(Reader::new(&bytes[..], "memory")).unwrap();
        assert!(verdict.ok, "seed {seed}: {:?}", verdict.first_difference);
        verified += 1;
    }
    assert_eq!(verified, 1_000);
}
