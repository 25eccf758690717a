//! What a reply to a question put aside says: beliefs, a ballot, a report, a doubt.

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

/// Whom a reply votes for, `Some(None)` if for nobody: by the last JSON object that has a `vote`.
#[must_use]
pub fn polled(reply: &str) -> Option<Option<Seat>> {
    let votes = objects(reply).found.into_iter().rev().filter_map(|(node, _)| member(node, "vote"));
    match votes.into_iter().next()? {
        Node::Null => Some(None),
        vote => match word(&vote)? {
            "null" | "none" => Some(None),
            text => seat(text).map(Some),
        },
    }
}

/// What a reply says of the seat's own speech.
#[derive(Clone, Debug, PartialEq)]
pub struct Reported {
    /// How it was meant, in lower case.
    pub intent: String,
    /// Whether something was held for false.
    pub lie: bool,
    /// How sure of that, 0 to 1.
    pub confidence: f64,
}

/// Reads the last JSON object of a reply that has all three members.
#[must_use]
pub fn reported(reply: &str) -> Option<Reported> {
    objects(reply).found.into_iter().rev().find_map(|(node, _)| {
        let Node::Object(members) = node else { return None };
        let of = |wanted: &str| members.iter().find(|(key, _)| key.trim() == wanted).map(|(_, value)| value);
        let lie = match of("lie")? {
            Node::Bool(lie) => *lie,
            other => match word(other)?.to_lowercase().as_str() {
                "true" | "1" => true,
                "false" | "0" => false,
                _ => return None,
            },
        };
        let intent = word(of("intent")?)?.to_lowercase();
        Some(Reported { intent, lie, confidence: probability(of("confidence")?)? })
    })
}

/// How likely, 0 to 1, a reply holds it that another lied: by the last JSON object that has a `p_lie`.
#[must_use]
pub fn doubted(reply: &str) -> Option<f64> {
    let found = objects(reply).found.into_iter().rev().find_map(|(node, _)| member(node, "p_lie"));
    probability(&found?)
}

/// A member of an object.
fn member(node: Node, wanted: &str) -> Option<Node> {
    let Node::Object(members) = node else { return None };
    members.into_iter().find(|(key, _)| key.trim() == wanted).map(|(_, value)| value)
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
    fn ballots_and_reports_are_read_as_models_write_them() {
        let seat = |number| Some(Some(Seat::new(number)));
        assert_eq!(polled(r#"{"vote": 3}"#), seat(3));
        assert_eq!(polled("我投：\n```json\n{\"vote\": \"12号\"}\n```"), seat(12));
        assert_eq!((polled(r#"{"vote": null}"#), polled("{'vote': None}")), (Some(None), Some(None)));
        assert_eq!(polled(r#"{"vote": 3} no: {"vote": 4}"#), seat(4), "the last word counts");
        let report = |intent: &str, lie, confidence| Some(Reported { intent: intent.into(), lie, confidence });
        let plain = r#"{"intent": "Omission", "lie": false, "confidence": 0.8}"#;
        assert_eq!(reported(plain), report("omission", false, 0.8));
        let loose = "{'intent': fabrication, 'lie': 1, 'confidence': '90%'}";
        assert_eq!(reported(loose), report("fabrication", true, 0.9));
        for reply in ["", "3", r#"{"vote": [3]}"#, r#"{"vote": "99"}"#, r#"{"choice": 3}"#] {
            assert_eq!(polled(reply), None, "{reply}");
        }
        for reply in ["", "I lied.", r#"{"intent": "omission", "lie": "perhaps", "confidence": 1}"#, r#"{"lie": true}"#]
        {
            assert_eq!(reported(reply), None, "{reply}");
        }
    }

    #[test]
    fn doubts_are_read_as_models_write_them() {
        assert_eq!(doubted(r#"{"p_lie": 0.25}"#), Some(0.25));
        assert_eq!(doubted("我想：\n```json\n{'p_lie': '80%'}\n```"), Some(0.8));
        assert_eq!(doubted(r#"{"p_lie": 0.1} no: {"p_lie": 1}"#), Some(1.0), "the last word counts");
        for reply in
            ["", "He lies.", r#"{"p_lie": 80}"#, r#"{"p_lie": "perhaps"}"#, r#"{"p_lie": null}"#, r#"{"lie": 1}"#]
        {
            assert_eq!(doubted(reply), None, "{reply}");
        }
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
