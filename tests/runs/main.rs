//! `lycaon run` from outside: runs that are killed, starved, damaged and cut off, and what is left of them.

mod dry_run;
mod ground;
mod kill;
mod models;
mod run;
#[path = "../cli/server.rs"]
mod server;
#[allow(dead_code)]
#[path = "../cli/support.rs"]
mod support;
