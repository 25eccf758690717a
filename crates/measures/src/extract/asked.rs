//! Claims as a model finds them: what it is asked, and what its answer says.

use super::Listener;
use crate::claims::{Kind, Says};
use lycaon_narrator::Lang;
use lycaon_narrator::quote::quote;
use lycaon_rules::{RoleId, Seat};
use lycaon_transcript::call::Message;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A claim as a model writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Item {
    /// The kind.
    pub kind: Kind,
    /// The seat it is about.
    pub seat: u8,
    /// The role, of a role claim.
    #[serde(default)]
    pub role: Option<String>,
    /// Whether a wolf was seen, of a check.
    #[serde(default)]
    pub wolf: Option<bool>,
}

/// What a model found in a speech, as a line beside the transcripts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Heard {
    /// The game.
    pub game: String,
    /// The number of the speech in the game, from 1.
    pub speech: usize,
    /// Who spoke.
    pub seat: u8,
    /// On which day.
    pub day: u16,
    /// The model, as PROVIDER/MODEL.
    pub model: String,
    /// The hash of what it was asked beside the speech.
    pub rubric: String,
    /// What it found; nothing if its answer could not be read.
    pub claims: Option<Vec<Item>>,
    /// Why it could not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// Tokens, as far as they are known.
    pub tokens: u64,
    /// US dollars, as far as they are known.
    pub cost_usd: Option<f64>,
}

impl Item {
    /// The claim, at this table; nothing if there is no such seat, or the role or the result is missing.
    #[must_use]
    pub fn says(&self, listener: &Listener) -> Option<Says> {
        let seat = Seat::try_from(self.seat).ok().filter(|seat| listener.seats.has(*seat))?;
        let role = || self.role.as_deref().and_then(RoleId::from_id);
        Some(match self.kind {
            Kind::Role => Says::Role { seat, role: role()? },
            Kind::NotRole => Says::NotRole { seat, role: role()? },
            Kind::Suspects => Says::Camp { seat, wolf: true },
            Kind::Trusts => Says::Camp { seat, wolf: false },
            Kind::Checked => Says::Checked { seat, wolf: self.wolf? },
            Kind::Healed => Says::Saved { seat },
            Kind::Poisoned => Says::Poisoned { seat },
            Kind::Guarded => Says::Guarded { seat },
            Kind::Shot => Says::Shot { seat },
            Kind::WillVote => Says::WillVote { seat },
        })
    }
}

/// The question about a speech of this seat.
#[must_use]
pub fn question(text: &str, speaker: Seat, roles: &[RoleId], lang: Lang) -> Vec<Message> {
    let ids: Vec<&str> = roles.iter().map(|role| role.id()).collect();
    let rubric = include_str!("asked.md").replace("{roles}", &ids.join(", "));
    let message = |role: &str, content| Message { role: role.into(), content };
    vec![message("system", rubric), message("user", format!("Seat {speaker}:\n{}", quote(lang, text)))]
}

/// The hash of what is asked beside the speech, which names the instrument in every record.
#[must_use]
pub fn rubric_hash(question: &[Message]) -> String {
    let rubric = question.first().map_or("", |message| &message.content);
    blake3::hash(rubric.as_bytes()).to_hex()[..16].to_owned()
}

/// The schema of an answer.
#[must_use]
pub fn schema() -> Value {
    let kinds: Vec<Value> = Kind::ALL.iter().map(|kind| json!(kind)).collect();
    let item = json!({
        "type": "object",
        "properties": {
            "kind": { "type": "string", "enum": kinds },
            "seat": { "type": "integer" },
            "role": { "type": ["string", "null"] },
            "wolf": { "type": ["boolean", "null"] },
        },
        "required": ["kind", "seat", "role", "wolf"],
        "additionalProperties": false,
    });
    json!({
        "type": "object",
        "properties": { "claims": { "type": "array", "items": item } },
        "required": ["claims"],
        "additionalProperties": false,
    })
}

/// Reads an answer.
///
/// # Errors
/// With what is wrong with it, if it is no list of claims.
pub fn read(answer: &str) -> Result<Vec<Item>, String> {
    #[derive(Deserialize)]
    struct Answer {
        claims: Vec<Item>,
    }
    let object = answer.find('{').zip(answer.rfind('}')).filter(|(open, close)| open < close);
    let (open, close) = object.ok_or("the answer holds no JSON object")?;
    let read: Result<Answer, _> = serde_json::from_str(&answer[open..=close]);
    read.map(|answer| answer.claims).map_err(|error| format!("the answer is no list of claims: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_rules::Seats;

    #[test]
    fn an_answer_becomes_claims_of_the_table() {
        let listener = Listener::new(Seats::all(9), vec![], &[RoleId::Seer]);
        let answer = r#"Sure: {"claims": [
            {"kind": "role", "seat": 3, "role": "seer", "wolf": null},
            {"kind": "checked", "seat": 5, "role": null, "wolf": true},
            {"kind": "checked", "seat": 6, "role": null, "wolf": null},
            {"kind": "will_vote", "seat": 17, "role": null, "wolf": null}
        ]}"#;
        let says: Vec<Says> = read(answer).unwrap().iter().filter_map(|item| item.says(&listener)).collect();
        let seat = Seat::new;
        assert_eq!(
            says,
            [Says::Role { seat: seat(3), role: RoleId::Seer }, Says::Checked { seat: seat(5), wolf: true }]
        );
        assert!(read("none").is_err() && read(r#"{"claims": [{"kind": "song", "seat": 1}]}"#).is_err());
    }

    #[test]
    fn the_question_names_every_kind_and_the_roles_of_the_deck() {
        let asked = question("hm", Seat::new(3), &[RoleId::Seer, RoleId::Witch], Lang::En);
        for kind in Kind::ALL {
            let word = serde_json::to_string(&kind).unwrap().replace('"', "`");
            assert!(asked[0].content.contains(&word), "{word}");
        }
        assert!(asked[0].content.contains("seer, witch") && asked[1].content.contains("\"hm\""));
    }
}
