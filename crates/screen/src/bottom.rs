//! The lower part of a scene: what is asked, how it was understood, what is being typed, and the keys that work now.

use crate::draft::Laid;
use crate::draw::put;
use crate::look::{Look, Meaning};
use crate::question::Asked;
use crate::scene::Scene;
use crate::text::{self, flow};
use lycaon_agents::human::filled;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};

/// What stands before the draft.
const PROMPT: &str = "> ";

/// How many rows a draft may take: of a speech, and of anything else.
const DRAFT_ROWS: (usize, usize) = (5, 1);

/// The lower part, laid out for a width.
pub(crate) struct Bottom {
    title: String,
    rows: Vec<Line<'static>>,
    draft: Laid,
    hints: String,
}

/// Lays it out in at most so many rows. Where there is no room for all, what matters least gives way.
pub(crate) fn lay(scene: &Scene, look: Look, columns: u16, rows: u16) -> Bottom {
    let speech = scene.asked.as_ref().is_some_and(Asked::is_speech);
    let draft_rows = if speech || scene.draft.len() > usize::from(columns) / 2 { DRAFT_ROWS.0 } else { DRAFT_ROWS.1 };
    let draft_rows = draft_rows.min(usize::from(rows) / 3);
    let draft = match scene.watched {
        Some(_) => Laid { lines: vec![], row: 0, column: 0 },
        None => scene.draft.lay(usize::from(columns) - text::width(PROMPT), draft_rows),
    };
    let mut sections = sections(scene, look, columns);
    let room = usize::from(rows).saturating_sub(2 + draft.lines.len());
    while sections.iter().map(|section| section.rows.len()).sum::<usize>() > room {
        let Some(least) = sections.iter_mut().filter(|section| !section.rows.is_empty()).min_by_key(|s| s.weight)
        else {
            break;
        };
        least.rows.pop();
    }
    Bottom {
        title: title(scene),
        rows: sections.into_iter().flat_map(|section| section.rows).collect(),
        draft,
        hints: hints(scene).to_owned(),
    }
}

/// Rows that belong together, and how much they matter.
struct Section {
    weight: u8,
    rows: Vec<Line<'static>>,
}

fn sections(scene: &Scene, look: Look, columns: u16) -> Vec<Section> {
    let plain = |weight: u8, meaning: Meaning, said: &str| {
        let line = |line: String| Line::styled(line, look.style(meaning));
        let rows = if said.is_empty() { vec![] } else { text::wrap(said, columns, 2) };
        Section { weight, rows: rows.into_iter().map(line).collect() }
    };
    let mut sections = vec![plain(9, Meaning::Alert, scene.connection.as_deref().unwrap_or_default())];
    if let Some(asked) = &scene.asked {
        if !scene.recap.is_empty() {
            let recap: Vec<&str> = scene.recap.iter().map(|line| line.trim()).collect();
            let recap = format!("{} {}", scene.texts.night_told, recap.join(" "));
            sections.push(plain(0, Meaning::OnlyYou, &recap));
        }
        sections.push(plain(5, Meaning::Alert, asked.complaint.as_deref().unwrap_or_default()));
        sections.push(plain(4, Meaning::Public, &asked.text.text));
        if asked.held.is_none() {
            sections.push(Section { weight: 7, rows: options(scene, asked, look, columns) });
            sections.push(plain(1, Meaning::Dim, &asked.text.fallback));
            if let Some(choice) = asked.meant(&scene.draft, &scene.narrator) {
                let choice = scene.narrator.choice(&asked.request, choice);
                sections.push(plain(8, Meaning::Moderator, &filled(&scene.texts.press, "choice", choice)));
            }
        }
    } else if scene.over {
        sections.push(plain(5, Meaning::Moderator, &scene.texts.leave));
    }
    if let Some((meaning, status)) = &scene.status {
        sections.push(plain(6, *meaning, status));
    }
    sections
}

/// The options side by side, with the one that Enter would choose marked.
fn options(scene: &Scene, asked: &Asked, look: Look, columns: u16) -> Vec<Line<'static>> {
    let meant = asked.meant(&scene.draft, &scene.narrator);
    let marked = |index: usize| meant.is_some() && asked.choices().get(index).copied() == meant;
    let piece = |(index, option): (usize, &String)| format!("{}{option}", if marked(index) { "▸" } else { " " });
    let pieces: Vec<String> = asked.text.options.iter().enumerate().map(piece).collect();
    let rows = flow(&pieces, columns.into(), 1).into_iter();
    rows.map(|row| {
        let span = |index: usize| {
            let style = look.style(if marked(index) { Meaning::Moderator } else { Meaning::Public });
            let style = if marked(index) { style.add_modifier(Modifier::REVERSED) } else { style };
            [Span::styled(pieces[index].clone(), style), Span::raw(" ")]
        };
        Line::from(row.into_iter().flat_map(span).collect::<Vec<_>>())
    })
    .collect()
}

fn title(scene: &Scene) -> String {
    let Some(asked) = &scene.asked else { return String::new() };
    let seat = scene.narrator.seat_name(asked.request.seat);
    let mut title = filled(&scene.words.asked, "seat", seat).trim_matches(['—', '-', ' ']).to_owned();
    if let Some(limit) = asked.limit() {
        let count = filled(&scene.texts.speech, "count", scene.draft.len());
        title = format!("{title} · {}", filled(&count, "limit", limit));
    }
    title
}

fn hints(scene: &Scene) -> &str {
    let texts = scene.texts;
    match &scene.asked {
        _ if scene.watched.is_some() => &texts.keys_watch,
        Some(asked) if asked.held.is_some() => &texts.keys_held,
        Some(asked) if asked.is_speech() || asked.choices().is_empty() => &texts.keys_answer,
        Some(_) => &texts.keys_choose,
        None if scene.over => &texts.keys_over,
        None => &texts.keys_wait,
    }
}

impl Bottom {
    /// How many rows it takes.
    pub(crate) fn height(&self) -> u16 {
        (2 + self.rows.len() + self.draft.lines.len()) as u16
    }

    /// Draws it; where the cursor stands.
    pub(crate) fn draw(&self, look: Look, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        put(buffer, area, 0, 0, &"─".repeat(area.width.into()), look.style(Meaning::Dim));
        if !self.title.is_empty() {
            put(buffer, area, 0, 0, &format!("─ {} ", self.title), look.style(Meaning::Moderator));
        }
        for (row, line) in self.rows.iter().enumerate() {
            buffer.set_line(area.x, area.y + 1 + row as u16, line, area.width);
        }
        let top = 1 + self.rows.len() as u16;
        if !self.draft.lines.is_empty() {
            put(buffer, area, top, 0, PROMPT, look.style(Meaning::Moderator));
        }
        for (row, line) in self.draft.lines.iter().enumerate() {
            put(buffer, area, top + row as u16, 2, line, look.style(Meaning::Public));
        }
        let hints = text::fit(&self.hints, area.width.into());
        put(buffer, area, area.height - 1, 0, &hints, look.style(Meaning::Dim));
        let here = Position { x: area.x + 2 + self.draft.column as u16, y: area.y + top + self.draft.row as u16 };
        (!self.draft.lines.is_empty()).then_some(here)
    }
}
