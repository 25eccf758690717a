//! Designs: which agents meet over a deal, and who of them sits where.

use crate::deal::{DealtGame, roles_in};
use crate::williams;
use lycaon_rules::{Camp, RoleId};
use serde::{Deserialize, Serialize};

/// How agents are set against each other. Whoever is named is one of the experiment's `[agents]`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Design {
    /// Every ordered pair of agents over every deal: one holds the wolves' cards, the other all others. The strengths of
    /// both sides come out clean, because no team is mixed.
    HeadToHead {
        /// Whether each agent also meets itself, as the measure of how far the deck favours a side.
        #[serde(default)]
        mirror: bool,
    },
    /// One seat against a fixed company: each agent in turn takes one seat of each role, the others are filled from the
    /// panel. What comes out does not depend on which other agents are in the experiment.
    Focal {
        /// Who fills the other seats, in turn; its own members are not focal unless `focal` names them.
        panel: Vec<String>,
        /// Who takes the one seat; left out, every agent that is not on the panel.
        #[serde(default)]
        focal: Vec<String>,
        /// Whether the one seat is each seat in turn rather than one seat of each role.
        #[serde(default)]
        every_seat: bool,
    },
    /// Mixed tables in blocks: over each deal every player sits in every seat, in the orders of a Williams square, so
    /// that everybody also speaks after everybody equally often. Needs ratings to be read, and is closest to play.
    Mixed,
    /// Each agent in all seats: for behaviour and for the balance of a deck.
    SelfPlay,
}

/// Why a design cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DesignError {
    /// It names somebody who is not there.
    #[error("`design` names the agent `{0}`, and [agents] has none of this name")]
    Unknown(String),
    /// Too few to play against each other.
    #[error("the design `{design}` needs at least {needed} agents{what}; [agents] has {there}")]
    TooFew {
        /// The design.
        design: &'static str,
        /// How many it needs.
        needed: usize,
        /// Of which kind, if of any.
        what: &'static str,
        /// How many there are.
        there: usize,
    },
}

/// One game over a deal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seated {
    /// By seat, the position of its agent among the experiment's agents.
    pub seats: Vec<usize>,
    /// What the game is in the design, such as `a:b` for `a` as the wolves against `b`.
    pub arm: String,
}

impl Design {
    /// The name, as `kind` gives it.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Design::HeadToHead { .. } => "head-to-head",
            Design::Focal { .. } => "focal",
            Design::Mixed => "mixed",
            Design::SelfPlay => "self-play",
        }
    }

    /// Whether the design can be laid out with these agents.
    ///
    /// # Errors
    /// When it names somebody who is not among them, or there are too few.
    pub fn check(&self, agents: &[String]) -> Result<(), DesignError> {
        let too_few =
            |needed, what| Err(DesignError::TooFew { design: self.kind(), needed, what, there: agents.len() });
        match self {
            Design::HeadToHead { mirror: false } | Design::Mixed if agents.len() < 2 => too_few(2, ""),
            Design::HeadToHead { .. } | Design::SelfPlay if agents.is_empty() => too_few(1, ""),
            Design::Focal { panel, focal, .. } => {
                let unknown = panel.iter().chain(focal).find(|name| !agents.contains(name));
                match unknown {
                    Some(name) => Err(DesignError::Unknown(name.clone())),
                    None if panel.is_empty() => too_few(1, " on its panel"),
                    None if self.focal(agents).is_empty() => too_few(1, " beside its panel"),
                    None => Ok(()),
                }
            }
            _ => Ok(()),
        }
    }

    /// Every game of a deal. Which games there are for some agents does not depend on the other agents of a
    /// head-to-head, a focal or a self-play design; a mixed table is made of all of them.
    #[must_use]
    pub fn over(&self, dealt: &DealtGame, agents: &[String]) -> Vec<Seated> {
        match self {
            Design::HeadToHead { mirror } => head_to_head(&dealt.deal.cards, agents, *mirror),
            Design::Focal { panel, every_seat, .. } => {
                let panel: Vec<usize> = panel.iter().filter_map(|name| position(agents, name)).collect();
                let seats = if *every_seat { (0..dealt.deal.cards.len()).collect() } else { one_seat_a_role(dealt) };
                let focal = self.focal(agents);
                let tables = focal.iter().flat_map(|focal| seats.iter().map(|seat| (*focal, *seat)));
                tables.map(|(focal, seat)| beside_panel(focal, seat, &panel, dealt, agents)).collect()
            }
            Design::Mixed => mixed(dealt, agents.len()),
            Design::SelfPlay => (0..agents.len())
                .map(|agent| Seated { seats: vec![agent; dealt.deal.cards.len()], arm: agents[agent].clone() })
                .collect(),
        }
    }

    /// Who takes the one seat of a focal design.
    fn focal(&self, agents: &[String]) -> Vec<usize> {
        let Design::Focal { panel, focal, .. } = self else { return vec![] };
        let named = |name: &String| if focal.is_empty() { !panel.contains(name) } else { focal.contains(name) };
        (0..agents.len()).filter(|agent| named(&agents[*agent])).collect()
    }
}

fn position(agents: &[String], name: &str) -> Option<usize> {
    agents.iter().position(|known| known == name)
}

fn head_to_head(cards: &[RoleId], agents: &[String], mirror: bool) -> Vec<Seated> {
    let pairs = (0..agents.len()).flat_map(|wolves| (0..agents.len()).map(move |others| (wolves, others)));
    pairs
        .filter(|(wolves, others)| mirror || wolves != others)
        .map(|(wolves, others)| Seated {
            seats: cards.iter().map(|role| if role.card().camp == Camp::Wolves { wolves } else { others }).collect(),
            arm: format!("{}:{}", agents[wolves], agents[others]),
        })
        .collect()
}

/// A seat of each role. Where several hold it, the deals of a block take them in turn.
fn one_seat_a_role(dealt: &DealtGame) -> Vec<usize> {
    let cards = &dealt.deal.cards;
    let seat_of = |role: RoleId| {
        let holders: Vec<usize> = (0..cards.len()).filter(|seat| cards[*seat] == role).collect();
        holders[dealt.number as usize % holders.len()]
    };
    roles_in(&dealt.deal).into_iter().map(seat_of).collect()
}

/// A table of the panel with one seat taken by another agent. The panel sits in turn, and begins elsewhere at each deal.
fn beside_panel(focal: usize, seat: usize, panel: &[usize], dealt: &DealtGame, agents: &[String]) -> Seated {
    let cards = &dealt.deal.cards;
    let member = |at: usize| panel[(at + dealt.number as usize) % panel.len()];
    let seats = (0..cards.len()).map(|at| if at == seat { focal } else { member(at) }).collect();
    Seated { seats, arm: format!("{}@{}", agents[focal], cards[seat]) }
}

/// The rows of a Williams square over as many players as seats. Where there are fewer agents than seats, some play
/// several players, and which ones moves on from deal to deal.
fn mixed(dealt: &DealtGame, agents: usize) -> Vec<Seated> {
    let seats = dealt.deal.cards.len();
    let agent_of = |player: usize| (player + dealt.number as usize * seats) % agents;
    let rows = williams::rows(seats).into_iter().enumerate();
    rows.map(|(row, players)| Seated {
        seats: players.into_iter().map(agent_of).collect(),
        arm: format!("row {}", row + 1),
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deal::deal;
    use lycaon_rules::Board;
    use std::collections::BTreeMap;

    fn names(count: usize) -> Vec<String> {
        (0..count).map(|agent| format!("agent-{agent}")).collect()
    }

    /// How often each key is counted, if that is the same for all of them.
    fn even<K: Ord + std::fmt::Debug>(counts: &BTreeMap<K, usize>) -> usize {
        let one = *counts.values().next().expect("a count");
        assert!(counts.values().all(|count| *count == one), "{counts:?}");
        one
    }

    /// How often each agent was with each of something.
    type Counts<T> = BTreeMap<(usize, T), usize>;

    /// Counts agent × seat and agent × role over whole blocks of deals, and the number of games.
    fn counted(design: &Design, deck: &str, agents: &[String], deals: u32) -> (Counts<usize>, Counts<RoleId>, usize) {
        let board = Board::named(deck).unwrap();
        let (mut seats, mut roles, mut games) = (BTreeMap::new(), BTreeMap::new(), 0);
        for number in 0..deals {
            let dealt = deal(&board, 1, number);
            for seated in design.over(&dealt, agents) {
                assert_eq!(seated.seats.len(), dealt.deal.cards.len());
                games += 1;
                for (seat, (agent, role)) in seated.seats.iter().zip(&dealt.deal.cards).enumerate() {
                    *seats.entry((*agent, seat)).or_default() += 1;
                    *roles.entry((*agent, *role)).or_default() += 1;
                }
            }
        }
        (seats, roles, games)
    }

    #[test]
    fn head_to_head_gives_each_agent_each_side_of_each_deal_against_each_other() {
        let agents = names(4);
        let design = Design::HeadToHead { mirror: false };
        let board = Board::named("online-9p").unwrap();
        let arms: Vec<String> =
            design.over(&deal(&board, 1, 0), &agents).into_iter().map(|seated| seated.arm).collect();
        assert_eq!(arms.len(), 4 * 3);
        let (seats, roles, games) = counted(&design, "online-9p", &agents, 9);
        assert_eq!(games, 9 * 12);
        assert_eq!(even(&seats), 27);
        let per_role: BTreeMap<RoleId, Vec<usize>> =
            roles.iter().fold(BTreeMap::new(), |mut all, ((_, role), count)| {
                all.entry(*role).or_insert_with(Vec::new).push(*count);
                all
            });
        for (role, counts) in per_role {
            assert!(counts.len() == 4 && counts.iter().all(|count| *count == counts[0]), "{role}: {counts:?}");
        }
        let mirrored = Design::HeadToHead { mirror: true };
        assert_eq!(mirrored.over(&deal(&board, 1, 0), &agents).len(), 16);
    }

    #[test]
    fn the_focal_seat_is_one_of_each_role_and_every_seat_in_a_block() {
        let agents = names(4);
        let design = Design::Focal { panel: vec!["agent-3".into()], focal: vec![], every_seat: false };
        let (seats, roles, games) = counted(&design, "online-9p", &agents, 9);
        let distinct = 5;
        assert_eq!(games, 9 * 3 * distinct);
        for focal in 0..3 {
            let seats: BTreeMap<usize, usize> =
                seats.iter().filter(|((agent, _), _)| *agent == focal).map(|((_, seat), n)| (*seat, *n)).collect();
            assert_eq!(seats.values().sum::<usize>(), 9 * distinct);
            assert_eq!(seats.len(), 9);
            let of_roles: Vec<usize> =
                roles.iter().filter(|((agent, _), _)| *agent == focal).map(|(_, count)| *count).collect();
            assert_eq!(of_roles, [9; 5], "each role once a deal");
        }
        let everywhere =
            Design::Focal { panel: vec!["agent-3".into()], focal: vec!["agent-0".into()], every_seat: true };
        let (seats, _, games) = counted(&everywhere, "arena-7", &agents, 7);
        assert_eq!(games, 49);
        let focal: BTreeMap<usize, usize> =
            seats.iter().filter(|((agent, _), _)| *agent == 0).map(|((_, seat), n)| (*seat, *n)).collect();
        assert_eq!(even(&focal), 7);
    }

    #[test]
    fn a_mixed_table_puts_everybody_everywhere() {
        for (deck, count) in [("online-9p", 9), ("online-9p", 3), ("village-8", 2), ("arena-7", 4)] {
            let agents = names(count);
            let board = Board::named(deck).unwrap();
            let deals = u32::from(board.seats) * count as u32;
            let (seats, roles, _) = counted(&Design::Mixed, deck, &agents, deals);
            assert_eq!(seats.len(), count * usize::from(board.seats));
            even(&seats);
            for role in board.roles.keys() {
                let of_role: BTreeMap<usize, usize> =
                    roles.iter().filter(|((_, held), _)| held == role).map(|((agent, _), n)| (*agent, *n)).collect();
                assert_eq!(of_role.len(), count);
                even(&of_role);
            }
        }
    }

    #[test]
    fn self_play_seats_one_agent_everywhere() {
        let (seats, _, games) = counted(&Design::SelfPlay, "arena-7", &names(3), 7);
        assert_eq!(games, 21);
        assert_eq!(even(&seats), 7);
    }
}
