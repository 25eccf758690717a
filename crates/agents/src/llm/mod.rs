//! Models behind an HTTP API.

pub mod chat;
mod conversation;
pub mod endpoint;
pub mod fault;
mod growth;
mod http;
pub mod provider;
pub mod settings;
mod think;
mod waits;
