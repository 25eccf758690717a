//! The Village: buildings that are dealt in the open on top of the cards. A building is a mark, and what it does stands
//! in `marks/buildings`.

use crate::agenda::{Step, Then};
use crate::dice::{Purpose, Roll};
use crate::event::{Audience, Fact};
use crate::marks::Kind;
use crate::options::OptionValue;
use crate::seat::{Seat, Seats};
use crate::state::State;
use serde::{Deserialize, Serialize};

/// A building and the trade of whoever lives in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Building {
    /// A farmer's: the sheriff comes from among the farmers.
    Farm,
    /// The tavern keeper's: neither the pack nor the vote takes him.
    Tavern,
    /// The barber's: once he may kill by day.
    BarberShop,
    /// The bailiff's: he gives the buildings of the dead to the homeless.
    NotaryHouse,
    /// The confessor's: once he sees a card.
    Church,
    /// The baker's: he may catch sight of a wolf.
    Bakery,
    /// The school mistress's: she keeps players from voting.
    School,
}

impl Building {
    /// Every building, in the order in which they are dealt.
    pub const ALL: [Building; 7] = [
        Building::Farm,
        Building::Tavern,
        Building::BarberShop,
        Building::NotaryHouse,
        Building::Church,
        Building::Bakery,
        Building::School,
    ];

    /// The id, such as `barber_shop`.
    #[must_use]
    pub fn id(self) -> &'static str {
        match self {
            Building::Farm => "farm",
            Building::Tavern => "tavern",
            Building::BarberShop => "barber_shop",
            Building::NotaryHouse => "notary_house",
            Building::Church => "church",
            Building::Bakery => "bakery",
            Building::School => "school",
        }
    }
}

/// The buildings of a table, in the order in which they are dealt. None of them: the table plays without the Village.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buildings(pub Vec<Building>);

impl Buildings {
    /// Whether this one is among them.
    #[must_use]
    pub fn has(&self, building: Building) -> bool {
        self.0.contains(&building)
    }
}

impl OptionValue for Buildings {
    fn legal() -> Vec<String> {
        let names = Building::ALL.iter().map(|building| building.id().to_owned());
        std::iter::once("none".to_owned())
            .chain(names)
            .chain(["a list such as farm,farm,tavern,church".into()])
            .collect()
    }

    fn read(text: &str) -> Option<Self> {
        if text == "none" {
            return Some(Buildings::default());
        }
        let named = |name: &str| Building::ALL.iter().copied().find(|building| building.id() == name);
        let mut buildings: Vec<Building> = text.split(',').map(|name| named(name.trim())).collect::<Option<_>>()?;
        buildings.sort_unstable();
        Some(Buildings(buildings))
    }

    fn write(&self) -> String {
        let names: Vec<&str> = self.0.iter().map(|building| building.id()).collect();
        if names.is_empty() { "none".into() } else { names.join(",") }
    }
}

impl State {
    /// Deals the building of this position in the list, or, after the last, tells everybody who lives where.
    pub(crate) fn build(&mut self, position: usize) {
        match self.options().buildings.0.get(position).copied() {
            Some(building) => {
                let sides = self.homeless().len() as u16;
                self.roll(Roll { purpose: Purpose::Building, sides }, Then::Build(position, building));
            }
            None => self.tell_homes(),
        }
    }

    pub(crate) fn built(&mut self, position: usize, building: Building, result: u16) {
        let home = self.homeless().iter().nth(usize::from(result) - 1).expect("the die has a face for each seat");
        let mark = self.new_mark(home, Kind::Building(building), home);
        self.marks.push(mark);
        self.next(Step::Build(position + 1));
    }

    /// Who has no building gets none: he is a vagabond.
    fn tell_homes(&mut self) {
        let homes = Seat::all(self.cards.len()).filter_map(|seat| Some((seat, self.building(seat)?))).collect();
        for seat in self.homeless().iter() {
            let mark = self.new_mark(seat, Kind::Vagabond, seat);
            self.marks.push(mark);
        }
        self.tell(Audience::Everyone, Fact::Village { homes });
    }

    fn homeless(&self) -> Seats {
        Seats::all(self.cards.len()).iter().filter(|seat| self.building(*seat).is_none()).collect()
    }

    /// The building of a seat, dead or alive.
    pub(crate) fn building(&self, seat: Seat) -> Option<Building> {
        self.marks.iter().find_map(|mark| match mark.kind {
            Kind::Building(building) if mark.on == seat => Some(building),
            _ => None,
        })
    }

    /// Among whom the sheriff is found: the farmers, where there are farms.
    pub(crate) fn eligible(&self) -> Seats {
        let farms = self.options().buildings.has(Building::Farm);
        if farms { self.marked(Kind::Building(Building::Farm)) } else { Seats::all(self.cards.len()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_of_buildings_reads_back_in_order() {
        let read = |text: &str| Buildings::read(text).map(|buildings| buildings.write());
        assert_eq!(read("church, farm,farm").unwrap(), "farm,farm,church");
        assert_eq!(read("none").unwrap(), "none");
        assert_eq!(read("castle"), None);
    }
}
