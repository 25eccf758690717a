//! `lycaon agents [AGENT]`

use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::Out;
use lycaon_agents::spec::{AgentSpec, Entry, Roster};
use lycaon_narrator::Lang;
use serde::Serialize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// One agent: where it comes from and what sits down
    #[arg(value_name = "AGENT")]
    agent: Option<String>,

    /// Agent files, besides those in ./agents and the built-in ones
    #[arg(long, value_name = "DIR")]
    agents: Option<PathBuf>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints a JSON array
    #[arg(long)]
    json: bool,
}

/// An agent, as it is printed with `--json`.
#[derive(Serialize)]
struct Listed<'a> {
    id: &'a str,
    zh: &'a str,
    en: &'a str,
    /// Where it comes from; nothing for an inline spec.
    origin: Option<String>,
    /// What sits down, inline; nothing if the file is wrong.
    spec: Option<String>,
    /// What is wrong with the file.
    error: Option<String>,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let roster = Roster::load(args.agents.as_deref())?;
    let lang = args.lang.or_locale();
    match &args.agent {
        Some(name) => one(name, &roster, lang, args.json, out)?,
        None if args.json => out.json(&roster.iter().map(listed).collect::<Vec<_>>())?,
        None => list(&roster, lang, out)?,
    }
    Ok(Exit::Done)
}

fn listed(entry: &Entry) -> Listed<'_> {
    let (file, error) = match &entry.file {
        Ok(file) => (Some(file), None),
        Err(error) => (None, Some(error.to_string())),
    };
    Listed {
        id: &entry.name,
        zh: file.map_or("", |file| &file.zh),
        en: file.map_or("", |file| &file.en),
        origin: Some(entry.origin.to_string()),
        spec: file.map(|file| file.spec.to_string()),
        error,
    }
}

/// One agent, by the name of its file or inline. A file that is wrong is an error here, as it would be in a game.
fn one(name: &str, roster: &Roster, lang: Lang, json: bool, out: &mut Out) -> Result<(), Fault> {
    let spec = AgentSpec::parse(name, roster)?;
    let entry = roster.find(name)?;
    let listed = match entry {
        Some(entry) => listed(entry),
        None => Listed { id: name, zh: "", en: "", origin: None, spec: Some(spec.to_string()), error: None },
    };
    if json {
        return out.json(&[listed]);
    }
    let origin = listed.origin.unwrap_or_else(|| in_lang(lang, "直接写出", "inline").into());
    out.line(format_args!("{}  ({origin})", listed.id))?;
    let what = in_lang(lang, listed.zh, listed.en);
    if !what.is_empty() {
        out.line(what)?;
    }
    out.line(&spec)?;
    match reachable(&spec) {
        Some(Err(why)) => out.line(format_args!("{}{why}", in_lang(lang, "尚不可用：", "not ready: "))),
        Some(Ok(())) => out.line(in_lang(lang, "地址和密钥已备", "its address and key are set")),
        None => Ok(()),
    }
}

/// Whether a model's address and key are there; nothing for everything else.
fn reachable(spec: &AgentSpec) -> Option<Result<(), String>> {
    let AgentSpec::Model(model) = spec else { return None };
    let endpoint = model.endpoint(|variable| std::env::var(variable).ok());
    Some(endpoint.map(|_| ()).map_err(|error| error.to_string()))
}

fn list(roster: &Roster, lang: Lang, out: &mut Out) -> Result<(), Fault> {
    let width = roster.iter().map(|entry| entry.name.len()).chain(INLINE.iter().map(|(form, ..)| form.len())).max();
    let width = width.unwrap_or(0);
    for entry in roster.iter() {
        let what = match &entry.file {
            Ok(file) => in_lang(lang, &file.zh, &file.en).to_owned(),
            Err(error) => format!("{}{error}", in_lang(lang, "文件有误：", "cannot be used: ")),
        };
        out.line(format_args!("{:width$}  {what}  ({})", entry.name, entry.origin))?;
    }
    out.line(in_lang(lang, "\n也可以直接写：", "\nOr inline:"))?;
    INLINE.iter().try_for_each(|(form, zh, en)| out.line(format_args!("{form:width$}  {}", in_lang(lang, zh, en))))
}

/// The forms of an inline agent, with what they are.
const INLINE: [(&str, &str, &str); 4] = [
    ("human", "本终端前的真人", "a person at this terminal"),
    ("scripted:NAME", "脚本：random、oracle、easy、heuristic、hard", "a script: random, oracle, easy, heuristic, hard"),
    ("process:COMMAND", "以 JSON 行对话的程序", "a program that speaks lines of JSON"),
    (
        "PROVIDER/MODEL",
        "接口后的模型，如 openai/…、anthropic/…、ollama/…；其他 foo/… 需要 FOO_BASE_URL 和 FOO_API_KEY",
        "a model behind an API, such as openai/…, anthropic/…, ollama/…; any other foo/… wants FOO_BASE_URL and FOO_API_KEY",
    ),
];
