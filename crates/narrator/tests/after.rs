//! A made-up game as its players look back on it.

use lycaon_narrator::{Lang, Narrator, Telling};
use lycaon_rules::{
    About, Ask, Audience, Board, Cause, Choice, Claim, Event, Fact, FloorKind, Listener, Manner, Outcome, Party, Phase,
    Reason, RoleId, Seat, Seats, Sight, View,
};
use std::collections::BTreeMap;

fn s(number: u8) -> Seat {
    Seat::new(number)
}

/// Seat 1 is a wolf and says that he is the seer and has found 2, who is the seer; 3 believes him and 4 does not.
fn game(over: bool) -> View {
    let deck = "id = \"four\"\nruleset = \"vanilla\"\n[roles]\nwerewolf = 1\nseer = 1\nvillager = 2\n";
    let board = Board::from_toml(deck).unwrap();
    let mut view = View::new(Listener::Moderator, board.into());
    let cards = vec![RoleId::Werewolf, RoleId::Seer, RoleId::Villager, RoleId::Villager];
    let claims = vec![
        Claim::Role { seat: s(1), role: RoleId::Seer },
        Claim::Checked { seat: s(2), wolf: true, night: 1 },
        Claim::Suspects { seat: s(2) },
    ];
    let truth = vec![Claim::Checked { seat: s(3), wolf: false, night: 1 }];
    let spoke = |seat, claims| Fact::Spoke { seat: s(seat), floor: Some(FloorKind::Day), text: "…".into(), claims };
    let ballots = vec![(s(1), Some(s(2))), (s(2), Some(s(1))), (s(3), Some(s(2))), (s(4), Some(s(1)))];
    let totals = vec![(s(2), 4), (s(1), 4)];
    let night = |audience, fact| (1, Phase::Night, audience, fact);
    let day = |fact| (1, Phase::Day, Audience::Everyone, fact);
    let mut told = vec![
        (0, Phase::Setup, Audience::Moderator, Fact::Dealt { cards: cards.clone(), centre: vec![] }),
        night(Audience::Everyone, Fact::NightFell { night: 1 }),
        night(
            Audience::one(s(2)),
            Fact::Decided { ask: Ask::Night { role: RoleId::Seer }, choice: Choice::Target { seat: s(3) } },
        ),
        night(Audience::one(s(2)), Fact::Saw { seat: s(3), sight: Sight::Good }),
        day(Fact::DayBroke { day: 1 }),
        day(spoke(1, claims)),
        day(spoke(2, truth)),
        day(Fact::Counted { about: About::Exile, round: 1, ballots, totals }),
        (1, Phase::Day, Audience::Moderator, Fact::Fell { seat: s(2), causes: vec![Cause::Vote] }),
        day(Fact::Died { seats: Seats::one(s(2)), manner: Manner::Exile, by: None }),
    ];
    if over {
        let (winners, seats) = (vec![Party::Wolves], Seats::one(s(1)));
        let outcome = Outcome { winners, seats, reason: Reason::Parity, days: 1, roles: cards };
        told.push((1, Phase::End, Audience::Everyone, Fact::Ended { outcome }));
    }
    for (n, (day, phase, audience, fact)) in told.into_iter().enumerate() {
        view.hear(&Event { n: n as u32, day, phase, audience, fact });
    }
    view
}

fn agents() -> BTreeMap<Seat, String> {
    [(s(1), "human".to_owned()), (s(2), "scripted:heuristic".to_owned())].into()
}

/// Seat 1, a wolf, misled two; seat 2, who is the seer, helped one, in a long speech.
fn tellings() -> [Telling; 2] {
    let lie = Telling { by: s(1), day: 1, text: "2 is bad".into(), loss: 0.128, causal: true, observers: 2 };
    let truth = Telling { by: s(2), text: "x".repeat(200), loss: -0.5, causal: false, observers: 1, ..lie.clone() };
    [lie, truth]
}

#[test]
fn whose_words_did_most_is_told_only_where_seats_were_asked() {
    for (lang, heading) in [(Lang::En, "Whose words did most"), (Lang::Zh, "谁的话最有分量")] {
        let narrator = Narrator::new(lang);
        assert!(narrator.after(&game(true), &agents(), &tellings()).unwrap().contains(heading));
        assert!(!narrator.after(&game(true), &agents(), &[]).unwrap().contains(heading));
    }
}

#[test]
fn an_unfinished_game_is_not_looked_back_on() {
    assert_eq!(Narrator::new(Lang::Zh).after(&game(false), &agents(), &[]), None);
}

#[test]
fn who_was_who_and_who_fooled_whom_is_told_in_english() {
    let told = Narrator::new(Lang::En).after(&game(true), &agents(), &tellings()).unwrap();
    for part in [
        "Player 1: Werewolf (human), survived, won\n",
        "Player 2: Seer (scripted:heuristic), died on day 1\n",
        "== Night 1 ==\n",
        "== Day 1 ==\n",
        "Villagers who voted for Player 2, one of their own: Player 3\n",
        "On day 1 Player 1 (Werewolf) claimed: ",
        "Villagers who voted accordingly: Player 3.\n",
        "No villager voted accordingly.\n",
        "On day 1 Player 1 (Werewolf) misled most: \"2 is bad\" +0.13 nats (asked aside: 2; against a silent turn)\n",
        &format!(
            "On day 1 Player 2 (Seer) helped most: \"{}…\" -0.50 nats (asked aside: 1; before and after)\n",
            "x".repeat(80)
        ),
    ] {
        assert!(told.contains(part), "`{part}` is not in\n{told}");
    }
    assert_eq!(told.matches("claimed").count(), 2, "a claim of one's own role and one of a check are lies:\n{told}");
    assert!(!told.contains("Wolves who voted"), "{told}");
    assert!(!told.contains("\n\n\n"), "{told}");
}

#[test]
fn who_was_who_and_who_fooled_whom_is_told_in_chinese() {
    let told = Narrator::new(Lang::Zh).after(&game(true), &agents(), &tellings()).unwrap();
    for part in [
        "1号：狼人（human），活到最后，获胜\n",
        "2号：预言家（scripted:heuristic），第1天出局\n",
        "== 第1夜 ==\n",
        "好人票投给了好人2号：3号\n",
        "第1天，1号（狼人）声称：",
        "信了并投了票的好人：3号。\n",
        "没有好人照着投票。\n",
        "第1天，1号（狼人）最能误导：「2 is bad」 +0.13 纳特（私下问了 2 人，与一轮沉默相比）\n",
        &format!("第1天，2号（预言家）最能澄清：「{}…」 -0.50 纳特（私下问了 1 人，发言前后相比）\n", "x".repeat(80)),
    ] {
        assert!(told.contains(part), "`{part}` is not in\n{told}");
    }
}
