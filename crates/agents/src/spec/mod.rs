//! What is to sit in a seat, as users write it: the name of an agent file, or inline `human`, `scripted:random`,
//! `process:COMMAND`, `PROVIDER/MODEL`.

mod file;
mod roster;

pub use file::AgentFile;
pub use roster::{Entry, Origin, Roster};

use crate::llm::catalogue::Catalogue;
use crate::llm::endpoint::{self, Endpoint, EndpointError};
use crate::llm::families::Family;
use crate::llm::settings::{Patience, Sampling};
use crate::llm::{Connections, Mind};
use crate::scripted::Script;
use lycaon_narrator::{Conditions, Interrupts};
use lycaon_rules::near;
use lycaon_transcript::Seating;
use serde_json::{Value, json};
use std::fmt;
use std::path::PathBuf;

/// What is to sit in a seat. It holds no secret, so it may be printed and recorded.
#[derive(Clone, Debug, PartialEq)]
pub enum AgentSpec {
    /// A person at the terminal.
    Human,
    /// A script.
    Scripted {
        /// Which.
        script: Script,
        /// Whether the random player says a word when it is its turn. The sensible player always speaks, and the
        /// reference player never does.
        words: bool,
    },
    /// A program that is asked over its standard input and answers over its standard output.
    Process {
        /// The program and its arguments; never empty.
        command: Vec<String>,
    },
    /// A model behind an API.
    Model(Box<ModelSpec>),
}

/// A model behind an API.
#[derive(Clone, Debug, PartialEq)]
pub struct ModelSpec {
    /// `PROVIDER/MODEL`.
    pub model: String,
    /// The family of its API, instead of the provider's own.
    pub family: Option<Family>,
    /// The environment variable with the address of the API, instead of the provider's own `FOO_BASE_URL`.
    pub base_url_env: Option<String>,
    /// The environment variable with the key, instead of the provider's own `FOO_API_KEY`.
    pub api_key_env: Option<String>,
    /// Whether its prompt holds advice on how to play each role.
    pub advice: bool,
    /// Whether a thought is asked for before each choice.
    pub thinking: bool,
    /// Whether it may keep private notes.
    pub notes: bool,
    /// When it is asked whether it breaks in between two speeches.
    pub interrupts: Interrupts,
    /// Who it is and how much it remembers.
    pub mind: Mind,
    /// How it is sampled.
    pub sampling: Sampling,
    /// How patiently it is called.
    pub patience: Patience,
    /// How many calls are made to its endpoint at a time.
    pub connections: Connections,
}

impl Default for ModelSpec {
    /// A model that thinks, remembers everything, and is asked whether it breaks in while it wants to be.
    fn default() -> Self {
        ModelSpec {
            family: None,
            model: String::new(),
            base_url_env: None,
            api_key_env: None,
            advice: false,
            thinking: true,
            notes: false,
            interrupts: Interrupts::Raised,
            mind: Mind::default(),
            sampling: Sampling::default(),
            patience: Patience::default(),
            connections: Connections::default(),
        }
    }
}

/// Why there is no such agent: one sentence that says what to change.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AgentError {
    /// Neither a file nor anything inline.
    #[error("there is no agent `{name}`{}; `lycaon agents` lists them", hint(.near))]
    Unknown {
        /// What was asked for.
        name: String,
        /// The closest name.
        near: Option<String>,
    },
    /// Several files share the short name.
    #[error("`{name}` may be {}: give the whole name", .names.join(" or "))]
    Ambiguous {
        /// What was asked for.
        name: String,
        /// The whole names.
        names: Vec<String>,
    },
    /// No script of this name.
    #[error("there is no script `{name}`{}; the scripts are {}", hint(.near), scripts().join(", "))]
    UnknownScript {
        /// What was asked for.
        name: String,
        /// The closest name.
        near: Option<String>,
    },
    /// A command that cannot be split into words, or none.
    #[error("`process:` wants a command: {0}")]
    Command(&'static str),
    /// A file or folder that cannot be read.
    #[error("cannot read {}: {error}", .path.display())]
    Unreadable {
        /// Which.
        path: PathBuf,
        /// Why.
        error: String,
    },
    /// A file that is no agent.
    #[error("{file}{}: {what}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
    Malformed {
        /// The file.
        file: String,
        /// The line, from 1, if one is to blame.
        line: Option<usize>,
        /// What is wrong, and what to write.
        what: String,
    },
    /// A model that cannot be reached as configured.
    #[error(transparent)]
    Endpoint(#[from] EndpointError),
}

fn hint(near: &Option<String>) -> String {
    near.as_ref().map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
}

fn scripts() -> Vec<&'static str> {
    Script::ALL.iter().map(|script| script.name()).collect()
}

impl AgentSpec {
    /// Reads what a user wrote: a file of the roster by its name, else one of the inline forms.
    ///
    /// # Errors
    /// When it is neither, or when the file it names is malformed.
    pub fn parse(text: &str, roster: &Roster) -> Result<AgentSpec, AgentError> {
        let text = text.trim();
        if let Some(command) = text.strip_prefix("process:") {
            return Ok(AgentSpec::Process { command: words(command)? });
        }
        if let Some(name) = text.strip_prefix("scripted:") {
            return script(name).map(|script| AgentSpec::Scripted { script, words: false });
        }
        if let Some(entry) = roster.find(text)? {
            return entry.file.as_ref().map(|file| file.spec.clone()).map_err(Clone::clone);
        }
        match text.split_once('/') {
            _ if text == "human" => Ok(AgentSpec::Human),
            Some((folder, _)) if !roster::is_built_in_folder(folder) => model(text, roster.providers()?),
            _ => Err(AgentError::Unknown { name: text.into(), near: near(text, roster.every_name()) }),
        }
    }
}

impl AgentSpec {
    /// What the header of a transcript says of an agent that was given by this name, without secrets.
    #[must_use]
    pub fn seating(&self, name: &str) -> Seating {
        let (model, mut settings) = match self {
            AgentSpec::Model(spec) => (
                Some(spec.model.clone()),
                json!({
                    "family": spec.family,
                    "advice": spec.advice,
                    "thinking": spec.thinking,
                    "notes": spec.notes,
                    "interrupts": spec.interrupts,
                    "history": spec.mind.history,
                    "persona": spec.mind.persona,
                    "sampling": spec.sampling,
                    "patience": spec.patience,
                }),
            ),
            AgentSpec::Scripted { script, words } => (None, json!({ "policy": script.name(), "words": words })),
            AgentSpec::Process { command } => (None, json!({ "command": command })),
            AgentSpec::Human => (None, Value::Null),
        };
        if let AgentSpec::Model(spec) = self
            && spec.mind.manner
        {
            settings["manner"] = true.into();
        }
        Seating { agent: name.to_owned(), model, settings }
    }
}

/// The script of a name.
fn script(name: &str) -> Result<Script, AgentError> {
    Script::from_name(name).ok_or_else(|| AgentError::UnknownScript {
        name: name.into(),
        near: near(name, Script::ALL.iter().map(|script| script.name())),
    })
}

/// The most tokens of an answer from a server of one's own, where neither an agent file nor the file of providers has a
/// say. Such servers often set no bound, and a small model held to a schema may then write white space for minutes.
const OWN_SERVER_TOKENS: u32 = 768;

/// A model with everything else at its default. Its form is checked, its address and key are not.
fn model(text: &str, providers: &Catalogue) -> Result<AgentSpec, AgentError> {
    let (provider, _) = endpoint::split(text)?;
    let profile = providers.profile(provider, None);
    let mut spec = ModelSpec { model: text.into(), ..ModelSpec::default() };
    let unbounded = !profile.needs_key && profile.max_tokens.is_none();
    spec.sampling.max_tokens = unbounded.then_some(OWN_SERVER_TOKENS);
    Ok(AgentSpec::Model(Box::new(spec)))
}

impl ModelSpec {
    /// What of its prompts is a condition of an experiment.
    #[must_use]
    pub fn conditions(&self) -> Conditions {
        let ModelSpec { advice, thinking, notes, interrupts, .. } = *self;
        Conditions { advice, thinking, notes, interrupts }
    }

    /// What its endpoint is known by: the models of one provider at one address share their connections.
    #[must_use]
    pub fn endpoint_key(&self) -> (&str, Option<&str>) {
        let provider = self.model.split_once('/').map_or(&*self.model, |(provider, _)| provider);
        (provider, self.base_url_env.as_deref())
    }

    /// Where the model is reached, with variables looked up by `env`. One of them may name the user's file of providers.
    ///
    /// # Errors
    /// When that file is none, the provider is not known and no variable gives its address, or it wants a key and has
    /// none.
    pub fn endpoint(&self, env: impl Fn(&str) -> Option<String>) -> Result<Endpoint, EndpointError> {
        let providers = Catalogue::of(&env)?;
        Endpoint::find(&self.model, self.family, &providers, |variable| match (&self.base_url_env, &self.api_key_env) {
            (Some(own), _) if variable.ends_with("_BASE_URL") => env(own),
            (_, Some(own)) if variable.ends_with("_API_KEY") => env(own),
            _ => env(variable),
        })
    }
}

impl fmt::Display for AgentSpec {
    /// The inline form, for listings and headers.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AgentSpec::Human => f.write_str("human"),
            AgentSpec::Scripted { script, .. } => write!(f, "scripted:{}", script.name()),
            AgentSpec::Process { command } => write!(f, "process:{}", command.join(" ")),
            AgentSpec::Model(model) => f.write_str(&model.model),
        }
    }
}

/// A command line split into words at white space; quotes keep white space, and a backslash the next character.
fn words(command: &str) -> Result<Vec<String>, AgentError> {
    let mut words: Vec<String> = vec![];
    let mut word: Option<String> = None;
    let mut quote: Option<char> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match (letter, quote) {
            ('\\', None | Some('"')) => {
                let next = letters.next().ok_or(AgentError::Command("it ends in a backslash"))?;
                word.get_or_insert_default().push(next);
            }
            (end, Some(open)) if end == open => quote = None,
            ('\'' | '"', None) => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            (space, None) if space.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match (quote, words.is_empty()) {
        (Some(_), _) => Err(AgentError::Command("a quote is not closed")),
        (None, true) => Err(AgentError::Command("write it behind the colon, such as process:./my-agent")),
        (None, false) => Ok(words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<AgentSpec, AgentError> {
        AgentSpec::parse(text, &Roster::built_in())
    }

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn every_inline_form_is_read() {
        assert_eq!(parse("human").unwrap(), AgentSpec::Human);
        for script in Script::ALL {
            let spec = parse(&format!("scripted:{}", script.name())).unwrap();
            assert_eq!(spec, AgentSpec::Scripted { script, words: false });
        }
        let AgentSpec::Model(model) = parse("openrouter/meta-llama/llama:free").unwrap() else { panic!("a model") };
        assert_eq!(model.model, "openrouter/meta-llama/llama:free");
        let program = parse(r#"process:./a "b c" 'd"e' f\ g"#).unwrap();
        let words = ["./a", "b c", "d\"e", "f g"].map(String::from).to_vec();
        assert_eq!(program, AgentSpec::Process { command: words });
    }

    #[test]
    fn files_are_found_by_their_whole_name_or_its_last_part() {
        let sensible = AgentSpec::Scripted { script: Script::Heuristic, words: false };
        assert_eq!(parse("scripted/heuristic").unwrap(), sensible);
        assert_eq!(parse(" heuristic ").unwrap(), sensible);
    }

    #[test]
    fn every_built_in_agent_is_sound_and_says_what_it_is() {
        for entry in Roster::built_in().iter() {
            let file = entry.file.as_ref().unwrap();
            assert!(!file.zh.is_empty() && !file.en.is_empty(), "{}", entry.name);
            let spec = parse(&entry.name).unwrap();
            assert_eq!(spec, file.spec);
        }
    }

    #[test]
    fn misspelt_names_are_met_with_what_was_meant() {
        assert!(error("heurstic").contains("did you mean `heuristic`?"));
        assert!(error("scripted/heurstic").contains("did you mean `scripted/heuristic`?"));
        assert!(error("scripted:rnadom").contains("did you mean `random`?"));
        assert!(error("hmuan").contains("did you mean `human`?"));
        assert!(error("zzzzzzzz").contains("`lycaon agents` lists them"));
        assert!(error("process: ").contains("write it behind the colon"));
        assert!(error("process:a 'b").contains("not closed"));
        assert!(error("foo/").contains("PROVIDER/MODEL"));
    }

    #[test]
    fn the_user_s_providers_and_the_family_of_the_agent_are_heeded() {
        let dir = std::env::temp_dir().join(format!("lycaon-providers-{}", std::process::id()));
        std::fs::create_dir_all(&dir).unwrap();
        let path = dir.join("my.toml");
        let endpoint = |text: &str, family| {
            std::fs::write(&path, text).unwrap();
            let spec = ModelSpec { model: "mine/m".into(), family, ..ModelSpec::default() };
            spec.endpoint(|name| (name == "LYCAON_PROVIDERS").then(|| path.display().to_string()))
        };
        let mine = "[mine]\nbase_url = \"http://h/v1\"\nfamily = \"anthropic\"";
        assert_eq!(endpoint(mine, None).unwrap().profile().family, Family::Anthropic);
        assert_eq!(endpoint(mine, Some(Family::Chat)).unwrap().profile().family, Family::Chat);
        let error = endpoint("[mine]\nbase = 1", None).unwrap_err().to_string();
        assert!(error.contains("my.toml:2: ") && error.contains("`base`"), "{error}");
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn answers_are_bounded_where_nobody_else_bounds_them() {
        let mine = "[cloud]\nbase_url = \"https://h/v1\"\nneeds_key = true\n\
                    [lab]\nbase_url = \"http://h/v1\"\nmax_tokens = 4000\n[den]\nbase_url = \"http://h/v1\"";
        let providers = Catalogue::built_in().clone().with("my.toml", mine).unwrap();
        let bound = |text: &str| match model(text, &providers).unwrap() {
            AgentSpec::Model(spec) => spec.sampling.max_tokens,
            other => panic!("{other}"),
        };
        assert_eq!([bound("openai/m"), bound("cloud/m"), bound("lab/m")], [None; 3]);
        assert_eq!([bound("den/m"), bound("foo/m"), bound("ollama/m")], [Some(OWN_SERVER_TOKENS); 3]);
    }

    #[test]
    fn an_unknown_provider_is_told_which_variable_it_needs() {
        let AgentSpec::Model(model) = parse("foo/m").unwrap() else { panic!("a model") };
        assert!(model.endpoint(|_| None).unwrap_err().to_string().contains("FOO_BASE_URL"));
    }
}
