//! How strong each model is, as a wolf and as a villager, and how sure one may be of it.
//!
//! The primary rating is a logistic model fitted to all games at once ([`Model`]); it does not depend on the order of the
//! games. Its two strengths per model are kept apart everywhere: to deceive is not to detect.

mod compare;
mod model;
mod nuisance;
mod openskill;
mod sequential;
mod stability;

pub use compare::{Pair, Standing, pairwise, standings};
pub use model::{Anchor, Block, Cloud, Design, Fit, Game, Holder, Model, RatingError, Side, elo};
pub use nuisance::{Effect, Factor, NuisanceError, Observation, nuisance_panel};
pub use openskill::{Skill, Skills, openskill};
pub use sequential::{ConfidenceSequence, Gsprt, Verdict, elo_score};
pub use stability::{Flip, Stability, leave_out, smallest_flip};
