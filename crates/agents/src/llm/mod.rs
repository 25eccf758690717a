//! Models behind an HTTP API.
//!
//! An [`LlmAgent`] keeps one conversation a seat, puts the table's questions to its [`Provider`] and reads the replies.
//! A provider makes single calls and classes what comes back; the agent alone decides whether to call again. An
//! [`Access`] is what all seats share: the provider, the [`Gate`] of its endpoint, its prices. A further family of APIs
//! is one more file in `families`, and a further provider a few lines in `providers.toml`.

pub mod access;
pub mod agent;
mod ask;
pub mod catalogue;
pub mod endpoint;
pub mod families;
pub mod fault;
pub mod gate;
pub mod memory;
pub mod prices;
mod probe;
pub mod provider;
pub mod settings;

mod conversation;
mod growth;
mod http;
mod intake;
mod learned;
mod model;
mod recorded;
mod request;
mod stream;
mod think;
mod waits;

use std::sync::Arc;

pub use access::Access;
pub use agent::LlmAgent;
pub use catalogue::{Catalogue, CatalogueError};
pub use endpoint::{Endpoint, EndpointError, Secret};
pub use families::Family;
pub use gate::{Connections, Gate};
pub use memory::{History, Mind};
pub use prices::{PriceError, Prices};
pub use provider::Provider;
pub use settings::{Format, Patience, Sampling, Settings};

/// The provider of a model at an endpoint, to be shared by all the seats that play with it.
///
/// # Errors
/// When the HTTP client cannot be made.
pub fn open(endpoint: Endpoint, patience: &Patience) -> Result<Arc<dyn Provider>, EndpointError> {
    Ok(Arc::new(model::Model::new(endpoint, patience)?))
}
