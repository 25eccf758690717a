//! Whether a server still reads the whole conversation.
//!
//! Some servers cut a prompt that is too long for them and answer as if nothing were wrong; the model then plays without
//! the rules. A conversation that grew cannot have fewer tokens than before, so this can be seen.

use lycaon_transcript::call::Usage;
use serde_json::Value;

use super::provider::{Class, Completion, Failure};

/// Fewer tokens than before by this many are a difference between two counts of the same thing, not a cut.
const TOLERANCE: u64 = 16;

/// The tokens of a seat's last prompt, and what they are comparable with.
#[derive(Clone, Debug, Default)]
pub struct Growth(Option<Measure>);

#[derive(Clone, Debug, PartialEq)]
struct Measure {
    tokens: u64,
    answered_by: Option<String>,
    settings: Value,
}

impl Growth {
    /// Measures the prompt of a call that succeeded, and tells if it has shrunk since the last one. Counts of another
    /// model or under other settings are not compared: a schema, for one, is counted too.
    pub fn measure(&mut self, completion: &Completion) -> Option<Failure> {
        let now = Measure {
            tokens: prompt_tokens(&completion.usage)?,
            answered_by: completion.answered_by.clone(),
            settings: completion.settings.clone(),
        };
        let before = self.0.replace(now.clone())?;
        let comparable = before.answered_by == now.answered_by && before.settings == now.settings;
        let shrank = comparable && now.tokens + TOLERANCE < before.tokens;
        shrank.then(|| {
            let (now, before) = (now.tokens, before.tokens);
            let detail = format!(
                "the server cuts the prompt: it counts {now} tokens after {before}, though the conversation only grows; \
                 give the model a larger context"
            );
            Failure::new(Class::Context, detail)
        })
    }
}

fn prompt_tokens(usage: &Usage) -> Option<u64> {
    let cached = usage.cache_read.unwrap_or(0).checked_add(usage.cache_write.unwrap_or(0))?;
    usage.input_uncached?.checked_add(cached)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn call(uncached: u64, cached: u64, model: &str) -> Completion {
        let usage = Usage { input_uncached: Some(uncached), cache_read: Some(cached), ..Usage::default() };
        Completion { usage, answered_by: Some(model.into()), ..Completion::default() }
    }

    #[test]
    fn a_shrinking_prompt_is_a_cut_one() {
        let mut growth = Growth::default();
        assert_eq!(growth.measure(&call(3000, 0, "a")), None);
        assert_eq!(growth.measure(&call(500, 3000, "a")), None, "most of it was in the cache");
        let failure = growth.measure(&call(2048, 0, "a")).expect("a failure");
        assert_eq!(failure.class, Class::Context);
        assert!(failure.detail.contains("2048") && failure.detail.contains("3500"));
    }

    #[test]
    fn only_like_is_compared_with_like() {
        let mut growth = Growth::default();
        growth.measure(&call(3000, 0, "a"));
        assert_eq!(growth.measure(&call(2000, 0, "b")), None);
        assert_eq!(growth.measure(&Completion::default()), None, "unknown is not zero");
        assert_eq!(growth.measure(&call(1990, 0, "b")), None, "within the tolerance");
        assert!(growth.measure(&call(u64::MAX, u64::MAX, "b")).is_none());
    }
}
