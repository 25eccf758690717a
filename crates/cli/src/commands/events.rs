//! `lycaon events [EVENT]`

use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::Out;
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{Class, EventId, Needs};
use serde::Serialize;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// One event card: what it does, its sources, and the options that change how it plays
    #[arg(value_name = "EVENT")]
    event: Option<String>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    zh: String,
    en: String,
    class: Class,
    /// What must be so before the card can be turned up.
    needs: Needs,
    status: &'static str,
    sources: &'static [&'static str],
    options: &'static [&'static str],
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let wanted = match &args.event {
        Some(id) => vec![named(id)?],
        None => EventId::ALL.to_vec(),
    };
    if args.json {
        let [zh, en] = Lang::ALL.map(Narrator::new);
        out.json(&wanted.iter().map(|event| entry(*event, &zh, &en)).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let narrator = Narrator::new(args.lang.or_locale());
    match (&args.event, &wanted[..]) {
        (Some(_), [event]) => describe(*event, &narrator, out)?,
        _ => list(&wanted, &narrator, out)?,
    }
    Ok(Exit::Done)
}

fn named(id: &str) -> Result<EventId, Fault> {
    EventId::from_id(id).ok_or_else(|| {
        let near = lycaon_rules::near(id, EventId::ALL.iter().map(|event| event.id()));
        let hint = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        Fault::input(format!("unknown event card `{id}`{hint}; `lycaon events` lists them"))
    })
}

fn entry(event: EventId, zh: &Narrator, en: &Narrator) -> Entry {
    let info = event.info();
    Entry {
        id: event.id(),
        zh: zh.event_text(event).0,
        en: en.event_text(event).0,
        class: info.class,
        needs: info.needs,
        status: "playable",
        sources: info.sources,
        options: info.options,
    }
}

fn list(events: &[EventId], narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let ids = events.iter().map(|event| event.id().len()).max().unwrap_or(0);
    let colon = in_lang(narrator.lang(), "：", ": ");
    for event in events {
        let (name, about) = narrator.event_text(*event);
        out.line(format_args!("{:ids$}  {name}{colon}{about}", event.id()))?;
    }
    Ok(())
}

fn describe(event: EventId, narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let lang = narrator.lang();
    let (info, (name, about)) = (event.info(), narrator.event_text(event));
    out.line(format_args!("{}  {name} ({})", event.id(), class(info.class, lang)))?;
    out.line(about)?;
    if let Some(needs) = needs(info.needs, lang) {
        out.line(needs)?;
    }
    out.line(format_args!("{}{}", in_lang(lang, "来源：", "Sources: "), info.sources.join(", ")))?;
    for (option, title) in info.options.iter().filter_map(|name| Some((name, narrator.option_title(name)?))) {
        out.line(format_args!("  {option}  {title}"))?;
    }
    Ok(())
}

fn class(class: Class, lang: Lang) -> &'static str {
    match class {
        Class::Immediate => in_lang(lang, "即时", "immediate"),
        Class::Delayed => in_lang(lang, "延后", "delayed"),
        Class::Permanent => in_lang(lang, "永久", "permanent"),
    }
}

fn needs(needs: Needs, lang: Lang) -> Option<&'static str> {
    Some(match needs {
        Needs::Nothing => return None,
        Needs::Dead => in_lang(lang, "有人死去之后才能翻开。", "It can be turned up once somebody has died."),
        Needs::Sheriff => {
            in_lang(lang, "选过警长之后才能翻开。", "It can be turned up once the election of a sheriff is over.")
        }
        Needs::Six => {
            in_lang(lang, "场上至少六人才能翻开。", "It can be turned up while at least six players are alive.")
        }
    })
}
