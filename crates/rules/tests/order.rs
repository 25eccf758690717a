//! Who goes first, as a picture that a review can read: `order.txt` holds the order of a night and which role or mark
//! speaks at which moment. A change of either shows there as a difference. To draw it anew:
//!
//! ```sh
//! LYCAON_WRITE_ORDER=1 cargo test -p lycaon-rules --test order
//! ```

use lycaon_rules::{RoleId, ruleset};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

fn crate_dir() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The source files of a folder and those below it, by the name of what they hold.
fn sources(folder: &str) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    let mut folders: Vec<PathBuf> = vec![crate_dir().join("src").join(folder)];
    while let Some(folder) = folders.pop() {
        for path in fs::read_dir(&folder).unwrap().map(|entry| entry.unwrap().path()) {
            let name = path.file_stem().unwrap().to_string_lossy().replace('_', "-");
            if path.is_dir() {
                folders.push(path);
            } else if name != "mod" {
                found.insert(name, fs::read_to_string(path).unwrap());
            }
        }
    }
    found
}

/// The text of a block that begins with this line, up to the brace that closes it at the margin.
fn block<'t>(text: &'t str, head: &str) -> Option<&'t str> {
    let from = text.find(head)? + head.len();
    let body = &text[from..];
    Some(&body[..body.find("\n}").unwrap_or(body.len())])
}

/// The names of the functions that stand in a block.
fn functions(block: &str) -> Vec<&str> {
    let named = block.lines().filter_map(|line| line.strip_prefix("    fn "));
    named.map(|rest| rest.split('(').next().unwrap()).collect()
}

/// The moments at which hooks may speak, in the order in which `hooks.rs` has them.
fn moments() -> Vec<String> {
    let text = fs::read_to_string(crate_dir().join("src/hooks.rs")).unwrap();
    functions(block(&text, "trait Hooks: Sync {").unwrap()).into_iter().map(String::from).collect()
}

/// What speaks at which moment: the moment, the layer it speaks in where that decides, and who.
fn speakers() -> BTreeMap<(String, &'static str), BTreeSet<String>> {
    let mut speakers: BTreeMap<(String, &'static str), BTreeSet<String>> = BTreeMap::new();
    for (folder, sign) in [("roles", ""), ("marks", "mark "), ("events", "card ")] {
        for (name, text) in sources(folder) {
            // Several hooks may stand in one file, as the shapes of a building do.
            for hooks in text.split("impl Hooks for ").skip(1) {
                let hooks = block(hooks, "{").unwrap_or_default();
                let layer = ["Dream", "Lives"].into_iter().find(|layer| hooks.contains(&format!("Layer::{layer}")));
                for moment in functions(hooks) {
                    let layer = if moment == "intercept" { layer.unwrap_or("Roles") } else { "" };
                    speakers.entry((moment.to_string(), layer)).or_default().insert(format!("{sign}{name}"));
                }
            }
        }
    }
    speakers
}

fn picture() -> String {
    let mut text = String::from("# The order of a night\n");
    for rules in ["millers-hollow", "jingcheng-12p"] {
        let options = ruleset(rules).unwrap();
        let mut steps: BTreeMap<usize, Vec<&str>> = BTreeMap::new();
        for role in RoleId::ALL {
            if let Some(step) = role.night_step(&options) {
                steps.entry(step).or_default().push(role.id());
            }
        }
        let _ = writeln!(text, "\n## {rules}");
        for (step, roles) in steps {
            let _ = writeln!(text, "{step:>3}  {}", roles.join(", "));
        }
    }
    text.push_str("\n# What a death sets off, first to last\n");
    let order = fs::read_to_string(crate_dir().join("src/order.rs")).unwrap();
    let ranks = block(&order, "enum Rank {").unwrap();
    for rank in ranks.lines().filter_map(|line| line.trim().strip_suffix(',')) {
        let _ = writeln!(text, "{rank}");
    }
    text.push_str("\n# Who speaks at which moment, by layer where that decides\n");
    let speakers = speakers();
    for moment in moments().into_iter().filter(|moment| moment != "layer") {
        for layer in ["Dream", "Lives", "Roles", ""] {
            if let Some(who) = speakers.get(&(moment.clone(), layer)) {
                let at = if layer.is_empty() { moment.clone() } else { format!("{moment} {layer}") };
                let _ = writeln!(text, "\n{at}:\n  {}", who.iter().cloned().collect::<Vec<_>>().join(", "));
            }
        }
    }
    text
}

#[test]
fn the_order_is_the_one_that_was_looked_at() {
    let path = crate_dir().join("tests/order.txt");
    let now = picture();
    if std::env::var_os("LYCAON_WRITE_ORDER").is_some() {
        fs::write(&path, &now).unwrap();
    }
    let before = fs::read_to_string(&path).unwrap_or_default();
    let (old, new): (Vec<&str>, Vec<&str>) = (before.lines().collect(), now.lines().collect());
    let mut difference = String::new();
    for line in old.iter().filter(|line| !new.contains(line)) {
        let _ = writeln!(difference, "- {line}");
    }
    for line in new.iter().filter(|line| !old.contains(line)) {
        let _ = writeln!(difference, "+ {line}");
    }
    assert!(before == now, "the order changed; look at it, then draw it anew with LYCAON_WRITE_ORDER=1:\n{difference}");
}

#[test]
fn every_role_is_in_the_picture_that_does_anything() {
    let silent = ["villager"];
    let picture = picture();
    for role in RoleId::ALL.iter().filter(|role| !silent.contains(&role.id())) {
        let spoken =
            picture.split([',', '\n']).any(|word| word.trim().trim_start_matches(char::is_numeric).trim() == role.id());
        assert!(spoken, "{role} speaks at no moment");
    }
}

/// Any other card is not asked at the moments at which marks are, and would be silent there.
#[test]
fn a_card_that_speaks_for_seats_lies_on_everybody() {
    let put_to_it = ["menu", "rolled"];
    for (name, text) in sources("events") {
        let hooks = text.split("impl Hooks for ").skip(1).filter_map(|rest| block(rest, "{"));
        let speaks = hooks.flat_map(functions).any(|moment| !put_to_it.contains(&moment));
        assert_eq!(speaks, text.contains("lies: true"), "{name}");
    }
}
