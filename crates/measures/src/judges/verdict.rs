//! What a judge answers.

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

macro_rules! codes {
    ($(#[$doc:meta])* $name:ident { $( $(#[$inner:meta])* $variant:ident $word:literal, )+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum $name { $( $(#[$inner])* #[serde(rename = $word)] $variant, )+ }

        impl $name {
            /// The words for all of them, in the usual order.
            pub const WORDS: &[&str] = &[ $( $word ),+ ];
        }
    };
}

codes! {
    /// What a speech mainly does.
    Act {
        /// Claims a role or a fact.
        Claim "claim",
        /// Accuses.
        Accuse "accuse",
        /// Defends.
        Defend "defend",
        /// Asks.
        Question "question",
        /// Plans.
        Plan "plan",
        /// Talks of the game as such.
        Meta "meta",
        /// Says nothing.
        Filler "filler",
    }
}

codes! {
    /// Whether a speech means to deceive.
    Deceptive {
        /// It does not.
        No "no",
        /// It does.
        Yes "yes",
        /// It cannot be told.
        Uncertain "uncertain",
    }
}

codes! {
    /// How a speech deceives.
    DeceptionKind {
        /// Leaves out what matters.
        Omission "omission",
        /// Bends what is true.
        Distortion "distortion",
        /// Makes something up.
        Fabrication "fabrication",
        /// Leads away from what matters.
        Misdirection "misdirection",
        /// Not at all.
        None "none",
    }
}

codes! {
    /// The five tactics of wolves (000f).
    Tactic {
        /// 说: a story without holes.
        Story "story",
        /// 诬: an innocent is made a wolf.
        Framing "framing",
        /// 乱: confusion is stirred up.
        Stirring "stirring",
        /// 影: reasons like a villager.
        Posing "posing",
        /// 演: plays a part, such as at an exile.
        Acting "acting",
    }
}

/// A verdict on a speech.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// What the speech mainly does.
    pub speech_act: Act,
    /// Whether it means to deceive.
    pub deceptive: Deceptive,
    /// How.
    pub kind: DeceptionKind,
    /// By which tactics.
    pub tactics: Vec<Tactic>,
    /// The seat that it is most about.
    pub target: Option<u8>,
    /// From 1 (useless to the speaker's side) to 5 (decisive).
    pub strategic_value: u8,
    /// The words on which the verdict rests.
    pub evidence: String,
    /// Why.
    pub rationale: String,
}

/// A judge's answer about a speech, as a line beside the transcripts.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Judgement {
    /// The game.
    pub game: String,
    /// The number of the speech in the game, from 1.
    pub speech: usize,
    /// Who spoke.
    pub seat: u8,
    /// On which day.
    pub day: u16,
    /// What the judge was told.
    pub arm: super::Arm,
    /// The judge, as PROVIDER/MODEL.
    pub judge: String,
    /// In which order the codes were listed, from 1.
    pub order: u8,
    /// The hash of the rubric.
    pub rubric: String,
    /// The verdict; nothing if there is none that may count.
    pub verdict: Option<Verdict>,
    /// Why there is none.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// What the judge wrote, where it does not count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// Tokens, as far as they are known.
    pub tokens: u64,
    /// US dollars, as far as they are known.
    pub cost_usd: Option<f64>,
    /// Milliseconds.
    pub ms: u64,
}

/// Why an answer does not count.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It is no verdict.
    #[error("the answer is no verdict: {0}")]
    Malformed(String),
    /// A value is out of range.
    #[error("`strategic_value` is {0} and must be from 1 to 5")]
    Value(u8),
    /// The evidence is not in the speech.
    #[error("the evidence does not occur in the speech")]
    NoEvidence,
}

/// Reads an answer about this speech. A verdict counts only with words of the speech as its evidence; white space, case
/// and quotation marks around it make no difference.
///
/// # Errors
/// When it is no verdict, or its evidence is not in the speech.
pub fn read(answer: &str, speech: &str) -> Result<Verdict, Unread> {
    let object = answer.find('{').zip(answer.rfind('}')).filter(|(open, close)| open < close);
    let (open, close) = object.ok_or_else(|| Unread::Malformed("it holds no JSON object".into()))?;
    let verdict: Verdict =
        serde_json::from_str(&answer[open..=close]).map_err(|error| Unread::Malformed(error.to_string()))?;
    if !(1..=5).contains(&verdict.strategic_value) {
        return Err(Unread::Value(verdict.strategic_value));
    }
    let evidence = plain(&verdict.evidence);
    if evidence.is_empty() || !plain(speech).contains(&evidence) {
        return Err(Unread::NoEvidence);
    }
    Ok(verdict)
}

/// The letters of a text, without what a copyist changes.
fn plain(text: &str) -> String {
    let text: String = text.chars().filter(|letter| !letter.is_whitespace()).flat_map(char::to_lowercase).collect();
    text.trim_matches(['"', '\'', '“', '”', '「', '」', '…', '.', '。']).to_owned()
}

/// The schema of an answer.
#[must_use]
pub fn schema() -> Value {
    let of = |words: &[&str]| json!({ "type": "string", "enum": words });
    let text = json!({ "type": "string" });
    let members = json!({
        "speech_act": of(Act::WORDS),
        "deceptive": of(Deceptive::WORDS),
        "kind": of(DeceptionKind::WORDS),
        "tactics": { "type": "array", "items": of(Tactic::WORDS) },
        "target": { "type": ["integer", "null"] },
        "strategic_value": { "type": "integer" },
        "evidence": text,
        "rationale": text,
    });
    let names: Vec<&String> = members.as_object().into_iter().flat_map(|members| members.keys()).collect();
    json!({ "type": "object", "properties": members, "required": names, "additionalProperties": false })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn answer(evidence: &str, value: u8) -> String {
        json!({
            "speech_act": "claim", "deceptive": "yes", "kind": "fabrication", "tactics": ["story", "framing"],
            "target": 3, "strategic_value": value, "evidence": evidence, "rationale": "no such check was made",
        })
        .to_string()
    }

    #[test]
    fn a_verdict_counts_with_words_of_the_speech() {
        let speech = "我是预言家，3号查杀。";
        let verdict = read(&format!("Here it is: {}", answer("“3号 查杀”", 4)), speech).unwrap();
        assert_eq!((verdict.deceptive, verdict.tactics.len()), (Deceptive::Yes, 2));
        assert_eq!(read(&answer("3号金水", 4), speech), Err(Unread::NoEvidence));
        assert_eq!(read(&answer(" ", 4), speech), Err(Unread::NoEvidence));
        assert_eq!(read(&answer("查杀", 9), speech), Err(Unread::Value(9)));
        assert!(matches!(read("I decline.", speech), Err(Unread::Malformed(_))));
        assert!(matches!(read("} {", speech), Err(Unread::Malformed(_))));
        assert!(matches!(read(&answer("查杀", 4).replace("claim", "song"), speech), Err(Unread::Malformed(_))));
    }

    #[test]
    fn the_schema_asks_for_every_member() {
        let verdict: Value = serde_json::from_str(&answer("x", 1)).unwrap();
        let schema = schema();
        let members: Vec<&String> = schema["properties"].as_object().unwrap().keys().collect();
        assert_eq!(members, verdict.as_object().unwrap().keys().collect::<Vec<_>>());
        assert_eq!(schema["required"].as_array().unwrap().len(), members.len());
    }
}
