//! A seat that is played by a model.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use lycaon_narrator::{Conditions, Narrator, Unclear, schema};
use lycaon_rules::{Answer, Dice, Request};
use lycaon_transcript::Call;
use serde_json::Value;
use tracing::debug;

use super::conversation::Conversation;
use super::growth::Growth;
use super::provider::{Again, Class, Completion, Failure, Prompt, Provider};
use super::recorded;
use super::settings::{Patience, Sampling, Settings};
use super::waits;
use crate::{Agent, Deadline, Question, Reply, Trouble};

/// How long before the deadline the agent gives up, so that the record of what it tried still reaches the table.
const MARGIN: Duration = Duration::from_millis(100);

/// A model in a seat.
pub struct LlmAgent {
    provider: Arc<dyn Provider>,
    narrator: Arc<Narrator>,
    conditions: Conditions,
    settings: Settings,
    schema: Value,
    cache_key: String,
    dice: Dice,
    conversation: Conversation,
    growth: Growth,
    /// How many events of the view the conversation tells of.
    told: usize,
    /// Whether the last answer was cut short for want of tokens.
    ran_out: bool,
}

impl LlmAgent {
    /// A model in one seat of one game. The seed is the seat's own: it decides how long is waited before a call is made
    /// again, and names the conversation to the provider's cache.
    #[must_use]
    pub fn new(
        provider: Arc<dyn Provider>,
        narrator: Arc<Narrator>,
        conditions: Conditions,
        settings: Settings,
        seed: u64,
    ) -> Self {
        LlmAgent {
            provider,
            narrator,
            conditions,
            settings,
            schema: schema(),
            cache_key: format!("lycaon-{seed:016x}"),
            dice: Dice::new(seed),
            conversation: Conversation::default(),
            growth: Growth::default(),
            told: 0,
            ran_out: false,
        }
    }

    /// Takes up the conversation of a game that is resumed or forked: the recorded calls of this seat, oldest first, and
    /// how many events its view had when the last of them was made.
    pub fn recall(&mut self, calls: &[Call], told: usize) {
        for call in calls {
            let completion = recorded::completion(call);
            self.conversation.recall(call);
            if completion.failure.is_none() {
                self.growth.measure(&completion);
                self.ran_out = completion.ran_out();
            }
            if let Some(reply) = completion.text.filter(|_| completion.failure.is_none()) {
                self.conversation.said(&reply);
            }
        }
        self.told = told;
    }

    /// Adds the rules, if this is the first question, what has happened since the last, and the question or complaint.
    fn tell(&mut self, question: &Question<'_>) {
        let Question { view, request, complaint, .. } = *question;
        if self.conversation.is_empty() {
            self.conversation.system(self.narrator.system(view.board(), self.conditions));
        }
        let news = self.narrator.news(view, self.told);
        self.told = view.heard().len();
        let asked = match complaint {
            Some(unclear) => self.narrator.complaint(unclear, request),
            None => self.narrator.question(view, request).to_string(),
        };
        let news = news.trim_end();
        self.conversation.tell(if news.is_empty() { asked } else { format!("{news}\n\n{asked}") });
    }

    /// Calls the model until it answers or it is no use to call again: the only place where calls are repeated.
    async fn converse(&mut self, question: &Question<'_>) -> Result<Answer, Trouble> {
        let sampling = self.sampling(question.attempt);
        let mut tries = 0;
        loop {
            let completion = match question.journal.made() {
                Some(call) => self.take_up(&call),
                None => self.call(&sampling, question).await?,
            };
            let Some(failure) = &completion.failure else {
                return self.understand(&completion, question.request);
            };
            if failure.class == Class::Policy {
                return Err(Trouble::Unclear(Unclear::Refused));
            }
            match failure.again {
                Again::Now => {}
                Again::Never => return Err(self.failed(failure)),
                Again::Later { at_least } => {
                    tries += 1;
                    match self.wait(tries, at_least, question.deadline) {
                        Some(wait) => tokio::time::sleep(wait).await,
                        None => return Err(self.failed(failure)),
                    }
                }
            }
        }
    }

    /// Makes one call and has it kept, before anybody looks at what came back.
    async fn call(&mut self, sampling: &Sampling, question: &Question<'_>) -> Result<Completion, Trouble> {
        let Some(patience) = self.patience(question.deadline) else {
            return Err(Trouble::Failed(format!("{}: no time is left for a call", self.name())));
        };
        let prompt = Prompt {
            messages: self.conversation.messages(),
            schema: &self.schema,
            sampling,
            cache_key: &self.cache_key,
            patience,
        };
        let mut completion = self.provider.complete(&prompt).await;
        if completion.failure.is_none() {
            completion.failure = self.growth.measure(&completion);
        }
        let call = completion.record(&*self.provider, question.attempt, self.conversation.take_delta());
        question.journal.keep(&call).map_err(|unkept| Trouble::Failed(unkept.to_string()))?;
        let (model, took) = (self.name(), completion.took);
        match &completion.failure {
            Some(Failure { class, detail, .. }) => debug!("{model}: {} after {took:?}: {detail}", class.word()),
            None => debug!("{model}: answered in {took:?}"),
        }
        Ok(completion)
    }

    /// Takes a call that was recorded before for the one that was about to be made. What was said then counts, even if
    /// it would be said in other words today.
    fn take_up(&mut self, call: &Call) -> Completion {
        self.conversation.recall(call);
        let completion = recorded::completion(call);
        if completion.failure.is_none() {
            self.growth.measure(&completion);
        }
        completion
    }

    /// Reads the reply. It becomes a part of the conversation whether or not it can be used, but silence does not: some
    /// providers refuse every later call after an empty message.
    fn understand(&mut self, completion: &Completion, request: &Request) -> Result<Answer, Trouble> {
        self.ran_out = completion.ran_out();
        let Some(text) = &completion.text else {
            let only_thought = completion.reasoning.is_some();
            return Err(Trouble::Unclear(if only_thought { Unclear::OnlyThought } else { Unclear::Empty }));
        };
        self.conversation.said(text);
        match self.narrator.read(text, request) {
            Ok(read) => Ok(read.answer),
            Err(unclear) => Err(Trouble::Unclear(unclear)),
        }
    }

    /// The settings of this attempt: a model whose reasoning used up its tokens is given twice as many, once.
    fn sampling(&self, attempt: u32) -> Sampling {
        let mut sampling = self.settings.sampling.clone();
        if attempt > 1 && self.ran_out {
            sampling.max_tokens = sampling.max_tokens.map(|tokens| tokens.saturating_mul(2));
        }
        sampling
    }

    /// How long the next call may take; nothing if there is no time for one.
    fn patience(&self, deadline: Option<&Deadline>) -> Option<Duration> {
        let whole = Patience::seconds(self.settings.patience.timeout);
        let Some(deadline) = deadline else { return Some(whole) };
        let left = time_left(deadline)?;
        (!left.is_zero()).then_some(left.min(whole))
    }

    /// How long to wait after so many failures; nothing if that is too often or too long.
    fn wait(&mut self, tries: u32, asked: Option<Duration>, deadline: Option<&Deadline>) -> Option<Duration> {
        let Settings { patience, .. } = &self.settings;
        let wait = waits::wait(patience, tries, asked, &mut self.dice).filter(|_| tries <= patience.retries)?;
        let in_time = deadline.is_none_or(|deadline| time_left(deadline).is_some_and(|left| wait < left));
        in_time.then_some(wait)
    }

    fn failed(&self, failure: &Failure) -> Trouble {
        Trouble::Failed(format!("{}: {}: {}", self.name(), failure.class.word(), failure.detail))
    }

    fn name(&self) -> String {
        format!("{}/{}", self.provider.provider(), self.provider.model())
    }
}

/// The time until the agent has to give up.
fn time_left(deadline: &Deadline) -> Option<Duration> {
    deadline.left().checked_sub(MARGIN)
}

#[async_trait]
impl Agent for LlmAgent {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        self.tell(&question);
        self.converse(&question).await.into()
    }
}
