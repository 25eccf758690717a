//! Wolves of one kind against villagers of another, wherever they sit.

use super::Policy;
use lycaon_rules::{Answer, Camp, Request, View};

/// A seat that plays one policy while it holds a wolf's card, and another with any other.
#[derive(Debug)]
pub struct ByCamp<W, O> {
    /// How a wolf's card is played.
    pub wolves: W,
    /// How any other card is played.
    pub others: O,
}

impl<W: Policy, O: Policy> Policy for ByCamp<W, O> {
    fn decide(&mut self, view: &View, request: &Request) -> Answer {
        match view.card().is_some_and(|role| role.card().camp == Camp::Wolves) {
            true => self.wolves.decide(view, request),
            false => self.others.decide(view, request),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scripted::probe::{hear, request, targets, view};
    use lycaon_rules::{Ask, Choice, Fact, Phase, RoleId, Seat};

    struct Always(u8);

    impl Policy for Always {
        fn decide(&mut self, _: &View, _: &Request) -> Answer {
            Choice::Target { seat: Seat::new(self.0) }.into()
        }
    }

    #[test]
    fn the_card_decides_who_answers() {
        for (role, seat) in [(RoleId::Werewolf, 2), (RoleId::Seer, 3)] {
            let mut view = view(1);
            hear(&mut view, 0, Phase::Setup, [Fact::Card { role }]);
            let mut policy = ByCamp { wolves: Always(2), others: Always(3) };
            let answer = policy.decide(&view, &request(1, Ask::Shot, targets([2, 3])));
            assert_eq!(answer.choice, Choice::Target { seat: Seat::new(seat) });
        }
    }
}
