//! What tokens cost.

use std::collections::BTreeMap;

use lycaon_transcript::Usage;
use serde::Deserialize;

/// The prices that come with the program.
const BUILT_IN: &str = include_str!("../../prices.toml");

/// What the tokens of one model cost, in US dollars per million, by the buckets of [`Usage`]. What is not given is not
/// known, and neither is then the cost of a call that used such tokens.
#[derive(Clone, Copy, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    /// Prompt tokens that were in no cache.
    pub input: Option<f64>,
    /// Prompt tokens read from a cache.
    pub cache_read: Option<f64>,
    /// Prompt tokens written to a cache.
    pub cache_write: Option<f64>,
    /// Tokens of the answer, reasoning included.
    pub output: Option<f64>,
}

impl Price {
    /// What a call cost in US dollars; `None` if its usage or a price that it needs is not known. A server that says
    /// nothing of its cache has counted the whole prompt as uncached.
    #[must_use]
    pub fn of(&self, usage: &Usage) -> Option<f64> {
        let buckets = [
            (Some(usage.input_uncached?), self.input),
            (usage.cache_read, self.cache_read),
            (usage.cache_write, self.cache_write),
            (Some(usage.output?), self.output),
        ];
        let part = |(tokens, price): (Option<u64>, Option<f64>)| match tokens {
            None | Some(0) => Some(0.0),
            Some(tokens) => Some(tokens as f64 / 1e6 * price?),
        };
        buckets.into_iter().map(part).sum()
    }
}

/// The prices of models, by `PROVIDER/MODEL`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Prices(BTreeMap<String, Price>);

/// A file of prices that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{file}{}: {what}", .line.map(|line| format!(":{line}")).unwrap_or_default())]
pub struct PriceError {
    /// The file.
    pub file: String,
    /// The line, from 1, if one is to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
}

impl Prices {
    /// The prices that come with the program.
    ///
    /// # Panics
    /// Never: the test suite reads them.
    #[must_use]
    pub fn built_in() -> Self {
        Prices::default().with("the built-in prices", BUILT_IN).expect("the built-in prices are sound")
    }

    /// These prices, with those of a file, which replace those of the same models; `file` is its name in messages.
    ///
    /// # Errors
    /// When the text is no table of prices.
    pub fn with(mut self, file: &str, text: &str) -> Result<Self, PriceError> {
        let wrong = |line, what: String| PriceError { file: file.to_owned(), line, what };
        let table: BTreeMap<String, Price> = toml::from_str(text).map_err(|error| {
            let line = error.span().map(|span| 1 + text[..span.start.min(text.len())].matches('\n').count());
            wrong(line, error.message().trim().replace('\n', " "))
        })?;
        for (model, price) in &table {
            let Price { input, cache_read, cache_write, output } = *price;
            let odd = |price: &f64| !price.is_finite() || *price < 0.0;
            if let Some(price) = [input, cache_read, cache_write, output].into_iter().flatten().find(odd) {
                let line = text.lines().position(|line| line.contains(model.as_str())).map(|line| line + 1);
                return Err(wrong(
                    line,
                    format!("`{model}` has the price {price}; give US dollars per million tokens"),
                ));
            }
        }
        self.0.extend(table);
        Ok(self)
    }

    /// The price of a model, if it is known.
    #[must_use]
    pub fn of(&self, model: &str) -> Option<Price> {
        self.0.get(model).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(input: u64, read: Option<u64>, write: Option<u64>, output: u64) -> Usage {
        let (input_uncached, output) = (Some(input), Some(output));
        Usage { input_uncached, cache_read: read, cache_write: write, output, reasoning: None }
    }

    #[test]
    fn each_bucket_has_its_price() {
        let price = Price { input: Some(3.0), cache_read: Some(0.3), cache_write: Some(3.75), output: Some(15.0) };
        let cost = price.of(&usage(1_000, Some(10_000), Some(2_000), 100)).unwrap();
        assert!((cost - (0.003 + 0.003 + 0.0075 + 0.0015)).abs() < 1e-12);
        assert_eq!(price.of(&usage(1_000_000, None, None, 0)), Some(3.0));
    }

    #[test]
    fn the_unknown_stays_unknown() {
        let price = Price { input: Some(3.0), output: Some(15.0), ..Price::default() };
        assert_eq!(price.of(&usage(1, Some(1), None, 1)), None, "no price for what the cache gave");
        assert!(price.of(&usage(1, Some(0), None, 1)).is_some());
        assert_eq!(price.of(&Usage { output: None, ..usage(1, None, None, 1) }), None);
        assert_eq!(Prices::built_in().of("no/such-model"), None);
    }

    #[test]
    fn a_file_adds_to_the_built_in_prices_and_replaces_them() {
        let built_in = Prices::built_in();
        let known = built_in.0.keys().next().unwrap().clone();
        let prices =
            built_in.with("p.toml", &format!("[\"{known}\"]\ninput = 7\n[\"foo/bar\"]\noutput = 1.5\n")).unwrap();
        assert_eq!(prices.of(&known), Some(Price { input: Some(7.0), ..Price::default() }));
        assert_eq!(prices.of("foo/bar").unwrap().output, Some(1.5));
    }

    #[test]
    fn what_is_wrong_with_a_file_is_said_with_its_line() {
        let error = |text: &str| Prices::default().with("p.toml", text).unwrap_err().to_string();
        assert!(error("[\"a/b\"]\ninptu = 1").starts_with("p.toml:2: unknown field `inptu`"));
        assert!(error("\n[\"a/b\"]\ninput = -1").starts_with("p.toml:2: `a/b` has the price -1"));
        assert!(error("[\"a/b\"]\noutput = nan").contains("NaN"));
    }
}
