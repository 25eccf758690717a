//! What a person can look up without answering.

use super::commands::Command;
use super::texts::{Texts, filled};
use crate::Deadline;
use lycaon_narrator::Narrator;
use lycaon_rules::{Answer, Fact, Menu, Phase, Request, RoleId, Seat, SeatEvent, Seats, View};

/// Everything that a command may look at.
#[derive(Clone, Copy, Debug)]
pub struct Desk<'a> {
    /// Who words it.
    pub narrator: &'a Narrator,
    /// The texts of that language.
    pub texts: &'static Texts,
    /// What the seat has heard.
    pub view: &'a View,
    /// The person's notes.
    pub notes: &'a [String],
    /// When the answer is due.
    pub deadline: Option<&'a Deadline>,
}

impl Desk<'_> {
    /// The answer to a command that only tells something. Every other command is told by the help.
    #[must_use]
    pub fn tell(&self, command: Command, rest: &str) -> String {
        match command {
            Command::Me => self.me(),
            Command::Who => self.who(),
            Command::Log => self.log(rest),
            Command::Votes => self.votes(rest),
            Command::Rules => self.rules(rest),
            Command::Time => self.time(),
            Command::Note => self.own_notes(),
            Command::Undo => self.texts.nothing_to_undo.clone(),
            Command::Help | Command::Pass | Command::Lang | Command::Quit => self.help(),
        }
    }

    fn help(&self) -> String {
        let width = |text: &str| text.chars().map(|letter| if letter.is_ascii() { 1 } else { 2 }).sum::<usize>();
        let widest = self.texts.help.iter().map(|(usage, _)| width(usage)).max().unwrap_or(0);
        let line =
            |(usage, about): &(String, String)| format!("  {usage}{}  {about}", " ".repeat(widest - width(usage)));
        self.texts.help.iter().map(line).collect::<Vec<_>>().join("\n")
    }

    /// The seat's card, its friends, all that it alone was told, and the person's notes.
    fn me(&self) -> String {
        let mut lines = self.identity();
        let secrets = self.secrets(0);
        if !secrets.is_empty() {
            lines.push(self.texts.your_secrets.clone());
            lines.extend(secrets);
        }
        if !self.notes.is_empty() {
            lines.push(self.texts.your_notes.clone());
            lines.push(self.own_notes());
        }
        lines.join("\n")
    }

    /// The seat, its card with what it can do, and its friends, a line for each.
    #[must_use]
    pub fn identity(&self) -> Vec<String> {
        let mut lines = vec![];
        if let Some(seat) = self.view.seat() {
            lines.push(filled(&self.texts.you, "seat", self.narrator.seat_name(seat)));
        }
        if let Some(card) = self.view.card() {
            lines.push(filled(&self.texts.your_role, "role", self.narrator.role_name(card)));
            lines.push(self.about(card));
        }
        let others = |seats: Seats| self.view.seat().map_or(seats, |seat| seats.without(seat));
        for (text, seats) in [(&self.texts.your_pack, self.view.pack()), (&self.texts.your_lover, self.view.lovers())] {
            if !others(seats).is_empty() {
                lines.push(filled(text, "seats", self.names(others(seats))));
            }
        }
        lines
    }

    /// What the seat alone was told since the last night fell; nothing by night, when it was just told.
    #[must_use]
    pub fn recap(&self) -> Vec<String> {
        let fell = |event: &SeatEvent| matches!(event.fact, Fact::NightFell { .. });
        match self.view.heard().iter().rposition(fell) {
            Some(night) if self.view.phase() == Phase::Day => self.secrets(night),
            _ => vec![],
        }
    }

    /// What the seat alone was told from this position of its view on, a line for each; its card is told elsewhere.
    fn secrets(&self, from: usize) -> Vec<String> {
        let told = |event: &&SeatEvent| event.private && !matches!(event.fact, Fact::Card { .. });
        self.view.heard()[from..].iter().filter(told).filter_map(|event| self.line(event)).collect()
    }

    fn line(&self, event: &SeatEvent) -> Option<String> {
        let sentence = self.narrator.fact(self.view, event)?;
        Some(format!("  {} {sentence}", self.narrator.tag(self.view, event)))
    }

    /// The person's notes, a line for each.
    #[must_use]
    pub fn own_notes(&self) -> String {
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
                None if self.view.away().has(seat) => self.texts.away.clone(),
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
    #[must_use]
    pub fn left_on(&self, seat: Seat) -> Option<u16> {
        let left = |fact: &Fact| matches!(fact, Fact::Died { seats, .. } if seats.has(seat));
        let gone = !self.view.living().has(seat);
        self.view.heard().iter().rev().find(|event| gone && left(&event.fact)).map(|event| event.day)
    }

    /// The card that everybody saw, or one's own.
    #[must_use]
    pub fn card_of(&self, seat: Seat) -> Option<RoleId> {
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
        let wanted = |event: &&SeatEvent| {
            number.is_none_or(|number| event.day == number) && phase.is_none_or(|phase| event.phase == phase)
        };
        let lines: Vec<String> = self.view.heard().iter().filter(wanted).filter_map(|event| self.line(event)).collect();
        self.or_nothing(lines.join("\n"))
    }

    /// The ballots of every day, or of the day that is named.
    #[must_use]
    pub fn votes(&self, rest: &str) -> String {
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

    /// How an answer was understood, a line for each thing to say.
    #[must_use]
    pub fn understood(&self, answer: &Answer, request: &Request) -> Vec<String> {
        let Menu::Talk { limit } = request.menu else {
            let choice = self.narrator.choice(request, answer.choice);
            return vec![filled(&self.texts.chosen, "choice", choice)];
        };
        let (count, limit) = (answer.speech.as_ref().map_or(0, |speech| speech.text.chars().count()), limit.into());
        let too_long = (count > limit).then(|| filled(&self.texts.too_long, "limit", limit));
        let spoken = filled(&self.texts.spoken, "count", count.min(limit));
        too_long.into_iter().chain([spoken]).collect()
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
