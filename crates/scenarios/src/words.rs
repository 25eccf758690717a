//! The words of a scenario, in both languages.

use lycaon_rules::{EventId, Party, Purpose, Reason, RoleId, Seat, Seats};

/// What a line is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Seats,
    Rules,
    Options,
    Centre,
    FaceUp,
    Dice,
    Persons,
    Setup,
    Night,
    Dawn,
    Day,
    Learn,
    Vote,
    Election,
    Office,
    Speeches,
    Hustings,
    Defence,
    Calls,
    Ends,
}

const KEYS: &[(Key, &[&str])] = &[
    (Key::Seats, &["座位", "seats"]),
    (Key::Rules, &["规则", "rules"]),
    (Key::Options, &["选项", "options"]),
    (Key::Centre, &["底牌", "centre"]),
    (Key::FaceUp, &["明牌", "open"]),
    (Key::Dice, &["骰子", "dice"]),
    (Key::Persons, &["人物", "persons"]),
    (Key::Setup, &["开局", "setup"]),
    (Key::Night, &["夜", "night"]),
    (Key::Dawn, &["天亮", "dawn"]),
    (Key::Day, &["白天", "day"]),
    (Key::Learn, &["私下", "learn"]),
    (Key::Vote, &["投票", "再投", "vote", "revote"]),
    (Key::Election, &["竞选", "election"]),
    (Key::Office, &["推举", "office"]),
    (Key::Speeches, &["发言", "speeches"]),
    (Key::Hustings, &["竞选发言", "hustings"]),
    (Key::Defence, &["对决发言", "defence"]),
    (Key::Calls, &["呼叫", "calls"]),
    (Key::Ends, &["结束", "ends"]),
];

impl Key {
    /// Whether a line of this key sets the table, and may share its line with others.
    pub(crate) fn is_header(self) -> bool {
        matches!(self, Key::Seats | Key::Rules | Key::Options | Key::Centre | Key::FaceUp | Key::Dice | Key::Persons)
    }
}

/// What a key means, a number at its end left aside.
pub(crate) fn key(text: &str) -> Option<Key> {
    let word = text.trim_end_matches(|c: char| c.is_ascii_digit()).trim();
    KEYS.iter().find(|(_, names)| names.contains(&word)).map(|(key, _)| *key)
}

/// The number at the end of a key, if there is one.
pub(crate) fn key_number(text: &str) -> Option<u16> {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.trim().parse().ok()
}

const ROLES: &[(RoleId, &[&str])] = &[
    (RoleId::Werewolf, &["狼人", "werewolf", "werewolves", "wolf", "wolves"]),
    (RoleId::Villager, &["平民", "村民", "villager"]),
    (RoleId::Seer, &["预言家", "seer"]),
    (RoleId::Witch, &["女巫", "witch"]),
    (RoleId::Hunter, &["猎人", "hunter"]),
    (RoleId::Cupid, &["丘比特", "cupid"]),
    (RoleId::Thief, &["盗贼", "thief"]),
    (RoleId::LittleGirl, &["小女孩", "little girl", "girl"]),
    (RoleId::Guard, &["守卫", "guard"]),
    (RoleId::Idiot, &["白痴", "idiot"]),
    (RoleId::Elder, &["长老", "elder"]),
    (RoleId::Scapegoat, &["替罪羊", "scapegoat"]),
    (RoleId::Piper, &["吹笛者", "piper"]),
    (RoleId::Dreamer, &["摄梦人", "dreamer"]),
    (RoleId::Magician, &["魔术师", "magician"]),
    (RoleId::Knight, &["骑士", "knight"]),
    (RoleId::Rogue, &["老流氓", "rogue"]),
    (RoleId::Admirer, &["暗恋者", "admirer"]),
    (RoleId::MiracleMerchant, &["奇迹商人", "miracle merchant", "merchant"]),
    (RoleId::SequencePrince, &["定序王子", "sequence prince", "prince"]),
    (RoleId::Crow, &["乌鸦", "crow"]),
    (RoleId::SilenceElder, &["禁言长老", "silence elder"]),
    (RoleId::Gravekeeper, &["守墓人", "gravekeeper"]),
    (RoleId::DemonHunter, &["猎魔人", "demon hunter"]),
    (RoleId::PureWhiteMaiden, &["纯白之女", "pure white maiden", "maiden"]),
    (RoleId::WolfBeauty, &["狼美人", "wolf beauty"]),
    (RoleId::WhiteWolfKing, &["白狼王", "white wolf king"]),
    (RoleId::WolfKing, &["狼王", "wolf king"]),
    (RoleId::Gargoyle, &["石像鬼", "gargoyle"]),
    (RoleId::HiddenWolf, &["隐狼", "hidden wolf"]),
    (RoleId::BloodMoonApostle, &["血月使徒", "blood moon apostle", "apostle"]),
    (RoleId::EvilKnight, &["恶灵骑士", "evil knight"]),
    (RoleId::Nightmare, &["噩梦之影", "nightmare"]),
    (RoleId::CursedFox, &["咒狐", "cursed fox"]),
    (RoleId::LoneGirl, &["孤独少女", "lone girl"]),
    (RoleId::Poisoner, &["毒师", "poisoner"]),
    (RoleId::Psychic, &["通灵师", "psychic"]),
    (RoleId::VoteBanElder, &["禁票长老", "vote ban elder"]),
    (RoleId::Dancer, &["舞者", "dancer"]),
    (RoleId::WolfWitch, &["狼巫", "wolf witch"]),
    (RoleId::EclipseWolfQueen, &["蚀时狼妃", "eclipse wolf queen", "wolf queen"]),
    (RoleId::MechanicalWolf, &["机械狼", "mechanical wolf"]),
    (RoleId::AwakenedGargoyle, &["觉醒石像鬼", "awakened gargoyle"]),
    (RoleId::Masquerade, &["假面", "masquerade"]),
    (RoleId::Warden, &["典狱长", "warden"]),
    (RoleId::Raven, &["渡鸦", "raven"]),
    (RoleId::AccursedWolfFather, &["种狼", "accursed wolf father", "wolf-father"]),
    (RoleId::WhiteWerewolf, &["白狼", "white werewolf", "white wolf"]),
    (RoleId::DevotedServant, &["女仆", "devoted servant", "servant"]),
    (RoleId::Actor, &["变脸者", "actor"]),
    (RoleId::Pyromaniac, &["纵火者", "pyromaniac"]),
    (RoleId::Angel, &["天使", "angel"]),
    (RoleId::BigBadWolf, &["大野狼", "big bad wolf"]),
    (RoleId::WolfHound, &["狼狗", "wolf hound"]),
    (RoleId::WildChild, &["野孩子", "wild child"]),
    (RoleId::RustySwordKnight, &["锈剑骑士", "rusty sword knight"]),
    (RoleId::Fox, &["狐狸", "fox"]),
    (RoleId::BearTamer, &["驯熊师", "bear tamer"]),
    (RoleId::TwoSisters, &["两姐妹", "two sisters"]),
    (RoleId::ThreeBrothers, &["三兄弟", "three brothers"]),
    (RoleId::StutteringJudge, &["口吃法官", "stuttering judge"]),
    (RoleId::PrejudicedManipulator, &["偏见操纵者", "prejudiced manipulator"]),
    (RoleId::VillagerVillager, &["明牌村民", "villager villager"]),
    (RoleId::Gypsy, &["吉普赛女人", "gypsy"]),
    (RoleId::WolfBrotherElder, &["狼兄", "wolf brother elder", "elder brother"]),
    (RoleId::WolfBrotherYounger, &["狼弟", "wolf brother younger", "younger brother"]),
    (RoleId::Assassin, &["刺客", "assassin"]),
    (RoleId::FireWolf, &["火狼", "fire wolf"]),
    (RoleId::Shadow, &["影子", "shadow"]),
    (RoleId::Avenger, &["复仇者", "avenger"]),
    (RoleId::Bewitcher, &["蛊惑师", "bewitcher"]),
    (RoleId::Stalker, &["潜行者", "stalker"]),
    (RoleId::Tengu, &["天狗", "tengu"]),
];

/// The role at the beginning of a text, and the rest.
pub(crate) fn role(text: &str) -> Option<(RoleId, &str)> {
    longest(text, ROLES.iter().map(|(role, names)| (*role, *names)))
}

const PARTIES: &[(Party, &[&str])] = &[
    (Party::Village, &["好人", "village"]),
    (Party::Wolves, &["狼人", "wolves"]),
    (Party::Lovers, &["情侣", "lovers"]),
    (Party::Piper, &["吹笛者", "piper"]),
    (Party::WhiteWerewolf, &["白狼", "white werewolf"]),
    (Party::CursedFox, &["咒狐", "cursed fox"]),
    (Party::Angel, &["天使", "angel"]),
    (Party::PrejudicedManipulator, &["偏见操纵者", "prejudiced manipulator"]),
    (Party::Avenger, &["复仇者", "avenger"]),
];

/// The party at the beginning of a text, and the rest.
pub(crate) fn party(text: &str) -> Option<(Party, &str)> {
    longest(text, PARTIES.iter().map(|(party, names)| (*party, *names)))
}

const REASONS: &[(Reason, &[&str])] = &[
    (Reason::WolvesDead, &["狼人出尽", "wolves dead"]),
    (Reason::OthersDead, &["屠城", "others dead"]),
    (Reason::Parity, &["人数相等", "parity"]),
    (Reason::GodsDead, &["屠神", "gods dead"]),
    (Reason::VillagersDead, &["屠民", "villagers dead"]),
    (Reason::LoversAlone, &["只剩情侣", "lovers alone"]),
    (Reason::AllCharmed, &["全员被迷", "all charmed"]),
    (Reason::AttackFirst, &["狼刀在先", "attack first"]),
    (Reason::LastAlive, &["只剩一人", "last alive"]),
    (Reason::Stolen, &["胜利被夺", "stolen"]),
    (Reason::InTime, &["期限之内", "in time"]),
    (Reason::GroupDead, &["另一组出尽", "group dead"]),
    (Reason::ShadowMet, &["命中影子", "shadow met"]),
    (Reason::NobodyAlive, &["无人生还", "nobody alive"]),
    (Reason::MaxDays, &["天数用尽", "days used up"]),
];

/// The reason for an end that a text names.
pub(crate) fn reason(text: &str) -> Option<Reason> {
    REASONS.iter().find(|(_, names)| names.contains(&text.trim())).map(|(reason, _)| *reason)
}

const PURPOSES: &[(Purpose, &[&str])] = &[
    (Purpose::FirstSpeaker, &["首位发言", "first speaker"]),
    (Purpose::Direction, &["发言方向", "direction"]),
    (Purpose::Tie, &["平票", "tie"]),
    (Purpose::Prey, &["刀口", "prey"]),
    (Purpose::Catch, &["抓到", "catch"]),
    (Purpose::Peek, &["偷看", "peek"]),
    (Purpose::SecretBadge, &["暗警长", "secret badge"]),
    (Purpose::Groups, &["分组", "groups"]),
    (Purpose::Building, &["房子", "building"]),
    (Purpose::Glimpse, &["瞥见", "glimpse"]),
    (Purpose::Event, &["事件", "event"]),
    (Purpose::Voice, &["声音", "voice"]),
    (Purpose::Coin, &["硬币", "coin"]),
    (Purpose::Rotation, &["移动", "rotation"]),
];

/// The purpose of a roll at the beginning of a text, and the rest.
pub(crate) fn purpose(text: &str) -> Option<(Purpose, &str)> {
    longest(text, PURPOSES.iter().map(|(purpose, names)| (*purpose, *names)))
}

const EVENTS: &[(EventId, &[&str])] = &[
    (EventId::FullMoonRising, &["满月升起", "full-moon-rising"]),
    (EventId::Somnambulism, &["梦游", "somnambulism"]),
    (EventId::Enthusiasm, &["热情", "enthusiasm"]),
    (EventId::Dissatisfaction, &["不满", "dissatisfaction"]),
    (EventId::Backfire, &["适得其反", "backfire"]),
    (EventId::Nightmare, &["噩梦", "nightmare"]),
    (EventId::Influences, &["影响", "influences"]),
    (EventId::Executioner, &["刽子手", "executioner"]),
    (EventId::DoubleAgent, &["双面间谍", "double-agent"]),
    (EventId::GreatDistrust, &["强烈的不信任", "great-distrust"]),
    (EventId::SpiritualismA, &["招魂·邻里", "spiritualism-a"]),
    (EventId::SpiritualismB, &["招魂·衣着", "spiritualism-b"]),
    (EventId::SpiritualismC, &["招魂·预言家", "spiritualism-c"]),
    (EventId::SpiritualismD, &["招魂·两人", "spiritualism-d"]),
    (EventId::SpiritualismE, &["招魂·一人", "spiritualism-e"]),
    (EventId::NotMeNorWolf, &["不是我也不是狼", "not-me-nor-wolf"]),
    (EventId::Miracle, &["奇迹", "miracle"]),
    (EventId::LittleRascal, &["淘气鬼", "little-rascal"]),
    (EventId::Punishment, &["惩罚", "punishment"]),
    (EventId::Eclipse, &["日蚀", "eclipse"]),
    (EventId::Specter, &["鬼怪", "specter"]),
    (EventId::GoodManners, &["礼貌", "good-manners"]),
    (EventId::Burial, &["埋葬", "burial"]),
    (EventId::EndOfTheHarvest, &["丰收结束", "end-of-the-harvest"]),
    (EventId::TouchOfDeath, &["死亡之触", "touch-of-death"]),
    (EventId::WoodlandGathering, &["森林采集", "woodland-gathering"]),
    (EventId::PiousPhilip, &["虔诚的菲利浦", "pious-philip"]),
    (EventId::AprilFools, &["愚人节", "april-fools"]),
    (EventId::Flood, &["洪水", "flood"]),
    (EventId::GoneHunting, &["打猎", "gone-hunting"]),
    (EventId::HeadsOrTails, &["正反面", "heads-or-tails"]),
    (EventId::LuncheonForSeniors, &["长者午餐", "luncheon-for-seniors"]),
    (EventId::SaturdayEveningBall, &["周六舞会", "saturday-evening-ball"]),
    (EventId::BleakMonday, &["黑色星期一", "bleak-monday"]),
    (EventId::PactWithTheDevil, &["与魔鬼的契约", "pact-with-the-devil"]),
    (EventId::RadiantSunday, &["灿烂星期天", "radiant-sunday"]),
];

/// The event card at the beginning of a text, and the rest.
pub(crate) fn event(text: &str) -> Option<(EventId, &str)> {
    longest(text, EVENTS.iter().map(|(event, names)| (*event, *names)))
}

/// The longest of these words that the text begins with: its meaning, and the rest of the text.
pub(crate) fn longest<'t, 'w, T>(text: &'t str, words: impl Iterator<Item = (T, &'w [&'w str])>) -> Option<(T, &'t str)>
where
    T: Copy,
{
    words
        .flat_map(|(meaning, names)| names.iter().map(move |name| (meaning, *name)))
        .filter_map(|(meaning, name)| strip(text, name).map(|rest| (name.len(), meaning, rest)))
        .max_by_key(|(length, ..)| *length)
        .map(|(_, meaning, rest)| (meaning, rest))
}

/// The text without this word at its beginning; an English word must end there.
pub(crate) fn strip<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.trim_start().strip_prefix(word)?;
    let joined = |c: char| c.is_ascii_alphabetic();
    if word.ends_with(joined) && rest.starts_with(joined) { None } else { Some(rest.trim_start()) }
}

/// The seats at the beginning of a text, such as `3`, `1,2`, `1、2` or `4-6`, and the rest.
pub(crate) fn seats(text: &str) -> Option<(Seats, &str)> {
    let mut seats = Seats::NONE;
    let mut rest = text.trim_start();
    loop {
        let (from, after) = number(rest)?;
        let (to, after) = match after.strip_prefix('-') {
            Some(after) => number(after)?,
            None => (from, after),
        };
        for n in from..=to {
            seats.insert(Seat::try_from(n).ok()?);
        }
        let next = after.strip_prefix([',', '、']).map(str::trim_start);
        match next {
            Some(next) if next.starts_with(|c: char| c.is_ascii_digit()) => rest = next,
            _ => return Some((seats, after.trim_start())),
        }
    }
}

/// One seat at the beginning of a text, and the rest.
pub(crate) fn seat(text: &str) -> Option<(Seat, &str)> {
    seats(text).and_then(|(seats, rest)| Some((seats.only()?, rest)))
}

fn number(text: &str) -> Option<(u8, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    Some((text[..end].parse().ok()?, &text[end..]))
}

/// Whether the text says "nobody".
pub(crate) fn is_nobody(text: &str) -> bool {
    ["空", "无", "无人", "nobody", "none"].contains(&text.trim())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_read_in_lists_and_ranges() {
        let (list, rest) = seats("1、3-5,7出局").unwrap();
        assert_eq!(list.iter().map(Seat::number).collect::<Vec<_>>(), [1, 3, 4, 5, 7]);
        assert_eq!(rest, "出局");
        assert!(seats("guard").is_none());
        assert!(seats("0 dies").is_none());
    }

    #[test]
    fn the_longest_word_wins_and_english_words_end_where_they_end() {
        assert_eq!(role("little girl peeks").unwrap(), (RoleId::LittleGirl, "peeks"));
        assert_eq!(role("守卫守4").unwrap(), (RoleId::Guard, "守4"));
        assert!(role("guards 4").is_none());
    }

    #[test]
    fn every_role_has_a_word_in_both_languages() {
        for id in RoleId::ALL {
            let names = ROLES.iter().find(|(role, _)| role == id).expect("every role has words").1;
            assert!(names.iter().any(|name| name.is_ascii()) && names.iter().any(|name| !name.is_ascii()), "{id}");
        }
    }

    #[test]
    fn every_event_card_has_a_word_in_both_languages() {
        for id in EventId::ALL {
            let names = EVENTS.iter().find(|(event, _)| event == id).expect("every card has words").1;
            assert!(names.iter().any(|name| name.is_ascii()) && names.iter().any(|name| !name.is_ascii()), "{id}");
        }
    }

    #[test]
    fn keys_are_read_with_their_numbers() {
        assert_eq!((key("夜2"), key_number("夜2")), (Some(Key::Night), Some(2)));
        assert_eq!((key("night 12"), key_number("night 12")), (Some(Key::Night), Some(12)));
        assert_eq!((key("learn"), key_number("learn")), (Some(Key::Learn), None));
    }
}
