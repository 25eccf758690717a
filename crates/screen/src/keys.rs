//! Keys. Only those that get through an input method do something: it keeps letters and their combinations to itself.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};

/// A key, or what an input method or a clipboard sends at once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Type(String),
    Enter,
    Esc,
    Tab,
    BackTab,
    Up,
    Down,
    Left,
    Right,
    Home,
    End,
    PageUp,
    PageDown,
    Backspace,
    Delete,
    F(u8),
    /// Ctrl-U.
    Clear,
    /// Ctrl-C.
    Leave,
    /// Ctrl-L.
    Redraw,
    /// Ctrl-E.
    Edit,
}

/// The key of an event of the terminal, if it is one.
pub(crate) fn key(event: Event) -> Option<Key> {
    match event {
        Event::Key(pressed) if pressed.kind != KeyEventKind::Release => of(pressed),
        Event::Paste(text) => Some(Key::Type(text.replace("\r\n", "\n").replace('\r', "\n"))),
        _ => None,
    }
}

fn of(pressed: KeyEvent) -> Option<Key> {
    let control = pressed.modifiers.contains(KeyModifiers::CONTROL);
    Some(match pressed.code {
        KeyCode::Char('c' | 'C') if control => Key::Leave,
        KeyCode::Char('l' | 'L') if control => Key::Redraw,
        KeyCode::Char('e' | 'E') if control => Key::Edit,
        KeyCode::Char('u' | 'U') if control => Key::Clear,
        KeyCode::Char('j' | 'J') if control => Key::Type("\n".into()),
        KeyCode::Char(_) if control => return None,
        KeyCode::Char(letter) => Key::Type(letter.into()),
        KeyCode::Enter => Key::Enter,
        KeyCode::Esc => Key::Esc,
        KeyCode::Tab => Key::Tab,
        KeyCode::BackTab => Key::BackTab,
        KeyCode::Up => Key::Up,
        KeyCode::Down => Key::Down,
        KeyCode::Left => Key::Left,
        KeyCode::Right => Key::Right,
        KeyCode::Home => Key::Home,
        KeyCode::End => Key::End,
        KeyCode::PageUp => Key::PageUp,
        KeyCode::PageDown => Key::PageDown,
        KeyCode::Backspace => Key::Backspace,
        KeyCode::Delete => Key::Delete,
        KeyCode::F(number) => Key::F(number),
        _ => return None,
    })
}
