//! Scripts at whole games: they always answer legally, the same seed gives the same game, and sense beats chance.

use lycaon_agents::scripted::{ByCamp, Heuristic, Level, Oracle, Policy, Random};
use lycaon_narrator::Lang;
use lycaon_rules::{
    Answer, Board, Camp, Claim, Deal, Dice, Fact, Game, Listener, OPTIONS, Outcome, Party, Request, RoleId, Seat,
    Setup, View, Waiting, decks,
};
use std::collections::{BTreeMap, BTreeSet};

/// Whoever is to sit in a seat, given the game's seed and the seat's card.
type Cast<'a> = &'a dyn Fn(u64, Seat, Camp) -> Box<dyn Policy>;

struct Played {
    game: Game,
    outcome: Outcome,
}

/// A sensible player who forgets everything between two questions, as after a crash.
struct Forgetful(u64, Seat);

impl Policy for Forgetful {
    fn decide(&mut self, view: &View, request: &Request) -> Answer {
        heuristic(self.0, self.1, Camp::Village).decide(view, request)
    }
}

/// Plays a game, every seat asked with its own view.
fn play(board: Board, seed: u64, cast: Cast<'_>) -> Played {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let Deal { cards, .. } = &deal;
    let mut seats: Vec<Box<dyn Policy>> =
        board.seats().map(|seat| cast(seed, seat, cards[seat.index()].card().camp)).collect();
    let mut views: Vec<View> = vec![];
    let mut game = Game::new(Setup { board: board.into(), deal });
    views.extend(game.board().seats().map(|seat| View::new(Listener::Seat(seat), game.board().clone())));
    let mut heard = 0;
    for _ in 0..20_000 {
        for event in &game.events()[heard..] {
            views.iter_mut().for_each(|view| _ = view.hear(event));
        }
        heard = game.events().len();
        match game.waiting() {
            Waiting::Over(outcome) => {
                let outcome = outcome.clone();
                return Played { game, outcome };
            }
            Waiting::Roll(roll) => game.rolled(dice.roll(roll)).unwrap(),
            Waiting::Seats(batch) => {
                let batch = batch.to_vec();
                for (position, request) in batch.iter().enumerate() {
                    let index = request.seat.index();
                    let answer = seats[index].decide(&views[index], request);
                    assert!(request.menu.allows(answer.choice), "{request:?} was answered {answer:?}");
                    game.answer(position, answer).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
    panic!("the game does not end");
}

fn heuristic(seed: u64, seat: Seat, _: Camp) -> Box<dyn Policy> {
    let lang = if seed.is_multiple_of(2) { Lang::Zh } else { Lang::En };
    Box::new(Heuristic::new(seed, seat, lang))
}

fn random(seed: u64, seat: Seat, _: Camp) -> Box<dyn Policy> {
    Box::new(Random::new(seed, seat))
}

/// The share of games that the wolves win, in percent.
fn wolves_win(board: &Board, games: u64, cast: Cast<'_>) -> u64 {
    let won = (0..games).filter(|seed| play(board.clone(), *seed, cast).outcome.winners.contains(&Party::Wolves));
    won.count() as u64 * 100 / games
}

#[test]
fn sensible_players_answer_legally_on_every_deck_and_speak_within_the_limit() {
    for deck in decks() {
        for seed in 0..12 {
            let played = play(Board::named(deck).unwrap(), seed, &heuristic);
            let limit = usize::from(played.game.board().options.speech_length.0);
            for event in played.game.events() {
                if let Fact::Spoke { text, .. } = &event.fact {
                    assert!(!text.is_empty() && text.chars().count() <= limit, "{deck}, seed {seed}: {text:?}");
                    assert!(!text.contains(['{', '}']), "{deck}, seed {seed}: {text:?}");
                }
            }
        }
    }
}

#[test]
fn among_random_players_the_sensible_answer_legally_too() {
    let mixed = |seed: u64, seat: Seat, camp: Camp| -> Box<dyn Policy> {
        match (u64::from(seat.number()) + seed) % 3 {
            0 => heuristic(seed, seat, camp),
            1 => Box::new(Oracle::new(seed, seat)),
            _ => random(seed, seat, camp),
        }
    };
    for deck in decks() {
        for seed in 100..130 {
            play(Board::named(deck).unwrap(), seed, &mixed);
        }
    }
}

#[test]
fn under_any_mixture_of_house_rules_they_answer_legally() {
    let names: Vec<&str> = decks().collect();
    let mut played = 0;
    for seed in 0..250 {
        let mut dice = Dice::new(seed);
        let mut board = Board::named(names[dice.below("deck", names.len() as u64) as usize]).unwrap();
        for info in OPTIONS {
            // Numbers and chains are given as patterns; the rest is listed.
            let legal = (info.legal)();
            let listed: Vec<&String> = legal.iter().filter(|value| !value.contains([' ', '.'])).collect();
            if !listed.is_empty() && dice.below("change", 2) == 0 {
                let value = listed[dice.below("value", listed.len() as u64) as usize];
                board.options.set(info.name, value).unwrap();
            }
        }
        if board.check().is_ok() {
            play(board, seed, &heuristic);
            played += 1;
        }
    }
    assert!(played > 150, "only {played} mixtures could be played");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    for deck in ["online-9p", "new-moon-15"] {
        let once = play(Board::named(deck).unwrap(), 5, &heuristic);
        let again = play(Board::named(deck).unwrap(), 5, &heuristic);
        assert_eq!(once.game.events(), again.game.events());
        let other = play(Board::named(deck).unwrap(), 6, &heuristic);
        assert_ne!(once.game.events(), other.game.events());
    }
}

#[test]
fn a_player_who_is_seated_anew_goes_on_as_if_nothing_had_happened() {
    for deck in ["jingcheng-12p-hunter-guard", "full-box-12"] {
        let lasting = play(Board::named(deck).unwrap(), 8, &heuristic);
        let forgetful = play(Board::named(deck).unwrap(), 8, &|seed, seat, _| Box::new(Forgetful(seed, seat)));
        assert_eq!(lasting.game.events(), forgetful.game.events());
    }
}

#[test]
fn packs_agree_at_once_and_nobody_reports_checks_that_contradict_each_other() {
    let mut pretenders = 0;
    for seed in 0..60 {
        let played = play(Board::named("online-9p").unwrap(), seed, &heuristic);
        let mut reports: BTreeMap<(Seat, u16), Seat> = BTreeMap::new();
        let mut results: BTreeMap<(Seat, Seat), bool> = BTreeMap::new();
        for event in played.game.events() {
            match &event.fact {
                Fact::Pointed { round, .. } => assert_eq!(*round, 1, "seed {seed}: the pack could not agree"),
                Fact::Spoke { seat: by, claims, .. } => {
                    for claim in claims {
                        let Claim::Checked { seat, wolf, night } = *claim else { continue };
                        assert_eq!(*reports.entry((*by, night)).or_insert(seat), seat, "seed {seed}: two in one night");
                        assert_eq!(*results.entry((*by, seat)).or_insert(wolf), wolf, "seed {seed}: two results");
                        pretenders += usize::from(played.outcome.roles[by.index()] == RoleId::Werewolf);
                    }
                }
                _ => {}
            }
        }
    }
    assert!(pretenders > 20, "a wolf plays the seer in many games");
}

#[test]
fn sense_beats_chance_on_both_sides() {
    let sensible_village = |seed, seat, camp| match camp {
        Camp::Wolves => random(seed, seat, camp),
        _ => heuristic(seed, seat, camp),
    };
    let sensible_wolves = |seed, seat, camp| match camp {
        Camp::Wolves => heuristic(seed, seat, camp),
        _ => random(seed, seat, camp),
    };
    for deck in ["online-9p", "millers-hollow-10"] {
        let mut board = Board::named(deck).unwrap();
        // By chance a wolf blows himself up at the first offer.
        board.options.set("self_explode", "off").unwrap();
        let [chance, against, with, equals] = [&random as Cast<'_>, &sensible_village, &sensible_wolves, &heuristic]
            .map(|cast| wolves_win(&board, 200, cast));
        println!(
            "{deck}: the wolves win {chance} % by chance, {against} % against sense, {with} % with sense, {equals} % among equals"
        );
        assert!(against + 40 <= chance, "{deck}: {against} % against sense, {chance} % by chance");
        assert!(with >= chance + 15, "{deck}: {with} % with sense, {chance} % by chance");
        assert!((10..=90).contains(&equals), "{deck}: {equals} % among equals");
    }
}

/// Sensible players of these levels, as wolves and as the village.
fn levels(wolves: Level, others: Level) -> impl Fn(u64, Seat, Camp) -> Box<dyn Policy> {
    move |seed, seat, _| {
        let [wolves, others] = [wolves, others].map(|level| Heuristic::new(seed, seat, Lang::En).at(level));
        Box::new(ByCamp { wolves, others })
    }
}

#[test]
fn each_level_plays_better_than_the_one_below_on_both_sides() {
    let board = Board::named("online-9p").unwrap();
    let win = |wolves, others| wolves_win(&board, 300, &levels(wolves, others));
    let [easy, normal, hard] = [Level::Easy, Level::Normal, Level::Hard].map(|wolves| win(wolves, Level::Normal));
    assert!(easy + 15 <= normal && normal + 5 <= hard, "as wolves: {easy}, {normal}, {hard} %");
    let [easy, normal, hard] = [Level::Easy, Level::Normal, Level::Hard].map(|village| win(Level::Normal, village));
    assert!(hard + 15 <= normal && normal + 15 <= easy, "against the village: {easy}, {normal}, {hard} %");
}

/// The sentences of a speech.
fn sentences(text: &str) -> impl Iterator<Item = &str> {
    text.split(['。', '！', '？', '.', '!', '?', '；', ';']).map(str::trim).filter(|sentence| !sentence.is_empty())
}

#[test]
fn nobody_says_a_sentence_twice_and_few_say_what_another_has_said() {
    for (deck, lang) in [("online-9p", Lang::Zh), ("online-9p", Lang::En), ("jingcheng-12p-hunter-guard", Lang::Zh)] {
        let (mut all, mut distinct) = (0, 0);
        for seed in 0..200 {
            let level = [Level::Easy, Level::Normal, Level::Hard][seed as usize % 3];
            let cast = |seed, seat, _| -> Box<dyn Policy> { Box::new(Heuristic::new(seed, seat, lang).at(level)) };
            let played = play(Board::named(deck).unwrap(), seed, &cast);
            let mut said: BTreeSet<String> = BTreeSet::new();
            let mut said_by: BTreeSet<(Seat, String)> = BTreeSet::new();
            for event in played.game.events() {
                let Fact::Spoke { seat, text, .. } = &event.fact else { continue };
                for sentence in sentences(text) {
                    all += 1;
                    distinct += usize::from(said.insert(sentence.to_owned()));
                    let fresh = said_by.insert((*seat, sentence.to_owned()));
                    assert!(fresh, "{deck}, {lang}, seed {seed}: {seat} says again: {sentence}");
                }
            }
        }
        let share = 100.0 * distinct as f64 / all as f64;
        println!("{deck}, {lang}: {distinct} of {all} sentences are new in their game: {share:.2} %");
        assert!(share > 90.0, "{deck}, {lang}: only {share:.1} % of the sentences are new in their game");
    }
}

/// That words of a kind stand for a claim of that kind is tested where the words are; here, that each claim's numbers
/// stand in the very speech, whole.
#[test]
fn the_numbers_of_every_claim_stand_in_the_speech() {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..60 {
        let played = play(Board::named("jingcheng-12p-hunter-guard").unwrap(), seed, &heuristic);
        for event in played.game.events() {
            let Fact::Spoke { text, claims, seat: by, .. } = &event.fact else { continue };
            let numbers: Vec<u16> =
                text.split(|letter: char| !letter.is_ascii_digit()).filter_map(|digits| digits.parse().ok()).collect();
            for claim in claims {
                let (kind, named) = match *claim {
                    Claim::Role { seat, .. } => {
                        assert_eq!(seat, *by, "nobody speaks for another's card");
                        ("role", vec![])
                    }
                    Claim::Checked { seat, night, .. } => ("checked", vec![u16::from(seat.number()), night]),
                    Claim::Healed { seat } => ("healed", vec![u16::from(seat.number())]),
                    Claim::Poisoned { seat } => ("poisoned", vec![u16::from(seat.number())]),
                    Claim::Suspects { seat } => ("suspects", vec![u16::from(seat.number())]),
                    Claim::Trusts { seat } => ("trusts", vec![u16::from(seat.number())]),
                    Claim::WillVote { seat } => ("votes", vec![u16::from(seat.number())]),
                };
                *kinds.entry(kind).or_default() += 1;
                assert!(named.iter().all(|number| numbers.contains(number)), "seed {seed}: {claim:?} in `{text}`");
            }
        }
    }
    assert_eq!(kinds.len(), 7, "{kinds:?}");
}

/// The chance that the wolves win where everybody follows the reference policy, as computed exactly elsewhere (from
/// every state of these boards, without an engine).
#[test]
fn the_reference_policy_wins_as_often_as_computed() {
    const RULES: &str = r#"
        id = "exact"
        ruleset = "vanilla"
        [options]
        seer_result = "camp"
        witch_self_save = "first_night"
        witch_potions_per_night = 1
        guard_repeat = "allow"
        hunter_shoots_on = "wolf_or_vote"
    "#;
    let boards = [
        ("werewolf = 2\nseer = 1\nwitch = 1\nvillager = 2", "parity", 0.841_684),
        ("werewolf = 2\nseer = 1\nwitch = 1\nvillager = 2", "kill_all", 0.655_213),
        ("werewolf = 2\nseer = 1\nguard = 1\nvillager = 3", "parity", 0.870_326),
        ("werewolf = 3\nseer = 1\nwitch = 1\nhunter = 1\nvillager = 3", "side_wipe", 0.873_24),
        ("werewolf = 3\nseer = 1\nwitch = 1\nhunter = 1\nvillager = 3", "kill_all", 0.657_86),
    ];
    for (cards, win, exact) in boards {
        let mut board = Board::from_toml(&format!("{RULES}\n[roles]\n{cards}")).unwrap();
        board.options.set("wolf_win", win).unwrap();
        const GAMES: u64 = 4000;
        let oracle = |seed, seat, _: Camp| -> Box<dyn Policy> { Box::new(Oracle::new(seed, seat)) };
        let won = (0..GAMES).filter(|seed| play(board.clone(), *seed, &oracle).outcome.winners == [Party::Wolves]);
        let share = won.count() as f64 / GAMES as f64;
        // Three and a half standard deviations.
        let margin = 3.5 * (exact * (1.0 - exact) / GAMES as f64).sqrt();
        assert!((share - exact).abs() < margin, "{win} with {cards:?}: {share}, exactly {exact}");
    }
}
