//! `lycaon fork FILE --at K`

use crate::fault::{Exit, Fault};
use crate::game::{self, GameArgs, Met, Ready};
use crate::out::Out;
use crate::record;
use crate::runtime;
use crate::seats::{HumanArgs, SeatArgs};
use crate::seed;
use lycaon_rules::Seat;
use lycaon_table::{Cast, Past};
use lycaon_transcript::{ForkError, Recorder, Transcript};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// The transcript
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The first decision that is taken anew, counted from 0 as in the transcript
    #[arg(long, value_name = "K")]
    at: u32,

    #[command(flatten)]
    seats: SeatArgs,

    #[command(flatten)]
    people: HumanArgs,

    /// The seed of the dice and the scripts from there on [default: that of the transcript]
    #[arg(long, value_name = "S")]
    seed: Option<u64>,

    /// Where the new transcript is written [default: transcripts/runs/ID.jsonl]
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    game: GameArgs,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    runtime::block_on(async {
        let ready = forked(args).await?;
        args.game.play(ready, out).await
    })?
}

/// The game up to the decision. Everything that can be refused is looked at before the file is begun.
async fn forked(args: &Args) -> Result<Ready, Fault> {
    let parent = Transcript::open(&args.file)?;
    if let Some(line) = parent.broken {
        let file = &parent.file;
        return Err(Fault::input(format!(
            "{file}:{line}: a line was edited, moved or lost here, so it cannot be forked"
        )));
    }
    let decided = parent.decisions.len() as u32;
    if args.at > decided {
        return Err(ForkError::TooFar { file: parent.file, at: args.at, decided }.into());
    }
    let board = &parent.header.board;
    let named = args.seats.agents(&args.people, board)?;
    let cast = args.game.cast(&seated(&parent, &named), "human", board, Some(&parent.header))?;
    people_were_asked(&parent, &cast, &named)?;
    args.game.check(&cast, board, false)?;
    let seed = args.seed.or(parent.header.seed);
    let seed = seed::given_or_drawn(seed);
    let terms = args.game.terms_of(seed, &parent.header)?;
    parent.replay_before(args.at)?;
    let probing = game::probing(&parent)?;
    let Met { house, screen, gallery } = args.game.house(&cast, None, &Arc::new(board.clone()))?;
    let players = cast.players(&terms, Some(&Past::before(&parent, args.at)?), &house).await?;
    let what = format!("{}-at-{}", parent.header.game, args.at);
    let (id, path, writer) = record::begin(args.out.as_deref(), &what, seed, args.game.flush())?;
    let mut header = parent.child(args.at);
    header.game = id;
    let pace = args.game.pace(&cast, None, Some(&parent.header));
    args.game.describe(&cast, &terms, pace, &mut header);
    let mut recorder = Recorder::begin(writer, &header)?;
    let replayed = parent.rewrite(args.at, &mut recorder)?;
    let start = replayed.into();
    Ok(Ready { start, cast, terms, players, recorder, path, screen, gallery, pace, probing, hosted: None })
}

/// Who sits in each seat: whoever was named, or else who sat there before.
fn seated(parent: &Transcript, named: &BTreeMap<Seat, String>) -> BTreeMap<Seat, String> {
    let mut seated: BTreeMap<Seat, String> =
        parent.header.seats.iter().map(|(seat, seating)| (*seat, seating.agent.clone())).collect();
    seated.extend(named.iter().map(|(seat, agent)| (*seat, agent.clone())));
    seated
}

/// Whether every person of the old game was named again. Nobody finds himself at a table by mistake.
fn people_were_asked(parent: &Transcript, cast: &Cast, named: &BTreeMap<Seat, String>) -> Result<(), Fault> {
    let Some(seat) = cast.people().iter().find(|seat| !named.contains_key(seat)) else { return Ok(()) };
    let file = &parent.file;
    Err(Fault::input(format!(
        "{file}: a person sat in seat {seat}; say who plays on, such as --seat {seat}=scripted:heuristic or --human {seat}"
    )))
}
