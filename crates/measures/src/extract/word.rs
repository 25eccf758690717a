//! What a word of a speech says to the grammar.

use lycaon_rules::{RoleId, Seat};

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
    /// All who are spoken to: 大家.
    All,
    /// What belongs to who is spoken to.
    Yours,
    /// Somebody spoken of, who may be anybody.
    Third,
    /// Somebody spoken of, if only one was named: 他.
    Ta,
    /// Somebody spoken of, who was named last.
    He,
    /// What belongs to who was named last.
    His,
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
    /// The same, and turns it round: 拿不起.
    Lacks,
    /// The same for a noun of office: 为, 作为; of the speaker alone.
    Serve,
    /// The same, in a part that may stand before who it is about: "as the seer I".
    As,
    /// Holds a card; of the speaker, if of nobody else.
    Hold,
    /// What somebody is judged by: 发言, 听感.
    Speech,
    /// Is suspicious, without a link: 嫌疑大.
    Shady,
    /// Is rather good, without a link: 偏好.
    Fair,
    /// Turns it round.
    Not,
    /// Says that it may be so: 有可能.
    Doubt,
    /// Says that it is rather so than not: 可能.
    Likely,
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
    /// Is to be voted out: 可以出局.
    Doomed,
    /// One after the other: 九七顺下.
    InTurn,
    /// Holds for a wolf.
    Suspect,
    /// Holds for good.
    Trust,
    /// Takes for the seer: 认, 站边.
    Side,
    /// Comes out as something.
    Claim,
    /// Comes out as what stands beside it: "Seer CO".
    Co,
    /// Takes it back.
    Retract,
    /// Says: what follows is of whoever does.
    Say,
    /// Thinks: what follows is of whoever does, and of the speaker if nobody does.
    Think,
    /// Hears somebody as something: 听. Of the speaker it is a thought.
    Hear,
    /// Tries a thought: 盘. What follows is supposed, but for the speaker's own.
    Weigh,
    /// Somebody's view of the game: 视角.
    View,
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
    /// One of several.
    Either,
    /// Compares with whoever follows: 比.
    Than,
    /// Of a time to come: 今晚.
    Plan,
    /// Of a time that is over: 昨天.
    Past,
    /// Done: 了.
    Done,
    /// Begins a condition.
    If,
    /// Begins what is granted, after which the rest still holds: 就算.
    Though,
    /// Ends it: 也好.
    ThoughTail,
    /// Ends a condition: 的话.
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
    /// Says nothing, and is left out.
    Pad,
    /// Ends a clause.
    Comma,
    /// Ends a sentence.
    Stop,
    /// Ends a question.
    Question,
    /// Anything else.
    Other,
}

impl Word {
    /// The seat that is named.
    pub fn seat(self) -> Option<Seat> {
        if let Word::Seat(seat) = self { Some(seat) } else { None }
    }

    /// Whether it stands for a person, or for what is his.
    pub fn is_person(self) -> bool {
        self.is_other() || matches!(self, Word::Me | Word::Mine | Word::All)
    }

    /// Whether it stands for a person who is, or may be, another than the speaker, or for what is his.
    pub fn is_other(self) -> bool {
        matches!(self, Word::Seat(_) | Word::You | Word::Third | Word::Ta | Word::He) || self.is_owner()
    }

    /// Whether it is what belongs to another.
    pub fn is_owner(self) -> bool {
        matches!(self, Word::Owner(_) | Word::Yours | Word::His)
    }

    /// Whether it may stand between who it is about and what links the two.
    pub fn is_small(self) -> bool {
        matches!(
            self,
            Word::Other
                | Word::Hear
                | Word::Likely
                | Word::Past
                | Word::Not
                | Word::Tag
                | Word::And
                | Word::Hold
                | Word::As
                | Word::Done
                | Word::Speech
        )
    }
}
