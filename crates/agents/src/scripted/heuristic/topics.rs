//! What a speech takes up of what others said and did: their words of today, the ballots of yesterday, the count.

use super::Mind;
use super::lines::{Line, Point};
use lycaon_rules::{Claim, Manner, RoleId, Seat, Seats};

impl Mind<'_> {
    /// Up to so many topics, none about whom the speech speaks anyway.
    pub(super) fn topics(&mut self, most: usize, spoken_of: Seats) -> Vec<Point> {
        let mut topics: Vec<Point> = self.stirs().into_iter().collect();
        let mut left = [Topic::Echo, Topic::Ballots, Topic::Question, Topic::Count, Topic::Manner].to_vec();
        while topics.len() < most && !left.is_empty() {
            let topic = left.swap_remove(self.lots.below(left.len() as u64) as usize);
            topics.extend(match topic {
                Topic::Echo => self.echo(spoken_of),
                Topic::Ballots => self.recap(),
                Topic::Question => self.question(spoken_of),
                Topic::Count => self.count(),
                Topic::Manner => self.lots.percent(15).then(|| Point::new(Line::ClosedEyes)),
            });
        }
        topics
    }

    /// Another's suspicion of today, shared or not.
    fn echo(&mut self, spoken_of: Seats) -> Option<Point> {
        let me = self.memory.me;
        let opinion = self.opinion_to_show();
        // Of those who claim to be the seer one says where one stands, and nothing else.
        let others = self.memory.others().minus(spoken_of).minus(self.claims.claimants(RoleId::Seer));
        let voices = self.memory.said_today().filter_map(|said| match said.claim {
            Claim::Suspects { seat } if said.by != me && others.has(seat) && others.has(said.by) => {
                let line = match opinion.of(seat) {
                    40.. => Line::Agree,
                    ..=-25 => Line::Disagree,
                    _ => return None,
                };
                Some(Point::new(line).seat(seat).other(said.by))
            }
            _ => None,
        });
        let voices: Vec<Point> = voices.collect();
        self.lots.one_of(&voices)
    }

    /// Who put out yesterday's exile; or that nobody was put out.
    fn recap(&self) -> Option<Point> {
        let vote = self.yesterday()?;
        let exiled =
            self.memory.deaths.iter().find(|death| death.manner == Manner::Exile && death.day + 1 == self.memory.day);
        let Some(exiled) = exiled.map(|death| death.seat) else {
            return vote.cast.iter().any(|(_, onto)| onto.is_some()).then(|| Point::new(Line::Split));
        };
        let voters = vote.cast.iter().filter(|(_, onto)| *onto == Some(exiled)).map(|(by, _)| *by);
        let voters: Seats = voters.filter(|by| *by != self.memory.me && self.memory.living.has(*by)).collect();
        // Whoever was one of them keeps quiet about it.
        let one_of_them = self.own_ballot_of_yesterday() == Some(exiled);
        if one_of_them || voters.is_empty() || voters.len() > 5 {
            return None;
        }
        let line = if self.opinion_to_show().of(exiled) < -60 { Line::RecapGood } else { Line::Recap };
        Some(Point::new(line).seat(exiled).seats(voters))
    }

    /// To a suspect: why he voted yesterday for somebody who looks good today.
    fn question(&mut self, spoken_of: Seats) -> Option<Point> {
        let opinion = self.opinion_to_show();
        let asked = self.memory.around().minus(spoken_of);
        let odd = self.yesterday()?.cast.iter().filter_map(|(by, onto)| {
            let onto: Seat = (*onto)?;
            let odd = asked.has(*by) && onto != self.memory.me && opinion.of(*by) > 0 && opinion.of(onto) < -20;
            odd.then(|| Point::new(Line::Question).seat(*by).other(onto))
        });
        let odd: Vec<Point> = odd.collect();
        self.lots.one_of(&odd)
    }

    fn count(&mut self) -> Option<Point> {
        let left = self.memory.living.len();
        (left <= 6 && self.lots.percent(40)).then(|| Point::new(Line::Count).number(left as u16))
    }
}

/// What can be taken up.
#[derive(Clone, Copy, Debug)]
enum Topic {
    Echo,
    Ballots,
    Question,
    Count,
    Manner,
}
