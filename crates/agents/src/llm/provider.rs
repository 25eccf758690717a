//! What every family of providers has in common: a conversation in, a completion or a classed failure out.

use std::fmt;
use std::time::Duration;

use async_trait::async_trait;
use lycaon_transcript::call::{Call, Message, Usage, is_token_limit};
use serde_json::Value;

use super::settings::Sampling;

/// A model behind an API. One value serves all the seats and games that play with it, so what is learned about an
/// endpoint is learned once.
#[async_trait]
pub trait Provider: Send + Sync + fmt::Debug {
    /// The provider's name, such as `openai`.
    fn provider(&self) -> &str;

    /// The model's name, as the provider calls it.
    fn model(&self) -> &str;

    /// Makes exactly one HTTP call. Whether to make another is decided by the caller, from the failure.
    async fn complete(&self, prompt: &Prompt<'_>) -> Completion;

    /// Whether anybody answers at the address, to be asked before a game begins. It is no call: no model is asked and
    /// no key is sent.
    ///
    /// # Errors
    /// When nobody does within `limit`.
    async fn reach(&self, limit: Duration) -> Result<(), Failure>;
}

/// What is sent.
#[derive(Clone, Copy, Debug)]
pub struct Prompt<'a> {
    /// The conversation, oldest first.
    pub messages: &'a [Message],
    /// The schema of every answer; the same at every turn, because providers keep it in the cached prefix.
    pub schema: &'a Value,
    /// How to sample.
    pub sampling: &'a Sampling,
    /// Names the conversation to caches that want it named.
    pub cache_key: &'a str,
    /// Whether the answer may have twice the tokens that are set, because the last one was cut short.
    pub wider: bool,
    /// The longest that this call may take.
    pub patience: Duration,
}

/// What came back.
#[derive(Clone, Debug, Default)]
pub struct Completion {
    /// The settings as they were sent.
    pub settings: Value,
    /// The model that says it answered.
    pub answered_by: Option<String>,
    /// The text of the answer, without the reasoning; never blank.
    pub text: Option<String>,
    /// The model's reasoning, never blank.
    pub reasoning: Option<String>,
    /// Why the model stopped, in the provider's word.
    pub finish: Option<String>,
    /// What the call used.
    pub usage: Usage,
    /// What it cost in US dollars, if the provider says so.
    pub cost_usd: Option<f64>,
    /// How long it took.
    pub took: Duration,
    /// What went wrong, if something did.
    pub failure: Option<Failure>,
}

impl Completion {
    /// A completion that failed, with nothing else known.
    #[must_use]
    pub fn failed(failure: Failure) -> Self {
        Completion { failure: Some(failure), ..Completion::default() }
    }

    /// The record of this call for the transcript.
    #[must_use]
    pub fn record(&self, provider: &dyn Provider, attempt: u32, delta: Vec<Message>) -> Call {
        Call {
            attempt,
            provider: provider.provider().to_owned(),
            model: provider.model().to_owned(),
            answered_by: self.answered_by.clone(),
            delta,
            settings: self.settings.clone(),
            reply: self.text.clone(),
            reasoning: self.reasoning.clone(),
            finish: self.finish.clone(),
            usage: self.usage.clone(),
            cost_usd: self.cost_usd,
            ms: u64::try_from(self.took.as_millis()).unwrap_or(u64::MAX),
            error: self.failure.as_ref().map(|failure| failure.class.word().to_owned()),
            error_detail: self.failure.as_ref().map(|failure| failure.detail.clone()),
            ..Call::default()
        }
    }

    /// Whether the model stopped because its budget of tokens was used up.
    #[must_use]
    pub fn ran_out(&self) -> bool {
        self.finish.as_deref().is_some_and(is_token_limit)
    }
}

/// Why a call brought no usable answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Failure {
    /// Of which class.
    pub class: Class,
    /// What the server or the connection said: one line, without secrets.
    pub detail: String,
    /// Whether another call may do better.
    pub again: Again,
}

impl Failure {
    /// A failure whose class decides whether to try again.
    #[must_use]
    pub fn new(class: Class, detail: impl Into<String>) -> Self {
        let again = if class.is_transient() { Again::Later { at_least: None } } else { Again::Never };
        Failure { class, detail: detail.into(), again }
    }

    /// Heeds what the server itself says about another call. Where the user must act first, it is not believed.
    pub(super) fn heed(&mut self, should_retry: Option<bool>) {
        let for_the_user = matches!(self.class, Class::Auth | Class::Quota | Class::Context | Class::Policy);
        match (should_retry, self.again) {
            (Some(false), _) => self.again = Again::Never,
            (Some(true), Again::Never) if !for_the_user => self.again = Again::Later { at_least: None },
            _ => {}
        }
    }
}

/// Whether another call may do better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Again {
    /// It would fail in the same way.
    Never,
    /// At once: the endpoint has learned what to leave out.
    Now,
    /// After a while.
    Later {
        /// How long the server asks to wait.
        at_least: Option<Duration>,
    },
}

/// The classes of failures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// No answer in time.
    Timeout,
    /// The connection could not be made, or broke.
    Connect,
    /// Too many requests for now.
    RateLimit,
    /// The server is out of order for now.
    Overloaded,
    /// The key, or what it may do.
    Auth,
    /// The account is spent: no waiting helps.
    Quota,
    /// The conversation does not fit the model.
    Context,
    /// The model or its guard declined; a behaviour of the model, not a fault of the infrastructure.
    Policy,
    /// The request is wrong.
    BadRequest,
    /// What came back cannot be read.
    Malformed,
}

impl Class {
    /// The word in the transcript.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Class::Timeout => "timeout",
            Class::Connect => "connect",
            Class::RateLimit => "rate_limit",
            Class::Overloaded => "overloaded",
            Class::Auth => "auth",
            Class::Quota => "quota",
            Class::Context => "context",
            Class::Policy => "policy",
            Class::BadRequest => "bad_request",
            Class::Malformed => "malformed",
        }
    }

    /// Whether the same call may succeed a little later.
    #[must_use]
    pub fn is_transient(self) -> bool {
        match self {
            Class::Timeout | Class::Connect | Class::RateLimit | Class::Overloaded | Class::Malformed => true,
            Class::Auth | Class::Quota | Class::Context | Class::Policy | Class::BadRequest => false,
        }
    }
}
