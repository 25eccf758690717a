//! The narrator: one language, its prompts, and everything it can say.

use crate::account;
use crate::after::{self, Telling};
use crate::catalogue::Catalogue;
use crate::facts::{self, Ear};
use crate::lang::Lang;
use crate::memory::{self, Memory};
use crate::probe::{self, Probe};
use crate::questions::{self, QuestionText};
use crate::reply::{Read, Unclear};
use crate::rules_text;
use crate::samples;
use crate::shown;
use crate::sources::{self, PromptError};
use crate::system::{self, Conditions};
use crate::terms::Term;
use lycaon_rules::{
    Answer, Ask, Board, Camp, Choice, Claim, EventId, Outcome, Party, Request, RoleId, Seat, SeatEvent, Source, View,
};
use minijinja::{Value, context};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// Says in one language what happened and what is asked. It decides nothing and knows nothing but what it is given.
///
/// The texts are templates in `prompts/`; they are compiled once, so make one narrator and share it.
pub struct Narrator {
    lang: Lang,
    catalogue: Catalogue,
    /// The directory whose prompts replace built-in ones.
    overrides: Option<PathBuf>,
}

impl fmt::Debug for Narrator {
    /// The language and the hash; nobody wants to read a thousand templates.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Narrator").field("lang", &self.lang).field("hash", &self.hash()).finish_non_exhaustive()
    }
}

/// What is said of a role, without the house rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoleText<'a> {
    /// The name: `狼人`, `Werewolf`.
    pub name: &'a str,
    /// One sentence to the holder of the card.
    pub short: &'a str,
    /// What the role can do.
    pub power: &'a str,
    /// What it must achieve, as a clause.
    pub aim: &'a str,
}

impl Narrator {
    /// The narrator of this language with the built-in prompts.
    ///
    /// # Panics
    /// Never: the test suite compiles and renders the built-in prompts.
    #[must_use]
    pub fn new(lang: Lang) -> Self {
        let sources = sources::embedded(lang);
        let catalogue = Catalogue::new(lang, &sources, &sources).expect("the built-in prompts are sound");
        Narrator { lang, catalogue, overrides: None }
    }

    /// The narrator of this language with the prompts of a directory, laid out as `prompts/` is: a file in `DIR/zh` or
    /// `DIR/en` replaces the built-in file of the same name. Every text is rendered once with sample values, so that a
    /// prompt that breaks does so here and not in the middle of a game.
    ///
    /// # Errors
    /// When a file cannot be read, replaces nothing, lacks a key, or does not render; the error names file and line.
    pub fn with_overrides(lang: Lang, dir: Option<&Path>) -> Result<Self, PromptError> {
        let Some(dir) = dir else { return Ok(Narrator::new(lang)) };
        let sources = sources::overridden(lang, dir)?;
        let catalogue = Catalogue::new(lang, &sources, &sources::embedded(lang))?;
        let narrator = Narrator { lang, catalogue, overrides: Some(dir.into()) };
        samples::rehearse(&narrator)?;
        Ok(narrator)
    }

    /// The narrator of another language with the prompts of the same directory.
    ///
    /// # Errors
    /// As [`Narrator::with_overrides`].
    pub fn in_lang(&self, lang: Lang) -> Result<Self, PromptError> {
        Narrator::with_overrides(lang, self.overrides.as_deref())
    }

    /// The language.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The hash of the prompts in use, file names and texts: 64 hexadecimal digits (BLAKE3).
    #[must_use]
    pub fn hash(&self) -> &str {
        self.catalogue.hash()
    }

    /// The name of a role.
    #[must_use]
    pub fn role_name(&self, role: RoleId) -> &str {
        self.role_text(role).name
    }

    /// What is said of a role.
    #[must_use]
    pub fn role_text(&self, role: RoleId) -> RoleText<'_> {
        let word = |field: &str| self.catalogue.word(&format!("roles.{}.{field}", role.id())).unwrap_or_default();
        RoleText { name: word("name"), short: word("short"), power: word("power"), aim: word("aim") }
    }

    /// The name of a role that cannot be played (`lycaon_rules::UNPLAYED`), and what is known of it.
    #[must_use]
    pub fn unplayed(&self, id: &str) -> (&str, &str) {
        let word = |field: &str| self.catalogue.word(&format!("words.unplayed.{id}.{field}")).unwrap_or_default();
        (word("name"), word("about"))
    }

    /// The name of an event card, and what it does.
    #[must_use]
    pub fn event_text(&self, event: EventId) -> (String, String) {
        let of = |part: &str| spoken(self.say(&format!("events.{event}.{part}"), context! {}));
        (of("name"), of("about"))
    }

    /// The name of a camp.
    #[must_use]
    pub fn camp_name(&self, camp: Camp) -> &str {
        self.catalogue.word(&format!("words.camp.{}", camp.id())).unwrap_or_default()
    }

    /// The name of a party that can win.
    #[must_use]
    pub fn party_name(&self, party: Party) -> &str {
        self.catalogue.word(&format!("words.party.{}", party.id())).unwrap_or_default()
    }

    /// The name of a seat: `3号`, `Player 3`.
    #[must_use]
    pub fn seat_name(&self, seat: Seat) -> String {
        spoken(self.say("choices.any.target", questions::label_values(None, Choice::Target { seat })))
    }

    /// What happened, as a sentence for the listener of this view, who is "you"; `None` if there is nothing to say.
    #[must_use]
    pub fn fact(&self, view: &View, event: &SeatEvent) -> Option<String> {
        facts::sentence(self, ear(view, event), &event.fact)
            .transpose()
            .map(|sentence| spoken(sentence.map(|s| self.capital(s))))
    }

    /// Who hears an event, as a tag before its sentence: `[公]`, `[仅你]`, `[狼队]`; in English `[all]`, `[you]`,
    /// `[pack]`. The moderator is told whose private matter it is: `[3号]`, `[Player 3]`, and `[法官]`, `[record]` for
    /// what nobody heard.
    #[must_use]
    pub fn tag(&self, view: &View, event: &SeatEvent) -> String {
        spoken(account::tag(self, view.listener(), event))
    }

    /// The heading of the night or day in which an event falls: `== 第1夜 ==`, `== Night 1 ==`.
    #[must_use]
    pub fn heading(&self, event: &SeatEvent) -> String {
        spoken(account::heading(self, event))
    }

    /// All that was heard from this position of the view on, a line for each event that has something to say, with its
    /// tag; empty if there is nothing. What a conversation must be told since it was last told something.
    #[must_use]
    pub fn news(&self, view: &View, from: usize) -> String {
        account::news(self, view, from)
    }

    /// All that the listener of this view has heard, with a heading for each night and day.
    #[must_use]
    pub fn account(&self, view: &View) -> String {
        account::account(self, view)
    }

    /// A finished game as its players look back on it: who was who, the nights, the votes, who fooled whom, and whose
    /// words did most. The view is the moderator's; `agents` says what sat where; `told` are the speeches that did most,
    /// where seats were asked what they believe. `None` while the game goes on.
    #[must_use]
    pub fn after(&self, view: &View, agents: &BTreeMap<Seat, String>, told: &[Telling]) -> Option<String> {
        after::after(self, view, agents, told).unwrap_or_else(|error| Some(broken(&error)))
    }

    /// A request as it is put to the seat whose view this is.
    #[must_use]
    pub fn question(&self, view: &View, request: &Request) -> QuestionText {
        match questions::question(self, view.board(), request) {
            Ok(question) => question,
            Err(error) => {
                let text = broken(&error);
                QuestionText { title: String::new(), text, options: vec![], fallback: String::new() }
            }
        }
    }

    /// A choice in the words in which it is offered: `3号`, `弃票`, `abstain`.
    #[must_use]
    pub fn choice(&self, request: &Request, choice: Choice) -> String {
        spoken(self.label(Some(request.seat), request.ask, Some(request.from), choice))
    }

    /// Reads a model's reply to a request: as [`crate::reply::read`], and options copied from the question.
    ///
    /// # Errors
    /// What was unclear.
    pub fn read(&self, reply: &str, request: &Request) -> Result<Read, Unclear> {
        shown::read(self, reply, request)
    }

    /// Reads a line that a person typed: as [`crate::reply::read_line`], and options copied from the question.
    ///
    /// # Errors
    /// What was unclear.
    pub fn read_line(&self, line: &str, request: &Request) -> Result<Answer, Unclear> {
        shown::read_line(self, line, request)
    }

    /// What was wrong with an answer, and what would have been right.
    #[must_use]
    pub fn complaint(&self, unclear: &Unclear, request: &Request) -> String {
        spoken(questions::complaint(self, unclear, request))
    }

    /// A claim in the speaker's own words: `第1夜我查验7号，是狼人`.
    #[must_use]
    pub fn claim(&self, speaker: Seat, claim: Claim) -> String {
        spoken(self.claim_of(None, speaker, claim))
    }

    /// The rules of this board as players read them: the cards, what each role does, and a sentence for each house rule
    /// that matters on it.
    #[must_use]
    pub fn rules(&self, board: &Board) -> String {
        spoken(rules_text::rules(self, board))
    }

    /// The system prompt of a model. It holds nothing of a seat, so it is the same to the byte for all seats of a board
    /// under the same conditions, and a provider's prefix cache works.
    #[must_use]
    pub fn system(&self, board: &Board, conditions: Conditions) -> String {
        spoken(system::system(self, board, conditions))
    }

    /// A piece of a prompt about what the seat remembers.
    #[must_use]
    pub fn memory(&self, memory: Memory<'_>) -> String {
        spoken(memory::memory(self, memory))
    }

    /// What a seat is asked aside from the game. The JSON object that is wanted stands on the last line.
    #[must_use]
    pub fn probe(&self, probe: Probe<'_>) -> String {
        spoken(probe::probe(self, probe))
    }

    /// All that was heard at these positions of the view, as [`Narrator::news`] has it.
    #[must_use]
    pub fn heard(&self, view: &View, positions: Range<usize>) -> String {
        account::heard(self, view, positions)
    }

    /// How a game ended, in one line.
    #[must_use]
    pub fn outcome(&self, outcome: &Outcome) -> String {
        spoken(self.say("facts.ended", facts::outcome_values(None, outcome)).map(|s| self.capital(s)))
    }

    /// The title of an option; `None` if there is no such option.
    #[must_use]
    pub fn option_title(&self, name: &str) -> Option<String> {
        let key = format!("options.{name}.title");
        self.catalogue.has(&key).then(|| spoken(self.say(&key, context! {})))
    }

    /// What an option with this value means, as a sentence for players; `None` if there is no such option or value.
    #[must_use]
    pub fn option_sentence(&self, name: &str, value: &str) -> Option<String> {
        rules_text::option_sentence(self, name, value).map(spoken)
    }

    /// An option as it is shown.
    pub(crate) fn option(&self, key: &str, label: &str) -> String {
        spoken(self.say("ui.option", context! { key, label }))
    }

    /// A text of the catalogue.
    pub(crate) fn say(&self, key: &str, values: Value) -> Result<String, PromptError> {
        self.catalogue.render(key, values)
    }

    /// A plain word of the catalogue.
    pub(crate) fn word(&self, key: &str) -> Result<&str, PromptError> {
        self.catalogue.word(key)
    }

    pub(crate) fn has(&self, key: &str) -> bool {
        self.catalogue.has(key)
    }

    #[cfg(test)]
    pub(crate) fn catalogue(&self) -> &Catalogue {
        &self.catalogue
    }

    /// The short name of what is asked.
    pub(crate) fn ask_title(&self, ask: Ask) -> Result<String, PromptError> {
        self.say(&format!("ask.{}.title", questions::ask_key(self, ask, None)), context! {})
    }

    /// A choice in words, where the question is known and perhaps who asks.
    pub(crate) fn label(
        &self,
        me: Option<Seat>,
        ask: Ask,
        from: Option<Source>,
        choice: Choice,
    ) -> Result<String, PromptError> {
        questions::label(self, me, ask, from, choice)
    }

    pub(crate) fn claim_of(&self, me: Option<Seat>, speaker: Seat, claim: Claim) -> Result<String, PromptError> {
        questions::claim(self, me, speaker, claim)
    }

    /// An English sentence may begin with "you" or "the"; its first letter is made a capital.
    pub(crate) fn capital(&self, sentence: String) -> String {
        let mut letters = sentence.chars();
        match letters.next() {
            Some(first) if first.is_ascii_lowercase() => first.to_ascii_uppercase().to_string() + letters.as_str(),
            _ => sentence,
        }
    }
}

/// For whom an event is worded.
fn ear<'a>(view: &'a View, event: &SeatEvent) -> Ear<'a> {
    Ear { me: view.seat(), to: view.seat().or(event.to.only()), board: view.board() }
}

/// A text, or in its place what is wrong with it. Built-in prompts are tested and others rehearsed, so nobody should
/// ever read this.
pub(crate) fn spoken(text: Result<String, PromptError>) -> String {
    text.unwrap_or_else(|error| broken(&error))
}

fn broken(error: &PromptError) -> String {
    format!("[{error}]")
}
