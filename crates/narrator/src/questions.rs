//! Requests into questions, and choices into the words in which they are offered.

use crate::narrator::Narrator;
use crate::quote::plain;
use crate::reply::{Unclear, keys};
use crate::sources::PromptError;
use crate::terms::Term;
use crate::values::{role, seat, seat_or_none, seats};
use lycaon_rules::{
    Ask, Board, Camp, Choice, Claim, EventId, Fallback, FloorKind, MarkKind, Menu, Request, Seat, Source, Window,
};
use minijinja::{Value, context};
use std::fmt;

/// A question in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QuestionText {
    /// The matter in a few words: `放逐投票`, `vote on exile`.
    pub title: String,
    /// What is asked, and for sets and speeches what may be answered.
    pub text: String,
    /// Where one of several choices is asked for: each with its key, in the order of the menu, such as `3：3号`. The
    /// keys are those of [`crate::reply::keys`]. Empty for sets and speeches.
    pub options: Vec<String>,
    /// What no answer counts as, as a sentence.
    pub fallback: String,
}

impl fmt::Display for QuestionText {
    /// The whole question: the text, each option on its line, and what silence means.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)?;
        for option in &self.options {
            write!(f, "\n{option}")?;
        }
        write!(f, "\n{}", self.fallback)
    }
}

pub(crate) fn question(narrator: &Narrator, board: &Board, request: &Request) -> Result<QuestionText, PromptError> {
    let key = ask_key(narrator, request.ask, Some(request.from));
    let title = narrator.say(&format!("ask.{key}.title"), context! {})?;
    let asked = narrator.say(&format!("ask.{key}.question"), ask_values(narrator, board, request))?;
    let rule = menu_rule(narrator, request)?;
    let chat = if request.chat { Some(narrator.say("ask.menu.chat", context! {})?) } else { None };
    let sentences: Vec<String> =
        [power(narrator, request.from)?, Some(asked), rule, chat].into_iter().flatten().collect();
    let fallback = match request.fallback {
        Fallback::Choice { choice: Choice::Say } => narrator.say("ask.fallback.silence", context! {})?,
        Fallback::Choice { choice } => {
            narrator.say("ask.fallback.choice", context! { choice => narrator.choice(request, choice) })?
        }
        Fallback::Lot => narrator.say("ask.fallback.lot", context! {})?,
    };
    let text = narrator.capital(sentences.join(narrator.word("words.join.sentence")?));
    Ok(QuestionText { title, text, options: options(narrator, request)?, fallback })
}

/// Whose power is used, where it is not that of one's own card.
fn power(narrator: &Narrator, from: Source) -> Result<Option<String>, PromptError> {
    match from {
        Source::Borrowed(of) => narrator.say("ask.power.borrowed", context! { role => role(of) }).map(Some),
        Source::Gift(of) => narrator.say("ask.power.gift", context! { role => role(of) }).map(Some),
        Source::House | Source::Role(_) | Source::Mark(_) | Source::Event(_) => Ok(None),
    }
}

/// The choices of a menu with their keys; none for sets and speeches.
fn options(narrator: &Narrator, request: &Request) -> Result<Vec<String>, PromptError> {
    if !matches!(request.menu, Menu::OneOf { .. }) {
        return Ok(vec![]);
    }
    keys(request, narrator.lang())
        .into_iter()
        .map(|(key, choice)| {
            let label = narrator.label(Some(request.seat), request.ask, Some(request.from), choice)?;
            Ok(narrator.option(&key, &label))
        })
        .collect()
}

/// What may be answered where there are no options to list.
fn menu_rule(narrator: &Narrator, request: &Request) -> Result<Option<String>, PromptError> {
    let me = seat_or_none(Some(request.seat));
    match request.menu {
        Menu::OneOf { .. } => Ok(None),
        Menu::Subset { of, min, max, pass } => {
            let pass = if pass { Some(narrator.choice(request, Choice::Pass)) } else { None };
            let pass = pass.map_or(Value::from(()), Value::from);
            narrator.say("ask.menu.subset", context! { me, of => seats(of), min, max, pass }).map(Some)
        }
        Menu::Talk { limit } => narrator.say("ask.menu.talk", context! { me, limit }).map(Some),
    }
}

/// The key of a question: its kind, and what distinguishes questions of a kind. Offers differ by who makes them, which
/// is not always known.
pub(crate) fn ask_key(narrator: &Narrator, ask: Ask, from: Option<Source>) -> String {
    match (ask, from) {
        (Ask::Night { role }, _) => own_or(narrator, "night", role.id(), "other"),
        (Ask::Further { role, .. }, _) => format!("further.{role}"),
        (Ask::Hunt { .. }, _) => "hunt".into(),
        (Ask::Substitute { .. }, _) => "substitute".into(),
        (Ask::Shot, Some(Source::Role(role) | Source::Borrowed(role) | Source::Gift(role))) => {
            own_or(narrator, "shot", role.id(), "other")
        }
        (Ask::Shot, _) => "shot.other".into(),
        (Ask::Ban, _) => "ban".into(),
        (Ask::Deed { .. }, _) => "deed".into(),
        (Ask::Badge, _) => "badge".into(),
        (Ask::Words, _) => "words".into(),
        // A round in turn consists of speeches of the day.
        (Ask::Speak { floor: FloorKind::Round }, _) => "speak.day".into(),
        (Ask::Event { part: 0, .. }, _) => "event.held".into(),
        (Ask::Event { event, part, .. }, _) => event_key(event, part),
        (Ask::Speak { floor }, _) => format!("speak.{}", floor.id()),
        (Ask::Bid, _) => "bid".into(),
        (Ask::Ballot { about, .. }, _) => format!("ballot.{}", about.id()),
        (Ask::Hand { .. }, _) => "hand".into(),
        (Ask::Stand, _) => "stand".into(),
        (Ask::Withdraw, _) => "withdraw".into(),
        (Ask::Refuse, _) => "refuse".into(),
        (Ask::BreakTie { .. }, _) => "break_tie".into(),
        (Ask::Order, _) => "order".into(),
        (Ask::Flip, _) => "flip".into(),
        (Ask::Offer { .. }, Some(Source::Role(role) | Source::Borrowed(role) | Source::Gift(role))) => {
            // What any wolf may do by day is to blow himself up.
            own_or(narrator, "offer", role.id(), if role.card().camp == Camp::Wolves { "werewolf" } else { "other" })
        }
        (Ask::Offer { .. }, Some(Source::Mark(MarkKind::Flipped))) => "offer.idiot".into(),
        (Ask::Offer { .. }, Some(Source::Mark(MarkKind::Sheriff))) => "offer.sheriff".into(),
        (Ask::Offer { .. }, Some(Source::Mark(MarkKind::Building(building)))) => {
            own_or(narrator, "offer", building.id(), "other")
        }
        (Ask::Offer { .. }, Some(Source::Mark(_) | Source::House | Source::Event(_)) | None) => "offer.other".into(),
    }
}

/// The key of a question of an event card. The spiritualism cards ask alike: for a medium, a question, and whom it
/// points at.
fn event_key(event: EventId, part: u8) -> String {
    let spirit = event.id().starts_with("spiritualism");
    match (spirit, part) {
        (false, part) => format!("event.{event}.{part}"),
        (true, 1) => "event.spirit.medium".into(),
        (true, 2) => "event.spirit.question".into(),
        (true, 3) => "event.spirit.at_night".into(),
        (true, 20..) => "event.spirit.asker".into(),
        (true, _) => "event.spirit.about".into(),
    }
}

/// The key of a question that a role may have its own words for, or else the one that serves for others.
fn own_or(narrator: &Narrator, kind: &str, role: &str, other: &str) -> String {
    let has = narrator.has(&format!("ask.{kind}.{role}.title"));
    format!("{kind}.{}", if has { role } else { other })
}

/// What a question may speak of.
fn ask_values(narrator: &Narrator, board: &Board, request: &Request) -> Value {
    let me = seat_or_none(Some(request.seat));
    match request.ask {
        Ask::Night { role: id } => context! { me, role => role(id) },
        Ask::Further { of, .. } => context! { me, of => seat_or_none(of) },
        Ask::Hunt { round } => context! { me, round, rounds => board.options.wolf_rounds.0 },
        Ask::Substitute { girl } => context! { me, girl => seat(girl) },
        Ask::Ballot { round, .. } => context! { me, round },
        Ask::Hand { candidate } => context! { me, candidate => seat(candidate) },
        Ask::BreakTie { tied } => context! { me, tied => seats(tied) },
        Ask::Event { event, part, of } => {
            let printed = format!("events.{event}.question.{}", part % 10);
            let spirit = Some(printed).filter(|_| part > 10);
            let spirit =
                spirit.and_then(|key| narrator.say(&key, context! {}).ok()).map_or(Value::from(()), Value::from);
            let card = narrator.word(&format!("events.{event}.name")).unwrap_or_default();
            context! { me, of => seat_or_none(of), question => spirit, card }
        }
        Ask::Deed { building, of } => context! { me, building => building.id(), of => seat(of) },
        Ask::Offer { window } => {
            let about = if let Window::Unmasking { seat } = window { Some(seat) } else { None };
            context! { me, about => seat_or_none(about) }
        }
        _ => context! { me },
    }
}

pub(crate) fn label(
    narrator: &Narrator,
    me: Option<Seat>,
    ask: Ask,
    from: Option<Source>,
    choice: Choice,
) -> Result<String, PromptError> {
    if let (Ask::Event { event, .. }, Choice::Question { number }) = (ask, choice) {
        let printed = format!("events.{event}.question.{number}");
        if narrator.has(&printed) {
            return narrator.say(&printed, context! {});
        }
    }
    let kind = choice_key(choice);
    let own = format!("choices.{}.{kind}", ask_key(narrator, ask, from));
    let key = if narrator.has(&own) { own } else { format!("choices.any.{kind}") };
    narrator.say(&key, label_values(me, choice))
}

fn choice_key(choice: Choice) -> &'static str {
    match choice {
        Choice::Pass => "pass",
        Choice::Yes => "yes",
        Choice::Say => "say",
        Choice::Target { .. } => "target",
        Choice::Save => "save",
        Choice::Poison { .. } => "poison",
        Choice::SaveAndPoison { .. } => "save_and_poison",
        Choice::Card { .. } => "card",
        Choice::Set { .. } => "set",
        Choice::Bid { .. } => "bid",
        Choice::Way { .. } => "way",
        Choice::Question { .. } => "question",
        Choice::Tear => "tear",
        Choice::Give { .. } => "give",
    }
}

pub(crate) fn label_values(me: Option<Seat>, choice: Choice) -> Value {
    let me = seat_or_none(me);
    match choice {
        Choice::Pass | Choice::Yes | Choice::Say | Choice::Save | Choice::Tear => context! { me },
        Choice::Target { seat: whom } | Choice::Poison { seat: whom } | Choice::SaveAndPoison { seat: whom } => {
            context! { me, seat => seat(whom) }
        }
        Choice::Card { role: id } => context! { me, role => role(id) },
        Choice::Set { seats: set } => context! { me, seats => seats(set) },
        Choice::Bid { level } => context! { me, level },
        Choice::Question { number } => context! { me, number },
        Choice::Way { direction } => context! { me, direction => direction.id() },
        Choice::Give { seat: whom, role: id } => context! { me, seat => seat(whom), role => role(id) },
    }
}

/// The longest piece of a bad answer that is quoted back, in characters.
const SAID_MAX: usize = 80;

pub(crate) fn complaint(narrator: &Narrator, unclear: &Unclear, request: &Request) -> Result<String, PromptError> {
    let short = |text: &str| plain(text).chars().take(SAID_MAX).collect::<String>();
    let wrong = match unclear {
        Unclear::Empty => narrator.say("complaints.empty", context! {})?,
        Unclear::OnlyThought => narrator.say("complaints.only_thought", context! {})?,
        Unclear::NoChoice => narrator.say("complaints.no_choice", context! {})?,
        Unclear::Refused => narrator.say("complaints.refused", context! {})?,
        Unclear::Ambiguous { found } => {
            let found: Value = found.iter().map(|choice| narrator.choice(request, *choice)).collect();
            narrator.say("complaints.ambiguous", context! { found })?
        }
        Unclear::NotLegal { said } => narrator.say("complaints.not_legal", context! { said => short(said) })?,
        Unclear::BrokenJson { error } => narrator.say("complaints.broken_json", context! { error => short(error) })?,
    };
    let rule = menu_rule(narrator, request)?.unwrap_or_default();
    let legal = match request.menu {
        Menu::OneOf { .. } => {
            let options: Value = options(narrator, request)?.into_iter().collect();
            narrator.say("complaints.legal.one_of", context! { options })?
        }
        Menu::Subset { .. } => narrator.say("complaints.legal.subset", context! { rule })?,
        Menu::Talk { .. } => narrator.say("complaints.legal.talk", context! { rule })?,
    };
    Ok(wrong + narrator.word("words.join.sentence")? + &legal)
}

pub(crate) fn claim(narrator: &Narrator, me: Option<Seat>, speaker: Seat, claim: Claim) -> Result<String, PromptError> {
    let me = seat_or_none(me);
    let (kind, values) = match claim {
        Claim::Role { seat: whose, role: id } => {
            let kind = if whose == speaker { "role_own" } else { "role_other" };
            (kind, context! { me, seat => seat(whose), role => role(id) })
        }
        Claim::Checked { seat: whom, wolf, night } => {
            let kind = if wolf { "checked_wolf" } else { "checked_good" };
            (kind, context! { me, seat => seat(whom), night })
        }
        Claim::Healed { seat: whom } => ("healed", context! { me, seat => seat(whom) }),
        Claim::Poisoned { seat: whom } => ("poisoned", context! { me, seat => seat(whom) }),
        Claim::Suspects { seat: whom } => ("suspects", context! { me, seat => seat(whom) }),
        Claim::Trusts { seat: whom } => ("trusts", context! { me, seat => seat(whom) }),
        Claim::WillVote { seat: whom } => ("will_vote", context! { me, seat => seat(whom) }),
    };
    narrator.say(&format!("facts.claim.{kind}"), values)
}
