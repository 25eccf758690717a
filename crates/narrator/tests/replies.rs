//! Every reply in `tests/replies/*.toml` means what the file says.

use lycaon_narrator::reply::{Read, read, read_line};
use lycaon_narrator::{Lang, Unclear};
use lycaon_rules::{
    About, Answer, Ask, Choice, Direction, Fallback, FloorKind, Menu, Request, RoleId, Seat, Seats, Source, Window,
};
use std::path::Path;

const FEWEST: usize = 320;

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    question: Vec<Question>,
}

#[derive(serde::Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    ask: String,
    #[serde(default)]
    menu: String,
    seat: Option<u8>,
    #[serde(default)]
    chat: bool,
    #[serde(default)]
    by: By,
    replies: Vec<Vec<String>>,
}

#[derive(serde::Deserialize, Default, Clone, Copy, PartialEq)]
#[serde(rename_all = "lowercase")]
enum By {
    #[default]
    Both,
    Model,
    Person,
}

#[test]
fn every_reply_means_what_it_says() {
    let mut failures = Vec::new();
    let mut entries = 0;
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/replies");
    let mut files: Vec<_> = std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.retain(|path| path.extension().is_some_and(|extension| extension == "toml"));
    files.sort();
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let file: File =
            toml::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap_or_else(|error| panic!("{name}: {error}"));
        for question in &file.question {
            let request = question.request();
            for entry in &question.replies {
                entries += 1;
                let (reply, meaning) = (&entry[0], &entry[1]);
                let differences = question.readings(reply, &request).into_iter().filter_map(|(who, got)| {
                    difference(&got, meaning, &entry[2..], &request).map(|difference| (who, difference))
                });
                // One reading that differs is enough to show.
                if let Some((who, difference)) = differences.into_iter().next() {
                    failures.push(format!(
                        "{name}: {} {:?}, {who}\n  reply:    {reply:?}\n  expected: {meaning}\n  {difference}",
                        question.ask, question.menu
                    ));
                }
            }
        }
    }
    assert!(
        failures.is_empty(),
        "{} of {entries} replies are read differently:\n\n{}",
        failures.len(),
        failures.join("\n\n")
    );
    assert!(entries >= FEWEST, "only {entries} replies are left");
}

/// What was read, with its thought and path if a model's.
type Got = Result<(Answer, Option<Read>), Unclear>;

/// Says what differs from the entry.
fn difference(got: &Got, meaning: &str, also: &[String], request: &Request) -> Option<String> {
    let got_meaning = match got {
        Ok((answer, _)) => describe(answer, request),
        Err(unclear) => describe_unclear(unclear),
    };
    let general = meaning == "? ambiguous" || meaning == "? broken json";
    if got_meaning != meaning && !(general && got_meaning.starts_with(meaning)) {
        return Some(format!("got:      {got_meaning}"));
    }
    let (answer, read) = match got {
        Ok((answer, read)) => (answer, read.as_ref()),
        Err(_) if also.is_empty() => return None,
        Err(_) => return Some("got:      nothing to compare with the rest of the entry".to_string()),
    };
    let speech = answer.speech.as_ref().map_or("", |speech| &speech.text);
    let expected = |key: &str| also.iter().find_map(|part| part.strip_prefix(key)).map(str::trim);
    let said = expected("speech:").unwrap_or_default();
    if request.menu != (Menu::Talk { limit: 2000 }) && speech != said {
        return Some(format!("speech:   {speech:?}"));
    }
    let read = read?;
    if let Some(thought) = expected("thought:").filter(|thought| read.thought.as_deref() != Some(*thought)) {
        return Some(format!("thought:  {:?}, not {thought:?}", read.thought));
    }
    let path = format!("{:?}", read.path).to_lowercase();
    expected("path:").filter(|expected| *expected != path).map(|_| format!("path:     {path}"))
}

fn describe(answer: &Answer, request: &Request) -> String {
    match (answer.choice, &answer.speech) {
        (Choice::Say, Some(speech)) => format!("say: {}", speech.text),
        (choice, _) => name(choice, request),
    }
}

fn name(choice: Choice, request: &Request) -> String {
    let many = matches!(request.menu, Menu::Subset { .. });
    match choice {
        Choice::Pass => "pass".into(),
        Choice::Yes => "yes".into(),
        Choice::Say => "say".into(),
        Choice::Save => "save".into(),
        Choice::Tear => "tear".into(),
        Choice::Question { number } => format!("question {number}"),
        Choice::Target { seat } => seat.to_string(),
        Choice::Poison { seat } => format!("poison {seat}"),
        Choice::SaveAndPoison { seat } => format!("both {seat}"),
        Choice::Card { role } => role.to_string(),
        Choice::Give { seat, role } => format!("{seat} {role}"),
        Choice::Bid { level } => format!("bid {level}"),
        Choice::Way { direction: Direction::Clockwise } => "clockwise".into(),
        Choice::Way { direction: Direction::CounterClockwise } => "counter-clockwise".into(),
        Choice::Set { seats } => {
            let seats: Vec<String> = seats.iter().map(|seat| seat.to_string()).collect();
            assert!(many, "a set of seats is no answer to {:?}", request.ask);
            format!("{{{}}}", seats.join(" "))
        }
    }
}

fn describe_unclear(unclear: &Unclear) -> String {
    match unclear {
        Unclear::Empty => "? empty".into(),
        Unclear::OnlyThought => "? only thought".into(),
        Unclear::NoChoice => "? no choice".into(),
        Unclear::Refused => "? refused".into(),
        Unclear::NotLegal { said } => format!("? not legal {said}"),
        Unclear::BrokenJson { error } => format!("? broken json {error}"),
        Unclear::Ambiguous { found } => {
            let found: Vec<String> = found
                .iter()
                .map(|choice| match choice {
                    Choice::Set { seats } => seats.iter().map(|seat| seat.to_string()).collect::<Vec<_>>().join("+"),
                    Choice::Target { seat } => seat.to_string(),
                    other => format!("{other:?}").to_lowercase(),
                })
                .collect();
            format!("? ambiguous {}", found.join(" "))
        }
    }
}

impl Question {
    /// The reply as it is read in both languages; the language must not matter.
    fn readings(&self, reply: &str, request: &Request) -> Vec<(String, Got)> {
        let mut readings = Vec::new();
        for lang in Lang::ALL {
            if self.by != By::Person {
                let got = read(reply, request, lang).map(|read| (read.answer.clone(), Some(read)));
                readings.push((format!("from a model, {lang}"), got));
            }
            if self.by != By::Model {
                let got = read_line(reply, request, lang).map(|answer| (answer, None));
                readings.push((format!("from a person, {lang}"), got));
            }
        }
        readings
    }

    fn request(&self) -> Request {
        let ask = ask(&self.ask);
        let menu = menu(&self.menu);
        let fallback = Fallback::Lot;
        let seat = Seat::new(self.seat.unwrap_or(4));
        Request { seat, ask, menu, fallback, from: Source::House, chat: self.chat }
    }
}

fn ask(name: &str) -> Ask {
    let mut words = name.split(' ');
    let kind = words.next().unwrap();
    let seat = words.next().map(|number| Seat::new(number.parse().unwrap()));
    let night = |role| Ask::Night { role };
    match kind {
        "vote" => Ask::Ballot { about: About::Exile, round: 1 },
        "elect" => Ask::Ballot { about: About::Sheriff, round: 1 },
        "hand" => Ask::Hand { candidate: seat.unwrap() },
        "tie" => Ask::BreakTie { tied: Seats::NONE },
        "hunt" => Ask::Hunt { round: 1 },
        "see" => night(RoleId::Seer),
        "guard" => night(RoleId::Guard),
        "witch" => night(RoleId::Witch),
        "cupid" => night(RoleId::Cupid),
        "piper" => night(RoleId::Piper),
        "thief" => night(RoleId::Thief),
        "girl" => night(RoleId::LittleGirl),
        "magician" => night(RoleId::Magician),
        "merchant" => night(RoleId::MiracleMerchant),
        "infect" => night(RoleId::AccursedWolfFather),
        "assassin" => night(RoleId::Assassin),
        "curse" => night(RoleId::Crow),
        "substitute" => Ask::Substitute { girl: seat.unwrap() },
        "shot" => Ask::Shot,
        "ban" => Ask::Ban,
        "badge" => Ask::Badge,
        "stand" => Ask::Stand,
        "withdraw" => Ask::Withdraw,
        "refuse" => Ask::Refuse,
        "flip" => Ask::Flip,
        "explode" => Ask::Offer { window: Window::Floor },
        "order" => Ask::Order,
        "bid" => Ask::Bid,
        "speak" => Ask::Speak { floor: FloorKind::Day },
        "words" => Ask::Words,
        other => panic!("there is no question called {other}"),
    }
}

fn menu(text: &str) -> Menu {
    if text.is_empty() {
        return Menu::Talk { limit: 2000 };
    }
    let (sets, pass) = text.strip_suffix(" or pass").map_or((text, false), |sets| (sets, true));
    if let Some((bounds, of)) = sets.split_once(" of ") {
        let bounds = range(bounds);
        let of: Seats = of.split(' ').flat_map(range).map(Seat::new).collect();
        return Menu::Subset { of, min: bounds[0], max: bounds[bounds.len() - 1], pass };
    }
    let choices = text.split(' ').flat_map(|word| {
        let (kind, numbers) = word.split_once(':').unwrap_or((word, ""));
        match kind {
            "pass" => vec![Choice::Pass],
            "yes" => vec![Choice::Yes],
            "save" => vec![Choice::Save],
            "tear" => vec![Choice::Tear],
            "clockwise" => vec![Choice::Way { direction: Direction::Clockwise }],
            "counter-clockwise" => vec![Choice::Way { direction: Direction::CounterClockwise }],
            "poison" => range(numbers).into_iter().map(|seat| Choice::Poison { seat: Seat::new(seat) }).collect(),
            "both" => range(numbers).into_iter().map(|seat| Choice::SaveAndPoison { seat: Seat::new(seat) }).collect(),
            "give" => give(numbers),
            "bid" => range(numbers).into_iter().map(|level| Choice::Bid { level }).collect(),
            seats if seats.starts_with(|c: char| c.is_ascii_digit()) => {
                range(seats).into_iter().map(|seat| Choice::Target { seat: Seat::new(seat) }).collect()
            }
            role => vec![Choice::Card { role: RoleId::from_id(role).unwrap_or_else(|| panic!("no role {role}")) }],
        }
    });
    Menu::OneOf { choices: choices.collect() }
}

/// `seer+witch:1-3`: each of these roles to each of these seats.
fn give(text: &str) -> Vec<Choice> {
    let (roles, seats) = text.split_once(':').unwrap();
    let seats: Vec<Seat> = range(seats).into_iter().map(Seat::new).collect();
    let roles: Vec<RoleId> = roles.split('+').map(|role| RoleId::from_id(role).unwrap()).collect();
    seats.iter().flat_map(|seat| roles.iter().map(|role| Choice::Give { seat: *seat, role: *role })).collect()
}

fn range(text: &str) -> Vec<u8> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    let parse = |number: &str| number.parse().unwrap_or_else(|_| panic!("{text} is no range of numbers"));
    (parse(first)..=parse(last)).collect()
}
