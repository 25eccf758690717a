//! Small boards, views and requests for the tests of scripts.

use lycaon_rules::{
    Ask, Audience, Board, Ceiling, Choice, Event, Fact, Fallback, Listener, Menu, Phase, Request, Seat, Source, View,
};

/// A request of the house to a seat.
pub(crate) fn request(seat: u8, ask: Ask, menu: Menu) -> Request {
    let seat = Seat::new(seat);
    Request { seat, ask, menu, fallback: Fallback::Lot, from: Source::House, chat: false }
}

/// The view of a seat of the nine-player board that has heard nothing.
pub(crate) fn view(seat: u8) -> View {
    View::new(Listener::Seat(Seat::new(seat)), Board::named("online-9p").unwrap().into())
}

/// A menu of these targets.
pub(crate) fn targets(seats: impl IntoIterator<Item = u8>) -> Menu {
    Menu::OneOf { choices: seats.into_iter().map(|seat| Choice::Target { seat: Seat::new(seat) }).collect() }
}

/// Lets a seat's view hear facts: what all may hear as all, and everything else alone.
pub(crate) fn hear(view: &mut View, day: u16, phase: Phase, facts: impl IntoIterator<Item = Fact>) {
    for fact in facts {
        let audience = match (fact.ceiling(), view.seat()) {
            (Ceiling::All, _) | (_, None) => Audience::Everyone,
            (_, Some(seat)) => Audience::one(seat),
        };
        let n = view.heard().len() as u32;
        view.hear(&Event { n, day, phase, audience, fact });
    }
}
