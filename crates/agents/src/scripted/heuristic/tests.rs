//! What a sensible player does where it is plain what sense asks for.

use super::*;
use crate::scripted::probe::{hear, request, targets, view};
use lycaon_rules::{About, Claim, EventId, Fact, FloorKind, Phase, RoleId, Sight};

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

fn seats(numbers: &[u8]) -> Seats {
    numbers.iter().map(|number| Seat::new(*number)).collect()
}

fn says(by: u8, claims: &[Claim]) -> Fact {
    Fact::Spoke { seat: seat(by), floor: Some(FloorKind::Day), text: "…".into(), claims: claims.to_vec() }
}

fn seer(by: u8) -> Claim {
    Claim::Role { seat: seat(by), role: RoleId::Seer }
}

fn checked(whom: u8, wolf: bool, night: u16) -> Claim {
    Claim::Checked { seat: seat(whom), wolf, night }
}

/// The view of seat 1 of the nine-player board, who holds this card.
fn holding(role: RoleId) -> View {
    let mut view = view(1);
    hear(&mut view, 0, Phase::Setup, [Fact::Card { role }]);
    view
}

fn decide(view: &View, ask: Ask, menu: Menu) -> Answer {
    Heuristic::new(1, seat(1), Lang::En).decide(view, &request(1, ask, menu))
}

fn exile_ballot(view: &View) -> Choice {
    decide(view, Ask::Ballot { about: About::Exile, round: 1 }, targets(2..=9)).choice
}

fn speech(view: &View, floor: FloorKind, limit: u16) -> lycaon_rules::Speech {
    decide(view, Ask::Speak { floor }, Menu::Talk { limit }).speech.unwrap()
}

fn night_one() -> Vec<Fact> {
    vec![Fact::NightFell { night: 1 }]
}

fn potions(view: &View, save: bool) -> Choice {
    let mut choices = vec![Choice::Pass];
    choices.extend(save.then_some(Choice::Save));
    choices.extend((2..=9).map(|number| Choice::Poison { seat: seat(number) }));
    decide(view, Ask::Night { role: RoleId::Witch }, Menu::OneOf { choices }).choice
}

#[test]
fn a_seer_who_found_a_wolf_says_so_and_votes_for_it() {
    let mut view = holding(RoleId::Seer);
    hear(&mut view, 1, Phase::Night, night_one());
    hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: seat(5), sight: Sight::Wolf }]);
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }]);
    let said = speech(&view, FloorKind::Day, 1200);
    assert!(said.claims.starts_with(&[seer(1), checked(5, true, 1)]), "{said:?}");
    assert!(said.claims.contains(&Claim::WillVote { seat: seat(5) }));
    assert_eq!(exile_ballot(&view), target(seat(5)));
}

#[test]
fn a_seer_who_found_nobody_waits_unless_another_takes_his_card() {
    let mut view = holding(RoleId::Seer);
    hear(&mut view, 1, Phase::Night, night_one());
    hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: seat(5), sight: Sight::Good }]);
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }]);
    assert!(!speech(&view, FloorKind::Day, 1200).claims.contains(&seer(1)));
    hear(&mut view, 1, Phase::Day, [says(7, &[seer(7), checked(4, false, 1)])]);
    let said = speech(&view, FloorKind::Day, 1200);
    assert!(said.claims.contains(&seer(1)) && said.claims.contains(&checked(5, false, 1)), "{said:?}");
    assert_eq!(exile_ballot(&view), target(seat(7)), "who takes the seer's card is a wolf");
}

#[test]
fn what_does_not_fit_the_limit_is_neither_said_nor_claimed() {
    let mut view = holding(RoleId::Seer);
    hear(&mut view, 1, Phase::Night, night_one());
    hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: seat(5), sight: Sight::Wolf }]);
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }]);
    for limit in 40..90 {
        let said = speech(&view, FloorKind::Day, limit);
        assert!((1..=usize::from(limit)).contains(&said.text.chars().count()), "{limit}: {said:?}");
        let tells_check = said.claims.contains(&checked(5, true, 1));
        assert_eq!(tells_check, said.text.to_lowercase().contains("night 1"), "{limit}: {said:?}");
    }
}

#[test]
fn a_believed_seer_is_followed_and_a_refuted_one_is_voted_for() {
    let mut view = holding(RoleId::Villager);
    hear(&mut view, 1, Phase::Night, night_one());
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, says(3, &[seer(3), checked(8, true, 1)])]);
    assert_eq!(exile_ballot(&view), target(seat(8)));
    // I know that I am no wolf, so whoever saw me as one is no seer.
    hear(&mut view, 1, Phase::Day, [says(6, &[seer(6), checked(1, true, 1)])]);
    let memory = Memory::of(&view, seat(1));
    let mind = Mind::new(1, Level::Normal, &memory, &PerSeat::default(), Lines::of(Lang::En));
    assert_eq!(mind.own.belief_in_seer(seat(6)), 0);
    assert!(mind.own.belief_in_seer(seat(3)) > 75);
    assert!(mind.table().belief_in_seer(seat(6)) > 30, "the table cannot know it");
}

#[test]
fn plain_words_are_heard_too() {
    let mut view = holding(RoleId::Villager);
    hear(&mut view, 1, Phase::Night, night_one());
    let text = "I am the seer. I checked 8 and he is a wolf.".to_owned();
    let plain = Fact::Spoke { seat: seat(3), floor: Some(FloorKind::Day), text, claims: vec![] };
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, plain]);
    assert_eq!(exile_ballot(&view), target(seat(8)));
}

#[test]
fn the_witch_saves_herself_spares_the_trusted_and_poisons_the_named() {
    let mut view = holding(RoleId::Witch);
    hear(&mut view, 1, Phase::Night, night_one());
    hear(&mut view, 1, Phase::Night, [Fact::Victim { seat: Some(seat(1)) }]);
    assert_eq!(potions(&view, true), Choice::Save);
    assert_eq!(potions(&view, false), Choice::Pass, "on the first night she knows nothing");
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, says(3, &[seer(3), checked(8, true, 1)])]);
    hear(&mut view, 2, Phase::Night, [Fact::NightFell { night: 2 }, Fact::Victim { seat: Some(seat(3)) }]);
    assert_eq!(potions(&view, true), Choice::Save);
    assert_eq!(potions(&view, false), Choice::Poison { seat: seat(8) });
    hear(&mut view, 2, Phase::Night, [Fact::Victim { seat: Some(seat(8)) }]);
    assert_eq!(potions(&view, true), Choice::Pass, "she does not save whom she would poison");
}

#[test]
fn the_guard_stands_before_the_seer() {
    let mut view = holding(RoleId::Guard);
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, says(3, &[seer(3), checked(8, true, 1)])]);
    hear(&mut view, 2, Phase::Night, [Fact::NightFell { night: 2 }]);
    assert_eq!(decide(&view, Ask::Night { role: RoleId::Guard }, targets(1..=9)).choice, target(seat(3)));
}

#[test]
fn wolves_hunt_the_seer_and_vote_for_no_partner_who_is_not_lost() {
    let mut view = holding(RoleId::Werewolf);
    hear(&mut view, 1, Phase::Night, night_one());
    hear(&mut view, 1, Phase::Night, [Fact::Pack { wolves: seats(&[1, 4, 7]) }]);
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, says(3, &[Claim::Suspects { seat: seat(4) }])]);
    let Choice::Target { seat: onto } = exile_ballot(&view) else { panic!("a wolf votes") };
    assert!(![4, 7].contains(&onto.number()), "{onto}");
    hear(&mut view, 1, Phase::Day, [says(8, &[seer(8), checked(4, true, 1)])]);
    hear(&mut view, 2, Phase::Night, [Fact::NightFell { night: 2 }]);
    let prey = targets([2, 3, 5, 6, 8, 9]);
    assert_eq!(decide(&view, Ask::Hunt { round: 1 }, prey.clone()).choice, target(seat(8)));
    let other = Fact::Pointed { by: seat(4), round: 1, choice: target(seat(2)), text: None };
    hear(&mut view, 2, Phase::Night, [other]);
    assert_eq!(decide(&view, Ask::Hunt { round: 2 }, prey).choice, target(seat(2)), "the pack agrees");
}

#[test]
fn nobody_harms_his_lover() {
    let mut view = holding(RoleId::Hunter);
    hear(&mut view, 1, Phase::Night, night_one());
    hear(&mut view, 1, Phase::Night, [Fact::Lovers { seats: seats(&[1, 8]), roles: None }]);
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, says(3, &[seer(3), checked(8, true, 1)])]);
    assert_ne!(exile_ballot(&view), target(seat(8)));
    assert_ne!(decide(&view, Ask::Shot, targets(2..=9)).choice, target(seat(8)));
    let said = speech(&view, FloorKind::Day, 1200);
    let against =
        |claim: &Claim| matches!(claim, Claim::Suspects { seat } | Claim::WillVote { seat } if seat.number() == 8);
    assert!(!said.claims.iter().any(against), "{said:?}");
}

#[test]
fn ballots_against_a_shown_wolf_earn_trust_and_ballots_against_the_good_lose_it() {
    let mut view = holding(RoleId::Villager);
    let ballots = |pairs: &[(u8, u8)]| pairs.iter().map(|(by, onto)| (seat(*by), Some(seat(*onto)))).collect();
    let cast = ballots(&[(2, 9), (3, 9), (4, 5), (6, 5)]);
    let counted = Fact::Counted { about: About::Exile, round: 1, ballots: cast, totals: vec![] };
    let shown = |number, role| Fact::Revealed { seat: seat(number), role, card: role };
    hear(&mut view, 1, Phase::Day, [counted, shown(9, RoleId::Werewolf), shown(5, RoleId::Villager)]);
    let memory = Memory::of(&view, seat(1));
    let mind = Mind::new(1, Level::Normal, &memory, &PerSeat::default(), Lines::of(Lang::En));
    for (honest, wolfish) in [(2, 4), (3, 6)] {
        assert!(mind.own.of(seat(honest)) < 0 && mind.own.of(seat(wolfish)) > 0);
    }
}

#[test]
fn nobody_announces_a_vote_against_who_was_sent_away() {
    let announced = |away: bool| {
        let mut view = holding(RoleId::Seer);
        hear(&mut view, 1, Phase::Night, night_one());
        hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: seat(4), sight: Sight::Wolf }]);
        hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }]);
        let event = EventId::GoneHunting;
        let left = Fact::Happened { event, part: 1, by: None, seats: seats(&[4]), yes: true };
        hear(&mut view, 1, Phase::Day, away.then_some(left));
        let said = speech(&view, FloorKind::Day, 1200);
        said.claims.contains(&Claim::WillVote { seat: seat(4) })
    };
    assert!(announced(false) && !announced(true));
}
