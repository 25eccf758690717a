//! Calls outside of a game: those of a judge, for which no seat waits and which no transcript holds.

use lycaon_rules::Dice;
use lycaon_transcript::call::Message;
use serde_json::Value;

use super::access::Access;
use super::provider::{Again, Class, Completion, Failure, Prompt};
use super::settings::{Patience, Settings};
use super::waits;

impl Access {
    /// Puts a conversation to the model and gives back its answer, or the failure that no patience overcame. Faults that
    /// may pass are met as in a game: by calling again after a while.
    pub async fn ask(&self, messages: &[Message], schema: &Value, settings: &Settings) -> Completion {
        let cache_key = format!("lycaon-ask-{:016x}", hash_of(messages.first()));
        let mut dice = Dice::new(hash_of(messages.last()));
        let mut tries = 0;
        loop {
            let place = self.enter(0).await;
            if let Some(why) = self.closed() {
                let why = format!("no more calls are made to this model: {why}");
                return Completion::failed(Failure { again: Again::Never, ..Failure::new(Class::Quota, why) });
            }
            let prompt = Prompt {
                messages,
                schema,
                sampling: &settings.sampling,
                cache_key: &cache_key,
                wider: false,
                patience: Patience::seconds(settings.patience.timeout),
            };
            let mut completion = self.provider().complete(&prompt).await;
            self.leave(place, &mut completion);
            let at_least = match completion.failure.as_ref().map(|failure| failure.again) {
                None | Some(Again::Never) => return completion,
                Some(Again::Now) => continue,
                Some(Again::Later { at_least }) => at_least,
            };
            tries += 1;
            let wait = waits::wait(&settings.patience, tries, at_least, &mut dice);
            match wait.filter(|_| tries <= settings.patience.retries) {
                Some(wait) => tokio::time::sleep(wait).await,
                None => return completion,
            }
        }
    }
}

/// A number for a message, the same in every build: waits and names of caches hang on it.
fn hash_of(message: Option<&Message>) -> u64 {
    let hash = blake3::hash(message.map_or("", |message| &message.content).as_bytes());
    hash.as_bytes().iter().take(8).fold(0, |number, byte| number << 8 | u64::from(*byte))
}
