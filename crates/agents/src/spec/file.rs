//! Agent files: one agent in one TOML file.

use super::{AgentError, AgentSpec, ModelSpec, script};
use crate::llm::endpoint;
use crate::llm::families::Family;
use crate::llm::settings::{Patience, Sampling};
use crate::llm::{Connections, History, Mind};
use lycaon_narrator::Interrupts;
use serde::Deserialize;

/// An agent as its file defines it.
#[derive(Clone, Debug, PartialEq)]
pub struct AgentFile {
    /// What it is, in Chinese.
    pub zh: String,
    /// What it is, in English.
    pub en: String,
    /// What sits down.
    pub spec: AgentSpec,
    /// The keys as they are written, for who changes some of them.
    pub keys: toml::Table,
}

/// The kinds of agents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Kind {
    Human,
    Scripted,
    Process,
    Llm,
}

/// What a file may hold. Which keys belong to which kind is checked afterwards, so that the message can say it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keys {
    kind: Kind,
    #[serde(default)]
    zh: String,
    #[serde(default)]
    en: String,
    policy: Option<String>,
    words: Option<bool>,
    command: Option<Vec<String>>,
    model: Option<String>,
    family: Option<Family>,
    base_url_env: Option<String>,
    api_key_env: Option<String>,
    advice: Option<bool>,
    thinking: Option<bool>,
    notes: Option<bool>,
    interrupts: Option<Interrupts>,
    history: Option<History>,
    persona: Option<String>,
    connections: Option<Connections>,
    sampling: Option<Sampling>,
    patience: Option<Patience>,
}

impl AgentFile {
    /// Reads a file; `name` is what it is called in messages.
    ///
    /// # Errors
    /// When the text is no TOML, has unknown keys, or lacks a key of its kind. The message names file, line and key.
    pub fn read(name: &str, text: &str) -> Result<AgentFile, AgentError> {
        let wrong = |line, what: String| AgentError::Malformed { file: name.into(), line, what };
        let keys: Keys = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            wrong(line, explained(error.message()))
        })?;
        let of_kind = |error: AgentError| match error {
            AgentError::Malformed { .. } => error,
            other => wrong(None, other.to_string()),
        };
        if let Some((key, kind)) = keys.misplaced() {
            let what = format!("`{key}` is a key of kind = \"{kind}\", and this file is of another kind");
            return Err(wrong(line_of(text, key), what));
        }
        let missing = |key: &str, example: &str| wrong(None, format!("the key `{key}` is missing; write {example}"));
        let spec = match keys.kind {
            Kind::Human => AgentSpec::Human,
            Kind::Scripted => {
                let name = keys.policy.ok_or_else(|| missing("policy", "policy = \"heuristic\", for instance"))?;
                AgentSpec::Scripted { script: script(&name).map_err(of_kind)?, words: keys.words.unwrap_or(false) }
            }
            Kind::Process => match keys.command {
                Some(command) if !command.is_empty() => AgentSpec::Process { command },
                _ => return Err(missing("command", "command = [\"./my-agent\", \"--fast\"], for instance")),
            },
            Kind::Llm => {
                let name = keys.model.ok_or_else(|| missing("model", "model = \"PROVIDER/MODEL\""))?;
                endpoint::split(&name).map_err(|error| of_kind(error.into()))?;
                let usual = ModelSpec::default();
                AgentSpec::Model(Box::new(ModelSpec {
                    model: name,
                    family: keys.family,
                    base_url_env: keys.base_url_env,
                    api_key_env: keys.api_key_env,
                    advice: keys.advice.unwrap_or(usual.advice),
                    thinking: keys.thinking.unwrap_or(usual.thinking),
                    notes: keys.notes.unwrap_or(usual.notes),
                    interrupts: keys.interrupts.unwrap_or(usual.interrupts),
                    mind: Mind {
                        history: keys.history.unwrap_or_default(),
                        persona: keys.persona.unwrap_or_default().trim().to_owned(),
                        manner: false,
                    },
                    sampling: keys.sampling.unwrap_or_default(),
                    patience: keys.patience.unwrap_or_default(),
                    connections: keys.connections.unwrap_or_default(),
                }))
            }
        };
        let written = toml::from_str(text).map_err(|error| wrong(None, explained(error.message())))?;
        Ok(AgentFile { zh: keys.zh, en: keys.en, spec, keys: written })
    }
}

impl Keys {
    /// The first key that is there and belongs to another kind, with that kind.
    fn misplaced(&self) -> Option<(&'static str, &'static str)> {
        let keys = [
            ("policy", self.policy.is_some(), Kind::Scripted, "scripted"),
            ("words", self.words.is_some(), Kind::Scripted, "scripted"),
            ("command", self.command.is_some(), Kind::Process, "process"),
            ("model", self.model.is_some(), Kind::Llm, "llm"),
            ("family", self.family.is_some(), Kind::Llm, "llm"),
            ("base_url_env", self.base_url_env.is_some(), Kind::Llm, "llm"),
            ("api_key_env", self.api_key_env.is_some(), Kind::Llm, "llm"),
            ("advice", self.advice.is_some(), Kind::Llm, "llm"),
            ("thinking", self.thinking.is_some(), Kind::Llm, "llm"),
            ("notes", self.notes.is_some(), Kind::Llm, "llm"),
            ("interrupts", self.interrupts.is_some(), Kind::Llm, "llm"),
            ("history", self.history.is_some(), Kind::Llm, "llm"),
            ("persona", self.persona.is_some(), Kind::Llm, "llm"),
            ("connections", self.connections.is_some(), Kind::Llm, "llm"),
            ("sampling", self.sampling.is_some(), Kind::Llm, "llm"),
            ("patience", self.patience.is_some(), Kind::Llm, "llm"),
        ];
        keys.iter().find(|(_, there, kind, _)| *there && *kind != self.kind).map(|(key, _, _, kind)| (*key, *kind))
    }
}

/// The line, from 1, on which a key or table begins.
fn line_of(text: &str, key: &str) -> Option<usize> {
    text.lines().position(|line| line.trim_start().trim_start_matches('[').starts_with(key)).map(|line| line + 1)
}

/// The parser's message in one line, with what to do about keys that people try to write down.
fn explained(message: &str) -> String {
    let message = message.trim().replace('\n', " ");
    let secret = ["api_key`", "key`", "token`", "secret`", "authorization`"];
    if secret.iter().any(|word| {
        message.starts_with("unknown field") && message.split(',').next().is_some_and(|first| first.ends_with(word))
    }) {
        return "a key never stands in a file: put it in an environment variable and name that with `api_key_env`"
            .into();
    }
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::Script;

    fn error(text: &str) -> String {
        AgentFile::read("agents/x.toml", text).unwrap_err().to_string()
    }

    #[test]
    fn a_model_file_holds_everything_but_the_key() {
        let text = "kind = \"llm\"\nmodel = \"foo/bar/baz\"\napi_key_env = \"MY_KEY\"\n[sampling]\ntemperature = 0.5\n[patience]\nretries = 2\n";
        let AgentSpec::Model(spec) = AgentFile::read("x", text).unwrap().spec else { panic!("a model") };
        assert_eq!(
            (spec.model.as_str(), spec.sampling.temperature, spec.patience.retries),
            ("foo/bar/baz", Some(0.5), 2)
        );
        let env = |name: &str| match name {
            "MY_KEY" => Some("sk-123456789".to_owned()),
            "FOO_BASE_URL" => Some("http://h/v1".to_owned()),
            _ => None,
        };
        assert_eq!(spec.endpoint(env).unwrap().model(), "bar/baz");
    }

    #[test]
    fn every_condition_of_an_experiment_can_be_set() {
        let text = "kind = \"llm\"\nmodel = \"foo/m\"\nadvice = true\nthinking = false\nnotes = true\n\
                    interrupts = \"own_turn\"\nhistory = { last_days = 2 }\npersona = \" a bold liar \"\n\
                    [connections]\nmax = 4\n";
        let AgentSpec::Model(spec) = AgentFile::read("x", text).unwrap().spec else { panic!("a model") };
        let conditions = spec.conditions();
        assert_eq!((conditions.advice, conditions.thinking, conditions.notes), (true, false, true));
        assert_eq!(conditions.interrupts, Interrupts::OwnTurn);
        assert_eq!(spec.mind, Mind { history: History::LastDays(2), persona: "a bold liar".into(), manner: false });
        assert_eq!((spec.connections.max, spec.connections.start), (4, 20));
        assert!(error("kind = \"llm\"\nmodel = \"foo/m\"\nhistory = \"some\"").starts_with("agents/x.toml:3: "));
        assert!(error("kind = \"human\"\nnotes = true").starts_with("agents/x.toml:2: `notes` is a key of"));
    }

    #[test]
    fn scripts_and_programs_are_read() {
        let spec = |text: &str| AgentFile::read("x", text).unwrap().spec;
        let script = spec("kind = \"scripted\"\npolicy = \"random\"\nwords = true");
        assert_eq!(script, AgentSpec::Scripted { script: Script::Random, words: true });
        let program = spec("kind = \"process\"\ncommand = [\"./a\", \"b c\"]");
        assert_eq!(program, AgentSpec::Process { command: vec!["./a".into(), "b c".into()] });
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        assert!(error("kind = \"llm\"\nmodle = \"a/b\"").starts_with("agents/x.toml:2: unknown field `modle`"));
        assert!(error("kind = \"robot\"").starts_with("agents/x.toml:1: unknown variant `robot`"));
        assert!(error("kind = \"human\"\n\npolicy = \"random\"").starts_with("agents/x.toml:3: `policy` is a key of"));
        assert!(error("kind = \"scripted\"\npolicy = \"heurstic\"").contains("did you mean `heuristic`?"));
        assert!(error("kind = \"llm\"").contains("`model` is missing"));
        assert!(error("kind = \"process\"\ncommand = []").contains("`command` is missing"));
        assert!(error("kind = \"llm\"\nmodel = \"gpt\"").contains("PROVIDER/MODEL"));
    }

    #[test]
    fn keys_in_files_are_refused_without_repeating_them() {
        let message = error("kind = \"llm\"\nmodel = \"openai/x\"\napi_key = \"sk-verysecret\"");
        assert!(message.starts_with("agents/x.toml:3: ") && message.contains("`api_key_env`"), "{message}");
        assert!(!message.contains("verysecret"));
    }
}
