//! Leaks planted on purpose. Each is what a defect of the engine or the table would do to the record or to a request;
//! each must be caught by at least one guard, or the guards have lost their teeth.

use crate::harness::{Pair, Played, stream, tells};
use lycaon_rules::{
    Answer, Audience, Board, Choice, Deal, Dice, Event, Fact, Game, Listener, Menu, Request, RoleId, Seat, SeatEvent,
    Setup, Waiting,
};
use std::collections::BTreeSet;

/// What leaks.
#[derive(Clone, Copy, Debug)]
enum Leak {
    /// Everybody hears who the wolves are.
    PackToAll,
    /// Everybody hears of tonight's victim.
    VictimToAll,
    /// Everybody hears what a check showed.
    SightToAll,
    /// Everybody hears why somebody died.
    CauseToAll,
    /// The pack's talk is heard by all.
    ChatToAll,
    /// What a check showed goes to another single seat.
    SightToNeighbour,
    /// Everybody counts events as the record does, hears gaps, and so learns that others heard something.
    GlobalNumbers,
    /// A role is no longer called once its holder is dead.
    DeadNotCalled,
    /// The menus of a vote leave out the wolves.
    BallotsSpareWolves,
}

const LEAKS: [Leak; 9] = [
    Leak::PackToAll,
    Leak::VictimToAll,
    Leak::SightToAll,
    Leak::CauseToAll,
    Leak::ChatToAll,
    Leak::SightToNeighbour,
    Leak::GlobalNumbers,
    Leak::DeadNotCalled,
    Leak::BallotsSpareWolves,
];

/// The record as the leak would have written it.
fn planted(leak: Leak, events: &[Event], deal: &Deal) -> Vec<Event> {
    let mut dead: BTreeSet<Seat> = BTreeSet::new();
    let mut out = vec![];
    for event in events {
        let mut event = event.clone();
        if let Fact::Fell { seat, .. } = event.fact {
            dead.insert(seat);
        }
        match (leak, &event.fact) {
            (Leak::PackToAll, Fact::Pack { .. })
            | (Leak::VictimToAll, Fact::Victim { .. })
            | (Leak::SightToAll, Fact::Saw { .. })
            | (Leak::CauseToAll, Fact::Fell { .. })
            | (Leak::ChatToAll, Fact::Pointed { .. }) => event.audience = Audience::Everyone,
            (Leak::SightToNeighbour, Fact::Saw { .. }) => {
                let Audience::Only(seats) = event.audience else { unreachable!("a check is private") };
                let seer = seats.first().expect("a check is somebody's");
                let next = Seat::all(deal.cards.len()).find(|seat| *seat > seer).unwrap_or(Seat::new(1));
                event.audience = Audience::one(next);
            }
            (Leak::DeadNotCalled, Fact::Called { call: lycaon_rules::Call::Role(role) }) => {
                let holder = Seat::all(deal.cards.len()).find(|seat| deal.cards[seat.index()] == *role);
                if holder.is_some_and(|seat| dead.contains(&seat)) {
                    continue;
                }
            }
            _ => {}
        }
        out.push(event);
    }
    out
}

/// A seat's stream as the leak would have numbered it.
fn numbered(leak: Leak, events: Vec<Event>, seat: Seat) -> Vec<SeatEvent> {
    let positions: Vec<u32> = events.iter().filter(|event| event.audience.reaches(seat)).map(|event| event.n).collect();
    let mut heard = stream(events, Listener::Seat(seat));
    if matches!(leak, Leak::GlobalNumbers) {
        heard.iter_mut().zip(positions).for_each(|(event, n)| event.n = n);
    }
    heard
}

/// The first guard: no fact reaches further than its ceiling.
fn ceiling_catches(leak: Leak, pair: &Pair) -> bool {
    let events = planted(leak, pair.worlds[0].game.events(), &pair.deals[0]);
    events.iter().any(|event| !event.fact.may_reach(event.audience))
}

fn asked(leak: Leak, played: &Played, deal: &Deal, until: usize) -> Vec<(usize, Request)> {
    let wolf = |choice: &Choice| choice.seat().is_some_and(|seat| deal.cards[seat.index()] == RoleId::Werewolf);
    let mut asked: Vec<(usize, Request)> = played.asked.iter().filter(|(at, _)| *at < until).cloned().collect();
    for (_, request) in &mut asked {
        if let (Leak::BallotsSpareWolves, lycaon_rules::Ask::Ballot { .. }, Menu::OneOf { choices }) =
            (leak, request.ask, &mut request.menu)
        {
            choices.retain(|choice| !wolf(choice));
        }
    }
    asked
}

/// The second guard: a bystander cannot tell two worlds apart.
fn worlds_catch(leak: Leak, pair: &Pair) -> bool {
    let streams =
        [0, 1].map(|i| numbered(leak, planted(leak, pair.worlds[i].game.events(), &pair.deals[i]), pair.bystander));
    let [a, b] = &streams;
    let until = a.iter().zip(b).position(|(a, b)| tells(&a.fact) || tells(&b.fact)).unwrap_or(a.len().min(b.len()));
    let requests = [0, 1].map(|i| asked(leak, &pair.worlds[i], &pair.deals[i], until));
    a[..until] != b[..until] || requests[0] != requests[1]
}

/// The third guard: a game whose learners are listed. The seer of this one is seat 2.
fn scenario_catches(leak: Leak) -> bool {
    let board =
        Board::from_toml("id = \"learners\"\nruleset = \"vanilla\"\n[roles]\nwerewolf = 1\nseer = 1\nvillager = 3\n")
            .unwrap();
    use RoleId::{Seer, Villager, Werewolf};
    let deal = Deal { cards: vec![Werewolf, Seer, Villager, Villager, Villager], centre: vec![], persons: vec![] };
    let mut game = Game::new(Setup { board: board.into(), deal: deal.clone() });
    let mut dice = Dice::new(1);
    while let Waiting::Seats(batch) = game.waiting() {
        let answers: Vec<Answer> = batch.iter().map(|r| r.menu.nth(dice.below("c", r.menu.size())).into()).collect();
        answers.into_iter().enumerate().for_each(|(position, answer)| game.answer(position, answer).unwrap());
        game.advance().unwrap();
        if game.events().iter().any(|event| matches!(event.fact, Fact::Saw { .. })) {
            break;
        }
    }
    let learners: Vec<Audience> = planted(leak, game.events(), &deal)
        .iter()
        .filter(|event| matches!(event.fact, Fact::Saw { .. }))
        .map(|event| event.audience)
        .collect();
    learners != [Audience::one(Seat::new(2))]
}

#[test]
fn without_a_leak_no_guard_cries() {
    let pairs: Vec<Pair> = (0..200).map(Pair::play).collect();
    for pair in &pairs {
        for played in &pair.worlds {
            assert!(played.game.events().iter().all(|event| event.fact.may_reach(event.audience)));
        }
    }
}

#[test]
fn every_planted_leak_is_caught() {
    let pairs: Vec<Pair> = (0..400).map(Pair::play).collect();
    for leak in LEAKS {
        let by_ceiling = pairs.iter().filter(|pair| ceiling_catches(leak, pair)).count();
        let by_worlds = pairs.iter().filter(|pair| worlds_catch(leak, pair)).count();
        let by_scenario = scenario_catches(leak);
        println!("{leak:?}: ceiling {by_ceiling}, worlds {by_worlds} of {}, scenario {by_scenario}", pairs.len());
        assert!(by_ceiling + by_worlds > 0 || by_scenario, "{leak:?} is caught by no guard");
    }
}
