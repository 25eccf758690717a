//! Noninterference: what a seat hears, and what it is asked, depends on nothing that it has not heard. And the other
//! way round: a leak planted on purpose is caught by one of the guards.

mod after_death;
mod canary;
mod harness;
mod menus;
mod planted;
mod two_worlds;
