//! Reasoning that came inside of the text, between tags.

/// The tags that open models put round their reasoning.
const TAGS: [(&str, &str); 3] = [("<think>", "</think>"), ("<thinking>", "</thinking>"), ("[THINK]", "[/THINK]")];

/// The text without the reasoning at its head, and that reasoning.
///
/// Only the head is looked at, for a tag in the middle of a speech is something the player says. A closing tag without
/// an opening one (templates that open it in the prompt) and an opening one that is never closed (the budget ran out)
/// both count.
#[must_use]
pub fn separate(text: &str) -> (&str, Option<&str>) {
    let head = text.trim_start();
    for (open, close) in TAGS {
        if let Some(inside) = head.strip_prefix(open) {
            return match inside.split_once(close) {
                Some((reasoning, rest)) => (rest.trim(), Some(reasoning.trim())),
                None => ("", Some(inside.trim())),
            };
        }
    }
    let is_json = head.starts_with(['{', '`']);
    for (open, close) in TAGS {
        if let Some((reasoning, rest)) = text.split_once(close)
            && !is_json
            && !reasoning.contains(open)
        {
            return (rest.trim(), Some(reasoning.trim()));
        }
    }
    (text, None)
}

#[cfg(test)]
mod tests {
    use super::separate;

    #[test]
    fn tags_at_the_head_are_taken_out() {
        assert_eq!(separate("<think>I am a wolf</think>\n{\"a\":1}"), ("{\"a\":1}", Some("I am a wolf")));
        assert_eq!(separate("  <thinking>\nx\n</thinking> vote 3 "), ("vote 3", Some("x")));
        assert_eq!(separate("[THINK]x[/THINK]3"), ("3", Some("x")));
    }

    #[test]
    fn half_a_pair_of_tags_counts() {
        assert_eq!(separate("I am a wolf</think>3"), ("3", Some("I am a wolf")));
        assert_eq!(separate("<think>I am a wolf, so"), ("", Some("I am a wolf, so")));
    }

    #[test]
    fn a_speech_about_tags_is_left_alone() {
        for text in ["3", "", "2 said <think>a</think>!", "we <think> so", "{\"speech\":\"</think>\"}"] {
            assert_eq!(separate(text), (text, None));
        }
    }
}
