use lycaon_agents::scripted::{Heuristic, Random};
use lycaon_rules::Board;
use std::sync::Arc;
fn main() {
    for deck in [
        "vanilla-8-2",
        "millers-hollow-8",
        "village-8",
        "seer-guard-8",
        "online-9p",
        "jingcheng-12p-hunter-idiot",
        "full-box-12",
    ] {
        let board = Arc::new(Board::named(deck).unwrap());
        let t = lycaon_table::simulate(&board, 20000, 1, Random::new, 1.try_into().unwrap()).unwrap();
        println!(
            "{deck:30} {:>8.0} games/s  decisions {:.1} events {:.1} days {:.2} wins {:?} ties {}/{}",
            t.games_per_s(),
            t.decisions as f64 / t.games as f64,
            t.events as f64 / t.games as f64,
            t.days_mean(),
            t.wins,
            t.ties,
            t.exiles
        );
    }
    let board = Arc::new(Board::named("millers-hollow-8").unwrap());
    let t = lycaon_table::simulate(
        &board,
        3000,
        1,
        |s, seat| Heuristic::new(s, seat, lycaon_narrator::Lang::En),
        1.try_into().unwrap(),
    )
    .unwrap();
    println!("heuristic {:.0} games/s {:?}", t.games_per_s(), t.wins);
}
