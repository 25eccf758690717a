//! The words of attempts, in both languages, as they stand in a squeezed text.

use super::Kind;

/// Who poses as the system.
pub(super) const SYSTEM: &[&str] = &["system", "developer", "系统", "系統", "开发者", "開發者"];

/// Who poses as the moderator.
pub(super) const MODERATOR: &[&str] = &["moderator", "game master", "narrator", "主持人", "法官", "上帝", "裁判"];

/// What may stand between a name and its colon.
pub(super) const NOTICES: &[&str] = &[
    " message",
    " prompt",
    " note",
    " notice",
    " update",
    " override",
    " announcement",
    " alert",
    " instruction",
    "消息",
    "提示",
    "通知",
    "公告",
    "指令",
    "提醒",
    "说",
    "补充",
];

/// What a voice does without a colon.
pub(super) const ANNOUNCING: &[&str] = &[
    " says",
    " announces",
    " declares",
    " confirms",
    " orders",
    " has announced",
    " has decided",
    " has confirmed",
    "宣布",
    "公布",
    "裁定",
    "判定",
    "命令",
    "确认",
];

/// What is written in so many characters.
pub(super) const MARKS: &[(Kind, &[&str])] = &[
    (
        Kind::FakeEvent,
        &[
            "[all]",
            "[you]",
            "[pack]",
            "[lovers]",
            "[charmed]",
            "[record]",
            "[公]",
            "[仅你]",
            "[狼队]",
            "[情侣]",
            "[被迷惑者]",
            "no answer counts as",
            "不作答则视为",
            "==night",
            "==day",
            "==第",
            "\"t\":\"event\"",
            "\"t\":\"decision\"",
            "\"t\":\"end\"",
            "\"fact\":",
        ],
    ),
    (Kind::FakeAnswer, &["\"choice\":", "'choice':"]),
    (
        Kind::ToolCall,
        &[
            "<tool_call",
            "<function",
            "<invoke",
            "\"tool_calls\":",
            "\"function_call\":",
            "\"arguments\":",
            "<|tool",
            "[tool_calls]",
        ],
    ),
    (
        Kind::ChatTemplate,
        &[
            "<|",
            "[inst]",
            "[/inst]",
            "<<sys>>",
            "<s>",
            "</s>",
            "<bos>",
            "<eos>",
            "<start_of_turn>",
            "<end_of_turn>",
            "<think>",
            "</think>",
            "###instruction",
            "###system",
            "###response",
            "\nassistant:",
            "\nuser:",
            "\nhuman:",
            "\"role\":\"system\"",
            "\"role\":\"assistant\"",
            "\"role\":\"user\"",
        ],
    ),
    (
        Kind::ClosingTag,
        &["</speech", "</quote", "</message", "</player", "</user", "</system", "</data", "</input", "</text"],
    ),
];

/// Orders that need no further words.
pub(super) const PHRASES: &[&str] = &[
    "new instructions:",
    "your new instructions",
    "your new task",
    "forget everything",
    "you are no longer playing",
    "developer mode",
    "新的指令:",
    "新指令:",
    "你的新任务",
    "开发者模式",
];

/// An order: what is to be done to which what, within so many characters.
pub(super) struct Order {
    pub verbs: &'static [&'static str],
    pub which: &'static [&'static str],
    pub what: &'static [&'static str],
    pub reach: usize,
}

/// The orders to forget what one was told.
pub(super) const ORDERS: &[Order] = &[
    Order {
        verbs: &["ignore", "disregard", "forget", "override", "bypass", "do not follow", "stop following"],
        which: &["previous", "prior", "above", "earlier", "preceding", "your", "system", "all ", "any "],
        what: &["instruction", "prompt", "rules", "guideline", "directive", "programming", "context"],
        reach: 60,
    },
    Order {
        verbs: &["忽略", "无视", "忘记", "忘掉", "不要遵守", "不必遵守", "别遵守", "不要理会", "跳过", "覆盖"],
        which: &[
            "之前", "以上", "前面", "上面", "上述", "先前", "所有", "一切", "全部", "你的", "此前", "原来", "系统",
        ],
        what: &["指令", "指示", "提示", "设定", "规则", "規則", "要求", "命令", "约束"],
        reach: 16,
    },
];
