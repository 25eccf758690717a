//! Every dispute of the sources as a named, typed option. Ids and values are those users type.

mod errors;
mod of_roles;
mod of_the_table;
mod spelled;
pub(crate) mod value;

pub use crate::events::{
    AbsentPowers, AprilFool, BurialScope, CoinSaveSide, DevilDebtEffect, DoubleAgentWhen, EventDeck, EventDraw,
    EventOrder, FloodWitch, GatheringPotion, HalfRounding, MediumPick, MondayVariant, SpiritQuestions, SundayVariant,
    TouchOfDeath,
};
pub use crate::village::Buildings;
pub use errors::OptionError;
pub(crate) use errors::edits;
pub use of_roles::*;
pub use of_the_table::*;
pub use value::{Bounded, Chance, OptionValue, TieChain, TieRule};

/// What is known of an option without a ruleset: its id, its meaning and its legal values.
#[derive(Debug, Clone, Copy)]
pub struct OptionInfo {
    /// The id, as in files and on the command line.
    pub name: &'static str,
    /// One sentence: what it decides, and the sources that disagree (see docs/SOURCES.md).
    pub about: &'static str,
    /// Every legal value, or a pattern for numbers and chains.
    pub legal: fn() -> Vec<String>,
}

macro_rules! options {
    ($( $about:literal $name:ident : $ty:ty = $default:expr; )+) => {
        /// The house rules of one game. The default is the ruleset `millers-hollow`.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Options {
            $( #[doc = $about] pub $name: $ty, )+
        }

        impl Default for Options {
            fn default() -> Self {
                Options { $( $name: $default, )+ }
            }
        }

        /// Every option, in the order of the rulebook.
        pub const OPTIONS: &[OptionInfo] = &[
            $( OptionInfo { name: stringify!($name), about: $about, legal: <$ty as OptionValue>::legal }, )+
        ];

        impl Options {
            /// Sets an option from its spelling.
            ///
            /// # Errors
            /// When there is no such option or it cannot hold the value.
            pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
                match name {
                    $( stringify!($name) => match <$ty as OptionValue>::read(value.trim()) {
                        Some(read) => self.$name = read,
                        None => return Err(OptionError::Value {
                            name: stringify!($name),
                            value: value.into(),
                            legal: <$ty as OptionValue>::legal(),
                        }),
                    }, )+
                    _ => return Err(OptionError::Unknown { name: name.into(), near: errors::nearest(name) }),
                }
                Ok(())
            }

            /// The value of an option in its canonical spelling, if there is such an option.
            #[must_use]
            pub fn get(&self, name: &str) -> Option<String> {
                match name {
                    $( stringify!($name) => Some(self.$name.write()), )+
                    _ => None,
                }
            }
        }
    };
}

options! {
    // Setup, thief, cupid.
    "Which two cards are added to the deck for a thief (000g, 000e)."
    thief_extra_cards: ThiefExtraCards = ThiefExtraCards::TwoVillagers;
    "Whether the thief may keep his own card (000g, 000e)."
    thief_choice: ThiefChoice = ThiefChoice::MaySwap;
    "When the thief must take a wolf (000g, 001, 003, 004)."
    thief_forced_wolf: ThiefForcedWolf = ThiefForcedWolf::BothWolves;
    "What a thief who keeps his card is (000g, 004)."
    thief_unswapped_role: ThiefUnswappedRole = ThiefUnswappedRole::Villager;
    "Whether the thief's new card is handed to him (000g, 000e)."
    thief_card_transfer: ThiefCardTransfer = ThiefCardTransfer::Physical;
    "Whether Cupid may choose himself (000a, 000e, 000g, 001, 003, 004)."
    cupid_self: bool = true;
    "Whether Cupid counts as a god for the side win (000a, 003)."
    cupid_category: Category = Category::Villager;
    "Whether the lovers show each other their cards (000e)."
    lovers_know_roles: bool = false;
    "Whether a lover may vote against the other (000g, 004)."
    lovers_vote_each_other: Permit = Permit::Forbid;
    "Whether a lover may use a power against the other (003: 互杀)."
    lovers_may_target_each_other_with_powers: Permit = Permit::Allow;
    "What lovers of two camps must achieve (000g, 000b)."
    mixed_lovers_goal: MixedLoversGoal = MixedLoversGoal::Alone;
    "How often the lovers wake (000b)."
    lovers_wake_again: LoversWakeAgain = LoversWakeAgain::FirstNight;
    "When a lover dies of grief for a partner killed at night (000c, 000g, 001, 003, 004)."
    lover_grief_at: LoverGriefAt = LoverGriefAt::DawnPublic;
    // Wolves and the little girl.
    "What happens when the wolves do not agree (001)."
    wolf_consensus: WolfConsensus = WolfConsensus::Unanimous;
    "How many rounds of pointing the wolves have to agree."
    wolf_rounds: Bounded<1, 9> = Bounded(3);
    "Whether the wolves may choose nobody (000d: 空刀)."
    wolf_may_skip: bool = false;
    "Whether the pack may choose one of its own (001, 000d)."
    wolf_target_wolf: WolfTargetWolf = WolfTargetWolf::Forbid;
    "What the wolves may exchange at night (001, 003)."
    wolf_comm: WolfComm = WolfComm::None;
    "Whether a wolf may blow himself up by day (000d: 自爆)."
    self_explode: SelfExplode = SelfExplode::Off;
    "How the little girl peeks (000c, 000g)."
    girl_mode: GirlMode = GirlMode::ActionWithRisk;
    "What happens to a girl who is caught (000g, 001)."
    girl_caught: GirlCaught = GirlCaught::May;
    "When the girl peeks (001)."
    girl_peek_window: GirlPeekWindow = GirlPeekWindow::Whole;
    "What a peek shows."
    girl_peek_gain: GirlPeekGain = GirlPeekGain::OneRandomWolf;
    "The chance that a peek is caught."
    girl_catch_chance: Chance = Chance { hits: 1, of: 3 };
    "Whether the guard's protection works on the girl (000h, 003)."
    girl_guardable: bool = false;
    // Seer, witch, guard.
    "What a check shows (000g, 000d)."
    seer_result: SightKind = SightKind::Role;
    "The moderator's gesture for a wolf (000e)."
    seer_signal: SeerSignal = SeerSignal::ThumbUpWolf;
    "Whether the seer may check himself."
    seer_self: Permit = Permit::Forbid;
    "Whether the seer may check a player twice."
    seer_repeat: Permit = Permit::Allow;
    "Where in the night the seer is called (000g, 000e)."
    seer_position: SeerPosition = SeerPosition::S1;
    "When the witch may save herself (001, 000d)."
    witch_self_save: WitchSelfSave = WitchSelfSave::Never;
    "How many potions the witch may use in one night (000a, 001)."
    witch_potions_per_night: Bounded<1, 2> = Bounded(2);
    "How many potions the witch has in all (003)."
    witch_total_uses: WitchTotalUses = WitchTotalUses::EachOnce;
    "Whether the witch may poison herself (000g, 004, 001)."
    witch_self_poison: bool = true;
    "Whether a witch whom the wolves have chosen may still poison (000b)."
    witch_victim_still_acts: bool = true;
    "When the witch learns the victim (CN)."
    witch_sees_victim: WitchSeesVictim = WitchSeesVictim::Always;
    "Whether the witch learns of a victim whom the guard protects."
    witch_sees_guarded_victim: bool = true;
    "Whether the guard may protect the same number two nights running (000d, 000h, 003)."
    guard_repeat: Permit = Permit::Forbid;
    "Whether the guard may protect himself (000d, 000h, 003)."
    guard_self: bool = true;
    "Whether the guard may protect nobody (003, 000d)."
    guard_may_skip: bool = true;
    "What happens to a victim who is guarded and healed the same night."
    guard_plus_witch: GuardPlusWitch = GuardPlusWitch::Lives;
    "What the guard's protection stops (003, 000h)."
    guard_stops: GuardStops = GuardStops::WolvesOnly;
    // Hunter, elder, idiot, scapegoat, piper.
    "Which deaths let the hunter shoot (000g, 000a)."
    hunter_shoots_on: HunterShootsOn = HunterShootsOn::AnyDeath;
    "Whether the hunter may hold his fire (000a, 000g)."
    hunter_must_shoot: MayMust = MayMust::May;
    "Whether a hunter who dies through a link (grief, dream) shoots."
    hunter_shoots_when_linked: bool = true;
    "A hunter killed by wolves and poison in one night."
    hunter_wolf_plus_poison: HunterWolfPlusPoison = HunterWolfPlusPoison::WolfAllows;
    "Whether a hunter or sheriff killed at night uses his right (all sources)."
    night_killed_hunter_sheriff_act: bool = true;
    "Which deaths of the elder cost the village its powers (000h, 003)."
    elder_power_loss_on: ElderPowerLossOn = ElderPowerLossOn::VotePoisonShot;
    "Who loses his power (000h, 003)."
    elder_power_loss_scope: ElderPowerLossScope = ElderPowerLossScope::AllVillagerPowers;
    "Whether the scapegoat's part is a power that can be lost."
    power_loss_hits_scapegoat: bool = true;
    "Whether the idiot's escape is a power that can be lost."
    power_loss_hits_idiot: bool = true;
    "Whether the sheriff's office is lost too."
    power_loss_hits_sheriff: bool = false;
    "What the antidote costs the elder (000h, 003)."
    elder_saved_by_witch: ElderLife = ElderLife::CostsLife;
    "What the guard's protection costs the elder."
    elder_guarded: ElderLife = ElderLife::Free;
    "Whether a shown idiot dies with an elder the village killed (003, 000h)."
    idiot_dies_with_elder: bool = true;
    "What makes the idiot show his card (000h, 003)."
    idiot_trigger: IdiotTrigger = IdiotTrigger::WouldBeExecuted;
    "Whether the idiot decides himself (003, 000d)."
    idiot_flip_optional: MayAuto = MayAuto::May;
    "How a shown idiot speaks (003)."
    idiot_speech: IdiotSpeech = IdiotSpeech::MayInterrupt;
    "What a second exile does to a shown idiot (000d)."
    flipped_idiot_exiled_again: FlippedIdiotExiledAgain = FlippedIdiotExiledAgain::NoEffect;
    "What becomes of the badge of an idiot (000h)."
    idiot_sheriff: IdiotSheriff = IdiotSheriff::OfficeVoid;
    "Which death lets the scapegoat name the next day's voters (000h, 003)."
    scapegoat_ban_when: ScapegoatBanWhen = ScapegoatBanWhen::DiedByTieOnly;
    "Whether the scapegoat may leave nobody a vote (000h)."
    scapegoat_list_may_be_empty: bool = true;
    "How many players the piper charms a night (000h, 003)."
    piper_targets: Bounded<1, 2> = Bounded(2);
    "Whether the piper must be alive to win."
    piper_must_live: bool = true;
    "Whether the piper's win comes before the camps' (000h, 003)."
    piper_wins_before_others: bool = true;
    // Roles of the Chinese list, and of Characters and Village.
    "How many votes the crow's or raven's mark counts (000d, the Pact)."
    crow_votes: CrowVotes = CrowVotes::Two;
    "Whether the crow may mark the same player two nights running (000d)."
    crow_repeat: Permit = Permit::Allow;
    "Whether the guard's protection stops an infection."
    guard_stops_infection: bool = true;
    "What the pure-white maiden sees (000d)."
    pure_white_result: SightKind = SightKind::Role;
    "When a wolf whom the pure-white maiden looked at dies (000d)."
    pure_white_kill: PureWhiteKill = PureWhiteKill::AtDawn;
    "Which deaths of the wolf beauty take her charmed with her (000d)."
    beauty_trigger: BeautyTrigger = BeautyTrigger::ExileOrShot;
    "What a sleepwalker is safe from (000d)."
    dream_immunity: DreamImmunity = DreamImmunity::AllNightDamage;
    "Whether the dreamer may choose nobody (000d: must)."
    dream_skip: bool = false;
    "Whether the lot chooses for a dreamer who is silent (000d)."
    dream_random: bool = true;
    "Whether the dreamer may choose himself (errata 69)."
    dream_self: bool = false;
    "When a poisoned rogue dies (000d)."
    rogue_poison_delay: RoguePoisonDelay = RoguePoisonDelay::NextDaylight;
    "Whether a wounded rogue votes on his last day (000d)."
    rogue_may_vote: bool = false;
    "Whether the rogue cannot be charmed by the piper either (000d)."
    rogue_piper_immune: bool = false;
    "What an admirer counts as for the wolves' condition (errata 53)."
    admirer_counts_as: AdmirerCountsAs = AdmirerCountsAs::CurrentCamp;
    "How often the magician may swap (000d, CN)."
    magician_uses: MagicianUses = MagicianUses::EachNight;
    "What the magician's swap does."
    magician_model: MagicianModel = MagicianModel::Remap;
    "By what a repeat is a repeat while numbers are swapped."
    magician_legality: ByNumberOrPerson = ByNumberOrPerson::Number;
    "By what the witch's victim is herself while numbers are swapped."
    self_save_check: ByNumberOrPerson = ByNumberOrPerson::Number;
    "Who moves first of those whom the list calls first (000d)."
    first_mover_order: FirstMoverOrder = FirstMoverOrder::AdmirerMerchantMagician;
    "From when on the lucky one may use his skill."
    lucky_skill_from: LuckySkillFrom = LuckySkillFrom::SameNight;
    "Until when the angel wins by dying (000b)."
    angel_deadline: AngelDeadline = AngelDeadline::Day1Exile;
    "Which death of his model makes a wolf of the wild child (000b)."
    wild_child_trigger: WildChildTrigger = WildChildTrigger::AnyDeath;
    "Whether the crow or raven may mark himself (errata 10; CN)."
    crow_self: Permit = Permit::Allow;
    "Which deaths let the wolf king claw another player (CN)."
    wolf_king_claws_on: WolfKingClawsOn = WolfKingClawsOn::WolfOrVote;
    "Whether the witch's poison has no effect on the cursed fox (CN)."
    fox_poison_immune: bool = true;
    "Whether the younger wolf brother waits with his own kill while he is the last wolf (wb, jg)."
    brother_last_wolf: BrotherLastWolf = BrotherLastWolf::Postpone;
    "Whether the pack's and the younger brother's attack on one player cannot be stopped (wb)."
    double_blade_pierces: bool = true;
    "Whether the assassin meets the pack (trc: no)."
    assassin_meets_pack: bool = false;
    "Whose card the assassin may guess at (trc)."
    assassin_scope: AssassinScope = AssassinScope::Gods;
    "Whether guard and antidote cannot stop the assassin (the source is silent)."
    assassin_pierces: bool = true;
    "Which death of a wolf lets the fire wolf seal a power (trc)."
    seal_trigger: SealTrigger = SealTrigger::WolfOutLastDay;
    "What a sealed player loses (trc is silent on shots and shown cards)."
    seal_scope: SealScope = SealScope::Active;
    "Whether the shadow takes over what its master had used up (trc)."
    shadow_inherits_used_powers: bool = true;
    "Whether the avenger wins alone who meets the shadow before its change (trc)."
    avenger_solo_win: bool = true;
    "Whether the bewitcher may pick the same player two nights running (qq)."
    bewitch_repeat: Permit = Permit::Forbid;
    "Which deaths the bewitched player dies in the bewitcher's place (qq, chm)."
    bewitch_causes: BewitchCauses = BewitchCauses::AnyNightDeath;
    "Which buildings are dealt on top of the cards; whoever gets none is a vagabond (000b, the Village)."
    buildings: Buildings = Buildings(vec![]);
    // Event cards.
    "Which event cards are in the deck (000h, the New Moon box)."
    event_deck: EventDeck = EventDeck(vec![]);
    "Whether the deck is shuffled or lies as it is listed."
    event_order: EventOrder = EventOrder::Shuffled;
    "When an event card is turned up, and by whom (000h, bich, jdj)."
    event_draw: EventDraw = EventDraw::StartOfDay;
    "Whether the executioner may say what he saw (mdj, bich; mia)."
    executioner_may_talk: bool = true;
    "When the double agent is named (000h)."
    double_agent_when: DoubleAgentWhen = DoubleAgentWhen::NextNight;
    "How many friends everybody names on the day of the great distrust (mdj, mia, lsp; bich)."
    distrust_friends: Bounded<2, 3> = Bounded(2);
    "Who is the medium (sou, mia)."
    medium_pick: MediumPick = MediumPick::LeftOfLastDead;
    "Which questions of the spiritualism cards may be asked."
    spirit_questions: SpiritQuestions = SpiritQuestions::All;
    "Whether everybody learns who returns by the miracle (001, mdj)."
    miracle_public: bool = false;
    "Whose cards a burial keeps hidden (mdj, mia)."
    burial_scope: BurialScope = BurialScope::WolfKills;
    "How the wolves' touch is played at a table without bodies (dnh, hey)."
    touch_of_death: TouchOfDeath = TouchOfDeath::Touches;
    "Which potion the witch gets while the women are away (mdj is silent)."
    gathering_potion: GatheringPotion = GatheringPotion::Choice;
    "What happens to powers on April Fool's Day (mdj, mia; dnh)."
    april_fool: AprilFool = AprilFool::PairSwap;
    "Which side of the coin saves (mdj, dnh)."
    coin_save_side: CoinSaveSide = CoinSaveSide::Heads;
    "Which way half of an odd number is rounded."
    half_rounding: HalfRounding = HalfRounding::Floor;
    "Whether who is away until dawn has no power that night."
    absent_powers_at_night: AbsentPowers = AbsentPowers::Keep;
    "Whether the moderator plays the variant of the bleak Monday (mdj, app)."
    monday_variant: MondayVariant = MondayVariant::Off;
    "Whether the moderator plays the variant of the radiant Sunday (mdj, app, dv)."
    sunday_variant: SundayVariant = SundayVariant::Off;
    "Whether a card that decides about whom the village has found against decides about the scapegoat of a tie."
    scapegoat_may_pact: bool = false;
    "Which victims of a flood the witch is shown (mdj is silent)."
    flood_witch: FloodWitch = FloodWitch::Both;
    "What a pact with the devil costs a loser (mdj)."
    devil_debt_effect: DevilDebtEffect = DevilDebtEffect::BarNextGame;
    // Sheriff.
    "Whether there is a sheriff (000b: none)."
    sheriff: OnOff = OnOff::On;
    "Where the sheriff comes from (000e)."
    sheriff_source: SheriffSource = SheriffSource::Elected;
    "When the sheriff is elected (000g, 001, 004)."
    sheriff_elect_timing: SheriffElectTiming = SheriffElectTiming::Day1AfterSpeeches;
    "The weight of the sheriff's ballot (000c, 000g)."
    sheriff_weight: SheriffWeight = SheriffWeight::Two;
    "Who stands for sheriff (CN)."
    sheriff_candidacy: SheriffCandidacy = SheriffCandidacy::Everyone;
    "Who elects the sheriff (CN)."
    sheriff_voters: Voters = Voters::All;
    "Whether the elected may refuse (003)."
    sheriff_refuse: bool = false;
    "What a tied election leads to."
    sheriff_election_tie: SheriffElectionTie = SheriffElectionTie::RevoteThenNone;
    "What a dying sheriff does with the badge (000g, 001, CN)."
    sheriff_successor: SheriffSuccessor = SheriffSuccessor::May;
    "How the sheriff breaks a tie (003)."
    sheriff_tiebreak: SheriffTiebreak = SheriffTiebreak::None;
    "Whether the sheriff orders the speeches (CN)."
    sheriff_speech_order: SheriffSpeechOrder = SheriffSpeechOrder::None;
    "What a self-explosion does to the election (CN)."
    badge_bomb: BadgeBomb = BadgeBomb::Off;
    "Which ballots the sheriff's weight counts in."
    sheriff_double_vote_applies_to: SheriffWeightAppliesTo = SheriffWeightAppliesTo::ExileOnly;
    "Whether the first night's dead take part in the election (001)."
    n1_victims_in_election: N1Victims = N1Victims::TakePart;
    // Day, vote, reveal, victory.
    "What comes first."
    opening: Opening = Opening::Night;
    "How the day is talked through (000g, 000c, 001)."
    discussion: Discussion = Discussion::Free;
    "Who speaks first (000c, 000g, 004)."
    speech_start: SpeechStart = SpeechStart::LeftOfVictim;
    "Which way round the speeches go."
    speech_direction: SpeechDirection = SpeechDirection::Clockwise;
    "How often one player may speak in a free discussion."
    floor_turns: Bounded<1, 9> = Bounded(2);
    "The longest speech, in characters."
    speech_length: Bounded<40, 8000> = Bounded(1200);
    "How ballots are cast (000g)."
    vote_mode: VoteMode = VoteMode::Simultaneous;
    "What becomes of a ballot that comes too late (001)."
    late_vote: LateVote = LateVote::Void;
    "Whether a player may abstain (000g)."
    abstain: bool = false;
    "Whether a player may vote against himself."
    vote_self: Permit = Permit::Allow;
    "What a tie leads to, link by link (000c, 000g, 003, 004)."
    tie: TieChain = TieChain(vec![TieRule::None]);
    "Who votes between the tied (000g)."
    pk_voters: Voters = Voters::All;
    "What a vote without a single ballot is."
    no_ballot_at_all: NoBallotAtAll = NoBallotAtAll::None;
    "After how many ties in a row the lot decides (000g)."
    random_after_n: Bounded<1, 9> = Bounded(2);
    "What is shown of those who died at night (000g, 000c)."
    reveal_night_death: Reveal = Reveal::Card;
    "What is shown of those who died by day (000c, 000g)."
    reveal_execution: Reveal = Reveal::Card;
    "Who has last words (003, 000f, CN)."
    last_words: LastWords = LastWords::None;
    "Whether last words come before a dying player's powers (000b)."
    last_words_order: LastWordsOrder = LastWordsOrder::AfterTriggers;
    "Which of the first night's dead have last words."
    last_words_n1: LastWordsN1 = LastWordsN1::Any;
    "When the wolves have won (000a, 000g, CN)."
    wolf_win: WolfWin = WolfWin::KillAll;
    "Who wins when both camps' conditions are met at once (CN)."
    simultaneous_win: SimultaneousWin = SimultaneousWin::AfterAllTriggers;
    "Whom the wolves are compared with for parity."
    parity_counts: ParityCounts = ParityCounts::Everyone;
    "Whether living lovers of two camps keep the wolves from winning by parity or side."
    third_party_blocks_side_win: bool = true;
    "Which calls of the night are made (000e, 000g)."
    simulate_calls: SimulateCalls = SimulateCalls::AllConfigured;
    "Whether the moderator says who died of poison."
    poison_announced_separately: bool = false;
    "After how many days the game is a draw."
    max_days: Bounded<1, 99> = Bounded(20);
}
