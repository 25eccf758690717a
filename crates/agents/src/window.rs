//! How long an answer can be taken back.

use crate::Deadline;
use lycaon_rules::{Answer, Seat, Seats};
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// How long before a deadline an answer that can still be taken back is given.
const MARGIN: Duration = Duration::from_millis(200);

/// The time in which a seat may take its answer back: while others who were asked at the same time still think. An
/// agent that lets its player change his mind keeps the answer to itself until the window has closed. Clones are the
/// same window.
#[derive(Clone, Debug)]
pub struct Window(End);

/// Where those who think are.
#[derive(Clone, Debug)]
enum End {
    /// At this table.
    Here { seat: Seat, thinking: Thinking },
    /// At the other end of a wire, which is told what is done and tells how the choice stands.
    Away { standing: Arc<watch::Sender<Standing>>, deeds: mpsc::UnboundedSender<Deed> },
}

/// How a seat's choice stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Standing {
    /// There is none: the seat thinks.
    Open,
    /// What was done last is on its way to the table.
    #[serde(skip)]
    Sent,
    /// It is made, and can be taken back.
    Held,
    /// It counts.
    Final,
}

/// What is done in a window whose table is elsewhere.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Deed {
    /// This is chosen.
    Choose(Answer),
    /// The choice is taken back.
    TakeBack,
}

/// Who of those that were asked at once still thinks. Once nobody does, nobody can begin again.
#[derive(Clone, Debug)]
pub struct Thinking(Arc<watch::Sender<Seats>>);

impl Thinking {
    /// These seats were asked.
    #[must_use]
    pub fn of(seats: Seats) -> Self {
        Thinking(Arc::new(watch::Sender::new(seats)))
    }

    /// This seat has its decision.
    pub fn done(&self, seat: Seat) {
        self.0.send_if_modified(|seats| {
            let was = seats.has(seat);
            seats.remove(seat);
            was
        });
    }

    /// The window in which this seat may change its mind.
    #[must_use]
    pub fn window(&self, seat: Seat) -> Window {
        Window(End::Here { seat, thinking: self.clone() })
    }
}

/// How the choice of a seat stands while these think.
fn standing_of(seat: Seat, thinking: Seats) -> Standing {
    match () {
        () if thinking.is_empty() => Standing::Final,
        () if thinking.has(seat) => Standing::Open,
        () => Standing::Held,
    }
}

impl Window {
    /// The window of a table at the other end of a wire: whoever makes it says how the choice stands, and passes on what
    /// is done.
    pub(crate) fn away(standing: Arc<watch::Sender<Standing>>, deeds: mpsc::UnboundedSender<Deed>) -> Self {
        Window(End::Away { standing, deeds })
    }

    /// The seat has chosen this. Whether it may still be taken back is how it stands then, or, over a wire, soon.
    pub fn choose(&self, answer: &Answer) {
        match &self.0 {
            End::Here { seat, thinking } => thinking.done(*seat),
            End::Away { .. } => self.pass_on(Deed::Choose(answer.clone())),
        }
    }

    /// The seat wants to think again. It does if its choice is open then, or, over a wire, soon.
    pub fn take_back(&self) {
        match &self.0 {
            End::Here { seat, thinking } => {
                thinking.0.send_if_modified(|seats| {
                    let open = !seats.is_empty();
                    if open {
                        seats.insert(*seat);
                    }
                    open
                });
            }
            End::Away { .. } => self.pass_on(Deed::TakeBack),
        }
    }

    /// Has the other end told of a deed, unless the choice counts and nothing can be done any more.
    fn pass_on(&self, deed: Deed) {
        let End::Away { standing, deeds } = &self.0 else { return };
        let may = standing.send_if_modified(|standing| {
            let may = *standing != Standing::Final;
            if may {
                *standing = Standing::Sent;
            }
            may
        });
        if may {
            // Nobody receives it once the question is over, and then there is nothing to do.
            _ = deeds.send(deed);
        }
    }

    /// How the seat's choice stands.
    #[must_use]
    pub fn standing(&self) -> Standing {
        match &self.0 {
            End::Here { seat, thinking } => standing_of(*seat, *thinking.0.borrow()),
            End::Away { standing, .. } => *standing.borrow(),
        }
    }

    /// Comes back once the choice stands in such a way, and says how it stands.
    async fn until(&self, wanted: impl Fn(Standing) -> bool) -> Standing {
        match &self.0 {
            End::Here { seat, thinking } => {
                let wanted = |seats: &Seats| wanted(standing_of(*seat, *seats));
                // The sender lives as long as `self`, so waiting cannot fail.
                _ = thinking.0.subscribe().wait_for(wanted).await;
            }
            End::Away { standing, .. } => _ = standing.subscribe().wait_for(|standing| wanted(*standing)).await,
        }
        self.standing()
    }

    /// Comes back once the table has heard what was done last, and says how the choice stands then.
    pub async fn heard(&self) -> Standing {
        self.until(|standing| standing != Standing::Sent).await
    }

    /// Comes back once the choice counts.
    pub async fn closed(&self) {
        self.until(|standing| standing == Standing::Final).await;
    }

    /// Comes back once the choice counts, or has to be given because of the deadline.
    pub(crate) async fn settled(&self, deadline: Option<&Deadline>) {
        let due = async {
            match deadline {
                Some(deadline) => tokio::time::sleep(deadline.left().saturating_sub(MARGIN)).await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            () = self.closed() => {}
            () = due => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use lycaon_rules::Choice;

    #[tokio::test]
    async fn an_answer_can_be_taken_back_until_the_last_has_chosen() {
        let [one, two, three] = [1, 2, 3].map(Seat::new);
        let thinking = Thinking::of(Seats::one(one).with(two).with(three));
        let [mine, other] = [one, two].map(|seat| thinking.window(seat));
        let answer = Choice::Pass.into();
        assert_eq!(mine.standing(), Standing::Open);
        mine.choose(&answer);
        other.choose(&answer);
        assert_eq!((mine.standing(), other.heard().await), (Standing::Held, Standing::Held), "seat 3 thinks");
        mine.take_back();
        assert_eq!(mine.standing(), Standing::Open);
        thinking.done(three);
        mine.choose(&answer);
        assert_eq!(mine.standing(), Standing::Final, "the last to choose closes it");
        other.take_back();
        mine.take_back();
        assert_eq!((mine.standing(), other.standing()), (Standing::Final, Standing::Final));
        other.closed().await;
    }

    #[tokio::test]
    async fn over_a_wire_the_other_end_says_how_a_choice_stands() {
        let standing = Arc::new(watch::Sender::new(Standing::Open));
        let (deeds, mut done) = mpsc::unbounded_channel();
        let window = Window::away(standing.clone(), deeds);
        window.choose(&Choice::Pass.into());
        assert_eq!(window.standing(), Standing::Sent);
        let (heard, ()) = tokio::join!(window.heard(), async { _ = standing.send_replace(Standing::Held) });
        assert_eq!(heard, Standing::Held);
        window.take_back();
        assert_eq!(window.standing(), Standing::Sent);
        standing.send_replace(Standing::Final);
        window.take_back();
        assert_eq!(window.standing(), Standing::Final, "it is too late");
        window.closed().await;
        drop(window);
        let told: Vec<Deed> = std::iter::from_fn(|| done.try_recv().ok()).collect();
        assert_eq!(told, [Deed::Choose(Choice::Pass.into()), Deed::TakeBack]);
    }
}
