//! Chat completions as OpenAI defined them and most servers speak them: `POST {base}/chat/completions`.

mod answer;
mod learned;
mod request;

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use reqwest::Client;
use serde_json::Value;
use tracing::warn;

use super::endpoint::{Endpoint, EndpointError};
use super::fault::Fault;
use super::http::{self, Exchange};
use super::provider::{Again, Class, Completion, Failure, Prompt, Provider};
use super::settings::Patience;
use super::waits;
use learned::Learned;

/// A model behind an OpenAI-compatible endpoint.
#[derive(Debug)]
pub struct Chat {
    endpoint: Endpoint,
    client: Client,
    learned: Mutex<Learned>,
}

impl Chat {
    /// The model at this endpoint.
    ///
    /// # Errors
    /// When the HTTP client cannot be made, for want of root certificates for instance.
    pub fn new(endpoint: Endpoint, patience: &Patience) -> Result<Self, EndpointError> {
        let client = http::client(&endpoint, patience)?;
        let learned = Mutex::new(Learned::of_provider(endpoint.provider()));
        Ok(Chat { endpoint, client, learned })
    }

    fn body(&self, prompt: &Prompt<'_>) -> Value {
        let learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        request::body(&self.endpoint, prompt, &learned)
    }

    fn read(&self, exchange: &Exchange, prompt: &Prompt<'_>, sent: &Value) -> Completion {
        let fault = if (200..300).contains(&exchange.status) {
            let Ok(body) = serde_json::from_str::<Value>(&exchange.body) else {
                return Completion::failed(Failure::new(Class::Malformed, not_json(&exchange.body)));
            };
            match Fault::of_body(&body).or_else(|| answer::fault_of_choice(&body)) {
                Some(fault) => fault,
                None => return answer::read(&body),
            }
        } else {
            Fault::of_response(exchange.status, &exchange.body)
        };
        let mut failure = fault.failure(waits::asked(&exchange.headers, SystemTime::now()));
        if fault.is_about_request() && self.learn(&fault, prompt, sent) {
            failure.again = Again::Now;
        }
        Completion::failed(failure)
    }

    /// Learns what the endpoint refuses; whether the next request will differ from the one that was refused.
    fn learn(&self, fault: &Fault, prompt: &Prompt<'_>, sent: &Value) -> bool {
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        let before = learned.clone();
        if let Some(lesson) = learned.learn(fault, sent).filter(|_| *learned != before) {
            let (provider, model) = (self.endpoint.provider(), self.endpoint.model());
            warn!("{provider}/{model} {lesson} from now on, because it refused a request");
        }
        request::body(&self.endpoint, prompt, &learned) != *sent
    }
}

#[async_trait]
impl Provider for Chat {
    fn provider(&self) -> &str {
        self.endpoint.provider()
    }

    fn model(&self) -> &str {
        self.endpoint.model()
    }

    async fn complete(&self, prompt: &Prompt<'_>) -> Completion {
        let body = self.body(prompt);
        let url = self.endpoint.url(&["chat", "completions"]);
        let key = self.endpoint.key().map(|key| key.expose());
        let begun = Instant::now();
        let mut completion = match http::post(&self.client, url, key, &body, prompt.patience).await {
            Ok(exchange) => self.read(&exchange, prompt, &body),
            Err(failure) => Completion::failed(failure),
        };
        completion.took = begun.elapsed();
        completion.settings = request::settings(body);
        strike(&mut completion, &self.endpoint);
        completion
    }

    async fn reach(&self, limit: Duration) -> Result<(), Failure> {
        let url = self.endpoint.url(&["models"]);
        if self.endpoint.is_local() {
            return http::listens(&url, limit).await;
        }
        http::answers(&self.client, url, limit).await
    }
}

/// Takes the endpoint's secrets out of everything that the server wrote.
fn strike(completion: &mut Completion, endpoint: &Endpoint) {
    let Completion { answered_by, text, reasoning, finish, failure, .. } = completion;
    let detail = failure.as_mut().map(|failure| &mut failure.detail);
    for text in [answered_by, text, reasoning, finish].into_iter().filter_map(Option::as_mut).chain(detail) {
        *text = endpoint.strike_secrets(text);
    }
}

fn not_json(body: &str) -> String {
    let start: String = body.trim_start().chars().take(80).collect();
    format!("the answer is not JSON; it begins with {start:?}")
}
