//! What a model is told of the past where it is not told everything.

use crate::narrator::Narrator;
use crate::sources::PromptError;
use minijinja::context;

/// A piece of a prompt that stands for something left out, or is the seat's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Memory<'a> {
    /// It is to talk as people do who type at a table of friends.
    Manner,
    /// Whom the seat is to play.
    Persona(&'a str),
    /// Days before those that follow are left out.
    LeftOut,
    /// What the seat wrote of the game before.
    Summary(&'a str),
    /// The notes it keeps.
    Notes(&'a str),
    /// It is asked for a summary of at most so many characters.
    Summarise(u32),
}

impl Memory<'_> {
    /// One of each kind.
    pub(crate) const SAMPLES: [Memory<'static>; 6] = [
        Memory::Manner,
        Memory::Persona("calm"),
        Memory::LeftOut,
        Memory::Summary("3 lied."),
        Memory::Notes("watch 3"),
        Memory::Summarise(500),
    ];
}

pub(crate) fn memory(narrator: &Narrator, memory: Memory<'_>) -> Result<String, PromptError> {
    match memory {
        Memory::Manner => narrator.say("memory.manner", context! {}),
        Memory::Persona(text) => narrator.say("memory.persona", context! { text }),
        Memory::LeftOut => narrator.say("memory.left_out", context! {}),
        Memory::Summary(text) => narrator.say("memory.summary", context! { text }),
        Memory::Notes(text) => narrator.say("memory.notes", context! { text }),
        Memory::Summarise(limit) => narrator.say("memory.summarise", context! { limit }),
    }
}
