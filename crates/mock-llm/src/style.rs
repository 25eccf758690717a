//! How an answer is written.

use serde_json::{Value, json};

use crate::config::{Play, Style};
use crate::draw::Draw;
use crate::question::{Pick, Question};
use crate::wire::{Finish, Said};

/// What stands for bytes that are no UTF-8, until the answer goes over the wire.
pub const RAW: char = '\u{e000}';

/// How often an overlong answer says everything.
const TIMES: usize = 400;

/// What is said at the table, in Chinese and in English.
const SPEECHES: [[&str; 6]; 2] = [
    [
        "我是好人，先听听大家怎么说。",
        "昨天的票型有问题，我想听跟票的人解释。",
        "我没有技能，这一轮跟着逻辑走。",
        "场上有人发言前后不一致，请注意。",
        "我认为现在信息太少，先不要急着归票。",
        "前面几位说得含糊，我更相信给出理由的人。",
    ],
    [
        "I am on the village's side; let me hear the others first.",
        "The ballots of yesterday look odd. Whoever followed should explain.",
        "I have no power, so I go by what was said.",
        "Somebody here does not say the same thing twice. Mind that.",
        "There is little to go by yet. Let us not settle on anybody.",
        "Some of you were vague. I trust those who give reasons.",
    ],
];

/// The words that stand round an answer, in one language.
struct Words {
    thought: &'static str,
    before: &'static str,
    after: &'static str,
    choose: &'static str,
    or: &'static str,
    illegal: &'static str,
    refusal: &'static str,
    speeches: [&'static str; 6],
}

const CHINESE: Words = Words {
    thought: "我先比较各个选项，再决定。",
    before: "我的回答如下：",
    after: "以上。",
    choose: "我选",
    or: "也许",
    illegal: "99号",
    refusal: "抱歉，我不能参与欺骗他人的游戏。",
    speeches: SPEECHES[0],
};

const ENGLISH: Words = Words {
    thought: "I weigh the options and take one.",
    before: "Here is my answer:",
    after: "That is all.",
    choose: "I choose ",
    or: "maybe ",
    illegal: "seat 99",
    refusal: "I'm sorry, but I can't take part in deceiving others.",
    speeches: SPEECHES[1],
};

/// Answers the message: a legal pick, written in the style of the play.
#[must_use]
pub fn say(message: &str, play: &Play, draw: &Draw) -> Said {
    let words = if message.chars().any(|c| ('\u{4e00}'..='\u{9fff}').contains(&c)) { &CHINESE } else { &ENGLISH };
    let question = Question::read(message);
    let pick = question.pick(play.always.as_deref(), draw);
    let speech = match &pick {
        Pick::Speech => play.say.as_deref().unwrap_or_else(|| words.speeches[draw.below("speech", 6) as usize]),
        Pick::Option(_) | Pick::Seats(_) | Pick::Object(_) => "",
    };
    let choice = match &pick {
        Pick::Option(option) => json!(option.key),
        Pick::Seats(seats) => json!(seats),
        Pick::Speech | Pick::Object(_) => json!(""),
    };
    if let Some(text) = &play.text {
        return spoken(text.clone());
    }
    let named = match &pick {
        Pick::Option(option) => option.label.clone(),
        Pick::Seats(seats) => seats.iter().map(u32::to_string).collect::<Vec<_>>().join(", "),
        Pick::Speech => speech.to_owned(),
        Pick::Object(object) => object.to_string(),
    };
    let whole = if let Pick::Object(object) = pick { Some(object) } else { None };
    write(play.style, words, &question, &Answer { choice, named, speech, whole })
}

/// An answer, before it is written.
struct Answer<'a> {
    /// As the schema wants it.
    choice: Value,
    /// In words.
    named: String,
    speech: &'a str,
    /// All of it, where another shape was asked for.
    whole: Option<Value>,
}

fn write(style: Style, words: &Words, question: &Question, answer: &Answer<'_>) -> Said {
    let Answer { choice, named, speech, whole } = answer;
    let object = |choice: &Value| json!({"thought": words.thought, "choice": choice, "speech": speech}).to_string();
    let json = whole.as_ref().map_or_else(|| object(choice), Value::to_string);
    match style {
        Style::Json => spoken(json),
        Style::Fenced => spoken(format!("{}\n```json\n{json}\n```\n{}", words.before, words.after)),
        Style::Plain if speech.is_empty() => spoken(format!("{}{named}", words.choose)),
        Style::Plain => spoken(named.clone()),
        Style::Think => spoken(format!("<think>\n{}\n</think>\n\n{json}", words.thought)),
        Style::ThinkOpen => spoken(format!("<think>\n{}\n{json}", words.thought)),
        Style::ThinkClosed => spoken(format!("{}\n</think>\n\n{json}", words.thought)),
        Style::Overlong => {
            let (thought, speech) = (words.thought.repeat(TIMES), speech.repeat(TIMES));
            spoken(json!({"thought": thought, "choice": choice, "speech": speech}).to_string())
        }
        Style::Raw => {
            let speech = if speech.is_empty() { String::new() } else { format!("{speech}{RAW}") };
            let thought = format!("{}{RAW}", words.thought);
            spoken(json!({"thought": thought, "choice": choice, "speech": speech}).to_string())
        }
        Style::Reasoning => Said { reasoning: Some(words.thought.to_owned()), ..spoken(json) },
        Style::OnlyReasoning => Said { content: None, reasoning: Some(json), ..spoken(String::new()) },
        Style::BrokenJson => spoken(json.trim_end_matches(['"', '}', ']']).to_owned()),
        Style::WrongJson => spoken(json!({"action": {"type": "think"}}).to_string()),
        Style::Ambiguous => spoken(ambiguous(words, question)),
        Style::Illegal if matches!(question, Question::Subset { .. }) => spoken(object(&json!([99]))),
        Style::Illegal => spoken(object(&json!(words.illegal))),
        Style::Refusal => Said { content: None, refusal: Some(words.refusal.to_owned()), ..spoken(String::new()) },
        Style::Empty => spoken(String::new()),
        Style::Length => Said { reasoning: Some(words.thought.repeat(8)), finish: Finish::Length, ..Said::default() },
    }
}

fn spoken(content: String) -> Said {
    Said { content: Some(content), ..Said::default() }
}

/// Two options and no choice between them.
fn ambiguous(words: &Words, question: &Question) -> String {
    let Words { or, .. } = words;
    match question {
        Question::OneOf(options) => {
            let maybe: Vec<String> = options.iter().take(2).map(|option| format!("{or}{}", option.label)).collect();
            maybe.join("; ")
        }
        Question::Subset { .. }
        | Question::Talk
        | Question::Beliefs(_)
        | Question::Suspicion
        | Question::Poll(_)
        | Question::Report
        | Question::Doubt => "…".to_owned(),
    }
}
