//! Pictures of scenes, without a terminal.

mod curtain;
mod gallery;
mod hostile;
mod pictures;
mod typing;
mod watching;

use crate::draw::{Drawn, draw};
use crate::keys::Key;
use crate::look::Look;
use crate::question::Given;
use crate::scene::{Act, Scene};
use lycaon_agents::{Calls, Deadline, Question, Thinking, Window};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{
    About, Ask, Audience, Board, Ceiling, Choice, Event, EventId, Fact, Fallback, FloorKind, Listener, Manner, Menu,
    Phase, Request, RoleId, Seat, SeatEvent, Seats, Sight, Source, View,
};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;
use tokio::sync::oneshot;
use unicode_width::UnicodeWidthStr;

const PLAIN: Look = Look { colour: false };

/// The view of a seat of the nine-player board that has heard nothing.
fn view(seat: u8) -> View {
    View::new(Listener::Seat(Seat::new(seat)), Board::named("online-9p").unwrap().into())
}

/// Lets a seat hear facts: what all may hear as all, and everything else alone.
fn hear(view: &mut View, day: u16, phase: Phase, facts: impl IntoIterator<Item = Fact>) {
    for fact in facts {
        let audience = match (fact.ceiling(), view.seat()) {
            (Ceiling::All, _) | (_, None) => Audience::Everyone,
            (_, Some(seat)) => Audience::one(seat),
        };
        let n = view.heard().len() as u32;
        view.hear(&Event { n, day, phase, audience, fact });
    }
}

fn seats(numbers: impl IntoIterator<Item = u8>) -> Seats {
    numbers.into_iter().map(Seat::new).collect()
}

fn spoke(seat: u8, text: &str) -> Fact {
    let (seat, floor) = (Seat::new(seat), Some(FloorKind::Day));
    Fact::Spoke { seat, floor, text: text.into(), claims: vec![] }
}

/// A seer on the second day: a check, two dead, a sheriff, a speech.
fn seer() -> View {
    let mut view = view(3);
    hear(&mut view, 0, Phase::Setup, [Fact::Card { role: RoleId::Seer }]);
    hear(&mut view, 1, Phase::Night, [Fact::NightFell { night: 1 }]);
    hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: Seat::new(7), sight: Sight::Wolf }]);
    let died = Fact::Died { seats: seats([4, 9]), manner: Manner::Night, by: None };
    let order = [2, 3, 5].map(Seat::new).to_vec();
    let floor = Fact::Floor { floor: FloorKind::Day, order };
    let talk = spoke(2, "我是预言家，7号查杀，今天全票打飞他。");
    let elected = Fact::Elected { seat: Seat::new(2) };
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, elected, died, floor, talk]);
    view
}

fn request(seat: u8, ask: Ask, menu: Menu, fallback: Fallback) -> Request {
    Request { seat: Seat::new(seat), ask, menu, fallback, from: Source::House, chat: false }
}

fn ballot(seat: u8) -> Request {
    let mut choices: Vec<Choice> = [2, 5, 7].map(|seat| Choice::Target { seat: Seat::new(seat) }).into();
    choices.push(Choice::Pass);
    let fallback = Fallback::Choice { choice: Choice::Pass };
    request(seat, Ask::Ballot { about: About::Exile, round: 1 }, Menu::OneOf { choices }, fallback)
}

fn speech(seat: u8) -> Request {
    let fallback = Fallback::Choice { choice: Choice::Say };
    request(seat, Ask::Speak { floor: FloorKind::Day }, Menu::Talk { limit: 500 }, fallback)
}

fn scene(view: &View, lang: Lang) -> Scene {
    let nothing = View::new(view.listener(), view.board().clone());
    let mut scene = Scene::new(nothing, Arc::new(Narrator::new(lang)));
    scene.hear(view);
    scene
}

/// Puts a request to a scene, with nobody else asked.
fn ask(scene: &mut Scene, request: &Request) -> oneshot::Receiver<Given> {
    ask_in(scene, request, None, None)
}

fn ask_in(
    scene: &mut Scene,
    request: &Request,
    deadline: Option<&Deadline>,
    window: Option<&Window>,
) -> oneshot::Receiver<Given> {
    let (view, journal) = (scene.view.clone(), Calls::new());
    let question = Question { view: &view, request, attempt: 1, complaint: None, deadline, journal: &journal, window };
    scene.ask(&question, true)
}

fn types(scene: &mut Scene, text: &str) {
    scene.press(Key::Type(text.into()));
}

/// A scene at a size, as text.
fn picture(scene: &Scene, columns: u16, rows: u16) -> String {
    drawn(scene, columns, rows).0
}

fn drawn(scene: &Scene, columns: u16, rows: u16) -> (String, Drawn) {
    let area = Rect::new(0, 0, columns, rows);
    let mut buffer = Buffer::empty(area);
    let drawn = draw(scene, PLAIN, area, &mut buffer);
    (screen_text(&buffer), drawn)
}

/// What stands in a buffer, a line for each row. What a wide letter covers is no space.
fn screen_text(buffer: &Buffer) -> String {
    let area = buffer.area;
    let row = |y: u16| {
        let (mut line, mut x) = (String::new(), 0);
        while x < area.width {
            let symbol = buffer[(x, y)].symbol();
            line.push_str(symbol);
            x += (symbol.width() as u16).max(1);
        }
        line.trim_end().to_owned()
    };
    (0..area.height).map(row).collect::<Vec<_>>().join("\n")
}

/// Compares a picture with the one that was looked at when the test was written; `LYCAON_WRITE_SCREENS=1` draws it anew.
#[track_caller]
fn looks(name: &str, picture: &str) {
    let path = format!("{}/src/tests/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("LYCAON_WRITE_SCREENS").is_some() {
        std::fs::write(&path, format!("{picture}\n")).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(picture, expected.trim_end_matches('\n'), "{name} looks different:\n{picture}");
}
