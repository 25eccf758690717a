//! The ways in which a request fails.

use serde::Deserialize;

use crate::request::Api;

/// A way to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Too many requests, with a header that says how long to wait.
    #[serde(rename = "429")]
    RateLimit,
    /// The account is spent: no waiting cures it.
    Quota,
    /// The server broke.
    #[serde(rename = "500")]
    Internal,
    /// The server is down.
    #[serde(rename = "503")]
    Unavailable,
    /// The server has too much to do.
    #[serde(rename = "529")]
    Overloaded,
    /// No answer for a long time, and then a broken connection.
    #[serde(alias = "timeout")]
    Hang,
    /// The answer comes whole, but as slowly as a hang takes.
    Drip,
    /// The connection breaks in the middle of the answer.
    Cut,
    /// An error inside of a success.
    ErrorInside,
    /// A stream that begins well and goes on with an error.
    ErrorMidway,
    /// A page where JSON should be.
    Malformed,
    /// JSON that ends in the middle.
    Truncated,
    /// A good response whose answer is JSON that breaks off.
    BrokenJson,
    /// An option that is not on the menu.
    Illegal,
    /// An answer without content.
    Empty,
    /// The model declines.
    Refusal,
    /// An answer that the filter holds back.
    ContentFilter,
    /// An answer of many thousands of words.
    Overlong,
    /// Words in Latin-1 where UTF-8 should be.
    Latin1,
    /// Words in GBK where UTF-8 should be.
    Gbk,
    /// Characters that were cut in two.
    BrokenUtf8,
    /// A thought that is never closed.
    ThinkOpen,
    /// A thought that was never opened.
    ThinkClosed,
    /// A parameter of the request is not known.
    Unsupported,
    /// The conversation is too long for the model.
    Context,
}

impl Fault {
    /// Every fault.
    pub const ALL: [Fault; 25] = [
        Fault::RateLimit,
        Fault::Quota,
        Fault::Internal,
        Fault::Unavailable,
        Fault::Overloaded,
        Fault::Hang,
        Fault::Drip,
        Fault::Cut,
        Fault::ErrorInside,
        Fault::ErrorMidway,
        Fault::Malformed,
        Fault::Truncated,
        Fault::BrokenJson,
        Fault::Illegal,
        Fault::Empty,
        Fault::Refusal,
        Fault::ContentFilter,
        Fault::Overlong,
        Fault::Latin1,
        Fault::Gbk,
        Fault::BrokenUtf8,
        Fault::ThinkOpen,
        Fault::ThinkClosed,
        Fault::Unsupported,
        Fault::Context,
    ];

    /// The faults that are drawn when a profile names none: all but the one after which a run has to stop.
    #[must_use]
    pub fn drawn() -> Vec<Fault> {
        Fault::ALL.into_iter().filter(|fault| *fault != Fault::Quota).collect()
    }

    /// The name in profiles and in the log.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Fault::RateLimit => "429",
            Fault::Quota => "quota",
            Fault::Internal => "500",
            Fault::Unavailable => "503",
            Fault::Overloaded => "529",
            Fault::Hang => "hang",
            Fault::Drip => "drip",
            Fault::Cut => "cut",
            Fault::ErrorInside => "error_inside",
            Fault::ErrorMidway => "error_midway",
            Fault::Malformed => "malformed",
            Fault::Truncated => "truncated",
            Fault::BrokenJson => "broken_json",
            Fault::Illegal => "illegal",
            Fault::Empty => "empty",
            Fault::Refusal => "refusal",
            Fault::ContentFilter => "content_filter",
            Fault::Overlong => "overlong",
            Fault::Latin1 => "latin1",
            Fault::Gbk => "gbk",
            Fault::BrokenUtf8 => "broken_utf8",
            Fault::ThinkOpen => "think_open",
            Fault::ThinkClosed => "think_closed",
            Fault::Unsupported => "unsupported",
            Fault::Context => "context",
        }
    }

    /// What the server says, if this fault is an error that it reports.
    #[must_use]
    pub fn problem(self, api: Api) -> Option<Problem> {
        let problem = |status, kind, code, message: &str| {
            let (code, message) = (Some(code).filter(|code: &&str| !code.is_empty()), message.to_owned());
            Some(Problem { status, kind, code, param: None, message })
        };
        let invalid = "invalid_request_error";
        match (self, api) {
            (Fault::RateLimit, Api::Anthropic) => {
                problem(429, "rate_limit_error", "", "This request would exceed your organization's rate limit.")
            }
            (Fault::RateLimit, _) => {
                problem(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests.")
            }
            (Fault::Quota, Api::Chat) => {
                let message = "You exceeded your current quota, please check your plan and billing details.";
                problem(429, "insufficient_quota", "insufficient_quota", message)
            }
            (Fault::Quota, Api::Anthropic) => {
                problem(400, invalid, "", "Your credit balance is too low to access the Anthropic API.")
            }
            (Fault::Quota, Api::Ollama) => problem(402, "", "", "payment required: your usage is spent"),
            (Fault::Internal, Api::Anthropic) => problem(500, "api_error", "", "Internal server error"),
            (Fault::Internal, _) => problem(500, "server_error", "server_error", "The server had an error."),
            (Fault::Unavailable, Api::Anthropic) => problem(503, "api_error", "", "Service unavailable"),
            (Fault::Unavailable, Api::Ollama) => {
                problem(503, "", "", "server busy, please try again.  maximum pending requests exceeded")
            }
            (Fault::Unavailable, Api::Chat) => {
                problem(503, "server_error", "server_is_overloaded", "The engine is not available.")
            }
            (Fault::Overloaded, _) => problem(529, "overloaded_error", "overloaded", "Overloaded."),
            (Fault::ErrorInside | Fault::ErrorMidway, Api::Anthropic) => {
                problem(529, "overloaded_error", "", "Overloaded")
            }
            (Fault::ErrorInside | Fault::ErrorMidway, _) => problem(502, "", "", "The upstream broke."),
            (Fault::ContentFilter, Api::Anthropic) => {
                problem(400, invalid, "", "Output blocked by content filtering policy")
            }
            (Fault::Context, Api::Chat) => {
                let message = "This model's maximum context length is 4096 tokens. Please reduce the messages.";
                problem(400, invalid, "context_length_exceeded", message)
            }
            (Fault::Context, Api::Anthropic) => {
                problem(400, invalid, "", "prompt is too long: 210000 tokens > 200000 maximum")
            }
            (Fault::Context, Api::Ollama) => problem(400, "", "", "the input length exceeds the context length"),
            _ => None,
        }
    }
}

/// An error as a server reports it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Problem {
    /// The HTTP status, or what would be one.
    pub status: u16,
    /// The type of the error.
    pub kind: &'static str,
    /// A code beside the type; only chat completions have one.
    pub code: Option<&'static str>,
    /// The parameter that is complained of; only chat completions have a place for it.
    pub param: Option<String>,
    /// The words.
    pub message: String,
}

impl Problem {
    /// A request that is wrong.
    #[must_use]
    pub fn invalid(message: impl Into<String>) -> Self {
        Problem::new(400, "invalid_request_error", message)
    }

    /// A problem without code or parameter.
    #[must_use]
    pub fn new(status: u16, kind: &'static str, message: impl Into<String>) -> Self {
        Problem { status, kind, code: None, param: None, message: message.into() }
    }

    /// The 400 that complains of a parameter.
    #[must_use]
    pub fn unsupported(api: Api, parameter: &str) -> Self {
        match api {
            Api::Chat => Problem {
                code: Some("unsupported_parameter"),
                param: Some(parameter.to_owned()),
                ..Problem::invalid(format!("Unsupported parameter: '{parameter}' is not supported with this model."))
            },
            Api::Anthropic => Problem::invalid(format!("{parameter}: Extra inputs are not permitted")),
            Api::Ollama => Problem::invalid(format!("\"mock\" does not support {parameter}")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_called_the_same_in_profile_and_log() {
        for fault in Fault::ALL {
            let read: Fault = serde_json::from_value(fault.name().into()).expect("the name of a fault");
            assert_eq!(read, fault);
        }
        assert!(!Fault::drawn().contains(&Fault::Quota));
    }

    #[test]
    fn every_fault_is_listed_once() {
        let mut all = Fault::ALL.to_vec();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, Fault::ALL);
        assert_eq!(Fault::Context as usize + 1, Fault::ALL.len());
    }
}
