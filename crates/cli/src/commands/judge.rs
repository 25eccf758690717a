//! `lycaon judge`

use crate::asking::{self, Asked, AskingArgs};
use crate::fault::{Exit, Fault};
use crate::out::{self, Out};
use clap::ValueEnum;
use lycaon_measures::claims::labelled;
use lycaon_measures::judges::{self, Arm, Case, Judgement};
use lycaon_measures::reading::Story;
use lycaon_transcript::call::Message;
use std::collections::BTreeSet;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
#[command(mut_arg("out", |out| out.help(OUT)))]
pub struct Args {
    #[command(flatten)]
    asking: AskingArgs,

    /// What the judge is told; may be repeated [default: blind and informed]
    #[arg(long, value_name = "ARM")]
    arm: Vec<ArmArg>,

    /// In how many orders the codes of the rubric are listed
    #[arg(long, value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    orders: u8,
}

const OUT: &str =
    "Where the verdicts stand; what is there is kept, and not asked again [default: judgements.jsonl beside the first]";

/// What a judge is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ArmArg {
    /// What everybody heard
    Blind,
    /// The cards, too, and what the speaker did
    Informed,
    /// What the speaker thought in private before the speech, and nothing of the speech
    Reasoning,
}

impl From<ArmArg> for Arm {
    fn from(arm: ArmArg) -> Self {
        match arm {
            ArmArg::Blind => Arm::Blind,
            ArmArg::Informed => Arm::Informed,
            ArmArg::Reasoning => Arm::Reasoning,
        }
    }
}

/// What kind of act a speech is.
struct Question {
    judge: Arc<Asked>,
    messages: Vec<Message>,
    text: String,
    record: Judgement,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let asking = &args.asking;
    let mut truth = judges::Truth::new();
    let judgements = asking.answers("judgements.jsonl", |story, judges| {
        truth.take(story, &labelled(story));
        warn(story, judges);
        asked(args, story, judges)
    })?;
    let compared = judges::compare(&judgements, &truth);
    match asking.json {
        true => out.json(&compared)?,
        false => judges::lines(&compared, asking.lang()).iter().try_for_each(|line| out.line(line))?,
    }
    Ok(Exit::Done)
}

/// Says where a judge would judge himself.
fn warn(story: &Story, judges: &[Arc<Asked>]) {
    for judge in judges {
        if story.header.seats.values().any(|seating| seating.model.as_ref() == Some(&judge.name)) {
            let (file, name) = (&story.file, &judge.name);
            out::say(format_args!("warning: {file}: {name} sits at this table and should not judge it"));
        }
    }
}

/// The questions about a game.
fn asked(args: &Args, story: &Story, judges: &[Arc<Asked>]) -> Vec<Question> {
    let arms: BTreeSet<Arm> = match args.arm.is_empty() {
        true => [Arm::Blind, Arm::Informed].into(),
        false => args.arm.iter().map(|arm| Arm::from(*arm)).collect(),
    };
    let mut questions = vec![];
    let chosen = args.asking.speeches(story).into_iter();
    for (speech, arm) in chosen.flat_map(|speech| arms.iter().map(move |arm| (speech, *arm))) {
        for (judge, order) in judges.iter().flat_map(|judge| (1..=args.orders).map(move |order| (judge, order))) {
            let case = Case { story, speech, arm, order };
            // Not every speaker's thoughts are in the transcript.
            let Some(text) = case.judged() else { continue };
            let said = &story.speeches[speech];
            let record = Judgement {
                game: story.header.game.clone(),
                speech: speech + 1,
                seat: said.seat.number(),
                day: said.at.day,
                arm,
                judge: judge.name.clone(),
                order,
                rubric: case.rubric_hash(),
                verdict: None,
                error: None,
                reply: None,
                tokens: 0,
                cost_usd: None,
                ms: 0,
            };
            let (judge, messages) = (judge.clone(), case.messages());
            questions.push(Question { judge, messages, text, record });
        }
    }
    questions
}

impl asking::Question for Question {
    type Record = Judgement;
    type Key = (String, usize, Arm, String, u8, String);

    fn record(&self) -> &Judgement {
        &self.record
    }

    fn key(known: &Judgement) -> Self::Key {
        let Judgement { game, speech, arm, judge, order, rubric, .. } = known.clone();
        (game, speech, arm, judge, order, rubric)
    }

    fn is_answered(known: &Judgement) -> bool {
        known.verdict.is_some()
    }

    async fn answer(self) -> Judgement {
        let Question { judge, messages, text, mut record } = self;
        let completion = judge.ask(&messages, &judges::schema()).await;
        record.tokens = completion.usage.tokens();
        record.cost_usd = completion.cost_usd;
        record.ms = u64::try_from(completion.took.as_millis()).unwrap_or(u64::MAX);
        let reply = completion.text.unwrap_or_default();
        match completion.failure {
            Some(failure) => record.error = Some(format!("{}: {}", failure.class.word(), failure.detail)),
            None => match judges::read(&reply, &text) {
                Ok(verdict) => record.verdict = Some(verdict),
                Err(why) => (record.error, record.reply) = (Some(why.to_string()), Some(reply)),
            },
        }
        record
    }
}
