//! What can be asked of a role by its id, and how an id is written.

use super::{Group, RoleId};
use crate::options::{Category, Options};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;

impl RoleId {
    /// How many cards of it belong together in a deck: as many as there are sisters or brothers, else one.
    #[must_use]
    pub fn copies(self) -> u8 {
        self.card().copies
    }

    /// Its place among the moments of a night under these options, from 1; the pack's own for a wolf who hunts with it
    /// and has no call of his own; none for whoever is not called.
    #[must_use]
    pub fn night_step(self, options: &Options) -> Option<usize> {
        crate::order::step(self, options)
    }

    /// The role of this id.
    #[must_use]
    pub fn from_id(id: &str) -> Option<RoleId> {
        RoleId::ALL.iter().copied().find(|role| role.id() == id)
    }

    /// What the card counts as under these options: Cupid is a god or a villager (`cupid_category`).
    #[must_use]
    pub fn group(self, options: &Options) -> Group {
        match self {
            RoleId::Cupid => match options.cupid_category {
                Category::God => Group::God,
                Category::Villager => Group::Villager,
            },
            role => role.card().group,
        }
    }
}

impl fmt::Display for RoleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl fmt::Debug for RoleId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id())
    }
}

impl Serialize for RoleId {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id())
    }
}

impl<'de> Deserialize<'de> for RoleId {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let id = String::deserialize(deserializer)?;
        RoleId::from_id(&id).ok_or_else(|| serde::de::Error::custom(format!("unknown role `{id}`")))
    }
}
