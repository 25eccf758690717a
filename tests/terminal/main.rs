//! People at a real terminal: whole games in both modes and both languages, with the keys that an input method sends.

#[allow(dead_code, reason = "what the tests of hosting need besides")]
#[path = "../hosting/client.rs"]
mod client;
mod hostile;
mod hot_seat;
mod joined;
mod leaving;
#[path = "../hosting/line.rs"]
mod line;
mod play;
#[allow(dead_code, reason = "what the tests of the command line need besides")]
#[path = "../cli/support.rs"]
mod support;
mod tmux;
mod tricks;
mod watch;

use serde_json::Value;
use tmux::Terminal;

/// What a language calls the things that are looked for.
struct Words {
    lang: &'static str,
    turn: &'static str,
    over: &'static str,
    speech: &'static str,
    /// Answers as people give them: one of them fits every question sooner or later.
    answers: &'static [&'static str],
}

const ZH: Words = Words {
    lang: "zh",
    turn: "轮到你",
    over: "按回车离开",
    speech: "我是好人，先听后面的发言，2号、7号都聊聊。",
    answers: &["/过", "３", "5号", "投７号", "八号", "1", "２", "４号", "6", "9号", "我听着，过。"],
};

const EN: Words = Words {
    lang: "en",
    turn: "it is your turn",
    over: "Enter leaves",
    speech: "I am good; let us hear the others first.",
    answers: &["/pass", "3", "player 5", "vote 7", "８", "1", "２", "4", "6", "9", "I listen."],
};

/// The lines of a transcript.
fn lines(terminal: &Terminal, name: &str) -> Vec<Value> {
    terminal.read(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// How a seat's decisions came about.
fn hows(lines: &[Value], seat: u64) -> Vec<String> {
    let own = lines.iter().filter(|line| line["t"] == "decision" && line["seat"] == seat);
    own.map(|line| line["how"].as_str().unwrap().to_owned()).collect()
}

/// Compares a screen with the one that was looked at when the test was written; `LYCAON_WRITE_SCREENS=1` writes it anew.
#[track_caller]
fn looks(name: &str, screen: &str) {
    let path = format!("{}/tests/terminal/screens/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("LYCAON_WRITE_SCREENS").is_some() {
        std::fs::write(&path, format!("{screen}\n")).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(screen, expected.trim_end_matches('\n'), "{name} looks different:\n{screen}");
}
