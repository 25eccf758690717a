//! `lycaon roles [ROLE]`

use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::Out;
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{Camp, Options, RoleId, UNPLAYED, Unplayed, Wakes};
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

/// A role of the sources, whether or not it can be played.
#[derive(Clone, Copy)]
enum Named {
    Played(RoleId),
    Unplayed(&'static Unplayed),
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'static str,
    zh: &'a str,
    en: &'a str,
    /// The side it is dealt to; null where no source says.
    camp: Option<Camp>,
    status: Status,
    sources: &'static [&'static str],
    options: &'static [&'static str],
    /// When it acts at night; null if never.
    night: Option<Night>,
}

/// When a role acts at night.
#[derive(Serialize)]
struct Night {
    /// Its place in the order of a night under the default options, from 1.
    step: usize,
    /// In which nights it is called.
    wakes: Wakes,
}

/// Whether games can be played with a role.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Status {
    /// The engine plays it.
    Playable,
    /// It does not: no source says how the role plays.
    Unverified,
}

impl Named {
    fn all() -> impl Iterator<Item = Named> {
        RoleId::ALL.iter().map(|role| Named::Played(*role)).chain(UNPLAYED.iter().map(Named::Unplayed))
    }

    fn id(self) -> &'static str {
        match self {
            Named::Played(role) => role.id(),
            Named::Unplayed(role) => role.id,
        }
    }

    fn name(self, narrator: &Narrator) -> &str {
        match self {
            Named::Played(role) => narrator.role_name(role),
            Named::Unplayed(role) => narrator.unplayed(role.id).0,
        }
    }

    /// What there is to say of it in a line.
    fn about(self, narrator: &Narrator) -> &str {
        match self {
            Named::Played(role) => narrator.role_text(role).power,
            Named::Unplayed(role) => narrator.unplayed(role.id).1,
        }
    }
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let wanted = match &args.role {
        Some(id) => vec![named(id)?],
        None => Named::all().collect(),
    };
    if args.json {
        let [zh, en] = Lang::ALL.map(Narrator::new);
        out.json(&wanted.iter().map(|role| entry(*role, &zh, &en)).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let narrator = Narrator::new(args.lang.or_locale());
    match (&args.role, &wanted[..]) {
        (Some(_), [Named::Played(role)]) => describe(*role, &narrator, out)?,
        _ => list(&wanted, &narrator, out)?,
    }
    Ok(Exit::Done)
}

fn named(id: &str) -> Result<Named, Fault> {
    Named::all().find(|role| role.id() == id).ok_or_else(|| {
        let near = lycaon_rules::near(id, Named::all().map(Named::id));
        let hint = near.map(|near| format!(" (did you mean `{near}`?)")).unwrap_or_default();
        Fault::input(format!("unknown role `{id}`{hint}; `lycaon roles` lists them"))
    })
}

fn entry<'a>(role: Named, zh: &'a Narrator, en: &'a Narrator) -> Entry<'a> {
    let (camp, status, sources, options, night) = match role {
        Named::Played(role) => {
            let card = role.card();
            let night = role.night_step(&Options::default()).map(|step| Night { step, wakes: wakes(role) });
            (Some(card.camp), Status::Playable, card.sources, card.options, night)
        }
        Named::Unplayed(role) => (role.camp, Status::Unverified, role.sources, &[][..], None),
    };
    Entry { id: role.id(), zh: role.name(zh), en: role.name(en), camp, status, sources, options, night }
}

/// In which nights a role is called; a wolf without a call of his own is called with the pack.
fn wakes(role: RoleId) -> Wakes {
    match role.card().wakes {
        Wakes::Never => Wakes::EveryNight,
        own => own,
    }
}

/// Those that can be played, and under a heading those that cannot.
fn list(roles: &[Named], narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let ids = roles.iter().map(|role| role.id().len()).max().unwrap_or(0);
    let colon = in_lang(narrator.lang(), "：", ": ");
    let mut headed = false;
    for role in roles {
        if let (Named::Unplayed(_), false) = (role, headed) {
            out.line(format_args!("\n{}", in_lang(narrator.lang(), "没有可查证的规则：", "No verified rule:")))?;
            headed = true;
        }
        out.line(format_args!("{:ids$}  {}{colon}{}", role.id(), role.name(narrator), role.about(narrator)))?;
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
