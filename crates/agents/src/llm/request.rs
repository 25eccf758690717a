//! A request: the family's parts, the provider's peculiarities, what the user adds, and without what was refused.

use serde_json::{Map, Value};

use super::endpoint::Endpoint;
use super::families::{Ask, Parts};
use super::learned::Learned;
use super::provider::Prompt;
use super::settings::Format;

/// The members that nobody can add: they hold the conversation, or say how the answer is sent.
const RESERVED: [&str; 4] = ["messages", "model", "stream", "system"];

/// A request to a model.
#[derive(Clone, Debug, PartialEq)]
pub struct Request {
    /// The body.
    pub body: Value,
    /// The members of the body that can be left out.
    pub params: Map<String, Value>,
    /// How the model was asked, for the record: what changes nothing about the answer is not in it.
    pub settings: Value,
    /// How the shape of the answer is enforced.
    pub format: Format,
    /// Whether the answer is to be streamed.
    pub streamed: bool,
    /// Whether the answer may have more tokens than is set.
    pub widened: bool,
}

impl Request {
    /// The request for this prompt. What never changes stands first in the body.
    #[must_use]
    pub fn new(endpoint: &Endpoint, prompt: &Prompt<'_>, learned: &Learned) -> Self {
        let (profile, sampling) = (endpoint.profile(), prompt.sampling);
        let format = learned.format(sampling.format, &profile.formats);
        let streamed = learned.streams(sampling.stream.unwrap_or(profile.stream));
        let ask = Ask { prompt, profile, learned, format, stream: streamed };
        let Parts { mut params, shape, talk } = profile.family.dialect().parts(&ask);
        for extra in [&profile.extra, &sampling.extra] {
            let allowed = extra.iter().filter(|(name, _)| !RESERVED.contains(&name.as_str()));
            lay(&mut params, allowed);
        }
        learned.prune(&mut params);
        let widened = prompt.wider && !learned.refuses_more_tokens() && {
            let limits = profile.family.dialect().token_limits(profile);
            limits.into_iter().filter(|path| double(&mut params, path)).count() > 0
        };
        let mut settings = params.clone();
        settings.retain(|name, _| name != "stream_options" && Some(name) != profile.cache_key.as_ref());
        settings.insert("format".into(), format.word().into());
        let mut body = Map::new();
        body.insert("model".into(), endpoint.model().into());
        lay(&mut body, &shape);
        lay(&mut body, &params);
        body.insert("stream".into(), streamed.into());
        body.extend(talk);
        Request { body: Value::Object(body), params, settings: Value::Object(settings), format, streamed, widened }
    }
}

/// Doubles the number at a path; whether there is one.
fn double(members: &mut Map<String, Value>, path: &str) -> bool {
    let (name, inner) = path.split_once('.').map_or((path, None), |(name, inner)| (name, Some(inner)));
    match (members.get_mut(name), inner) {
        (Some(Value::Object(object)), Some(inner)) => double(object, inner),
        (Some(value), None) => value.as_u64().map(|number| *value = number.saturating_mul(2).into()).is_some(),
        _ => false,
    }
}

/// Lays members over others. Objects are laid over objects; anything else takes the place of what was there.
fn lay<'a>(under: &mut Map<String, Value>, over: impl IntoIterator<Item = (&'a String, &'a Value)>) {
    for (name, value) in over {
        match (under.get_mut(name), value) {
            (Some(Value::Object(under)), Value::Object(over)) => lay(under, over),
            _ => {
                under.insert(name.clone(), value.clone());
            }
        }
    }
}
