//! The access to one model, as all the seats and games that play with it share it.

use std::sync::{Arc, OnceLock};

use super::gate::{Connections, Gate, Place};
use super::prices::Price;
use super::provider::{Class, Completion, Failure, Provider};

/// A model, the gate of its endpoint, and what its tokens cost. Clones are the same access.
#[derive(Clone, Debug)]
pub struct Access(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    provider: Arc<dyn Provider>,
    gate: Arc<Gate>,
    price: Option<Price>,
    /// Why no more calls are made.
    closed: OnceLock<String>,
}

impl From<Arc<dyn Provider>> for Access {
    /// With a gate of its own, and without prices.
    fn from(provider: Arc<dyn Provider>) -> Self {
        Access::new(provider, Gate::new(Connections::default()), None)
    }
}

impl Access {
    /// A model behind this gate. Models at one endpoint should share theirs.
    #[must_use]
    pub fn new(provider: Arc<dyn Provider>, gate: Arc<Gate>, price: Option<Price>) -> Self {
        Access(Arc::new(Shared { provider, gate, price, closed: OnceLock::new() }))
    }

    /// The model.
    #[must_use]
    pub fn provider(&self) -> &dyn Provider {
        &*self.0.provider
    }

    /// Why no more calls are made to this model, if none are: the account is spent, or the key is not accepted. Its
    /// seats then give no answers, and whoever runs games may end those they sit in.
    #[must_use]
    pub fn closed(&self) -> Option<&str> {
        self.0.closed.get().map(String::as_str)
    }

    /// The name of the model, such as `openai/gpt-5`.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.provider().provider(), self.provider().model())
    }

    /// Waits for a place at the endpoint.
    pub(crate) async fn enter(&self, rank: u64) -> Place {
        self.0.gate.enter(rank).await
    }

    /// Takes note of what became of a call, and works out what it cost if the provider did not say so.
    pub(crate) fn leave(&self, place: Place, completion: &mut Completion) {
        place.leave(completion.failure.as_ref());
        if let Some(Failure { class: class @ (Class::Quota | Class::Auth), detail, .. }) = &completion.failure {
            self.0.closed.get_or_init(|| format!("{}: {detail}", class.word()));
        }
        if completion.cost_usd.is_none() {
            completion.cost_usd = self.0.price.and_then(|price| price.of(&completion.usage));
        }
    }
}
