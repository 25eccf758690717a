//! `lycaon roles [ROLE]`

use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::Out;
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{Camp, RoleId};
use serde::Serialize;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// One role: what it can do, its sources, and the options that change how it plays
    #[arg(value_name = "ROLE")]
    role: Option<String>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'static str,
    zh: &'a str,
    en: &'a str,
    camp: Camp,
    status: Status,
    sources: &'static [&'static str],
    options: &'static [&'static str],
}

/// Whether games can be played with a role.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    /// The engine plays it.
    Playable,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let wanted = match &args.role {
        Some(id) => vec![named(id)?],
        None => RoleId::ALL.to_vec(),
    };
    if args.json {
        let [zh, en] = Lang::ALL.map(Narrator::new);
        out.json(&wanted.iter().map(|role| entry(*role, &zh, &en)).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let narrator = Narrator::new(args.lang.or_locale());
    match (&args.role, &wanted[..]) {
        (Some(_), [role]) => describe(*role, &narrator, out)?,
        _ => list(&wanted, &narrator, out)?,
    }
    Ok(Exit::Done)
}

fn named(id: &str) -> Result<RoleId, Fault> {
    RoleId::from_id(id).ok_or_else(|| {
        let near = lycaon_rules::near(id, RoleId::ALL.iter().map(|role| role.id()));
        let hint = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        Fault::input(format!("unknown role `{id}`{hint}; `lycaon roles` lists them"))
    })
}

fn entry<'a>(role: RoleId, zh: &'a Narrator, en: &'a Narrator) -> Entry<'a> {
    let card = role.card();
    Entry {
        id: role.id(),
        zh: zh.role_name(role),
        en: en.role_name(role),
        camp: card.camp,
        status: Status::Playable,
        sources: card.sources,
        options: card.options,
    }
}

fn list(roles: &[RoleId], narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let ids = roles.iter().map(|role| role.id().len()).max().unwrap_or(0);
    for role in roles {
        let text = narrator.role_text(*role);
        let colon = in_lang(narrator.lang(), "：", ": ");
        out.line(format_args!("{:ids$}  {}{colon}{}", role.id(), text.name, text.power))?;
    }
    Ok(())
}

fn describe(role: RoleId, narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let lang = narrator.lang();
    let (card, text) = (role.card(), narrator.role_text(role));
    out.line(format_args!("{}  {} ({})", role.id(), text.name, narrator.camp_name(card.camp)))?;
    out.line(text.power)?;
    out.line(format_args!("{}{}", in_lang(lang, "目标：", "Aim: "), text.aim))?;
    out.line(format_args!("{}{}", in_lang(lang, "来源：", "Sources: "), card.sources.join(", ")))?;
    for (option, title) in card.options.iter().filter_map(|name| Some((name, narrator.option_title(name)?))) {
        out.line(format_args!("  {option}  {title}"))?;
    }
    Ok(())
}
