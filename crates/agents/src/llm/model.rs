//! A model behind an endpoint: single calls, whatever the family.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use async_trait::async_trait;
use reqwest::header::HeaderMap;
use reqwest::{Client, Response};
use serde_json::Value;
use tracing::warn;

use super::endpoint::{Endpoint, EndpointError};
use super::families::Dialect;
use super::fault::Fault;
use super::http;
use super::intake::Intake;
use super::learned::Learned;
use super::provider::{Again, Completion, Failure, Prompt, Provider};
use super::request::Request;
use super::settings::Patience;
use super::waits;

/// A model behind an endpoint.
#[derive(Debug)]
pub struct Model {
    endpoint: Endpoint,
    client: Client,
    /// The longest silence within an answer that is streamed.
    idle: Duration,
    learned: Mutex<Learned>,
}

/// What came back.
enum Reply {
    /// An answer, with the failure that cut it short.
    Answer(Value, Option<Failure>),
    /// An error of the server's.
    Error(Fault),
}

impl Model {
    /// The model at this endpoint.
    ///
    /// # Errors
    /// When the HTTP client cannot be made, for want of root certificates for instance.
    pub fn new(endpoint: Endpoint, patience: &Patience) -> Result<Self, EndpointError> {
        let client = http::client(&endpoint, patience)?;
        let idle = Patience::seconds(patience.idle_timeout);
        Ok(Model { endpoint, client, idle, learned: Mutex::default() })
    }

    fn dialect(&self) -> &'static dyn Dialect {
        self.endpoint.profile().family.dialect()
    }

    fn request(&self, prompt: &Prompt<'_>) -> Request {
        let learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        Request::new(&self.endpoint, prompt, &learned)
    }

    /// Sends a request and reads what comes back.
    async fn exchange(&self, request: &Request, limit: Duration) -> Result<(Reply, HeaderMap), Failure> {
        let url = self.endpoint.url(|base| self.dialect().path(base));
        let idle = request.streamed.then_some(self.idle);
        let headers = http::headers(&self.endpoint)?;
        let response = http::post(&self.client, url, headers, &request.body, limit, idle).await?;
        let (status, headers) = (response.status(), response.headers().clone());
        let reply = if status.is_success() {
            self.answer(response, request.streamed, idle).await
        } else {
            // The status alone says enough where the text does not come.
            let text = http::text(response, idle).await.unwrap_or_default();
            Reply::Error(Fault::of_response(status.as_u16(), &text))
        };
        Ok((reply, headers))
    }

    /// Reads an answer to its end, or as far as it goes.
    async fn answer(&self, mut response: Response, streamed: bool, idle: Option<Duration>) -> Reply {
        let mut intake = Intake::new(self.dialect(), streamed);
        loop {
            let taken = match http::piece(&mut response, idle).await {
                Ok(Some(bytes)) => intake.take(bytes.as_ref()),
                Ok(None) => Ok(true),
                Err(failure) => Err(failure),
            };
            match taken {
                Ok(false) => {}
                Ok(true) => {
                    let (whole, failure) = intake.end();
                    return Reply::Answer(whole, failure);
                }
                Err(failure) => return Reply::Answer(intake.so_far(), Some(failure)),
            }
        }
    }

    /// What a reply means. Of an answer that was cut short, what did come is kept for the record.
    fn read(&self, reply: Reply, headers: &HeaderMap, prompt: &Prompt<'_>, sent: &Request) -> Completion {
        let (mut completion, fault) = match reply {
            Reply::Error(fault) => (Completion::default(), Some(fault)),
            Reply::Answer(whole, cut) => {
                let fault = Fault::of_body(&whole).or_else(|| self.dialect().fault(&whole));
                let mut completion = self.dialect().read(&whole, self.endpoint.profile());
                completion.failure = cut.or(completion.failure);
                (completion, fault)
            }
        };
        if let Some(fault) = fault {
            let mut failure = fault.failure(waits::asked(headers, SystemTime::now()));
            failure.heed(waits::should_retry(headers));
            if fault.is_about_request() && self.learn(&fault, prompt, sent) {
                failure.again = Again::Now;
            }
            completion.failure = Some(failure);
        }
        completion
    }

    /// Learns what the endpoint refuses; whether the next request will differ from the one that was refused.
    fn learn(&self, fault: &Fault, prompt: &Prompt<'_>, sent: &Request) -> bool {
        let mut learned = self.learned.lock().unwrap_or_else(PoisonError::into_inner);
        let before = learned.clone();
        if let Some(lesson) = learned.learn(fault, sent).filter(|_| *learned != before) {
            let (provider, model) = (self.endpoint.provider(), self.endpoint.model());
            warn!("{provider}/{model} {lesson} from now on, because it refused a request");
        }
        Request::new(&self.endpoint, prompt, &learned).body != sent.body
    }
}

#[async_trait]
impl Provider for Model {
    fn provider(&self) -> &str {
        self.endpoint.provider()
    }

    fn model(&self) -> &str {
        self.endpoint.model()
    }

    async fn complete(&self, prompt: &Prompt<'_>) -> Completion {
        let request = self.request(prompt);
        let begun = Instant::now();
        let mut completion = match self.exchange(&request, prompt.patience).await {
            Ok((reply, headers)) => self.read(reply, &headers, prompt, &request),
            Err(failure) => Completion::failed(failure),
        };
        completion.took = begun.elapsed();
        completion.settings = request.settings;
        strike(&mut completion, &self.endpoint);
        completion
    }

    async fn reach(&self, limit: Duration) -> Result<(), Failure> {
        let url = self.endpoint.url(|base| format!("{}/models", base.trim_end_matches('/')));
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
