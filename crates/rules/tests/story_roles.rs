//! The roles that the story names and public boards describe, told as short games.

mod diary;

use diary::{
    Day, Line, Night, act, asked_at_night, ballot, board, deaths, hears, hunt, night, offer, onto, play, role, seat,
    seats, shot, told, won,
};
use lycaon_rules::{Ask, Choice, Fact, Manner, Party, Phase, Reason, Seats, Sight};

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
