//! What the sources dispute about the table: the pack, the sheriff, the day, votes and victory, one enum for each.

use super::value::choices;

choices! {
    /// Whether something is allowed.
    Permit {
        /// Allowed.
        Allow = "allow",
        /// Not allowed.
        Forbid = "forbid",
    }

    /// What happens when the wolves do not agree on a victim.
    WolfConsensus {
        /// No victim (001).
        Unanimous = "unanimous" ["unanimous_else_none"],
        /// The most pointed at; a tie means no victim.
        PluralityTieNone = "plurality_tie_none",
        /// The most pointed at; a tie is drawn by lot.
        PluralityTieRandom = "plurality_tie_random",
    }

    /// Whether the pack may choose one of its own.
    WolfTargetWolf {
        /// Never (001).
        Forbid = "forbid",
        /// Any wolf but the wolf beauty (000d).
        AnyExceptWolfBeauty = "any_except_wolf_beauty",
        /// Any wolf.
        Any = "any",
    }

    /// What wolves may exchange at night.
    WolfComm {
        /// Pointing only (001, 000e).
        None = "none" ["pointing_only"],
        /// Words, heard by the pack only (003).
        PrivateChat = "private_chat" ["chat"],
    }

    /// Whether a wolf may blow himself up by day.
    SelfExplode {
        /// No.
        Off = "off",
        /// Any wolf but the wolf beauty (000d).
        OnExceptWolfBeauty = "on_except_wolf_beauty",
        /// Any wolf.
        On = "on",
    }

    /// Whether there is a sheriff.
    OnOff {
        /// Yes.
        On = "on",
        /// No (000b).
        Off = "off",
    }

    /// Where the sheriff comes from.
    SheriffSource {
        /// The players elect one.
        Elected = "elected",
        /// The card is dealt on top of a role and secret (000e).
        DealtSecret = "dealt_secret",
    }

    /// When the sheriff is elected.
    SheriffElectTiming {
        /// Before the first night (000g).
        BeforeNight1 = "before_night1",
        /// On the first day before the dead are announced (001, CN).
        Day1BeforeDeaths = "day1_before_deaths",
        /// On the first day after everybody has spoken (004, 000g's house rule).
        Day1AfterSpeeches = "day1_after_speeches",
    }

    /// The weight of the sheriff's ballot.
    SheriffWeight {
        /// One ballot like everybody.
        One = "1",
        /// One and a half (000c).
        OneAndHalf = "1.5",
        /// Two (000g, 001, 003, 004).
        Two = "2",
    }

    /// Who stands for sheriff.
    SheriffCandidacy {
        /// Everybody.
        Everyone = "everyone",
        /// Those who sign up; they may withdraw after the speeches (CN: 上警, 退水).
        Nominated = "nominated" ["self_nominated_with_withdrawal"],
    }

    /// Who votes.
    Voters {
        /// Everybody.
        All = "all",
        /// Those who do not stand.
        NonCandidates = "non_candidates",
    }

    /// What a tied election leads to.
    SheriffElectionTie {
        /// One more ballot, then no sheriff.
        RevoteThenNone = "revote_then_none" ["revote_once_then_none", "revote"],
        /// One more ballot, then a draw by lot.
        RevoteThenRandom = "revote_then_random",
        /// The tied speak, one more ballot, then the badge is lost (CN).
        PkThenLost = "pk_then_lost",
    }

    /// What a dying sheriff does with the badge.
    SheriffSuccessor {
        /// He must name a successor (001, 003).
        Must = "must",
        /// He may (000g, 004).
        May = "may",
        /// He may hand it on or tear it up for all to see (CN).
        MayTear = "may_tear",
    }

    /// How the sheriff breaks a tie, where the tie chain comes to him.
    SheriffTiebreak {
        /// He does not.
        None = "none",
        /// He names one of the tied or voids the vote (003).
        DecideOrVoid = "decide_or_void",
        /// He must name one of the tied.
        MustDecide = "must_decide",
    }

    /// Whether the sheriff orders the speeches.
    SheriffSpeechOrder {
        /// No.
        None = "none",
        /// He picks the direction and speaks last (CN).
        ChoosesDirectionSpeaksLast = "chooses_direction_speaks_last" ["chooses"],
    }

    /// What a wolf's self-explosion does to the election.
    BadgeBomb {
        /// Nothing: the election goes on next day.
        Off = "off",
        /// The first explosion during the election loses the badge.
        Single = "single",
        /// The second one does (CN: 双爆吞警徽).
        Double = "double",
    }

    /// Which ballots the sheriff's weight counts in.
    SheriffWeightAppliesTo {
        /// The exile vote.
        ExileOnly = "exile_only" ["exile"],
        /// Every ballot.
        AllBallots = "all_ballots" ["all"],
    }

    /// Whether the first night's dead take part in the election held before they are announced.
    N1Victims {
        /// They do, so that nobody learns of them.
        TakePart = "take_part",
        /// They do not (001, read to the letter).
        Excluded = "excluded",
    }

    /// How the day is talked through.
    Discussion {
        /// Whoever bids highest for the floor speaks next (000g, 003, 004: free discussion).
        Free = "free",
        /// Once round the table (000c).
        Ordered = "ordered",
        /// Twice round the table (001).
        TwoRounds = "two_rounds",
        /// No speeches, for the vanilla boards of the literature.
        Silent = "silent",
    }

    /// Who speaks first.
    SpeechStart {
        /// The seat after last night's victim (000c's variant, 000g, 004).
        LeftOfVictim = "left_of_victim",
        /// The sheriff decides; without one as `left_of_victim`.
        Sheriff = "sheriff",
        /// Drawn by lot.
        Random = "random",
    }

    /// Which way round the table the speeches go.
    SpeechDirection {
        /// Clockwise, upwards by number.
        Clockwise = "clockwise",
        /// Drawn by lot each time (as in online nine-player games).
        Random = "random",
    }

    /// How ballots are cast.
    VoteMode {
        /// All at once (000c, 000g, 001, 003, 004).
        Simultaneous = "simultaneous",
        /// Candidate by candidate, each player raising a hand once (000g's variant).
        ShowOfHands = "show_of_hands",
        /// In turn and openly; the top two then defend themselves and the others vote again (000g's variant).
        AngryMobPoll = "angry_mob_poll" ["angry_mob"],
    }

    /// What becomes of a ballot that comes too late.
    LateVote {
        /// It is void (001).
        Void = "void",
        /// The table waits for it.
        Accept = "accept",
    }

    /// What an exile vote without a single ballot is.
    NoBallotAtAll {
        /// Nobody is out and no tie rule runs.
        None = "none",
        /// A tie of all.
        Tie = "tie",
    }

    /// What is shown of a dead player's card.
    Reveal {
        /// The card (000g, 001, 003, 004).
        Card = "card",
        /// Only the camp.
        Camp = "camp",
        /// The card, if he uses a power at his death (000c).
        IfSkillUsed = "if_skill_used",
        /// Nothing.
        Never = "never",
    }

    /// Who has last words.
    LastWords {
        /// Nobody (001, 003).
        None = "none",
        /// The exiled.
        Exile = "exile",
        /// The dead of the first night and the exiled (CN).
        N1AndExile = "n1_and_exile",
        /// Everybody (000f).
        All = "all",
    }

    /// Whether last words come before a dying player's powers.
    LastWordsOrder {
        /// After them.
        AfterTriggers = "after_triggers" ["after"],
        /// Before them (000b: the hunter speaks, then shoots).
        BeforeTriggers = "before_triggers" ["before"],
    }

    /// Which of the first night's dead have last words.
    LastWordsN1 {
        /// All of them.
        Any = "any",
        /// Only those the wolves killed.
        WolfOnly = "wolf_only",
    }

    /// When the wolves have won.
    WolfWin {
        /// No player of another camp is alive (000a, 000g, 003).
        KillAll = "kill_all",
        /// The wolves are as many as the others (000g's variant).
        Parity = "parity",
        /// All gods or all villager cards are dead (CN: 屠边).
        SideWipe = "side_wipe",
    }

    /// Who wins when both camps' conditions are met at once.
    SimultaneousWin {
        /// All consequences first; the village before the wolves; nobody if all are dead.
        AfterAllTriggers = "after_all_triggers",
        /// All consequences first; then the wolves before the village.
        WolfFirstAtCheck = "wolf_first_at_check" ["wolf_first"],
        /// The wolves, as soon as the attack alone would have met their condition (CN: 狼刀在先).
        WolfFirstStaged = "wolf_first_staged",
    }

    /// Whom the wolves are compared with for parity.
    ParityCounts {
        /// Everybody else alive.
        Everyone = "everyone",
        /// Only the village's side; loners do not count.
        TownsfolkOnly = "townsfolk_only" ["townsfolk"],
    }

    /// Which calls of the night are made.
    SimulateCalls {
        /// Every role of the deck, every night, held or not, dead or alive (000e).
        AllConfigured = "all_configured" ["all_configured_forever", "all"],
        /// Until the holder is known to be dead (000g's house rule).
        UntilRoleDead = "until_role_dead",
        /// Only roles that somebody holds (000g).
        OnlyPresent = "only_present",
    }

    /// What comes first.
    Opening {
        /// The first night.
        Night = "night",
        /// A day without a night before it (Mafia research).
        Day = "day",
    }
}
