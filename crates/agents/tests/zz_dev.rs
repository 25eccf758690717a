use lycaon_agents::scripted::*;
use lycaon_narrator::Lang;
use lycaon_rules::*;
fn run(board: &Board, seed: u64, cast: &dyn Fn(u64, Seat, Camp) -> Box<dyn Policy>, show: bool) -> Outcome {
    let mut dice = Dice::new(seed);
    let deal = board.deal(&mut dice);
    let mut seats: Vec<_> = board.seats().map(|s| cast(seed, s, deal.cards[s.index()].card().camp)).collect();
    if show { println!("{:?}", deal); }
    let mut game = Game::new(Setup { board: board.clone().into(), deal });
    let mut views: Vec<View> = game.board().seats().map(|s| View::new(Listener::Seat(s), game.board().clone())).collect();
    let mut heard = 0;
    loop {
        for e in &game.events()[heard..] { for v in &mut views { v.hear(e); } if show { match &e.fact { Fact::Called{..}|Fact::Decided{..}|Fact::Bids{..}=>{}, Fact::Spoke{seat,text,claims,..}=>println!("  #{seat}: {text}   {claims:?}"), f => println!("[{} {:?}] {f:?}", e.day, e.phase)} } }
        heard = game.events().len();
        match game.waiting() {
            Waiting::Over(o) => return o.clone(),
            Waiting::Roll(r) => game.rolled(dice.roll(r)).unwrap(),
            Waiting::Seats(b) => { let b = b.to_vec(); for (i, r) in b.iter().enumerate() { let a = seats[r.seat.index()].decide(&views[r.seat.index()], r); game.answer(i, a).unwrap(); } game.advance().unwrap(); }
        }
    }
}
fn h(seed: u64, s: Seat, _: Camp) -> Box<dyn Policy> { let l = if std::env::var("EN").is_ok() { Lang::En } else { Lang::Zh }; Box::new(Heuristic::new(seed, s, l)) }
fn r(seed: u64, s: Seat, _: Camp) -> Box<dyn Policy> { Box::new(Random::new(seed, s)) }
#[test] #[ignore]
fn show() { let d = std::env::var("DECK").unwrap_or("online-9p".into()); let s = std::env::var("SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(1); let o = run(&Board::named(&d).unwrap(), s, &h, true); println!("{o:?}"); }
#[test] #[ignore]
fn table() {
    let n: u64 = std::env::var("N").ok().and_then(|s| s.parse().ok()).unwrap_or(300);
    for d in ["online-9p","jingcheng-12p-hunter-guard","jingcheng-12p-hunter-idiot","millers-hollow-8","millers-hollow-10","millers-hollow-14","village-8","new-moon-12","new-moon-15","seer-guard-8","arena-7","piper-12","full-box-12"] {
        let mut b = Board::named(d).unwrap(); b.options.set("self_explode","off").unwrap();
        let sv = |s, x, c| if c == Camp::Wolves { r(s,x,c) } else { h(s,x,c) };
        let sw = |s, x, c| if c == Camp::Wolves { h(s,x,c) } else { r(s,x,c) };
        let f = |cast: &dyn Fn(u64, Seat, Camp) -> Box<dyn Policy>| { let t = std::time::Instant::now(); let mut w = 0; let mut days=0u32; for seed in 0..n { let o = run(&b, seed, cast, false); w += u64::from(o.winners.contains(&Party::Wolves)); days += u32::from(o.days);} (w*100/n, f64::from(days)/n as f64, (n as f64/t.elapsed().as_secs_f64()) as u64) };
        println!("{d:28} rr {:?} village-h {:?} wolves-h {:?} hh {:?}", f(&r), f(&sv), f(&sw), f(&h));
    }
}
