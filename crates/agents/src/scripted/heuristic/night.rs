//! The powers: what is done at night, and what a death lets one do.

use super::lines::{Line, Point};
use super::memory::is_wolf;
use super::sentences::Sentences;
use super::target;
use super::{Level, Mind};
use crate::scripted::Lots;
use lycaon_rules::{
    Answer, Ask, Choice, Claim, GirlMode, Group, GuardPlusWitch, Menu, Request, RoleId, Seat, Seats, Speech, WolfWin,
};

impl Mind<'_> {
    /// The night's power of a role.
    pub(super) fn night(&mut self, role: RoleId, menu: &Menu) -> Option<Choice> {
        match role {
            RoleId::Seer => self.check(menu),
            RoleId::Witch => self.potions(menu),
            RoleId::Guard => self.guard(menu),
            RoleId::Cupid => self.arrows(menu),
            RoleId::Thief => self.take_card(menu),
            RoleId::LittleGirl => Some(self.peek()),
            RoleId::Piper => self.charm(menu),
            _ => self.power(role, menu),
        }
    }

    /// The seer checks whom he suspects most and has not seen.
    pub(super) fn check(&mut self, menu: &Menu) -> Option<Choice> {
        let unknown: Seats = self.targets(menu).iter().filter(|seat| self.own.known.wolf[*seat].is_none()).collect();
        let seats = if unknown.is_empty() { self.targets(menu) } else { unknown };
        self.target_by(seats, |mind, seat| mind.own.of(seat)).map(target)
    }

    pub(super) fn potions(&mut self, menu: &Menu) -> Option<Choice> {
        let saves = menu.allows(Choice::Save) && self.saves();
        let poison = self.poison(menu, saves);
        match (saves, poison) {
            (true, Some(seat)) if menu.allows(Choice::SaveAndPoison { seat }) => Some(Choice::SaveAndPoison { seat }),
            (true, _) => Some(Choice::Save),
            (false, Some(seat)) => Some(Choice::Poison { seat }),
            (false, None) => Some(Choice::Pass),
        }
    }

    /// The witch saves on the first night, later whom she values; wolves seldom attack their own.
    fn saves(&mut self) -> bool {
        let Some(victim) = self.memory.victim else { return false };
        if victim == self.memory.me || self.memory.lover() == Some(victim) {
            return true;
        }
        if self.memory.am_wolf() {
            return false;
        }
        if self.own.of(victim) > 150 {
            return false;
        }
        let valued = self.own.belief_in_seer(victim) > 40
            || self.memory.sheriff == Some(victim)
            || self.claims.card[victim].is_some_and(|card| card != RoleId::Villager);
        valued || self.lots.percent(if self.memory.day <= 1 { 90 } else { 60 })
    }

    /// The witch poisons whom she is sure enough about; the bar falls as nights pass, and if she is about to die.
    fn poison(&mut self, menu: &Menu, saves: bool) -> Option<Seat> {
        let Menu::OneOf { choices } = menu else { return None };
        let poisonable = |choice: &Choice| match *choice {
            Choice::Poison { seat } => Some(seat),
            _ => None,
        };
        let mut seats: Seats = choices.iter().filter_map(poisonable).collect();
        for spared in [Some(self.memory.me), self.memory.lover(), self.memory.victim].into_iter().flatten() {
            seats.remove(spared);
        }
        if self.memory.am_wolf() {
            return self.target_by(seats.minus(self.memory.pack), Self::worth_killing);
        }
        let dying = self.memory.victim == Some(self.memory.me) && !saves;
        let bar = match self.memory.day {
            _ if self.level == Level::Easy => 60,
            0 | 1 => 250,
            2 => 190,
            3 => 130,
            _ => 80,
        } - if dying { 100 } else { 0 };
        self.own.worst(seats).filter(|seat| self.own.of(*seat) >= bar)
    }

    /// The guard stands before the believed seer, another open god, the sheriff, or himself. Where a victim both
    /// guarded and healed dies, he leaves the first night to the witch.
    fn guard(&mut self, menu: &Menu) -> Option<Choice> {
        let clash = self.memory.board.options.guard_plus_witch != GuardPlusWitch::Lives
            && self.memory.in_deck(RoleId::Witch) > 0;
        if self.memory.day <= 1 && clash && menu.allows(Choice::Pass) {
            return Some(Choice::Pass);
        }
        let noise = self.noise(60);
        let score = |mind: &Self, seat: Seat| {
            let open_god = mind.claims.card[seat].is_some_and(|card| card != RoleId::Villager);
            mind.own.belief_in_seer(seat) * 4
                + if open_god { 60 } else { 0 }
                + if mind.memory.sheriff == Some(seat) { 60 } else { 0 }
                + if seat == mind.memory.me { 60 } else { -mind.own.of(seat).clamp(-300, 300) / 3 }
                + noise[seat]
        };
        let mut seats = self.targets(menu);
        if let Some(lover) = self.memory.lover() {
            seats = if menu.allows(target(lover)) { seats.with(lover) } else { seats };
        }
        self.target_by(seats, score).map(target)
    }

    /// Cupid joins two others, or himself to one.
    fn arrows(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::Subset { of, min, .. } = menu else { return None };
        let mut pair = Seats::NONE;
        if of.has(self.memory.me) && self.lots.percent(30) {
            pair.insert(self.memory.me);
        }
        while pair.len() < usize::from(*min) {
            let left = of.minus(pair).without(self.memory.me);
            pair.insert(self.lots.seat(if left.is_empty() { of.minus(pair) } else { left })?);
        }
        Some(Choice::Set { seats: pair })
    }

    /// The thief takes the card that does most, and a wolf's as often as not.
    fn take_card(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::OneOf { choices } = menu else { return None };
        let wolf_is_welcome = self.lots.percent(50);
        let worth = |choice: &Choice| match *choice {
            Choice::Card { role } if is_wolf(role) => {
                if wolf_is_welcome {
                    9
                } else {
                    1
                }
            }
            Choice::Card { role: RoleId::Seer } => 8,
            Choice::Card { role: RoleId::Witch } => 7,
            Choice::Card { role } if role.card().group == Group::Villager => 2,
            Choice::Card { .. } => 5,
            _ => 2,
        };
        choices.iter().copied().max_by_key(worth)
    }

    fn peek(&mut self) -> Choice {
        let chance = match self.memory.board.options.girl_mode {
            GirlMode::FreePeek => 100,
            // Caught is dead: she looks when there is still much to learn.
            _ if self.memory.peeked.is_empty() => 45,
            _ => 15,
        };
        super::yes(self.lots.percent(chance))
    }

    /// The piper charms those who are likely to live on.
    fn charm(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::Subset { of, max, .. } = menu else { return None };
        let noise = self.noise(80);
        let mut seats: Vec<Seat> = of.iter().collect();
        seats.sort_by_key(|seat| (self.own.of(*seat) + noise[*seat], *seat));
        Some(Choice::Set { seats: seats.into_iter().take(usize::from(*max)).collect() })
    }

    /// Whom the pack should take. All wolves weigh the same things with the same lots, so that they agree; from the
    /// second round on they follow whoever pointed first.
    pub(super) fn hunt(&mut self, round: u8, menu: &Menu) -> Option<Choice> {
        let prey = self.targets(menu).minus(self.memory.pack).without(self.memory.me);
        if round > 1 {
            let leader = self.memory.pointed.iter().rev().filter(|(_, onto)| prey.has(*onto)).min_by_key(|(by, _)| *by);
            if let Some((_, onto)) = leader {
                return Some(target(*onto));
            }
        }
        let mut pack = Lots::new(self.seed, format!("the pack in night {}", self.memory.day));
        let by_lot = if self.level == Level::Easy { 400 } else { 60 };
        let scores: Vec<(i32, Seat)> =
            prey.iter().map(|seat| (self.worth_killing(seat) + pack.below(by_lot) as i32, seat)).collect();
        // Nobody may be left whom a wolf in love would kill.
        scores.into_iter().max().map(|(_, seat)| target(seat)).or(Some(Choice::Pass))
    }

    /// How much the village would lose with this seat.
    pub(super) fn worth_killing(&self, seat: Seat) -> i32 {
        let card = match self.claims.card[seat] {
            Some(RoleId::Seer) => 320,
            Some(RoleId::Witch) => 220,
            Some(RoleId::Guard | RoleId::Piper | RoleId::LittleGirl) => 180,
            Some(RoleId::Hunter) => -120,
            Some(RoleId::Elder) => -80,
            Some(RoleId::Idiot) if self.memory.shown[seat].is_some() => -40,
            Some(RoleId::Villager) if self.memory.board.options.wolf_win != WolfWin::SideWipe => -10,
            Some(card) if card.card().group == Group::God => 140,
            _ => 0,
        };
        let office = if self.memory.sheriff == Some(seat) { 90 } else { 0 };
        // Trusted players lead the village; suspects do the wolves' work.
        let trust = -self.table().of(seat).clamp(-200, 200) / 3;
        let against_us =
            self.memory.said.iter().filter(|said| said.by == seat && self.names_a_wolf(&said.claim)).count();
        card + office + trust + 15 * against_us.min(4) as i32
    }

    fn names_a_wolf(&self, claim: &Claim) -> bool {
        matches!(claim, Claim::Suspects { seat } | Claim::WillVote { seat } if self.memory.pack.has(*seat))
    }

    /// Where the pack may talk, a word goes with the first pointing.
    pub(super) fn with_word_to_the_pack(&mut self, request: &Request, choice: Choice) -> Answer {
        let first = matches!(request.ask, Ask::Hunt { round: 1 });
        let word = match choice {
            Choice::Target { seat } if request.chat => {
                let will_play_the_seer = self.pretends() && self.claims.card[self.memory.me].is_none();
                let line = match self.claims.card[seat] {
                    _ if !first => Line::PackFollow,
                    _ if will_play_the_seer => Line::PackPlan,
                    Some(RoleId::Seer) => Line::PackSeer,
                    Some(card) if card != RoleId::Villager => Line::PackGod,
                    _ => Line::PackTarget,
                };
                let said = [&self.memory.sentences, &Sentences::default()];
                self.lines.say(&Point::new(line).seat(seat), usize::MAX, said, |_| true, &mut self.lots)
            }
            _ => None,
        };
        let speech = word.map(|text| Speech { text, ..Speech::default() });
        Answer { choice, speech }
    }

    /// The pack takes a caught girl, unless it is about to take the seer.
    pub(super) fn substitute(&self, girl: Seat) -> Option<Choice> {
        let seer = self.memory.victim.is_some_and(|victim| self.claims.card[victim] == Some(RoleId::Seer));
        Some(super::yes(!seer && self.memory.lover() != Some(girl)))
    }

    /// The hunter takes the most suspected, if he suspects anybody; a wolf takes whom the pack wants dead.
    pub(super) fn shot(&mut self, menu: &Menu) -> Option<Choice> {
        if self.memory.am_wolf() {
            return self.prey(menu).or(Some(Choice::Pass));
        }
        let worst = self.own.worst(self.targets(menu).without(self.memory.me));
        match worst {
            Some(seat) if self.own.of(seat) >= 30 || !menu.allows(Choice::Pass) => Some(target(seat)),
            _ => Some(Choice::Pass),
        }
    }

    /// The scapegoat lets those vote whom he trusts.
    pub(super) fn ban(&mut self, menu: &Menu) -> Option<Choice> {
        let Menu::Subset { of, min, max, .. } = menu else { return None };
        let mut seats: Vec<Seat> = of.iter().collect();
        seats.sort_by_key(|seat| (self.own.of(*seat), *seat));
        let trusted = seats.iter().filter(|seat| self.own.of(**seat) < 10).count();
        let wanted = trusted.max(1).clamp(usize::from(*min), usize::from(*max));
        Some(Choice::Set { seats: seats.into_iter().take(wanted).collect() })
    }
}
