//! People at other terminals: the hall they join, and what is told of their comings.

use crate::fault::Fault;
use crate::out::{self, Out};
use crate::seats::Place;
use lycaon_agents::remote::{Absent, Address, Coming, Comings, Hall, Invitation, Refused};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{Board, Seats};
use std::sync::Arc;

/// Who is invited, and where to.
#[derive(Clone, Debug)]
pub struct Hosting {
    /// The seats; all people of the game if none is named.
    pub seats: Vec<Place>,
    /// Where they join.
    pub address: Address,
    /// What is done for those who are away.
    pub absent: Absent,
}

/// A hall in which everybody is.
#[derive(Clone, Debug)]
pub struct Hosted {
    /// The hall.
    pub hall: Arc<Hall>,
    /// What is done for those who are away.
    pub absent: Absent,
}

/// How invitations and comings are told.
pub struct Usher<'a> {
    /// In whose words.
    pub narrator: &'a Arc<Narrator>,
    /// Whether comings are told at all.
    pub quiet: bool,
    /// Whether stdout is for the end of the game alone, so that the invitations go to stderr.
    pub json: bool,
}

impl Hosting {
    /// The seats that are joined, of those at which people sit.
    pub fn joined(&self, people: Seats, board: &Board) -> Result<Seats, Fault> {
        if self.seats.is_empty() {
            return Ok(people);
        }
        let mut seats = Seats::NONE;
        for place in &self.seats {
            seats = seats.or(place.seats(board)?);
        }
        match seats.minus(people).iter().next() {
            Some(seat) => Err(Fault::input(format!("--seats {seat}: no person sits there in this game"))),
            None => Ok(seats),
        }
    }

    /// Opens the hall, prints a line for each who is invited, and waits until all are here.
    pub async fn gather(
        &self,
        board: &Arc<Board>,
        seats: Seats,
        usher: &Usher<'_>,
        out: &mut Out,
    ) -> Result<Hosted, Fault> {
        let lang = usher.narrator.lang();
        let (hall, invitations, comings) = Hall::open(&self.address, board, lang, seats).await?;
        for Invitation { seat, code } in &invitations {
            let (name, address) = (usher.narrator.seat_name(*seat), hall.address());
            let line = format!("{name}: lycaon join {address} {}", code.letters());
            if usher.json { out::say(line) } else { out.line(line)? }
        }
        out.flush()?;
        if let Address::Tcp(address) = hall.address()
            && (address.starts_with("0.0.0.0:") || address.starts_with("[::]:"))
        {
            out::say(texts(lang).every_address);
        }
        if !usher.quiet {
            out::say(texts(lang).waiting);
            tokio::spawn(tell(comings, usher.narrator.clone()));
        }
        hall.complete().await;
        Ok(Hosted { hall: Arc::new(hall), absent: self.absent })
    }
}

/// Tells of every coming; of those who were not let in, ever more rarely.
async fn tell(mut comings: Comings, narrator: Arc<Narrator>) {
    let texts = texts(narrator.lang());
    while let Some(coming) = comings.recv().await {
        match coming {
            Coming::Joined(seat) => out::say(format_args!("{}{}", narrator.seat_name(seat), texts.joined)),
            Coming::Away(seat) => out::say(format_args!("{}{}", narrator.seat_name(seat), texts.away)),
            Coming::Back(seat) => out::say(format_args!("{}{}", narrator.seat_name(seat), texts.back)),
            Coming::Refused(why, count) if count.is_power_of_two() => {
                let why = match why {
                    Refused::Stranger => texts.stranger,
                    Refused::Used => texts.used,
                    Refused::Version => texts.version,
                };
                out::say(format_args!("{why} ({count})"));
            }
            Coming::Refused(..) => {}
        }
    }
}

/// What a host is told, in one language.
struct Texts {
    waiting: &'static str,
    every_address: &'static str,
    joined: &'static str,
    away: &'static str,
    back: &'static str,
    stranger: &'static str,
    used: &'static str,
    version: &'static str,
}

fn texts(lang: Lang) -> &'static Texts {
    match lang {
        Lang::Zh => &Texts {
            waiting: "请把上面的命令各发给一个人；人到齐就开局，Ctrl-C 放弃",
            every_address: "这个地址表示本机的所有地址：请换成对方连得上的那一个",
            joined: "来了",
            away: "断线了",
            back: "回来了",
            stranger: "有人用不认识的口令敲门，没有放进来",
            used: "有人用已经用过的口令敲门，没有放进来",
            version: "有人用别的版本的 lycaon 敲门，没有放进来",
        },
        Lang::En => &Texts {
            waiting: "send each of these commands to one person; the game begins when all are here, Ctrl-C gives up",
            every_address: "this address stands for all of this machine: put in its place one that the others can reach",
            joined: " is here",
            away: " has lost the connection",
            back: " is back",
            stranger: "somebody knocked with a code that is none, and was not let in",
            used: "somebody knocked with a code that was used before, and was not let in",
            version: "somebody knocked with another version of lycaon, and was not let in",
        },
    }
}
