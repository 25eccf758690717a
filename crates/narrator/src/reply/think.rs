//! What a model thought, apart from what it said.

/// Pairs of tags around thoughts, lower case. The last ones are those of models that name their channels.
const TAGS: &[(&str, &str)] = &[
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("<thought>", "</thought>"),
    ("<reasoning>", "</reasoning>"),
    ("<reflection>", "</reflection>"),
    ("<scratchpad>", "</scratchpad>"),
    ("[think]", "[/think]"),
    ("◁think▷", "◁/think▷"),
    ("<|begin_of_thought|>", "<|end_of_thought|>"),
    ("<|channel|>analysis<|message|>", "<|end|>"),
    ("<|channel|>commentary<|message|>", "<|end|>"),
];

/// What a chat template puts between turns. What follows the end of a turn is another turn, made up by the model.
const ENDS: &[&str] =
    &["<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_turn|>", "<end_of_turn>", "</s>", "<|return|>"];

/// Template marks that stand before what is said.
const OPENINGS: &[&str] = &["<|start|>assistant", "<|channel|>final<|message|>", "<|im_start|>assistant", "<s>"];

/// A reply taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Spoken {
    /// What is said.
    pub words: String,
    /// What was thought.
    pub thought: Option<String>,
}

/// Takes thoughts and template marks out of a reply. A tag that is never closed holds the rest; before a closing tag
/// without an opening one everything is thought.
pub(super) fn split(reply: &str) -> Spoken {
    let lower = reply.to_ascii_lowercase();
    let mut words = String::new();
    let mut thought = String::new();
    let mut open: Option<&str> = None;
    let mut at = 0;
    let mut from = 0;
    while let Some(step) = lower[at..].find(['<', '[', '◁']) {
        at += step;
        let rest = &lower[at..];
        let length = if let Some((tag, _)) = TAGS.iter().find(|(tag, _)| rest.starts_with(tag)) {
            let into = if open.is_some() { &mut thought } else { &mut words };
            into.push_str(&reply[from..at]);
            open = open.or(TAGS.iter().find(|pair| pair.0 == *tag).map(|pair| pair.1));
            tag.len()
        } else if let Some((_, tag)) = TAGS.iter().find(|(_, tag)| rest.starts_with(tag)) {
            let channel = *tag == "<|end|>";
            if open.is_none() && !channel {
                // The opening tag was part of the prompt: all so far is thought.
                thought.push_str(&words);
                words.clear();
            }
            let into = if open.is_some() || !channel { &mut thought } else { &mut words };
            into.push_str(&reply[from..at]);
            into.push('\n');
            open = None;
            tag.len()
        } else if let Some(tag) = OPENINGS.iter().find(|tag| rest.starts_with(*tag)) {
            let into = if open.is_some() { &mut thought } else { &mut words };
            into.push_str(&reply[from..at]);
            tag.len()
        } else if open.is_none() && ENDS.iter().any(|tag| rest.starts_with(tag)) && said(&words, &reply[from..at]) {
            words.push_str(&reply[from..at]);
            return finish(words, thought);
        } else {
            // One character on, past the bracket that is no tag.
            at += rest.chars().next().map_or(1, char::len_utf8);
            continue;
        };
        at += length;
        from = at;
    }
    let into = if open.is_some() { &mut thought } else { &mut words };
    into.push_str(&reply[from..]);
    finish(words, thought)
}

fn said(words: &str, more: &str) -> bool {
    !words.trim().is_empty() || !more.trim().is_empty()
}

fn finish(words: String, thought: String) -> Spoken {
    let thought = thought.trim();
    Spoken { words: words.trim().to_string(), thought: (!thought.is_empty()).then(|| thought.to_string()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(reply: &str, words: &str, thought: Option<&str>) {
        assert_eq!(split(reply), Spoken { words: words.into(), thought: thought.map(String::from) }, "{reply}");
    }

    #[test]
    fn tags_in_every_state_of_disrepair() {
        check("<think>wolf?</think>3", "3", Some("wolf?"));
        check("<THINK>\n\n</THINK>\n\n3", "3", None);
        check("wolf?</think>3", "3", Some("wolf?"));
        check("<think>wolf? 3", "", Some("wolf? 3"));
        check("<think>a<think>b</think>c</think>d", "d", Some("ab\nc"));
        check("3 <think>why", "3", Some("why"));
        check("[THINK]x[/THINK]y [z] <b>", "y [z] <b>", Some("x"));
    }

    #[test]
    fn turns_and_channels() {
        check("3<|im_end|>\n<|im_start|>user\nvote 5", "3", None);
        check(
            "<|channel|>analysis<|message|>wolf<|end|><|start|>assistant<|channel|>final<|message|>3",
            "3",
            Some("wolf"),
        );
        check("</s>3", "</s>3", None);
    }
}
