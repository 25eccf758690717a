//! People who joined a game from other terminals: in full screen and in lines, to the end.

use crate::client::{Host, Invited};
use crate::line::Line;
use crate::support::Place;
use crate::tmux::{Terminal, is_there};
use crate::{EN, Words, ZH, looks};
use serde_json::Value;

/// What a language says to those who have joined.
struct Said {
    words: &'static Words,
    waits: &'static str,
    /// The choice is made and can be taken back: said in lines, and with the keys of the full screen.
    held: &'static str,
    keys_held: &'static str,
    /// How a person in lines is told that he may speak.
    speak: &'static str,
    after: &'static str,
    lost: &'static str,
    back: &'static str,
}

const SAID_ZH: Said = Said {
    words: &ZH,
    waits: "人到齐就开局",
    held: "/undo 可以收回",
    keys_held: "/undo 或 Esc 收回",
    speak: "一行说完",
    after: "== 复盘 ==",
    lost: "连接断了",
    back: "连接恢复了",
};

const SAID_EN: Said = Said {
    words: &EN,
    waits: "begins when all are here",
    held: "/undo takes it back",
    keys_held: "/undo or Esc takes it back",
    speak: "One line is said",
    after: "== After the game ==",
    lost: "The connection is lost",
    back: "The connection is back",
};

/// Joins in a terminal of this size.
fn join(invited: &Invited, ui: &str, lang: &str) -> Terminal {
    let Invited { address, code } = invited;
    Terminal::run(80, 24, &format!("lycaon join {address} {code} --ui {ui} --lang {lang}; echo \"exit $?\""))
}

/// A screen without what is drawn by lot: the key for coming back, and the port.
fn settled(screen: &str) -> String {
    let line = |line: &str| match line.split_once("lycaon join 127.0.0.1:") {
        Some((before, rest)) => {
            let rest: String = rest.chars().map(|c| if c.is_ascii_alphanumeric() { '?' } else { c }).collect();
            format!("{before}lycaon join 127.0.0.1:{rest}")
        }
        None => line.to_owned(),
    };
    screen.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// Someone at a terminal, who answers each question in the same way whenever it comes.
struct Player {
    terminal: Terminal,
    said: &'static Said,
    /// What was answered last, as it was asked.
    answered: String,
}

impl Player {
    fn new(terminal: Terminal, said: &'static Said) -> Self {
        Player { terminal, said, answered: String::new() }
    }

    /// Answers, if there is a question; true once the game is over.
    fn step_in_full_screen(&mut self) -> bool {
        let screen = self.terminal.screen();
        if screen.contains(self.said.words.over) {
            return true;
        }
        if !screen.contains(self.said.words.turn) || screen.contains(self.said.keys_held) || screen == self.answered {
            return false;
        }
        if screen.contains(" · 0/") {
            self.terminal.enter(self.said.words.speech);
        } else {
            self.terminal.press("Down");
            self.terminal.wait("mark", |now| now.contains("▸ "));
            self.terminal.press("Enter");
        }
        self.terminal.wait("answer", |now| asked(now, self.said) != asked(&screen, self.said));
        self.answered = screen;
        false
    }

    /// The same in lines. What is no answer is asked again, so the words that fit are found by trying.
    fn step_in_lines(&mut self) -> bool {
        let told = self.terminal.scrollback();
        if told.contains(self.said.after) {
            return true;
        }
        let question = told.rsplit_once(self.said.words.turn).map(|(_, question)| question.to_owned());
        let Some(question) = question.filter(|question| question.ends_with('>')) else { return false };
        if question.contains(self.said.held) {
            return false;
        }
        let tries = question.lines().filter(|line| line.starts_with('>')).count();
        let answer = if question.contains(self.said.speak) { "I listen.".into() } else { format!("{tries}") };
        self.terminal.enter(&answer);
        self.terminal.wait("answer", |_| self.terminal.scrollback() != told);
        false
    }
}

/// What is asked on a screen, and what was heard before it.
fn asked(screen: &str, said: &Said) -> String {
    let question = |line: &&str| !line.starts_with('>') && !line.contains("▸");
    if screen.contains(said.words.turn) { screen.lines().filter(question).collect() } else { String::new() }
}

fn a_game_is_joined_and_played_to_the_end(said: &'static Said) {
    if !is_there() {
        return;
    }
    let lang = said.words.lang;
    let place = Place::new();
    let host = Host::open(&place, "2,5,7", &["--lang", lang, "--deadline", "0", "--interrupts", "own_turn"]);
    let mut two = Player::new(join(host.invited(0), "full", lang), said);
    let waiting = two.terminal.wait_for(said.waits);
    looks(&format!("joined-{lang}-80x24"), &settled(&waiting));
    let mut five = Player::new(join(host.invited(1), "full", lang), said);
    five.terminal.wait_for(said.waits);
    let mut seven = Player::new(join(host.invited(2), "line", lang), said);
    let is_asked = |screen: &str| screen.contains(said.words.turn) && screen.lines().count() == 24;
    for _ in 0..400 {
        if is_asked(&two.terminal.screen()) {
            break;
        }
        five.step_in_full_screen();
        seven.step_in_lines();
    }
    let first = two.terminal.wait("question", is_asked);
    looks(&format!("joined-question-{lang}-80x24"), &first);
    two.terminal.press("F1");
    two.terminal.wait_for("Ctrl-E");
    two.terminal.press("PageDown");
    two.terminal.wait_for("lycaon join");
    two.terminal.press("Escape");
    two.terminal.wait("question as before", |screen| screen == first);
    let mut over = [false; 3];
    for _ in 0..4000 {
        over = [two.step_in_full_screen(), five.step_in_full_screen(), seven.step_in_lines()];
        if over == [true; 3] {
            break;
        }
    }
    assert_eq!(over, [true; 3], "the game does not end:\n{}", two.terminal.screen());
    let way_back = format!("\nlycaon join {} ", host.invited(0).address);
    host.ended().succeeds();
    looks(&format!("joined-over-{lang}-80x24"), &two.terminal.screen());
    for player in [&two, &five] {
        assert_eq!(player.terminal.tells("#{alternate_on}"), "1");
        player.terminal.press("Enter");
    }
    let told: Vec<String> = [&two, &five, &seven].map(|player| account(&player.terminal, said)).into();
    looks(&format!("joined-after-{lang}"), &told[0]);
    assert!(told.iter().all(|other| *other == told[0]), "all are told the same: {told:?}");
    assert_eq!(two.terminal.tells("#{alternate_on} #{cursor_flag}"), "0 1", "the terminal is given back");
    assert!(two.terminal.scrollback().contains(&way_back), "{}", two.terminal.scrollback());
    let lines = place.lines("a.jsonl");
    for seat in [2, 5, 7] {
        let hows = crate::hows(&lines, seat);
        // Asked whether he breaks in is nobody who has not raised a hand.
        assert!(hows.iter().all(|how| how == "human" || how == "unraised"), "seat {seat}: {hows:?}");
        assert!(hows.iter().any(|how| how == "human"), "seat {seat}: {hows:?}");
    }
    place.run(&["verify", "a.jsonl"]).succeeds();
}

/// What is told after the game, where the terminal has been given back.
fn account(terminal: &Terminal, said: &Said) -> String {
    terminal.wait_for("exit 0");
    let told = terminal.scrollback();
    let (_, after) = told.split_once(said.after).unwrap_or_else(|| panic!("no account in\n{told}"));
    after.split("exit 0").next().unwrap().trim().to_owned()
}

#[test]
fn a_chinese_game_is_joined_in_full_screen_and_in_lines() {
    a_game_is_joined_and_played_to_the_end(&SAID_ZH);
}

#[test]
fn an_english_game_is_joined_in_full_screen_and_in_lines() {
    a_game_is_joined_and_played_to_the_end(&SAID_EN);
}

#[test]
fn a_lost_connection_is_seen_and_the_question_is_still_there() {
    if !is_there() {
        return;
    }
    for said in [&SAID_ZH, &SAID_EN] {
        let lang = said.words.lang;
        let place = Place::new();
        let host = Host::open(&place, "9", &["--lang", lang, "--deadline", "0"]);
        let line = Line::to(&host.invited(0).address);
        let invited = Invited { address: line.address.clone(), code: host.invited(0).code.clone() };
        let terminal = join(&invited, "full", lang);
        let question = terminal.wait_for(said.words.turn);
        line.cut();
        let lost = terminal.wait("try", |screen| ["第 2 次", "try 2"].iter().any(|text| screen.contains(text)));
        assert!(lost.contains(said.words.turn), "the question stands: {lost}");
        line.mend();
        let back = terminal.wait_for(said.back);
        assert!(!back.contains(said.lost), "{back}");
        terminal.press("Down");
        terminal.press("Enter");
        terminal.wait("answer", |now| asked(now, said) != asked(&question, said) && !now.contains(said.back));
        terminal.enter("/quit");
        terminal.enter("/quit");
        terminal.wait_for(said.words.over);
        terminal.press("Enter");
        terminal.wait_for("exit 0");
        host.ended().succeeds();
        let lines = place.lines("a.jsonl");
        let hows = crate::hows(&lines, 9);
        assert_eq!(hows[0], "human");
        assert!(hows.len() > 1 && hows[1..].iter().all(|how| how == "scripted"), "{hows:?}");
        let left = lines.iter().filter(|line: &&Value| line["kind"] == "agent_left" && line["seat"] == 9);
        assert_eq!(left.count(), 1, "that the seat was handed over is recorded");
    }
}

#[test]
fn a_joined_player_who_leaves_is_told_how_to_come_back_to_the_same_question() {
    if !is_there() {
        return;
    }
    let place = Place::new();
    let host = Host::open(&place, "9", &["--lang", "en", "--deadline", "0"]);
    let terminal = join(host.invited(0), "full", "en");
    let question = terminal.wait_for(EN.turn);
    terminal.press("C-c");
    terminal.wait_for("the seat is kept");
    terminal.press("C-c");
    terminal.wait_for("exit 130");
    let told = terminal.scrollback();
    let (_, key) = told.split_once(&format!("lycaon join {} ", host.invited(0).address)).expect("the way back");
    let invited = Invited { address: host.invited(0).address.clone(), code: key[..26].to_owned() };
    let again = join(&invited, "full", "en");
    let same = again.wait_for(EN.turn);
    assert_eq!(asked(&same, &SAID_EN), asked(&question, &SAID_EN));
    again.enter("/quit");
    again.enter("/quit");
    again.wait_for(EN.over);
    again.press("Enter");
    again.wait_for("exit 0");
    host.ended().succeeds();
}
