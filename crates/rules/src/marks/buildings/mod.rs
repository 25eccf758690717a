//! What the buildings of the Village do for whoever lives in them (chezgeeks, BGA). All of it is seen by everybody; a
//! building handed on is as good as new.

mod bakery;
mod barber_shop;
mod church;
mod notary_house;
mod school;
mod tavern;

use crate::effect::Effect;
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me};
use crate::marks::Kind;
use crate::seat::Seats;
use crate::village::Building;

impl Building {
    pub(super) fn hooks(self) -> Option<&'static dyn Hooks> {
        let hooks: &'static dyn Hooks = match self {
            // A farm does nothing by itself: the election looks for it.
            Building::Farm => return None,
            Building::Tavern => &tavern::Tavern,
            Building::BarberShop => &barber_shop::BarberShop,
            Building::NotaryHouse => &notary_house::NotaryHouse,
            Building::Church => &church::Church,
            Building::Bakery => &bakery::Bakery,
            Building::School => &school::School,
        };
        Some(hooks)
    }
}

/// Everybody sees a building used, and on whom.
fn used(me: Me, building: Building, seats: Seats) -> Effect {
    Effect::Tell(Audience::Everyone, Fact::Trade { by: me.seat, building, seats })
}

/// Who lives on the village square: none of what the mistress, the barber, the pyromaniac or the raven does reaches him.
pub(super) struct Vagabond;

impl Hooks for Vagabond {
    fn refuses(&self, kind: Kind, _s: &crate::state::State) -> bool {
        kind == Kind::Cursed
    }
}
