//! How a model is sampled, and how patiently it is called.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// Everything that may be set of a model in a seat.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// How it is sampled.
    pub sampling: Sampling,
    /// How patiently it is called.
    pub patience: Patience,
}

/// What is asked of the model beside the conversation. Whatever is not set is left out of the request, so that the
/// provider's own default holds.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Sampling {
    /// The temperature, 0 to 2.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub temperature: Option<f64>,
    /// Nucleus sampling, 0 to 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub top_p: Option<f64>,
    /// The most tokens an answer may have, reasoning included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_tokens: Option<u32>,
    /// The provider's seed; most promise nothing for it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// How hard to think, in the provider's word, such as `low`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reasoning_effort: Option<String>,
    /// Whether the answer is streamed. What an answer says is the same either way, but only a stream shows that a server
    /// is still at work.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stream: Option<bool>,
    /// How the shape of the answer is enforced. It changes how models behave, so it is a condition of an experiment.
    pub format: Format,
    /// Further members of the request body, as the provider wants them.
    #[serde(skip_serializing_if = "Map::is_empty")]
    pub extra: Map<String, Value>,
}

/// How the shape of an answer is enforced, strictest first. An endpoint that refuses one is asked for the next of those
/// that its provider is known to have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// By the JSON schema.
    #[default]
    Schema,
    /// By the server's own way to guide the decoding, outside of the standard.
    Guided,
    /// By a tool that the model must call, whose arguments are the answer.
    Tool,
    /// By the server's JSON mode.
    Json,
    /// Not at all: the prompt alone asks for it.
    Text,
}

impl Format {
    /// The word for it in files and records.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Format::Schema => "schema",
            Format::Guided => "guided",
            Format::Tool => "tool",
            Format::Json => "json",
            Format::Text => "text",
        }
    }
}

/// How patiently a model is called. Times are in seconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Patience {
    /// How often a call is made again after a fault that may pass.
    pub retries: u32,
    /// The longest that one call may take, connection included.
    pub timeout: f64,
    /// The longest silence within a call whose answer is streamed. A call that is not streamed is silent for as long as
    /// the model thinks, so that only `timeout` bounds it. Some models think in silence even when they are streamed.
    pub idle_timeout: f64,
    /// The longest that connecting may take.
    pub connect_timeout: f64,
    /// The first wait is drawn between nothing and this; each further bound is twice the last.
    pub first_wait: f64,
    /// The largest bound of a wait.
    pub longest_wait: f64,
    /// A server that asks for a longer wait than this is given up.
    pub longest_asked_wait: f64,
}

impl Default for Patience {
    fn default() -> Self {
        Patience {
            retries: 7,
            timeout: 300.0,
            idle_timeout: 120.0,
            connect_timeout: 10.0,
            first_wait: 1.0,
            longest_wait: 60.0,
            longest_asked_wait: 120.0,
        }
    }
}

impl Patience {
    /// One of the times as a duration; what is negative, endless or no number counts as nothing.
    pub(crate) fn seconds(value: f64) -> Duration {
        Duration::try_from_secs_f64(value).unwrap_or(Duration::ZERO)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_from_toml() {
        let settings: Settings = toml::from_str(
            r#"
            [sampling]
            temperature = 0.7
            format = "json"
            extra = { provider = { order = ["a", "b"] } }
            [patience]
            retries = 2
            "#,
        )
        .expect("settings");
        assert_eq!(settings.sampling.format, Format::Json);
        assert_eq!(settings.sampling.extra["provider"]["order"][1], "b");
        assert_eq!((settings.patience.retries, settings.patience.timeout), (2, Patience::default().timeout));
    }

    #[test]
    fn a_misspelt_setting_is_refused() {
        let error = toml::from_str::<Settings>("[sampling]\ntemprature = 1.0").expect_err("an error").to_string();
        assert!(error.contains("temprature") && error.contains("line 2"), "{error}");
    }

    #[test]
    fn times_that_are_none_count_as_nothing() {
        for value in [-1.0, f64::NAN, f64::INFINITY, 1e300] {
            assert_eq!(Patience::seconds(value), Duration::ZERO);
        }
    }
}
