//! 女巫: one antidote and one poison.

use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::agenda::Step;
use crate::effect::{Blow, Effect, Item, Quarry};
use crate::event::{Audience, Cause, Fact, Ward};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{ByNumberOrPerson, FloodWitch, Options, WitchSeesVictim, WitchSelfSave, WitchTotalUses};
use crate::request::{Ask, Choice, Menu, Source};
use crate::seat::Seats;
use crate::state::State;

pub(super) struct Witch;

pub(super) const CARD: Card = Card {
    camp: Camp::Village,
    group: Group::God,
    wakes: Wakes::EveryNight,
    pack: Pack::No,
    sources: &["000a", "000d", "000g", "001", "003", "004"],
    options: &[
        "witch_self_save",
        "witch_potions_per_night",
        "witch_total_uses",
        "witch_self_poison",
        "witch_victim_still_acts",
        "witch_sees_victim",
        "witch_sees_guarded_victim",
        "guard_plus_witch",
    ],
    ..Card::BLANK
};

/// Whether the potion is still in her hand.
fn has(me: Me, item: Item, s: &State) -> bool {
    let used = |item| s.notes(me, item).next().is_some();
    match s.options().witch_total_uses {
        WitchTotalUses::EachOnce => !used(item),
        WitchTotalUses::OneTotal => !used(Item::Antidote) && !used(Item::Poison),
    }
}

/// Tonight's victims by number, as far as she is shown them: the target of the attack, guarded or not, unless the house
/// says otherwise. There are two where the hunt took place in two houses.
fn shown_victims(me: Me, s: &State) -> Vec<Quarry> {
    let o = s.options();
    let blind = o.witch_sees_victim == WitchSeesVictim::OnlyWithAntidote && !has(me, Item::Antidote, s);
    let own = |quarry: &Quarry| s.person_in(quarry.named).gender == s.person_in(me.seat).gender;
    let seen = |quarry: &Quarry| s.room.is_none() || o.flood_witch == FloodWitch::Both || own(quarry);
    let shown = |quarry: &Quarry| !blind && seen(quarry) && (o.witch_sees_guarded_victim || !s.guarded(quarry.hit));
    s.quarry.into_iter().chain(s.other_quarry).filter(shown).collect()
}

/// Whom she may save tonight.
fn savable(me: Me, s: &State) -> Vec<Quarry> {
    shown_victims(me, s).into_iter().filter(|victim| may_save(me, *victim, s)).collect()
}

/// The antidote, for this victim.
fn antidote(me: Me, victim: Quarry, s: &State) -> [Effect; 2] {
    [
        Effect::Note(s.note(me, Item::Antidote, victim.named)),
        Effect::Shield { on: victim.hit, ward: Ward::Antidote, by: me.seat },
    ]
}

/// The question that follows where she saves and there are two victims: which.
const WHICH: Ask = Ask::Further { role: RoleId::Witch, of: None };

/// Whether she may save the victim tonight: whether it is herself goes by number, since a refusal by person would
/// tell of a swap, or by person (`self_save_check`).
fn may_save(me: Me, victim: Quarry, s: &State) -> bool {
    let own = match s.options().self_save_check {
        ByNumberOrPerson::Number => victim.named == me.seat,
        ByNumberOrPerson::Person => victim.hit == me.seat,
    };
    let herself = match s.options().witch_self_save {
        WitchSelfSave::Always => true,
        WitchSelfSave::FirstNight => s.night == 1,
        WitchSelfSave::Never => false,
    };
    has(me, Item::Antidote, s) && (!own || herself)
}

/// Whether she holds the witch's card, and not just one use of the poison.
fn witch(me: Me) -> bool {
    !matches!(me.source, Source::Gift(_))
}

/// Whom she may poison, or another who has a poison like hers.
pub(super) fn victims(me: Me, s: &State) -> Seats {
    let own = if s.options().witch_self_poison { Seats::NONE } else { Seats::one(me.seat) };
    s.present().minus(own).minus(s.spared_by(me.seat))
}

/// The poison, if the choice is one.
pub(super) fn poison(me: Me, pick: Pick, s: &State) -> Vec<Effect> {
    let (Some(named), Some(on)) = (pick.named.seat(), pick.hit.seat()) else { return vec![] };
    vec![Effect::Note(s.note(me, Item::Poison, named)), Effect::Strike(Blow::kill(on, Cause::Poison, Some(me.seat)))]
}

impl Hooks for Witch {
    fn brief(&self, me: Me, ask: Ask, s: &State) -> Vec<Effect> {
        if !witch(me) || ask == WHICH {
            return vec![];
        }
        let blind = s.options().witch_sees_victim == WitchSeesVictim::OnlyWithAntidote && !has(me, Item::Antidote, s);
        let victims: Vec<Quarry> = shown_victims(me, s);
        let facts = match &victims[..] {
            _ if blind => vec![Fact::VictimHidden],
            [] => vec![Fact::Victim { seat: None }],
            victims => victims.iter().map(|victim| Fact::Victim { seat: Some(victim.named) }).collect(),
        };
        facts.into_iter().map(|fact| Effect::Tell(Audience::one(me.seat), fact)).collect()
    }

    fn menu(&self, me: Me, ask: Ask, s: &State) -> Option<Menu> {
        let o = s.options();
        if ask == WHICH {
            let choices = savable(me, s).into_iter().map(|victim| Choice::Target { seat: victim.named }).collect();
            return Some(Menu::OneOf { choices });
        }
        let save = witch(me) && !savable(me, s).is_empty();
        let victims_are = |seat| witch(me) && shown_victims(me, s).iter().any(|victim| victim.named == seat);
        let struck = !o.witch_victim_still_acts && victims_are(me.seat);
        let may_poison = has(me, Item::Poison, s) && !struck;
        let targets = victims(me, s);
        let mut choices = vec![Choice::Pass];
        if save {
            choices.push(Choice::Save);
        }
        if may_poison {
            choices.extend(targets.iter().map(|seat| Choice::Poison { seat }));
            let both = save && o.witch_potions_per_night.0 == 2 && o.witch_total_uses == WitchTotalUses::EachOnce;
            if both {
                choices.extend(targets.iter().map(|seat| Choice::SaveAndPoison { seat }));
            }
        }
        (choices.len() > 1).then_some(Menu::OneOf { choices })
    }

    /// Potions are spent when they are used, whether or not they change anything.
    fn play(&self, me: Me, ask: Ask, pick: Pick, s: &State) -> Vec<Effect> {
        let victims = savable(me, s);
        if ask == WHICH {
            let chosen = victims.into_iter().find(|victim| pick.named.seat() == Some(victim.named));
            return chosen.into_iter().flat_map(|victim| antidote(me, victim, s)).collect();
        }
        let mut effects = match (&victims[..], pick.hit) {
            ([victim], Choice::Save | Choice::SaveAndPoison { .. }) => antidote(me, *victim, s).into(),
            ([_, ..], Choice::Save | Choice::SaveAndPoison { .. }) => vec![Effect::Next(Step::Put { me, ask: WHICH })],
            _ => vec![],
        };
        effects.extend(poison(me, pick, s));
        effects
    }

    /// Who saves and says not whom saves by lot.
    fn must(&self, ask: Ask, _s: &State) -> bool {
        ask == WHICH
    }

    fn disarmed(&self, _options: &Options) -> bool {
        true
    }

    fn turns_back(&self) -> bool {
        true
    }
}
