//! Everybody who sits at this terminal, and who of them is looking at it.

use crate::draw::{draw, put};
use crate::keys::Key;
use crate::look::{Look, Meaning};
use crate::question::Given;
use crate::scene::{Act, Scene};
use crate::text;
use crate::texts::Texts;
use lycaon_agents::Question;
use lycaon_agents::human::{self, Gallery, filled};
use lycaon_agents::remote::Notice;
use lycaon_narrator::Narrator;
use lycaon_rules::{Board, Event, Fact, Phase, RoleId, Seat, Seats, View};
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Instant;
use tokio::sync::oneshot;

/// Who looks at the terminal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Front {
    /// Nobody: there is nothing to see.
    Nobody,
    /// Nobody yet: this seat is called.
    Curtain(Seat),
    /// This seat.
    Open(Seat),
}

/// The people at one terminal. Where they are several, a curtain falls between one and the next: each sees only what
/// is for him, and everybody is called equally often by night, so that nobody sees who had something to do.
#[derive(Debug)]
pub(crate) struct Room {
    /// Who sits here.
    seats: Seats,
    /// What those see who have heard something.
    scenes: BTreeMap<Seat, Scene>,
    front: Front,
    /// Whether a curtain falls between the seats.
    curtain: bool,
    /// Who is called next.
    queue: VecDeque<Seat>,
    /// How many calls of the night everybody passes the curtain for.
    calls: usize,
    /// How many nights there were, and how often everybody has to pass the curtain in the last one beside its calls.
    nights: usize,
    owed: usize,
    /// Who passes the curtain by night.
    passing: Seats,
    texts: Option<&'static Texts>,
    words: Option<&'static human::Texts>,
    /// What whoever has joined is told while nothing has happened yet, and how he comes back.
    joined: Option<(Vec<String>, String)>,
    /// The whole game, for whoever has left it.
    gallery: Option<Gallery>,
    /// How the connection to the table is, if it is not well.
    connection: Option<String>,
    /// Something may look different.
    pub dirty: bool,
    /// What was shown must not be seen any more.
    pub wipe: bool,
    /// Nobody looks at the screen any more.
    shut: bool,
}

impl Room {
    pub(crate) fn new(curtain: bool) -> Self {
        Room {
            seats: Seats::NONE,
            scenes: BTreeMap::new(),
            front: Front::Nobody,
            curtain,
            queue: VecDeque::new(),
            calls: 0,
            nights: 0,
            owed: 0,
            passing: Seats::NONE,
            texts: None,
            words: None,
            joined: None,
            connection: None,
            gallery: None,
            dirty: true,
            wipe: false,
            shut: false,
        }
    }

    /// A person sits down.
    pub(crate) fn sit(&mut self, seat: Seat, narrator: &Narrator) {
        self.seats.insert(seat);
        (self.texts, self.words) = (Some(Texts::of(narrator.lang())), Some(human::Texts::of(narrator.lang())));
        if !self.curtain {
            self.front = Front::Open(seat);
        }
    }

    fn scene(&mut self, seat: Seat, view: &View, narrator: &Arc<Narrator>) -> &mut Scene {
        self.dirty = true;
        let way_back = self.joined.as_ref().map(|(_, way_back)| way_back.clone());
        let new = || {
            let nothing = View::new(view.listener(), view.board().clone());
            let mut scene = Scene::new(nothing, narrator.clone());
            scene.way_back = way_back;
            scene
        };
        self.scenes.entry(seat).or_insert_with(new)
    }

    /// The person in this seat has joined a table elsewhere, and comes back to it by this command.
    pub(crate) fn joined(&mut self, seat: Seat, narrator: &Narrator, way_back: String) {
        let texts = Texts::of(narrator.lang());
        // The command stands on a line of its own, so that it is copied in one piece.
        let greeting = filled(&texts.joined, "seat", narrator.seat_name(seat));
        let told = [greeting, filled(&texts.way_back, "command", ""), way_back.clone()];
        self.joined = Some((told.into(), way_back));
        self.dirty = true;
    }

    /// The person in this seat is shown the whole game once he has left it.
    pub(crate) fn admit(&mut self, seat: Seat, board: &Arc<Board>) {
        self.gallery = Some(Gallery::new(seat, board.clone()));
    }

    /// This happened; it is shown to nobody but whoever has left.
    pub(crate) fn show(&mut self, event: &Event) {
        let Some(gallery) = &mut self.gallery else { return };
        gallery.hear(event);
        if let (Some(all), Some(seat)) = (gallery.view(), gallery.seat())
            && let Some(scene) = self.scenes.get_mut(&seat)
        {
            scene.look_on(all.clone());
            self.dirty = true;
        }
    }

    /// How the connection to the table is.
    pub(crate) fn notice(&mut self, notice: Notice) {
        let told = self.words.map(|words| words.of_connection(notice));
        self.connection = told.filter(|_| notice != Notice::Back);
        self.scenes.values_mut().for_each(|scene| scene.notice(notice));
        self.dirty = true;
    }

    /// A seat hears what its view has heard.
    pub(crate) fn hear(&mut self, seat: Seat, view: &View, narrator: &Arc<Narrator>) {
        let scene = self.scene(seat, view, narrator);
        scene.hear(view);
        if scene.over {
            // Now all is known to all.
            self.queue.clear();
            self.owed = 0;
            if matches!(self.front, Front::Curtain(_)) {
                self.turn_to(Front::Nobody);
            }
        }
        if !self.curtain {
            return;
        }
        let count = |of: fn(&Fact) -> bool| view.heard().iter().filter(|event| of(&event.fact)).count();
        let nights = count(|fact| matches!(fact, Fact::NightFell { .. }));
        if nights > self.nights {
            (self.nights, self.owed) = (nights, beside_the_calls(view.board()));
        }
        // Each time the moderator calls somebody, all pass the curtain once: whom he called is nobody's business.
        let calls = count(|fact| matches!(fact, Fact::Called { .. }));
        if calls > self.calls {
            self.calls = calls;
            self.call_all(view);
        }
        if view.phase() != Phase::Night {
            // And as often as anybody could have been asked once more, whether or not he was.
            for _ in 0..std::mem::take(&mut self.owed) {
                self.queue.extend(self.passing.iter());
            }
            self.advance();
        }
    }

    /// Everybody who is in the game, as far as all know, passes the curtain once.
    fn call_all(&mut self, view: &View) {
        self.passing = self.seats.and(view.living());
        self.queue.extend(self.passing.iter());
        self.advance();
    }

    /// A seat is asked; where the answer will be.
    pub(crate) fn ask(
        &mut self,
        seat: Seat,
        question: &Question<'_>,
        narrator: &Arc<Narrator>,
    ) -> oneshot::Receiver<Given> {
        let alone = !self.curtain;
        let shut = self.shut;
        let scene = self.scene(seat, question.view, narrator);
        let given = scene.ask(question, alone);
        if shut {
            scene.asked = None;
        }
        let here = matches!(self.front, Front::Curtain(front) | Front::Open(front) if front == seat);
        if self.curtain && !here && !self.queue.contains(&seat) {
            if question.view.phase() == Phase::Night {
                self.owed = self.owed.saturating_sub(1);
                self.call_all(question.view);
            } else {
                self.queue.push_back(seat);
                self.advance();
            }
        }
        given
    }

    /// The table does not wait for a seat any more.
    pub(crate) fn give_up(&mut self, seat: Seat) {
        self.dirty = true;
        if let Some(scene) = self.scenes.get_mut(&seat) {
            scene.give_up();
        }
        if self.curtain && self.front == Front::Open(seat) {
            self.cover(seat);
        }
    }

    /// Nobody will look at it any more: whoever is asked or will be is gone.
    pub(crate) fn shut(&mut self) {
        self.shut = true;
        self.scenes.values_mut().for_each(|scene| scene.asked = None);
    }

    /// Calls whoever is next, if nobody is there.
    fn advance(&mut self) {
        if self.front == Front::Nobody
            && let Some(seat) = self.queue.pop_front()
        {
            self.turn_to(Front::Curtain(seat));
        }
    }

    fn turn_to(&mut self, front: Front) {
        self.front = front;
        self.dirty = true;
        self.wipe = self.curtain;
    }

    /// The scene that is looked at.
    pub(crate) fn open(&mut self) -> Option<&mut Scene> {
        match self.front {
            Front::Open(seat) => self.scenes.get_mut(&seat),
            _ => None,
        }
    }

    fn is_over(&self) -> bool {
        self.scenes.values().any(|scene| scene.over)
    }

    /// Does what a key is for.
    pub(crate) fn press(&mut self, key: Key) -> Act {
        self.dirty = true;
        match (self.front, &key) {
            (Front::Curtain(seat), Key::Enter) => {
                self.turn_to(Front::Open(seat));
                if let Some(scene) = self.scenes.get_mut(&seat).filter(|scene| scene.asked.is_none()) {
                    scene.status = Some((Meaning::Moderator, scene.texts.nothing_now.clone()));
                }
                Act::Nothing
            }
            (Front::Open(seat), _) => {
                let curtain = self.curtain;
                let Some(scene) = self.scenes.get_mut(&seat) else { return unseen(&key) };
                let done = scene.asked.is_none() && scene.popup.is_none() && scene.draft.is_empty();
                if curtain && done && !scene.over && key == Key::Enter {
                    self.cover(seat);
                    return Act::Nothing;
                }
                let asked = scene.asked.is_some();
                let act = scene.press(key);
                if curtain && asked && scene.asked.is_none() {
                    self.cover(seat);
                }
                act
            }
            (Front::Nobody, Key::Enter) if self.is_over() => Act::Dismiss,
            _ => unseen(&key),
        }
    }

    /// The curtain falls again.
    fn cover(&mut self, seat: Seat) {
        if let Some(scene) = self.scenes.get_mut(&seat) {
            (scene.popup, scene.status) = (None, None);
        }
        self.turn_to(Front::Nobody);
        self.advance();
    }

    /// Lets time pass; true if the bell is to be rung.
    pub(crate) fn tick(&mut self, now: Instant) -> bool {
        let mut bell = false;
        let mut covered = None;
        for (seat, scene) in &mut self.scenes {
            let before = scene.stamp();
            bell |= scene.tick(now);
            let after = scene.stamp();
            self.dirty |= before != after;
            if before.1 && !after.1 && self.curtain && self.front == Front::Open(*seat) {
                covered = Some(*seat);
            }
        }
        if let Some(seat) = covered {
            self.cover(seat);
        }
        bell
    }

    /// Draws what is to be seen; where the cursor stands.
    pub(crate) fn draw(&mut self, look: Look, area: Rect, buffer: &mut Buffer) -> Option<Position> {
        self.dirty = false;
        if let Some(scene) = self.open() {
            let drawn = draw(scene, look, area, buffer);
            scene.up = drawn.up;
            if let Some(popup) = &mut scene.popup {
                popup.down = drawn.down;
            }
            return drawn.cursor;
        }
        let texts = self.texts?;
        let mut lines = match self.front {
            Front::Curtain(seat) => {
                let name = self.scenes.get(&seat).map_or_else(|| seat.to_string(), |s| s.narrator.seat_name(seat));
                vec![filled(&texts.curtain, "seat", &name), filled(&texts.curtain_key, "seat", &name)]
            }
            _ if self.is_over() => vec![texts.leave.clone()],
            _ => self.joined.as_ref().map_or_else(|| vec![texts.curtain_idle.clone()], |(lines, _)| lines.clone()),
        };
        lines.extend(self.connection.clone());
        let lines: Vec<String> = lines.iter().flat_map(|line| text::wrap(line, area.width, 0)).collect();
        let top = (area.height / 2).saturating_sub(lines.len() as u16);
        for (row, line) in lines.iter().enumerate() {
            let column = area.width.saturating_sub(text::width(line) as u16) / 2;
            put(buffer, area, top + 2 * row as u16, column, line, look.style(Meaning::Moderator));
        }
        None
    }
}

/// How often in a night somebody on this board may be asked without being called: rounds of the hunt after the first, the
/// hunt itself where others are called between the pack and it, and what follows from an answer.
fn beside_the_calls(board: &Board) -> usize {
    let follows: usize = board
        .announced()
        .iter()
        .map(|(role, _)| match role {
            RoleId::AwakenedGargoyle | RoleId::Masquerade => 1,
            RoleId::LittleGirl | RoleId::Warden => 2,
            _ => 0,
        })
        .sum();
    usize::from(board.options.wolf_rounds.0) - 1 + follows
}

/// What a key does while nobody is looking.
fn unseen(key: &Key) -> Act {
    match key {
        Key::Leave => Act::Interrupt,
        Key::Redraw => Act::Redraw,
        _ => Act::Nothing,
    }
}
