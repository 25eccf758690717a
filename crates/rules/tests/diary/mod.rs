//! A table whose script names night and day: a few decisions, and everything else the answer that does least.

#![allow(dead_code, reason = "each file of tests uses its part of it")]

use lycaon_rules::{
    Answer, Ask, Board, Choice, Deal, Event, Fact, Game, Listener, Manner, Menu, Party, Phase, Reason, Request, RoleId,
    Seat, Seats, Setup, Waiting,
};

/// A part of the game: the night or day of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum At {
    /// A night.
    Night(u16),
    /// A day.
    Day(u16),
}
pub use At::{Day, Night};

pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

pub fn seats(numbers: &[u8]) -> Seats {
    numbers.iter().map(|number| seat(*number)).collect()
}

pub fn onto(number: u8) -> Choice {
    Choice::Target { seat: seat(number) }
}

pub fn role(id: &str) -> RoleId {
    RoleId::from_id(id).unwrap()
}

/// A game of four days at most, silent and without a sheriff, with these cards dealt in order.
pub fn board(cards: &[&str], options: &[(&str, &str)]) -> Game {
    let mut names: Vec<&str> = cards.to_vec();
    names.sort_unstable();
    let counts = names.chunk_by(|a, b| a == b).map(|same| format!("{} = {}\n", same[0], same.len()));
    let text = format!("id = \"story\"\nruleset = \"new-moon\"\n[roles]\n{}", counts.collect::<String>());
    let mut board = Board::from_toml(&text).unwrap();
    let quiet = [
        ("sheriff", "off"),
        ("discussion", "silent"),
        ("abstain", "true"),
        ("wolf_may_skip", "true"),
        ("max_days", "4"),
        ("seer_result", "camp"),
        ("event_deck", "off"),
    ];
    board.options.set_all(quiet.iter().chain(options).copied()).unwrap();
    let deal = Deal { cards: cards.iter().map(|id| role(id)).collect(), centre: vec![], persons: vec![] };
    Game::new(Setup { board: board.into(), deal })
}

/// What does least.
pub fn least(menu: &Menu) -> Choice {
    if menu.allows(Choice::Pass) { Choice::Pass } else { menu.nth(0) }
}

/// Plays to the end. The script is asked first; every roll is 1.
pub fn play(mut game: Game, mut script: impl FnMut(At, &Request) -> Option<Choice>) -> Game {
    loop {
        match game.waiting() {
            Waiting::Over(_) => return game,
            Waiting::Roll(_) => game.rolled(1).unwrap(),
            Waiting::Seats(batch) => {
                let now = game.events().last().unwrap();
                let at = if now.phase == Phase::Night { Night(now.day) } else { Day(now.day) };
                let answers: Vec<Answer> = batch
                    .iter()
                    .map(|request| script(at, request).unwrap_or_else(|| least(&request.menu)).into())
                    .collect();
                for (position, answer) in answers.into_iter().enumerate() {
                    game.answer(position, answer).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
}

/// One line of a script: at this time this seat answers this kind of question so.
pub type Line = (At, u8, fn(Ask) -> bool, Choice);

pub fn night(ask: Ask) -> bool {
    matches!(ask, Ask::Night { .. })
}

pub fn hunt(ask: Ask) -> bool {
    matches!(ask, Ask::Hunt { .. })
}

pub fn ballot(ask: Ask) -> bool {
    matches!(ask, Ask::Ballot { .. })
}

pub fn offer(ask: Ask) -> bool {
    matches!(ask, Ask::Offer { .. })
}

pub fn shot(ask: Ask) -> bool {
    ask == Ask::Shot
}

/// Plays a script of which every line must be used.
pub fn act(game: Game, lines: &[Line]) -> Game {
    let mut used = vec![false; lines.len()];
    let game = play(game, |at, request| {
        let line = lines
            .iter()
            .position(|(when, who, asks, _)| *when == at && seat(*who) == request.seat && asks(request.ask))?;
        used[line] = true;
        Some(lines[line].3)
    });
    for (line, used) in lines.iter().zip(used) {
        assert!(used, "seat {} was never asked this at {:?}", line.1, line.0);
    }
    game
}

pub fn told(game: &Game, fact: &Fact) -> Vec<Event> {
    game.events().iter().filter(|event| event.fact == *fact).cloned().collect()
}

/// When and how each died, as everybody was told.
pub fn deaths(game: &Game) -> Vec<(u16, Vec<u8>, Manner)> {
    let deaths = game.events().iter().filter_map(|event| match event.fact {
        Fact::Died { seats, manner, .. } if !seats.is_empty() => {
            Some((event.day, seats.iter().map(Seat::number).collect(), manner))
        }
        _ => None,
    });
    deaths.collect()
}

pub fn hears(game: &Game, number: u8, fact: &Fact) -> bool {
    game.view(Listener::Seat(seat(number))).heard().iter().any(|event| event.fact == *fact)
}

/// Who won, and why.
pub fn won(game: &Game) -> (Vec<Party>, Vec<u8>, Reason) {
    match game.waiting() {
        Waiting::Over(outcome) => {
            (outcome.winners.clone(), outcome.seats.iter().map(Seat::number).collect(), outcome.reason)
        }
        _ => panic!("the game is not over"),
    }
}

pub fn asked_at_night(game: Game, of: u8) -> Vec<u16> {
    let mut nights = vec![];
    play(game, |at, request| {
        if let (Night(n), true) = (at, request.seat == seat(of) && night(request.ask)) {
            nights.push(n);
        }
        None
    });
    nights
}
