//! One line of JSON for each request.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use serde::Serialize;

/// The log of a server.
#[derive(Debug, Default)]
pub struct Log {
    file: Option<Mutex<File>>,
    requests: AtomicU64,
    in_flight: AtomicU64,
}

#[derive(Serialize)]
struct Line<'a> {
    n: u64,
    path: &'a str,
    body_sha256: &'a str,
    status: Option<u16>,
    fault: Option<&'a str>,
    ms: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    prompt_tokens: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cached_tokens: Option<u64>,
    in_flight: u64,
}

/// A request under way. Its line is written when it is dropped, so that a client that goes away is logged too.
#[derive(Debug)]
pub struct Entry {
    log: Arc<Log>,
    n: u64,
    path: String,
    body_sha256: String,
    begun: Instant,
    in_flight: u64,
    /// The tokens of the prompt, and how many of them the cache had, once there was an answer.
    pub tokens: Option<(u64, u64)>,
    /// The status that was sent; none if the client went away first.
    pub status: Option<u16>,
    /// The fault that was played.
    pub fault: Option<&'static str>,
}

impl Log {
    /// A log in this file, which is begun anew; no file, no lines. The error names the file.
    pub fn open(path: Option<&Path>) -> io::Result<Self> {
        let create = |path: &Path| {
            let named = |error: io::Error| {
                io::Error::new(error.kind(), format!("the log {} cannot be written: {error}", path.display()))
            };
            File::create(path).map_err(named)
        };
        let file = path.map(create).transpose()?.map(Mutex::new);
        Ok(Log { file, ..Log::default() })
    }

    /// Begins the entry of a request.
    pub fn begin(self: &Arc<Self>, path: &str, body_sha256: String) -> Entry {
        let n = self.requests.fetch_add(1, Ordering::Relaxed) + 1;
        let in_flight = self.in_flight.fetch_add(1, Ordering::Relaxed) + 1;
        let (log, path) = (Arc::clone(self), path.to_owned());
        let begun = Instant::now();
        Entry { log, n, path, body_sha256, begun, in_flight, tokens: None, status: None, fault: None }
    }

    /// How many requests there were.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }
}

impl Drop for Entry {
    fn drop(&mut self) {
        self.log.in_flight.fetch_sub(1, Ordering::Relaxed);
        let Some(file) = &self.log.file else { return };
        let line = Line {
            n: self.n,
            path: &self.path,
            body_sha256: &self.body_sha256,
            status: self.status,
            fault: self.fault,
            ms: u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX),
            prompt_tokens: self.tokens.map(|(prompt, _)| prompt),
            cached_tokens: self.tokens.map(|(_, cached)| cached),
            in_flight: self.in_flight,
        };
        let text = serde_json::to_string(&line).unwrap_or_default() + "\n";
        let mut file = file.lock().unwrap_or_else(PoisonError::into_inner);
        // A full disk must not stop the server, and there is nobody here to tell.
        let _ = file.write_all(text.as_bytes());
    }
}
