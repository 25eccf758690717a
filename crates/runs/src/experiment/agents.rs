//! The agents of an experiment, as they are set up under one combination of conditions.

use super::file::{AgentKeys, Models};
use lycaon_agents::spec::{AgentFile, AgentSpec, Roster};

/// An agent that takes part.
#[derive(Clone, Debug, PartialEq)]
pub struct Contender {
    /// Its name in the experiment.
    pub name: String,
    /// What sits down.
    pub spec: AgentSpec,
}

impl Contender {
    /// Looks an agent up, and sets what is set for every model if it is one.
    pub(super) fn read(name: &str, keys: &AgentKeys, models: &Models, roster: &Roster) -> Result<Self, String> {
        let there = |error: &dyn std::fmt::Display| format!("[agents] {name}: {error}");
        let table = match keys {
            AgentKeys::Inline(table) => table.clone(),
            AgentKeys::Named(text) => match AgentSpec::parse(text, roster).map_err(|error| there(&error))? {
                spec @ AgentSpec::Model(_) => keys_of(text, &spec, roster).map_err(|error| there(&error))?,
                spec => return Contender { name: name.into(), spec }.without_people(),
            },
        };
        let mut table = table;
        if table.get("kind").and_then(toml::Value::as_str) == Some("llm") {
            models.set_in(&mut table);
        }
        let text = toml::to_string(&table).map_err(|error| there(&error))?;
        let file = AgentFile::read(&format!("[agents] {name}"), &text).map_err(|error| error.to_string())?;
        Contender { name: name.into(), spec: file.spec }.without_people()
    }

    /// Refuses people, who cannot be asked thousands of times.
    fn without_people(self) -> Result<Self, String> {
        match self.spec {
            AgentSpec::Human => Err(format!("[agents] {}: a run seats no people; use `lycaon play`", self.name)),
            _ => Ok(self),
        }
    }
}

/// The keys of the file of a model that was named, or of a model named inline.
fn keys_of(text: &str, spec: &AgentSpec, roster: &Roster) -> Result<toml::Table, String> {
    match roster.find(text).map_err(|error| error.to_string())? {
        Some(entry) => entry.file.as_ref().map(|file| file.keys.clone()).map_err(|error| error.to_string()),
        None => {
            let mut keys = toml::Table::new();
            keys.insert("kind".into(), "llm".into());
            keys.insert("model".into(), spec.to_string().into());
            Ok(keys)
        }
    }
}
