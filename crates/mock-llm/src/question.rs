//! The question at the end of a prompt: which options it prints, and how many may be taken.

use crate::draw::Draw;

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Question {
    /// One of these options, as they are printed, without their numbers.
    OneOf(Vec<String>),
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
}

/// An answer to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Pick {
    /// This option.
    Option(String),
    /// These seats, in order.
    Seats(Vec<u32>),
    /// Words.
    Speech,
}

/// How a subset is asked for in each language: before the sizes, between them, and before the seats.
const SUBSETS: [(&str, &str, &str); 2] = [("选 ", " 至 ", "可选："), ("Name ", " to ", " of: ")];

impl Question {
    /// Reads the question from the last paragraph of a message; what stands before it is news, where players may well
    /// have said things that look like options.
    #[must_use]
    pub fn read(message: &str) -> Self {
        let last = message.trim_end().rsplit("\n\n").next().unwrap_or("");
        let lines: Vec<&str> = last.lines().map(str::trim).collect();
        let options = last_list(&lines);
        let options = if options.is_empty() { inline_list(&lines) } else { options };
        if !options.is_empty() {
            return Question::OneOf(options);
        }
        lines.iter().rev().find_map(|line| subset(line)).unwrap_or(Question::Talk)
    }

    /// A legal answer: the option of the number `always`, if there is one, or else one drawn.
    #[must_use]
    pub fn pick(&self, always: Option<u32>, draw: &Draw) -> Pick {
        match self {
            Question::OneOf(options) => {
                let wanted = always.and_then(|number| (number as usize).checked_sub(1));
                let drawn = draw.below("option", options.len() as u64) as usize;
                Pick::Option(options[wanted.filter(|at| *at < options.len()).unwrap_or(drawn)].clone())
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
        }
    }
}

/// The last run of lines that are numbered from 1, without the numbers.
fn last_list(lines: &[&str]) -> Vec<String> {
    let mut last = vec![];
    let mut run: Vec<String> = vec![];
    for line in lines {
        match numbered(line) {
            Some((number, text)) if number == run.len() + 1 => run.push(text.to_owned()),
            Some((1, text)) => {
                last = std::mem::replace(&mut run, vec![text.to_owned()]);
            }
            _ if run.is_empty() => {}
            _ => last = std::mem::take(&mut run),
        }
    }
    if run.is_empty() { last } else { run }
}

/// The options of a complaint, which has them on one line: `1. seat 2; 2. seat 3; 3. nobody.`
fn inline_list(lines: &[&str]) -> Vec<String> {
    let list = |line: &str| {
        let parts = line[line.find("1. ")?..].trim_end_matches(['.', '。']).split(['；', ';']);
        let parts = parts.enumerate().map(|(at, part)| numbered(part.trim()).filter(|(number, _)| *number == at + 1));
        parts.map(|part| part.map(|(_, text)| text.to_owned())).collect::<Option<Vec<String>>>()
    };
    lines.iter().rev().find_map(|line| list(line)).unwrap_or_default()
}

/// The number and the text of a line such as `3. seat 5`.
fn numbered(line: &str) -> Option<(usize, &str)> {
    let digits = line.find(|c: char| !c.is_ascii_digit())?;
    let rest = &line[digits..];
    let text = ['.', ')', '、', '：', ':'].into_iter().find_map(|mark| rest.strip_prefix(mark))?.trim();
    (!text.is_empty()).then_some((line[..digits].parse().ok()?, text))
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

    fn one_of(options: &[&str]) -> Question {
        Question::OneOf(options.iter().map(|option| (*option).to_owned()).collect())
    }

    #[test]
    fn the_last_list_is_the_menu() {
        let message =
            "[all] Roles: 1. Seer\n\nWhom?\n1. Player 2\n2. Player 13\n3. nobody\nNo answer counts as: nobody.";
        assert_eq!(Question::read(message), one_of(&["Player 2", "Player 13", "nobody"]));
        assert_eq!(Question::read("你要投谁？\n1. 2号\n2. 弃票"), one_of(&["2号", "弃票"]));
        assert_eq!(Question::read("1. a\n2. b\n\n1. c"), one_of(&["c"]));
    }

    #[test]
    fn the_list_of_a_complaint_stands_on_one_line() {
        let english = "No answer came. You may choose: 1. Player 2; 2. nobody.";
        assert_eq!(Question::read(english), one_of(&["Player 2", "nobody"]));
        assert_eq!(Question::read("没有收到回答。可以选的有：1. 2号；2. 弃票。"), one_of(&["2号", "弃票"]));
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
        assert_eq!(one_of(&["a", "b"]).pick(Some(2), &draw), Pick::Option("b".into()));
        assert!(matches!(one_of(&["a", "b"]).pick(Some(3), &draw), Pick::Option(_)));
        assert!(matches!(one_of(&["a", "b"]).pick(Some(0), &draw), Pick::Option(_)));
    }
}
