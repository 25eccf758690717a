//! Cleaning what is said: fences, quotes, the speaker's own name in front.

use super::think;
use lycaon_rules::{Seat, Speech};

/// What models put into a field they have nothing for.
const PLACEHOLDERS: &[&str] = &[
    "string",
    "text",
    "字符串",
    "文本",
    "speech",
    "null",
    "none",
    "n/a",
    "无",
    "your speech here",
    "your speech",
    "say",
];

/// A speech, if anything is left of the text, and what was thought in the middle of it.
pub(super) fn clean(text: &str, seat: Seat) -> (Option<Speech>, Option<String>) {
    let spoken = think::split(text);
    let mut text = unfenced(&spoken.words);
    for _ in 0..3 {
        text = unlabelled(unquoted(text.trim()), seat).trim().to_string();
    }
    let said = text.chars().any(char::is_alphanumeric) && !is_placeholder(&text);
    (said.then(|| Speech { text, ..Speech::default() }), spoken.thought)
}

fn is_placeholder(text: &str) -> bool {
    let bare = text.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    PLACEHOLDERS.contains(&bare.as_str())
}

/// Without the lines that open and close a code block.
pub(super) fn unfenced(text: &str) -> String {
    if !text.contains("```") {
        return text.to_string();
    }
    text.lines().filter(|line| !line.trim_start().starts_with("```")).collect::<Vec<_>>().join("\n")
}

/// Without quotes around the whole.
fn unquoted(text: &str) -> &str {
    for (open, close) in [('"', '"'), ('“', '”'), ('「', '」'), ('『', '』')] {
        if let Some(inner) = text.strip_prefix(open).and_then(|rest| rest.strip_suffix(close))
            && !inner.contains([open, close])
        {
            return inner;
        }
    }
    text
}

/// Without the speaker's own seat in front: `3号发言：`, `**Player 3:**`, `发言：`.
fn unlabelled(text: &str, seat: Seat) -> &str {
    const MARKS: &[char] = &['*', '#', '_', '[', ']', '【', '】', '(', ')', '（', '）', ' ', '>'];
    const COLON: usize = 24;
    let Some((at, colon)) = text.char_indices().take(COLON).find(|(_, c)| matches!(c, ':' | '：')) else {
        return text;
    };
    let mut label: String = text[..at].chars().filter(|c| !MARKS.contains(c)).collect::<String>().to_lowercase();
    for word in [
        "public", "speech", "says", "speaks", "said", "player", "seat", "玩家", "发言", "遗言", "座位", "位", "号",
        "说", "座",
    ] {
        label = label.replace(word, "");
    }
    let own = seat.to_string();
    // Something must have been taken away: "3: ..." alone may begin a list.
    let named =
        label.is_empty() || (label == own && !text.starts_with(|c: char| c.is_ascii_digit() && text[..at] == own));
    if named { text[at + colon.len_utf8()..].trim_start_matches(['*', '_', ' ']) } else { text }
}

/// Whether a model declined to play at all, rather than in the game.
pub(super) fn refuses(text: &str) -> bool {
    const FRONT: usize = 160;
    let front: String = text.trim_start().chars().take(FRONT).collect::<String>().to_lowercase().replace('’', "'");
    let any = |marks: &[&str]| marks.iter().any(|mark| front.contains(mark));
    let opens = |marks: &[&str]| marks.iter().any(|mark| front.starts_with(mark));
    let cannot = any(&[
        "can't",
        "cannot",
        "unable",
        "won't be able",
        "not able",
        "not comfortable",
        "must decline",
        "无法",
        "不能",
        "不可以",
    ]);
    let service = any(&[
        "assist",
        "help with",
        "help you",
        "fulfill",
        "comply",
        "participate",
        "take part in",
        "engage in",
        "continue with",
        "provide",
        "role-play",
        "roleplay",
        "your request",
        "that request",
        "this request",
        "协助",
        "帮助",
        "满足",
        "参与",
        "提供",
        "继续",
        "请求",
        "角色扮演",
        "相关内容",
    ]);
    let sorry = opens(&[
        "i'm sorry",
        "i am sorry",
        "sorry",
        "i apologize",
        "unfortunately",
        "i can't",
        "i cannot",
        "i'm unable",
        "i am unable",
        "i'm not able",
        "i'm not comfortable",
        "抱歉",
        "很抱歉",
        "对不起",
        "我无法",
        "我不能",
        "非常抱歉",
    ]);
    let machine = any(&[
        "as an ai",
        "i'm an ai",
        "i am an ai",
        "as a language model",
        "作为一个ai",
        "作为ai",
        "作为一个人工智能",
        "作为人工智能",
        "作为一个语言模型",
    ]);
    // Who has lost his vote says so, and plays on.
    let of_the_vote = any(&["in the vote", "in voting", "in this vote", "in the ballot", "参与投票", "参加投票"]);
    (sorry && cannot && service && !of_the_vote) || (machine && cannot)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_names_go_and_others_stay() {
        let said = |text: &str| clean(text, Seat::new(3)).0.map(|speech| speech.text).unwrap_or_default();
        assert_eq!(said("3号发言：我是好人"), "我是好人");
        assert_eq!(said("**Player 3:** I am good"), "I am good");
        assert_eq!(said("【3号玩家】：我是好人"), "我是好人");
        assert_eq!(said("Speech: \"I am good\""), "I am good");
        assert_eq!(said("5号：你为什么投我？"), "5号：你为什么投我？");
        assert_eq!(said("13号：你好"), "13号：你好");
        assert_eq!(said("```\nhi\n```"), "hi");
        assert_eq!(said("“……”"), "");
        assert_eq!(said("<think>wolf</think>hi"), "hi");
    }
}
