//! One game, seated and run.
//!
//! [`Table`] seats agents at a [`Game`](lycaon_rules::Game): it asks in parallel, keeps the only clock, asks again
//! what was unclear, and turns silence, error and nonsense into labelled fallbacks. [`simulate()`] plays scripted games
//! in bulk without any of that.

mod asking;
mod budget;
mod cast;
mod clock;
mod halt;
mod hands;
mod pace;
mod past;
mod probing;
mod record;
mod retry;
mod round;
mod seat;
mod settings;
mod simulate;
mod table;
mod toll;
mod unpanicked;

pub use budget::{Budget, Overspent};
pub use cast::{Cast, CastError, House, Terms};
pub use clock::{Clock, Stop};
pub use halt::Halt;
pub use hands::Hands;
pub use pace::Pace;
pub use past::{Asked, Past};
pub use probing::{Probing, ProbingError};
pub use seat::{Nature, Player};
pub use settings::{Deadlines, Kind, Settings};
pub use simulate::{Tally, game_seed, simulate};
pub use table::{Played, Start, Table, TableError};
pub use toll::{SeatToll, Toll};
