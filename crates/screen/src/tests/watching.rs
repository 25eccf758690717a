//! A recorded game.

use super::*;
use crate::reel::Reel;
use crate::watch::Watching;
use lycaon_rules::{Dice, Game, Setup, Waiting};
use std::time::Duration;

/// A whole game of chance.
fn game(seed: u64) -> Game {
    let board = Board::named("online-9p").unwrap();
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.into(), deal });
    loop {
        match game.waiting() {
            Waiting::Over(_) => return game,
            Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
            Waiting::Seats(batch) => {
                for position in 0..batch.len() {
                    let menu = &game.batch()[position].menu;
                    let choice = menu.nth(dice.below("choices", menu.size()));
                    game.answer(position, choice.into()).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
}

fn reel(game: &Game, listener: Listener, events: &[Event], follow: bool) -> Reel {
    let watching = Watching {
        listener,
        board: game.board().clone(),
        narrator: Arc::new(Narrator::new(Lang::En)),
        look: PLAIN,
        speed: 1.0,
        follow,
    };
    Reel::new(watching, events.to_vec())
}

fn shown(reel: &mut Reel) -> String {
    let area = Rect::new(0, 0, 100, 40);
    let mut buffer = Buffer::empty(area);
    reel.draw(PLAIN, area, &mut buffer);
    screen_text(&buffer)
}

#[test]
fn a_game_is_stepped_through_both_ways() {
    let game = game(4);
    let mut reel = reel(&game, Listener::Public, game.events(), false);
    let mut pictures = vec![shown(&mut reel)];
    for _ in 0..12 {
        reel.press(Key::Right);
        pictures.push(shown(&mut reel));
    }
    reel.press(Key::Type(" ".into()));
    for picture in pictures.iter().rev().skip(1) {
        reel.press(Key::Left);
        let body = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
        assert_eq!(body(&shown(&mut reel)), body(picture));
    }
    for _ in 0..200 {
        reel.press(Key::Type("】".into()));
    }
    let end = shown(&mut reel);
    let Waiting::Over(outcome) = game.waiting() else { panic!("the game is over") };
    let outcome = Narrator::new(Lang::En).outcome(outcome);
    assert!(end.contains(&outcome[..20]), "{end}");
    for _ in 0..200 {
        reel.press(Key::Type("[".into()));
    }
    assert_eq!(shown(&mut reel).lines().nth(1), pictures[0].lines().nth(1));
}

#[test]
fn only_what_the_listener_hears_is_shown() {
    let game = game(4);
    for (listener, private) in [(Listener::Public, false), (Listener::Moderator, true)] {
        let mut reel = reel(&game, listener, game.events(), true);
        let mut text = String::new();
        for _ in 0..60 {
            text.push_str(&shown(&mut reel));
            reel.press(Key::PageUp);
        }
        assert_eq!(text.contains("[record]"), private);
    }
}

#[test]
fn time_plays_it_and_a_game_that_is_followed_grows() {
    let game = game(4);
    let (half, all) = (&game.events()[..game.events().len() / 2], game.events());
    let mut slow = reel(&game, Listener::Public, half, false);
    let before = shown(&mut slow);
    assert!(!slow.tick(Duration::from_millis(10)));
    assert!(slow.tick(Duration::from_secs(9)) && shown(&mut slow) != before);
    slow.press(Key::Type("　".into()));
    assert!(!slow.tick(Duration::from_secs(99)), "it is paused");
    let mut live = reel(&game, Listener::Public, half, true);
    assert!(!live.tick(Duration::from_secs(99)) && !live.extend(half.to_vec()));
    assert!(live.extend(all.to_vec()) && live.tick(Duration::from_secs(99)));
}
