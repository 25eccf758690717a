//! The prompts of one language, read and compiled: templates, plain words and a hash over all of it.

use crate::filters::{self, Seating};
use crate::lang::Lang;
use crate::sources::{PromptError, Source, hint};
use lycaon_rules::near;
use minijinja::syntax::SyntaxConfig;
use minijinja::{Environment, UndefinedBehavior, Value};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::de::{DeTable, DeValue};

/// Every text of one language. A text is known by the file's stem and its keys, such as `facts.died.exile`.
pub(crate) struct Catalogue {
    templates: Environment<'static>,
    plain: Arc<BTreeMap<String, String>>,
    places: BTreeMap<String, Place>,
    hash: String,
    #[cfg(test)]
    said: std::sync::Mutex<std::collections::BTreeSet<String>>,
}

/// Where a text stands.
#[derive(Clone, Debug)]
struct Place {
    path: PathBuf,
    /// The line of its first character, from 1.
    line: usize,
}

/// A text as it stands in its file.
struct Text {
    key: String,
    text: String,
    place: Place,
}

/// Files whose texts are words, not templates.
const PLAIN: &[&str] = &["roles.toml", "words.toml"];

impl Catalogue {
    /// Reads and compiles the files.
    ///
    /// # Errors
    /// When a file is not TOML, a text is not a template, or a key of the built-in file is missing or unknown.
    pub fn new(lang: Lang, sources: &[Source], builtin: &[Source]) -> Result<Self, PromptError> {
        let mut places = BTreeMap::new();
        let mut plain = BTreeMap::new();
        let mut templates = Environment::new();
        templates.set_undefined_behavior(UndefinedBehavior::Strict);
        templates.set_syntax(lines_of_tags_vanish());
        for (source, original) in sources.iter().zip(builtin) {
            let texts = texts_of(source)?;
            if source.path != original.path {
                same_keys(&source.path, &texts, &texts_of(original)?)?;
            }
            for Text { key, text, place } in texts {
                places.insert(key.clone(), place.clone());
                if !PLAIN.contains(&source.name) {
                    templates.add_template_owned(key, text).map_err(|error| malformed(&place, &error))?;
                } else if text.contains("{{") || text.contains("{%") {
                    let why = "this file holds plain words, and a template was found".into();
                    return Err(PromptError::Malformed { path: place.path, line: place.line, why });
                } else {
                    plain.insert(key, text);
                }
            }
        }
        let plain = Arc::new(plain);
        filters::install(&mut templates, lang, Seating::new(&plain)?, plain.clone());
        Ok(Catalogue {
            templates,
            plain,
            places,
            hash: hash_of(lang, sources),
            #[cfg(test)]
            said: Default::default(),
        })
    }

    /// The hash of all files, names and texts: 64 hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Whether there is a text of this name.
    pub fn has(&self, key: &str) -> bool {
        self.places.contains_key(key)
    }

    /// The names of all texts that begin like this.
    #[cfg(test)]
    pub fn keys(&self, prefix: &str) -> impl Iterator<Item = &str> {
        self.places.keys().map(String::as_str).filter(move |key| key.starts_with(prefix))
    }

    /// The names of the templates that were rendered.
    #[cfg(test)]
    pub fn said(&self) -> std::collections::BTreeSet<String> {
        self.said.lock().expect("no test panics while it holds this").clone()
    }

    /// The text of this name with its values filled in.
    ///
    /// # Errors
    /// When there is no such text, or it uses a value that is not there.
    pub fn render(&self, key: &str, values: Value) -> Result<String, PromptError> {
        #[cfg(test)]
        self.said.lock().expect("no test panics while it holds this").insert(key.into());
        let template = self.templates.get_template(key).map_err(|_| PromptError::NoText { key: key.into() })?;
        template.render(values).map_err(|error| match self.places.get(key) {
            Some(place) => malformed(place, &error),
            None => PromptError::NoText { key: key.into() },
        })
    }

    /// The plain words of this name.
    ///
    /// # Errors
    /// When there are none.
    pub fn word(&self, key: &str) -> Result<&str, PromptError> {
        self.plain.get(key).map(String::as_str).ok_or_else(|| PromptError::NoText { key: key.into() })
    }
}

/// A line of a template that holds only a tag, such as the end of a loop, leaves no empty line in the text.
fn lines_of_tags_vanish() -> SyntaxConfig {
    SyntaxConfig::builder().trim_blocks(true).lstrip_blocks(true).build().unwrap_or_default()
}

/// A template error, at the line of the file on which it arose.
fn malformed(place: &Place, error: &minijinja::Error) -> PromptError {
    let line = place.line + error.line().unwrap_or(1).saturating_sub(1);
    let kind = error.kind();
    let why = error.detail().map_or_else(|| kind.to_string(), |detail| format!("{kind}: {detail}"));
    PromptError::Malformed { path: place.path.clone(), line, why }
}

/// The texts of a file: of a Jinja file one, of a TOML file one for each string in it.
fn texts_of(source: &Source) -> Result<Vec<Text>, PromptError> {
    let (stem, extension) = source.name.split_once('.').unwrap_or((source.name, ""));
    if extension == "j2" {
        let place = Place { path: source.path.clone(), line: 1 };
        return Ok(vec![Text { key: stem.into(), text: source.text.to_string(), place }]);
    }
    let lines = Lines::of(&source.text);
    let table = DeTable::parse(&source.text).map_err(|error| PromptError::Malformed {
        path: source.path.clone(),
        line: error.span().map_or(1, |span| lines.line_of(span.start)),
        why: error.message().to_string(),
    })?;
    let mut texts = Vec::new();
    collect(source, &lines, stem, table.get_ref(), &mut texts)?;
    Ok(texts)
}

/// The places of a file's line breaks: counted anew for each text, they would take half the time in which the program
/// starts.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Lines(text.match_indices('\n').map(|(at, _)| at).collect())
    }

    /// The line of a byte, from 1.
    fn line_of(&self, byte: usize) -> usize {
        1 + self.0.partition_point(|at| *at < byte)
    }
}

/// Takes the texts out of a table.
fn collect(
    source: &Source,
    lines: &Lines,
    prefix: &str,
    table: &DeTable<'_>,
    texts: &mut Vec<Text>,
) -> Result<(), PromptError> {
    for (name, value) in table {
        let key = format!("{prefix}.{}", name.get_ref());
        let start = value.span().start;
        match value.get_ref() {
            DeValue::String(text) => {
                let opening = &source.text[start..];
                let starts_below = opening.starts_with("\"\"\"\n") || opening.starts_with("'''\n");
                let line = lines.line_of(start) + usize::from(starts_below);
                let place = Place { path: source.path.clone(), line };
                texts.push(Text { key, text: text.trim_end_matches('\n').to_string(), place });
            }
            DeValue::Table(inner) => collect(source, lines, &key, inner, texts)?,
            other => {
                return Err(PromptError::Malformed {
                    path: source.path.clone(),
                    line: lines.line_of(start),
                    why: format!("`{}` must be a text, not {}", name.get_ref(), other.type_str()),
                });
            }
        }
    }
    Ok(())
}

/// A file that replaces a built-in one must have the same keys: a misspelt one would be ignored in silence, a missing
/// one would be noticed in the middle of a game.
fn same_keys(path: &Path, texts: &[Text], original: &[Text]) -> Result<(), PromptError> {
    if let Some(unknown) = texts.iter().find(|text| original.iter().all(|known| known.key != text.key)) {
        let name = below_stem(&unknown.key);
        let hint = hint(&near(name, original.iter().map(|known| below_stem(&known.key))));
        let why = format!("the built-in file has no key `{name}`{hint}; correct or remove it");
        return Err(PromptError::Malformed { path: path.into(), line: unknown.place.line, why });
    }
    match original.iter().find(|known| texts.iter().all(|text| text.key != known.key)) {
        Some(missing) => Err(PromptError::MissingKey { path: path.into(), key: below_stem(&missing.key).into() }),
        None => Ok(()),
    }
}

fn below_stem(key: &str) -> &str {
    key.split_once('.').map_or(key, |(_, rest)| rest)
}

/// Every name and text with its length before it, so that no two sets of files run together into one.
fn hash_of(lang: Lang, sources: &[Source]) -> String {
    let mut hasher = blake3::Hasher::new();
    for part in [lang.code()].into_iter().chain(sources.iter().flat_map(|source| [source.name, &source.text])) {
        hasher.update(&(part.len() as u64).to_le_bytes());
        hasher.update(part.as_bytes());
    }
    hasher.finalize().to_hex().to_string()
}
