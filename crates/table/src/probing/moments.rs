//! The moments at which seats may be asked, found in what everybody hears.

use lycaon_rules::{About, Audience, Event, Fact, Manner, Seat};
use lycaon_transcript::Checkpoint;

/// A moment that has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    pub checkpoint: Checkpoint,
    /// The number of the event that brought it about.
    pub event: u32,
    /// The speech, where it was one.
    pub speech: Option<Speech>,
}

/// A speech that was heard by all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Speech {
    /// Who spoke.
    pub speaker: Seat,
    /// Whether it was a turn in a round of speeches, and no last words.
    pub in_turn: bool,
    /// Whether anything was said.
    pub worded: bool,
}

impl Due {
    /// Who spoke, after a speech.
    pub fn speaker(&self) -> Option<Seat> {
        self.speech.map(|speech| speech.speaker)
    }

    /// Whether a poll is held: before the first speech of a round, and after each.
    pub fn is_of_poll(&self) -> bool {
        self.checkpoint == Checkpoint::Floor || self.speech.is_some_and(|speech| speech.in_turn)
    }

    /// Whose speech with words it was, if it was one: he is asked for a report on it, and the others whether they doubt it.
    pub fn reporter(&self) -> Option<Seat> {
        self.speech.filter(|speech| speech.worded).map(|speech| speech.speaker)
    }
}

/// The moments that these events bring about, in order.
pub(super) fn due(news: &[Event]) -> Vec<Due> {
    let mut due: Vec<Due> = vec![];
    for event in news.iter().filter(|event| event.audience == Audience::Everyone) {
        let Some((checkpoint, speech)) = moment(&event.fact) else { continue };
        // What is announced in several parts is one moment, and it has come with the last.
        due.retain(|before| speech.is_some() || before.checkpoint != checkpoint);
        due.push(Due { checkpoint, event: event.n, speech });
    }
    due
}

fn moment(fact: &Fact) -> Option<(Checkpoint, Option<Speech>)> {
    match fact {
        Fact::Died { manner: Manner::Night | Manner::Poison, .. } => Some((Checkpoint::Dawn, None)),
        Fact::PollOpened { about: About::Exile, round: 1, .. } => Some((Checkpoint::Discussion, None)),
        Fact::Died { manner: Manner::Exile | Manner::Tie, .. } | Fact::NobodyOut | Fact::Flipped { .. } => {
            Some((Checkpoint::Exile, None))
        }
        Fact::Floor { .. } => Some((Checkpoint::Floor, None)),
        Fact::Spoke { seat, floor, text, .. } => {
            let speech = Speech { speaker: *seat, in_turn: floor.is_some(), worded: !text.trim().is_empty() };
            Some((Checkpoint::Speech, Some(speech)))
        }
        _ => None,
    }
}
