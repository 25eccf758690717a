//! What a reply says beside its answer: members that are for the table and for the model itself.

use super::json::{Node, objects};

/// What stands beside the answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Aside {
    /// Whether the seat wants to be asked, before each speech, whether it breaks in.
    pub raise: Option<bool>,
    /// The private notes that replace the last ones.
    pub notes: Option<String>,
    /// What the seat thought in private before it chose.
    pub thought: Option<String>,
}

/// Reads what stands beside the answer in the JSON of a reply. What is not there or cannot be read is left out: nobody
/// is asked again for it.
#[must_use]
pub fn aside(reply: &str) -> Aside {
    let mut aside = Aside::default();
    for (node, _) in objects(reply).found {
        let Node::Object(members) = node else { continue };
        for (key, value) in members {
            match (key.trim().to_lowercase().as_str(), value) {
                ("raise", Node::Bool(raise)) => aside.raise = Some(raise),
                ("raise", Node::Text(word) | Node::Bare(word)) => {
                    aside.raise = word.trim().to_lowercase().parse().ok().or(aside.raise);
                }
                ("thought", Node::Text(thought)) if !thought.trim().is_empty() => {
                    aside.thought = Some(thought.trim().to_owned());
                }
                ("notes", Node::Text(notes)) if !notes.trim().is_empty() => aside.notes = Some(notes.trim().to_owned()),
                _ => {}
            }
        }
    }
    aside
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_raised_hand_and_notes_are_read_from_json_alone() {
        let read = |reply: &str| (aside(reply).raise, aside(reply).notes);
        assert_eq!(read(r#"{"choice": "3", "raise": true, "notes": " 3 lied "}"#), (Some(true), Some("3 lied".into())));
        assert_eq!(read("```json\n{\"choice\": 3, \"raise\": \"False\", \"notes\": \"\"}\n```"), (Some(false), None));
        assert_eq!(read(r#"{"choice": "3", "raise": "perhaps"}"#), (None, None));
        assert_eq!(read("I raise my hand: true"), (None, None));
        assert_eq!(read(r#"{"speech": "{\"raise\": true}"}"#), (None, None), "a speech is no member");
        assert_eq!(aside(r#"{"thought": " 3 lied ", "choice": 3}"#).thought.as_deref(), Some("3 lied"));
        assert_eq!(aside(r#"{"thought": "", "choice": 3}"#).thought, None);
    }
}
