//! Runs that workers on several machines share through a database.

use crate::postgres;
use crate::run::{calls, models, scripts, status, told, transcripts, verifies, wait_until};
use crate::server::Server;
use crate::support::{Place, ended};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

/// A network between a worker and the database that can be cut.
#[derive(Clone, Default)]
struct Wire {
    cut: Arc<AtomicBool>,
    open: Arc<Mutex<Vec<TcpStream>>>,
}

impl Wire {
    /// A wire to this port; returns the port of its other end.
    fn to(port: u16) -> (Wire, u16) {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let near = listener.local_addr().unwrap().port();
        let wire = Wire::default();
        let laid = wire.clone();
        std::thread::spawn(move || {
            for here in listener.incoming().flatten() {
                if laid.cut.load(Ordering::SeqCst) {
                    continue;
                }
                let there = TcpStream::connect(("127.0.0.1", port)).unwrap();
                for (from, to) in [(&here, &there), (&there, &here)] {
                    let (from, to) = (from.try_clone().unwrap(), to.try_clone().unwrap());
                    laid.open.lock().unwrap().push(from.try_clone().unwrap());
                    std::thread::spawn(move || carry(from, to));
                }
            }
        });
        (wire, near)
    }

    /// A wire to the database at an address; returns the address at its other end.
    fn to_database(address: &str) -> (Wire, String) {
        let port = address.rsplit_once(':').unwrap().1.split('/').next().unwrap();
        let (wire, near) = Wire::to(port.parse().unwrap());
        (wire, address.replace(port, &near.to_string()))
    }

    fn cut(&self) {
        self.cut.store(true, Ordering::SeqCst);
        for stream in self.open.lock().unwrap().drain(..) {
            _ = stream.shutdown(Shutdown::Both);
        }
    }

    fn mend(&self) {
        self.cut.store(false, Ordering::SeqCst);
    }
}

fn carry(mut from: TcpStream, mut to: TcpStream) {
    let mut buffer = [0; 4096];
    while let Ok(read @ 1..) = from.read(&mut buffer) {
        if to.write_all(&buffer[..read]).is_err() {
            break;
        }
    }
    _ = to.shutdown(Shutdown::Both);
}

fn worker(place: &Place, server: &Server, dir: &str, address: &str) -> Child {
    let args = ["run", "trial.toml", "--out", dir, "--display", "plain"];
    let mut command = place.command(&args);
    command.envs(server.variables()).env("LYCAON_QUEUE", address);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

#[test]
fn a_worker_that_is_cut_off_loses_nothing_and_doubles_nothing() {
    let Some(database) = postgres::Server::start() else { return };
    let address = database.address();
    let (wire, through) = Wire::to_database(&address);

    let place = Place::new();
    place.write("profile.toml", "cache_mib = 0\n");
    place.write("trial.toml", models(4, "games_at_once = 4\nlease = 2.0"));
    let server = Server::start(&place, &["--profile", "profile.toml", "--latency-ms", "60", "--log", "log.jsonl"]);

    let far = worker(&place, &server, "far", &through);
    wait_until("no call was made", || calls(&place, "far") >= 40);
    wire.cut();
    let cut_off = transcripts(&place, "far");
    let near = worker(&place, &server, "near", &address);
    wait_until("the games were not taken over", || {
        let taken = transcripts(&place, "near");
        cut_off.keys().any(|game| taken.contains_key(game))
    });
    wire.mend();
    let (near, far) = (ended(near), ended(far));
    assert_eq!((near.code, far.code), (0, 0), "{near:?} {far:?}");
    assert!(!far.stderr.contains("lycaon@") && !far.stderr.contains(&address), "the address is never printed");

    let merged = ["merge", "near", "far", "--out", "whole", "--queue", &address, "--json"];
    let standing = place.run(&merged).json();
    assert_eq!(standing["games"], serde_json::json!({"queued": 0, "running": 0, "done": 8, "aborted": 0}));
    verifies(&place, "whole");
    assert_eq!(place.run(&["status", "near", "--queue", &address, "--json"]).json(), status(&place, "whole"));

    // The same run by one that nobody cut off.
    let calm = Server::start(&place, &["--profile", "profile.toml"]);
    place.run_with(&["run", "trial.toml", "--out", "calm", "--display", "none"], &calm.variables()).succeeds();
    let (shared, calm) = (transcripts(&place, "whole"), transcripts(&place, "calm"));
    assert!(shared.keys().eq(calm.keys()));
    for (game, lines) in &shared {
        for kind in ["event", "decision", "call"] {
            assert_eq!(told(lines, kind), told(&calm[game], kind), "{game}");
        }
    }
    // Of what was asked in vain, no more than was under way when the wire was cut was asked again.
    let answers = place.lines("log.jsonl").iter().filter(|line| is_answer(line)).count();
    let recorded = calls(&place, "whole");
    assert!(answers >= recorded && answers <= recorded + 4 * 7 * 2, "{answers} answers for {recorded} calls");
}

fn is_answer(line: &Value) -> bool {
    line["status"] == 200 && line["path"] != "/v1/models"
}

#[test]
fn a_machine_that_vanishes_leaves_its_games_to_others() {
    let Some(database) = postgres::Server::start() else { return };
    let address = database.address();
    let place = Place::new();
    place.write("trial.toml", models(2, "lease = 2.0"));
    let server = Server::start(&place, &["--latency-ms", "60"]);
    let mut gone = worker(&place, &server, "gone", &address);
    wait_until("no call was made", || calls(&place, "gone") >= 20);
    gone.kill().unwrap();
    gone.wait().unwrap();
    let left = transcripts(&place, "gone");
    // Its disk is gone with it.
    std::fs::remove_dir_all(place.path("gone")).unwrap();
    let heir = ended(worker(&place, &server, "heir", &address));
    assert_eq!(heir.code, 0, "{heir:?}");
    verifies(&place, "heir");
    for (game, lines) in transcripts(&place, "heir") {
        // All but the lines that were on their way.
        let left = left.get(&game).map_or(&[][..], Vec::as_slice);
        let kept = lines.iter().zip(left).take_while(|(now, then)| now == then).count();
        let calls = |lines: &[String]| lines.iter().filter(|line| line.contains("\"t\":\"call\"")).count();
        assert!(calls(&left[kept..]) <= 7, "{game}: paid answers are lost");
    }
    place.write("trial.toml", models(2, "").replace("seed = 5", "seed = 6"));
    let refused = ended(worker(&place, &server, "other", &address));
    assert_eq!(refused.code, 2);
    assert!(refused.stderr.contains("another plan"), "{refused:?}");
}

#[test]
fn a_run_that_cannot_write_its_end_down_is_ended_by_a_second_interrupt() {
    let Some(database) = postgres::Server::start() else { return };
    let (wire, through) = Wire::to_database(&database.address());
    let place = Place::new();
    place.write("trial.toml", models(2, ""));
    let server = Server::start(&place, &["--latency-ms", "60"]);
    let mut run = worker(&place, &server, "run", &through);
    wait_until("no call was made", || calls(&place, "run") >= 10);
    wire.cut();
    let process = run.id().to_string();
    let interrupt = || assert!(Command::new("kill").args(["-INT", &process]).status().unwrap().success());
    interrupt();
    let mut said = BufReader::new(run.stderr.take().unwrap()).lines().map(Result::unwrap);
    assert!(said.any(|line| line.contains("once more ends at once")), "the first is not answered");
    assert!(said.any(|line| line.contains("is reported again")), "nothing is waited for");
    interrupt();
    assert!(said.all(|line| !line.contains("the same command goes on")), "it has ended by itself");
    assert_eq!(run.wait().unwrap().code(), Some(130));
    wire.mend();
    let again = ended(worker(&place, &server, "run", &through));
    assert_eq!(again.code, 0, "{again:?}");
    verifies(&place, "run");
}

#[test]
fn a_database_is_reached_over_tls_and_only_if_its_certificate_is_in_order() {
    let Some((database, certificate)) = postgres::Server::start_with_tls() else { return };
    let place = Place::new();
    place.write("trial.toml", scripts(2, ""));
    let run = |address: &str, variables: &[(&str, &str)]| {
        let variables = [&[("LYCAON_QUEUE", address)], variables].concat();
        place.run_with(&["run", "trial.toml", "--out", "run", "--display", "none"], &variables)
    };
    let plain = database.address();
    let encrypted = format!("{plain}?sslmode=require");
    let certificate = certificate.to_str().unwrap();
    let refused = run(&encrypted, &[]).complains();
    assert!(refused.contains("invalid peer certificate") && refused.contains("SSL_CERT_FILE"), "{refused}");
    let refused = run(&plain, &[("SSL_CERT_FILE", certificate)]).complains();
    assert!(refused.contains("no encryption"), "{refused}");
    run(&encrypted, &[("SSL_CERT_FILE", certificate)]).succeeds();
    verifies(&place, "run");

    let Some(without) = postgres::Server::start() else { return };
    let refused = run(&format!("{}?sslmode=require", without.address()), &[("SSL_CERT_FILE", certificate)]).complains();
    assert!(refused.contains("server does not support TLS"), "{refused}");
}
