//! How an answer is sent: in pieces, at a pace, to its end or not.

use std::collections::VecDeque;
use std::io;
use std::time::Duration;

use axum::body::{Body, Bytes};
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::stream;

use crate::log::Entry;

/// How many pieces an answer that is no stream is sent in.
const PARTS: usize = 8;

/// How long what was sent has to leave before the connection breaks.
const LEAVE: Duration = Duration::from_millis(20);

/// Where an answer stops being sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// At its end.
    Whole,
    /// In the middle, where the connection breaks.
    Cut,
    /// In the middle, as if that were the end.
    Truncated,
}

/// An answer on its way.
#[derive(Debug)]
pub struct Delivery {
    /// The pieces that are sent.
    pub pieces: VecDeque<Vec<u8>>,
    /// What they are together.
    pub content_type: &'static str,
    /// How long is waited before each piece.
    pub pace: Duration,
    /// Where it ends.
    pub end: End,
}

impl Delivery {
    /// The pieces of a stream.
    #[must_use]
    pub fn stream(events: Vec<String>, content_type: &'static str) -> Self {
        let pieces = events.into_iter().map(String::into_bytes).collect();
        Delivery { pieces, content_type, pace: Duration::ZERO, end: End::Whole }
    }

    /// One body, cut between characters.
    #[must_use]
    pub fn whole(body: &str) -> Self {
        let mut pieces = VecDeque::new();
        let mut rest = body;
        for left in (1..=PARTS).rev() {
            let (piece, tail) = rest.split_at(rest.floor_char_boundary(rest.len().div_ceil(left)));
            pieces.push_back(piece.as_bytes().to_vec());
            rest = tail;
        }
        Delivery { pieces, content_type: "application/json", pace: Duration::ZERO, end: End::Whole }
    }

    /// Puts raw bytes in the place of a character.
    pub fn replace(&mut self, character: char, bytes: &[u8]) {
        let mut buffer = [0; 4];
        let wanted = character.encode_utf8(&mut buffer).as_bytes();
        for piece in &mut self.pieces {
            while let Some(at) = piece.windows(wanted.len()).position(|window| window == wanted) {
                piece.splice(at..at + wanted.len(), bytes.iter().copied());
            }
        }
    }

    /// Sends it. The entry of the log is closed before the last piece leaves, so that whoever has the whole answer finds
    /// it in the log.
    #[must_use]
    pub fn respond(mut self, entry: Entry) -> Response {
        if self.end != End::Whole {
            self.pieces.truncate(self.pieces.len().div_ceil(2));
        }
        let headers = [(header::CONTENT_TYPE, self.content_type)];
        let body = stream::unfold((self, Some(entry)), |(mut delivery, mut entry)| async move {
            let piece = delivery.next().await?;
            if delivery.pieces.is_empty() && (delivery.end != End::Cut || piece.is_err()) {
                entry = None;
            }
            Some((piece, (delivery, entry)))
        });
        (StatusCode::OK, headers, Body::from_stream(body)).into_response()
    }

    async fn next(&mut self) -> Option<io::Result<Bytes>> {
        if let Some(piece) = self.pieces.pop_front() {
            if !self.pace.is_zero() {
                tokio::time::sleep(self.pace).await;
            }
            return Some(Ok(Bytes::from(piece)));
        }
        if self.end != End::Cut {
            return None;
        }
        tokio::time::sleep(LEAVE).await;
        self.end = End::Whole;
        Some(Err(io::Error::other("the connection is cut on purpose")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_the_whole_and_break_no_character() {
        for body in ["", "a", "狼人", "{\"content\": \"我是好人，过。\"}"] {
            let delivery = Delivery::whole(body);
            assert_eq!(delivery.pieces.len(), PARTS);
            assert!(delivery.pieces.iter().all(|piece| std::str::from_utf8(piece).is_ok()));
            assert_eq!(delivery.pieces.into_iter().flatten().collect::<Vec<u8>>(), body.as_bytes());
        }
    }

    #[test]
    fn raw_bytes_take_the_place_of_a_character() {
        let mut delivery = Delivery::stream(vec!["a\u{e000}b\u{e000}".into(), "c".into()], "text/event-stream");
        delivery.replace('\u{e000}', b"\xce\xd2");
        assert_eq!(delivery.pieces, [b"a\xce\xd2b\xce\xd2".to_vec(), b"c".to_vec()]);
    }
}
