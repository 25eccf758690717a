//! The words of the table in both languages, and what each says to the grammar.

use super::word::Word;
use lycaon_narrator::lexis::{is_han, role_names};
use lycaon_rules::RoleId;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// The words, separated by bars. Longer ones are found first, so that 狼队 is no wolf.
const WORDS: &[(Word, &str)] = &[
    (Word::Me, "我|我们|咱|咱们|i|we|i'll|i've|let's|lets|i'd|let us"),
    (Word::Mine, "我的|my|our"),
    (Word::You, "你|您|you|you'll|you've"),
    (Word::All, "你们|大家|好人们|各位|所有人|所有好人|请|everyone|everybody|all of you|please"),
    (Word::Yours, "你的|你们的|your"),
    (Word::Third, "它|他们|她们|人家|他俩|他们俩|they|them|their|its"),
    (Word::Ta, "他|她"),
    (Word::He, "he|she|him"),
    (Word::His, "his|her"),
    (
        Word::Wolf,
        "狼|狼人|狼牌|狼人牌|匪|匪牌|铁狼|定狼|定匪|明狼|悍跳|悍跳狼|倒钩狼|倒钩狼人牌|深水狼|狼预|刀牌|刀子牌|定刀|坏人|可疑",
    ),
    (Word::Wolf, "自刀狼|冲锋狼|狼枪|小狼|大狼|焊跳狼|的狼牌"),
    (
        Word::Wolf,
        "werewolf|wolf|werewolves|wolves|wolfy|wolfish|suspicious|sus|evil|impostor|imposter|lying|liar|fake|deceitful|misleading",
    ),
    (
        Word::Wolf,
        "guilty|a threat|the threat|fishy|shady|sketchy|dodgy|the fake seer|fake seer|fibber|false seer|false prophet",
    ),
    (
        Word::Wolves,
        "双狼|两狼|三狼|两个狼|两张狼|三个狼|三张狼|三匹狼|两匹狼|两头狼|三头狼|三张狼人牌|两张狼人牌|是两个|可能是两个|成双|为双|是两刀|\
         两张匪|三张匪|两匹匪|三匹匪",
    ),
    (
        Word::Good,
        "好人|好人牌|好牌|好人面|好好人牌|白|白牌|明好人|明好人牌|民好人|真好人|铁好人|human|innocent|good|trustworthy|clear|cleared",
    ),
    (Word::Good, "honest|credible|legit|legitimate|genuine|a villager at heart|town"),
    (Word::Red, "查杀|查杀牌|查查杀|长杀|差杀|茶杀"),
    (Word::Gold, "金水|金水牌|金"),
    (Word::Silver, "银水|银水牌"),
    (Word::Knifed, "刀口|刀口牌"),
    (
        Word::Be,
        "是|就是|像|一定是|肯定是|应该是|得是|还是个|还是张|必是|得为|必为|一定为|肯定为|底牌为|is|are|am|was|were|be|seems|seem",
    ),
    (
        Word::Be,
        "looks|look like|looks like|being|appears|must be|to be|were|reads as|read as|sounds|feels like|acts|has to be",
    ),
    (Word::Lacks, "拿不起|拿不到|做不了|做不成|不能是|不会是|不可能是"),
    (Word::Serve, "为|作为"),
    (Word::As, "as"),
    (Word::Hold, "底牌|手牌|身份|拿|拿的|拿到|抓到|role|identity"),
    (Word::Speech, "发言|本体发言|的发言|听感|状态|行为|表现|聊的|聊得|聊天|玩法|actions|behavior|behaviour|logic"),
    (Word::Speech, "story|voting pattern|vote pattern|random voting"),
    (
        Word::Shady,
        "在狼坑|在狼坑位|进狼坑|进狼坑位|入狼坑|入狼坑位|嫌疑大|嫌疑最大|嫌疑很大|嫌疑较大|嫌疑更大|狼面大|狼面很大|狼面高",
    ),
    (Word::Shady, "像个刀|像张刀|像把刀|狼面最大|狼面较大|狼面重|偏狼|很可疑|太可疑|最可疑|非常可疑|太匪|很匪|有狼面"),
    (Word::Fair, "偏好|偏好人|好人面大|好人面高|好人面很大|有好人面|偏白"),
    (
        Word::Not,
        "不|没|没有|别|不会|不能|不可能|未|并非|绝非|无关|not|never|don't|won't|can't|cannot|doesn't|didn't|isn't|aren't|wasn't|no",
    ),
    (
        Word::Doubt,
        "以为|没有那么|没那么|没有这么|有可能|可能性|不排除|未必|不一定|不见得|说不定|也许|概率|嫌疑|might|could|may|maybe|perhaps|possible|possibly",
    ),
    (Word::Likely, "可能|probably|likely"),
    (
        Word::Check,
        "摸|验|查了|查到|查出|查验|查验了|开验|摸的|验的|验了|摸了|验到|验出|摸出|摸到|check|checked|divine|divined|divination|divinations",
    ),
    (Word::Check, "investigated|scanned|inspected|peeked|looked at|divination result"),
    (
        Word::Save,
        "救了|救的|救起|开药救|解药给|解药给了|用解药|用了解药|使用解药|使用了解药|开解药|开了解药|used the antidote on|used my antidote on|used antidote on|saved|healed",
    ),
    (Word::SaveMe, "自救|saved myself|healed myself"),
    (
        Word::Poison,
        "毒了|毒的|毒死|毒掉|撒毒|毒药给|毒药给了|用毒药|用了毒药|使用毒药|使用了毒药|used the poison on|used my poison on|used poison on|poisoned",
    ),
    (Word::Guard, "守|守了|守的|守护|守护了|guarded|protected"),
    (Word::Shoot, "带走|带走了|枪杀|shot"),
    (
        Word::Vote,
        "票|投|投票|投给|点|归|归票|出|推|抗推|挂|放逐|票死|票掉|投出|投出去|戳死|摁死|甩掉|打死|弄死|干出去|怼出去|票出去|推出去|点掉|点死|推掉|干掉|投掉|vote|voting|vote out|vote for",
    ),
    (
        Word::Vote,
        "lynch|execute|exile|eliminate|final vote|banish|hang|vote against|vote on|vote stays on|vote is for|vote is on",
    ),
    (
        Word::Vote,
        "voting for|voting out|cast my vote for|cast our votes for|lock vote on|finalize on|place your vote on",
    ),
    (
        Word::Doomed,
        "可以出局|必须出局|得出局|该出局|应该出局|必须死|得死|该死|可以死|可以走|得走|必死|必须走|要死了|出局吧",
    ),
    (
        Word::Doomed,
        "must go|needs to go|has to go|should go|must be judged|must be executed|must be eliminated|must be exiled",
    ),
    (
        Word::Doomed,
        "should be executed|should be eliminated|should be exiled|should be voted out|must be voted out|must die",
    ),
    (Word::InTurn, "顺下"),
    (
        Word::Suspect,
        "怀疑|锤|踩|suspect|suspecting|distrust|accuse|don't trust|do not trust|can't trust|cannot trust|don't believe",
    ),
    (Word::Trust, "放|保|放下|保下|trust|believe|vouch for|side with"),
    (Word::Side, "认|认下|相信|信|站|站边|信掉"),
    (Word::Claim, "跳|起跳|对跳|claim|claims|claimed|claiming"),
    (Word::Co, "co|coming out as"),
    (Word::Retract, "退水|retract|withdraw|take back"),
    (
        Word::Say,
        "说|告诉|聊|讲|打|证明|佐证|认定|定义|质疑|说是|表示|声称|自称|say|says|said|reported|accuses|accused|accusation|tell|told",
    ),
    (Word::Say, "revealed|showed|shows|proved|proven|confirms|calls|called|claims that"),
    (
        Word::Think,
        "认为|觉得|感觉|个人认为|个人觉得|think|thinks|feel|guess|find|consider|sure|certain|convinced|confident|suspects",
    ),
    (Word::Hear, "听|听着|听起来|看着|看起来|看来"),
    (Word::Weigh, "盘|盘一|去盘|打成|做成|形成|带入|代入"),
    (Word::View, "视角|视角里|视角里面|视角当中|视野|视野里|眼里|眼中|心里"),
    (Word::Give, "给|发|发了|甩|甩个|丢|扔"),
    (Word::Pit, "狼坑|狼坑位|坑位|狼坑就是"),
    (Word::Among, "开在|里面开|里开|里面有|里有|里面|当中|之中|中有|开|among|between"),
    (Word::Of, "的|of"),
    (Word::Ba, "把|将|对"),
    (Word::And, "和|跟|与|以及|and"),
    (Word::Either, "或者|或|还是|either"),
    (Word::Than, "比|不如|相比|对比|than|compared"),
    (
        Word::Plan,
        "想毒|要毒|会毒|可以毒|能毒|敢毒|想救|要救|想验|要验|想摸|要摸|会守|要守|想守|警徽流|今晚|今天晚上|明晚|明天|接下来|下一晚|打算|准备验|会验|tonight|tomorrow",
    ),
    (Word::Past, "昨天|前天|第一天|上一轮|上轮|上一天|之前|刚才|刚刚|yesterday"),
    (Word::Done, "了|过|gone|dead|lynched|executed|attacked|killed|eliminated|exiled"),
    (
        Word::If,
        "如果|假如|要是|假设|但凡|若|万一|除非|只要|当|要么|比如|比如说|例如|盘不到|找不到|看不到|盘不出|if|unless|suppose|assuming|whether",
    ),
    (Word::Though, "哪怕|即使|就算|即便|不管|无论|不论|虽然|虽说|even if|although|though"),
    (Word::ThoughTail, "也好|也罢"),
    (Word::IfTail, "的话|的时候|的情况下|情况下|的前提下|的格局|以后"),
    (Word::Or, "否则|不然|or|otherwise|else"),
    (
        Word::Ask,
        "谁|哪|哪个|什么|啥|为什么|为何|为啥|怎么|怎样|吗|嘛|是不是|能不能|有没有|凭啥|凭何|何来|何必|难道|who|what|why|how",
    ),
    (Word::Ask, "when|which|where"),
    (Word::Tag, "吧|对吧|是吧|好吧|对不对|好不好|知道吧|知道吗|是不是这么个道理"),
    (Word::False, "false|wrong|untrue|off"),
    (Word::Here, "here"),
    (
        Word::Pad,
        "呃|嗯|啊|哎|唉|哦|呀|哈|嘞|呢|一张|一个|一匹|一头|一只|一把|这张|那张|这个|那个|张|个|匹|mr|mrs|ms|miss|mister|sis",
    ),
    (
        Word::Pad,
        "那|这|就|也|还|都|才|又|再|真|真的|确实|其实|肯定|一定|应该|很可能|极有可能|很有可能|大概率|基本上|基本|目前|现在|今天|本轮",
    ),
    (
        Word::Pad,
        "这轮|首先|然后|因此|所以|但|但是|而且|反正|个人|比较|非常|特别|最|更|很|太|挺|稍微|有点|有些|结果|昨晚|昨天晚上|第一晚",
    ),
    (
        Word::Pad,
        "little miss|big bro|number|player|the|a|an|really|definitely|clearly|most|most likely|very likely|very|also|just|still|actually|certainly",
    ),
    (Word::Pad, "today|now|so|obviously|simply"),
    // What looks like one of the words above and is not.
    (
        Word::Other,
        "狼队|狼队友|狼同伴|狼刀|狼命|狼腿|狼毛|狼面|狼人杀|找狼|打狼|抓狼|表水狼|狼视角|狼肉|狼人票|听杀|打倒钩|狼踩狼|狼打狼",
    ),
    (Word::Other, "可是|于是|只是|总是|或是|是说|是因为|是为|其实是|不是说|就是说|意思是|要不是|是被"),
    (
        Word::Other,
        "不过|不好意思|不管|不知道|不行|不确认|差不多|不错|只不过|不对|没问题|没有没|不够|别人|别的|没什么|没啥|不好",
    ),
    (Word::Other, "分别|区别|级别|个别|差别|不得不"),
    (
        Word::Other,
        "不争气|一刀|几刀|成双神|双神|明白|白天|直白|表白|空白|白置位|金银|反金|废银水|白发|白面|好人阵营|好人视角|好人方|白痴",
    ),
    (Word::Other, "因为|为了|成为|变为|分为|为正"),
    (
        Word::Other,
        "票型|票权|弃票|上票|冲票|点评|爆点|炸点|打点|重点|点错|一点|差点|早点|观点|这点|那点|焦点|缺点|点儿|的点|个点|疑点|优点",
    ),
    (Word::Other, "收益点|一点点|点点|半点|晚点|快点|亮点|点在|投票权|平票|改票|骗票|跟票|分票|挂票"),
    (
        Word::Other,
        "出来|说出|跳出|聊出|出局|出去|盘出|指出|打出|给出|提出|出现|推断|推理|投错|票错|整出|整出来|裸点|输出|突出|出手",
    ),
    (
        Word::Other,
        "出发|付出|做出|看出|找出|听出|拿出|出其|出了|出于|推动|推荐|推测|总归|归根|归类|回归|拍身份|拍枪|高出|得出",
    ),
    (
        Word::Other,
        "承认|认识|认真|确认|否认|信息|站错|站错边|站在|交站边|站对|放手|放弃|放心|保护|自信|默认|公认|认同|信任|释放|保证",
    ),
    (Word::Other, "认可|认好|保留|保持|信号|信口|站不住|站出来|相信你们|迷信|认罪|认出|播放|开放|放在|放到"),
    (Word::Other, "跳舞|跳动|验枪|开枪|发现|打狼坑|打打|说话|守麦|反守|防守|首发|给你|给我|给大家|发生|发挥|跳过"),
    (
        Word::Other,
        "检查|调查|查看|排查|搜查|审查|查清|体验|经验|验证|考验|测验|心里话|比例|打比方|当然|当成|相当|当时|当天|当前|应当|适当|若干",
    ),
    (
        Word::Other,
        "在我这儿|在我这|在我这里|在我视角|在我视角里|在我的视角里|在我视野里|在我看来|在我眼里|我的视角里|我视角里|我的视角|跟我|和我|对我",
    ),
    (
        Word::Other,
        "预言家都|找预言家|女巫都|枪的衣服|多少|几个|那个点|这个点|这个位置|那个位置|各个|整个|说实话|怎么说|怎么着|怎么都|怎么也|说白了|可以说",
    ),
    (
        Word::Other,
        "实话说|老实说|坦白说|换句话说|应该说|按理说|不用说|打个|打过|good morning|good luck|good game|good point|good evening",
    ),
    (
        Word::Other,
        "good idea|good question|would vote|were lynched|no one|fact-based|vote splitters|vote splitting|vote splitter",
    ),
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
    /// The words of everybody, put in order once.
    common: &'static Words,
    roles: Words,
}

/// Words by how they begin.
#[derive(Default)]
struct Words {
    /// Chinese words by their first letter, the longest first.
    han: BTreeMap<char, Vec<(Vec<char>, Word)>>,
    /// Other words by their first word, the longest first.
    latin: BTreeMap<String, Vec<(Vec<String>, Word)>>,
}

impl Lexicon {
    /// The words of a table with these roles.
    pub fn of(roles: &[RoleId]) -> Self {
        static COMMON: LazyLock<Words> = LazyLock::new(|| {
            Words::of(WORDS.iter().flat_map(|(word, list)| list.split('|').map(|text| (*word, text.to_owned()))))
        });
        let jargon = JARGON.iter().flat_map(|(role, names)| names.split('|').map(|name| (*role, name.to_owned())));
        // The plain wolf stands for any, and has its words above.
        let known = |role: &RoleId| *role != RoleId::Werewolf && roles.contains(role);
        let named = role_names().chain(jargon).filter(|(role, _)| known(role));
        Lexicon { common: &COMMON, roles: Words::of(named.map(|(role, name)| (Word::Role(role), name))) }
    }

    /// The Chinese word at the beginning of these letters, with its length.
    pub fn han(&self, letters: &[char]) -> Option<(Word, usize)> {
        longer(self.roles.han(letters), self.common.han(letters))
    }

    /// The phrase at the beginning of these words, with its length.
    pub fn latin(&self, words: &[&str]) -> Option<(Word, usize)> {
        longer(self.roles.latin(words), self.common.latin(words))
    }
}

/// The longer of two finds, and the first of two alike.
fn longer(first: Option<(Word, usize)>, second: Option<(Word, usize)>) -> Option<(Word, usize)> {
    if second.map(|(_, length)| length) > first.map(|(_, length)| length) { second } else { first }
}

impl Words {
    fn of(words: impl Iterator<Item = (Word, String)>) -> Self {
        let mut all = Words::default();
        words.for_each(|(word, text)| all.add(&text, word));
        all.han.values_mut().for_each(|words| words.sort_by_key(|(text, _)| Reverse(text.len())));
        all.latin.values_mut().for_each(|words| words.sort_by_key(|(text, _)| Reverse(text.len())));
        all
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

    fn han(&self, letters: &[char]) -> Option<(Word, usize)> {
        let words = self.han.get(letters.first()?)?;
        words.iter().find(|(text, _)| letters.starts_with(text)).map(|(text, word)| (*word, text.len()))
    }

    fn latin(&self, words: &[&str]) -> Option<(Word, usize)> {
        let phrases = self.latin.get(*words.first()?)?;
        let begins = |text: &Vec<String>| text.len() <= words.len() && text.iter().zip(words).all(|(a, b)| a == b);
        phrases.iter().find(|(text, _)| begins(text)).map(|(text, word)| (*word, text.len()))
    }
}
