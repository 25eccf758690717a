//! What a report says beside its numbers, in both languages at once, so that neither can be missing.

use lycaon_narrator::Lang;

/// A text in both languages.
#[derive(Clone, Copy, Debug)]
pub(super) struct Text {
    en: &'static str,
    zh: &'static str,
}

impl Text {
    const fn new(en: &'static str, zh: &'static str) -> Self {
        Text { en, zh }
    }

    /// A name that is the same in both.
    pub const fn same(name: &'static str) -> Self {
        Text { en: name, zh: name }
    }

    pub fn of(self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Zh => self.zh,
        }
    }
}

macro_rules! texts {
    ($( $name:ident $en:literal $zh:literal; )+) => { $( pub(super) const $name: Text = Text::new($en, $zh); )+ };
}

texts! {
    TITLE "Lycaon: report" "Lycaon：报告";
    VALIDITY "Validity" "有效性";
    VALIDITY_NOTE "Read this first. A fallback is a choice that the table made in an agent's place; unfinished and broken files are listed and never counted." "先读此节。“代答”是主持台替席位作出的选择；未完成或损坏的文件只列出，不计入。";
    LEFT_OUT "not counted" "未计入";
    WINS "Wins against random play" "胜率与随机基线";
    WINS_NOTE "A share is of seats; intervals are 95 % (Wilson's, with the effective number of seats by deals). Lift is in log-odds above what random play wins on the same boards." "胜率按席位计；区间为 95%（Wilson，以牌局为群聚的有效样本量）。提升为相对同一板子随机对局的对数优势比。";
    BOARDS "Boards" "板子";
    BOARDS_NOTE "What random play wins on exactly these boards when it declines every offer to act out of turn, which is chance in this report; then when offers, too, are taken at random. The value at the start is the village's, by the value function of WPA." "在完全相同的板子上随机对局、但拒绝一切插入行动（如自爆）时的胜率，即本报告所称的机会水平；其后为插入行动也随机决定时的胜率。开局估值为 WPA 估值函数下好人的胜率。";
    VILLAGE_OFFERED "village, offers taken" "好人（随机插入）";
    WOLVES_OFFERED "wolves, offers taken" "狼队（随机插入）";
    AGENT_OR_BOARD "agent or board" "智能体或板子";
    RATINGS "Ratings" "评分";
    RATINGS_NOTE "A penalised logistic model of all games at once, on Elo's scale; ranks are 95 % intervals over resamples of deals. OpenSkill depends on the order of games and is secondary." "对全部对局一次拟合的惩罚逻辑回归，换算为 Elo 尺度；名次区间由牌局重抽样得出。OpenSkill 依赖对局顺序，仅作参考。";
    PAIRS "Pairs, by Holm's method" "两两比较（Holm 校正）";
    TWINS "Two plays of the same deals" "同一批牌局的两次对局";
    TWIN_PAIRS "pairs of games: same deck, cards, seed, agents and seats" "成对的对局：同板、同牌、同种子、同智能体与座位";
    NO_TWINS "No game of the one has a twin in the other: the same deck, cards, seed, agents and seats." "两者之间没有成对的对局：须同板、同牌、同种子、同智能体与座位。";
    WITHOUT_TWIN "without a twin" "无配对";
    READ_TWICE "read twice, and counted once" "重复读到，只计一次";
    SAME_GAMES "the same to the last decision" "全部决策相同";
    CONDITIONS "Conditions that differ" "不同的条件";
    CONDITION "condition" "条件";
    FIRST "first" "前者";
    SECOND "second" "后者";
    SAME_ANSWERS "Answers after the same history" "相同历史之下的回答";
    SAME_ANSWERS_NOTE "Of decisions up to the first that differs in a pair, the share that is the same to the word. The history is the game's; what a model thought for itself may differ." "每对对局中直至首个不同决策为止，逐字相同的比例。“历史”指对局本身；模型自己的想法可以不同。";
    SAME "same" "相同";
    WIN_CONTRASTS "Wins in both plays" "两次对局的胜率";
    WIN_CONTRASTS_NOTE "Points are percentage points, first less second. The score interval (Tango) stays open where no pair differs; pairs of a deal are divided by their design effect. The last columns are two one-sided tests (TOST): equivalent where the 90 % interval lies within the margin, p below 0.05." "单位为百分点，前者减后者。得分区间（Tango）在无一对不同时仍不为零；同一牌局内的对局除以设计效应。末列为两次单侧检验（TOST）：90% 区间落在界限之内、p 小于 0.05 即为等效。";
    EVERYBODY "all" "全体";
    P "p" "p";
    INTERVAL_90 "90 % interval" "90% 区间";
    MARGIN_P "p of the margin or more" "超出界限的 p";
    VERDICT "verdict" "判断";
    EQUIVALENT "equivalent" "等效";
    DIFFERENT "different" "不同";
    UNDECIDED_YET "undecided" "未定";
    CONTRASTS_NOTE "First less second, by linearised ratios over the same deals; Holm's method within each of the two tables. An empty difference: no deal differs, and how far others might is not known." "前者减后者，按同一批牌局上线性化的比率计算；Holm 校正分别在两张表内进行。差为空：没有一个牌局不同，其他牌局会差多少则不得而知。";
    PLANE "To deceive and to detect" "欺骗与识破";
    PLANE_NOTE "Each cross is an agent with its 95 % intervals." "每个十字为一名智能体及其 95% 区间。";
    HEAT "Wolves against village" "狼队对好人";
    HEAT_NOTE "Wolves' share of wins where each side is of one agent; interval and number of games below." "双方各由同一智能体担任时狼队的胜率；下方为区间与局数。";
    FOREST "Wins by role" "各角色胜率";
    FOREST_NOTE "The tick is what random play wins with that card's camp on the same boards." "竖线为同一板子上该阵营的随机对局胜率。";
    DECLARED "Declared before the run" "事先声明的指标";
    EXPLORED "Explored" "探索性指标";
    DECLARED_NONE "Nothing was declared before the run: everything in this report was explored." "本次运行没有事先声明任何指标：以下全部为探索性结果。";
    BEHAVIOUR_NOTE "Chance is what a uniformly random player has in the same moments; corrected is the way from chance to 1. Definitions and pitfalls stand in docs/MEASURES.md." "“随机”为同一时刻均匀随机玩家的期望；“校正”为从随机到 1 的进度。定义与陷阱见 docs/MEASURES.md。";
    ACCURACY "Vote accuracy by day" "逐日投票准确率";
    ACCURACY_NOTE "Lines are agents, dashes what chance comes to. Later days are of games that last." "实线为智能体，虚线为随机期望。越往后的天数只含仍在进行的对局。";
    SURVIVAL "Survival of wolves" "狼人存活";
    NUISANCE "Nuisances" "干扰因素";
    NUISANCE_NOTE "Log-odds of winning by things that should not matter, given agents and camps. In a sound experiment every interval straddles 0." "在给定智能体与阵营后，本不应有影响的因素对获胜的对数优势。设计良好的实验中每个区间都应跨过 0。";
    COST "Cost" "成本";
    SHAPE "How games end" "结局";
    CLAIMS "Claimed roles" "自报身份";
    CLAIMS_NOTE "A seat counts once a role. Structured claims, or what is read from the words where there are none." "每席每个身份计一次。取结构化声明；没有时从发言文字中识别。";
    CLAIM_MATRIX "Card and claimed card" "底牌与自报身份";
    CLAIM_MATRIX_NOTE "Seats by the card they held and the card they claimed; green is the own card. All agents together." "按底牌与自报身份统计的席位数；绿色为如实自报。所有智能体合计。";
    CLAIM_TRUTH "Claims against the truth" "声明与真相";
    CLAIM_TRUTH_NOTE "Each claim against the engine's truth and against what its speaker knew. A wolf that denies being one does what the role asks for; all other lies are excess." "每条声明对照引擎真相与发言者所知。狼人否认身份为角色所需；其余谎言均属额外欺骗。";
    EXCESS "excess lies" "额外谎言";
    REQUIRED "lies the role asks for" "角色所需谎言";
    INSINCERE "insincere" "言不由衷";
    FALSE_HONEST "false, honest" "无意之误";
    BLUFF_TRUE "true, not known" "说中（并不知情）";
    KNOWN_TRUE "true, known" "属实（知情）";
    UNVERIFIABLE "unverifiable" "不可判";
    OMITTED "kept back" "隐瞒";
    CLAIM_COUNT "claims" "声明";
    LIES "How long lies last" "谎言寿命";
    LIES_NOTE "A lie ends when a shown card or camp, or its own teller, refutes it; the end of the game censors (Kaplan–Meier)." "谎言在翻牌、公布阵营或自相矛盾时终结；对局结束为删失（Kaplan–Meier）。";
    LIE_COUNT "lies" "谎言";
    CAME_OUT "came out" "被揭穿";
    HALF_LIFE "half-life, days" "半衰期（天）";
    AGENT "agent" "智能体";
    CAMP "camp" "阵营";
    ROLE "role" "角色";
    BOARD "board" "板子";
    GAMES "games" "局数";
    SEATS "seats" "席位";
    DEALS "deals" "牌局";
    SHARE "won" "胜率";
    INTERVAL "95 % interval" "95% 区间";
    CHANCE "chance" "随机";
    LIFT "lift" "提升";
    DECISIONS "decisions" "决策";
    FALLBACKS "fallbacks" "代答";
    TIMED_OUT "timed out" "超时";
    INVALID "invalid" "无效";
    FAILED "failed" "失联";
    REASKED "re-asked" "重问";
    CALLS "calls" "调用";
    REFUSED "refused" "拒答";
    TRUNCATED "truncated" "截断";
    LATENCY "p50 / p95 ms" "p50 / p95 毫秒";
    WOLVES "wolves" "狼队";
    VILLAGE "village" "好人";
    RANK "rank" "名次";
    DIFFERENCE "difference" "差";
    ADJUSTED "adjusted p" "校正 p";
    MEASURE "measure" "指标";
    VALUE "value" "值";
    N "n" "n";
    CORRECTED "corrected" "校正值";
    DAY "day" "天";
    FACTOR "factor" "因素";
    TOKENS_IN "prompt tokens" "输入词元";
    CACHED "cached" "缓存";
    TOKENS_OUT "answer tokens" "输出词元";
    USD "US$" "美元";
    USD_SEAT "US$ a seat" "美元/席";
    DAYS "days" "天数";
    UNDECIDED "undecided" "无胜者";
    MARGIN "survivors of the winners" "胜方存活比例";
    REASONS "reasons" "结束原因";
    WPA_NOTE "WPA uses a value function fixed beforehand: exact odds of random play without powers." "WPA 的估值函数事先固定：无技能随机对局的精确胜率。";
    DAYS_TO_4 "days lived, up to 4" "存活天数（至第 4 天）";
    SHIFT "words as wolf − as villager" "为狼与为民的字数差";
    FIRST_KILLS "First attack by seat" "首刀座位";
    BITS "bits from even" "偏离均匀（比特）";
    CLAIMED "claimed" "自报";
    NO_GAMES "There is no finished game to report on." "没有可报告的已完成对局。";
    SEAT_FACTOR "seat" "座位";
    PLACE_FACTOR "place in the first speeches" "首轮发言次序";
    LANGUAGE_FACTOR "language" "语言";
    BASELINE_GAMES "simulated games" "模拟局数";
    LARGEST "largest effect" "最大效应";
    START "value at start" "开局估值";
    BELIEFS "Beliefs" "信念";
    BELIEFS_NOTE "What seats of the village said when they were asked aside, of those whom the hard facts leave open. Skill is against the hard facts: 0 knows only them, below 0 was deceived. Noise is that of asking twice; what speeches moved is less that. An update of 1 moves as far as the facts do." "好人席位在游戏之外被问及时所答，只计硬证据未定者。技巧以硬证据为基准：0 为只知硬证据，负值为受骗。噪声为重复提问之差；发言移动量已减去噪声。更新为 1 即与证据同步。";
    ASKED "asked" "提问";
    ANSWERED "answered" "作答";
    SKILL "Brier skill" "Brier 技巧";
    RELIABILITY "reliability" "可靠性";
    RESOLUTION "resolution" "分辨力";
    UNCERTAINTY "uncertainty" "不确定性";
    NOISE "noise" "噪声";
    MOVED "moved by speeches" "发言移动量";
    UPDATES "update" "更新";
    SEEN_WOLVES "Wolves as they are seen" "狼人的暴露";
    SEEN_NOTE "Area under the curve of a wolf's log-odds over days; the loss in nats that a wolf's speech adds to the village's beliefs, against a silent turn where that was asked; the loss taken as a villager; the first by the second; and how far wolves err about how they are seen." "狼人暴露曲线下面积（对数优势×天）；狼人发言给好人信念增加的损失（纳特，有沉默对照则以其为准）；作为好人所受的损失；两者之比；狼人自估被怀疑度的误差。";
    AREA "exposure" "暴露面积";
    DECEIVES "deceives" "欺骗";
    DECEIVED "is deceived" "受骗";
    RATIO "ratio" "比值";
    RELIABILITY_PLOT "Reliability of beliefs" "信念的可靠性";
    RELIABILITY_PLOT_NOTE "Bins of equal mass; on the diagonal what is said comes true as often as it is said." "等量分箱；落在对角线上即言中率与所说概率一致。";
    STATED "stated probability" "所说概率";
    REALISED "share that are wolves" "实为狼的比例";
    EXPOSURE "How wolves come to be seen" "狼人如何暴露";
    EXPOSURE_NOTE "The mean log-odds that the village gives living wolves at dawn, before the vote and after it; dashed, how much more than others." "好人在黎明、投票前、放逐后对存活狼人的平均对数优势；虚线为比对好人高出多少。";
    SEPARATION "wolves − others" "狼−好人";
    LOG_ODDS "log-odds" "对数优势";
    WATERFALL "What speeches did" "发言的作用";
    WATERFALL_NOTE "One game, speech by speech: the loss that each added to the village's beliefs, against a silent turn where that was asked. Up misleads, down informs." "一局中逐次发言给好人信念增加的损失（有沉默对照则以其为准）：向上为误导，向下为告知。";
    LOSS "loss, nats" "损失（纳特）";
    SPEAKERS "Influence of speakers" "发言者的影响力";
    SPEAKERS_NOTE "How the others voted, in the next vote on exile, on whomever a speech spoke against: that target's share in the poll before the speech, its share of the ballots, what chance comes to, and the gain. Influence is the log-odds of such a ballot above the mean of all speakers at the same share before (logistic regression, clustered on deals); 0 is the mean." "下一次放逐投票中他人投给发言目标的票：目标在发言前民调中的占比、实际得票占比、随机期望与增幅。影响力为在相同民调占比下高于全体发言者均值的对数优势（逻辑回归，以牌局为群聚）；0 为均值。";
    SPEECHES "speeches" "发言";
    BALLOTS "ballots" "票数";
    POLLED_BEFORE "poll before" "此前民调";
    VOTED "voted" "实际得票";
    GAIN "gain" "增幅";
    INFLUENCE "influence" "影响力";
    SELF_REPORTS "What speakers say of their own speeches" "发言者自评";
    SELF_REPORTS_NOTE "Asked aside after each speech whether it held a lie, against the engine's label on speeches with claims that are true or false. Self-report is used on speeches that nobody can check only if MCC is at least 0.6; the last column is empty otherwise." "每次发言后在游戏之外询问其中有无谎言，并在可判真假的发言上对照引擎标签。仅当 MCC 不低于 0.6 时，自评才用于不可判的发言；否则末列为空。";
    SENSITIVITY "sensitivity" "灵敏度";
    SPECIFICITY "specificity" "特异度";
    MCC "MCC" "MCC";
    KAPPA "kappa" "kappa";
    USED "used" "采用";
    UNCHECKED_LIES "lies in unverifiable speech" "不可判发言中的谎言";
    YES "yes" "是";
    NO "no" "否";
    MEANT "How speeches were meant" "发言用意";
    MEANT_NOTE "By their speakers' own account; it is no more than that." "仅为发言者自己的说法。";
    TRUTHFUL "truthful" "如实";
    OMISSION "omission" "隐瞒";
    DISTORTION "distortion" "歪曲";
    MISDIRECTION "misdirection" "转移";
    FABRICATION "fabrication" "编造";
    DETECTION "Who notices lies" "识破谎言";
    DETECTION_NOTE "Listeners of the village, asked aside after each speech how likely its speaker holds for false something in it, against the engine's label on speeches with claims that are true or false. A constant answer has an AUROC of ½, an AUPRC of the base rate, no skill at best, and finds nothing; the last column is what the better constant, always a lie or never one, gets right. Intervals resample deals." "每次发言后在游戏之外询问好人听众：发言者有多大可能说了自己并不相信的话；在可判真假的发言上对照引擎标签。恒定作答的 AUROC 为 ½、AUPRC 为基率、技巧至多为 0、什么也识不破；末列为“总是谎言”与“从不是谎言”中较好者的正确率。区间以牌局重抽样。";
    DETECTION_OF "Which lies are noticed" "哪类谎言被识破";
    DETECTION_OF_NOTE "Speeches with such a lie against all speeches without one. Whom a made-up check is about, and whose card is claimed, knows; that counts, too." "含此类谎言的发言对全部无谎发言。被假验的人、被冒充的真身自然知情，也计入。";
    LIE_KIND "lie about" "谎言内容";
    LIE_BASE_RATE "base rate of lies" "谎言基率";
    AUROC "AUROC" "AUROC";
    AUPRC "AUPRC" "AUPRC";
    FOUND_AT_5 "found at ≤ 5 % false alarms" "误报 ≤ 5 % 时识破";
    RIGHT_AT_HALF "right at ½" "以 ½ 为界的正确率";
    CONSTANT_RIGHT "best constant" "最佳恒定作答";
    DENIAL "being a wolf, denied" "否认狼人身份";
    FAKE_ROLE "own card" "冒充身份";
    FAKE_ACT "a check, potion, guard or shot" "假验人、假用药等";
    FRAMING "a good player as a wolf" "诬好人为狼";
    COVER "a wolf as good" "保狼为好人";
    OTHER_LIE "something else" "其他";
}
