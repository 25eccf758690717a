//! Several people at one terminal.

use super::*;
use crate::room::Room;
use lycaon_rules::Call;

struct Table {
    room: Room,
    narrator: Arc<Narrator>,
}

impl Table {
    fn of(seats: &[u8]) -> Self {
        let narrator = Arc::new(Narrator::new(Lang::Zh));
        let mut room = Room::new(true);
        seats.iter().for_each(|seat| room.sit(Seat::new(*seat), &narrator));
        Table { room, narrator }
    }

    fn hear(&mut self, view: &View) {
        self.room.hear(view.seat().unwrap(), view, &self.narrator);
    }

    fn ask(&mut self, view: &View, request: &Request) -> oneshot::Receiver<Given> {
        let journal = Calls::new();
        let window = Thinking::of(seats([1, 2])).window(request.seat);
        let window = Some(&window);
        let question =
            Question { view, request, attempt: 1, complaint: None, deadline: None, journal: &journal, window };
        self.room.ask(request.seat, &question, &self.narrator)
    }

    fn press(&mut self, key: Key) {
        self.room.press(key);
    }

    fn picture(&mut self) -> String {
        let area = Rect::new(0, 0, 80, 24);
        let mut buffer = Buffer::empty(area);
        self.room.draw(PLAIN, area, &mut buffer);
        screen_text(&buffer)
    }

    /// Whom the curtain calls; nobody if it is not down.
    fn called(&mut self) -> Option<u8> {
        let text = self.picture();
        (1..=9).find(|seat| text.contains(&format!("请把座位交给{seat}号")))
    }
}

/// A night in which the moderator has called so many.
fn night(seat: u8, role: RoleId, calls: usize) -> View {
    let mut view = view(seat);
    hear(&mut view, 0, Phase::Setup, [Fact::Card { role }]);
    hear(&mut view, 1, Phase::Night, [Fact::NightFell { night: 1 }]);
    let called = [RoleId::Guard, RoleId::Witch, RoleId::Seer].map(|role| Fact::Called { call: Call::Role(role) });
    hear(&mut view, 1, Phase::Night, called.into_iter().take(calls));
    view
}

#[test]
fn a_curtain_falls_between_two_seats_and_nothing_of_the_other_is_seen() {
    let mut table = Table::of(&[2, 5]);
    let [two, five] = [(2, RoleId::Witch), (5, RoleId::Hunter)].map(|(seat, role)| {
        let mut view = night(seat, role, 0);
        hear(&mut view, 1, Phase::Day, [Fact::DayBroke { day: 1 }]);
        view
    });
    let [mut first, mut second] = [(&two, 2), (&five, 5)].map(|(view, seat)| table.ask(view, &ballot(seat)));
    let secrets = [RoleId::Witch, RoleId::Hunter].map(|role| table.narrator.role_name(role).to_owned());
    for (seat, own, other) in [(2, 0, 1), (5, 1, 0)] {
        assert_eq!(table.called(), Some(seat));
        let curtain = table.picture();
        assert!(secrets.iter().all(|secret| !curtain.contains(secret)), "{curtain}");
        table.press(Key::Type("7".into()));
        table.press(Key::F(2));
        assert_eq!(table.picture(), curtain, "behind the curtain only Enter does something");
        table.press(Key::Enter);
        assert!(std::mem::take(&mut table.room.wipe), "what was there is wiped away");
        let text = table.picture();
        assert!(text.contains(&secrets[own]) && !text.contains(&secrets[other]), "{text}");
        table.press(Key::Type("7".into()));
        table.press(Key::Enter);
        assert!(std::mem::take(&mut table.room.wipe));
    }
    assert!(first.try_recv().is_ok() && second.try_recv().is_ok(), "no choice waits where others wait for the screen");
    assert_eq!(table.called(), None);
}

#[test]
fn everybody_passes_the_curtain_for_each_call_of_the_night_whoever_acts() {
    let order = |asked: Option<u8>| {
        let mut table = Table::of(&[1, 2, 5]);
        let mut calls = vec![];
        let (mut open, mut answered) = (None, false);
        for count in 1..=3 {
            for seat in [1, 2, 5] {
                let view = night(seat, RoleId::Villager, count);
                table.hear(&view);
                if count == 2 && asked == Some(seat) {
                    open = Some(table.ask(&view, &ballot(seat)));
                }
            }
        }
        while let Some(seat) = table.called() {
            calls.push(seat);
            table.press(Key::Enter);
            if asked == Some(seat) && !answered {
                table.press(Key::Type("7".into()));
                answered = true;
            }
            table.press(Key::Enter);
        }
        assert!(open.is_none_or(|mut given| given.try_recv().is_ok()));
        calls
    };
    let nobody = order(None);
    assert_eq!(nobody, [1, 2, 5, 1, 2, 5, 1, 2, 5]);
    for seat in [1, 2, 5] {
        assert_eq!(order(Some(seat)), nobody);
    }
}

/// A board on which the wolves have so many rounds to agree.
fn rounds(count: u8) -> Arc<Board> {
    let mut board = Board::named("online-9p").unwrap();
    board.options.set("wolf_rounds", &count.to_string()).unwrap();
    board.into()
}

fn hunt(seat: u8, round: u8) -> Request {
    let choices = [3, 7].map(|seat| Choice::Target { seat: Seat::new(seat) }).into();
    let fallback = Fallback::Choice { choice: Choice::Pass };
    request(seat, Ask::Hunt { round }, Menu::OneOf { choices }, fallback)
}

/// A night in which the wolves of these seats are asked so often whom to attack, and its morning; whom the curtain
/// called until then.
fn night_of(board: &Arc<Board>, wolves: &[u8], asked: u8) -> Vec<u8> {
    let mut table = Table::of(&[1, 2, 5]);
    let mut views = [1, 2, 5].map(|seat| {
        let mut view = View::new(Listener::Seat(Seat::new(seat)), board.clone());
        hear(&mut view, 0, Phase::Setup, [Fact::Card { role: RoleId::Villager }]);
        view
    });
    let mut calls = vec![];
    let tell = |table: &mut Table, views: &mut [View; 3], phase: Phase, fact: Fact| {
        for view in views {
            hear(view, 1, phase, [fact.clone()]);
            table.hear(view);
        }
    };
    let pass = |table: &mut Table, calls: &mut Vec<u8>| {
        while let Some(seat) = table.called() {
            calls.push(seat);
            table.press(Key::Enter);
            if table.room.open().is_some_and(|scene| scene.asked.is_some()) {
                table.press(Key::Type("7".into()));
            }
            table.press(Key::Enter);
        }
    };
    tell(&mut table, &mut views, Phase::Night, Fact::NightFell { night: 1 });
    tell(&mut table, &mut views, Phase::Night, Fact::Called { call: Call::Pack });
    let mut open = vec![];
    for round in 1..=asked {
        for view in views.iter().filter(|view| wolves.iter().any(|wolf| view.seat() == Some(Seat::new(*wolf)))) {
            let wolf = view.seat().unwrap().number();
            open.push(table.ask(view, &hunt(wolf, round)));
        }
        pass(&mut table, &mut calls);
    }
    tell(&mut table, &mut views, Phase::Night, Fact::Called { call: Call::Role(RoleId::Witch) });
    pass(&mut table, &mut calls);
    tell(&mut table, &mut views, Phase::Day, Fact::DayBroke { day: 1 });
    pass(&mut table, &mut calls);
    assert!(open.iter_mut().all(|given| given.try_recv().is_ok()), "everybody answered");
    calls
}

#[test]
fn the_curtain_falls_equally_often_whether_or_not_the_wolves_agree() {
    for count in [1, 2, 3] {
        let board = rounds(count);
        let nobody = night_of(&board, &[], 0);
        assert_eq!(nobody, [1, 2, 5].repeat(usize::from(count) + 1), "{count} rounds and one more call");
        for wolves in [&[1][..], &[5], &[1, 5], &[2, 5]] {
            for asked in 1..=count {
                assert_eq!(night_of(&board, wolves, asked), nobody, "{wolves:?} in {asked} of {count} rounds");
            }
        }
    }
}
