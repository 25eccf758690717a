//! A terminal in full screen at which people sit: a thread that draws and reads keys, and the agents it serves.

use crate::editor;
use crate::keys::key;
use crate::look::Look;
use crate::room::Room;
use crate::scene::Act;
use crate::terminal::Terminal;
use async_trait::async_trait;
use lycaon_agents::human::Venue;
use lycaon_agents::remote::Notice;
use lycaon_agents::{Agent, Deadline, Question, Reply, Trouble};
use lycaon_narrator::Narrator;
use lycaon_rules::{self as rules, Board, Seat, SeatEvent, View};
use ratatui::crossterm::event::{Event, poll, read};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use tokio::sync::watch;

/// How often time is looked at.
const TICK: Duration = Duration::from_millis(50);

/// How long after a deadline a question is given up.
const GRACE: Duration = Duration::from_millis(50);

/// How long the thread of a screen may take to give the terminal back.
const CLOSE_WITHIN: Duration = Duration::from_secs(2);

/// How the screen is set up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Settings {
    /// How meanings are shown.
    pub look: Look,
    /// Whether a bell rings when little time is left.
    pub bell: bool,
    /// Whether several people sit here, with a curtain between them.
    pub hot_seat: bool,
}

/// A terminal in full screen. It is given back when this is closed or dropped.
pub struct Screen(Arc<Shared>);

/// The seats at a screen.
#[derive(Clone)]
struct Seats(Arc<Shared>);

struct Shared {
    room: Mutex<Room>,
    settings: Settings,
    closing: Mutex<Option<Closing>>,
    interrupt: Mutex<Option<Box<dyn Fn() + Send>>>,
    closed: watch::Sender<bool>,
}

/// When the screen closes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closing {
    Now,
    /// Once the person has read it.
    WhenRead,
}

impl fmt::Debug for Screen {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Screen").field("settings", &self.0.settings).finish_non_exhaustive()
    }
}

impl fmt::Debug for Seats {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Seats")
    }
}

impl Screen {
    /// Takes the terminal of this process. It is given back as well when a thread of the process panics.
    ///
    /// # Errors
    /// When there is no terminal, or it cannot be set up.
    pub fn open(settings: Settings) -> io::Result<Screen> {
        let terminal = Terminal::open(settings.look)?;
        let screen = Screen(Arc::new(Shared {
            room: Mutex::new(Room::new(settings.hot_seat)),
            settings,
            closing: Mutex::new(None),
            interrupt: Mutex::new(None),
            closed: watch::Sender::new(false),
        }));
        let shared = screen.0.clone();
        thread::Builder::new().name("screen".into()).spawn(move || {
            let guard = Shut(shared.clone());
            // A terminal that cannot be read or written any more is one at which nobody sits.
            let _ = serve(&shared, terminal);
            drop(guard);
        })?;
        Ok(screen)
    }

    /// What is done when a person wants to stop the game.
    pub fn on_interrupt(&self, interrupt: impl Fn() + Send + 'static) {
        *locked(&self.0.interrupt) = Some(Box::new(interrupt));
    }

    /// The person in this seat has joined a table elsewhere, and comes back to it by this command.
    pub fn joined(&self, seat: Seat, narrator: &Narrator, way_back: String) {
        locked(&self.0.room).joined(seat, narrator, way_back);
    }

    /// Gives the terminal back: at once, or once the person has `read` how the game ended.
    pub async fn close(&self, read: bool) {
        let closing = if read { Closing::WhenRead } else { Closing::Now };
        *locked(&self.0.closing) = Some(closing);
        // The sender lives as long as `self`, so waiting cannot fail.
        let _ = self.0.closed.subscribe().wait_for(|closed| *closed).await;
    }

    /// Where people sit down at it.
    #[must_use]
    pub fn venue(&self) -> impl Venue + use<> {
        Seats(self.0.clone())
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        *locked(&self.0.closing) = Some(Closing::Now);
        let began = Instant::now();
        while !*self.0.closed.borrow() && began.elapsed() < CLOSE_WITHIN {
            thread::sleep(TICK / 5);
        }
    }
}

impl Venue for Seats {
    fn person(&self, seat: Seat, narrator: Arc<Narrator>) -> Box<dyn Agent> {
        self.room().sit(seat, &narrator);
        Box::new(Person { seats: self.clone(), seat, narrator })
    }

    fn notice(&self, notice: Notice) {
        self.room().notice(notice);
    }

    fn admit(&self, seat: Seat, board: &Arc<Board>) {
        self.room().admit(seat, board);
    }

    fn show(&self, event: &rules::Event) {
        self.room().show(event);
    }
}

impl Seats {
    fn room(&self) -> MutexGuard<'_, Room> {
        locked(&self.0.room)
    }
}

/// Whatever ends the thread, nobody waits for it.
struct Shut(Arc<Shared>);

impl Drop for Shut {
    fn drop(&mut self) {
        locked(&self.0.room).shut();
        self.0.closed.send_replace(true);
    }
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Reads keys and draws until the screen is closed.
fn serve(shared: &Shared, mut terminal: Terminal) -> io::Result<()> {
    // The person may have read the end before the table has come to it.
    let mut read_it = false;
    loop {
        let act = if poll(TICK)? { pressed(shared, read()?) } else { Act::Nothing };
        let closing = *locked(&shared.closing);
        match act {
            _ if closing == Some(Closing::Now) => return Ok(()),
            Act::Interrupt if closing.is_some() => return Ok(()),
            Act::Dismiss => read_it = true,
            Act::Nothing if read_it && closing.is_some() => return Ok(()),
            Act::Nothing => {}
            Act::Interrupt => {
                if let Some(interrupt) = &*locked(&shared.interrupt) {
                    interrupt();
                }
            }
            Act::Redraw => terminal.redraw()?,
            Act::Edit => edit(shared, &mut terminal)?,
        }
        let mut room = locked(&shared.room);
        if room.tick(Instant::now()) && shared.settings.bell {
            terminal.ring()?;
        }
        if std::mem::take(&mut room.wipe) {
            terminal.wipe()?;
        }
        // Several keys that came at once are one picture.
        if room.dirty && !poll(Duration::ZERO)? {
            terminal.draw(|frame| {
                let area = frame.area();
                if let Some(cursor) = room.draw(shared.settings.look, area, frame.buffer_mut()) {
                    frame.set_cursor_position(cursor);
                }
            })?;
        }
    }
}

fn pressed(shared: &Shared, event: Event) -> Act {
    let mut room = locked(&shared.room);
    room.dirty = true;
    key(event).map_or(Act::Nothing, |key| room.press(key))
}

/// Has the draft of the open scene edited elsewhere.
fn edit(shared: &Shared, terminal: &mut Terminal) -> io::Result<()> {
    let Some(draft) = locked(&shared.room).open().map(|scene| scene.draft.text()) else { return Ok(()) };
    let edited = terminal.lend(|| editor::edit(&draft))?;
    let mut room = locked(&shared.room);
    room.dirty = true;
    if let Some(scene) = room.open() {
        scene.edited(edited);
    }
    Ok(())
}

/// A person at a screen.
struct Person {
    seats: Seats,
    seat: Seat,
    narrator: Arc<Narrator>,
}

#[async_trait]
impl Agent for Person {
    async fn hear(&mut self, view: &View, _event: &SeatEvent) {
        self.seats.room().hear(self.seat, view, &self.narrator);
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        let given = self.seats.room().ask(self.seat, &question, &self.narrator);
        tokio::select! {
            given = given => Reply::from(given.unwrap_or_else(|_| Err(Trouble::Gone("the screen was closed".into())))),
            () = expired(question.deadline) => {
                self.seats.room().give_up(self.seat);
                Trouble::Failed("no answer came in time".into()).into()
            }
        }
    }
}

/// Waits until some time after the deadline; without one, for ever.
async fn expired(deadline: Option<&Deadline>) {
    match deadline {
        Some(deadline) => tokio::time::sleep_until(deadline.earliest() + GRACE).await,
        None => std::future::pending().await,
    }
}
