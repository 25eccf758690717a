//! The other end of the wire: a person's own program, which folds what it is told into a view and asks its agent.

use super::address::{Address, Stream};
use super::key::Key;
use super::wire::{
    After, Goodbye, HEARTBEAT, Hello, Knock, LETTER_MAX, Letter, Put, Refused, SILENCE, VERSION, Word, line, read_line,
    send,
};
use crate::window::Deed;
use crate::{Agent, Calls, Deadline, Question, Reply, Standing, Trouble, Window};
use lycaon_narrator::Lang;
use lycaon_rules::{Answer, Board, Listener, Seat, View};
use std::collections::VecDeque;
use std::io;
use std::sync::Arc;
use std::time::Duration;
use tokio::io::{BufReader, ReadHalf, WriteHalf};
use tokio::sync::{mpsc, watch};
use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep, timeout};

/// How long a hall may take to answer a knock.
const ADMITTED_WITHIN: Duration = Duration::from_secs(15);

/// How long a guest tries to come back, and how long it waits between two tries, at most.
const COME_BACK_WITHIN: Duration = Duration::from_secs(600);
const BETWEEN_TRIES: Duration = Duration::from_secs(5);

/// How long an agent may take to notice by itself that its question is no longer open.
const LET_GO_WITHIN: Duration = Duration::from_millis(500);

/// Why somebody cannot join, or cannot play on.
#[derive(Debug, thiserror::Error)]
pub enum JoinError {
    /// Nobody answers, or not in this way.
    #[error("{address} cannot be joined: {error}; is the host still there?")]
    Unreachable {
        /// Where.
        address: Address,
        /// Why.
        error: io::Error,
    },
    /// The hall does not let him in.
    #[error("{}", refusal(.0))]
    Refused(Refused),
}

fn refusal(refused: &Refused) -> &'static str {
    match refused {
        Refused::Stranger => "the host does not know this code; look at the line that the host printed for your seat",
        Refused::Used => "somebody has joined with this code already; come back with the key that was told when he did",
        Refused::Version => "the host runs another version of lycaon; use the same one",
    }
}

/// Something a player should know of his connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Notice {
    /// It is lost, and being made again.
    Lost,
    /// It is being made again, and this is the so-manieth try that failed.
    Trying(u32),
    /// It is back.
    Back,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parting {
    /// Why.
    pub goodbye: Goodbye,
    /// The whole game, if it is over.
    pub after: Option<After>,
}

/// Somebody who has joined.
#[derive(Debug)]
pub struct Guest {
    seat: Seat,
    lang: Lang,
    board: Arc<Board>,
    token: Key,
    news: mpsc::Receiver<News>,
    words: mpsc::Sender<String>,
    wire: JoinHandle<()>,
}

enum News {
    Letter(Letter),
    Notice(Notice),
    Lost(JoinError),
}

impl Guest {
    /// Joins with a code, or comes back with the key that was given for one.
    ///
    /// # Errors
    /// When nobody is there or lets him in.
    pub async fn join(address: &Address, key: &Key) -> Result<Guest, JoinError> {
        let (hello, token, connection) = knock(address, key, 0).await?;
        let (news_sender, news) = mpsc::channel(64);
        let (words, outbox) = mpsc::channel(16);
        let wire = Wire { address: address.clone(), token: token.clone(), heard: 0, news: news_sender, outbox };
        let wire = tokio::spawn(wire.keep(connection));
        let Hello { seat, language: lang, board, .. } = hello;
        Ok(Guest { seat, lang, board: board.into(), token, news, words, wire })
    }

    /// The seat.
    #[must_use]
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Arc<Board> {
        &self.board
    }

    /// The language of the game.
    #[must_use]
    pub fn lang(&self) -> Lang {
        self.lang
    }

    /// The key for coming back.
    #[must_use]
    pub fn token(&self) -> &Key {
        &self.token
    }

    /// Plays, until the hall says goodbye. Notices are told as they come.
    ///
    /// # Errors
    /// When the connection is lost for good.
    pub async fn play(
        mut self,
        agent: &mut dyn Agent,
        tell: &mut (dyn FnMut(Notice) + Send),
    ) -> Result<Parting, JoinError> {
        let mut view = View::new(Listener::Seat(self.seat), self.board.clone());
        let mut backlog = VecDeque::new();
        let mut answered: Option<(u64, String)> = None;
        // A choice that was made at another terminal, and stands.
        let mut standing: Option<u64> = None;
        let mut after = None;
        loop {
            let letter = match backlog.pop_front() {
                Some(letter) => letter,
                None => self.letter(tell).await?,
            };
            match letter {
                Letter::Event { event } => {
                    if view.follow(event)
                        && let Some(heard) = view.heard().last()
                    {
                        agent.hear(&view, heard).await;
                    }
                }
                Letter::Question(put) if standing == Some(put.ask) => {}
                Letter::Question(put) => {
                    // The hall has not had the answer, or lost it with a connection.
                    let again = answered.as_ref().filter(|(ask, _)| *ask == put.ask);
                    let said = match again {
                        Some((_, said)) => said.clone(),
                        None => {
                            let Some(reply) = self.ask(agent, &view, &put, &mut backlog, tell).await? else { continue };
                            answered.insert((put.ask, line(&word(put.ask, reply)))).1.clone()
                        }
                    };
                    // If nobody takes it, the next letter says why.
                    _ = self.words.send(said).await;
                }
                Letter::Stands { ask, stands } => standing = (stands == Standing::Held).then_some(ask),
                Letter::After { after: told } => after = Some(told),
                Letter::Goodbye { goodbye } => return Ok(Parting { goodbye, after }),
                Letter::Hello { .. } | Letter::Refused { .. } => {}
            }
        }
    }

    /// Asks the agent; `None` if the question is over before it answers. What comes meanwhile is kept for later.
    async fn ask(
        &mut self,
        agent: &mut dyn Agent,
        view: &View,
        put: &Put,
        backlog: &mut VecDeque<Letter>,
        tell: &mut (dyn FnMut(Notice) + Send),
    ) -> Result<Option<Reply>, JoinError> {
        let deadline = put.left_ms.map(|left| Deadline::after(Duration::from_millis(left)));
        let journal = Calls::new();
        let standing = Arc::new(watch::Sender::new(Standing::Open));
        let (deeds, mut done) = mpsc::unbounded_channel();
        let window = put.undo.then(|| Window::away(standing.clone(), deeds));
        let question = Question {
            view,
            request: &put.request,
            attempt: put.attempt,
            complaint: put.complaint.as_ref(),
            deadline: deadline.as_ref(),
            journal: &journal,
            window: window.as_ref(),
        };
        let mut answer = agent.answer(question);
        // What the hall has not said anything to, and how the choice stands once it has heard.
        let mut unheard: Option<(Standing, String)> = None;
        loop {
            tokio::select! {
                reply = &mut answer => return Ok(Some(reply)),
                Some(deed) = done.recv() => {
                    let then = if deed == Deed::TakeBack { Standing::Open } else { Standing::Held };
                    let said = line(&told(put.ask, deed));
                    unheard = Some((then, said.clone()));
                    // If nobody takes it, the question is put again, and it is said again.
                    _ = self.words.send(said).await;
                }
                letter = self.letter(tell) => match letter? {
                    Letter::Question(same) if same.ask == put.ask => if let Some((_, said)) = &unheard {
                        _ = self.words.send(said.clone()).await;
                    },
                    Letter::Stands { ask, stands } if ask == put.ask => {
                        // What was said before a connection broke is old.
                        if stands == Standing::Final || unheard.take_if(|(then, _)| *then == stands).is_some() {
                            standing.send_replace(stands);
                        }
                    }
                    other => {
                        backlog.push_back(other);
                        _ = timeout(LET_GO_WITHIN, answer).await;
                        return Ok(None);
                    }
                },
            }
        }
    }

    async fn letter(&mut self, tell: &mut (dyn FnMut(Notice) + Send)) -> Result<Letter, JoinError> {
        loop {
            match self.news.recv().await {
                Some(News::Letter(letter)) => return Ok(letter),
                Some(News::Notice(notice)) => tell(notice),
                Some(News::Lost(error)) => return Err(error),
                // The wire ends after a goodbye, and nobody reads on after one.
                None => return Ok(Letter::Goodbye { goodbye: Goodbye::Stopped }),
            }
        }
    }
}

impl Drop for Guest {
    fn drop(&mut self) {
        self.wire.abort();
    }
}

/// What is sent for something done while others think.
fn told(ask: u64, deed: Deed) -> Word {
    match deed {
        Deed::Choose(Answer { choice, speech }) => Word::Answer { ask, choice, speech, raise: None, stand_in: false },
        Deed::TakeBack => Word::Undo { undo: ask },
    }
}

/// What is sent for a reply.
fn word(ask: u64, reply: Reply) -> Word {
    let Reply { answer, raise, stand_in } = reply;
    match answer {
        Ok(answer) => Word::Answer { ask, choice: answer.choice, speech: answer.speech, raise, stand_in },
        Err(Trouble::Gone(leave)) => Word::Leave { leave, hand_over: false },
        Err(Trouble::HandedOver(leave)) => Word::Leave { leave, hand_over: true },
        Err(trouble) => Word::Failed { ask, failed: trouble.to_string() },
    }
}

type Connection = (BufReader<ReadHalf<Box<dyn Stream>>>, WriteHalf<Box<dyn Stream>>);

/// Connects and shows a key.
async fn knock(address: &Address, key: &Key, heard: usize) -> Result<(Hello, Key, Connection), JoinError> {
    let unreachable = |error| JoinError::Unreachable { address: address.clone(), error };
    let greeted = async {
        let (reader, mut writer) = tokio::io::split(address.connect().await?);
        let mut reader = BufReader::new(reader);
        send(&mut writer, &Knock::line(key, heard)).await?;
        let text = read_line(&mut reader, LETTER_MAX).await?.ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok((serde_json::from_str(&text)?, (reader, writer)))
    };
    let greeted = timeout(ADMITTED_WITHIN, greeted).await.unwrap_or_else(|_| Err(io::ErrorKind::TimedOut.into()));
    match greeted.map_err(unreachable)? {
        (Letter::Hello { hello, .. }, _) if hello.version != VERSION => Err(JoinError::Refused(Refused::Version)),
        (Letter::Hello { hello, token }, connection) => Ok((*hello, Key::typed(&token), connection)),
        (Letter::Refused { refused }, _) => Err(JoinError::Refused(refused)),
        _ => Err(unreachable(io::Error::new(io::ErrorKind::InvalidData, "what is there is no host of lycaon"))),
    }
}

/// Keeps the connection, and makes it again when it breaks.
struct Wire {
    address: Address,
    token: Key,
    /// How many events were passed on.
    heard: usize,
    news: mpsc::Sender<News>,
    outbox: mpsc::Receiver<String>,
}

impl Wire {
    async fn keep(mut self, mut connection: Connection) {
        loop {
            match self.relay(&mut connection).await {
                Ok(()) => return,
                // What cannot be read now cannot be read when it comes again.
                Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                    let address = self.address.clone();
                    _ = self.news.send(News::Lost(JoinError::Unreachable { address, error })).await;
                    return;
                }
                Err(_) => {}
            }
            _ = self.news.send(News::Notice(Notice::Lost)).await;
            connection = match self.come_back().await {
                Ok(connection) => connection,
                Err(error) => {
                    _ = self.news.send(News::Lost(error)).await;
                    return;
                }
            };
            _ = self.news.send(News::Notice(Notice::Back)).await;
        }
    }

    async fn come_back(&self) -> Result<Connection, JoinError> {
        let since = Instant::now();
        let mut pause = BETWEEN_TRIES / 16;
        let mut count = 0;
        loop {
            count += 1;
            match knock(&self.address, &self.token, self.heard).await {
                Ok((_, _, connection)) => return Ok(connection),
                Err(JoinError::Unreachable { .. }) if since.elapsed() < COME_BACK_WITHIN => {}
                Err(error) => return Err(error),
            }
            _ = self.news.send(News::Notice(Notice::Trying(count))).await;
            sleep(pause).await;
            pause = (pause * 2).min(BETWEEN_TRIES);
        }
    }

    /// Passes letters in and words out. It ends well after a goodbye, or when nobody is left to pass letters to.
    async fn relay(&mut self, (reader, writer): &mut Connection) -> io::Result<()> {
        let Wire { heard, news, outbox, .. } = self;
        let incoming = async {
            loop {
                let text = timeout(SILENCE, read_line(reader, LETTER_MAX)).await??;
                let text = text.ok_or(io::ErrorKind::UnexpectedEof)?;
                if text.trim().is_empty() {
                    continue;
                }
                let letter: Letter = serde_json::from_str(&text)?;
                let last = matches!(letter, Letter::Goodbye { .. });
                *heard += usize::from(matches!(letter, Letter::Event { .. }));
                if news.send(News::Letter(letter)).await.is_err() || last {
                    return io::Result::Ok(());
                }
            }
        };
        let outgoing = async {
            loop {
                match timeout(HEARTBEAT, outbox.recv()).await {
                    Ok(Some(text)) => send(writer, &text).await?,
                    Ok(None) => return io::Result::Ok(()),
                    Err(_) => send(writer, "\n").await?,
                }
            }
        };
        tokio::select! {
            ended = incoming => ended,
            ended = outgoing => ended,
        }
    }
}
