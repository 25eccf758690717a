//! Facts into sentences: which template says a fact, and with which values.

use crate::narrator::Narrator;
use crate::sources::PromptError;
use crate::terms::{self, Term};
use crate::values::{role, roles, row, seat, seat_or_none, seats};
use lycaon_rules::{
    About, Ask, Board, Building, Choice, Claim, Fact, FloorKind, Gender, OptionValue, Outcome, Person, RoleId, Seat,
    Seats, SheriffSuccessor,
};
use minijinja::{Value, context};

/// What is said of a fact.
enum Line {
    /// The text of this name with these values.
    Text(String, Value),
    /// Nothing: what it tells stands elsewhere.
    Silence,
}

/// For whom a fact is worded.
#[derive(Clone, Copy)]
pub(crate) struct Ear<'a> {
    /// The listener's own seat, who is "you".
    pub me: Option<Seat>,
    /// Whom a fact for one seat was told.
    pub to: Option<Seat>,
    /// The board of the game.
    pub board: &'a Board,
}

/// The sentence of a fact; `None` if it needs none.
pub(crate) fn sentence(narrator: &Narrator, ear: Ear<'_>, fact: &Fact) -> Result<Option<String>, PromptError> {
    let line = of_the_game(narrator, ear, fact)?
        .or_else(|| of_votes(fact))
        .or_else(|| of_offices(ear, fact))
        .or_else(|| of_the_record(fact));
    let line = match line {
        Some(line) => line,
        None => of_secrets(narrator, ear, fact)?,
    };
    match line {
        Line::Silence => Ok(None),
        Line::Text(key, values) => {
            let common = context! { me => seat_or_none(ear.me), to => seat_or_none(ear.to) };
            narrator.say(&key, context! { ..values, ..common }).map(Some)
        }
    }
}

fn text(key: impl Into<String>, values: Value) -> Line {
    Line::Text(key.into(), values)
}

/// What everybody hears of nights, days, deaths and speeches.
fn of_the_game(narrator: &Narrator, ear: Ear<'_>, fact: &Fact) -> Result<Option<Line>, PromptError> {
    Ok(Some(match fact {
        Fact::Opened { seats, deck } => {
            let deck: Value = deck.iter().map(|(id, count)| context! { role => role(*id), count => *count }).collect();
            text("facts.opened", context! { seats => *seats, deck })
        }
        Fact::NightFell { night } => text("facts.night_fell", context! { night => *night }),
        Fact::Called { call } => {
            let (id, called) = terms::call(*call);
            text(format!("facts.called.{id}"), context! { role => called.map_or(Value::from(()), role) })
        }
        Fact::DayBroke { day } => text("facts.day_broke", context! { day => *day }),
        Fact::Died { seats: dead, .. } if dead.is_empty() => text("facts.died.nobody", context! {}),
        Fact::Died { seats: dead, manner, by } => {
            let by = seat_or_none(*by);
            text(format!("facts.died.{}", manner.id()), context! { seats => seats(*dead), by })
        }
        Fact::Revealed { seat: whose, role: is, card } => {
            let key = if is == card { "facts.revealed.plain" } else { "facts.revealed.remembered" };
            text(key, context! { seat => seat(*whose), role => role(*is), card => role(*card) })
        }
        Fact::RevealedCamp { seat: whose, wolf } => {
            let key = if *wolf { "facts.revealed_camp.wolf" } else { "facts.revealed_camp.good" };
            text(key, context! { seat => seat(*whose) })
        }
        Fact::Flipped { seat: whose } => text("facts.flipped", context! { seat => seat(*whose) }),
        Fact::Unmoved { seat: whose } => text("facts.unmoved", context! { seat => seat(*whose) }),
        Fact::PowersLost { elder } => {
            let scope = ear.board.options.elder_power_loss_scope.write();
            text(format!("facts.powers_lost.{scope}"), context! { elder => seat(*elder) })
        }
        Fact::Floor { floor, order } => text(format!("facts.floor.{}", floor.id()), context! { order => row(order) }),
        Fact::Directed { by, direction } => {
            text("facts.directed", context! { by => seat(*by), direction => direction.id() })
        }
        Fact::Spoke { seat: by, floor, text: words, claims } => spoke(narrator, ear, *by, *floor, words, claims)?,
        Fact::Bids { bids } => {
            let bids: Value = bids.iter().map(|(by, level)| context! { seat => seat(*by), level => *level }).collect();
            text("facts.bids", context! { bids })
        }
        Fact::Interrupted { by } => text("facts.interrupted", context! { by => seat(*by) }),
        Fact::Silenced { seats: silent } => text("facts.silenced", context! { seats => seats(*silent) }),
        Fact::VoteBanned { seats: banned } => text("facts.vote_banned", context! { seats => seats(*banned) }),
        Fact::Duel { by, seat: whom, wolf } => {
            let key = if *wolf { "facts.duel.wolf" } else { "facts.duel.good" };
            text(key, context! { by => seat(*by), seat => seat(*whom) })
        }
        Fact::Stepped { by, seat: whose } => text("facts.stepped", context! { by => seat(*by), seat => seat(*whose) }),
        Fact::Lingers { seat: whose } => text("facts.lingers", context! { seat => seat(*whose) }),
        Fact::Growl { heard } => text(if *heard { "facts.growl.heard" } else { "facts.growl.silent" }, context! {}),
        Fact::Groups { first } => text("facts.groups", context! { seats => seats(*first) }),
        Fact::Persons { persons } => text("facts.persons", context! { persons => people(persons) }),
        Fact::EventDrawn { event } => {
            let of = |part: &str| narrator.say(&format!("events.{event}.{part}"), context! {});
            text("facts.event_drawn", context! { name => of("name")?, about => of("about")? })
        }
        Fact::Holds { event } => {
            let of = |part: &str| narrator.say(&format!("events.{event}.{part}"), context! {});
            text("facts.holds", context! { name => of("name")?, about => of("about")? })
        }
        Fact::Appointed { seat: who } => text("facts.appointed", context! { seat => seat(*who) }),
        Fact::Happened { .. } => happened(narrator, fact)?,
        Fact::Returned { seat: who } => text("facts.returned", context! { seat => seat(*who) }),
        Fact::Murmured { sight } => {
            let (id, card) = terms::sight(*sight);
            text(format!("facts.murmured.{id}"), context! { role => card.map_or(Value::from(()), role) })
        }
        Fact::Overheard { text: words } => text("facts.overheard", context! { text => words }),
        Fact::Ended { outcome } => text("facts.ended", outcome_values(ear.me, outcome)),
        _ => return Ok(of_the_village(narrator, fact)),
    }))
}

/// The people at the table, each with what is to be seen of him.
fn people(persons: &[Person]) -> Value {
    let seen = |(who, person): (Seat, &Person)| {
        let looks = [
            (person.lives_here, "lives_here"),
            (person.smoker, "smoker"),
            (person.jeans, "jeans"),
            (person.black_top, "black_top"),
            (person.jewel, "jewel"),
            (person.glasses, "glasses"),
        ];
        let looks: Value = looks.into_iter().filter(|(has, _)| *has).map(|(_, id)| Value::from(id)).collect();
        let gender = match person.gender {
            Gender::Woman => "woman",
            Gender::Man => "man",
        };
        context! { seat => seat(who), gender, age => person.age, looks }
    };
    Seat::all(persons.len()).zip(persons).map(seen).collect()
}

/// What an event card brings about before all eyes. An answer of a spirit quotes the question that is printed.
fn happened(narrator: &Narrator, fact: &Fact) -> Result<Line, PromptError> {
    let Fact::Happened { event, part, by, seats: whom, yes } = fact else { return Ok(Line::Silence) };
    let values = context! { by => seat_or_none(*by), seats => seats(*whom), yes => *yes };
    let printed = format!("events.{event}.question.{part}");
    if narrator.has(&printed) {
        let question = narrator.say(&printed, context! {})?;
        return Ok(text("facts.spirit", context! { question, ..values }));
    }
    Ok(text(format!("events.{event}.news.{part}"), values))
}

/// What everybody sees of the buildings of the Village.
fn of_the_village(narrator: &Narrator, fact: &Fact) -> Option<Line> {
    Some(match fact {
        Fact::Village { homes } => {
            let home = |(who, building): &(Seat, Building)| context! { seat => seat(*who), building => building.id() };
            text("facts.village", context! { homes => homes.iter().map(home).collect::<Value>() })
        }
        Fact::Trade { by, building, seats: on } => {
            let own = format!("facts.trade.{}", building.id());
            let key = if narrator.has(&own) { own } else { "facts.trade.other".into() };
            text(key, context! { by => seat(*by), building => building.id(), seats => seats(*on) })
        }
        Fact::Moved { by, seat: to, building } => {
            text("facts.moved", context! { by => seat(*by), seat => seat(*to), building => building.id() })
        }
        Fact::Burnt { seat: of, building } => {
            text("facts.burnt", context! { seat => seat(*of), building => building.id() })
        }
        Fact::Unpopular { seat: of } => text("facts.unpopular", context! { seat => seat(*of) }),
        _ => return None,
    })
}

fn spoke(
    narrator: &Narrator,
    ear: Ear<'_>,
    by: Seat,
    floor: Option<FloorKind>,
    words: &str,
    claims: &[Claim],
) -> Result<Line, PromptError> {
    let kind = match floor {
        None => "last_words",
        // Speeches of these floors are told as the day's, or without their speaker.
        Some(FloorKind::Round | FloorKind::Masked) => FloorKind::Day.id(),
        Some(floor) => floor.id(),
    };
    let claims = claims.iter().map(|claim| narrator.claim_of(ear.me, by, *claim)).collect::<Result<Vec<_>, _>>()?;
    let claims: Value = claims.into_iter().collect();
    Ok(text(format!("facts.spoke.{kind}"), context! { seat => seat(by), text => words, claims }))
}

/// What everybody hears of ballots.
fn of_votes(fact: &Fact) -> Option<Line> {
    Some(match fact {
        Fact::PollOpened { about, round, over, voters } => {
            let values = context! { round => *round, over => seats(*over), voters => seats(*voters) };
            text(format!("facts.poll_opened.{}", about.id()), values)
        }
        Fact::Voted { about, by, onto } => {
            text(format!("facts.voted.{}", about.id()), context! { by => seat(*by), onto => seat_or_none(*onto) })
        }
        Fact::Counted { about, round, ballots, totals } => counted(*about, *round, ballots, totals),
        Fact::Tied { about, over } => text(format!("facts.tied.{}", about.id()), context! { over => seats(*over) }),
        Fact::TieBroken { by, onto } => {
            let key = if onto.is_some() { "facts.tie_broken.onto" } else { "facts.tie_broken.void" };
            text(key, context! { by => seat(*by), onto => seat_or_none(*onto) })
        }
        Fact::NobodyOut => text("facts.nobody_out", context! {}),
        Fact::Rewound { by } => text("facts.rewound", context! { by => seat(*by) }),
        Fact::SecondVote => text("facts.second_vote", context! {}),
        Fact::Drawn { seat: who } => text("facts.drawn", context! { seat => seat(*who) }),
        _ => return None,
    })
}

/// Ballots grouped by whom they name: `rows` of a seat, its votes (such as `2.5`) and its voters, and the `void`.
fn counted(about: About, round: u8, ballots: &[(Seat, Option<Seat>)], totals: &[(Seat, u16)]) -> Line {
    let voters_for = |onto: Option<Seat>| ballots.iter().filter(move |(_, to)| *to == onto).map(|(by, _)| *by);
    let rows: Value = totals
        .iter()
        .map(|(onto, halves)| {
            let votes = if halves % 2 == 0 { format!("{}", halves / 2) } else { format!("{}.5", halves / 2) };
            context! { seat => seat(*onto), votes, voters => seats(voters_for(Some(*onto)).collect()) }
        })
        .collect();
    let void: Seats = voters_for(None).collect();
    text(format!("facts.counted.{}", about.id()), context! { round, rows, void => seats(void) })
}

/// What everybody hears of the sheriff and of who may vote.
fn of_offices(ear: Ear<'_>, fact: &Fact) -> Option<Line> {
    Some(match fact {
        Fact::Standing { seats: standing } => text("facts.standing", context! { seats => seats(*standing) }),
        Fact::Withdrew { seats: gone } => text("facts.withdrew", context! { seats => seats(*gone) }),
        Fact::Elected { seat: who } => text("facts.elected", context! { seat => seat(*who) }),
        Fact::NoSheriff { lost } => {
            let key = if *lost { "facts.no_sheriff.lost" } else { "facts.no_sheriff.nobody" };
            text(key, context! {})
        }
        Fact::Refused { seat: who } => text("facts.refused", context! { seat => seat(*who) }),
        Fact::Badge { from, to: Some(heir) } => {
            text("facts.badge.handed", context! { giver => seat(*from), heir => seat(*heir) })
        }
        Fact::Badge { from, to: None } => {
            let torn = ear.board.options.sheriff_successor == SheriffSuccessor::MayTear;
            let key = if torn { "facts.badge.torn" } else { "facts.badge.kept" };
            text(key, context! { giver => seat(*from) })
        }
        Fact::BadgeVoid { seat: who } => text("facts.badge_void", context! { seat => seat(*who) }),
        Fact::VotersNamed { by, may_vote } => {
            text("facts.voters_named", context! { by => seat(*by), voters => seats(*may_vote) })
        }
        _ => return None,
    })
}

/// What one seat or several hear in private.
fn of_secrets(narrator: &Narrator, ear: Ear<'_>, fact: &Fact) -> Result<Line, PromptError> {
    Ok(match fact {
        // The moderator has heard the deal.
        Fact::Card { .. } if ear.me.is_none() => Line::Silence,
        Fact::Card { role: is } => text("facts.card", own_card(narrator, *is)?),
        Fact::Became { role: is } => text("facts.became", own_card(narrator, *is)?),
        Fact::SecretBadge { seat: who } => text("facts.secret_badge", context! { seat => seat(*who) }),
        Fact::Decided { ask, choice } => return decided(narrator, ear, *ask, *choice),
        Fact::Centre { cards } => text("facts.centre", context! { cards => roles(cards) }),
        Fact::Saw { seat: whom, sight } => {
            let (id, card) = terms::sight(*sight);
            let role = card.map_or(Value::from(()), role);
            text(format!("facts.saw.{id}"), context! { seat => seat(*whom), role })
        }
        Fact::Victim { seat: None } => text("facts.victim.nobody", context! {}),
        Fact::Victim { seat: Some(whom) } => text("facts.victim.seat", context! { seat => seat(*whom) }),
        Fact::VictimHidden => text("facts.victim_hidden", context! {}),
        Fact::Peeked { wolves, caught } => {
            text("facts.peeked", context! { wolves => seats(*wolves), caught => *caught })
        }
        Fact::MayNotShoot => text("facts.may_not_shoot", context! {}),
        Fact::Blocked => text("facts.blocked", context! {}),
        Fact::TooLate { ask } => text("facts.too_late", context! { what => narrator.ask_title(*ask)? }),
        Fact::Pack { wolves } => text("facts.pack", context! { wolves => seats(*wolves) }),
        Fact::Pointed { by, round, choice, text: words } => {
            let choice = narrator.label(ear.me, Ask::Hunt { round: *round }, None, *choice)?;
            let words = words.as_deref().map_or(Value::from(()), Value::from);
            text("facts.pointed", context! { by => seat(*by), round => *round, choice, text => words })
        }
        Fact::Prey { seat: None } => text("facts.prey.nobody", context! {}),
        Fact::Prey { seat: Some(whom) } => text("facts.prey.seat", context! { seat => seat(*whom) }),
        Fact::Caught { seat: whom } => text("facts.caught", context! { seat => seat(*whom) }),
        Fact::Taken { seat: whom, instead } => {
            let key = if *instead { "facts.taken.instead" } else { "facts.taken.spared" };
            text(key, context! { seat => seat(*whom) })
        }
        Fact::Lovers { seats: pair, roles: cards } => {
            let cards = cards.as_deref().unwrap_or_default();
            let cards: Value =
                cards.iter().map(|(who, is)| context! { seat => seat(*who), role => role(*is) }).collect();
            let other = ear.me.filter(|me| pair.has(*me)).and_then(|me| pair.without(me).only());
            text("facts.lovers", context! { seats => seats(*pair), other => seat_or_none(other), cards })
        }
        Fact::Charmed { seats: charmed } => text("facts.charmed", context! { seats => seats(*charmed) }),
        _ => return Ok(of_powers(fact).unwrap_or(Line::Silence)),
    })
}

/// What a power shows, gives or does to its holder.
fn of_powers(fact: &Fact) -> Option<Line> {
    Some(match fact {
        Fact::Turned => text("facts.turned", context! {}),
        Fact::Sniffed { seats: sniffed, wolf } => {
            let key = if *wolf { "facts.sniffed.wolf" } else { "facts.sniffed.nobody" };
            text(key, context! { seats => seats(*sniffed) })
        }
        Fact::Danced { seat: whom, dances } => {
            let key = if *dances { "facts.danced.yes" } else { "facts.danced.no" };
            text(key, context! { seat => seat(*whom) })
        }
        Fact::Graves { exiled } => {
            let exiled: Value =
                exiled.iter().map(|(who, wolf)| context! { seat => seat(*who), wolf => *wolf }).collect();
            text("facts.graves", context! { exiled })
        }
        Fact::Lucky { skill } => text("facts.lucky", context! { skill => role(*skill) }),
        Fact::Wolves { seats: pack } => text("facts.wolves", context! { seats => seats(*pack) }),
        Fact::Lent { role: of } => text("facts.lent", context! { role => role(*of) }),
        Fact::Touched { by } => text("facts.touched", context! { by => seat(*by) }),
        Fact::Company { seats: three } => text("facts.company", context! { seats => seats(*three) }),
        Fact::Enlisted { seat: whom } => text("facts.enlisted", context! { seat => seat(*whom) }),
        Fact::Kin { seats: kin, .. } => text("facts.kin", context! { seats => seats(*kin) }),
        _ => return None,
    })
}

fn own_card(narrator: &Narrator, is: RoleId) -> Result<Value, PromptError> {
    let word = |field: &str| narrator.word(&format!("roles.{}.{field}", is.id()));
    Ok(context! { role => role(is), short => word("short")?, aim => word("aim")? })
}

/// A seat's decision, told to it. A speech is heard by all anyway, where a wolf points is heard by the pack, and an
/// offer let pass is no event; the moderator hears of many others again when they are told to all.
fn decided(narrator: &Narrator, ear: Ear<'_>, ask: Ask, choice: Choice) -> Result<Line, PromptError> {
    let declined = choice == Choice::Pass && matches!(ask, Ask::Offer { .. });
    let pointing = matches!(ask, Ask::Hunt { .. });
    if choice == Choice::Say || declined || pointing || (ear.me.is_none() && comes_out(ask)) {
        return Ok(Line::Silence);
    }
    let what = narrator.ask_title(ask)?;
    let choice = narrator.label(ear.me, ask, None, choice)?;
    Ok(text("facts.decided", context! { what, choice }))
}

/// Whether what was chosen becomes a fact for all to hear.
fn comes_out(ask: Ask) -> bool {
    match ask {
        Ask::Bid
        | Ask::Ballot { .. }
        | Ask::Hand { .. }
        | Ask::Stand
        | Ask::Withdraw
        | Ask::Refuse
        | Ask::BreakTie { .. }
        | Ask::Order
        | Ask::Ban
        | Ask::Badge
        | Ask::Words
        | Ask::Speak { .. } => true,
        Ask::Night { .. }
        | Ask::Hunt { .. }
        | Ask::Further { .. }
        | Ask::Substitute { .. }
        | Ask::Shot
        | Ask::Deed { .. }
        | Ask::Flip
        | Ask::Event { .. }
        | Ask::Offer { .. } => false,
    }
}

/// What only the record says.
fn of_the_record(fact: &Fact) -> Option<Line> {
    Some(match fact {
        Fact::Dealt { cards, centre } => {
            let cards: Value = Seat::all(cards.len())
                .zip(cards)
                .map(|(who, card)| context! { seat => seat(who), role => role(*card) })
                .collect();
            text("facts.dealt", context! { cards, centre => roles(centre) })
        }
        Fact::Charming { by, seats: charmed } => {
            text("facts.charming", context! { by => seat(*by), seats => seats(*charmed) })
        }
        Fact::Put { by, on, what } => {
            text(format!("facts.put.{}", what.id()), context! { by => seat(*by), on => seat(*on) })
        }
        Fact::Fell { seat: who, causes } => {
            let causes: Value = causes.iter().map(|cause| Value::from(cause.id())).collect();
            text("facts.fell", context! { seat => seat(*who), causes })
        }
        Fact::Spared { seat: who, cause, ward } => {
            text("facts.spared", context! { seat => seat(*who), cause => cause.id(), ward => ward.id() })
        }
        Fact::Rolled { purpose, sides, result } => {
            text("facts.rolled", context! { purpose => purpose.id(), sides => *sides, result => *result })
        }
        Fact::Voice { seat: whose } => text("facts.voice", context! { seat => seat(*whose) }),
        Fact::StagedWin { party } => text("facts.staged_win", context! { party => party.id() }),
        _ => return None,
    })
}

/// The values of `facts.ended`.
pub(crate) fn outcome_values(me: Option<Seat>, outcome: &Outcome) -> Value {
    let winners: Value = outcome.winners.iter().map(|party| Value::from(party.id())).collect();
    let cards: Value = Seat::all(outcome.roles.len())
        .zip(&outcome.roles)
        .map(|(who, card)| context! { seat => seat(who), role => role(*card) })
        .collect();
    context! {
        me => seat_or_none(me),
        won => me.is_some_and(|me| outcome.seats.has(me)),
        winners,
        seats => seats(outcome.seats),
        reason => outcome.reason.id(),
        days => outcome.days,
        cards,
    }
}
