//! One bounded HTTP exchange.

use std::error::Error;
use std::time::Duration;

use reqwest::header::{AUTHORIZATION, HeaderMap, HeaderValue};
use reqwest::{Client, Response, Url};
use serde_json::Value;

use super::endpoint::{Endpoint, EndpointError};
use super::fault::one_line;
use super::provider::{Class, Failure};
use super::settings::Patience;

/// The largest body that is read, in bytes.
const BODY_MAX: usize = 8 << 20;

/// A response, whatever its status.
#[derive(Clone, Debug)]
pub struct Exchange {
    /// The HTTP status.
    pub status: u16,
    /// The headers.
    pub headers: HeaderMap,
    /// The body as text; bytes that are none are replaced.
    pub body: String,
}

/// A client for one endpoint. It follows no redirect and retries nothing, so that each call is one request.
pub fn client(endpoint: &Endpoint, patience: &Patience) -> Result<Client, EndpointError> {
    let mut builder = Client::builder()
        .user_agent(concat!("lycaon/", env!("CARGO_PKG_VERSION")))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .connect_timeout(Patience::seconds(patience.connect_timeout))
        .read_timeout(Patience::seconds(patience.idle_timeout));
    if endpoint.is_local() {
        builder = builder.no_proxy();
    }
    builder.build().map_err(|error| EndpointError::Client(endpoint.strike_secrets(&cause(error))))
}

/// Posts JSON and reads the whole answer within `limit`.
pub async fn post(
    client: &Client,
    url: Url,
    bearer: Option<&str>,
    body: &Value,
    limit: Duration,
) -> Result<Exchange, Failure> {
    let mut request = client.post(url).json(body).timeout(limit);
    if let Some(key) = bearer {
        let mut value = HeaderValue::try_from(format!("Bearer {key}"))
            .map_err(|_| Failure::new(Class::Auth, "the key holds a character that no header may carry"))?;
        value.set_sensitive(true);
        request = request.header(AUTHORIZATION, value);
    }
    let response = request.send().await.map_err(broken)?;
    let (status, headers) = (response.status().as_u16(), response.headers().clone());
    let body = read(response).await?;
    Ok(Exchange { status, headers, body })
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

async fn read(mut response: Response) -> Result<String, Failure> {
    let too_long = || Failure::new(Class::Malformed, format!("the answer is longer than {} MiB", BODY_MAX >> 20));
    let mut body = Vec::new();
    while let Some(chunk) = response.chunk().await.map_err(broken)? {
        if body.len() + chunk.len() > BODY_MAX {
            return Err(too_long());
        }
        body.extend_from_slice(&chunk);
    }
    Ok(String::from_utf8_lossy(&body).into_owned())
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
