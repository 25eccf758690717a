//! The rules as players read them, rendered from the options the engine runs on.

use crate::narrator::Narrator;
use crate::sources::PromptError;
use crate::terms;
use crate::values::role;
use lycaon_rules::{
    Board, Building, Buildings, Camp, Chance, Discussion, ElderPowerLossScope, EventId, GirlMode, LastWords,
    MagicianModel, OnOff, Opening, OptionValue, Options, RoleId, SelfExplode, SheriffElectTiming, SheriffSource,
    ThiefChoice, TieChain, TieRule, WolfTargetWolf, WolfWin,
};
use minijinja::{Value, context};

/// The chapters of the rules that are not about a single role, and the options told in each, in their order.
const CHAPTERS: &[(&str, &[&str])] = &[
    ("night", &["opening", "simulate_calls"]),
    (
        "sheriff",
        &[
            "sheriff",
            "sheriff_source",
            "sheriff_elect_timing",
            "sheriff_candidacy",
            "sheriff_voters",
            "n1_victims_in_election",
            "sheriff_election_tie",
            "sheriff_refuse",
            "badge_bomb",
            "sheriff_weight",
            "sheriff_double_vote_applies_to",
            "sheriff_tiebreak",
            "sheriff_successor",
        ],
    ),
    (
        "day",
        &["discussion", "speech_start", "sheriff_speech_order", "speech_direction", "floor_turns", "speech_length"],
    ),
    (
        "vote",
        &["vote_mode", "abstain", "vote_self", "late_vote", "tie", "random_after_n", "pk_voters", "no_ballot_at_all"],
    ),
    (
        "death",
        &[
            "reveal_night_death",
            "poison_announced_separately",
            "reveal_execution",
            "night_killed_hunter_sheriff_act",
            "last_words",
            "last_words_n1",
            "last_words_order",
        ],
    ),
    ("win", &["wolf_win", "parity_counts", "third_party_blocks_side_win", "simultaneous_win", "max_days"]),
];

pub(crate) fn rules(narrator: &Narrator, board: &Board) -> Result<String, PromptError> {
    let name = match narrator.lang() {
        crate::lang::Lang::Zh => &board.zh,
        crate::lang::Lang::En => &board.en,
    };
    let cards: Value =
        board.announced().iter().map(|(id, count)| context! { role => role(*id), count => *count }).collect();
    let mut values = vec![
        ("me", Value::from(())),
        ("name", Value::from(name)),
        ("seats", Value::from(board.seats)),
        ("cards", cards),
        ("centre", Value::from(board.has_centre())),
        ("roles", roles(narrator, board)?),
        ("face_up", board.face_up.iter().map(|id| role(*id)).collect()),
    ];
    for (chapter, options) in CHAPTERS {
        values.push((chapter, sentences(narrator, board, options)?));
    }
    values.push(("village", village(narrator, board)?));
    values.push(("events", events(narrator, board)?));
    Ok(narrator.say("rules", values.into_iter().collect::<Map>().into())?.trim_end().to_owned())
}

/// A map of values, in the order of its keys.
struct Map(std::collections::BTreeMap<&'static str, Value>);

impl FromIterator<(&'static str, Value)> for Map {
    fn from_iter<I: IntoIterator<Item = (&'static str, Value)>>(values: I) -> Self {
        Map(values.into_iter().collect())
    }
}

impl From<Map> for Value {
    fn from(map: Map) -> Value {
        Value::from_object(map.0)
    }
}

/// Each role somebody may come to hold or borrow, with the sentences of its options. A sentence stands at one role only.
fn roles(narrator: &Narrator, board: &Board) -> Result<Value, PromptError> {
    let mut told: Vec<&str> = CHAPTERS.iter().flat_map(|(_, options)| options.iter().copied()).collect();
    let held = board.possible_roles();
    let open = board.face_up.iter().copied().filter(|id| !held.contains(id));
    let mut roles = vec![];
    for id in held.iter().copied().chain(open) {
        let from = told.len();
        for option in options_of(id) {
            if !told.contains(&option) {
                told.push(option);
            }
        }
        let text = narrator.role_text(id);
        let group = terms::group(id.group(&board.options)).map(|group| narrator.word(&format!("words.group.{group}")));
        roles.push(context! {
            name => text.name,
            power => text.power,
            camp => narrator.camp_name(id.card().camp),
            group => group.transpose()?,
            open => !held.contains(&id),
            notes => sentences(narrator, board, &told[from..])?,
        });
    }
    Ok(roles.into_iter().collect())
}

/// The options that change how a role plays: those of its card, of what every wolf does with the pack, and of the
/// powers it gives away.
fn options_of(id: RoleId) -> impl Iterator<Item = &'static str> {
    let pack: &[&str] = if id.card().camp == Camp::Wolves { RoleId::Werewolf.card().options } else { &[] };
    let wares: &[&str] = if id == RoleId::MiracleMerchant { &["seer_result", "guard_stops"] } else { &[] };
    pack.iter().chain(id.card().options).chain(wares).copied()
}

/// Which buildings there are, and what each does; nothing where there are none.
fn village(narrator: &Narrator, board: &Board) -> Result<Value, PromptError> {
    let buildings = &board.options.buildings;
    if buildings.0.is_empty() {
        return Ok(Value::from(Vec::<String>::new()));
    }
    let mut sentences = vec![buildings_sentence(narrator, buildings)?];
    let standing = Building::ALL.iter().filter(|building| buildings.has(**building)).map(|building| building.id());
    for id in standing.chain(["vagabond"]) {
        sentences.push(narrator.word(&format!("words.village.{id}"))?.to_owned());
    }
    Ok(sentences.into_iter().collect())
}

/// Which event cards there are, and what each does, with the sentences of its options; nothing where there are none.
fn events(narrator: &Narrator, board: &Board) -> Result<Value, PromptError> {
    let deck = &board.options.event_deck.0;
    let mut told: Vec<&str> = vec!["event_draw", "event_order"];
    let mut cards = vec![];
    if deck.is_empty() {
        return Ok(Value::from(Vec::<String>::new()));
    }
    for event in deck {
        let from = told.len();
        told.extend(event.info().options.iter().filter(|option| !told.contains(option)).collect::<Vec<_>>());
        let of = |part: &str| narrator.say(&format!("events.{event}.{part}"), context! {});
        let notes = sentences(narrator, board, &told[from..])?;
        cards.push(context! { name => of("name")?, about => of("about")?, notes });
    }
    let how = sentences(narrator, board, &told[..2])?;
    Ok(vec![context! { how, cards => cards.into_iter().collect::<Value>() }].into_iter().collect())
}

/// The sentences of those options that matter on this board.
fn sentences(narrator: &Narrator, board: &Board, options: &[&str]) -> Result<Value, PromptError> {
    options
        .iter()
        .filter(|name| matters(name, board))
        .filter_map(|name| option_sentence(narrator, name, &told(name, board)?))
        .collect::<Result<Vec<String>, PromptError>>()
        .map(|sentences| sentences.into_iter().collect())
}

/// The value of an option as it is told on this board: without the exceptions for cards that nobody can hold.
fn told(name: &str, board: &Board) -> Option<String> {
    let o = &board.options;
    let possible = board.possible_roles();
    let held = |role: RoleId| possible.contains(&role) || board.face_up.contains(&role);
    let beauty = held(RoleId::WolfBeauty);
    Some(match name {
        "wolf_target_wolf" if !beauty && o.wolf_target_wolf == WolfTargetWolf::AnyExceptWolfBeauty => {
            WolfTargetWolf::Any.write()
        }
        "self_explode" if !beauty && o.self_explode == SelfExplode::OnExceptWolfBeauty => SelfExplode::On.write(),
        "tie" if !held(RoleId::Scapegoat) => {
            let links: Vec<TieRule> = o.tie.0.iter().copied().filter(|link| *link != TieRule::Scapegoat).collect();
            TieChain(if links.is_empty() { vec![TieRule::None] } else { links }).write()
        }
        _ => o.get(name)?,
    })
}

/// Whether an option of a role in play, or of the house, can make a difference on this board. What cannot is not told:
/// a rule about a witch who is not there only confuses.
fn matters(name: &str, board: &Board) -> bool {
    let o = &board.options;
    let possible = board.possible_roles();
    let held = |role: RoleId| possible.contains(&role) || board.face_up.contains(&role);
    let gifts = held(RoleId::MiracleMerchant);
    let poison = held(RoleId::Witch) || held(RoleId::Poisoner) || gifts;
    let guard = held(RoleId::Guard) || gifts;
    let sheriff = o.sheriff == OnOff::On;
    let elected = sheriff && o.sheriff_source == SheriffSource::Elected;
    let in_turn = matches!(o.discussion, Discussion::Ordered | Discussion::TwoRounds);
    let peeks = o.girl_mode != GirlMode::Off;
    let all_powers = o.elder_power_loss_scope == ElderPowerLossScope::AllVillagerPowers;
    let repeats = o.tie.has(TieRule::PkOnce) || o.tie.has(TieRule::PkUntilOut) || o.tie.has(TieRule::RandomAfterN);
    match name {
        // A gesture that nobody sees.
        "seer_signal" => false,
        "thief_unswapped_role" => o.thief_choice == ThiefChoice::MaySwap,
        "cupid_category" => o.wolf_win == WolfWin::SideWipe,
        "girl_caught" | "girl_catch_chance" => o.girl_mode == GirlMode::ActionWithRisk,
        "girl_peek_window" | "girl_peek_gain" => peeks,
        "girl_guardable" | "witch_sees_guarded_victim" | "elder_guarded" | "guard_stops_infection" => guard,
        "guard_plus_witch" => guard && held(RoleId::Witch),
        "hunter_shoots_when_linked" => held(RoleId::Cupid) || held(RoleId::Dreamer) || held(RoleId::Bewitcher),
        "hunter_wolf_plus_poison" | "poison_announced_separately" | "fox_poison_immune" => poison,
        "elder_saved_by_witch" => held(RoleId::Witch),
        "power_loss_hits_scapegoat" => all_powers && held(RoleId::Scapegoat),
        "power_loss_hits_idiot" => all_powers && held(RoleId::Idiot),
        "power_loss_hits_sheriff" | "idiot_sheriff" => sheriff,
        "idiot_dies_with_elder" => held(RoleId::Idiot) && held(RoleId::Elder),
        "sheriff_source" | "sheriff_weight" | "sheriff_successor" => sheriff,
        "sheriff_tiebreak" => sheriff && o.tie.has(TieRule::Sheriff),
        "sheriff_elect_timing"
        | "sheriff_candidacy"
        | "sheriff_voters"
        | "sheriff_refuse"
        | "sheriff_election_tie"
        | "sheriff_double_vote_applies_to" => elected,
        "badge_bomb" => elected && o.self_explode != SelfExplode::Off,
        "n1_victims_in_election" => {
            elected && o.sheriff_elect_timing == SheriffElectTiming::Day1BeforeDeaths && o.opening == Opening::Night
        }
        "speech_start" | "speech_direction" => in_turn,
        "sheriff_speech_order" => in_turn && sheriff,
        "floor_turns" => o.discussion == Discussion::Free,
        "speech_length" => o.discussion != Discussion::Silent,
        "random_after_n" => o.tie.has(TieRule::RandomAfterN),
        "pk_voters" => repeats,
        "night_killed_hunter_sheriff_act" => sheriff || held(RoleId::Hunter) || held(RoleId::WolfKing),
        "last_words_n1" => matches!(o.last_words, LastWords::N1AndExile | LastWords::All),
        "last_words_order" => o.last_words != LastWords::None,
        "dream_random" => !o.dream_skip,
        "rogue_piper_immune" => held(RoleId::Piper),
        "rogue_poison_delay" => poison,
        "dream_immunity" => held(RoleId::Dreamer),
        // The chapter on buildings tells of them.
        "buildings" | "event_deck" => false,
        "avenger_solo_win" => held(RoleId::Shadow),
        "assassin_pierces" | "double_blade_pierces" => guard || held(RoleId::Witch),
        "first_mover_order" => held(RoleId::Magician) && held(RoleId::MiracleMerchant),
        "magician_legality" => o.magician_model == MagicianModel::Remap,
        "self_save_check" => held(RoleId::Witch) && o.magician_model == MagicianModel::Remap,
        "third_party_blocks_side_win" => held(RoleId::Cupid) && o.wolf_win != WolfWin::KillAll,
        "parity_counts" => o.wolf_win == WolfWin::Parity && held(RoleId::Piper),
        _ => true,
    }
}

/// An option with a value, as a sentence; `None` if there is no such option or it cannot hold the value.
pub(crate) fn option_sentence(narrator: &Narrator, name: &str, value: &str) -> Option<Result<String, PromptError>> {
    let mut options = Options::default();
    options.set(name, value).ok()?;
    let value = options.get(name)?;
    let table = format!("options.{name}");
    let own = format!("{table}.{value}");
    Some(if narrator.has(&own) {
        narrator.say(&own, context! {})
    } else if let (true, Ok(number)) = (narrator.has(&format!("{table}.number")), value.parse::<u16>()) {
        narrator.say(&format!("{table}.number"), context! { value => number })
    } else if let Some(Chance { hits, of }) = Chance::read(&value).filter(|_| narrator.has(&format!("{table}.chance")))
    {
        narrator.say(&format!("{table}.chance"), context! { hits, of })
    } else if name == "event_deck" {
        events_sentence(narrator, &options)
    } else if let Some(buildings) = Buildings::read(&value).filter(|_| name == "buildings") {
        buildings_sentence(narrator, &buildings)
    } else if let Some(chain) = TieChain::read(&value) {
        tie_sentence(narrator, &chain)
    } else {
        Err(PromptError::NoText { key: own })
    })
}

fn tie_sentence(narrator: &Narrator, chain: &TieChain) -> Result<String, PromptError> {
    let link = |rule: &TieRule| {
        let id = TieChain(vec![*rule]).write();
        narrator.say(&format!("options.tie.link.{id}"), context! {})
    };
    let links = chain.0.iter().map(link).collect::<Result<Vec<String>, PromptError>>()?;
    narrator.say("options.tie.chain", context! { links => links.into_iter().collect::<Value>() })
}

fn buildings_sentence(narrator: &Narrator, buildings: &Buildings) -> Result<String, PromptError> {
    let word = |building: &Building| narrator.word(&format!("words.building.{}", building.id()));
    let homes = buildings.0.iter().map(word).collect::<Result<Vec<&str>, PromptError>>()?;
    narrator.say("options.buildings.list", context! { homes => homes.into_iter().collect::<Value>() })
}

fn events_sentence(narrator: &Narrator, options: &Options) -> Result<String, PromptError> {
    let name = |event: &EventId| narrator.say(&format!("events.{event}.name"), context! {});
    let cards = options.event_deck.0.iter().map(name).collect::<Result<Vec<String>, PromptError>>()?;
    narrator.say("options.event_deck.list", context! { cards => cards.into_iter().collect::<Value>() })
}
