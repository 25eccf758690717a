//! The words of the table in both languages, and what each says to the grammar.

use lycaon_narrator::lexis::{is_han, role_names};
use lycaon_rules::{RoleId, Seat};
use std::collections::BTreeMap;

/// What a word of a speech says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    /// A seat, by number or name.
    Seat(Seat),
    /// What belongs to a seat: "Mio's".
    Owner(Seat),
    /// The speaker.
    Me,
    /// What belongs to the speaker.
    Mine,
    /// Who is spoken to.
    You,
    /// What belongs to who is spoken to.
    Yours,
    /// Somebody spoken of, who may be anybody: in Chinese speech the nearest is as often another.
    Third,
    /// Somebody spoken of, who was named last.
    He,
    /// A role of the deck.
    Role(RoleId),
    /// A wolf, or as bad as one.
    Wolf,
    /// Several wolves: 双狼.
    Wolves,
    /// Good.
    Good,
    /// A wolf by a check: 查杀.
    Red,
    /// Good by a check: 金水.
    Gold,
    /// Saved by the witch: 银水.
    Silver,
    /// Attacked in the night: 刀口.
    Knifed,
    /// Links who with what he is.
    Be,
    /// The same, in a part that may stand before who it is about: "as the seer I".
    As,
    /// Holds a card; of the speaker, if of nobody else.
    Hold,
    /// Turns it round.
    Not,
    /// A look at somebody.
    Check,
    /// The antidote.
    Save,
    /// The antidote for oneself.
    SaveMe,
    /// The poison.
    Poison,
    /// A protection.
    Guard,
    /// A shot.
    Shoot,
    /// A vote.
    Vote,
    /// Holds for a wolf.
    Suspect,
    /// Holds for good.
    Trust,
    /// Comes out as something.
    Claim,
    /// Comes out as what stands beside it: "Seer CO".
    Co,
    /// Takes it back.
    Retract,
    /// Says or thinks: what follows is of whoever does.
    Say,
    /// Hands out a result.
    Give,
    /// Where the wolves sit: 狼坑.
    Pit,
    /// Some of these, and not each: 里面开.
    Among,
    /// 的.
    Of,
    /// 把: what follows is done to somebody.
    Ba,
    /// Joins.
    And,
    /// Begins a condition.
    If,
    /// Ends one: 的话.
    IfTail,
    /// Otherwise.
    Or,
    /// Asks.
    Ask,
    /// Asks for agreement only: 对吧.
    Tag,
    /// Says that it is not so: "false".
    False,
    /// "Seer here".
    Here,
    /// Ends a clause.
    Comma,
    /// Ends a sentence.
    Stop,
    /// Ends a question.
    Question,
    /// Anything else.
    Other,
}

/// The words, separated by bars. Longer ones are found first, so that 狼队 is no wolf.
const WORDS: &[(Word, &str)] = &[
    (Word::Me, "我|我们|咱|咱们|i|we|i'll|i've|let's|lets|i'd"),
    (Word::Mine, "我的|my|our"),
    (Word::You, "你|你们|您|you|you'll|you've|please"),
    (Word::Yours, "你的|你们的|your"),
    (Word::Third, "他|她|它|他们|人家|they|them|his|her|their|its"),
    (Word::He, "he|she|him"),
    (
        Word::Wolf,
        "狼|狼人|狼牌|狼人牌|匪|匪牌|铁狼|定狼|明狼|悍跳|悍跳狼|坏人|不好|可疑|werewolf|wolf|werewolves|wolves",
    ),
    (
        Word::Wolf,
        "suspicious|sus|evil|impostor|imposter|lying|liar|fake|deceitful|misleading|guilty|a threat|the threat",
    ),
    (Word::Wolves, "双狼|两狼|三狼|两个狼|两张狼|三个狼|三张狼|三匹狼|两匹狼|三张狼人牌|两张狼人牌|是两个|可能是两个"),
    (
        Word::Good,
        "好人|好人牌|好牌|好人面|好好人牌|白|白牌|明好人|民好人|human|innocent|good|trustworthy|clear|cleared",
    ),
    (Word::Good, "honest|credible|legit|legitimate|genuine|a villager at heart|town"),
    (Word::Red, "查杀|查杀牌|长杀|差杀|茶杀"),
    (Word::Gold, "金水|金水牌|金"),
    (Word::Silver, "银水|银水牌"),
    (Word::Knifed, "刀口|刀口牌"),
    (
        Word::Be,
        "是|就是|像|一定是|肯定是|应该是|得是|is|are|am|was|were|be|seems|seem|looks|look like|looks like|being",
    ),
    (Word::Be, "appears|must be|to be"),
    (Word::As, "as"),
    (Word::Hold, "底牌|底牌是|手牌|拿|拿的|拿到"),
    (Word::Not, "不|没|没有|别|不会|不能|未|not|never|don't|won't|can't|cannot|doesn't|didn't|isn't|aren't|wasn't|no"),
    (Word::Check, "摸|验|查验|开验|摸的|验的|验了|摸了|check|checked|divine|divined|divination|divinations|inspected"),
    (Word::Check, "investigated|scanned"),
    (Word::Save, "救|救了|saved|healed"),
    (Word::SaveMe, "自救|saved myself|healed myself"),
    (Word::Poison, "毒|毒了|毒的|毒死|poisoned"),
    (Word::Guard, "守|守了|守的|守护|guarded|protected"),
    (Word::Shoot, "带走|带走了|枪杀|shot"),
    (
        Word::Vote,
        "票|投|投票|投给|点|归|归票|出|推|抗推|挂|放逐|票死|票掉|点掉|推掉|干掉|拍|vote|voting|vote out|vote for|votes for",
    ),
    (Word::Vote, "lynch|execute|exile|eliminate|final vote|banish|hang"),
    (Word::Suspect, "怀疑|锤|踩|suspect|suspecting|distrust|accuse"),
    (Word::Trust, "认|认下|相信|信|站|站边|放|保|trust|believe|vouch for|side with"),
    (Word::Claim, "跳|起跳|对跳|claim|claims|claimed|claiming"),
    (Word::Co, "co|coming out as"),
    (Word::Retract, "退水|retract|withdraw|take back"),
    (
        Word::Say,
        "说|告诉|聊|讲|认为|觉得|感觉|以为|打|说是|say|says|said|think|thinks|reported|accuses|accused|accusation",
    ),
    (Word::Say, "revealed|showed|shows|proved|proven|confirms"),
    (Word::Give, "给|发|发了|甩|甩个"),
    (Word::Pit, "狼坑|狼坑位|坑位|狼坑就是"),
    (Word::Among, "开在|里面开|里开|里面有|里面|开"),
    (Word::Of, "的"),
    (Word::Ba, "把|将"),
    (Word::And, "和|跟|与|以及|and"),
    (Word::If, "如果|假如|要是|假设|但凡|若|万一|哪怕|除非|即使|就算|if|unless|suppose|assuming|whether"),
    (Word::IfTail, "的话|的时候|的情况下|情况下"),
    (Word::Or, "否则|不然|or|otherwise|else"),
    (Word::Ask, "谁|哪|哪个|什么|啥|为什么|为何|为啥|怎么|怎样|吗|嘛|是不是|凭啥|who|what|why|how|when|which|where"),
    (Word::Tag, "吧|对吧|是吧|好吧|对不对|好不好|知道吧|知道吗"),
    (Word::False, "false|wrong|untrue|off"),
    (Word::Here, "here"),
    // What looks like one of the words above and is not.
    (Word::Other, "狼队|狼队友|狼刀|狼命|狼腿|狼毛|狼面|狼人杀|找狼|打狼|抓狼|表水狼|狼视角|狼肉|狼人票|听杀"),
    (Word::Other, "可是|但是|于是|还是|只是|总是|或是|是说|是因为|是为|其实是|不是说|就是说|意思是"),
    (Word::Other, "不过|不好意思|不管|不知道|不行|差不多|不错|只不过|不对|没问题|没有没|不够|别人|别的|没什么|没啥"),
    (Word::Other, "一刀|两刀|几刀|明白|白天|直白|表白|空白|白置位|金银|反金|废银水"),
    (
        Word::Other,
        "票型|票权|弃票|上票|点评|爆点|打点|重点|点错|有点|一点|差点|早点|观点|这点|那点|焦点|缺点|点儿|的点|个点",
    ),
    (Word::Other, "出来|说出|跳出|聊出|出局|出去|盘出|指出|打出|给出|提出|出现|推断|推理|投错|票错|整出|整出来|裸点"),
    (Word::Other, "承认|认识|认真|确认|否认|信息|站错|站错边|站在|交站边|放手|放弃|放心|保护|保下|自信|质疑"),
    (Word::Other, "跳舞|跳动|验枪|开枪|发言|发现|打狼坑|打打|打算|聊天|说话|守麦|反守|防守"),
    (
        Word::Other,
        "在我这儿|在我这|在我这里|在我视角|在我视野里|在我看来|在我眼里|在你眼里|在你视角|跟我|和我|对我|认可",
    ),
    (Word::Other, "预言家都|找预言家|女巫都|枪的衣服|多少|几个|那个点"),
];

/// What the cards of the usual decks are called at the table, beside their names.
const JARGON: &[(RoleId, &str)] = &[
    (RoleId::Seer, "预言家牌|真预言家|真预|预言|预字牌|预"),
    (RoleId::Witch, "女巫牌|巫牌|真巫|巫"),
    (RoleId::Hunter, "枪|枪牌|猎人牌|猎枪"),
    (RoleId::Villager, "民|民牌|平民牌|小民|小破民牌|白民"),
    (RoleId::Guard, "守卫牌"),
    (RoleId::Idiot, "白痴牌"),
];

/// The words that one listener knows: those of everybody, and the roles of his deck.
pub(super) struct Lexicon {
    /// Chinese words by their first letter, the longest first.
    han: BTreeMap<char, Vec<(Vec<char>, Word)>>,
    /// Other words by their first word, the longest first.
    latin: BTreeMap<String, Vec<(Vec<String>, Word)>>,
}

impl Lexicon {
    /// The words of a table with these roles.
    pub fn of(roles: &[RoleId]) -> Self {
        let mut lexicon = Lexicon { han: BTreeMap::new(), latin: BTreeMap::new() };
        let jargon = JARGON.iter().flat_map(|(role, names)| names.split('|').map(|name| (*role, name.to_owned())));
        for (role, name) in role_names().chain(jargon).filter(|(role, _)| roles.contains(role)) {
            // The plain wolf stands for any, and has its words above.
            if role != RoleId::Werewolf {
                lexicon.add(&name, Word::Role(role));
            }
        }
        for (word, list) in WORDS {
            list.split('|').for_each(|text| lexicon.add(text, *word));
        }
        lexicon.han.values_mut().for_each(|words| words.sort_by_key(|(text, _)| std::cmp::Reverse(text.len())));
        lexicon.latin.values_mut().for_each(|words| words.sort_by_key(|(text, _)| std::cmp::Reverse(text.len())));
        lexicon
    }

    fn add(&mut self, text: &str, word: Word) {
        let letters: Vec<char> = text.chars().collect();
        if letters.first().is_some_and(|first| is_han(*first)) {
            self.han.entry(letters[0]).or_default().push((letters, word));
        } else {
            let words: Vec<String> = text.split(' ').map(String::from).collect();
            self.latin.entry(words[0].clone()).or_default().push((words, word));
        }
    }

    /// The Chinese word at the beginning of these letters, with its length.
    pub fn han(&self, letters: &[char]) -> Option<(Word, usize)> {
        let words = self.han.get(letters.first()?)?;
        words.iter().find(|(text, _)| letters.starts_with(text)).map(|(text, word)| (*word, text.len()))
    }

    /// The phrase at the beginning of these words, with its length.
    pub fn latin(&self, words: &[&str]) -> Option<(Word, usize)> {
        let phrases = self.latin.get(*words.first()?)?;
        let begins = |text: &Vec<String>| text.len() <= words.len() && text.iter().zip(words).all(|(a, b)| a == b);
        phrases.iter().find(|(text, _)| begins(text)).map(|(text, word)| (*word, text.len()))
    }
}
