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
    (RoleId::Dreamer, "摄梦人|dream catcher|dreamcatcher"),
    (RoleId::Magician, "魔术师"),
    (RoleId::Knight, "骑士"),
    (RoleId::Rogue, "老流氓|流氓|old rogue"),
    (RoleId::Admirer, "暗恋者|混血儿|half blood|hybrid"),
    (RoleId::MiracleMerchant, "奇迹商人|商人|merchant"),
    (RoleId::SequencePrince, "定序王子|王子|prince"),
    (RoleId::AccursedWolfFather, "种狼|感染狼|wolf father|infected wolf father|vile father of wolves"),
    (RoleId::WhiteWerewolf, "白狼|白狼人|white wolf"),
    (RoleId::DevotedServant, "女仆|忠诚的女仆|servant|maid|devoted maid"),
    (RoleId::Actor, "变脸者|演员"),
    (RoleId::Crow, "乌鸦"),
    (RoleId::Raven, "渡鸦"),
    (RoleId::SilenceElder, "禁言长老"),
    (RoleId::Gravekeeper, "守墓人|守墓|grave keeper"),
    (RoleId::DemonHunter, "猎魔人|猎魔|witcher"),
    (RoleId::PureWhiteMaiden, "纯白之女|纯白|pure white|white maiden"),
    (RoleId::Psychic, "通灵师|魔镜少女"),
    (RoleId::VoteBanElder, "禁票长老"),
    (RoleId::Dancer, "舞者"),
    (RoleId::WolfWitch, "狼巫"),
    (RoleId::EclipseWolfQueen, "蚀时狼妃|狼妃|wolf queen"),
    (RoleId::MechanicalWolf, "机械狼|wolf robot"),
    (RoleId::AwakenedGargoyle, "觉醒石像鬼"),
    (RoleId::Masquerade, "假面"),
    (RoleId::Warden, "典狱长"),
    (RoleId::WolfBeauty, "狼美人|狼美"),
    (RoleId::WhiteWolfKing, "白狼王"),
    (RoleId::WolfKing, "狼王|黑狼王|black wolf king"),
    (RoleId::Gargoyle, "石像鬼"),
    (RoleId::HiddenWolf, "隐狼"),
    (RoleId::BloodMoonApostle, "血月使徒|血月|apostle"),
    (RoleId::EvilKnight, "恶灵骑士|恶灵"),
    (RoleId::Nightmare, "噩梦之影|梦魇|噩梦"),
    (RoleId::CursedFox, "咒狐"),
    (RoleId::LoneGirl, "孤独少女|少女"),
    (RoleId::Poisoner, "毒师"),
    (RoleId::Pyromaniac, "纵火者|arsonist"),
    (RoleId::Angel, "天使"),
    (RoleId::BigBadWolf, "大野狼"),
    (RoleId::WolfHound, "狼狗|狼犬|wolfhound|dog wolf"),
    (RoleId::WildChild, "野孩子"),
    (RoleId::RustySwordKnight, "锈剑骑士|rusty knight"),
    (RoleId::Fox, "狐狸"),
    (RoleId::BearTamer, "驯熊师|bear leader"),
    (RoleId::TwoSisters, "两姐妹|姐妹|sister|sisters"),
    (RoleId::ThreeBrothers, "三兄弟|兄弟|brother|brothers"),
    (RoleId::StutteringJudge, "口吃法官"),
    (RoleId::PrejudicedManipulator, "偏见操纵者|操纵者|manipulator"),
    (RoleId::VillagerVillager, "明牌村民|双面村民"),
    (RoleId::WolfBrotherElder, "狼兄|elder wolf brother"),
    (RoleId::WolfBrotherYounger, "狼弟|younger wolf brother"),
    (RoleId::Assassin, "刺客"),
    (RoleId::FireWolf, "火狼"),
    (RoleId::Shadow, "影子"),
    (RoleId::Avenger, "复仇者"),
    (RoleId::Bewitcher, "蛊惑师"),
    (RoleId::Stalker, "潜行者"),
    (RoleId::Gypsy, "吉普赛女人"),
    (RoleId::Tengu, "天狗"),
];

/// The Chinese name of a role; its id if it has none.
pub(super) fn chinese(role: RoleId) -> &'static str {
    let names = NAMES.iter().find(|(of, _)| *of == role).map(|(_, names)| *names);
    names.and_then(|names| names.split('|').find(|name| !name.is_ascii())).unwrap_or(role.id())
}

/// Every name of every role, folded.
pub(crate) fn all() -> impl Iterator<Item = (RoleId, String)> {
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
