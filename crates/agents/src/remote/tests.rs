use super::wire::{Knock, LETTER_MAX, Letter, Word, line, read_line, send};
use super::*;
use crate::scripted::probe::{hear, request, targets, view};
use crate::{Agent, Calls, Deadline, Question, Reply, Standing, Thinking, Trouble, Window};
use async_trait::async_trait;
use lycaon_narrator::Lang;
use lycaon_rules::{Answer, Ask, Board, Choice, Fact, Phase, RoleId, Seat, SeatEvent, Seats, View};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tokio::io::{BufReader, ReadHalf, WriteHalf};

/// Takes the last of the menu, and remembers what it heard.
#[derive(Clone, Default)]
struct Last(Arc<Mutex<Vec<SeatEvent>>>);

#[async_trait]
impl Agent for Last {
    async fn hear(&mut self, _view: &View, event: &SeatEvent) {
        self.0.lock().unwrap().push(event.clone());
    }

    async fn answer(&mut self, question: Question<'_>) -> Reply {
        let menu = &question.request.menu;
        Answer::from(menu.nth(menu.size() - 1)).into()
    }
}

fn ballot(seat: u8) -> lycaon_rules::Request {
    request(seat, Ask::Shot, targets([1, 2, 5]))
}

fn five() -> Answer {
    Choice::Target { seat: Seat::new(5) }.into()
}

/// A hall on a port of its own for seats 3 and 4 of nine.
async fn hall() -> (Hall, Vec<Invitation>, Comings) {
    let board = Arc::new(Board::named("online-9p").unwrap());
    let seats: Seats = [3, 4].map(Seat::new).into_iter().collect();
    let address = "127.0.0.1:0".parse().unwrap();
    Hall::open(&address, &board, Lang::Zh, seats).await.unwrap()
}

/// The view of a seat that knows its card.
fn dealt(seat: u8) -> View {
    let mut view = view(seat);
    hear(&mut view, 0, Phase::Setup, [Fact::Card { role: RoleId::Seer }]);
    view
}

async fn ask(seat: &mut RemoteSeat, view: &View, deadline: Option<&Deadline>) -> Reply {
    ask_in(seat, view, deadline, None).await
}

async fn ask_in(seat: &mut RemoteSeat, view: &View, deadline: Option<&Deadline>, window: Option<&Window>) -> Reply {
    let (journal, request) = (Calls::new(), ballot(view.seat().unwrap().number()));
    seat.answer(Question { view, request: &request, attempt: 1, complaint: None, deadline, journal: &journal, window })
        .await
}

/// A guest without a program: lines by hand.
struct Raw {
    reader: BufReader<ReadHalf<Box<dyn super::address::Stream>>>,
    writer: WriteHalf<Box<dyn super::address::Stream>>,
}

impl Raw {
    async fn knock(address: &Address, key: &Key, heard: usize) -> Raw {
        let (reader, mut writer) = tokio::io::split(address.connect().await.unwrap());
        send(&mut writer, &Knock::line(key, heard)).await.unwrap();
        Raw { reader: BufReader::new(reader), writer }
    }

    /// The next letter; `None` once the line is closed.
    async fn letter(&mut self) -> Option<Letter> {
        let text = read_line(&mut self.reader, LETTER_MAX).await.ok()??;
        Some(serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {text}")))
    }

    async fn say(&mut self, word: &Word) {
        _ = send(&mut self.writer, &line(word)).await;
    }

    async fn greeted(&mut self) -> Key {
        match self.letter().await {
            Some(Letter::Hello { token, .. }) => Key::typed(&token),
            other => panic!("a hello, not {other:?}"),
        }
    }
}

#[tokio::test]
async fn a_guest_hears_its_seat_and_answers_for_it() {
    let (hall, invitations, mut comings) = hall().await;
    let mut seat = hall.seat(Seat::new(3)).unwrap();
    let guest = Guest::join(hall.address(), &invitations[0].code).await.unwrap();
    assert_eq!((guest.seat(), guest.lang(), guest.board().seats), (Seat::new(3), Lang::Zh, 9));
    assert_eq!(comings.recv().await, Some(Coming::Joined(Seat::new(3))));
    let agent = Last::default();
    let playing = tokio::spawn({
        let mut agent = agent.clone();
        async move { guest.play(&mut agent, &mut |_| ()).await }
    });
    let view = dealt(3);
    assert_eq!(ask(&mut seat, &view, None).await.answer.unwrap(), five());
    let after = After { heard: view.heard().to_vec(), agents: vec![(Seat::new(3), "human".to_owned())] };
    hall.close(Goodbye::Over, Some(after.clone())).await;
    let parting = playing.await.unwrap().unwrap();
    assert_eq!(parting, Parting { goodbye: Goodbye::Over, after: Some(after) });
    assert_eq!(*agent.0.lock().unwrap(), view.heard());
}

#[tokio::test]
async fn strangers_and_used_codes_are_refused_and_counted() {
    let (hall, invitations, mut comings) = hall().await;
    let guess = Guest::join(hall.address(), &Key::new().unwrap()).await.unwrap_err();
    assert!(matches!(guess, JoinError::Refused(Refused::Stranger)), "{guess}");
    let first = Guest::join(hall.address(), &invitations[0].code).await.unwrap();
    let second = Guest::join(hall.address(), &invitations[0].code).await.unwrap_err();
    assert!(matches!(second, JoinError::Refused(Refused::Used)), "{second}");
    let mut told = vec![];
    while let Ok(coming) = comings.try_recv() {
        told.push(coming);
    }
    let refused = [Coming::Refused(Refused::Stranger, 1), Coming::Refused(Refused::Used, 2)];
    assert!(refused.iter().all(|coming| told.contains(coming)), "{told:?}");
    assert!(told.contains(&Coming::Joined(Seat::new(3))));
    drop(first);
}

#[tokio::test]
async fn a_cut_line_is_made_again_and_the_open_question_put_again() {
    let (hall, invitations, _comings) = hall().await;
    let mut seat = hall.seat(Seat::new(3)).unwrap();
    let view = dealt(3);
    let mut first = Raw::knock(hall.address(), &invitations[0].code, 0).await;
    let token = first.greeted().await;
    let asking = tokio::spawn({
        let view = view.clone();
        async move { (ask(&mut seat, &view, None).await, seat) }
    });
    let heard = first.letter().await;
    assert!(matches!(heard, Some(Letter::Event { .. })), "{heard:?}");
    let Some(Letter::Question(put)) = first.letter().await else { panic!("a question") };
    drop(first);
    // It has heard the first event, so it is put the question alone.
    let mut again = Raw::knock(hall.address(), &token, 1).await;
    again.greeted().await;
    let Some(Letter::Question(same)) = again.letter().await else { panic!("the question again") };
    assert_eq!(same.ask, put.ask);
    again.say(&Word::Answer { ask: 99, choice: Choice::Pass, speech: None, raise: None, stand_in: false }).await;
    again.say(&Word::Answer { ask: put.ask, choice: five().choice, speech: None, raise: None, stand_in: false }).await;
    let (reply, _seat) = asking.await.unwrap();
    assert_eq!(reply.answer.unwrap(), five());
}

#[tokio::test]
async fn the_latest_to_show_the_token_has_the_seat() {
    let (hall, invitations, _comings) = hall().await;
    let mut first = Raw::knock(hall.address(), &invitations[1].code, 0).await;
    let token = first.greeted().await;
    let mut second = Raw::knock(hall.address(), &token, 0).await;
    second.greeted().await;
    let told = first.letter().await;
    assert!(matches!(told, Some(Letter::Goodbye { goodbye: Goodbye::Elsewhere })), "{told:?}");
    assert!(first.letter().await.is_none(), "and the line is closed");
    let mut seat = hall.seat(Seat::new(4)).unwrap();
    seat.hear(&dealt(4), &dealt(4).heard()[0]).await;
    assert!(matches!(second.letter().await, Some(Letter::Event { .. })));
}

#[tokio::test]
async fn whoever_is_away_is_silent_at_the_deadline_and_may_leave_for_good() {
    let (hall, invitations, _comings) = hall().await;
    let mut seat = hall.seat(Seat::new(3)).unwrap();
    let view = dealt(3);
    let deadline = Deadline::after(Duration::from_millis(10));
    let silent = ask(&mut seat, &view, Some(&deadline)).await.answer.unwrap_err();
    assert!(matches!(silent, Trouble::Failed(_)), "he may be asked again: {silent}");
    let mut guest = Raw::knock(hall.address(), &invitations[0].code, 0).await;
    guest.greeted().await;
    guest.say(&Word::Leave { leave: "tired".into(), hand_over: false }).await;
    for _ in 0..2 {
        let gone = ask(&mut seat, &view, None).await.answer.unwrap_err();
        assert_eq!(gone, Trouble::Gone("tired".into()));
    }
    let mut other = hall.seat(Seat::new(4)).unwrap();
    let mut guest = Raw::knock(hall.address(), &invitations[1].code, 0).await;
    guest.greeted().await;
    guest.say(&Word::Leave { leave: "hungry".into(), hand_over: true }).await;
    let handed = ask(&mut other, &dealt(4), None).await.answer.unwrap_err();
    assert_eq!(handed, Trouble::HandedOver("hungry".into()));
}

#[tokio::test]
async fn a_flood_ends_its_own_line_and_no_other() {
    let (hall, invitations, _comings) = hall().await;
    let mut quiet = Raw::knock(hall.address(), &invitations[1].code, 0).await;
    quiet.greeted().await;
    let mut loud = Raw::knock(hall.address(), &invitations[0].code, 0).await;
    loud.greeted().await;
    for ask in 0..500 {
        loud.say(&Word::Failed { ask, failed: "noise".into() }).await;
    }
    assert!(loud.letter().await.is_none(), "too many lines");
    let mut long = Raw::knock(hall.address(), &Key::new().unwrap(), 0).await;
    _ = send(&mut long.writer, &"x".repeat(1 << 20)).await;
    let mut seat = hall.seat(Seat::new(4)).unwrap();
    seat.hear(&dealt(4), &dealt(4).heard()[0]).await;
    assert!(matches!(quiet.letter().await, Some(Letter::Event { .. })), "the other goes on");
}

fn onto(ask: u64, seat: u8) -> Word {
    let choice = Choice::Target { seat: Seat::new(seat) };
    Word::Answer { ask, choice, speech: None, raise: None, stand_in: false }
}

/// Seats 3 and 4 think.
fn thinking() -> (Thinking, Window) {
    let thinking = Thinking::of([3, 4].map(Seat::new).into_iter().collect());
    let window = thinking.window(Seat::new(3));
    (thinking, window)
}

#[tokio::test]
async fn a_choice_is_taken_back_while_others_think_and_kept_when_the_line_is_cut() {
    let (hall, invitations, _comings) = hall().await;
    let mut seat = hall.seat(Seat::new(3)).unwrap();
    let (view, (others, window)) = (dealt(3), thinking());
    let mut first = Raw::knock(hall.address(), &invitations[0].code, 1).await;
    let token = first.greeted().await;
    let asking = tokio::spawn(async move { ask_in(&mut seat, &view, None, Some(&window)).await });
    let Some(Letter::Question(put)) = first.letter().await else { panic!("a question") };
    assert!(put.undo);
    let deeds = [
        (onto(put.ask, 5), Standing::Held),
        (Word::Undo { undo: put.ask }, Standing::Open),
        (onto(put.ask, 1), Standing::Held),
        (onto(put.ask, 2), Standing::Held),
    ];
    for (deed, expected) in &deeds {
        first.say(deed).await;
        let told = first.letter().await;
        assert!(
            matches!(told, Some(Letter::Stands { ask, stands }) if (ask, stands) == (put.ask, *expected)),
            "{told:?}"
        );
    }
    first.say(&Word::Undo { undo: 99 }).await;
    drop(first);
    let mut again = Raw::knock(hall.address(), &token, 1).await;
    again.greeted().await;
    let told = again.letter().await;
    assert!(matches!(told, Some(Letter::Stands { stands: Standing::Held, .. })), "{told:?}");
    assert!(matches!(again.letter().await, Some(Letter::Question(same)) if same.ask == put.ask));
    others.done(Seat::new(4));
    let reply = asking.await.unwrap();
    assert_eq!(reply.answer.unwrap(), Choice::Target { seat: Seat::new(2) }.into(), "the last one counts");
    let told = again.letter().await;
    assert!(matches!(told, Some(Letter::Stands { stands: Standing::Final, .. })), "{told:?}");
}

#[tokio::test]
async fn a_choice_that_is_held_counts_just_before_the_deadline() {
    let (hall, invitations, _comings) = hall().await;
    let mut seat = hall.seat(Seat::new(3)).unwrap();
    let (view, (_others, window)) = (dealt(3), thinking());
    let mut guest = Raw::knock(hall.address(), &invitations[0].code, 1).await;
    guest.greeted().await;
    let deadline = Deadline::after(Duration::from_millis(1500));
    let asking = tokio::spawn(async move { ask_in(&mut seat, &view, Some(&deadline), Some(&window)).await });
    let Some(Letter::Question(put)) = guest.letter().await else { panic!("a question") };
    guest.say(&onto(put.ask, 5)).await;
    assert_eq!(asking.await.unwrap().answer.unwrap(), five());
}

/// Chooses, waits until that is heard, takes it back if he may, and chooses otherwise.
struct Wavers(Arc<Mutex<Vec<Standing>>>);

#[async_trait]
impl Agent for Wavers {
    async fn answer(&mut self, question: Question<'_>) -> Reply {
        let window = question.window.expect("others are asked as well");
        window.choose(&five());
        let mut stood = vec![window.heard().await];
        let mut answer = five();
        if stood[0] == Standing::Held {
            window.take_back();
            stood.push(window.heard().await);
            answer = Choice::Target { seat: Seat::new(1) }.into();
            window.choose(&answer);
            stood.push(window.heard().await);
            self.0.lock().unwrap().append(&mut stood);
            window.closed().await;
        }
        self.0.lock().unwrap().append(&mut stood);
        answer.into()
    }
}

#[tokio::test]
async fn a_guests_window_is_that_of_the_table() {
    let (hall, invitations, _comings) = hall().await;
    let mut seat = hall.seat(Seat::new(3)).unwrap();
    let guest = Guest::join(hall.address(), &invitations[0].code).await.unwrap();
    let stood = Arc::new(Mutex::new(vec![]));
    let playing = tokio::spawn({
        let mut agent = Wavers(stood.clone());
        async move { guest.play(&mut agent, &mut |_| ()).await }
    });
    let (view, (others, window)) = (dealt(3), thinking());
    let wavered = async {
        while stood.lock().unwrap().len() < 3 {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        others.done(Seat::new(4));
    };
    let (reply, ()) = tokio::join!(ask_in(&mut seat, &view, None, Some(&window)), wavered);
    assert_eq!(reply.answer.unwrap(), Choice::Target { seat: Seat::new(1) }.into());
    // Where nobody else thinks, a choice counts at once.
    let reply = ask_in(&mut seat, &view, None, Some(&window)).await;
    assert_eq!(reply.answer.unwrap(), five());
    hall.close(Goodbye::Over, None).await;
    playing.await.unwrap().unwrap();
    assert_eq!(*stood.lock().unwrap(), [Standing::Held, Standing::Open, Standing::Held, Standing::Final]);
}

#[tokio::test]
async fn a_player_hears_that_the_line_is_cut_tried_and_made_again() {
    let (hall, invitations, _comings) = hall().await;
    let guest = Guest::join(hall.address(), &invitations[0].code).await.unwrap();
    let (token, notices) = (guest.token().clone(), Arc::new(Mutex::new(vec![])));
    let playing = tokio::spawn({
        let notices = notices.clone();
        async move { guest.play(&mut Last::default(), &mut |notice| notices.lock().unwrap().push(notice)).await }
    });
    // Somebody with the same key takes the seat: that is no lost line.
    let mut other = Raw::knock(hall.address(), &token, 0).await;
    other.greeted().await;
    assert_eq!(playing.await.unwrap().unwrap().goodbye, Goodbye::Elsewhere);
    assert!(notices.lock().unwrap().is_empty());
    // The door is shut, and opened again elsewhere: nobody can come back to it.
    let guest = Guest::join(hall.address(), &token).await.unwrap();
    let playing = tokio::spawn({
        let notices = notices.clone();
        async move { guest.play(&mut Last::default(), &mut |notice| notices.lock().unwrap().push(notice)).await }
    });
    drop(hall);
    while notices.lock().unwrap().len() < 3 {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    playing.abort();
    assert_eq!(notices.lock().unwrap()[..3], [Notice::Lost, Notice::Trying(1), Notice::Trying(2)]);
}
