//! After the game: who was who, what happened night by night, each vote, and who fooled whom.

use crate::narrator::Narrator;
use crate::sources::PromptError;
use crate::values::{role, seat, seats};
use lycaon_rules::{
    About, Ask, Camp, Choice, Claim, Fact, Manner, Outcome, Phase, RoleId, Seat, SeatEvent, Seats, View,
};
use minijinja::{Value, context};
use std::collections::BTreeMap;

/// A speech that did more to what the village believed than any other of its side, where seats were asked aside.
#[derive(Clone, Debug, PartialEq)]
pub struct Telling {
    /// Who spoke.
    pub by: Seat,
    /// On which day.
    pub day: u16,
    /// What was said.
    pub text: String,
    /// By how much the mean loss of the observers' beliefs grew, in nats: above 0 it misled them, below 0 it helped them.
    pub loss: f64,
    /// Whether that is against what a silent turn would have done.
    pub causal: bool,
    /// How many observers it is the mean of.
    pub observers: usize,
}

/// The account of a finished game for those who played it; `None` if the game is not over. The view is the moderator's.
pub(crate) fn after(
    narrator: &Narrator,
    view: &View,
    agents: &BTreeMap<Seat, String>,
    told: &[Telling],
) -> Result<Option<String>, PromptError> {
    let outcome = view.heard().iter().find_map(|event| match &event.fact {
        Fact::Ended { outcome } => Some(outcome),
        _ => None,
    });
    let Some(outcome) = outcome else { return Ok(None) };
    let game = Game::read(view, outcome);
    let who: Value = view.board().seats().map(|seat| game.player(seat, agents)).collect();
    let chapters: Value = chapters(view).map(|events| chapter(narrator, view, &game, events)).collect();
    let lies: Value = game.lies(narrator)?.into_iter().collect();
    let best: Value = told.iter().map(|telling| telling.values(role(game.card(telling.by)))).collect();
    let result = narrator.outcome(outcome);
    narrator.say("after", context! { me => (), result, who, chapters, lies, best }).map(Some)
}

/// How much of a speech is quoted, in characters.
const QUOTED: usize = 80;

impl Telling {
    fn values(&self, role: Value) -> Value {
        let Telling { by, day, text, loss, causal, observers } = self;
        let cut = text.chars().count() > QUOTED;
        let text = text.chars().take(QUOTED).chain(cut.then_some('…')).collect::<String>();
        let misled = *loss > 0.0;
        context! { by => seat(*by), role, day, text, loss => format!("{loss:+.2}"), misled, causal, observers }
    }
}

/// What the account looks up again and again.
struct Game<'a> {
    view: &'a View,
    outcome: &'a Outcome,
    /// The cards as they were dealt.
    dealt: Vec<RoleId>,
    /// Who is a wolf, whether by his card or turned.
    wolves: Seats,
    /// When somebody died last.
    died: BTreeMap<Seat, (Phase, u16)>,
}

impl<'a> Game<'a> {
    fn read(view: &'a View, outcome: &'a Outcome) -> Self {
        let mut game = Game { view, outcome, dealt: outcome.roles.clone(), wolves: Seats::NONE, died: BTreeMap::new() };
        game.wolves = view.board().seats().filter(|seat| game.card(*seat).card().camp == Camp::Wolves).collect();
        for event in view.heard() {
            match &event.fact {
                Fact::Dealt { cards, .. } => game.dealt.clone_from(cards),
                Fact::Turned => game.wolves = game.wolves.or(event.to),
                Fact::Fell { seat, .. } => _ = game.died.insert(*seat, (event.phase, event.day)),
                Fact::Returned { seat } => _ = game.died.remove(seat),
                _ => {}
            }
        }
        game
    }

    /// The card a seat held at the end.
    fn card(&self, seat: Seat) -> RoleId {
        self.outcome.roles[seat.index()]
    }

    /// Whether the seat was of the village to the end.
    fn is_good(&self, seat: Seat) -> bool {
        !self.wolves.has(seat) && self.card(seat).card().camp == Camp::Village
    }

    fn player(&self, of: Seat, agents: &BTreeMap<Seat, String>) -> Value {
        let died = self.died.get(&of).map(|(phase, day)| context! { night => *phase == Phase::Night, day });
        let dealt = self.dealt.get(of.index()).copied().unwrap_or(self.card(of));
        context! {
            seat => seat(of),
            dealt => role(dealt),
            last => (dealt != self.card(of)).then(|| role(self.card(of))),
            agent => agents.get(&of),
            died,
            won => self.outcome.seats.has(of),
        }
    }

    /// Who of one side voted for his own, by target.
    fn own_goals(&self, ballots: &[(Seat, Option<Seat>)], side: impl Fn(Seat) -> bool) -> Value {
        let mut by_target: BTreeMap<Seat, Seats> = BTreeMap::new();
        for (by, onto) in ballots {
            if let Some(onto) = onto.filter(|onto| onto != by && side(*by) && side(*onto)) {
                by_target.entry(onto).or_default().insert(*by);
            }
        }
        by_target.into_iter().map(|(onto, voters)| context! { seat => seat(onto), voters => seats(voters) }).collect()
    }

    /// False claims of a role or a check, each once, with who acted on it in a vote of the same day.
    fn lies(&self, narrator: &Narrator) -> Result<Vec<Value>, PromptError> {
        let mut told: Vec<(Seat, Claim)> = vec![];
        let mut lies = vec![];
        for event in self.view.heard() {
            let Fact::Spoke { seat: by, claims, .. } = &event.fact else { continue };
            for claim in claims.iter().filter(|claim| self.is_lie(*by, **claim)) {
                if told.contains(&(*by, *claim)) {
                    continue;
                }
                told.push((*by, *claim));
                lies.push(context! {
                    by => seat(*by),
                    role => role(self.card(*by)),
                    day => event.day,
                    words => narrator.claim_of(None, *by, *claim)?,
                    believers => seats(self.believers(*by, *claim, event.day)),
                });
            }
        }
        Ok(lies)
    }

    fn is_lie(&self, by: Seat, claim: Claim) -> bool {
        match claim {
            Claim::Role { seat, role } => {
                by == seat && role != self.card(by) && self.dealt.get(by.index()) != Some(&role)
            }
            Claim::Checked { seat, wolf, .. } => wolf != self.wolves.has(seat) && !self.saw(by, seat),
            _ => false,
        }
    }

    /// Whether a seat did look at another: what it was shown may be false, and telling it is no lie.
    fn saw(&self, by: Seat, of: Seat) -> bool {
        let seen = |event: &SeatEvent| matches!(event.fact, Fact::Saw { seat, .. } if seat == of) && event.to.has(by);
        self.view.heard().iter().any(seen)
    }

    /// Those of the village whose ballot followed a lie: for the sheriff's badge of who claimed a role, or against
    /// whom a check accused.
    fn believers(&self, by: Seat, claim: Claim, day: u16) -> Seats {
        let (about, onto) = match claim {
            Claim::Role { .. } => (About::Sheriff, by),
            Claim::Checked { seat, wolf: true, .. } => (About::Exile, seat),
            _ => return Seats::NONE,
        };
        let mut believers = Seats::NONE;
        for event in self.view.heard().iter().filter(|event| event.day == day) {
            if let Fact::Counted { about: of, ballots, .. } = &event.fact
                && *of == about
            {
                let followed = ballots.iter().filter(|(_, to)| *to == Some(onto)).map(|(voter, _)| *voter);
                believers = believers.or(followed.filter(|voter| *voter != by && self.is_good(*voter)).collect());
            }
        }
        believers
    }
}

/// The events of each night and each day.
fn chapters(view: &View) -> impl Iterator<Item = &[SeatEvent]> {
    let events = view.heard();
    let chapters = events.chunk_by(|a, b| (a.phase, a.day) == (b.phase, b.day));
    chapters.filter(|events| matches!(events[0].phase, Phase::Night | Phase::Day))
}

fn chapter(narrator: &Narrator, view: &View, game: &Game<'_>, events: &[SeatEvent]) -> Value {
    let mut entries = vec![];
    for event in events.iter().filter(|event| is_told(event)) {
        let Some(text) = narrator.fact(view, event) else { continue };
        let (good, wolves) = match &event.fact {
            Fact::Counted { about, ballots, .. } if about.condemns() => (
                game.own_goals(ballots, |seat| game.is_good(seat)),
                game.own_goals(ballots, |seat| game.wolves.has(seat)),
            ),
            _ => (Value::from(()), Value::from(())),
        };
        entries.push(context! { text, good, wolves });
    }
    context! { heading => narrator.heading(&events[0]), entries }
}

/// Whether an event belongs to a short account: what was done in the night, what came of it, and each vote.
fn is_told(event: &SeatEvent) -> bool {
    match &event.fact {
        Fact::Decided { ask: Ask::Night { .. }, choice } => *choice != Choice::Pass,
        // By night the truth is told, by day what everybody saw.
        Fact::Fell { .. } => event.phase == Phase::Night,
        Fact::Died { seats, manner, .. } => !seats.is_empty() && !matches!(manner, Manner::Night | Manner::Poison),
        Fact::Saw { .. }
        | Fact::Prey { .. }
        | Fact::Taken { .. }
        | Fact::Spared { .. }
        | Fact::Charming { .. }
        | Fact::Lovers { .. }
        | Fact::Turned
        | Fact::Became { .. }
        | Fact::Sniffed { .. }
        | Fact::Peeked { .. }
        | Fact::Lucky { .. }
        | Fact::EventDrawn { .. }
        | Fact::Counted { .. }
        | Fact::TieBroken { .. }
        | Fact::NobodyOut
        | Fact::Elected { .. }
        | Fact::NoSheriff { .. }
        | Fact::Badge { .. }
        | Fact::Flipped { .. }
        | Fact::Duel { .. } => true,
        _ => false,
    }
}

/// A made-up game in which every part of the account has something to say.
pub(crate) fn rehearse(narrator: &Narrator) -> Result<(), PromptError> {
    let player = |died: Value, last: Value| {
        context! { seat => 1, dealt => "seer", last, agent => "human", died, won => true }
    };
    let who = [player(context! { night => true, day => 1 }, "werewolf".into()), player(().into(), ().into())];
    let goal = context! { seat => 1, voters => [2, 3] };
    let entries = [context! { text => "?", good => [goal.clone()], wolves => [goal] }];
    let chapters = [context! { heading => "==", entries }];
    let lie =
        |believers: Seats| context! { by => 1, role => "seer", day => 1, words => "?", believers => seats(believers) };
    let game = context! { me => (), result => "?", who, chapters };
    let telling = |loss: f64, causal| {
        let text = "?".repeat(2 * QUOTED);
        Telling { by: Seat::new(1), day: 1, text, loss, causal, observers: 1 }.values("seer".into())
    };
    let best = [vec![], vec![telling(0.5, true), telling(-0.5, false)]];
    for (lies, best) in [vec![], vec![lie(Seats::NONE), lie(Seats::all(2))]].into_iter().zip(best) {
        narrator.say("after", context! { lies, best, ..game.clone() })?;
    }
    Ok(())
}
