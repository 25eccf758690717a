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
const SUBSETS: [(&str, &str, &str); 2] = [("选 ", " 至 ", "可选："), ("Choose ", " to ", "out of: ")];

impl Question {
    /// Reads the question from the end of a message.
    #[must_use]
    pub fn read(message: &str) -> Self {
        let lines: Vec<&str> = message.lines().map(str::trim).collect();
        let options = last_list(&lines);
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
