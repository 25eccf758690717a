//! Where the player of a recorded game stands.

use crate::draw::draw;
use crate::keys::Key;
use crate::look::Look;
use crate::scene::Scene;
use crate::watch::Watching;
use lycaon_agents::human::filled;
use lycaon_narrator::Narrator;
use lycaon_rules::{Board, Event, Listener, Phase, View};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use std::sync::Arc;
use std::time::Duration;

/// The slowest and the fastest.
const SPEEDS: (f64, f64) = (0.125, 32.0);

/// How long an entry is read at speed 1: for itself, for each of its characters, and at most.
const READING: (Duration, Duration, Duration) =
    (Duration::from_millis(400), Duration::from_millis(45), Duration::from_secs(8));

/// A recorded game, and how much of it is shown.
#[derive(Debug)]
pub(crate) struct Reel {
    listener: Listener,
    board: Arc<Board>,
    narrator: Arc<Narrator>,
    /// What the listener hears of the record.
    events: Vec<Event>,
    /// How many events the record had when it was last looked at.
    recorded: usize,
    /// How many of them are shown.
    at: usize,
    scene: Scene,
    speed: f64,
    paused: bool,
    follow: bool,
    /// For how long the last entry has been read.
    read: Duration,
}

impl Reel {
    pub(crate) fn new(watching: Watching, events: Vec<Event>) -> Self {
        let Watching { listener, board, narrator, speed, follow, .. } = watching;
        let scene = Scene::new(View::new(listener, board.clone()), narrator.clone());
        let mut reel = Reel {
            listener,
            board,
            narrator,
            events: vec![],
            recorded: 0,
            at: 0,
            scene,
            speed: speed.clamp(SPEEDS.0, SPEEDS.1),
            paused: false,
            follow,
            read: Duration::ZERO,
        };
        reel.extend(events);
        let start = if follow { reel.events.len() } else { 0 };
        reel.show(start);
        if !follow {
            reel.forward();
        }
        reel
    }

    /// Takes in all that is recorded now; true if there is more.
    pub(crate) fn extend(&mut self, events: Vec<Event>) -> bool {
        let more = events.len() > self.recorded;
        let new = events.into_iter().skip(self.recorded);
        let new: Vec<Event> = new.inspect(|_| self.recorded += 1).collect();
        let heard = new.into_iter().filter(|event| event.heard_by(self.listener, 0).is_some());
        self.events.extend(heard);
        self.caption();
        more
    }

    /// Shows the first so many events.
    fn show(&mut self, at: usize) {
        if at < self.at {
            let fresh = Scene::new(View::new(self.listener, self.board.clone()), self.narrator.clone());
            let old = std::mem::replace(&mut self.scene, fresh);
            (self.scene.popup, self.at) = (old.popup, 0);
        }
        let mut view = self.scene.view.clone();
        for event in &self.events[self.at..at] {
            view.hear(event);
        }
        self.scene.hear(&view);
        self.at = at;
        self.read = Duration::ZERO;
        self.caption();
    }

    fn caption(&mut self) {
        let texts = self.scene.texts;
        let position = filled(&filled(&texts.position, "at", self.at), "all", self.events.len());
        let state = match () {
            () if self.paused => texts.paused.clone(),
            () if self.follow && self.at == self.events.len() => texts.following.clone(),
            () => filled(&texts.speed, "speed", self.speed),
        };
        self.scene.watched = Some(format!("{state} · {position}"));
    }

    /// Shows one more entry; false at the end.
    fn forward(&mut self) -> bool {
        let before = self.scene.log.entries().len();
        while self.at < self.events.len() && self.scene.log.entries().len() == before {
            self.show(self.at + 1);
        }
        self.scene.log.entries().len() > before
    }

    /// Shows one entry less.
    fn back(&mut self) {
        let last = self.scene.log.entries().last().map(|entry| entry.at);
        self.show(last.unwrap_or(0));
    }

    /// Where each night and day begins.
    fn phases(&self) -> Vec<usize> {
        let chapter = |index: usize| -> (Phase, u16) { (self.events[index].phase, self.events[index].day) };
        (0..self.events.len()).filter(|index| *index == 0 || chapter(*index) != chapter(*index - 1)).collect()
    }

    /// Does what a key is for. An input method turns some keys into others.
    pub(crate) fn press(&mut self, key: Key) {
        match &key {
            Key::Type(text) => match text.as_str() {
                " " | "　" => self.paused = !self.paused,
                "[" | "【" | "「" | "［" => {
                    let phase = self.phases().into_iter().rev().find(|start| start + 1 < self.at);
                    self.show(phase.map_or(1, |start| start + 1).min(self.events.len()));
                }
                "]" | "】" | "」" | "］" => {
                    let phase = self.phases().into_iter().find(|start| *start >= self.at);
                    self.show(phase.map_or(self.events.len(), |start| start + 1));
                }
                _ => {}
            },
            Key::Right => {
                self.forward();
            }
            Key::Left => {
                self.paused = true;
                self.back();
            }
            Key::Up if self.scene.popup.is_none() => self.speed = (self.speed * 2.0).min(SPEEDS.1),
            Key::Down if self.scene.popup.is_none() => self.speed = (self.speed / 2.0).max(SPEEDS.0),
            Key::F(2 | 4) | Key::Tab | Key::BackTab => {}
            _ => {
                self.scene.press(key);
            }
        }
        self.caption();
    }

    /// Whether something is laid over the log.
    pub(crate) fn is_covered(&self) -> bool {
        self.scene.popup.is_some()
    }

    /// Lets time pass; true if something looks different.
    pub(crate) fn tick(&mut self, passed: Duration) -> bool {
        if self.paused || self.at == self.events.len() {
            return false;
        }
        let (itself, letter, most) = READING;
        let letters = self.scene.log.entries().last().map_or(0, |entry| entry.text.chars().count());
        let whole = (itself + letter * letters as u32).min(most).div_f64(self.speed);
        self.read += passed;
        self.read >= whole && self.forward()
    }

    /// Draws it.
    pub(crate) fn draw(&mut self, look: Look, area: Rect, buffer: &mut Buffer) {
        let drawn = draw(&self.scene, look, area, buffer);
        self.scene.up = drawn.up;
        if let Some(popup) = &mut self.scene.popup {
            popup.down = drawn.down;
        }
    }
}
