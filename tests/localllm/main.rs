//! A real language model behind a real server: SmolLM2 135M over llama.cpp's own HTTP server, installed from two
//! packages under `target/`. The model is too small to play well, which is the point: every kind of unreadable reply
//! comes up by itself.
//!
//! The server's script is not part of this repository. Where it is missing the tests say so and pass, except under
//! `CI=true`, where they fail.

use serde_json::Value;
use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// One game at a time: two servers would take the processors from each other.
static SERVER: Mutex<()> = Mutex::new(());

/// How long installing and loading the model may take.
const READY_WITHIN: Duration = Duration::from_secs(300);

struct Server {
    process: Child,
    address: String,
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// The folder with the server's script.
fn shared() -> Option<PathBuf> {
    let shared = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/localllm");
    if shared.join("localllm_server.py").exists() {
        return Some(shared);
    }
    let why = format!("SKIPPED: no local model, since {} does not exist", shared.display());
    assert!(std::env::var_os("CI").is_none_or(|ci| ci != "true"), "{why}");
    eprintln!("{why}");
    None
}

/// A server that keeps the prompts of so many conversations.
fn start(shared: &Path, slots: usize) -> Server {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let target = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/localllm");
    let log = std::fs::File::create(Path::new(env!("CARGO_TARGET_TMPDIR")).join("localllm.log")).unwrap();
    let process = Command::new("bash")
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/localllm/serve.sh"))
        .args([shared.as_os_str(), target.as_os_str(), port.to_string().as_ref(), slots.to_string().as_ref()])
        .stdout(log.try_clone().unwrap())
        .stderr(log)
        .spawn()
        .unwrap();
    let mut server = Server { process, address: format!("127.0.0.1:{port}") };
    let begun = Instant::now();
    while std::net::TcpStream::connect(&server.address).is_err() {
        assert!(server.process.try_wait().unwrap().is_none(), "the server ended; see target/tmp/localllm.log");
        assert!(begun.elapsed() < READY_WITHIN, "the server is not ready; see target/tmp/localllm.log");
        std::thread::sleep(Duration::from_millis(300));
    }
    server
}

fn lycaon(server: &Server) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_lycaon"));
    command.env("LOCAL_BASE_URL", format!("http://{}/v1", server.address)).env("LOCAL_API_KEY", CANARY);
    command
}

/// The key of the server, which must be found nowhere afterwards.
const CANARY: &str = "sk-canary-4f1d9ab27c";

fn lines(path: &Path) -> Vec<Value> {
    let file = BufReader::new(std::fs::File::open(path).unwrap());
    file.lines().map(|line| serde_json::from_str(&line.unwrap()).unwrap()).collect()
}

fn of<'a>(lines: &'a [Value], t: &str) -> Vec<&'a Value> {
    lines.iter().filter(|line| line["t"] == t).collect()
}

fn verify(path: &Path) {
    let verified = Command::new(env!("CARGO_BIN_EXE_lycaon")).arg("verify").arg(path).output().unwrap();
    assert!(verified.status.success(), "{}", String::from_utf8_lossy(&verified.stdout));
}

/// An agent for each seat, which keeps its conversation in a slot of its own: left to itself the server puts every prompt
/// into the slot whose prompt begins most alike, and all of them begin with the same rules.
fn agents_with_slots(seats: usize) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("localllm-agents");
    std::fs::create_dir_all(&dir).unwrap();
    let one = include_str!("agents/smollm.toml");
    for seat in 1..=seats {
        let pinned = one.replace("[sampling]\n", &format!("[sampling]\nextra = {{ id_slot = {} }}\n", seat - 1));
        std::fs::write(dir.join(format!("smollm-{seat}.toml")), pinned).unwrap();
    }
    dir
}

/// The share of the prompts that came from the cache, over the calls made once the second day had begun.
fn cached_after_day_one(lines: &[Value]) -> Option<f64> {
    let mut day = 0;
    let (mut cached, mut prompt) = (0, 0);
    for line in lines {
        day = line["day"].as_u64().filter(|_| line["t"] == "event").unwrap_or(day);
        if line["t"] != "call" || day < 2 {
            continue;
        }
        let tokens = |bucket: &str| line["usage"][bucket].as_u64().unwrap_or(0);
        cached += tokens("cache_read");
        prompt += tokens("cache_read") + tokens("input_uncached") + tokens("cache_write");
    }
    (prompt > 0).then(|| cached as f64 / prompt as f64)
}

#[test]
fn a_whole_game_of_a_real_model() {
    const SEATS: usize = 9;
    let Some(shared) = shared() else { return };
    let _one = SERVER.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let server = start(&shared, SEATS);
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("localllm-9.jsonl");
    let _ = std::fs::remove_file(&out);
    let played = lycaon(&server)
        .args(["play", "--deck", "online-9p", "--seed", "5", "--lang", "en", "--retries", "0", "--deadline", "0"])
        // Most of what this model says is no choice. Somebody leaves every day all the same, so that the game ends.
        .args(["--set", "tie=random", "--set", "no_ballot_at_all=tie", "--interrupts", "own_turn"])
        // What it says is drawn, and so is the length of the game: three days are enough to see the cache work.
        .args(["--set", "max_days=3"])
        .args((1..=SEATS).flat_map(|seat| ["--seat".to_owned(), format!("{seat}=smollm-{seat}")]))
        .arg("--agents")
        .arg(agents_with_slots(SEATS))
        .arg("--out")
        .arg(&out)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&played.stderr);
    assert!(played.status.success(), "{said}");
    verify(&out);

    let lines = lines(&out);
    let (calls, decisions) = (of(&lines, "call"), of(&lines, "decision"));
    assert_eq!(of(&lines, "end").len(), 1, "the game is finished");
    let by_seats: Vec<&&Value> = decisions.iter().filter(|decision| decision["seat"].is_number()).collect();
    assert!(by_seats.len() > 10, "only {} decisions", by_seats.len());
    for decision in by_seats {
        let made: Vec<&&Value> = calls.iter().filter(|call| call["n"] == decision["n"]).collect();
        // A seat that still owes an answer, or that has not raised its hand, is not asked.
        assert!(!made.is_empty() || decision["attempts"] == 0, "a decision without a call: {decision}");
        // An attempt is more than one call where the server had to be called again.
        assert!(made.len() as u64 >= decision["attempts"].as_u64().unwrap(), "{decision}");
    }
    for call in &calls {
        assert!(call["delta"].is_array(), "{call}");
        if call["error"].is_null() {
            assert!(call["reply"].is_string(), "{call}");
            assert!(call["usage"]["output"].as_u64().is_some_and(|tokens| tokens > 0), "{call}");
        }
    }
    let told = |seat: &Value| calls.iter().any(|call| call["seat"] == *seat && call["delta"][0]["role"] == "system");
    assert!(calls.iter().all(|call| told(&call["seat"])), "each seat's whole prompt is recorded");
    let answered = decisions.iter().filter(|decision| decision["how"] == "answered").count();
    assert!(answered > 0, "no reply of the model could be used at all");
    assert!(said.contains("from the cache"), "the share of the cache is told at the end: {said}");
    match cached_after_day_one(&lines) {
        Some(share) => assert!(share >= 0.9, "only {share:.3} of the prompts after the first day came from the cache"),
        None => eprintln!("the game ended on its first day, so nothing is said of the cache after it"),
    }
    let text = std::fs::read_to_string(&out).unwrap();
    assert!(!text.contains(CANARY) && !said.contains(CANARY), "the key is in the transcript or the log");
}

#[test]
fn a_model_a_script_and_a_person_at_one_table() {
    let Some(shared) = shared() else { return };
    let _one = SERVER.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
    let server = start(&shared, 1);
    let out = Path::new(env!("CARGO_TARGET_TMPDIR")).join("localllm-mixed.jsonl");
    let _ = std::fs::remove_file(&out);
    let mut table = lycaon(&server)
        .args(["play", "--deck", "arena-7", "--seed", "11", "--lang", "zh", "--retries", "1"])
        .args(["--seat", "1=smollm", "--human", "2", "--seat", "*=scripted:heuristic", "--agents"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/localllm/agents"))
        .arg("--out")
        .arg(&out)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    // A person who types the same few things over and over: numbers, a name, words.
    let mut person = table.stdin.take().unwrap();
    let typing = std::thread::spawn(move || {
        for line in ["/me", "3号", "我是好人，先听后面发言。", "４", "/votes", "5", "过", "3", "我怀疑4号。", "6", "7"]
            .iter()
            .cycle()
            .take(200)
        {
            if writeln!(person, "{line}").is_err() {
                break;
            }
        }
    });
    let played = table.wait_with_output().unwrap();
    typing.join().unwrap();
    assert!(played.status.success());
    verify(&out);
    let lines = lines(&out);
    let how = |seat: u64| -> Vec<String> {
        let of_seat = of(&lines, "decision").into_iter().filter(|decision| decision["seat"] == seat);
        of_seat.map(|decision| decision["how"].as_str().unwrap_or_default().to_owned()).collect()
    };
    assert!(how(2).iter().any(|how| how == "human"), "the person decided nothing: {:?}", how(2));
    assert!(how(3).iter().all(|how| how == "scripted"), "{:?}", how(3));
    assert!(of(&lines, "call").iter().all(|call| call["seat"] == 1), "only the model is called");
    assert!(!of(&lines, "call").is_empty());
}
