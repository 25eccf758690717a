//! A host under test, and a guest that speaks the wire by hand and keeps every line.

use crate::support::{Place, Ran, ended};
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::Duration;

/// Longer than any step of a test takes: a bound against hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// A host and the invitations it printed. It is killed when this is dropped.
pub struct Host {
    child: Option<Child>,
    invited: Vec<Invited>,
}

/// What stands in a line of the host.
#[derive(Clone, Debug)]
pub struct Invited {
    pub address: String,
    pub code: String,
}

impl Host {
    /// A game of nine in which people join at the seats, recorded as `a.jsonl`.
    pub fn open(place: &Place, seats: &str, more: &[&str]) -> Host {
        let usual = ["host", "--seats", seats, "--seed", "4", "--out", "a.jsonl", "--pace", "instant"];
        let args = [&usual[..], more].concat();
        let mut command = place.command(&args);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let mut stdout = BufReader::new(child.stdout.take().unwrap());
        let invited = seats.split(',').map(|_| Invited::read(&mut stdout)).collect();
        // Somebody must read the rest, or the host would wait.
        std::thread::spawn(move || stdout.lines().for_each(drop));
        Host { child: Some(child), invited }
    }

    pub fn invited(&self, index: usize) -> &Invited {
        &self.invited[index]
    }

    /// Waits for the end.
    pub fn ended(mut self) -> Ran {
        ended(self.child.take().expect("it ends once"))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        if let Some(child) = &mut self.child {
            _ = child.kill();
            _ = child.wait();
        }
    }
}

impl Invited {
    fn read(stdout: &mut impl BufRead) -> Invited {
        let mut line = String::new();
        stdout.read_line(&mut line).unwrap();
        let (_, rest) = line.split_once("lycaon join ").unwrap_or_else(|| panic!("no invitation: {line:?}"));
        let (address, code) = rest.trim().split_once(' ').unwrap();
        Invited { address: address.into(), code: code.into() }
    }

    /// Connects without a word.
    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(PATIENCE)).unwrap();
        stream
    }
}

/// A guest by hand.
pub struct Wire {
    reader: BufReader<TcpStream>,
    writer: TcpStream,
    /// Every line that came, as it came.
    pub lines: Vec<String>,
    pub token: String,
}

impl Wire {
    /// Knocks with a key and is greeted.
    pub fn join(invited: &Invited, key: &str, heard: usize) -> Wire {
        let mut writer = invited.connect();
        let knock = json!({ "knock": { "version": 2, "key": key, "heard": heard } });
        writeln!(writer, "{knock}").unwrap();
        let reader = BufReader::new(writer.try_clone().unwrap());
        let mut wire = Wire { reader, writer, lines: vec![], token: String::new() };
        let hello = wire.letter().expect("a greeting");
        wire.token = hello["token"].as_str().unwrap_or_else(|| panic!("no hello: {hello}")).into();
        wire
    }

    /// The next letter; `None` at the end of the line.
    pub fn letter(&mut self) -> Option<Value> {
        loop {
            let mut line = String::new();
            if self.reader.read_line(&mut line).ok()? == 0 {
                return None;
            }
            if !line.trim().is_empty() {
                self.lines.push(line.trim_end().to_owned());
                return Some(serde_json::from_str(&line).unwrap());
            }
        }
    }

    /// The next question, with the events before it passed over; `None` once the game is over.
    pub fn question(&mut self) -> Option<Value> {
        loop {
            let letter = self.letter()?;
            if letter.get("request").is_some() {
                return Some(letter);
            }
            if letter.get("goodbye").is_some() {
                return None;
            }
        }
    }

    /// Says something.
    pub fn say(&mut self, word: &Value) {
        writeln!(self.writer, "{word}").unwrap();
    }

    /// Answers a question with the last that is offered.
    pub fn answer(&mut self, question: &Value) {
        let menu = &question["request"]["menu"];
        let mut word = json!({ "ask": question["ask"] });
        word["choice"] = match menu["menu"].as_str().unwrap() {
            "one_of" => menu["choices"].as_array().unwrap().last().unwrap().clone(),
            "subset" => {
                let of = menu["of"].as_array().unwrap();
                json!({ "do": "set", "seats": of[..menu["min"].as_u64().unwrap() as usize] })
            }
            _ => json!({ "do": "say" }),
        };
        if word["choice"]["do"] == "say" {
            word["speech"] = json!({ "text": "I listen.", "claims": [] });
        }
        self.say(&word);
    }

    /// Plays to the end.
    pub fn play(mut self) -> Vec<String> {
        while let Some(question) = self.question() {
            self.answer(&question);
        }
        self.lines
    }

    /// How many events came.
    pub fn heard(&self) -> usize {
        self.lines.iter().filter(|line| line.starts_with("{\"event\"")).count()
    }
}
