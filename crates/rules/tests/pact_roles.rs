//! The roles of Characters (the Pact), told as short games.

mod diary;

use diary::{
    Day, Line, Night, act, asked_at_night, ballot, board, deaths, hears, hunt, night, onto, play, role, seat, seats,
    told, won,
};
use lycaon_rules::{Ask, Board, Choice, Fact, Listener, Manner, Party, Phase, Reason, Window};

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
