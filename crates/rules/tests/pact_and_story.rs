//! What the roles of Characters and of the story do, told as short games: a few decisions, and everything else the
//! answer that does least.

use lycaon_rules::{
    Answer, Ask, Board, Choice, Deal, Event, Fact, Game, Listener, Manner, Menu, Party, Phase, Reason, Request, RoleId,
    Seat, Seats, Setup, Sight, Waiting, Window,
};

/// A part of the game: the night or day of this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum At {
    Night(u16),
    Day(u16),
}
use At::{Day, Night};

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn seats(numbers: &[u8]) -> Seats {
    numbers.iter().map(|number| seat(*number)).collect()
}

fn onto(number: u8) -> Choice {
    Choice::Target { seat: seat(number) }
}

fn role(id: &str) -> RoleId {
    RoleId::from_id(id).unwrap()
}

/// A game of four days at most, silent and without a sheriff, with these cards dealt in order.
fn board(cards: &[&str], options: &[(&str, &str)]) -> Game {
    let mut names: Vec<&str> = cards.to_vec();
    names.sort_unstable();
    let counts = names.chunk_by(|a, b| a == b).map(|same| format!("{} = {}\n", same[0], same.len()));
    let text = format!("id = \"story\"\nruleset = \"new-moon\"\n[roles]\n{}", counts.collect::<String>());
    let mut board = Board::from_toml(&text).unwrap();
    let quiet = [
        ("sheriff", "off"),
        ("discussion", "silent"),
        ("abstain", "true"),
        ("wolf_may_skip", "true"),
        ("max_days", "4"),
        ("seer_result", "camp"),
    ];
    board.options.set_all(quiet.iter().chain(options).copied()).unwrap();
    let deal = Deal { cards: cards.iter().map(|id| role(id)).collect(), centre: vec![] };
    Game::new(Setup { board: board.into(), deal })
}

/// What does least.
fn least(menu: &Menu) -> Choice {
    if menu.allows(Choice::Pass) { Choice::Pass } else { menu.nth(0) }
}

/// Plays to the end. The script is asked first; every roll is 1.
fn play(mut game: Game, mut script: impl FnMut(At, &Request) -> Option<Choice>) -> Game {
    loop {
        match game.waiting() {
            Waiting::Over(_) => return game,
            Waiting::Roll(_) => game.rolled(1).unwrap(),
            Waiting::Seats(batch) => {
                let now = game.events().last().unwrap();
                let at = if now.phase == Phase::Night { Night(now.day) } else { Day(now.day) };
                let answers: Vec<Answer> = batch
                    .iter()
                    .map(|request| script(at, request).unwrap_or_else(|| least(&request.menu)).into())
                    .collect();
                for (position, answer) in answers.into_iter().enumerate() {
                    game.answer(position, answer).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
}

/// One line of a script: at this time this seat answers this kind of question so.
type Line = (At, u8, fn(Ask) -> bool, Choice);

fn night(ask: Ask) -> bool {
    matches!(ask, Ask::Night { .. })
}

fn hunt(ask: Ask) -> bool {
    matches!(ask, Ask::Hunt { .. })
}

fn ballot(ask: Ask) -> bool {
    matches!(ask, Ask::Ballot { .. })
}

fn offer(ask: Ask) -> bool {
    matches!(ask, Ask::Offer { .. })
}

fn shot(ask: Ask) -> bool {
    ask == Ask::Shot
}

/// Plays a script of which every line must be used.
fn act(game: Game, lines: &[Line]) -> Game {
    let mut used = vec![false; lines.len()];
    let game = play(game, |at, request| {
        let line = lines
            .iter()
            .position(|(when, who, asks, _)| *when == at && seat(*who) == request.seat && asks(request.ask))?;
        used[line] = true;
        Some(lines[line].3)
    });
    for (line, used) in lines.iter().zip(used) {
        assert!(used, "seat {} was never asked this at {:?}", line.1, line.0);
    }
    game
}

fn told(game: &Game, fact: &Fact) -> Vec<Event> {
    game.events().iter().filter(|event| event.fact == *fact).cloned().collect()
}

/// When and how each died, as everybody was told.
fn deaths(game: &Game) -> Vec<(u16, Vec<u8>, Manner)> {
    let deaths = game.events().iter().filter_map(|event| match event.fact {
        Fact::Died { seats, manner, .. } if !seats.is_empty() => {
            Some((event.day, seats.iter().map(Seat::number).collect(), manner))
        }
        _ => None,
    });
    deaths.collect()
}

fn hears(game: &Game, number: u8, fact: &Fact) -> bool {
    game.view(Listener::Seat(seat(number))).heard().iter().any(|event| event.fact == *fact)
}

/// Who won, and why.
fn won(game: &Game) -> (Vec<Party>, Vec<u8>, Reason) {
    match game.waiting() {
        Waiting::Over(outcome) => {
            (outcome.winners.clone(), outcome.seats.iter().map(Seat::number).collect(), outcome.reason)
        }
        _ => panic!("the game is not over"),
    }
}

fn asked_at_night(game: Game, of: u8) -> Vec<u16> {
    let mut nights = vec![];
    play(game, |at, request| {
        if let (Night(n), true) = (at, request.seat == seat(of) && night(request.ask)) {
            nights.push(n);
        }
        None
    });
    nights
}

mod angel {
    use super::*;

    const CARDS: [&str; 6] = ["angel", "villager", "villager", "villager", "werewolf", "seer"];

    #[test]
    fn exiled_on_the_first_day_she_wins_alone() {
        let game = act(board(&CARDS, &[]), &[(Day(1), 2, ballot, onto(1))]);
        assert_eq!(won(&game), (vec![Party::Angel], vec![1], Reason::InTime));
    }

    #[test]
    fn too_late_she_is_a_villager() {
        let game = act(board(&CARDS, &[]), &[(Day(2), 2, ballot, onto(1)), (Day(3), 2, ballot, onto(5))]);
        assert!(hears(&game, 1, &Fact::Became { role: role("villager") }));
        assert_eq!(won(&game), (vec![Party::Village], vec![1, 2, 3, 4, 6], Reason::WolvesDead));
    }

    #[test]
    fn the_first_night_counts_where_the_house_says_so() {
        let lines: [Line; 1] = [(Night(1), 5, hunt, onto(1))];
        assert_eq!(won(&act(board(&CARDS, &[("angel_deadline", "vote1_or_night1")]), &lines)).0, [Party::Angel]);
        assert_eq!(won(&act(board(&CARDS, &[("angel_deadline", "vote2")]), &lines)).0, [Party::Angel]);
        assert_eq!(won(&act(board(&CARDS, &[]), &lines)).2, Reason::MaxDays);
    }

    #[test]
    fn the_second_vote_is_in_time_under_vote2() {
        let game = act(board(&CARDS, &[("angel_deadline", "vote2")]), &[(Day(2), 2, ballot, onto(1))]);
        assert_eq!(won(&game).0, [Party::Angel]);
        let game = act(board(&CARDS, &[("angel_deadline", "vote2")]), &[(Day(3), 2, ballot, onto(1))]);
        assert_eq!(won(&game).2, Reason::MaxDays);
    }
}

mod wolves_of_the_pact {
    use super::*;

    #[test]
    fn the_big_bad_wolf_eats_twice_until_a_wolf_dies() {
        let cards = ["big-bad-wolf", "werewolf", "villager", "villager", "villager", "villager", "villager"];
        let game = act(
            board(&cards, &[]),
            &[
                (Night(1), 1, hunt, onto(3)),
                (Night(1), 2, hunt, onto(3)),
                (Night(1), 1, night, onto(4)),
                (Day(1), 5, ballot, onto(2)),
            ],
        );
        assert_eq!(deaths(&game)[0], (1, vec![3, 4], Manner::Night));
        assert!(hears(&game, 1, &Fact::Blocked));
        let fed = act(board(&cards, &[]), &[(Day(1), 5, ballot, onto(2))]);
        assert_eq!(told(&fed, &Fact::Blocked).len(), 3, "told in the nights 2 to 4");
    }

    #[test]
    fn a_wild_child_counts_as_one_of_the_wolves_own() {
        let cards = ["big-bad-wolf", "wild-child", "villager", "villager", "villager", "villager"];
        assert_eq!(asked_at_night(board(&cards, &[]), 1), [1, 2, 3, 4]);
        let game = act(board(&cards, &[]), &[(Day(1), 3, ballot, onto(2))]);
        assert!(hears(&game, 1, &Fact::Blocked));
    }

    #[test]
    fn the_wolf_hound_meets_the_pack_the_same_night() {
        let cards = ["wolf-hound", "werewolf", "villager", "villager", "villager"];
        let wolf = Choice::Card { role: role("werewolf") };
        let game = act(board(&cards, &[]), &[(Night(1), 1, night, wolf), (Night(1), 1, hunt, onto(3))]);
        assert!(hears(&game, 2, &Fact::Pack { wolves: seats(&[1, 2]) }));
        let good = Choice::Card { role: role("villager") };
        let game = act(board(&cards, &[]), &[(Night(1), 1, night, good), (Day(1), 3, ballot, onto(2))]);
        assert_eq!(won(&game), (vec![Party::Village], vec![1, 3, 4, 5], Reason::WolvesDead));
    }

    #[test]
    fn the_wild_child_turns_when_the_death_of_its_model_is_told() {
        let cards = ["wild-child", "villager", "werewolf", "villager", "villager", "villager"];
        let model: Line = (Night(1), 1, night, onto(2));
        let game = act(board(&cards, &[]), &[model, (Night(1), 3, hunt, onto(2)), (Night(2), 1, hunt, onto(4))]);
        let turned = told(&game, &Fact::Turned);
        assert_eq!((turned.len(), turned[0].day, turned[0].phase), (1, 1, Phase::Day));
        assert!(hears(&game, 3, &Fact::Pack { wolves: seats(&[1, 3]) }));
        let exile = [("wild_child_trigger", "exile")];
        let game = act(board(&cards, &exile), &[model, (Night(1), 3, hunt, onto(2))]);
        assert!(told(&game, &Fact::Turned).is_empty());
        let game = act(board(&cards, &exile), &[model, (Day(1), 3, ballot, onto(2))]);
        assert_eq!(told(&game, &Fact::Turned).len(), 1);
    }

    #[test]
    fn a_child_that_turns_keeps_the_wolves_alive() {
        let cards = ["wild-child", "werewolf", "villager", "villager", "villager"];
        let model: Line = (Night(1), 1, night, onto(2));
        let game = act(board(&cards, &[]), &[model, (Day(1), 3, ballot, onto(2)), (Day(2), 3, ballot, onto(1))]);
        assert_eq!(won(&game), (vec![Party::Village], vec![3, 4, 5], Reason::WolvesDead));
        assert_eq!(deaths(&game).last().unwrap().0, 2);
    }
}

mod villagers_of_the_pact {
    use super::*;

    #[test]
    fn the_rust_kills_the_first_wolf_to_the_left_a_night_later() {
        let cards = ["werewolf", "villager", "rusty-sword-knight", "villager", "werewolf", "villager", "villager"];
        let eat: [Line; 2] = [(Night(1), 1, hunt, onto(3)), (Night(1), 5, hunt, onto(3))];
        let game = act(board(&cards, &[]), &eat);
        assert_eq!(deaths(&game), [(1, vec![3], Manner::Night), (2, vec![5], Manner::Night)]);
        let gone = act(board(&cards, &[]), &[eat[0], eat[1], (Day(1), 2, ballot, onto(5))]);
        assert_eq!(deaths(&gone).len(), 2, "nobody takes the place of a wolf who died before");
    }

    #[test]
    fn the_fox_smells_three_and_loses_its_nose_over_the_innocent() {
        let cards = ["fox", "villager", "villager", "villager", "werewolf", "villager"];
        let game = act(board(&cards, &[]), &[(Night(1), 1, night, onto(4)), (Night(2), 1, night, onto(1))]);
        assert!(hears(&game, 1, &Fact::Sniffed { seats: seats(&[3, 4, 5]), wolf: true }));
        assert!(hears(&game, 1, &Fact::Sniffed { seats: seats(&[6, 1, 2]), wolf: false }));
        let mut asked = vec![];
        play(board(&cards, &[]), |at, request| {
            let own = request.seat == seat(1) && night(request.ask);
            own.then(|| {
                asked.push(at);
                onto(2)
            })
        });
        assert_eq!(asked, [Night(1)]);
    }

    #[test]
    fn the_bear_growls_beside_a_wolf_and_is_heard_to_be_silent() {
        let cards = ["bear-tamer", "villager", "werewolf", "villager", "villager"];
        let game = act(board(&cards, &[]), &[(Day(1), 3, ballot, onto(2)), (Day(2), 4, ballot, onto(1))]);
        let growls: Vec<(u16, bool)> = game
            .events()
            .iter()
            .filter_map(|event| match event.fact {
                Fact::Growl { heard } => Some((event.day, heard)),
                _ => None,
            })
            .collect();
        assert_eq!(growls, [(1, false), (2, true), (3, false), (4, false)]);
    }

    #[test]
    fn sisters_and_brothers_know_each_other() {
        let cards = ["two-sisters", "three-brothers", "werewolf", "three-brothers", "two-sisters", "three-brothers"];
        let game = act(board(&cards, &[]), &[]);
        let sisters = Fact::Kin { role: role("two-sisters"), seats: seats(&[1, 5]) };
        let brothers = Fact::Kin { role: role("three-brothers"), seats: seats(&[2, 4, 6]) };
        assert!(hears(&game, 1, &sisters) && hears(&game, 5, &sisters));
        assert!([2, 4, 6].iter().all(|number| hears(&game, *number, &brothers)));
        assert_eq!(told(&game, &sisters).len() + told(&game, &brothers).len(), 5);
    }

    #[test]
    fn sisters_come_in_twos() {
        let deck = |n: u8| {
            format!("id = \"x\"\nruleset = \"the-pact\"\n[roles]\nwerewolf = 1\nvillager = 3\ntwo-sisters = {n}\n")
        };
        assert!(Board::from_toml(&deck(2)).is_ok());
        let error = Board::from_toml(&deck(1)).unwrap_err().to_string();
        assert!(error.contains("1 of the 2 cards of `two-sisters`"), "{error}");
    }

    #[test]
    fn the_judge_calls_for_a_second_vote_and_nobody_learns_who() {
        let cards = ["stuttering-judge", "villager", "villager", "villager", "werewolf", "villager"];
        let game = board(&cards, &[]);
        let mut polls = 0;
        let game = play(game, |at, request| match (at, request.ask) {
            (Day(1), Ask::Offer { window: Window::Tallied }) => Some(Choice::Yes),
            (Day(1), Ask::Ballot { .. }) if request.seat == seat(2) => {
                polls += 1;
                Some(onto(if polls == 1 { 3 } else { 4 }))
            }
            _ => None,
        });
        assert_eq!(deaths(&game)[..2], [(1, vec![3], Manner::Exile), (1, vec![4], Manner::Exile)]);
        assert_eq!(told(&game, &Fact::SecondVote).len(), 1);
        let kinds = |fact: &Fact| matches!(fact, Fact::SecondVote | Fact::Died { .. });
        let order: Vec<&Fact> = game.events().iter().map(|event| &event.fact).filter(|fact| kinds(fact)).collect();
        assert!(matches!(order[1..4], [Fact::Died { .. }, Fact::SecondVote, Fact::Died { .. }]), "{order:?}");
        let yes = |number| {
            game.view(Listener::Seat(seat(number)))
                .heard()
                .iter()
                .any(|event| matches!(event.fact, Fact::Decided { ask: Ask::Offer { .. }, choice: Choice::Yes }))
        };
        assert!(yes(1) && !yes(2));
    }

    #[test]
    fn the_villager_villager_is_known_from_the_start() {
        let cards = ["villager-villager", "villager", "werewolf", "villager"];
        let game = board(&cards, &[]);
        let known = Fact::Revealed { seat: seat(1), role: role("villager-villager"), card: role("villager-villager") };
        assert!(hears(&game, 3, &known));
        let game = act(game, &[(Day(1), 2, ballot, onto(1))]);
        assert_eq!(told(&game, &known).len(), 1);
    }

    #[test]
    fn the_manipulator_wins_when_the_other_group_is_dead() {
        let cards = ["prejudiced-manipulator", "villager", "villager", "werewolf", "villager", "villager"];
        let game = act(
            board(&cards, &[]),
            &[(Night(1), 4, hunt, onto(5)), (Day(1), 2, ballot, onto(6)), (Day(2), 2, ballot, onto(4))],
        );
        assert!(hears(&game, 2, &Fact::Groups { first: seats(&[1, 2, 3]) }));
        assert_eq!(won(&game), (vec![Party::PrejudicedManipulator], vec![1], Reason::GroupDead));
    }
}

mod wolf_brothers {
    use super::*;

    const CARDS: [&str; 8] =
        ["wolf-brother-elder", "wolf-brother-younger", "werewolf", "seer", "guard", "villager", "villager", "villager"];

    #[test]
    fn they_know_each_other_and_the_younger_sleeps() {
        let game = act(board(&CARDS, &[]), &[(Night(1), 4, night, onto(2)), (Night(2), 4, night, onto(1))]);
        let elder = Fact::Kin { role: role("wolf-brother-elder"), seats: seats(&[1, 2]) };
        let younger = Fact::Kin { role: role("wolf-brother-younger"), seats: seats(&[1, 2]) };
        assert!(hears(&game, 1, &elder) && hears(&game, 2, &younger));
        assert!(hears(&game, 1, &Fact::Pack { wolves: seats(&[1, 3]) }));
        assert!(!hears(&game, 2, &Fact::Pack { wolves: seats(&[1, 3]) }));
        assert!(hears(&game, 4, &Fact::Saw { seat: seat(2), sight: Sight::Good }));
        assert!(hears(&game, 4, &Fact::Saw { seat: seat(1), sight: Sight::Wolf }));
    }

    #[test]
    fn the_younger_takes_revenge_once_and_then_joins() {
        let game = act(
            board(&CARDS, &[]),
            &[
                (Day(1), 4, ballot, onto(1)),
                (Night(2), 4, night, onto(2)),
                (Night(2), 3, hunt, onto(6)),
                (Night(2), 2, night, onto(7)),
                (Night(3), 2, hunt, onto(8)),
                (Night(3), 3, hunt, onto(8)),
            ],
        );
        assert!(hears(&game, 4, &Fact::Saw { seat: seat(2), sight: Sight::Wolf }));
        assert_eq!(deaths(&game)[1..3], [(2, vec![6, 7], Manner::Night), (3, vec![8], Manner::Night)]);
        assert_eq!(told(&game, &Fact::Pack { wolves: seats(&[2, 3]) })[0].day, 3);
    }

    #[test]
    fn the_brother_s_death_at_night_is_avenged_in_the_next_one() {
        let cards =
            ["wolf-brother-elder", "wolf-brother-younger", "werewolf", "witch", "guard", "villager", "villager"];
        let poison = Choice::Poison { seat: seat(1) };
        let game = act(board(&cards, &[]), &[(Night(1), 4, night, poison), (Night(2), 2, night, onto(7))]);
        assert_eq!(deaths(&game)[..2], [(1, vec![1], Manner::Night), (2, vec![7], Manner::Night)]);
    }

    #[test]
    fn both_blades_on_one_pierce_the_guard() {
        let lines: [Line; 4] = [
            (Day(1), 4, ballot, onto(1)),
            (Night(2), 5, night, onto(6)),
            (Night(2), 3, hunt, onto(6)),
            (Night(2), 2, night, onto(6)),
        ];
        assert_eq!(deaths(&act(board(&CARDS, &[]), &lines))[1], (2, vec![6], Manner::Night));
        let blunt = act(board(&CARDS, &[("double_blade_pierces", "false")]), &lines);
        assert_eq!(deaths(&blunt).len(), 1);
    }

    #[test]
    fn the_last_wolf_waits_a_night_with_his_own_blade() {
        let cards = ["wolf-brother-elder", "wolf-brother-younger", "villager", "seer", "guard", "villager", "villager"];
        let revenge = |options: &[(&str, &str)]| {
            let mut asked = vec![];
            play(board(&cards, options), |at, request| {
                let own = request.seat == seat(2) && night(request.ask);
                if let (true, Night(n)) = (own, at) {
                    asked.push(n);
                }
                (at == Day(1) && ballot(request.ask) && request.seat == seat(4)).then(|| onto(1))
            });
            asked
        };
        assert_eq!(revenge(&[]), [3]);
        assert_eq!(revenge(&[("brother_last_wolf", "both")]), [2]);
    }

    #[test]
    fn the_elder_neither_explodes_nor_is_prey() {
        let options = [("self_explode", "on"), ("wolf_target_wolf", "any"), ("discussion", "ordered")];
        let mut offered = Seats::NONE;
        play(board(&CARDS, &options), |_, request| {
            match request.ask {
                Ask::Hunt { .. } => assert!(!request.menu.allows(onto(1)) && request.menu.allows(onto(3))),
                Ask::Offer { .. } => offered.insert(request.seat),
                _ => {}
            }
            None
        });
        assert_eq!(offered, seats(&[2, 3]));
    }

    #[test]
    fn a_younger_brother_alone_is_one_of_the_pack() {
        let cards = ["wolf-brother-younger", "werewolf", "villager", "villager", "villager"];
        let game = act(board(&cards, &[]), &[]);
        assert!(hears(&game, 1, &Fact::Pack { wolves: seats(&[1, 2]) }));
    }
}

mod wolves_of_the_story {
    use super::*;

    #[test]
    fn the_assassin_knows_the_pack_and_dies_of_a_wrong_guess() {
        let cards = ["assassin", "werewolf", "seer", "guard", "villager", "villager"];
        let guess = |number, id| Choice::Give { seat: seat(number), role: role(id) };
        let right = act(board(&cards, &[]), &[(Night(1), 4, night, onto(3)), (Night(1), 1, night, guess(3, "seer"))]);
        assert_eq!(deaths(&right), [(1, vec![3], Manner::Night)]);
        assert!(hears(&right, 1, &Fact::Wolves { seats: seats(&[2]) }));
        assert!(hears(&right, 2, &Fact::Pack { wolves: seats(&[2]) }));
        let wrong = act(board(&cards, &[]), &[(Night(1), 1, night, guess(3, "guard"))]);
        assert_eq!(deaths(&wrong), [(1, vec![1], Manner::Night)]);
        let stopped = act(
            board(&cards, &[("assassin_pierces", "false")]),
            &[(Night(1), 4, night, onto(3)), (Night(1), 1, night, guess(3, "seer"))],
        );
        assert!(deaths(&stopped).is_empty());
        let met = act(board(&cards, &[("assassin_meets_pack", "true")]), &[]);
        assert!(hears(&met, 2, &Fact::Pack { wolves: seats(&[1, 2]) }));
    }

    #[test]
    fn the_fire_wolf_seals_a_power_after_a_wolf_s_death() {
        let cards = ["fire-wolf", "werewolf", "seer", "hunter", "villager", "villager", "knight"];
        assert!(asked_at_night(board(&cards, &[]), 1).is_empty());
        let exile: Line = (Day(1), 3, ballot, onto(2));
        let game = act(board(&cards, &[]), &[exile, (Night(2), 1, night, onto(3))]);
        assert_eq!(told(&game, &Fact::Blocked).len(), 3, "the seer hears so in the nights 2 to 4");
        assert!(hears(&game, 3, &Fact::Blocked));
        let late = [("seal_trigger", "any_wolf_out")];
        let lines: [Line; 2] = [exile, (Night(3), 1, night, onto(7))];
        let game = act(board(&cards, &late), &lines);
        assert!(hears(&game, 7, &Fact::Blocked), "who is never called hears of it at once");
        let mut nights = vec![];
        play(board(&cards, &[]), |at, request| {
            if request.seat == seat(1) && night(request.ask) {
                nights.push(at);
            }
            (at == Day(1) && request.seat == seat(3) && ballot(request.ask)).then(|| onto(2))
        });
        assert_eq!(nights, [Night(2)]);
    }

    #[test]
    fn a_sealed_knight_has_no_duel_and_a_sealed_hunter_still_shoots() {
        let cards = ["fire-wolf", "werewolf", "seer", "hunter", "villager", "villager", "knight"];
        let talk = ("discussion", "ordered");
        let mut offers = vec![];
        play(board(&cards, &[talk]), |at, request| {
            if request.seat == seat(7) && offer(request.ask) {
                offers.push(at);
            }
            match (at, request.seat.number(), request.ask) {
                (Day(1), 3, Ask::Ballot { .. }) => Some(onto(2)),
                (Night(2), 1, Ask::Night { .. }) => Some(onto(7)),
                _ => None,
            }
        });
        assert!(!offers.is_empty() && offers.iter().all(|at| *at == Day(1)));
        let seal: [Line; 3] =
            [(Day(1), 3, ballot, onto(2)), (Night(2), 1, night, onto(4)), (Day(2), 3, ballot, onto(4))];
        let shots = |options: &[(&str, &str)]| {
            let mut asked = 0;
            play(board(&cards, options), |at, request| {
                asked += usize::from(shot(request.ask));
                let line = seal
                    .iter()
                    .find(|(when, who, asks, _)| *when == at && seat(*who) == request.seat && asks(request.ask));
                line.map(|line| line.3)
            });
            asked
        };
        assert_eq!(shots(&[]), 1);
        assert_eq!(shots(&[("seal_scope", "all")]), 0);
    }

    #[test]
    fn the_tengu_keeps_a_player_from_exile_and_takes_his_accusers_power() {
        let cards = ["tengu", "werewolf", "seer", "guard", "villager", "villager", "villager"];
        let game = act(
            board(&cards, &[]),
            &[
                (Night(1), 1, night, onto(5)),
                (Day(1), 6, ballot, onto(5)),
                (Day(2), 3, ballot, onto(1)),
                (Day(2), 5, ballot, onto(1)),
            ],
        );
        assert_eq!(deaths(&game), [(2, vec![1], Manner::Exile)]);
        assert_eq!(told(&game, &Fact::NobodyOut)[0].day, 1);
        let blocked = told(&game, &Fact::Blocked);
        assert_eq!(blocked.len(), 1);
        assert!(hears(&game, 3, &Fact::Blocked) && blocked[0].day == 3);
    }
}

mod shadow_and_avenger {
    use super::*;

    const CARDS: [&str; 7] = ["shadow", "avenger", "seer", "werewolf", "villager", "villager", "witch"];

    #[test]
    fn the_shadow_takes_its_master_s_place_the_night_after() {
        let game = act(
            board(&CARDS, &[]),
            &[
                (Night(1), 1, night, onto(3)),
                (Night(1), 3, night, onto(1)),
                (Day(1), 5, ballot, onto(3)),
                (Night(2), 1, night, onto(4)),
            ],
        );
        let became = told(&game, &Fact::Became { role: role("seer") });
        assert_eq!((became[0].day, became[0].phase), (2, Phase::Night));
        assert!(hears(&game, 3, &Fact::Saw { seat: seat(1), sight: Sight::Good }));
        assert!(hears(&game, 1, &Fact::Saw { seat: seat(4), sight: Sight::Wolf }));
    }

    #[test]
    fn the_shadow_of_a_wolf_wins_with_him_and_then_joins_the_pack() {
        let cards = ["shadow", "avenger", "seer", "werewolf", "werewolf", "villager", "villager"];
        let game = act(
            board(&cards, &[]),
            &[
                (Night(1), 1, night, onto(4)),
                (Day(1), 6, ballot, onto(4)),
                (Night(2), 3, night, onto(1)),
                (Night(2), 1, hunt, onto(6)),
                (Night(2), 5, hunt, onto(6)),
            ],
        );
        assert!(hears(&game, 2, &Fact::Saw { seat: seat(2), sight: Sight::Good }));
        assert!(hears(&game, 5, &Fact::Pack { wolves: seats(&[1, 5]) }));
        assert!(hears(&game, 3, &Fact::Saw { seat: seat(1), sight: Sight::Wolf }));
    }

    #[test]
    fn used_potions_stay_used() {
        let poison = Choice::Poison { seat: seat(5) };
        let lines: [Line; 3] =
            [(Night(1), 1, night, onto(7)), (Night(1), 7, night, poison), (Day(1), 3, ballot, onto(7))];
        let poisons = |options: &[(&str, &str)]| {
            let mut offered = false;
            play(board(&CARDS, options), |at, request| {
                let own = request.seat == seat(1) && at == Night(2);
                offered |= own && request.menu.allows(Choice::Poison { seat: seat(4) });
                let line = lines
                    .iter()
                    .find(|(when, who, asks, _)| *when == at && seat(*who) == request.seat && asks(request.ask));
                line.map(|line| line.3)
            });
            offered
        };
        assert!(!poisons(&[]));
        assert!(poisons(&[("shadow_inherits_used_powers", "false")]));
    }

    #[test]
    fn the_avenger_is_against_the_shadow_s_master() {
        let game = act(board(&CARDS, &[]), &[(Night(1), 1, night, onto(3)), (Day(1), 5, ballot, onto(4))]);
        assert!(hears(&game, 2, &Fact::Saw { seat: seat(2), sight: Sight::Wolf }));
        assert!(!hears(&game, 4, &Fact::Pack { wolves: seats(&[2, 4]) }));
        let mut hunters = vec![];
        play(board(&CARDS, &[]), |at, request| {
            if hunt(request.ask) {
                hunters.push((at, request.seat.number()));
            }
            match (at, request.seat.number(), request.ask) {
                (Night(1), 1, Ask::Night { .. }) => Some(onto(3)),
                (Day(1), 5, Ask::Ballot { .. }) => Some(onto(4)),
                _ => None,
            }
        });
        assert_eq!(hunters[..2], [(Night(1), 4), (Night(2), 2)], "he leads once the pack is dead");
    }

    #[test]
    fn he_strikes_his_enemies_only() {
        let good: [Line; 2] = [(Night(1), 1, night, onto(4)), (Day(1), 5, ballot, onto(2))];
        let hit = act(board(&CARDS, &[]), &[good[0], good[1], (Day(1), 2, shot, onto(4))]);
        assert_eq!(deaths(&hit)[1], (1, vec![4], Manner::Shot));
        let miss = act(board(&CARDS, &[]), &[good[0], good[1], (Day(1), 2, shot, onto(5))]);
        assert_eq!(deaths(&miss).len(), 1);
    }

    #[test]
    fn meeting_the_shadow_before_its_change_he_wins_alone() {
        let lines: [Line; 3] =
            [(Night(1), 1, night, onto(4)), (Day(1), 5, ballot, onto(2)), (Day(1), 2, shot, onto(1))];
        let game = act(board(&CARDS, &[]), &lines);
        assert_eq!(won(&game), (vec![Party::Avenger], vec![2], Reason::ShadowMet));
        let game = act(board(&CARDS, &[("avenger_solo_win", "false")]), &lines);
        assert_eq!(won(&game).2, Reason::MaxDays);
    }
}

mod gods_of_the_story {
    use super::*;

    #[test]
    fn the_bewitched_dies_in_her_place_without_a_shot() {
        let cards = ["bewitcher", "hunter", "werewolf", "villager", "villager"];
        let game = act(board(&cards, &[]), &[(Night(1), 1, night, onto(2)), (Night(1), 3, hunt, onto(1))]);
        assert_eq!(deaths(&game), [(1, vec![2], Manner::Night)]);
        assert!(hears(&game, 2, &Fact::MayNotShoot));
        let mut menus = vec![];
        play(board(&cards, &[]), |at, request| {
            let own = request.seat == seat(1) && night(request.ask);
            own.then(|| {
                menus.push(request.menu.seats());
                if at == Night(1) { onto(2) } else { Choice::Pass }
            })
        });
        assert_eq!(menus[..3], [seats(&[2, 3, 4, 5]), seats(&[3, 4, 5]), seats(&[2, 3, 4, 5])]);
    }

    #[test]
    fn her_own_poison_may_be_another_s_death() {
        let cards = ["bewitcher", "witch", "werewolf", "villager", "villager", "guard"];
        let poison = Choice::Poison { seat: seat(1) };
        let lines: [Line; 2] = [(Night(1), 1, night, onto(3)), (Night(1), 2, night, poison)];
        let causes = [("bewitch_causes", "wolf_or_poison")];
        assert_eq!(won(&act(board(&cards, &causes), &lines)).2, Reason::WolvesDead);
    }

    #[test]
    fn the_stalker_finishes_what_his_vote_began() {
        let cards = ["stalker", "villager", "werewolf", "villager", "villager", "villager"];
        let game = act(
            board(&cards, &[]),
            &[
                (Day(1), 1, ballot, onto(3)),
                (Day(1), 4, ballot, onto(2)),
                (Day(1), 5, ballot, onto(2)),
                (Night(2), 1, night, onto(3)),
            ],
        );
        assert_eq!(deaths(&game), [(1, vec![2], Manner::Exile), (2, vec![3], Manner::Night)]);
        let mut asked = false;
        play(board(&cards, &[]), |at, request| {
            asked |= request.seat == seat(1) && night(request.ask);
            (at == Day(1) && ballot(request.ask) && request.seat == seat(1)).then(|| onto(2))
        });
        assert!(!asked, "who was put out by the vote is not stalked");
    }
}
