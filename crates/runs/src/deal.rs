//! Deals: who holds which card, and the seed of every draw of a game.
//!
//! The deal is the unit of an experiment. The same deal is played again with the agents exchanged, so that luck with the
//! cards falls on all of them alike.

use lycaon_rules::{Board, Deal, Dice, RoleId};

/// One deal of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtGame {
    /// Its number, from 0, among the deals of its board.
    pub number: u32,
    /// Who holds which card.
    pub deal: Deal,
    /// The seed of the rolls, and of the lots that stand in for answers.
    pub seed: u64,
}

/// The deal of a number.
///
/// Deals come in blocks of as many as there are seats. The cards of a block are shuffled once and then moved on by one
/// seat a deal, so that within a block each card lies in each seat exactly once: seat and role are balanced by the plan,
/// not by luck. Each deal by itself is as likely as any other. It depends on nothing but the experiment's seed, the
/// deck's name and the number, so that more deals, more agents or other house rules change none of those before.
#[must_use]
pub fn deal(board: &Board, seed: u64, number: u32) -> DealtGame {
    let seats = u32::from(board.seats);
    let (block, shift) = (number / seats, number % seats);
    let Deal { mut cards, centre, persons } =
        board.deal(&mut Dice::new(derived(seed, &["block", &board.deck], block.into())));
    cards.rotate_left(shift as usize);
    DealtGame {
        number,
        deal: Deal { cards, centre, persons },
        seed: derived(seed, &["deal", &board.deck], number.into()),
    }
}

/// A seed for a purpose. Two purposes, or two numbers, have nothing in common.
#[must_use]
pub fn derived(seed: u64, purpose: &[&str], number: u64) -> u64 {
    let mut hasher = blake3::Hasher::new();
    hasher.update(&seed.to_le_bytes()).update(&number.to_le_bytes());
    for part in purpose {
        hasher.update(&(part.len() as u64).to_le_bytes()).update(part.as_bytes());
    }
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&hasher.finalize().as_bytes()[..8]);
    u64::from_le_bytes(bytes)
}

/// The cards of a deal without repetition, in the order of the seats that first hold them.
#[must_use]
pub fn roles_in(deal: &Deal) -> Vec<RoleId> {
    let mut roles: Vec<RoleId> = vec![];
    for role in &deal.cards {
        if !roles.contains(role) {
            roles.push(*role);
        }
    }
    roles
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn a_block_puts_each_card_into_each_seat_once() {
        for deck in ["online-9p", "arena-7", "thief-and-cupid-10"] {
            let board = Board::named(deck).unwrap();
            let seats = usize::from(board.seats);
            for block in 0..3 {
                let mut held: BTreeMap<(usize, RoleId), usize> = BTreeMap::new();
                let mut of_deal: BTreeMap<RoleId, usize> = BTreeMap::new();
                for number in 0..seats {
                    let dealt = deal(&board, 7, (block * seats + number) as u32);
                    assert!(board.admits(&dealt.deal));
                    of_deal.clear();
                    for (seat, role) in dealt.deal.cards.into_iter().enumerate() {
                        *held.entry((seat, role)).or_default() += 1;
                        *of_deal.entry(role).or_default() += 1;
                    }
                }
                for ((seat, role), times) in held {
                    assert_eq!(times, of_deal[&role], "{deck}: {role} in seat {seat}");
                }
            }
        }
    }

    #[test]
    fn a_deal_depends_on_its_number_and_seed_alone() {
        let board = Board::named("online-9p").unwrap();
        let first: Vec<DealtGame> = (0..40).map(|number| deal(&board, 1, number)).collect();
        let again: Vec<DealtGame> = (0..40).map(|number| deal(&board, 1, number)).collect();
        assert_eq!(first, again);
        let seeds: std::collections::BTreeSet<u64> = first.iter().map(|dealt| dealt.seed).collect();
        assert_eq!(seeds.len(), first.len());
        assert_ne!(first[0], deal(&board, 2, 0));
        let mut other_rules = board.clone();
        other_rules.options.set("wolf_win", "parity").unwrap();
        assert_eq!(first[3], deal(&other_rules, 1, 3));
    }
}
