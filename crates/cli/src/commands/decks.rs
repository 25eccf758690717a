//! `lycaon decks [DECK]`

use crate::board;
use crate::fault::{Exit, Fault};
use crate::lang::{LangArg, in_lang};
use crate::out::Out;
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::{Board, RoleId, SEATS_MAX, SEATS_MIN};
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Debug, clap::Args)]
pub struct Args {
    /// One deck, by its name or as a TOML file: its cards and the rules it is played by
    #[arg(value_name = "DECK")]
    deck: Option<String>,

    #[command(flatten)]
    lang: LangArg,

    /// Prints a JSON array
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Entry<'a> {
    id: &'a str,
    seats: u8,
    ruleset: &'a str,
    roles: &'a BTreeMap<RoleId, u8>,
}

pub fn run(args: &Args, out: &mut Out) -> Result<Exit, Fault> {
    let boards: Vec<Board> = match &args.deck {
        Some(deck) => vec![board::deck(deck)?],
        None => lycaon_rules::decks().map(Board::named).collect::<Result<_, _>>()?,
    };
    if args.json {
        out.json(&boards.iter().map(entry).collect::<Vec<_>>())?;
        return Ok(Exit::Done);
    }
    let narrator = Narrator::new(args.lang.or_locale());
    match (&args.deck, &boards[..]) {
        (Some(_), [board]) => {
            out.line(format_args!("{} ({}), {}", board.deck, name(board, narrator.lang()), board.ruleset))?;
            out.line("")?;
            out.line(narrator.rules(board).trim_end())?;
        }
        _ => list(&boards, &narrator, out)?,
    }
    Ok(Exit::Done)
}

fn entry(board: &Board) -> Entry<'_> {
    Entry { id: &board.deck, seats: board.seats, ruleset: &board.ruleset, roles: &board.roles }
}

fn name(board: &Board, lang: Lang) -> &str {
    in_lang(lang, &board.zh, &board.en)
}

fn list(boards: &[Board], narrator: &Narrator, out: &mut Out) -> Result<(), Fault> {
    let widest = |text: fn(&Board) -> &str| boards.iter().map(|board| text(board).len()).max().unwrap_or(0);
    let (ids, rulesets) = (widest(|board| &board.deck), widest(|board| &board.ruleset));
    for board in boards {
        let cards: Vec<String> = board
            .roles
            .iter()
            .map(|(role, count)| match (narrator.role_name(*role), count) {
                (name, 1) => name.to_owned(),
                (name, count) => format!("{count} {name}"),
            })
            .collect();
        let cards = cards.join(in_lang(narrator.lang(), "、", ", "));
        let (id, seats, ruleset) = (&board.deck, board.seats, &board.ruleset);
        out.line(format_args!("{id:ids$}  {seats:>2}  {ruleset:rulesets$}  {cards}"))?;
    }
    let (few, many) = (SEATS_MIN, SEATS_MAX);
    out.line(match narrator.lang() {
        Lang::Zh => format!("vanilla-N-W：N 个座位（{few} 到 {many}），W 张狼人，其余平民，无神职、无警长、无发言"),
        Lang::En => format!(
            "vanilla-N-W: N seats ({few} to {many}), W werewolves, else villagers; no powers, no sheriff, no speeches"
        ),
    })
}
