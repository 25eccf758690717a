//! The names of the roles in replies. Ids are always understood; these are the other words people use.

use lycaon_rules::RoleId;

/// Each role with its names, Chinese and English, separated by bars. In English also the id without its hyphens.
const NAMES: &[(RoleId, &str)] = &[
    (RoleId::Werewolf, "狼人|狼|狼牌|普狼|werewolves|wolf|wolves"),
    (RoleId::Villager, "村民|平民|民|普通村民|villagers|ordinary townsfolk|townsfolk|plain villager"),
    (RoleId::Seer, "预言家|先知|预|fortune teller|prophet"),
    (RoleId::Witch, "女巫|巫|巫师"),
    (RoleId::Hunter, "猎人|猎"),
    (RoleId::Cupid, "丘比特|爱神"),
    (RoleId::Thief, "盗贼|小偷|robber"),
    (RoleId::LittleGirl, "小女孩|女孩|girl"),
    (RoleId::Guard, "守卫|守护者|守卫者|defender|bodyguard|savior"),
    (RoleId::Idiot, "白痴|傻子|village idiot|fool"),
    (RoleId::Elder, "长老|长者|ancient"),
    (RoleId::Scapegoat, "替罪羊|替罪羔羊"),
    (RoleId::Piper, "吹笛者|乐师|魔笛手|花衣魔笛手|pied piper"),
];

/// Every name of every role, folded.
pub(super) fn all() -> impl Iterator<Item = (RoleId, String)> {
    let ids = RoleId::ALL.iter().map(|role| (*role, role.id().replace('-', " ")));
    let names = NAMES.iter().flat_map(|(role, names)| names.split('|').map(|name| (*role, name.to_string())));
    ids.chain(names)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn every_role_has_names_in_both_languages_and_shares_none() {
        let mut owner: BTreeMap<String, RoleId> = BTreeMap::new();
        for (role, name) in all() {
            if let Some(other) = owner.insert(name.clone(), role) {
                panic!("`{name}` is a name of {other} and of {role}");
            }
        }
        for role in RoleId::ALL {
            let named: Vec<&String> = owner.iter().filter(|(_, of)| *of == role).map(|(name, _)| name).collect();
            assert!(named.iter().any(|name| name.is_ascii()), "{role} has no English name");
            assert!(named.iter().any(|name| !name.is_ascii()), "{role} has no Chinese name");
        }
    }
}
