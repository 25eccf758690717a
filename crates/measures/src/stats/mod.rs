//! Statistics of plain numbers. Each function names its formula's source by a tag of `docs/SOURCES.md`.

mod agreement;
mod bootstrap;
mod cluster;
mod concentration;
mod confidence;
mod detection;
mod equivalence;
mod forecast;
mod judge;
pub(crate) mod linear;
pub mod logit;
mod multiple;
mod power;
mod proportion;
pub(crate) mod random;
mod survival;
mod trend;

pub use agreement::{Scale, Weights, cohen_kappa, gwet_ac1, krippendorff_alpha};
pub use bootstrap::{Bootstrap, Resampled, quantile};
pub use cluster::{
    Paired, Rate, Tally, clustered_rate, clustered_ratio, design_effect, paired_difference, paired_ratios,
};
pub use concentration::{entropy_bits, gini};
pub use confidence::{Confidence, Estimate, Interval, f_upper_tail, normal_cdf, normal_quantile, t_two_sided};
pub use detection::{Detection, Graded, Ranged};
pub use equivalence::PairCounts;
pub use forecast::{Bin, Forecast, Murphy, area, auc, brier, brier_skill, calibration_error, log_score_bits, murphy};
pub use judge::{Screening, matthews, prediction_powered_mean, rogan_gladen};
pub use multiple::{benjamini_hochberg, holm};
pub use power::Planned;
pub use proportion::{McNemar, clopper_pearson, log_odds_lift, logit, mcnemar, newcombe, wilson, wilson_effective};
pub use random::Random;
pub use survival::{Lifetime, Step, Survival, kaplan_meier};
pub use trend::{Trend, theil_sen};
