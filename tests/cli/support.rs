//! A place to run the program in, and what it said there.

use serde_json::Value;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

/// A directory of its own for one test, gone when the test is over.
pub struct Place(tempfile::TempDir);

/// What a run of the program left behind.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Place {
    pub fn new() -> Self {
        Place(tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> &Self {
        fs::write(self.path(name), bytes).unwrap();
        self
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// The lines of a transcript.
    pub fn lines(&self, name: &str) -> Vec<Value> {
        self.read(name).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }

    /// The program with nothing of the surroundings: no locale, no variables of its own.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_lycaon"));
        command.current_dir(self.0.path()).env_clear().args(args);
        if let Some(path) = std::env::var_os("PATH") {
            command.env("PATH", path);
        }
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        finished(self.command(args).stdin(Stdio::null()))
    }

    pub fn run_with(&self, args: &[&str], variables: &[(&str, &str)]) -> Ran {
        finished(self.command(args).stdin(Stdio::null()).envs(variables.iter().copied()))
    }

    /// The program with this on its standard input, then nothing more.
    pub fn run_piped(&self, args: &[&str], input: &str) -> Ran {
        let mut child = self.spawn(args);
        let mut stdin = child.stdin.take().unwrap();
        let input = input.to_owned();
        // Written beside the run: the program need not read all of it.
        let writer = std::thread::spawn(move || _ = stdin.write_all(input.as_bytes()));
        let ran = ended(child);
        writer.join().unwrap();
        ran
    }

    /// The program, begun, with a pipe on every stream.
    pub fn spawn(&self, args: &[&str]) -> Child {
        let mut command = self.command(args);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    }

    /// Plays a game of scripts to its end.
    pub fn game(&self, file: &str, more: &[&str]) -> Vec<Value> {
        let args = [&["play", "--quiet", "--out", file], more].concat();
        self.run(&args).succeeds();
        self.lines(file)
    }
}

fn finished(command: &mut Command) -> Ran {
    ended(command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap())
}

pub fn ended(child: Child) -> Ran {
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the program writes UTF-8");
    Ran { code: output.status.code().unwrap_or(-1), stdout: text(output.stdout), stderr: text(output.stderr) }
}

impl Ran {
    /// Exit code 0; what was written to stdout.
    #[track_caller]
    pub fn succeeds(self) -> String {
        assert_eq!(self.code, 0, "{self:?}");
        self.stdout
    }

    /// Exit code 0; the one JSON value on stdout.
    #[track_caller]
    pub fn json(self) -> Value {
        let stdout = self.succeeds();
        assert_eq!(stdout.lines().count(), 1, "{stdout}");
        serde_json::from_str(&stdout).unwrap()
    }

    /// Exit code 2, nothing but one sentence on stderr beside remarks; the sentence.
    #[track_caller]
    pub fn complains(self) -> String {
        assert_eq!(self.code, 2, "{self:?}");
        let errors: Vec<&str> = self.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
        let rest = self.stderr.lines().filter(|line| !line.starts_with("error: "));
        assert_eq!(errors.len(), 1, "{self:?}");
        assert!(rest.clone().all(|line| line.starts_with("seed ")), "{self:?}");
        errors[0].to_owned()
    }
}

/// The lines of a transcript but for the header, the end and notes, and without their hashes: what happened.
pub fn happened(lines: &[Value]) -> Vec<Value> {
    let told = lines.iter().filter(|line| matches!(line["t"].as_str(), Some("event" | "decision")));
    told.cloned()
        .map(|mut line| {
            line.as_object_mut().unwrap().remove("prev");
            line
        })
        .collect()
}

/// How many decisions a transcript holds.
pub fn decisions(lines: &[Value]) -> usize {
    lines.iter().filter(|line| line["t"] == "decision").count()
}
