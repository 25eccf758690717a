//! Who has won.

use crate::event::{Audience, Cause, Fact, Phase};
use crate::hooks::Me;
use crate::marks::Kind;
use crate::options::{ParityCounts, SimultaneousWin, WolfWin};
use crate::roles::{Camp, Group};
use crate::seat::Seats;
use crate::state::State;
use serde::{Deserialize, Serialize};

/// A party that can win.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Party {
    /// The village.
    Village,
    /// The wolves.
    Wolves,
    /// Lovers of two camps.
    Lovers,
    /// The piper.
    Piper,
}

impl Party {
    /// The id, such as `village`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Party::Village => "village",
            Party::Wolves => "wolves",
            Party::Lovers => "lovers",
            Party::Piper => "piper",
        }
    }
}

/// Why the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Reason {
    /// No wolf is alive.
    WolvesDead,
    /// No player of another camp is alive.
    OthersDead,
    /// The wolves are as many as the others.
    Parity,
    /// All gods are dead.
    GodsDead,
    /// All villager cards are dead.
    VillagersDead,
    /// Only the lovers are alive.
    LoversAlone,
    /// All living players are charmed.
    AllCharmed,
    /// The wolves' attack met their condition before anything else counted.
    AttackFirst,
    /// Nobody is alive.
    NobodyAlive,
    /// The days are used up.
    MaxDays,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Outcome {
    /// Who won; empty if nobody did.
    pub winners: Vec<Party>,
    /// Every seat that won, dead or alive.
    pub seats: Seats,
    /// Why it ended.
    pub reason: Reason,
    /// The day on which it ended, counting from 1; 0 if before the first day.
    pub days: u16,
    /// Everybody's last card, by seat.
    pub roles: Vec<crate::roles::RoleId>,
}

/// A win that a hook claims.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Victory {
    pub party: Party,
    pub seats: Seats,
    pub reason: Reason,
}

impl State {
    /// Ends the game if somebody has won. Called by `settle` alone, with nothing left to settle.
    pub(crate) fn check_victory(&mut self) {
        if self.outcome.is_some() {
            return;
        }
        if self.living.is_empty() {
            self.finish(vec![], Seats::NONE, Reason::NobodyAlive);
        } else if let Some(victory) = self.victory() {
            self.finish(vec![victory.party], victory.seats, victory.reason);
        }
    }

    pub(crate) fn finish(&mut self, winners: Vec<Party>, seats: Seats, reason: Reason) {
        let outcome = Outcome { winners, seats, reason, days: self.day, roles: self.cards.clone() };
        self.outcome = Some(outcome.clone());
        self.phase = Phase::End;
        self.tell(Audience::Everyone, Fact::Ended { outcome });
    }

    /// The first claim in the order of precedence (RULEBOOK 4D): lovers, then the piper, then the camps; the piper
    /// after the camps where `piper_wins_before_others` is off.
    fn victory(&self) -> Option<Victory> {
        let everybody = Seats::all(self.cards.len());
        let mut claims: Vec<Victory> = everybody
            .iter()
            .flat_map(|seat| self.hooks_of(seat).filter_map(move |(_, hooks)| hooks.victory(Me::of(seat), self)))
            .collect();
        claims.extend(self.camp_victory());
        claims.into_iter().min_by_key(|claim| self.precedence(claim.party))
    }

    fn precedence(&self, party: Party) -> u8 {
        match party {
            Party::Lovers => 0,
            Party::Piper if self.options().piper_wins_before_others => 1,
            Party::Wolves | Party::Village => 2,
            Party::Piper => 3,
        }
    }

    fn camp_victory(&self) -> Option<Victory> {
        let staged = self.staged.map(|party| (party, Reason::AttackFirst));
        let (party, reason) = staged.or_else(|| self.camps(self.living))?;
        Some(Victory { party, seats: self.winners(party), reason })
    }

    /// Which camp's condition is met if these are alive.
    fn camps(&self, living: Seats) -> Option<(Party, Reason)> {
        let wolves = self.wolves(living);
        let others = living.minus(wolves);
        let village = wolves.is_empty() && !others.is_empty();
        let attack = self.wolves_condition(wolves, others);
        let wolves_first = self.options().simultaneous_win != SimultaneousWin::AfterAllTriggers;
        match attack {
            Some(reason) if wolves_first && !living.is_empty() => Some((Party::Wolves, reason)),
            _ if village => Some((Party::Village, Reason::WolvesDead)),
            Some(reason) if !wolves.is_empty() => Some((Party::Wolves, reason)),
            _ => None,
        }
    }

    /// The wolves' condition, without the question whether one of them is alive to enjoy it.
    fn wolves_condition(&self, wolves: Seats, others: Seats) -> Option<Reason> {
        let o = self.options();
        if others.is_empty() {
            return Some(Reason::OthersDead);
        }
        if o.third_party_blocks_side_win && o.wolf_win != WolfWin::KillAll && self.mixed_lovers_live() {
            return None;
        }
        match o.wolf_win {
            WolfWin::KillAll => None,
            WolfWin::Parity => {
                let loners = |seat: &crate::seat::Seat| self.card(*seat).card().camp == Camp::Loner;
                let against = match o.parity_counts {
                    ParityCounts::Everyone => others.len(),
                    ParityCounts::TownsfolkOnly => others.iter().filter(|seat| !loners(seat)).count(),
                };
                (wolves.len() >= against).then_some(Reason::Parity)
            }
            // Only groups that were in play at the start can be wiped out.
            WolfWin::SideWipe => {
                let gone = |group: Group| {
                    let of_group = |seats: Seats| seats.iter().any(|seat| self.card(seat).group(o) == group);
                    of_group(Seats::all(self.cards.len())) && !of_group(others)
                };
                if gone(Group::God) {
                    Some(Reason::GodsDead)
                } else {
                    gone(Group::Villager).then_some(Reason::VillagersDead)
                }
            }
        }
    }

    /// The two lovers, if exactly one of them is a wolf now; their own goal replaces their camps'.
    pub(crate) fn mixed_lovers(&self) -> Seats {
        let lovers = self.marked(Kind::Lover);
        if self.wolves(lovers).len() == 1 && lovers.len() == 2 { lovers } else { Seats::NONE }
    }

    fn mixed_lovers_live(&self) -> bool {
        let mixed = self.mixed_lovers();
        !mixed.is_empty() && mixed.within(self.living)
    }

    /// Every seat of a camp, dead or alive, but for those whose goal is another.
    fn winners(&self, party: Party) -> Seats {
        let camp = if party == Party::Wolves { Camp::Wolves } else { Camp::Village };
        let everybody = Seats::all(self.cards.len());
        let of_camp: Seats = everybody.iter().filter(|seat| self.card(*seat).card().camp == camp).collect();
        of_camp.minus(self.mixed_lovers())
    }

    /// Under `wolf_first_staged`: whether a camp has won by the attack alone, or by the attack and the poison, before
    /// anything later counts (CN: 狼刀在先).
    pub(crate) fn stage(&mut self) {
        if self.options().simultaneous_win != SimultaneousWin::WolfFirstStaged {
            return;
        }
        let stages: [&[Cause]; 2] = [&[Cause::Wolves], &[Cause::Wolves, Cause::Poison, Cause::Grief]];
        let won = stages.iter().find_map(|causes| self.camps(self.living_after(causes)));
        if let Some((party, _)) = won {
            self.staged = Some(party);
            self.tell(Audience::Moderator, Fact::StagedWin { party });
        }
    }
}
