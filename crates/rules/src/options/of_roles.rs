//! What the sources dispute about the powers of roles, one enum for each.

use super::value::choices;

choices! {
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
