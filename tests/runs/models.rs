//! Runs whose models fail, refuse to be called, or do not come to an end.

use crate::run::{calls, models, status, transcripts, verifies, wait_until};
use crate::server::Server;
use crate::support::{Place, ended};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const RUN: [&str; 6] = ["run", "trial.toml", "--out", "run", "--display", "plain"];

fn begin(place: &Place, server: &Server) -> Child {
    let mut command = place.command(&RUN);
    command.envs(server.variables()).stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until some call of the run is recorded.
fn until_something_is_paid(place: &Place) {
    wait_until("no call was made", || calls(place, "run") > 0);
}

fn interrupt(child: &Child) {
    assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
}

#[test]
fn an_interrupted_run_says_so_and_goes_on() {
    let place = Place::new();
    place.write("trial.toml", models(2, ""));
    let slow = Server::start(&place, &["--latency-ms", "100"]);
    let run = begin(&place, &slow);
    until_something_is_paid(&place);
    interrupt(&run);
    let ran = ended(run);
    assert_eq!(ran.code, 130, "{ran:?}");
    assert!(ran.stderr.contains("the same command goes on"), "{ran:?}");
    let games = &status(&place, "run")["games"];
    assert_eq!((games["queued"].as_u64(), games["running"].as_u64()), (Some(4), Some(0)), "others need not wait");
    let kept = transcripts(&place, "run");
    place.run_with(&RUN, &slow.variables()).succeeds();
    for (game, lines) in transcripts(&place, "run") {
        let kept = kept.get(&game).map_or(&[][..], Vec::as_slice);
        assert_eq!(lines[..kept.len()], *kept, "{game}");
    }
    verifies(&place, "run");
}

#[test]
fn a_server_that_is_down_for_a_while_costs_no_game() {
    let place = Place::new();
    place.write("trial.toml", models(2, "attempts = 50"));
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port().to_string();
    let server = Server::start(&place, &["--latency-ms", "50", "--port", &port]);
    let run = begin(&place, &server);
    until_something_is_paid(&place);
    server.stop();
    std::thread::sleep(Duration::from_secs(3));
    let _server = Server::start(&place, &["--port", &port]);
    let ran = ended(run);
    assert_eq!(ran.code, 0, "{ran:?}");
    verifies(&place, "run");
    let standing = status(&place, "run");
    assert_eq!((standing["games"]["done"].as_u64(), standing["games"]["aborted"].as_u64()), (Some(4), Some(0)));
    for agent in ["a", "b"] {
        assert_eq!(standing["agents"][agent]["fallbacks"]["failed"], 0, "{standing}");
    }
}

#[test]
fn games_of_a_model_that_is_not_to_be_called_wait_and_all_others_finish() {
    let refusals = [
        "reply = { status = 401, body = '{\"error\":{\"message\":\"no such key\",\"type\":\"authentication_error\"}}' }",
        "fault = \"quota\"",
    ];
    for refusal in refusals {
        let place = Place::new();
        place.write("trial.toml", models(2, "").replace("head-to-head", "self-play"));
        place.write("profile.toml", format!("[[play]]\nmodel = \"b\"\n{refusal}\n"));
        let server = Server::start(&place, &["--profile", "profile.toml"]);
        let ran = place.run_with(&RUN, &server.variables());
        assert_eq!(ran.code, 3, "{ran:?}");
        assert!(ran.stderr.contains("no more calls are made to b"), "{ran:?}");
        let standing = status(&place, "run");
        let games = &standing["games"];
        assert_eq!([&games["done"], &games["queued"], &games["running"], &games["aborted"]], [2, 2, 0, 0], "{ran:?}");
        assert_eq!(standing["agents"]["a"]["seats"], 14);
        // The account is in order again.
        let server = Server::start(&place, &[]);
        place.run_with(&RUN, &server.variables()).succeeds();
        assert_eq!(status(&place, "run")["games"]["done"], 4);
        verifies(&place, "run");
    }
}
