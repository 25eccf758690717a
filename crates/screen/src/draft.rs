//! What is being typed.

use crate::text;
use unicode_width::UnicodeWidthChar;

/// The longest draft, in characters. The longest speech any house allows is shorter.
const DRAFT_MAX: usize = 8_000;

/// A text being typed, with its cursor.
#[derive(Clone, Debug, Default)]
pub(crate) struct Draft {
    letters: Vec<char>,
    /// Before which letter the cursor stands.
    cursor: usize,
}

/// A draft on the grid.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Laid {
    /// The lines that are shown.
    pub lines: Vec<String>,
    /// In which of them the cursor stands.
    pub row: usize,
    /// After how many columns.
    pub column: usize,
}

impl Draft {
    pub(crate) fn text(&self) -> String {
        self.letters.iter().collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    pub(crate) fn len(&self) -> usize {
        self.letters.len()
    }

    pub(crate) fn clear(&mut self) {
        *self = Draft::default();
    }

    /// Puts another text in place of this one.
    pub(crate) fn replace(&mut self, text: &str) {
        self.clear();
        self.insert(text);
    }

    /// Types a text, without its control characters but for the ends of lines.
    pub(crate) fn insert(&mut self, text: &str) {
        for letter in text.chars().filter(|letter| !letter.is_control() || *letter == '\n') {
            if self.letters.len() < DRAFT_MAX {
                self.letters.insert(self.cursor, letter);
                self.cursor += 1;
            }
        }
    }

    pub(crate) fn backspace(&mut self) {
        if self.cursor > 0 {
            self.cursor -= 1;
            self.letters.remove(self.cursor);
        }
    }

    pub(crate) fn delete(&mut self) {
        if self.cursor < self.letters.len() {
            self.letters.remove(self.cursor);
        }
    }

    pub(crate) fn left(&mut self) {
        self.cursor = self.cursor.saturating_sub(1);
    }

    pub(crate) fn right(&mut self) {
        self.cursor = (self.cursor + 1).min(self.letters.len());
    }

    pub(crate) fn home(&mut self) {
        self.cursor = 0;
    }

    pub(crate) fn end(&mut self) {
        self.cursor = self.letters.len();
    }

    /// The draft at this width, no more than so many lines of it around the cursor. Lines are broken anywhere: what is
    /// being typed must not jump about.
    pub(crate) fn lay(&self, columns: usize, rows: usize) -> Laid {
        let mut lines = vec![String::new()];
        let (mut row, mut column) = (0, 0);
        for (index, letter) in self.letters.iter().enumerate() {
            let wide = letter.width().unwrap_or(0);
            let full = lines.last().is_some_and(|line| text::width(line) + wide > columns);
            if full && *letter != '\n' {
                lines.push(String::new());
            }
            if index == self.cursor {
                (row, column) = (lines.len() - 1, lines.last().map_or(0, |line| text::width(line)));
            }
            match letter {
                '\n' => lines.push(String::new()),
                letter => lines.last_mut().expect("there is always a line").push(*letter),
            }
        }
        if self.cursor == self.letters.len() {
            if lines.last().is_some_and(|line| text::width(line) >= columns) {
                lines.push(String::new());
            }
            (row, column) = (lines.len() - 1, lines.last().map_or(0, |line| text::width(line)));
        }
        let first = (row + 1).saturating_sub(rows.max(1));
        let lines: Vec<String> = lines.into_iter().skip(first).take(rows.max(1)).collect();
        Laid { lines, row: row - first, column }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cursor_stands_at_the_width_of_the_text_before_it() {
        let mut draft = Draft::default();
        draft.insert("我是a预言家");
        assert_eq!(draft.lay(20, 3), Laid { lines: vec!["我是a预言家".into()], row: 0, column: 11 });
        draft.left();
        assert_eq!(draft.lay(20, 3).column, 9);
        draft.home();
        draft.insert("３");
        assert_eq!((draft.text().as_str(), draft.lay(20, 3).column), ("３我是a预言家", 2));
    }

    #[test]
    fn a_long_draft_is_shown_around_the_cursor() {
        let mut draft = Draft::default();
        draft.insert("一二三四五六七八九十");
        let laid = draft.lay(6, 2);
        assert_eq!(laid, Laid { lines: vec!["七八九".into(), "十".into()], row: 1, column: 2 });
        draft.home();
        assert_eq!(draft.lay(6, 2), Laid { lines: vec!["一二三".into(), "四五六".into()], row: 0, column: 0 });
        draft.end();
        draft.backspace();
        assert_eq!(draft.lay(6, 2).row, 1, "a full line goes on in the next");
    }

    #[test]
    fn control_characters_are_not_typed() {
        let mut draft = Draft::default();
        draft.insert("a\u{1b}[2Jb\r\nc\u{7}");
        assert_eq!(draft.text(), "a[2Jb\nc");
        draft.home();
        draft.delete();
        assert_eq!(draft.text(), "[2Jb\nc");
    }
}
