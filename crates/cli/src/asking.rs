//! Models that are asked about recorded games, outside of any game.

use crate::fault::Fault;
use crate::files::{self, unwritable};
use crate::runtime;
use lycaon_agents::llm::provider::Completion;
use lycaon_agents::llm::{self, Access, Gate, Settings};
use lycaon_agents::spec::{AgentSpec, Roster};
use lycaon_transcript::call::Message;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use std::fmt::Display;
use std::fs::OpenOptions;
use std::future::Future;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::task::JoinSet;

/// How many questions are under way at once; the gate of an endpoint may let in fewer.
const UNDER_WAY: usize = 32;

/// The flags for it.
#[derive(clap::Args, Clone, Debug)]
pub struct ModelArgs {
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
}

/// A model that can be asked.
pub struct Asked {
    /// Its name, as PROVIDER/MODEL.
    pub name: String,
    access: Access,
    settings: Settings,
}

impl ModelArgs {
    /// The models.
    pub fn models(&self) -> Result<Vec<Arc<Asked>>, Fault> {
        self.model.iter().map(|name| self.open(name)).collect()
    }

    /// Of so many speeches those that are asked about, evenly spread.
    pub fn chosen(&self, speeches: &[usize]) -> Vec<usize> {
        let most = self.speeches.map_or(speeches.len(), |most| speeches.len().min(most as usize));
        (0..most).map(|n| speeches[n * speeches.len() / most]).collect()
    }

    fn open(&self, name: &str) -> Result<Arc<Asked>, Fault> {
        let AgentSpec::Model(spec) = AgentSpec::parse(name, &Roster::load(None)?)? else {
            return Err(Fault::input(format!("`{name}` is no model and cannot be asked; name PROVIDER/MODEL")));
        };
        let unusable = |why: &dyn Display| Fault::input(format!("the model `{name}`: {why}"));
        let endpoint = spec.endpoint(|variable| std::env::var(variable).ok()).map_err(|error| unusable(&error))?;
        let provider = llm::open(endpoint, &spec.patience).map_err(|error| unusable(&error))?;
        let price = files::prices(self.prices.as_deref())?.of(&spec.model);
        let access = Access::new(provider, Gate::new(spec.connections), price);
        let mut sampling = spec.sampling;
        // Whoever judges is not to be moved by chance.
        sampling.temperature = sampling.temperature.or(Some(0.0));
        Ok(Arc::new(Asked { name: spec.model, access, settings: Settings { sampling, patience: spec.patience } }))
    }
}

impl Asked {
    /// Puts one question.
    pub async fn ask(&self, messages: &[Message], schema: &Value) -> Completion {
        self.access.ask(messages, schema, &self.settings).await
    }
}

/// Where answers stand by default: beside the first of these.
pub fn beside(paths: &[PathBuf], name: &str) -> PathBuf {
    let first = paths.first().map_or(Path::new("."), PathBuf::as_path);
    let directory = if first.is_dir() { first } else { first.parent().unwrap_or(Path::new(".")) };
    directory.join(name)
}

/// The answers that stand in a file already.
pub fn known<T: DeserializeOwned>(path: &Path) -> Result<Vec<T>, Fault> {
    if !path.exists() {
        return Ok(vec![]);
    }
    let line = |(number, line): (usize, &str)| {
        let what = |error| format!("{}:{}: is no answer: {error}; remove the line", path.display(), number + 1);
        serde_json::from_str(line).map_err(|error| Fault::input(what(error)))
    };
    files::text(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(line).collect()
}

/// Of several answers to one question the last, in the order of the questions' names.
pub fn latest<T, K: Ord>(answers: Vec<T>, key: impl Fn(&T) -> K) -> Vec<T> {
    let keyed = answers.into_iter().map(|answer| (key(&answer), answer));
    keyed.collect::<std::collections::BTreeMap<K, T>>().into_values().collect()
}

/// Waits for answers, a number of them at once, and adds each to a file as it comes.
pub fn each<T, F>(answers: Vec<F>, path: &Path) -> Result<Vec<T>, Fault>
where
    T: Serialize + Send + 'static,
    F: Future<Output = T> + Send + 'static,
{
    if answers.is_empty() {
        return Ok(vec![]);
    }
    let file = OpenOptions::new().create(true).append(true).open(path);
    let mut file = file.map_err(|error| unwritable(path, &error))?;
    runtime::block_on(async {
        let mut waiting = answers.into_iter();
        let (mut under_way, mut answered) = (JoinSet::new(), vec![]);
        loop {
            while under_way.len() < UNDER_WAY
                && let Some(answer) = waiting.next()
            {
                under_way.spawn(answer);
            }
            let Some(joined) = under_way.join_next().await else { return Ok(answered) };
            let answer = joined.map_err(|error| Fault::input(format!("a model could not be asked: {error}")))?;
            let line = serde_json::to_string(&answer).unwrap_or_default() + "\n";
            file.write_all(line.as_bytes()).map_err(|error| unwritable(path, &error))?;
            answered.push(answer);
        }
    })?
}
