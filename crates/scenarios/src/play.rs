//! Plays a script: answers each question as written, or declines it.

use crate::Fault;
use crate::act::{Act, Actor, Kind, Will};
use crate::script::{Ballots, Script, What, When};
use lycaon_rules::{
    About, Answer, Ask, Audience, Choice, Event, Fact, Fallback, FloorKind, Game, Opening, Outcome, Phase, Purpose,
    Request, RoleId, Roll, Seat, Speech, Waiting, Window,
};
use std::collections::{BTreeMap, BTreeSet};

/// After so many batches of questions a script is taken to lead nowhere.
const BATCHES_MAX: usize = 2000;

/// A game that is played after a script, and what came of each item.
pub(crate) struct Play<'s> {
    pub script: &'s Script,
    game: Game,
    /// The stretch of each event of the record.
    pub stretches: Vec<When>,
    /// The items that were asked for.
    pub used: BTreeSet<usize>,
    /// The ballots of an item that were asked for.
    pub cast: BTreeSet<(usize, Seat)>,
    /// What somebody can or cannot do: whether he was asked, and whether it was offered.
    pub offers: BTreeMap<usize, bool>,
    now: When,
    /// The card of each seat.
    cards: Vec<RoleId>,
    /// How many votes the stretch has had.
    polls: BTreeMap<u8, usize>,
    last_speaker: Option<Seat>,
    /// How many rolls each purpose has had.
    rolls: BTreeMap<Purpose, usize>,
}

impl<'s> Play<'s> {
    pub(crate) fn new(script: &'s Script) -> Self {
        let mut play = Play {
            script,
            game: Game::new(script.setup.clone()),
            stretches: vec![],
            used: BTreeSet::new(),
            cast: BTreeSet::new(),
            offers: BTreeMap::new(),
            now: When::Setup,
            cards: script.setup.deal.cards.clone(),
            polls: BTreeMap::new(),
            last_speaker: None,
            rolls: BTreeMap::new(),
        };
        play.listen();
        play
    }

    pub(crate) fn events(&self) -> &[Event] {
        self.game.events()
    }

    pub(crate) fn outcome(&self) -> Option<&Outcome> {
        match self.game.waiting() {
            Waiting::Over(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// Plays up to the end of what is written, or of the game.
    pub(crate) fn run(&mut self) -> Result<(), Fault> {
        for _ in 0..BATCHES_MAX {
            match self.game.waiting() {
                Waiting::Over(_) => return self.rolls_left(),
                Waiting::Roll(roll) => {
                    let (line, result) = self.roll(roll);
                    self.game.rolled(result).map_err(|refusal| Fault::at(line, refusal.to_string()))?;
                }
                Waiting::Seats(batch) => {
                    let batch = batch.to_vec();
                    if batch.is_empty() {
                        return Err(Fault::at(self.script.line, "the game waits for nothing and is not over"));
                    }
                    if self.is_written_out(&batch) {
                        return self.rolls_left();
                    }
                    self.answer(&batch)?;
                }
            }
            self.listen();
        }
        Err(Fault::at(self.script.line, format!("the game is not over after {BATCHES_MAX} batches of questions")))
    }

    /// Whether nothing is written for this question and what follows.
    fn is_written_out(&self, batch: &[Request]) -> bool {
        if self.now != self.script.last || self.script.whole_day || !matches!(self.now, When::Day(_)) {
            return self.now > self.script.last;
        }
        let pending = self.script.items.iter().enumerate().any(|(i, item)| {
            item.when == self.now && matches!(item.what, What::Act(_) | What::Poll(_)) && !self.used.contains(&i)
        });
        !pending && batch.iter().any(|request| is_discussion(request.ask))
    }

    /// Answers a batch, and checks that each seat, and no other, is told its own decision.
    fn answer(&mut self, batch: &[Request]) -> Result<(), Fault> {
        let mut decided = BTreeSet::new();
        for (position, request) in batch.iter().enumerate() {
            let answer = self.decide(request)?;
            decided.insert((request.seat, request.ask, answer.choice));
            self.game.answer(position, answer).map_err(|refusal| Fault::at(self.script.line, refusal.to_string()))?;
        }
        let heard = self.game.events().len();
        self.game.advance().map_err(|refusal| Fault::at(self.script.line, refusal.to_string()))?;
        for event in &self.game.events()[heard..] {
            if let Fact::Decided { ask, choice } = event.fact {
                let seat = match event.audience {
                    Audience::Only(seats) => seats.only(),
                    _ => None,
                };
                if !seat.is_some_and(|seat| decided.contains(&(seat, ask, choice))) {
                    let what = format!("{:?} hears a decision that is not his: {:?}", event.audience, event.fact);
                    return Err(Fault::at(self.script.line, what));
                }
            }
        }
        Ok(())
    }

    /// What the script lets this seat answer.
    fn decide(&mut self, request: &Request) -> Result<Answer, Fault> {
        self.probe(request);
        let choice = match request.ask {
            Ask::Ballot { about, .. } => self.ballot(request, about)?,
            Ask::Hand { candidate } => self.hand(request, candidate),
            Ask::Hunt { round } => return self.hunt(request, usize::from(round)),
            _ => return self.act(request),
        };
        choice.map_or_else(|| self.decline(request), |choice| Ok(choice.into()))
    }

    /// Notes whether what somebody can or cannot do is asked, and offered.
    fn probe(&mut self, request: &Request) {
        let card = self.cards[request.seat.index()];
        for (i, item) in self.script.items.iter().enumerate().filter(|(_, item)| item.when == self.now) {
            if let What::Can(_, act) = &item.what
                && act.answers(request, card)
            {
                let offered = act.offered(request);
                *self.offers.entry(i).or_insert(false) |= offered;
            }
        }
    }

    /// The vote of this stretch that is under way, if ballots are written for it.
    fn poll(&self, about: About) -> Option<(usize, &'s Ballots)> {
        let about = written(about);
        let nth = self.polls.get(&(about as u8)).copied().unwrap_or(0).checked_sub(1)?;
        let items = self.script.items.iter().enumerate().filter(|(_, item)| item.when == self.now);
        items
            .filter_map(|(i, item)| match &item.what {
                What::Poll(ballots) if ballots.about == about => Some((i, ballots)),
                _ => None,
            })
            .nth(nth)
    }

    fn ballot(&mut self, request: &Request, about: About) -> Result<Option<Choice>, Fault> {
        let Some((i, ballots)) = self.poll(about) else { return Ok(None) };
        self.used.insert(i);
        let Some(onto) = ballots.by.get(&request.seat) else {
            let other = ballots.others.map(|seat| Choice::Target { seat });
            return Ok(other.filter(|choice| request.menu.allows(*choice)));
        };
        self.cast.insert((i, request.seat));
        match onto {
            None => Ok(None),
            Some(seat) => {
                let choice = Choice::Target { seat: *seat };
                if request.menu.allows(choice) {
                    Ok(Some(choice))
                } else {
                    let what = format!("seat {} cannot vote for {seat}; it may: {:?}", request.seat, request.menu);
                    Err(Fault::at(self.script.items[i].line, what))
                }
            }
        }
    }

    /// A raised hand counts as the ballot for the candidate.
    fn hand(&mut self, request: &Request, candidate: Seat) -> Option<Choice> {
        let (i, ballots) = self.poll(About::Exile)?;
        self.used.insert(i);
        let own = ballots.by.get(&request.seat);
        let onto = own.copied().unwrap_or(ballots.others)?;
        if onto != candidate || !request.menu.allows(Choice::Yes) {
            return None;
        }
        if own.is_some() {
            self.cast.insert((i, request.seat));
        }
        Some(Choice::Yes)
    }

    /// What a wolf points at: the act of its seat for this round, else of the pack; the last act goes for later rounds.
    fn hunt(&mut self, request: &Request, round: usize) -> Result<Answer, Fault> {
        let of = |mine: bool| {
            let acts = self.acts().filter(|(_, act)| act.kind == Kind::Hunt);
            let acts = acts.filter(|(_, act)| match act.who {
                Actor::Seat(seat) => mine && seat == request.seat,
                Actor::Role(_) => !mine,
            });
            acts.collect::<Vec<_>>()
        };
        let own = of(true);
        let acts = if own.is_empty() { of(false) } else { own };
        let Some((i, act)) = acts.get(round.min(acts.len()).saturating_sub(1)) else { return self.decline(request) };
        self.used.insert(*i);
        self.take(*i, act, request)
    }

    /// The first act that answers the request and was not used yet. What a role's name stands for at night goes for
    /// all who are asked in its name.
    fn act(&mut self, request: &Request) -> Result<Answer, Fault> {
        let card = self.cards[request.seat.index()];
        let found = self.acts().find(|(i, act)| {
            let spent = self.used.contains(i) && !(act.kind.is_nightly() && matches!(act.who, Actor::Role(_)));
            !spent && act.answers(request, card) && act.timely(request, self.last_speaker)
        });
        match found {
            Some((i, act)) => {
                self.used.insert(i);
                self.take(i, act, request)
            }
            None => self.decline(request),
        }
    }

    fn acts(&self) -> impl Iterator<Item = (usize, &'s Act)> + use<'s> {
        let now = self.now;
        self.script.items.iter().enumerate().filter(move |(_, item)| item.when == now).filter_map(|(i, item)| {
            match &item.what {
                What::Act(act) => Some((i, act)),
                _ => None,
            }
        })
    }

    fn take(&self, item: usize, act: &Act, request: &Request) -> Result<Answer, Fault> {
        let item = &self.script.items[item];
        let Some(choice) = act.choice(&request.menu) else {
            let what = format!("`{}` is not open to seat {}; it may: {:?}", item.text, request.seat, request.menu);
            return Err(Fault::at(item.line, what));
        };
        let mut speech = act.text.clone().map(|text| Speech { text, ..Speech::default() });
        if let Will::Breach(taboo) = act.will {
            speech = Some(Speech { breaches: vec![taboo], ..Speech::default() });
        }
        Ok(Answer { choice, speech })
    }

    /// What counts when a seat is silent.
    fn decline(&self, request: &Request) -> Result<Answer, Fault> {
        match request.fallback {
            Fallback::Choice { choice: Choice::Say } => Ok(Answer::say("")),
            Fallback::Choice { choice } => Ok(choice.into()),
            Fallback::Lot if request.menu.allows(Choice::Pass) => Ok(Choice::Pass.into()),
            Fallback::Lot => {
                let what = format!(
                    "{} does not say what seat {} answers to {:?}, which it cannot decline; it may: {:?}",
                    self.now, request.seat, request.ask, request.menu
                );
                Err(Fault::at(self.script.line, what))
            }
        }
    }

    /// The result of a roll: as written, or 1.
    fn roll(&mut self, roll: Roll) -> (usize, u16) {
        let nth = self.rolls.entry(roll.purpose).or_default();
        let written = self.script.dice.iter().filter(|(_, purpose, _)| *purpose == roll.purpose);
        let mut results = written.flat_map(|(line, _, results)| results.iter().map(|result| (*line, *result)));
        let result = results.nth(*nth).unwrap_or((self.script.line, 1));
        *nth += 1;
        result
    }

    /// A roll that is written and never made is a fault.
    fn rolls_left(&self) -> Result<(), Fault> {
        for (line, purpose, results) in &self.script.dice {
            let made = self.rolls.get(purpose).copied().unwrap_or(0);
            if made < results.len() {
                return Err(Fault::at(
                    *line,
                    format!("{} rolls for {purpose:?} are written and {made} made", results.len()),
                ));
            }
        }
        Ok(())
    }

    /// Takes note of what happened since the last question.
    fn listen(&mut self) {
        let heard = self.stretches.len();
        // Nights have the number of the day they lead to, also where a day came before the first night.
        let late = u16::from(self.script.setup.board.options.opening == Opening::Day);
        for event in &self.game.events()[heard..] {
            let now = match event.phase {
                Phase::Setup => When::Setup,
                Phase::Night => When::Night(event.day + late),
                Phase::Day => When::Day(event.day),
                Phase::End => self.now,
            };
            if now != self.now {
                self.now = now;
                self.polls.clear();
                self.last_speaker = None;
            }
            self.stretches.push(now);
            match (&event.fact, event.audience) {
                (Fact::PollOpened { about, .. }, _) => *self.polls.entry(written(*about) as u8).or_default() += 1,
                (Fact::Spoke { seat, .. }, _) => self.last_speaker = Some(*seat),
                (Fact::Became { role }, Audience::Only(seats)) => {
                    seats.iter().for_each(|seat| self.cards[seat.index()] = *role);
                }
                _ => {}
            }
        }
    }
}

/// Accusations are written as the ballots of an exile vote, whose place they take.
fn written(about: About) -> About {
    if about == About::Accusation { About::Exile } else { about }
}

/// Whether the question belongs to the day's discussion or to what comes after it.
fn is_discussion(ask: Ask) -> bool {
    matches!(
        ask,
        Ask::Speak { floor: FloorKind::Day }
            | Ask::Bid
            | Ask::Order
            | Ask::Hand { .. }
            | Ask::Speak { floor: FloorKind::Masked }
            | Ask::Ballot { about: About::Exile | About::Accusation, .. }
            | Ask::Offer { window: Window::Floor }
    )
}
