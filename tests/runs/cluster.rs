//! The job files of `docs/cluster`, run by hand as a cluster would.

use crate::run::{scripts, status, verifies};
use crate::support::Place;
use std::process::Command;

fn script() -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/cluster/slurm.sbatch")
}

#[test]
fn the_tasks_of_a_slurm_array_play_the_whole_between_them() {
    let place = Place::new();
    place.write("trial.toml", scripts(5, ""));
    assert!(Command::new("bash").arg("-n").arg(script()).status().unwrap().success());
    let task = |id: u32| {
        let mut command = Command::new("bash");
        command.arg(script()).args(["trial.toml", "results"]).current_dir(place.path(""));
        command.env("LYCAON", env!("CARGO_BIN_EXE_lycaon")).env("SLURM_ARRAY_TASK_COUNT", "3");
        command.env("SLURM_ARRAY_TASK_ID", id.to_string()).output().unwrap()
    };
    for id in 1..=3 {
        let ran = task(id);
        assert!(ran.status.success(), "{ran:?}");
    }
    assert!(task(2).status.success(), "a task that is submitted again finds its work done");
    let shards = ["results/shard-1", "results/shard-2", "results/shard-3"];
    let merged = [&["merge"], &shards[..], &["--out", "results/whole"]].concat();
    place.run(&merged).succeeds();
    assert_eq!(status(&place, "results/whole")["games"]["done"], 10);
    verifies(&place, "results/whole");
    // The same as one process plays.
    place.run(&["run", "trial.toml", "--out", "one", "--display", "none"]).succeeds();
    assert_eq!(status(&place, "results/whole"), status(&place, "one"));
    let ran = Command::new("bash").arg(script()).args(["trial.toml", "results"]).output().unwrap();
    assert!(!ran.status.success() && String::from_utf8_lossy(&ran.stderr).contains("--array"), "{ran:?}");
}
