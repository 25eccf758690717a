//! The definition of the posterior, by trying everything: each deal of the deck, and under it every way in which those
//! who act in secret could have acted.

use lycaon_rules::{
    Answer, Ask, Board, Camp, Choice, Deal, Dice, Event, Fallback, Game, Listener, Request, RoleId, Seat, SeatEvent,
    Setup, View, Waiting,
};
use std::collections::BTreeMap;
use std::sync::Arc;

/// What was answered before all eyes, by who was asked what for how many-th time.
pub type Open = BTreeMap<(Seat, Ask), Vec<Choice>>;

/// A game of random answers, stopped at each of its questions.
pub fn played(board: &Arc<Board>, seed: u64, mut at_each: impl FnMut(&Game, &Open)) -> Game {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut game = Game::new(Setup { board: board.clone(), deal });
    let mut open = Open::new();
    loop {
        match game.waiting() {
            Waiting::Over(_) => return game,
            Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
            Waiting::Seats(_) => {
                at_each(&game, &open);
                for position in 0..game.batch().len() {
                    let Request { seat, ask, menu, .. } = game.batch()[position].clone();
                    let choice = menu.nth(dice.below("answers", menu.size()));
                    open.entry((seat, ask)).or_default().push(choice);
                    game.answer(position, choice.into()).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
}

/// Every way to lay the cards of the deck on the seats.
pub fn deals(board: &Board) -> Vec<Vec<RoleId>> {
    fn lay(left: &mut Vec<(RoleId, u8)>, laid: &mut Vec<RoleId>, all: &mut Vec<Vec<RoleId>>) {
        if left.iter().all(|(_, count)| *count == 0) {
            all.push(laid.clone());
        }
        for kind in 0..left.len() {
            if left[kind].1 > 0 {
                left[kind].1 -= 1;
                laid.push(left[kind].0);
                lay(left, laid, all);
                laid.pop();
                left[kind].1 += 1;
            }
        }
    }
    let mut all = vec![];
    lay(&mut board.announced(), &mut vec![], &mut all);
    all
}

/// The deals under which this seat could have heard this.
pub fn consistent(board: &Arc<Board>, seat: Seat, stream: &[SeatEvent], open: &Open) -> Vec<Vec<RoleId>> {
    let fits = |cards: &Vec<RoleId>| {
        let deal = Deal { cards: cards.clone(), centre: vec![], persons: vec![] };
        let game = Game::new(Setup { board: board.clone(), deal });
        search(&game, seat, stream, open, &mut BTreeMap::new())
    };
    deals(board).into_iter().filter(fits).collect()
}

/// The share of these deals in which each seat is a wolf.
pub fn wolves(deals: &[Vec<RoleId>]) -> Vec<f64> {
    let wolf = |seat: usize| deals.iter().filter(|cards| cards[seat].card().camp == Camp::Wolves).count();
    (0..deals[0].len()).map(|seat| wolf(seat) as f64 / deals.len() as f64).collect()
}

fn search(
    game: &Game,
    seat: Seat,
    stream: &[SeatEvent],
    open: &Open,
    asked: &mut BTreeMap<(Seat, Ask), usize>,
) -> bool {
    let view = game.view(Listener::Seat(seat));
    if !stream.starts_with(view.heard()) {
        return false;
    }
    match game.waiting() {
        Waiting::Over(_) => false,
        Waiting::Roll(roll) => (1..=roll.sides).any(|result| {
            let mut next = game.clone();
            next.rolled(result).unwrap();
            search(&next, seat, stream, open, &mut asked.clone())
        }),
        Waiting::Seats(batch) => {
            if view.heard().len() == stream.len() {
                return true;
            }
            let ways: Vec<Vec<Choice>> = batch.iter().map(|request| ways(request, open, asked)).collect();
            answered(game.clone(), &ways, 0, seat, stream, open, asked)
        }
    }
}

/// Tries every way to answer the batch from this position on.
fn answered(
    game: Game,
    ways: &[Vec<Choice>],
    position: usize,
    seat: Seat,
    stream: &[SeatEvent],
    open: &Open,
    asked: &BTreeMap<(Seat, Ask), usize>,
) -> bool {
    let Some(choices) = ways.get(position) else {
        let mut next = game;
        next.advance().unwrap();
        return search(&next, seat, stream, open, &mut asked.clone());
    };
    choices.iter().any(|choice| {
        let mut next = game.clone();
        next.answer(position, Answer::from(*choice)).unwrap();
        answered(next, ways, position + 1, seat, stream, open, asked)
    })
}

/// What may have been answered: what was answered, where all could see it, and anything, silence included, by night.
fn ways(request: &Request, open: &Open, asked: &mut BTreeMap<(Seat, Ask), usize>) -> Vec<Choice> {
    let Request { seat, ask, menu, fallback, .. } = request;
    let times = asked.entry((*seat, *ask)).or_default();
    *times += 1;
    let secret = matches!(ask, Ask::Night { .. } | Ask::Hunt { .. });
    let seen = open.get(&(*seat, *ask)).and_then(|choices| choices.get(*times - 1)).filter(|_| !secret);
    if let Some(choice) = seen.filter(|choice| menu.allows(**choice)) {
        return vec![*choice];
    }
    let mut all: Vec<Choice> = (0..menu.size()).map(|n| menu.nth(n)).collect();
    if let Fallback::Choice { choice } = fallback {
        all.push(*choice);
    }
    all
}

/// The view of a seat that has heard these events.
pub fn view(board: &Arc<Board>, seat: Seat, events: &[Event]) -> View {
    let mut view = View::new(Listener::Seat(seat), board.clone());
    for event in events {
        view.hear(event);
    }
    view
}
