//! `lycaon play`

use crate::board::BoardArgs;
use crate::fault::{Exit, Fault};
use crate::game::{self, GameArgs, Met, Ready};
use crate::host::Hosting;
use crate::out::Out;
use crate::record;
use crate::runtime;
use crate::seats::{HumanArgs, SeatArgs};
use crate::seed;
use lycaon_rules::{Dice, Setup};
use lycaon_table::Past;
use lycaon_transcript::{Header, Note, NoteKind, Recorder};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Who sits where nobody was named.
const USUAL: &str = "scripted:heuristic";

#[derive(Debug, clap::Args)]
pub struct Args {
    #[command(flatten)]
    board: BoardArgs,

    #[command(flatten)]
    seats: SeatArgs,

    #[command(flatten)]
    people: HumanArgs,

    /// The seed of the deal, the dice and the scripts; drawn, and told on stderr, if it is not given
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Where the transcript is written [default: transcripts/runs/ID.jsonl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    /// Goes on with an unfinished transcript from its last line; deck, rules, seats and seed are its own
    #[arg(long, value_name = "FILE", conflicts_with_all = ["deck", "set", "seat", "human", "seed", "out"])]
    resume: Option<PathBuf>,

    #[command(flatten)]
    game: GameArgs,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    runtime::block_on(played(args, None, out))?
}

/// Plays, with those whom a host invites.
pub async fn played(args: &Args, hosting: Option<&Hosting>, out: &mut Out) -> Result<Exit, Fault> {
    let ready = match &args.resume {
        Some(file) => resumed(args, file, hosting, out).await?,
        None => new(args, hosting, out).await?,
    };
    args.game.play(ready, out).await
}

/// A new game. Everything that can be refused is looked at, and everybody is here, before the file is begun.
async fn new(args: &Args, hosting: Option<&Hosting>, out: &mut Out) -> Result<Ready, Fault> {
    let board = Arc::new(args.board.board()?);
    let people = args.people.and(hosting.map_or(&[][..], |hosting| &hosting.seats));
    let named = args.seats.agents(&people, &board)?;
    let cast = args.game.cast(&named, USUAL, &board, None)?;
    args.game.check(&cast, &board, hosting.is_some())?;
    let seed = seed::given_or_drawn(args.seed);
    let terms = args.game.terms(seed)?;
    let hosted = args.game.gather(hosting, &cast, &terms, &board, out).await?;
    let Met { house, screen, gallery } = args.game.house(&cast, hosted.as_ref(), &board)?;
    let players = cast.players(&terms, None, &house).await?;
    let deal = board.deal(&mut Dice::new(seed));
    let setup = Setup { board, deal };
    let (id, path, writer) = record::begin(args.out.as_deref(), &setup.board.deck, seed, args.game.flush())?;
    let mut header = Header::new(id, &setup, seed);
    let pace = args.game.pace(&cast, hosted.as_ref(), None);
    args.game.describe(&cast, &terms, pace, &mut header);
    let recorder = Recorder::begin(writer, &header)?;
    let start = setup.into();
    Ok(Ready { start, cast, terms, players, recorder, path, screen, gallery, pace, probing: None, hosted })
}

/// A game that goes on where its record ends.
async fn resumed(args: &Args, file: &Path, hosting: Option<&Hosting>, out: &mut Out) -> Result<Ready, Fault> {
    let (mut recorder, transcript) = Recorder::resume(file, args.game.flush())?;
    let header = &transcript.header;
    let named = header.seats.iter().map(|(seat, seating)| (*seat, seating.agent.clone())).collect();
    let cast = args.game.cast(&named, USUAL, &header.board, Some(header))?;
    args.game.check(&cast, &header.board, hosting.is_some())?;
    let seed = seed::given_or_drawn(header.seed);
    let terms = args.game.terms_of(seed, header)?;
    let probing = game::probing(&transcript)?;
    let mut replayed = transcript.replay()?;
    // Whoever sits down in another's place is asked himself.
    replayed.calls.retain(|line| cast.sits_as(line.seat, header.seats.get(&line.seat)));
    let hosted = args.game.gather(hosting, &cast, &terms, replayed.game.board(), out).await?;
    let Met { house, screen, gallery } = args.game.house(&cast, hosted.as_ref(), replayed.game.board())?;
    let players = cast.players(&terms, Some(&Past::of(&transcript)?), &house).await?;
    let changed = cast.changed_from(&header.seats);
    if !changed.is_empty() {
        args.game.say(format_args!("warning: {}: {changed}", file.display()));
    }
    recorder.note(&Note::new(NoteKind::Resumed, changed))?;
    let pace = args.game.pace(&cast, hosted.as_ref(), Some(header));
    let (start, path) = (replayed.into(), file.to_owned());
    Ok(Ready { start, cast, terms, players, recorder, path, screen, gallery, pace, probing, hosted })
}
