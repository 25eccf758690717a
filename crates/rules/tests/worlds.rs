//! Noninterference: what a seat hears, and what it is asked, depends on nothing that it has not heard.

use lycaon_rules::{
    Answer, Ask, Board, Camp, Choice, Deal, Dice, Fact, Game, Listener, Menu, Pack, Request, RoleId, Seat, SeatEvent,
    Seats, Setup, Waiting, decks,
};
use std::collections::HashMap;
use std::collections::hash_map::{DefaultHasher, Entry};
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// A number that depends on these things alone.
fn draw(seed: u64, parts: impl Hash) -> u64 {
    let mut hasher = DefaultHasher::new();
    (seed, parts).hash(&mut hasher);
    hasher.finish()
}

/// What a bystander saw of one world: his stream, and each of his requests with its place in the stream.
struct Seen {
    heard: Vec<SeatEvent>,
    asked: Vec<(usize, Request)>,
}

/// Facts that show a hidden card by the rules themselves; worlds may part there.
fn tells(fact: &Fact) -> bool {
    matches!(
        fact,
        Fact::Ended { .. }
            | Fact::Charmed { .. }
            | Fact::PowersLost { .. }
            | Fact::Flipped { .. }
            | Fact::Unmoved { .. }
            | Fact::Revealed { .. }
    )
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
            Ask::Night { .. } | Ask::Offer { .. } | Ask::Shot | Ask::Flip | Ask::Substitute { .. } => {
                if menu.allows(Choice::Pass) { Choice::Pass } else { menu.nth(0) }
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

    fn play(&self, board: &Arc<Board>, world: usize) -> Seen {
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
        Seen { heard: game.view(Listener::Seat(self.bystander)).heard().to_vec(), asked }
    }
}

/// A random board whose public events do not turn on hidden cards more than the rules make them.
fn board(seed: u64) -> Board {
    const HIDDEN: [&str; 10] =
        ["seer", "witch", "hunter", "cupid", "guard", "piper", "little-girl", "elder", "idiot", "scapegoat"];
    const CHINESE: [&str; 10] = [
        "crow",
        "raven",
        "silence-elder",
        "gravekeeper",
        "demon-hunter",
        "pure-white-maiden",
        "poisoner",
        "lone-girl",
        "gargoyle",
        "hidden-wolf",
    ];
    let mut powers: Vec<&str> = [HIDDEN, CHINESE].concat();
    Dice::new(seed).shuffle("powers", &mut powers);
    let roles: String = powers[..4].iter().map(|role| format!("{role} = 1\n")).collect();
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

#[test]
fn a_bystander_cannot_tell_two_worlds_apart() {
    let mut compared = 0;
    for seed in 0..10_000 {
        let board = Arc::new(board(seed));
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
        let prey = board.seats().filter(safe).collect();
        let world = World { seed, bystander, prey, deals: [&deal, &other] };
        let [a, b] = [0, 1].map(|i| world.play(&board, i));
        let until = a.heard.iter().zip(&b.heard).position(|(a, b)| tells(&a.fact) || tells(&b.fact));
        let until = until.unwrap_or(a.heard.len().min(b.heard.len()));
        for (x, y) in a.heard.iter().zip(&b.heard).take(until) {
            assert_eq!(x, y, "seed {seed}: {bystander} can tell {deal:?} from {other:?}");
        }
        let before = |seen: &Seen| seen.asked.iter().filter(|(at, _)| *at < until).cloned().collect::<Vec<_>>();
        assert_eq!(before(&a), before(&b), "seed {seed}: {bystander} is asked differently");
        compared += until;
    }
    assert!(compared > 200_000, "only {compared} events were compared");
}

/// What a seat is offered, or nothing, keyed by all that it has heard.
type Offered = HashMap<(Seat, u64, Option<Ask>), Vec<Menu>>;

#[test]
fn the_same_stream_is_asked_the_same() {
    let mut coincidences = 0;
    for name in decks() {
        let board = Arc::new(Board::named(name).unwrap());
        let mut known: Offered = HashMap::new();
        for seed in 0..1_500 {
            coincidences += ask_and_remember(&board, seed, &mut known);
        }
    }
    assert!(coincidences > 100_000, "only {coincidences} coincidences: the test has lost its teeth");
}

/// The same for every role, a handful at a time. The shadow is left out: what it inherits of a used power it learns from
/// the menu. So is the thief, whose cards from the box are many worlds.
#[test]
fn the_same_stream_is_asked_the_same_in_crowds() {
    let out = |role: &RoleId| {
        matches!(role, RoleId::Werewolf | RoleId::Villager | RoleId::Actor | RoleId::Thief | RoleId::Shadow)
    };
    let mut coincidences = 0;
    for crowd in 0..80 {
        let mut roles: Vec<RoleId> = RoleId::ALL.to_vec();
        roles.retain(|role| !out(role));
        Dice::new(crowd).shuffle("crowd", &mut roles);
        roles.truncate(5);
        let lines: String = roles.iter().map(|role| format!("{role} = {}\n", role.copies())).collect();
        let text = format!(
            "id = \"{roles:?}\"\nruleset = \"the-pact\"\n[roles]\nwerewolf = 2\nvillager = 2\n{lines}[options]\n\
             discussion = \"silent\"\nsheriff = \"off\"\n"
        );
        let board = Arc::new(Board::from_toml(&text).unwrap());
        let mut known: Offered = HashMap::new();
        coincidences += (0..200).map(|seed| ask_and_remember(&board, seed, &mut known)).sum::<usize>();
    }
    assert!(coincidences > 50_000, "only {coincidences} coincidences: the test has lost its teeth");
}

fn ask_and_remember(board: &Arc<Board>, seed: u64, known: &mut Offered) -> usize {
    let mut dice = Dice::new(seed);
    // Few deals and few first choices, so that streams meet again.
    let deal = board.deal(&mut Dice::new(seed % 12));
    let mut game = Game::new(Setup { board: board.clone(), deal });
    let mut coincidences = 0;
    let mut seen = 0;
    let mut streams = vec![DefaultHasher::new(); usize::from(board.seats)];
    for _ in 0..12 {
        match game.waiting() {
            Waiting::Over(_) => break,
            Waiting::Roll(roll) => {
                let result = dice.below("roll", u64::from(roll.sides).min(2)) as u16 + 1;
                game.rolled(result).unwrap();
            }
            Waiting::Seats(batch) => {
                let window = batch.iter().map(|r| r.ask).find(|ask| matches!(ask, Ask::Offer { .. }));
                for event in &game.events()[seen..] {
                    let text = serde_json::to_string(&(event.day, event.phase, &event.fact)).unwrap();
                    for seat in board.seats().filter(|seat| event.audience.reaches(*seat)) {
                        text.hash(&mut streams[seat.index()]);
                    }
                }
                seen = game.events().len();
                for seat in board.seats() {
                    let own: Vec<&Request> = batch.iter().filter(|request| request.seat == seat).collect();
                    if own.is_empty() && window.is_none() {
                        continue;
                    }
                    let ask = window.or(own.first().map(|request| request.ask));
                    let menus: Vec<Menu> = own.iter().map(|request| request.menu.clone()).collect();
                    match known.entry((seat, streams[seat.index()].finish(), ask)) {
                        Entry::Occupied(before) => {
                            assert_eq!(before.get(), &menus, "{} {seat} {ask:?}, seed {seed}", board.deck);
                            coincidences += 1;
                        }
                        Entry::Vacant(new) => {
                            new.insert(menus);
                        }
                    }
                }
                for position in 0..game.batch().len() {
                    let menu = &game.batch()[position].menu;
                    let choice = menu.nth(dice.below("choices", menu.size().min(2)));
                    game.answer(position, choice.into()).unwrap();
                }
                game.advance().unwrap();
            }
        }
    }
    coincidences
}
