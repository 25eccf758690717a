//! Roles of the village and loners of the Chinese list, at the points where sources and programs go wrong.

mod scene;

use lycaon_rules::{About, Ask, Cause, Choice, Fact, FloorKind, Manner, Party, Reason, RoleId, Sight};
use scene::{FLOOR, HUNT, Scene, VOTE, at, night, seat, seats};

use RoleId::*;

/// The totals of the exile votes opened so far, in order, as (number, half-votes).
fn totals(scene: &Scene) -> Vec<Vec<(u8, u16)>> {
    let counted = scene.facts().filter_map(|fact| match fact {
        Fact::Counted { about: About::Exile, totals, .. } => Some(totals),
        _ => None,
    });
    counted.map(|totals| totals.iter().map(|(seat, votes)| (seat.number(), *votes)).collect()).collect()
}

#[test]
fn a_curse_alone_exiles_and_the_scapegoat_is_not_blamed() {
    let cards = [Werewolf, Werewolf, Crow, Scapegoat, Villager, Villager, Villager];
    let tie = ("tie", "scapegoat,none");
    for (votes, half_votes) in [("1", 2), ("2", 4)] {
        let scene = Scene::new("seed-intl", &cards, &[tie, ("crow_votes", votes)]).line(3, night(Crow), at(5)).night(2);
        assert_eq!(totals(&scene), [[(5, half_votes)]]);
        assert!(scene.has(&Fact::Died { seats: seats(&[5]), manner: Manner::Exile, by: None }));
        assert_eq!(scene.dead(), [5]);
    }
    let scene = Scene::new("seed-intl", &cards, &[tie]).night(2);
    assert!(scene.has(&Fact::NobodyOut) && scene.dead().is_empty());
}

#[test]
fn a_curse_counts_in_the_first_ballot_and_in_the_one_held_again_but_never_after_a_tie() {
    let cards = [Werewolf, Werewolf, Raven, SequencePrince, Villager, Villager, Villager];
    let prince = Ask::Offer { window: lycaon_rules::Window::Tallied };
    let again = Ask::Ballot { about: About::Exile, round: 2 };
    let scene = Scene::new("seed-intl", &cards, &[("tie", "pk_once,none"), ("crow_votes", "1")])
        .line(3, night(Raven), at(5))
        .vote(&[1, 2], 6)
        .line(6, VOTE, Choice::Pass)
        .line(4, prince, Choice::Yes)
        // Held again: one ballot against each, and the curse.
        .vote(&[1, 2], 6)
        .vote(&[6], 5)
        .line(7, again, at(5))
        .night(2);
    assert_eq!(totals(&scene), [vec![(5, 2), (6, 4)], vec![(5, 4), (6, 4)], vec![(5, 2)]]);
    assert_eq!(scene.dead(), [5]);
}

#[test]
fn a_crow_does_not_curse_the_same_number_two_nights_running() {
    let cards = [Werewolf, Werewolf, Crow, Villager, Villager, Villager];
    for (repeat, offered) in [("forbid", false), ("allow", true)] {
        let scene = Scene::new("seed-intl", &cards, &[("crow_repeat", repeat), ("crow_self", "forbid")])
            .line(3, night(Crow), at(3 + 1))
            .vote(&[1, 2, 3, 4], 5)
            .night(2)
            .night(3);
        let menus = scene.menus(3, night(Crow));
        assert!(menus[0].allows(at(4)) && !menus[0].allows(at(3)));
        assert_eq!(menus[1].allows(at(4)), offered);
    }
}

#[test]
fn the_silenced_is_named_with_the_dead_votes_and_does_not_speak_that_day() {
    let cards = [Werewolf, Werewolf, SilenceElder, Villager, Villager, Villager];
    let scene =
        Scene::new("seed-intl", &cards, &[]).line(3, night(SilenceElder), at(4)).vote(&[4], 5).night(2).night(3);
    assert!(scene.has(&Fact::Silenced { seats: seats(&[4]) }));
    let spoke: Vec<u16> = scene
        .game
        .events()
        .iter()
        .filter(|event| matches!(event.fact, Fact::Spoke { seat: s, .. } if s == seat(4)))
        .map(|event| event.day)
        .collect();
    assert_eq!(spoke, [2], "silent on the first day, free on the second");
    assert_eq!(scene.dead(), [5]);
    assert!(!scene.menus(3, night(SilenceElder))[1].allows(at(4)), "not the same two nights running");
}

#[test]
fn silence_begins_when_it_is_announced() {
    let cards = [Werewolf, Werewolf, SilenceElder, Villager, Villager, Villager];
    let election = [("sheriff", "on"), ("sheriff_candidacy", "nominated")];
    let scene = Scene::new("seed-intl", &cards, &election)
        .line(3, night(SilenceElder), at(4))
        .line(4, Ask::Stand, Choice::Yes)
        .line(5, Ask::Stand, Choice::Yes)
        .night(2);
    let spoke = |floor: FloorKind| {
        let mine =
            |fact: &&Fact| matches!(fact, Fact::Spoke { seat: s, floor: f, .. } if *s == seat(4) && *f == Some(floor));
        scene.facts().filter(mine).count()
    };
    assert_eq!((spoke(FloorKind::Hustings), spoke(FloorKind::Day)), (1, 0));
}

#[test]
fn the_gravekeeper_hears_of_yesterdays_exile_or_of_none() {
    let cards = [Werewolf, Werewolf, Gravekeeper, Villager, Villager, Villager, Villager];
    let scene = Scene::new("seed-intl", &cards, &[]).vote(&[3, 4], 1).night(2).night(3).night(4);
    let graves: Vec<&Fact> = scene.facts().filter(|fact| matches!(fact, Fact::Graves { .. })).collect();
    assert_eq!(graves, [&Fact::Graves { exiled: vec![(seat(1), true)] }, &Fact::Graves { exiled: vec![] }]);
    assert!(scene.heard(3, graves[0]) && !scene.heard(4, graves[0]));
    // Where the game opens with a day, the first night has something to tell.
    let scene = Scene::new("seed-intl", &cards, &[("opening", "day")]).vote(&[3, 1], 4).night(1).night(2);
    assert!(scene.heard(3, &Fact::Graves { exiled: vec![(seat(4), false)] }));
}

#[test]
fn the_demon_hunter_kills_a_wolf_or_himself_and_no_poison_harms_him() {
    let cards = [Werewolf, Werewolf, DemonHunter, Witch, Villager, Villager, Guard];
    let hunted = |on: u8| Scene::new("seed-intl", &cards, &[]).night(2).line(3, night(DemonHunter), at(on)).night(3);
    assert_eq!(hunted(1).dead(), [1]);
    assert_eq!(hunted(5).dead(), [3]);
    assert!(hunted(5).menus(3, night(DemonHunter)).len() == 1, "not in the first night");
    let poison = Choice::Poison { seat: seat(3) };
    let scene = Scene::new("seed-intl", &cards, &[]).line(4, night(Witch), poison).night(2).night(3);
    assert!(scene.dead().is_empty());
    assert!(scene.menus(4, night(Witch)).len() == 1, "the poison is spent");
}

#[test]
fn a_sleepwalker_is_safe_from_a_hunt_where_the_dream_keeps_all_harm_away() {
    let cards = [Werewolf, Werewolf, DemonHunter, Dreamer, Villager, Villager, Villager];
    for (immunity, dead) in [("all_night_damage", vec![]), ("wolf_and_poison", vec![3])] {
        let scene = Scene::new("seed-intl", &cards, &[("dream_immunity", immunity)])
            .line(4, night(Dreamer), at(5))
            .night(2)
            .line(4, night(Dreamer), at(3))
            .line(3, night(DemonHunter), at(6))
            .night(3);
        assert_eq!(scene.dead(), dead);
    }
}

#[test]
fn the_maiden_sees_cards_and_from_the_second_night_on_her_look_kills_wolves() {
    let cards = [Werewolf, Werewolf, PureWhiteMaiden, Villager, Villager, Villager, Villager];
    let scene = |kill, result| {
        Scene::new("seed-intl", &cards, &[("pure_white_kill", kill), ("pure_white_result", result)])
            .line(3, night(PureWhiteMaiden), at(1))
            .night(2)
            .line(3, night(PureWhiteMaiden), at(2))
            .night(3)
    };
    let dawn = scene("at_dawn", "role");
    assert!(dawn.heard(3, &Fact::Saw { seat: seat(1), sight: Sight::Role(Werewolf) }));
    assert_eq!(dawn.dead(), [2]);
    assert_eq!(dawn.menus(2, HUNT).len(), 2, "he still hunts in the night he dies in");
    let once = scene("at_once", "camp");
    assert!(once.heard(3, &Fact::Saw { seat: seat(2), sight: Sight::Wolf }));
    assert_eq!(once.dead(), [2]);
    assert_eq!(once.menus(2, HUNT).len(), 1, "he is gone before the pack wakes");
}

#[test]
fn a_swapped_number_is_remapped_before_links_follow() {
    let cards = [Werewolf, Werewolf, Magician, Cupid, Villager, Villager, Villager, Villager];
    let pair = Choice::Set { seats: seats(&[5, 6]) };
    let swap = Choice::Set { seats: seats(&[5, 7]) };
    let scene = Scene::new("jingcheng-12p", &cards, &[])
        .line(4, night(Cupid), pair)
        .line(3, night(Magician), swap)
        .hunt(&[1, 2], 5)
        .night(2);
    assert_eq!(scene.dead(), [7], "the lovers of the number live");
}

#[test]
fn the_poisoner_has_one_poison_and_no_antidote() {
    let cards = [Werewolf, Werewolf, Poisoner, Villager, Villager, Villager, Villager, Villager];
    let poison = Choice::Poison { seat: seat(4) };
    let scene =
        Scene::new("seed-intl", &cards, &[]).hunt(&[1, 2], 5).line(3, night(Poisoner), poison).night(2).night(3);
    assert_eq!(scene.dead(), [4, 5]);
    assert_eq!(scene.menus(3, night(Poisoner)).len(), 1);
    assert!(!scene.menus(3, night(Poisoner))[0].allows(Choice::Save));
    assert!(!scene.facts().any(|fact| matches!(fact, Fact::Victim { .. })));
}

#[test]
fn the_wolves_cannot_wipe_a_side_out_while_the_lone_girl_lives() {
    let cards = [Werewolf, Werewolf, Seer, LoneGirl, Villager, Villager];
    let gods = Scene::new("jingcheng-12p", &cards, &[("sheriff", "off")]).hunt(&[1, 2], 3).night(2);
    assert_eq!((gods.dead(), gods.outcome()), (vec![3], None));
    let over = gods.hunt(&[1, 2], 4).night(3);
    let outcome = over.outcome().expect("the girl is dead, and all gods are");
    assert_eq!(outcome.winners, [Party::Wolves]);
}

#[test]
fn the_fox_survives_the_pack_and_takes_the_win_of_a_camp() {
    let cards = [Werewolf, Werewolf, Seer, CursedFox, Villager, Villager];
    let scene = Scene::new("jingcheng-12p", &cards, &[]).hunt(&[1, 2], 4).night(2);
    assert!(scene.dead().is_empty());
    let scene = scene.hunt(&[1, 2], 3).night(3);
    let outcome = scene.outcome().cloned().expect("all gods are dead");
    assert_eq!((outcome.winners, outcome.seats, outcome.reason), (vec![Party::CursedFox], seats(&[4]), Reason::Stolen));
    // The village's win is stolen as well.
    let scene = Scene::new("millers-hollow", &cards, &[]).vote(&[3, 5], 1).night(2).vote(&[3, 5], 2).night(3);
    assert_eq!(scene.outcome().unwrap().winners, [Party::CursedFox]);
}

#[test]
fn the_fox_dies_of_a_look_that_shows_it_good() {
    let cards = [Werewolf, Werewolf, Seer, CursedFox, Witch, Villager, Villager];
    let scene = Scene::new("jingcheng-12p", &cards, &[]).line(3, night(Seer), at(4)).night(2);
    assert!(scene.heard(3, &Fact::Saw { seat: seat(4), sight: Sight::Good }));
    assert!(scene.has(&Fact::Fell { seat: seat(4), causes: vec![Cause::Inspection] }));
    for (immune, dead) in [("true", vec![]), ("false", vec![4])] {
        let poison = Choice::Poison { seat: seat(4) };
        let scene = Scene::new("jingcheng-12p", &cards, &[("fox_poison_immune", immune)])
            .line(3, night(Seer), at(6))
            .line(5, night(Witch), poison)
            .night(2);
        assert_eq!(scene.dead(), dead);
    }
}

#[test]
fn nobody_acts_out_of_turn_by_these_powers_by_day() {
    let cards = [Werewolf, Werewolf, Crow, Gravekeeper, DemonHunter, LoneGirl, Poisoner];
    let scene = Scene::new("millers-hollow", &cards, &[]).night(2);
    for number in 3..=7 {
        assert!(scene.menus(number, FLOOR).is_empty());
        assert_eq!(scene.menus(number, VOTE).len(), 1);
    }
}
