//! What a reply states of beliefs.

use super::json::{Node, objects};
use lycaon_rules::Seat;
use std::collections::BTreeMap;

/// Beliefs as a model stated them. What is not there, or cannot be read, is left out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Stated {
    /// The probability, 0 to 1, that a seat is a wolf.
    pub p_wolf: BTreeMap<Seat, f64>,
    /// Whom it suspects most.
    pub top_suspect: Option<Seat>,
    /// Whom it would vote out.
    pub would_vote: Option<Seat>,
    /// How likely, 0 to 1, others hold it for a wolf.
    pub suspected: Option<f64>,
}

/// Reads the last JSON object of a reply that states a probability. A number beyond 1 is one only if it says percent:
/// nothing is guessed.
#[must_use]
pub fn stated(reply: &str) -> Stated {
    let read = objects(reply).found.into_iter().rev().map(|(node, _)| of(node));
    read.into_iter().find(|stated| !stated.p_wolf.is_empty() || stated.suspected.is_some()).unwrap_or_default()
}

fn of(node: Node) -> Stated {
    let mut stated = Stated::default();
    let Node::Object(members) = node else { return stated };
    for (key, value) in members {
        match (key.trim(), value) {
            ("p_wolf", Node::Object(seats)) => {
                let each = seats.iter().filter_map(|(key, value)| Some((seat(key)?, probability(value)?)));
                stated.p_wolf = each.collect();
            }
            ("top_suspect", value) => stated.top_suspect = word(&value).and_then(seat),
            ("would_vote", value) => stated.would_vote = word(&value).and_then(seat),
            ("suspected", value) => stated.suspected = probability(&value),
            _ => {}
        }
    }
    stated
}

fn word(node: &Node) -> Option<&str> {
    match node {
        Node::Number(text) | Node::Text(text) | Node::Bare(text) => Some(text.trim()),
        Node::Null | Node::Bool(_) | Node::List(_) | Node::Object(_) => None,
    }
}

/// A seat by its number, whatever word stands beside it: `3`, `3号`, `Player 3`.
fn seat(text: &str) -> Option<Seat> {
    let mut numbers = text.split(|c: char| !c.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let number = numbers.next()?.parse::<u8>().ok()?;
    if numbers.next().is_some() { None } else { Seat::try_from(number).ok() }
}

fn probability(node: &Node) -> Option<f64> {
    let text = word(node)?;
    let p = match text.strip_suffix(['%', '％']) {
        Some(percent) => percent.trim().parse::<f64>().ok()? / 100.0,
        None => text.parse().ok()?,
    };
    (0.0..=1.0).contains(&p).then_some(p)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn wolves(reply: &str) -> Vec<(u8, f64)> {
        stated(reply).p_wolf.into_iter().map(|(seat, p)| (seat.number(), p)).collect()
    }

    #[test]
    fn beliefs_are_read_as_models_write_them() {
        let plain = r#"{"p_wolf": {"5": 0.4, "2": 1}, "top_suspect": 2, "would_vote": "2"}"#;
        assert_eq!(wolves(plain), [(2, 1.0), (5, 0.4)]);
        let read = stated(plain);
        assert_eq!((read.top_suspect, read.would_vote), (Some(Seat::new(2)), Some(Seat::new(2))));
        let fenced = "我想：\n```json\n{\"p_wolf\": {\"3号\": \"40%\", \"Player 12\": .5}, \"would_vote\": null}\n```";
        assert_eq!(wolves(fenced), [(3, 0.4), (12, 0.5)]);
        assert_eq!(stated(fenced).would_vote, None);
        assert_eq!(stated(r#"{"suspected": 0.25, "would_vote": 4}"#).suspected, Some(0.25));
        let twice = r#"{"p_wolf": {"3": 0.1}} no: {"p_wolf": {"3": 0.9}}"#;
        assert_eq!(wolves(twice), [(3, 0.9)], "the last word counts");
    }

    #[test]
    fn nothing_is_guessed() {
        for reply in
            ["", "seat 3: 0.4", r#"{"p_wolf": {"3": 40}}"#, r#"{"p_wolf": [0.4]}"#, r#"{"p_wolf": {"99": 0.4}}"#]
        {
            assert_eq!(stated(reply), Stated::default(), "{reply}");
        }
    }
}
