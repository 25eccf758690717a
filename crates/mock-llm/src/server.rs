//! The server: what comes in, what is decided about it, what goes out.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::config::{Config, Play, Verbatim};
use crate::draw::{Draw, hex, sha256};
use crate::fault::{self, Fault};
use crate::log::{Entry, Log};
use crate::style;
use crate::wire::{Completion, End};

/// The largest request that is read, in bytes.
const BODY_MAX: usize = 64 << 20;

/// How long a stopping server waits for the requests under way.
const GRACE: Duration = Duration::from_secs(1);

/// A server that is running.
#[derive(Debug)]
pub struct MockServer {
    addr: SocketAddr,
    house: Arc<House>,
    stop: watch::Sender<bool>,
    task: JoinHandle<io::Result<()>>,
}

/// A request that came in, as it was kept.
#[derive(Clone, Debug)]
pub struct Seen {
    /// The path.
    pub path: String,
    /// The `authorization` header.
    pub authorization: Option<String>,
    /// The body; null if it is not JSON.
    pub body: Value,
}

/// What all requests share.
#[derive(Debug)]
struct House {
    config: Config,
    log: Arc<Log>,
    arrivals: Mutex<BTreeMap<[u8; 32], u32>>,
    seen: Mutex<Vec<Seen>>,
    stopping: watch::Receiver<bool>,
}

impl MockServer {
    /// Starts a server on 127.0.0.1.
    ///
    /// # Errors
    /// When the port is taken, the log cannot be written, or a number of the configuration is out of its range.
    pub async fn start(config: Config) -> io::Result<Self> {
        config.check().map_err(|error| io::Error::new(io::ErrorKind::InvalidInput, error))?;
        let log = Arc::new(Log::open(config.log.as_deref())?);
        let taken = |error: io::Error| {
            io::Error::new(error.kind(), format!("port {} on 127.0.0.1 cannot be used: {error}", config.port))
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, config.port)).await.map_err(taken)?;
        let addr = listener.local_addr()?;
        let (stop, stopping) = watch::channel(false);
        let (arrivals, seen) = (Mutex::default(), Mutex::default());
        let house = Arc::new(House { config, log, arrivals, seen, stopping });
        let app = Router::new().fallback(receive).layer(DefaultBodyLimit::max(BODY_MAX)).with_state(Arc::clone(&house));
        let mut stopped = house.stopping.clone();
        let server = axum::serve(listener, app).with_graceful_shutdown(async move {
            // An error means that the sender is gone, which is the end as well.
            let _ = stopped.wait_for(|stop| *stop).await;
        });
        let task = tokio::spawn(server.into_future());
        Ok(MockServer { addr, house, stop, task })
    }

    /// Where it listens.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The base of its API, to put in a `_BASE_URL`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.addr)
    }

    /// How many requests there were.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.house.log.requests()
    }

    /// The chat requests so far, in the order of their arrival; none unless the configuration keeps them.
    #[must_use]
    pub fn seen(&self) -> Vec<Seen> {
        self.house.seen.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Stops: lets the requests under way end for a moment, and breaks off those that do not.
    pub async fn stop(mut self) {
        self.stop.send_replace(true);
        if tokio::time::timeout(GRACE, &mut self.task).await.is_err() {
            self.task.abort();
        }
    }
}

async fn receive(
    State(house): State<Arc<House>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> Response {
    let hash = sha256(&body);
    let mut entry = house.log.begin(uri.path(), hex(&hash));
    let response = match (method, uri.path()) {
        (Method::POST, "/v1/chat/completions") => chat(&house, &headers, &body, hash, &mut entry).await,
        (Method::GET, "/v1/models") => json_response(
            200,
            &json!({
                "object": "list",
                "data": [{"id": "mock", "object": "model", "created": 0, "owned_by": "lycaon"}],
            }),
        ),
        (Method::GET, "/health") => json_response(200, &json!({"status": "ok"})),
        (method, path) => error(404, &format!("Unknown request URL: {method} {path}.")),
    };
    entry.status = Some(response.status().as_u16());
    response
}

async fn chat(house: &House, headers: &HeaderMap, body: &Bytes, hash: [u8; 32], entry: &mut Entry) -> Response {
    let authorization = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let parsed = serde_json::from_slice::<Value>(body);
    house.keep(authorization, parsed.as_ref().ok());
    if let Some(key) = &house.config.profile.key
        && authorization != Some(&format!("Bearer {key}"))
    {
        return error(401, "Incorrect API key provided.");
    }
    let request = match parsed {
        Ok(request) if request.get("messages").is_some_and(Value::is_array) => request,
        Ok(_) => return error(400, "`messages` must be a list."),
        Err(problem) => return error(400, &format!("The body is not JSON: {problem}.")),
    };
    let arrival = house.arrival(hash);
    let visit = Visit { house, request: &request, draw: Draw::new(house.config.seed, hash, arrival), arrival };
    let play = visit.play();
    visit.pause(play.latency_ms.map_or(house.config.latency, Duration::from_millis)).await;
    if let Some(reply) = &play.reply {
        return verbatim(reply);
    }
    let fault = visit.fault(&play);
    entry.fault = fault.map(Fault::name);
    match fault {
        Some(fault) => visit.fail(fault, &play).await,
        None => visit.refusal().unwrap_or_else(|| visit.answer(&play, End::Whole)),
    }
}

impl House {
    fn keep(&self, authorization: Option<&str>, body: Option<&Value>) {
        if self.config.keep {
            let path = "/v1/chat/completions".to_owned();
            let authorization = authorization.map(str::to_owned);
            let seen = Seen { path, authorization, body: body.cloned().unwrap_or(Value::Null) };
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
        }
    }

    /// The how-manieth time this body arrives, from 1.
    fn arrival(&self, hash: [u8; 32]) -> u32 {
        let mut arrivals = self.arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        let count = arrivals.entry(hash).or_default();
        *count += 1;
        *count
    }
}

/// One request for a completion.
struct Visit<'a> {
    house: &'a House,
    request: &'a Value,
    draw: Draw,
    arrival: u32,
}

impl Visit<'_> {
    /// The first play whose conditions hold, or the usual one.
    fn play(&self) -> Play {
        let model = self.request.get("model").and_then(Value::as_str);
        let asked = self.asked();
        let plays = self.house.config.profile.plays.iter().enumerate();
        let mut fitting = plays.filter(|(at, play)| {
            play.model.as_deref().is_none_or(|wanted| Some(wanted) == model)
                && play.contains.as_deref().is_none_or(|wanted| asked.contains(wanted))
                && play.times.is_none_or(|times| self.arrival <= times)
                && play.share.is_none_or(|share| self.draw.happens(&format!("play {at}"), share))
        });
        fitting.next().map(|(_, play)| play.clone()).unwrap_or_default()
    }

    /// The last message of the user.
    fn asked(&self) -> &str {
        let messages = self.request.get("messages").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
        let of_user = |message: &&Value| message.get("role").and_then(Value::as_str) == Some("user");
        let last = messages.iter().rev().find(of_user).and_then(|message| message.get("content"));
        last.and_then(Value::as_str).unwrap_or("")
    }

    fn fault(&self, play: &Play) -> Option<Fault> {
        let config = &self.house.config;
        let drawn = || {
            let kinds = &config.profile.fault_kinds;
            let kinds = if kinds.is_empty() { &Fault::DRAWN[..] } else { kinds };
            let kind = kinds[self.draw.below_now("kind of fault", kinds.len() as u64) as usize];
            self.draw.happens_now("fault", config.faults).then_some(kind)
        };
        let fault = play.fault.or_else(drawn)?;
        (fault != Fault::Unsupported || self.optional_parameter().is_some()).then_some(fault)
    }

    /// A parameter of the request that a server may refuse.
    fn optional_parameter(&self) -> Option<&str> {
        let required = ["messages", "model", "stream", "stream_options"];
        let mut names = self.request.as_object()?.keys().map(String::as_str);
        names.find(|name| !required.contains(name))
    }

    async fn fail(&self, fault: Fault, play: &Play) -> Response {
        let empty = |finish| {
            let said = style::Said { finish, ..style::Said::default() };
            self.completion(said).respond(End::Whole)
        };
        match fault {
            Fault::Hang => {
                self.pause(Duration::from_millis(self.house.config.profile.hang_ms)).await;
                self.answer(play, End::Cut)
            }
            Fault::Cut => self.answer(play, End::Cut),
            Fault::Truncated => self.answer(play, End::Truncated),
            Fault::Malformed => "<html><body>Bad gateway</body></html>".into_response(),
            Fault::Empty => empty("stop"),
            Fault::ContentFilter => empty("content_filter"),
            Fault::Unsupported => json_response(400, &fault::unsupported(self.optional_parameter().unwrap_or("n"))),
            _ => {
                let (status, body) = fault.error().unwrap_or((500, Value::Null));
                let mut response = json_response(status, &body);
                let wait = play.retry_after.as_deref().or((fault == Fault::RateLimit).then_some("0.2"));
                if let Some(wait) = wait.and_then(|wait| HeaderValue::from_str(wait).ok()) {
                    response.headers_mut().insert(header::RETRY_AFTER, wait);
                }
                response
            }
        }
    }

    /// The refusal of a parameter that the profile does not support.
    fn refusal(&self) -> Option<Response> {
        let profile = &self.house.config.profile;
        if let Some(name) = profile.unsupported.iter().find(|name| self.request.get(name.as_str()).is_some()) {
            return Some(json_response(400, &fault::unsupported(name)));
        }
        let format = self.request.pointer("/response_format/type").and_then(Value::as_str)?;
        let refused = !profile.formats.is_empty() && !profile.formats.iter().any(|accepted| accepted == format);
        refused.then(|| error(400, "This response_format type is unavailable now."))
    }

    fn answer(&self, play: &Play, end: End) -> Response {
        self.completion(style::say(self.asked(), play, &self.draw)).respond(end)
    }

    fn completion(&self, said: style::Said) -> Completion<'_> {
        let id = format!("chatcmpl-{:012x}", self.draw.below("id", 1 << 48));
        Completion { said, id, request: self.request }
    }

    /// Waits, unless the server is told to stop.
    async fn pause(&self, time: Duration) {
        let mut stopping = self.house.stopping.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => {}
            _ = stopping.wait_for(|stop| *stop) => {}
        }
    }
}

fn verbatim(reply: &Verbatim) -> Response {
    let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let mut response = (status, [(header::CONTENT_TYPE, "application/json")], reply.body.clone()).into_response();
    for (name, value) in &reply.headers {
        if let (Ok(name), Ok(value)) = (name.parse::<HeaderName>(), HeaderValue::from_str(value)) {
            response.headers_mut().insert(name, value);
        }
    }
    response
}

fn error(status: u16, message: &str) -> Response {
    let kind = "invalid_request_error";
    json_response(status, &json!({"error": {"message": message, "type": kind, "param": null, "code": null}}))
}

fn json_response(status: u16, body: &Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
