//! A report as one page that needs nothing else: no network, no scripts.

use super::svg::escaped;
use super::text::{self, Table};
use super::words::{self, Text};
use super::{Report, beliefs, charts, deception_charts};
use lycaon_narrator::Lang;

const STYLE: &str = include_str!("page.css");

/// The page.
#[must_use]
pub fn page(report: &Report, lang: Lang) -> String {
    let title = words::TITLE.of(lang);
    let mut body = format!("<header><h1>{title}</h1>");
    for line in text::opening(report, lang) {
        body += &format!("<p class=\"lead\">{}</p>", escaped(&line));
    }
    body += "</header>";
    let mut tables = text::tables(report, lang).into_iter().peekable();
    // The gate comes before everything else.
    if let Some(validity) = tables.next_if(|table| table.title.of(lang) == words::VALIDITY.of(lang)) {
        body += &section(&validity, lang);
    }
    body += &left(report, lang);
    let figures = [
        (words::PLANE, Some(words::PLANE_NOTE), charts::plane(report, lang)),
        (words::HEAT, Some(words::HEAT_NOTE), charts::heat(report, lang)),
        (words::FOREST, Some(words::FOREST_NOTE), charts::forest(report, lang)),
        (words::ACCURACY, Some(words::ACCURACY_NOTE), charts::accuracy(report, lang)),
        (words::CLAIM_TRUTH, Some(words::CLAIM_TRUTH_NOTE), deception_charts::truth(report, lang)),
        (words::CLAIM_MATRIX, Some(words::CLAIM_MATRIX_NOTE), deception_charts::matrix(report, lang)),
        (words::RELIABILITY_PLOT, Some(words::RELIABILITY_PLOT_NOTE), beliefs::reliability(report, lang)),
        (words::EXPOSURE, Some(words::EXPOSURE_NOTE), beliefs::exposure(report, lang)),
        (words::WATERFALL, Some(words::WATERFALL_NOTE), beliefs::waterfall(report, lang)),
        (words::NUISANCE, Some(words::NUISANCE_NOTE), charts::nuisance(report, lang)),
        (words::COST, None, charts::cost(report, lang)),
    ];
    let figures: String =
        figures.into_iter().filter_map(|(title, note, svg)| figure(title, note, svg?, lang)).collect();
    let (early, late): (Vec<Table>, Vec<Table>) = tables.partition(|table| {
        [words::RATINGS, words::BOARDS, words::WINS].iter().any(|title| title.of(lang) == table.title.of(lang))
    });
    early.iter().for_each(|table| body += &section(table, lang));
    body += &format!("<div class=\"figures\">{figures}</div>");
    late.iter().for_each(|table| body += &section(table, lang));
    body += &format!("<footer>{} · lycaon {}</footer>", words::WPA_NOTE.of(lang), report.program);
    format!(
        "<!doctype html><html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{title}</title>\
         <meta name=\"viewport\" content=\"width=device-width\"><link rel=\"icon\" href=\"data:,\">\
         <style>{STYLE}</style></head><body><main>{body}</main></body></html>\n"
    )
}

fn figure(title: Text, note: Option<Text>, svg: String, lang: Lang) -> Option<String> {
    let note = note.map_or("", |note| note.of(lang));
    Some(format!("<figure><h2>{}</h2>{svg}<figcaption>{note}</figcaption></figure>", title.of(lang)))
}

/// The files that are not counted.
fn left(report: &Report, lang: Lang) -> String {
    if report.validity.left.is_empty() {
        return String::new();
    }
    let items: String = report.validity.left.iter().map(|left| format!("<li>{}</li>", escaped(&left.what))).collect();
    let count = report.validity.left.len();
    format!("<details><summary>{}: {count}</summary><ul>{items}</ul></details>", words::LEFT_OUT.of(lang))
}

fn section(table: &Table, lang: Lang) -> String {
    let cell = |tag: &str, column: usize, text: &str| {
        let class = if column < table.words { "" } else { " class=\"n\"" };
        format!("<{tag}{class}>{}</{tag}>", escaped(text))
    };
    let head: String = table.head.iter().enumerate().map(|(column, name)| cell("th", column, name)).collect();
    let row = |row: &Vec<String>| {
        let cells: String = row.iter().enumerate().map(|(column, text)| cell("td", column, text)).collect();
        format!("<tr>{cells}</tr>")
    };
    let rows: String = table.rows.iter().map(row).collect();
    let note = table.note.map(|note| format!("<p class=\"note\">{}</p>", note.of(lang))).unwrap_or_default();
    format!(
        "<section><h2>{}</h2>{note}<div class=\"scroll\"><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div></section>",
        table.title.of(lang)
    )
}
