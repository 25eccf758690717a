//! How well a sensible player plays.

/// The levels differ in what a player notices, how far he believes it, and how he lies; none of them plays at random.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// A beginner: he hears claims, believes whoever comes out first, goes with the crowd and forgets ballots. His
    /// seer hides, his witch is quick, and his wolves tell no lie about their card.
    Easy,
    /// He weighs claims against each other and against the cards, remembers ballots and words, and one wolf of a pack
    /// may play the seer.
    #[default]
    Normal,
    /// He weighs whole teams of wolves instead of single seats, reads the night's deaths, and votes where it decides.
    /// His wolves plan together: one of them plays the seer, their ballots go where they tip the vote, and they kill
    /// whom the village would follow.
    Hard,
}

impl Level {
    /// Whether he compares claims with each other and with the cards of the deck; else the first word is believed.
    pub(super) fn compares_claims(self) -> bool {
        self > Level::Easy
    }

    /// Whether he looks back at ballots and words: who stood against whom, and for whom.
    pub(super) fn looks_back(self) -> bool {
        self > Level::Easy
    }

    /// Whether he asks of each possible team of wolves how well it fits all that has happened.
    pub(super) fn weighs_teams(self) -> bool {
        self == Level::Hard
    }

    /// Whether he weighs a voice by whom it comes from; else every voice counts the same.
    pub(super) fn weighs_voices(self) -> bool {
        self > Level::Easy
    }

    /// Whether his wolves lie about their card.
    pub(super) fn lies(self) -> bool {
        self > Level::Easy
    }

    /// Whether he acts for his side as a whole: the seer speaks at once, powers come out in time, and wolves put their
    /// ballots together.
    pub(super) fn plans(self) -> bool {
        self == Level::Hard
    }
}
