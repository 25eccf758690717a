//! Games that people join from other terminals: real processes, real sockets, and what goes over the wire.

mod client;
mod games;
mod intruders;
mod line;
mod second_thoughts;
#[allow(dead_code, reason = "what the tests of the command line need besides")]
#[path = "../cli/support.rs"]
mod support;
