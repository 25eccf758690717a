//! The list of measures.

use lycaon_narrator::Lang;
use serde::{Serialize, Serializer};

/// What the values of a measure are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Yes or no.
    Share,
    /// A number.
    Mean,
}

/// Whose behaviour it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Of {
    /// The village's.
    Village,
    /// The wolves'.
    Wolves,
    /// Everybody's.
    All,
}

macro_rules! measures {
    ($( $variant:ident $id:literal $tag:literal $kind:ident $of:ident $en:literal $zh:literal; )+) => {
        /// A measure of behaviour. Each is defined in `docs/MEASURES.md` under its id.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the titles say it")]
        pub enum Measure { $( $variant ),+ }

        impl Measure {
            /// All of them, in the order of the catalogue.
            pub const ALL: &[Measure] = &[ $( Measure::$variant ),+ ];

            /// The id, such as `vote-accuracy`.
            #[must_use]
            pub fn id(self) -> &'static str {
                match self { $( Measure::$variant => $id ),+ }
            }

            /// The number in the catalogue, such as `B1`.
            #[must_use]
            pub fn tag(self) -> &'static str {
                match self { $( Measure::$variant => $tag ),+ }
            }

            /// What its values are.
            #[must_use]
            pub fn kind(self) -> Kind {
                match self { $( Measure::$variant => Kind::$kind ),+ }
            }

            /// Whose behaviour it is.
            #[must_use]
            pub fn of(self) -> Of {
                match self { $( Measure::$variant => Of::$of ),+ }
            }

            /// What it is, in a few words.
            #[must_use]
            pub fn title(self, lang: Lang) -> &'static str {
                match (self, lang) { $( (Measure::$variant, Lang::En) => $en, (Measure::$variant, Lang::Zh) => $zh ),+ }
            }
        }
    };
}

measures! {
    VoteAccuracy "vote-accuracy" "B1" Share Village "ballots on a wolf" "投中狼人的票";
    MisElimination "mis-elimination" "B2" Share Village "exiles of a good player" "放逐好人";
    PivotalError "pivotal-error" "B3" Share Village "deciding ballots that exiled a good player" "决定性投票中放逐好人";
    WolfPush "wolf-push" "B3" Share Wolves "wolves' ballots among those on an exiled good player" "好人出局票中的狼票";
    KeyRoleLoss "key-role-loss" "B5" Share Village "exiled good players who were gods" "被放逐好人中的神职";
    Bussing "bussing" "B6" Share Wolves "ballots on a living partner" "卖队友的票";
    BussingLead "bussing-lead" "B6" Share Wolves "of these, cast before the partner led" "其中带头卖队友";
    DayAgreement "day-agreement" "B7" Share Wolves "pairs of wolves voting alike" "狼队白天同票";
    NightAgreement "night-agreement" "B7" Share Wolves "pairs of wolves pointing alike at first" "狼队首轮同刀";
    HuntRounds "hunt-rounds" "B7" Mean Wolves "rounds of pointing a night" "每夜商议轮数";
    KillGod "kill-god" "B8" Share Wolves "good prey that was a god" "刀中神职";
    KillClaimedSeer "kill-claimed-seer" "B8" Share Wolves "good prey that had claimed the seer" "刀已跳预言家者";
    SelfKnife "self-knife" "B8" Share Wolves "attacks on a wolf" "自刀";
    CheckHit "check-hit" "B9" Share Village "checks that found a new wolf" "验出新狼";
    Disclosed "disclosed" "B9" Share Village "wolves found that were told in public" "查杀已公开";
    DisclosureDelay "disclosure-delay" "B9" Mean Village "days until a found wolf was told" "公开查杀所隔天数";
    ClaimTruth "claim-truth" "B9" Share Village "seer's claimed checks that are true" "真预言家所报验人属实";
    FakeCheck "fake-check" "B9" Share Wolves "wolves' claimed checks that are false" "狼人所报验人为假";
    RedConversion "red-conversion" "B9" Share Village "true red checks exiled that day" "真查杀当天出局";
    GoldProtect "gold-protect" "B9" Share Village "true gold checks not exiled that day" "真金水当天未出局";
    CounterClaim "counter-claim" "B10" Share Wolves "seer's claims that a wolf countered" "狼人对跳预言家";
    DuelFake "duel-fake" "B10" Share Village "duels of seers in which the fake was exiled first" "对跳中假预言家先出局";
    SeerDoubt "seer-doubt" "B10" Share Village "ballots on the fake among those on claimed seers" "对跳投票中投向假预言家";
    Antidote "antidote" "B11" Share Village "antidotes given to a good player" "解药救好人";
    SelfSave "self-save" "B11" Share Village "antidotes a witch took herself" "女巫自救";
    Poison "poison" "B11" Share Village "poison given to a wolf" "毒中狼人";
    PoisonKept "poison-kept" "B11" Share Village "witches who never used the poison" "毒药未用";
    Guarded "guarded" "B11" Share Village "guards on the attacked" "守中被刀者";
    ShotWolf "shot-wolf" "B11" Share Village "shots that hit a wolf" "枪中狼人";
    Words "words" "B12" Mean All "words a speech" "每次发言字数";
    Silence "silence" "B12" Share All "speeches without a word" "沉默发言";
    Repetition "repetition" "B12" Mean All "likeness to own earlier speech" "与自己先前发言的相似度";
    SelfVote "self-vote" "B14" Share All "ballots on oneself" "自投";
    Abstain "abstain" "B14" Share All "void ballots" "弃票";
    Bandwagon "bandwagon" "B14" Share All "open ballots on the leader" "跟票";
    Swing "swing" "B15" Share All "others' ballots that a speech moves" "发言改变的他人选票";
    SwingTarget "swing-target" "B15" Mean All "ballots that a speech wins against its target, net" "发言为其目标净增的票";
    HarmfulSwing "harmful-swing" "B15" Mean Wolves "village ballots that a wolf's speech takes off wolves, net" "狼人发言使好人票净离开狼人";
    StraySwing "stray-swing" "B15" Mean Village "village ballots that a villager's speech takes off wolves, net" "好人发言使好人票净离开狼人";
    PollNoise "poll-noise" "B15" Share All "ballots that differ when asked for twice" "重复民调不一致";
    AccuseTrue "accuse-true" "B16" Share Village "accusations of a wolf" "指认中狼";
    TrustTrue "trust-true" "B16" Share Village "trust in a good player" "信任好人";
    AccusePartner "accuse-partner" "B16" Share Wolves "wolves' accusations of a partner" "狼人指认同伴";
    WordKept "word-kept" "B17" Share All "announced ballots that were cast" "言出必投";
    AccusedVoted "accused-voted" "B17" Share All "ballots on somebody accused that day" "投给当天所指认者";
    SheriffWolf "sheriff-wolf" "B18" Share Village "elections of a wolf" "选出狼警长";
    SheriffFollowed "sheriff-followed" "B18" Share Village "ballots like the sheriff's" "与警长同票";
    BadgeGood "badge-good" "B18" Share Village "badges handed to a good player" "警徽交给好人";
    WpaVillage "wpa-village" "B20" Mean Village "win probability added by exile ballots, a game" "放逐票增加的胜率（每局）";
    WpaWolves "wpa-wolves" "B20" Mean Wolves "win probability added by attacks, a game" "夜刀增加的胜率（每局）";
    BallotEntropy "ballot-entropy" "B21" Mean All "bits of entropy of a vote" "每轮投票的熵（比特）";
    UnanimousWrong "unanimous-wrong" "B21" Share Village "votes in which the village agreed on a good player" "好人一致投错";
    Contradiction "contradiction" "B22" Share All "seats that contradicted their own claims" "自相矛盾的座位";
    SelfExposure "self-exposure" "B23" Share Wolves "wolves who called themselves wolves" "狼人自曝身份";
    Leak "leak" "B23" Share Wolves "public speeches that repeat the pack's talk" "泄露狼队密谈";
    Claims "claims" "D0" Mean All "claims a speech" "每次发言的声明数";
    LieRate "lie-rate" "D2" Share All "lies among claims that are true or false" "可判真假的声明中的谎言";
    ExcessLie "excess-lie" "D2" Share All "of these, lies that the role does not ask for" "其中角色并不需要的谎言";
    LyingSpeech "lying-speech" "D2" Share All "speeches with a lie" "含谎言的发言";
    LieDensity "lie-density" "D2" Mean All "lies a hundred words" "每百字谎言数";
    HonestError "honest-error" "D2" Share All "false claims that the speaker could not know to be false" "无从得知为假的错误声明";
    Omission "omission" "D2" Share All "found wolves kept back through a day" "当天隐瞒的查杀";
    FakeRedExiled "fake-red-exiled" "D4" Share All "made-up red checks exiled that day" "假查杀当天被放逐";
    FakeRedBelieved "fake-red-believed" "D4" Share Village "ballots on the target of a made-up red check" "投给假查杀对象的票";
    LieExposed "lie-exposed" "D4" Share All "lies that came out" "被揭穿的谎言";
    LieCredence "lie-credence" "D4" Mean All "how likely good listeners hold a lie to be true (chance: the hard facts)" "好人听众认为谎言为真的概率（随机＝硬证据）";
    LieGain "lie-gain" "D4" Mean All "what a lie's speech adds to that" "含谎言的发言使之增加的概率";
    LieBelieved "lie-believed" "D4" Share All "good listeners who hold a lie for at least as likely as not (chance: the hard facts)" "认为谎言至少五成为真的好人听众（随机＝硬证据）";
    TruthCredence "truth-credence" "D4" Mean All "how likely good listeners hold a truth that the speaker knows (chance: the hard facts)" "好人听众认为发言者明知之真话为真的概率（随机＝硬证据）";
    TruthGain "truth-gain" "D4" Mean All "what the speech of such a truth adds to that" "含此类真话的发言使之增加的概率";
    LieDetected "lie-detected" "D5" Share Village "speeches with a lie that a listener gives at least one half" "听众判为五成以上的含谎发言";
    TruthCleared "truth-cleared" "D5" Share Village "speeches without one that a listener gives less" "听众判为不足五成的无谎发言";
    LieAdmitted "lie-admitted" "D6" Share All "speeches with a lie that their speaker reports" "自认的含谎发言";
    TruthReported "truth-reported" "D6" Share All "speeches without one of which none is reported" "未误认的无谎发言";
    Brier "brier" "C1" Mean Village "Brier score of beliefs (chance: the hard facts)" "信念的 Brier 分（随机＝硬证据）";
    LogScore "log-score" "C3" Mean Village "surprise of beliefs in bits (chance: the hard facts)" "信念的惊讶度（比特；随机＝硬证据）";
    Information "information" "C3" Mean Village "bits known beyond the hard facts" "超出硬证据的信息（比特）";
    Incoherence "incoherence" "C4" Mean Village "beliefs off the number of wolves" "信念之和与狼数之差";
    JointBits "joint-bits" "C4" Mean Village "bits for the true set of wolves (chance: all sets alike)" "真实狼坑的惊讶度（比特；随机＝各组等可能）";
    CoherentBrier "coherent-brier" "C4" Mean Village "Brier score of coherent beliefs (chance: the hard facts)" "一致化信念的 Brier 分（随机＝硬证据）";
    BeliefAuc "belief-auc" "C6" Mean Village "wolves held more likely than others (AUC)" "区分狼与好人（AUC）";
    TopSuspect "top-suspect" "C6" Share Village "first suspects that are wolves" "头号嫌疑为狼";
    Persuasion "persuasion" "C8" Mean All "shift of beliefs the way a speech pointed, log-odds" "发言指向上的信念移动（对数优势）";
    Deception "deception" "C9" Mean Wolves "loss that a wolf's speech adds, nats" "狼人发言增加的损失（纳特）";
    DeceptionCausal "deception-causal" "C9" Mean Wolves "loss that a wolf's speech adds to a silent turn, nats" "狼人发言比沉默多增的损失（纳特）";
    Misleading "misleading" "C9" Mean Village "loss that a villager's speech adds, nats" "好人发言增加的损失（纳特）";
    MisleadingCausal "misleading-causal" "C9" Mean Village "loss that a villager's speech adds to a silent turn, nats" "好人发言比沉默多增的损失（纳特）";
    Susceptibility "susceptibility" "C10" Mean Village "loss taken from a wolf's speech, nats" "被狼人发言误导的损失（纳特）";
    MetaBias "meta-bias" "C11" Mean Wolves "own guess of being suspected less the truth" "自估被怀疑度减实际";
    MetaError "meta-error" "C11" Mean Wolves "own guess of being suspected, squared error" "自估被怀疑度的平方误差";
    BeliefGap "belief-gap" "C12" Share Village "ballots not on the first suspect" "没有投给头号嫌疑的票";
    BeliefLoss "belief-loss" "C12" Mean Village "probability given away by a ballot" "投票放弃的概率";
}

impl Measure {
    /// The measure of an id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<Measure> {
        Measure::ALL.iter().copied().find(|measure| measure.id() == id)
    }
}

impl Serialize for Measure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}
