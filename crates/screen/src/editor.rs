//! A long speech in an editor of one's own.

use std::io::{self, Write};
use std::process::Command;

/// Has a text edited by the program that `VISUAL` or `EDITOR` names, or by `vi`.
pub(crate) fn edit(text: &str) -> io::Result<String> {
    let named = |name: &str| std::env::var(name).ok().filter(|value| !value.trim().is_empty());
    edit_with(&named("VISUAL").or_else(|| named("EDITOR")).unwrap_or_else(|| "vi".into()), text)
}

fn edit_with(command: &str, text: &str) -> io::Result<String> {
    let mut file = tempfile::Builder::new().prefix("lycaon-").suffix(".txt").tempfile()?;
    file.write_all(text.as_bytes())?;
    file.flush()?;
    let mut words = command.split_whitespace();
    let program = words.next().unwrap_or("vi");
    let status = Command::new(program).args(words).arg(file.path()).status();
    let status = status.map_err(|error| io::Error::new(error.kind(), format!("{program}: {error}")))?;
    if !status.success() {
        return Err(io::Error::other(format!("{program} ended with {status}")));
    }
    let edited = std::fs::read(file.path())?;
    Ok(String::from_utf8_lossy(&edited).trim_end().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_comes_back_as_the_editor_left_it() {
        assert_eq!(edit_with("true", "我是好人。\n出3号。").unwrap(), "我是好人。\n出3号。");
        assert_eq!(edit_with("sed -i s/3/5/", "出3号。").unwrap(), "出5号。");
        assert!(edit_with("false", "x").is_err());
        assert!(edit_with("/no/such/editor", "x").unwrap_err().to_string().contains("/no/such/editor"));
    }
}
