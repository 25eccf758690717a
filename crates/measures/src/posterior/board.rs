//! What facts mean on a board: which cards can come between a fact and the card that was dealt.
//!
//! A fact is about what a player is, appears to be or suffers now; the posterior is about the card he was dealt. On most
//! boards these are the same. The lists below name the roles that part them, so that where one is in the deck the facts it
//! touches say less or nothing. A role that belongs on a list and is on none is found by the test that the truth is never
//! ruled out, which plays crowds of all roles.

use super::roles::Roles;
use lycaon_rules::{Board, Group, Pack, RoleId, ThiefExtraCards, WolfTargetWolf, WolfWin};

/// Who may come to be something else than his card says, and changes nobody else.
const CHANGE_THEMSELVES: &[RoleId] = &[
    RoleId::Thief,
    RoleId::WildChild,
    RoleId::WolfHound,
    RoleId::WolfBrotherYounger,
    RoleId::WolfBrotherElder,
    RoleId::MechanicalWolf,
    RoleId::Assassin,
    RoleId::Shadow,
    RoleId::Avenger,
    RoleId::Angel,
];

/// Who may make somebody else something that his card does not say, or take his card.
const CHANGE_OTHERS: &[RoleId] =
    &[RoleId::AccursedWolfFather, RoleId::DevotedServant, RoleId::Shadow, RoleId::AwakenedGargoyle];

/// Who may look like something that he is not.
const SEEM: &[RoleId] = &[
    RoleId::HiddenWolf,
    RoleId::MechanicalWolf,
    RoleId::Admirer,
    RoleId::Avenger,
    RoleId::Shadow,
    RoleId::WolfBrotherYounger,
];

/// Who may make a number mean another person, or turn a look back.
const MISLEAD: &[RoleId] = &[RoleId::Magician, RoleId::EclipseWolfQueen, RoleId::Bewitcher];

/// Who neither kills nor saves at night but for what stands in `evidence.rs`, and wins with his camp.
const PLAIN: &[RoleId] = &[
    RoleId::Werewolf,
    RoleId::Villager,
    RoleId::Seer,
    RoleId::Witch,
    RoleId::Hunter,
    RoleId::Guard,
    RoleId::Idiot,
    RoleId::Elder,
    RoleId::Scapegoat,
    RoleId::Knight,
    RoleId::Gravekeeper,
    RoleId::WhiteWolfKing,
    RoleId::WolfKing,
    RoleId::Psychic,
    RoleId::Fox,
    RoleId::BearTamer,
    RoleId::VillagerVillager,
    RoleId::TwoSisters,
    RoleId::ThreeBrothers,
];

/// What may be concluded on a board.
#[derive(Clone, Debug)]
pub(super) struct Meaning {
    /// The cards that lie on the seats and in the centre.
    pub cards: Vec<(RoleId, u8)>,
    /// How many cards lie in the centre.
    pub centre: usize,
    /// Whether a fact about a player's card or camp says nothing of the card he was dealt.
    pub cards_wander: bool,
    /// Who may be something else than his card says: never excluded by what he is.
    pub changing: Roles,
    /// Who may look like something else: never excluded by a look.
    pub seeming: Roles,
    /// Whether a number may mean another person.
    pub numbers_wander: bool,
    /// Whether the deaths of a night are the pack's, or a witch's.
    pub plain: bool,
    /// Whether the pack spares its own.
    pub spares: bool,
    /// Whether somebody may poison.
    pub poison: bool,
    /// When the wolves have won.
    pub wolf_win: WolfWin,
    /// The groups in play whose loss may be the wolves' win: gods, villagers.
    pub sides: Vec<Roles>,
}

impl Meaning {
    /// What may be concluded on this board; `None` where the cards of the deal are not known to anybody, because a
    /// thief's were drawn from the box.
    pub fn of(board: &Board) -> Option<Meaning> {
        let options = &board.options;
        if board.has_centre() && options.thief_extra_cards != ThiefExtraCards::TwoVillagers {
            return None;
        }
        let cards = board.announced();
        let deck = Roles::of(&cards.iter().map(|(role, _)| *role).collect::<Vec<_>>());
        let in_deck = |roles: &[RoleId]| deck.and(Roles::of(roles));
        // Event cards and houses do what no list of roles tells.
        let strange = !options.event_deck.0.is_empty() || !options.buildings.0.is_empty();
        let changing = in_deck(CHANGE_THEMSELVES);
        let cards_wander = strange || !in_deck(CHANGE_OTHERS).is_empty();
        let group = |wanted: Group| Roles::which(|role| role.group(options) == wanted).and(deck);
        let sides = [group(Group::God), group(Group::Villager)];
        Some(Meaning {
            centre: if board.has_centre() { 2 } else { 0 },
            cards_wander,
            changing,
            seeming: in_deck(SEEM),
            numbers_wander: strange || !in_deck(MISLEAD).is_empty(),
            plain: !cards_wander && deck.and(Roles::of(PLAIN).not()).is_empty(),
            spares: options.wolf_target_wolf == WolfTargetWolf::Forbid,
            poison: deck.has(RoleId::Witch) && !options.poison_announced_separately,
            wolf_win: options.wolf_win,
            sides: sides.into_iter().filter(|side| !side.is_empty()).collect(),
            cards,
        })
    }

    /// The wolves whom the pack knows by their cards.
    pub fn pack() -> Roles {
        Roles::which(|role| role.card().pack == Pack::Meets).and(Roles::wolves())
    }
}
