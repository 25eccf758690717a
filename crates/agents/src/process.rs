//! A program of any language in a seat: it is told what its seat hears and asked what its seat is asked, one line of
//! JSON each on its standard input, and answers with a line on its standard output. What it writes to its standard
//! error goes to ours.
//!
//! ```text
//! to the program    {"hello":{"seat":3,"board":{...}}}
//!                   {"event":{"n":0,"day":0,"phase":"setup","private":false,...,"fact":{"kind":"opened",...}}}
//!                   {"request":{"seat":3,"ask":{...},"menu":{...},...},"attempt":1,"complaint":null}
//! from the program  {"choice":2}                                     the second of the choices
//!                   {"choice":{"do":"target","seat":5}}              the same, spelt out
//!                   {"choice":{"do":"say"},"speech":"I am the seer."}
//! ```
//!
//! Events and requests are those of [`lycaon_rules`]. `speech` is a text or `{"text":...,"claims":[...]}`; where only
//! words are asked for, `choice` may be left out. One line must come for each request, in order; blank lines are
//! ignored.

use crate::lines::LineSource;
use crate::{Agent, Question, Reply, Trouble};
use async_trait::async_trait;
use lycaon_narrator::Unclear;
use lycaon_rules::{Answer, Choice, Menu, Request, Seat, SeatEvent, Speech, View};
use serde::Deserialize;
use serde_json::json;
use std::io::{BufReader, BufWriter, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc;
use std::thread;

/// A program in a seat. It is killed when this is dropped.
#[derive(Debug)]
pub struct Process {
    name: String,
    child: Child,
    letters: mpsc::Sender<String>,
    replies: LineSource,
    /// How many events of the view it was told; `None` before it was greeted.
    told: Option<usize>,
    /// How many answers it owes: more than one if the table stopped waiting for some.
    owed: u32,
}

/// A line of a program.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Said {
    choice: Option<Named>,
    speech: Option<Words>,
}

/// A choice by its place on the menu, from 1, or spelt out.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Named {
    Place(usize),
    Choice(Choice),
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Words {
    Text(String),
    Speech(Speech),
}

impl Process {
    /// Starts the program with its arguments, for a seat.
    ///
    /// # Errors
    /// When the command is empty or the program cannot be started.
    pub fn start(seat: Seat, command: &[String]) -> std::io::Result<Self> {
        let [program, arguments @ ..] = command else {
            return Err(std::io::Error::new(std::io::ErrorKind::InvalidInput, "the command is empty"));
        };
        let mut child = Command::new(program).args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (Some(stdin), Some(stdout)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(std::io::Error::other("the program has no standard input or output"));
        };
        let replies = LineSource::new(&format!("replies of seat {seat}"), BufReader::new(stdout))?;
        let (letters, outbox) = mpsc::channel();
        thread::Builder::new().name(format!("letters to seat {seat}")).spawn(move || post(stdin, &outbox))?;
        Ok(Process {
            name: format!("the program `{program}` of seat {seat}"),
            child,
            letters,
            replies,
            told: None,
            owed: 0,
        })
    }

    /// Tells what the view has heard and the program has not. A program that is gone is found out when it is asked.
    fn tell(&mut self, view: &View) {
        if self.told.is_none() {
            let hello = json!({ "hello": { "seat": view.seat(), "board": **view.board() } });
            _ = self.letters.send(hello.to_string());
        }
        let from = self.told.unwrap_or(0).min(view.heard().len());
        for event in &view.heard()[from..] {
            _ = self.letters.send(json!({ "event": event }).to_string());
        }
        self.told = Some(view.heard().len());
    }

    async fn reply(&mut self, request: &Request) -> Result<Answer, Trouble> {
        loop {
            let Some(line) = self.replies.next().await else {
                return Err(Trouble::Gone(format!("{} has ended", self.name)));
            };
            if line.text.trim().is_empty() {
                continue;
            }
            self.owed = self.owed.saturating_sub(1);
            if self.owed == 0 {
                return read(&line.text, request).map_err(Trouble::Unclear);
            }
        }
    }
}

/// Writes letters until there are no more or nobody reads them.
fn post(stdin: ChildStdin, outbox: &mpsc::Receiver<String>) {
    let mut stdin = BufWriter::new(stdin);
    while let Ok(letter) = outbox.recv() {
        let sent = writeln!(stdin, "{letter}").and_then(|()| stdin.flush());
        if sent.is_err() {
            return;
        }
    }
}

/// A program's line as an answer to the request.
fn read(line: &str, request: &Request) -> Result<Answer, Unclear> {
    let said: Said = serde_json::from_str(line).map_err(|error| Unclear::BrokenJson { error: error.to_string() })?;
    let choice = match said.choice {
        Some(Named::Choice(choice)) => Some(choice),
        Some(Named::Place(place)) => match &request.menu {
            Menu::OneOf { choices } => place.checked_sub(1).and_then(|index| choices.get(index)).copied(),
            Menu::Subset { .. } | Menu::Talk { .. } => None,
        },
        None => matches!(request.menu, Menu::Talk { .. }).then_some(Choice::Say),
    };
    let choice = choice.filter(|choice| request.menu.allows(*choice));
    let choice = choice.ok_or_else(|| Unclear::NotLegal { said: line.to_owned() })?;
    let speech = said.speech.map(|words| match words {
        Words::Text(text) => Speech { text, ..Speech::default() },
        Words::Speech(speech) => speech,
    });
    Ok(Answer { choice, speech })
}

#[async_trait]
impl Agent for Process {
    async fn hear(&mut self, view: &View, _event: &SeatEvent) {
        self.tell(view);
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        self.tell(question.view);
        let Question { request, attempt, complaint, .. } = question;
        let letter = json!({ "request": request, "attempt": attempt, "complaint": complaint });
        _ = self.letters.send(letter.to_string());
        self.owed += 1;
        self.reply(request).await.into()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Calls;
    use crate::scripted::probe::{request, targets, view};
    use lycaon_rules::{Ask, Seats};

    fn ballot() -> Request {
        request(3, Ask::Shot, targets([1, 2, 5]))
    }

    #[test]
    fn choices_are_read_by_place_and_spelt_out() {
        let five = Answer::from(Choice::Target { seat: Seat::new(5) });
        assert_eq!(read(r#"{"choice":3}"#, &ballot()).unwrap(), five);
        assert_eq!(read(r#"{"choice":{"do":"target","seat":5}}"#, &ballot()).unwrap(), five);
        for bad in [r#"{"choice":0}"#, r#"{"choice":4}"#, r#"{"choice":{"do":"target","seat":4}}"#, "{}"] {
            assert!(matches!(read(bad, &ballot()), Err(Unclear::NotLegal { .. })), "{bad}");
        }
        assert!(matches!(read("3", &ballot()), Err(Unclear::BrokenJson { .. })));
    }

    #[test]
    fn speeches_are_read_with_and_without_claims() {
        let talk = request(3, Ask::Words, Menu::Talk { limit: 100 });
        assert_eq!(read(r#"{"speech":"hm"}"#, &talk).unwrap(), Answer::say("hm"));
        let with_claim = r#"{"speech":{"text":"5","claims":[{"claim":"suspects","seat":5}]}}"#;
        assert_eq!(read(with_claim, &talk).unwrap().speech.unwrap().claims.len(), 1);
        let set = request(3, Ask::Ban, Menu::Subset { of: Seats::all(4), min: 1, max: 2, pass: false });
        assert!(read(r#"{"choice":{"do":"set","seats":[1,4]}}"#, &set).is_ok());
        assert!(read(r#"{"choice":1}"#, &set).is_err());
    }

    async fn ask(process: &mut Process) -> Reply {
        let journal = Calls::new();
        let (view, request) = (&view(3), &ballot());
        let question =
            Question { view, request, attempt: 1, complaint: None, deadline: None, journal: &journal, window: None };
        process.answer(question).await
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn a_program_is_greeted_asked_and_missed_when_it_ends() {
        // Answers the first request with its second choice, if it was greeted before, and leaves.
        let script =
            r#"read -r a; read -r b; case "$a$b" in '{"hello"'*'{"request"'*) echo; echo '{"choice":2}';; esac"#;
        let command = ["sh", "-c", script].map(String::from);
        let mut process = Process::start(Seat::new(3), &command).unwrap();
        assert_eq!(ask(&mut process).await.answer.unwrap(), Choice::Target { seat: Seat::new(2) }.into());
        assert!(matches!(ask(&mut process).await.answer, Err(Trouble::Gone(_))));
    }

    #[cfg(unix)]
    #[tokio::test]
    async fn an_answer_that_comes_too_late_is_not_taken_for_the_next() {
        let script = r#"read -r a; read -r b; read -r c; echo '{"choice":1}'; echo '{"choice":3}'; cat >/dev/null"#;
        let mut process = Process::start(Seat::new(3), &["sh", "-c", script].map(String::from)).unwrap();
        let impatient = tokio::time::timeout(std::time::Duration::from_millis(20), ask(&mut process)).await;
        assert!(impatient.is_err());
        assert_eq!(ask(&mut process).await.answer.unwrap(), Choice::Target { seat: Seat::new(5) }.into());
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        assert!(Process::start(Seat::new(3), &["/no/such/program".to_owned()]).is_err());
        assert!(Process::start(Seat::new(3), &[]).is_err());
    }
}
