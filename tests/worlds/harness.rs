//! Pairs of games in which everybody decides without regard to his role, so that only the hidden deal differs.

use lycaon_narrator::{Narrator, Probe};
use lycaon_rules::{
    Answer, Ask, Board, Camp, Choice, Deal, Dice, Event, EventId, Fact, Game, Listener, Menu, Pack, Request, RoleId,
    Seat, SeatEvent, Seats, Setup, View, Waiting,
};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// Everything that a seat may be asked aside now, in words.
pub fn aside(narrator: &Narrator, view: &View) -> String {
    let others: Vec<Seat> = view.living().iter().filter(|seat| Some(*seat) != view.seat()).collect();
    let asked = [Probe::Beliefs(&others), Probe::Suspicion, Probe::Poll(&others), Probe::Report];
    let doubts = others.iter().map(|speaker| Probe::Doubt(*speaker));
    asked.into_iter().chain(doubts).map(|probe| narrator.probe(probe)).collect()
}

/// A number that depends on these things alone.
pub fn draw(seed: u64, parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, parts).hash(&mut hasher);
    hasher.finish()
}

/// What came of one world: the record, and each of the bystander's requests with its place in his stream.
pub struct Played {
    pub game: Game,
    pub asked: Vec<(usize, Request)>,
}

/// A pair of worlds that a bystander must not be able to tell apart.
pub struct Pair {
    pub board: Arc<Board>,
    pub bystander: Seat,
    pub deals: [Deal; 2],
    pub worlds: [Played; 2],
}

/// A listener's stream of a record.
pub fn stream(events: impl IntoIterator<Item = Event>, listener: Listener) -> Vec<SeatEvent> {
    let mut heard = vec![];
    for event in events {
        heard.extend(event.heard_by(listener, heard.len() as u32));
    }
    heard
}

/// Facts that show a hidden card by the rules themselves; worlds may part there.
pub fn tells(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Ended { .. }
            | Fact::Charmed { .. }
            | Fact::PowersLost { .. }
            | Fact::Flipped { .. }
            | Fact::Unmoved { .. }
            | Fact::Revealed { .. }
            | Fact::Murmured { .. }
            | Fact::SecondVote
            | Fact::Enlisted { .. }
            | Fact::Saw { .. }
    ) || is_spirit(fact)
        || is_price(fact)
}

/// Whether all hear at the end who has lost with a pact on him.
fn is_price(fact: &Fact) -> bool {
    matches!(fact, Fact::Happened { event: EventId::PactWithTheDevil, part: 2.., .. })
}

/// Whether a spirit has answered a question about hidden cards.
fn is_spirit(fact: &Fact) -> bool {
    matches!(fact, Fact::Happened { event, .. } if event.id().starts_with("spiritualism"))
}

/// One world of a pair: everybody decides without regard to his role.
struct World<'a> {
    seed: u64,
    bystander: Seat,
    /// Who may be the pack's prey in both worlds.
    prey: Seats,
    deals: [&'a Deal; 2],
}

impl World<'_> {
    fn choose(&self, game: &Game, request: &Request, count: usize) -> Choice {
        let menu = &request.menu;
        let pick = |ask: &Ask, menu: &Menu| menu.nth(draw(self.seed, (request.seat, ask, count)) % menu.size());
        match request.ask {
            Ask::Hunt { .. } => self.hunt(game, menu),
            // A set that is the same in both worlds and leaves the bystander out of it.
            Ask::Night { role: RoleId::Cupid } => self.pair(menu),
            Ask::Night { role: RoleId::Piper } => self.charm(menu),
            Ask::Night { .. }
            | Ask::Further { .. }
            | Ask::Offer { .. }
            | Ask::Shot
            | Ask::Flip
            | Ask::Substitute { .. } => {
                if menu.allows(Choice::Pass) {
                    Choice::Pass
                } else {
                    menu.nth(0)
                }
            }
            ask => pick(&ask, menu),
        }
    }

    fn hunt(&self, game: &Game, menu: &Menu) -> Choice {
        let night = game.events().iter().filter(|event| matches!(event.fact, Fact::NightFell { .. })).count();
        let living = game.view(Listener::Public).living();
        let able: Vec<Seat> = self.prey.and(living).iter().collect();
        let target = able.get(draw(self.seed, ("prey", night)) as usize % able.len().max(1));
        match target.map(|seat| Choice::Target { seat: *seat }) {
            Some(choice) if menu.allows(choice) => choice,
            _ => Choice::Pass,
        }
    }

    fn pair(&self, menu: &Menu) -> Choice {
        let others: Vec<Seat> = menu.seats().without(self.bystander).iter().collect();
        let first = draw(self.seed, "lover") as usize % others.len();
        Choice::Set { seats: Seats::one(others[first]).with(others[(first + 1) % others.len()]) }
    }

    fn charm(&self, menu: &Menu) -> Choice {
        let Menu::Subset { of, min, .. } = menu else { unreachable!("the piper names a set") };
        let spared = of.without(self.bystander);
        let from = if spared.len() >= usize::from(*min) { spared } else { *of };
        Choice::Set { seats: from.iter().take(usize::from(*min)).collect() }
    }

    fn play(&self, board: &Arc<Board>, world: usize) -> Played {
        let mut game = Game::new(Setup { board: board.clone(), deal: self.deals[world].clone() });
        let mut dice = Dice::new(self.seed);
        let mut asked = vec![];
        let mut counts: HashMap<(Seat, Ask), usize> = HashMap::new();
        loop {
            match game.waiting() {
                Waiting::Over(_) => break,
                Waiting::Roll(roll) => {
                    let result = dice.roll(roll);
                    game.rolled(result).unwrap();
                }
                Waiting::Seats(batch) => {
                    let requests: Vec<Request> = batch.to_vec();
                    for (position, request) in requests.into_iter().enumerate() {
                        let count = counts.entry((request.seat, request.ask)).or_default();
                        *count += 1;
                        let choice = self.choose(&game, &request, *count);
                        let answer = match choice {
                            Choice::Say => Answer::say(format!("{:x}", draw(self.seed, (request.seat, *count)))),
                            choice => choice.into(),
                        };
                        game.answer(position, answer).unwrap();
                        if request.seat == self.bystander {
                            asked.push((game.view(Listener::Seat(self.bystander)).heard().len(), request));
                        }
                    }
                    game.advance().unwrap();
                }
            }
        }
        Played { game, asked }
    }
}

impl Pair {
    /// The pair of this number: four powers drawn from all that fit.
    pub fn play(seed: u64) -> Pair {
        let mut powers = POWERS.to_vec();
        Dice::new(seed).shuffle("powers", &mut powers);
        Pair::of(&powers[..4], seed)
    }

    /// The pair of this number with these powers.
    pub fn of(powers: &[&str], seed: u64) -> Pair {
        Pair::at(board(powers, seed), seed, true)
    }

    /// The pair of this number with these powers and this event card, which is turned up on the second day. Where the
    /// card itself lets the hunt depend on hidden cards, nobody hunts.
    pub fn under(event: EventId, powers: &[&str], seed: u64) -> Pair {
        let mut board = board(powers, seed);
        board.options.set("event_deck", event.id()).unwrap();
        board.options.set("event_draw", "from_day2").unwrap();
        Pair::at(board, seed, !DECIDES_THE_HUNT.contains(&event))
    }

    fn at(board: Board, seed: u64, hunts: bool) -> Pair {
        let board = Arc::new(board);
        let mut dice = Dice::new(seed);
        let deal = board.deal(&mut dice);
        let plain = |seat: &Seat| matches!(deal.cards[seat.index()], RoleId::Villager | RoleId::Werewolf);
        let watchers: Vec<Seat> = board.seats().filter(plain).collect();
        let bystander = watchers[dice.below("bystander", watchers.len() as u64) as usize];
        let other = other_world(&deal, bystander, &mut dice);
        let safe = |seat: &Seat| {
            [&deal, &other].iter().all(|deal| {
                let role = deal.cards[seat.index()];
                role.card().camp == Camp::Village && role != RoleId::Elder && role != RoleId::Scapegoat
            })
        };
        let prey = board.seats().filter(|seat| hunts && safe(seat)).collect();
        let world = World { seed, bystander, prey, deals: [&deal, &other] };
        let worlds = [0, 1].map(|i| world.play(&board, i));
        Pair { board, bystander, deals: [deal, other], worlds }
    }
}

/// The event cards under which it shows who the wolves are, or what their victim is.
const DECIDES_THE_HUNT: &[EventId] = &[
    EventId::FullMoonRising,
    EventId::Backfire,
    EventId::Specter,
    EventId::Flood,
    EventId::TouchOfDeath,
    EventId::GoneHunting,
    EventId::SaturdayEveningBall,
    EventId::LittleRascal,
    EventId::AprilFools,
];

/// Powers that meet event cards without showing more of themselves than the cards make them.
pub const QUIET: &[&str] = &["guard", "cupid", "crow", "silence-elder", "little-girl", "witch", "hunter", "seer"];

/// The powers whose public events do not turn on hidden cards more than the rules make them, with people who decline
/// whatever they may.
pub const POWERS: &[&str] = &[
    "seer",
    "witch",
    "hunter",
    "cupid",
    "guard",
    "piper",
    "little-girl",
    "elder",
    "idiot",
    "scapegoat",
    "magician",
    "knight",
    "rogue",
    "miracle-merchant",
    "sequence-prince",
    "crow",
    "raven",
    "silence-elder",
    "vote-ban-elder",
    "gravekeeper",
    "demon-hunter",
    "pure-white-maiden",
    "psychic",
    "poisoner",
    "lone-girl",
    "wolf-beauty",
    "white-wolf-king",
    "wolf-king",
    "gargoyle",
    "hidden-wolf",
    "nightmare",
    "wolf-witch",
    "eclipse-wolf-queen",
    "mechanical-wolf",
    "accursed-wolf-father",
    "devoted-servant",
    "fox",
    "stuttering-judge",
    "assassin",
    "fire-wolf",
    "bewitcher",
    "stalker",
    "tengu",
];

/// A random board with these powers.
fn board(powers: &[&str], seed: u64) -> Board {
    let roles: String = powers.iter().map(|role| format!("{role} = 1\n")).collect();
    let any = |name: &str, of: &[&str]| format!("{name} = \"{}\"\n", of[draw(seed, name) as usize % of.len()]);
    let options = [
        any("sheriff", &["on", "off"]),
        any("sheriff_candidacy", &["everyone", "nominated"]),
        any("sheriff_elect_timing", &["before_night1", "day1_before_deaths", "day1_after_speeches"]),
        any("discussion", &["ordered", "two_rounds", "free", "silent"]),
        any("self_explode", &["on", "off"]),
        any("wolf_comm", &["none", "private_chat"]),
        any("seer_position", &["S1", "S2"]),
        any("girl_peek_window", &["whole", "after_call"]),
        any("tie", &["none", "pk_once,none", "random"]),
        any("vote_mode", &["simultaneous", "show_of_hands", "angry_mob_poll"]),
        any("last_words", &["none", "all", "n1_and_exile"]),
        any("lover_grief_at", &["dawn_public", "night_outcome"]),
    ];
    let text = format!(
        "id = \"worlds\"\nruleset = \"millers-hollow\"\n[roles]\nwerewolf = 2\nvillager = 4\n{roles}[options]\n{}\
         reveal_night_death = \"never\"\nreveal_execution = \"never\"\nwolf_may_skip = \"true\"\nguard_may_skip = \"true\"\n\
         hunter_must_shoot = \"may\"\nidiot_flip_optional = \"may\"\nspeech_start = \"random\"\n",
        options.concat()
    );
    Board::from_toml(&text).unwrap()
}

/// The same table with the cards of the others dealt anew. A wolf knows his pack, so for him all but the pack are.
fn other_world(deal: &Deal, bystander: Seat, dice: &mut Dice) -> Deal {
    let met = |role: RoleId| role.card().pack == Pack::Meets;
    let knows_pack = met(deal.cards[bystander.index()]);
    let hidden: Vec<usize> =
        (0..deal.cards.len()).filter(|i| *i != bystander.index() && !(knows_pack && met(deal.cards[*i]))).collect();
    let mut cards: Vec<RoleId> = hidden.iter().map(|i| deal.cards[*i]).collect();
    dice.shuffle("others", &mut cards);
    let mut other = deal.clone();
    for (i, card) in hidden.into_iter().zip(cards) {
        other.cards[i] = card;
    }
    other
}
