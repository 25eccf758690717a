//! What an option may hold, and how each kind of value is written and read.

use std::fmt::Display;

/// A kind of option value: how it is written in files and on the command line, and what may be written.
pub trait OptionValue: Sized + Clone + PartialEq {
    /// Every value, or for numbers and chains a pattern such as `1..=20`.
    fn legal() -> Vec<String>;
    /// Reads a value; `None` if it is not one of the legal ones.
    fn read(text: &str) -> Option<Self>;
    /// The canonical spelling.
    fn write(&self) -> String;
}

impl OptionValue for bool {
    fn legal() -> Vec<String> {
        vec!["true".into(), "false".into()]
    }

    fn read(text: &str) -> Option<Self> {
        match text {
            "true" | "t" | "yes" | "on" => Some(true),
            "false" | "f" | "no" | "off" => Some(false),
            _ => None,
        }
    }

    fn write(&self) -> String {
        self.to_string()
    }
}

/// A whole number between two bounds, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounded<const MIN: u16, const MAX: u16>(pub u16);

impl<const MIN: u16, const MAX: u16> OptionValue for Bounded<MIN, MAX> {
    fn legal() -> Vec<String> {
        if MAX - MIN < 6 { (MIN..=MAX).map(|n| n.to_string()).collect() } else { vec![format!("{MIN}..={MAX}")] }
    }

    fn read(text: &str) -> Option<Self> {
        let number = text.parse().ok()?;
        (MIN..=MAX).contains(&number).then_some(Bounded(number))
    }

    fn write(&self) -> String {
        self.0.to_string()
    }
}

/// A chance as a fraction of two small whole numbers, so that it is exact and the same on every machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chance {
    /// How many faces of the die mean yes.
    pub hits: u16,
    /// How many faces the die has.
    pub of: u16,
}

impl OptionValue for Chance {
    fn legal() -> Vec<String> {
        vec!["a fraction a/b with 0 <= a <= b <= 1000".into()]
    }

    fn read(text: &str) -> Option<Self> {
        let (hits, of) = text.split_once('/').unwrap_or((text, "1"));
        let (hits, of) = (hits.trim().parse().ok()?, of.trim().parse().ok()?);
        (of > 0 && hits <= of && of <= 1000).then_some(Chance { hits, of })
    }

    fn write(&self) -> String {
        format!("{}/{}", self.hits, self.of)
    }
}

/// One way to deal with a tie. A ruleset names a chain of them; each is tried in turn until one applies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TieRule {
    /// A living scapegoat with his power dies in place of the tied (000h, 003).
    Scapegoat,
    /// The sheriff decides, as `sheriff_tiebreak` says (003).
    Sheriff,
    /// The tied speak again and there is one more ballot between them (000g, CN).
    PkOnce,
    /// The tied speak and the ballot is repeated until somebody is out, three times at most (000c, 004).
    PkUntilOut,
    /// One of the tied is drawn by lot.
    Random,
    /// After `random_after_n` ties in a row one of the tied is drawn by lot, before that the ballot is repeated (000g).
    RandomAfterN,
    /// Nobody is out.
    None,
}

/// The spelling of each link of a tie chain.
const TIE_RULES: [(&str, TieRule); 7] = [
    ("scapegoat", TieRule::Scapegoat),
    ("sheriff", TieRule::Sheriff),
    ("pk_once", TieRule::PkOnce),
    ("pk_until_out", TieRule::PkUntilOut),
    ("random", TieRule::Random),
    ("random_after_n", TieRule::RandomAfterN),
    ("none", TieRule::None),
];

/// The chain of ways to deal with a tie.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TieChain(pub Vec<TieRule>);

impl TieChain {
    /// Puts a link before all others, if the chain does not contain it.
    pub fn put_first(&mut self, rule: TieRule) {
        if !self.has(rule) {
            self.0.insert(0, rule);
        }
    }

    /// Whether the chain contains this link.
    #[must_use]
    pub fn has(&self, rule: TieRule) -> bool {
        self.0.contains(&rule)
    }
}

impl OptionValue for TieChain {
    fn legal() -> Vec<String> {
        let mut legal: Vec<String> = TIE_RULES.iter().map(|(name, _)| (*name).to_string()).collect();
        legal.push("a chain such as scapegoat,sheriff,pk_once,none".into());
        legal
    }

    fn read(text: &str) -> Option<Self> {
        let links: Option<Vec<TieRule>> = text
            .split([',', '→', '>', '+'])
            .map(str::trim)
            .filter(|link| !link.is_empty())
            .map(|link| TIE_RULES.iter().find(|(name, _)| *name == link).map(|(_, rule)| *rule))
            .collect();
        links.filter(|links| !links.is_empty()).map(TieChain)
    }

    fn write(&self) -> String {
        let names: Vec<&str> = self
            .0
            .iter()
            .map(|rule| TIE_RULES.iter().find(|(_, r)| r == rule).map_or("none", |(name, _)| name))
            .collect();
        names.join(",")
    }
}

/// Joins words for an error message.
pub(crate) fn one_of<T: Display>(values: impl IntoIterator<Item = T>) -> String {
    values.into_iter().map(|v| v.to_string()).collect::<Vec<_>>().join(", ")
}

/// Declares option enums: each variant with its spelling in files and on the command line.
/// A spelling in brackets after the canonical one is accepted too.
macro_rules! choices {
    ($( $(#[$meta:meta])* $name:ident { $( $(#[$vmeta:meta])* $variant:ident = $text:literal $([$($also:literal),*])? ),+ $(,)? } )+) => {$(
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum $name { $( $(#[$vmeta])* $variant ),+ }

        impl $crate::options::value::OptionValue for $name {
            fn legal() -> Vec<String> {
                vec![$($text.to_string()),+]
            }

            fn read(text: &str) -> Option<Self> {
                match text {
                    $( $text $($(| $also)*)? => Some(Self::$variant), )+
                    _ => None,
                }
            }

            fn write(&self) -> String {
                match self { $( Self::$variant => $text.to_string() ),+ }
            }
        }
    )+};
}
pub(crate) use choices;
