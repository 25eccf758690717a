//! Games made by hand: a deal, and what each seat decides, played through the engine and recorded.

#![allow(dead_code, reason = "each test file uses some of it")]

use lycaon_measures::reading::{Left, Story, each_story};
use lycaon_rules::{
    Answer, Board, Choice, Deal, Dice, Fallback, Game, Menu, Phase, Request, RoleId, Seat, Setup, Waiting,
};
use lycaon_transcript::{Header, Memory, Recorder, Seating, Taken, Writer};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

pub fn at(number: u8) -> Choice {
    Choice::Target { seat: seat(number) }
}

/// The header of a game of this deck with these cards; even seats are `b`'s, odd ones `a`'s.
pub fn header(deck: &str, cards: Vec<RoleId>, game: &str) -> Header {
    let board = Board::named(deck).unwrap();
    let setup = Setup { board: board.into(), deal: Deal { cards, centre: vec![], persons: vec![] } };
    let mut header = Header::new(game, &setup, 1);
    for seat in setup.board.seats() {
        let agent = if seat.number() % 2 == 0 { "b" } else { "a" };
        header.seats.insert(seat, Seating { agent: agent.into(), model: None, settings: serde_json::json!({}) });
    }
    header
}

/// The bytes of the game in which `decide` says what a seat does on a day; `None` is the request's fallback, or the first
/// of its menu.
pub fn recorded(header: &Header, decide: impl Fn(u16, bool, &Request) -> Option<Answer>) -> Vec<u8> {
    recorded_aside(header, decide, |_, _, _| {})
}

/// The same, where before each batch of questions `aside` may record what seats are asked beside the game: it is given the
/// game, and how many of its events had happened at the batch before.
pub fn recorded_aside(
    header: &Header,
    decide: impl Fn(u16, bool, &Request) -> Option<Answer>,
    mut aside: impl FnMut(&mut Recorder, &Game, usize),
) -> Vec<u8> {
    let memory = Memory::new();
    let mut recorder = Recorder::begin(Writer::to(memory.clone(), "memory"), header).unwrap();
    let mut game = Game::new(header.setup());
    let (mut dice, mut seen) = (Dice::new(1), 0);
    loop {
        recorder.events(game.events()).unwrap();
        let base = recorder.decided();
        let (day, night) = game.events().last().map_or((0, false), |event| (event.day, event.phase == Phase::Night));
        match game.waiting() {
            Waiting::Over(outcome) => {
                recorder.end(outcome, None).unwrap();
                return memory.bytes();
            }
            Waiting::Roll(roll) => {
                let result = dice.roll(roll);
                recorder.roll(base, roll, result).unwrap();
                game.rolled(result).unwrap();
            }
            Waiting::Seats(batch) => {
                let batch = batch.to_vec();
                aside(&mut recorder, &game, seen);
                seen = game.events().len();
                for (position, request) in batch.iter().enumerate() {
                    let answer = decide(day, night, request).unwrap_or_else(|| usual(request));
                    recorder.decision(base + position as u32, request, &answer, Taken::scripted()).unwrap();
                    game.answer(position, answer).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
}

fn usual(request: &Request) -> Answer {
    match (&request.menu, request.fallback) {
        (Menu::Talk { .. }, _) => Answer::say(""),
        (menu, _) if menu.allows(Choice::Pass) => Choice::Pass.into(),
        (_, Fallback::Choice { choice }) => choice.into(),
        (menu, Fallback::Lot) => menu.nth(0).into(),
    }
}

/// Writes files into a directory and reads their games.
pub fn read(directory: &Path, files: &[(&str, &[u8])]) -> (Vec<Story>, Vec<Left>) {
    let write = |(name, bytes): &(&str, &[u8])| -> PathBuf {
        let path = directory.join(name);
        std::fs::write(&path, bytes).unwrap();
        path
    };
    let paths: Vec<PathBuf> = files.iter().map(write).collect();
    let mut stories = vec![];
    let left = each_story(&paths, NonZeroUsize::new(2).unwrap(), |story| {
        stories.push(story);
        Ok::<(), ()>(())
    });
    (stories, left.unwrap())
}

/// The game of all tests that need one: nine seats; seer 1, witch 2, hunter 3, villagers 4 to 6, wolves 7 to 9.
pub fn nine() -> Header {
    let mut cards = vec![RoleId::Seer, RoleId::Witch, RoleId::Hunter];
    cards.extend([RoleId::Villager; 3]);
    cards.extend([RoleId::Werewolf; 3]);
    header("online-9p", cards, "nine")
}
