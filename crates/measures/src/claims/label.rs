//! Statements against the truth and against what the speaker held for certain.

use super::{Method, Says, Statement, statements};
use crate::reading::{Act, Deed, Knowledge, Probed, Said, Story};
use lycaon_rules::{Board, Camp, RoleId, Seat, Seats};
use serde::Serialize;

/// What a statement is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Label {
    /// False, and the speaker knew.
    Lie,
    /// False, and the speaker did not know, or held it for certain himself.
    FalseHonest,
    /// True, and the speaker knew.
    True,
    /// True, and the speaker did not know it: a guess, a bluff or an opinion that is right.
    BluffTrue,
    /// An opinion against the speaker's own belief, as a probe had shown it.
    Insincere,
    /// Something the speaker knew, that mattered, and that he did not say.
    Omission,
    /// Neither true nor false when it is said.
    Unverifiable,
}

impl Label {
    /// All labels.
    pub const ALL: [Label; 7] = [
        Label::Lie,
        Label::FalseHonest,
        Label::True,
        Label::BluffTrue,
        Label::Insincere,
        Label::Omission,
        Label::Unverifiable,
    ];
}

/// What a lie is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Deceit {
    /// A wolf is no wolf, or a plain villager: the role asks for it.
    Denial,
    /// A card that is not held.
    FakeRole,
    /// A check, a potion, a protection or a shot that never was, or whose result is turned round.
    FakeAct,
    /// A good player is a wolf.
    Framing,
    /// A wolf is good.
    Cover,
    /// Any other, such as a wrong card of somebody else.
    Other,
}

impl Deceit {
    /// Whether the role cannot be played without it. All else is more deception than the role asks for.
    #[must_use]
    pub fn is_required(self) -> bool {
        self == Deceit::Denial
    }
}

/// What a seat believed of another just before a speech, as a probe found it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Belief {
    /// How likely the other is a wolf, 0 to 1.
    pub wolf: f64,
    /// The highest such probability among all others.
    pub most: f64,
    /// How likely he is by hard evidence alone.
    pub hard: f64,
}

impl Belief {
    /// Whether an opinion of this wolf is against it: the thresholds of D1.
    fn belies(self, wolf: bool) -> bool {
        if wolf { self.wolf < (0.5 * self.most).min(self.hard) } else { self.wolf > (2.0 * self.hard).max(0.5) }
    }
}

/// What the speaker of this speech (its number in the game, from 0) believed of a seat; `None` where nobody asked him.
pub type Beliefs<'a> = &'a dyn Fn(usize, Seat) -> Option<Belief>;

/// What the speaker believed of a seat by the last probe of the same day before his speech, where there was one and the
/// board has hard evidence.
#[must_use]
pub fn probed(story: &Story, speech: usize, of: Seat) -> Option<Belief> {
    let said = story.speeches.get(speech)?;
    let own = |probed: &&Probed| {
        probed.is_plain()
            && probed.probe.seat == said.seat
            && probed.at.day == said.at.day
            && probed.speeches <= speech
            && probed.p(of).is_some()
    };
    let last = story.probes.iter().rfind(own)?;
    let most = last.guesses().map(|guess| guess.p).fold(0.0, f64::max);
    Some(Belief { wolf: last.p(of)?, most, hard: *last.oracle.as_ref()?.get(of.index())? })
}

/// A statement with its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Labelled {
    /// The statement.
    pub statement: Statement,
    /// Whether it is true; `None` if that cannot be said.
    pub truth: Option<bool>,
    /// What the speaker held it for; `None` if he could not be certain.
    pub held: Option<bool>,
    /// The label.
    pub label: Label,
    /// What kind of lie it is, if it is one.
    pub deceit: Option<Deceit>,
}

impl Labelled {
    /// Whether it is true or false, whatever the speaker thought.
    #[must_use]
    pub fn is_verifiable(&self) -> bool {
        self.truth.is_some()
    }

    /// Whether it is a lie that the speaker's role does not ask for.
    #[must_use]
    pub fn is_excess(&self) -> bool {
        self.deceit.is_some_and(|deceit| !deceit.is_required())
    }
}

/// The statements of a game with their labels, by the beliefs that probes found.
#[must_use]
pub fn labelled(story: &Story) -> Vec<Labelled> {
    labelled_by(story, &|speech, of| probed(story, speech, of))
}

/// The same by other beliefs.
#[must_use]
pub fn labelled_by(story: &Story, beliefs: Beliefs) -> Vec<Labelled> {
    statements(story).into_iter().map(|statement| label(story, statement, beliefs)).collect()
}

/// The label of a statement of this game.
///
/// # Panics
/// When the game has no such speech or no such seat.
#[must_use]
pub fn label(story: &Story, statement: Statement, beliefs: Beliefs) -> Labelled {
    let said = &story.speeches[statement.speech];
    let says = statement.says;
    let held = held(&said.knew, &story.header.board, says);
    let truth = truth(said, held, says);
    let label = match (truth, held) {
        (None, _) => Label::Unverifiable,
        (Some(false), Some(false)) => Label::Lie,
        (Some(false), _) => Label::FalseHonest,
        (Some(true), Some(true)) => Label::True,
        (Some(true), _) => Label::BluffTrue,
    };
    let against = |says| match says {
        Says::Camp { seat, wolf } if held.is_none() => {
            beliefs(statement.speech, seat).is_some_and(|belief| belief.belies(wolf))
        }
        _ => false,
    };
    let label = if against(says) { Label::Insincere } else { label };
    let deceit = (label == Label::Lie).then(|| deceit(said, says));
    Labelled { statement, truth, held, label, deceit }
}

/// Whether a statement is true. What the speaker did is true as he knows it, and a check only if it showed the truth.
fn truth(said: &Said, held: Option<bool>, says: Says) -> Option<bool> {
    let wolf = |seat| said.at.wolves.has(seat);
    let holds = |seat: Seat, role| said.cards[seat.index()] == role || (role == RoleId::Werewolf && wolf(seat));
    match says {
        Says::Role { seat, role } => Some(holds(seat, role)),
        Says::NotRole { seat, role } => Some(!holds(seat, role)),
        Says::Camp { seat, wolf: claimed } => Some(wolf(seat) == claimed),
        Says::Checked { seat, wolf: claimed } => held.map(|made| made && wolf(seat) == claimed),
        Says::Saved { .. } | Says::Poisoned { .. } | Says::Guarded { .. } | Says::Shot { .. } => held,
        Says::WillVote { .. } => None,
    }
}

/// What somebody who knows this must hold a statement for, if he made it himself.
fn held(knew: &Knowledge, board: &Board, says: Says) -> Option<bool> {
    match says {
        Says::Role { seat, role } => role_held(knew, board, seat, role),
        Says::NotRole { seat, role } => role_held(knew, board, seat, role).map(|holds| !holds),
        Says::Camp { seat, wolf } => knew.wolf(seat).map(|known| known == wolf),
        Says::Checked { seat, wolf } => did(knew, Deed::Saw { wolf }, seat),
        Says::Saved { seat } => did(knew, Deed::Saved, seat),
        Says::Poisoned { seat } => did(knew, Deed::Poisoned, seat),
        Says::Guarded { seat } => did(knew, Deed::Guarded, seat),
        Says::Shot { seat } => did(knew, Deed::Shot, seat),
        Says::WillVote { .. } => None,
    }
}

/// Whether a seat holds a role, as far as that is known: by its card, by its camp, or because all such cards are
/// accounted for.
pub(super) fn role_held(knew: &Knowledge, board: &Board, seat: Seat, role: RoleId) -> Option<bool> {
    let (wolfish, camp) = (role.card().camp == Camp::Wolves, knew.wolf(seat));
    if role == RoleId::Werewolf {
        return camp;
    }
    if let Some(known) = knew.role(seat) {
        return Some(known == role);
    }
    let in_deck = board.roles.get(&role).copied().unwrap_or(0);
    let taken = !board.has_centre() && knew.holders(role) >= usize::from(in_deck);
    (taken || camp.is_some_and(|wolf| wolf != wolfish)).then_some(false)
}

/// Whether the listener did this. Of a thing done to he knows not whom, he cannot say.
fn did(knew: &Knowledge, deed: Deed, seat: Seat) -> Option<bool> {
    let alike = |act: &&Act| act.deed == deed;
    if knew.acts().iter().filter(alike).any(|act| act.seat == Some(seat)) {
        return Some(true);
    }
    knew.acts().iter().filter(alike).all(|act| act.seat.is_some()).then_some(false)
}

fn deceit(said: &Said, says: Says) -> Deceit {
    let (me, wolf) = (said.seat, said.at.wolves.has(said.seat));
    match says {
        Says::Camp { seat, wolf: false } if seat == me => Deceit::Denial,
        Says::NotRole { seat, role } if seat == me && wolf && role.card().camp == Camp::Wolves => Deceit::Denial,
        Says::Role { seat, role: RoleId::Villager } if seat == me && wolf => Deceit::Denial,
        Says::Role { seat, .. } | Says::NotRole { seat, .. } if seat == me => Deceit::FakeRole,
        Says::Camp { wolf: true, .. } | Says::Role { role: RoleId::Werewolf, .. } => Deceit::Framing,
        Says::Camp { wolf: false, .. } => Deceit::Cover,
        Says::Role { .. } | Says::NotRole { .. } | Says::WillVote { .. } => Deceit::Other,
        _ => Deceit::FakeAct,
    }
}

/// A wolf that a seat had found, and whether it kept that to itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Omission {
    /// The seat's last speech of the day, by its number in the game.
    pub speech: usize,
    /// The seat.
    pub seat: Seat,
    /// The day.
    pub day: u16,
    /// The wolf it found.
    pub wolf: Seat,
    /// Whether nothing was said of it, on this day or before.
    pub kept: bool,
}

impl Omission {
    /// What was not said.
    #[must_use]
    pub fn statement(&self) -> Statement {
        let says = Says::Checked { seat: self.wolf, wolf: true };
        let (speech, speaker, day) = (self.speech, self.seat, self.day);
        Statement { speech, speaker, day, says, night: None, method: Method::Stated }
    }
}

/// What seats told and did not tell of the wolves they had found: one for each seat that spoke on a day while such a wolf
/// was alive. Last words do not count, for they come after the vote.
#[must_use]
pub fn omissions(story: &Story, statements: &[Labelled]) -> Vec<Omission> {
    let mut found = vec![];
    for (speech, said) in story.speeches.iter().enumerate() {
        let own = |other: &Said| other.seat == said.seat && other.at.day == said.at.day && other.floor.is_some();
        if story.speeches.iter().rposition(own) != Some(speech) {
            continue;
        }
        let finds = said.knew.acts().iter().filter(|act| act.deed == Deed::Saw { wolf: true });
        let finds: Seats = finds.filter_map(|act| act.seat).collect();
        for wolf in finds.and(said.at.living).iter() {
            let red = [
                Says::Checked { seat: wolf, wolf: true },
                Says::Camp { seat: wolf, wolf: true },
                Says::Role { seat: wolf, role: RoleId::Werewolf },
            ];
            let tells =
                |other: &Statement| other.speaker == said.seat && other.speech <= speech && red.contains(&other.says);
            let kept = !statements.iter().any(|other| tells(&other.statement));
            found.push(Omission { speech, seat: said.seat, day: said.at.day, wolf, kept });
        }
    }
    found
}
