//! The witch's two potions: whom she may save and whom poison, and what either does. Others come by a poison like hers.

use crate::effect::{Blow, Effect, Item, Quarry};
use crate::event::{Cause, Ward};
use crate::hooks::{Me, Pick};
use crate::options::{ByNumberOrPerson, FloodWitch, WitchSeesVictim, WitchSelfSave, WitchTotalUses};
use crate::seat::Seats;
use crate::state::State;

/// Whether the potion is still in her hand.
pub(super) fn has(me: Me, item: Item, s: &State) -> bool {
    let used = |item| s.notes(me, item).next().is_some();
    match s.options().witch_total_uses {
        WitchTotalUses::EachOnce => !used(item),
        WitchTotalUses::OneTotal => !used(Item::Antidote) && !used(Item::Poison),
    }
}

/// Tonight's victims by number, as far as she is shown them: the target of the attack, guarded or not, unless the house
/// says otherwise. There are two where the hunt took place in two houses.
pub(super) fn shown_victims(me: Me, s: &State) -> Vec<Quarry> {
    let o = s.options();
    let blind = o.witch_sees_victim == WitchSeesVictim::OnlyWithAntidote && !has(me, Item::Antidote, s);
    let own = |quarry: &Quarry| s.person_in(quarry.named).gender == s.person_in(me.seat).gender;
    let seen = |quarry: &Quarry| s.room.is_none() || o.flood_witch == FloodWitch::Both || own(quarry);
    let shown = |quarry: &Quarry| !blind && seen(quarry) && (o.witch_sees_guarded_victim || !s.guarded(quarry.hit));
    s.quarry.into_iter().chain(s.other_quarry).filter(shown).collect()
}

/// Whom she may save tonight.
pub(super) fn savable(me: Me, s: &State) -> Vec<Quarry> {
    shown_victims(me, s).into_iter().filter(|victim| may_save(me, *victim, s)).collect()
}

/// The antidote, for this victim.
pub(super) fn antidote(me: Me, victim: Quarry, s: &State) -> [Effect; 2] {
    [
        Effect::Note(s.note(me, Item::Antidote, victim.named)),
        Effect::Shield { on: victim.hit, ward: Ward::Antidote, by: me.seat },
    ]
}

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
