//! stub
pub(crate) struct Blow; pub(crate) struct Fate; pub(crate) struct Effect; pub(crate) enum Verdict { Stands }
