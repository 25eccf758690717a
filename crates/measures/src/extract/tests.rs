//! Sentences and the claims they make, and sentences that make none.

use super::Listener;
use crate::claims::Says;
use lycaon_rules::{RoleId, Seat, Seats};

fn seat(number: u8) -> Seat {
    Seat::new(number)
}

/// The claims of seat 9 at a table of nine, where 4 is called Mio.
fn heard(text: &str) -> Vec<Says> {
    let roles = [RoleId::Werewolf, RoleId::Villager, RoleId::Seer, RoleId::Witch, RoleId::Hunter, RoleId::Guard];
    let listener = Listener::new(Seats::all(9), vec![("Mio".into(), seat(4))], &roles);
    listener.claims(text, seat(9), None)
}

fn role(seat: Seat, role: RoleId) -> Says {
    Says::Role { seat, role }
}

fn checked(on: u8, wolf: bool) -> Says {
    Says::Checked { seat: seat(on), wolf }
}

fn camp(of: u8, wolf: bool) -> Says {
    Says::Camp { seat: seat(of), wolf }
}

fn vote(onto: u8) -> Says {
    Says::WillVote { seat: seat(onto) }
}

#[test]
fn a_seer_comes_out_with_his_checks() {
    let (own, first) = (role(seat(9), RoleId::Seer), checked(3, true));
    assert_eq!(heard("我是预言家，昨晚验了3号，查杀。今天票3号。"), [own, first, vote(3)]);
    assert_eq!(heard("我是预言家，3号是查杀，5号是金水。"), [own, first, checked(5, false)]);
    assert_eq!(heard("底牌预言家，四号金水"), [own, checked(4, false)]);
    assert_eq!(heard("I am the seer. I checked player 3 as a werewolf."), [own, first]);
    assert_eq!(heard("Seer here. N1: Mio=Human. I will vote for 3."), [own, checked(4, false), vote(3)]);
}

#[test]
fn a_witch_tells_what_she_did() {
    let own = role(seat(9), RoleId::Witch);
    let (saved, poisoned) = (Says::Saved { seat: seat(2) }, Says::Poisoned { seat: seat(7) });
    assert_eq!(heard("我是女巫，我救了2号，我毒了7号。"), [own, saved, poisoned]);
    assert_eq!(heard("二是刀口，我是女巫。"), [saved, own]);
    assert_eq!(heard("I'm the witch. I saved 2 and I poisoned 7."), [own, saved, poisoned]);
    assert_eq!(heard("I guarded 2."), [Says::Guarded { seat: seat(2) }]);
}

#[test]
fn accusations_vouches_and_denials() {
    assert_eq!(
        heard("我怀疑5号，8号是好人，三六双狼，我是好人。"),
        [camp(5, true), camp(8, false), camp(3, true), camp(6, true), camp(9, false)]
    );
    assert_eq!(
        heard("Mio is a wolf. Player 5 is not a wolf. I trust 6."),
        [camp(4, true), camp(5, false), camp(6, false)]
    );
    assert_eq!(heard("我不是狼。"), [camp(9, false)]);
    assert_eq!(heard("I am not the werewolf."), [camp(9, false)]);
    assert_eq!(heard("Mio's claim that I am a wolf is false."), [camp(9, false)]);
    assert_eq!(heard("一号牌不是个狼是个啥"), [camp(1, true)]);
    assert_eq!(heard("狼坑三八六。"), [camp(3, true), camp(8, true), camp(6, true)]);
}

#[test]
fn what_others_say_is_not_said() {
    assert_eq!(heard("3号说他是预言家，5号是查杀。"), []);
    assert_eq!(heard("他说“我是预言家，5号是查杀”。"), []);
    assert_eq!(heard("九给二发了个金水。一号给二发金水。"), []);
    assert_eq!(heard("Mio says 5 is a wolf. Mio claims seer. Mio's divination shows 5 is a wolf."), []);
    assert_eq!(heard("She said \"I am the seer\"."), []);
}

#[test]
fn questions_conditions_and_refusals_claim_nothing() {
    assert_eq!(heard("你是预言家吗？3号是狼吗？谁是女巫？为什么票5号？"), []);
    assert_eq!(heard("如果5号是狼，那6号就是好人。我要是狼的话，我是女巫。"), []);
    assert_eq!(heard("Are you the seer? Who is the wolf? Is Mio a wolf?"), []);
    assert_eq!(heard("If Mio is a wolf, vote 5. Speak or I will vote Mio."), []);
    assert_eq!(heard("别投5号。Don't vote 5. I will not vote Mio."), []);
}

#[test]
fn numbers_that_count_are_no_seats() {
    assert_eq!(heard("场上还有三张狼，第二天票出去一个。"), []);
    assert_eq!(heard("There are 3 wolves left on day 2 and 5 votes."), []);
    assert_eq!(heard("大家好，没什么信息，过。"), []);
}

#[test]
fn written_chinese_is_read() {
    let own = role(seat(9), RoleId::Seer);
    assert_eq!(
        heard("我是预言家，昨晚查验了3号，结果是狼人。今天必须把3号投出去。警徽流先验5号再验7号。"),
        [own, checked(3, true), vote(3)]
    );
    assert_eq!(heard("我是预言家。昨晚我查验了3号玩家，他是好人。"), [own, checked(3, false)]);
    assert_eq!(heard("我的查验结果：3号是狼人，5号是好人。"), [checked(3, true), checked(5, false)]);
    assert_eq!(heard("我的金水是5号，3号是我昨晚验出来的狼人。"), [checked(5, false), checked(3, true)]);
    let witch = role(seat(9), RoleId::Witch);
    let (saved, poisoned) = (Says::Saved { seat: seat(6) }, Says::Poisoned { seat: seat(7) });
    assert_eq!(heard("我是女巫，昨晚我用解药救了6号。"), [witch, saved]);
    assert_eq!(heard("我是女巫，昨晚6号倒在刀口，6号是我的银水，毒了7号。"), [witch, saved, poisoned]);
    assert_eq!(heard("我昨晚对7号使用了毒药，把6号救了。"), [poisoned]);
    assert_eq!(heard("大家好，我是一名普通村民，没有什么信息。"), [role(seat(9), RoleId::Villager)]);
    assert_eq!(heard("我认为4号嫌疑最大，我建议大家投4号。"), [camp(4, true), vote(4)]);
    assert_eq!(heard("2号是悍跳狼，真预言家是5号。"), [camp(2, true), role(seat(5), RoleId::Seer)]);
    assert_eq!(heard("我怀疑2号和5号，1、3、6号都是好人。").len(), 5);
    assert_eq!(heard("3号发言很奇怪，我觉得他是狼。"), [camp(3, true)]);
    assert_eq!(heard("4号，我觉得是好人。"), [camp(4, false)]);
}

#[test]
fn whose_view_it_is_decides() {
    assert_eq!(heard("4号的视角里5号是狼。你打3号是狼。5号认为6号是好人。"), []);
    assert_eq!(heard("在我的视角里5号是狼。"), [camp(5, true)]);
    assert_eq!(heard("大家都说3号是狼。大家投3号。"), [vote(3)]);
    assert_eq!(heard("4号，跳预言家，查杀5号。"), []);
    assert_eq!(heard("3号是狼，他不会给5号发金水。"), []);
    assert_eq!(heard("我不觉得3号是狼。不代表5号是狼。"), [camp(3, false)]);
    assert_eq!(heard("就算3号是狼，6号也是好人。不管4号是狼也好，6号是好人。"), [camp(6, false)]);
    assert_eq!(heard("要么3号是狼。3号或者5号是狼。3号有可能是狼。3号可能是女巫。"), []);
    assert_eq!(heard("7比8更像狼。三九双狼的话也一样。"), []);
}

#[test]
fn votes_of_others_and_of_the_past_are_none() {
    assert_eq!(heard("二投八，我投五。"), [vote(5)]);
    assert_eq!(heard("昨天我票了3号。投三的人出来。我点了四。"), []);
    assert_eq!(heard("3号必须出局。八七顺下。"), [vote(3), vote(8)]);
    assert_eq!(heard("I urge you to vote 5. Voting for Mr. Mio seems right. His vote is odd."), [vote(5), vote(4)]);
}

#[test]
fn english_judges_by_words_and_deeds() {
    assert_eq!(heard("Mio's story is very suspicious. I'm suspicious of 3."), [camp(4, true), camp(3, true)]);
    assert_eq!(heard("Mio's claim is false."), [camp(4, true)]);
    assert_eq!(
        heard("I don't trust 5. I trust Mio's claim. The wolf is 6."),
        [camp(5, true), camp(4, false), camp(6, true)]
    );
    assert_eq!(heard("I follow 8: 2 is a wolf. 3号：狼面较大。"), [camp(2, true), camp(3, true)]);
    assert_eq!(heard("My path is clear. Mio might be a wolf. We play as villagers."), []);
}
