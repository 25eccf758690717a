//! The whole program, from outside: what is typed, what comes out on which stream, and how it ends.

mod bad_input;
mod environment;
mod fork_resume;
mod human;
mod import;
mod kill;
mod models;
mod play;
mod rulebook;
mod server;
mod show;
mod simulate;
mod support;
mod verify;
