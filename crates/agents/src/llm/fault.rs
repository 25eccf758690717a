//! What a server says went wrong, into a class of failure.

use std::time::Duration;

use serde_json::Value;

use super::provider::{Again, Class, Failure};

/// The longest detail that is kept, in characters.
const DETAIL_MAX: usize = 500;

/// An error as servers write it: an object, a string, or FastAPI's `detail`; Gemini puts it in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Fault {
    /// The HTTP status, or the one that stands in the body of a 200.
    pub status: u16,
    /// `error.message`, or the whole text if there is no such thing.
    pub message: String,
    /// `error.code` and `error.type`, in lower case and with a space between.
    pub codes: String,
    /// `error.param`: the parameter that is complained of.
    pub param: Option<String>,
}

impl Fault {
    /// The fault in a response that has a status of failure.
    #[must_use]
    pub fn of_response(status: u16, body: &str) -> Self {
        let parsed = serde_json::from_str::<Value>(body).ok();
        let fault = parsed.as_ref().and_then(Self::of_body);
        fault.map_or_else(
            || Fault { status, message: body.to_owned(), ..Fault::default() },
            |fault| Fault { status, ..fault },
        )
    }

    /// The fault that a body tells of, if it does; its status is the body's own, or 500.
    #[must_use]
    pub fn of_body(body: &Value) -> Option<Self> {
        let body = body.get(0).unwrap_or(body);
        let error = ["error", "detail"].into_iter().filter_map(|key| body.get(key)).find(|error| !error.is_null());
        let error = match error {
            Some(error) => error,
            None if body.get("object").and_then(Value::as_str) == Some("error") => body,
            None => return None,
        };
        let text = |key: &str| error.get(key).and_then(word);
        let message = match error {
            Value::String(message) => message.clone(),
            _ => text("message").unwrap_or_else(|| error.to_string()),
        };
        let raw = error.pointer("/metadata/raw").and_then(word).map_or(String::new(), |raw| format!(": {raw}"));
        let codes = [text("code"), text("type")].into_iter().flatten().collect::<Vec<_>>().join(" ").to_lowercase();
        let own = ["code", "status", "status_code"].into_iter().filter_map(text).find_map(|code| code.parse().ok());
        let own = own.filter(|status| (400..600).contains(status));
        Some(Fault {
            status: own.or_else(|| status_of(&codes)).unwrap_or(500),
            message: message + &raw,
            codes,
            param: text("param"),
        })
    }

    /// The failure that this is; `asked` is how long the server asks to wait.
    #[must_use]
    pub fn failure(&self, asked: Option<Duration>) -> Failure {
        let class = self.class();
        let mut failure = Failure::new(class, format!("HTTP {}: {}", self.status, one_line(&self.message)));
        if let Again::Later { at_least } = &mut failure.again {
            *at_least = asked;
        }
        failure
    }

    /// Whether the server refuses something about the request itself.
    #[must_use]
    pub fn is_about_request(&self) -> bool {
        let status =
            matches!(self.status, 400 | 422 | 500) || self.status == 404 && self.message.contains("parameters");
        status && self.class() == Class::BadRequest
    }

    fn class(&self) -> Class {
        let message = self.message.to_lowercase();
        let says = |words: &[&str]| words.iter().any(|word| message.contains(word) || self.codes.contains(word));
        match self.status {
            402 => Class::Quota,
            429 if says(SPENT) => Class::Quota,
            429 => Class::RateLimit,
            403 if says(DECLINED) => Class::Policy,
            401 | 403 => Class::Auth,
            408 => Class::Timeout,
            413 => Class::Context,
            400 | 404 | 422 if says(TOO_LONG) => Class::Context,
            400 | 422 if says(DECLINED) => Class::Policy,
            400 if says(SPENT) => Class::Quota,
            400 if says(&["api key", "api_key"]) => Class::Auth,
            500 if says(MISREAD) => Class::BadRequest,
            409 | 425 | 500 | 502..=599 => Class::Overloaded,
            _ => Class::BadRequest,
        }
    }
}

/// The statuses of errors that come inside of a success, where there is none but a name.
const STATUSES: &[(&str, u16)] = &[
    ("insufficient_quota", 429),
    ("rate_limit", 429),
    ("overloaded", 529),
    ("billing", 402),
    ("authentication", 401),
    ("permission", 403),
    ("not_found", 404),
    ("request_too_large", 413),
    ("timeout", 408),
    ("invalid_request", 400),
    ("content_filter", 400),
    ("context_length", 400),
];

fn status_of(codes: &str) -> Option<u16> {
    STATUSES.iter().find(|(name, _)| codes.contains(name)).map(|(_, status)| *status)
}

/// Words that say that the account is spent.
const SPENT: &[&str] = &[
    "insufficient_quota",
    "insufficient balance",
    "credit_balance",
    "credit balance",
    "billing",
    "spend_limit",
    "spend limit",
    "exceeded your current quota",
    "per day",
    "perday",
    "daily",
];

/// Words that say that the conversation does not fit the model.
const TOO_LONG: &[&str] = &[
    "context_length_exceeded",
    "model_context_window_exceeded",
    "context length",
    "context window",
    "context size",
    "input length",
    "prompt is too long",
    "too many tokens",
];

/// Words with which a server that fails over a body says that it does not understand it.
const MISREAD: &[&str] = &["validation error"];

/// Words that say that the provider's guard holds the prompt or the answer back.
const DECLINED: &[&str] = &[
    "content_policy",
    "content policy",
    "content_filter",
    "content filter",
    "content management policy",
    "invalid_prompt",
    "safety",
    "moderation",
    "flagged",
    "data_inspection_failed",
];

/// A string, or a number as one.
fn word(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}

/// Text on one line of bounded length, without control characters.
#[must_use]
pub fn one_line(text: &str) -> String {
    let printable = text.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty());
    let line = printable.collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(DETAIL_MAX) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(status: u16, body: &str) -> Class {
        Fault::of_response(status, body).failure(None).class
    }

    #[test]
    fn the_field_s_own_errors_find_their_classes() {
        let cases = [
            (429, r#"{"error":{"message":"Rate limit reached","code":"rate_limit_exceeded"}}"#, Class::RateLimit),
            (
                429,
                r#"{"error":{"message":"You exceeded your current quota","type":"insufficient_quota"}}"#,
                Class::Quota,
            ),
            (429, r#"[{"error":{"code":429,"message":"Quota: GenerateRequestsPerDay"}}]"#, Class::Quota),
            (402, r#"{"error":{"message":"Insufficient Balance"}}"#, Class::Quota),
            (401, r#"{"error":{"message":"Incorrect API key provided"}}"#, Class::Auth),
            (403, r#"{"error":{"message":"Your input was flagged","code":403}}"#, Class::Policy),
            (400, r#"{"error":{"code":"context_length_exceeded","message":"too long"}}"#, Class::Context),
            (
                400,
                r#"{"object":"error","message":"This model's maximum context length is 4096","code":400}"#,
                Class::Context,
            ),
            (400, r#"{"error":{"code":"invalid_prompt","message":"limited access"}}"#, Class::Policy),
            (
                400,
                r#"{"type":"error","error":{"message":"Output blocked by content filtering policy"}}"#,
                Class::Policy,
            ),
            (400, r#"{"error":{"message":"Unsupported parameter: 'top_p'","param":"top_p"}}"#, Class::BadRequest),
            (404, r#"{"error":"model 'x' not found"}"#, Class::BadRequest),
            (503, "<html>Service Unavailable</html>", Class::Overloaded),
            (529, r#"{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}"#, Class::Overloaded),
            (422, r#"{"detail":[{"loc":["body","seed"],"msg":"extra fields not permitted"}]}"#, Class::BadRequest),
            (501, "", Class::BadRequest),
            (500, r#"{"error":{"message":"1 validation error: {'loc': ('body', 'top_p')}"}}"#, Class::BadRequest),
        ];
        for (status, body, wanted) in cases {
            assert_eq!(class(status, body), wanted, "{status} {body}");
        }
    }

    #[test]
    fn an_error_inside_of_a_success_has_its_own_status() {
        let fault = |body: &str| Fault::of_body(&serde_json::from_str(body).expect("JSON")).map(|fault| fault.status);
        assert_eq!(fault(r#"{"error":{"code":502,"message":"upstream"}}"#), Some(502));
        assert_eq!(fault(r#"{"error":{"code":"429","message":"slow"}}"#), Some(429));
        assert_eq!(fault(r#"{"error":{"code":"server_error"}}"#), Some(500));
        let anthropic = |kind: &str| fault(&format!(r#"{{"type":"error","error":{{"type":"{kind}"}}}}"#));
        assert_eq!(anthropic("overloaded_error"), Some(529));
        assert_eq!(anthropic("rate_limit_error"), Some(429));
        assert_eq!(anthropic("api_error"), Some(500));
        assert_eq!(fault(r#"{"error":"model 'x' not found"}"#), Some(500));
        assert_eq!(fault(r#"{"error":null,"choices":[]}"#), None);
        assert_eq!(fault("[]"), None);
    }

    #[test]
    fn details_are_one_bounded_line() {
        let detail = one_line(&format!("a\n\u{1b}[31mb{}", "字".repeat(2 * DETAIL_MAX)));
        assert!(detail.starts_with("a [31mb字"));
        assert_eq!(detail.chars().count(), DETAIL_MAX + 1);
    }
}
