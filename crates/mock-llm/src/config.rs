//! What the server does: from the command line, and from a profile in TOML.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;

use crate::fault::Fault;
use crate::wait::WaitHeader;

/// How a server is set up.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Everything that is drawn comes from this and from the body of the request.
    pub seed: u64,
    /// How long each answer takes before its first byte.
    pub latency: Duration,
    /// How long each token of an answer takes after that.
    pub drip: Duration,
    /// Which part of the requests fails, 0 to 1.
    pub faults: f64,
    /// Where one line of JSON is written for each request.
    pub log: Option<PathBuf>,
    /// Whether requests are kept for [`crate::MockServer::seen`].
    pub keep: bool,
    /// Scripted behaviour.
    pub profile: Profile,
}

/// Scripted behaviour.
///
/// ```toml
/// fault_kinds = ["429", "cut"]         # which faults are drawn; all of them if this is left out
/// unsupported = ["temperature"]        # parameters that are refused with a 400
/// formats = ["json_object", "tool"]    # the forms of an answer that are accepted; all if left out
/// key = "sk-test"                      # the key that requests must bear
/// hang_ms = 60000                      # how long a hang or a slow drip lasts
/// wait_ms = 200                        # how long a 429 asks to wait
/// wait_headers = ["retry-after-ms"]    # by which headers; if left out, those of the API
/// cache_mib = 64                       # the size of the simulated prefix cache
///
/// [[play]]                             # the first play whose conditions all hold is played
/// model = "liar"                       # the model asked for
/// contains = "sheriff"                 # in the last message of the user
/// share = 0.5                          # of the bodies, drawn from the seed
/// times = 2                            # only the first arrivals of the same body
/// style = "plain"                      # how the answer is written
/// always = "3"                         # the option taken, by the key before its colon
/// say = "I am a villager."             # the speech
/// text = "{}"                          # the content word for word, instead of a style
/// latency_ms = 500                     # before the first byte
/// drip_ms = 20                         # for each token
/// fault = "429"
/// retry_after = "2"                    # the header of a fault, word for word
/// reply = { status = 200, body = "{}", headers = { x-served-by = "a" } }
/// ```
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Profile {
    /// The faults that are drawn; all kinds if empty.
    pub fault_kinds: Vec<Fault>,
    /// The parameters that are refused with a 400.
    pub unsupported: Vec<String>,
    /// The forms of an answer that are accepted: types of `response_format`, and `tool` for one that must be called; all
    /// if empty.
    pub formats: Vec<String>,
    /// The key that a request must bear, if one is wanted.
    pub key: Option<String>,
    /// How long a hang lasts before the connection breaks, and how long a slow drip takes, in milliseconds.
    pub hang_ms: u64,
    /// How long a 429 asks to wait, in milliseconds.
    pub wait_ms: u64,
    /// By which headers it asks, one drawn for each request. If empty, one of those that servers of the API send, or the
    /// plain `retry-after` where a play names the fault.
    pub wait_headers: Vec<WaitHeader>,
    /// The size of the simulated prefix cache, in MiB of prompts.
    pub cache_mib: usize,
    /// The plays, tried in this order.
    #[serde(rename = "play")]
    pub plays: Vec<Play>,
}

impl Default for Profile {
    fn default() -> Self {
        Profile {
            fault_kinds: vec![],
            unsupported: vec![],
            formats: vec![],
            key: None,
            hang_ms: 10_000,
            wait_ms: 200,
            wait_headers: vec![],
            cache_mib: 64,
            plays: vec![],
        }
    }
}

/// One scripted behaviour and when it is played. Conditions that are left out hold.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Play {
    /// The model asked for.
    pub model: Option<String>,
    /// What the last message of the user must contain.
    pub contains: Option<String>,
    /// Which part of the bodies, 0 to 1, drawn from the seed.
    pub share: Option<f64>,
    /// How many arrivals of the same body.
    pub times: Option<u32>,
    /// How the answer is written.
    pub style: Style,
    /// The key of the option that is taken, where there is one of this key.
    pub always: Option<String>,
    /// The speech.
    pub say: Option<String>,
    /// The content word for word, instead of a style.
    pub text: Option<String>,
    /// How long the answer takes before its first byte, in milliseconds.
    pub latency_ms: Option<u64>,
    /// How long each token of it takes after that, in milliseconds.
    pub drip_ms: Option<u64>,
    /// How the request fails.
    pub fault: Option<Fault>,
    /// The `retry-after` header of a fault, word for word.
    pub retry_after: Option<String>,
    /// A response word for word.
    pub reply: Option<Verbatim>,
}

/// A response word for word.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verbatim {
    /// The HTTP status.
    #[serde(default = "ok")]
    pub status: u16,
    /// Further headers.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// The body.
    #[serde(default)]
    pub body: String,
}

fn ok() -> u16 {
    200
}

/// How an answer is written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Style {
    /// JSON in the schema of the prompts.
    #[default]
    Json,
    /// The JSON in a fence, with words before and after it.
    Fenced,
    /// Words that name the option.
    Plain,
    /// The JSON after reasoning in `<think>` tags.
    Think,
    /// Reasoning in a tag that is never closed, with the JSON inside of it.
    ThinkOpen,
    /// The JSON after reasoning in a tag that was never opened.
    ThinkClosed,
    /// The JSON, with reasoning in a field of its own.
    Reasoning,
    /// Everything in the reasoning, and `content: null`.
    OnlyReasoning,
    /// JSON that breaks off.
    BrokenJson,
    /// JSON of another shape.
    WrongJson,
    /// Words that name several options and choose none.
    Ambiguous,
    /// An option that is not on the menu.
    Illegal,
    /// A refusal, in the field for it.
    Refusal,
    /// Nothing.
    Empty,
    /// All tokens spent on reasoning.
    Length,
    /// The JSON, with many thousands of words in it.
    Overlong,
    /// The JSON, with [`RAW`](crate::style::RAW) in its words.
    #[serde(skip)]
    Raw,
}

/// Why a server cannot be set up.
#[derive(Debug, thiserror::Error)]
pub enum ConfigError {
    /// The profile cannot be read.
    #[error("the profile {path} cannot be read: {source}")]
    Read {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The profile is not what it should be.
    #[error("the profile {path} is not valid: {source}")]
    Parse {
        /// The file.
        path: PathBuf,
        /// Where and why.
        source: toml::de::Error,
    },
    /// A number is out of its range.
    #[error("{name} is {value}, and must be between 0 and 1")]
    Share {
        /// Which number.
        name: &'static str,
        /// What it is.
        value: f64,
    },
}

impl Profile {
    /// Reads a profile.
    ///
    /// # Errors
    /// When the file cannot be read or holds something that is not known.
    pub fn load(path: &Path) -> Result<Self, ConfigError> {
        let text =
            std::fs::read_to_string(path).map_err(|source| ConfigError::Read { path: path.to_owned(), source })?;
        toml::from_str(&text).map_err(|source| ConfigError::Parse { path: path.to_owned(), source })
    }
}

impl Config {
    /// Checks the numbers that have a range.
    ///
    /// # Errors
    /// When one is out of it.
    pub fn check(&self) -> Result<(), ConfigError> {
        let shares = self.profile.plays.iter().filter_map(|play| play.share).map(|share| ("share", share));
        match shares.chain([("the rate of faults", self.faults)]).find(|(_, share)| !(0.0..=1.0).contains(share)) {
            Some((name, value)) => Err(ConfigError::Share { name, value }),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_profile_in_the_documentation_is_one() {
        let profile: Profile = toml::from_str(
            r#"
            fault_kinds = ["429", "cut"]
            unsupported = ["temperature"]
            formats = ["json_object"]
            key = "sk-test"
            hang_ms = 60000
            wait_ms = 200
            wait_headers = ["retry-after-ms"]
            cache_mib = 64
            [[play]]
            model = "liar"
            contains = "sheriff"
            share = 0.5
            times = 2
            style = "plain"
            always = "3"
            say = "I am a villager."
            text = "{}"
            latency_ms = 500
            drip_ms = 20
            fault = "429"
            retry_after = "2"
            reply = { status = 200, body = "{}", headers = { x-served-by = "a" } }
            "#,
        )
        .expect("a profile");
        assert_eq!(profile.fault_kinds, [Fault::RateLimit, Fault::Cut]);
        assert_eq!(profile.wait_headers, [WaitHeader::RetryAfterMs]);
        assert_eq!(profile.plays[0].style, Style::Plain);
    }

    #[test]
    fn what_is_unknown_is_refused_with_its_line() {
        let error = toml::from_str::<Profile>("[[play]]\nstile = \"plain\"").expect_err("an error").to_string();
        assert!(error.contains("stile") && error.contains("line 2"), "{error}");
    }

    #[test]
    fn shares_have_a_range() {
        for faults in [-0.1, 1.1, f64::NAN] {
            assert!(Config { faults, ..Config::default() }.check().is_err());
        }
        assert!(Config { faults: 1.0, ..Config::default() }.check().is_ok());
    }
}
