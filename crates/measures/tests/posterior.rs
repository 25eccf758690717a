//! The posterior against its definition, against the truth in every deck, and against whatever else might leak into it.

mod brute;

use brute::{consistent, deals, played, view, wolves};
use lycaon_measures::posterior::Posterior;
use lycaon_rules::{About, Ask, Board, Camp, Deal, Dice, Game, Listener, RoleId, Seat, Setup, View, Waiting, decks};
use std::collections::BTreeMap;
use std::sync::Arc;

fn board(roles: &str, options: &str) -> Arc<Board> {
    let text = format!("id = \"small\"\nruleset = \"vanilla\"\n[roles]\n{roles}\n[options]\n{options}\n");
    Arc::new(Board::from_toml(&text).unwrap())
}

/// Whether what a victory would have ended is known to go on: before ballots on exile, and at night.
fn is_settled(game: &Game) -> bool {
    let settled = |ask: Ask| matches!(ask, Ask::Ballot { about: About::Exile, round: 1 } | Ask::Hunt { round: 1 });
    game.batch().iter().any(|request| settled(request.ask))
}

/// Compares at each question of some games; returns how often, and how often something was forced.
fn compare(board: &Arc<Board>, seeds: std::ops::Range<u64>) -> (u32, u32) {
    let (mut compared, mut forced) = (0, 0);
    for seed in seeds {
        played(board, seed, |game, open| {
            for seat in board.seats() {
                let view = game.view(Listener::Seat(seat));
                let posterior = Posterior::of(&view).expect("the truth fits");
                let fitting = consistent(board, seat, view.heard(), open);
                assert!(!fitting.is_empty(), "the deal itself could be heard");
                let exact = wolves(&fitting);
                let place = format!("{:?}, seed {seed}, seat {seat}, after {} events", board.roles, view.heard().len());
                for other in board.seats() {
                    let (fast, exact) = (posterior.wolf(other), exact[other.index()]);
                    // What is left out makes the posterior wider, never wrong.
                    assert!(fast > 0.0 || exact == 0.0, "{place}: {other} is {fast} and not {exact}");
                    assert!(fast < 1.0 || exact == 1.0, "{place}: {other} is {fast} and not {exact}");
                    if is_settled(game) {
                        assert!((fast - exact).abs() < 1e-12, "{place}: {other} is {fast} and not {exact}");
                        for (role, _) in board.announced() {
                            let holds = fitting.iter().filter(|cards| cards[other.index()] == role).count();
                            let exact = holds as f64 / fitting.len() as f64;
                            assert!((posterior.role(other, role) - exact).abs() < 1e-12, "{place}: {other} as {role}");
                        }
                        compared += 1;
                        forced += u32::from(other != seat && (fast == 0.0 || fast == 1.0));
                    }
                }
            }
        });
    }
    (compared, forced)
}

#[test]
fn it_is_what_trying_everything_gives() {
    for (roles, options, seeds) in [
        ("werewolf = 1\nvillager = 4", "", 0..6),
        ("werewolf = 1\nseer = 1\nvillager = 3", "", 0..6),
        ("werewolf = 2\nseer = 1\nvillager = 3", "", 0..4),
        ("werewolf = 1\nwitch = 1\nvillager = 3", "", 0..4),
        ("werewolf = 1\nguard = 1\nvillager = 3", "reveal_execution = \"card\"", 0..4),
        ("werewolf = 2\nseer = 1\nhunter = 1\nvillager = 2", "wolf_win = \"side_wipe\"", 0..4),
        ("werewolf = 1\nwhite-wolf-king = 1\nseer = 1\nvillager = 3", "reveal_execution = \"camp\"", 0..3),
    ] {
        let (compared, forced) = compare(&board(roles, options), seeds);
        assert!(compared > 50 && forced > 10, "{roles}: {compared} compared, {forced} forced");
    }
}

/// The truth is never ruled out: at each question of random games of every deck, and of crowds of roles that no deck
/// puts together.
#[test]
fn the_truth_is_never_ruled_out() {
    let mut boards: Vec<Arc<Board>> = decks().map(|name| Arc::new(Board::named(name).unwrap())).collect();
    for seed in 0..60 {
        let mut roles: Vec<RoleId> = RoleId::ALL.to_vec();
        roles.retain(|role| !matches!(role, RoleId::Werewolf | RoleId::Villager));
        Dice::new(seed).shuffle("crowd", &mut roles);
        roles.truncate(5);
        let lines: String = roles.iter().map(|role| format!("{role} = {}\n", role.copies())).collect();
        let text = format!("id = \"crowd\"\nruleset = \"the-pact\"\n[roles]\nwerewolf = 2\nvillager = 3\n{lines}");
        boards.extend(Board::from_toml(&text).ok().map(Arc::new));
    }
    let mut seen = 0;
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for board in boards.iter().filter(|board| board.seats <= 12) {
        for seed in 0..4 {
            let mut asked = 0;
            let mut last = vec![];
            let end = played(board, seed, |game, _| {
                asked += 1;
                let dealt = truth(game);
                for seat in board.seats() {
                    let view = game.view(Listener::Seat(seat));
                    // Whoever heard nothing new believes nothing new.
                    if last.len() < usize::from(board.seats) {
                        last.push(0);
                    }
                    if std::mem::replace(&mut last[seat.index()], view.heard().len()) == view.heard().len() {
                        continue;
                    }
                    if asked % 7 > 0 {
                        continue;
                    }
                    let place = || format!("{} {:?}, seed {seed}, seat {seat}", board.deck, board.roles);
                    let Some(posterior) = Posterior::of(&view) else {
                        if !board.has_centre() {
                            wrong.insert(
                                format!("{} {:?}", board.deck, board.roles),
                                format!("{}: nothing fits", place()),
                            );
                        }
                        continue;
                    };
                    for (other, card) in board.seats().zip(&dealt) {
                        if posterior.role(other, *card) == 0.0 {
                            wrong.insert(
                                format!("{} {:?}", board.deck, board.roles),
                                format!("{}: {other} is a {card}", place()),
                            );
                        }
                    }
                    seen += 1;
                }
            });
            assert!(matches!(end.waiting(), Waiting::Over(_)));
        }
    }
    let lines: Vec<String> = wrong.into_values().collect();
    assert!(lines.is_empty(), "{} boards:\n{}", lines.len(), lines.join("\n"));
    assert!(seen > 2_000, "{seen}");
}

fn truth(game: &Game) -> Vec<RoleId> {
    let dealt = game.events().iter().find_map(|event| match &event.fact {
        lycaon_rules::Fact::Dealt { cards, .. } => Some(cards.clone()),
        _ => None,
    });
    dealt.expect("the deal is recorded")
}

/// A villager who has heard nothing but his card knows the deck; a wolf knows everything of wolves.
#[test]
fn the_prior_is_the_deck_and_the_pack_is_certain() {
    let board = Arc::new(Board::named("online-9p").unwrap());
    let mut looked = false;
    played(&board, 5, |game, _| {
        let hunts = game.batch().iter().any(|request| matches!(request.ask, Ask::Hunt { round: 1 }));
        if !hunts || std::mem::replace(&mut looked, true) {
            return;
        }
        let is_wolf = |seat: Seat| truth(game)[seat.index()].card().camp == Camp::Wolves;
        for seat in board.seats() {
            let posterior = Posterior::of(&game.view(Listener::Seat(seat))).unwrap();
            let knows = matches!(truth(game)[seat.index()], RoleId::Seer) || is_wolf(seat);
            for other in board.seats().filter(|other| *other != seat) {
                match is_wolf(seat) {
                    true => assert_eq!(posterior.wolf(other), f64::from(is_wolf(other))),
                    false => assert!(knows || (posterior.wolf(other) - 3.0 / 8.0).abs() < 1e-12),
                }
            }
        }
    });
    assert!(looked);
}

/// Two hidden deals, one stream: streams that are equal give equal posteriors, whatever the deal. Every stream of every
/// game of these is looked at, so that many meet.
#[test]
fn equal_streams_give_equal_posteriors() {
    let board = board("werewolf = 1\nseer = 1\nvillager = 3", "");
    let mut known: BTreeMap<String, (Vec<f64>, Vec<RoleId>)> = BTreeMap::new();
    let mut met = 0;
    for cards in deals(&board) {
        for seed in 0..8 {
            let deal = Deal { cards: cards.clone(), centre: vec![], persons: vec![] };
            let mut game = Game::new(Setup { board: board.clone(), deal });
            let mut dice = Dice::new(seed);
            while let Waiting::Seats(batch) = game.waiting() {
                let choices: Vec<_> = batch.iter().map(|r| r.menu.nth(dice.below("answers", r.menu.size()))).collect();
                for seat in board.seats() {
                    let view: View = view(&board, seat, game.events());
                    let beliefs = Posterior::of(&view).unwrap().wolves();
                    let stream = format!("{seat} {}", serde_json::to_string(view.heard()).unwrap());
                    let (before, dealt) = known.entry(stream).or_insert_with(|| (beliefs.clone(), cards.clone()));
                    assert_eq!(*before, beliefs);
                    met += u32::from(*dealt != cards);
                }
                choices.into_iter().enumerate().for_each(|(n, choice)| game.answer(n, choice.into()).unwrap());
                game.advance().unwrap();
            }
        }
    }
    assert!(met > 500, "{met}");
    let seat = Seat::new(1);
    assert_eq!(Posterior::of(&View::new(Listener::Seat(seat), board)).unwrap().wolf(seat), 0.2);
}
