//! Who has won.

use crate::event::{Audience, Cause, Fact, Phase};
use crate::events::{DevilDebtEffect, EventId, happened};
use crate::hooks::Me;
use crate::marks::Kind;
use crate::options::{AdmirerCountsAs, ParityCounts, SimultaneousWin, WolfWin};
use crate::request::Source;
use crate::roles::{Camp, Group};
use crate::seat::{Seat, Seats};
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
    /// The white werewolf.
    WhiteWerewolf,
    /// The cursed fox.
    CursedFox,
    /// The angel.
    Angel,
    /// The prejudiced manipulator.
    PrejudicedManipulator,
    /// The avenger.
    Avenger,
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
            Party::WhiteWerewolf => "white-werewolf",
            Party::CursedFox => "cursed-fox",
            Party::Angel => "angel",
            Party::PrejudicedManipulator => "prejudiced-manipulator",
            Party::Avenger => "avenger",
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
    /// One player is alive, and that is his goal.
    LastAlive,
    /// A camp met its condition while the fox was alive, and the fox took the win.
    Stolen,
    /// The angel left the game in time.
    InTime,
    /// Nobody of the other group is alive.
    GroupDead,
    /// The avenger met the shadow before its change.
    ShadowMet,
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

/// Whose win a seat shares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    Village,
    Wolves,
    /// Nobody's but this seat's.
    Own(Seat),
    /// That of whoever this is.
    With(Seat),
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
            let seats = victory.seats.or(self.followers(victory.seats));
            self.finish(vec![victory.party], seats, victory.reason);
        }
    }

    pub(crate) fn finish(&mut self, winners: Vec<Party>, seats: Seats, reason: Reason) {
        let outcome = Outcome { winners, seats, reason, days: self.day, roles: self.cards.clone() };
        self.outcome = Some(outcome.clone());
        self.phase = Phase::End;
        let indebted = self.marked(Kind::Indebted).minus(seats);
        let price = match self.options().devil_debt_effect {
            DevilDebtEffect::BarNextGame => Some(2),
            DevilDebtEffect::ScorePenalty => Some(3),
            DevilDebtEffect::None => None,
        };
        if let Some(part) = price.filter(|_| !indebted.is_empty()) {
            self.apply(happened(EventId::PactWithTheDevil, part, None, indebted, true));
        }
        self.tell(Audience::Everyone, Fact::Ended { outcome });
    }

    /// The first claim in the order of precedence (RULEBOOK 4D): the angel, lovers, the piper, the white werewolf, the
    /// manipulator, the cursed fox, then the camps; the piper after the camps where `piper_wins_before_others` is off.
    fn victory(&self) -> Option<Victory> {
        let everybody = Seats::all(self.cards.len());
        let mut claims: Vec<Victory> = vec![];
        for seat in everybody.iter() {
            for (me, hooks) in self.hooks_of(seat) {
                claims.extend(hooks.victory(me, self));
            }
        }
        claims.extend(self.camp_victory());
        claims.into_iter().min_by_key(|claim| self.precedence(claim.party))
    }

    fn precedence(&self, party: Party) -> u8 {
        match party {
            Party::Angel | Party::Avenger => 0,
            Party::Lovers => 1,
            Party::Piper if self.options().piper_wins_before_others => 2,
            Party::WhiteWerewolf => 3,
            Party::PrejudicedManipulator => 4,
            Party::CursedFox => 5,
            Party::Wolves | Party::Village => 6,
            Party::Piper => 7,
        }
    }

    /// Whether a camp would have won, with or without this seat among the living.
    pub(crate) fn camp_wins_beside(&self, seat: Seat) -> bool {
        let wins = |living: Seats| self.camps(living).is_some();
        self.staged.is_some() || wins(self.living) || wins(self.living.without(seat))
    }

    fn camp_victory(&self) -> Option<Victory> {
        let staged = self.staged.map(|party| (party, Reason::AttackFirst));
        let (party, reason) = staged.or_else(|| self.camps(self.living))?;
        Some(Victory { party, seats: self.winners(party), reason })
    }

    /// Which camp's condition is met if these are alive.
    fn camps(&self, living: Seats) -> Option<(Party, Reason)> {
        let living = living.minus(self.marked(Kind::Fascinated));
        let wolves = self.wolves(living);
        // Who wins with the wolves need not die, and is no wolf who must (errata 53).
        let counts = self.options().admirer_counts_as == AdmirerCountsAs::CurrentCamp;
        let allies = living.minus(wolves).iter().filter(|seat| counts && self.side(*seat) == Side::Wolves).collect();
        let others = living.minus(wolves).minus(allies);
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
        if others.is_empty() {
            return Some(Reason::OthersDead);
        }
        let reason = self.wolves_goal(wolves, others)?;
        let holds_out = |seat: Seat| self.hooks_of(seat).any(|(me, hooks)| hooks.holds_out(me, self));
        let third_party = self.options().third_party_blocks_side_win && self.mixed_lovers_live();
        (!third_party && !others.iter().any(holds_out)).then_some(reason)
    }

    /// What the wolves have reached while others live, whether or not somebody holds out against it.
    fn wolves_goal(&self, wolves: Seats, others: Seats) -> Option<Reason> {
        let o = self.options();
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
                    let of_group = |seats: Seats| seats.iter().any(|seat| self.group(seat) == group);
                    !of_group(others) && of_group(Seats::all(self.cards.len()))
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
        if lovers.len() == 2 && self.wolves(lovers).len() == 1 { lovers } else { Seats::NONE }
    }

    fn mixed_lovers_live(&self) -> bool {
        let mixed = self.mixed_lovers();
        !mixed.is_empty() && mixed.within(self.living)
    }

    /// Whose win is this seat's win.
    fn side(&self, seat: Seat) -> Side {
        self.side_within(seat, self.cards.len())
    }

    /// The same, following those who win with another at most this far: who admire each other in a circle are good.
    fn side_within(&self, seat: Seat, steps: usize) -> Side {
        if self.has(seat, Kind::Lover) && self.mixed_lovers().has(seat) {
            return Side::Own(seat);
        }
        // Whose side one is on is no power, and is not lost with one.
        let role = self.card(seat);
        let stated = role.role().side(Me::new(seat, Source::Role(role)), self);
        match stated {
            Some(Side::With(_)) if steps == 0 => Side::Village,
            Some(Side::With(other)) => self.side_within(other, steps - 1),
            Some(side) => side,
            None if self.wolfish(seat) || self.has(seat, Kind::Ally) => Side::Wolves,
            None if role.card().camp == Camp::Loner => Side::Own(seat),
            None => Side::Village,
        }
    }

    /// Every seat of a camp, dead or alive, but for those whose goal is another.
    fn winners(&self, party: Party) -> Seats {
        let side = if party == Party::Wolves { Side::Wolves } else { Side::Village };
        Seats::all(self.cards.len()).iter().filter(|seat| self.side(*seat) == side).collect()
    }

    /// Who wins with these, because he wins with one of them.
    fn followers(&self, seats: Seats) -> Seats {
        let follows = |seat: &Seat| matches!(self.side(*seat), Side::Own(other) if seats.has(other));
        Seats::all(self.cards.len()).iter().filter(follows).collect()
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
