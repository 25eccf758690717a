//! A terminal of a size, with the program in it: driven by keys, and looked at.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// How long something may take to appear. A bound against a hang, on a machine that others use as well.
const PATIENCE: Duration = Duration::from_secs(90);

/// How often is looked.
const GLANCE: Duration = Duration::from_millis(40);

/// Whether there is a tmux. Without one the tests of a person's machine are skipped, and say so; those that decide
/// whether a change lands fail.
pub fn is_there() -> bool {
    let there = Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success());
    if !there {
        assert!(std::env::var_os("CI").is_none_or(|value| value != "true"), "there is no tmux, and CI needs it");
        eprintln!("SKIPPED: there is no tmux, so the terminal is NOT tested; install it (apt-get install tmux)");
    }
    there
}

/// A terminal, gone when this is dropped.
pub struct Terminal {
    socket: String,
    place: tempfile::TempDir,
}

impl Terminal {
    /// A terminal of this size in which a shell runs this line, in a directory of its own.
    pub fn run(columns: u16, rows: u16, line: &str) -> Self {
        let place = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        Terminal::run_in(place, columns, rows, line)
    }

    /// The same in a directory that holds something already. `lycaon` is the program.
    pub fn run_in(place: tempfile::TempDir, columns: u16, rows: u16, line: &str) -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let socket = format!("lycaon-{}-{}", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed));
        let configuration = place.path().join("tmux.conf");
        fs::write(&configuration, "set -g history-limit 20000\nset -sg escape-time 0\n").unwrap();
        let terminal = Terminal { socket, place };
        // What remains of a pane that has ended is moved about by a remark.
        let line = line.replace("lycaon ", &format!("{} ", env!("CARGO_BIN_EXE_lycaon"))) + "; sleep 3600";
        let size = [("-x", columns.to_string()), ("-y", rows.to_string())];
        let mut command = terminal.tmux();
        command.arg("-f").arg(&configuration).args(["-u", "new-session", "-d"]);
        command.args(size.iter().flat_map(|(flag, value)| [*flag, value]));
        let output = command.arg("-c").arg(terminal.place.path()).args(["sh", "-c", &line]).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        terminal
    }

    fn tmux(&self) -> Command {
        let mut command = Command::new("tmux");
        command.args(["-L", &self.socket]).env_clear().env("LC_ALL", "C.UTF-8").env("TERM", "xterm-256color");
        command.envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.env("HOME", self.place.path()).env("LYCAON_PACE", "instant");
        command
    }

    fn ask(&self, args: &[&str]) -> String {
        let Output { status, stdout, stderr } = self.tmux().args(args).output().unwrap();
        assert!(status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&stderr));
        String::from_utf8(stdout).unwrap()
    }

    /// What is on the screen, without the blanks at the ends of its lines.
    pub fn screen(&self) -> String {
        trimmed(&self.ask(&["capture-pane", "-p"]))
    }

    /// What is on the screen and what can be scrolled back to.
    pub fn scrollback(&self) -> String {
        trimmed(&self.ask(&["capture-pane", "-p", "-S", "-"]))
    }

    /// What is on the screen, with its escape sequences.
    pub fn painted(&self) -> String {
        self.ask(&["capture-pane", "-p", "-e"])
    }

    /// A format of tmux, such as `#{alternate_on}`.
    pub fn tells(&self, format: &str) -> String {
        self.ask(&["display-message", "-p", format]).trim().to_owned()
    }

    /// Types a text as an input method sends it: all at once.
    pub fn types(&self, text: &str) {
        self.ask(&["send-keys", "-l", text]);
    }

    /// Presses a key by the name that tmux gives it.
    pub fn press(&self, key: &str) {
        self.ask(&["send-keys", key]);
    }

    /// Types a line.
    pub fn enter(&self, text: &str) {
        self.types(text);
        self.press("Enter");
    }

    /// Makes the window larger or smaller.
    pub fn resize(&self, columns: u16, rows: u16) {
        self.ask(&["resize-window", "-x", &columns.to_string(), "-y", &rows.to_string()]);
    }

    /// Waits until the screen is as wanted, and gives it back.
    #[track_caller]
    pub fn wait(&self, what: &str, wanted: impl Fn(&str) -> bool) -> String {
        let began = Instant::now();
        loop {
            let screen = self.screen();
            if wanted(&screen) {
                return screen;
            }
            assert!(began.elapsed() < PATIENCE, "no {what} on the screen:\n{screen}");
            sleep(GLANCE);
        }
    }

    /// Waits until this stands on the screen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait(text, |screen| screen.contains(text))
    }

    /// The processes that the shell has started.
    pub fn children(&self) -> Vec<u32> {
        let shell = self.tells("#{pane_pid}");
        let children = fs::read_to_string(format!("/proc/{shell}/task/{shell}/children")).unwrap_or_default();
        children.split_whitespace().map(|pid| pid.parse().unwrap()).collect()
    }

    /// Sends a signal to the program.
    pub fn signal(&self, signal: &str) {
        let children = self.children();
        assert_eq!(children.len(), 1, "the program runs");
        assert!(Command::new("kill").args([signal, &children[0].to_string()]).status().unwrap().success());
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Ends it and gives back its directory.
    pub fn into_place(self) -> tempfile::TempDir {
        _ = self.tmux().arg("kill-server").output();
        let empty = tempfile::tempdir_in(env!("CARGO_TARGET_TMPDIR")).unwrap();
        let mut terminal = self;
        std::mem::replace(&mut terminal.place, empty)
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // The server is this test's own.
        _ = self.tmux().arg("kill-server").output();
    }
}

fn trimmed(screen: &str) -> String {
    screen.lines().map(str::trim_end).collect::<Vec<_>>().join("\n").trim_end().to_owned()
}
