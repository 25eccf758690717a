//! Scenarios out of a Markdown file: headings, fenced blocks, and the tables below them.

use crate::words::{self, Key};
use crate::{Failure, Line, Scenario};
use lycaon_rules::OPTIONS;

/// What is collected under one heading.
struct Part {
    line: usize,
    title: String,
    block: Option<Vec<Line>>,
    table: Vec<(usize, Vec<String>)>,
}

/// The scenarios of a file; `file` is the name that errors give it. A heading without a block is only text.
///
/// # Errors
/// When a block is not closed, a heading has two, or a line or table has no known key.
pub fn read(file: &str, text: &str) -> Result<Vec<Scenario>, Failure> {
    let fail = |(line, what): (usize, String)| Failure { file: file.into(), line, what, account: String::new() };
    let mut scenarios = Vec::new();
    for part in parts(text).map_err(fail)? {
        scenarios.extend(part.scenarios(file).map_err(fail)?);
    }
    Ok(scenarios)
}

fn parts(text: &str) -> Result<Vec<Part>, (usize, String)> {
    let mut parts: Vec<Part> = Vec::new();
    let mut lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    while let Some((number, line)) = lines.next() {
        if let Some(title) = line.strip_prefix("## ") {
            parts.push(Part { line: number, title: title.trim().into(), block: None, table: vec![] });
        } else if let Some(mark) = line.strip_prefix("```") {
            let ours = ["scenario", "局"].contains(&mark.trim());
            let mut body = Vec::new();
            loop {
                match lines.next() {
                    Some((_, "```")) => break,
                    Some(line) => body.push(line),
                    None => return Err((number, "this block is never closed; end it with ```".into())),
                }
            }
            if ours {
                let part = parts.last_mut().ok_or((number, "a block needs a `## heading` above it".to_string()))?;
                if part.block.is_some() {
                    return Err((number, "this heading has two blocks; give the second a heading of its own".into()));
                }
                part.block = Some(block(&body)?);
            }
        } else if line.starts_with('|')
            && let Some(part) = parts.last_mut()
            && part.block.is_some()
        {
            let cells = line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
            part.table.push((number, cells));
        }
    }
    Ok(parts)
}

/// The lines of a block. Lines that set the table may share a line; `#` begins a remark.
fn block(body: &[(usize, &str)]) -> Result<Vec<Line>, (usize, String)> {
    let mut lines = Vec::new();
    for (number, text) in body.iter().filter(|(_, text)| !text.is_empty() && !text.starts_with('#')) {
        for piece in pieces(text) {
            let (key, body) =
                piece.split_once([':', '：']).filter(|(key, _)| words::key(key).is_some()).ok_or_else(|| {
                    (*number, format!("`{piece}` does not begin with a known key such as `seats:` or `夜1:`"))
                })?;
            lines.push(Line { number: *number, key: key.trim().into(), body: body.trim().into() });
        }
    }
    Ok(lines)
}

/// Cuts a line before each key that may share a line with others.
fn pieces(text: &str) -> Vec<&str> {
    let mut cuts = vec![0];
    let mut at = 0;
    for word in text.split_whitespace() {
        let start = at + text[at..].find(word).unwrap_or(0);
        at = start + word.len();
        let key = word.split([':', '：']).next().unwrap_or_default();
        if start > 0 && key.len() < word.len() && words::key(key).is_some_and(Key::is_header) {
            cuts.push(start);
        }
    }
    cuts.push(text.len());
    cuts.windows(2).map(|cut| text[cut[0]..cut[1]].trim()).collect()
}

impl Part {
    /// The game of the block, or one for each row of its table.
    fn scenarios(self, file: &str) -> Result<Vec<Scenario>, (usize, String)> {
        let Some(lines) = self.block else { return Ok(vec![]) };
        let whole = Scenario { file: file.into(), line: self.line, title: self.title, lines };
        let Some(((number, head), rows)) = self.table.split_first() else { return Ok(vec![whole]) };
        let is_option = |name: &str| OPTIONS.iter().any(|info| info.name == name);
        if let Some(name) = head.iter().find(|name| !is_option(name) && words::key(name).is_none()) {
            return Err((*number, format!("`{name}` heads a column and is neither an option nor a key")));
        }
        let mut scenarios = Vec::new();
        for (number, cells) in rows.iter().filter(|(_, cells)| !is_rule(cells)) {
            if cells.len() != head.len() {
                return Err((*number, format!("this row has {} cells under {} heads", cells.len(), head.len())));
            }
            let mut scenario = whole.clone();
            let mut differs = Vec::new();
            for (name, cell) in head.iter().zip(cells).filter(|(_, cell)| !["", "—", "-"].contains(&cell.as_str())) {
                let (key, body) = if is_option(name) {
                    ("options".to_string(), format!("{name}={cell}"))
                } else {
                    (name.clone(), cell.clone())
                };
                if words::key(&key).is_some_and(Key::is_header) {
                    differs.push(body.clone());
                }
                scenario.lines.push(Line { number: *number, key, body });
            }
            scenario.title = format!("{} [{}]", scenario.title, differs.join(", "));
            scenarios.push(scenario);
        }
        Ok(scenarios)
    }
}

/// Whether a row of a table is the line between its head and its body.
fn is_rule(cells: &[String]) -> bool {
    cells.iter().all(|cell| !cell.is_empty() && cell.chars().all(|c| c == '-' || c == ':'))
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = "# Title\n\n## 甲\ntext\n```局\n座位: 1守卫 2狼人   选项: a=b c=d\n夜1: 守卫守2\n```\n\
        | abstain | 天亮 |\n|---|---|\n| true | 2出局 |\n| false | — |\n\n## only text\n";

    #[test]
    fn a_row_is_a_game_of_its_own() {
        let scenarios = read("x.md", FILE).unwrap();
        assert_eq!(scenarios.len(), 2);
        assert_eq!(scenarios[0].title, "甲 [abstain=true]");
        let lines: Vec<(usize, &str, &str)> =
            scenarios[0].lines.iter().map(|line| (line.number, line.key.as_str(), line.body.as_str())).collect();
        assert_eq!(
            lines,
            [
                (6, "座位", "1守卫 2狼人"),
                (6, "选项", "a=b c=d"),
                (7, "夜1", "守卫守2"),
                (11, "options", "abstain=true"),
                (11, "天亮", "2出局")
            ]
        );
        assert_eq!(scenarios[1].lines.len(), 4, "a dash says nothing");
    }

    #[test]
    fn faults_name_their_line() {
        let open = read("x.md", "## A\n```scenario\nseats: 1 guard\n").unwrap_err();
        assert_eq!((open.line, open.to_string().contains("never closed")), (2, true));
        let unknown = read("x.md", "## A\n```scenario\nsaets: 1 guard\n```\n").unwrap_err();
        assert_eq!((unknown.line, unknown.to_string().contains("`saets: 1 guard`")), (3, true));
        let column = read("x.md", "## A\n```scenario\nseats: 1 guard\n```\n| wolf_wins |\n|---|\n| x |\n").unwrap_err();
        assert_eq!((column.line, column.to_string().contains("`wolf_wins`")), (5, true));
    }
}
