//! The ways in which a request fails.

use serde::Deserialize;
use serde_json::{Value, json};

/// A way to fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Too many requests, with a `retry-after`.
    #[serde(rename = "429")]
    RateLimit,
    /// The account is spent: a 429 that no waiting cures.
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
    /// The connection breaks in the middle of the answer.
    Cut,
    /// A page where JSON should be.
    Malformed,
    /// JSON that ends in the middle.
    Truncated,
    /// An answer without content.
    Empty,
    /// An answer that the filter holds back.
    ContentFilter,
    /// The conversation is too long for the model.
    Context,
    /// A parameter of the request is not known.
    Unsupported,
    /// An error inside of a success.
    ErrorInside,
}

impl Fault {
    /// The faults that are drawn when a profile names none: all but the one after which a run has to stop.
    pub const DRAWN: [Fault; 13] = [
        Fault::RateLimit,
        Fault::Internal,
        Fault::Unavailable,
        Fault::Overloaded,
        Fault::Hang,
        Fault::Cut,
        Fault::Malformed,
        Fault::Truncated,
        Fault::Empty,
        Fault::ContentFilter,
        Fault::Context,
        Fault::Unsupported,
        Fault::ErrorInside,
    ];

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
            Fault::Cut => "cut",
            Fault::Malformed => "malformed",
            Fault::Truncated => "truncated",
            Fault::Empty => "empty",
            Fault::ContentFilter => "content_filter",
            Fault::Context => "context",
            Fault::Unsupported => "unsupported",
            Fault::ErrorInside => "error_inside",
        }
    }

    /// The status and the body of the faults that are an error object.
    #[must_use]
    pub fn error(self) -> Option<(u16, Value)> {
        let error = |status: u16, kind: &str, code: &str, message: &str| {
            Some((status, json!({"error": {"message": message, "type": kind, "param": null, "code": code}})))
        };
        match self {
            Fault::RateLimit => error(429, "requests", "rate_limit_exceeded", "Rate limit reached for requests."),
            Fault::Quota => {
                let message = "You exceeded your current quota, please check your plan and billing details.";
                error(429, "insufficient_quota", "insufficient_quota", message)
            }
            Fault::Internal => error(500, "server_error", "server_error", "The server had an error."),
            Fault::Unavailable => error(503, "server_error", "server_is_overloaded", "The engine is not available."),
            Fault::Overloaded => error(529, "overloaded_error", "overloaded", "Overloaded."),
            Fault::Context => {
                let message = "This model's maximum context length is 4096 tokens. Please reduce the messages.";
                error(400, "invalid_request_error", "context_length_exceeded", message)
            }
            Fault::ErrorInside => Some((200, json!({"error": {"message": "The upstream broke.", "code": 502}}))),
            Fault::Hang
            | Fault::Cut
            | Fault::Malformed
            | Fault::Truncated
            | Fault::Empty
            | Fault::ContentFilter
            | Fault::Unsupported => None,
        }
    }
}

/// The 400 that complains of a parameter.
#[must_use]
pub fn unsupported(parameter: &str) -> Value {
    let message = format!("Unsupported parameter: '{parameter}' is not supported with this model.");
    json!({"error": {"message": message, "type": "invalid_request_error", "param": parameter,
                     "code": "unsupported_parameter"}})
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_called_the_same_in_profile_and_log() {
        for fault in Fault::DRAWN.into_iter().chain([Fault::Quota]) {
            let read: Fault = serde_json::from_value(json!(fault.name())).expect("the name of a fault");
            assert_eq!(read, fault);
        }
    }
}
