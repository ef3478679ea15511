//! Stands in for what `host` will have.
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use tengen_host::Places;
use tengen_record::{NoRecord, Record};

#[derive(Clone, Debug)]
pub(crate) struct WindowConfig {
    pub(crate) theme: String,
    pub(crate) sounds: bool,
    pub(crate) animation: bool,
    pub(crate) fuzz: bool,
    pub(crate) coordinates: bool,
    pub(crate) colors: BTreeMap<String, String>,
    pub(crate) keys: BTreeMap<String, Vec<String>>,
}
impl Default for WindowConfig {
    fn default() -> Self {
        WindowConfig {
            theme: "wood".into(),
            sounds: true,
            animation: true,
            fuzz: true,
            coordinates: true,
            colors: BTreeMap::new(),
            keys: BTreeMap::new(),
        }
    }
}
#[derive(Debug)]
pub(crate) struct Document {
    record: Record,
    path: Option<PathBuf>,
}
pub(crate) struct GameSummary {
    pub(crate) black: String,
    pub(crate) white: String,
    pub(crate) event: String,
    pub(crate) date: String,
    pub(crate) result: String,
    pub(crate) name: String,
    pub(crate) n_moves: usize,
}
#[derive(Debug)]
pub(crate) struct DocumentError(String);
impl std::fmt::Display for DocumentError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}
impl Document {
    pub(crate) fn open(path: &Path) -> Result<Document, DocumentError> {
        let bytes = std::fs::read(path)
            .map_err(|error| DocumentError(format!("cannot read {}: {error}", path.display())))?;
        let collection = tengen_sgf::read(&bytes).map_err(|_| DocumentError("too large".into()))?;
        let record = Record::from_collection(collection, 0)
            .map_err(|reason| DocumentError(format!("{} has no game: {reason}", path.display())))?;
        Ok(Document { record, path: Some(path.to_owned()) })
    }
    pub(crate) fn new(record: Record) -> Document {
        Document { record, path: None }
    }
    pub(crate) fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
    pub(crate) fn games(&self) -> Vec<GameSummary> {
        vec![GameSummary {
            black: "b".into(),
            white: "w".into(),
            event: String::new(),
            date: String::new(),
            result: String::new(),
            name: String::new(),
            n_moves: 0,
        }]
    }
    pub(crate) fn warnings(&self) -> Vec<String> {
        Vec::new()
    }
    pub(crate) fn record(&self, _idx: usize) -> Result<Record, NoRecord> {
        Ok(self.record.clone())
    }
    pub(crate) fn keep(&mut self, _idx: usize, record: Record) {
        self.record = record;
    }
    pub(crate) fn save_as(&mut self, path: &Path) -> Result<(), DocumentError> {
        std::fs::write(path, self.record.to_sgf())
            .map_err(|error| DocumentError(format!("cannot write {}: {error}", path.display())))?;
        self.path = Some(path.to_owned());
        Ok(())
    }
    pub(crate) fn unsaved(&self) -> Vec<usize> {
        Vec::new()
    }
}
#[derive(Debug)]
pub(crate) struct Recent(Vec<PathBuf>);
impl Recent {
    pub(crate) fn load(_places: &Places) -> Recent {
        Recent(Vec::new())
    }
    pub(crate) fn paths(&self) -> &[PathBuf] {
        &self.0
    }
    pub(crate) fn add(&mut self, path: &Path) {
        self.0.push(path.to_owned());
    }
}
pub(crate) fn check_engine(command: &str) -> Result<String, String> {
    Err(format!("cannot start {command}"))
}
