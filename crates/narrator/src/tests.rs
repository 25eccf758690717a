//! Nothing is missing in either language, and what is broken is refused.

use crate::facts::{self, Ear};
use crate::narrator::spoken;
use crate::samples;
use crate::terms::{self, Term};
use crate::{Conditions, Lang, Narrator, PromptError, schema};
use lycaon_rules::{
    Board, Building, Camp, Cause, Direction, Fact, Group, OPTIONS, Party, Purpose, Reason, RoleId, Seat, Ward, decks,
};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn both() -> [Narrator; 2] {
    Lang::ALL.map(Narrator::new)
}

fn is_cjk(c: char) -> bool {
    matches!(c, '\u{2e80}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ffef}' | '\u{20000}'..='\u{3ffff}')
}

/// A text of this language, whole and tidy.
#[track_caller]
fn sound(narrator: &Narrator, text: &str) {
    assert!(!text.trim().is_empty(), "an empty text");
    for leftover in ["{{", "}}", "{%", "{#", "[prompts", "undefined", "none", "  ", " ，", "，。", "。。", ".."] {
        let allowed = leftover == "none" || leftover == "..";
        assert!(allowed || !text.contains(leftover), "`{leftover}` in: {text}");
    }
    match narrator.lang() {
        Lang::Zh => assert!(text.chars().any(is_cjk), "no Chinese in: {text}"),
        Lang::En => assert!(!text.chars().any(is_cjk), "Chinese in: {text}"),
    }
}

/// The three who may hear of a matter: the seat itself, a spectator, the moderator told whose it is.
fn ears(board: &Board) -> [Ear<'_>; 3] {
    let one = Some(Seat::new(1));
    [Ear { me: one, to: one, board }, Ear { me: None, to: None, board }, Ear { me: None, to: one, board }]
}

#[test]
fn every_fact_has_a_sentence_in_both_languages() {
    for narrator in both() {
        for board in &samples::boards() {
            for ear in ears(board) {
                for fact in samples::facts() {
                    match spoken_fact(&narrator, ear, &fact) {
                        Some(sentence) => {
                            sound(&narrator, &sentence);
                            assert_eq!(sentence.lines().count(), 1, "{sentence}");
                        }
                        None => assert!(matches!(fact, Fact::Decided { .. } | Fact::Card { .. }), "{fact:?}"),
                    }
                }
            }
        }
    }
}

fn spoken_fact(narrator: &Narrator, ear: Ear<'_>, fact: &Fact) -> Option<String> {
    facts::sentence(narrator, ear, fact).transpose().map(spoken)
}

#[test]
fn the_listener_is_addressed_and_others_are_named() {
    let board = &samples::boards()[0];
    let fact = Fact::Elected { seat: Seat::new(1) };
    let [zh, en] = both();
    let [own, public, _] = ears(board);
    assert_eq!(spoken_fact(&zh, own, &fact).unwrap(), "你当选警长。");
    assert_eq!(spoken_fact(&zh, public, &fact).unwrap(), "1号当选警长。");
    assert_eq!(spoken_fact(&en, own, &fact).unwrap(), "you are elected sheriff.");
    assert_eq!(spoken_fact(&en, public, &fact).unwrap(), "Player 1 is elected sheriff.");
}

#[test]
fn every_question_choice_and_complaint_has_words_in_both_languages() {
    let board = &samples::boards()[0];
    for narrator in both() {
        for request in samples::requests() {
            let question = crate::questions::question(&narrator, board, &request).unwrap();
            sound(&narrator, &question.to_string());
            sound(&narrator, &question.fallback);
            let labels: BTreeSet<&String> = question.options.iter().collect();
            assert_eq!(labels.len(), question.options.len(), "two options read alike: {:?}", question.options);
            for unclear in samples::complaints() {
                sound(&narrator, &narrator.complaint(&unclear, &request));
            }
            for choice in samples::choices() {
                sound(&narrator, &narrator.choice(&request, choice));
            }
        }
        for claim in samples::claims() {
            sound(&narrator, &narrator.claim(Seat::new(1), claim));
        }
    }
}

#[test]
fn every_term_has_a_word_in_both_languages() {
    fn check<T: Term>(table: &str) {
        for narrator in both() {
            let words: Vec<&str> =
                T::ALL.iter().map(|term| narrator.word(&format!("words.{table}.{}", term.id())).unwrap()).collect();
            words.iter().for_each(|word| sound(&narrator, word));
            assert_eq!(words.iter().collect::<BTreeSet<_>>().len(), words.len(), "{table}: {words:?}");
        }
    }
    check::<Camp>("camp");
    check::<Cause>("cause");
    check::<Direction>("direction");
    check::<Party>("party");
    check::<Purpose>("purpose");
    check::<Reason>("reason");
    check::<Ward>("ward");
    check::<Building>("building");
    check::<Building>("trade");
    check::<Building>("village");
    for narrator in both() {
        for group in [Group::God, Group::Villager].map(terms::group).into_iter().flatten() {
            sound(&narrator, narrator.word(&format!("words.group.{group}")).unwrap());
        }
        for role in RoleId::ALL {
            let text = narrator.role_text(*role);
            for part in [text.name, text.short, text.power, text.aim] {
                sound(&narrator, part);
            }
            assert!(text.power.contains(text.name) || narrator.lang() == Lang::En || !text.power.is_empty());
        }
    }
}

#[test]
fn both_languages_have_the_same_texts() {
    let [zh, en] = both().map(|narrator| narrator.catalogue().keys("").map(String::from).collect::<BTreeSet<_>>());
    assert_eq!(zh, en);
}

/// Every template is reached by some sample; else it is dead, or a sample is missing.
#[test]
fn no_template_is_left_unsaid() {
    for narrator in both() {
        samples::rehearse(&narrator).unwrap();
        let said = narrator.catalogue().said();
        let unsaid: Vec<&str> = narrator.catalogue().keys("").filter(|key| !said.contains(*key)).collect();
        let templates: Vec<&&str> =
            unsaid.iter().filter(|key| !key.starts_with("words.") && !key.starts_with("roles.")).collect();
        assert!(templates.is_empty(), "{templates:?}");
    }
}

#[test]
fn every_value_of_every_option_has_a_sentence_of_its_own() {
    for narrator in both() {
        for info in OPTIONS {
            sound(&narrator, &narrator.option_title(info.name).unwrap());
            let values: Vec<String> =
                samples::option_values().into_iter().filter(|(name, _)| *name == info.name).map(|(_, v)| v).collect();
            let sentences: BTreeSet<String> =
                values.iter().map(|value| narrator.option_sentence(info.name, value).unwrap()).collect();
            assert_eq!(sentences.len(), values.len(), "{}: {sentences:?}", info.name);
            sentences.iter().for_each(|sentence| sound(&narrator, sentence));
        }
        assert_eq!(narrator.option_sentence("wolf_win", "most"), None);
        assert_eq!(narrator.option_sentence("wolf_wins", "parity"), None);
        assert_eq!(narrator.option_title("wolf_wins"), None);
    }
}

#[test]
fn chances_numbers_and_chains_are_filled_in() {
    let [zh, en] = both();
    assert_eq!(zh.option_sentence("girl_catch_chance", "2/7").unwrap(), "偷看一次被发现的概率是 2/7。");
    assert_eq!(
        en.option_sentence("floor_turns", "1").unwrap(),
        "In free discussion nobody speaks more than 1 time a day."
    );
    let chain = zh.option_sentence("tie", "pk_once→none").unwrap();
    assert_eq!(chain, "放逐投票平票时：平票的人 PK 发言，再在他们之间投一次；若不适用或仍平票，无人出局。");
    assert_eq!(zh.option_sentence("sheriff_weight", "1.5").unwrap(), "警长的一票算 1.5 票。");
}

#[test]
fn the_rules_of_every_deck_are_told() {
    for narrator in both() {
        for deck in decks().map(String::from).chain(["vanilla-5-1".to_string()]) {
            let board = Board::named(&deck).unwrap();
            let rules = narrator.rules(&board);
            sound(&narrator, &rules);
            let rounds = narrator.option_sentence("wolf_rounds", &board.options.get("wolf_rounds").unwrap()).unwrap();
            assert_eq!(rules.matches(&rounds).count(), 1, "{deck} tells a rule twice or not at all");
            for role in board.possible_roles() {
                assert!(rules.contains(narrator.role_text(role).power), "{deck} does not tell of {role}");
            }
        }
    }
}

/// Boards on which, between them, every option can matter.
fn loud_boards() -> Vec<Board> {
    let common = [
        ("self_explode", "on"),
        ("sheriff_elect_timing", "day1_before_deaths"),
        ("discussion", "ordered"),
        ("speech_start", "sheriff"),
        ("tie", "scapegoat,sheriff,pk_once,random_after_n"),
        ("sheriff_tiebreak", "decide_or_void"),
        ("last_words", "n1_and_exile"),
        ("elder_power_loss_scope", "all_villager_powers"),
        ("wolf_win", "parity"),
        ("event_deck", "all"),
    ];
    let variants = [("wolf_win", "side_wipe"), ("discussion", "free")];
    let mut boards = vec![];
    let decks = ["story-18", "full-box-12", "jingcheng-12p-hunter-guard"].map(|deck| Board::named(deck).unwrap());
    for mut board in decks.into_iter().chain(samples::crowds()) {
        board.options.set_all(common).unwrap();
        boards.push(board.clone());
        for (name, value) in variants {
            board.options.set(name, value).unwrap();
            boards.push(board.clone());
        }
    }
    boards
}

#[test]
fn no_rule_is_told_that_is_not_played() {
    let boards = loud_boards();
    for narrator in both() {
        for info in OPTIONS.iter().filter(|info| info.name != "seer_signal") {
            let values: Vec<String> =
                samples::option_values().into_iter().filter(|(name, _)| *name == info.name).map(|(_, v)| v).collect();
            let values = if values.len() > 1 { values } else { vec![values[0].clone(), other(info.name)] };
            let told = boards.iter().any(|board| {
                let texts: BTreeSet<String> = values
                    .iter()
                    .map(|value| {
                        let mut board = board.clone();
                        board.options.set(info.name, value).unwrap();
                        narrator.rules(&board)
                    })
                    .collect();
                texts.len() == values.len()
            });
            assert!(told, "flipping {} changes nothing in the rules", info.name);
        }
    }
}

/// A second value of an option of which samples have one only.
fn other(name: &str) -> String {
    match name {
        "girl_catch_chance" => "1/2".into(),
        "speech_length" => "41".into(),
        _ => "2".into(),
    }
}

#[test]
fn what_cannot_matter_is_not_told() {
    let narrator = Narrator::new(Lang::Zh);
    let rules = narrator.rules(&Board::named("vanilla-7-2").unwrap());
    for absent in ["女巫", "守卫", "预言家", "警徽", "遗言在", "发言不超过"] {
        assert!(!rules.contains(absent), "{absent} in {rules}");
    }
    assert!(rules.contains("本局没有警长。"));
}

/// Nor is an exception for a card that nobody can hold.
#[test]
fn an_absent_card_is_no_exception() {
    for narrator in both() {
        for (deck, cards) in [
            ("jingcheng-12p-hunter-guard", [RoleId::WolfBeauty, RoleId::Scapegoat]),
            ("characters-12", [RoleId::WolfBeauty; 2]),
        ] {
            let rules = narrator.rules(&Board::named(deck).unwrap());
            for name in cards.map(|card| narrator.role_name(card)) {
                assert!(!rules.contains(name), "{deck}: {name} in {rules}");
            }
        }
        let with_her = narrator.rules(&Board::named("jingcheng-12p-wolf-beauty-knight").unwrap());
        assert!(with_her.matches(narrator.role_name(RoleId::WolfBeauty)).count() > 2);
    }
}

#[test]
fn advice_is_added_at_the_end_and_nothing_else_changes() {
    for narrator in both() {
        for board in samples::boards() {
            let plain = narrator.system(&board, Conditions::default());
            let advised = narrator.system(&board, Conditions { advice: true, ..Conditions::default() });
            sound(&narrator, &advised);
            assert!(advised.starts_with(&plain) && advised.len() > plain.len());
            assert!(plain.contains(&narrator.rules(&board)));
        }
    }
}

#[test]
fn the_schema_is_one_that_every_provider_takes() {
    fn keys(value: &serde_json::Value, found: &mut BTreeSet<String>) {
        match value {
            serde_json::Value::Object(map) => map.iter().for_each(|(key, value)| {
                found.insert(key.clone());
                keys(value, found);
            }),
            serde_json::Value::Array(items) => items.iter().for_each(|item| keys(item, found)),
            _ => {}
        }
    }
    for conditions in samples::conditions() {
        let schema = schema(conditions);
        assert_eq!(schema["type"], "object");
        assert_eq!(schema["additionalProperties"], false);
        let properties: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(serde_json::json!(properties), schema["required"]);
        let mut found = BTreeSet::new();
        keys(&schema, &mut found);
        for forbidden in ["minimum", "maximum", "pattern", "minLength", "maxLength", "minItems", "maxItems", "format"] {
            assert!(!found.contains(forbidden));
        }
        for narrator in both() {
            let system = narrator.system(&samples::boards()[0], conditions);
            for name in ["thought", "choice", "speech", "notes", "raise"] {
                let asked = properties.iter().any(|property| *property == name);
                assert_eq!(system.contains(&format!("\"{name}\": ")), asked, "{name} under {conditions:?}");
                assert_eq!(system.contains(&format!("\n- {name}")), asked, "{name} under {conditions:?}");
            }
        }
    }
}

#[test]
fn a_narrator_can_be_shared() {
    fn shareable<T: Send + Sync>() {}
    shareable::<Narrator>();
}

/// A directory that is gone when the test is over.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("lycaon-prompts-{}-{name}", std::process::id()));
        std::fs::create_dir_all(path.join("zh")).unwrap();
        Folder(path)
    }

    /// The built-in Chinese file with one text replaced by another.
    fn edit(&self, file: &str, from: &str, to: &str) {
        let builtin = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../prompts/zh").join(file);
        let text = std::fs::read_to_string(builtin).unwrap();
        assert!(text.contains(from), "{file} has no `{from}`");
        std::fs::write(self.0.join("zh").join(file), text.replacen(from, to, 1)).unwrap();
    }

    fn narrator(&self, lang: Lang) -> Result<Narrator, PromptError> {
        Narrator::with_overrides(lang, Some(&self.0))
    }

    fn complaint(&self) -> String {
        self.narrator(Lang::Zh).unwrap_err().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        std::fs::remove_dir_all(&self.0).ok();
    }
}

/// The line of the built-in Chinese file on which this text begins, from 1.
fn line_of(file: &str, text: &str) -> usize {
    let builtin = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../prompts/zh").join(file);
    let all = std::fs::read_to_string(builtin).unwrap();
    1 + all[..all.find(text).unwrap()].matches('\n').count()
}

#[test]
fn a_file_of_a_directory_replaces_the_built_in_one() {
    let folder = Folder::new("replaces");
    folder.edit("facts.toml", "{{ seat | who }}当选警长。", "{{ seat | who }}戴上了警徽。");
    let builtin = Narrator::new(Lang::Zh);
    let narrator = folder.narrator(Lang::Zh).unwrap();
    let [own, ..] = ears(&samples::boards()[0]).map(|ear| Ear { board: Box::leak(Box::new(ear.board.clone())), ..ear });
    assert_eq!(spoken_fact(&narrator, own, &Fact::Elected { seat: Seat::new(1) }).unwrap(), "你戴上了警徽。");
    assert_ne!(narrator.hash(), builtin.hash());
    // The other language has nothing to replace, and a file with the same text is the same set of prompts.
    assert_eq!(folder.narrator(Lang::En).unwrap().hash(), Narrator::new(Lang::En).hash());
    // Going over to another language and back keeps to the directory.
    let back = narrator.in_lang(Lang::En).unwrap().in_lang(Lang::Zh).unwrap();
    assert_eq!((back.lang(), back.hash()), (Lang::Zh, narrator.hash()));
    folder.edit("facts.toml", "当选警长", "当选警长");
    assert_eq!(folder.narrator(Lang::Zh).unwrap().hash(), builtin.hash());
    assert_ne!(Narrator::new(Lang::En).hash(), builtin.hash());
}

#[test]
fn broken_prompts_are_refused_with_file_and_line() {
    let folder = Folder::new("broken");
    let elected = line_of("facts.toml", "elected =");
    for (from, to, why) in [
        ("elected = \"", "elected = ", ""),
        ("{{ seat | who }}当选警长", "{{ seat | who }当选警长", "syntax error"),
        ("{{ seat | who }}当选警长", "{{ whom }}当选警长", "undefined"),
        ("{{ seat | who }}当选警长", "{{ whom | who }}当选警长", "undefined"),
        ("{{ seat | who }}当选警长", "{{ whom | name }}当选警长", "undefined"),
        ("{{ seat | who }}当选警长", "{{ whom | at }}当选警长", "undefined"),
        ("{{ seat | who }}当选警长", "{{ whom | list }}当选警长", "not iterable"),
        ("{{ seat | who }}当选警长", "{{ whom | quote }}当选警长", "not a string"),
        ("{{ seat | who }}当选警长", "{% if whom %}你{% endif %}当选警长", "undefined"),
        ("{{ seat | who }}当选警长", "{{ seat | whom }}当选警长", "filter"),
        ("elected = \"{{ seat | who }}当选警长。\"", "elected = 3", "must be a text"),
    ] {
        folder.edit("facts.toml", from, to);
        let complaint = folder.complaint();
        let place = folder.0.join("zh/facts.toml").display().to_string() + &format!(":{elected}: ");
        assert!(complaint.starts_with(&place), "{complaint}");
        assert!(complaint.contains(why), "{complaint}");
    }
    folder.edit("facts.toml", "elected =", "elect =");
    let complaint = folder.complaint();
    assert!(
        complaint.contains(&format!(
            "facts.toml:{elected}: the built-in file has no key `elect` (did you mean `elected`?); "
        )),
        "{complaint}"
    );
    folder.edit("facts.toml", "elected = \"{{ seat | who }}当选警长。\"\n", "");
    let complaint = folder.complaint();
    assert!(complaint.contains("facts.toml: the key `elected` is missing"), "{complaint}");
}

#[test]
fn a_template_file_is_refused_at_its_own_line() {
    let folder = Folder::new("template");
    let line = line_of("system.j2", "{{ rules }}");
    folder.edit("system.j2", "{{ rules }}", "{{ the_rules }}");
    let complaint = folder.complaint();
    assert!(complaint.contains(&format!("system.j2:{line}: ")), "{complaint}");
}

#[test]
fn strange_directories_are_refused() {
    let folder = Folder::new("strange");
    std::fs::write(folder.0.join("zh/README.md"), "mine").unwrap();
    assert!(folder.narrator(Lang::Zh).is_ok());
    std::fs::write(folder.0.join("zh/fact.toml"), "").unwrap();
    assert!(
        folder
            .complaint()
            .contains("fact.toml: replaces no prompt file (did you mean `facts.toml`?); the files are advice.toml, ")
    );
    std::fs::remove_dir_all(folder.0.join("zh")).unwrap();
    assert!(folder.complaint().contains("has no folder `zh` or `en`"));
    std::fs::remove_dir_all(&folder.0).unwrap();
    assert!(folder.narrator(Lang::Zh).is_err());
    folder.narrator(Lang::Zh).unwrap_err();
}

#[test]
fn words_are_not_templates() {
    let folder = Folder::new("words");
    let line = line_of("words.toml", "wolves_dead =");
    folder.edit("words.toml", "狼人全部出局", "{{ wolves }}全部出局");
    let complaint = folder.complaint();
    assert!(complaint.contains(&format!("words.toml:{line}: this file holds plain words")), "{complaint}");
}
