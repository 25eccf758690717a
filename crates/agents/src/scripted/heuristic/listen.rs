//! What people say without stating it as claims: a rough ear for the usual phrases of the table, in both languages. It
//! takes one sentence at a time and rather misses a statement than invents one.

use super::lines;
use lycaon_rules::{Claim, RoleId, Seat};

/// What somebody calls himself by before naming his card.
const I_AM: &[&str] = &["我是", "我就是", "我跳", "起跳", "底牌", "我拍", "i am ", "i'm ", "im ", "claim "];

/// The cards, as people say them. Longer names stand before names they contain.
const CARDS: &[(&str, RoleId)] = &[
    ("预言家", RoleId::Seer),
    ("女巫", RoleId::Witch),
    ("猎人", RoleId::Hunter),
    ("守卫", RoleId::Guard),
    ("白痴", RoleId::Idiot),
    ("长老", RoleId::Elder),
    ("替罪羊", RoleId::Scapegoat),
    ("丘比特", RoleId::Cupid),
    ("小女孩", RoleId::LittleGirl),
    ("平民", RoleId::Villager),
    ("村民", RoleId::Villager),
    ("seer", RoleId::Seer),
    ("witch", RoleId::Witch),
    ("hunter", RoleId::Hunter),
    ("guard", RoleId::Guard),
    ("defender", RoleId::Guard),
    ("idiot", RoleId::Idiot),
    ("elder", RoleId::Elder),
    ("scapegoat", RoleId::Scapegoat),
    ("cupid", RoleId::Cupid),
    ("little girl", RoleId::LittleGirl),
    ("villager", RoleId::Villager),
];

const CHECK: &[&str] = &["验", "查杀", "金水", "摸", "check", "looked at", "inspect", "i saw"];
const VOTE: &[&str] = &["投", "出", "归票", "挂票", "vote", "voting", "lynch", "exile"];
const WOLF: &[&str] = &["查杀", "狼", "悍跳", "怀疑", "wolf", "wolves", "suspect", "suspicious", "evil", "guilty"];
const GOOD: &[&str] = &[
    "金水",
    "银水",
    "好人",
    "相信",
    "站边",
    "不是狼",
    "good",
    "trust",
    "believe",
    "innocent",
    "clear",
    "not a wolf",
    "not a werewolf",
    "no wolf",
    "village",
];
const NOT: &[&str] = &["不", "别", "没", "not ", "n't ", "never "];

/// The claims in a speech without stated ones; `seer` is whether the speaker claims to be the seer already, `night` the
/// last night.
pub(super) fn claims(text: &str, by: Seat, seats: u8, mut seer: bool, night: u16) -> Vec<Claim> {
    let mut claims = vec![];
    for sentence in folded(text).split(['。', '！', '？', '；', '.', '!', '?', ';', '\n']) {
        if let Some(role) = own_card(sentence) {
            seer = role == RoleId::Seer;
            claims.push(Claim::Role { seat: by, role });
        }
        for clause in clauses(sentence) {
            claims.extend(of_clause(&clause, by, seats, seer, night));
        }
    }
    claims
}

/// The parts of a sentence that speak of one thing each. A check and what it showed belong together: "验3号，查杀".
fn clauses(sentence: &str) -> Vec<String> {
    let mut clauses: Vec<String> = vec![];
    for part in sentence.split(['，', ',', '、', ':', '：']) {
        let number = |text: &str| text.contains(|letter: char| letter.is_ascii_digit());
        let result = !number(part) && (has(part, WOLF) || has(part, GOOD));
        match clauses.last_mut() {
            Some(check) if result && has(check, CHECK) && number(check) && !has(check, WOLF) && !has(check, GOOD) => {
                check.push(' ');
                check.push_str(part);
            }
            _ => clauses.push(part.to_owned()),
        }
    }
    clauses
}

fn has(text: &str, words: &[&str]) -> bool {
    words.iter().any(|word| text.contains(word))
}

/// What a clause claims. With more than one number in it, whose doing it is would be guesswork.
fn of_clause(clause: &str, by: Seat, seats: u8, seer: bool, last_night: u16) -> Option<Claim> {
    let (clause, night) = without_night(clause);
    let seat = only_seat(&clause, seats).filter(|seat| *seat != by)?;
    let good = has(&clause, GOOD);
    let wolf = has(&clause, WOLF) && !good;
    let negated = has(&clause, NOT) && !good;
    if seer && has(&clause, CHECK) && (good || wolf) && !negated {
        return Some(Claim::Checked { seat, wolf, night: night.unwrap_or(last_night).min(last_night) });
    }
    match (has(&clause, VOTE), wolf, good) {
        _ if negated => None,
        (true, ..) => Some(Claim::WillVote { seat }),
        (_, true, _) => Some(Claim::Suspects { seat }),
        (_, _, true) => Some(Claim::Trusts { seat }),
        _ => None,
    }
}

/// The card that the sentence says the speaker holds.
fn own_card(sentence: &str) -> Option<RoleId> {
    let own = |mark: &&str| sentence.find(*mark).map(|at| &sentence[at + mark.len()..]);
    let rest = I_AM.iter().filter_map(own).min_by_key(|rest| sentence.len() - rest.len())?;
    let cards = CARDS.iter().copied().chain(lines::village_cards());
    let (at, role) = cards.filter_map(|(name, role)| rest.find(name).map(|at| (at, role))).min()?;
    let before = &rest[..at];
    let near = before.chars().count() <= 8 && !NOT.iter().any(|not| before.contains(not));
    near.then_some(role)
}

/// The clause without "第2夜" or "night 2", and which night that was.
fn without_night(clause: &str) -> (String, Option<u16>) {
    let letters: Vec<char> = clause.chars().collect();
    let mut rest = String::new();
    let mut night = None;
    let mut at = 0;
    while at < letters.len() {
        let digits: String = letters[at..].iter().take_while(|letter| letter.is_ascii_digit()).collect();
        let after = letters.get(at + digits.len());
        let named = matches!(after, Some('夜' | '晚' | '天')) || rest.trim_end().ends_with("night");
        if !digits.is_empty() && named {
            night = digits.parse().ok();
        } else if !digits.is_empty() {
            rest.push_str(&digits);
        }
        if digits.is_empty() {
            rest.push(letters[at]);
        }
        at += digits.len().max(1);
    }
    (rest, night)
}

/// The seat that the clause names, if it names one.
fn only_seat(clause: &str, seats: u8) -> Option<Seat> {
    let mut numbers = clause.split(|letter: char| !letter.is_ascii_digit()).filter(|digits| !digits.is_empty());
    let first = numbers.next()?;
    let seat = first.parse::<u8>().ok().filter(|number| *number <= seats)?;
    if numbers.next().is_some() { None } else { Seat::try_from(seat).ok() }
}

/// Small letters and ASCII digits.
fn folded(text: &str) -> String {
    let digit = |letter: char| match letter {
        '０'..='９' => char::from_u32(letter as u32 - '０' as u32 + '0' as u32).unwrap_or(letter),
        '’' => '\'',
        _ => letter,
    };
    text.to_lowercase().chars().map(digit).collect()
}

/// Whether the text has a word of the kind of this claim, whoever is meant.
#[cfg(test)]
pub(super) fn may_mean(text: &str, claim: Claim) -> bool {
    let text = folded(text);
    match claim {
        Claim::WillVote { .. } => has(&text, VOTE) || has(&text, &["票", "挂"]),
        Claim::Suspects { .. } => has(&text, WOLF),
        Claim::Trusts { .. } => has(&text, GOOD) || has(&text, &["信", "认他", "站"]),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heard(text: &str) -> Vec<Claim> {
        claims(text, Seat::new(9), 12, false, 2)
    }

    fn seat(number: u8) -> Seat {
        Seat::new(number)
    }

    #[test]
    fn a_seer_is_heard_with_his_checks_in_both_languages() {
        let role = Claim::Role { seat: seat(9), role: RoleId::Seer };
        let first = Claim::Checked { seat: seat(3), wolf: true, night: 1 };
        let second = Claim::Checked { seat: seat(11), wolf: false, night: 2 };
        assert_eq!(heard("我是预言家。第1夜验３号，查杀。昨晚摸的11号，金水。"), [role, first, second]);
        assert_eq!(heard("我是预言家，第1夜3号查杀！昨晚验了11号是好人。"), [role, first, second]);
        assert_eq!(
            heard("I'm the seer. Night 1 I checked 3: wolf. I checked player 11 and he is good."),
            [role, first, second]
        );
    }

    #[test]
    fn suspicion_trust_and_votes_are_heard_and_their_denials_are_not() {
        assert_eq!(
            heard("我怀疑5号，8号像好人。这轮出5号。"),
            [Claim::Suspects { seat: seat(5) }, Claim::Trusts { seat: seat(8) }, Claim::WillVote { seat: seat(5) },]
        );
        assert_eq!(
            heard("I suspect 5. I trust 8. I will vote for 5!"),
            [Claim::Suspects { seat: seat(5) }, Claim::Trusts { seat: seat(8) }, Claim::WillVote { seat: seat(5) },]
        );
        assert_eq!(heard("别投5号，不怀疑7号。Don't vote 5."), []);
        assert_eq!(heard("6号不是狼。"), [Claim::Trusts { seat: seat(6) }]);
    }

    #[test]
    fn nothing_is_made_of_sentences_about_several_or_about_no_card() {
        assert_eq!(heard("5号验了7号是狼。我不是预言家。我是好人。1234号是狼。"), []);
        assert_eq!(heard("not every sentence, 42, means something"), []);
    }
}
