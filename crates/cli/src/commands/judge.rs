//! `lycaon judge`

use crate::fault::{Exit, Fault};
use crate::files::{self, unwritable};
use crate::games;
use crate::out::{self, Out};
use crate::runtime;
use clap::ValueEnum;
use lycaon_agents::llm::{self, Access, Gate, Settings};
use lycaon_agents::spec::{AgentSpec, Roster};
use lycaon_measures::claims::{labelled, no_beliefs};
use lycaon_measures::judges::{self, Arm, Case, Judgement};
use lycaon_measures::reading::Story;
use std::collections::BTreeSet;
use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use tokio::task::JoinSet;

/// How many questions are under way at once; the gate of an endpoint may let in fewer.
const UNDER_WAY: usize = 32;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Transcripts, directories of transcripts, or directories of runs
    #[arg(value_name = "DIR|FILE", required = true)]
    paths: Vec<PathBuf>,

    /// A judge: PROVIDER/MODEL, or an agent file that names one; may be repeated
    ///
    /// Without a judge the verdicts that are there are compared, and nobody is asked.
    #[arg(long, value_name = "MODEL")]
    model: Vec<String>,

    /// What the judge is told; may be repeated [default: both]
    #[arg(long, value_name = "ARM")]
    arm: Vec<ArmArg>,

    /// In how many orders the codes of the rubric are listed
    #[arg(long, value_name = "1|2", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=2))]
    orders: u8,

    /// At most this many speeches of each game, evenly over the game
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    speeches: Option<u64>,

    /// Where the verdicts stand; what is there is kept, and not asked again [default: judgements.jsonl beside the first]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Prices of tokens, over the built-in ones
    #[arg(long, value_name = "FILE")]
    prices: Option<PathBuf>,

    /// Prints the comparison as JSON
    #[arg(long)]
    json: bool,
}

/// What a judge is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ArmArg {
    /// What everybody heard
    Blind,
    /// The cards, too, and what the speaker did
    Informed,
}

impl From<ArmArg> for Arm {
    fn from(arm: ArmArg) -> Self {
        match arm {
            ArmArg::Blind => Arm::Blind,
            ArmArg::Informed => Arm::Informed,
        }
    }
}

/// A judge that can be asked.
struct Judge {
    name: String,
    access: Access,
    settings: Settings,
}

/// What identifies a judgement.
type Key = (String, usize, Arm, String, u8, String);

/// A question to a judge, and the record that its answer completes.
struct Question {
    judge: Arc<Judge>,
    messages: Vec<lycaon_transcript::call::Message>,
    text: String,
    record: Judgement,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let path = args.out.clone().unwrap_or_else(|| beside(&args.paths[0]));
    let mut judgements = read(&path)?;
    let judges = args.model.iter().map(|name| judge(args, name)).collect::<Result<Vec<_>, Fault>>()?;
    let done: BTreeSet<Key> = judgements.iter().filter(|known| known.verdict.is_some()).map(key).collect();
    let (mut truth, mut questions) = (judges::Truth::new(), vec![]);
    games::each(&games::files(&args.paths)?, |story| {
        judges::known(&mut truth, &story.header.game, &labelled(&story, &no_beliefs));
        warn(&story, &judges);
        questions.extend(asked(args, &story, &judges).into_iter().filter(|new| !done.contains(&key(&new.record))));
        Ok(())
    })?;
    if !questions.is_empty() {
        let file = OpenOptions::new().create(true).append(true).open(&path);
        let file = file.map_err(|error| unwritable(&path, &error))?;
        let new = runtime::block_on(ask(questions, file, &path))??;
        out::say(format_args!("{} verdicts in {}", new.len(), path.display()));
        judgements.extend(new);
    }
    let compared = judges::compare(&latest(judgements), &truth);
    match args.json {
        true => out.json(&compared)?,
        false => judges::lines(&compared).iter().try_for_each(|line| out.line(line))?,
    }
    Ok(Exit::Done)
}

/// Where verdicts stand by default.
fn beside(path: &Path) -> PathBuf {
    let directory = if path.is_dir() { path } else { path.parent().unwrap_or(Path::new(".")) };
    directory.join("judgements.jsonl")
}

fn read(path: &Path) -> Result<Vec<Judgement>, Fault> {
    if !path.exists() {
        return Ok(vec![]);
    }
    let line = |(number, line): (usize, &str)| {
        let what = |error| format!("{}:{}: is no verdict: {error}; remove the line", path.display(), number + 1);
        serde_json::from_str(line).map_err(|error| Fault::input(what(error)))
    };
    files::text(path)?.lines().enumerate().filter(|(_, line)| !line.trim().is_empty()).map(line).collect()
}

fn key(known: &Judgement) -> Key {
    let Judgement { game, speech, arm, judge, order, rubric, .. } = known.clone();
    (game, speech, arm, judge, order, rubric)
}

/// Of several answers to one question the last.
fn latest(judgements: Vec<Judgement>) -> Vec<Judgement> {
    let mut kept: Vec<Judgement> = vec![];
    let mut seen = BTreeSet::new();
    for judgement in judgements.into_iter().rev() {
        if seen.insert(key(&judgement)) {
            kept.push(judgement);
        }
    }
    kept.reverse();
    kept
}

fn judge(args: &Args, name: &str) -> Result<Arc<Judge>, Fault> {
    let AgentSpec::Model(spec) = AgentSpec::parse(name, &Roster::load(None)?)? else {
        return Err(Fault::input(format!("`{name}` is no model and cannot judge; name PROVIDER/MODEL")));
    };
    let unusable = |why: &dyn std::fmt::Display| Fault::input(format!("the judge `{name}`: {why}"));
    let endpoint = spec.endpoint(|variable| std::env::var(variable).ok()).map_err(|error| unusable(&error))?;
    let provider = llm::open(endpoint, &spec.patience).map_err(|error| unusable(&error))?;
    let price = files::prices(args.prices.as_deref())?.of(&spec.model);
    let access = Access::new(provider, Gate::new(spec.connections), price);
    let mut sampling = spec.sampling;
    // A judge is not to be moved by chance.
    sampling.temperature = sampling.temperature.or(Some(0.0));
    Ok(Arc::new(Judge { name: spec.model, access, settings: Settings { sampling, patience: spec.patience } }))
}

/// Says where a judge would judge himself.
fn warn(story: &Story, judges: &[Arc<Judge>]) {
    for judge in judges {
        if story.header.seats.values().any(|seating| seating.model.as_ref() == Some(&judge.name)) {
            let (file, name) = (&story.file, &judge.name);
            out::say(format_args!("warning: {file}: {name} sits at this table and should not judge it"));
        }
    }
}

/// The questions about a game.
fn asked(args: &Args, story: &Story, judges: &[Arc<Judge>]) -> Vec<Question> {
    let worded: Vec<usize> =
        (0..story.speeches.len()).filter(|speech| !story.speeches[*speech].text.trim().is_empty()).collect();
    let most = args.speeches.map_or(worded.len(), |most| worded.len().min(most as usize));
    let chosen: Vec<usize> = (0..most).map(|n| worded[n * worded.len() / most]).collect();
    let arms: BTreeSet<Arm> = match args.arm.is_empty() {
        true => Arm::ALL.into(),
        false => args.arm.iter().map(|arm| Arm::from(*arm)).collect(),
    };
    let mut questions = vec![];
    for (speech, arm) in chosen.into_iter().flat_map(|speech| arms.iter().map(move |arm| (speech, *arm))) {
        for (judge, order) in judges.iter().flat_map(|judge| (1..=args.orders).map(move |order| (judge, order))) {
            let case = Case { story, speech, arm, order };
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
            questions.push(Question { judge, messages, text: said.text.clone(), record });
        }
    }
    questions
}

/// Asks, and writes each answer down as it comes.
async fn ask(questions: Vec<Question>, mut file: File, path: &Path) -> Result<Vec<Judgement>, Fault> {
    let mut waiting = questions.into_iter();
    let (mut under_way, mut answered) = (JoinSet::new(), vec![]);
    loop {
        while under_way.len() < UNDER_WAY
            && let Some(question) = waiting.next()
        {
            under_way.spawn(answer(question));
        }
        let Some(joined) = under_way.join_next().await else { return Ok(answered) };
        let judgement = joined.map_err(|error| Fault::input(format!("a judge could not be asked: {error}")))?;
        let line = serde_json::to_string(&judgement).unwrap_or_default() + "\n";
        file.write_all(line.as_bytes()).map_err(|error| unwritable(path, &error))?;
        answered.push(judgement);
    }
}

async fn answer(question: Question) -> Judgement {
    let Question { judge, messages, text, mut record } = question;
    let completion = judge.access.ask(&messages, &judges::schema(), &judge.settings).await;
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
