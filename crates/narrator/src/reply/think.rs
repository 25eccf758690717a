//! What a model thought, apart from what it said.

/// Pairs of tags around thoughts, in lower case.
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
];

/// Channels in which some models think, before the one in which they speak.
const CHANNELS: &[&str] = &["<|channel|>analysis<|message|>", "<|channel|>commentary<|message|>"];

/// What ends a channel.
const CHANNEL_END: &str = "<|end|>";

/// What a chat template puts behind a turn. What follows is another turn, made up by the model.
const TURN_ENDS: &[&str] =
    &["<|im_end|>", "<|endoftext|>", "<|eot_id|>", "<|end_of_turn|>", "<end_of_turn>", "</s>", "<|return|>"];

/// What a chat template puts before what is said.
const TURN_STARTS: &[&str] = &["<|start|>assistant", "<|channel|>final<|message|>", "<|im_start|>assistant", "<s>"];

/// A reply taken apart.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Spoken {
    /// What is said.
    pub words: String,
    /// What was thought.
    pub thought: Option<String>,
}

/// A mark in a reply.
enum Mark {
    ThoughtBegins,
    ThoughtEnds,
    ChannelEnds,
    TurnBegins,
    TurnEnds,
}

/// The mark with which a text begins, and its length.
fn mark(text: &str) -> Option<(Mark, usize)> {
    let begins = |marks: &[&str]| marks.iter().find(|mark| text.starts_with(**mark)).map(|mark| mark.len());
    let tag = |side: fn(&(&'static str, &'static str)) -> &'static str| {
        TAGS.iter().map(side).find(|tag| text.starts_with(tag)).map(str::len)
    };
    None.or_else(|| tag(|pair| pair.0).or_else(|| begins(CHANNELS)).map(|length| (Mark::ThoughtBegins, length)))
        .or_else(|| tag(|pair| pair.1).map(|length| (Mark::ThoughtEnds, length)))
        .or_else(|| begins(&[CHANNEL_END]).map(|length| (Mark::ChannelEnds, length)))
        .or_else(|| begins(TURN_STARTS).map(|length| (Mark::TurnBegins, length)))
        .or_else(|| begins(TURN_ENDS).map(|length| (Mark::TurnEnds, length)))
}

/// Takes thoughts and template marks out of a reply. A tag that is never closed holds the rest; before a closing tag
/// without an opening one everything is thought.
pub(super) fn split(reply: &str) -> Spoken {
    let lower = reply.to_ascii_lowercase();
    let (mut words, mut thought) = (String::new(), String::new());
    let mut thinking = false;
    // What stands from `from` on has not been sorted yet.
    let (mut from, mut at) = (0, 0);
    while let Some(step) = lower[at..].find(['<', '[', '◁']) {
        at += step;
        let Some((mark, length)) = mark(&lower[at..]) else {
            at += lower[at..].chars().next().map_or(1, char::len_utf8);
            continue;
        };
        let piece = &reply[from..at];
        (if thinking { &mut thought } else { &mut words }).push_str(piece);
        at += length;
        from = at;
        match mark {
            Mark::ThoughtBegins => thinking = true,
            Mark::ThoughtEnds => {
                if !thinking {
                    // The opening tag was part of the prompt: all so far is thought.
                    thought.push_str(&std::mem::take(&mut words));
                }
                thought.push('\n');
                thinking = false;
            }
            Mark::ChannelEnds => thinking = false,
            Mark::TurnBegins => {}
            Mark::TurnEnds if thinking || words.trim().is_empty() => {}
            Mark::TurnEnds => {
                from = reply.len();
                break;
            }
        }
    }
    (if thinking { &mut thought } else { &mut words }).push_str(&reply[from..]);
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
        check("</s>3", "3", None);
    }
}
