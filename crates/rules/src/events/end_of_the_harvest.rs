//! End of the Harvest: a day like any other. The rule of the variant that a moderator may play on it is not known.

use super::{Class, EventCard, EventInfo, Lasts};
use crate::hooks::Hooks;

pub(super) struct EndOfTheHarvest;

pub(super) const INFO: EventInfo = EventInfo::new(Class::Immediate, Lasts::Today, &["mia", "mdj", "app"]);

impl EventCard for EndOfTheHarvest {}

impl Hooks for EndOfTheHarvest {}
