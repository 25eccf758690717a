//! What an endpoint refuses, learned from its own complaints. Tables of model names would be out of date every month.

use std::collections::BTreeSet;

use serde_json::Value;

use super::super::fault::Fault;
use super::super::settings::Format;

/// What has been learned of an endpoint. Each lesson only ever takes something away, so that learning ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    refused: BTreeSet<String>,
    /// The strictest format that is not known to be refused.
    pub format: Format,
    /// Which name the limit of tokens is given first.
    completion_tokens_first: bool,
    /// Whether messages of one role may not follow each other.
    pub alternate: bool,
    /// Whether there may be no system message.
    pub no_system: bool,
}

/// Words that say that something is refused as such, rather than its value.
const UNSUPPORTED: [&str; 14] = [
    "unsupported",
    "not support",
    "n't support",
    "unrecognized",
    "unknown",
    "not permitted",
    "not allowed",
    "unexpected",
    "extra",
    "deprecated",
    "cannot be used",
    "unavailable",
    "not available",
    "incompatible",
];

/// Words that speak of the format of the answer.
const FORMAT: [&str; 7] =
    ["response_format", "json_schema", "json_object", "schema", "structured", "guided", "grammar"];

impl Learned {
    /// What is known of a provider before the first call.
    pub fn of_provider(provider: &str) -> Self {
        Learned { completion_tokens_first: provider == "openai", ..Learned::default() }
    }

    /// Whether the member is to be left out.
    pub fn refuses(&self, member: &str) -> bool {
        self.refused.contains(member)
    }

    /// What the limit of tokens is called here: OpenAI's newer models know one name only, and older servers the other.
    pub fn token_limit(&self) -> &'static str {
        let names = ["max_tokens", "max_completion_tokens"];
        let [first, second] = if self.completion_tokens_first { [names[1], names[0]] } else { names };
        if self.refuses(first) { second } else { first }
    }

    /// Learns from a complaint about the request that was sent: what will be done, if it teaches anything.
    ///
    /// The lesson follows from what was sent, not from what is known by now: of two calls that were refused together,
    /// the second teaches nothing more.
    pub fn learn(&mut self, fault: &Fault, sent: &Value) -> Option<String> {
        let message = fault.message.to_lowercase();
        let param = fault.param.as_deref().map(|param| param.split(['.', '[']).next().unwrap_or(param).to_lowercase());
        if message.contains("alternate") && message.contains("role") {
            self.alternate = true;
            return Some("is sent one message a turn".into());
        }
        if message.contains("system role") || message.contains("role 'system'") || message.contains("role system") {
            self.no_system = true;
            return Some("is sent no system message".into());
        }
        let about_format = param.as_deref() == Some("response_format") || FORMAT.iter().any(|w| message.contains(w));
        if let Some(format) = sent_format(sent).filter(|_| about_format) {
            return Some(self.refuse_format(format));
        }
        let culprit = self.culprit(&message, param.as_deref(), sent)?;
        let unsupported = |text: &str| UNSUPPORTED.iter().any(|word| text.contains(word));
        (unsupported(&message) || unsupported(&fault.codes)).then(|| self.refuse(culprit))
    }

    /// The member that is complained of: the one the server names, or the one that its message speaks of first.
    fn culprit(&self, message: &str, param: Option<&str>, sent: &Value) -> Option<String> {
        let members = sent.as_object()?.keys().filter(|name| !["model", "messages", "stream"].contains(&name.as_str()));
        let named = |name: &&String| param == Some(name.to_lowercase().as_str());
        let members: Vec<&String> = members.collect();
        let by_param = members.iter().copied().find(named);
        let by_message = || {
            let found = members.iter().filter_map(|name| Some((word_position(message, name)?, *name)));
            found.min().map(|(_, name)| name)
        };
        by_param.or_else(by_message).cloned()
    }

    fn refuse(&mut self, member: String) -> String {
        let lesson = format!("is not sent `{member}`");
        self.refused.insert(member);
        lesson
    }

    fn refuse_format(&mut self, sent: Format) -> String {
        let next = if sent == Format::Schema { Format::Json } else { Format::Text };
        self.format = self.format.max(next);
        match next {
            Format::Json => "is asked for JSON without a schema".into(),
            Format::Schema | Format::Text => "is asked for JSON by the prompt alone".into(),
        }
    }
}

fn sent_format(sent: &Value) -> Option<Format> {
    match sent.pointer("/response_format/type")?.as_str()? {
        "json_schema" => Some(Format::Schema),
        _ => Some(Format::Json),
    }
}

/// Where a message holds this as a word of its own.
fn word_position(message: &str, word: &str) -> Option<usize> {
    let word = word.to_lowercase();
    let part_of_word = |c: char| c.is_alphanumeric() || c == '_';
    message.match_indices(word.as_str()).map(|(at, _)| at).find(|at| {
        let (before, after) = (&message[..*at], &message[at + word.len()..]);
        !before.chars().next_back().is_some_and(part_of_word) && !after.chars().next().is_some_and(part_of_word)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn fault(message: &str, param: Option<&str>) -> Fault {
        Fault { status: 400, message: message.into(), codes: String::new(), param: param.map(str::to_owned) }
    }

    fn sent() -> Value {
        json!({"model": "m", "temperature": 1, "top_p": 1, "max_tokens": 9, "seed": 1, "messages": [],
               "response_format": {"type": "json_schema"}})
    }

    #[test]
    fn the_parameter_complained_of_is_left_out() {
        let cases = [
            ("Unsupported parameter: 'temperature' is not supported with this model.", None, "temperature"),
            ("Unsupported value: 'top_p' does not support 0.5", Some("top_p"), "top_p"),
            ("[{\"loc\":[\"body\",\"seed\"],\"msg\":\"Extra inputs are not permitted\"}]", None, "seed"),
            ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", None, "max_tokens"),
            ("temperature and seed are not supported", Some("seed"), "seed"),
        ];
        for (message, param, refused) in cases {
            let mut learned = Learned::default();
            assert!(learned.learn(&fault(message, param), &sent()).is_some(), "{message}");
            assert_eq!(learned.refused.iter().collect::<Vec<_>>(), [refused], "{message}");
        }
    }

    #[test]
    fn a_bad_value_is_not_hidden_by_leaving_it_out() {
        let mut learned = Learned::default();
        for message in ["temperature must be between 0 and 2", "Invalid 'seed': integer above maximum", "no such model"]
        {
            assert_eq!(learned.learn(&fault(message, None), &sent()), None, "{message}");
        }
        assert_eq!(learned, Learned::default());
    }

    #[test]
    fn formats_go_down_one_step_for_each_refusal() {
        let mut learned = Learned::default();
        let complaint = fault("This response_format type is unavailable now", None);
        learned.learn(&complaint, &sent());
        learned.learn(&complaint, &sent());
        assert_eq!(learned.format, Format::Json, "two refusals of one format are one lesson");
        learned.learn(&complaint, &json!({"response_format": {"type": "json_object"}}));
        assert_eq!(learned.format, Format::Text);
    }

    #[test]
    fn the_limit_of_tokens_has_two_names() {
        let mut learned = Learned::of_provider("foo");
        assert_eq!(learned.token_limit(), "max_tokens");
        learned.refuse("max_tokens".into());
        assert_eq!(learned.token_limit(), "max_completion_tokens");
        assert_eq!(Learned::of_provider("openai").token_limit(), "max_completion_tokens");
    }

    #[test]
    fn strict_templates_are_learned() {
        let mut learned = Learned::default();
        learned.learn(&fault("Conversation roles must alternate user/assistant/user/assistant/...", None), &sent());
        learned.learn(&fault("System role not supported", None), &sent());
        assert!(learned.alternate && learned.no_system);
    }
}
