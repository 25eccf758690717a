//! Several people at one terminal.

use crate::tmux::{Terminal, is_there};
use crate::{hows, lines};
use std::collections::BTreeMap;

/// What only one seat may see, by seat: its card, as the log tells it.
fn secrets(terminal: &Terminal, cards: &mut BTreeMap<u8, String>, seat: u8) {
    let screen = terminal.screen();
    if let Some(line) = screen.lines().find(|line| line.contains("你的身份")) {
        let at = line.find("你的身份").unwrap();
        cards.entry(seat).or_insert_with(|| line[at..].trim().to_owned());
    }
}

fn called(screen: &str) -> Option<u8> {
    (1..=9).find(|seat| screen.contains(&format!("请把座位交给{seat}号")))
}

#[test]
fn nothing_of_one_seat_is_left_for_the_next() {
    if !is_there() {
        return;
    }
    let line = "lycaon play --human 2 --human 5 --hot-seat --seed 4 --lang zh --out a.jsonl; echo \"exit $?\"";
    let terminal = Terminal::run(80, 24, line);
    let mut cards = BTreeMap::new();
    let mut curtains = vec![];
    let answers = ["/过", "３", "5号", "投７号", "八号", "1", "２", "４号", "6", "9号", "我听着，过。"];
    let mut answers = answers.iter().cycle();
    for _ in 0..400 {
        let screen = terminal.wait("curtain, question or end", |screen| {
            called(screen).is_some()
                || screen.contains("轮到你")
                || screen.contains("交给下一位")
                || screen.contains("按回车离开")
        });
        if screen.contains("按回车离开") {
            break;
        }
        if let Some(seat) = called(&screen) {
            curtains.push(seat);
            let all = terminal.scrollback();
            for word in ["你的身份", "[仅你]", "[狼队]", "[公]", "预言家", "狼人"] {
                assert!(!all.contains(word), "{word} is left behind the curtain:\n{all}");
            }
            terminal.press("Enter");
            terminal.wait("scene", |screen| called(screen).is_none());
            secrets(&terminal, &mut cards, seat);
            continue;
        }
        let seat = *curtains.last().expect("a curtain before every scene");
        let other = 7 - seat;
        assert!(screen.contains(&format!("▸ {seat}号 你")) && !screen.contains(&format!("▸ {other}号 你")), "{screen}");
        if screen.contains("轮到你") {
            terminal.press("C-u");
            terminal.enter(answers.next().unwrap());
        } else {
            terminal.press("Enter");
        }
        terminal.wait("change", |now| now != screen);
    }
    terminal.press("C-u");
    terminal.press("Enter");
    terminal.wait_for("exit 0");
    assert_eq!(cards.len(), 2, "both saw their card: {cards:?}");
    assert_ne!(cards[&2], cards[&5], "the seed gives them different ones");
    let lines = lines(&terminal, "a.jsonl");
    for seat in [2, 5] {
        assert!(hows(&lines, seat).iter().all(|how| how == "human"));
    }
    assert!(curtains.contains(&2) && curtains.contains(&5));
}

#[test]
fn a_curtain_needs_a_screen_and_several_people_need_a_curtain() {
    if !is_there() {
        return;
    }
    for (flags, says) in [("", "--hot-seat"), ("--hot-seat --ui line", "--hot-seat"), ("--hot-seat --json", "--json")] {
        let line = format!("lycaon play --human 2 --human 5 {flags} --seed 4; echo \"exit $?\"");
        let screen = Terminal::run(120, 24, &line).wait_for("exit 2");
        assert!(screen.contains("error: ") && screen.contains(says), "{screen}");
    }
}
