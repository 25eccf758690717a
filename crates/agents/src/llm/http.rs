//! One HTTP exchange, bounded in time and size.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Client, Response, Url};
use serde_json::Value;

use super::endpoint::{Endpoint, EndpointError};
use super::fault::one_line;
use super::provider::{Class, Failure};
use super::settings::Patience;

/// The largest body of an error that is read, in bytes.
const ERROR_MAX: usize = 1 << 20;

/// For how long a connection to a server of one's own is kept for the next call. llama.cpp's server, and those on uvicorn such
/// as vLLM's, hang up after five seconds of silence, and a call that meets the hanging up is lost and has to be made again.
const KEPT: Duration = Duration::from_secs(4);

/// A client for one endpoint. It follows no redirect and retries nothing, so that each call is one request.
pub fn client(endpoint: &Endpoint, patience: &Patience) -> Result<Client, EndpointError> {
    let mut builder = Client::builder()
        .user_agent(concat!("lycaon/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(Patience::seconds(patience.connect_timeout));
    if endpoint.is_plain() {
        builder = builder.pool_idle_timeout(KEPT);
    }
    if endpoint.is_local() {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| EndpointError::Client(endpoint.strike_secrets(&cause(error))))
}

/// The headers of every call to an endpoint. The one with the key is marked, so that nothing prints it.
///
/// # Errors
/// When the key holds what no header may carry.
pub fn headers(endpoint: &Endpoint) -> Result<HeaderMap, Failure> {
    let mut headers = HeaderMap::new();
    for (name, value) in &endpoint.profile().headers {
        if let (Ok(name), Ok(value)) = (HeaderName::try_from(name), HeaderValue::try_from(value)) {
            headers.insert(name, value);
        }
    }
    if let Some(key) = endpoint.key() {
        let (name, value) = endpoint.profile().family.dialect().credentials(key.expose());
        let mut value = HeaderValue::try_from(value)
            .map_err(|_| Failure::new(Class::Auth, "the key holds a character that no header may carry"))?;
        value.set_sensitive(true);
        headers.insert(HeaderName::from_static(name), value);
    }
    Ok(headers)
}

/// Posts JSON. The whole exchange, the reading of the answer included, must end within `limit`, and no silence in it may
/// be longer than `idle`.
pub async fn post(
    client: &Client,
    url: Url,
    headers: HeaderMap,
    body: &Value,
    limit: Duration,
    idle: Option<Duration>,
) -> Result<Response, Failure> {
    let request = client.post(url).headers(headers).json(body).timeout(limit);
    within(idle, request.send()).await
}

/// The next piece of an answer, and nothing at its end.
pub async fn piece(response: &mut Response, idle: Option<Duration>) -> Result<Option<impl AsRef<[u8]>>, Failure> {
    within(idle, response.chunk()).await
}

/// The body of an error as text; bytes that are none are replaced, and what is too long is cut.
pub async fn text(mut response: Response, idle: Option<Duration>) -> Result<String, Failure> {
    let mut body = Vec::new();
    while let Some(chunk) = within(idle, response.chunk()).await?
        && body.len() < ERROR_MAX
    {
        body.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8_lossy(&body).into_owned())
}

async fn within<T>(idle: Option<Duration>, step: impl Future<Output = reqwest::Result<T>>) -> Result<T, Failure> {
    let Some(idle) = idle else { return step.await.map_err(broken) };
    match tokio::time::timeout(idle, step).await {
        Ok(done) => done.map_err(broken),
        Err(_) => Err(Failure::new(Class::Timeout, format!("nothing came for {} s", idle.as_secs_f64()))),
    }
}

/// Whether a server on this machine listens. Nothing is sent, so its own log shows nothing.
pub async fn listens(url: &Url, limit: Duration) -> Result<(), Failure> {
    let host = url.host_str().unwrap_or_default().trim_matches(['[', ']']);
    let address = (host, url.port_or_known_default().unwrap_or(80));
    match tokio::time::timeout(limit, tokio::net::TcpStream::connect(address)).await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(Failure::new(Class::Connect, format!("nobody listens at {host}:{}: {error}", address.1))),
        Err(_) => Err(Failure::new(Class::Timeout, format!("nobody answers at {host}:{}", address.1))),
    }
}

/// Whether a server, perhaps behind a proxy, answers anything at all.
pub async fn answers(client: &Client, url: Url, limit: Duration) -> Result<(), Failure> {
    client.get(url).timeout(limit).send().await.map(|_| ()).map_err(broken)
}

fn broken(error: reqwest::Error) -> Failure {
    let class = match &error {
        error if error.is_timeout() => Class::Timeout,
        error if error.is_builder() => Class::BadRequest,
        _ => Class::Connect,
    };
    Failure::new(class, cause(error))
}

/// The error and what caused it, without the address: it may hold a password.
fn cause(error: reqwest::Error) -> String {
    let error = error.without_url();
    let mut text = error.to_string();
    let mut source = error.source();
    while let Some(inner) = source {
        text = format!("{text}: {inner}");
        source = inner.source();
    }
    one_line(&text)
}
