//! stub
pub(crate) struct Poll; pub(crate) struct Tally; #[derive(Default)] pub(crate) struct Sway;
