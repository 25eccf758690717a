//! JSON as models write it: objects among prose, with the departures from the standard that leave no doubt about the
//! meaning. Single and typographic quotes, bare keys, Python's literals, comments, trailing commas, full-width colons
//! and commas and line breaks in strings are read; anything that would have to be guessed is an error.

use super::fields::field;

/// A JSON value.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Node {
    Null,
    Bool(bool),
    /// As it was written.
    Number(String),
    Text(String),
    /// A word without quotes.
    Bare(String),
    List(Vec<Node>),
    Object(Vec<(String, Node)>),
}

/// The objects of a reply.
#[derive(Debug, Default)]
pub(super) struct Objects {
    /// Each object with the bytes it came from, in order.
    pub found: Vec<(Node, std::ops::Range<usize>)>,
    /// What was wrong with an object that was begun and could not be read.
    pub broken: Option<String>,
}

/// Nesting deeper than this is no answer.
const DEPTH: usize = 32;

/// Finds the outermost objects of a reply, in one pass: after a broken one the search goes on where it broke.
pub(super) fn objects(text: &str) -> Objects {
    let mut objects = Objects::default();
    let mut at = 0;
    while let Some(step) = text[at..].find('{') {
        let start = at + step;
        let mut parser = Parser { text, at: start };
        match parser.object(0) {
            Ok(node) => {
                // Inside of a broken object a brace may belong to a string: only one on a line of its own counts.
                if objects.broken.is_none() || opens_line(text, start) {
                    objects.found.push((node, start..parser.at));
                }
                at = parser.at;
            }
            Err(error) if begun(text, start) => {
                objects
                    .broken
                    .get_or_insert_with(|| format!("{error} at character {}", text[..parser.at].chars().count() + 1));
                at = boundary(text, parser.at.max(start + 1));
            }
            Err(_) => at = start + 1,
        }
    }
    objects
}

/// Members without their braces: `"choice": 3`.
pub(super) fn members(text: &str) -> Option<Node> {
    let text = text.trim().trim_end_matches('}');
    if !text.starts_with(['"', '“']) {
        return None;
    }
    let wrapped = format!("{{{text}}}");
    let mut parser = Parser { text: &wrapped, at: 0 };
    parser.object(0).ok().filter(|_| parser.at == wrapped.len())
}

/// Whether a brace begins an object, as its first key shows, rather than decorating a word.
fn begun(text: &str, start: usize) -> bool {
    let rest = text[start + 1..].trim_start();
    let end = rest.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(rest.len());
    rest.starts_with(['"', '“', '\''])
        || (rest[end..].trim_start().starts_with([':', '：']) && field(&rest[..end]).is_some())
}

fn opens_line(text: &str, start: usize) -> bool {
    text[..start].chars().rev().find(|c| !matches!(c, ' ' | '\t' | '>' | '`')).is_none_or(|c| c == '\n')
        || text[..start].trim_end_matches([' ', '\t']).ends_with("```json")
}

fn boundary(text: &str, at: usize) -> usize {
    (at..=text.len()).find(|at| text.is_char_boundary(*at)).unwrap_or(text.len())
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

type Parsed<T> = Result<T, &'static str>;

impl Parser<'_> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        Some(c)
    }

    fn accept(&mut self, options: &[char]) -> bool {
        let accepted = self.peek().is_some_and(|c| options.contains(&c));
        if accepted {
            self.bump();
        }
        accepted
    }

    /// Skips blanks and comments.
    fn space(&mut self) {
        loop {
            let rest = &self.text[self.at..];
            self.at += rest.len() - rest.trim_start().len();
            let rest = &self.text[self.at..];
            let comment = if rest.starts_with("//") {
                rest.find('\n')
            } else if rest.starts_with("/*") {
                rest.find("*/").map(|end| end + 2)
            } else {
                return;
            };
            self.at += comment.unwrap_or(rest.len());
        }
    }

    fn object(&mut self, depth: usize) -> Parsed<Node> {
        if depth > DEPTH {
            return Err("the JSON is nested too deeply");
        }
        self.bump();
        let mut members = Vec::new();
        loop {
            self.space();
            if self.accept(&['}']) {
                return Ok(Node::Object(members));
            }
            let key = self.key()?;
            self.space();
            if !self.accept(&[':', '：']) {
                return Err("a colon is missing after a key");
            }
            self.space();
            members.push((key, self.value(depth)?));
            self.space();
            if !self.accept(&[',', '，']) && self.peek() != Some('}') {
                return Err(if self.peek().is_none() { "the JSON ends too early" } else { "a comma or } is missing" });
            }
        }
    }

    fn list(&mut self, depth: usize) -> Parsed<Node> {
        if depth > DEPTH {
            return Err("the JSON is nested too deeply");
        }
        self.bump();
        let mut items = Vec::new();
        loop {
            self.space();
            if self.accept(&[']']) {
                return Ok(Node::List(items));
            }
            items.push(self.value(depth)?);
            self.space();
            if !self.accept(&[',', '，', '、']) && self.peek() != Some(']') {
                return Err(if self.peek().is_none() { "the JSON ends too early" } else { "a comma or ] is missing" });
            }
        }
    }

    fn key(&mut self) -> Parsed<String> {
        match self.peek() {
            Some('"' | '\'' | '“') => self.string(),
            Some(c) if c.is_alphanumeric() || c == '_' => {
                let rest = &self.text[self.at..];
                let length = rest.find(|c: char| !(c.is_alphanumeric() || c == '_' || c == '-')).unwrap_or(rest.len());
                self.at += length;
                Ok(rest[..length].to_string())
            }
            Some(_) => Err("a key is missing"),
            None => Err("the JSON ends too early"),
        }
    }

    fn value(&mut self, depth: usize) -> Parsed<Node> {
        match self.peek() {
            None => Err("the JSON ends too early"),
            Some('{') => self.object(depth + 1),
            Some('[') => self.list(depth + 1),
            Some('"' | '\'' | '“') => self.string().map(Node::Text),
            Some(_) => self.bare(),
        }
    }

    /// A number, a literal, or a word without quotes up to the next comma or bracket.
    fn bare(&mut self) -> Parsed<Node> {
        let rest = &self.text[self.at..];
        let length = rest.find([',', '，', '}', ']', '\n', '{', '"']).ok_or("the JSON ends too early")?;
        let word = rest[..length].trim();
        let word = word.split("//").next().unwrap_or(word).trim();
        self.at += length;
        Ok(match word {
            "" => return Err("a value is missing"),
            "null" | "None" | "nil" | "undefined" | "NULL" => Node::Null,
            "true" | "True" | "TRUE" => Node::Bool(true),
            "false" | "False" | "FALSE" => Node::Bool(false),
            _ if word.parse::<f64>().is_ok() => Node::Number(word.to_string()),
            _ => Node::Bare(word.to_string()),
        })
    }

    fn string(&mut self) -> Parsed<String> {
        let close = match self.bump() {
            Some('“') => '”',
            Some(quote) => quote,
            None => return Err("the JSON ends too early"),
        };
        let mut string = String::new();
        loop {
            match self.bump() {
                None => return Err("a string is not closed"),
                Some(c) if c == close => return Ok(string),
                Some('\\') => self.escape(&mut string)?,
                Some(c) => string.push(c),
            }
        }
    }

    fn escape(&mut self, string: &mut String) -> Parsed<()> {
        let c = self.bump().ok_or("a string is not closed")?;
        string.push(match c {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' | 'f' => ' ',
            'u' => {
                let high = self.hex()?;
                match high {
                    0xd800..0xdc00 if self.text[self.at..].starts_with("\\u") => {
                        self.at += 2;
                        let low = self.hex()?;
                        let pair = 0x10000 + ((high - 0xd800) << 10) + (low.wrapping_sub(0xdc00) & 0x3ff);
                        char::from_u32(pair).unwrap_or('\u{fffd}')
                    }
                    _ => char::from_u32(high).unwrap_or('\u{fffd}'),
                }
            }
            other => other,
        });
        Ok(())
    }

    fn hex(&mut self) -> Parsed<u32> {
        let digits = self.text.get(self.at..self.at + 4).ok_or("an escape is cut short")?;
        let value = u32::from_str_radix(digits, 16).map_err(|_| "an escape has no four hexadecimal digits")?;
        self.at += 4;
        Ok(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(text: &str) -> Node {
        let mut objects = objects(text);
        assert_eq!((objects.found.len(), &objects.broken), (1, &None), "{text}");
        objects.found.remove(0).0
    }

    #[test]
    fn departures_that_leave_no_doubt() {
        let plain = one(r#"{"choice": 3, "speech": "hi"}"#);
        for text in [
            "{'choice': 3, 'speech': 'hi',}",
            "{choice: 3, speech: \"hi\"}",
            "{“choice”：3，“speech”：“hi”}",
            "Sure! ```json\n{\n  \"choice\": 3, // the wolf\n  \"speech\": \"hi\"\n}\n``` Done.",
        ] {
            assert_eq!(one(text), plain, "{text}");
        }
        assert_eq!(one("{\"a\": None, \"b\": True}"), one("{\"a\": null, \"b\": true}"));
        assert_eq!(
            one(r#"{"a": "\u5f03\ud83d\ude00\n"}"#),
            Node::Object(vec![("a".into(), Node::Text("弃😀\n".into()))])
        );
    }

    #[test]
    fn guesses_are_errors() {
        for text in [
            r#"{"choice": 3"#,
            r#"{"choice": 1"#,
            r#"{"choice": }"#,
            r#"{"speech": "he said "hi" to me", "choice": 3}"#,
            r#"{"choice" 3}"#,
            "{\"choice\": 3\n\"speech\": 4}",
        ] {
            let objects = objects(text);
            assert!(objects.found.is_empty() && objects.broken.is_some(), "{text}: {objects:?}");
        }
        assert!(objects("my vote is {3}").broken.is_none());
        let inner = objects(r#"{"thought": "he said "hi" and {"choice": 5}", "choice": 3}"#);
        assert!(inner.found.is_empty(), "{inner:?}");
    }

    #[test]
    fn deep_nesting_ends() {
        let deep = "{\"a\":".repeat(100_000);
        assert!(objects(&deep).found.is_empty());
    }
}
