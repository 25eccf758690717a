//! Shards of a run put together.

use super::{Directory, DirectoryError, PlanLine, ending};
use std::fs;
use std::path::Path;

/// What was put together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Merged {
    /// How many finished games were copied.
    pub copied: usize,
    /// How many games of the shards are not finished, and were left where they are.
    pub unfinished: usize,
}

impl Directory {
    /// Puts the finished games of several directories into one. What is there already stays. The manifest is that of the
    /// first shard, with the games of all.
    ///
    /// # Errors
    /// When the shards are of different experiments, or a file can be neither read nor written.
    pub fn merge(path: &Path, shards: &[Directory]) -> Result<(Directory, Merged), DirectoryError> {
        let whole = Directory { path: path.to_owned() };
        let unwritable = |path: &Path| {
            let path = path.to_owned();
            move |error| DirectoryError::Unwritable { path, error }
        };
        for dir in [whole.path.clone(), whole.games(), whole.workers()] {
            fs::create_dir_all(&dir).map_err(unwritable(&dir))?;
        }
        let mut manifest = whole.manifest().ok();
        let mut known = whole.known()?;
        let mut added: Vec<PlanLine> = vec![];
        let mut merged = Merged::default();
        for shard in shards {
            let of_shard = shard.manifest()?;
            let first = manifest.get_or_insert_with(|| of_shard.clone());
            if !first.is_shard_of(&of_shard) {
                let what = format!("{} is of another experiment file", shard.path().display());
                return Err(DirectoryError::Other { path: path.to_owned(), what });
            }
            for line in shard.plan()? {
                let from = shard.transcript(&line.game);
                let to = whole.transcript(&line.game);
                match ending(&from) {
                    Some(ending) if ending.finished && !to.exists() => {
                        // A copy that is cut short must not be taken for a transcript.
                        let beside = to.with_extension("copying");
                        fs::copy(&from, &beside).map_err(unwritable(&beside))?;
                        fs::rename(&beside, &to).map_err(unwritable(&to))?;
                        merged.copied += 1;
                    }
                    Some(ending) if ending.finished => {}
                    _ => merged.unfinished += 1,
                }
                if known.insert(line.game.clone()) {
                    added.push(line);
                }
            }
        }
        if let Some(mut manifest) = manifest {
            manifest.games = known.len();
            whole.replace(&whole.manifest_path(), &manifest.to_json())?;
        }
        added.sort_by_key(|line| line.deal);
        whole.append_plan(&added)?;
        Ok((whole, merged))
    }
}
