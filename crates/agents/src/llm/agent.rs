//! A seat that is played by a model.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use lycaon_narrator::reply::aside;
use lycaon_narrator::{Conditions, Interrupts, Memory, Narrator, Unclear, schema};
use lycaon_rules::{Answer, Dice, Request, Seat, View};
use lycaon_transcript::Call;
use serde_json::Value;
use tracing::debug;

use super::access::Access;
use super::conversation::Conversation;
use super::gate::Place;
use super::growth::Growth;
use super::memory::{self, History, Mind, Remembered, SUMMARY_MAX};
use super::probe::Fork;
use super::provider::{Again, Class, Completion, Failure, Prompt};
use super::recorded;
use super::settings::{Patience, Settings};
use super::waits;
use crate::{Agent, Aside, Deadline, Question, Reply, Trouble};

/// How long before the deadline the agent gives up, so that the record of what it tried still reaches the table.
const MARGIN: Duration = Duration::from_millis(100);

/// The purpose of a call that is for no answer.
const SUMMARY: &str = "summary";

/// A model in a seat.
#[derive(Clone)]
pub struct LlmAgent {
    access: Access,
    /// The rank of its game at the gate.
    pub(super) rank: u64,
    pub(super) narrator: Arc<Narrator>,
    conditions: Conditions,
    settings: Settings,
    mind: Mind,
    pub(super) schema: Value,
    cache_key: String,
    dice: Dice,
    conversation: Conversation,
    remembered: Remembered,
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
        access: impl Into<Access>,
        narrator: Arc<Narrator>,
        conditions: Conditions,
        settings: Settings,
        seed: u64,
    ) -> Self {
        LlmAgent {
            access: access.into(),
            rank: 0,
            narrator,
            conditions,
            settings,
            mind: Mind::default(),
            schema: schema(conditions),
            cache_key: format!("lycaon-{seed:016x}"),
            dice: Dice::new(seed),
            conversation: Conversation::default(),
            remembered: Remembered::default(),
            growth: Growth::default(),
            told: 0,
            ran_out: false,
        }
    }

    /// The same with this mind.
    #[must_use]
    pub fn with_mind(self, mind: Mind) -> Self {
        LlmAgent { mind, ..self }
    }

    /// The same in a game of this rank: where games share an endpoint, calls of lower ranks go first.
    #[must_use]
    pub fn of_rank(self, rank: u64) -> Self {
        LlmAgent { rank, ..self }
    }

    /// Takes up the conversation of a game that is resumed or forked: the recorded calls of this seat, oldest first, and
    /// how many events its view had when the last of them was made.
    pub fn recall(&mut self, calls: &[Call], told: usize) {
        for call in calls {
            let completion = self.take_up(call);
            if completion.failure.is_some() {
                continue;
            }
            self.ran_out = completion.ran_out();
            let Some(reply) = completion.text else { continue };
            self.conversation.said(&reply);
            if call.purpose.as_deref() == Some(SUMMARY) {
                // The seat makes no difference to how words are read.
                self.summarised(&reply, Seat::new(1));
            } else {
                self.set_aside(&reply);
            }
        }
        self.told = told;
    }

    /// Adds the rules, if this is the first question, what has happened since the last, and the question or complaint.
    /// Where a new day lets older ones be forgotten, the conversation begins anew.
    async fn tell(&mut self, question: &Question<'_>) -> Result<(), Trouble> {
        let Question { view, request, complaint, .. } = *question;
        if !self.open(view)
            && memory::day_began(view, self.told)
            && let Some(position) = memory::window(self.mind.history, view)
        {
            self.forget(position, question).await?;
        }
        let asked = match complaint {
            Some(unclear) => self.narrator.complaint(unclear, request),
            None => self.narrator.question(view, request).to_string(),
        };
        self.inform(view, asked);
        Ok(())
    }

    /// Adds the rules, if nothing was said yet; whether that was so.
    pub(super) fn open(&mut self, view: &View) -> bool {
        let opens = self.conversation.is_empty();
        if opens {
            self.conversation.system(self.narrator.system(view.board(), self.conditions));
        }
        opens
    }

    /// Adds what was heard since the last question, and this one.
    pub(super) fn inform(&mut self, view: &View, asked: String) {
        let mut parts = vec![];
        if self.conversation.messages().len() == 1 {
            parts.extend(self.mind.manner.then(|| self.narrator.memory(Memory::Manner)));
            let persona = Some(&*self.mind.persona).filter(|persona| !persona.is_empty());
            parts.extend(persona.map(|persona| self.narrator.memory(Memory::Persona(persona))));
            if self.told > 0 {
                parts.push(memory::instead(&self.narrator, view, self.mind.history, &self.remembered));
            }
        }
        parts.push(self.narrator.news(view, self.told).trim_end().to_owned());
        self.told = view.heard().len();
        parts.retain(|part| !part.is_empty());
        let news = parts.join("\n");
        self.conversation.tell(if news.is_empty() { asked } else { format!("{news}\n\n{asked}") });
    }

    /// Forgets what was heard before this position of the view, after a summary of it if one is kept.
    async fn forget(&mut self, position: usize, question: &Question<'_>) -> Result<(), Trouble> {
        if self.mind.history == History::Summary {
            let news = self.narrator.heard(question.view, self.told..position);
            let asked = self.narrator.memory(Memory::Summarise(SUMMARY_MAX.into()));
            self.conversation.tell(format!("{news}\n\n{asked}").trim_start().to_owned());
            match self.complete(question, Some(SUMMARY)).await {
                Ok(completion) => {
                    let text = completion.text.unwrap_or_default();
                    self.summarised(&text, question.request.seat);
                }
                // Whoever will not sum up goes on with what was written before.
                Err(Trouble::Unclear(_)) => {}
                Err(trouble) => return Err(trouble),
            }
        }
        self.conversation.forget();
        self.growth = Growth::default();
        self.told = position;
        Ok(())
    }

    fn summarised(&mut self, reply: &str, seat: Seat) {
        let read = self.narrator.read(reply, &memory::summary_request(seat)).ok();
        let words =
            read.and_then(|read| read.answer.speech).map_or_else(|| reply.trim().to_owned(), |speech| speech.text);
        if !words.is_empty() {
            self.remembered.summary = Some(words.chars().take(SUMMARY_MAX.into()).collect());
        }
    }

    /// Takes note of what stands beside an answer; whether it raises the hand.
    fn set_aside(&mut self, reply: &str) -> Option<bool> {
        let aside = aside(reply);
        if self.conditions.notes && aside.notes.is_some() {
            self.remembered.notes = aside.notes;
        }
        aside.raise.filter(|_| self.conditions.interrupts == Interrupts::Raised)
    }

    /// Puts the question and reads what is said.
    async fn converse(&mut self, question: &Question<'_>) -> Reply {
        let mut raise = None;
        let answer = match self.put(question).await {
            Ok(completion) => {
                raise = completion.text.as_deref().and_then(|reply| self.set_aside(reply));
                self.understand(&completion, question.request)
            }
            Err(trouble) => Err(trouble),
        };
        Reply { answer, raise, stand_in: false }
    }

    async fn put(&mut self, question: &Question<'_>) -> Result<Completion, Trouble> {
        self.tell(question).await?;
        self.complete(question, None).await
    }

    /// Calls the model until it answers or it is no use to call again: the only place where calls are repeated.
    pub(super) async fn complete(
        &mut self,
        question: &Question<'_>,
        purpose: Option<&str>,
    ) -> Result<Completion, Trouble> {
        let mut tries = 0;
        // Where time runs out between two calls, it was the last failure that took it.
        let mut last = None;
        loop {
            let completion = match question.journal.made() {
                Some(call) => self.take_up(&call),
                None => self.call(question, purpose).await.map_err(|late| last.take().unwrap_or(late))?,
            };
            let Some(failure) = &completion.failure else { return Ok(completion) };
            last = Some(self.failed(failure));
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

    /// Waits for a place at the endpoint, while the deadline stands still, and how long the call may take then.
    async fn enter(&self, deadline: Option<&Deadline>) -> Result<(Place, Duration), Trouble> {
        let name = self.access.name();
        let late = || Trouble::Failed(format!("{name}: no time is left for a call"));
        // Whoever is late already does not queue.
        self.patience(deadline).ok_or_else(late)?;
        let held = deadline.map(Deadline::hold);
        let place = self.access.enter(self.rank).await;
        drop(held);
        if let Some(why) = self.access.closed() {
            return Err(Trouble::Unreachable(format!("{name}: no more calls are made to this model: {why}")));
        }
        Ok((place, self.patience(deadline).ok_or_else(late)?))
    }

    /// Makes one call and has it kept, before anybody looks at what came back.
    async fn call(&mut self, question: &Question<'_>, purpose: Option<&str>) -> Result<Completion, Trouble> {
        let (place, patience) = self.enter(question.deadline).await?;
        let provider = self.access.provider();
        let prompt = Prompt {
            messages: self.conversation.messages(),
            schema: &self.schema,
            sampling: &self.settings.sampling,
            cache_key: &self.cache_key,
            // Once: what is set is doubled, and not what was doubled before.
            wider: question.attempt > 1 && self.ran_out,
            patience,
        };
        let mut completion = provider.complete(&prompt).await;
        self.access.leave(place, &mut completion);
        if completion.failure.is_none() {
            completion.failure = self.growth.measure(&completion);
        }
        let (kept, delta) = self.conversation.take_delta();
        let call = Call {
            purpose: purpose.map(str::to_owned),
            kept,
            ..completion.record(self.access.provider(), question.attempt, delta)
        };
        // What the keeping takes is not the agent's time.
        let held = question.deadline.map(Deadline::hold);
        question.journal.keep(&call).await.map_err(|unkept| Trouble::Failed(unkept.to_string()))?;
        drop(held);
        let (model, took) = (self.access.name(), completion.took);
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
        if call.kept.is_some() {
            self.growth = Growth::default();
        }
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
        let why = format!("{}: {}: {}", self.access.name(), failure.class.word(), failure.detail);
        // That a conversation has outgrown its model is a fact about the model; all else is the line or the account.
        if failure.class == Class::Context { Trouble::Failed(why) } else { Trouble::Unreachable(why) }
    }
}

/// The time until the agent has to give up.
fn time_left(deadline: &Deadline) -> Option<Duration> {
    deadline.left().checked_sub(MARGIN)
}

#[async_trait]
impl Agent for LlmAgent {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        self.converse(&question).await
    }

    fn fork(&self) -> Option<Box<dyn Aside>> {
        Some(Box::new(Fork::of(self)))
    }
}
