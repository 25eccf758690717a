//! Workers on machines of their own: each in a network namespace, wired to the machine of the database.
//!
//! Unlike a connection that is closed, a wire that is down says nothing: what was sent before is on its way, and arrives
//! when it is up again.

use crate::postgres;
use crate::run::{calls, models, told, transcripts, verifies, wait_until};
use crate::server::Server;
use crate::support::{Place, Ran, ended};
use std::process::{Child, Command, Stdio};

const WORKERS: [&str; 2] = ["far", "near"];

/// Three machines: one for the database, and one for each worker with a wire to it.
struct Machines {
    tag: u32,
}

fn ip(arguments: &str) -> bool {
    let ran = Command::new("ip").args(arguments.split(' ')).stderr(Stdio::null()).status();
    ran.is_ok_and(|status| status.success())
}

impl Machines {
    /// Nothing where they may not be made.
    fn new() -> Option<Machines> {
        let machines = Machines { tag: std::process::id() };
        if machines.make() {
            return Some(machines);
        }
        eprintln!("SKIPPED: no network namespace can be made here; run this as root, with Debian's `iproute2`");
        None
    }

    fn make(&self) -> bool {
        let hub = self.name("hub");
        ip(&format!("netns add {hub}"))
            && ip(&format!("-n {hub} link set lo up"))
            && WORKERS.into_iter().enumerate().all(|(number, worker)| {
                let here = self.name(worker);
                ip(&format!("netns add {here}"))
                    && ip(&format!("link add {worker} netns {hub} type veth peer name hub netns {here}"))
                    && ip(&format!("-n {hub} address add 10.0.{number}.1/24 dev {worker}"))
                    && ip(&format!("-n {here} address add 10.0.{number}.2/24 dev hub"))
                    && ip(&format!("-n {hub} link set {worker} up"))
                    && ip(&format!("-n {here} link set hub up"))
                    && ip(&format!("-n {here} link set lo up"))
            })
    }

    fn name(&self, machine: &str) -> String {
        format!("lycaon-{}-{machine}", self.tag)
    }

    /// The program on one of the machines.
    fn command(&self, machine: &str, place: &Place, args: &[&str]) -> Command {
        let program = place.command(args);
        let mut command = Command::new("ip");
        command.args(["netns", "exec", &self.name(machine)]).arg(program.get_program()).args(program.get_args());
        command.current_dir(place.path("")).env_clear().envs(std::env::var_os("PATH").map(|path| ("PATH", path)));
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        command
    }

    fn wire(&self, worker: &str, state: &str) {
        assert!(ip(&format!("-n {} link set {worker} {state}", self.name("hub"))));
    }
}

impl Drop for Machines {
    fn drop(&mut self) {
        for machine in WORKERS.into_iter().chain(["hub"]) {
            ip(&format!("netns delete {}", self.name(machine)));
        }
    }
}

/// A worker with a model server on its own machine: servers of one seed say the same.
struct Worker {
    models: Server,
    run: Child,
}

impl Worker {
    fn start(machines: &Machines, place: &Place, machine: &str, address: &str) -> Worker {
        let log = format!("{machine}.log");
        let args = ["mock-llm", "--seed", "1", "--profile", "profile.toml", "--latency-ms", "60", "--log", &log];
        let models = Server::over(machines.command(machine, place, &args).spawn().unwrap());
        let args = ["run", "trial.toml", "--out", machine, "--display", "json"];
        let mut run = machines.command(machine, place, &args);
        let run = run.envs(models.variables()).env("LYCAON_QUEUE", address).spawn().unwrap();
        Worker { models, run }
    }

    fn end(self) -> Ran {
        let ran = ended(self.run);
        self.models.stop();
        ran
    }
}

/// The games of which something happened, by the lines of `--display json`.
fn games(said: &str, what: &str) -> Vec<String> {
    let news = said.lines().filter_map(|line| serde_json::from_str::<serde_json::Value>(line).ok());
    let games = news.filter(|news| news["t"] == what).filter_map(|news| Some(news["game"].as_str()?.to_owned()));
    games.collect()
}

#[test]
fn a_machine_that_comes_back_after_its_lease_is_refused() {
    let Some(machines) = Machines::new() else { return };
    let hosts = ["10.0.0.1", "10.0.1.1"];
    let Some(database) = postgres::Server::start_in(&machines.name("hub"), &hosts.join(",")) else { return };
    let [at_far, at_near] = hosts.map(|host| database.address_at(host));
    let place = Place::new();
    place.write("profile.toml", "cache_mib = 0\n");
    place.write("trial.toml", models(4, "games_at_once = 4\nlease = 2.0"));

    let far = Worker::start(&machines, &place, "far", &at_far);
    wait_until("no call was made", || calls(&place, "far") >= 40);
    machines.wire("far", "down");
    let cut_off = transcripts(&place, "far");
    let near = Worker::start(&machines, &place, "near", &at_near);
    // Games that another goes on with, and of which the one that was cut off has written more since.
    let taken_over = || {
        let (far, near) = (transcripts(&place, "far"), transcripts(&place, "near"));
        let taken = cut_off.iter().filter(|(game, lines)| near.contains_key(*game) && far[*game].len() > lines.len());
        taken.map(|(game, lines)| (game.clone(), far[game][lines.len()..].to_vec())).collect::<Vec<_>>()
    };
    wait_until("no game was taken over", || !taken_over().is_empty());
    let late = taken_over();
    machines.wire("far", "up");
    let (near, far) = (near.end(), far.end());
    assert_eq!((near.code, far.code), (0, 0), "{near:?} {far:?}");

    let merge = ["merge", "near", "far", "--out", "whole", "--queue", &at_near, "--json"];
    let standing = ended(machines.command("near", &place, &merge).spawn().unwrap()).json();
    assert_eq!(standing["games"], serde_json::json!({"queued": 0, "running": 0, "done": 8, "aborted": 0}));
    verifies(&place, "whole");
    let whole = transcripts(&place, "whole");
    for (game, lines) in late {
        let name = game.trim_end_matches(".jsonl").to_owned();
        assert!(lines.iter().all(|line| !whole[&game].contains(line)), "{game}: what came too late was kept");
        assert!(!games(&far.stderr, "ended").contains(&name), "{game}: what came too late was counted");
    }
    let mut counted = [games(&far.stderr, "ended"), games(&near.stderr, "ended")].concat();
    counted.sort();
    let names: Vec<String> = whole.keys().map(|game| game.trim_end_matches(".jsonl").to_owned()).collect();
    assert_eq!(counted, names, "each game is counted once");

    // The same run by one that nobody cut off.
    let calm = Server::start(&place, &["--profile", "profile.toml"]);
    place.run_with(&["run", "trial.toml", "--out", "calm", "--display", "none"], &calm.variables()).succeeds();
    let calm = transcripts(&place, "calm");
    for (game, lines) in &whole {
        for kind in ["event", "decision", "call"] {
            assert_eq!(told(lines, kind), told(&calm[game], kind), "{game}");
        }
    }
}
