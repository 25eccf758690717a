//! `lycaon join`

use crate::fault::{Exit, Fault};
use crate::interrupt;
use crate::lang::{LangArg, in_lang};
use crate::out::{self, Out};
use crate::runtime;
use crate::ui::UiArgs;
use lycaon_agents::remote::{Address, After, Goodbye, Guest, Key};
use lycaon_narrator::Narrator;
use lycaon_rules::{Board, Listener, View};
use lycaon_table::Stop;
use std::sync::Arc;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// Where the game is: HOST:PORT, or the path of a socket, as the host's line says
    #[arg(value_name = "ADDRESS")]
    address: Address,

    /// The code of your seat, which works once; or, to come back, the key you were given when you joined
    #[arg(value_name = "CODE")]
    code: String,

    #[command(flatten)]
    ui: UiArgs,

    #[command(flatten)]
    lang: LangArg,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    args.ui.check(1, false, false)?;
    runtime::block_on(play(args, out))?
}

async fn play(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let guest = Guest::join(&args.address, &Key::typed(&args.code)).await?;
    let lang = args.lang.given().unwrap_or(guest.lang());
    let (narrator, board) = (Arc::new(Narrator::new(lang)), guest.board().clone());
    let back = in_lang(
        lang,
        "掉线时会自动重连；换个终端回来用这条命令：",
        "a lost connection is made again by itself; to come back from another terminal:",
    );
    let way_back = format!("lycaon join {} {}", args.address, guest.token().letters());
    // The command stands on a line of its own, so that it is copied in one piece.
    out::say(format_args!("{back}\n{way_back}"));
    let (venue, screen) = args.ui.venue(false, false)?;
    let mut human = venue.person(guest.seat(), narrator.clone());
    let stop = Stop::new();
    interrupt::stops(&stop)?;
    if let Some(screen) = &screen {
        screen.joined(guest.seat(), &narrator, way_back);
        let stop = stop.clone();
        screen.on_interrupt(move || stop.now());
    }
    let mut tell = |notice| venue.notice(notice);
    let parting = tokio::select! {
        parting = guest.play(&mut *human, &mut tell) => parting?,
        () = stop.stopped() => return Ok(Exit::Interrupted),
    };
    if let Some(screen) = screen {
        tokio::select! {
            () = screen.close(parting.goodbye == Goodbye::Over) => {}
            () = stop.stopped() => screen.close(false).await,
        }
    }
    if let Some(text) = parting.after.and_then(|after| account(&narrator, &board, after)) {
        out.line(format_args!("\n{}", text.trim_end()))?;
    }
    match parting.goodbye {
        Goodbye::Over => Ok(Exit::Done),
        Goodbye::Stopped => {
            out::say(in_lang(lang, "主机停下了这一局", "the host has stopped the game"));
            Ok(Exit::Interrupted)
        }
        Goodbye::Elsewhere => {
            let told = ("这个座位现在由另一个终端来打", "the seat is played from another terminal now");
            out::say(in_lang(lang, told.0, told.1));
            Ok(Exit::Interrupted)
        }
    }
}

/// The game as those who played it look back on it.
fn account(narrator: &Narrator, board: &Arc<Board>, after: After) -> Option<String> {
    let mut view = View::new(Listener::Moderator, board.clone());
    for event in after.heard {
        view.follow(event);
    }
    narrator.after(&view, &after.agents.into_iter().collect(), &[])
}
