//! The server: what comes in, what is decided about it, what goes out.

use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::serve::ListenerExt as _;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::cache::PrefixCache;
use crate::config::Config;
use crate::draw::{hex, sha256};
use crate::fault::Problem;
use crate::log::Log;
use crate::request::Api;
use crate::visit;

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
    /// The `x-api-key` header.
    pub x_api_key: Option<String>,
    /// The body; null if it is not JSON.
    pub body: Value,
}

/// What all requests share.
#[derive(Debug)]
pub struct House {
    /// How the server is set up.
    pub config: Config,
    /// What the prefix cache knows.
    pub cache: PrefixCache,
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
        let cache = PrefixCache::new(config.profile.cache_mib << 20);
        let house = Arc::new(House { config, cache, log, arrivals, seen, stopping });
        let app = Router::new().fallback(receive).layer(DefaultBodyLimit::max(BODY_MAX)).with_state(Arc::clone(&house));
        let mut stopped = house.stopping.clone();
        // Or the second half of an answer waits for the acknowledgement of the first, and each call is 40 ms longer.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
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

    /// The base of its APIs, to put in a `_BASE_URL`.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.addr)
    }

    /// How many requests there were.
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.house.log.requests()
    }

    /// The requests for answers so far, in the order of their arrival; none unless the configuration keeps them.
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
    let response = match (method, uri.path(), Api::at(uri.path())) {
        (Method::POST, path, Some(api)) => {
            let parsed = serde_json::from_slice::<Value>(&body);
            house.keep(path, &headers, parsed.as_ref().ok());
            return visit::receive(&house, api, key(&headers, api), parsed, hash, entry).await;
        }
        (Method::GET, "/v1/models", _) => {
            let model = json!({"id": "mock", "object": "model", "created": 0, "owned_by": "lycaon"});
            json_response(200, &json!({"object": "list", "data": [model]}))
        }
        (Method::GET, "/api/tags", _) => json_response(200, &json!({"models": [{"name": "mock", "model": "mock"}]})),
        (Method::GET, "/api/version", _) => json_response(200, &json!({"version": "0.0.0"})),
        (Method::GET, "/health", _) => json_response(200, &json!({"status": "ok"})),
        (method, path, _) => {
            let message = format!("Unknown request URL: {method} {path}.");
            json_response(404, &Api::Chat.error(&Problem::new(404, "invalid_request_error", message)))
        }
    };
    entry.status = Some(response.status().as_u16());
    response
}

/// The key of a request, in the header of its API.
fn key(headers: &HeaderMap, api: Api) -> Option<&str> {
    match api {
        Api::Anthropic => of_header(headers, "x-api-key"),
        Api::Chat | Api::Ollama => of_header(headers, "authorization")?.strip_prefix("Bearer "),
    }
}

fn of_header<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

impl House {
    fn keep(&self, path: &str, headers: &HeaderMap, body: Option<&Value>) {
        if self.config.keep {
            let [authorization, x_api_key] =
                ["authorization", "x-api-key"].map(|name| of_header(headers, name).map(str::to_owned));
            let body = body.cloned().unwrap_or(Value::Null);
            let seen = Seen { path: path.to_owned(), authorization, x_api_key, body };
            self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(seen);
        }
    }

    /// The how-manieth time this body arrives, from 1.
    pub fn arrival(&self, hash: [u8; 32]) -> u32 {
        let mut arrivals = self.arrivals.lock().unwrap_or_else(PoisonError::into_inner);
        let count = arrivals.entry(hash).or_default();
        *count += 1;
        *count
    }

    /// Waits, unless the server is told to stop.
    pub async fn pause(&self, time: Duration) {
        let mut stopping = self.stopping.clone();
        tokio::select! {
            () = tokio::time::sleep(time) => {}
            _ = stopping.wait_for(|stop| *stop) => {}
        }
    }
}

/// A response that is one object.
pub fn json_response(status: u16, body: &Value) -> Response {
    let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    (status, [(header::CONTENT_TYPE, "application/json")], body.to_string()).into_response()
}
