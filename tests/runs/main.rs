//! `lycaon run` from outside: runs that are killed, starved, damaged and cut off, and what is left of them.

mod kill;
mod run;
#[path = "../cli/server.rs"]
mod server;
#[path = "../cli/support.rs"]
mod support;
