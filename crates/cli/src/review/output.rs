//! Files that a review writes, and what it finds in them from before.

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tengen_front::words;
use tengen_record::{EditError, EvaluationFormats, NoRecord, Record, sgf};
use tengen_review::{Band, Report, Review};

use super::{Arguments, GameName};
use crate::failure::Failure;
use crate::input;
use crate::sgf::format;

/// Where reviews are written.
pub(super) struct Outputs {
    sgf: Option<Target>,
    html: Option<Target>,
}

/// A file for the only input, or a folder.
enum Target {
    File(PathBuf),
    Folder(PathBuf),
}

impl Target {
    fn new(path: &Path, is_single: bool) -> Target {
        if is_single && !path.is_dir() {
            Target::File(path.to_path_buf())
        } else {
            Target::Folder(path.to_path_buf())
        }
    }

    /// The file for a game or a record, whose folder is made if need be.
    fn path(&self, name: &GameName<'_>, ending: &str) -> Result<PathBuf, Failure> {
        let (path, folder) = match self {
            // The games of one file have a number each.
            Target::File(path) if name.number.is_none() => return Ok(path.clone()),
            Target::File(path) => (path.as_path(), path.parent().unwrap_or(Path::new(""))),
            Target::Folder(folder) => (name.path, folder.as_path()),
        };
        let stem = path.file_stem().filter(|_| !input::is_standard_input(path));
        let stem = stem.map_or("game".into(), |it| it.to_string_lossy());
        let number = name.number.map(|it| format!("-{it}")).unwrap_or_default();
        if !folder.as_os_str().is_empty() {
            fs::create_dir_all(folder)
                .map_err(|error| Failure::Create(folder.to_path_buf(), error))?;
        }
        Ok(folder.join(format!("{stem}{number}.{ending}")))
    }
}

impl Outputs {
    pub(super) fn new(arguments: &Arguments, paths: &[PathBuf]) -> Outputs {
        let is_single = paths.len() <= 1;
        let target = |it: &Option<PathBuf>| it.as_deref().map(|it| Target::new(it, is_single));
        Outputs { sgf: target(&arguments.sgf), html: target(&arguments.html) }
    }

    /// Whether everything can be written, before much time is spent.
    pub(super) fn check(&self) -> Result<(), Failure> {
        for target in [&self.sgf, &self.html].into_iter().flatten() {
            let (path, result) = match target {
                Target::File(path) => (path, probe(path)),
                Target::Folder(path) => (path, fs::create_dir_all(path)),
            };
            result.map_err(|error| Failure::Create(path.clone(), error))?;
        }
        Ok(())
    }

    /// The games of an earlier run in the file that will be written.
    pub(super) fn earlier(&self, source: &Path) -> Vec<Result<Record, NoRecord>> {
        let name = GameName { path: source, number: None };
        let path = self.sgf.as_ref().and_then(|it| it.path(&name, "sgf").ok());
        let bytes = path.filter(|it| it.is_file()).and_then(|it| fs::read(it).ok());
        let collection = bytes.and_then(|it| sgf::read(&it).ok());
        collection.map(Record::all).unwrap_or_default()
    }

    /// Writes a file with the reviewed games of it, the others as they are.
    pub(super) fn write_sgf(
        &self,
        source: &Path,
        collection: &Arc<sgf::Collection>,
        games: &BTreeMap<usize, Record>,
    ) -> Result<(), Failure> {
        let Some(target) = &self.sgf else { return Ok(()) };
        let path = target.path(&GameName { path: source, number: None }, "sgf")?;
        let bytes = Record::merge_bytes(collection, games)
            .map_err(|error| Failure::Create(path.clone(), io::Error::other(error)))?;
        write(&path, &bytes)
    }

    /// Writes the page of a game.
    pub(super) fn write_html(
        &self,
        name: &GameName<'_>,
        record: &Record,
        report: &Report,
    ) -> Result<(), Failure> {
        let Some(target) = &self.html else { return Ok(()) };
        let path = target.path(name, "html")?;
        write(&path, tengen_report::page(record, report).as_bytes())
    }
}

/// Opens a file for writing, and leaves it as it was.
fn probe(path: &Path) -> io::Result<()> {
    let mut options = fs::OpenOptions::new();
    if path.exists() {
        return options.write(true).open(path).map(|_| ());
    }
    options.write(true).create_new(true).open(path)?;
    fs::remove_file(path)
}

/// Writes a file as a whole, so that an interrupt leaves the earlier one.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let result = if path.is_file() { format::replace(path, bytes) } else { fs::write(path, bytes) };
    result.map_err(|error| Failure::Create(path.to_path_buf(), error))
}

/// The record with what the review knows in it.
pub(super) fn reviewed(
    review: &Review,
    record: &Record,
    comments: bool,
) -> Result<Record, Failure> {
    let mut reviewed = record.clone();
    let result = review
        .save(&mut reviewed, EvaluationFormats::default())
        .and_then(|()| if comments { comment(review, &mut reviewed) } else { Ok(()) });
    result.map_err(Failure::ReviewRecord)?;
    Ok(reviewed)
}

/// Writes remarks on all mistakes.
fn comment(review: &Review, record: &mut Record) -> Result<(), EditError> {
    let nodes: Vec<_> = record.nodes().collect();
    for node in nodes {
        let Some(judged) = review.judge(record, node) else { continue };
        let remark = (judged.band >= Band::Inaccuracy).then(|| words::review_comment(&judged));
        let comment = record.node(node).comment().unwrap_or_default().into_owned();
        let new = words::with_review_comment(&comment, remark.as_deref());
        if new != comment.trim_end() {
            record.set_comment(node, &new)?;
        }
    }
    Ok(())
}

/// Takes the evaluations of another copy of the same record.
pub(super) fn adopt(record: &mut Record, earlier: &Record) {
    let nodes: Vec<_> = record.nodes().collect();
    let others: Vec<_> = earlier.nodes().collect();
    let is_same = nodes.len() == others.len()
        && nodes.iter().zip(&others).all(|(&it, &other)| {
            let (own, other) = (record.node(it), earlier.node(other));
            own.mv() == other.mv() && own.setup() == other.setup()
        });
    if !is_same {
        return;
    }
    // Evaluations that are about another position are noticed by the review.
    for (node, other) in nodes.into_iter().zip(others) {
        let known = record.node(node).evaluation().map_or(0, |it| it.effort.max(it.n_visits));
        if let Some(found) = earlier.node(other).evaluation()
            && found.effort.max(found.n_visits) > known
        {
            // A record that is full keeps what it has.
            let _ = record.set_evaluation(node, &found, EvaluationFormats::default());
        }
    }
}
