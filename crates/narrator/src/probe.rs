//! What a seat is asked aside from the game.

use crate::narrator::Narrator;
use crate::sources::PromptError;
use lycaon_rules::Seat;
use minijinja::context;
use serde_json::{Map, Value, json};

/// A question put aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Probe<'a> {
    /// How likely each of these seats is a wolf, in this order.
    Beliefs(&'a [Seat]),
    /// How likely the others hold the seat, which is a wolf, for one.
    Suspicion,
    /// Whom of these seats it would vote out now, if anybody.
    Poll(&'a [Seat]),
    /// Whether it meant the speech that it has just given.
    Report,
    /// How likely this seat has said something in its last speech that it holds for false.
    Doubt(Seat),
}

/// How a speech can be meant, as the question has it.
const INTENTS: [&str; 5] = ["truthful", "omission", "distortion", "misdirection", "fabrication"];

impl Probe<'_> {
    /// One of each kind.
    pub(crate) fn samples(others: &[Seat]) -> Vec<Probe<'_>> {
        let mut samples = vec![Probe::Beliefs(others), Probe::Suspicion, Probe::Poll(others), Probe::Report];
        samples.extend(others.iter().map(|seat| Probe::Doubt(*seat)));
        samples
    }

    /// The shape of the answer as a JSON schema: an object with all keys required and none besides.
    #[must_use]
    pub fn schema(self) -> Value {
        let (number, seat) = (json!({ "type": "number" }), json!({ "type": "integer" }));
        match self {
            Probe::Beliefs(others) => {
                let p_wolf = object(others.iter().map(|seat| (seat.to_string(), number.clone())));
                object([("p_wolf", p_wolf), ("top_suspect", seat.clone()), ("would_vote", seat)])
            }
            Probe::Suspicion => object([("suspected", number), ("would_vote", seat)]),
            Probe::Poll(_) => object([("vote", json!({ "type": ["integer", "null"] }))]),
            Probe::Report => {
                let intent = json!({ "type": "string", "enum": INTENTS });
                object([("intent", intent), ("lie", json!({ "type": "boolean" })), ("confidence", number)])
            }
            Probe::Doubt(_) => object([("p_lie", number)]),
        }
    }
}

fn object(members: impl IntoIterator<Item = (impl Into<String>, Value)>) -> Value {
    let members: Map<String, Value> = members.into_iter().map(|(key, value)| (key.into(), value)).collect();
    let required: Vec<&String> = members.keys().collect();
    json!({ "type": "object", "properties": members, "required": required, "additionalProperties": false })
}

/// The question in words, with the JSON object that is wanted on its last line.
pub(crate) fn probe(narrator: &Narrator, probe: Probe<'_>) -> Result<String, PromptError> {
    let say = |key: &str, shape: &str| narrator.say(key, context! { shape });
    match probe {
        Probe::Beliefs(others) => {
            let each: Vec<String> = others.iter().map(|seat| format!("\"{seat}\": P")).collect();
            let shape = format!("{{\"p_wolf\": {{{}}}, \"top_suspect\": N, \"would_vote\": N}}", each.join(", "));
            say("probe.others", &shape)
        }
        Probe::Suspicion => say("probe.wolf", "{\"suspected\": P, \"would_vote\": N}"),
        Probe::Poll(others) => {
            let seats = others.iter().map(Seat::to_string).collect::<Vec<_>>().join(", ");
            narrator.say("probe.poll", context! { seats, shape => "{\"vote\": N}" })
        }
        Probe::Report => say("probe.report", "{\"intent\": I, \"lie\": B, \"confidence\": P}"),
        Probe::Doubt(seat) => {
            narrator.say("probe.doubt", context! { seat => seat.number(), shape => "{\"p_lie\": P}" })
        }
    }
}
