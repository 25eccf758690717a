//! What is known of providers, as data: a file that comes with the program, and one of the user's that lies over it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use reqwest::Url;
use reqwest::header::{HeaderName, HeaderValue};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::families::Family;
use super::settings::Format;

/// The variable that names the user's file.
pub const VARIABLE: &str = "LYCAON_PROVIDERS";

/// Headers that a file may not set: they carry secrets, which never stand in a file, or belong to the connection.
const RESERVED: [&str; 7] =
    ["authorization", "x-api-key", "proxy-authorization", "cookie", "host", "content-length", "content-type"];

/// All providers of which something is known.
#[derive(Clone, Debug, Default)]
pub struct Catalogue(BTreeMap<String, Entry>);

/// What a file says of a provider. What it does not say is taken from the file below it, and then from the provider that
/// bears the name of the family.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Entry {
    base_url: Option<String>,
    needs_key: Option<bool>,
    family: Option<Family>,
    stream: Option<bool>,
    stream_usage: Option<bool>,
    max_tokens: Option<u32>,
    token_limit: Option<Vec<String>>,
    formats: Option<Vec<Format>>,
    guide: Option<Map<String, Value>>,
    schema_without: Option<Vec<String>>,
    reasoning: Option<Vec<String>>,
    cache_key: Option<String>,
    cache_control: Option<Map<String, Value>>,
    headers: Option<BTreeMap<String, String>>,
    extra: Option<Map<String, Value>>,
    usage: Places,
}

/// What is known of a provider.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Its address, if that is known.
    pub base_url: Option<String>,
    /// Whether it is a service that wants a key.
    pub needs_key: bool,
    /// How it speaks.
    pub family: Family,
    /// Whether answers are streamed, where the agent does not say.
    pub stream: bool,
    /// Whether a stream tells what was used only if it is asked to.
    pub stream_usage: bool,
    /// The most tokens of an answer, where the agent does not say.
    pub max_tokens: Option<u32>,
    /// The names of the limit of tokens; the next is tried when one is refused.
    pub token_limit: Vec<String>,
    /// The ways to enforce the shape of an answer that it has, strictest first.
    pub formats: Vec<Format>,
    /// The members of the body for [`Format::Guided`].
    pub guide: Map<String, Value>,
    /// Keywords that its schemas may not have.
    pub schema_without: Vec<String>,
    /// The members of a message that hold reasoning; the first that says something is taken.
    pub reasoning: Vec<String>,
    /// The member that names the conversation to its cache.
    pub cache_key: Option<String>,
    /// How places are marked for its cache; nothing if they are not.
    pub cache_control: Map<String, Value>,
    /// Further headers, checked to be such.
    pub headers: BTreeMap<String, String>,
    /// Further members of every body.
    pub extra: Map<String, Value>,
    /// Where it tells what was used.
    pub usage: Places,
}

/// Where an answer tells what was used. A place is a path with dots, from the top of the answer.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Places {
    /// The whole prompt.
    pub input: Place,
    /// The prompt without what was in the cache.
    pub input_uncached: Place,
    /// What was read from a cache.
    pub cache_read: Place,
    /// What was written to a cache.
    pub cache_write: Place,
    /// The answer.
    pub output: Place,
    /// The reasoning.
    pub reasoning: Place,
    /// Everything together.
    pub total: Place,
    /// What it cost, in US dollars.
    pub cost: Place,
}

/// Where a value may stand; the first path that leads to one is taken.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(transparent)]
pub struct Place(Option<Vec<String>>);

impl Place {
    /// The value in this answer.
    #[must_use]
    pub fn find<'a>(&self, body: &'a Value) -> Option<&'a Value> {
        let at = |path: &String| path.split('.').try_fold(body, |value, name| value.get(name));
        self.0.iter().flatten().find_map(at).filter(|value| !value.is_null())
    }
}

/// Why a file of providers cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {what}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct CatalogueError {
    /// The file.
    pub file: String,
    /// The line, from 1, if one is to blame.
    pub line: Option<usize>,
    /// What is wrong, and what to write.
    pub what: String,
}

impl Catalogue {
    /// The providers that come with the program.
    #[must_use]
    pub fn built_in() -> &'static Self {
        static BUILT_IN: OnceLock<Catalogue> = OnceLock::new();
        BUILT_IN.get_or_init(|| {
            let read = Catalogue::default().with("providers.toml", include_str!("../../providers.toml"));
            read.expect("a test reads the file that is built in")
        })
    }

    /// The providers that hold where variables are looked up by `env`: one of them may name a file of the user's.
    ///
    /// # Errors
    /// As [`Catalogue::load`].
    pub fn of(env: impl Fn(&str) -> Option<String>) -> Result<Self, CatalogueError> {
        match env(VARIABLE).filter(|path| !path.trim().is_empty()) {
            Some(path) => Self::load(path.trim().as_ref()),
            None => Ok(Self::built_in().clone()),
        }
    }

    /// The providers that come with the program, with what a file says laid over them.
    ///
    /// # Errors
    /// When the file cannot be read, is no TOML, or says something that is not known.
    pub fn load(path: &Path) -> Result<Self, CatalogueError> {
        let file = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Self::built_in().clone().with(&file, &text),
            Err(error) => Err(CatalogueError { file, line: None, what: format!("cannot be read: {error}") }),
        }
    }

    /// The providers with what this text says laid over them; `file` is what it is called in messages.
    ///
    /// # Errors
    /// When it is no TOML, or says something that is not known.
    pub fn with(mut self, file: &str, text: &str) -> Result<Self, CatalogueError> {
        let wrong = |line, what| CatalogueError { file: file.to_owned(), line, what };
        let entries: BTreeMap<String, Entry> = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            wrong(line, explained(error.message()))
        })?;
        for (name, over) in entries {
            let what = over.check();
            what.map_err(|(key, what)| wrong(line_of(text, &name, key), format!("`{key}` of `{name}` {what}")))?;
            let under = self.0.remove(&name).unwrap_or_default();
            self.0.insert(name, over.or(under));
        }
        Ok(self)
    }

    /// What is known of a provider, which may be nothing but its family's ways. Under another family than its own nothing
    /// is kept but its address and whether it wants a key, for the rest is about its own.
    #[must_use]
    pub fn profile(&self, provider: &str, family: Option<Family>) -> Profile {
        let own = self.0.get(provider).cloned().unwrap_or_default();
        let (base_url, needs_key) = (own.base_url.clone(), own.needs_key.unwrap_or(false));
        let own_family = own.family.unwrap_or(Family::Chat);
        let family = family.unwrap_or(own_family);
        let shared = self.0.get(family.word()).cloned().unwrap_or_default();
        let entry = if family == own_family { own.or(shared) } else { shared };
        Profile {
            base_url,
            needs_key,
            family,
            stream: entry.stream.unwrap_or(false),
            stream_usage: entry.stream_usage.unwrap_or(false),
            max_tokens: entry.max_tokens,
            token_limit: entry.token_limit.unwrap_or_default(),
            formats: entry.formats.unwrap_or_default(),
            guide: entry.guide.unwrap_or_default(),
            schema_without: entry.schema_without.unwrap_or_default(),
            reasoning: entry.reasoning.unwrap_or_default(),
            cache_key: entry.cache_key.filter(|name| !name.is_empty()),
            cache_control: entry.cache_control.unwrap_or_default(),
            headers: entry.headers.unwrap_or_default(),
            extra: entry.extra.unwrap_or_default(),
            usage: entry.usage,
        }
    }

    /// The names of all providers that have an address, in their order.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter(|(_, entry)| entry.base_url.is_some()).map(|(name, _)| name.as_str())
    }
}

/// Every member of the first, or else of the second.
macro_rules! or {
    ($type:ident, $over:ident, $under:ident, $($name:ident)+) => {
        $type { $($name: $over.$name.or($under.$name)),+ }
    };
}

impl Entry {
    fn or(self, under: Entry) -> Entry {
        or!(Entry, self, under, base_url needs_key family stream stream_usage max_tokens token_limit formats guide
            schema_without reasoning cache_key cache_control headers extra usage)
    }

    /// What is wrong with it, if something is: the key, and what to do.
    fn check(&self) -> Result<(), (&'static str, String)> {
        if let Some(address) = &self.base_url {
            let address = Url::parse(address).map_err(|error| ("base_url", format!("is no address: {error}")))?;
            if !matches!(address.scheme(), "http" | "https") {
                return Err(("base_url", "must begin with http:// or https://".into()));
            }
        }
        if self.token_limit.as_ref().is_some_and(Vec::is_empty) {
            return Err(("token_limit", "must name at least one parameter".into()));
        }
        for (name, value) in self.headers.iter().flatten() {
            if RESERVED.contains(&name.to_lowercase().as_str()) {
                return Err(("headers", format!("may not set `{name}`: keys are read from the environment")));
            }
            if HeaderName::try_from(name).is_err() || HeaderValue::try_from(value).is_err() {
                return Err(("headers", format!("has `{name}`, which no HTTP header can be")));
            }
        }
        Ok(())
    }
}

impl Places {
    fn or(self, under: Places) -> Places {
        or!(Places, self, under, input input_uncached cache_read cache_write output reasoning total cost)
    }
}

impl Place {
    fn or(self, under: Place) -> Place {
        Place(self.0.or(under.0))
    }
}

/// The line of a key of a provider, from 1, or else the one on which the provider begins.
fn line_of(text: &str, provider: &str, key: &str) -> Option<usize> {
    let begins = text.lines().position(|line| {
        line.trim_start().strip_prefix('[').is_some_and(|rest| rest.trim_matches(['"', ' ']).starts_with(provider))
    })?;
    let of_key = |line: &str| line.trim_start().trim_start_matches('[').contains(key);
    let below = text.lines().skip(begins).position(of_key);
    Some(1 + begins + below.unwrap_or(0))
}

/// The parser's message in one line, without the value that it complains of: that may be a key.
fn explained(message: &str) -> String {
    let message = message.trim().replace('\n', " ");
    match message.split_once(", expected ") {
        Some((found, wanted)) if found.starts_with("invalid type") => format!("the value must be {wanted}"),
        _ => message,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn read(text: &str) -> Result<Catalogue, CatalogueError> {
        Catalogue::built_in().clone().with("my.toml", text)
    }

    fn error(text: &str) -> String {
        read(text).expect_err("an error").to_string()
    }

    #[test]
    fn the_file_that_is_built_in_is_sound() {
        let catalogue = Catalogue::built_in();
        assert!(catalogue.names().count() > 10);
        for name in catalogue.names() {
            let profile = catalogue.profile(name, None);
            assert!(!profile.formats.is_empty(), "{name}");
            assert!(profile.formats.is_sorted(), "{name}: the strictest first");
            assert!(!profile.formats.contains(&Format::Guided) || !profile.guide.is_empty(), "{name}");
        }
        assert_eq!(catalogue.profile("anthropic", None).family, Family::Anthropic);
        assert_eq!(catalogue.profile("ollama", None).family, Family::Ollama);
        let chat = catalogue.profile("ollama", Some(Family::Chat));
        assert_eq!((chat.family, chat.extra.is_empty(), chat.base_url.is_some()), (Family::Chat, true, true));
    }

    #[test]
    fn a_provider_of_which_nothing_is_known_has_the_ways_of_its_family() {
        let profile = Catalogue::built_in().profile("foo", Some(Family::Anthropic));
        assert_eq!((profile.base_url, profile.needs_key), (None, false));
        assert_eq!(profile.headers.get("anthropic-version").map(String::as_str), Some("2023-06-01"));
    }

    #[test]
    fn a_file_lies_over_the_one_below_key_by_key() {
        let catalogue = read(
            "[openai]\nstream = false\nusage.cost = [\"bill.usd\"]\n\
             [mine]\nbase_url = \"http://h/v1\"\nfamily = \"ollama\"\nextra = { a = 1 }",
        );
        let catalogue = catalogue.expect("a catalogue");
        let openai = catalogue.profile("openai", None);
        assert!(!openai.stream && openai.needs_key && openai.cache_key.is_some());
        let body = json!({"bill": {"usd": 0.5}, "usage": {"prompt_tokens": 3}});
        assert_eq!(openai.usage.cost.find(&body), Some(&json!(0.5)));
        assert_eq!(openai.usage.input.find(&body), Some(&json!(3)));
        let mine = catalogue.profile("mine", None);
        assert_eq!((mine.family, mine.extra.get("a")), (Family::Ollama, Some(&json!(1))));
    }

    #[test]
    fn mistakes_are_named_with_file_line_and_key() {
        let message = error("[foo]\nstream = true\nstraem = true");
        assert!(message.starts_with("my.toml:3: ") && message.contains("straem"), "{message}");
        let message = error("[foo.usage]\nimput = []");
        assert!(message.starts_with("my.toml:2: ") && message.contains("imput"), "{message}");
        assert!(error("[foo]\nfamily = \"bar\"").starts_with("my.toml:2: "));
        assert!(error("[foo]\n\nbase_url = \"ftp://h\"").starts_with("my.toml:3: `base_url` of `foo`"));
        assert!(error("[foo]\nbase_url = \"h\"").contains("`base_url` of `foo`"));
        assert!(error("[foo]\ntoken_limit = []").contains("`token_limit`"));
        assert!(error("[foo]\nheaders = { \"a b\" = \"c\" }").contains("`a b`"));
        assert!(error("x").starts_with("my.toml:1: "));
        let missing = Catalogue::load(Path::new("/nowhere/my.toml")).expect_err("an error").to_string();
        assert!(missing.starts_with("/nowhere/my.toml: cannot be read"), "{missing}");
    }

    #[test]
    fn keys_in_a_file_are_refused_and_not_repeated() {
        for text in [
            "[foo]\nneeds_key = \"sk-verysecret\"",
            "[foo]\napi_key = \"sk-verysecret\"",
            "[foo]\nheaders = { Authorization = \"sk-verysecret\" }",
        ] {
            let message = error(text);
            assert!(message.starts_with("my.toml:2: ") && !message.contains("verysecret"), "{message}");
        }
    }
}
