//! The values that options take, one enum for each dispute of the sources.

use super::value::choices;

choices! {
    /// Whether something is allowed.
    Permit {
        /// Allowed.
        Allow = "allow",
        /// Not allowed.
        Forbid = "forbid",
    }

    /// Which two cards are added to the deck for a thief.
    ThiefExtraCards {
        /// Two ordinary villagers (000g, 001, 003, 004).
        TwoVillagers = "two_villagers",
        /// Two cards drawn from what the deck leaves in the box (000e).
        TwoRandomFromPool = "two_random_from_pool",
        /// The same, but at most one of them a wolf (CN).
        PoolMaxOneWolf = "pool_max_one_wolf",
    }

    /// Whether the thief may keep his own card.
    ThiefChoice {
        /// He may exchange (000g, 001, 004).
        MaySwap = "may_swap",
        /// He must take one of the two (000e).
        MustChoose = "must_choose",
    }

    /// When the thief must take a wolf.
    ThiefForcedWolf {
        /// When both centre cards are wolves (000g, 001, 003, 004).
        BothWolves = "both_wolves",
        /// When any of them is.
        AnyWolf = "any_wolf",
    }

    /// What a thief who keeps his card is.
    ThiefUnswappedRole {
        /// A plain villager (000g, 004).
        Villager = "villager",
        /// A thief without a power, on the village's side.
        Thief = "thief",
    }

    /// Whether the thief's new card is handed to him.
    ThiefCardTransfer {
        /// The card is exchanged; a reveal shows the new card only (000g).
        Physical = "physical",
        /// Both remember it; a reveal shows the thief's card and names what he played (000e).
        Remembered = "remembered",
    }

    /// Whether a role counts as a god or a villager card for the side win.
    Category {
        /// A god: a village role with a power.
        God = "god",
        /// A villager card.
        Villager = "villager",
    }

    /// What lovers of two camps must achieve.
    MixedLoversGoal {
        /// The two alone survive (000g, 001, 003, 004).
        Alone = "alone" ["kill_all_others"],
        /// Cupid may survive with them (000b, CN).
        WithCupid = "with_cupid" ["kill_all_others_with_cupid"],
    }

    /// How often the lovers wake.
    LoversWakeAgain {
        /// In the first night only.
        FirstNight = "first_night",
        /// Every night (000b hints at it).
        EveryNight = "every_night",
    }

    /// When a lover dies of grief for a partner killed at night.
    LoverGriefAt {
        /// After the announcement, for all to see (all five process texts).
        DawnPublic = "dawn_public",
        /// In the night, so that both are announced as dead alike (CN).
        NightOutcome = "night_outcome",
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

    /// How the little girl peeks.
    GirlMode {
        /// She does not.
        Off = "off",
        /// She may, and may be caught.
        ActionWithRisk = "action_with_risk",
        /// She may, and is never caught.
        FreePeek = "free_peek",
    }

    /// What happens to a little girl who is caught.
    GirlCaught {
        /// The wolves may take her instead of their victim (000g, 003, 004).
        May = "may" ["wolves_may_substitute"],
        /// She dies instead of the victim (001).
        Must = "must" ["must_substitute"],
    }

    /// When the little girl peeks.
    GirlPeekWindow {
        /// From the wolves' waking on: caught, she is known before they choose.
        Whole = "whole" ["whole_wolf_phase"],
        /// After the call to attack (001): caught, she takes the chosen victim's place.
        AfterCall = "after_call" ["after_attack_call"],
    }

    /// What a peek shows.
    GirlPeekGain {
        /// One wolf, drawn by lot.
        OneRandomWolf = "one_random_wolf",
        /// The whole pack.
        Pack = "pack",
    }

    /// What a check shows.
    SightKind {
        /// The card (000c, 000g, 001, 003, 004).
        Role = "role",
        /// Only good or wolf (000a, 000d, 000e).
        Camp = "camp",
    }

    /// The moderator's gesture for "a wolf".
    SeerSignal {
        /// Thumb up means wolf (000e, 000g).
        ThumbUpWolf = "thumb_up_wolf",
        /// Thumb up means good.
        ThumbUpGood = "thumb_up_good",
    }

    /// Where in the night the seer is called.
    SeerPosition {
        /// Before the wolves (000c, 000g, 001, 003, 004).
        S1 = "S1" ["s1"],
        /// After the witch (000e, CN).
        S2 = "S2" ["s2"],
    }

    /// When the witch may save herself.
    WitchSelfSave {
        /// In any night (001).
        Always = "always",
        /// In the first night (nine-player tables).
        FirstNight = "first_night",
        /// Never (000d, 003, 004).
        Never = "never",
    }

    /// How many potions the witch has in all.
    WitchTotalUses {
        /// One of each (000a, 000d, 000g, 001, 004).
        EachOnce = "each_once" ["each"],
        /// One use of either (003).
        OneTotal = "one_total" ["one_potion_total"],
    }

    /// When the witch learns the wolves' victim.
    WitchSeesVictim {
        /// Every night.
        Always = "always",
        /// Only while she has the antidote (CN).
        OnlyWithAntidote = "only_with_antidote",
    }

    /// What happens to a victim who is guarded and healed the same night.
    GuardPlusWitch {
        /// Dies as if killed by the wolves (CN: 同守同救).
        Dies = "dies",
        /// Lives.
        Lives = "lives",
        /// Lives, unless the guard guarded himself.
        GuardDiesIfSelf = "guard_dies_if_self",
    }

    /// What the guard's protection stops.
    GuardStops {
        /// The wolves' attack (000d, 003).
        WolvesOnly = "wolves_only" ["wolves"],
        /// Any death of the night (000h, read to the letter).
        AllNightDeaths = "all_night_deaths",
    }

    /// Which deaths let the hunter shoot.
    HunterShootsOn {
        /// Any (000g, 004).
        AnyDeath = "any_death" ["any"],
        /// Killed by wolves or voted out (000a, 000d, 001, 003).
        WolfOrVote = "wolf_or_vote",
    }

    /// Whether the hunter may hold his fire.
    MayMust {
        /// He may.
        May = "may",
        /// He must shoot.
        Must = "must",
    }

    /// A hunter killed by wolves and poison in one night.
    HunterWolfPlusPoison {
        /// The poison keeps him from shooting.
        PoisonBlocks = "poison_blocks",
        /// The wolves' attack lets him shoot.
        WolfAllows = "wolf_allows",
    }

    /// Which deaths of the elder cost the village its powers.
    ElderPowerLossOn {
        /// Vote, poison or shot (000h, 003).
        VotePoisonShot = "vote_poison_shot" ["all3"],
        /// Vote only.
        Vote = "vote",
    }

    /// Who loses his power when the village kills the elder.
    ElderPowerLossScope {
        /// Every villager with a power (000h, 000b).
        AllVillagerPowers = "all_villager_powers" ["all"],
        /// Hunter, guard, witch and seer (003).
        ListedFour = "listed_four",
    }

    /// What an antidote or a guard's protection costs the elder.
    ElderLife {
        /// One of his lives.
        CostsLife = "costs_life",
        /// Nothing.
        Free = "free",
    }

    /// What makes the idiot show his card.
    IdiotTrigger {
        /// Any ballot against him (000h).
        AnyVoteAgainst = "any_vote_against" ["any_vote"],
        /// Being voted out (003, 000d).
        WouldBeExecuted = "would_be_executed" ["executed"],
    }

    /// Whether the idiot decides himself to show his card.
    MayAuto {
        /// He may (003, 000d).
        May = "may",
        /// It happens by itself (000h).
        Auto = "auto",
    }

    /// How a shown idiot speaks.
    IdiotSpeech {
        /// In his turn like everybody.
        Normal = "normal" ["may_speak"],
        /// He may also interrupt (003).
        MayInterrupt = "may_interrupt",
    }

    /// What a second exile does to a shown idiot.
    FlippedIdiotExiledAgain {
        /// He cannot be voted for (CN).
        NotATarget = "not_a_target",
        /// He can be voted for and stays (000d).
        NoEffect = "no_effect",
        /// He dies.
        Dies = "dies",
    }

    /// What becomes of the badge when the sheriff turns out to be the idiot.
    IdiotSheriff {
        /// The office is void for the rest of the game (000h).
        OfficeVoid = "office_void" ["void"],
        /// He hands the badge over (CN).
        BadgeHandover = "badge_handover" ["handover"],
    }

    /// Which death of the scapegoat lets him name the voters of the next day.
    ScapegoatBanWhen {
        /// Only death by a tie (000h, 003).
        DiedByTieOnly = "died_by_tie_only" ["tie"],
        /// Any death.
        AnyDeath = "any_death",
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

    /// How many votes the crow's mark counts.
    CrowVotes {
        /// One (000d, CN).
        One = "1",
        /// Two (the Pact's raven).
        Two = "2",
    }

    /// When a wolf whom the pure-white maiden looked at dies.
    PureWhiteKill {
        /// At dawn, like everybody who dies at night.
        AtDawn = "at_dawn",
        /// At once: he does nothing more that night (000d read to the letter).
        AtOnce = "at_once",
    }

    /// Which deaths of the wolf beauty take her charmed with her.
    BeautyTrigger {
        /// Exile or a hunter's shot (000d).
        ExileOrShot = "exile_or_shot",
        /// Any but a knight's duel.
        AnyButDuel = "any_but_duel",
        /// Any.
        Any = "any",
    }

    /// What a sleepwalker is safe from.
    DreamImmunity {
        /// The attack and the poison (CN).
        WolfAndPoison = "wolf_and_poison",
        /// Every harm of the night (000d).
        AllNightDamage = "all_night_damage",
    }

    /// When a poisoned rogue dies.
    RoguePoisonDelay {
        /// After the speeches of the day that follows the night.
        NextDaylight = "next_daylight",
        /// After the speeches of the day after that.
        DayAfter = "day_after",
    }

    /// What an admirer counts as while the wolves' condition is tested.
    AdmirerCountsAs {
        /// What he wins with now (errata 53).
        CurrentCamp = "current_camp",
        /// Good, always.
        Good = "good",
        /// The villager card he is.
        Card = "card",
    }

    /// How often the magician may swap.
    MagicianUses {
        /// Each night (000d).
        EachNight = "each_night",
        /// Once a game (CN).
        Once = "once",
    }

    /// What the magician's swap does.
    MagicianModel {
        /// Numbers mean each other's persons for the rest of the night.
        Remap = "remap",
        /// Only the deaths change places at dawn.
        DeathSwap = "death_swap",
    }

    /// By what a choice is legal, or a save is one's own, while numbers are swapped.
    ByNumberOrPerson {
        /// By the number named: no refusal tells of the swap.
        Number = "number",
        /// By the person meant.
        Person = "person",
    }

    /// Who moves first of those whom 000d calls first.
    FirstMoverOrder {
        /// Admirer, merchant, magician.
        AdmirerMerchantMagician = "admirer_merchant_magician",
        /// The magician before them.
        MagicianFirst = "magician_first",
    }

    /// From when on the lucky one may use his skill.
    LuckySkillFrom {
        /// The night it was given.
        SameNight = "same_night",
        /// The night after.
        NextNight = "next_night",
    }

    /// Until when the angel wins by dying.
    AngelDeadline {
        /// Exiled on the first day (000b).
        Day1Exile = "day1_exile",
        /// Out by the first vote or the first night.
        Vote1OrNight1 = "vote1_or_night1",
        /// Dead before the second vote is over.
        Vote2 = "vote2",
    }

    /// Which death of his model makes a wolf of the wild child.
    WildChildTrigger {
        /// Any (000b).
        AnyDeath = "any_death",
        /// Exile only.
        Exile = "exile",
    }

    /// Which deaths let the wolf king claw another player.
    WolfKingClawsOn {
        /// The pack's attack and exile.
        WolfOrVote = "wolf_or_vote",
        /// Any but poison, a link and his own explosion.
        AnyButPoison = "any_but_poison",
    }

    /// Whether the younger wolf brother waits with his own kill while he is the last wolf.
    BrotherLastWolf {
        /// For one night (wb).
        Postpone = "postpone",
        /// No: he uses both blades in one night (jg).
        Both = "both",
    }

    /// Whose card the assassin may guess at.
    AssassinScope {
        /// A god's (trc).
        Gods = "gods",
        /// Anybody's.
        All = "all",
    }

    /// Which death of a wolf lets the fire wolf seal a power.
    SealTrigger {
        /// One that was told on the day before (trc).
        WolfOutLastDay = "wolf_out_last_day",
        /// Any.
        AnyWolfOut = "any_wolf_out",
    }

    /// What a sealed player loses.
    SealScope {
        /// What he decides to use, by night and by day; a shot or a shown card he keeps.
        Active = "active",
        /// All that his card does.
        All = "all",
    }

    /// Which deaths the bewitched player dies in the bewitcher's place.
    BewitchCauses {
        /// The attack and the poison (qq).
        WolfOrPoison = "wolf_or_poison",
        /// Any of the night (trc, chm).
        AnyNightDeath = "any_night_death",
    }
}
