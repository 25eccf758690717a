//! Runs on rough ground: whatever happens to the disk and the files, the next start goes on and loses nothing.

use crate::run::{models, scripts, status, transcripts, verifies};
use crate::server::Server;
use crate::support::{Place, Ran, ended};
use std::fs;
use std::process::{Command, Stdio};

const RUN: [&str; 7] = ["run", "trial.toml", "--out", "small/run", "--display", "none", "--json"];

/// The one sentence with which a run that cannot go on ended.
fn gave_up(ran: &Ran) -> &str {
    assert_eq!(ran.code, 2, "{ran:?}");
    let errors: Vec<&str> = ran.stderr.lines().filter(|line| line.starts_with("error: ")).collect();
    assert!(errors.len() == 1 && !ran.stderr.contains("panicked"), "{ran:?}");
    errors[0]
}

/// A disk of its own of this size; nothing where mounting is not allowed.
struct Disk(std::path::PathBuf);

impl Disk {
    fn mount(place: &Place, size: &str) -> Option<Disk> {
        let path = place.path("small");
        fs::create_dir_all(&path).unwrap();
        let size = format!("size={size}");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "none"]).arg(&path).output();
        if mounted.is_ok_and(|mounted| mounted.status.success()) {
            return Some(Disk(path));
        }
        eprintln!("SKIPPED: no disk can be mounted here; run this as root");
        None
    }

    fn remount(&self, how: &str) {
        let remount = format!("remount,{how}");
        assert!(Command::new("mount").args(["-o", &remount]).arg(&self.0).status().unwrap().success());
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        _ = Command::new("umount").arg(&self.0).status();
    }
}

#[test]
fn a_full_disk_and_one_that_cannot_be_written_are_gone_on_from() {
    let place = Place::new();
    place.write("trial.toml", models(4, "games_at_once = 4")).write("profile.toml", "cache_mib = 0\n");
    let server = Server::start(&place, &["--profile", "profile.toml"]);
    let whole = ["run", "trial.toml", "--out", "whole", "--display", "none", "--json"];
    let unbroken = place.run_with(&whole, &server.variables()).json();
    // The smaller is full before every game of the first has its first line.
    for size in ["140k", "200k"] {
        let Some(disk) = Disk::mount(&place, size) else { return };
        let full = place.run_with(&RUN, &server.variables());
        let said = gave_up(&full);
        assert!(said.contains("full") || said.contains("No space left"), "{said}");
        assert!(said.contains("small/run"), "{said}");
        let kept = transcripts(&place, "small/run");
        assert!(kept.values().any(|lines| lines.len() > 1), "the disk was full before anything was played");

        disk.remount("size=64m,ro");
        let denied = place.run_with(&RUN, &server.variables());
        assert!(gave_up(&denied).contains("small/run"), "{denied:?}");

        disk.remount("rw");
        assert_eq!(place.run_with(&RUN, &server.variables()).json(), unbroken);
        verifies(&place, "small/run");
        for (game, lines) in transcripts(&place, "small/run") {
            let kept = kept.get(&game).map_or(&[][..], Vec::as_slice);
            assert_eq!(lines[..kept.len()], *kept, "{game}: what was paid for stands");
        }
    }
}

#[test]
fn damaged_files_are_made_anew() {
    let place = Place::new();
    fs::create_dir(place.path("small")).unwrap();
    place.write("trial.toml", scripts(3, ""));
    let unbroken = place.run(&RUN).json();
    let whole = transcripts(&place, "small/run");
    let games: Vec<String> = whole.keys().map(|game| format!("small/run/games/{game}")).collect();
    let index = "small/run/index.sqlite";
    let bytes = |file: &str| fs::read(place.path(file)).unwrap();
    let middle_changed = |file: &str| {
        let mut bytes = bytes(file);
        let middle = bytes.len() / 2;
        bytes[middle] ^= 1;
        bytes
    };
    let half = |file: &str| {
        let bytes = bytes(file);
        bytes[..bytes.len() / 2].to_vec()
    };
    let noise = |file: &str| vec![b'\xff'; bytes(file).len()];
    let remove = |file: &str| fs::remove_file(place.path(file)).unwrap();
    let damage: [(&str, &dyn Fn()); 9] = [
        ("no index", &|| remove(index)),
        ("an index of noise", &|| _ = place.write(index, noise(index))),
        ("an index cut short", &|| _ = place.write(index, half(index))),
        ("a finished transcript gone", &|| remove(&games[0])),
        ("a finished transcript cut short", &|| _ = place.write(&games[1], half(&games[1]))),
        ("a finished transcript of noise", &|| _ = place.write(&games[2], noise(&games[2]))),
        ("an empty transcript", &|| _ = place.write(&games[3], "")),
        ("no index and an unfinished transcript of noise", &|| {
            remove(index);
            place.write(&games[4], noise(&games[4]));
        }),
        ("no index and a finished transcript that was changed", &|| {
            remove(index);
            place.write(&games[5], middle_changed(&games[5]));
        }),
    ];
    for (what, damage) in damage {
        for beside in ["-wal", "-shm"] {
            _ = fs::remove_file(place.path(&format!("{index}{beside}")));
        }
        damage();
        let again = place.run(&RUN);
        assert!(!again.stderr.contains("panicked"), "{what}: {again:?}");
        assert_eq!(again.json(), unbroken, "{what}");
        let mut now = transcripts(&place, "small/run");
        now.retain(|game, _| game.ends_with(".jsonl"));
        assert_eq!(now, whole, "{what}");
    }
}

#[test]
fn a_directory_is_of_one_experiment() {
    let place = Place::new();
    fs::create_dir(place.path("small")).unwrap();
    place.write("trial.toml", scripts(2, ""));
    let before = place.run(&RUN).json();
    place.write("trial.toml", scripts(2, "").replace("seed = 5", "seed = 6"));
    let refused = place.run(&RUN);
    let said = gave_up(&refused);
    assert!(said.contains("small/run") && said.contains("another plan"), "{said}");
    assert_eq!(status(&place, "small/run"), before, "nothing of it has changed");
    place.write("trial.toml", "name = 3");
    assert!(gave_up(&place.run(&RUN)).contains("trial.toml:1:"));
    assert!(gave_up(&place.run(&["status", "nowhere"])).contains("nowhere holds no run"));
}

#[test]
fn two_that_are_started_at_once_share_the_games() {
    let place = Place::new();
    fs::create_dir(place.path("small")).unwrap();
    place.write("trial.toml", scripts(40, ""));
    let two = [(); 2].map(|()| {
        let mut command = place.command(&RUN);
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
    });
    for one in two {
        assert_eq!(ended(one).json()["games"]["done"], 80);
    }
    verifies(&place, "small/run");
    assert_eq!(transcripts(&place, "small/run").len(), 80);
}
