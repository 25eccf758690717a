//! Who sits where: `--seat N=AGENT` and `--human N`.

use crate::fault::Fault;
use clap::Args;
use lycaon_rules::{Board, Seat, Seats};
use std::collections::BTreeMap;
use std::fmt;

/// The flags for it.
#[derive(Args, Clone, Debug)]
pub struct SeatArgs {
    /// Who sits in a seat (a number), in a range of them (2-5) or in all others (*); may be repeated
    ///
    /// A number counts before a range and a range before *. AGENT is a file in agents/ or one of: human,
    /// scripted:random, scripted:heuristic, process:COMMAND, PROVIDER/MODEL (see `lycaon agents`).
    #[arg(long, value_name = "N=AGENT", value_parser = seating, value_delimiter = ';')]
    seat: Vec<(Place, String)>,
}

/// The flag for people.
#[derive(Args, Clone, Debug)]
pub struct HumanArgs {
    /// A person in this terminal sits there: short for --seat N=human; may be repeated
    #[arg(long, value_name = "N", value_delimiter = ';')]
    human: Vec<Place>,
}

/// Some of the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// This one.
    One(Seat),
    /// From the first to the second, both included.
    Range(Seat, Seat),
    /// All that nobody else was given.
    Others,
}

impl SeatArgs {
    /// The agent of each seat that was given one.
    pub fn agents(&self, people: &HumanArgs, board: &Board) -> Result<BTreeMap<Seat, String>, Fault> {
        let people = people.human.iter().map(|place| (*place, "human"));
        let given: Vec<(Place, &str)> =
            self.seat.iter().map(|(place, agent)| (*place, agent.as_str())).chain(people).collect();
        assign(&given, board)
    }
}

impl HumanArgs {
    /// Nobody.
    pub const NONE: HumanArgs = HumanArgs { human: vec![] };

    /// These, and people in some more places.
    pub fn and(&self, places: &[Place]) -> HumanArgs {
        HumanArgs { human: [&*self.human, places].concat() }
    }
}

fn assign(given: &[(Place, &str)], board: &Board) -> Result<BTreeMap<Seat, String>, Fault> {
    let mut seated = BTreeMap::new();
    for kind in [Place::is_one, Place::is_range, Place::is_others] {
        let mut taken = Seats::NONE;
        for (place, agent) in given.iter().filter(|(place, _)| kind(place)) {
            for seat in place.seats(board)?.iter() {
                if taken.has(seat) {
                    let how = if place.is_one() { String::new() } else { format!(" (by --seat {place})") };
                    return Err(Fault::input(format!("seat {seat} is given to two agents{how}; name it once")));
                }
                taken.insert(seat);
                seated.entry(seat).or_insert_with(|| (*agent).to_owned());
            }
        }
    }
    Ok(seated)
}

impl Place {
    fn is_one(&self) -> bool {
        matches!(self, Place::One(_))
    }

    fn is_range(&self) -> bool {
        matches!(self, Place::Range(..))
    }

    fn is_others(&self) -> bool {
        *self == Place::Others
    }

    /// The seats it names on this board.
    pub fn seats(self, board: &Board) -> Result<Seats, Fault> {
        let all: Seats = board.seats().collect();
        let (first, last) = match self {
            Place::Others => return Ok(all),
            Place::One(seat) => (seat, seat),
            Place::Range(first, last) => (first, last),
        };
        if !all.has(last) {
            let (deck, seats) = (&board.deck, board.seats);
            return Err(Fault::input(format!("there is no seat {last}: the deck `{deck}` has seats 1 to {seats}")));
        }
        Ok(all.iter().filter(|seat| (first..=last).contains(seat)).collect())
    }
}

impl std::str::FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let seat = |number: &str| -> Result<Seat, String> {
            let number = number.trim();
            let parsed = number
                .parse::<u8>()
                .map_err(|_| format!("`{number}` is no seat: give a number, a range such as 2-5, or *"))?;
            Seat::try_from(parsed)
        };
        match (text.trim(), text.split_once('-')) {
            ("*", _) => Ok(Place::Others),
            (one, None) => Ok(Place::One(seat(one)?)),
            (_, Some((first, last))) => match (seat(first)?, seat(last)?) {
                (first, last) if first <= last => Ok(Place::Range(first, last)),
                (first, last) => Err(format!("the range {first}-{last} is empty; did you mean {last}-{first}?")),
            },
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::One(seat) => write!(f, "{seat}"),
            Place::Range(first, last) => write!(f, "{first}-{last}"),
            Place::Others => f.write_str("*"),
        }
    }
}

fn seating(text: &str) -> Result<(Place, String), String> {
    let (place, agent) = text.split_once('=').ok_or("it must be of the form N=AGENT, such as 3=human")?;
    if agent.trim().is_empty() {
        return Err(format!("no agent is named for seat {place}"));
    }
    Ok((place.parse()?, agent.trim().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assigned(given: &[&str]) -> Result<String, String> {
        let board = Board::named("vanilla-5-1").unwrap();
        let given: Vec<(Place, String)> = given.iter().map(|text| seating(text)).collect::<Result<_, _>>()?;
        let given: Vec<(Place, &str)> = given.iter().map(|(place, agent)| (*place, agent.as_str())).collect();
        let seats = assign(&given, &board).map_err(|fault| fault.to_string())?;
        Ok(seats.iter().map(|(seat, agent)| format!("{seat}{agent}")).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn the_more_exact_counts_in_any_order() {
        assert_eq!(assigned(&["*=a", "2-4=b", "3=c"]).unwrap(), "1a 2b 3c 4b 5a");
        assert_eq!(assigned(&["3=c", "2-4=b", "*=a"]).unwrap(), "1a 2b 3c 4b 5a");
        assert_eq!(assigned(&["5=a=b"]).unwrap(), "5a=b");
    }

    #[test]
    fn a_seat_is_given_once() {
        assert_eq!(assigned(&["3=a", "3=b"]).unwrap_err(), "seat 3 is given to two agents; name it once");
        assert!(assigned(&["1-3=a", "3-5=b"]).unwrap_err().contains("seat 3 is given to two agents (by --seat 3-5)"));
        assert!(assigned(&["*=a", "*=b"]).is_err());
    }

    #[test]
    fn what_is_no_seat_is_named() {
        assert!(assigned(&["6=a"]).unwrap_err().contains("no seat 6"));
        assert!(assigned(&["4-9=a"]).unwrap_err().contains("no seat 9"));
        assert!(assigned(&["0=a"]).unwrap_err().contains("0 is not a seat"));
        assert!(assigned(&["x=a"]).unwrap_err().contains("`x` is no seat"));
        assert!(assigned(&["5-2=a"]).unwrap_err().contains("2-5"));
        assert!(assigned(&["3="]).unwrap_err().contains("no agent"));
        assert!(assigned(&["3"]).unwrap_err().contains("N=AGENT"));
    }
}
