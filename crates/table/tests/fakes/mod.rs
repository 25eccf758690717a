//! Agents that behave and agents that do not.
#![allow(dead_code, reason = "not every test needs every agent")]

use async_trait::async_trait;
use lycaon_agents::{Agent, Question, Reply, Standing, Trouble};
use lycaon_narrator::Unclear;
use lycaon_rules::{Answer, Choice, SeatEvent, View};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::time::sleep;

/// An answer that depends on all that the seat has heard, and on nothing else.
pub fn choose(question: Question<'_>) -> Answer {
    let menu = &question.request.menu;
    let heard = question.view.heard().len() as u64;
    let seat = u64::from(question.request.seat.number());
    menu.nth((heard * 31 + seat * 17) % menu.size()).into()
}

/// Thinks before it answers: this long for its first answer, then this much longer or shorter for each.
pub struct Thinks(pub Vec<u64>);

#[async_trait]
impl Agent for Thinks {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        if !self.0.is_empty() {
            let pause = self.0[0];
            self.0.rotate_left(1);
            sleep(Duration::from_millis(pause)).await;
        }
        choose(question).into()
    }
}

/// Never answers.
pub struct Hangs;

#[async_trait]
impl Agent for Hangs {
    async fn answer(&mut self, _: Question<'_>) -> Reply {
        std::future::pending().await
    }
}

/// Breaks.
pub struct Panics;

#[async_trait]
impl Agent for Panics {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        panic!("no idea what to do at seat {}", question.request.seat)
    }
}

/// Fails in the same way each time.
pub struct Fails(pub Trouble);

#[async_trait]
impl Agent for Fails {
    async fn answer(&mut self, _: Question<'_>) -> Reply {
        self.0.clone().into()
    }
}

/// Babbles at its first attempts at each answer, and keeps the complaints it hears.
pub struct Babbles {
    pub times: u32,
    pub complaints: Arc<Mutex<Vec<Option<Unclear>>>>,
}

#[async_trait]
impl Agent for Babbles {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        self.complaints.lock().unwrap().push(question.complaint.cloned());
        if question.attempt <= self.times {
            return Trouble::Unclear(Unclear::NoChoice).into();
        }
        choose(question).into()
    }
}

/// Answers with what nobody offered, unless it is told so.
pub struct Cheats;

#[async_trait]
impl Agent for Cheats {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        match question.complaint {
            Some(Unclear::NotLegal { said }) if said.contains("tear") => choose(question).into(),
            _ => Answer::from(Choice::Tear).into(),
        }
    }
}

/// Listens slowly, and keeps what it heard.
pub struct Listens {
    pub pause: Duration,
    pub heard: Arc<Mutex<Vec<SeatEvent>>>,
}

#[async_trait]
impl Agent for Listens {
    async fn hear(&mut self, view: &View, event: &SeatEvent) {
        assert_eq!(view.heard().last(), Some(event));
        sleep(self.pause).await;
        self.heard.lock().unwrap().push(event.clone());
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        choose(question).into()
    }
}

/// Always takes the last answer offered.
pub struct Last;

#[async_trait]
impl Agent for Last {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        let menu = &question.request.menu;
        Answer::from(menu.nth(menu.size() - 1)).into()
    }
}

/// Chooses, takes it back as long as that is allowed, chooses otherwise, and stands by it until nobody thinks any more.
pub struct Wavers(pub Arc<Mutex<Vec<bool>>>);

#[async_trait]
impl Agent for Wavers {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        let Some(window) = question.window else { return choose(question).into() };
        let answer = choose(question);
        window.choose(&answer);
        window.take_back();
        let may = window.standing() == Standing::Open;
        self.0.lock().unwrap().push(may);
        if may {
            window.choose(&answer);
            window.closed().await;
        }
        answer.into()
    }
}
