//! The files of the pages: embedded, at addresses that change with them.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::SystemTime;

use axum::body::Bytes;
use data_encoding::{BASE64, HEXLOWER};
use flate2::Compression;
use flate2::write::GzEncoder;
use include_dir::{Dir, include_dir};
use sha2::{Digest, Sha256};

/// What is embedded.
static WEB: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/web");

/// The prefix by which modules import each other.
const PREFIX: &str = "tengen/";

const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// One file.
#[derive(Debug)]
pub(crate) struct Asset {
    pub(crate) content_type: &'static str,
    pub(crate) hash: String,
    pub(crate) plain: Bytes,
    pub(crate) gzipped: Bytes,
    /// The modules that it imports.
    imports: Vec<String>,
}

/// All files, as of one moment.
#[derive(Debug)]
pub(crate) struct Assets {
    files: BTreeMap<String, Asset>,
    build: String,
    import_map: String,
    import_map_hash: String,
}

/// Where files come from.
#[derive(Debug)]
pub(crate) struct AssetSource {
    embedded: Arc<Assets>,
    /// The folder that is read again when a file in it has changed, if there
    /// is one.
    folder: Option<PathBuf>,
    read: Mutex<Option<(Vec<FileStamp>, Arc<Assets>)>>,
}

/// Tells whether a file has changed.
#[derive(Clone, Debug, Eq, PartialEq, Ord, PartialOrd)]
struct FileStamp {
    path: PathBuf,
    modified: Option<SystemTime>,
    length: u64,
}

impl AssetSource {
    /// The embedded files; in a debug build, those of the folder.
    pub(crate) fn new() -> AssetSource {
        let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/web"));
        let is_read = cfg!(debug_assertions) && folder.is_dir();
        AssetSource {
            embedded: Arc::new(Assets::new(embedded())),
            folder: is_read.then_some(folder),
            read: Mutex::new(None),
        }
    }

    /// The files as they are now.
    pub(crate) fn assets(&self) -> Arc<Assets> {
        let Some(stamps) = self.folder.as_ref().and_then(|it| stamps(it).ok()) else {
            return Arc::clone(&self.embedded);
        };
        let mut read = self.read.lock().unwrap_or_else(PoisonError::into_inner);
        match &*read {
            Some((known, assets)) if *known == stamps => Arc::clone(assets),
            _ => {
                let assets = Arc::new(Assets::new(read_files(&stamps)));
                *read = Some((stamps, Arc::clone(&assets)));
                assets
            }
        }
    }
}

fn stamps(folder: &Path) -> std::io::Result<Vec<FileStamp>> {
    let stamp = |entry: std::io::Result<std::fs::DirEntry>| {
        let entry = entry?;
        let metadata = entry.metadata()?;
        let modified = metadata.modified().ok();
        Ok(FileStamp { path: entry.path(), modified, length: metadata.len() })
    };
    let mut stamps: Vec<FileStamp> =
        std::fs::read_dir(folder)?.map(stamp).collect::<std::io::Result<_>>()?;
    stamps.sort();
    Ok(stamps)
}

fn read_files(stamps: &[FileStamp]) -> Vec<(String, Vec<u8>)> {
    let read = |stamp: &FileStamp| {
        let name = stamp.path.file_name()?.to_str()?.to_owned();
        Some((name, std::fs::read(&stamp.path).ok()?))
    };
    stamps.iter().filter_map(read).collect()
}

fn embedded() -> Vec<(String, Vec<u8>)> {
    let name = |path: &Path| path.to_string_lossy().into_owned();
    WEB.files().map(|file| (name(file.path()), file.contents().to_vec())).collect()
}

impl Assets {
    fn new(files: Vec<(String, Vec<u8>)>) -> Assets {
        let files: BTreeMap<String, Asset> = files
            .into_iter()
            .filter_map(|(name, content)| {
                let asset = Asset::new(&name, content)?;
                Some((name, asset))
            })
            .collect();
        let mut hasher = Sha256::new();
        for asset in files.values() {
            hasher.update(&asset.hash);
        }
        let import_map = import_map(&files);
        Assets {
            build: short_hash(&hasher.finalize()),
            import_map_hash: BASE64.encode(&Sha256::digest(&import_map)),
            import_map,
            files,
        }
    }

    /// Which build of the pages it is.
    pub(crate) fn build(&self) -> &str {
        &self.build
    }

    /// A file at its address.
    pub(crate) fn get(&self, hash: &str, name: &str) -> Option<&Asset> {
        self.files.get(name).filter(|it| it.hash == hash)
    }

    /// A file by its name alone.
    pub(crate) fn named(&self, name: &str) -> Option<&Asset> {
        self.files.get(name)
    }

    /// The address of a file.
    pub(crate) fn address(&self, name: &str) -> Option<String> {
        self.files.get(name).map(|it| format!("/a/{}/{name}", it.hash))
    }

    /// The addresses of all files but modules by name, as JSON.
    pub(crate) fn addresses(&self) -> String {
        let address = |name: &String| (name.clone(), self.address(name));
        let others =
            self.files.iter().filter(|(_, asset)| !asset.is_module()).map(|(name, _)| name);
        let all: BTreeMap<String, Option<String>> = others.map(address).collect();
        serde_json::to_string(&all).expect("texts can be written")
    }

    /// Where modules find each other, as JSON, and its hash for the policy.
    pub(crate) fn import_map(&self) -> (&str, &str) {
        (&self.import_map, &self.import_map_hash)
    }

    /// A module with all that it imports, directly or not.
    pub(crate) fn with_imports(&self, name: &str) -> Vec<String> {
        let mut found: Vec<String> = vec![name.to_owned()];
        let mut next = 0;
        while let Some(name) = found.get(next).cloned() {
            let imports = self.files.get(&name).map_or(&[][..], |it| &it.imports);
            for import in imports {
                if !found.contains(import) && self.files.contains_key(import) {
                    found.push(import.clone());
                }
            }
            next += 1;
        }
        found.retain(|it| self.files.contains_key(it));
        found
    }
}

impl Asset {
    fn is_module(&self) -> bool {
        self.content_type == JAVASCRIPT
    }

    fn new(name: &str, content: Vec<u8>) -> Option<Asset> {
        let content_type = match name.rsplit_once('.')?.1 {
            "js" => JAVASCRIPT,
            "css" => "text/css; charset=utf-8",
            "svg" => "image/svg+xml",
            _ => return None,
        };
        Some(Asset {
            content_type,
            hash: short_hash(&Sha256::digest(&content)),
            gzipped: gzip(&content).into(),
            imports: imports(&String::from_utf8_lossy(&content)),
            plain: content.into(),
        })
    }
}

/// The modules that a text imports by name.
fn imports(text: &str) -> Vec<String> {
    let parts = text.split("from \"").skip(1);
    let names = parts.filter_map(|it| it.strip_prefix(PREFIX)?.split('"').next());
    names.map(str::to_owned).collect()
}

fn import_map(files: &BTreeMap<String, Asset>) -> String {
    let modules = files.iter().filter(|(_, asset)| asset.is_module());
    let imports: BTreeMap<String, String> = modules
        .map(|(name, asset)| (format!("{PREFIX}{name}"), format!("/a/{}/{name}", asset.hash)))
        .collect();
    serde_json::json!({ "imports": imports }).to_string()
}

fn short_hash(digest: &[u8]) -> String {
    HEXLOWER.encode(&digest[..8])
}

/// The content in the best compression, which is made once.
fn gzip(content: &[u8]) -> Vec<u8> {
    compress(content, Compression::best())
}

/// The content of a page, which is made for each visitor.
pub(crate) fn gzip_quickly(content: &[u8]) -> Vec<u8> {
    compress(content, Compression::fast())
}

fn compress(content: &[u8], compression: Compression) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), compression);
    // Writing into memory does not fail.
    let _ = encoder.write_all(content);
    encoder.finish().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assets() -> Assets {
        let file = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        Assets::new(vec![
            file(
                "game.js",
                "import { a } from \"tengen/board.js\";\nimport b from \"tengen/x.js\";",
            ),
            file("board.js", "import { c } from \"tengen/clock.js\"; import \"./y.js\";"),
            file("clock.js", "export {};"),
            file("notes.md", "not for browsers"),
        ])
    }

    #[test]
    fn addresses_change_with_the_content() {
        let assets = assets();
        let address = assets.address("clock.js").unwrap();
        let (_, rest) = address.split_at("/a/".len());
        let (hash, name) = rest.split_once('/').unwrap();
        assert_eq!(assets.get(hash, name).unwrap().plain, "export {};");
        assert!(assets.get("0123456789abcdef", name).is_none());
        assert!(assets.named("notes.md").is_none());
        assert!(assets.import_map().0.contains(&format!("\"tengen/clock.js\":\"{address}\"")));
    }

    #[test]
    fn modules_are_preloaded_with_what_they_import() {
        assert_eq!(assets().with_imports("game.js"), ["game.js", "board.js", "clock.js"]);
        assert!(assets().with_imports("lobby.js").is_empty());
    }

    #[test]
    fn everything_embedded_has_a_type() {
        let assets = AssetSource::new().embedded;
        assert!(assets.files.values().all(|it| !it.gzipped.is_empty()));
        assert_eq!(assets.build().len(), 16);
    }
}
