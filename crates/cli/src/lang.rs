//! In which language a person is spoken to.

use clap::Args;
use lycaon_narrator::Lang;

/// The flag for it.
#[derive(Args, Clone, Copy, Debug)]
pub struct LangArg {
    /// The language, `zh` or `en`; without it, that of the locale
    #[arg(long, value_name = "zh|en", value_parser = str::parse::<Lang>)]
    lang: Option<Lang>,
}

impl LangArg {
    /// The language that was asked for, if one was.
    pub fn given(self) -> Option<Lang> {
        self.lang
    }

    /// The language that was asked for, or that of the locale, or English.
    pub fn or_locale(self) -> Lang {
        self.or(Lang::En)
    }

    /// The language that was asked for, or that of the locale, or this one.
    pub fn or(self, other: Lang) -> Lang {
        let set = |name: &str| std::env::var(name).ok().filter(|value| !value.is_empty());
        let locale = || ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().find_map(set);
        self.lang.or_else(|| of_locale(&locale()?)).unwrap_or(other)
    }
}

/// A short text of the command line in one of the languages.
pub fn in_lang<'a>(lang: Lang, zh: &'a str, en: &'a str) -> &'a str {
    match lang {
        Lang::Zh => zh,
        Lang::En => en,
    }
}

/// The language of a locale such as `zh_CN.UTF-8`; that of the C locale is none.
fn of_locale(locale: &str) -> Option<Lang> {
    match locale.split(['_', '-', '.', '@']).next() {
        Some("C" | "POSIX" | "") | None => None,
        Some("zh") => Some(Lang::Zh),
        Some(_) => Some(Lang::En),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_locale_names_a_language_or_none() {
        assert_eq!(of_locale("zh_CN.UTF-8"), Some(Lang::Zh));
        assert_eq!(of_locale("zh-Hant"), Some(Lang::Zh));
        assert_eq!(of_locale("de_DE@euro"), Some(Lang::En));
        assert_eq!(of_locale("C.UTF-8"), None);
        assert_eq!(of_locale("POSIX"), None);
    }
}
