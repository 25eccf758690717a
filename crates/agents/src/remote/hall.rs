//! Where people join: the door, the keys to the seats, and what is let through to each.

use super::address::{Address, Door, Stream};
use super::booth::{Booth, Opens, Told};
use super::key::Key;
use super::seat::RemoteSeat;
use super::wire::{
    After, Goodbye, HEARTBEAT, Hello, Knocking, Letter, Refused, SILENCE, VERSION, Word, line, read_line, send,
};
use crate::lines::LINE_MAX;
use lycaon_narrator::Lang;
use lycaon_rules::{Board, Seat, Seats};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, BufReader, ReadHalf, WriteHalf};
use tokio::sync::{Semaphore, mpsc};
use tokio::task::{JoinHandle, JoinSet};
use tokio::time::{Instant, sleep, timeout};

/// How many may stand at the door without having shown a key. Others wait outside.
const STRANGERS_MAX: usize = 16;

/// How long somebody may take to show a key, and how long the line with it may be, in bytes.
const KNOCK_WITHIN: Duration = Duration::from_secs(5);
const KNOCK_MAX: usize = 512;

/// How long whoever shows a wrong key waits for the answer: trying many takes for ever.
const WRONG_KEY_DELAY: Duration = Duration::from_secs(1);

/// How many lines a guest may send within a while; more is no person playing.
const LINES_MAX: u32 = 60;
const LINES_WHILE: Duration = Duration::from_secs(10);

/// How long the last lines may take to reach everybody.
const FAREWELL: Duration = Duration::from_secs(3);

/// How many comings wait to be looked at; when nobody looks, more are dropped.
const COMINGS_MAX: usize = 64;

/// A place to play at that people join over the wire. Dropping it ends every connection.
#[derive(Debug)]
pub struct Hall {
    address: Address,
    booths: Arc<[Arc<Booth>]>,
    door: JoinHandle<()>,
}

/// The code by which somebody joins at a seat, once.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The seat.
    pub seat: Seat,
    /// The code.
    pub code: Key,
}

/// Somebody came to the door, or went.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coming {
    /// The player of this seat joined.
    Joined(Seat),
    /// The connection of this seat's player was lost, or he left.
    Away(Seat),
    /// He came back.
    Back(Seat),
    /// Somebody was not let in. It is the so-manieth.
    Refused(Refused, u32),
}

/// What tells of every coming.
pub type Comings = mpsc::Receiver<Coming>;

/// Why there is no hall.
#[derive(Debug, thiserror::Error)]
pub enum HallError {
    /// Nobody can be let in at this address.
    #[error("nobody can join at {address}: {error}; name another address or socket")]
    Door {
        /// Where.
        address: Address,
        /// Why.
        error: io::Error,
    },
    /// There is no randomness for codes.
    #[error("no codes can be made: {0}")]
    Codes(io::Error),
}

/// What every connection needs to know.
struct House {
    booths: Arc<[Arc<Booth>]>,
    board: Arc<Board>,
    lang: Lang,
    strangers: Arc<Semaphore>,
    refused: std::sync::atomic::AtomicU32,
    comings: mpsc::Sender<Coming>,
}

impl Hall {
    /// Opens one, for the players of these seats. Must be called within a runtime.
    ///
    /// # Errors
    /// When the address cannot be had or the system gives no randomness.
    pub async fn open(
        address: &Address,
        board: &Arc<Board>,
        lang: Lang,
        seats: Seats,
    ) -> Result<(Hall, Vec<Invitation>, Comings), HallError> {
        let code = |seat| Ok(Invitation { seat, code: Key::new().map_err(HallError::Codes)? });
        let invitations = seats.iter().map(code).collect::<Result<Vec<_>, _>>()?;
        let booths: Arc<[Arc<Booth>]> =
            invitations.iter().map(|invited| Arc::new(Booth::new(invited.seat, &invited.code))).collect();
        let opened = address.open().await;
        let (door, address) = opened.map_err(|error| HallError::Door { address: address.clone(), error })?;
        let (comings, receiver) = mpsc::channel(COMINGS_MAX);
        let house = House {
            booths: booths.clone(),
            board: board.clone(),
            lang,
            strangers: Arc::new(Semaphore::new(STRANGERS_MAX)),
            refused: Default::default(),
            comings,
        };
        let door = tokio::spawn(receive(door, Arc::new(house)));
        Ok((Hall { address, booths, door }, invitations, receiver))
    }

    /// Where it is, with the port that was found.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// The seat of somebody who joins here; `None` if nobody was invited to it.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> Option<RemoteSeat> {
        self.booths.iter().find(|booth| booth.seat == seat).cloned().map(RemoteSeat::new)
    }

    /// The seats that people join at.
    #[must_use]
    pub fn seats(&self) -> Seats {
        self.booths.iter().map(|booth| booth.seat).collect()
    }

    /// Waits until all are here at once.
    pub async fn complete(&self) {
        while let Some(missing) = self.booths.iter().find(|booth| !booth.is_here()) {
            missing.until(true).await;
        }
    }

    /// Tells everybody the last news and ends the connections, or gives up after a few seconds.
    pub async fn close(&self, goodbye: Goodbye, after: Option<After>) {
        let after = after.map(|after| line(&Letter::After { after })).unwrap_or_default();
        let lines = after + &line(&Letter::Goodbye { goodbye });
        self.booths.iter().for_each(|booth| booth.part(&lines));
        let gone = async {
            for booth in self.booths.iter() {
                booth.until(false).await;
            }
        };
        // Whoever does not take them has gone.
        _ = timeout(FAREWELL, gone).await;
    }
}

impl Drop for Hall {
    fn drop(&mut self) {
        self.door.abort();
    }
}

/// Lets connections in.
async fn receive(door: Door, house: Arc<House>) {
    let mut connections = JoinSet::new();
    loop {
        let Ok(room) = house.strangers.clone().acquire_owned().await else { return };
        match door.next().await {
            Ok(stream) => {
                let house = house.clone();
                connections.spawn(async move {
                    let (reader, writer) = tokio::io::split(stream);
                    let mut connection = Connection { reader: BufReader::new(reader), writer };
                    let admitted = timeout(KNOCK_WITHIN, connection.knock(&house)).await;
                    let Ok(Some((booth, told))) = admitted else { return };
                    drop(room);
                    let number = told.connection;
                    connection.serve(&booth, told).await;
                    if booth.close(number) {
                        house.tell(Coming::Away(booth.seat));
                    }
                });
            }
            // Too many open files, or somebody who was gone before he was let in.
            Err(_) => sleep(Duration::from_millis(100)).await,
        }
        while connections.try_join_next().is_some() {}
    }
}

impl House {
    fn tell(&self, coming: Coming) {
        _ = self.comings.try_send(coming);
    }

    /// The seat that a key opens. Every lock is tried, so that time does not tell which was nearest.
    fn admit(&self, key: &Key) -> Result<(Arc<Booth>, u64, Key, bool), Refused> {
        let mut found = Err(Refused::Stranger);
        for booth in self.booths.iter() {
            match booth.open(&key.lock()) {
                Ok(Opens::Seat { connection, token, back }) => found = Ok((booth.clone(), connection, token, back)),
                Ok(Opens::Used) => found = Err(Refused::Used),
                Ok(Opens::Nothing) | Err(_) => {}
            }
        }
        found
    }
}

struct Connection {
    reader: BufReader<ReadHalf<Box<dyn Stream>>>,
    writer: WriteHalf<Box<dyn Stream>>,
}

impl Connection {
    /// Has a key shown and greets or refuses. `None` if nobody was let in.
    async fn knock(&mut self, house: &House) -> Option<(Arc<Booth>, Told)> {
        let line_read = read_line(&mut self.reader, KNOCK_MAX).await;
        let knock = line_read.ok().flatten().and_then(|text| serde_json::from_str::<Knocking>(&text).ok());
        let admitted = match &knock {
            Some(Knocking { knock }) if knock.version != VERSION => Err(Refused::Version),
            Some(Knocking { knock }) => house.admit(&Key::typed(&knock.key)),
            None => Err(Refused::Stranger),
        };
        match admitted {
            Ok((booth, connection, token, back)) => {
                house.tell(if back { Coming::Back(booth.seat) } else { Coming::Joined(booth.seat) });
                let board = (*house.board).clone();
                let hello = Hello { version: VERSION, seat: booth.seat, language: house.lang, board };
                let letter = Letter::Hello { hello: hello.into(), token: token.letters().to_owned() };
                // One who is gone already is found out when he is served.
                _ = send(&mut self.writer, &line(&letter)).await;
                let events = knock.map_or(0, |knocking| knocking.knock.heard);
                Some((booth, Told { connection, events, ask: 0, stands: None }))
            }
            Err(refused) => {
                let count = house.refused.fetch_add(1, std::sync::atomic::Ordering::Relaxed) + 1;
                house.tell(Coming::Refused(refused, count));
                sleep(WRONG_KEY_DELAY).await;
                _ = send(&mut self.writer, &line(&Letter::Refused { refused })).await;
                None
            }
        }
    }

    /// Passes on what the seat hears and what its player says, until either end has had enough.
    async fn serve(&mut self, booth: &Booth, told: Told) {
        let number = told.connection;
        tokio::select! {
            _ = speak(&mut self.writer, booth, told) => {}
            _ = listen(&mut self.reader, booth, number) => {}
        }
    }
}

async fn speak(writer: &mut (impl AsyncWrite + Unpin), booth: &Booth, mut told: Told) -> io::Result<()> {
    let mut changes = booth.changes();
    while let Some(due) = booth.due(&mut told) {
        if !due.text.is_empty() {
            send(writer, &due.text).await?;
        }
        if due.last {
            return Ok(());
        }
        match timeout(HEARTBEAT, changes.changed()).await {
            Ok(Ok(())) => {}
            Ok(Err(_)) => return Ok(()),
            Err(_) => send(writer, "\n").await?,
        }
    }
    send(writer, &line(&Letter::Goodbye { goodbye: Goodbye::Elsewhere })).await
}

async fn listen(reader: &mut BufReader<impl AsyncRead + Unpin>, booth: &Booth, connection: u64) -> io::Result<()> {
    let (mut lines, mut since) = (0, Instant::now());
    loop {
        let Some(text) = timeout(SILENCE, read_line(reader, LINE_MAX)).await?? else { return Ok(()) };
        if since.elapsed() > LINES_WHILE {
            (lines, since) = (0, Instant::now());
        }
        lines += 1;
        if lines > LINES_MAX {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "more lines than a person sends"));
        }
        if text.trim().is_empty() {
            continue;
        }
        let word: Word = serde_json::from_str(&text)?;
        booth.take(connection, word);
    }
}
