//! `lycaon options [OPTION]`

use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::Out;
use lycaon_narrator::Narrator;
use lycaon_rules::{OPTIONS, OptionInfo, Options};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// One option: what each value means, and which ruleset has which
    #[arg(value_name = "OPTION")]
    option: Option<String>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry {
    id: &'static str,
    values: Vec<String>,
    default: BTreeMap<&'static str, String>,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let wanted: Vec<&OptionInfo> = match &args.option {
        Some(name) => vec![named(name)?],
        None => OPTIONS.iter().collect(),
    };
    let rulesets: Vec<(&str, Options)> =
        lycaon_rules::rulesets().map(|name| Ok((name, lycaon_rules::ruleset(name)?))).collect::<Result<_, Fault>>()?;
    if args.json {
        out.json(&wanted.iter().map(|info| entry(info, &rulesets)).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let narrator = Narrator::new(args.lang.or_locale());
    match (&args.option, &wanted[..]) {
        (Some(_), [info]) => describe(info, &rulesets, &narrator, out)?,
        _ => list(&wanted, &narrator, out)?,
    }
    Ok(Exit::Done)
}

fn named(name: &str) -> Result<&'static OptionInfo, Fault> {
    OPTIONS.iter().find(|info| info.name == name).ok_or_else(|| {
        let near = lycaon_rules::near(name, OPTIONS.iter().map(|info| info.name));
        let hint = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        Fault::input(format!("unknown option `{name}`{hint}; `lycaon options` lists them"))
    })
}

fn entry(info: &OptionInfo, rulesets: &[(&'static str, Options)]) -> Entry {
    let default = rulesets.iter().map(|(name, options)| (*name, options.get(info.name).unwrap_or_default()));
    Entry { id: info.name, values: (info.legal)(), default: default.collect() }
}

fn list(wanted: &[&OptionInfo], narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    for info in wanted {
        let title = narrator.option_title(info.name).unwrap_or_default();
        out.line(format_args!("{}  {title}", info.name))?;
        out.line(format_args!("    {}", (info.legal)().join(" | ")))?;
    }
    Ok(())
}

fn describe(
    info: &OptionInfo,
    rulesets: &[(&'static str, Options)],
    narrator: &Narrator,
    out: &mut Out,
) -> Result<(), Fault> {
    let lang = narrator.lang();
    out.line(format_args!("{}  {}", info.name, narrator.option_title(info.name).unwrap_or_default()))?;
    let legal = (info.legal)();
    let mut values: Vec<&str> = legal.iter().map(String::as_str).collect();
    let chosen: Vec<(&str, String)> =
        rulesets.iter().map(|(name, options)| (*name, options.get(info.name).unwrap_or_default())).collect();
    values.extend(chosen.iter().map(|(_, value)| value.as_str()).filter(|value| !legal.iter().any(|v| v == value)));
    let mut said = Vec::new();
    for value in values {
        if said.contains(&value) {
            continue;
        }
        said.push(value);
        out.line(format_args!("\n  {value}"))?;
        if let Some(sentence) = narrator.option_sentence(info.name, value) {
            out.line(format_args!("    {sentence}"))?;
        }
        let of: Vec<&str> = chosen.iter().filter(|(_, chosen)| chosen == value).map(|(name, _)| *name).collect();
        if !of.is_empty() {
            out.line(format_args!("    {}{}", in_lang(lang, "规则集：", "rulesets: "), of.join(", ")))?;
        }
    }
    Ok(())
}
