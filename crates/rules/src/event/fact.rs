//! One thing that happened, and the widest audience it may ever have.

use super::{Audience, Cause, Ceiling, Manner, Sight, Ward};
use crate::dice::Purpose;
use crate::events::EventId;
use crate::order::Call;
use crate::person::Person;
use crate::request::{About, Ask, Choice, Claim, Direction, FloorKind};
use crate::roles::RoleId;
use crate::seat::{Seat, Seats};
use crate::village::Building;
use crate::win::{Outcome, Party};
use serde::{Deserialize, Serialize};

/// One thing that happened. There are no sentences here: the narrator makes them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
#[allow(missing_docs, reason = "fields are named for what they hold; each variant says the rest")]
pub enum Fact {
    // For everybody.
    /// The game opens with this many seats and these cards in the deck, those in the centre included.
    Opened { seats: u8, deck: Vec<(RoleId, u8)> },
    /// A night begins.
    NightFell { night: u16 },
    /// The moderator calls a role to wake, held or not.
    Called { call: Call },
    /// A day begins.
    DayBroke { day: u16 },
    /// These players left the game; at dawn the list may be empty. Sorted by seat; no cause beyond what all see.
    Died { seats: Seats, manner: Manner, by: Option<Seat> },
    /// A card is shown: the role, and for a thief who only remembers his new role also the card he shows.
    Revealed { seat: Seat, role: RoleId, card: RoleId },
    /// Only the camp of a dead player is told.
    RevealedCamp { seat: Seat, wolf: bool },
    /// A player voted out shows the idiot's card and stays.
    Flipped { seat: Seat },
    /// A shown idiot was voted out again, without effect.
    Unmoved { seat: Seat },
    /// The village killed the elder: its powers are gone.
    PowersLost { elder: Seat },
    /// Who stands for sheriff.
    Standing { seats: Seats },
    /// Who withdrew.
    Withdrew { seats: Seats },
    /// The order of speeches.
    Floor { floor: FloorKind, order: Vec<Seat> },
    /// The sheriff's choice of direction.
    Directed { by: Seat, direction: Direction },
    /// A speech.
    Spoke { seat: Seat, floor: Option<FloorKind>, text: String, claims: Vec<Claim> },
    /// The bids for the floor in a free discussion.
    Bids { bids: Vec<(Seat, u8)> },
    /// A vote begins.
    PollOpened { about: About, round: u8, over: Seats, voters: Seats },
    /// A ballot cast openly and in turn.
    Voted { about: About, by: Seat, onto: Option<Seat> },
    /// The result of a vote: each ballot, and the totals in half-votes. A void ballot is `None`.
    Counted { about: About, round: u8, ballots: Vec<(Seat, Option<Seat>)>, totals: Vec<(Seat, u16)> },
    /// Nobody leads alone.
    Tied { about: About, over: Seats },
    /// The sheriff's word on a tie; `None` voids the vote.
    TieBroken { by: Seat, onto: Option<Seat> },
    /// The vote ends with nobody out.
    NobodyOut,
    /// The lot fell on this seat.
    Drawn { seat: Seat },
    /// There is a sheriff.
    Elected { seat: Seat },
    /// There is no sheriff: nobody stood, all did, all withdrew, a tie, or the badge was blown up.
    NoSheriff { lost: bool },
    /// The elected refuses.
    Refused { seat: Seat },
    /// The badge is handed on, or torn up.
    Badge { from: Seat, to: Option<Seat> },
    /// The office is without effect from now on.
    BadgeVoid { seat: Seat },
    /// The scapegoat names who may vote on the next day.
    VotersNamed { by: Seat, may_vote: Seats },
    /// A wolf takes back a word: somebody speaks out of turn.
    Interrupted { by: Seat },
    /// These players may not speak today.
    Silenced { seats: Seats },
    /// These players have no ballot in today's votes on exile.
    VoteBanned { seats: Seats },
    /// A duel: who called whom out, and whether a wolf was met.
    Duel { by: Seat, seat: Seat, wolf: bool },
    /// The vote does not count and is held again.
    Rewound { by: Seat },
    /// There will be one more vote today.
    SecondVote,
    /// Somebody took the card of the player who was voted out.
    Stepped { by: Seat, seat: Seat },
    /// Voted out, the player stays until the next dawn.
    Lingers { seat: Seat },
    /// What the village hears in the morning: whether the bear growls.
    Growl { heard: bool },
    /// The village is split in two groups, for all to see; those not named are the second.
    Groups { first: Seats },
    /// Who lives in which building; whoever is not named is a vagabond.
    Village { homes: Vec<(Seat, Building)> },
    /// Somebody used the power of his building, on these.
    Trade { by: Seat, building: Building, seats: Seats },
    /// The bailiff gives a building to a vagabond.
    Moved { by: Seat, seat: Seat, building: Building },
    /// A building burnt down, and its owner is a vagabond.
    Burnt { seat: Seat, building: Building },
    /// The tavern keeper voted for somebody who was put out: nothing protects him any more.
    Unpopular { seat: Seat },
    /// Who sits at the table, as everybody sees them, by seat.
    Persons { persons: Vec<Person> },
    /// The event card of the day.
    EventDrawn { event: EventId },
    /// What an event card brings about before all eyes: which part of it, who did it, whom it is about, and a yes or no.
    Happened { event: EventId, part: u8, by: Option<Seat>, seats: Seats, yes: bool },
    /// A dead player is in the game again. Heard by him alone where the card names nobody.
    Returned { seat: Seat },
    /// The moderator says aloud what a check showed, and not of whom.
    Murmured { sight: Sight },
    /// The sheriff has made this player town crier.
    Appointed { seat: Seat },
    /// A speech, and nobody sees whose.
    Overheard { text: String },
    /// The game is over.
    Ended { outcome: Outcome },

    // For one seat.
    /// Your card.
    Card { role: RoleId },
    /// You are the sheriff, in secret.
    SecretBadge { seat: Seat },
    /// What you decided.
    Decided { ask: Ask, choice: Choice },
    /// The two cards in the centre.
    Centre { cards: Vec<RoleId> },
    /// You are someone else now.
    Became { role: RoleId },
    /// What your check showed.
    Saw { seat: Seat, sight: Sight },
    /// Tonight's victim; `None` if there is none.
    Victim { seat: Option<Seat> },
    /// You are not told tonight's victim.
    VictimHidden,
    /// What your peek showed.
    Peeked { wolves: Seats, caught: bool },
    /// You may not shoot.
    MayNotShoot,
    /// Your power is blocked.
    Blocked,
    /// The moment you wanted to use has passed.
    TooLate { ask: Ask },
    /// You are a wolf now, and keep your power.
    Turned,
    /// Whether a wolf is among these.
    Sniffed { seats: Seats, wolf: bool },
    /// Whether this player is in tonight's dance.
    Danced { seat: Seat, dances: bool },
    /// You have this event card in hand.
    Holds { event: EventId },
    /// Who was exiled on the last day, and whether each was a wolf; empty if nobody was.
    Graves { exiled: Vec<(Seat, bool)> },
    /// You were given one use of this role's power.
    Lucky { skill: RoleId },
    /// Who the wolves are, though you do not meet them.
    Wolves { seats: Seats },
    /// You have the power of this role for a while, in place of your own.
    Lent { role: RoleId },
    /// Somebody touched you.
    Touched { by: Seat },

    // For several seats.
    /// The pack knows its members.
    Pack { wolves: Seats },
    /// What a wolf pointed at, and said where the pack may talk.
    Pointed { by: Seat, round: u8, choice: Choice, text: Option<String> },
    /// The pack's choice.
    Prey { seat: Option<Seat> },
    /// The pack caught the little girl.
    Caught { seat: Seat },
    /// Whether the pack takes her.
    Taken { seat: Seat, instead: bool },
    /// The lovers know each other; their cards only where the house shows them.
    Lovers { seats: Seats, roles: Option<Vec<(Seat, RoleId)>> },
    /// The charmed know each other.
    Charmed { seats: Seats },
    /// This player is on the wolves' side, without being one.
    Enlisted { seat: Seat },
    /// You wake together tonight, and choose the victim in the pack's place.
    Company { seats: Seats },
    /// The holders of this role know each other.
    Kin { role: RoleId, seats: Seats },

    // For the record.
    /// The deal.
    Dealt { cards: Vec<RoleId>, centre: Vec<RoleId> },
    /// Who was charmed this night, by whom.
    Charming { by: Seat, seats: Seats },
    /// A potion, a shield or a link was put on a seat.
    Put { by: Seat, on: Seat, what: Ward },
    /// A death in truth, with every cause.
    Fell { seat: Seat, causes: Vec<Cause> },
    /// A death averted, with what averted it.
    Spared { seat: Seat, cause: Cause, ward: Ward },
    /// A roll of the dice: 1 to `sides`.
    Rolled { purpose: Purpose, sides: u16, result: u16 },
    /// Whose speech it was.
    Voice { seat: Seat },
    /// The wolves' condition was met by the attack alone.
    StagedWin { party: Party },
}

impl Fact {
    /// The widest audience this fact may ever have. `emit` refuses anything wider, in release builds too.
    /// The match is exhaustive on purpose: a new fact does not compile until somebody has decided.
    #[must_use]
    pub fn ceiling(&self) -> Ceiling {
        use Fact::*;
        match self {
            Opened { .. }
            | NightFell { .. }
            | Called { .. }
            | DayBroke { .. }
            | Died { .. }
            | Revealed { .. }
            | RevealedCamp { .. }
            | Flipped { .. }
            | Unmoved { .. }
            | PowersLost { .. }
            | Standing { .. }
            | Withdrew { .. }
            | Floor { .. }
            | Directed { .. }
            | Spoke { .. }
            | Bids { .. }
            | PollOpened { .. }
            | Voted { .. }
            | Counted { .. }
            | Tied { .. }
            | TieBroken { .. }
            | NobodyOut
            | Drawn { .. }
            | Elected { .. }
            | NoSheriff { .. }
            | Refused { .. }
            | Badge { .. }
            | BadgeVoid { .. }
            | VotersNamed { .. }
            | Silenced { .. }
            | VoteBanned { .. }
            | Duel { .. }
            | Rewound { .. }
            | SecondVote
            | Stepped { .. }
            | Lingers { .. }
            | Growl { .. }
            | Groups { .. }
            | Village { .. }
            | Trade { .. }
            | Moved { .. }
            | Burnt { .. }
            | Unpopular { .. }
            | Interrupted { .. }
            | Persons { .. }
            | EventDrawn { .. }
            | Happened { .. }
            | Returned { .. }
            | Murmured { .. }
            | Appointed { .. }
            | Overheard { .. }
            | Ended { .. } => Ceiling::All,
            Card { .. }
            | SecretBadge { .. }
            | Decided { .. }
            | Centre { .. }
            | Became { .. }
            | Saw { .. }
            | Victim { .. }
            | VictimHidden
            | Peeked { .. }
            | MayNotShoot
            | Blocked
            | TooLate { .. }
            | Turned
            | Sniffed { .. }
            | Danced { .. }
            | Holds { .. }
            | Graves { .. }
            | Wolves { .. }
            | Lent { .. }
            | Touched { .. }
            | Lucky { .. } => Ceiling::One,
            Pack { .. }
            | Pointed { .. }
            | Prey { .. }
            | Caught { .. }
            | Taken { .. }
            | Lovers { .. }
            | Charmed { .. }
            | Company { .. }
            | Enlisted { .. }
            | Kin { .. } => Ceiling::Some,
            Dealt { .. }
            | Charming { .. }
            | Put { .. }
            | Fell { .. }
            | Spared { .. }
            | Rolled { .. }
            | Voice { .. }
            | StagedWin { .. } => Ceiling::Moderator,
        }
    }

    /// Whether this audience is within the ceiling.
    #[must_use]
    pub fn may_reach(&self, audience: Audience) -> bool {
        audience.width() <= self.ceiling()
    }
}
