//! Rows as lines of CSV (RFC 4180) or JSON.

use serde::Serialize;
use serde_json::Value;

/// How a table is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TableKind {
    /// Comma-separated, with a header. Nothing is an empty cell.
    Csv,
    /// One JSON object a line.
    Jsonl,
}

impl TableKind {
    /// The ending of its files.
    #[must_use]
    pub fn extension(self) -> &'static str {
        match self {
            TableKind::Csv => "csv",
            TableKind::Jsonl => "jsonl",
        }
    }

    /// A row as a line with its newline. A row is a struct of plain values.
    #[must_use]
    pub fn line(self, row: &impl Serialize) -> String {
        match self {
            TableKind::Csv => cells(row).iter().map(|cell| quoted(cell)).collect::<Vec<_>>().join(",") + "\n",
            TableKind::Jsonl => serde_json::to_string(row).unwrap_or_default() + "\n",
        }
    }

    /// The line before the first row of this kind; empty for JSON.
    #[must_use]
    pub fn heading<R: Serialize + Default>(self) -> String {
        match self {
            TableKind::Csv => header::<R>().join(",") + "\n",
            TableKind::Jsonl => String::new(),
        }
    }
}

/// The names of the columns of a row.
#[must_use]
pub fn header<R: Serialize + Default>() -> Vec<String> {
    object(&R::default()).into_iter().map(|(name, _)| name).collect()
}

/// The values of a row as text.
pub fn cells<R: Serialize>(row: &R) -> Vec<String> {
    let text = |(_, value)| match value {
        Value::Null => String::new(),
        Value::String(text) => text,
        other => other.to_string(),
    };
    object(row).into_iter().map(text).collect()
}

fn object(row: &impl Serialize) -> serde_json::Map<String, Value> {
    match serde_json::to_value(row) {
        Ok(Value::Object(object)) => object,
        _ => serde_json::Map::new(),
    }
}

/// A cell with quotes where CSV wants them.
fn quoted(cell: &str) -> String {
    if cell.contains([',', '"', '\n', '\r']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Serialize)]
    struct Row {
        name: String,
        day: Option<u8>,
        won: bool,
    }

    #[test]
    fn csv_quotes_and_leaves_nothing_empty() {
        assert_eq!(TableKind::Csv.heading::<Row>(), "name,day,won\n");
        let row = Row { name: "a \"b\", c\nd".into(), day: None, won: true };
        assert_eq!(TableKind::Csv.line(&row), "\"a \"\"b\"\", c\nd\",,true\n");
        assert_eq!(TableKind::Jsonl.line(&row), "{\"name\":\"a \\\"b\\\", c\\nd\",\"day\":null,\"won\":true}\n");
    }
}
