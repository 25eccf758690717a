//! The agent files that can be named: those built in, those in `./agents`, those in a directory the user gives. A later
//! one replaces an earlier one of the same name.

use super::{AgentError, AgentFile};
use crate::llm::catalogue::{Catalogue, CatalogueError};
use std::collections::BTreeMap;
use std::fmt;
use std::path::{Path, PathBuf};

macro_rules! built_in {
    ($($name:literal)+) => {
        &[ $( ($name, include_str!(concat!("../../../../agents/", $name, ".toml"))) ),+ ]
    };
}

/// The agents that come with the program.
const BUILT_IN: &[(&str, &str)] = built_in! {
    "human" "scripted/random" "scripted/oracle" "scripted/easy" "scripted/heuristic" "scripted/hard" "llm/openai"
    "llm/anthropic" "llm/ollama" "llm/vllm" "llm/openrouter" "llm/deepseek" "llm/local"
};

/// How deep folders of agents may be nested.
const DEPTH_MAX: usize = 4;

/// The directory that is looked into without being named.
const USUAL: &str = "agents";

/// Where an agent file comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    /// Built into the program.
    BuiltIn,
    /// A file.
    File(PathBuf),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::BuiltIn => f.write_str("built in"),
            Origin::File(path) => path.display().fmt(f),
        }
    }
}

/// An agent file that can be named.
#[derive(Debug)]
pub struct Entry {
    /// Its name: the path below the directory, without `.toml`.
    pub name: String,
    /// Where it comes from.
    pub origin: Origin,
    /// What it holds, or what is wrong with it. A malformed file troubles nobody who does not name it.
    pub file: Result<AgentFile, AgentError>,
}

/// The agent files that can be named, and the providers of models that need no file.
#[derive(Debug)]
pub struct Roster {
    entries: BTreeMap<String, Entry>,
    /// The providers, or what is wrong with the user's file of them. It troubles nobody who names no model.
    providers: Result<Catalogue, CatalogueError>,
}

impl Roster {
    /// The agents that come with the program.
    #[must_use]
    pub fn built_in() -> Self {
        let entry = |(name, text): &(&str, &str)| {
            let file = AgentFile::read(&format!("the built-in agent {name}"), text);
            ((*name).to_owned(), Entry { name: (*name).to_owned(), origin: Origin::BuiltIn, file })
        };
        Roster { entries: BUILT_IN.iter().map(entry).collect(), providers: Ok(Catalogue::built_in().clone()) }
    }

    /// The agents that come with the program, those in `./agents` if there is such a directory, and those in `dir`; and
    /// the providers, with the user's file over them that the environment may name.
    ///
    /// # Errors
    /// When a directory cannot be read. A malformed file is an error only to who names it.
    pub fn load(dir: Option<&Path>) -> Result<Self, AgentError> {
        let providers = Catalogue::of(|variable| std::env::var(variable).ok());
        let mut roster = Roster { providers, ..Roster::built_in() };
        let usual = Path::new(USUAL);
        if usual.is_dir() {
            roster.add(usual)?;
        }
        dir.map_or(Ok(()), |dir| roster.add(dir))?;
        Ok(roster)
    }

    /// Adds the files of a directory and of its folders.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn add(&mut self, dir: &Path) -> Result<(), AgentError> {
        self.add_folder(dir, "", 0)
    }

    fn add_folder(&mut self, dir: &Path, prefix: &str, depth: usize) -> Result<(), AgentError> {
        let unreadable = |error: std::io::Error| AgentError::Unreadable { path: dir.into(), error: error.to_string() };
        let mut paths: Vec<PathBuf> = vec![];
        for entry in std::fs::read_dir(dir).map_err(unreadable)? {
            paths.push(entry.map_err(unreadable)?.path());
        }
        paths.sort();
        for path in paths {
            let Some(stem) = path.file_stem().and_then(|stem| stem.to_str()) else { continue };
            let name = format!("{prefix}{stem}");
            if path.is_dir() && depth < DEPTH_MAX {
                self.add_folder(&path, &format!("{name}/"), depth + 1)?;
            } else if path.extension().is_some_and(|extension| extension == "toml") {
                let file = read(&path);
                self.entries.insert(name.clone(), Entry { name, origin: Origin::File(path), file });
            }
        }
        Ok(())
    }

    /// The providers of models.
    ///
    /// # Errors
    /// When the user's file of them cannot be used.
    pub(super) fn providers(&self) -> Result<&Catalogue, AgentError> {
        self.providers.as_ref().map_err(|error| AgentError::Endpoint(error.clone().into()))
    }

    /// Every agent file, by name.
    pub fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.values()
    }

    /// The agent file of this name, or of this last part of a name if only one has it.
    ///
    /// # Errors
    /// When several have it.
    pub fn find(&self, name: &str) -> Result<Option<&Entry>, AgentError> {
        if let Some(entry) = self.entries.get(name) {
            return Ok(Some(entry));
        }
        let named: Vec<&Entry> = self.iter().filter(|entry| last_part(&entry.name) == name).collect();
        match named.as_slice() {
            [] => Ok(None),
            [entry] => Ok(Some(entry)),
            several => {
                let names = several.iter().map(|entry| entry.name.clone()).collect();
                Err(AgentError::Ambiguous { name: name.into(), names })
            }
        }
    }

    /// Everything that a misspelt name may have meant.
    pub(super) fn every_name(&self) -> impl Iterator<Item = &str> {
        self.entries.keys().flat_map(|name| [name.as_str(), last_part(name)])
    }
}

/// Whether agents that come with the program lie in a folder of this name; it names no provider of models then.
pub(super) fn is_built_in_folder(folder: &str) -> bool {
    BUILT_IN.iter().any(|(name, _)| name.split_once('/').is_some_and(|(first, _)| first == folder))
}

fn last_part(name: &str) -> &str {
    name.rsplit_once('/').map_or(name, |(_, last)| last)
}

fn read(path: &Path) -> Result<AgentFile, AgentError> {
    let text = std::fs::read_to_string(path)
        .map_err(|error| AgentError::Unreadable { path: path.into(), error: error.to_string() })?;
    AgentFile::read(&path.display().to_string(), &text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spec::AgentSpec;

    #[test]
    fn a_directory_adds_to_the_built_in_agents_and_replaces_them() {
        let dir = std::env::temp_dir().join(format!("lycaon-roster-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("mine")).unwrap();
        std::fs::write(dir.join("human.toml"), "kind = \"scripted\"\npolicy = \"random\"").unwrap();
        std::fs::write(dir.join("mine/bold.toml"), "kind = \"human\"").unwrap();
        std::fs::write(dir.join("mine/broken.toml"), "kind = ").unwrap();
        std::fs::write(dir.join("notes.md"), "no agent").unwrap();
        let roster = Roster::load(Some(&dir)).unwrap();
        let parse = |name: &str| AgentSpec::parse(name, &roster);
        assert!(matches!(parse("human"), Ok(AgentSpec::Scripted { .. })));
        assert_eq!(parse("bold").unwrap(), AgentSpec::Human);
        assert!(parse("mine/broken").unwrap_err().to_string().contains("broken.toml:1: "));
        assert!(parse("notes").is_err());
        std::fs::remove_dir_all(&dir).unwrap();
        let gone = Roster::load(Some(&dir)).unwrap_err().to_string();
        assert!(gone.starts_with("cannot read "), "{gone}");
    }

    #[test]
    fn a_short_name_that_two_files_share_is_asked_about() {
        let mut roster = Roster::built_in();
        let entry = |name: &str| Entry {
            name: name.into(),
            origin: Origin::BuiltIn,
            file: AgentFile::read(name, "kind = \"human\""),
        };
        for name in ["a/same", "b/same"] {
            roster.entries.insert(name.into(), entry(name));
        }
        let error = roster.find("same").unwrap_err().to_string();
        assert!(error.contains("a/same or b/same"), "{error}");
    }
}
