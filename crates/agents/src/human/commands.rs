//! Commands: lines that begin with a slash and are answered at once, without counting as an answer.

use super::texts::{Texts, filled};
use crate::Deadline;
use lycaon_narrator::Narrator;
use lycaon_rules::{Fact, Phase, RoleId, Seat, Seats, View};

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Help,
    Me,
    Who,
    Log,
    Votes,
    Rules,
    Time,
    Note,
    Pass,
    Quit,
}

impl Command {
    pub(super) const ALL: [Command; 10] = [
        Command::Help,
        Command::Me,
        Command::Who,
        Command::Log,
        Command::Votes,
        Command::Rules,
        Command::Time,
        Command::Note,
        Command::Pass,
        Command::Quit,
    ];

    pub(super) fn name(self) -> &'static str {
        match self {
            Command::Help => "help",
            Command::Me => "me",
            Command::Who => "who",
            Command::Log => "log",
            Command::Votes => "votes",
            Command::Rules => "rules",
            Command::Time => "time",
            Command::Note => "note",
            Command::Pass => "pass",
            Command::Quit => "quit",
        }
    }

    /// The command of a line without its slash, and what stands behind it; an error is the unknown word.
    pub(super) fn read<'a>(line: &'a str, texts: &Texts) -> Result<(Command, &'a str), &'a str> {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let small = word.to_lowercase();
        let name = texts.commands.get(&small).map_or(small.as_str(), String::as_str);
        let command = Command::ALL.into_iter().find(|command| command.name() == name).ok_or(word)?;
        Ok((command, rest.trim()))
    }
}

/// What a command may look at.
pub(super) struct Desk<'a> {
    pub narrator: &'a Narrator,
    pub texts: &'static Texts,
    pub view: &'a View,
    pub notes: &'a [String],
    pub deadline: Option<&'a Deadline>,
}

impl Desk<'_> {
    /// The answer to a command that only tells something.
    pub(super) fn tell(&self, command: Command, rest: &str) -> String {
        match command {
            Command::Me => self.me(),
            Command::Who => self.who(),
            Command::Log => self.log(rest),
            Command::Votes => self.votes(rest),
            Command::Rules => self.rules(rest),
            Command::Time => self.time(),
            Command::Note => self.own_notes(),
            Command::Help | Command::Pass | Command::Quit => self.help(),
        }
    }

    fn help(&self) -> String {
        let width = |text: &str| text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let widest = self.texts.help.iter().map(|(usage, _)| width(usage)).max().unwrap_or(0);
        let line =
            |(usage, about): &(String, String)| format!("  {usage}{}  {about}", " ".repeat(widest - width(usage)));
        self.texts.help.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    fn me(&self) -> String {
        let mut lines = vec![];
        if let Some(seat) = self.view.seat() {
            lines.push(filled(&self.texts.you, "seat", self.narrator.seat_name(seat)));
        }
        if let Some(card) = self.view.card() {
            lines.push(filled(&self.texts.your_role, "role", self.narrator.role_name(card)));
            lines.push(self.about(card));
        }
        let mine = |seats: Seats| self.view.seat().map_or(seats, |seat| seats.without(seat));
        if !mine(self.view.pack()).is_empty() {
            lines.push(filled(&self.texts.your_pack, "seats", self.names(mine(self.view.pack()))));
        }
        if !mine(self.view.lovers()).is_empty() {
            lines.push(filled(&self.texts.your_lover, "seats", self.names(mine(self.view.lovers()))));
        }
        if !self.notes.is_empty() {
            lines.push(self.texts.your_notes.clone());
            lines.push(self.own_notes());
        }
        lines.join("\n")
    }

    fn own_notes(&self) -> String {
        if self.notes.is_empty() {
            return self.texts.no_notes.clone();
        }
        self.notes.iter().map(|note| format!("  {note}")).collect::<Vec<_>>().join("\n")
    }

    fn names(&self, seats: Seats) -> String {
        seats.iter().map(|seat| self.narrator.seat_name(seat)).collect::<Vec<_>>().join(&self.texts.comma)
    }

    fn about(&self, role: RoleId) -> String {
        let text = self.narrator.role_text(role);
        [text.short, text.power].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n")
    }

    fn who(&self) -> String {
        let line = |seat: Seat| {
            let name = self.narrator.seat_name(seat);
            let name = if self.view.seat() == Some(seat) { filled(&self.texts.you, "seat", name) } else { name };
            let mut words = vec![match self.left_on(seat) {
                Some(day) => filled(&self.texts.dead, "day", day),
                None => self.texts.alive.clone(),
            }];
            if self.view.sheriff() == Some(seat) {
                words.push(self.texts.sheriff.clone());
            }
            words.extend(self.card_of(seat).map(|role| self.narrator.role_name(role).to_owned()));
            format!("  {name}  {}", words.join(&self.texts.comma))
        };
        self.view.board().seats().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The day on which everybody saw the seat leave.
    fn left_on(&self, seat: Seat) -> Option<u16> {
        let left = |fact: &Fact| matches!(fact, Fact::Died { seats, .. } if seats.has(seat));
        let gone = !self.view.living().has(seat);
        self.view.heard().iter().rev().find(|event| gone && left(&event.fact)).map(|event| event.day)
    }

    /// The card that everybody saw, or one's own.
    fn card_of(&self, seat: Seat) -> Option<RoleId> {
        let shown = self.view.heard().iter().rev().find_map(|event| match event.fact {
            Fact::Revealed { seat: of, role, .. } if of == seat => Some(role),
            _ => None,
        });
        shown.or(self.view.card().filter(|_| self.view.seat() == Some(seat)))
    }

    fn log(&self, rest: &str) -> String {
        let number: Option<u16> = digits(rest).parse().ok();
        let small = rest.to_lowercase();
        let phase = if small.contains("night") || rest.contains(['夜', '晚']) {
            Some(Phase::Night)
        } else if small.contains("day") || rest.contains(['天', '日']) {
            Some(Phase::Day)
        } else {
            None
        };
        if number.is_none() && phase.is_none() {
            return self.or_nothing(self.narrator.account(self.view));
        }
        let wanted = |event: &&lycaon_rules::SeatEvent| {
            number.is_none_or(|number| event.day == number) && phase.is_none_or(|phase| event.phase == phase)
        };
        let line = |event: &lycaon_rules::SeatEvent| {
            let sentence = self.narrator.fact(self.view, event)?;
            Some(format!("{} {sentence}", self.narrator.tag(self.view, event)))
        };
        let lines: Vec<String> = self.view.heard().iter().filter(wanted).filter_map(line).collect();
        self.or_nothing(lines.join("\n"))
    }

    fn votes(&self, rest: &str) -> String {
        let day: Option<u16> = digits(rest).parse().ok();
        let mut lines = vec![];
        let mut last = None;
        for event in self.view.heard() {
            if !matches!(event.fact, Fact::Counted { .. }) || day.is_some_and(|day| event.day != day) {
                continue;
            }
            if last != Some(event.day) {
                lines.push(self.narrator.heading(event));
            }
            last = Some(event.day);
            lines.extend(self.narrator.fact(self.view, event));
        }
        self.or_nothing(lines.join("\n"))
    }

    fn rules(&self, rest: &str) -> String {
        if rest.is_empty() {
            return self.narrator.rules(self.view.board());
        }
        let asked = rest.to_lowercase();
        let named = |role: &&RoleId| {
            let name = self.narrator.role_name(**role).to_lowercase();
            role.id() == asked.replace(' ', "-") || name == asked
        };
        match RoleId::ALL.iter().find(named) {
            Some(role) => self.about(*role),
            None => {
                let roles = self.view.board().announced();
                let names: Vec<&str> = roles.iter().map(|(role, _)| self.narrator.role_name(*role)).collect();
                filled(&self.texts.no_such_role, "roles", names.join(&self.texts.comma))
            }
        }
    }

    fn time(&self) -> String {
        match self.deadline {
            Some(deadline) => {
                let left = deadline.left().as_secs();
                filled(&self.texts.time_left, "left", left)
            }
            None => self.texts.no_deadline.clone(),
        }
    }

    fn or_nothing(&self, text: String) -> String {
        if text.trim().is_empty() { self.texts.nothing_yet.clone() } else { text }
    }
}

/// The digits of a text, full-width ones as well.
fn digits(text: &str) -> String {
    let digit = |letter: char| match letter {
        '０'..='９' => char::from_digit(letter as u32 - '０' as u32, 10),
        _ => Some(letter).filter(char::is_ascii_digit),
    };
    text.chars().filter_map(digit).collect()
}
