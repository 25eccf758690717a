//! The seat of a person who has joined, as the table sees it.

use super::booth::Booth;
use super::wire::Word;
use crate::deadline::given_up;
use crate::{Agent, Journal, Question, Reply, Trouble};
use async_trait::async_trait;
use lycaon_rules::{Answer, SeatEvent, View};
use std::fmt;
use std::sync::Arc;
use std::time::Duration;

/// How long a player may be away before a script answers for him, if one does.
const PATIENCE: Duration = Duration::from_secs(15);

/// What is done for a player who is away when he is asked.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Absent {
    /// He is waited for until the deadline; then what stands for silence counts.
    #[default]
    Fallback,
    /// A script answers for him once he has been away for a quarter of a minute, until he is back.
    Bot,
}

/// A person who joins, or has joined, over the wire. It says on record when he was away.
pub struct RemoteSeat {
    booth: Arc<Booth>,
    stand_in: Option<Box<dyn Agent>>,
    /// How many events of the view were passed on.
    told: usize,
}

impl fmt::Debug for RemoteSeat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RemoteSeat").field("seat", &self.booth.seat).finish_non_exhaustive()
    }
}

impl RemoteSeat {
    pub(super) fn new(booth: Arc<Booth>) -> Self {
        RemoteSeat { booth, stand_in: None, told: 0 }
    }

    /// The same, with somebody who answers while the player is away.
    #[must_use]
    pub fn with_stand_in(self, stand_in: Box<dyn Agent>) -> Self {
        RemoteSeat { stand_in: Some(stand_in), ..self }
    }

    fn tell(&mut self, view: &View) {
        view.heard().iter().skip(self.told).for_each(|event| self.booth.tell(event));
        self.told = view.heard().len();
    }

    fn remark(&self, journal: &dyn Journal) {
        self.booth.remarks().into_iter().for_each(|remark| journal.remark(remark));
    }
}

#[async_trait]
impl Agent for RemoteSeat {
    async fn hear(&mut self, view: &View, _event: &SeatEvent) {
        self.tell(view);
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        self.tell(question.view);
        self.remark(question.journal);
        if let Some(why) = self.booth.left() {
            return why.into();
        }
        let (ask, word) = self.booth.put(&question);
        let reply = tokio::select! {
            word = word => Some(read(word.ok())),
            word = self.booth.settled(ask, question.window, question.deadline) => Some(read(Some(word))),
            () = given_up(question.deadline) => Some(Trouble::Failed("no answer came in time".into()).into()),
            () = self.booth.missed(PATIENCE), if self.stand_in.is_some() => None,
        };
        // A choice that the player made before he was cut off stands.
        let reply = reply.or_else(|| self.booth.settle(ask).map(|word| read(Some(word))));
        self.booth.withdraw(ask);
        self.remark(question.journal);
        match (reply, &mut self.stand_in) {
            (None, Some(stand_in)) => {
                question.journal.remark("a script answered in the place of the player, who is away".into());
                Reply { stand_in: true, ..stand_in.answer(question).await }
            }
            (Some(reply), _) => reply,
            (None, None) => Trouble::Failed("the player is away".into()).into(),
        }
    }
}

/// What a guest said as a reply.
fn read(word: Option<Word>) -> Reply {
    match word {
        Some(Word::Answer { choice, speech, raise, stand_in, .. }) => {
            Reply { raise, stand_in, ..Answer { choice, speech }.into() }
        }
        Some(Word::Failed { failed, .. }) => Trouble::Failed(failed.chars().take(200).collect()).into(),
        Some(Word::Leave { leave, hand_over: true }) => Trouble::HandedOver(leave).into(),
        Some(Word::Leave { leave, hand_over: false }) => Trouble::Gone(leave).into(),
        Some(Word::Undo { .. }) | None => Trouble::Failed("the question was taken back".into()).into(),
    }
}
