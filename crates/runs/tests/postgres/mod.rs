//! A PostgreSQL server of the test's own: a fresh cluster in a scratch directory, on a free port of 127.0.0.1 unless it
//! is set up otherwise.

use std::ffi::OsStr;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub struct Server {
    programs: PathBuf,
    dir: tempfile::TempDir,
    port: u16,
    /// The network namespace in which it runs, if it is not that of the test.
    namespace: Option<String>,
}

/// A certificate for 127.0.0.1 that vouches for itself.
const REQUEST: &str = "[req]\nprompt = no\ndistinguished_name = name\nx509_extensions = more\n\
                       [name]\nCN = lycaon-test\n\
                       [more]\nbasicConstraints = critical,CA:FALSE\nsubjectAltName = IP:127.0.0.1\n";

/// Where Debian keeps the programs of a server, newest version first.
fn programs() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> =
        std::fs::read_dir("/usr/lib/postgresql").ok()?.flatten().map(|v| v.path()).collect();
    versions.sort();
    versions.into_iter().rev().map(|version| version.join("bin")).find(|bin| bin.join("initdb").exists())
}

impl Server {
    pub fn start() -> Option<Server> {
        Server::prepare(None).map(|server| server.started("127.0.0.1", "host", &[]))
    }

    /// A server that wants TLS, with the certificate that vouches for it.
    pub fn start_with_tls() -> Option<(Server, PathBuf)> {
        let server = Server::prepare(None)?;
        let at = |name: &str| server.dir.path().join(name);
        let (request, certificate, key) = (at("request.cnf"), at("certificate.pem"), at("key.pem"));
        std::fs::write(&request, REQUEST).unwrap();
        let made = Command::new("openssl")
            .args(["req", "-x509", "-newkey", "rsa:2048", "-noenc", "-days", "2", "-config"])
            .args([request.as_os_str(), "-keyout".as_ref(), key.as_os_str(), "-out".as_ref(), certificate.as_os_str()])
            .stderr(Stdio::null())
            .status();
        assert!(made.unwrap().success(), "openssl made no certificate");
        server.own(&key);
        let option = |name: &str, path: &Path| format!("{name}={}", path.display());
        let options = ["ssl=on".to_owned(), option("ssl_cert_file", &certificate), option("ssl_key_file", &key)];
        Some((server.started("127.0.0.1", "hostssl", &options), certificate))
    }

    /// A server in a network namespace, on these of its addresses.
    pub fn start_in(namespace: &str, addresses: &str) -> Option<Server> {
        Server::prepare(Some(namespace.to_owned())).map(|server| server.started(addresses, "host", &[]))
    }

    /// A cluster that has not been started.
    fn prepare(namespace: Option<String>) -> Option<Server> {
        let Some(programs) = programs() else {
            let why = "SKIPPED: no PostgreSQL, since /usr/lib/postgresql has none; install Debian's `postgresql`";
            assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{why}");
            eprintln!("{why}");
            return None;
        };
        let dir = tempfile::tempdir().unwrap();
        let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
        let server = Server { programs, dir, port, namespace };
        server.own(server.dir.path());
        server
            .run("initdb", &["--auth=trust", "--username=lycaon", "--no-sync", "--encoding=UTF8", "--locale=C", "-D"]);
        Some(server)
    }

    /// Starts it on these addresses, for connections of this kind in the words of `pg_hba.conf`.
    fn started(self, addresses: &str, kind: &str, further: &[String]) -> Server {
        std::fs::write(self.data().join("pg_hba.conf"), format!("{kind} all all samenet trust\n")).unwrap();
        let port = format!("port={}", self.port);
        let usual = [&format!("listen_addresses={addresses}"), &*port, "fsync=off", "unix_socket_directories="];
        let options = usual.into_iter().chain(further.iter().map(String::as_str));
        let options: Vec<String> = options.map(|option| format!("-c {option}")).collect();
        self.run("pg_ctl", &["start", "-w", "-o", &options.join(" "), "-l", "/dev/null", "-D"]);
        self
    }

    pub fn address(&self) -> String {
        self.address_at("127.0.0.1")
    }

    /// Its address where it is reached as this host.
    pub fn address_at(&self, host: &str) -> String {
        format!("postgres://lycaon@{host}:{}/postgres", self.port)
    }

    fn data(&self) -> PathBuf {
        self.dir.path().join("data")
    }

    /// The server refuses to run as root: then it runs as `postgres`, which must be able to write here.
    fn own(&self, path: &Path) {
        if is_root() {
            let owned = Command::new("chown").arg("postgres").arg(path).status().unwrap();
            assert!(owned.success(), "the user `postgres` of Debian's package is missing");
        }
    }

    /// Runs a program of the server's on its data, as a user it accepts.
    fn run(&self, program: &str, arguments: &[&str]) {
        let path = self.programs.join(program);
        let mut words: Vec<&OsStr> = vec![];
        if let Some(namespace) = &self.namespace {
            words.extend(["ip", "netns", "exec", namespace.as_str()].map(OsStr::new));
        }
        if is_root() {
            words.extend(["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"].map(OsStr::new));
        }
        words.push(path.as_os_str());
        let ran = Command::new(words[0])
            .args(&words[1..])
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
