//! The terminal in full screen, and back again whatever happens.

use crate::draw::SMALLEST;
use crate::look::Look;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, EnableBracketedPaste};
use ratatui::crossterm::style::force_color_output;
use ratatui::crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode, size,
};
use ratatui::crossterm::{execute, queue};
use std::io::{self, Stdout, Write};
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is in full screen.
static FULL: AtomicBool = AtomicBool::new(false);

/// A terminal in full screen. It is given back when this is dropped, and when a thread panics.
pub(crate) struct Terminal(ratatui::Terminal<CrosstermBackend<Stdout>>);

impl Terminal {
    /// Takes the terminal.
    pub(crate) fn open(look: Look) -> io::Result<Self> {
        // The library would look at NO_COLOR by itself, whatever was asked for.
        force_color_output(look.colour);
        static HOOK: Once = Once::new();
        HOOK.call_once(|| {
            let next = std::panic::take_hook();
            // The message is to be read. If the panic is caught, the screen is taken again.
            std::panic::set_hook(Box::new(move |panic| {
                leave();
                next(panic);
            }));
        });
        enter()?;
        match ratatui::Terminal::new(CrosstermBackend::new(io::stdout())) {
            Ok(terminal) => Ok(Terminal(terminal)),
            Err(error) => {
                leave();
                Err(error)
            }
        }
    }

    /// Draws with this, from the first row on if the terminal was away.
    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut ratatui::Frame<'_>)) -> io::Result<()> {
        if !FULL.load(Ordering::Relaxed) {
            enter()?;
            self.0.clear()?;
        }
        self.0.draw(draw).map(|_| ())
    }

    /// Draws everything anew at the next time.
    pub(crate) fn redraw(&mut self) -> io::Result<()> {
        self.0.clear()
    }

    /// Takes away all that was shown, from what can be scrolled back to as well.
    pub(crate) fn wipe(&mut self) -> io::Result<()> {
        let mut out = io::stdout();
        queue!(out, Clear(ClearType::All), Clear(ClearType::Purge))?;
        out.flush()?;
        self.0.clear()
    }

    /// Rings the bell.
    pub(crate) fn ring(&mut self) -> io::Result<()> {
        let mut out = io::stdout();
        out.write_all(b"\x07")?;
        out.flush()
    }

    /// Gives the terminal to something else for a while.
    pub(crate) fn lend<T>(&mut self, borrow: impl FnOnce() -> T) -> io::Result<T> {
        leave();
        let done = borrow();
        enter()?;
        self.0.clear()?;
        Ok(done)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        leave();
    }
}

fn enter() -> io::Result<()> {
    enable_raw_mode()?;
    FULL.store(true, Ordering::Relaxed);
    let entered = execute!(io::stdout(), EnterAlternateScreen, EnableBracketedPaste);
    if entered.is_err() {
        leave();
    }
    entered
}

/// Gives the terminal back; a second time does nothing.
fn leave() {
    if FULL.swap(false, Ordering::Relaxed) {
        // There is nobody to tell if even that fails.
        let _ = execute!(io::stdout(), DisableBracketedPaste, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Whether the window is large enough.
#[must_use]
pub fn fits() -> bool {
    size().is_ok_and(|(columns, rows)| columns >= SMALLEST.0 && rows >= SMALLEST.1)
}
