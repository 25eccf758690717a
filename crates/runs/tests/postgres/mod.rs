//! A PostgreSQL server of the test's own: a fresh cluster in a scratch directory, on a free port of 127.0.0.1.

use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Server {
    programs: PathBuf,
    dir: tempfile::TempDir,
    port: u16,
}

/// Where Debian keeps the programs of a server, newest version first.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> =
        std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|v| v.path()).collect();
    versions.sort();
    versions.into_iter().rev().map(|version| version.join("bin")).find(|bin| bin.join("initdb").exists())
}

impl Server {
    pub fn start() -> Option<Server> {
        let Some(programs) = programs() else {
            let why = "SKIPPED: no PostgreSQL, since /usr/lib/postgresql has none; install Debian's `postgresql`";
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{why}");
            eprintln!("{why}");
            return None;
        };
        let dir = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Server { programs, dir, port };
        server.own();
        server
            .run("initdb", &["--auth=trust", "--username=lycaon", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"]);
        let options =
            format!("-c listen_addresses=127.0.0.1 -c port={port} -c fsync=off -c unix_socket_directories=''");
        server.run("pg_ctl", &["start", "-w", "-o", &options, "-l", "/dev/null", "-D"]);
        Some(server)
    }

    pub fn address(&self) -> String {
        format!("postgres://lycaon@127.0.0.1:{}/postgres", self.port)
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// The server refuses to run as root: then it runs as `postgres`, which must be able to write here.
    fn own(&self) {
        if is_root() {
            let owned = Command::new("chown").arg("postgres").arg(self.dir.path()).status().unwrap();
            assert!(owned.success(), "the user `postgres` of Debian's package is missing");
        }
    }

    /// Runs a program of the server's on its data, as a user it accepts.
    fn run(&self, program: &str, arguments: &[&str]) {
        let path = self.programs.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=postgres", "--regid=postgres", "--clear-groups"]).arg(path);
            command
        } else {
            Command::new(path)
        };
        let ran = command
            .args(arguments)
            .arg(self.data())
            .current_dir(Path::new("/"))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .unwrap();
        assert!(ran.success(), "{program} failed");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.run("pg_ctl", &["stop", "-m", "immediate", "-D"]);
    }
}

fn is_root() -> bool {
    std::fs::metadata("/proc/self").is_ok_and(|process| std::os::unix::fs::MetadataExt::uid(&process) == 0)
}
