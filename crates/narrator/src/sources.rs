//! Where the prompts come from: the files built into the program, and a directory that may replace some of them.

use crate::lang::Lang;
use lycaon_rules::near;
use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

/// What is wrong with a set of prompts: one sentence that names the file, where it helps the line, and what to do.
#[derive(Debug, thiserror::Error)]
pub enum PromptError {
    /// A file or directory cannot be read.
    #[error("{}: cannot be read: {error}", .path.display())]
    Unreadable {
        /// The file or directory.
        path: PathBuf,
        /// What the system says.
        error: std::io::Error,
    },
    /// The directory is not laid out like `prompts/`.
    #[error("{}: has no folder `zh` or `en`; lay it out as `prompts/` is, such as {}/zh/facts.toml", .dir.display(), .dir.display())]
    NoLanguage {
        /// The directory.
        dir: PathBuf,
    },
    /// A file replaces nothing.
    #[error("{}: replaces no prompt file{}; the files are {known}", .path.display(), hint(.near))]
    UnknownFile {
        /// The file.
        path: PathBuf,
        /// The built-in file whose name is closest, if one is close.
        near: Option<String>,
        /// The names of the built-in files.
        known: String,
    },
    /// A line is not TOML, not a template, or uses a value that is not there.
    #[error("{}:{line}: {why}", .path.display())]
    Malformed {
        /// The file.
        path: PathBuf,
        /// The line, from 1.
        line: usize,
        /// What is wrong with it.
        why: String,
    },
    /// The file lacks a key that the built-in file has.
    #[error("{}: the key `{key}` is missing; copy it from the built-in file", .path.display())]
    MissingKey {
        /// The file.
        path: PathBuf,
        /// The key, with its table.
        key: String,
    },
    /// The program asked for a text that no file has.
    #[error("there is no prompt `{key}`")]
    NoText {
        /// The name of the text.
        key: String,
    },
}

/// A question after the name that was probably meant.
pub(crate) fn hint(near: &Option<String>) -> String {
    near.as_ref().map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default()
}

/// One prompt file.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// The name, such as `facts.toml`.
    pub name: &'static str,
    /// Where it was read; for built-in files, their path in the repository.
    pub path: PathBuf,
    /// What it says.
    pub text: Cow<'static, str>,
}

macro_rules! embedded {
    ($($name:literal)+) => {
        /// The names of the prompt files of each language.
        const NAMES: &[&str] = &[ $($name),+ ];

        fn embedded_text(lang: Lang, name: &str) -> &'static str {
            match (lang, name) {
                $(
                    (Lang::Zh, $name) => include_str!(concat!("../../../prompts/zh/", $name)),
                    (Lang::En, $name) => include_str!(concat!("../../../prompts/en/", $name)),
                )+
                _ => unreachable!("only names of the list are asked for"),
            }
        }
    };
}

embedded! {
    "advice.toml" "after.j2" "ask.toml" "choices.toml" "complaints.toml" "events.toml" "facts.toml" "memory.toml"
    "options.toml" "probe.toml" "roles.toml" "rules.j2" "system.j2" "ui.toml" "words.toml"
}

/// The built-in files, sorted by name.
pub(crate) fn embedded(lang: Lang) -> Vec<Source> {
    NAMES
        .iter()
        .map(|name| Source {
            name,
            path: Path::new("prompts").join(lang.code()).join(name),
            text: embedded_text(lang, name).into(),
        })
        .collect()
}

/// The built-in files, each replaced by the file of the same name in `dir/zh` or `dir/en` where there is one.
///
/// # Errors
/// When the directory cannot be read, has no folder of any language, or holds a prompt file that replaces nothing.
pub(crate) fn overridden(lang: Lang, dir: &Path) -> Result<Vec<Source>, PromptError> {
    if !Lang::ALL.iter().any(|lang| dir.join(lang.code()).is_dir()) {
        return Err(PromptError::NoLanguage { dir: dir.into() });
    }
    let mut sources = embedded(lang);
    let folder = dir.join(lang.code());
    if !folder.is_dir() {
        return Ok(sources);
    }
    for path in prompt_files(&folder)? {
        let source = sources.iter_mut().find(|source| path.file_name().is_some_and(|name| name == source.name));
        let Some(source) = source else {
            let near = path.file_name().and_then(|name| near(&name.to_string_lossy(), NAMES.iter().copied()));
            return Err(PromptError::UnknownFile { path, near, known: NAMES.join(", ") });
        };
        source.text = fs::read_to_string(&path)
            .map_err(|error| PromptError::Unreadable { path: path.clone(), error })?
            .replace("\r\n", "\n")
            .into();
        source.path = path;
    }
    Ok(sources)
}

/// The TOML and Jinja files of a folder, sorted; what else lies there, such as a README, is nobody's business.
fn prompt_files(folder: &Path) -> Result<Vec<PathBuf>, PromptError> {
    let unreadable = |error| PromptError::Unreadable { path: folder.into(), error };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        if path.extension().is_some_and(|extension| extension == "toml" || extension == "j2") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
