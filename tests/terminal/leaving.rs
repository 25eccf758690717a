//! Leaving, being stopped, and coming back.

use crate::tmux::{Terminal, is_there};
use crate::{EN, hows, lines};

const LINE: &str = "lycaon play --human 9 --seed 4 --lang en --out a.jsonl --ui full; echo \"exit $?\"; stty -a";

#[track_caller]
fn is_given_back(terminal: &Terminal) {
    terminal.wait_for("speed");
    assert_eq!(terminal.tells("#{alternate_on} #{cursor_flag}"), "0 1");
    let settings = terminal.scrollback();
    assert!(settings.contains(" icanon") && settings.contains(" echo "), "{settings}");
}

#[test]
fn the_terminal_is_given_back_however_the_game_is_stopped() {
    if !is_there() {
        return;
    }
    for way in ["keys", "-INT", "-TERM"] {
        let terminal = Terminal::run(80, 24, LINE);
        terminal.wait_for(EN.turn);
        if way == "keys" {
            terminal.press("C-c");
            terminal.wait_for("Ctrl-C once more");
            terminal.press("C-c");
        } else {
            terminal.signal(way);
        }
        terminal.wait_for("exit 130");
        assert!(terminal.screen().contains("play --resume a.jsonl"), "{way}: {}", terminal.screen());
        is_given_back(&terminal);
    }
}

#[test]
fn after_a_crash_the_same_question_is_put_again() {
    if !is_there() {
        return;
    }
    let terminal = Terminal::run(80, 24, LINE);
    terminal.wait_for(EN.turn);
    let mut answers = EN.answers.iter().cycle();
    // Into the first day.
    let mut asked = String::new();
    for _ in 0..40 {
        let screen = terminal.wait("question", |screen| screen.contains(EN.turn));
        asked = question(&screen);
        if screen.lines().next().unwrap().contains("Day 1") {
            break;
        }
        terminal.press("C-u");
        terminal.enter(answers.next().unwrap());
        terminal.wait("change", |now| now != screen);
    }
    terminal.signal("-KILL");
    terminal.wait_for("exit 137");
    let place = terminal.into_place();
    let again = "lycaon play --resume a.jsonl --ui full; echo \"exit $?\"";
    let terminal = Terminal::run_in(place, 80, 24, again);
    let screen = terminal.wait_for(EN.turn);
    assert_eq!(question(&screen), asked, "{screen}");
    let lines = lines(&terminal, "a.jsonl");
    assert!(hows(&lines, 9).iter().all(|how| how == "human"));
    assert_eq!(lines.iter().filter(|line| line["kind"] == "resumed").count(), 1);
}

/// The question on a screen, without what the night told before.
fn question(screen: &str) -> String {
    let from = screen.lines().skip_while(|line| !line.contains(EN.turn));
    from.filter(|line| !line.contains("What the night told")).collect::<Vec<_>>().join("\n")
}

#[test]
fn who_quits_watches_a_script_play_on() {
    if !is_there() {
        return;
    }
    let terminal = Terminal::run(80, 24, LINE);
    terminal.wait_for(EN.turn);
    terminal.enter("/quit");
    terminal.wait_for("Leave the table?");
    terminal.enter("/quit");
    terminal.wait_for(EN.over);
    terminal.press("C-u");
    terminal.press("Enter");
    terminal.wait_for("exit 0");
    is_given_back(&terminal);
    let lines = lines(&terminal, "a.jsonl");
    let hows = hows(&lines, 9);
    assert!(!hows.is_empty() && hows.iter().all(|how| how == "scripted"), "{hows:?}");
    assert_eq!(lines.iter().filter(|line| line["kind"] == "agent_left").count(), 1);
}

/// At seat 3 of this seed is a wolf who blows himself up on the first day.
#[test]
fn whoever_has_left_sees_the_whole_game_only_if_he_wanted_to() {
    if !is_there() {
        return;
    }
    for (flag, all) in [("", false), ("--after-death watch-all", true)] {
        let line = format!("lycaon play --human 3 --seed 1 --lang en --out a.jsonl --ui full {flag}; echo \"exit $?\"");
        let terminal = Terminal::run(100, 30, &line);
        let mut blown_up = false;
        for _ in 0..100 {
            let asks = |screen: &str| screen.contains(EN.turn) || screen.contains(EN.over);
            let screen = terminal.wait("question or end", asks);
            assert!(!screen.contains("[record]") || screen.contains(EN.over), "he may still act: {screen}");
            if screen.contains(EN.over) {
                break;
            }
            blown_up |= screen.contains("blow yourself up");
            terminal.press(if blown_up { "Up" } else { "Down" });
            terminal.press("Enter");
            terminal.wait("change", |now| now != screen && !now.contains("Enter confirms"));
        }
        assert!(blown_up);
        terminal.press("Home");
        let told = terminal.wait_for("── Setup ──");
        assert_eq!(told.contains("[record]") && told.contains("[Player 8]"), all, "{told}");
        assert_eq!(told.contains("Player 6 Witch"), all, "the cards stand beside the seats: {told}");
        terminal.press("Enter");
        terminal.wait_for("exit 0");
    }
}
