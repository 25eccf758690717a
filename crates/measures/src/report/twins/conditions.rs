//! Under which conditions games were played, and in what two plays of them differ.

use lycaon_transcript::Header;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// A condition in which the plays differ.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Differs {
    /// Which, such as `conditions.probes.at` or `agents.mini.sampling.temperature`.
    pub what: String,
    /// The values it has in the first play, as JSON; none if it is not there.
    pub first: Vec<String>,
    /// Those in the second.
    pub second: Vec<String>,
}

/// What the header says of the game's place in the plan, which all games differ in.
const PLACE: [&str; 6] = ["experiment", "deal", "arm", "repeat", "seed", "worker"];

/// The values that each condition has over the games of a play.
#[derive(Clone, Debug, Default)]
pub(super) struct Conditions(BTreeMap<String, BTreeSet<String>>);

impl Conditions {
    pub fn take(&mut self, header: &Header) {
        let conditions: BTreeMap<&String, &Value> =
            header.conditions.iter().filter(|(key, _)| !PLACE.contains(&key.as_str())).collect();
        let agents: BTreeMap<&str, Value> = header
            .seats
            .values()
            .map(|seating| (seating.agent.as_str(), json!({ "model": seating.model, "settings": seating.settings })))
            .collect();
        let all = json!({
            "program": header.program,
            "language": header.language,
            "prompts": header.prompts,
            "ruleset": header.board.ruleset,
            "options": header.board.options,
            "conditions": conditions,
            "agents": agents,
        });
        self.leaves("", &all);
    }

    fn leaves(&mut self, path: &str, value: &Value) {
        match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    let path = if path.is_empty() { key.clone() } else { format!("{path}.{key}") };
                    self.leaves(&path, value);
                }
            }
            value => {
                self.0.entry(path.into()).or_default().insert(value.to_string());
            }
        }
    }

    /// In what they differ from others.
    pub fn differences(&self, others: &Conditions) -> Vec<Differs> {
        let paths: BTreeSet<&String> = self.0.keys().chain(others.0.keys()).collect();
        let values = |conditions: &Conditions, path: &String| -> Vec<String> {
            conditions.0.get(path).into_iter().flatten().cloned().collect()
        };
        let differs = |path: &String| {
            let (first, second) = (values(self, path), values(others, path));
            (first != second).then(|| Differs { what: path.clone(), first, second })
        };
        paths.into_iter().filter_map(differs).collect()
    }
}
