//! Whole games.

use crate::tmux::{Terminal, is_there};
use crate::{EN, Words, ZH, hows, lines, looks};

/// Plays in full screen until the game is over, and looks at each question.
pub fn full(terminal: &Terminal, words: &Words, look: impl Fn(&str)) {
    let mut answers = words.answers.iter().cycle();
    for _ in 0..300 {
        let screen = terminal.wait("question and no end", |s| s.contains(words.turn) || s.contains(words.over));
        if screen.contains(words.over) {
            return;
        }
        look(&screen);
        if screen.contains(" · 0/") {
            terminal.enter(words.speech);
        } else {
            terminal.press("C-u");
            terminal.enter(answers.next().unwrap());
        }
        terminal.wait("change", |now| now != screen);
    }
    panic!("the game does not end:\n{}", terminal.screen());
}

fn whole_game_in_full_screen(words: &Words, columns: u16, rows: u16, seat: u64) {
    if !is_there() {
        return;
    }
    let line = format!(
        "lycaon play --human {seat} --seed 4 --lang {} --out a.jsonl --ui full; echo \"exit $?\"; lycaon verify a.jsonl; stty -a",
        words.lang
    );
    let terminal = Terminal::run(columns, rows, &line);
    let size = format!("{}-{columns}x{rows}", words.lang);
    let first = terminal.wait_for(words.turn);
    looks(&format!("first-question-{size}"), &first);
    terminal.press("F2");
    looks(&format!("card-{size}"), &terminal.wait("card", |screen| screen != first));
    terminal.press("F1");
    looks(&format!("help-{size}"), &terminal.wait_for("Ctrl-E"));
    terminal.press("Escape");
    terminal.wait("question as before", |screen| screen == first);
    full(&terminal, words, |_| {});
    assert_eq!(terminal.tells("#{alternate_on}"), "1");
    terminal.press("C-u");
    terminal.press("Enter");
    let after = terminal.wait_for("exit 0");
    terminal.wait_for("speed");
    assert!(terminal.scrollback().contains("transcript a.jsonl"), "{after}");
    assert_eq!(terminal.tells("#{alternate_on} #{cursor_flag}"), "0 1", "the terminal is given back");
    let settings = terminal.scrollback();
    assert!(settings.contains(" icanon") && settings.contains(" echo "), "{settings}");
    let lines = lines(&terminal, "a.jsonl");
    let hows = hows(&lines, seat);
    assert!(!hows.is_empty() && hows.iter().all(|how| how == "human"), "{hows:?}");
    assert_eq!(lines.last().unwrap()["t"], "end");
}

#[test]
fn a_chinese_game_in_full_screen() {
    whole_game_in_full_screen(&ZH, 80, 24, 9);
}

#[test]
fn an_english_game_in_full_screen() {
    whole_game_in_full_screen(&EN, 120, 40, 9);
}

#[test]
fn a_chinese_game_in_a_large_full_screen() {
    whole_game_in_full_screen(&ZH, 120, 40, 5);
}

#[test]
fn an_english_game_in_a_small_full_screen() {
    whole_game_in_full_screen(&EN, 80, 24, 5);
}

fn whole_game_in_lines(words: &Words, columns: u16, rows: u16, term: &str, flag: &str) {
    if !is_there() {
        return;
    }
    let line = format!(
        "TERM={term} lycaon play --human 9 --seed 4 --lang {} --out a.jsonl {flag}; echo \"exit $?\"",
        words.lang
    );
    let terminal = Terminal::run(columns, rows, &line);
    terminal.wait("prompt", |screen| screen.ends_with('>'));
    assert_eq!(terminal.tells("#{alternate_on}"), "0");
    looks(&format!("lines-{}-{columns}x{rows}", words.lang), &terminal.screen());
    let mut answers = words.answers.iter().cycle();
    for _ in 0..400 {
        let screen = terminal.wait("prompt", |screen| screen.ends_with('>') || screen.contains("exit "));
        if screen.contains("exit ") {
            break;
        }
        let before = terminal.scrollback();
        terminal.enter(answers.next().unwrap());
        terminal.wait("answer", |_| terminal.scrollback().lines().count() > before.lines().count());
    }
    terminal.wait_for("exit 0");
    let lines = lines(&terminal, "a.jsonl");
    let hows = hows(&lines, 9);
    assert!(!hows.is_empty() && hows.iter().all(|how| how == "human"), "{hows:?}");
}

#[test]
fn a_chinese_game_in_lines() {
    whole_game_in_lines(&ZH, 80, 24, "xterm-256color", "--ui line");
}

#[test]
fn an_english_game_in_lines_where_the_terminal_is_dumb() {
    whole_game_in_lines(&EN, 120, 40, "dumb", "");
}

#[test]
fn the_picture_follows_the_window_and_needs_no_colour() {
    if !is_there() {
        return;
    }
    let line = "lycaon play --human 9 --seed 4 --lang zh --out a.jsonl --ui full";
    for (variables, coloured) in [("", true), ("NO_COLOR=1 ", false), ("LYCAON_COLOR=never ", false)] {
        let terminal = Terminal::run(80, 24, &format!("{variables}{line}"));
        terminal.wait_for(ZH.turn);
        let painted = terminal.painted();
        assert_eq!(painted.contains("\u{1b}[38;5;"), coloured, "{variables}: {painted:?}");
        if coloured {
            terminal.resize(100, 30);
            terminal.wait("30 rows", |screen| screen.lines().count() == 30 && screen.contains(ZH.turn));
            terminal.resize(40, 10);
            terminal.wait_for("窗口太小");
            terminal.resize(80, 24);
            terminal.wait("24 rows", |screen| screen.lines().count() == 24 && screen.contains(ZH.turn));
        }
    }
}

#[test]
fn a_timer_is_seen_rings_and_takes_the_fallback() {
    if !is_there() {
        return;
    }
    let line = "lycaon play --human 9 --seed 4 --lang zh --out a.jsonl --ui full --timer 4 --bell; echo \"exit $?\"";
    let terminal = Terminal::run(80, 24, line);
    let asked = terminal.wait_for("剩 00:0");
    assert!(asked.contains('▓'), "{asked}");
    terminal.wait_for("时间到了");
    terminal.wait_for(ZH.over);
    terminal.press("C-u");
    terminal.press("Enter");
    terminal.wait_for("exit 0");
    let hows = hows(&lines(&terminal, "a.jsonl"), 9);
    assert_eq!(hows[0], "timed_out");
}

#[test]
fn a_long_speech_is_written_in_an_editor() {
    if !is_there() {
        return;
    }
    let line = "EDITOR='sed -i s/^/编辑过的/' lycaon play --human 9 --seed 4 --lang zh --out a.jsonl --ui full";
    let terminal = Terminal::run(80, 24, line);
    terminal.wait_for(ZH.turn);
    terminal.types("话");
    terminal.press("C-e");
    terminal.wait_for("编辑过的话");
    terminal.press("C-l");
    let screen = terminal.wait_for("编辑过的话");
    assert!(screen.contains(ZH.turn));
}
