//! What is written for others, opened by them: Inspect from PyPI, and Chromium. `peers.py` does the looking.

use super::Place;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The names under which Chromium is installed.
const BROWSERS: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// Says why a peer is not met; under `CI=true` that is a failure.
fn skipped(why: &str) {
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{why}");
    eprintln!("SKIPPED: {why}");
}

fn browser() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).flat_map(|folder| BROWSERS.map(|name| folder.join(name))).find(|file| file.exists())
}

fn succeeded(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

/// Python with the packages of `requirements.txt`, in an environment under `target/`.
fn python() -> Option<PathBuf> {
    let requirements = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/requirements.txt");
    let venv = Path::new(env!("CARGO_TARGET_TMPDIR")).join("../peers-venv");
    let python = venv.join("bin/python");
    let made = python.exists() || succeeded(Command::new("python3").args(["-m", "venv"]).arg(&venv));
    let install = ["-m", "pip", "install", "-q", "--disable-pip-version-check", "-r"];
    (made && succeeded(Command::new(&python).args(install).arg(requirements))).then_some(python)
}

#[test]
fn the_log_opens_in_inspect_and_the_page_in_a_browser() {
    let Some(browser) = browser() else {
        return skipped("no Chromium is installed; `apt-get install chromium` brings it");
    };
    let Some(python) = python() else {
        return skipped("Inspect and Playwright cannot be installed from PyPI");
    };
    let place = Place::new();
    place.succeeds(&["report", "run", "--baseline-games", "400", "--out", "page.html"]);
    place.succeeds(&["export", "run", "--to", "inspect", "--out", "logs"]);
    let shots = Path::new(env!("CARGO_TARGET_TMPDIR")).join("shots");
    std::fs::create_dir_all(&shots).unwrap();
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/report/peers.py");
    let files = [place.path("page.html"), place.only_file("logs"), shots];
    let output = Command::new(python).arg(script).arg(browser).args(files).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    print!("{}", String::from_utf8_lossy(&output.stdout));
}
