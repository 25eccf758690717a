//! 女巫: one antidote and one poison.

use super::potions::{antidote, has, poison, savable, shown_victims, victims};
use super::{Camp, Card, Group, Pack, RoleId, Wakes};
use crate::agenda::Step;
use crate::effect::{Effect, Item, Quarry};
use crate::event::{Audience, Fact};
use crate::hooks::{Hooks, Me, Pick};
use crate::options::{Options, WitchSeesVictim, WitchTotalUses};
use crate::request::{Ask, Choice, Menu, Source};
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

/// The question that follows where she saves and there are two victims: which.
const WHICH: Ask = Ask::Further { role: RoleId::Witch, of: None };

/// Whether she holds the witch's card, and not just one use of the poison.
fn witch(me: Me) -> bool {
    !matches!(me.source, Source::Gift(_))
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
