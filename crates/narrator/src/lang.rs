//! The two languages.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// A language the program speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Chinese.
    Zh,
    /// English.
    En,
}

impl Lang {
    /// Both, in the order they are listed.
    pub const ALL: [Lang; 2] = [Lang::Zh, Lang::En];

    /// The code: `zh` or `en`.
    #[must_use]
    pub fn code(self) -> &'static str {
        match self {
            Lang::Zh => "zh",
            Lang::En => "en",
        }
    }
}

impl fmt::Display for Lang {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

impl FromStr for Lang {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "zh" => Ok(Lang::Zh),
            "en" => Ok(Lang::En),
            other => Err(format!("unknown language `{other}`; there are zh and en")),
        }
    }
}
