//! Files that are read or written whole.

use crate::fault::Fault;
use lycaon_agents::llm::Prices;
use std::fmt::Display;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

/// The longest file that is read, in bytes. Whatever is longer was named by mistake.
const MOST: u64 = 64 << 20;

/// The text of a file.
pub fn text(path: &Path) -> Result<String, Fault> {
    let cannot = |why: &dyn Display| Fault::input(format!("{}: cannot be read: {why}", path.display()));
    let file = File::open(path).map_err(|error| cannot(&error))?;
    let mut bytes = Vec::new();
    file.take(MOST + 1).read_to_end(&mut bytes).map_err(|error| cannot(&error))?;
    if bytes.len() as u64 > MOST {
        return Err(cannot(&format_args!("it is longer than {} MiB", MOST >> 20)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        cannot(&format_args!("line {line} is not UTF-8"))
    })
}

/// The built-in prices of models, with those of the user's file over them.
pub fn prices(file: Option<&Path>) -> Result<Prices, Fault> {
    let Some(path) = file else { return Ok(Prices::built_in()) };
    let text = text(path)?;
    Prices::built_in().with(&path.display().to_string(), &text).map_err(|error| Fault::input(error.to_string()))
}

/// Writes a file that does not exist yet; if it cannot be written whole, nothing is left of it.
pub fn write_new(path: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let mut file =
        OpenOptions::new().write(true).create_new(true).open(path).map_err(|error| unwritable(path, &error))?;
    file.write_all(bytes).map_err(|error| {
        // What was not there before is taken away again; if even that fails there is nothing left to try.
        let _ = fs::remove_file(path);
        unwritable(path, &error)
    })
}

/// Why a file or directory could not be written.
pub fn unwritable(path: &Path, error: &io::Error) -> Fault {
    let path = path.display();
    match error.kind() {
        io::ErrorKind::AlreadyExists => {
            Fault::input(format!("{path}: exists already; move it away, or choose another place"))
        }
        _ => Fault::input(format!("{path}: cannot be written: {error}")),
    }
}
