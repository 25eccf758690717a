//! Experiments: one TOML file that says which agents play which boards, under which conditions, and how often.

mod agents;
mod file;

pub use agents::Contender;
pub use file::{Limits, Models};

use crate::design::{Design, DesignError};
use file::{BoardKeys, File, Level};
use lycaon_agents::spec::Roster;
use lycaon_measures::behaviour::Measure;
use lycaon_narrator::Lang;
use lycaon_rules::{Board, DeckError, OptionError};
use lycaon_table::Probing;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An experiment, with everything it names looked up.
#[derive(Clone, Debug)]
pub struct Experiment {
    /// What it is called.
    pub name: String,
    /// The seed of all that the plan draws.
    pub seed: u64,
    /// How many deals are dealt of each board.
    pub deals: u32,
    /// How often each game is played, over the same cards and with other dice.
    pub repeats: u32,
    /// Who meets whom.
    pub design: Design,
    /// The names of the agents, in order; cells and seatings refer to them by position.
    pub agents: Vec<String>,
    /// Every combination of a board with one level of each factor.
    pub cells: Vec<Cell>,
    /// What may be spent.
    pub limits: Limits,
    /// When seats are asked what they believe, if they are.
    pub probes: Option<Probing>,
    /// The file as it was read, for the manifest.
    pub text: String,
}

/// One combination of conditions.
#[derive(Clone, Debug)]
pub struct Cell {
    /// The board, with the options of this combination.
    pub board: Arc<Board>,
    /// The language the seats are spoken to in.
    pub lang: Lang,
    /// The level of each factor, by name.
    pub levels: BTreeMap<String, String>,
    /// The agents as they are set up under this combination, in the order of [`Experiment::agents`].
    pub agents: Vec<Contender>,
}

/// Why a file is no experiment: one sentence that says where, and what to change.
#[derive(Debug, thiserror::Error)]
pub enum ExperimentError {
    /// The file, or one that it names, cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: std::io::Error,
    },
    /// Something in the file is wrong.
    #[error("{file}:{line}:{column}: {what}")]
    Malformed {
        /// The file.
        file: String,
        /// The line, from 1.
        line: usize,
        /// The column, from 1, in characters.
        column: usize,
        /// What is wrong, and what to write.
        what: String,
    },
    /// Something in the file does not fit together.
    #[error("{file}: {what}")]
    Unfit {
        /// The file.
        file: String,
        /// What is wrong, and what to change.
        what: String,
    },
}

impl Experiment {
    /// Reads an experiment file. Decks that are files are looked for beside it.
    ///
    /// # Errors
    /// When it cannot be read, is no experiment, or names what does not exist.
    pub fn load(path: &Path, roster: &Roster) -> Result<Self, ExperimentError> {
        let text =
            std::fs::read_to_string(path).map_err(|error| ExperimentError::Unreadable { path: path.into(), error })?;
        Experiment::read(&path.display().to_string(), &text, path.parent().unwrap_or(Path::new("")), roster)
    }

    /// Reads an experiment; `name` is what it is called in messages, and `beside` where the decks that are files are.
    ///
    /// # Errors
    /// As [`Experiment::load`].
    pub fn read(name: &str, text: &str, beside: &Path, roster: &Roster) -> Result<Self, ExperimentError> {
        let file = File::read(name, text)?;
        let unfit = |what: String| ExperimentError::Unfit { file: name.into(), what };
        let agents: Vec<String> = file.agents.keys().cloned().collect();
        file.design.check(&agents).map_err(|error: DesignError| unfit(error.to_string()))?;
        if let Some(id) = file.declared.iter().find(|id| Measure::from_id(id).is_none()) {
            return Err(unfit(format!("`declared` names `{id}`, which is no measure; docs/MEASURES.md lists them")));
        }
        if file.deals == 0 || file.repeats == 0 {
            return Err(unfit("`deals` and `repeats` are at least 1".into()));
        }
        let boards: Vec<Board> =
            file.boards.iter().map(|keys| board(keys, beside)).collect::<Result<_, _>>().map_err(unfit)?;
        if boards.is_empty() {
            return Err(unfit("`boards` is empty; name at least one deck, such as \"online-9p\"".into()));
        }
        let mut cells = vec![];
        for board in &boards {
            for levels in combinations(&file.factors) {
                cells.push(cell(board, &levels, &file, roster).map_err(unfit)?);
            }
        }
        Ok(Experiment {
            name: file.name,
            seed: file.seed,
            deals: file.deals,
            repeats: file.repeats,
            design: file.design,
            agents,
            cells,
            limits: file.limits,
            probes: file.probes,
            text: text.to_owned(),
        })
    }
}

/// A board as the file names it.
fn board(keys: &BoardKeys, beside: &Path) -> Result<Board, String> {
    let (deck, set) = keys.parts();
    let mut board = if deck.ends_with(".toml") {
        let path = beside.join(deck);
        let text =
            std::fs::read_to_string(&path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
        Board::from_toml(&text).map_err(|error: DeckError| format!("{}: {error}", path.display()))?
    } else {
        Board::named(deck).map_err(|error| error.to_string())?
    };
    apply(&mut board, set).map_err(|error| error.to_string())?;
    Ok(board)
}

fn apply(board: &mut Board, set: &BTreeMap<String, String>) -> Result<(), OptionError> {
    set.iter().try_for_each(|(option, value)| board.options.set(option, value))
}

/// One level of each factor, with its name.
type Levels<'f> = BTreeMap<&'f str, (&'f str, &'f Level)>;

/// Every choice of one level for each factor; one empty choice where there are no factors.
fn combinations(factors: &BTreeMap<String, BTreeMap<String, Level>>) -> Vec<Levels<'_>> {
    let mut all = vec![Levels::new()];
    for (factor, levels) in factors {
        let mut longer = vec![];
        for chosen in &all {
            for (name, level) in levels {
                let mut chosen = chosen.clone();
                chosen.insert(factor, (name, level));
                longer.push(chosen);
            }
        }
        all = longer;
    }
    all
}

/// A board under one level of each factor. Factors are applied in the order of their names.
fn cell(board: &Board, levels: &Levels<'_>, file: &File, roster: &Roster) -> Result<Cell, String> {
    let mut board = board.clone();
    let mut lang = file.lang;
    let mut models = file.models.clone();
    for (factor, (name, level)) in levels {
        apply(&mut board, &level.set).map_err(|error| format!("[factors.{factor}.{name}]: {error}"))?;
        lang = level.lang.unwrap_or(lang);
        models.merge(&level.models);
    }
    board.check().map_err(|error| error.to_string())?;
    let agents = file.agents.iter().map(|(name, keys)| Contender::read(name, keys, &models, roster));
    Ok(Cell {
        board: Arc::new(board),
        lang,
        levels: levels.iter().map(|(factor, (level, _))| ((*factor).to_owned(), (*level).to_owned())).collect(),
        agents: agents.collect::<Result<_, _>>()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_rules::TieRule;

    const WHOLE: &str = r#"
        name = "whole"
        seed = 3
        deals = 2
        boards = ["online-9p", { deck = "arena-7", set = { tie = ["pk_once", "random"], wolf_win = "parity" } }]
        [design]
        kind = "head-to-head"
        [agents]
        base = "scripted:heuristic"
        hot = { kind = "llm", model = "local/m", sampling = { temperature = 1.5, max_tokens = 10 } }
        inline = "local/m"
        [models]
        sampling = { top_p = 0.5 }
        [factors.heat]
        cold = { models = { sampling = { temperature = 0.0 } } }
        own = {}
        [factors.talk]
        en = { lang = "en" }
        zh = { lang = "zh", set = { tie = "none" } }
    "#;

    fn read(text: &str) -> Result<Experiment, String> {
        let read = Experiment::read("x.toml", text, Path::new("."), &Roster::built_in());
        read.map_err(|error| error.to_string())
    }

    fn changed(from: &str, to: &str) -> String {
        assert!(WHOLE.contains(from));
        read(&WHOLE.replace(from, to)).unwrap_err()
    }

    #[test]
    fn factors_are_crossed_and_change_options_languages_and_models() {
        let experiment = read(WHOLE).unwrap();
        assert_eq!(experiment.cells.len(), 2 * 2 * 2);
        assert_eq!(experiment.agents, ["base", "hot", "inline"]);
        let temperature = |cell: &Cell, agent: usize| match &cell.agents[agent].spec {
            lycaon_agents::spec::AgentSpec::Model(model) => {
                assert_eq!(model.sampling.top_p, Some(0.5));
                model.sampling.temperature
            }
            other => panic!("{other} is no model"),
        };
        let mut seen = std::collections::BTreeSet::new();
        for cell in &experiment.cells {
            let cold = cell.levels["heat"] == "cold";
            assert_eq!(temperature(cell, 1), Some(if cold { 0.0 } else { 1.5 }));
            assert_eq!(temperature(cell, 2), cold.then_some(0.0));
            assert_eq!(cell.lang.code(), cell.levels["talk"]);
            let own_tie = cell.board.deck == "arena-7" && cell.lang == Lang::En;
            assert_eq!(cell.board.options.tie.0 == [TieRule::PkOnce, TieRule::Random], own_tie);
            seen.insert((cell.board.deck.clone(), cell.levels.clone()));
        }
        assert_eq!(seen.len(), 8);
    }

    #[test]
    fn what_is_wrong_is_named_with_its_place() {
        let unknown = changed("deals = 2", "deals = 2\n        dealz = 3");
        assert!(unknown.starts_with("x.toml:5:9: ") && unknown.contains("dealz"), "{unknown}");
        let kind = changed("kind = \"head-to-head\"", "kind = \"tournament\"");
        assert!(kind.starts_with("x.toml:") && kind.contains("head-to-head"), "{kind}");
        let option = changed("set = { tie = \"none\" }", "set = { tye = \"none\" }");
        assert!(option.contains("[factors.talk.zh]") && option.contains("tye"), "{option}");
        let sampling = changed("top_p", "top_q");
        assert!(sampling.contains("top_q"), "{sampling}");
        let deck = changed("online-9p", "online-9q");
        assert!(deck.contains("online-9p"), "{deck}");
        let person = changed("scripted:heuristic", "human");
        assert!(person.contains("[agents] base") && person.contains("lycaon play"), "{person}");
        assert!(changed("deals = 2", "deals = 0").contains("at least 1"));
        let measure = changed("deals = 2", "deals = 2\n        declared = [\"vote-accurasy\"]");
        assert!(measure.contains("vote-accurasy") && measure.contains("MEASURES.md"), "{measure}");
        assert!(read(&WHOLE.replace("deals = 2", "deals = 2\n        declared = [\"vote-accuracy\"]")).is_ok());
    }

    #[test]
    fn probes_are_declared_or_refused_with_their_place() {
        use lycaon_transcript::Checkpoint;
        let probed = |keys: &str| read(&WHOLE.replace("[design]", &format!("[probes]\n{keys}\n[design]")));
        assert_eq!(read(WHOLE).unwrap().probes, None);
        let usual = probed("").unwrap().probes.unwrap();
        assert!(usual.asks_at(Checkpoint::Dawn) && !usual.asks_at(Checkpoint::Speech));
        let some = probed("at = [\"exile\", \"speech\"]\nspeech_deals = 0.5").unwrap().probes.unwrap();
        let asked = |deal: u32| some.on_deal(3, deal).is_some_and(|probing| probing.asks_at(Checkpoint::Speech));
        assert!((70..130).contains(&(0..200).filter(|deal| asked(*deal)).count()));
        assert!((0..9).all(|deal| some.on_deal(3, deal).is_some_and(|probing| probing.asks_at(Checkpoint::Exile))));
        for (keys, what) in [("at = [\"noon\"]", "noon"), ("silenced = true", "`speech`"), ("when = 1", "when")] {
            let error = probed(keys).unwrap_err();
            assert!(error.starts_with("x.toml:") && error.contains(what), "{error}");
        }
    }

    #[test]
    fn a_design_that_cannot_be_laid_out_is_refused() {
        let focal = changed("kind = \"head-to-head\"", "kind = \"focal\"\npanel = [\"bass\"]");
        assert!(focal.contains("`bass`"), "{focal}");
        let none = changed("kind = \"head-to-head\"", "kind = \"focal\"\npanel = []");
        assert!(none.contains("panel"), "{none}");
    }

    #[test]
    fn the_examples_are_experiments() {
        let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/experiments");
        let mut names = vec![];
        for file in std::fs::read_dir(dir).unwrap() {
            let experiment = Experiment::load(&file.unwrap().path(), &Roster::built_in()).unwrap();
            assert!(!crate::Plan::of(&experiment).games.is_empty());
            names.push(experiment.name);
        }
        names.sort();
        assert_eq!(names, ["aside", "beliefs", "heat", "honesty", "influence", "local", "scripts"]);
    }
}
