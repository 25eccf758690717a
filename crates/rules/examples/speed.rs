//! The engine alone, to be timed: plays a deck with random answers and prints how many decisions and events there were.
//!
//! ```sh
//! time cargo run --release -p lycaon-rules --example speed -- online-9p all 20000
//! ```

use lycaon_rules::{Answer, Board, Dice, Game, Setup, Waiting};
use std::error::Error;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let (Some(deck), Some(cards), Some(games)) = (words.next(), words.next(), words.next()) else {
        return Err("name a deck, a value of `event_deck` and a number of games".into());
    };
    let mut board = Board::named(&deck)?;
    board.options.set("event_deck", &cards)?;
    let board = Arc::new(board);
    let (mut decisions, mut events) = (0, 0);
    for seed in 0..games.parse::<u64>()? {
        let (game, made) = play(&board, seed)?;
        decisions += made;
        events += game.events().len();
    }
    println!("{decisions} decisions, {events} events");
    Ok(())
}

/// Plays one game; returns it and how many decisions it took, rolls included.
fn play(board: &Arc<Board>, seed: u64) -> Result<(Game, usize), Box<dyn Error>> {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.clone(), deal });
    let mut decisions = 0;
    loop {
        match game.waiting() {
            Waiting::Over(_) => return Ok((game, decisions)),
            Waiting::Roll(roll) => {
                game.rolled(dice.roll(roll))?;
                decisions += 1;
            }
            Waiting::Seats(batch) => {
                let asked = batch.len();
                for position in 0..asked {
                    let menu = &game.batch()[position].menu;
                    let choice = menu.nth(dice.below("answers", menu.size()));
                    game.answer(position, Answer::from(choice))?;
                }
                game.advance()?;
                decisions += asked;
            }
        }
    }
}
