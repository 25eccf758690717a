//! Whoever has left the game for good may be shown all of it, and nobody sees any of it before.

use super::*;
use crate::room::Room;
use lycaon_rules::{Dice, Game, Setup, Waiting};

/// A seat's screen in a game of random choices, and beside it the same screen without the whole game.
struct Watched {
    view: View,
    narrator: Arc<Narrator>,
    admitted: Room,
    plain: Room,
}

impl Watched {
    fn new(board: &Arc<Board>, seat: Seat, lang: Lang) -> Self {
        let narrator = Arc::new(Narrator::new(lang));
        let [mut admitted, mut plain] = [Room::new(false), Room::new(false)];
        admitted.sit(seat, &narrator);
        plain.sit(seat, &narrator);
        admitted.admit(seat, board);
        Watched { view: View::new(Listener::Seat(seat), board.clone()), narrator, admitted, plain }
    }

    fn happens(&mut self, event: &Event) {
        self.admitted.show(event);
        self.plain.show(event);
        if self.view.hear(event) {
            let seat = self.view.seat().unwrap();
            self.admitted.hear(seat, &self.view, &self.narrator);
            self.plain.hear(seat, &self.view, &self.narrator);
        }
    }

    fn logs(&mut self) -> [Vec<String>; 2] {
        [&mut self.admitted, &mut self.plain].map(|room| {
            let entries = room.open().map_or(vec![], |scene| scene.log.entries().to_vec());
            entries.into_iter().map(|entry| entry.text).collect()
        })
    }
}

#[test]
fn nothing_of_the_whole_game_is_seen_before_the_seat_has_left() {
    let mut left = 0;
    for seed in 0..40 {
        let lang = Lang::ALL[seed as usize % 2];
        let board = Arc::new(Board::named("online-9p").unwrap());
        let moderator = View::new(Listener::Moderator, board.clone());
        let record = Narrator::new(lang).tag(&moderator, &secret());
        let mut dice = Dice::new(seed);
        let deal = board.deal(&mut dice);
        let mut game = Game::new(Setup { board: board.clone(), deal });
        let mut watched = Watched::new(&board, Seat::new(1 + (seed % 9) as u8), lang);
        let mut seen = 0;
        let mut saw_all = false;
        loop {
            for event in &game.events()[seen..] {
                watched.happens(event);
                let has_left = watched.view.has_left();
                let [admitted, plain] = watched.logs();
                if !has_left {
                    assert_eq!(admitted, plain, "seed {seed}, event {}", event.n);
                    assert!(!admitted.iter().any(|line| line.contains(&record)), "{admitted:?}");
                }
                saw_all |= has_left && admitted.iter().any(|line| line.contains(&record));
                assert!(!plain.iter().any(|line| line.contains(&record)), "{plain:?}");
                // What a question would be put with is what the seat has heard, and no more.
                let scene = watched.admitted.open().unwrap();
                assert_eq!((scene.view.heard(), scene.view.seat()), (watched.view.heard(), watched.view.seat()));
            }
            seen = game.events().len();
            match game.waiting() {
                Waiting::Over(_) => break,
                Waiting::Roll(roll) => {
                    let result = dice.roll(roll);
                    game.rolled(result).unwrap();
                }
                Waiting::Seats(_) => {
                    for position in 0..game.batch().len() {
                        let menu = &game.batch()[position].menu;
                        let choice = menu.nth(dice.below("choices", menu.size()));
                        game.answer(position, choice.into()).unwrap();
                    }
                    game.advance().unwrap();
                }
            }
        }
        assert_eq!(saw_all, watched.view.has_left(), "seed {seed}");
        left += u32::from(saw_all);
    }
    assert!(left > 10, "only {left} seats left before the end");
}

/// Something that only the record holds.
fn secret() -> SeatEvent {
    let fact = Fact::Dealt { cards: vec![], centre: vec![] };
    Event { n: 0, day: 0, phase: Phase::Setup, audience: Audience::Moderator, fact }
        .heard_by(Listener::Moderator, 0)
        .unwrap()
}

#[test]
fn whoever_looks_on_sees_every_card() {
    let board = Arc::new(Board::named("online-9p").unwrap());
    let mut watched = Watched::new(&board, Seat::new(3), Lang::En);
    let cards = vec![RoleId::Werewolf, RoleId::Witch, RoleId::Villager, RoleId::Seer, RoleId::Hunter];
    let tell = |watched: &mut Watched, day, phase, audience, fact| {
        let n = watched.view.heard().len() as u32;
        watched.happens(&Event { n, day, phase, audience, fact });
    };
    let everyone = Audience::Everyone;
    tell(&mut watched, 0, Phase::Setup, Audience::Moderator, Fact::Dealt { cards, centre: vec![] });
    tell(&mut watched, 1, Phase::Night, everyone, Fact::NightFell { night: 1 });
    let died = Fact::Died { seats: seats([3]), manner: Manner::Night, by: None };
    tell(&mut watched, 1, Phase::Day, everyone, died);
    let text = picture(watched.admitted.open().unwrap(), 80, 24);
    assert!(!text.contains("Witch"), "he may still be asked for his last words: {text}");
    tell(&mut watched, 2, Phase::Night, everyone, Fact::NightFell { night: 2 });
    let text = picture(watched.admitted.open().unwrap(), 80, 24);
    assert!(text.contains("Player 2 Witch") && text.contains("you see the whole game"), "{text}");
    assert!(!picture(watched.plain.open().unwrap(), 80, 24).contains("Witch"));
}
