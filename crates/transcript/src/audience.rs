//! How an audience is written: `"all"`, `"moderator"`, or the numbers of the seats as strings.

use lycaon_rules::{Audience, Seat, Seats};
use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserializer, Serializer};
use std::fmt;

pub(crate) fn serialize<S: Serializer>(audience: &Audience, serializer: S) -> Result<S::Ok, S::Error> {
    match audience {
        Audience::Everyone => serializer.serialize_str("all"),
        Audience::Moderator => serializer.serialize_str("moderator"),
        Audience::Only(seats) => serializer.collect_seq(seats.iter().map(numeral)),
    }
}

/// The number of a seat as a string; seats are at most 18.
fn numeral(seat: Seat) -> &'static str {
    const NUMERALS: [&str; lycaon_rules::SEATS_MAX] =
        ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18"];
    NUMERALS[seat.index()]
}

pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Audience, D::Error> {
    deserializer.deserialize_any(AudienceVisitor)
}

struct AudienceVisitor;

impl<'de> Visitor<'de> for AudienceVisitor {
    type Value = Audience;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(r#""all", "moderator" or a list of seats such as ["1", "4"]"#)
    }

    fn visit_str<E: Error>(self, word: &str) -> Result<Audience, E> {
        match word {
            "all" => Ok(Audience::Everyone),
            "moderator" => Ok(Audience::Moderator),
            _ => Err(E::invalid_value(serde::de::Unexpected::Str(word), &self)),
        }
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Audience, A::Error> {
        let mut seats = Seats::NONE;
        while let Some(word) = list.next_element::<std::borrow::Cow<'_, str>>()? {
            let number = word.parse::<u8>().map_err(|_| A::Error::custom(format!("`{word}` is not a seat")))?;
            seats.insert(Seat::try_from(number).map_err(A::Error::custom)?);
        }
        Ok(Audience::Only(seats))
    }
}
