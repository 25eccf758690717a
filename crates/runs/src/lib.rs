//! Many games by one experiment file: planned so that luck falls on all alike, queued, and resumed after anything.

pub mod deal;
pub mod design;
pub mod directory;
pub mod experiment;
pub mod plan;
pub mod queue;
pub mod williams;

pub use design::{Design, DesignError};
pub use experiment::{Experiment, ExperimentError};
pub use plan::{Plan, PlannedGame};
