//! Wolves with a power of their own, at the points where sources and programs go wrong.

mod scene;

use lycaon_rules::{Ask, Cause, Choice, Fact, Manner, Party, Reason, RoleId, Sight};
use scene::{FLOOR, HUNT, Scene, at, night, seat, seats};

use RoleId::*;

#[test]
fn links_of_several_kinds_follow_each_other_to_the_end() {
    // 4 and 3 love each other, 3 is the beauty, who beguiled the hunter; 4 is poisoned.
    let cards = [Werewolf, Cupid, WolfBeauty, Villager, Hunter, Witch, Villager, Villager];
    let pair = Choice::Set { seats: seats(&[3, 4]) };
    let poison = Choice::Poison { seat: seat(4) };
    for grief in ["dawn_public", "night_outcome"] {
        for (trigger, dead) in [("any", vec![3, 4, 5]), ("any_but_duel", vec![3, 4, 5]), ("exile_or_shot", vec![3, 4])]
        {
            let scene = Scene::new("jingcheng-12p", &cards, &[("beauty_trigger", trigger), ("lover_grief_at", grief)])
                .line(2, night(Cupid), pair)
                .line(3, night(WolfBeauty), at(5))
                .line(6, night(Witch), poison)
                .night(2);
            assert_eq!(scene.dead(), dead, "{trigger}, {grief}");
            assert!(scene.menus(5, Ask::Shot).is_empty(), "the beguiled goes without a skill");
        }
    }
}

#[test]
fn the_beauty_exiled_takes_the_beguiled_along() {
    let cards = [Werewolf, WolfBeauty, Hunter, Villager, Villager, Villager];
    let scene = Scene::new("seed-intl", &cards, &[]).line(2, night(WolfBeauty), at(3)).vote(&[4, 5], 2).night(2);
    assert!(scene.has(&Fact::Died { seats: seats(&[2]), manner: Manner::Exile, by: None }));
    assert!(scene.has(&Fact::Died { seats: seats(&[3]), manner: Manner::Charm, by: None }));
    assert!(scene.menus(3, Ask::Shot).is_empty());
    assert!(!scene.game.events().iter().any(|event| {
        event.audience.reaches(seat(3)) && matches!(event.fact, Fact::Decided { ask, .. } if ask == night(WolfBeauty))
    }));
    // The charm is over at the next dusk.
    let scene = Scene::new("seed-intl", &cards, &[])
        .line(2, night(WolfBeauty), at(3))
        .night(2)
        .line(2, night(WolfBeauty), Choice::Pass)
        .vote(&[4, 5], 2)
        .night(3);
    assert_eq!(scene.dead(), [2]);
}

#[test]
fn a_rogue_is_not_beguiled_and_a_duel_sets_nobody_free() {
    let cards = [Werewolf, WolfBeauty, Rogue, Knight, Villager, Villager];
    let charm = |on: u8| Scene::new("seed-intl", &cards, &[]).line(2, night(WolfBeauty), at(on));
    assert_eq!(charm(3).vote(&[4, 5], 2).night(2).dead(), [2]);
    assert_eq!(charm(5).line(4, FLOOR, at(2)).night(2).dead(), [2]);
}

#[test]
fn the_beauty_is_neither_prey_of_her_pack_nor_explodes_where_the_house_says_so() {
    let cards = [Werewolf, Werewolf, WolfBeauty, Villager, Villager, Villager];
    let ways = [
        ("forbid", "off", [false; 4]),
        ("any_except_wolf_beauty", "on_except_wolf_beauty", [true, false, true, false]),
        ("any", "on", [true; 4]),
    ];
    for (target, explode, [wolf_prey, beauty_prey, wolf_explodes, beauty_explodes]) in ways {
        let options = [("wolf_target_wolf", target), ("self_explode", explode)];
        let scene = Scene::new("seed-intl", &cards, &options).night(2);
        for wolf in 1..=3 {
            let menu = scene.menus(wolf, HUNT)[0];
            assert_eq!((menu.allows(at(2)), menu.allows(at(3))), (wolf_prey, beauty_prey));
        }
        assert_eq!(!scene.menus(1, FLOOR).is_empty(), wolf_explodes);
        assert_eq!(!scene.menus(3, FLOOR).is_empty(), beauty_explodes);
    }
}

#[test]
fn the_white_wolf_king_takes_one_along_and_night_falls() {
    let cards = [Werewolf, WhiteWolfKing, Hunter, Villager, Villager, Villager];
    for explode in ["on", "off"] {
        let scene = Scene::new("seed-intl", &cards, &[("self_explode", explode)]).line(2, FLOOR, at(4)).night(2);
        assert!(scene.has(&Fact::Died { seats: seats(&[2]), manner: Manner::Explosion, by: None }));
        assert!(scene.has(&Fact::Died { seats: seats(&[4]), manner: Manner::Claw, by: Some(seat(2)) }));
        assert!(scene.has(&Fact::Revealed { seat: seat(2), role: WhiteWolfKing, card: WhiteWolfKing }));
        assert!(!scene.facts().any(|fact| matches!(fact, Fact::PollOpened { .. })));
        assert_eq!(scene.menus(2, FLOOR)[0].allows(Choice::Yes), explode == "on");
    }
    // A hunter killed by a wolf's hand shoots.
    let scene = Scene::new("seed-intl", &cards, &[]).line(2, FLOOR, at(3)).line(3, Ask::Shot, at(1)).night(2);
    assert_eq!(scene.outcome().unwrap().winners, [Party::Village]);
}

#[test]
fn the_wolf_king_claws_when_exiled_and_not_when_poisoned_or_shot() {
    let cards = [Werewolf, WolfKing, Hunter, Witch, Villager, Villager, Villager];
    let claw = Ask::Shot;
    let scene = Scene::new("jingcheng-12p", &cards, &[]).vote(&[3, 4], 2).line(2, claw, at(3)).night(2);
    assert!(scene.has(&Fact::Died { seats: seats(&[3]), manner: Manner::Claw, by: Some(seat(2)) }));
    assert_eq!(scene.dead(), [2, 3]);
    let poison = Choice::Poison { seat: seat(2) };
    let scene = Scene::new("jingcheng-12p", &cards, &[]).hunt(&[1, 2], 2).line(4, night(Witch), poison).night(2);
    assert!(scene.heard(2, &Fact::MayNotShoot) && scene.dead() == [2]);
    for (on, asked) in [("wolf_or_vote", false), ("any_but_poison", true)] {
        let scene = Scene::new("jingcheng-12p", &cards, &[("wolf_king_claws_on", on)])
            .vote(&[1, 4], 3)
            .line(3, Ask::Shot, at(2))
            .night(2);
        assert_eq!(!scene.menus(2, claw).is_empty(), asked);
    }
}

#[test]
fn a_gargoyle_is_a_stranger_to_the_pack_and_takes_its_place() {
    let cards = [Werewolf, Werewolf, Gargoyle, Seer, Villager, Villager, Villager];
    let scene = Scene::new("seed-intl", &cards, &[("wolf_target_wolf", "forbid"), ("self_explode", "on")])
        .line(3, night(Gargoyle), at(4))
        .vote(&[4, 5], 1)
        .night(2);
    assert!(scene.heard(3, &Fact::Saw { seat: seat(4), sight: Sight::Role(Seer) }));
    assert!(scene.menus(1, HUNT)[0].allows(at(3)), "a refusal would show him to the pack");
    assert!(!scene.menus(1, HUNT)[0].allows(at(2)));
    assert!(scene.menus(3, HUNT).is_empty() && scene.menus(3, FLOOR).is_empty());
    assert!(!scene.heard(3, &Fact::Pack { wolves: seats(&[1, 2]) }));
    let scene = scene.vote(&[4, 5], 2).night(3).hunt(&[3], 4).night(4);
    assert!(!scene.menus(3, HUNT)[0].allows(at(3)));
    assert_eq!(scene.dead(), [1, 2, 4]);
}

#[test]
fn a_hidden_wolf_knows_the_pack_and_only_his_card_gives_him_away() {
    let cards = [Werewolf, Werewolf, HiddenWolf, Seer, PureWhiteMaiden, Villager, Villager];
    for (result, sight, dead) in [("role", Sight::Role(HiddenWolf), vec![3]), ("camp", Sight::Good, vec![])] {
        let scene = Scene::new("seed-intl", &cards, &[("pure_white_result", result)])
            .line(4, night(Seer), at(3))
            .night(2)
            .line(5, night(PureWhiteMaiden), at(3))
            .night(3);
        assert!(scene.heard(3, &Fact::Wolves { seats: seats(&[1, 2]) }));
        assert!(!scene.facts().any(|fact| matches!(fact, Fact::Pack { wolves } if wolves.has(seat(3)))));
        assert!(scene.heard(4, &Fact::Saw { seat: seat(3), sight: Sight::Good }));
        assert!(scene.heard(5, &Fact::Saw { seat: seat(3), sight }));
        assert_eq!(scene.dead(), dead);
    }
}

#[test]
fn the_apostles_explosion_seals_the_good_for_one_night() {
    let cards = [Werewolf, BloodMoonApostle, Seer, Witch, Hunter, Villager, Villager];
    let scene =
        Scene::new("seed-intl", &cards, &[]).line(2, FLOOR, Choice::Yes).night(2).hunt(&[1], 5).night(3).night(4);
    for number in [3, 4] {
        assert!(scene.heard(number, &Fact::Blocked));
    }
    assert_eq!(scene.menus(3, night(Seer)).len(), 2, "in the first night and in the third");
    assert!(scene.heard(5, &Fact::MayNotShoot), "a sealed hunter who dies that night does not shoot");
    assert_eq!(scene.dead(), [2, 5]);
}

#[test]
fn the_apostle_exiled_as_the_last_wolf_stays_until_dawn() {
    let cards = [BloodMoonApostle, Gravekeeper, Villager, Villager, Villager];
    let scene = Scene::new("seed-intl", &cards, &[]).vote(&[2, 3], 1).night(2);
    assert!(scene.has(&Fact::Lingers { seat: seat(1) }) && scene.dead().is_empty());
    assert_eq!(scene.outcome(), None);
    let scene = scene.hunt(&[1], 3).night(3);
    assert!(scene.heard(2, &Fact::Graves { exiled: vec![(seat(1), true)] }));
    let outcome = scene.outcome().unwrap();
    assert_eq!((&outcome.winners[..], outcome.reason), (&[Party::Village][..], Reason::WolvesDead));
    assert_eq!(scene.dead(), [1, 3]);
    // His last attack may still win the game.
    let cards = [BloodMoonApostle, Gravekeeper, Villager, Villager, Villager];
    let scene = Scene::new("jingcheng-12p", &cards, &[]).vote(&[2, 3], 1).night(2).hunt(&[1], 2).night(3);
    assert_eq!(scene.outcome().unwrap().winners, [Party::Wolves]);
    // With another wolf alive he goes like anybody.
    let cards = [BloodMoonApostle, Werewolf, Villager, Villager, Villager];
    assert_eq!(Scene::new("seed-intl", &cards, &[]).vote(&[3, 4], 1).night(2).dead(), [1]);
}

#[test]
fn the_evil_knight_turns_looks_and_poison_back() {
    let cards = [Werewolf, EvilKnight, Seer, Witch, Gargoyle, DemonHunter, Villager, Villager, Villager, Villager];
    let fell =
        |scene: &Scene, number: u8| scene.has(&Fact::Fell { seat: seat(number), causes: vec![Cause::Reflection] });
    let scene = Scene::new("seed-intl", &cards, &[])
        .line(3, night(Seer), at(2))
        .line(4, night(Witch), Choice::Poison { seat: seat(2) })
        .line(5, night(Gargoyle), at(2))
        .night(2)
        .line(6, night(DemonHunter), at(2))
        .night(3);
    assert!(fell(&scene, 3) && fell(&scene, 4));
    assert!(scene.heard(3, &Fact::Saw { seat: seat(2), sight: Sight::Wolf }));
    assert_eq!(scene.dead(), [3, 4], "a wolf may look, a hunt comes to nothing");
    assert!(!scene.menus(1, HUNT)[0].allows(at(2)) && scene.menus(2, FLOOR).is_empty());
    assert_eq!(scene.vote(&[7, 8], 2).night(4).dead(), [2, 3, 4], "by day he is like anybody");
}

#[test]
fn what_is_turned_back_spares_a_sleepwalker_where_the_dream_keeps_all_harm_away() {
    let cards = [Werewolf, EvilKnight, Seer, Dreamer, Villager, Villager, Villager];
    for (immunity, dead) in [("all_night_damage", vec![]), ("wolf_and_poison", vec![3])] {
        let scene = Scene::new("seed-intl", &cards, &[("dream_immunity", immunity)])
            .line(4, night(Dreamer), at(3))
            .line(3, night(Seer), at(2))
            .night(2);
        assert_eq!(scene.dead(), dead);
    }
}

#[test]
fn fear_takes_a_power_for_the_night() {
    let cards = [Werewolf, Nightmare, Guard, Hunter, Villager, Villager, Villager];
    let scene = Scene::new("seed-intl", &cards, &[])
        .line(2, night(Nightmare), at(3))
        .hunt(&[1, 2], 5)
        .night(2)
        .line(2, night(Nightmare), at(4))
        .hunt(&[1, 2], 4)
        .night(3);
    assert!(scene.heard(3, &Fact::Blocked));
    assert_eq!(scene.menus(3, night(Guard)).len(), 1);
    assert!(!scene.menus(2, night(Nightmare))[1].allows(at(3)), "not the same two nights running");
    assert!(scene.heard(4, &Fact::MayNotShoot) && scene.menus(4, Ask::Shot).is_empty());
    assert_eq!(scene.dead(), [4, 5]);
}

#[test]
fn fear_of_a_wolf_keeps_the_pack_at_home() {
    let cards = [Werewolf, Nightmare, Villager, Villager, Villager, Villager];
    let scene = Scene::new("seed-intl", &cards, &[]).line(2, night(Nightmare), at(1)).night(2);
    assert!(scene.menus(2, HUNT).is_empty() && scene.dead().is_empty());
    assert!(scene.heard(2, &Fact::Prey { seat: None }));
    let first = |fact: fn(&Fact) -> bool| scene.facts().position(fact);
    let asked = first(|fact| matches!(fact, Fact::Decided { ask: Ask::Night { role: Nightmare }, .. }));
    let met = first(|fact| matches!(fact, Fact::Pack { .. }));
    assert!(asked < met, "in the first night he acts before he knows the pack");
}
