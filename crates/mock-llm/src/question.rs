//! The question at the end of a prompt: which options it prints, and how many may be taken.
//!
//! A question is a paragraph: what is asked, one line for each option, what silence means. An option has its key before a
//! colon. A complaint has the options in its last sentence, between semicolons.

use crate::draw::Draw;
use serde_json::{Map, Value, json};

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// One of these options.
    OneOf(Vec<Choice>),
    /// Some of these seats.
    Subset {
        /// The seats.
        of: Vec<u32>,
        /// How many at least.
        min: usize,
        /// How many at most.
        max: usize,
    },
    /// Words.
    Talk,
    /// How likely these seats are wolves.
    Beliefs(Vec<u32>),
    /// How likely the others hold the seat for a wolf.
    Suspicion,
    /// Whom of these seats it would vote out now.
    Poll(Vec<u32>),
    /// How it meant its speech.
    Report,
    /// How likely another lied in his speech.
    Doubt,
}

/// An option as it is printed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// What stands before the colon.
    pub key: String,
    /// What stands after it.
    pub label: String,
}

/// An answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// This option.
    Option(Choice),
    /// These seats, in order.
    Seats(Vec<u32>),
    /// Words.
    Speech,
    /// An object of its own shape.
    Object(Value),
}

/// How a speech can be meant.
const INTENTS: [&str; 5] = ["truthful", "omission", "distortion", "misdirection", "fabrication"];

/// What stands before the options of a complaint.
const COMPLAINTS: [&str; 2] = ["可以选的有：", "You may choose: "];

/// How a subset is asked for in each language: before the sizes, between them, and before the seats.
const SUBSETS: [(&str, &str, &str); 2] = [("选 ", " 至 ", "可选："), ("Name ", " to ", " of: ")];

impl Question {
    /// Reads the question from the last paragraph of a message; what stands before it is news, where players may well
    /// have said things that look like options.
    #[must_use]
    pub fn read(message: &str) -> Self {
        let paragraph = message.trim_end().rsplit("\n\n").next().unwrap_or("");
        let lines: Vec<&str> = paragraph.lines().map(str::trim).collect();
        if let Some(aside) = aside(&lines) {
            return aside;
        }
        match listed(&lines).or_else(|| complained(&lines)) {
            Some(options) => Question::OneOf(options),
            None => lines.iter().rev().find_map(|line| subset(line)).unwrap_or(Question::Talk),
        }
    }

    /// What tells one question from another: the keys of its options, or its seats and sizes.
    #[must_use]
    pub fn keys(&self) -> Vec<String> {
        match self {
            Question::OneOf(options) => options.iter().map(|option| option.key.clone()).collect(),
            Question::Subset { of, min, max } => {
                of.iter().map(u32::to_string).chain([format!("{min}-{max}")]).collect()
            }
            Question::Beliefs(seats) => seats.iter().map(|seat| format!("p{seat}")).collect(),
            Question::Poll(seats) => seats.iter().map(|seat| format!("v{seat}")).collect(),
            Question::Talk | Question::Suspicion | Question::Report | Question::Doubt => vec![],
        }
    }

    /// A legal answer: the option with the key `always`, if there is one, or else one drawn.
    #[must_use]
    pub fn pick(&self, always: Option<&str>, draw: &Draw) -> Pick {
        match self {
            Question::OneOf(options) => {
                let wanted = options.iter().find(|option| Some(option.key.as_str()) == always);
                let drawn = &options[draw.below("option", options.len() as u64) as usize];
                Pick::Option(wanted.unwrap_or(drawn).clone())
            }
            Question::Subset { of, min, max } => {
                let (min, max) = (*min.min(&of.len()), *max.min(&of.len()));
                let size = min + draw.below("size", (max.saturating_sub(min) + 1) as u64) as usize;
                let mut left = of.clone();
                let mut taken: Vec<u32> = (0..size)
                    .map(|at| left.remove(draw.below(&format!("member {at}"), left.len() as u64) as usize))
                    .collect();
                taken.sort_unstable();
                Pick::Seats(taken)
            }
            Question::Talk => Pick::Speech,
            Question::Beliefs(seats) => {
                let p = |seat: &u32| draw.below(&format!("wolf {seat}"), 101) as f64 / 100.0;
                let worst = seats.iter().max_by(|a, b| p(a).total_cmp(&p(b)));
                let each: Map<String, Value> = seats.iter().map(|seat| (seat.to_string(), json!(p(seat)))).collect();
                Pick::Object(json!({ "p_wolf": each, "top_suspect": worst, "would_vote": worst }))
            }
            Question::Suspicion => {
                Pick::Object(json!({ "suspected": draw.below("suspected", 101) as f64 / 100.0, "would_vote": null }))
            }
            // The last place is for nobody.
            Question::Poll(seats) => {
                Pick::Object(json!({ "vote": seats.get(draw.below("vote", seats.len() as u64 + 1) as usize) }))
            }
            Question::Report => {
                let intent = INTENTS[draw.below("intent", INTENTS.len() as u64) as usize];
                let confidence = draw.below("confidence", 101) as f64 / 100.0;
                Pick::Object(json!({ "intent": intent, "lie": intent == "fabrication", "confidence": confidence }))
            }
            Question::Doubt => Pick::Object(json!({ "p_lie": draw.below("p_lie", 101) as f64 / 100.0 })),
        }
    }
}

/// A question put aside, by the shape of its answer on the last line: of beliefs the seats are its keys, of a poll they
/// stand on the line before, after a colon.
fn aside(lines: &[&str]) -> Option<Question> {
    let shape = lines.last()?;
    if let Some(rest) = shape.strip_prefix("{\"p_wolf\":") {
        return Some(Question::Beliefs(numbers(rest.split('}').next()?)));
    }
    if shape.starts_with("{\"vote\":") {
        let before = lines.get(lines.len().checked_sub(2)?)?;
        return Some(Question::Poll(numbers(before.rsplit([':', '：']).next()?)));
    }
    let of = |key: &str| shape.starts_with(&format!("{{\"{key}\":"));
    let by_first_key = [("suspected", Question::Suspicion), ("intent", Question::Report), ("p_lie", Question::Doubt)];
    by_first_key.into_iter().find(|(key, _)| of(key)).map(|(_, question)| question)
}

/// What stands before the question in a message, if anything does.
#[must_use]
pub fn news_before(message: &str) -> Option<&str> {
    message.trim_end().rsplit_once("\n\n").map(|(news, _)| news)
}

/// The options of a question: the lines between what is asked and what silence means.
fn listed(lines: &[&str]) -> Option<Vec<Choice>> {
    let options = lines.get(1..lines.len().checked_sub(1)?)?;
    if options.is_empty() { None } else { options.iter().map(|line| option(line)).collect() }
}

/// The options of a complaint.
fn complained(lines: &[&str]) -> Option<Vec<Choice>> {
    let [line] = lines else { return None };
    let list = COMPLAINTS.into_iter().find_map(|mark| line.rsplit_once(mark))?.1;
    list.trim_end_matches(['.', '。']).split(['；', ';']).map(option).collect()
}

/// An option such as `3: Player 3` or `毒3：毒3号`.
fn option(line: &str) -> Option<Choice> {
    let (key, label) = line.split_once([':', '：'])?;
    let (key, label) = (key.trim(), label.trim());
    (!key.is_empty() && !label.is_empty()).then(|| Choice { key: key.to_owned(), label: label.to_owned() })
}

fn subset(line: &str) -> Option<Question> {
    SUBSETS.into_iter().find_map(|(before, between, seats)| {
        let sizes = &line[line.find(before)? + before.len()..];
        let (sizes, rest) = sizes.split_once(seats)?;
        let of = numbers(rest.split(['。', '.']).next()?);
        let sizes = numbers(if sizes.contains(between) { sizes } else { sizes.split([' ', '，', ',']).next()? });
        let (min, max) = (*sizes.first()? as usize, *sizes.last()? as usize);
        (!of.is_empty() && min <= max).then_some(Question::Subset { of, min, max })
    })
}

fn numbers(text: &str) -> Vec<u32> {
    text.split(|c: char| !c.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::sha256;
    use std::collections::BTreeSet;

    fn one_of(options: &[(&str, &str)]) -> Question {
        let choice = |(key, label): &(&str, &str)| Choice { key: (*key).to_owned(), label: (*label).to_owned() };
        Question::OneOf(options.iter().map(choice).collect())
    }

    #[test]
    fn the_options_stand_between_the_question_and_the_silence() {
        let english =
            "[all] Night 1: dark.\n\nWhom?\n2: Player 2\n13: Player 13\n0: nobody\nNo answer counts as: nobody.";
        assert_eq!(Question::read(english), one_of(&[("2", "Player 2"), ("13", "Player 13"), ("0", "nobody")]));
        let chinese = "今夜你要用药吗？\n救：用解药\n毒2：毒2号\n0：不用药\n不作答则视为：不用药。";
        assert_eq!(Question::read(chinese), one_of(&[("救", "用解药"), ("毒2", "毒2号"), ("0", "不用药")]));
    }

    #[test]
    fn the_options_of_a_complaint_stand_on_one_line() {
        let english = "No answer came. You may choose: 2: Player 2; 0: nobody.";
        assert_eq!(Question::read(english), one_of(&[("2", "Player 2"), ("0", "nobody")]));
        let chinese = "没有收到回答。可以选的有：2：2号；0：弃票。";
        assert_eq!(Question::read(chinese), one_of(&[("2", "2号"), ("0", "弃票")]));
    }

    #[test]
    fn subsets_have_sizes() {
        let subset = |of: &[u32], min, max| Question::Subset { of: of.to_vec(), min, max };
        assert_eq!(Question::read("选 1 至 3 名，可选：1号、2号、14号。"), subset(&[1, 2, 14], 1, 3));
        assert_eq!(Question::read("选 2 名，可选：1号、2号。一名都不选也可以。"), subset(&[1, 2], 2, 2));
        assert_eq!(Question::read("Who? Name 0 to 2 of: Player 1 and Player 3."), subset(&[1, 3], 0, 2));
        assert_eq!(Question::read("Name 2 of: Player 1, Player 2 and Player 3."), subset(&[1, 2, 3], 2, 2));
    }

    #[test]
    fn beliefs_are_asked_for_by_their_shape() {
        let asked = "How likely?\nAnswer:\n{\"p_wolf\": {\"5\": P, \"12\": P}, \"top_suspect\": N}";
        assert_eq!(Question::read(asked), Question::Beliefs(vec![5, 12]));
        assert_eq!(Question::read("{\"suspected\": P, \"would_vote\": N}"), Question::Suspicion);
        let Pick::Object(said) = Question::read(asked).pick(None, &Draw::new(1, [0; 32], 1)) else {
            panic!("no object")
        };
        assert!(said["p_wolf"]["12"].as_f64().is_some_and(|p| (0.0..=1.0).contains(&p)));
    }

    #[test]
    fn polls_reports_and_doubts_are_asked_for_by_their_shape() {
        for asked in
            ["Whom? N one of, or null: 5, 12\n{\"vote\": N}", "投谁？N 为以下之一，或 null：5, 12\n{\"vote\": N}"]
        {
            assert_eq!(Question::read(asked), Question::Poll(vec![5, 12]));
        }
        let report = Question::read("How?\n{\"intent\": I, \"lie\": B, \"confidence\": P}");
        assert_eq!(report, Question::Report);
        let doubt = Question::read("How likely?\n{\"p_lie\": P}");
        assert_eq!(doubt, Question::Doubt);
        let (mut votes, mut doubts) = (BTreeSet::new(), BTreeSet::new());
        for n in 0..50u8 {
            let draw = Draw::new(1, sha256(&[n]), 1);
            let Pick::Object(said) = Question::Poll(vec![5, 12]).pick(None, &draw) else { panic!("no object") };
            votes.insert(said["vote"].as_u64());
            let Pick::Object(said) = report.pick(None, &draw) else { panic!("no object") };
            assert!(said["lie"].is_boolean() && said["confidence"].as_f64().is_some_and(|p| (0.0..=1.0).contains(&p)));
            let Pick::Object(said) = doubt.pick(None, &draw) else { panic!("no object") };
            doubts.extend(said["p_lie"].as_f64().filter(|p| (0.0..=1.0).contains(p)).map(|p| (p * 100.0) as u8));
        }
        assert_eq!(votes, [None, Some(5), Some(12)].into());
        assert!(doubts.len() > 20, "{doubts:?}");
    }

    #[test]
    fn everything_else_wants_words() {
        for message in [
            "",
            "轮到你发言。不超过 300 字。",
            "It is your turn. At most 300 characters.",
            "3 of 4 are left.",
            "[all] Player 3 said: \"1. a; 2. b\"\n\nIt is your turn.",
        ] {
            assert_eq!(Question::read(message), Question::Talk, "{message}");
        }
    }

    #[test]
    fn picks_are_legal_and_reach_everything() {
        let question = Question::Subset { of: vec![1, 4, 9], min: 0, max: 2 };
        let mut picks = BTreeSet::new();
        for n in 0..200u8 {
            let Pick::Seats(seats) = question.pick(None, &Draw::new(1, sha256(&[n]), 1)) else { panic!("not seats") };
            picks.insert(seats);
        }
        assert_eq!(picks.len(), 1 + 3 + 3);
        let draw = Draw::new(1, [0; 32], 1);
        let question = one_of(&[("1", "a"), ("2", "b")]);
        assert!(matches!(question.pick(Some("2"), &draw), Pick::Option(Choice { label, .. }) if label == "b"));
        assert!(matches!(question.pick(Some("3"), &draw), Pick::Option(_)));
    }
}
