//! Small files that a person writes: decks and the like.

use crate::fault::Fault;
use std::fs::File;
use std::io::Read;
use std::path::Path;

/// The longest of them, in bytes. Whatever is longer was named by mistake.
const MOST: u64 = 1 << 20;

/// The text of a file.
pub fn text(path: &Path) -> Result<String, Fault> {
    let cannot = |why: &dyn std::fmt::Display| Fault::input(format!("{}: cannot be read: {why}", path.display()));
    let file = File::open(path).map_err(|error| cannot(&error))?;
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > MOST {
        return Err(cannot(&format_args!("it is longer than {} KiB", MOST >> 10)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let line = 1 + error.as_bytes()[..error.utf8_error().valid_up_to()].iter().filter(|b| **b == b'\n').count();
        cannot(&format_args!("line {line} is not UTF-8"))
    })
}
