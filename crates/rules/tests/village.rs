//! The Village: buildings dealt in the open, what their owners do, and the pyromaniac.

mod diary;

use diary::{
    Day, Line, Night, act, ballot, board, deaths, hears, hunt, night, offer, onto, play, role, seat, seats, told, won,
};
use lycaon_rules::{
    Ask, Board, Building, Cause, Choice, Fact, Game, Manner, Menu, Party, RoleId, Seats, Sight, Ward, Window,
};

/// Rolls of 1 deal the buildings to the seats in order.
const TALK: (&str, &str) = ("discussion", "ordered");

fn homes(game: &Game) -> Vec<(u8, Building)> {
    let facts = game.events().iter().find_map(|event| match &event.fact {
        Fact::Village { homes } => Some(homes.iter().map(|(seat, building)| (seat.number(), *building)).collect()),
        _ => None,
    });
    facts.unwrap()
}

fn deed(ask: Ask) -> bool {
    matches!(ask, Ask::Deed { .. })
}

fn badge(ask: Ask) -> bool {
    ask == Ask::Badge
}

fn set(numbers: &[u8]) -> Choice {
    Choice::Set { seats: seats(numbers) }
}

const CARDS: [&str; 7] = ["villager", "villager", "seer", "werewolf", "villager", "villager", "hunter"];

#[test]
fn everybody_sees_who_lives_where() {
    let game = play(board(&CARDS, &[("buildings", "farm,farm,church")]), |_, _| None);
    assert_eq!(homes(&game), [(1, Building::Farm), (2, Building::Farm), (3, Building::Church)]);
    let plain = play(board(&CARDS, &[]), |_, _| None);
    assert!(!plain.events().iter().any(|event| matches!(event.fact, Fact::Village { .. })));
}

#[test]
fn only_farms_are_several() {
    let deck = |buildings: &str| {
        let text = format!(
            "id = \"x\"\nruleset = \"the-pact\"\n[roles]\nwerewolf = 1\nvillager = 3\n[options]\nbuildings = \"{buildings}\"\n"
        );
        Board::from_toml(&text)
    };
    assert!(deck("farm,farm,tavern").is_ok());
    assert!(deck("tavern,farm,tavern").unwrap_err().to_string().contains("two of the building `tavern`"));
    assert!(deck("farm,farm,farm,farm,farm").unwrap_err().to_string().contains("5 buildings for 4 seats"));
}

#[test]
fn the_sheriff_comes_from_among_the_farmers_and_the_office_dies_with_the_last() {
    let options = [("buildings", "farm,farm"), ("sheriff", "on"), ("sheriff_elect_timing", "before_night1")];
    let mut voters = Seats::NONE;
    let game = play(board(&CARDS, &options), |at, request| match (at, request.ask, request.seat.number()) {
        (_, Ask::Ballot { about: lycaon_rules::About::Sheriff, .. }, _) => {
            voters.insert(request.seat);
            assert!(request.menu.seats().within(seats(&[1, 2])));
            Some(onto(2))
        }
        (Night(1), Ask::Hunt { .. }, _) => Some(onto(2)),
        (_, Ask::Badge, 2) => {
            assert_eq!(request.menu.seats(), seats(&[1]));
            Some(onto(1))
        }
        (Night(2), Ask::Hunt { .. }, _) => Some(onto(1)),
        _ => None,
    });
    assert_eq!(voters, seats(&[1, 2]));
    assert_eq!(told(&game, &Fact::Elected { seat: seat(2) }).len(), 1);
    assert_eq!(told(&game, &Fact::Badge { from: seat(2), to: Some(seat(1)) }).len(), 1);
    assert_eq!(told(&game, &Fact::Badge { from: seat(1), to: None }).len(), 1);
}

#[test]
fn the_tavern_keeper_is_safe_until_his_vote_puts_somebody_out() {
    let options = [("buildings", "tavern")];
    let lines: [Line; 4] = [
        (Night(1), 4, hunt, onto(1)),
        (Day(1), 1, ballot, onto(2)),
        (Night(2), 4, hunt, onto(1)),
        (Day(2), 3, ballot, onto(5)),
    ];
    let game = act(board(&CARDS, &options), &lines);
    let spared = Fact::Spared { seat: seat(1), cause: Cause::Wolves, ward: Ward::Tavern };
    assert_eq!(told(&game, &spared).len(), 1);
    assert_eq!(told(&game, &Fact::Unpopular { seat: seat(1) })[0].day, 1);
    assert_eq!(deaths(&game)[..2], [(1, vec![2], Manner::Exile), (2, vec![1], Manner::Night)]);
    let polls = play(board(&CARDS, &options), |_, request| {
        assert!(!(ballot(request.ask) && request.menu.allows(onto(1))), "nobody may vote for him");
        None
    });
    assert!(deaths(&polls).is_empty());
}

#[test]
fn the_barber_dies_with_an_innocent_client() {
    let options = [("buildings", "barber_shop,notary_house,church,bakery,school"), TALK];
    let game = act(board(&CARDS, &options), &[(Day(1), 1, offer, onto(4))]);
    assert_eq!(won(&game).0, [Party::Village]);
    assert_eq!(deaths(&game), [(1, vec![4], Manner::Razor)]);
    let game = act(board(&CARDS, &options), &[(Day(1), 1, offer, onto(5))]);
    assert_eq!(deaths(&game), [(1, vec![1, 5], Manner::Razor)]);
    let shop = Building::BarberShop;
    assert_eq!(told(&game, &Fact::Trade { by: seat(1), building: shop, seats: seats(&[5]) }).len(), 1);
}

#[test]
fn no_vagabond_is_shaved_or_schooled() {
    let options = [("buildings", "barber_shop,school,bakery"), TALK];
    play(board(&CARDS, &options), |_, request| {
        match (request.ask, request.seat.number()) {
            (Ask::Offer { window: Window::Floor }, 1) => assert_eq!(request.menu.seats(), seats(&[2, 3])),
            (Ask::Offer { window: Window::Morning }, 3) => assert_eq!(request.menu.seats(), seats(&[1, 2])),
            _ => {}
        }
        None
    });
}

#[test]
fn the_bailiff_houses_a_vagabond() {
    let options = [("buildings", "barber_shop,notary_house"), TALK];
    let game = act(
        board(&CARDS, &options),
        &[(Night(1), 4, hunt, onto(1)), (Day(1), 2, deed, onto(3)), (Day(2), 3, offer, onto(2))],
    );
    assert_eq!(told(&game, &Fact::Moved { by: seat(2), seat: seat(3), building: Building::BarberShop }).len(), 1);
    assert_eq!(deaths(&game), [(1, vec![1], Manner::Night), (2, vec![2, 3], Manner::Razor)]);
}

#[test]
fn the_confessor_alone_sees_the_card() {
    let options = [("buildings", "church"), TALK];
    let game = act(board(&CARDS, &options), &[(Day(1), 1, offer, onto(7))]);
    let saw = Fact::Saw { seat: seat(7), sight: Sight::Role(RoleId::Hunter) };
    assert!(hears(&game, 1, &saw) && !hears(&game, 7, &saw) && !hears(&game, 2, &saw));
    assert!(hears(&game, 2, &Fact::Trade { by: seat(1), building: Building::Church, seats: seats(&[7]) }));
}

#[test]
fn the_baker_may_see_a_wolf() {
    let game = play(board(&CARDS, &[("buildings", "bakery")]), |_, _| None);
    assert!(hears(&game, 1, &Fact::Peeked { wolves: seats(&[4]), caught: false }));
    assert!(!hears(&game, 2, &Fact::Peeked { wolves: seats(&[4]), caught: false }));
}

#[test]
fn the_school_mistress_keeps_two_from_voting() {
    let options = [("buildings", "bakery,school,church")];
    let mut voters = vec![];
    play(board(&CARDS, &options), |at, request| match (at, request.ask) {
        (Day(1), Ask::Offer { window: Window::Morning }) => {
            // Buildings are dealt in one order, whatever the order in which they are named.
            assert!(matches!(request.menu, Menu::Subset { min: 1, max: 2, pass: true, .. }));
            Some(set(&[1, 2]))
        }
        (Day(day), Ask::Ballot { .. }) => {
            voters.push((day, request.seat.number()));
            None
        }
        _ => None,
    });
    let on = |day| voters.iter().filter(|(d, _)| *d == day).map(|(_, seat)| *seat).collect::<Vec<u8>>();
    assert_eq!(on(1), [4, 5, 6, 7]);
    assert_eq!(on(2), [1, 2, 4, 5, 6, 7]);
}

#[test]
fn a_fire_makes_a_vagabond_and_saves_him_from_the_wolves() {
    let cards = ["pyromaniac", "villager", "werewolf", "villager", "werewolf", "villager", "villager"];
    let burn: Line = (Night(1), 1, night, onto(4));
    let options = [("buildings", "farm,farm,farm,tavern")];
    let game = act(board(&cards, &options), &[burn]);
    let burnt = told(&game, &Fact::Burnt { seat: seat(4), building: Building::Tavern });
    assert_eq!((burnt[0].day, burnt[0].phase), (1, lycaon_rules::Phase::Day));
    assert!(deaths(&game).is_empty());
    let game = act(board(&cards, &options), &[burn, (Night(1), 3, hunt, onto(4)), (Night(1), 5, hunt, onto(4))]);
    assert_eq!(deaths(&game), [(1, vec![3], Manner::Night)], "the first wolf to his right");
    let mut asked = 0;
    play(board(&cards, &[]), |_, request| {
        asked += usize::from(request.ask == Ask::Night { role: role("pyromaniac") });
        None
    });
    assert_eq!(asked, 0, "nothing to burn without buildings");
}

#[test]
fn the_office_needs_no_election_where_there_is_one_farmer() {
    let options = [("buildings", "farm"), ("sheriff", "on"), ("sheriff_elect_timing", "before_night1")];
    let game = act(board(&CARDS, &options), &[(Day(1), 3, ballot, onto(1))]);
    assert_eq!(told(&game, &Fact::Elected { seat: seat(1) })[0].day, 0);
    assert!(!game.events().iter().any(|event| matches!(event.fact, Fact::Decided { ask, .. } if badge(ask))));
}
