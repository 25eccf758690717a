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

/// The wait that a response asks for: `retry-after-ms`, `retry-after` in seconds or as a date, or else the latest of the
/// times at which a limit is reset.
pub fn asked(headers: &HeaderMap, now: SystemTime) -> Option<Duration> {
    let header = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim);
    let milliseconds =
        header("retry-after-ms").and_then(|text| text.parse().ok()).and_then(|ms: f64| seconds(ms / 1e3));
    let after = || header("retry-after").and_then(|text| text.parse().map_or_else(|_| until(text, now), seconds));
    let resets = || headers.iter().filter(|(name, _)| is_reset(name.as_str()));
    let reset = || resets().filter_map(|(_, value)| reset(value.to_str().ok()?.trim(), now)).max();
    milliseconds.or_else(after).or_else(reset)
}

/// What a response says about whether the call should be made again.
pub fn should_retry(headers: &HeaderMap) -> Option<bool> {
    headers.get("x-should-retry")?.to_str().ok()?.trim().parse().ok()
}

/// Whether a header tells when a limit is reset: `x-ratelimit-reset`, `x-ratelimit-reset-tokens`,
/// `anthropic-ratelimit-requests-reset`.
fn is_reset(name: &str) -> bool {
    name.starts_with("x-ratelimit-reset") || name.starts_with("anthropic-ratelimit-") && name.ends_with("-reset")
}

/// The time until a limit is reset: a span, a moment, or a number, which is seconds to wait unless it is so large that it
/// must be a moment, in seconds or milliseconds since 1970.
fn reset(text: &str, now: SystemTime) -> Option<Duration> {
    let Ok(number) = text.parse::<f64>() else { return span(text).or_else(|| until(text, now)) };
    let since_1970 = match number {
        1e12.. => seconds(number / 1e3)?,
        1e9.. => seconds(number)?,
        _ => return seconds(number),
    };
    Some(SystemTime::UNIX_EPOCH.checked_add(since_1970)?.duration_since(now).unwrap_or(Duration::ZERO))
}

/// Seconds that can be waited: finite, and not below zero.
fn seconds(value: f64) -> Option<Duration> {
    Duration::try_from_secs_f64(value).ok()
}

/// The time until a date of HTTP or ISO 8601; none is left if it has passed.
fn until(date: &str, now: SystemTime) -> Option<Duration> {
    let date = httpdate::parse_http_date(date).ok().or_else(|| iso(date))?;
    Some(date.duration_since(now).unwrap_or(Duration::ZERO))
}

/// A moment as ISO 8601 writes it: `2026-11-29T10:00:07Z`, `2026-11-29T18:00:07.5+08:00`.
fn iso(text: &str) -> Option<SystemTime> {
    let (date, time) = text.split_once(['T', 't'])?;
    let at = time.rfind(['Z', 'z', '+', '-'])?;
    let (time, zone) = time.split_at(at);
    let [year, month, day] = numbers(date.split('-'))?;
    let [hour, minute, second] = numbers(time.split(':'))?;
    let [zone_hours, zone_minutes] = if zone.len() == 1 { [0.0; 2] } else { numbers(zone[1..].split(':'))? };
    let zone = (zone_hours * 3600.0 + zone_minutes * 60.0) * if zone.starts_with('-') { -1.0 } else { 1.0 };
    let of_day = hour * 3600.0 + minute * 60.0 + second - zone;
    SystemTime::UNIX_EPOCH.checked_add(seconds(days_since_1970(year, month, day)? * 86_400.0 + of_day)?)
}

/// So many numbers without a sign, and no more.
fn numbers<'a, const N: usize>(texts: impl Iterator<Item = &'a str>) -> Option<[f64; N]> {
    let number = |text: &str| text.starts_with(|c: char| c.is_ascii_digit()).then(|| text.parse().ok()).flatten();
    texts.map(number).collect::<Option<Vec<f64>>>()?.try_into().ok()
}

/// The days between the first of 1970 and a day of the Gregorian calendar. A year is taken to begin in March, so that the
/// day that only some years have is its last.
fn days_since_1970(year: f64, month: f64, day: f64) -> Option<f64> {
    let known = (1970.0..=9999.0).contains(&year) && (1.0..=12.0).contains(&month) && (1.0..=31.0).contains(&day);
    let (year, month) = if month > 2.0 { (year, month - 3.0) } else { (year - 1.0, month + 9.0) };
    let leap_days = (year / 4.0).floor() - (year / 100.0).floor() + (year / 400.0).floor();
    let of_year = ((153.0 * month + 2.0) / 5.0).floor() + day - 1.0;
    known.then_some(year * 365.0 + leap_days + of_year - 719_468.0)
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
        let reset = |text: &str| ms(&[("anthropic-ratelimit-input-tokens-reset", text)]);
        assert_eq!(reset("2026-11-29T10:00:07Z"), Some(7000));
        assert_eq!(reset("2026-11-29T18:00:07.25+08:00"), Some(7250));
        assert_eq!(reset("2026-11-29T04:30:00-05:30"), Some(0));
        assert_eq!(reset("2026-11-29T09:00:00Z"), Some(0));
        assert_eq!(iso("1970-01-01T00:00:00Z"), Some(SystemTime::UNIX_EPOCH));
        for (date, http) in [
            ("2027-01-01T00:00:00Z", "Fri, 01 Jan 2027 00:00:00 GMT"),
            ("2028-02-29T23:59:59Z", "Tue, 29 Feb 2028 23:59:59 GMT"),
            ("2100-03-01T12:00:00Z", "Mon, 01 Mar 2100 12:00:00 GMT"),
        ] {
            assert_eq!(iso(date).map(httpdate::fmt_http_date).as_deref(), Some(http));
        }
        let reset = |text: &str| ms(&[("x-ratelimit-reset", text)]);
        assert_eq!(reset("12.5"), Some(12_500));
        assert_eq!(reset("1795946407"), Some(7000), "seconds since 1970");
        assert_eq!(reset("1795946400500"), Some(500), "milliseconds since 1970");
        let two = [
            ("anthropic-ratelimit-requests-reset", "2026-11-29T10:00:01Z"),
            ("anthropic-ratelimit-tokens-reset", "2026-11-29T10:00:03Z"),
        ];
        assert_eq!(ms(&two), Some(3000), "the latest counts");
        assert_eq!(ms(&[("retry-after", "2"), ("x-ratelimit-reset-tokens", "1m30s")]), Some(2000));
    }

    #[test]
    fn a_server_may_say_whether_to_call_again() {
        let says = |text: &str| should_retry(&headers(&[("x-should-retry", text)]));
        assert_eq!((says("true"), says("false"), says("perhaps")), (Some(true), Some(false), None));
    }

    #[test]
    fn nonsense_asks_for_nothing() {
        for text in ["-1", "inf", "NaN", "soon", "", "1e300"] {
            assert_eq!(asked(&headers(&[("retry-after", text)]), SystemTime::UNIX_EPOCH), None, "{text}");
        }
        for text in [
            "-5s",
            "1x",
            "-1",
            "inf",
            "1e300",
            "s",
            "99999999999999999999d",
            "2026-13-01T00:00:00Z",
            "2026-11-29",
            "T+:",
            "2026-11-29T10:00:00+é9:00",
            "0001-01-01T00:00:00+99:99",
        ] {
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
