//! A scripted table: whoever has no line in the script passes, or takes the first legal answer.

use lycaon_rules::{
    About, Answer, Ask, Board, Choice, Deal, Event, Fact, Game, Listener, Menu, Outcome, Request, RoleId, Seat, Seats,
    Setup, Waiting, Window,
};

/// A game with its script.
pub struct Scene {
    pub game: Game,
    script: Vec<(u8, Ask, Choice)>,
    asked: Vec<Request>,
}

/// The seat of this number.
pub fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// These seats.
pub fn seats(numbers: &[u8]) -> Seats {
    numbers.iter().map(|n| seat(*n)).collect()
}

/// The choice of this seat.
pub fn at(number: u8) -> Choice {
    Choice::Target { seat: seat(number) }
}

/// The night's question to a role.
pub fn night(role: RoleId) -> Ask {
    Ask::Night { role }
}

/// The pack's first round of pointing.
pub const HUNT: Ask = Ask::Hunt { round: 1 };

/// The day's first exile ballot.
pub const VOTE: Ask = Ask::Ballot { about: About::Exile, round: 1 };

/// An offer during the day's speeches.
pub const FLOOR: Ask = Ask::Offer { window: Window::Floor };

impl Scene {
    /// Seats these cards in order, under `ruleset` with these options changed, after some that keep scenes short.
    pub fn new(ruleset: &str, cards: &[RoleId], options: &[(&str, &str)]) -> Scene {
        let mut roles: Vec<RoleId> = cards.to_vec();
        roles.sort_unstable();
        roles.dedup();
        let count = |role: &RoleId| cards.iter().filter(|card| *card == role).count();
        let lines: String = roles.iter().map(|role| format!("{role} = {}\n", count(role))).collect();
        let text = format!("id = \"scene\"\nruleset = \"{ruleset}\"\n[roles]\n{lines}");
        let mut board = Board::from_toml(&text).unwrap();
        let short = [
            ("sheriff", "off"),
            ("abstain", "true"),
            ("wolf_may_skip", "true"),
            ("discussion", "ordered"),
            ("tie", "none"),
        ];
        board.options.set_all(short.into_iter().chain(options.iter().copied())).unwrap();
        let deal = Deal { cards: cards.to_vec(), centre: vec![], persons: vec![] };
        Scene { game: Game::new(Setup { board: board.into(), deal }), script: vec![], asked: vec![] }
    }

    /// One answer, used the first time this seat is asked this.
    pub fn line(mut self, number: u8, ask: Ask, choice: Choice) -> Scene {
        self.script.push((number, ask, choice));
        self
    }

    /// These seats vote for one player.
    pub fn vote(self, voters: &[u8], onto: u8) -> Scene {
        voters.iter().fold(self, |scene, voter| scene.line(*voter, VOTE, at(onto)))
    }

    /// These wolves point at one player.
    pub fn hunt(self, wolves: &[u8], onto: u8) -> Scene {
        wolves.iter().fold(self, |scene, wolf| scene.line(*wolf, HUNT, at(onto)))
    }

    /// Plays until this fact is on record, or to the end of the game.
    pub fn until(mut self, stop: impl Fn(&Fact) -> bool) -> Scene {
        let heard = |game: &Game, stop: &dyn Fn(&Fact) -> bool| game.events().iter().any(|event| stop(&event.fact));
        while !heard(&self.game, &stop) {
            match self.game.waiting() {
                Waiting::Over(_) => return self,
                Waiting::Roll(_) => self.game.rolled(1).unwrap(),
                Waiting::Seats(batch) => {
                    let batch = batch.to_vec();
                    for (position, request) in batch.iter().enumerate() {
                        let answer = self.answer(request);
                        self.game.answer(position, answer).unwrap();
                    }
                    self.asked.extend(batch);
                    self.game.advance().unwrap();
                }
            }
        }
        self
    }

    /// Plays until this night falls; every line of the script must have been used by then.
    pub fn night(self, number: u16) -> Scene {
        let scene = self.until(|fact| matches!(fact, Fact::NightFell { night } if *night == number));
        assert!(scene.script.is_empty(), "never asked: {:?}", scene.script);
        scene
    }

    fn answer(&mut self, request: &Request) -> Answer {
        let mine = |line: &(u8, Ask, Choice)| seat(line.0) == request.seat && line.1 == request.ask;
        match self.script.iter().position(mine) {
            Some(line) => {
                let choice = self.script.remove(line).2;
                assert!(request.menu.allows(choice), "{choice:?} is not on {request:?}");
                choice.into()
            }
            None if matches!(request.menu, Menu::Talk { .. }) => Answer::say("..."),
            None if request.menu.allows(Choice::Pass) => Choice::Pass.into(),
            None => request.menu.nth(0).into(),
        }
    }

    /// Every fact on record.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.game.events().iter().map(|event: &Event| &event.fact)
    }

    /// Whether this fact is on record.
    pub fn has(&self, fact: &Fact) -> bool {
        self.facts().any(|f| f == fact)
    }

    /// Whether this seat heard a fact of this kind.
    pub fn heard(&self, number: u8, fact: &Fact) -> bool {
        self.game.view(Listener::Seat(seat(number))).heard().iter().any(|event| event.fact == *fact)
    }

    /// The numbers of those who are dead as far as everybody knows.
    pub fn dead(&self) -> Vec<u8> {
        let living = self.game.view(Listener::Public).living();
        self.game.board().seats().filter(|seat| !living.has(*seat)).map(Seat::number).collect()
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<&Outcome> {
        match self.game.waiting() {
            Waiting::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// The menus put to a seat with this question, in order.
    pub fn menus(&self, number: u8, ask: Ask) -> Vec<&Menu> {
        let asked = self.asked.iter().filter(|request| request.seat == seat(number) && request.ask == ask);
        asked.map(|request| &request.menu).collect()
    }
}
