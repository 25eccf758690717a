//! `lycaon extract`

use crate::asking::{self, Asked, AskingArgs};
use crate::fault::{Exit, Fault};
use crate::out::Out;
use lycaon_measures::claims::{Says, listener, stated_in};
use lycaon_measures::extract::asked::{self, Heard, Item};
use lycaon_measures::extract::{Listener, Score};
use lycaon_measures::reading::Story;
use lycaon_narrator::Lang;
use lycaon_transcript::call::Message;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

#[derive(Debug, clap::Args)]
#[command(mut_arg("out", |out| out.help(OUT)))]
pub struct Args {
    #[command(flatten)]
    asking: AskingArgs,
}

const OUT: &str =
    "Where the claims stand; what is there is kept, and not asked again [default: heard.jsonl beside the first]";

/// Who found claims, and how well, against what speakers stated in structured form.
#[derive(Debug, Serialize)]
struct Line {
    by: String,
    /// Whose speeches the rules were held to.
    of: Option<String>,
    speeches: usize,
    #[serde(flatten)]
    score: Score,
    precision: Option<f64>,
    recall: Option<f64>,
}

/// Which claims a speech makes.
struct Question {
    model: Arc<Asked>,
    messages: Vec<Message>,
    record: Heard,
}

/// A speech whose claims are known: what was stated, and what the rules read.
struct Known {
    listener: Arc<Listener>,
    stated: Vec<Says>,
    read: Vec<Says>,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let asking = &args.asking;
    let mut known = BTreeMap::new();
    let heard = asking.answers("heard.jsonl", |story, models| {
        note(&mut known, story);
        questions_of(asking, story, models)
    })?;
    let lines = compared(&known, &heard);
    match asking.json {
        true => out.json(&lines)?,
        false => {
            let lang = asking.lang();
            lines.iter().try_for_each(|line| out.line(told(line, lang)))?;
        }
    }
    Ok(Exit::Done)
}

/// A line for a terminal.
fn told(line: &Line, lang: Lang) -> String {
    let percent = |share: Option<f64>| share.map_or_else(|| "—".into(), |share| format!("{share:.2}"));
    let (precision, recall) = (percent(line.precision), percent(line.recall));
    let (of, speeches) = (&line.of, line.speeches);
    let by = match (line.by.as_str(), of, lang) {
        ("rules", None, Lang::En) => "rules".into(),
        ("rules", None, Lang::Zh) => "规则".into(),
        ("rules", Some(model), Lang::En) => format!("rules, on the speeches of {model}"),
        ("rules", Some(model), Lang::Zh) => format!("规则（{model} 的发言）"),
        (model, ..) => model.to_owned(),
    };
    match lang {
        Lang::En => format!("{by}: {speeches} speeches; precision {precision}, recall {recall}"),
        Lang::Zh => format!("{by}：{speeches} 段发言；精确率 {precision}，召回率 {recall}"),
    }
}

/// Takes note of the speeches of a game that state their claims.
fn note(known: &mut BTreeMap<(String, usize), Known>, story: &Story) {
    let listener = Arc::new(listener(story));
    for (speech, said) in story.speeches.iter().enumerate() {
        let stated = stated_in(story, speech);
        if !stated.is_empty() && !said.text.trim().is_empty() {
            let read = listener.claims(&said.text, said.seat, None);
            let listener = listener.clone();
            known.insert((story.header.game.clone(), speech + 1), Known { listener, stated, read });
        }
    }
}

fn questions_of(asking: &AskingArgs, story: &Story, models: &[Arc<Asked>]) -> Vec<Question> {
    let lang = if story.header.language == Lang::Zh.code() { Lang::Zh } else { Lang::En };
    let roles = story.header.board.possible_roles();
    let question = |speech: usize, model: &Arc<Asked>| {
        let said = &story.speeches[speech];
        let messages = asked::question(&said.text, said.seat, &roles, lang);
        let record = Heard {
            game: story.header.game.clone(),
            speech: speech + 1,
            seat: said.seat.number(),
            day: said.at.day,
            model: model.name.clone(),
            rubric: asked::rubric_hash(&messages),
            claims: None,
            error: None,
            tokens: 0,
            cost_usd: None,
        };
        Question { model: model.clone(), messages, record }
    };
    let chosen = asking.speeches(story).into_iter();
    chosen.flat_map(|speech| models.iter().map(move |model| question(speech, model)).collect::<Vec<_>>()).collect()
}

impl asking::Question for Question {
    type Record = Heard;
    type Key = (String, usize, String, String);

    fn record(&self) -> &Heard {
        &self.record
    }

    fn key(heard: &Heard) -> Self::Key {
        (heard.game.clone(), heard.speech, heard.model.clone(), heard.rubric.clone())
    }

    fn is_answered(heard: &Heard) -> bool {
        heard.claims.is_some()
    }

    async fn answer(self) -> Heard {
        let Question { model, messages, mut record } = self;
        let completion = model.ask(&messages, &asked::schema()).await;
        record.tokens = completion.usage.tokens();
        record.cost_usd = completion.cost_usd;
        match completion.failure {
            Some(failure) => record.error = Some(format!("{}: {}", failure.class.word(), failure.detail)),
            None => match asked::read(&completion.text.unwrap_or_default()) {
                Ok(claims) => record.claims = Some(claims),
                Err(why) => record.error = Some(why),
            },
        }
        record
    }
}

/// Each model, and the rules on the same speeches. Without a model the rules on all of them.
fn compared(known: &BTreeMap<(String, usize), Known>, heard: &[Heard]) -> Vec<Line> {
    let line = |by: String, speeches: usize, score: Score| {
        let (precision, recall) = (score.precision(), score.recall());
        Line { by, of: None, speeches, score, precision, recall }
    };
    let rules = |speeches: &mut dyn Iterator<Item = &Known>| {
        let (mut score, mut count) = (Score::default(), 0);
        for known in speeches {
            score.add(&known.read, &known.stated);
            count += 1;
        }
        line("rules".into(), count, score)
    };
    let models: BTreeSet<&String> = heard.iter().map(|heard| &heard.model).collect();
    let mut lines = vec![];
    for model in &models {
        let own = || {
            let own = heard.iter().filter(|heard| heard.model == **model);
            own.filter_map(|heard| Some((heard.claims.as_ref()?, known.get(&(heard.game.clone(), heard.speech))?)))
        };
        let mut score = Score::default();
        for (claims, known) in own() {
            let mut found: Vec<Says> = claims.iter().filter_map(|item: &Item| item.says(&known.listener)).collect();
            found.sort_unstable();
            found.dedup();
            score.add(&found, &known.stated);
        }
        lines.push(line((*model).clone(), own().count(), score));
        lines.push(Line {
            by: format!("rules, on the speeches of {model}"),
            ..rules(&mut own().map(|(_, known)| known))
        });
    }
    if models.is_empty() {
        lines.push(rules(&mut known.values()));
    }
    lines
}
