//! Models that are asked about recorded games, outside of any game.

use crate::fault::Fault;
use crate::files::{self, unwritable};
use crate::games;
use crate::lang::LangArg;
use crate::out;
use crate::runtime;
use lycaon_agents::llm::provider::Completion;
use lycaon_agents::llm::{Access, Settings};
use lycaon_agents::spec::{AgentSpec, Roster};
use lycaon_measures::reading::Story;
use lycaon_narrator::Lang;
use lycaon_table::House;
use lycaon_transcript::call::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::OpenOptions;
use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::task::JoinSet;

/// How many questions are under way at once; the gate of an endpoint may let in fewer.
const UNDER_WAY: usize = 32;

/// The flags of a command that asks models about speeches. What stands in its file is its own to say.
#[derive(clap::Args, Clone, Debug)]
pub struct AskingArgs {
    /// Transcripts, directories of transcripts, or directories of runs
    #[arg(value_name = "DIR|FILE", required = true)]
    paths: Vec<PathBuf>,

    /// A model to ask: PROVIDER/MODEL, or an agent file that names one; may be repeated
    ///
    /// Without one, what is there already is compared, and nobody is asked.
    #[arg(long, value_name = "MODEL")]
    model: Vec<String>,

    /// At most this many speeches of each game, evenly over the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    speeches: Option<u64>,

    /// Prices of tokens, over the built-in ones
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,

    /// Where the answers stand; what is there is kept, and not asked again
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints the comparison as JSON
    #[arg(long)]
    pub json: bool,
}

/// A model that can be asked.
pub struct Asked {
    /// Its name, as PROVIDER/MODEL.
    pub name: String,
    access: Access,
    settings: Settings,
}

/// A question about a speech, with the record that its answer completes.
pub trait Question: Send + 'static {
    /// What is kept of question and answer, a line of the file.
    type Record: Serialize + DeserializeOwned + Send + 'static;
    /// What tells one question from another.
    type Key: Ord;

    /// The record before there is an answer.
    fn record(&self) -> &Self::Record;

    /// Which question a record is of.
    fn key(record: &Self::Record) -> Self::Key;

    /// Whether a record has an answer that counts, so that nobody is asked again.
    fn is_answered(record: &Self::Record) -> bool;

    /// Asks.
    fn answer(self) -> impl Future<Output = Self::Record> + Send;
}

impl AskingArgs {
    /// Goes through all games, asks what nobody has answered yet, and adds the answers to the file, which stands beside the
    /// first path if none is named. Gives back the last answer to each question.
    pub fn answers<Q: Question>(
        &self,
        file: &str,
        mut questions: impl FnMut(&Story, &[Arc<Asked>]) -> Vec<Q>,
    ) -> Result<Vec<Q::Record>, Fault> {
        let path = self.out.clone().unwrap_or_else(|| beside(&self.paths, file));
        let mut answers: Vec<Q::Record> = known(&path)?;
        let models = self.models()?;
        let done: BTreeSet<Q::Key> = answers.iter().filter(|record| Q::is_answered(record)).map(Q::key).collect();
        let mut waiting = vec![];
        games::each(&games::files(&self.paths)?, |story| {
            let new = questions(&story, &models).into_iter();
            waiting.extend(new.filter(|question| !done.contains(&Q::key(question.record()))));
            Ok(())
        })?;
        let new = each(waiting, &path)?;
        if !new.is_empty() {
            out::say(format_args!("{} answers in {}", new.len(), path.display()));
        }
        answers.extend(new);
        let latest: BTreeMap<Q::Key, Q::Record> = answers.into_iter().map(|record| (Q::key(&record), record)).collect();
        Ok(latest.into_values().collect())
    }

    /// Of the speeches of a game that have words those that are asked about, evenly spread.
    pub fn speeches(&self, story: &Story) -> Vec<usize> {
        let worded: Vec<usize> =
            (0..story.speeches.len()).filter(|speech| !story.speeches[*speech].text.trim().is_empty()).collect();
        let most = self.speeches.map_or(worded.len(), |most| worded.len().min(most as usize));
        (0..most).map(|n| worded[n * worded.len() / most]).collect()
    }

    /// The language of what is printed.
    pub fn lang(&self) -> Lang {
        self.lang.or_locale()
    }

    /// The models.
    fn models(&self) -> Result<Vec<Arc<Asked>>, Fault> {
        if self.model.is_empty() {
            return Ok(vec![]);
        }
        let house = House::new(files::prices(self.prices.as_deref())?);
        runtime::block_on(async {
            let mut models = vec![];
            for name in &self.model {
                models.push(Arc::new(Asked::open(name, &house).await?));
            }
            Ok(models)
        })?
    }
}

impl Asked {
    async fn open(name: &str, house: &House) -> Result<Asked, Fault> {
        let AgentSpec::Model(spec) = AgentSpec::parse(name, &Roster::load(None)?)? else {
            return Err(Fault::input(format!("`{name}` is no model and cannot be asked; name PROVIDER/MODEL")));
        };
        let access = house.access(&spec).await;
        let access = access.map_err(|why| Fault::input(format!("the model `{name}`: {why}")))?;
        let mut sampling = spec.sampling;
        // Whoever judges is not to be moved by chance.
        sampling.temperature = sampling.temperature.or(Some(0.0));
        Ok(Asked { name: spec.model, access, settings: Settings { sampling, patience: spec.patience } })
    }

    /// Puts one question.
    pub async fn ask(&self, messages: &[Message], schema: &Value) -> Completion {
        self.access.ask(messages, schema, &self.settings).await
    }
}

/// Where answers stand by default: beside the first of these.
fn beside(paths: &[PathBuf], name: &str) -> PathBuf {
    let first = paths.first().map_or(Path::new("."), PathBuf::as_path);
    let directory = if first.is_dir() { first } else { first.parent().unwrap_or(Path::new(".")) };
    directory.join(name)
}

/// The answers that stand in a file already.
fn known<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Fault> {
    if !path.exists() {
        return Ok(vec![]);
    }
    let line = |(number, line): (usize, &str)| {
        let what = |error| format!("{}:{}: is no answer: {error}; remove the line", path.display(), number + 1);
        serde_json::from_str(line).map_err(|error| Fault::input(what(error)))
    };
    files::text(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(line).collect()
}

/// Waits for answers, a number of them at once, and adds each to a file as it comes.
fn each<Q: Question>(questions: Vec<Q>, path: &Path) -> Result<Vec<Q::Record>, Fault> {
    if questions.is_empty() {
        return Ok(vec![]);
    }
    let file = OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.map_err(|error| unwritable(path, &error))?;
    runtime::block_on(async {
        let mut waiting = questions.into_iter();
        let (mut under_way, mut answered) = (JoinSet::new(), vec![]);
        loop {
            while under_way.len() < UNDER_WAY
                && let Some(question) = waiting.next()
            {
                under_way.spawn(question.answer());
            }
            let Some(joined) = under_way.join_next().await else { return Ok(answered) };
            let answer = joined.map_err(|error| Fault::input(format!("a model could not be asked: {error}")))?;
            let line = serde_json::to_string(&answer).unwrap_or_default() + "\n";
            file.write_all(line.as_bytes()).map_err(|error| unwritable(path, &error))?;
            answered.push(answer);
        }
    })?
}
