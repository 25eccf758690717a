//! One call to a model.

use serde::{Deserialize, Serialize};

/// What a call used, in disjoint buckets: their sum is the whole. `None` is unknown, never zero.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Usage {
    /// Prompt tokens that were not in a cache.
    pub input_uncached: Option<u64>,
    /// Prompt tokens read from a cache.
    pub cache_read: Option<u64>,
    /// Prompt tokens written to a cache.
    pub cache_write: Option<u64>,
    /// Tokens of the answer, reasoning included.
    pub output: Option<u64>,
    /// Of those, tokens of reasoning.
    pub reasoning: Option<u64>,
}

impl Usage {
    /// All tokens, as far as they are known.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.prompt_tokens().saturating_add(self.output.unwrap_or(0))
    }

    /// The tokens of the prompt, from a cache or not, as far as they are known.
    #[must_use]
    pub fn prompt_tokens(&self) -> u64 {
        let buckets = [self.input_uncached, self.cache_read, self.cache_write];
        buckets.into_iter().flatten().fold(0, u64::saturating_add)
    }

    /// The share of the prompt that came from a cache, 0 to 1; nothing if that is not known.
    #[must_use]
    pub fn cache_share(&self) -> Option<f64> {
        let prompt = self.prompt_tokens();
        self.cache_read.filter(|_| prompt > 0).map(|read| read as f64 / prompt as f64)
    }

    /// Adds what another call used. A sum is of what is known, and unknown only if nothing is.
    pub fn add(&mut self, other: &Usage) {
        let buckets = [
            (&mut self.input_uncached, other.input_uncached),
            (&mut self.cache_read, other.cache_read),
            (&mut self.cache_write, other.cache_write),
            (&mut self.output, other.output),
            (&mut self.reasoning, other.reasoning),
        ];
        for (sum, more) in buckets {
            if let Some(more) = more {
                *sum = Some(sum.unwrap_or(0).saturating_add(more));
            }
        }
    }
}

/// A message of a conversation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Message {
    /// `system`, `user` or `assistant`.
    pub role: String,
    /// The text.
    pub content: String,
}

/// One HTTP call of a seat, as it is written to the transcript. It holds no secret.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Call {
    /// Which attempt at the decision this is, from 1.
    pub attempt: u32,
    /// The provider, such as `openai`.
    pub provider: String,
    /// The model that was asked for.
    pub model: String,
    /// The model that says it answered.
    pub answered_by: Option<String>,
    /// What the call was for, if it was not to answer the question: `summary`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub purpose: Option<String>,
    /// How many messages at the head of the seat's last prompt this prompt keeps, if it is not all of them. Only under a
    /// condition that forgets.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<u32>,
    /// The messages added to the seat's conversation since its last call. A conversation only grows, unless `kept` says
    /// otherwise, so the deltas of a seat's calls together are its whole prompt.
    pub delta: Vec<Message>,
    /// Sampling and format settings as sent.
    pub settings: serde_json::Value,
    /// The text of the answer, as it came.
    pub reply: Option<String>,
    /// The model's reasoning, kept apart from what it says in public.
    pub reasoning: Option<String>,
    /// Why the model stopped, in the provider's word.
    pub finish: Option<String>,
    /// What it used.
    pub usage: Usage,
    /// What it cost in US dollars, if that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cost_usd: Option<f64>,
    /// How long it took, in milliseconds.
    pub ms: u64,
    /// The class of the error, if there was one: `timeout`, `connect`, `rate_limit`, `overloaded`, `auth`, `quota`,
    /// `context`, `policy`, `bad_request`, `malformed`.
    pub error: Option<String>,
    /// What the error said, without secrets.
    pub error_detail: Option<String>,
}

impl Call {
    /// What became of the call, in one word. Every call ends in exactly one of these ways.
    ///
    /// `answered`: the model said something; whether it is a legal answer is for others to judge. `empty`: it said
    /// nothing in public, though it was not cut short. `truncated`: its tokens were used up before it was done. `refusal`:
    /// it declined, in its own words or by its own signal. `filtered`: the provider's guard held the prompt or the answer
    /// back. Anything else is the class of the error.
    #[must_use]
    pub fn outcome(&self) -> &str {
        let filtered = matches!(self.finish.as_deref(), None | Some("content_filter" | "safety"));
        match self.error.as_deref() {
            Some("policy") if filtered => "filtered",
            Some("policy") => "refusal",
            Some(class) => class,
            None if self.finish.as_deref().is_some_and(is_token_limit) => "truncated",
            None if self.reply.is_none() => "empty",
            None => "answered",
        }
    }
}

/// Whether this is a provider's word for a model that stopped because its budget of tokens was used up.
#[must_use]
pub fn is_token_limit(finish: &str) -> bool {
    matches!(finish, "length" | "max_tokens")
}
