//! A server that says what it is told to, piece by piece, and remembers what it was asked.

use std::net::Ipv4Addr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, Uri};
use axum::response::Response;
use futures_util::stream::{self, StreamExt};
use lycaon_agents::llm::provider::{Completion, Prompt, Provider};
use lycaon_agents::llm::{self, Catalogue, Endpoint, Patience, Sampling};
use lycaon_transcript::call::Message;
use serde_json::{Value, json};

/// The key of every model.
pub const KEY: &str = "sk-secret-0123456789";

/// What is said to every request.
#[derive(Clone, Debug)]
pub struct Script {
    /// The HTTP status.
    pub status: u16,
    /// Further headers.
    pub headers: Vec<(String, String)>,
    /// The body, as the network cuts it.
    pub pieces: Vec<Vec<u8>>,
    /// What follows the last piece.
    pub then: Then,
}

/// How an answer ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(dead_code, reason = "each test program needs some of them")]
pub enum Then {
    /// As it should.
    End,
    /// Not at all.
    Silence,
    /// In a broken connection.
    Break,
}

impl Script {
    /// A success with this body in one piece.
    pub fn ok(body: impl Into<String>) -> Self {
        Script { status: 200, headers: vec![], pieces: vec![body.into().into_bytes()], then: Then::End }
    }

    /// The same body in pieces of so many bytes.
    #[allow(dead_code, reason = "each test program needs some of it")]
    pub fn cut(self, size: usize) -> Self {
        let body = self.pieces.concat();
        Script { pieces: body.chunks(size).map(<[u8]>::to_vec).collect(), ..self }
    }
}

/// A request as it came.
#[derive(Clone, Debug)]
pub struct Asked {
    /// The path.
    pub path: String,
    /// The headers.
    pub headers: HeaderMap,
    /// The body.
    pub body: Value,
}

/// The server.
pub struct Server {
    address: String,
    house: Arc<House>,
    task: tokio::task::JoinHandle<()>,
}

struct House {
    scripts: Mutex<Vec<Script>>,
    asked: Mutex<Vec<Asked>>,
}

impl Server {
    /// A server that follows these scripts, one a request, and the last for ever.
    pub async fn start(scripts: Vec<Script>) -> Self {
        let house = Arc::new(House { scripts: Mutex::new(scripts), asked: Mutex::default() });
        let listener = tokio::net::TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await.expect("a port");
        let address = listener.local_addr().expect("an address").to_string();
        let app = Router::new().fallback(answer).with_state(Arc::clone(&house));
        let task = tokio::spawn(async move { axum::serve(listener, app).await.expect("a server") });
        Server { address, house, task }
    }

    /// A model behind this server.
    pub fn model(&self, spec: &str, catalogue: &Catalogue, patience: &Patience) -> Arc<dyn Provider> {
        let endpoint = Endpoint::find(spec, None, catalogue, |name| match name.rsplit_once('_') {
            Some((_, "KEY")) => Some(KEY.to_owned()),
            _ => Some(format!("http://{}/v1", self.address)),
        });
        llm::open(endpoint.expect("an endpoint"), patience).expect("a client")
    }

    /// The requests so far.
    pub fn asked(&self) -> Vec<Asked> {
        self.house.asked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.task.abort();
    }
}

async fn answer(State(house): State<Arc<House>>, uri: Uri, headers: HeaderMap, body: Bytes) -> Response {
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    let asked = Asked { path: uri.path().to_owned(), headers, body };
    house.asked.lock().unwrap_or_else(PoisonError::into_inner).push(asked);
    let script = {
        let mut scripts = house.scripts.lock().unwrap_or_else(PoisonError::into_inner);
        if scripts.len() > 1 { scripts.remove(0) } else { scripts[0].clone() }
    };
    let mut response = Response::builder().status(script.status);
    for (name, value) in &script.headers {
        response = response.header(name, value);
    }
    // A moment between the pieces, so that the network does not join them again.
    let pieces = stream::iter(script.pieces).then(async |piece| {
        tokio::task::yield_now().await;
        Ok::<_, std::io::Error>(Bytes::from(piece))
    });
    let then = script.then;
    let end = stream::once(async move {
        match then {
            Then::End => Ok(Bytes::new()),
            Then::Silence => std::future::pending().await,
            Then::Break => {
                tokio::time::sleep(Duration::from_millis(20)).await;
                Err(std::io::Error::other("broken on purpose"))
            }
        }
    });
    response.body(Body::from_stream(pieces.chain(end))).expect("a response")
}

/// Calls a model with a short conversation.
pub async fn call(model: &dyn Provider, sampling: &Sampling) -> Completion {
    let message = |role: &str, content: &str| Message { role: role.into(), content: content.into() };
    let messages = [message("system", "Rules. Answer in JSON."), message("user", "Whom?")];
    call_with(model, sampling, &messages).await
}

/// Calls a model with a conversation.
pub async fn call_with(model: &dyn Provider, sampling: &Sampling, messages: &[Message]) -> Completion {
    let schema = json!({"type": "object", "properties": {"choice": {"type": "string"}}, "required": ["choice"],
        "additionalProperties": false});
    let patience = Duration::from_secs(20);
    model.complete(&Prompt { messages, schema: &schema, sampling, cache_key: "game-1", wider: false, patience }).await
}
