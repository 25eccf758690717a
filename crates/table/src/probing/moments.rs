//! The moments at which seats may be asked, found in what everybody hears.

use lycaon_rules::{About, Audience, Event, Fact, Manner, Seat};
use lycaon_transcript::Checkpoint;

/// A moment that has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Due {
    pub checkpoint: Checkpoint,
    /// The number of the event that brought it about.
    pub event: u32,
    /// Who spoke, after a speech.
    pub speaker: Option<Seat>,
}

/// The moments that these events bring about, in order.
pub(super) fn due(news: &[Event]) -> Vec<Due> {
    let mut due: Vec<Due> = vec![];
    for event in news.iter().filter(|event| event.audience == Audience::Everyone) {
        let Some((checkpoint, speaker)) = moment(&event.fact) else { continue };
        // What is announced in several parts is one moment, and it has come with the last.
        due.retain(|before| speaker.is_some() || before.checkpoint != checkpoint);
        due.push(Due { checkpoint, event: event.n, speaker });
    }
    due
}

fn moment(fact: &Fact) -> Option<(Checkpoint, Option<Seat>)> {
    match fact {
        Fact::Died { manner: Manner::Night | Manner::Poison, .. } => Some((Checkpoint::Dawn, None)),
        Fact::PollOpened { about: About::Exile, round: 1, .. } => Some((Checkpoint::Discussion, None)),
        Fact::Died { manner: Manner::Exile | Manner::Tie, .. } | Fact::NobodyOut | Fact::Flipped { .. } => {
            Some((Checkpoint::Exile, None))
        }
        Fact::Spoke { seat, .. } => Some((Checkpoint::Speech, Some(*seat))),
        _ => None,
    }
}
