//! What was found against what is there.

use crate::claims::Says;
use serde::Serialize;

/// Claims that were found rightly, wrongly, and not at all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Score {
    /// Found, and there.
    pub right: usize,
    /// Found, and not there.
    pub wrong: usize,
    /// There, and not found.
    pub missed: usize,
}

impl Score {
    /// Counts one speech: each claim once.
    pub fn add(&mut self, found: &[Says], there: &[Says]) {
        self.right += found.iter().filter(|says| there.contains(says)).count();
        self.wrong += found.iter().filter(|says| !there.contains(says)).count();
        self.missed += there.iter().filter(|says| !found.contains(says)).count();
    }

    /// Of what was found, the share that is there; `None` if nothing was found.
    #[must_use]
    pub fn precision(self) -> Option<f64> {
        share(self.right, self.wrong)
    }

    /// Of what is there, the share that was found; `None` if nothing is there.
    #[must_use]
    pub fn recall(self) -> Option<f64> {
        share(self.right, self.missed)
    }
}

fn share(part: usize, rest: usize) -> Option<f64> {
    (part + rest > 0).then(|| part as f64 / (part + rest) as f64)
}
