use super::*;
use crate::scripted::probe::{hear, request, targets, view};
use crate::{Calls, Thinking};
use lycaon_narrator::Lang;
use lycaon_rules::{About, Ask, Choice, EventId, FloorKind, Phase, RoleId, Seat, Seats};
use std::io::{BufRead, BufReader, Cursor, Read, Write};
use std::sync::Mutex;
use std::time::Duration;

#[path = "../../../../tests/terminal/tricks.rs"]
mod tricks;

/// What was printed.
#[derive(Clone, Default)]
struct Paper(Arc<Mutex<Vec<u8>>>);

impl Write for Paper {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Paper {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

/// An input on which nobody types.
struct Nobody;

impl Read for Nobody {
    fn read(&mut self, _: &mut [u8]) -> std::io::Result<usize> {
        std::thread::park();
        Ok(0)
    }
}

fn console(input: impl BufRead + Send + 'static, interactive: bool) -> (Console, Paper) {
    let paper = Paper::default();
    (Console::new(input, paper.clone(), interactive).unwrap(), paper)
}

/// A person behind a pipe with these lines in it, and what is printed for him.
fn person(lines: &str, lang: Lang) -> (Human, Paper) {
    let (console, paper) = console(Cursor::new(lines.to_owned()), false);
    (Human::new(console, Arc::new(Narrator::new(lang))), paper)
}

fn ballot() -> Request {
    request(1, Ask::Ballot { about: About::Exile, round: 1 }, targets([2, 3, 5]))
}

fn talk(limit: u16) -> Request {
    request(1, Ask::Speak { floor: FloorKind::Day }, Menu::Talk { limit })
}

async fn ask(human: &mut Human, view: &View, request: &Request) -> Result<Answer, Trouble> {
    let journal = Calls::new();
    let question =
        Question { view, request, attempt: 1, complaint: None, deadline: None, journal: &journal, window: None };
    human.answer(question).await.answer
}

fn onto(seat: u8) -> Answer {
    Choice::Target { seat: Seat::new(seat) }.into()
}

#[tokio::test]
async fn numbers_are_read_as_people_type_them_and_blank_lines_do_not_count() {
    for (lang, line) in
        [(Lang::Zh, "3"), (Lang::Zh, "3号"), (Lang::Zh, " ３ "), (Lang::Zh, "我投3号"), (Lang::En, "player 3")]
    {
        let (mut human, paper) = person(&format!("\n  \n{line}\n"), lang);
        assert_eq!(ask(&mut human, &view(1), &ballot()).await.unwrap(), onto(3), "{line}");
        let name = Narrator::new(lang).seat_name(Seat::new(3));
        assert!(paper.text().trim_end().ends_with(&name), "what was understood is repeated: {}", paper.text());
    }
}

#[tokio::test]
async fn what_is_unclear_is_complained_about_and_asked_again() {
    let (mut human, paper) = person("4\nhm\n5\n", Lang::En);
    assert_eq!(ask(&mut human, &view(1), &ballot()).await.unwrap(), onto(5));
    let unclear = Narrator::new(Lang::En).complaint(&Unclear::NoChoice, &ballot());
    assert!(paper.text().contains(&unclear), "{}", paper.text());
}

#[tokio::test]
async fn the_question_says_who_is_asked_what_may_be_answered_and_what_silence_means() {
    for lang in Lang::ALL {
        let (mut human, paper) = person("2\n", lang);
        ask(&mut human, &view(1), &ballot()).await.unwrap();
        let narrator = Narrator::new(lang);
        let text = narrator.question(&view(1), &ballot());
        let name = narrator.seat_name(Seat::new(1));
        for part in text.options.iter().chain([&name, &text.text, &text.fallback]) {
            assert!(paper.text().contains(part.as_str()), "{lang}: `{part}` is not in {}", paper.text());
        }
    }
}

#[tokio::test]
async fn a_speech_may_have_several_lines() {
    let (mut human, paper) = person("\"\"\"\n我是好人。\n\n出3号。\n\"\"\"\n", Lang::Zh);
    let answer = ask(&mut human, &view(1), &talk(200)).await.unwrap();
    assert_eq!(answer.speech.unwrap().text, "我是好人。\n\n出3号。");
    assert!(paper.text().contains("11"), "{}", paper.text());
}

#[tokio::test]
async fn a_speech_that_is_too_long_is_said_to_be_and_escape_codes_are_not_passed_on() {
    let (mut human, paper) = person(&format!("\u{1b}[31m{}\n", "a".repeat(100)), Lang::En);
    let speech = ask(&mut human, &view(1), &talk(40)).await.unwrap().speech.unwrap();
    assert!(!speech.text.contains('\u{1b}'));
    assert!(paper.text().contains("first 40 characters"), "{}", paper.text());
    assert!(!paper.text().contains('\u{1b}'));
}

#[tokio::test]
async fn a_line_that_begins_with_two_slashes_is_said_with_one() {
    let (mut human, _) = person("//shrug\n", Lang::En);
    assert_eq!(ask(&mut human, &view(1), &talk(40)).await.unwrap().speech.unwrap().text, "/shrug");
}

/// The view of a wolf at the end of the first day.
fn wolf() -> View {
    let mut view = view(1);
    let seats: Seats = [1, 4, 7].map(Seat::new).into_iter().collect();
    hear(&mut view, 0, Phase::Setup, [Fact::Card { role: RoleId::Werewolf }]);
    hear(&mut view, 1, Phase::Night, [Fact::NightFell { night: 1 }, Fact::Pack { wolves: seats }]);
    let ballots = vec![(Seat::new(2), Some(Seat::new(9))), (Seat::new(3), None)];
    let counted = Fact::Counted { about: About::Exile, round: 1, ballots, totals: vec![(Seat::new(9), 2)] };
    let died = Fact::Died { seats: Seats::one(Seat::new(9)), manner: lycaon_rules::Manner::Exile, by: None };
    let shown = Fact::Revealed { seat: Seat::new(9), role: RoleId::Hunter, card: RoleId::Hunter };
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, counted, died, shown]);
    view
}

#[tokio::test]
async fn commands_tell_and_do_not_answer() {
    let lines = "/help\n/me\n/who\n/log\n/log night 1\n/votes\n/votes 2\n/rules\n/rules witch\n/rules x\n/time\n/note 2 is calm\n/note\n/dance\n/pass\n2\n";
    let (mut human, paper) = person(lines, Lang::En);
    assert_eq!(ask(&mut human, &wolf(), &ballot()).await.unwrap(), onto(2));
    let text = paper.text();
    let narrator = Narrator::new(Lang::En);
    let pack = format!("Your pack: {}, {}", narrator.seat_name(Seat::new(4)), narrator.seat_name(Seat::new(7)));
    let dead = format!("{}  out on day 1, {}", narrator.seat_name(Seat::new(9)), narrator.role_name(RoleId::Hunter));
    let witch = narrator.role_text(RoleId::Witch).power;
    let rules = narrator.rules(wolf().board());
    for part in [
        "/votes [N]",
        &pack,
        &dead,
        "Nothing yet.",
        witch,
        rules.lines().next().unwrap(),
        "There is no such role",
        "There is no time limit.",
        "Noted",
        "  2 is calm",
        "There is no command /dance",
        "You cannot pass here",
    ] {
        assert!(text.contains(part), "`{part}` is not in {text}");
    }
}

#[tokio::test]
async fn who_is_away_is_listed_so() {
    for (lang, away) in [(Lang::Zh, "暂离"), (Lang::En, "away")] {
        let mut view = wolf();
        let event = EventId::LuncheonForSeniors;
        hear(
            &mut view,
            1,
            Phase::Day,
            [Fact::Happened { event, part: 1, by: None, seats: Seats::one(Seat::new(3)), yes: true }],
        );
        let (mut human, paper) = person("/who\n2\n", lang);
        assert_eq!(ask(&mut human, &view, &ballot()).await.unwrap(), onto(2));
        let name = Narrator::new(lang).seat_name(Seat::new(3)).to_owned();
        let line = format!("  {name}  {away}\n");
        assert!(paper.text().contains(&line), "{}", paper.text());
        hear(&mut view, 2, Phase::Night, [Fact::NightFell { night: 2 }]);
        let (mut human, paper) = person("/who\n2\n", lang);
        assert_eq!(ask(&mut human, &view, &ballot()).await.unwrap(), onto(2));
        assert!(!paper.text().contains(&line), "{}", paper.text());
    }
}

#[tokio::test]
async fn commands_have_chinese_names_and_passing_is_an_answer_where_it_is_legal() {
    let (mut human, paper) = person("／帮助\n/过\n/过\n", Lang::Zh);
    assert_eq!(ask(&mut human, &view(1), &talk(40)).await.unwrap(), Answer::say(""));
    assert!(paper.text().contains("离开牌桌"));
    let stand = request(1, Ask::Stand, Menu::OneOf { choices: vec![Choice::Pass, Choice::Yes] });
    assert_eq!(ask(&mut human, &view(1), &stand).await.unwrap(), Choice::Pass.into());
}

#[tokio::test]
async fn the_end_of_the_input_ends_the_person_and_quitting_hands_the_seat_over() {
    for input in ["", "hm\n", "/quit nobody\n2\n", "/退出 空\n2\n"] {
        let (mut human, _) = person(input, Lang::Zh);
        for _ in 0..2 {
            assert!(matches!(ask(&mut human, &view(1), &ballot()).await, Err(Trouble::Gone(_))), "{input:?}");
        }
    }
    for input in ["/quit\n", "/quit\n/quit\n2\n", "/退出\n\n/离开\n"] {
        let (mut human, _) = person(input, Lang::Zh);
        assert!(matches!(ask(&mut human, &view(1), &ballot()).await, Err(Trouble::HandedOver(_))), "{input:?}");
    }
    let (mut human, _) = person("/quit\n2\n", Lang::Zh);
    assert_eq!(ask(&mut human, &view(1), &ballot()).await.unwrap(), onto(2), "leaving is asked for twice");
}

#[tokio::test]
async fn a_choice_is_taken_back_while_others_think_and_a_pipe_keeps_its_lines() {
    for (input, second) in [("3\n/undo\n5\n2\n", 2), ("3\n／收回\n5\n2\n", 2)] {
        let (mut human, paper) = person(input, Lang::Zh);
        let (view, request, journal) = (view(1), ballot(), Calls::new());
        let thinking = Thinking::of(Seats::one(Seat::new(1)).with(Seat::new(2)));
        let window = thinking.window(Seat::new(1));
        let question = Question {
            view: &view,
            request: &request,
            attempt: 1,
            complaint: None,
            deadline: None,
            journal: &journal,
            window: Some(&window),
        };
        let other = async {
            while !paper.text().contains("5号\n") {
                tokio::task::yield_now().await;
            }
            thinking.done(Seat::new(2));
        };
        let (reply, ()) = tokio::join!(human.answer(question), other);
        assert_eq!(reply.answer.unwrap(), onto(5));
        assert!(paper.text().contains("已收回"));
        assert_eq!(
            ask(&mut human, &view, &request).await.unwrap(),
            onto(second),
            "the next line is for the next question"
        );
    }
}

#[tokio::test]
async fn a_language_can_be_changed_and_the_question_is_put_again() {
    let (mut human, paper) = person("/lang fr\n/lang en\n/undo\n2\n", Lang::Zh);
    assert_eq!(ask(&mut human, &view(1), &ballot()).await.unwrap(), onto(2));
    let english = Narrator::new(Lang::En).question(&view(1), &ballot()).text;
    for part in ["/lang zh", "English from now on.", &english, "There is nothing to take back"] {
        assert!(paper.text().contains(part), "`{part}` is not in {}", paper.text());
    }
}

#[tokio::test]
async fn the_first_question_of_a_day_reminds_of_the_night() {
    let (mut human, paper) = person("2\n3\n", Lang::En);
    let mut view = view(1);
    hear(&mut view, 1, Phase::Night, [Fact::NightFell { night: 1 }]);
    hear(&mut view, 1, Phase::Night, [Fact::Saw { seat: Seat::new(3), sight: lycaon_rules::Sight::Wolf }]);
    hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }]);
    for _ in 0..2 {
        ask(&mut human, &view, &ballot()).await.unwrap();
    }
    let text = paper.text();
    assert_eq!(text.matches("What the night told you:").count(), 1, "{text}");
}

#[tokio::test]
async fn a_last_line_without_an_end_counts() {
    let (mut human, _) = person("3", Lang::Zh);
    assert_eq!(ask(&mut human, &view(1), &ballot()).await.unwrap(), onto(3));
}

#[tokio::test]
async fn a_deadline_passes_while_nobody_types() {
    let (console, paper) = console(BufReader::new(Nobody), true);
    let mut human = Human::new(console, Arc::new(Narrator::new(Lang::En)));
    let (view, request) = (view(1), ballot());
    let (deadline, journal) = (Deadline::after(Duration::from_millis(10)), Calls::new());
    let deadline = Some(&deadline);
    let question = Question {
        view: &view,
        request: &request,
        attempt: 1,
        complaint: None,
        deadline,
        journal: &journal,
        window: None,
    };
    let answer = tokio::time::timeout(Duration::from_secs(5), human.answer(question)).await.expect("no answer at all");
    assert!(matches!(answer.answer, Err(Trouble::Failed(_))), "the person may be asked again");
    assert!(paper.text().contains("Time is up."));
}

#[tokio::test]
async fn two_people_share_one_pipe() {
    let (console, paper) = console(Cursor::new("3\n5\n"), false);
    let narrator = Arc::new(Narrator::new(Lang::En));
    let mut people = [1, 4].map(|_| Human::new(console.clone(), narrator.clone()));
    let mut views = [view(1), view(4)];
    for (view, role) in views.iter_mut().zip([RoleId::Seer, RoleId::Witch]) {
        hear(view, 0, Phase::Setup, [Fact::Card { role }]);
        hear(view, 1, Phase::Night, [Fact::NightFell { night: 1 }]);
    }
    for (human, view) in people.iter_mut().zip(&views) {
        human.hear(view, view.heard().last().unwrap()).await;
    }
    let secret = |role| narrator.role_name(role).to_owned();
    assert!(!paper.text().contains(&secret(RoleId::Seer)), "what is private waits for its seat: {}", paper.text());
    let second = Request { seat: Seat::new(4), ..ballot() };
    let [one, other] = &mut people;
    let (first_ballot, [view_one, view_other]) = (ballot(), &views);
    let (a, b) = tokio::join!(ask(one, view_one, &first_ballot), ask(other, view_other, &second));
    assert_eq!((a.unwrap(), b.unwrap()), (onto(3), onto(5)));
    let text = paper.text();
    let position = |part: &str| text.find(part).unwrap_or_else(|| panic!("`{part}` is not in {text}"));
    let turns =
        [Seat::new(1), Seat::new(4)].map(|seat| position(&format!("{}, it is your turn", narrator.seat_name(seat))));
    assert!(position(&secret(RoleId::Seer)) < turns[0]);
    assert!(turns[0] < position(&secret(RoleId::Witch)) && position(&secret(RoleId::Witch)) < turns[1]);
    let heading = narrator.fact(view_one, view_one.heard().last().unwrap()).unwrap();
    assert_eq!(text.matches(&heading).count(), 1, "what is public is shown once: {text}");
}

#[tokio::test]
async fn events_appear_once_as_they_happen() {
    let (mut human, paper) = person("2\n", Lang::Zh);
    let view = wolf();
    human.hear(&view, view.heard().last().unwrap()).await;
    let before = paper.text();
    let narrator = Narrator::new(Lang::Zh);
    for event in view.heard() {
        let Some(sentence) = narrator.fact(&view, event) else { continue };
        let line = format!("{} {sentence}", narrator.tag(&view, event));
        assert_eq!(before.matches(&line).count(), 1, "`{line}` in {before}");
    }
    ask(&mut human, &view, &ballot()).await.unwrap();
    assert_eq!(paper.text()[before.len()..].matches(&narrator.role_name(RoleId::Hunter).to_owned()).count(), 0);
}

#[tokio::test]
async fn thirty_tricks_are_only_words_on_a_line_of_their_own() {
    for lang in Lang::ALL {
        for trick in tricks::tricks() {
            let (mut human, paper) = person("2\n", lang);
            let mut view = view(1);
            let spoke = Fact::Spoke { seat: Seat::new(5), floor: Some(FloorKind::Day), text: trick, claims: vec![] };
            hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }, spoke]);
            human.hear(&view, view.heard().last().unwrap()).await;
            let text = paper.text();
            let shown: String = text.escape_debug().take(300).collect();
            // A blank line, the heading, the morning, the speech.
            assert_eq!(text.lines().count(), 4, "{shown}");
            assert!(!text.chars().any(|letter| letter != '\n' && tricks::is_unwanted(letter)), "{shown}");
            let said = text.lines().last().unwrap();
            assert_eq!(said.matches(['[', ']']).count(), 2, "{shown}");
            ask(&mut human, &view, &ballot()).await.unwrap();
        }
    }
}
