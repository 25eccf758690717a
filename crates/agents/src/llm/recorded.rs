//! Calls of an earlier run, taken for calls of this one.

use std::time::Duration;

use lycaon_transcript::Call;

use super::provider::{Again, Class, Completion, Failure};

/// Every class of failure, to be found by its word.
const CLASSES: [Class; 10] = [
    Class::Timeout,
    Class::Connect,
    Class::RateLimit,
    Class::Overloaded,
    Class::Auth,
    Class::Quota,
    Class::Context,
    Class::Policy,
    Class::BadRequest,
    Class::Malformed,
];

/// What a recorded call brought. A failure that is over has been waited for: the call may be made again at once.
pub fn completion(call: &Call) -> Completion {
    let failure = call.error.as_ref().map(|word| Failure {
        class: CLASSES.into_iter().find(|class| class.word() == word).unwrap_or(Class::Malformed),
        detail: call.error_detail.clone().unwrap_or_default(),
        again: Again::Now,
    });
    Completion {
        settings: call.settings.clone(),
        answered_by: call.answered_by.clone(),
        text: call.reply.clone(),
        reasoning: call.reasoning.clone(),
        finish: call.finish.clone(),
        usage: call.usage.clone(),
        cost_usd: call.cost_usd,
        took: Duration::from_millis(call.ms),
        failure,
    }
}
