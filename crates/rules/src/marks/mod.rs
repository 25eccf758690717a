//! Marks: what lies on a seat beside its card, whoever put it there. Roles meet through them.

mod absent;
mod aside;
mod buildings;
mod burning;
mod charmed;
mod crier;
mod cursed;
mod dancing;
mod dreamt;
mod executioner;
mod flipped;
mod lover;
mod no_vote;
mod sheltered;
mod sheriff;
mod swallowed;
mod triple;
mod vote_banned;

use crate::hooks::Hooks;
use crate::request::Source;
use crate::roles::RoleId;
use crate::village::Building;
use serde::{Deserialize, Serialize};

pub(crate) use flipped::flip;

/// The kinds of marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// One of Cupid's two.
    Lover,
    /// Charmed by the piper.
    Charmed,
    /// Holds the badge.
    Sheriff,
    /// An idiot whose card is shown.
    Flipped,
    /// An idiot who decided to show his card when he is exiled.
    Pleads,
    /// May not vote while it lasts.
    NoVote,
    /// The power of the card is gone for good.
    Powerless,
    /// A power is kept from use while it lasts; the bearer hears so when he is called.
    Blocked,
    /// Does not speak while it lasts.
    Silenced,
    /// Sleepwalks tonight.
    Dreamt,
    /// Cursed by a crow or a raven: votes count against him without a ballot.
    Cursed,
    /// Goes with the wolf beauty when she goes.
    Beguiled,
    /// Became a wolf.
    Turned,
    /// Wins with the wolves without being one.
    Ally,
    /// May use the power of this role while it lasts.
    Borrows(RoleId),
    /// Has one use of this role's power.
    Gift(RoleId),
    /// Meets the pack, though the card keeps apart from it.
    Joined,
    /// The power of the card can no longer be used; the bearer hears so when he is called.
    Sealed,
    /// Neither guard nor antidote stops the pack's attack on him tonight.
    Defenceless,
    /// Has a brother in the pack.
    Brother,
    /// Belongs to the first of the two groups of the village.
    FirstGroup,
    /// Still waits to take another's place.
    Shadows,
    /// Somebody waits to take his place.
    Master,
    /// Takes the blame for the tie of the vote in which it was put.
    Blamed,
    /// Cannot be exiled today.
    Swallowed,
    /// In the dance tonight.
    Dancing,
    /// Counts for the other side in tonight's dance.
    Masked,
    /// Safe from the harm of the night by a deal.
    Sheltered,
    /// Whatever power the bearer aims at one player tonight hits the one who put the mark there.
    Entangled,
    /// What the good aim at the bearer tonight falls on themselves.
    Locked,
    /// Has no ballot in the votes on exile while it lasts.
    VoteBanned,
    /// A wolf who does not meet the pack, whatever his card.
    Aside,
    /// Lives in this building of the Village.
    Building(Building),
    /// Has no building where others have one.
    Vagabond,
    /// The building burns tonight.
    Burning,
    /// Away from the table while it lasts: no speech, no ballot, none against him; by night no part in the hunt.
    Absent,
    /// A ballot that counts three.
    Triple,
    /// Sees the cards of those whom the village puts out.
    Executioner,
    /// Touched by whoever put the mark there.
    Touched,
    /// Apart from his love while it lasts: he must vote for the other, and does not grieve.
    Estranged,
    /// Cleared of suspicion today.
    Cleared,
    /// Still at the table, without power and vote, and out of the reckoning.
    Fascinated,
    /// Owes the devil.
    Indebted,
    /// The town crier, who plays the event cards.
    Crier,
}

impl Kind {
    /// The hooks of a mark that speaks; none of one that does nothing by itself, and that others look for.
    pub(crate) fn hooks(self) -> Option<&'static dyn Hooks> {
        let hooks: &'static dyn Hooks = match self {
            Kind::Lover => &lover::Lover,
            Kind::Charmed => &charmed::Charmed,
            Kind::Sheriff => &sheriff::Sheriff,
            Kind::Flipped => &flipped::Flipped,
            Kind::NoVote => &no_vote::NoVote,
            Kind::Cursed => &cursed::Cursed,
            Kind::Dreamt => &dreamt::Dreamt,
            Kind::Swallowed => &swallowed::Swallowed,
            Kind::Dancing => &dancing::Dancing,
            Kind::Sheltered => &sheltered::Sheltered,
            Kind::Crier => &crier::Crier,
            Kind::VoteBanned => &vote_banned::VoteBanned,
            Kind::Aside => &aside::Aside,
            Kind::Building(building) => return building.hooks(),
            Kind::Vagabond => &buildings::Vagabond,
            Kind::Burning => &burning::Burning,
            Kind::Absent => &absent::Absent,
            Kind::Triple => &triple::Triple,
            Kind::Executioner => &executioner::Executioner,
            Kind::Fascinated => &no_vote::NoVote,
            Kind::Borrows(role) => role.role(),
            Kind::Gift(role) => role.role(),
            Kind::Pleads
            | Kind::Powerless
            | Kind::Blocked
            | Kind::Silenced
            | Kind::Beguiled
            | Kind::Turned
            | Kind::Ally
            | Kind::Joined
            | Kind::Sealed
            | Kind::Defenceless
            | Kind::Brother
            | Kind::FirstGroup
            | Kind::Locked
            | Kind::Masked
            | Kind::Blamed
            | Kind::Entangled
            | Kind::Touched
            | Kind::Estranged
            | Kind::Cleared
            | Kind::Indebted
            | Kind::Shadows
            | Kind::Master => return None,
        };
        Some(hooks)
    }

    /// What a request of this mark is said to come from.
    pub(crate) fn source(self) -> Source {
        match self {
            Kind::Borrows(role) => Source::Borrowed(role),
            Kind::Gift(role) => Source::Gift(role),
            kind => Source::Mark(kind),
        }
    }
}

impl Source {
    /// The hooks that a power of this source is played through.
    #[inline]
    pub(crate) fn hooks(self) -> &'static dyn Hooks {
        match self {
            Source::House => &crate::floor::House,
            Source::Role(role) | Source::Borrowed(role) | Source::Gift(role) => role.role(),
            Source::Mark(kind) => kind.hooks().expect("only a mark that speaks asks anything"),
            Source::Event(event) => event.event(),
        }
    }
}
