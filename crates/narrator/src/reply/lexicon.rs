//! The words of a reply that matter, in both languages. Everything else is [`Word::Other`].
//!
//! A table line is a meaning and its words, separated by bars. English entries are whole words or phrases, Chinese
//! ones any run of characters; the longest entry wins. Replies mix the languages, so both tables always apply.

use super::names;
use lycaon_rules::{Direction, RoleId};
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// What a word does in a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// The speaker.
    Me,
    /// Somebody else, as the subject of a sentence.
    Else,
    /// The one spoken to.
    You,
    /// "I am": says who the speaker is, unless a verb follows.
    Am,
    /// Turns what follows into its opposite.
    Not,
    /// The speaker cannot: denies what follows without declining anything.
    Cannot,
    /// No, as an answer of its own; before a noun it denies.
    No,
    /// Yes, as an answer of its own.
    Yes,
    /// Doing nothing, as a verb.
    Pass,
    /// Nobody, as an object.
    Nobody,
    /// The antidote, or its use.
    Save,
    /// The poison, or its use.
    Poison,
    /// Antidote and poison.
    Both,
    /// A potion, either of them.
    Potion,
    /// Keeping a potion.
    Keep,
    /// Not using the antidote.
    KeepSave,
    /// Not using the poison.
    KeepPoison,
    /// Using neither.
    KeepPotion,
    /// The badge is torn.
    Tear,
    /// A direction.
    Way(Direction),
    /// A role.
    Card(RoleId),
    /// A bid in words.
    Level(u8),
    /// A verb of choosing, of these groups.
    Verb(u32),
    /// One that also has other meanings: it counts only where nothing unknown stands beside it.
    WeakVerb(u32),
    /// Votes: a verb, or what a number before it counts.
    Tally,
    /// "This is what I decided", before the decision.
    Final,
    /// Takes back what was said before, where it opens a clause.
    Retract,
    /// Takes back what was said before.
    Change,
    /// What follows is a reason.
    Reason,
    /// What follows is a reason until the speaker is named again: "after his speech I vote 3".
    Given,
    /// The sentence is a condition.
    If,
    /// The speaker is not sure.
    Hedge,
    /// A question.
    Question,
    /// Makes a question of what stands before it.
    Tag,
    /// What follows lies in the past.
    Past,
    /// One or the other.
    Or,
    /// One and the other.
    And,
    /// A new clause begins.
    Break,
    /// What follows is what is not chosen.
    Reject,
    /// The options of the prompt are being repeated.
    Echo,
    /// Somebody's words or thoughts are being told.
    Report,
    /// As [`Word::Report`], but of oneself it means nothing: "I think".
    Opinion,
    /// Marks the number after it as a seat.
    Mark,
    /// Marks the number after it as a seat or an option.
    Number,
    /// Marks the number before it as a seat.
    Suffix,
    /// The number before it counts something.
    Count,
    /// The number after it is a day, a night or a round.
    Moment,
    /// The number after it is an ordinal.
    Nth,
    /// Chinese object before its verb: 把, 对.
    Object,
    /// An article.
    Article,
    /// Against somebody: in a vote on exile it names the choice, elsewhere it denies it.
    Against,
    /// A copula: what follows a seat is then a statement about it.
    Is,
    /// 的: what stands before it may own what stands after.
    Of,
    /// The speaker as an object.
    Myself,
    /// Joins seats of a set; elsewhere what follows is only company.
    With,
    /// The speaker as an object, or in passing.
    MeObject,
    /// Says nothing of the choice.
    Filler,
    /// Not in the tables.
    Other,
}

/// Groups of verbs; a question accepts some of them (see `grammar`).
pub(super) mod verb {
    pub const CHOOSE: u32 = 1;
    pub const VOTE: u32 = 1 << 1;
    pub const EXILE: u32 = 1 << 2;
    pub const KILL: u32 = 1 << 3;
    pub const CHECK: u32 = 1 << 4;
    pub const GUARD: u32 = 1 << 5;
    pub const SHOOT: u32 = 1 << 6;
    pub const GIVE: u32 = 1 << 7;
    pub const LINK: u32 = 1 << 8;
    pub const CHARM: u32 = 1 << 9;
    pub const ALLOW: u32 = 1 << 10;
    pub const BAN: u32 = 1 << 11;
    pub const STAND: u32 = 1 << 12;
    pub const WITHDRAW: u32 = 1 << 13;
    pub const DECLINE: u32 = 1 << 14;
    pub const ACCEPT: u32 = 1 << 15;
    pub const FLIP: u32 = 1 << 16;
    pub const HIDE: u32 = 1 << 17;
    pub const SWAP: u32 = 1 << 18;
    pub const PEEK: u32 = 1 << 19;
    pub const SLEEP: u32 = 1 << 20;
    pub const EXPLODE: u32 = 1 << 21;
    pub const DUEL: u32 = 1 << 22;
    pub const RAISE: u32 = 1 << 23;
    pub const STAY: u32 = 1 << 24;
    pub const BID: u32 = 1 << 25;
    pub const INFECT: u32 = 1 << 26;
    pub const ACT: u32 = 1 << 27;
    pub const TAKE: u32 = 1 << 28;
}

use verb::*;

#[rustfmt::skip]
const TABLE: &[(Word, &str)] = &[
    (Word::Me, "我说|i|i'll|i'd|i've|we|we'll|we're|let's|lets|let us|let me|我|我们|咱们|本人|在下|本座|俺"),
    (Word::Am, "i'm|im|am"),
    (Word::You, "you|you're|you've|you'll|your|你|您|你们"),
    (Word::Else, "he|she|they|he's|she's|they're|everyone|everybody|people|someone|somebody|others|the village|他|她|\
        它|他们|她们|大家|别人|有人|其他人|各位|好人们|谁都"),
    (Word::Not, "not|decided against|against voting|against choosing|against exiling|against killing|don't|dont|\
        doesn't|didn't|never|won't|wont|wouldn't|shouldn't|isn't|ain't|aren't|neither|nor|without|avoid|avoiding|\
        stop|no need to|no reason to|no intention of|under no circumstances|in no way|by no means|no chance|\
        on no account|at no point|no plan to|no plans to|no way|unwilling|unlikely|hardly|hesitate|doubt|不|别|勿|莫|\
        没|没有|没必要|没有必要|未|绝不|决不|不会|不要|不想|不该|不应该|不打算|不准备|不愿|不愿意|不再|不必|不用|\
        不需要|不是|并不|并非|非|无需|无须|反对|放弃|不考虑|不使用|不选择|不建议|绝对不|坚决不|暂不"),
    (Word::Cannot, "can't|cant|cannot|can not|couldn't|unable to|unable|impossible|不能|无法|没法|不可以|不可能|\
        不敢"),
    (Word::No, "no|nope|nah|negative|否"),
    (Word::Yes, "yes|yeah|yep|yup|affirmative|absolutely|of course|是的|当然"),
    (Word::Pass, "void the vote|作废|本次投票作废|keep my own card|keep my card|保留自己的牌|保留原来的牌|pass|skip|\
        abstain|forfeit|no vote|no kill|no target|no action|do nothing|take no action|hold fire|no shot|\
        no one tonight|no potion|use nothing|弃票|弃权|弃投|跳过|空刀|空过|空守|空验|不操作|不行动|不发动|过牌|\
        什么都不做|什么也不做|谁也不|谁都不|什么药都不用|不用药|不使用药|不动作|平安夜"),
    (Word::Nobody, "nobody|no one|noone|none|nothing|没有人|没人|无人|无目标"),
    (Word::Save, "save|saves|heal|heals|rescue|revive|cure|antidote|healing potion|救|救人|救活|救起|救起来|解药|\
        灵药|开药救"),
    (Word::Poison, "poison|poisons|毒|毒药|毒死|毒杀|毒掉|撒毒|泼毒|开毒"),
    (Word::Both, "both potions|双药|both"),
    (Word::Potion, "potion|potions|药|药水|药剂"),
    (Word::Keep, "keep|hold|hold on to|reserve|留|留着|保留|留下|省着|捏着"),
    (Word::KeepSave, "save the antidote|save my antidote|save the healing potion|save my healing potion"),
    (Word::KeepPoison, "save the poison|save my poison|save the poison potion"),
    (Word::KeepPotion, "save the potions|save my potions|save both potions|save the potion|save my potion|\
        save it for later|save them for later"),
    (Word::Other, "stand with|stand by|stand out|run away|look forward|look like|pass away|pass by|kill me|save me|\
        save yourself|save the village|save the town|save us|poisoning|号称"),
    (Word::Tear, "tear|tear up|rip|rip up|shred|destroy|撕|撕掉|撕毁|撕警徽|撕了"),
    (Word::Way(Direction::Clockwise), "clockwise|cw|left|ascending|upwards|顺时针|顺时针方向|警左|左|左边|左侧|\
        左手边|顺序|正序|升序|从小到大"),
    (Word::Way(Direction::CounterClockwise), "counterclockwise|counter clockwise|anticlockwise|anti clockwise|ccw|\
        right|descending|downwards|逆时针|逆时针方向|警右|右|右边|右侧|右手边|逆序|倒序|降序|从大到小"),
    (Word::Level(0), "nothing to say|don't want to speak|do not want to speak|不想发言|没什么想说|silent|silence|\
        stay silent|沉默|不发言|不想说"),
    (Word::Level(1), "could speak|可说可不说"),
    (Word::Level(2), "want to speak|想发言"),
    (Word::Level(3), "must speak|必须发言|urgent|urgently|紧急|非常想说"),
    (Word::Verb(CHOOSE), "choose|chooses|choice|pick|picks|select|selects|selection|target|targets|decision|opt for|\
        opt|nominate|point at|point to|go with|going with|go for|going for|选|选择|选定|目标|指定|指向|行动|操作|挑|\
        决定"),
    (Word::Tally, "votes|票"),
    (Word::Verb(VOTE), "vote|ballot|投|投票|投给|投票给|归票|上票|一票|投出"),
    (Word::Verb(EXILE), "exile|exiles|eliminate|eliminates|lynch|banish|execute|hang|expel|放逐|驱逐|处决|票出|抗推|\
        投出去"),
    (Word::WeakVerb(CHOOSE), "choosing|picking|selecting|targeting"),
    (Word::WeakVerb(VOTE), "voting"),
    (Word::WeakVerb(EXILE), "exiling|eliminating"),
    (Word::WeakVerb(KILL | SHOOT), "killing"),
    (Word::WeakVerb(KILL), "attacking"),
    (Word::WeakVerb(CHECK), "checking|inspecting|investigating"),
    (Word::WeakVerb(GUARD), "guarding|protecting"),
    (Word::WeakVerb(SHOOT), "shooting"),
    (Word::WeakVerb(GIVE), "giving"),
    (Word::WeakVerb(LINK), "linking"),
    (Word::WeakVerb(CHARM), "charming|enchanting"),
    (Word::WeakVerb(ALLOW), "allowing"),
    (Word::WeakVerb(WITHDRAW), "withdrawing"),
    (Word::WeakVerb(STAY), "keep running"),
    (Word::WeakVerb(BID), "bidding"),
    (Word::WeakVerb(EXILE), "出|归|标"),
    (Word::Verb(KILL | SHOOT), "kill|kills|击杀|杀|杀死|杀掉"),
    (Word::Verb(KILL), "attack|attacks|eat|bite|devour|murder|slay|刀|刀掉|砍|吃|吃掉|咬|袭击|攻击|首刀"),
    (Word::Verb(CHECK), "check|checks|inspect|investigate|examine|verify|divine|peek at|验|查验|查|检验|验人|验一下|\
        查看"),
    (Word::WeakVerb(CHECK), "see|look at|view|看|看看"),
    (Word::Verb(GUARD), "guards|protect|protects|protection|defend|shield|守|守护|守一下|保护"),
    (Word::Verb(SHOOT), "revenge|复仇|shoot|shoots|shot|fire at|gun down|take down|take out|开枪|枪杀|射|射杀|崩|带走|枪毙|毙"),
    (Word::WeakVerb(SHOOT), "fire|打|带"),
    (Word::Verb(GIVE), "give|gives|gift|gifts|hand over|hand it|transfer|pass on|pass it|pass the badge|award|移交|交给|\
        飞给|递给|转交|传给|传|警徽给|送|送给|送出|赠|赠送|赠给"),
    (Word::WeakVerb(GIVE), "hand|给|飞"),
    (Word::Verb(LINK), "link|pair|pair up|connect|couple|join|lovers|连|链接|连接|连线|配对|结为情侣|情侣"),
    (Word::Verb(CHARM), "charm|enchant|bewitch|迷惑|魅惑|蛊惑"),
    (Word::Verb(ALLOW), "allow|allows|permit|允许|准许|可以投票|能投票|有投票权"),
    (Word::WeakVerb(ALLOW), "let|让"),
    (Word::Verb(BAN), "ban|forbid|bar|prohibit|exclude|禁止|不准|不许|不让|剥夺|禁|不允许|不能投票|不可以投票"),
    (Word::Verb(STAND), "stand|stand for|run|run for|run for sheriff|stand for sheriff|compete|上警|参选|竞选|\
        参加竞选|参与竞选|竞选警长|参加|参与"),
    (Word::Verb(WITHDRAW), "withdraw|quit|drop out|step down|退水|退选|退出|退出竞选|撤回|撤"),
    (Word::Verb(DECLINE), "refuse|refuses|decline|reject|turn down|refuse to|decline to|拒绝|推辞|谢绝"),
    (Word::Verb(ACCEPT), "accept|take office|接受|上任|就任|当警长"),
    (Word::Verb(FLIP), "flip|reveal|show|show my card|flip my card|翻牌|亮牌|亮身份|翻身份|翻|亮|自证"),
    (Word::Verb(HIDE), "hide|conceal|stay hidden|keep hidden|隐藏|藏"),
    (Word::Verb(SWAP), "swap|switch|exchange|replace|take her|substitute|换|换成|换为|替换|更换|交换|改杀|换牌"),
    (Word::WeakVerb(SWAP), "take|拿|改"),
    (Word::Verb(PEEK), "peek|spy|open my eyes|watch|look|偷看|睁眼|偷窥"),
    (Word::Verb(SLEEP), "sleep|close my eyes|keep my eyes closed|keep my eyes shut|闭眼|睡|睡觉"),
    (Word::Verb(EXPLODE), "explode|self destruct|blow up|detonate|自爆"),
    (Word::Verb(DUEL), "duel|challenge|决斗|挑战"),
    (Word::Verb(RAISE), "raise|raise my hand|hand up|support|举手|支持|赞成|同意"),
    (Word::Verb(STAY), "keep the target|keep our target|keep the victim|维持原来的目标|维持原目标|维持|stay|remain|\
        stay in|stay in the race|continue|继续|继续竞选|坚持|留在警上"),
    (Word::Verb(INFECT), "infect|infects|turn them|感染|传染|转化"),
    (Word::Verb(ACT), "curse|mark|hunt|frighten|swallow|seal|admire|sniff|sniff at|burn|burn down|stalk|send|mask|\
        禁言|诅咒|标记|狩猎|恐惧|吞|吞下|封|封印|封住|摄|摄梦|暗恋|嗅|嗅探|刺杀|烧|烧掉|纵火|潜行|询问|戴面具"),
    (Word::Verb(TAKE), "step forward|take the card|take it|give the sign|vote again|接替|现身|示意|倒流|重投|\
        重新投票|再投一次"),
    (Word::Verb(BID), "bid|bids|urgency|出价|叫价|竞价|意愿|发言意愿|发言欲望"),
    (Word::Final, "final|finally|answer|final answer|conclusion|in the end|ultimately|boxed|最终|最后|答案|结论|综上|\
        最终答案|最终决定"),
    (Word::Retract, "wait|on second thought|actually|never mind|nevermind|不对|算了|等等"),
    (Word::Change, "scratch that|correction|changed my mind|change my mind|i take it back|改投|改成|改为|改主意|\
        说错了|打错了|更正|口误"),
    (Word::Given, "due to|given|based on|according to|after|following|because of|鉴于|根据|听了|听完"),
    (Word::Reason, "because|since|given that|as|reason|so that|in order to|in case of|by|因为|由于|理由|原因|毕竟|\
        作为|为了|通过|防止|避免"),
    (Word::If, "if|unless|suppose|supposing|assuming|in case|provided|even if|如果|若|若是|要是|假如|假设|倘若|万一|\
        除非|的话|即使|就算"),
    (Word::Hedge, "maybe|perhaps|might|may|could|possibly|probably|likely|considering|thinking about|thinking of|\
        tempted|inclined|leaning|lean|unsure|undecided|torn|not sure|not so sure|not certain|not quite sure|\
        uncertain|don't know|do not know|no idea|would have|也许|可能|或许|大概|考虑|倾向|倾向于|犹豫|纠结|不确定|\
        说不定|没想好|不太确定|不太清楚|不清楚|不知道|拿不准|没把握|还没决定|本来|原本"),
    (Word::Question, "who|whom|whose|which|what|where|when|why|how|whether|should i|should we|do i|do we|would you|\
        shall i|shall we|can i|谁|哪|哪个|哪位|什么|为什么|怎么|怎样|是否|要不要|该不该|能不能|是不是|会不会|用不用|\
        救不救|毒不毒|投不投|上不上|退不退|几号"),
    (Word::Tag, "吗|么"),
    (Word::Past, "was going to|were going to|was about to|was planning to|wanted to|planned to|intended to|used to|\
        yesterday|last night|last round|last time|last day|previous|previously|earlier|before|ago|昨天|昨夜|昨晚|\
        昨日|上轮|上一轮|之前|前天|刚才|上次|前面"),
    (Word::Or, "or|或|或者|还是|要么|抑或"),
    (Word::And, "and|plus|as well as|和|与|跟|及|以及|同时|并|并且|且"),
    (Word::Break, "but|however|instead|so|therefore|thus|hence|rather|but rather|though|although|yet|then|只|但|但是|\
        可是|不过|而是|所以|因此|于是|那么|却|反而|故|然后|接着|而"),
    (Word::Reject, "anyone but|anybody but|everyone but|everybody but|all but|any player but|instead of|rather than|\
        over|except|except for|other than|apart from|besides|aside from|而不是|而非|除了|除"),
    (Word::Echo, "视为|则视为|不作答|counts as|options|choose from|choose between|one of|legal choices|legal options|\
        valid options|available options|possible options|possible choices|example|for example|such as|\
        instructions|reply with|respond with|answer with|reply only|可选|可选项|所有选项|请选择|请投票|请回复|请回答|\
        例如|比如|示例"),
    (Word::Report, "说|said|says|saying|claimed|claims|claim|told|tells|tell|wants|wanted|asked|asks|ask|asking|\
        suggested|accused|accuses|voted|thinks|believes|thought|讲|想让|叫|声称|报|跳|聊|发言说|求"),
    (Word::Opinion, "think|believe|feel|guess|say|suggest|suggests|propose|proposes|建议|提议|认为|觉得|相信|感觉"),
    (Word::Mark, "player|players|seat|seats|p|玩家|座位|座号"),
    (Word::Number, "number|numbers|option|id|号码|编号|选项"),
    (Word::Suffix, "号|号位|号玩家|号座|号牌"),
    (Word::Count, "days|nights|rounds|times|points|percent|lives|cards|seconds|minutes|gods|of us|of them|个|名|位|\
        人|天|夜|晚|轮|神|张|次|分|秒|回|岁|年|月|点|死|血|项|条|局"),
    (Word::Moment, "day|night|round|turn|phase|game|step|page|version|attempt"),
    (Word::Nth, "第"),
    (Word::Object, "把|将|对|向"),
    (Word::Article, "any|either|the|my|our|this|that|these|a|an"),
    (Word::Is, "is|are|was|were|be|it's|its|it is|是|就是|为|乃"),
    (Word::Against, "against"),
    (Word::Of, "的"),
    (Word::With, "with"),
    (Word::MeObject, "me"),
    (Word::Myself, "myself|自己|我自己"),
    (Word::Filler, "alone|独自|一次|一瓶|技能|skill|skills|to|for|on|at|in|of|it|him|her|them|us|with me|with us|will|would|\
        shall|should|must|do|want|wanna|\
        like|gonna|go|going|prefer|prefer to|has to|has to be|有必要|对象|victim|受害者|被刀的|被杀的|some thought|\
        careful thought|much thought|further thought|please|now|today|tonight|just|still|also|too|well|ok|okay|\
        alright|sure|hereby|decided|up|off|out|use|using|cast|make|have|here|no choice but|nobody but|no one but|\
        none but|goes|goes to|no doubt|not only|sheriff|badge|card|exactly|anyone|anybody|any player|gun|intend|\
        intend to|thanks|thank|sir|moderator|hello|hi|action|of course not|own|role|them all|了|吧|啊|呢|哦|嗯|呀|嘛|\
        就|要|想|想要|会|来|去|给到|今天|今晚|今夜|今日|这轮|本轮|这一轮|一下|那|那就|这|这个|那个|请|先|打算|准备|\
        直接|坚决|一定|必须|应该|应当|该|强烈|坚定|还|也|都|再|个人|本局|这局|法官|使用|用|手里|手上|警长|警徽|出去|\
        出来|愿意|需要|牌|卡|不得不|只能|不仅|不只|任何人|任何|掉|将会|全票|确定|确认|宣布|出局|大家好|的票"),
];

/// Whole clauses that are an answer of their own, whatever their words mean elsewhere.
const CLAUSES: &[(Word, &str)] = &[
    (Word::Yes, "是|是的|对|当然|yes|yeah|yep|yup"),
    (Word::No, "不|否|不要|不用|不会|不行|不了|没有|不需要|不愿意|不想|no|nope|nah|not"),
    (Word::Pass, "过|我过|过麦|pass|skip|abstain|弃|我弃"),
];

/// Whole replies that are an answer, and too slight to be one inside a longer reply.
const REPLIES: &[(Word, &str)] = &[
    (
        Word::Yes,
        "y|t|true|ok|okay|sure|好|好的|要|行|可以|嗯|会|用|愿意|需要|确认|ido|iwill|yesido|yesiwill|我要|我愿意",
    ),
    (Word::No, "n|f|false|别|算了|idon't|iwon't|noidon't|noiwon't|我不|我不要|我不用"),
    (Word::Pass, "none|null|nil|nobody|noone|nothing|空|无|无人|没人|没有人|-"),
];

type Phrases = BTreeMap<String, Vec<(Vec<String>, Word)>>;

/// The tables, indexed by their first word or character.
pub(super) struct Lexicon {
    /// English: first word to the rest of the phrase, longest first.
    english: Phrases,
    /// Chinese: first character to the rest, longest first.
    chinese: BTreeMap<char, Vec<(Vec<char>, Word)>>,
    clauses: BTreeMap<&'static str, Word>,
    replies: BTreeMap<&'static str, Word>,
}

/// The one lexicon.
pub(super) static LEXICON: LazyLock<Lexicon> = LazyLock::new(Lexicon::build);

impl Lexicon {
    fn build() -> Self {
        let mut lexicon = Lexicon {
            english: BTreeMap::new(),
            chinese: BTreeMap::new(),
            clauses: whole(CLAUSES),
            replies: whole(REPLIES),
        };
        for (word, entries) in TABLE {
            for entry in entries.split('|') {
                lexicon.insert(entry, *word);
            }
        }
        for (role, name) in names::all() {
            lexicon.insert(&name, Word::Card(role));
        }
        lexicon.english.values_mut().for_each(|list| list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len())));
        lexicon.chinese.values_mut().for_each(|list| list.sort_by_key(|(rest, _)| std::cmp::Reverse(rest.len())));
        lexicon
    }

    /// Later entries do not displace earlier ones: the sort is stable and the first of equal length wins.
    fn insert(&mut self, entry: &str, word: Word) {
        if entry.is_ascii() {
            let mut words = entry.split_whitespace().map(str::to_string);
            if let Some(first) = words.next() {
                self.english.entry(first).or_default().push((words.collect(), word));
            }
        } else {
            let mut chars = entry.chars();
            if let Some(first) = chars.next() {
                self.chinese.entry(first).or_default().push((chars.collect(), word));
            }
        }
    }

    /// English phrases that begin with this word: the rest of each, longest first.
    pub(super) fn english(&self, first: &str) -> &[(Vec<String>, Word)] {
        self.english.get(first).map_or(&[], Vec::as_slice)
    }

    /// Chinese entries that begin with this character: the rest of each, longest first.
    pub(super) fn chinese(&self, first: char) -> &[(Vec<char>, Word)] {
        self.chinese.get(&first).map_or(&[], Vec::as_slice)
    }

    /// The meaning of a whole clause, given without spaces and folded.
    pub(super) fn clause(&self, squeezed: &str) -> Option<Word> {
        self.clauses.get(squeezed).copied()
    }

    /// The meaning of a whole reply, given without spaces and folded.
    pub(super) fn reply(&self, squeezed: &str) -> Option<Word> {
        self.replies.get(squeezed).or_else(|| self.clauses.get(squeezed)).copied()
    }
}

fn whole(table: &'static [(Word, &'static str)]) -> BTreeMap<&'static str, Word> {
    table.iter().flat_map(|(word, entries)| entries.split('|').map(|entry| (entry, *word))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reply::fold::fold;

    #[test]
    fn entries_are_folded_and_stand_once() {
        let mut seen: BTreeMap<String, Word> = BTreeMap::new();
        for (word, entries) in TABLE {
            for entry in entries.split('|') {
                let entry = entry.trim();
                let folded: String = fold(entry).iter().map(|glyph| glyph.c).collect();
                assert_eq!(entry, folded, "an entry that no folded reply can match");
                assert!(!entry.is_empty());
                if let Some(other) = seen.insert(entry.to_string(), *word) {
                    panic!("`{entry}` is {other:?} and {word:?}");
                }
            }
        }
        for (role, name) in names::all() {
            assert_eq!(seen.get(&name), None, "`{name}` is a word and the name of {role}");
        }
    }
}
