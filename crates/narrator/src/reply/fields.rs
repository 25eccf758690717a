//! What the members of an answer mean: which hold the choice, the speech, the thought. The same names serve as JSON
//! keys and as headings in front of lines ("Answer: 3").

use super::json::Node;
use super::{Unclear, words};
use crate::Lang;
use lycaon_rules::{Choice, Request, Seat};
use std::collections::BTreeSet;

/// What a member of an answer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Field {
    /// The whole choice.
    Choice,
    /// What is done.
    Action,
    /// To whom.
    Target,
    /// A seat: whom it is done to, or who does it.
    Seat,
    /// One thing that may be done, with its object or yes or no.
    Verb(&'static str),
    /// What is said aloud.
    Speech,
    /// What is said aloud, if nothing else is.
    Remark,
    /// What is thought.
    Thought,
    /// Why.
    Reason,
}

#[rustfmt::skip]
const FIELDS: &[(Field, &str)] = &[
    (Field::Choice, "choice|answer|decision|option|pick|selection|selected|final answer|final choice|final decision|my choice|my answer|my decision|\
        选择|决定|答案|选项|最终答案|最终选择|最终决定|我的选择|我的答案|我的决定|结论"),
    (Field::Action, "action|type|move|act|verb|action type|do|name|行动|动作|操作|类型|行为"),
    (Field::Target, "target|targets|seats|players|target seat|target player|target id|victim|arguments|args|parameters|value|目标|对象|目标玩家|参数"),
    (Field::Seat, "seat|player|player id|seat id|seat number|player number|id|number|座位|玩家|座位号|编号|号码"),
    (Field::Verb("vote"), "vote|my vote|ballot|vote for|vote target|voted player|投票|投|票|我的投票|投票给|投票目标|投票对象"),
    (Field::Verb("poison"), "poison|poison target|use poison|毒|毒药|用毒|使用毒药|毒杀"),
    (Field::Verb("save"), "save|heal|antidote|use antidote|救|解药|救人|用解药|使用解药"),
    (Field::Verb("kill"), "kill|kill target|attack|刀|杀|击杀|刀人|袭击|刀口"),
    (Field::Verb("check"), "check|inspect|investigate|check target|查验|验|验人|查验目标"),
    (Field::Verb("guard"), "guard|protect|guard target|protect target|守护|守|保护"),
    (Field::Verb("shoot"), "shoot|shot|shoot target|开枪|射击|带走"),
    (Field::Verb("give"), "badge|give|badge to|heir|successor|警徽|移交|警徽给"),
    (Field::Verb("link"), "link|lovers|pair|couple|连|情侣|连接"),
    (Field::Verb("charm"), "charm|enchant|charmed|迷惑|魅惑"),
    (Field::Verb("allow"), "allow|allowed|voters|may vote|允许|可投票"),
    (Field::Verb("stand"), "stand|run|run for sheriff|candidacy|上警|竞选|参选"),
    (Field::Verb("withdraw"), "withdraw|退水|退选"),
    (Field::Verb("refuse"), "refuse|拒绝"),
    (Field::Verb("flip"), "flip|reveal|翻牌|亮牌"),
    (Field::Verb("peek"), "peek|偷看"),
    (Field::Verb("explode"), "explode|self destruct|自爆"),
    (Field::Verb("bid"), "bid|urgency|level|出价|竞价|意愿"),
    (Field::Verb("choose"), "card|role|skill|ware|power|技能|direction|order|卡|身份牌|牌|方向|顺序"),
    (Field::Speech, "speech|statement|say|public speech|public statement|utterance|words|last words|speak|public|发言|讲话|公开发言|遗言|发言内容|公开|说"),
    (Field::Remark, "message|text|content|response|reply|output|chat|dialogue|内容|消息|回复|聊天|台词"),
    (Field::Thought, "thought|thoughts|thinking|think|reasoning|inner thought|inner thoughts|inner monologue|internal monologue|private thought|\
        private thoughts|private|chain of thought|scratchpad|思考|思考过程|推理|推理过程|内心|内心独白|内心想法|心理活动|想法|私下思考"),
    (Field::Reason, "reason|analysis|explanation|rationale|justification|why|notes|理由|原因|分析|解释|说明"),
];

/// What a key or heading stands for.
pub(super) fn field(name: &str) -> Option<Field> {
    let plain: String = name.trim().to_lowercase().replace(['_', '-'], " ");
    let known = |names: &str| names.split('|').any(|known| known == plain);
    FIELDS.iter().find(|(_, names)| known(names)).map(|(field, _)| *field)
}

/// More unfinished actions than this in one answer are not tried against its targets.
const MOST: usize = 8;

/// The named members of an answer.
pub(super) struct Answered {
    pub members: Vec<(Field, Node)>,
}

impl Answered {
    /// The answers in an object: itself, or the objects in it if it has no such members, as in `{"player_4": {...}}`.
    pub(super) fn within(node: Node, carries: fn(Field) -> bool) -> Vec<Answered> {
        let mut answers = Vec::new();
        let mut open = vec![node];
        while let Some(node) = open.pop() {
            let members = match node {
                Node::Object(members) => members,
                Node::List(items) => {
                    open.extend(items.into_iter().rev());
                    continue;
                }
                _ => continue,
            };
            let named: Vec<(Field, Node)> =
                members.iter().filter_map(|(key, node)| Some((field(key)?, node.clone()))).collect();
            if named.iter().any(|(field, node)| carries(*field) && !is_answer_of_its_own(*field, node)) {
                answers.push(Answered { members: named });
            } else {
                let private = |key: &str| field(key) == Some(Field::Thought);
                open.extend(members.into_iter().filter(|(key, _)| !private(key)).map(|(_, node)| node).rev());
            }
        }
        answers
    }

    /// What was thought, in the order of the members.
    pub(super) fn thought(&self) -> Option<String> {
        let texts = self.texts(Field::Thought);
        (!texts.is_empty()).then(|| texts.join("\n"))
    }

    /// What is said aloud; for an answer that is nothing else, also under less telling names.
    pub(super) fn speech(&self, alone: bool) -> Option<String> {
        let texts = self.texts(Field::Speech);
        if let Some(text) = texts.last() {
            return Some((*text).to_string());
        }
        self.texts(Field::Remark).last().filter(|_| alone).map(|text| (*text).to_string())
    }

    fn texts(&self, field: Field) -> Vec<&str> {
        let nodes = self.members.iter().filter(|(of, _)| *of == field);
        nodes.filter_map(|(_, node)| if let Node::Text(text) = node { Some(text.as_str()) } else { None }).collect()
    }

    /// The choice. All members that name one must name the same.
    pub(super) fn choice(&self, request: &Request, lang: Lang) -> Result<Choice, Unclear> {
        let read = |phrase: &Phrase| phrase.read(request, lang);
        let results: Vec<Result<Choice, Unclear>> = self.phrases(request, lang).iter().map(read).collect();
        let found: BTreeSet<Choice> = results.iter().filter_map(|result| result.as_ref().ok().copied()).collect();
        if found.len() > 1 {
            return Err(Unclear::ambiguous(found));
        }
        let mut unclear = results.into_iter().filter_map(Result::err);
        let severe = unclear.find(|error| !matches!(error, Unclear::NoChoice | Unclear::Empty));
        match (found.first(), severe) {
            (_, Some(error)) => Err(error),
            (Some(choice), None) => Ok(*choice),
            (None, None) => Err(Unclear::NoChoice),
        }
    }

    /// The members as phrases: an action and its target are one.
    fn phrases(&self, request: &Request, lang: Lang) -> Vec<Phrase> {
        let mut parts = Parts::default();
        self.gather(&mut parts);
        parts.drop_speaker(request.seat);
        if words::is_gift(request) {
            return parts.joined();
        }
        let Parts { heads, targets, seats, verbs } = parts;
        let mut targets: Vec<Phrase> = targets.into_iter().chain(seats).collect();
        let mut phrases: Vec<Phrase> = Vec::new();
        if !verbs.is_empty() {
            phrases.push(Phrase::Text(verbs.join("; ")));
        }
        let potions = words::is_potions(request);
        let complete = |head: &Phrase| !potions && (head.read(request, lang).is_ok() || head.has_number());
        let (whole, mut open): (Vec<Phrase>, Vec<Phrase>) = heads.into_iter().partition(complete);
        phrases.extend(whole);
        // Members can be repeated without end; what is repeated says nothing more.
        open.dedup();
        open.truncate(MOST);
        targets.dedup();
        match (open.is_empty(), targets.is_empty()) {
            (_, true) => phrases.extend(open),
            (true, false) => phrases.extend(targets),
            (false, false) => {
                let heads = open.iter().flat_map(|head| targets.iter().map(|target| head.with(target, request, lang)));
                phrases.extend(heads);
            }
        }
        phrases
    }

    fn gather(&self, parts: &mut Parts) {
        for (field, node) in &self.members {
            match (field, Answered::nested(node)) {
                (Field::Choice | Field::Action | Field::Target, Some(inner)) => inner.gather(parts),
                (Field::Choice, None) => parts.heads.extend(Phrase::of(node)),
                // A null action beside a target says nothing.
                (Field::Action, None) => parts.heads.extend(Phrase::of(node).filter(|phrase| *phrase != Phrase::Null)),
                (Field::Target, None) => parts.targets.extend(Phrase::of(node)),
                (Field::Seat, _) => parts.seats.extend(Phrase::of(node)),
                (Field::Verb(verb), _) => parts.verbs.extend(Phrase::of(node).map(|phrase| phrase.after(verb))),
                (Field::Speech | Field::Remark | Field::Thought | Field::Reason, _) => {}
            }
        }
    }

    fn nested(node: &Node) -> Option<Answered> {
        match node {
            Node::Object(members) => {
                let named = members.iter().filter_map(|(key, node)| Some((field(key)?, node.clone()))).collect();
                Some(Answered { members: named })
            }
            _ => None,
        }
    }
}

/// Whether a member only wraps the answer: `{"answer": {"choice": 3, "speech": ...}}`.
fn is_answer_of_its_own(field: Field, node: &Node) -> bool {
    matches!((field, node), (Field::Choice | Field::Remark | Field::Speech, Node::Object(_)))
}

/// Whether a member can hold the choice.
pub(super) fn carries_choice(field: Field) -> bool {
    matches!(field, Field::Choice | Field::Action | Field::Target | Field::Seat | Field::Verb(_))
}

/// Whether a member can hold a speech.
pub(super) fn carries_speech(field: Field) -> bool {
    matches!(field, Field::Speech | Field::Remark | Field::Thought)
}

/// The value of a member, as something that can be read as words.
#[derive(Clone, Debug, PartialEq)]
enum Phrase {
    Null,
    Text(String),
}

impl Phrase {
    fn of(node: &Node) -> Option<Phrase> {
        Some(match node {
            Node::Null => Phrase::Null,
            Node::Bool(true) => Phrase::Text("yes".into()),
            Node::Bool(false) => Phrase::Text("no".into()),
            Node::Number(number) => Phrase::Text(whole(number)),
            Node::Text(text) | Node::Bare(text) => Phrase::Text(text.clone()),
            Node::List(items) if items.is_empty() => Phrase::Null,
            Node::List(items) => {
                let texts = items.iter().filter_map(Phrase::of).filter_map(|phrase| match phrase {
                    Phrase::Text(text) => Some(text),
                    Phrase::Null => None,
                });
                Phrase::Text(texts.collect::<Vec<_>>().join(", "))
            }
            Node::Object(_) => Phrase::Text(Answered::nested(node)?.flat()?),
        })
    }

    fn has_number(&self) -> bool {
        matches!(self, Phrase::Text(text) if text.chars().any(|c| c.is_numeric()))
    }

    /// This action upon that target.
    fn with(&self, target: &Phrase, request: &Request, lang: Lang) -> Phrase {
        match (self, target) {
            (Phrase::Text(action), Phrase::Text(target)) => {
                let both = Phrase::Text(format!("{action} {target}"));
                // Actions have all sorts of names; where only seats can be chosen the target says it all.
                let unread = matches!(both.read(request, lang), Err(Unclear::NoChoice));
                let plain = unread && !words::denies(action) && !words::is_potions(request);
                if plain { Phrase::Text(target.clone()) } else { both }
            }
            (Phrase::Text(action), Phrase::Null) if words::is_potions(request) => Phrase::Text(action.clone()),
            (Phrase::Text(action), Phrase::Null) if words::denies(action) => Phrase::Text(action.clone()),
            (Phrase::Null, target) => target.clone(),
            (_, Phrase::Null) => Phrase::Null,
        }
    }

    /// The value of a member that is named for what is done.
    fn after(&self, verb: &str) -> String {
        match self {
            Phrase::Null => format!("not {verb}"),
            Phrase::Text(text) => match text.trim().to_lowercase().as_str() {
                "yes" | "true" | "是" | "y" => verb.to_string(),
                "no" | "false" | "否" | "不" | "n" | "none" | "null" | "无" | "" => format!("not {verb}"),
                _ => format!("{verb} {text}"),
            },
        }
    }

    fn read(&self, request: &Request, lang: Lang) -> Result<Choice, Unclear> {
        match self {
            Phrase::Text(text) => words::decide(text, request, lang).map(|(choice, _)| choice),
            Phrase::Null => words::passing(request, lang).ok_or_else(|| Unclear::not_legal("null")),
        }
    }
}

impl Answered {
    /// An object inside of a list, such as `{"action": "poison", "target": 3}`, in a row of words.
    fn flat(&self) -> Option<String> {
        let mut parts = Parts::default();
        self.gather(&mut parts);
        let phrases = parts.heads.into_iter().chain(parts.targets).chain(parts.seats);
        let texts = phrases.filter_map(|phrase| match phrase {
            Phrase::Text(text) => Some(text),
            Phrase::Null => None,
        });
        let words: Vec<String> = parts.verbs.into_iter().chain(texts).collect();
        (!words.is_empty()).then(|| words.join(" "))
    }
}

/// The members of an answer by what they hold.
#[derive(Default)]
struct Parts {
    heads: Vec<Phrase>,
    targets: Vec<Phrase>,
    seats: Vec<Phrase>,
    verbs: Vec<String>,
}

impl Parts {
    /// All members as one phrase, the verbs first: a seat and a role may stand under any two names.
    fn joined(self) -> Vec<Phrase> {
        let phrases = self.heads.into_iter().chain(self.targets).chain(self.seats);
        let text = |phrase| if let Phrase::Text(text) = phrase { Some(text) } else { None };
        let texts: Vec<String> = self.verbs.into_iter().chain(phrases.filter_map(text)).collect();
        vec![if texts.is_empty() { Phrase::Null } else { Phrase::Text(texts.join(" ")) }]
    }

    /// `{"player": 4, "vote": 3}` by seat 4 says who votes.
    fn drop_speaker(&mut self, own: Seat) {
        let others = self.heads.len() + self.targets.len() + self.verbs.len();
        let own = own.to_string();
        let speaker = |phrase: &Phrase| match phrase {
            Phrase::Text(text) => text.chars().filter(char::is_ascii_digit).eq(own.chars()),
            Phrase::Null => true,
        };
        if others > 0 {
            self.seats.retain(|phrase| !speaker(phrase));
        }
    }
}

/// `3.0` is a whole number.
fn whole(number: &str) -> String {
    number.strip_suffix(".0").unwrap_or(number).to_string()
}
