//! The headers by which a server says how long to wait.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::Deserialize;

use crate::request::Api;

/// A header and its spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum WaitHeader {
    /// `retry-after: 1`, in whole seconds.
    RetryAfter,
    /// `retry-after: 0.2`.
    RetryAfterFloat,
    /// `retry-after: Sun, 29 Nov 2026 10:00:07 GMT`.
    RetryAfterDate,
    /// `retry-after-ms: 200`.
    RetryAfterMs,
    /// `x-ratelimit-reset-requests: 200ms`.
    RatelimitReset,
    /// `anthropic-ratelimit-requests-reset: 2026-11-29T10:00:07Z`.
    AnthropicReset,
}

impl WaitHeader {
    /// The headers that servers of an API send.
    #[must_use]
    pub fn of(api: Api) -> &'static [WaitHeader] {
        use WaitHeader::{AnthropicReset, RatelimitReset, RetryAfter, RetryAfterDate, RetryAfterFloat, RetryAfterMs};
        match api {
            Api::Chat => &[RetryAfter, RetryAfterFloat, RetryAfterDate, RetryAfterMs, RatelimitReset],
            Api::Anthropic => &[RetryAfter, RetryAfterFloat, RetryAfterDate, AnthropicReset],
            Api::Ollama => &[RetryAfter],
        }
    }

    /// The header's name, and its value for this wait. Spellings in whole seconds round up.
    #[must_use]
    pub fn spelled(self, wait: Duration, now: SystemTime) -> (&'static str, String) {
        let seconds = wait.as_millis().div_ceil(1000);
        let whole = Duration::from_secs(u64::try_from(seconds).unwrap_or(u64::MAX));
        match self {
            WaitHeader::RetryAfter => ("retry-after", seconds.to_string()),
            WaitHeader::RetryAfterFloat => ("retry-after", format!("{:.3}", wait.as_secs_f64())),
            WaitHeader::RetryAfterDate => ("retry-after", httpdate::fmt_http_date(now + whole)),
            WaitHeader::RetryAfterMs => ("retry-after-ms", wait.as_millis().to_string()),
            WaitHeader::RatelimitReset => ("x-ratelimit-reset-requests", format!("{}ms", wait.as_millis())),
            WaitHeader::AnthropicReset => ("anthropic-ratelimit-requests-reset", iso(now + wait)),
        }
    }
}

/// A time as ISO 8601 writes it, to the millisecond.
fn iso(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let (days, rest) = (since.as_secs() / 86_400, since.as_secs() % 86_400);
    // Years are counted from March, so that the leap day is the last of its year.
    let shifted = days + 719_468;
    let (era, day_of_era) = (shifted / 146_097, shifted % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = era * 400 + year_of_era + u64::from(month <= 2);
    let (hour, minute, second) = (rest / 3600, rest / 60 % 60, rest % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", since.subsec_millis())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wait_is_spelled_in_every_way() {
        let now = httpdate::parse_http_date("Sun, 29 Nov 2026 10:00:00 GMT").expect("a date");
        let spelled = |header: WaitHeader| header.spelled(Duration::from_millis(1200), now);
        assert_eq!(spelled(WaitHeader::RetryAfter), ("retry-after", "2".into()));
        assert_eq!(spelled(WaitHeader::RetryAfterFloat), ("retry-after", "1.200".into()));
        assert_eq!(spelled(WaitHeader::RetryAfterDate), ("retry-after", "Sun, 29 Nov 2026 10:00:02 GMT".into()));
        assert_eq!(spelled(WaitHeader::RetryAfterMs), ("retry-after-ms", "1200".into()));
        assert_eq!(spelled(WaitHeader::RatelimitReset), ("x-ratelimit-reset-requests", "1200ms".into()));
        let reset = ("anthropic-ratelimit-requests-reset", "2026-11-29T10:00:01.200Z".into());
        assert_eq!(spelled(WaitHeader::AnthropicReset), reset);
    }

    #[test]
    fn dates_are_those_of_the_calendar() {
        for date in ["Thu, 01 Jan 1970 00:00:00 GMT", "Tue, 29 Feb 2028 23:59:59 GMT", "Thu, 31 Dec 2026 12:30:45 GMT"]
        {
            let iso = iso(httpdate::parse_http_date(date).expect("a date"));
            let day = &date[5..7];
            assert_eq!((&iso[8..10], &iso[11..19]), (day, &date[17..25]), "{date} is {iso}");
            assert_eq!(iso[..4], date[12..16], "{date} is {iso}");
        }
    }
}
