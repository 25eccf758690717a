//! How a role or a mark meets the game. Each hook is told the state and gives effects back; only the engine applies
//! them (`effect.rs`), in one order (`order.rs`). No hook ever names another role, except to lend it, to become it or
//! to count plain villagers: roles meet through marks, causes, effects and steps.

use crate::dice::Purpose;
use crate::effect::{Blow, Effect, Fate, Verdict};
use crate::event::Sight;
use crate::marks::Kind;
use crate::options::{ElderPowerLossScope, Options, SightKind, TieRule};
use crate::poll::{Poll, Sway, Tally};
use crate::request::{Ask, Choice, Menu, Source, Window};
use crate::roles::Group;
use crate::seat::{Seat, Seats};
use crate::state::State;
use crate::win::{Side, Victory};

/// Whose hook runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Me {
    /// The bearer of the card or mark.
    pub seat: Seat,
    /// Who is asked. Almost always the bearer; the wolves who caught the little girl are asked in her name.
    pub asked: Seat,
    /// Which of the bearer's cards and marks this is. What a power remembers belongs to it, so that a gift of a
    /// power and a card of one's own never share a memory.
    pub source: Source,
}

impl Me {
    pub(crate) fn new(seat: Seat, source: Source) -> Self {
        Me { seat, asked: seat, source }
    }
}

/// A choice twice over: by the number that was named, and by the person who is hit. They differ while numbers are
/// swapped. What is legal, and what is told back, goes by `named`; what happens goes by `hit`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pick {
    pub named: Choice,
    pub hit: Choice,
}

/// The order in which interceptors are asked about a blow, first to last. The shields of the night stand between
/// `Dream` and `Lives`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Layer {
    /// Protection of the whole night, before the shields.
    Dream,
    /// Lives and other properties of the victim's own card.
    Lives,
    /// Everything else.
    Roles,
}

/// The moments at which a card or a mark may speak. Every method defaults to silence.
pub(crate) trait Hooks: Sync {
    /// Where `intercept` stands among others.
    fn layer(&self) -> Layer {
        Layer::Roles
    }

    /// What the seat must know before it is asked. Always runs before `menu`.
    fn brief(&self, _me: Me, _ask: Ask, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What it may answer; `None` if it is not asked.
    fn menu(&self, _me: Me, _ask: Ask, _s: &State) -> Option<Menu> {
        None
    }

    /// Whether the lot answers for a silent seat, because the rules let nobody decline.
    fn must(&self, _ask: Ask, _s: &State) -> bool {
        false
    }

    /// What the answer does.
    fn play(&self, _me: Me, _ask: Ask, _pick: Pick, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What a roll does that this hook asked for.
    fn rolled(&self, _me: Me, _purpose: Purpose, _result: u16, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What is done in the open when a game begins that has this card in its deck, wherever the card lies.
    fn opening(&self, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What it does by itself as night falls, before any call.
    fn dusk(&self, _me: Me, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What it does by itself when it is called at night and not asked anything.
    fn rises(&self, _me: Me, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// What it does by itself in the morning, after the dead were announced.
    fn dawn(&self, _me: Me, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// Whether it offers the bearer something at this moment of the day.
    fn offer(&self, _me: Me, _window: Window, _s: &State) -> Option<Menu> {
        None
    }

    /// What the bearer may do when he is about to be exiled, before it happens.
    fn plea(&self, _me: Me, _s: &State) -> Option<Menu> {
        None
    }

    /// Whether a blow on the bearer is averted.
    fn intercept(&self, _me: Me, _blow: &Blow, _s: &State) -> Verdict {
        Verdict::Stands
    }

    /// Whether this power, used on one player at night, falls on its user when that player is locked.
    fn turns_back(&self) -> bool {
        false
    }

    /// Whether the guard's protection works on the bearer.
    fn guardable(&self, _s: &State) -> bool {
        true
    }

    /// Whether the death of the bearer is a loss of the wolves even if he never became one.
    fn wolves_own(&self) -> bool {
        false
    }

    /// Whether the bearer loses this power when the village kills the elder.
    fn disarmed(&self, options: &Options) -> bool {
        options.elder_power_loss_scope == ElderPowerLossScope::AllVillagerPowers
    }

    /// Whether the pack may not choose the bearer, where it may choose one of its own.
    fn spared_by_pack(&self, _s: &State) -> bool {
        false
    }

    /// What a check of this kind shows of the bearer, where it is not what he is.
    fn seems(&self, _seat: Seat, _kind: SightKind, _s: &State) -> Option<Sight> {
        None
    }

    /// The bearer was checked by this power, which was shown this.
    fn looked(&self, _me: Me, _by: Me, _sight: Sight, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// With whom the bearer wins, where it is not with the camp he belongs to.
    fn side(&self, _me: Me, _s: &State) -> Option<Side> {
        None
    }

    /// What the bearer counts as for the side win, where it is not what his card says.
    fn slot(&self, _me: Me, _s: &State) -> Option<Group> {
        None
    }

    /// Whether a mark of this kind does not take on the bearer.
    fn refuses(&self, _kind: Kind, _s: &State) -> bool {
        false
    }

    /// A wave of deaths, in truth and at once: links and conversions. May be secret.
    fn fate(&self, _me: Me, _fate: &Fate, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// A death, when it is announced: shots, bans, badges, loss of powers.
    fn mourn(&self, _me: Me, _fate: &Fate, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// How it changes the bearer's ballot, or ballots against him.
    fn sway(&self, _me: Me, _poll: &Poll, _s: &State) -> Sway {
        Sway::default()
    }

    /// What an opened vote does before its result counts.
    fn opened(&self, _me: Me, _tally: &Tally, _s: &State) -> Vec<Effect> {
        vec![]
    }

    /// Whether the bearer settles a tie, where the chain comes to this rule.
    fn tie(&self, _me: Me, _rule: TieRule, _tied: Seats, _s: &State) -> Option<Vec<Effect>> {
        None
    }

    /// Whether the wolves cannot win as long as the bearer lives.
    fn holds_out(&self, _me: Me, _s: &State) -> bool {
        false
    }

    /// A win of its own.
    fn victory(&self, _me: Me, _s: &State) -> Option<Victory> {
        None
    }
}
