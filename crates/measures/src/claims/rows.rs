//! Claims as tidy rows.

use super::{Deceit, Label, Labelled, Refuted, Statement, labelled, omissions, refuted};
use crate::reading::{Story, rows::word};
use serde::Serialize;

/// A claim of a speech, beside the truth and what the speaker knew; or, with the label `omission`, a check that was kept
/// back.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct ClaimRow {
    /// The game.
    pub game: String,
    /// The deal.
    pub deal: String,
    /// The day.
    pub day: u16,
    /// The number of the speech in the game, from 1.
    pub speech: usize,
    /// Who claims.
    pub seat: u8,
    /// The agent.
    pub agent: String,
    /// The model.
    pub model: Option<String>,
    /// The card it was dealt.
    pub role: String,
    /// Whether the seat is a wolf.
    pub wolf: bool,
    /// The kind of claim.
    pub claim: String,
    /// How it was found: `stated` in structured form, or `read` from the words.
    pub method: String,
    /// Of whom.
    pub about: u8,
    /// The claimed role.
    pub claimed_role: Option<String>,
    /// The claimed sight: a wolf or not.
    pub claimed_wolf: Option<bool>,
    /// The night it speaks of.
    pub night: Option<u16>,
    /// The card that was dealt to the seat it is about.
    pub about_role: String,
    /// Whether that seat is a wolf.
    pub about_wolf: bool,
    /// Whether it is true; empty if that cannot be said.
    pub truth: Option<bool>,
    /// What the speaker held it for; empty if he could not be certain.
    pub held: Option<bool>,
    /// The label of D1.
    pub label: String,
    /// What kind of lie it is, if it is one.
    pub deceit: Option<String>,
    /// Of a lie: whether the role asks for it.
    pub required: Option<bool>,
    /// The day on which it was refuted in public.
    pub refuted_day: Option<u16>,
}

/// The claims of a game of this deal, and what was kept back.
#[must_use]
pub fn claim_rows(story: &Story, deal: &str) -> Vec<ClaimRow> {
    let labelled = labelled(story);
    let row = |claim: &Labelled| {
        let refuted_day = refuted(story, &claim.statement, &labelled).map(Refuted::day);
        let deceit = claim.deceit.map(word);
        let required = claim.deceit.map(Deceit::is_required);
        let (truth, held, label) = (claim.truth, claim.held, word(claim.label));
        let method = word(claim.statement.method);
        ClaimRow {
            truth,
            held,
            label,
            deceit,
            required,
            refuted_day,
            method,
            ..claim_row(story, deal, &claim.statement)
        }
    };
    let mut rows: Vec<ClaimRow> = labelled.iter().map(row).collect();
    for kept in omissions(story, &labelled).into_iter().filter(|omission| omission.kept) {
        let (truth, held) = (Some(story.speeches[kept.speech].at.wolves.has(kept.wolf)), Some(true));
        rows.push(ClaimRow { truth, held, label: word(Label::Omission), ..claim_row(story, deal, &kept.statement()) });
    }
    rows
}

/// What a claim is, without what is to be thought of it.
fn claim_row(story: &Story, deal: &str, statement: &Statement) -> ClaimRow {
    let by = statement.speaker;
    let (says, about, at) = (statement.says, statement.says.about(), story.speeches[statement.speech].at);
    ClaimRow {
        game: story.header.game.clone(),
        deal: deal.into(),
        day: statement.day,
        speech: statement.speech + 1,
        seat: by.number(),
        agent: story.agent(by).into(),
        model: story.header.seats.get(&by).and_then(|seating| seating.model.clone()),
        role: story.card(by).id().into(),
        wolf: at.wolves.has(by),
        claim: word(says.kind()),
        about: about.number(),
        claimed_role: says.role().map(|role| role.id().into()),
        claimed_wolf: says.wolf(),
        night: statement.night,
        about_role: story.card(about).id().into(),
        about_wolf: at.wolves.has(about),
        ..ClaimRow::default()
    }
}
