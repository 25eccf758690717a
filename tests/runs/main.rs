//! `lycaon run` from outside: runs that are killed, starved, damaged and cut off, and what is left of them.

mod cluster;
mod dry_run;
mod ground;
mod kill;
mod machines;
mod models;
#[allow(dead_code)]
#[path = "../../crates/runs/tests/postgres/mod.rs"]
mod postgres;
mod run;
#[path = "../cli/server.rs"]
mod server;
mod shared;
#[allow(dead_code)]
#[path = "../cli/support.rs"]
mod support;
