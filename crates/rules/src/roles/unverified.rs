//! Names that the sources mention and no source explains. They are listed, and cannot be played: a rule made up here
//! would be taken for one that somebody wrote.

/// A role of which only the name is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unverified {
    /// Its English name in kebab case.
    pub id: &'static str,
    /// Its Chinese name.
    pub zh: &'static str,
    /// Its English name.
    pub en: &'static str,
    /// What is known of it, in Chinese.
    pub about_zh: &'static str,
    /// What is known of it, in English.
    pub about_en: &'static str,
    /// Where it is named, as in docs/SOURCES.md.
    pub sources: &'static [&'static str],
}

/// Every such name.
pub const UNVERIFIED: &[Unverified] = &[
    Unverified {
        id: "moon-girl",
        zh: "月女",
        en: "moon girl",
        about_zh: "好人阵营的神职，全场一次“日夜颠倒”；如何颠倒，没有来源说明。",
        about_en: "A god of the village who once a game reverses day and night; no source says what that does.",
        sources: &["000b", "trc"],
    },
    Unverified {
        id: "apothecary",
        zh: "药剂师",
        en: "apothecary",
        about_zh: "故事里只有名字；是否就是毒师，无从证明。",
        about_en: "Only named in the story; whether it is the poisoner cannot be shown.",
        sources: &["000b"],
    },
    Unverified {
        id: "bandit",
        zh: "强盗",
        en: "bandit",
        about_zh: "任何语言里都找不到规则。",
        about_en: "No rule was found in any language.",
        sources: &[],
    },
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::roles::RoleId;

    #[test]
    fn an_unverified_name_is_no_role() {
        assert!(UNVERIFIED.iter().all(|name| RoleId::from_id(name.id).is_none()));
    }
}
