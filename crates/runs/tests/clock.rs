//! A run on a machine whose clock jumps, forward and back.

use lycaon_agents::llm::Prices;
use lycaon_agents::spec::Roster;
use lycaon_mock_llm::{Config, MockServer, Profile};
use lycaon_runs::crew::{Crew, Ended};
use lycaon_runs::directory::Directory;
use lycaon_runs::queue::{Queue, State};
use lycaon_runs::summary::Summary;
use lycaon_runs::worker::{Ground, News};
use lycaon_runs::{Experiment, Plan};
use lycaon_table::{House, Stop};
use lycaon_transcript::{Reader, verify_lines};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, SystemTime};

const EXPERIMENT: &str = "name = \"clock\"\nseed = 5\ndeals = 4\nboards = [\"arena-7\"]\n\
                          [design]\nkind = \"head-to-head\"\n\
                          [agents]\na = \"mock/a\"\nb = \"mock/b\"\n[limits]\ngames_at_once = 2\n";

/// The hours from the beginning of the run to which the clock is set, one after the other, and how often it is looked at
/// in between.
const HOURS: [u64; 5] = [48, 70, 1, 50, 0];
const LOOKS: usize = 12;

static LOOKED: AtomicUsize = AtomicUsize::new(0);

fn jumping() -> SystemTime {
    let looked = LOOKED.fetch_add(1, Ordering::Relaxed);
    let hours = HOURS[looked / LOOKS % HOURS.len()];
    SystemTime::now() + Duration::from_secs(3600 * hours)
}

/// The summaries of the games, as crews play them that share a directory, and for each game that was told to have ended
/// its id.
async fn played(path: &Path, crews: usize, clock: fn() -> SystemTime) -> (BTreeMap<String, Summary>, Vec<String>) {
    let profile = Profile { cache_mib: 0, ..Profile::default() };
    let latency = Duration::from_millis(20);
    let server = MockServer::start(Config { profile, latency, ..Config::default() }).await.unwrap();
    let experiment = Experiment::read("clock.toml", EXPERIMENT, Path::new("."), &Roster::built_in()).unwrap();
    let plan = Plan::of(&experiment);
    let directory = Directory::prepare(path, &experiment, &plan).unwrap();
    let queue = directory.index().await.unwrap().by_clock(clock);
    let queue = Arc::new(queue);
    let ended = Arc::new(Mutex::new(vec![]));
    let mut working = tokio::task::JoinSet::new();
    for number in 0..crews {
        let house = House::new(Prices::default()).with_stand_in(server.base_url());
        let ground = Ground::new(experiment.clone(), plan.clone(), directory.clone(), house, None).unwrap();
        let ended = ended.clone();
        let tell = Arc::new(move |news: &News| {
            if let News::Ended { game, .. } = news {
                ended.lock().unwrap().push(game.clone());
            }
        });
        let renewal = Duration::from_millis(30);
        let crew = Crew::new(Arc::new(ground), queue.clone(), format!("crew-{number}"), renewal, tell);
        working.spawn(async move { crew.work(&Stop::new()).await });
    }
    for worked in working.join_all().await {
        assert_eq!(worked.unwrap(), Ended::Dry);
    }
    let rows = queue.page(State::Done, 0, 1000).await.unwrap();
    let mut summaries = BTreeMap::new();
    for (_, row) in rows {
        let file = directory.transcript(&row.game);
        assert!(verify_lines(Reader::open(&file).unwrap()).unwrap().ok, "{}", row.game);
        let summary: Summary = serde_json::from_str(&row.result.unwrap()).unwrap();
        summaries.insert(row.game, Summary { bytes: 0, ..summary });
    }
    let mut ended = ended.lock().unwrap().clone();
    ended.sort();
    (summaries, ended)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_clock_that_jumps_costs_no_game_and_doubles_none() {
    let dirs = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let (calm, _) = played(dirs[0].path(), 1, SystemTime::now).await;
    assert_eq!(calm.len(), 8);
    let (jumped, ended) = played(dirs[1].path(), 2, jumping).await;
    assert_eq!(jumped, calm);
    assert!(ended.iter().eq(jumped.keys()), "each is told once: {ended:?}");
    let looked = LOOKED.load(Ordering::Relaxed);
    assert!(looked > LOOKS * HOURS.len(), "the clock was looked at only {looked} times");
}
