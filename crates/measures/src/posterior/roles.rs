//! Sets of roles.

use lycaon_rules::{Camp, RoleId};

/// A set of roles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Roles(u128);

// A role is a bit.
const _: () = assert!(RoleId::ALL.len() < 128);

impl Roles {
    /// Every role there is.
    pub const ALL: Roles = Roles((1 << RoleId::ALL.len()) - 1);

    pub fn one(role: RoleId) -> Self {
        Roles(1 << role as u32)
    }

    pub fn of(roles: &[RoleId]) -> Self {
        roles.iter().copied().fold(Roles::default(), |set, role| set.or(Roles::one(role)))
    }

    /// The roles with a property.
    pub fn which(has: impl Fn(RoleId) -> bool) -> Self {
        RoleId::ALL
            .iter()
            .copied()
            .filter(|role| has(*role))
            .fold(Roles::default(), |set, role| set.or(Roles::one(role)))
    }

    /// The roles that are dealt to the wolves.
    pub fn wolves() -> Self {
        Roles::which(|role| role.card().camp == Camp::Wolves)
    }

    pub fn has(self, role: RoleId) -> bool {
        self.0 & 1 << role as u32 != 0
    }

    pub fn or(self, other: Roles) -> Self {
        Roles(self.0 | other.0)
    }

    pub fn and(self, other: Roles) -> Self {
        Roles(self.0 & other.0)
    }

    /// All roles but these.
    pub fn not(self) -> Self {
        Roles(!self.0 & Roles::ALL.0)
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}
