//! Tables of a report: the same for a terminal and for the page.

use super::words::{self, Text};
use super::{BehaviourLine, Report, WinLine, charts};
use crate::behaviour::Kind;
use crate::stats::{Estimate, Interval};
use lycaon_narrator::{Lang, Narrator};
use lycaon_rules::RoleId;

/// A table with a heading. The first columns hold text, up to `words` of them; the others numbers.
pub(super) struct Table {
    pub title: Text,
    pub note: Option<Text>,
    pub words: usize,
    pub head: Vec<&'static str>,
    pub rows: Vec<Vec<String>>,
}

pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn percents(interval: Interval) -> String {
    format!("{:.1}–{:.1}", interval.low * 100.0, interval.high * 100.0)
}

pub(super) fn known<T>(value: Option<T>, text: impl Fn(T) -> String) -> String {
    value.map_or_else(|| "—".into(), text)
}

pub(super) fn with_reach(estimate: Estimate, digits: usize) -> String {
    let Interval { low, high } = estimate.interval;
    format!("{:+.digits$} [{low:+.digits$}, {high:+.digits$}]", estimate.value)
}

fn points(estimate: Estimate) -> String {
    format!("{:.0} [{:.0}, {:.0}]", estimate.value, estimate.interval.low, estimate.interval.high)
}

/// Makes the tables of one report in one language.
struct Maker<'a> {
    report: &'a Report,
    lang: Lang,
    narrator: Narrator,
}

/// All tables, in the order of the report.
pub(super) fn tables(report: &Report, lang: Lang) -> Vec<Table> {
    let maker = Maker { report, lang, narrator: Narrator::new(lang) };
    let mut tables = vec![maker.validity(), maker.boards(), maker.wins(), maker.ratings()];
    tables.extend([maker.pairs(), maker.behaviour(true), maker.behaviour(false), maker.roles(), maker.shape()]);
    tables.extend([maker.survival(), maker.verbosity(), maker.first_kills(), maker.claims()]);
    tables.extend([maker.claim_truth(), maker.lies()]);
    tables.extend(super::beliefs::tables(report, lang));
    tables.extend(super::asides::tables(report, lang));
    tables.extend(super::doubts::tables(report, lang));
    tables.extend([maker.nuisance(), maker.cost()]);
    tables.retain(|table| !table.rows.is_empty());
    tables
}

impl Maker<'_> {
    fn table(&self, title: Text, note: Option<Text>, words: usize, head: &[Text], rows: Vec<Vec<String>>) -> Table {
        Table { title, note, words, head: head.iter().map(|text| text.of(self.lang)).collect(), rows }
    }

    fn validity(&self) -> Table {
        let row = |health: &super::Health| {
            let ended = |outcomes: &[&str]| {
                outcomes.iter().map(|outcome| health.calls.get(*outcome).copied().unwrap_or(0)).sum::<u64>().to_string()
            };
            vec![
                health.agent.clone(),
                health.seats.to_string(),
                health.decisions.to_string(),
                percent(health.fallbacks as f64 / health.decisions.max(1) as f64),
                health.timed_out.to_string(),
                health.invalid.to_string(),
                health.failed.to_string(),
                health.reasked.to_string(),
                health.calls.values().sum::<u64>().to_string(),
                ended(&["refusal", "filtered"]),
                ended(&["truncated"]),
                known(health.latency_ms, |(median, slow)| format!("{median:.0} / {slow:.0}")),
            ]
        };
        use words::*;
        let head = [AGENT, SEATS, DECISIONS, FALLBACKS, TIMED_OUT, INVALID, FAILED, REASKED, CALLS, REFUSED, TRUNCATED];
        let head = [&head[..], &[LATENCY]].concat();
        let rows = self.report.validity.agents.iter().map(row).collect();
        self.table(VALIDITY, Some(VALIDITY_NOTE), 1, &head, rows)
    }

    fn boards(&self) -> Table {
        use words::*;
        let row = |board: &super::BoardLine| {
            let baseline = board.baseline.as_ref();
            vec![
                format!("{} ({})", board.deck, board.board),
                board.games.to_string(),
                board.deals.to_string(),
                known(baseline, |baseline| percent(baseline.village)),
                known(baseline, |baseline| percent(baseline.wolves)),
                known(baseline, |baseline| percent(baseline.village_offered)),
                known(baseline, |baseline| percent(baseline.wolves_offered)),
                known(baseline, |baseline| baseline.games.to_string()),
                percent(board.value_at_start),
            ]
        };
        let rows = self.report.boards.iter().map(row).collect();
        let head = [BOARD, GAMES, DEALS, VILLAGE, WOLVES, VILLAGE_OFFERED, WOLVES_OFFERED, BASELINE_GAMES, START];
        self.table(BOARDS, Some(BOARDS_NOTE), 1, &head, rows)
    }

    fn win(&self, line: &WinLine) -> Vec<String> {
        vec![
            line.games.to_string(),
            line.seats.to_string(),
            line.deals.to_string(),
            percent(line.share.rate.value),
            percents(line.exact.unwrap_or(line.share.rate.interval)),
            known(line.baseline, percent),
            known(line.lift, |lift| with_reach(lift, 2)),
        ]
    }

    fn wins(&self) -> Table {
        use words::*;
        let row = |line: &WinLine| {
            let who = line.agent.as_ref().or(line.board.as_ref()).cloned().unwrap_or_default();
            [vec![who, self.narrator.camp_name(line.camp).into()], self.win(line)].concat()
        };
        let rows = self.report.agents.iter().chain(&self.report.camps).map(row).collect();
        let head = [AGENT_OR_BOARD, CAMP, GAMES, SEATS, DEALS, SHARE, INTERVAL, CHANCE, LIFT];
        self.table(WINS, Some(WINS_NOTE), 2, &head, rows)
    }

    fn role(&self, id: &str) -> String {
        RoleId::from_id(id).map_or(id, |role| self.narrator.role_name(role)).into()
    }

    fn roles(&self) -> Table {
        use words::*;
        let row = |line: &WinLine| {
            let who = line.agent.clone().unwrap_or_default();
            [vec![who, self.role(line.role.as_deref().unwrap_or_default())], self.win(line)].concat()
        };
        let head = [AGENT, ROLE, GAMES, SEATS, DEALS, SHARE, INTERVAL, CHANCE, LIFT];
        self.table(FOREST, Some(FOREST_NOTE), 2, &head, self.report.roles.iter().map(row).collect())
    }

    fn ratings(&self) -> Table {
        use words::*;
        let mut agents: Vec<&super::Rating> = self.report.ratings.iter().flat_map(|ratings| &ratings.agents).collect();
        agents.sort_by(|a, b| (b.wolves.value + b.village.value).total_cmp(&(a.wolves.value + a.village.value)));
        let rank =
            |standing: &crate::ratings::Standing| format!("{} ({}–{})", standing.rank, standing.best, standing.worst);
        let row = |rating: &super::Rating| {
            let (wolves, village) = (&rating.wolves_openskill, &rating.village_openskill);
            vec![
                rating.agent.clone(),
                points(rating.wolves),
                rank(&rating.wolves_rank),
                points(rating.village),
                rank(&rating.village_rank),
                format!("{:.1} ± {:.1} / {:.1} ± {:.1}", wolves.mean, wolves.sigma, village.mean, village.sigma),
            ]
        };
        const OPENSKILL: Text = Text::same("OpenSkill");
        let head = [AGENT, WOLVES, RANK, VILLAGE, RANK, OPENSKILL];
        self.table(RATINGS, Some(RATINGS_NOTE), 1, &head, agents.into_iter().map(row).collect())
    }

    fn pairs(&self) -> Table {
        use words::*;
        let row = |pair: &super::RatedPair| {
            let side = match pair.side {
                crate::ratings::Side::Wolves => WOLVES,
                crate::ratings::Side::Village => VILLAGE,
            };
            let names = format!("{} − {}", pair.first, pair.second);
            vec![names, side.of(self.lang).into(), with_reach(pair.difference, 0), format!("{:.3}", pair.adjusted_p)]
        };
        let rows = self.report.ratings.iter().flat_map(|ratings| &ratings.pairs).map(row).collect();
        self.table(PAIRS, None, 2, &[AGENT, CAMP, DIFFERENCE, ADJUSTED], rows)
    }

    fn behaviour(&self, declared: bool) -> Table {
        use words::*;
        let row = |line: &BehaviourLine| {
            let number = |value: f64| match line.measure.kind() {
                Kind::Share => percent(value),
                Kind::Mean => format!("{value:.3}"),
            };
            let interval = |interval: Interval| match line.measure.kind() {
                Kind::Share => percents(interval),
                Kind::Mean => format!("{:.3}–{:.3}", interval.low, interval.high),
            };
            vec![
                format!("{} {}", line.measure.tag(), line.measure.title(self.lang)),
                line.agent.clone(),
                format!("{:.0}", line.n),
                line.deals.to_string(),
                number(line.value),
                known(line.interval, interval),
                known(line.chance, number),
                known(line.corrected, |corrected| format!("{corrected:+.3}")),
            ]
        };
        let lines = self.report.behaviour.iter().filter(|line| line.declared == declared);
        let title = if declared { DECLARED } else { EXPLORED };
        let head = [MEASURE, AGENT, N, DEALS, VALUE, INTERVAL, CHANCE, CORRECTED];
        self.table(title, Some(BEHAVIOUR_NOTE), 2, &head, lines.map(row).collect())
    }

    fn shape(&self) -> Table {
        use words::*;
        let row = |shape: &super::Shape| {
            let reasons: Vec<String> = shape.reasons.iter().map(|(reason, n)| format!("{reason} {n}")).collect();
            vec![
                shape.board.clone(),
                reasons.join(", "),
                shape.games.to_string(),
                shape.undecided.to_string(),
                format!("{:.2}", shape.days),
                known(shape.margin, percent),
            ]
        };
        let rows = self.report.shape.iter().map(row).collect();
        self.table(SHAPE, None, 2, &[BOARD, REASONS, GAMES, UNDECIDED, DAYS, MARGIN], rows)
    }

    fn survival(&self) -> Table {
        use words::*;
        let row = |line: &super::SurvivalLine| {
            let mean = line.mean_to_day_4;
            let text = format!("{:.2} [{:.2}, {:.2}]", mean.value, mean.interval.low, mean.interval.high);
            vec![line.agent.clone(), line.n.to_string(), text]
        };
        let rows = self.report.survival.iter().map(row).collect();
        self.table(SURVIVAL, None, 1, &[AGENT, N, DAYS_TO_4], rows)
    }

    fn verbosity(&self) -> Table {
        use words::*;
        let row = |line: &super::Verbosity| {
            vec![line.agent.clone(), line.deals.to_string(), known(line.shift, |shift| with_reach(shift, 1))]
        };
        let rows = self.report.verbosity.iter().map(row).collect();
        self.table(SHIFT, None, 1, &[AGENT, DEALS, DIFFERENCE], rows)
    }

    fn first_kills(&self) -> Table {
        use words::*;
        let row = |line: &super::FirstKill| {
            let seats = line.seats.iter().map(u64::to_string).collect::<Vec<_>>().join(" ");
            vec![line.agent.clone(), seats, line.n.to_string(), format!("{:.3}", line.divergence_bits)]
        };
        let rows = self.report.first_kills.iter().map(row).collect();
        self.table(FIRST_KILLS, None, 2, &[AGENT, SEATS, N, BITS], rows)
    }

    fn claims(&self) -> Table {
        use words::*;
        let row = |cell: &super::ClaimCell| {
            vec![cell.agent.clone(), self.role(&cell.role), self.role(&cell.claimed), cell.seats.to_string()]
        };
        let rows = self.report.claims.iter().map(row).collect();
        self.table(CLAIMS, Some(CLAIMS_NOTE), 3, &[AGENT, ROLE, CLAIMED, SEATS], rows)
    }

    fn claim_truth(&self) -> Table {
        use words::*;
        let row = |line: &super::ClaimTruth| {
            let mut cells = vec![line.agent.clone(), self.role(&line.role), line.claims().to_string()];
            cells.extend(line.parts().map(|count| count.to_string()));
            cells.push(line.omitted.to_string());
            cells
        };
        let rows = self.report.claim_truth.iter().map(row).collect();
        let head = [AGENT, ROLE, CLAIM_COUNT, EXCESS, REQUIRED, INSINCERE, FALSE_HONEST, BLUFF_TRUE, KNOWN_TRUE];
        let head = [&head[..], &[UNVERIFIABLE, OMITTED]].concat();
        self.table(CLAIM_TRUTH, Some(CLAIM_TRUTH_NOTE), 2, &head, rows)
    }

    fn lies(&self) -> Table {
        use words::*;
        let row = |line: &super::LieLife| {
            let half_life = known(line.half_life_days, |days| format!("{days:.0}"));
            vec![line.agent.clone(), line.lies.to_string(), line.exposed.to_string(), half_life]
        };
        let rows = self.report.lie_lives.iter().map(row).collect();
        self.table(LIES, Some(LIES_NOTE), 1, &[AGENT, LIE_COUNT, CAME_OUT, HALF_LIFE], rows)
    }

    fn nuisance(&self) -> Table {
        use words::*;
        let row = |line: &super::NuisanceLine| {
            let largest = line.effects.iter().copied().max_by(|a, b| a.value.abs().total_cmp(&b.value.abs()));
            let name = charts::factor(line.factor).of(self.lang).into();
            vec![name, known(largest, |effect| with_reach(effect, 2)), format!("{:.3}", line.adjusted_p)]
        };
        let rows = self.report.nuisance.iter().flatten().map(row).collect();
        self.table(NUISANCE, Some(NUISANCE_NOTE), 1, &[FACTOR, LARGEST, ADJUSTED], rows)
    }

    fn cost(&self) -> Table {
        use words::*;
        let row = |line: &super::CostLine| {
            vec![
                line.agent.clone(),
                line.seats.to_string(),
                line.calls.to_string(),
                line.input.to_string(),
                known(line.cached, percent),
                line.output.to_string(),
                known(line.cost_usd, |cost| format!("{cost:.2}")),
                known(line.cost_per_seat, |cost| format!("{cost:.4}")),
            ]
        };
        let rows = self.report.cost.iter().filter(|line| line.calls > 0).map(row).collect();
        self.table(COST, None, 1, &[AGENT, SEATS, CALLS, TOKENS_IN, CACHED, TOKENS_OUT, USD, USD_SEAT], rows)
    }
}

/// What is said of the whole before any table.
pub(super) fn opening(report: &Report, lang: Lang) -> Vec<String> {
    let validity = &report.validity;
    let mut lines = vec![format!(
        "{} {} · {} {} · {} {} · {} {}",
        validity.games,
        words::GAMES.of(lang),
        validity.deals,
        words::DEALS.of(lang),
        validity.undecided,
        words::UNDECIDED.of(lang),
        validity.left.len(),
        words::LEFT_OUT.of(lang),
    )];
    if validity.games == 0 {
        lines.push(words::NO_GAMES.of(lang).into());
    }
    if report.declared.is_empty() {
        lines.push(words::DECLARED_NONE.of(lang).into());
    }
    lines
}

/// How many columns a terminal takes for a text: two for a wide letter.
fn width(text: &str) -> usize {
    text.chars()
        .map(|letter| if ('\u{1100}'..='\u{115f}').contains(&letter) || letter >= '\u{2e80}' { 2 } else { 1 })
        .sum()
}

/// A table as lines for a terminal, after an empty one.
pub(super) fn drawn(table: &Table, lang: Lang) -> Vec<String> {
    let mut lines = vec![String::new(), format!("── {} ──", table.title.of(lang))];
    lines.extend(table.note.map(|note| note.of(lang).to_owned()));
    let head: Vec<String> = table.head.iter().map(|name| (*name).to_owned()).collect();
    let all: Vec<&Vec<String>> = std::iter::once(&head).chain(&table.rows).collect();
    let widest = |column: usize| all.iter().map(|row| width(&row[column])).max().unwrap_or(0);
    let widths: Vec<usize> = (0..head.len()).map(widest).collect();
    for row in all {
        let cells = row.iter().enumerate().map(|(column, cell)| {
            let room = " ".repeat(widths[column] - width(cell));
            if column < table.words { format!("{cell}{room}") } else { format!("{room}{cell}") }
        });
        lines.push(cells.collect::<Vec<_>>().join("  ").trim_end().to_owned());
    }
    lines
}

/// The report as lines for a terminal.
#[must_use]
pub fn lines(report: &Report, lang: Lang) -> Vec<String> {
    let mut lines = opening(report, lang);
    tables(report, lang).iter().for_each(|table| lines.extend(drawn(table, lang)));
    if let Err(why) = &report.ratings {
        lines.extend([String::new(), format!("{}: {why}", words::RATINGS.of(lang))]);
    }
    lines.extend([String::new(), words::WPA_NOTE.of(lang).into()]);
    lines
}
