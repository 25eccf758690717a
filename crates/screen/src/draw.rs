//! A scene as a picture: a pure function of the scene, the look and the area. Lines are broken before they are drawn.
//! The log is the rightmost pane and has no border on its right, so that a terminal which takes a sign for wider than
//! it is spoils nothing.

use crate::bottom;
use crate::log::heading;
use crate::look::{Look, Meaning};
use crate::question::Asked;
use crate::scene::Scene;
use crate::seats;
use crate::text;
use lycaon_agents::human::filled;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Style;
use std::time::Duration;

/// The smallest window that everything fits into.
pub(crate) const SMALLEST: (u16, u16) = (60, 16);

/// How many cells the bar of the timer has.
const BAR: usize = 7;

/// How little time is left when the timer wants attention.
const SOON: Duration = Duration::from_secs(30);

/// What was found out by drawing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Drawn {
    /// Where the cursor stands, and with it the window of an input method.
    pub cursor: Option<Position>,
    /// How far up the log really is scrolled.
    pub up: usize,
    /// How far down the popup really is.
    pub down: usize,
}

/// Draws a scene.
pub(crate) fn draw(scene: &Scene, look: Look, area: Rect, buffer: &mut Buffer) -> Drawn {
    if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
        for (row, line) in text::wrap(&scene.texts.too_small, area.width, 0).iter().enumerate() {
            put(buffer, area, row as u16, 0, line, look.style(Meaning::Alert));
        }
        return Drawn { up: scene.up, ..Drawn::default() };
    }
    title(scene, look, area, buffer);
    let bottom = bottom::lay(scene, look, area.width, (area.height - 2) / 2);
    let height = area.height - 1 - bottom.height();
    let middle = Rect { y: area.y + 1, height, ..area };
    let mut drawn = match &scene.popup {
        Some(popup) => Drawn { up: scene.up, down: overlay(scene, popup, look, middle, buffer), cursor: None },
        None => panes(scene, look, middle, buffer),
    };
    let below = Rect { y: area.y + 1 + height, height: bottom.height(), ..area };
    drawn.cursor = bottom.draw(look, below, buffer);
    drawn
}

/// Writes a text into a row of an area, from a column of it on.
pub(crate) fn put(buffer: &mut Buffer, area: Rect, row: u16, column: u16, text: &str, style: Style) {
    if row < area.height && column < area.width {
        // What was there before leaves nothing of its style.
        let style = Style::reset().patch(style);
        buffer.set_stringn(area.x + column, area.y + row, text, usize::from(area.width - column), style);
    }
}

/// Where in the game we are, who is asked what, and the time.
fn title(scene: &Scene, look: Look, area: Rect, buffer: &mut Buffer) {
    let stage = match (&scene.asked, &scene.watched, seats::speaking(&scene.view)) {
        (Some(asked), ..) => asked.text.title.clone(),
        _ if scene.over => String::new(),
        (None, Some(watched), _) => watched.clone(),
        (None, None, Some(seat)) => format!("{} {}", scene.narrator.seat_name(seat), scene.texts.speaking),
        (None, None, None) => scene.texts.waiting.clone(),
    };
    let part = scene.view.heard().last().map(|event| heading(&scene.narrator, event)).unwrap_or_default();
    let left = if stage.is_empty() { format!("─ {part} ") } else { format!("─ {part} · {stage} ") };
    let (alive, all) = (scene.view.living().len(), scene.view.board().seats);
    let mut right = format!(" {}", filled(&filled(&scene.texts.alive, "alive", alive), "all", all));
    let time = scene.asked.as_ref().and_then(|asked: &Asked| asked.time);
    let soon = time.is_some_and(|(left, _)| left <= SOON);
    if let Some((left, whole)) = time {
        right.push_str(&format!(" · {} {}", filled(&scene.texts.left, "time", clock(left)), bar(left, whole)));
    }
    let right = format!("{right} ─");
    let style = look.style(if soon { Meaning::Alert } else { Meaning::Moderator });
    put(buffer, area, 0, 0, &"─".repeat(area.width.into()), look.style(Meaning::Dim));
    put(buffer, area, 0, 0, &text::fit(&left, usize::from(area.width) / 2), look.style(Meaning::Moderator));
    let column = area.width.saturating_sub(text::width(&right) as u16);
    put(buffer, area, 0, column, &right, style);
}

fn clock(left: Duration) -> String {
    format!("{:02}:{:02}", left.as_secs() / 60, left.as_secs() % 60)
}

fn bar(left: Duration, whole: Duration) -> String {
    let share = left.as_secs_f64() / whole.as_secs_f64().max(f64::EPSILON);
    let full = ((share * BAR as f64).ceil() as usize).min(BAR);
    format!("{}{}", "▓".repeat(full), "░".repeat(BAR - full))
}

/// The seats on the left, the log on the right.
fn panes(scene: &Scene, look: Look, area: Rect, buffer: &mut Buffer) -> Drawn {
    let wide = if area.width >= 100 { 34 } else { 28 };
    for (row, (meaning, line)) in
        seats::rows(scene, usize::from(wide) - 2, area.height.into()).iter().take(area.height.into()).enumerate()
    {
        put(buffer, area, row as u16, 0, line, look.style(*meaning));
    }
    for row in 0..area.height {
        put(buffer, area, row, wide - 1, "│", look.style(Meaning::Dim));
    }
    let log = Rect { x: area.x + wide + 1, width: area.width - wide - 1, ..area };
    let below = scene.up > 0;
    let height = usize::from(area.height) - usize::from(below);
    let (rows, up) = scene.log.rows(log.width, height, scene.up);
    for (row, line) in rows.iter().enumerate() {
        put(buffer, log, row as u16, 0, &line.text, look.style(line.meaning));
    }
    if below {
        let mark = match scene.unseen {
            0 => scene.texts.above.clone(),
            count => filled(&scene.texts.new_below, "count", count),
        };
        put(buffer, log, area.height - 1, 0, &mark, look.style(Meaning::Alert));
    }
    Drawn { up, ..Drawn::default() }
}

/// A text laid over the panes; how far down it really is.
fn overlay(scene: &Scene, popup: &crate::scene::Popup, look: Look, area: Rect, buffer: &mut Buffer) -> usize {
    let lines = text::wrap(&popup.text, area.width - 4, 2);
    let height = usize::from(area.height).saturating_sub(1);
    let down = popup.down.min(lines.len().saturating_sub(height));
    let title = format!("┄┄ {} ", popup.title);
    let hint = format!(" {} ┄┄", scene.texts.keys_popup);
    put(buffer, area, 0, 0, &"┄".repeat(area.width.into()), look.style(Meaning::Dim));
    put(buffer, area, 0, 0, &title, look.style(Meaning::Moderator));
    put(buffer, area, 0, area.width.saturating_sub(text::width(&hint) as u16), &hint, look.style(Meaning::Dim));
    for (row, line) in lines.iter().skip(down).take(height).enumerate() {
        put(buffer, area, row as u16 + 1, 2, line, look.style(Meaning::Public));
    }
    down
}
