//! Samples of what is asked, and of what can be chosen.

use super::{each, s, set};
use lycaon_rules::{Ask, Choice, EventId, Fallback, MarkKind, Menu, Request, RoleId, Seats, Source, Window};

samples! {
    /// Questions of every kind, in each of their wordings.
    asks of Ask {
        Night => RoleId::ALL.iter().map(|role| Ask::Night { role: *role }),
        Further => [(RoleId::Witch, None), (RoleId::Masquerade, None), (RoleId::Warden, Some(s(2)))]
            .map(|(role, of)| Ask::Further { role, of }),
        Hunt => [Ask::Hunt { round: 2 }],
        Substitute => [Ask::Substitute { girl: s(2) }],
        Shot => [Ask::Shot],
        Ban => [Ask::Ban],
        Deed => each(|building| Ask::Deed { building, of: s(2) }),
        Badge => [Ask::Badge],
        Words => [Ask::Words],
        Speak => each(|floor| Ask::Speak { floor }),
        Bid => [Ask::Bid],
        Ballot => each(|about| Ask::Ballot { about, round: 1 })
            .into_iter()
            .chain(each(|about| Ask::Ballot { about, round: 2 })),
        Hand => [1, 2].map(|candidate| Ask::Hand { candidate: s(candidate) }),
        Stand => [Ask::Stand],
        Withdraw => [Ask::Withdraw],
        Refuse => [Ask::Refuse],
        BreakTie => [Ask::BreakTie { tied: set(&[2, 3]) }],
        Order => [Ask::Order],
        Flip => [Ask::Flip],
        Event => event_asks(),
        Offer => windows().into_iter().map(|window| Ask::Offer { window }),
    }
}

samples! {
    /// Every moment of the day at which somebody may act.
    windows of Window {
        Hustings => [Window::Hustings],
        Floor => [Window::Floor],
        Morning => [Window::Morning],
        Tallied => [Window::Tallied],
        Unmasking => [Window::Unmasking { seat: s(2) }],
    }
}

samples! {
    /// Choices of every kind.
    choices of Choice {
        Pass => [Choice::Pass],
        Yes => [Choice::Yes],
        Say => [Choice::Say],
        Target => [1, 2].map(|seat| Choice::Target { seat: s(seat) }),
        Save => [Choice::Save],
        Poison => [Choice::Poison { seat: s(2) }],
        SaveAndPoison => [Choice::SaveAndPoison { seat: s(2) }],
        Card => [Choice::Card { role: RoleId::Witch }],
        Set => [set(&[1, 2]), Seats::NONE].map(|seats| Choice::Set { seats }),
        Bid => [0, 1, 2, 3].map(|level| Choice::Bid { level }),
        Question => [1, 2].map(|number| Choice::Question { number }),
        Way => each(|direction| Choice::Way { direction }),
        Tear => [Choice::Tear],
        Give => [RoleId::Seer, RoleId::Witch, RoleId::Guard].map(|role| Choice::Give { seat: s(2), role }),
    }
}

/// The questions of the event cards, by card and part.
const EVENT_ASKS: [(EventId, u8); 11] = [
    (EventId::Influences, 1),
    (EventId::Executioner, 1),
    (EventId::DoubleAgent, 1),
    (EventId::GreatDistrust, 1),
    (EventId::Punishment, 1),
    (EventId::Punishment, 2),
    (EventId::Specter, 1),
    (EventId::TouchOfDeath, 1),
    (EventId::BleakMonday, 1),
    (EventId::PactWithTheDevil, 1),
    (EventId::SpiritualismA, 1),
];

fn event_asks() -> Vec<Ask> {
    let spirits = EventId::ALL.iter().filter(|event| event.id().starts_with("spiritualism"));
    let spirits = spirits.flat_map(|event| [2, 3, 11, 12, 13, 14, 21, 22, 23, 24].map(move |part| (*event, part)));
    let held = EventId::ALL.iter().map(|event| (*event, 0));
    let ask = |(event, part)| [None, Some(s(2))].map(|of| Ask::Event { event, part, of });
    EVENT_ASKS.into_iter().chain(held).chain(spirits).flat_map(ask).collect()
}

/// A request for each question, source and kind of menu.
pub(crate) fn requests() -> Vec<Request> {
    let menus = [
        (Menu::OneOf { choices: choices() }, Fallback::Choice { choice: Choice::Pass }, true),
        (subset(0, 3, false), Fallback::Lot, false),
        (subset(2, 2, false), Fallback::Lot, false),
        (subset(2, 2, true), Fallback::Choice { choice: Choice::Pass }, false),
        (Menu::Talk { limit: 400 }, Fallback::Choice { choice: Choice::Say }, false),
    ];
    let mut requests = vec![];
    for ask in asks() {
        for from in sources(ask) {
            let of_menu = |(menu, fallback, chat): &(Menu, Fallback, bool)| Request {
                seat: s(1),
                ask,
                menu: menu.clone(),
                fallback: *fallback,
                from,
                chat: *chat,
            };
            requests.extend(menus.iter().map(of_menu));
        }
    }
    requests
}

fn subset(min: u8, max: u8, pass: bool) -> Menu {
    Menu::Subset { of: set(&[1, 2, 3]), min, max, pass }
}

/// Who may ask this, as far as it changes the words.
fn sources(ask: Ask) -> Vec<Source> {
    match ask {
        Ask::Offer { .. } => all_sources(),
        Ask::Shot => RoleId::ALL.iter().map(|role| Source::Role(*role)).chain([Source::House]).collect(),
        Ask::Night { role } => vec![Source::Role(role), Source::Borrowed(role), Source::Gift(role)],
        _ => vec![Source::House],
    }
}

samples! {
    /// Everything that asks.
    all_sources of Source {
        House => [Source::House],
        Role => RoleId::ALL.iter().map(|role| Source::Role(*role)),
        Borrowed => RoleId::ALL.iter().map(|role| Source::Borrowed(*role)),
        Gift => RoleId::ALL.iter().map(|role| Source::Gift(*role)),
        Mark => [MarkKind::Sheriff, MarkKind::Flipped]
            .into_iter()
            .chain(each(MarkKind::Building))
            .map(Source::Mark),
        Event => EventId::ALL.iter().map(|event| Source::Event(*event)),
    }
}
