//! The mock server as a program of its own.

use crate::support::{Place, Ran, ended};
use std::io::{BufRead, BufReader};
use std::process::Child;

/// The mock server, stopped when the test is over.
pub struct Server {
    child: Option<Child>,
    url: String,
}

impl Server {
    pub fn start(place: &Place, more: &[&str]) -> Self {
        Server::over(place.spawn(&[&["mock-llm", "--seed", "1"], more].concat()))
    }

    /// The server that this process is.
    pub fn over(mut child: Child) -> Self {
        let mut url = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut url).unwrap();
        Server { child: Some(child), url: url.trim().to_owned() }
    }

    pub fn variables(&self) -> [(&str, &str); 2] {
        [("MOCK_BASE_URL", &self.url), ("MOCK_API_KEY", "sk-very-secret-key")]
    }

    pub fn stop(mut self) -> Ran {
        let child = self.child.take().unwrap();
        std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
        ended(child)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            _ = child.kill();
            _ = child.wait();
        }
    }
}
