//! Colours stand for six meanings. Each is told by a tag or a sign as well, so that none is needed.

use ratatui::style::{Color, Modifier, Style};

/// What a piece of the screen means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// All hear it.
    Public,
    /// Only this seat hears it.
    OnlyYou,
    /// The pack, the lovers or another circle hears it.
    Circle,
    /// The moderator: headings, questions.
    Moderator,
    /// It wants attention.
    Alert,
    /// It matters less.
    Dim,
}

/// How meanings are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Look {
    /// Whether with colours.
    pub colour: bool,
}

impl Look {
    /// The style of a meaning.
    #[must_use]
    pub fn style(self, meaning: Meaning) -> Style {
        let (colour, weight) = match meaning {
            Meaning::Public => (Color::Reset, Modifier::empty()),
            Meaning::OnlyYou => (Color::Cyan, Modifier::empty()),
            Meaning::Circle => (Color::Magenta, Modifier::empty()),
            Meaning::Moderator => (Color::Yellow, Modifier::BOLD),
            Meaning::Alert => (Color::Red, Modifier::BOLD),
            Meaning::Dim => (Color::DarkGray, Modifier::DIM),
        };
        let style = Style::new().add_modifier(weight);
        if self.colour { style.fg(colour) } else { style }
    }
}
