//! What the screen says of itself, in both languages.

use lycaon_narrator::Lang;
use serde::Deserialize;
use std::sync::LazyLock;

/// The texts of one language.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the texts stand beside their names in texts.*.toml")]
pub(crate) struct Texts {
    pub waiting: String,
    pub leave: String,
    pub alive: String,
    pub left: String,
    pub you: String,
    pub sheriff: String,
    pub out: String,
    pub away: String,
    pub night: String,
    pub day: String,
    pub mate: String,
    pub speaking: String,
    pub note: String,
    pub speech: String,
    pub keys_answer: String,
    pub keys_choose: String,
    pub keys_wait: String,
    pub keys_popup: String,
    pub keys_over: String,
    pub keys_watch: String,
    pub keys_held: String,
    pub press: String,
    pub new_below: String,
    pub above: String,
    pub card: String,
    pub votes: String,
    pub notes: String,
    pub help: String,
    pub told: String,
    pub night_told: String,
    pub keys: Vec<(String, String)>,
    pub really_leave: String,
    pub really_leave_joined: String,
    pub joined: String,
    pub way_back: String,
    pub not_asked: String,
    pub too_small: String,
    pub editor_failed: String,
    pub paused: String,
    pub position: String,
    pub speed: String,
    pub following: String,
    pub curtain: String,
    pub curtain_key: String,
    pub curtain_idle: String,
    pub nothing_now: String,
}

impl Texts {
    pub(crate) fn of(lang: Lang) -> &'static Texts {
        static ZH: LazyLock<Texts> = LazyLock::new(|| read(include_str!("texts.zh.toml")));
        static EN: LazyLock<Texts> = LazyLock::new(|| read(include_str!("texts.en.toml")));
        match lang {
            Lang::Zh => &ZH,
            Lang::En => &EN,
        }
    }
}

fn read(text: &str) -> Texts {
    toml::from_str(text).expect("the texts are part of the program, and a test reads them")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_languages_have_every_text_and_the_same_keys() {
        let keys = |lang| Texts::of(lang).keys.iter().map(|(key, _)| key.clone()).collect::<Vec<_>>();
        assert_eq!(keys(Lang::Zh), keys(Lang::En));
        assert!(keys(Lang::Zh).len() > 8);
    }
}
