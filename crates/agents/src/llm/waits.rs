//! How long to wait before a call is made again.

use std::time::{Duration, SystemTime};

use lycaon_rules::Dice;
use reqwest::header::HeaderMap;

use super::settings::Patience;

/// The wait before the next call, after `tries` that failed; `None` when the server asks for more than anybody waits.
///
/// The bound doubles and the whole of it is drawn from (full jitter), so that the seats of many games that were turned
/// away together do not come back together.
pub fn wait(patience: &Patience, tries: u32, asked: Option<Duration>, dice: &mut Dice) -> Option<Duration> {
    let doubled = patience.first_wait * 2f64.powi(tries.saturating_sub(1).min(30) as i32);
    let bound = Patience::seconds(doubled.min(patience.longest_wait)).as_millis() as u64;
    let own = Duration::from_millis(dice.below("wait", bound + 1));
    match asked {
        Some(asked) if asked > Patience::seconds(patience.longest_asked_wait) => None,
        Some(asked) => Some(own.max(asked)),
        None => Some(own),
    }
}

/// The wait that a response asks for: `retry-after-ms`, `retry-after` in seconds or as a date, or else the later of the
/// `x-ratelimit-reset-*` times.
pub fn asked(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let milliseconds =
        header("retry-after-ms").and_then(|text| text.parse().ok()).and_then(|ms: f64| seconds(ms / 1e3));
    let after = || header("retry-after").and_then(|text| text.parse().map_or_else(|_| until(text, now), seconds));
    let reset = || {
        let resets = ["x-ratelimit-reset-requests", "x-ratelimit-reset-tokens"];
        resets.into_iter().filter_map(|name| header(name).and_then(span)).max()
    };
    milliseconds.or_else(after).or_else(reset)
}

/// Seconds that can be waited: finite, and not below zero.
fn seconds(value: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(value).ok()
}

/// The time until an HTTP date; nothing if it has passed.
fn until(date: &str, now: SystemTime) -> Option<Duration> {
    let date = httpdate::parse_http_date(date).ok()?;
    Some(date.duration_since(now).unwrap_or(Duration::ZERO))
}

/// A span as OpenAI writes it: `1m30s`, `500ms`, `2h3m0.5s`.
fn span(text: &str) -> Option<Duration> {
    let mut rest = text;
    let mut total = Duration::ZERO;
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.')?;
        let (number, tail) = rest.split_at(digits);
        let letters = tail.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(tail.len());
        let (unit, tail) = tail.split_at(letters);
        let scale = match unit {
            "d" => 86_400.0,
            "h" => 3_600.0,
            "m" => 60.0,
            "s" => 1.0,
            "ms" => 1e-3,
            _ => return None,
        };
        total = total.checked_add(seconds(number.parse::<f64>().ok()? * scale)?)?;
        rest = tail;
    }
    (!text.is_empty()).then_some(total)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().expect("a name"), value.parse().expect("a value"))).collect()
    }

    #[test]
    fn every_spelling_of_a_wait_is_read() {
        let now = httpdate::parse_http_date("Sun, 29 Nov 2026 10:00:00 GMT").expect("a date");
        let ms = |pairs: &[(&'static str, &str)]| asked(&headers(pairs), now).map(|wait| wait.as_millis());
        assert_eq!(ms(&[("retry-after", "2")]), Some(2000));
        assert_eq!(ms(&[("retry-after", "0.25")]), Some(250));
        assert_eq!(ms(&[("retry-after-ms", "120"), ("retry-after", "2")]), Some(120));
        assert_eq!(ms(&[("retry-after", "Sun, 29 Nov 2026 10:00:07 GMT")]), Some(7000));
        assert_eq!(ms(&[("retry-after", "Sun, 29 Nov 2026 09:00:00 GMT")]), Some(0));
        let resets = [("x-ratelimit-reset-requests", "500ms"), ("x-ratelimit-reset-tokens", "1m30s")];
        assert_eq!(ms(&resets), Some(90_000));
    }

    #[test]
    fn nonsense_asks_for_nothing() {
        for text in ["-1", "inf", "NaN", "soon", "", "1e300"] {
            assert_eq!(asked(&headers(&[("retry-after", text)]), SystemTime::UNIX_EPOCH), None, "{text}");
        }
        for text in ["-5s", "1x", "1", "s", "99999999999999999999d"] {
            let headers = headers(&[("x-ratelimit-reset-tokens", text)]);
            assert_eq!(asked(&headers, SystemTime::UNIX_EPOCH), None, "{text}");
        }
    }

    #[test]
    fn waits_grow_are_bounded_and_come_from_the_seed() {
        let patience = Patience { first_wait: 1.0, longest_wait: 4.0, ..Patience::default() };
        let draw = |seed: u64| {
            let mut dice = Dice::new(seed);
            (1..=40).map(|tries| wait(&patience, tries, None, &mut dice).expect("a wait")).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        assert!(draw(1)[0] <= Duration::from_secs(1));
        assert!(draw(1).iter().all(|wait| *wait <= Duration::from_secs(4)));
        assert!(draw(1).iter().any(|wait| *wait > Duration::from_secs(1)));
    }

    #[test]
    fn the_server_is_obeyed_unless_it_asks_too_much() {
        let (patience, mut dice) = (Patience::default(), Dice::new(1));
        let mut after = |secs| wait(&patience, 1, Some(Duration::from_secs(secs)), &mut dice);
        assert_eq!(after(100), Some(Duration::from_secs(100)));
        assert_eq!(after(86_400), None);
    }
}
