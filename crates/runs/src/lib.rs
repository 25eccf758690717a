//! Many games by one experiment file: planned so that luck falls on all alike, queued, and resumed after anything.

pub mod crew;
pub mod deal;
pub mod design;
pub mod directory;
pub mod experiment;
pub mod forecast;
pub mod leaks;
pub mod pilot;
pub mod plan;
pub mod queue;
pub mod standing;
pub mod summary;
pub mod williams;
pub mod worker;

pub use design::{Design, DesignError};
pub use experiment::{Experiment, ExperimentError};
pub use plan::{Plan, PlannedGame};
