//! All options in the spelling in which users type them and files hold them.

use super::{OPTIONS, OptionError, Options};
use serde::{Deserialize, Deserializer, Serialize, Serializer, ser::SerializeMap};
use std::collections::BTreeMap;

impl Options {
    /// Every option with its value, in the order of the rulebook.
    pub fn each(&self) -> impl Iterator<Item = (&'static str, String)> + '_ {
        OPTIONS.iter().map(|info| (info.name, self.get(info.name).unwrap_or_default()))
    }

    /// Sets several options; the first that cannot be set ends it.
    ///
    /// # Errors
    /// As [`Options::set`].
    pub fn set_all<'a>(&mut self, pairs: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<(), OptionError> {
        pairs.into_iter().try_for_each(|(name, value)| self.set(name, value))
    }
}

impl Serialize for Options {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(OPTIONS.len()))?;
        for (name, value) in self.each() {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Options {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let pairs = BTreeMap::<String, String>::deserialize(deserializer)?;
        let mut options = Options::default();
        options
            .set_all(pairs.iter().map(|(name, value)| (name.as_str(), value.as_str())))
            .map_err(serde::de::Error::custom)?;
        Ok(options)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_option_reads_back_what_it_writes() {
        let mut options = Options::default();
        for (name, value) in Options::default().each() {
            options.set(name, &value).unwrap();
        }
        assert_eq!(options, Options::default());
    }

    #[test]
    fn every_listed_value_can_be_set() {
        for info in OPTIONS {
            for value in (info.legal)() {
                if value.contains(' ') || value.contains("..") {
                    continue;
                }
                let mut options = Options::default();
                options.set(info.name, &value).unwrap();
                assert_eq!(options.get(info.name).unwrap(), value);
            }
        }
    }

    #[test]
    fn a_misspelt_option_is_answered_with_the_right_one() {
        let error = Options::default().set("wolf_wins", "parity").unwrap_err();
        assert!(error.to_string().contains("did you mean `wolf_win`?"), "{error}");
    }

    #[test]
    fn a_wrong_value_is_answered_with_the_legal_ones() {
        let error = Options::default().set("wolf_win", "most").unwrap_err();
        assert_eq!(error.to_string(), "option `wolf_win` cannot be `most`; it takes kill_all, parity, side_wipe");
    }

    #[test]
    fn a_tie_chain_keeps_its_order() {
        let mut options = Options::default();
        options.set("tie", "scapegoat → sheriff → pk_once → none").unwrap();
        assert_eq!(options.get("tie").unwrap(), "scapegoat,sheriff,pk_once,none");
    }
}
