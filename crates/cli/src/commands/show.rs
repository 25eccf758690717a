//! `lycaon show FILE`

use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::{self, Out};
use crate::perspective::Perspective;
use lycaon_measures::beliefs::speeches;
use lycaon_measures::reading::each_story;
use lycaon_narrator::{Lang, Narrator, Telling};
use lycaon_rules::{Listener, View};
use lycaon_transcript::Transcript;
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// Whose view is shown: only what that perspective may know
    #[arg(long = "as", value_name = "public|seat:N|god", default_value = "public", value_parser = str::parse::<Perspective>)]
    perspective: Perspective,

    /// Looks back on a finished game instead: who was who, the nights, the votes, who fooled whom, and, where seats were
    /// asked what they believe, whose words did most; with --as god, since it tells everything
    #[arg(long, conflicts_with = "json")]
    after: bool,

    #[command(flatten)]
    lang: LangArg,

    /// Prints each event that is heard as one JSON object on a line
    #[arg(long)]
    json: bool,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let transcript = Transcript::open(&args.file)?;
    let listener = args.perspective.on(&transcript.header.board)?;
    warn(&transcript);
    let view = transcript.view(listener);
    if args.json {
        view.heard().iter().try_for_each(|event| out.json(event))?;
        return Ok(Exit::Done);
    }
    let recorded: Lang = transcript.header.language.parse().unwrap_or(Lang::En);
    let narrator = Narrator::new(args.lang.or(recorded));
    if args.after {
        return look_back(&transcript, &view, &narrator, out);
    }
    if listener == Listener::Moderator {
        seats(&transcript, &narrator, out)?;
    }
    out.line(narrator.account(&view).trim_end())?;
    Ok(Exit::Done)
}

/// What a reader should know of the file itself.
fn warn(transcript: &Transcript) {
    let file = &transcript.file;
    if let Some(line) = transcript.broken {
        out::say(format_args!(
            "warning: {file}:{line}: a line was edited, moved or lost here; see `lycaon verify {file}`"
        ));
    }
    if transcript.cut {
        out::say(format_args!("note: {file}: the last line was cut short and is left out"));
    }
    if transcript.end.is_none() {
        out::say(format_args!("note: {file}: the game is unfinished; `lycaon play --resume {file}` goes on with it"));
    }
}

/// Who sat where, for the moderator's eyes: players do not know what sits beside them.
fn seats(transcript: &Transcript, narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let colon = in_lang(narrator.lang(), "：", ": ");
    for (seat, seating) in &transcript.header.seats {
        out.line(format_args!("{}{colon}{}", narrator.seat_name(*seat), seating.agent))?;
    }
    out.line("")
}

/// The game as those who played it look back on it.
fn look_back(transcript: &Transcript, view: &View, narrator: &Narrator, out: &mut Out) -> Result<Exit, Fault> {
    if view.listener() != Listener::Moderator {
        return Err(Fault::input("--after tells everything there is to know: say --as god with it"));
    }
    let seats = &transcript.header.seats;
    let agents = seats.iter().map(|(seat, seating)| (*seat, seating.agent.clone())).collect();
    let text = narrator.after(view, &agents, &tellings(transcript, narrator)?);
    let text = text.ok_or_else(|| Fault::input(format!("{}: the game is not over", transcript.file)))?;
    out.line(text.trim_end())?;
    Ok(Exit::Done)
}

/// The speeches that did most to what seats believed, where they were asked. A file whose lines cannot be trusted has
/// been warned about and has none.
fn tellings(transcript: &Transcript, narrator: &Narrator) -> Result<Vec<Telling>, Fault> {
    let mut told = vec![];
    if !transcript.header.conditions.contains_key("probes") {
        return Ok(told);
    }
    each_story::<Fault>(&[PathBuf::from(&transcript.file)], NonZeroUsize::MIN, |story| {
        told.extend(speeches::best(&story).into_iter().map(|best| {
            let said = &story.speeches[best.speech];
            let claims = || said.claims.iter().map(|claim| narrator.claim(said.seat, *claim)).collect::<Vec<_>>();
            let text = if said.text.is_empty() { claims().join("; ") } else { said.text.clone() };
            let speeches::Best { loss, causal, observers, .. } = best;
            Telling { by: said.seat, day: said.at.day, text, loss, causal, observers }
        }));
        Ok(())
    })?;
    Ok(told)
}
