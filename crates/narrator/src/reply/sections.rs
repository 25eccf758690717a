//! Headings in front of lines, as models write them that were asked for fields and forgot the JSON:
//! `Thought: ...`, `Speech: ...`, `**Answer:** 3`, `思考：……`.

use super::fields::{Field, field};
use super::json::Node;

/// Headings are short.
const HEADING: usize = 40;

/// The parts of a reply under headings, in order.
#[derive(Debug, Default)]
pub(super) struct Sections {
    pub members: Vec<(Field, Node)>,
    /// What stands before the first heading.
    pub before: String,
}

/// Takes a reply apart at the headings that this request knows.
pub(super) fn sections(text: &str, known: fn(Field) -> bool) -> Sections {
    let mut sections = Sections::default();
    let mut open: Option<(Field, String)> = None;
    for line in text.lines() {
        match heading(line).filter(|(field, _)| known(*field)) {
            Some((field, rest)) => {
                sections.close(open.take());
                open = Some((field, rest.to_string()));
            }
            None => {
                let into = open.as_mut().map_or(&mut sections.before, |(_, text)| text);
                if !into.is_empty() {
                    into.push('\n');
                }
                into.push_str(line);
            }
        }
    }
    sections.close(open);
    sections
}

impl Sections {
    fn close(&mut self, section: Option<(Field, String)>) {
        let Some((field, text)) = section else { return };
        // A choice takes one line; what follows it is talk again.
        let text = match field {
            Field::Speech | Field::Remark | Field::Thought | Field::Reason => text.trim().to_string(),
            _ => text.trim().lines().next().unwrap_or_default().trim().to_string(),
        };
        if !text.is_empty() {
            self.members.push((field, Node::Text(text)));
        }
    }

    /// Whether any heading was found for which this holds.
    pub(super) fn has(&self, wanted: fn(Field) -> bool) -> bool {
        self.members.iter().any(|(field, _)| wanted(*field))
    }
}

/// The heading of a line and what follows it.
fn heading(line: &str) -> Option<(Field, &str)> {
    const MARKS: &[char] = &['*', '#', '-', '>', '_', '`', '[', ']', '【', '】', '"', ' ', '\t'];
    let line = line.trim_start_matches(MARKS);
    let (at, colon) = line.char_indices().take(HEADING).find(|(_, c)| matches!(c, ':' | '：'))?;
    let name = line[..at].trim_end_matches(MARKS);
    let rest = line[at + colon.len_utf8()..].trim_start_matches(['*', '_', '`', ' ', '\t']);
    let announces = ["选项", "option", "action"].contains(&name.to_lowercase().as_str()) && options(rest);
    field(name).filter(|_| !announces).map(|field| (field, rest))
}

/// Whether a line names several options, as the prompt did, and chooses none.
fn options(rest: &str) -> bool {
    rest.is_empty() || rest.contains([',', '，', '、'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_open_sections() {
        let text = "Let me see.\n**Thought:** I am\nthe wolf\n\nSpeech: hello\n**最终答案：** 3号\nbye";
        let sections = sections(text, |_| true);
        assert_eq!(sections.before, "Let me see.");
        let members = [(Field::Thought, "I am\nthe wolf"), (Field::Speech, "hello"), (Field::Choice, "3号")];
        assert_eq!(sections.members, members.map(|(field, text)| (field, Node::Text(text.into()))));
    }
}
