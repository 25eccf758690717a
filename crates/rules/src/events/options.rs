//! What the sources dispute about event cards.

use crate::options::value::choices;

choices! {
    /// How the event deck lies.
    EventOrder {
        /// A card is drawn by lot.
        Shuffled = "shuffled",
        /// In the order in which the deck is listed.
        Listed = "listed",
    }

    /// When an event card is turned up.
    EventDraw {
        /// Before every day (000h).
        StartOfDay = "start_of_day",
        /// Before the second day and all that follow (bich).
        FromDay2 = "from_day2",
        /// When the town crier plays it, whom the sheriff appoints (jdj, app).
        TownCrier = "town_crier",
    }

    /// When the double agent is named.
    DoubleAgentWhen {
        /// In the first night that begins with somebody dead (000h).
        NextNight = "next_night",
        /// On the day itself.
        AtOnce = "at_once",
    }

    /// Who is the medium.
    MediumPick {
        /// Whoever sits to the left of the last dead (sou).
        LeftOfLastDead = "left_of_last_dead",
        /// Whom the last dead chooses (mia).
        Chosen = "chosen",
    }

    /// Which questions of the spiritualism cards may be asked.
    SpiritQuestions {
        /// All.
        All = "all",
        /// Those that need no look at anybody.
        StateOnly = "state_only",
        /// Those, and those about women and men.
        StateAndGender = "state_and_gender",
    }

    /// Whose cards a burial keeps hidden.
    BurialScope {
        /// Those of the wolves' victims (mdj).
        WolfKills = "wolf_kills",
        /// Those of all who die at night (mia).
        AllNight = "all_night",
    }

    /// How the wolves' touch is played.
    TouchOfDeath {
        /// By day everybody may touch one other player, unseen by the rest; the hunt reaches only whom a wolf touched.
        Touches = "touches",
        /// Not at all.
        Off = "off",
    }

    /// Which potion the witch gets while the women are away.
    GatheringPotion {
        /// One of those she has used, the antidote before the poison.
        Choice = "choice",
        /// The antidote.
        Heal = "heal",
        /// The poison.
        Poison = "poison",
    }

    /// What happens to powers on April Fool's Day.
    AprilFool {
        /// Three pairs change powers (mdj, mia).
        PairSwap = "pair_swap",
        /// All powers of the village move round the table (dnh).
        Shuffle = "shuffle",
    }

    /// Which side of the coin saves.
    CoinSaveSide {
        /// Heads (dnh).
        Heads = "heads",
        /// Tails (mdj: pile).
        Tails = "tails",
    }

    /// Which way half of an odd number is rounded.
    HalfRounding {
        /// Down.
        Floor = "floor",
        /// Up.
        Ceil = "ceil",
    }

    /// What becomes of the power of somebody who is away until dawn.
    AbsentPowers {
        /// It is his (the cards speak of the wolves' meal alone).
        Keep = "keep",
        /// He has none that night.
        Lose = "lose",
    }

    /// Whether the moderator plays the variant of the bleak Monday.
    MondayVariant {
        /// The day is like any other.
        Off = "off",
        /// The players clear each other in turn, and the last one who is not cleared is out (app).
        ClearInTurn = "clear_in_turn",
    }

    /// Whether the moderator plays the variant of the radiant Sunday.
    SundayVariant {
        /// The day is like any other.
        Off = "off",
        /// The wolves' next victim stays at the table, without power and vote (app, dv).
        Fascination = "fascination",
    }

    /// Which victims the witch is shown while the hunt takes place in two houses.
    FloodWitch {
        /// Both, of whom she may save one.
        Both = "both",
        /// That of the house she is in.
        OwnHouse = "own_house",
    }

    /// What a pact with the devil costs a loser.
    DevilDebtEffect {
        /// He may not play in the next game, and all hear so at the end (mdj).
        BarNextGame = "bar_next_game",
        /// Points, where the table keeps scores; all hear so at the end.
        ScorePenalty = "score_penalty",
        /// Nothing.
        None = "none",
    }
}
