//! The public game: what it waits for, what it is told, what has happened.

use crate::deck::{Board, Deal};
use crate::dice::Roll;
use crate::event::{Event, Listener};
use crate::request::{Answer, Fallback, Menu, Refusal, Request};
use crate::state::State;
use crate::view::View;
use crate::win::Outcome;
use std::sync::Arc;

/// How a game begins: the board everybody knows, and the secret deal.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The deck and the house rules.
    pub board: Arc<Board>,
    /// Who holds which card.
    pub deal: Deal,
}

/// What the game waits for.
#[derive(Debug)]
pub enum Waiting<'a> {
    /// These requests may all be asked at once, in any order. Nothing happens before each has its answer and
    /// [`Game::advance`] is called.
    Seats(&'a [Request]),
    /// A roll of the dice.
    Roll(Roll),
    /// Nothing: the game is over.
    Over(&'a Outcome),
}

/// A game under way. A clone is a fork: it goes on independently.
#[derive(Clone, Debug)]
pub struct Game {
    state: State,
    batch: Vec<Request>,
    answers: Vec<Option<Answer>>,
}

impl Game {
    /// Begins a game and runs it up to its first question.
    ///
    /// # Panics
    /// When the deal is not one of this board; check foreign input with [`Board::admits`] and [`Board::check`].
    #[must_use]
    pub fn new(setup: Setup) -> Self {
        assert!(setup.board.admits(&setup.deal), "the deal does not fit the board");
        let mut game = Game { state: State::new(setup.board, setup.deal), batch: vec![], answers: vec![] };
        game.run();
        game
    }

    /// What the game waits for now.
    #[must_use]
    pub fn waiting(&self) -> Waiting<'_> {
        if let Some(outcome) = &self.state.outcome {
            Waiting::Over(outcome)
        } else if let Some(roll) = self.state.roll_waiting() {
            Waiting::Roll(roll)
        } else {
            Waiting::Seats(&self.batch)
        }
    }

    /// The open requests; empty while the game waits for a roll or is over.
    #[must_use]
    pub fn batch(&self) -> &[Request] {
        &self.batch
    }

    /// Answers the request at this position of the batch. The last answer to a request counts until
    /// [`Game::advance`], so a seat may take its answer back while others still think.
    ///
    /// # Errors
    /// When there is no such request, or the choice is neither on its menu nor its fallback. The request stands.
    pub fn answer(&mut self, position: usize, answer: Answer) -> Result<(), Refusal> {
        let Some(request) = self.batch.get(position) else {
            return Err(Refusal::NoSuchRequest(position));
        };
        // What stands for silence is legal even where nobody may choose it.
        let silence = Fallback::Choice { choice: answer.choice } == request.fallback;
        if !request.menu.allows(answer.choice) && !silence {
            return Err(Refusal::Illegal { seat: request.seat, ask: request.ask, choice: answer.choice });
        }
        self.answers[position] = Some(trimmed(request, answer));
        Ok(())
    }

    /// Takes the answers of the batch, in its order, and runs the game up to its next question.
    ///
    /// # Errors
    /// When a request has no answer yet.
    pub fn advance(&mut self) -> Result<(), Refusal> {
        if self.batch.is_empty() {
            return Err(Refusal::NotNow("no seat is asked"));
        }
        if self.answers.iter().any(Option::is_none) {
            return Err(Refusal::NotNow("a request of the batch has no answer"));
        }
        let batch = std::mem::take(&mut self.batch);
        let answered = |answer: Option<Answer>| answer.expect("each request of the batch has its answer");
        let answers = std::mem::take(&mut self.answers).into_iter().map(answered).collect();
        self.state.take(&batch, answers);
        self.run();
        Ok(())
    }

    /// Tells the game the result of the roll it waits for, 1 to `sides`.
    ///
    /// # Errors
    /// When the game waits for no roll, or the result is not on the die.
    pub fn rolled(&mut self, result: u16) -> Result<(), Refusal> {
        match self.waiting() {
            Waiting::Roll(roll) if (1..=roll.sides).contains(&result) => {
                self.state.rolled(roll, result);
                self.run();
                Ok(())
            }
            Waiting::Roll(_) => Err(Refusal::NotNow("the result is not on the die")),
            _ => Err(Refusal::NotNow("no roll is awaited")),
        }
    }

    /// The record so far. For the table and the transcript; agents are given views.
    #[must_use]
    pub fn events(&self) -> &[Event] {
        &self.state.log
    }

    /// The deck and the house rules.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.state.board
    }

    /// The view of a listener, folded from the record.
    #[must_use]
    pub fn view(&self, listener: Listener) -> View {
        let mut view = View::new(listener, self.state.board.clone());
        for event in self.events() {
            view.hear(event);
        }
        view
    }

    fn run(&mut self) {
        self.batch = self.state.run();
        self.answers.clear();
        self.answers.resize_with(self.batch.len(), || None);
    }
}

/// Cuts a speech to the length the request allows, and drops words where none are wanted.
fn trimmed(request: &Request, mut answer: Answer) -> Answer {
    match (&request.menu, &mut answer.speech) {
        (Menu::Talk { limit }, Some(speech)) => cut(&mut speech.text, usize::from(*limit)),
        (Menu::Talk { .. }, none) => *none = Some(crate::request::Speech::default()),
        (_, Some(speech)) if request.chat => cut(&mut speech.text, CHAT_LIMIT),
        (_, words) => *words = None,
    }
    answer
}

/// The longest word of a wolf to the pack, in characters.
const CHAT_LIMIT: usize = 400;

fn cut(text: &mut String, limit: usize) {
    if let Some((end, _)) = text.char_indices().nth(limit) {
        text.truncate(end);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::agenda::Step;
    use crate::deck::decks;
    use crate::dice::Dice;
    use crate::event::{Fact, Phase};
    use crate::events::{Back, EventId};
    use crate::order::{Call, Moment};
    use crate::request::Ask;
    use crate::roles::RoleId;
    use crate::seat::{Seat, Seats};
    use std::collections::BTreeMap;

    /// Plays a game whose answers depend only on who is asked what for which time; `serial` takes the blocks of the
    /// night apart and asks call by call.
    fn play(board: &Arc<Board>, seed: u64, serial: bool) -> Game {
        let mut dice = Dice::new(seed);
        let deal = board.deal(&mut dice);
        let mut game = Game::new(Setup { board: board.clone(), deal });
        let mut counts: BTreeMap<(Seat, Ask), u64> = BTreeMap::new();
        loop {
            match game.waiting() {
                Waiting::Over(_) => return game,
                Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
                Waiting::Seats(_) => {
                    for position in 0..game.batch.len() {
                        let request = &game.batch[position];
                        let count = counts.entry((request.seat, request.ask)).or_default();
                        *count += 1;
                        let mut own = Dice::new(seed ^ u64::from(request.seat.number()) << 32 ^ *count << 40);
                        let choice = request.menu.nth(own.below(&format!("{:?}", request.ask), request.menu.size()));
                        game.answer(position, choice.into()).unwrap();
                    }
                    let (batch, answers) = (std::mem::take(&mut game.batch), std::mem::take(&mut game.answers));
                    game.state.take(&batch, answers.into_iter().flatten().collect());
                    game.batch = loop {
                        if serial {
                            take_apart(&mut game.state);
                        }
                        if let Some(batch) = game.state.turn() {
                            break batch;
                        }
                    };
                    game.answers = vec![None; game.batch.len()];
                }
            }
        }
    }

    fn take_apart(state: &mut State) {
        let parts = |step: Step| match step {
            Step::Moment(Moment::Calls(calls)) if calls.len() > 1 => {
                calls.chunks(1).map(|call| Step::Moment(Moment::Calls(call))).collect()
            }
            other => vec![other],
        };
        state.agenda = std::mem::take(&mut state.agenda).into_iter().flat_map(parts).collect();
    }

    /// Plays both ways and compares what every seat hears; returns how many calls were made together.
    fn compare(board: &Arc<Board>, seed: u64) -> usize {
        let (together, apart) = (play(board, seed, false), play(board, seed, true));
        for seat in board.seats() {
            // Calls are heard earlier or later, and nothing else changes.
            let stream = |game: &Game| -> Vec<Fact> {
                let view = game.view(Listener::Seat(seat));
                let facts = view.heard().iter().map(|event| event.fact.clone());
                facts.filter(|fact| !matches!(fact, Fact::Called { .. })).collect()
            };
            assert_eq!(stream(&together), stream(&apart), "{:?}, seed {seed}, seat {seat}", board.roles);
        }
        let both = |fact: &Fact| matches!(fact, Fact::Called { call: Call::Role(_) });
        together.events().iter().filter(|event| both(&event.fact)).count()
    }

    #[test]
    fn calls_of_a_block_are_independent() {
        let mut blocks = 0;
        for name in decks() {
            let board = Arc::new(Board::named(name).unwrap());
            blocks += (0..60).map(|seed| compare(&board, seed)).sum::<usize>();
        }
        assert!(blocks > 1_000);
    }

    /// The same for every role. Who lends powers is left out: a seat with two powers hears its own two answers in
    /// another order.
    #[test]
    fn calls_of_a_block_are_independent_in_crowds() {
        let lends = |role: &RoleId| matches!(role, RoleId::Actor | RoleId::MiracleMerchant);
        let plain = |role: &RoleId| matches!(role, RoleId::Werewolf | RoleId::Villager);
        for seed in 0..400 {
            let mut roles: Vec<RoleId> = RoleId::ALL.to_vec();
            roles.retain(|role| !lends(role) && !plain(role));
            Dice::new(seed).shuffle("crowd", &mut roles);
            roles.truncate(9);
            let lines: String = roles.iter().map(|role| format!("{role} = {}\n", role.copies())).collect();
            let text = format!(
                "id = \"crowd\"\nruleset = \"the-pact\"\n[roles]\nwerewolf = 2\nvillager = 2\n{lines}[options]\nevent_deck = \"off\"\n"
            );
            compare(&Arc::new(Board::from_toml(&text).unwrap()), seed);
        }
    }

    /// Plays a game with this one event card. At each question those are away in every view who are so in truth. Tells who
    /// was away by day, and who by night.
    fn absent(event: EventId, seed: u64) -> [Seats; 2] {
        let mut board = Board::named("new-moon-12").unwrap();
        board.options.set_all([("event_deck", event.id()), ("event_draw", "start_of_day")]).unwrap();
        let board = Arc::new(board);
        let mut dice = Dice::new(seed);
        let mut game = Game::new(Setup { board: board.clone(), deal: board.deal(&mut dice) });
        let listeners = board.seats().map(Listener::Seat).chain([Listener::Public, Listener::Moderator]);
        let mut views: Vec<View> = listeners.map(|listener| View::new(listener, board.clone())).collect();
        let (mut told, mut absent) = (0, [Seats::NONE; 2]);
        loop {
            let away = game.state.present().minus(game.state.around());
            for view in &mut views {
                for event in &game.events()[told..] {
                    view.hear(event);
                }
                assert_eq!(view.away(), away, "{event}, seed {seed}, {:?}, {:?}", view.listener(), game.state.phase);
            }
            told = game.events().len();
            let time = usize::from(game.state.phase == Phase::Night);
            absent[time] = absent[time].or(away);
            match game.waiting() {
                Waiting::Over(_) => return absent,
                Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
                Waiting::Seats(_) => {
                    for position in 0..game.batch.len() {
                        let menu = &game.batch[position].menu;
                        let choice = menu.nth(dice.below("choices", menu.size()));
                        game.answer(position, choice.into()).unwrap();
                    }
                    game.advance().unwrap();
                }
            }
        }
    }

    #[test]
    fn every_view_knows_who_is_away_and_when_he_is_back() {
        for event in EventId::ALL {
            let games: Vec<[Seats; 2]> = (0..20).map(|seed| absent(*event, seed)).collect();
            let somebody = [0, 1].map(|time| games.iter().any(|absent| !absent[time].is_empty()));
            let printed = match event.info().sends_away {
                None => [false, false],
                Some(Back::AtSunset) => [true, false],
                Some(Back::AtDawn) => [true, true],
            };
            assert_eq!(somebody, printed, "{event}");
        }
    }
}
