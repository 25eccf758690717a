//! Verification: the hash chain, and the whole game run again from its decisions and compared with what is recorded.

use crate::decision::Decision;
use crate::line::{CallLine, End, EventLine, Line, Note};
use crate::probe::Probe;
use crate::read::{Numbered, ReadError, Reader};
use crate::replay::{Misfit, Replayed};
use crate::totals::Tally;
use lycaon_rules::{Event, Listener, Seat, View, Waiting};
use serde::Serialize;
use serde_json::Value;
use std::io::BufRead;
use std::path::Path;

/// What the verification of a file found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The file.
    pub file: String,
    /// Whether nothing is off.
    pub ok: bool,
    /// How many games it holds: one.
    pub games: u32,
    /// Whether the game is unfinished: there is no `end`, or its last line is cut short.
    pub unfinished: bool,
    /// The first thing that is off.
    pub first_difference: Option<FirstDifference>,
}

/// Where a record first differs from what it must be.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FirstDifference {
    /// The line, from 1.
    pub line: u64,
    /// What is off, in one sentence.
    pub what: String,
}

/// Verifies a file: its chain is whole; its header and decisions, run again, give every recorded request and event,
/// the recorded end, and for every seat the view that the recorded events give; and nothing is missing.
///
/// # Errors
/// When the file cannot be read at all: it does not open, or its first line is no header. Everything else that is off
/// is a difference.
pub fn verify(path: &Path) -> Result<Verdict, ReadError> {
    verify_lines(Reader::open(path)?)
}

/// As [`verify`], from any reader that has read nothing yet.
///
/// # Errors
/// As [`verify`].
pub fn verify_lines<R: BufRead>(mut reader: Reader<R>) -> Result<Verdict, ReadError> {
    let header = reader.header()?;
    let mut check = Check::new(Replayed::start(header.setup()), Tally::new(&header));
    let first_difference = first_difference(&mut reader, &mut check)?;
    Ok(Verdict {
        file: reader.file().to_owned(),
        ok: first_difference.is_none(),
        games: 1,
        unfinished: reader.cut() || !check.ended,
        first_difference,
    })
}

/// A line that differs is named itself. A line that is as it should be and yet is not chained to the one before shows
/// that something else was changed: the line before, if that holds anything the game does not determine, or a line
/// between them that is gone.
fn first_difference<R: BufRead>(
    reader: &mut Reader<R>,
    check: &mut Check,
) -> Result<Option<FirstDifference>, ReadError> {
    let mut before_is_determined = false;
    while let Some(next) = reader.next() {
        let Numbered { number, chained, line } = match next {
            Ok(numbered) => numbered,
            Err(ReadError::Line { line, column, what, .. }) => {
                let place = column.map(|column| format!("column {column}: ")).unwrap_or_default();
                return Ok(Some(FirstDifference { line, what: format!("{place}{what}") }));
            }
            Err(error) => return Err(error),
        };
        let content = check.line(&line);
        if !chained {
            let untouched = !matches!(reader.next(), Some(Ok(Numbered { chained: false, .. })));
            return Ok(Some(broken(number, content, untouched && !before_is_determined)));
        }
        if let Err(misfit) = content {
            return Ok(Some(FirstDifference { line: number, what: misfit.what().into() }));
        }
        before_is_determined = matches!(line, Line::Event(_) | Line::Decision(Decision::Dice(_)));
    }
    Ok(None)
}

/// What a broken chain at this line means. `blame_before` tells that only the line before can have been edited.
fn broken(number: u64, content: Result<(), Misfit>, blame_before: bool) -> FirstDifference {
    match content {
        Err(Misfit::OutOfTurn(what)) => FirstDifference {
            line: number,
            what: format!("{what}; and `prev` is not the hash of the line before: a line is missing or out of place"),
        },
        _ if blame_before => FirstDifference {
            line: number - 1,
            what: format!("line {number} holds another hash of it: it was edited, or a line after it is missing"),
        },
        Err(Misfit::Wrong(what)) => FirstDifference { line: number, what },
        Ok(()) => FirstDifference {
            line: number,
            what:
                "`prev` is not the hash of the line before: this line was edited or put in, or one before it is missing"
                    .into(),
        },
    }
}

/// The game run again beside the record.
struct Check {
    replayed: Replayed,
    /// How many events have been compared.
    events: usize,
    /// Every seat's view, folded from the recorded events.
    views: Vec<View>,
    /// Who took each decision; nobody where the dice did.
    deciders: Vec<Option<Seat>>,
    tally: Tally,
    ended: bool,
}

impl Check {
    fn new(replayed: Replayed, tally: Tally) -> Self {
        let board = replayed.game.board();
        let views = board.seats().map(|seat| View::new(Listener::Seat(seat), board.clone())).collect();
        Check { replayed, events: 0, views, deciders: vec![], tally, ended: false }
    }

    fn line(&mut self, line: &Line) -> Result<(), Misfit> {
        if self.ended {
            return Err(Misfit::OutOfTurn("a line stands after the end".into()));
        }
        match line {
            Line::Event(event) => self.event(event),
            Line::Decision(decision) => self.decision(decision),
            Line::Call(call) => self.call(call),
            Line::Probe(probe) => self.probe(probe),
            Line::Note(Note { n, seat, .. }) => self.aside(*n, *seat),
            Line::End(end) => self.end(end),
            Line::Header(_) | Line::Other(_) => Ok(()),
        }
    }

    fn event(&mut self, event: &Event) -> Result<(), Misfit> {
        let Some(own) = self.replayed.game.events().get(self.events) else {
            return Err(Misfit::OutOfTurn(format!("event {} does not happen here", event.n)));
        };
        if event.n != own.n {
            return Err(Misfit::OutOfTurn(format!("event {} stands where event {} must", event.n, own.n)));
        }
        if event != own {
            return Err(Misfit::Wrong(differing(&EventLine::from(event), &EventLine::from(own))));
        }
        self.events += 1;
        self.tally.event();
        for view in &mut self.views {
            view.hear(event);
        }
        Ok(())
    }

    fn decision(&mut self, decision: &Decision) -> Result<(), Misfit> {
        self.events_are_whole()?;
        self.replayed.take(decision)?;
        let (seat, n) = match decision {
            Decision::Seat(decision) => {
                self.tally.decision(decision.n, decision.taken.how);
                (Some(decision.seat), decision.n as usize)
            }
            Decision::Dice(decision) => {
                self.tally.roll();
                (None, decision.n as usize)
            }
        };
        // The replay accepts numbers of the open batch only, so this grows by a batch at most.
        self.deciders.resize(self.deciders.len().max(n + 1), None);
        self.deciders[n] = seat;
        Ok(())
    }

    fn call(&mut self, line: &CallLine) -> Result<(), Misfit> {
        let CallLine { n, seat, ref call } = *line;
        let whose = match self.replayed.position(n) {
            Some(position) => Some(self.replayed.game.batch()[position].seat),
            None => self.deciders.get(n as usize).copied().flatten(),
        };
        if whose != Some(seat) {
            return Err(Misfit::Wrong(format!("a call of seat {seat} for decision {n}, which is not that seat's")));
        }
        self.tally.call(n, seat, call);
        Ok(())
    }

    fn probe(&mut self, probe: &Probe) -> Result<(), Misfit> {
        self.aside(Some(probe.n), Some(probe.seat))?;
        self.tally.probe(probe);
        Ok(())
    }

    fn aside(&self, n: Option<u32>, seat: Option<Seat>) -> Result<(), Misfit> {
        let last = self.replayed.base + self.replayed.game.batch().len() as u32;
        if let Some(n) = n.filter(|n| *n > last) {
            return Err(Misfit::Wrong(format!("`n` is {n}, and decision {last} has not been taken yet")));
        }
        let seats = self.replayed.game.board().seats;
        match seat.filter(|seat| seat.number() > seats) {
            Some(seat) => Err(Misfit::Wrong(format!("`seat` is {seat}, and the table has {seats} seats"))),
            None => Ok(()),
        }
    }

    fn events_are_whole(&self) -> Result<(), Misfit> {
        match self.replayed.game.events().get(self.events) {
            None => Ok(()),
            Some(missing) => {
                Err(Misfit::OutOfTurn(format!("event {} is missing before this line: {}", missing.n, fact(missing))))
            }
        }
    }

    fn end(&mut self, end: &End) -> Result<(), Misfit> {
        self.events_are_whole()?;
        let Waiting::Over(outcome) = self.replayed.game.waiting() else {
            return Err(Misfit::OutOfTurn("the game is not over here".into()));
        };
        let own = End::new(outcome, self.tally.totals().clone());
        if !own.totals.agrees(&end.totals) {
            return Err(Misfit::Wrong(differing(&end.totals, &own.totals)));
        }
        let totals = end.totals.clone();
        let own = End { totals, ..own };
        if own != *end {
            return Err(Misfit::Wrong(differing(end, &own)));
        }
        self.views_agree()?;
        self.ended = true;
        Ok(())
    }

    /// Whether the recorded events give every seat the view that the game gives it.
    fn views_agree(&self) -> Result<(), Misfit> {
        for view in &self.views {
            let own = self.replayed.game.view(view.listener());
            let known =
                |view: &View| (view.living(), view.away(), view.sheriff(), view.card(), view.pack(), view.lovers());
            if view.heard() != own.heard() || known(view) != known(&own) {
                let what = format!("the view of {:?} is not the fold of the recorded events", view.listener());
                return Err(Misfit::Wrong(what));
            }
        }
        Ok(())
    }
}

fn fact(event: &Event) -> String {
    shortened(serde_json::to_string(&event.fact).unwrap_or_default())
}

/// Names the keys in which a recorded object differs from what it must be, with both values of the first.
fn differing(recorded: &impl Serialize, own: &impl Serialize) -> String {
    let object = |value: Result<Value, _>| match value {
        Ok(Value::Object(object)) => object,
        _ => serde_json::Map::new(),
    };
    let (recorded, own) = (object(serde_json::to_value(recorded)), object(serde_json::to_value(own)));
    let text = |value: Option<&Value>| shortened(value.map_or_else(|| "absent".into(), Value::to_string));
    let keys = recorded.keys().chain(own.keys().filter(|key| !recorded.contains_key(*key)));
    let first = keys
        .filter(|key| recorded.get(*key) != own.get(*key))
        .map(|key| format!("`{key}` is {} and must be {}", text(recorded.get(key)), text(own.get(key))));
    first.into_iter().next().unwrap_or_else(|| "it is not what the game gives".into())
}

fn shortened(mut text: String) -> String {
    const MOST: usize = 200;
    if let Some((end, _)) = text.char_indices().nth(MOST) {
        text.truncate(end);
        text.push('…');
    }
    text
}
