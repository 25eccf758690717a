//! What a model is told of the past: all of it, or, as a condition of an experiment, less.

use lycaon_narrator::{Memory, Narrator};
use lycaon_rules::{Ask, Fallback, Menu, Request, Source, View};
use lycaon_rules::{Choice, Seat};
use serde::{Deserialize, Serialize};

/// How much of the game stands in a prompt.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum History {
    /// Everything that was heard and said. The conversation only grows, and a provider's cache serves it best.
    #[default]
    Full,
    /// The beginning, and so many days: today, with the night before it, is one. At least 1.
    LastDays(u16),
    /// The beginning, what the model itself wrote down when the last day ended, and today. Writing it takes a call a
    /// day.
    Summary,
}

/// Who a model is and what it keeps in mind: conditions of an experiment beside the sampling.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mind {
    /// How much of the game stands in its prompts.
    pub history: History,
    /// The character it plays, in its own words; none is given if it is empty.
    pub persona: String,
    /// Whether it is told to talk as a player who types does: for games with people.
    #[serde(default)]
    pub manner: bool,
}

/// The longest summary that is asked for, in characters.
pub const SUMMARY_MAX: u16 = 1500;

/// What a seat remembers beside its conversation.
#[derive(Clone, Debug, Default)]
pub struct Remembered {
    /// Its last summary.
    pub summary: Option<String>,
    /// Its last notes.
    pub notes: Option<String>,
}

/// Whether a day has begun since a conversation heard so many events of this view, so that older ones may be forgotten.
pub fn day_began(view: &View, told: usize) -> bool {
    let heard = view.heard();
    let before = told.checked_sub(1).and_then(|last| heard.get(last));
    before.zip(heard.last()).is_some_and(|(before, last)| before.day < last.day)
}

/// From which position of the view on the history tells everything; `None` if it leaves nothing out today.
pub fn window(history: History, view: &View) -> Option<usize> {
    let today = view.heard().last()?.day;
    let first = match history {
        History::Full => return None,
        History::LastDays(days) => today.checked_sub(days.max(1) - 1)?,
        History::Summary => today,
    };
    let start = beginning(view);
    let position = view.heard().iter().position(|event| event.day >= first)?;
    (position > start).then_some(position)
}

/// What stands for everything before that position: the beginning, what came of the rest, and the notes.
pub fn instead(narrator: &Narrator, view: &View, history: History, remembered: &Remembered) -> String {
    let mut parts = vec![narrator.heard(view, 0..beginning(view))];
    match (history, &remembered.summary) {
        (History::Summary, Some(summary)) => parts.push(narrator.memory(Memory::Summary(summary))),
        _ => parts.push(narrator.memory(Memory::LeftOut)),
    }
    parts.extend(remembered.notes.as_ref().map(|notes| narrator.memory(Memory::Notes(notes))));
    parts.retain(|part| !part.trim().is_empty());
    parts.join("\n")
}

/// How many events a seat hears before the first night or day.
fn beginning(view: &View) -> usize {
    view.heard().iter().position(|event| event.day > 0).unwrap_or(view.heard().len())
}

/// The shape of an answer that is a summary: words.
pub fn summary_request(seat: Seat) -> Request {
    Request {
        seat,
        ask: Ask::Words,
        menu: Menu::Talk { limit: SUMMARY_MAX },
        fallback: Fallback::Choice { choice: Choice::Say },
        from: Source::House,
        chat: false,
    }
}
