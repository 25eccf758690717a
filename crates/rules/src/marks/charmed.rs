//! Charmed: known to the other charmed; counted by the piper.

use crate::hooks::Hooks;

pub(super) struct Charmed;

impl Hooks for Charmed {}
