//! A scenario, read: the table, what is done when, and what is written of it.

use crate::act::{Act, Actor};
use crate::fact::{Sign, Turn};
use crate::secret::Secret;
use crate::words::{self, Key};
use crate::{Fault, Line, Scenario};
use lycaon_rules::{
    About, Board, Deal, Gender, Options, Party, Person, Purpose, Reason, RoleId, Seat, Seats, Setup, ruleset,
};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::{self, Write};

/// A stretch of the game: what is written under one `night` or `day`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum When {
    Setup,
    Night(u16),
    Day(u16),
}

impl When {
    fn order(self) -> (u16, u8) {
        match self {
            When::Setup => (0, 0),
            When::Night(n) => (n, 1),
            When::Day(n) => (n, 2),
        }
    }

    /// The day that a line about daylight belongs to, written after this.
    fn daylight(self) -> When {
        match self {
            When::Setup => When::Day(1),
            When::Night(n) | When::Day(n) => When::Day(n),
        }
    }
}

impl Ord for When {
    fn cmp(&self, other: &Self) -> Ordering {
        self.order().cmp(&other.order())
    }
}

impl PartialOrd for When {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            When::Setup => write!(f, "the setup"),
            When::Night(n) => write!(f, "night {n}"),
            When::Day(n) => write!(f, "day {n}"),
        }
    }
}

/// One thing that is written, and where.
#[derive(Debug)]
pub(crate) struct Item {
    pub line: usize,
    pub text: String,
    pub when: When,
    pub what: What,
}

/// What is written.
#[derive(Debug)]
pub(crate) enum What {
    /// Somebody does something; where all see it, it is also a turn.
    Act(Act),
    /// What somebody can or cannot do.
    Can(bool, Act),
    Turn(Turn),
    Sign(Sign),
    Learn(Seats, Secret),
    Poll(Ballots),
    Speeches(Floor, Vec<Seat>),
    Calls(Vec<lycaon_rules::Call>),
    Ends(Option<End>),
}

/// Whose speeches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Floor {
    Day,
    Hustings,
    Defence,
}

/// The ballots of one vote; who is not in it declines.
#[derive(Debug)]
pub(crate) struct Ballots {
    pub about: About,
    pub by: BTreeMap<Seat, Option<Seat>>,
    /// Whom everybody else votes for.
    pub others: Option<Seat>,
}

/// How the game ends.
#[derive(Debug)]
pub(crate) struct End {
    pub winners: Vec<Party>,
    pub seats: Option<Seats>,
    pub reason: Option<Reason>,
}

/// A scenario, ready to be played.
#[derive(Debug)]
pub(crate) struct Script {
    pub setup: Setup,
    /// The line of the heading.
    pub line: usize,
    /// The results of rolls, in order; every roll that is not written is a 1.
    pub dice: Vec<(usize, Purpose, Vec<u16>)>,
    pub items: Vec<Item>,
    /// The last stretch that is written.
    pub last: When,
    /// Whether the last stretch is a day that is played to its end, and not only up to the discussion.
    pub whole_day: bool,
}

/// The settings in a line of options: `name=value` pairs separated by spaces. A value may hold spaces only after
/// commas or arrows, as in a chain.
pub(crate) fn settings(body: &str) -> Vec<(String, String)> {
    let body = body.replace(", ", ",").replace(" = ", "=");
    body.split_whitespace()
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (name.to_string(), value.to_string()))
        .collect()
}

impl Script {
    /// Reads a scenario.
    pub(crate) fn read(scenario: &Scenario) -> Result<Script, Fault> {
        let setup = table(scenario)?;
        let mut script =
            Script { setup, line: scenario.line, dice: vec![], items: vec![], last: When::Setup, whole_day: false };
        let mut now = When::Setup;
        for line in &scenario.lines {
            let key = words::key(&line.key).expect("a line without a known key is refused when the file is read");
            if key == Key::Dice {
                script.dice.extend(dice(line)?);
            } else if !key.is_header() {
                now = script.step(key, line, now)?;
            }
        }
        Ok(script)
    }

    /// Reads a line of the course of the game; gives the stretch that it belongs to.
    fn step(&mut self, key: Key, line: &Line, now: When) -> Result<When, Fault> {
        let number = words::key_number(&line.key);
        let when = match (key, number) {
            (Key::Setup, _) => When::Setup,
            (Key::Night, Some(n)) => When::Night(n),
            (Key::Night, None) => return Err(Fault::at(line.number, "a night needs its number, as in `night 1:`")),
            (Key::Dawn | Key::Day, Some(n)) => When::Day(n),
            (Key::Dawn | Key::Day | Key::Vote | Key::Speeches | Key::Hustings | Key::Defence | Key::Office, _) => {
                now.daylight()
            }
            (Key::Election, _) if now != When::Setup => now.daylight(),
            _ => now,
        };
        if when > self.last {
            self.whole_day = false;
        }
        self.last = self.last.max(when);
        if matches!(key, Key::Day | Key::Vote | Key::Speeches | Key::Defence) && when == self.last {
            self.whole_day = true;
        }
        let mut push = |text: &str, what| {
            self.items.push(Item { line: line.number, text: text.trim().into(), when, what });
        };
        match key {
            Key::Speeches => push(&line.body, What::Speeches(Floor::Day, order(line)?)),
            Key::Hustings => push(&line.body, What::Speeches(Floor::Hustings, order(line)?)),
            Key::Defence => push(&line.body, What::Speeches(Floor::Defence, order(line)?)),
            Key::Calls => push(&line.body, What::Calls(calls(line)?)),
            Key::Ends => push(&line.body, What::Ends(end(line)?)),
            _ => self.pieces(key, line, when)?,
        }
        Ok(when)
    }

    /// Reads a line of pieces that are separated by `·`.
    fn pieces(&mut self, key: Key, line: &Line, when: When) -> Result<(), Fault> {
        let mut ballots = match key {
            Key::Vote => Some(About::Exile),
            Key::Election => Some(About::Sheriff),
            Key::Office => Some(About::Executioner),
            _ => None,
        }
        .map(|about| Ballots { about, by: BTreeMap::new(), others: None });
        let mut items = Vec::new();
        for text in line.body.split(['·', '；', ';']).map(str::trim).filter(|text| !text.is_empty()) {
            if let (true, Some(ballots)) = (text.contains(['>', '→']), &mut ballots) {
                read_ballots(ballots, text).map_err(|what| Fault::at(line.number, what))?;
                continue;
            }
            let found =
                piece(key, text).ok_or_else(|| Fault::at(line.number, format!("`{text}` is not understood")))?;
            let found: Vec<What> =
                found.into_iter().map(|what| self.seated(what, line.number)).collect::<Result<_, _>>()?;
            items.extend(found.into_iter().map(|what| Item { line: line.number, text: text.into(), when, what }));
        }
        if let Some(ballots) = ballots.filter(|ballots| key == Key::Vote || !ballots.is_empty()) {
            let text = line.body.clone();
            self.items.push(Item { line: line.number, text, when, what: What::Poll(ballots) });
        }
        self.items.extend(items);
        Ok(())
    }

    /// What is done by day is done by a seat; a role's name stands for the only seat that holds the card.
    fn seated(&self, what: What, line: usize) -> Result<What, Fault> {
        match what {
            What::Act(act) => {
                let Actor::Role(role) = act.who else { return Ok(What::Act(act)) };
                if act.kind.is_nightly() {
                    return Ok(What::Act(act));
                }
                let mut holders = self.setup.board.seats().filter(|seat| self.setup.deal.cards[seat.index()] == role);
                match (holders.next(), holders.next()) {
                    (Some(seat), None) => Ok(What::Act(Act { who: Actor::Seat(seat), ..act })),
                    _ => Err(Fault::at(line, format!("`{role}` is not the card of exactly one seat; name the seat"))),
                }
            }
            other => Ok(other),
        }
    }
}

impl Ballots {
    fn is_empty(&self) -> bool {
        self.by.is_empty() && self.others.is_none()
    }
}

/// What one piece of a line says.
fn piece(key: Key, text: &str) -> Option<Vec<What>> {
    if key == Key::Learn {
        let (learners, rest) = words::seats(text)?;
        let said = ["得知", "learns", "learn"].iter().find_map(|word| words::strip(rest, word))?;
        return Secret::read(said).map(|secret| vec![What::Learn(learners, secret)]);
    }
    if let Some((can, acts)) = Act::read_can(text) {
        return Some(acts.into_iter().map(|act| What::Can(can, act)).collect());
    }
    if let Some(acts) = Act::read(text) {
        return Some(acts.into_iter().map(What::Act).collect());
    }
    Turn::read(text).map(What::Turn).or_else(|| Sign::read(text).map(What::Sign)).map(|what| vec![what])
}

/// The board and the deal that the lines at the head describe.
fn table(scenario: &Scenario) -> Result<Setup, Fault> {
    let mut cards = None;
    let mut centre = vec![];
    let mut people = None;
    let mut face_up = vec![];
    let mut rules = (scenario.line, "millers-hollow".to_string());
    let mut options = vec![];
    for line in &scenario.lines {
        match words::key(&line.key) {
            Some(Key::Seats) => cards = Some((line.number, dealt(line)?)),
            Some(Key::Centre) => centre = card_list(line)?,
            Some(Key::Persons) => people = Some(line),
            Some(Key::FaceUp) => face_up = card_list(line)?,
            Some(Key::Rules) => rules = (line.number, line.body.clone()),
            Some(Key::Options) => options.extend(settings(&line.body).into_iter().map(|pair| (line.number, pair))),
            _ => {}
        }
    }
    let Some((seats_line, cards)) = cards else {
        return Err(Fault::at(scenario.line, "the scenario seats nobody; begin it with `seats:` or `座位:`"));
    };
    let open: Vec<&str> = face_up.iter().map(|role: &RoleId| role.id()).collect();
    let mut file = format!("id = \"scenario\"\nruleset = {:?}\nface_up = {open:?}\n[roles]\n", rules.1);
    ruleset(&rules.1).map_err(|error| Fault::at(rules.0, error.to_string()))?;
    for (role, count) in deck(&cards, &centre) {
        let _ = writeln!(file, "{role} = {count}");
    }
    // What is tried is what the scenario writes down, and the card of a morning would be the dice's.
    file.push_str("[options]\n");
    if !options.iter().any(|(_, (name, _))| name == "event_deck") {
        file.push_str("event_deck = \"off\"\n");
    }
    for (line, (name, value)) in &options {
        Options::default().set(name, value).map_err(|error| Fault::at(*line, error.to_string()))?;
    }
    // Where an option is set twice the later line counts, as in a row of a table.
    for (name, value) in options.into_iter().map(|(_, pair)| pair).collect::<BTreeMap<_, _>>() {
        let _ = writeln!(file, "{name} = {value:?}");
    }
    let board = Board::from_toml(&file).map_err(|error| Fault::at(seats_line, error.to_string()))?;
    let persons = if board.options.event_deck.0.is_empty() { vec![] } else { persons(cards.len(), people)? };
    let deal = Deal { cards, centre, persons };
    if !board.admits(&deal) {
        return Err(Fault::at(
            seats_line,
            "a thief needs two cards in the centre, and nobody else does; see `centre:`",
        ));
    }
    Ok(Setup { board: board.into(), deal })
}

/// `women 1,3 · age 4 70 · smoker 2`. Who is not named is a man and as old as his seat and twenty years.
fn persons(seats: usize, line: Option<&Line>) -> Result<Vec<Person>, Fault> {
    let mut persons: Vec<Person> = Seat::all(seats).map(|seat| Person::new(Gender::Man, 20 + seat.number())).collect();
    let Some(line) = line else { return Ok(persons) };
    type Put = fn(&mut Person, u8);
    const WORDS: &[(Put, &[&str])] = &[
        (|person, _| person.gender = Gender::Woman, &["女人", "women"]),
        (|person, age| person.age = age, &["年龄", "age"]),
        (|person, _| person.lives_here = true, &["住在这里", "lives here"]),
        (|person, _| person.smoker = true, &["抽烟", "smoker"]),
        (|person, _| person.jeans = true, &["牛仔裤", "jeans"]),
        (|person, _| person.black_top = true, &["黑上衣", "black top"]),
        (|person, _| person.jewel = true, &["首饰", "jewel"]),
        (|person, _| person.glasses = true, &["眼镜", "glasses"]),
    ];
    for text in line.body.split('·').map(str::trim) {
        let unclear = || Fault::at(line.number, format!("`{text}` does not tell what is seen of whom"));
        let (put, rest) = words::longest(text, WORDS.iter().copied()).ok_or_else(unclear)?;
        let (who, rest) = words::seats(rest).ok_or_else(unclear)?;
        let age = if rest.is_empty() { 0 } else { rest.parse().map_err(|_| unclear())? };
        for seat in who.iter() {
            put(persons.get_mut(seat.index()).ok_or_else(unclear)?, age);
        }
    }
    Ok(persons)
}

/// The deck of a deal: a thief's two extra cards are villagers where there are two, else those in the centre.
fn deck(cards: &[RoleId], centre: &[RoleId]) -> BTreeMap<RoleId, u8> {
    let mut deck = BTreeMap::new();
    for role in cards.iter().chain(centre) {
        *deck.entry(*role).or_insert(0) += 1;
    }
    for extra in centre {
        let villagers = deck.get(&RoleId::Villager).copied().unwrap_or(0);
        let spare = if villagers > 0 { RoleId::Villager } else { *extra };
        deck.entry(spare).and_modify(|count| *count -= 1);
    }
    deck.retain(|_, count| *count > 0);
    deck
}

/// `1 guard 2 witch 4-6 villager`.
fn dealt(line: &Line) -> Result<Vec<RoleId>, Fault> {
    let mut by_seat = BTreeMap::new();
    let mut rest = line.body.as_str();
    while !rest.is_empty() {
        let unclear = || Fault::at(line.number, format!("`{rest}` does not begin with seats and their card"));
        let (seats, after) = words::seats(rest).ok_or_else(unclear)?;
        let (role, after) = words::role(after).ok_or_else(unclear)?;
        for seat in seats.iter() {
            if by_seat.insert(seat, role).is_some() {
                return Err(Fault::at(line.number, format!("seat {seat} has two cards")));
            }
        }
        rest = after;
    }
    if by_seat.keys().map(|seat| seat.index()).ne(0..by_seat.len()) {
        return Err(Fault::at(line.number, "the seats are not numbered from 1 without a gap"));
    }
    Ok(by_seat.into_values().collect())
}

fn card_list(line: &Line) -> Result<Vec<RoleId>, Fault> {
    let mut cards = Vec::new();
    let mut rest = line.body.trim();
    while !rest.is_empty() {
        let (role, after) =
            words::role(rest).ok_or_else(|| Fault::at(line.number, format!("`{rest}` does not begin with a card")))?;
        cards.push(role);
        rest = after.trim_start_matches([',', '、', ' ']);
    }
    Ok(cards)
}

/// `catch 1, 2 · peek 1`.
fn dice(line: &Line) -> Result<Vec<(usize, Purpose, Vec<u16>)>, Fault> {
    let unclear =
        |text: &str| Fault::at(line.number, format!("`{text}` is not a purpose and the results of its rolls"));
    line.body
        .split(['·', '；', ';'])
        .map(|text| {
            let (purpose, results) = words::purpose(text).ok_or_else(|| unclear(text))?;
            let results: Result<Vec<u16>, _> = results.split([',', '、']).map(|n| n.trim().parse()).collect();
            Ok((line.number, purpose, results.map_err(|_| unclear(text))?))
        })
        .collect()
}

/// Seats in the order in which they speak.
fn order(line: &Line) -> Result<Vec<Seat>, Fault> {
    let seats: Option<Vec<Seat>> = line
        .body
        .split([' ', ',', '、'])
        .filter(|text| !text.is_empty())
        .map(|text| words::seat(text).filter(|(_, rest)| rest.is_empty()).map(|(seat, _)| seat))
        .collect();
    match seats {
        Some(seats) => Ok(seats),
        None if words::is_nobody(&line.body) => Ok(vec![]),
        None => Err(Fault::at(line.number, format!("`{}` is not an order of seats", line.body))),
    }
}

/// The moderator's calls of a night, in order.
fn calls(line: &Line) -> Result<Vec<lycaon_rules::Call>, Fault> {
    use lycaon_rules::Call;
    let call = |text: &str| match text {
        "情侣" | "lovers" => Some(Call::Lovers),
        "被迷者" | "charmed" => Some(Call::Charmed),
        "狼兄弟" | "brothers" => Some(Call::Brothers),
        "面包师" | "baker" => Some(Call::Baker),
        text => match words::role(text)? {
            (RoleId::Werewolf, "") => Some(Call::Pack),
            (role, "") => Some(Call::Role(role)),
            _ => None,
        },
    };
    line.body
        .split([',', '、', '·'])
        .map(str::trim)
        .map(|text| {
            call(text).ok_or_else(|| Fault::at(line.number, format!("`{text}` is nobody whom the moderator calls")))
        })
        .collect()
}

/// `1,2>3 4>- others>3`.
fn read_ballots(ballots: &mut Ballots, text: &str) -> Result<(), String> {
    for ballot in text.split_whitespace() {
        let unclear = || format!("`{ballot}` is not a ballot such as `1>3`, `2>-` or `others>3`");
        let (by, onto) = ballot.split_once(['>', '→']).ok_or_else(unclear)?;
        let onto = match words::seat(onto) {
            Some((seat, "")) => Some(seat),
            _ if ["-", "弃"].contains(&onto) => None,
            _ => return Err(unclear()),
        };
        if ["其余", "others"].contains(&by) {
            ballots.others = onto;
            continue;
        }
        let (voters, _) = words::seats(by).filter(|(_, rest)| rest.is_empty()).ok_or_else(unclear)?;
        for voter in voters.iter() {
            if ballots.by.insert(voter, onto).is_some() {
                return Err(format!("seat {voter} has two ballots"));
            }
        }
    }
    Ok(())
}

/// `village · wolves dead · winners 1,2`; `None` if the game is to go on.
fn end(line: &Line) -> Result<Option<End>, Fault> {
    let mut end = End { winners: vec![], seats: None, reason: None };
    let mut said = false;
    for text in line.body.split(['·', '；', ';']).map(str::trim) {
        if ["未结束", "not yet"].contains(&text) {
            return Ok(None);
        } else if words::is_nobody(text) {
            said = true;
        } else if let Some(reason) = words::reason(text) {
            end.reason = Some(reason);
        } else if let Some((party, "" | "胜")) = words::party(text) {
            said = true;
            end.winners.push(party);
        } else if let Some((seats, "")) =
            ["胜者", "winners"].iter().find_map(|word| words::strip(text, word)).and_then(words::seats)
        {
            end.seats = Some(seats);
        } else {
            return Err(Fault::at(line.number, format!("`{text}` is neither a winner nor a reason")));
        }
    }
    if !said {
        return Err(Fault::at(line.number, "an end names its winner, or `nobody`, or `not yet`"));
    }
    Ok(Some(end))
}
