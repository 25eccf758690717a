//! A recorded game, played back or followed as it is written.

use crate::keys::{Key, key};
use crate::look::Look;
use crate::reel::Reel;
use crate::terminal::Terminal;
use lycaon_narrator::Narrator;
use lycaon_rules::{Board, Event, Listener};
use ratatui::crossterm::event::{poll, read};
use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How often time is looked at.
const TICK: Duration = Duration::from_millis(50);

/// How often a game that is followed is looked for more.
const FOLLOW: Duration = Duration::from_millis(300);

/// How a recorded game is watched.
#[derive(Debug)]
pub struct Watching {
    /// Whose view is shown.
    pub listener: Listener,
    /// The board it was played on.
    pub board: Arc<Board>,
    /// Who words it.
    pub narrator: Arc<Narrator>,
    /// How meanings are shown.
    pub look: Look,
    /// How fast it goes; 1 is a reader's pace.
    pub speed: f64,
    /// Whether it begins at the end and waits for more.
    pub follow: bool,
}

/// Shows a recorded game until the watcher leaves or `stopped` says so. `events` gives all that is recorded so far; it is
/// asked again and again where the game is followed.
///
/// # Errors
/// When the terminal cannot be used, or the record cannot be read.
pub fn watch<E: From<io::Error>>(
    watching: Watching,
    mut events: impl FnMut() -> Result<Vec<Event>, E>,
    stopped: impl Fn() -> bool,
) -> Result<(), E> {
    let (look, follow) = (watching.look, watching.follow);
    let mut reel = Reel::new(watching, events()?);
    let mut terminal = Terminal::open(look)?;
    let (mut ticked, mut looked) = (Instant::now(), Instant::now());
    let mut dirty = true;
    while !stopped() {
        if dirty {
            terminal.draw(|frame| {
                let area = frame.area();
                reel.draw(look, area, frame.buffer_mut());
            })?;
        }
        dirty = false;
        if poll(TICK)? {
            dirty = true;
            match key(read()?) {
                Some(Key::Leave) => break,
                Some(Key::Esc | Key::Enter) if !reel.is_covered() => break,
                Some(Key::Redraw) => terminal.redraw()?,
                Some(key) => reel.press(key),
                None => {}
            }
        }
        if follow && looked.elapsed() >= FOLLOW {
            looked = Instant::now();
            dirty |= reel.extend(events()?);
        }
        dirty |= reel.tick(ticked.elapsed());
        ticked = Instant::now();
    }
    Ok(())
}
