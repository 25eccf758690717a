//! What an endpoint refuses, learned from its own complaints. Tables of model names would be out of date every month.

use std::cmp::Reverse;
use std::collections::BTreeSet;

use serde_json::{Map, Value};

use super::fault::Fault;
use super::request::Request;
use super::settings::Format;

/// What has been learned of an endpoint. Each lesson only ever takes something away, so that learning ends.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Learned {
    /// Members of the body, by their paths: `temperature`, `output_config.effort`.
    refused: BTreeSet<String>,
    refused_formats: BTreeSet<Format>,
    alternate: bool,
    no_system: bool,
    only_streams: bool,
    no_more_tokens: bool,
}

/// Words that say that something is refused as such, rather than its value.
const UNSUPPORTED: [&str; 15] = [
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
    "must be verified to",
];

/// Words that speak of the format of the answer. OpenRouter's are the last: it does not say which parameters.
const FORMAT: [&str; 11] = [
    "response_format",
    "json_schema",
    "json_object",
    "schema",
    "structured",
    "guided",
    "grammar",
    "output_config.format",
    "output_format",
    "output format",
    "the requested parameters",
];

/// Words by which servers call a member that has another name in the body.
const OTHER_WORDS: [(&str, &str); 1] = [("think", "thinking")];

impl Learned {
    /// Whether the member is to be left out.
    pub fn refuses(&self, member: &str) -> bool {
        self.refused.contains(member)
    }

    /// Whether messages of one role may not follow each other.
    pub fn alternate(&self) -> bool {
        self.alternate
    }

    /// Whether there may be no system message.
    pub fn no_system(&self) -> bool {
        self.no_system
    }

    /// Whether an answer is streamed, where this is wanted or not.
    pub fn streams(&self, wanted: bool) -> bool {
        self.only_streams || wanted && !self.refuses("stream")
    }

    /// Whether an answer may never have more tokens than is set.
    pub fn refuses_more_tokens(&self) -> bool {
        self.no_more_tokens
    }

    /// What the limit of tokens is called here: OpenAI's newer models know one name only, and older servers the other.
    pub fn token_limit<'a>(&self, names: &'a [String]) -> &'a str {
        let accepted = names.iter().find(|name| !self.refuses(name));
        accepted.or(names.last()).map_or("max_tokens", String::as_str)
    }

    /// The strictest format of these, and no stricter than is wanted, that is not known to be refused.
    pub fn format(&self, wanted: Format, formats: &[Format]) -> Format {
        let accepted = |format: &Format| *format >= wanted && !self.refused_formats.contains(format);
        formats.iter().copied().filter(accepted).min().unwrap_or(Format::Text)
    }

    /// Takes out of these members what is refused.
    pub fn prune(&self, members: &mut Map<String, Value>) {
        for path in &self.refused {
            let Some((outer, inner)) = path.split_once('.') else {
                members.remove(path);
                continue;
            };
            if let Some(Value::Object(object)) = members.get_mut(outer) {
                object.remove(inner);
                if object.is_empty() {
                    members.remove(outer);
                }
            }
        }
    }

    /// Learns from a complaint about the request that was sent: what will be done, if it teaches anything.
    ///
    /// The lesson follows from what was sent, not from what is known by now: of two calls that were refused together,
    /// the second teaches nothing more.
    pub fn learn(&mut self, fault: &Fault, sent: &Request) -> Option<String> {
        let message = fault.message.to_lowercase();
        let param = fault.param.as_deref().map(str::to_lowercase);
        if message.contains("alternate") && message.contains("role") {
            self.alternate = true;
            return Some("is sent one message a turn".into());
        }
        if message.contains("system role") || message.contains("role 'system'") || message.contains("role system") {
            self.no_system = true;
            return Some("is sent no system message".into());
        }
        if message.contains("only support stream") {
            self.only_streams = true;
            return Some("is asked to stream".into());
        }
        if sent.widened && message.contains("token") {
            self.no_more_tokens = true;
            return Some("is given no more tokens than is set".into());
        }
        if sent.format != Format::Text && is_about_format(&message, param.as_deref(), sent.format) {
            self.refused_formats.insert(sent.format);
            return Some(format!("is not asked for format = \"{}\"", sent.format.word()));
        }
        let culprit = culprit(&message, param.as_deref(), sent)?;
        let unsupported = |text: &str| UNSUPPORTED.iter().any(|word| text.contains(word));
        (unsupported(&message) || unsupported(&fault.codes)).then(|| {
            let lesson = format!("is not sent `{culprit}`");
            self.refused.insert(culprit);
            lesson
        })
    }
}

fn is_about_format(message: &str, param: Option<&str>, sent: Format) -> bool {
    let named = |word: &str| message.contains(word) || param.is_some_and(|param| param.contains(word));
    FORMAT.into_iter().any(named) || sent == Format::Tool && named("tool")
}

/// The member that is complained of: the one the server names, or the one that its message speaks of first.
fn culprit(message: &str, param: Option<&str>, sent: &Request) -> Option<String> {
    let members = members(sent);
    let by_param = |param: &str| {
        let outer = param.split(['.', '[']).next().unwrap_or(param);
        let named = |name: &str| members.iter().find(|member| member.to_lowercase() == name).cloned();
        named(param).or_else(|| named(outer))
    };
    let by_message = || {
        let found = members.iter().filter_map(|path| Some((spoken_of(message, path)?, Reverse(path.len()), path)));
        found.min().map(|(.., path)| path.clone())
    };
    param.and_then(by_param).or_else(by_message)
}

/// The paths of the members that can be left out, and of the members of those.
fn members(sent: &Request) -> Vec<String> {
    let mut paths = vec!["stream".to_owned()];
    for (name, value) in &sent.params {
        paths.push(name.clone());
        if let Value::Object(object) = value {
            paths.extend(object.keys().map(|inner| format!("{name}.{inner}")));
        }
    }
    paths
}

/// Where a message speaks of a member: by its path, its own name, or another word.
fn spoken_of(message: &str, path: &str) -> Option<usize> {
    let name = path.rsplit('.').next().unwrap_or(path);
    let others = OTHER_WORDS.iter().filter(|(member, _)| *member == name).map(|(_, word)| *word);
    [path, name].into_iter().chain(others).filter_map(|word| word_position(message, word)).min()
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

    fn sent_with(format: Format) -> Request {
        let params = json!({"temperature": 1, "top_p": 1, "max_tokens": 9, "seed": 1, "think": true,
            "output_config": {"effort": "low"}, "stream_options": {"include_usage": true}});
        let Value::Object(params) = params else { unreachable!("an object") };
        Request { body: Value::Null, params, settings: Value::Null, format, streamed: true, widened: false }
    }

    fn sent() -> Request {
        sent_with(Format::Schema)
    }

    #[test]
    fn the_parameter_complained_of_is_left_out() {
        let cases = [
            ("Unsupported parameter: 'temperature' is not supported with this model.", None, "temperature"),
            ("Unsupported value: 'top_p' does not support 0.5", Some("top_p"), "top_p"),
            ("[{\"loc\":[\"body\",\"seed\"],\"msg\":\"Extra inputs are not permitted\"}]", None, "seed"),
            ("Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", None, "max_tokens"),
            ("temperature and seed are not supported", Some("seed"), "seed"),
            ("This model does not support the effort parameter.", None, "output_config.effort"),
            ("output_config.effort: Extra inputs are not permitted", None, "output_config.effort"),
            ("\"gemma3\" does not support thinking", None, "think"),
            ("Your organization must be verified to stream this model.", Some("stream"), "stream"),
            ("Unknown parameter: stream_options", None, "stream_options"),
            ("stream_options.include_usage is not supported", Some("stream_options.x"), "stream_options"),
        ];
        for (message, param, refused) in cases {
            let mut learned = Learned::default();
            assert!(learned.learn(&fault(message, param), &sent()).is_some(), "{message}");
            assert_eq!(learned.refused.iter().collect::<Vec<_>>(), [refused], "{message}");
        }
    }

    #[test]
    fn what_is_refused_is_taken_out() {
        let mut learned = Learned::default();
        learned.refused.extend(["seed".to_owned(), "output_config.effort".to_owned(), "a.b".to_owned()]);
        let mut params = sent().params;
        params.insert("a".into(), json!({"b": 1, "c": 2}));
        learned.prune(&mut params);
        assert!(!params.contains_key("seed") && !params.contains_key("output_config"));
        assert_eq!(params["a"], json!({"c": 2}));
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
        let all = [Format::Schema, Format::Tool, Format::Json, Format::Text];
        let complaint = fault("This response_format type is unavailable now", None);
        learned.learn(&complaint, &sent());
        learned.learn(&complaint, &sent());
        assert_eq!(learned.format(Format::Schema, &all), Format::Tool, "two refusals of one format are one lesson");
        learned.learn(
            &fault("Thinking may not be enabled when tool_choice forces tool use.", None),
            &sent_with(Format::Tool),
        );
        assert_eq!(learned.format(Format::Schema, &all), Format::Json);
        learned.learn(&complaint, &sent_with(Format::Json));
        assert_eq!(learned.format(Format::Schema, &all), Format::Text);
        assert_eq!(Learned::default().format(Format::Json, &all), Format::Json);
        assert_eq!(Learned::default().format(Format::Schema, &[]), Format::Text);
    }

    #[test]
    fn the_limit_of_tokens_has_two_names() {
        let names = ["max_tokens", "max_completion_tokens"].map(String::from);
        let mut learned = Learned::default();
        assert_eq!(learned.token_limit(&names), "max_tokens");
        learned.learn(&fault("max_tokens is not supported", None), &sent());
        assert_eq!(learned.token_limit(&names), "max_completion_tokens");
    }

    #[test]
    fn a_limit_that_was_doubled_too_far_is_not_doubled_again() {
        let complaint = fault("max_tokens: 8192 > 4096, which is the maximum allowed number of output tokens", None);
        let mut learned = Learned::default();
        assert_eq!(learned.learn(&complaint, &sent()), None, "what the user sets is the user's mistake");
        assert!(learned.learn(&complaint, &Request { widened: true, ..sent() }).is_some());
        assert!(learned.refuses_more_tokens() && learned.refused.is_empty());
    }

    #[test]
    fn strict_templates_are_learned() {
        let mut learned = Learned::default();
        learned.learn(&fault("Conversation roles must alternate user/assistant/user/assistant/...", None), &sent());
        learned.learn(&fault("System role not supported", None), &sent());
        assert!(learned.alternate() && learned.no_system());
    }

    #[test]
    fn models_that_stream_only_or_never_are_learned() {
        let mut learned = Learned::default();
        assert!(learned.streams(true) && !learned.streams(false));
        learned.learn(&fault("stream is not supported", None), &sent());
        assert!(!learned.streams(true));
        let mut learned = Learned::default();
        learned.learn(&fault("This model only support stream mode, please enable the stream parameter", None), &sent());
        assert!(learned.streams(false));
    }
}
