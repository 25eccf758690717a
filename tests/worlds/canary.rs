//! A word is planted in every secret that can hold words, and all that is ever put to a seat is searched for the words
//! of others.

use crate::harness::aside;
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{
    Answer, Board, Choice, Dice, Fact, Game, Listener, RoleId, Seat, Setup, Speech, View, Waiting, decks,
};
use std::sync::Arc;

/// How many games are searched.
const GAMES: u64 = 400;

/// The word that only the pack of this seat may ever read.
fn canary(seat: Seat) -> String {
    format!("canary{:02}", seat.number())
}

struct Search {
    narrator: Narrator,
    views: Vec<View>,
    told: Vec<usize>,
    searched: usize,
    found: usize,
}

impl Search {
    fn hear(&mut self, game: &Game, from: usize) {
        for event in &game.events()[from..] {
            for view in &mut self.views {
                view.hear(event);
            }
        }
    }

    /// Puts a request into words as an agent would be given it, and searches them.
    fn put(&mut self, game: &Game, position: usize) {
        let request = &game.batch()[position];
        let view = &self.views[request.seat.index()];
        let text = self.narrator.news(view, self.told[request.seat.index()])
            + &self.narrator.question(view, request).to_string()
            + &aside(&self.narrator, view);
        self.told[request.seat.index()] = view.heard().len();
        for other in Seat::all(self.views.len()).filter(|other| *other != request.seat) {
            if text.contains(&canary(other)) {
                assert!(
                    view.pack().has(other) || kept_company(view, other),
                    "{} was told a word of {other}'s:\n{text}",
                    request.seat
                );
                self.found += 1;
            }
        }
        self.searched += text.len();
    }
}

/// Whether the two once hunted together in the pack's place.
fn kept_company(view: &View, other: Seat) -> bool {
    view.heard().iter().any(|event| matches!(event.fact, Fact::Company { seats } if seats.has(other)))
}

fn play(name: &str, seed: u64, narrator: Narrator) -> Search {
    let mut board = Board::named(name).unwrap();
    board.options.set("wolf_comm", "private_chat").unwrap();
    if seed % 2 == 1 {
        board.options.set("event_deck", "all").unwrap();
    }
    let board = Arc::new(board);
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.clone(), deal });
    let views: Vec<View> = board.seats().map(|seat| View::new(Listener::Seat(seat), board.clone())).collect();
    let told = vec![0; views.len()];
    let mut search = Search { narrator, views, told, searched: 0, found: 0 };
    let mut heard = 0;
    loop {
        search.hear(&game, heard);
        heard = game.events().len();
        match game.waiting() {
            Waiting::Over(_) => return search,
            Waiting::Roll(roll) => {
                let result = dice.roll(roll);
                game.rolled(result).unwrap();
            }
            Waiting::Seats(batch) => {
                for position in 0..batch.len() {
                    search.put(&game, position);
                    let request = &game.batch()[position];
                    let choice = request.menu.nth(dice.below("choices", request.menu.size()));
                    let words = if choice == Choice::Say { "words for all".to_owned() } else { canary(request.seat) };
                    let speech = Some(Speech { text: words, ..Speech::default() });
                    game.answer(position, Answer { choice, speech }).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
}

#[test]
fn no_prompt_holds_a_word_of_another_seats_secret() {
    let decks: Vec<&str> = decks().filter(|name| wolves(name) > 1).collect();
    let (mut searched, mut found) = (0, 0);
    for seed in 0..GAMES {
        let lang = Lang::ALL[seed as usize % Lang::ALL.len()];
        let search = play(decks[seed as usize % decks.len()], seed, Narrator::new(lang));
        searched += search.searched;
        found += search.found;
    }
    assert!(searched > 1_000_000, "only {searched} bytes were searched");
    assert!(found > 500, "the pack itself read only {found} words of its own: the search finds nothing");
}

fn wolves(deck: &str) -> u8 {
    Board::named(deck).unwrap().roles.get(&RoleId::Werewolf).copied().unwrap_or(0)
}
