//! Files with their games: opened, edited, saved, recovered.

use std::fs;
use std::path::{Path, PathBuf};

use tengen_legacy_host::{Document, Draft, Host, Options, Places, Recent, Store};
use tengen_legacy_session::{Action, Edit, Session};
use tengen_record::NoRecord;
use tengen_rules::Ruleset;

use crate::table::{folder, options};

const THREE: &str = "(;FF[4]SZ[9]PB[Ada]BR[1k]PW[Bob]DT[2026-11-16]RE[B+R];B[ee];W[ge])\n\
    (;GM[2]PB[chess])\n(;SZ[19]GN[Third];B[aa](;W[bb];B[cc])(;W[dd]))\n";

fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder(name).join("games.sgf");
    fs::write(&path, content).expect("the folder for tests is writable");
    path
}

fn review(document: &Document, game_idx: usize, options: Options) -> Host {
    Host::start(document.review(game_idx, Ruleset::CHINESE).expect("it is Go"), options)
}

fn comment(host: &Host, text: &str) {
    host.apply(Action::Edit(Edit::Comment(text.into()))).expect("it can be written");
}

fn open(path: &Path) -> Document {
    Document::open(path).expect("there are games in it")
}

#[test]
fn games_are_listed() {
    let document = open(&file("listed", THREE));
    let list: Vec<String> = document
        .games()
        .into_iter()
        .map(|it| {
            let size = it.size.map(|it| it.to_string()).unwrap_or_default();
            let problem = it.problem.map(|it| it.to_string()).unwrap_or_default();
            format!(
                "{} {}|{} {}|{}|{}|{}|{}|{size}|{problem}",
                it.game_idx,
                it.name,
                it.black,
                it.black_rank,
                it.white,
                it.date,
                it.result,
                it.n_moves
            )
        })
        .collect();
    assert_eq!(
        list,
        [
            "0 |Ada 1k|Bob|2026-11-16|B+R|2|9x9|",
            "1 |chess ||||0||the game is not Go but GM[2], expected GM[1]",
            "2 Third| ||||3|19x19|",
        ]
    );
    assert_eq!(document.review(1, Ruleset::CHINESE).unwrap_err(), NoRecord::OtherGame(2));
    assert_eq!(document.review(3, Ruleset::CHINESE).unwrap_err(), NoRecord::NoGame);
}

#[test]
fn saving_keeps_the_other_games() {
    let path = file("others", THREE);
    let mut document = open(&path);
    let host = review(&document, 2, options());
    comment(&host, "Corner.");
    assert!(host.view().has_unsaved_changes);
    host.save(&mut document, 2, None).unwrap();
    assert!(!host.view().has_unsaved_changes);
    let expected = THREE.replace("GN[Third]", "GN[Third]C[Corner.]");
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    // Back to what it was, which is not what is in the file.
    host.apply(Action::UndoEdit).unwrap();
    assert!(host.view().has_unsaved_changes);
    host.save(&mut document, 2, None).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), THREE);
}

#[test]
fn edits_are_kept_from_game_to_game() {
    let path = file("to and fro", THREE);
    let mut document = open(&path);
    let host = review(&document, 0, options());
    comment(&host, "First.");
    host.read(|session, _| document.keep(0, session));
    assert_eq!(document.unsaved(), [0]);
    let host = review(&document, 2, options());
    host.read(|session, _| document.keep(2, session));
    assert_eq!(document.unsaved(), [0]);
    comment(&host, "Third.");
    host.read(|session, _| document.keep(2, session));
    assert_eq!(document.unsaved(), [0, 2]);
    // Edits can still be taken back.
    let host = review(&document, 0, options());
    assert!(host.view().has_unsaved_changes && host.view().can_undo_edit);
    assert_eq!(host.view().comment, "First.");
    document.save().unwrap();
    assert!(document.unsaved().is_empty());
    let text = fs::read_to_string(&path).unwrap();
    assert!(text.contains("First.") && text.contains("Third.") && text.contains("chess"));
}

#[test]
fn another_file_becomes_the_one_of_the_document() {
    let path = file("as", THREE);
    let mut document = open(&path);
    let other = path.with_file_name("other.sgf");
    let host = review(&document, 2, options());
    comment(&host, "New.");
    host.save(&mut document, 2, Some(&other)).unwrap();
    assert_eq!(document.path(), Some(other.as_path()));
    assert_eq!(host.view().origin, format!("{}#3", other.display()));
    assert_eq!(fs::read_to_string(&path).unwrap(), THREE);
    let (again, game_idx) = Document::of_origin(&host.view().origin);
    assert_eq!((again.path(), game_idx), (Some(other.as_path()), 2));
    let impossible = path.join("no folder.sgf");
    let error = host.save(&mut document, 2, Some(&impossible)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot write {}: ", impossible.display())), "{error}");
    assert_eq!(document.path(), Some(other.as_path()));
}

#[test]
fn a_game_gets_a_file() {
    let session =
        Session::review(tengen_record::Record::new(tengen_rules::Size::NINE), Ruleset::AGA);
    let host = Host::start(session, options());
    host.apply(Action::Play("E5".parse().unwrap())).unwrap();
    let mut document = Document::new();
    let error = host.save(&mut document, 0, None).unwrap_err().to_string();
    assert_eq!(error, "the games are in no file yet, expected a name");
    assert_eq!((document.unsaved(), document.n_games()), (vec![0], 1));
    let path = folder("new file").join("sub").join("new.sgf");
    host.save(&mut document, 0, Some(&path)).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "(;FF[4]GM[1]CA[UTF-8]SZ[9];B[ee])");
    assert!(document.unsaved().is_empty());
}

#[test]
fn encodings_stay_if_they_can() {
    // "Black" and "White" in Shift-JIS, the second byte of one is a backslash.
    let bytes = b"(;SZ[9]CA[Shift_JIS]PB[\x8d\x95]PW[\x94\x92]C[\x95\x5c];B[ee])";
    let path = file("encoding", bytes);
    let mut document = open(&path);
    assert_eq!(document.summary(0).black, "黒");
    let host = review(&document, 0, options());
    host.apply(Action::Edit(Edit::Name("白".into()))).unwrap();
    host.save(&mut document, 0, None).unwrap();
    let saved = fs::read(&path).unwrap();
    let expected = b"(;SZ[9]CA[Shift_JIS]PB[\x8d\x95]PW[\x94\x92]C[\x95\x5c]N[\x94\x92];B[ee])";
    assert_eq!(saved, expected);
    host.apply(Action::Edit(Edit::Name("ğ".into()))).unwrap();
    host.save(&mut document, 0, None).unwrap();
    let saved = fs::read_to_string(&path).unwrap();
    assert_eq!(saved, "(;SZ[9]CA[UTF-8]PB[黒]PW[白]C[表]N[ğ];B[ee])");
    // What has no encoding gets one when it needs one.
    let path = file("no encoding", "(;SZ[9];B[ee])(;SZ[9])");
    let mut document = open(&path);
    let host = review(&document, 0, options());
    comment(&host, "é");
    host.save(&mut document, 0, None).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), "(;SZ[9]C[é]CA[UTF-8];B[ee])(;SZ[9])");
}

#[test]
fn files_of_no_use_are_named() {
    for content in ["", "not a game", "\u{0}\u{1}PNG"] {
        let path = file("no use", content);
        let error = Document::open(&path).unwrap_err().to_string();
        assert!(error.starts_with(&format!("{}: no game found", path.display())), "{error}");
    }
    let error = Document::open(Path::new("/no/such/file.sgf")).unwrap_err().to_string();
    assert!(error.starts_with("cannot read /no/such/file.sgf: "), "{error}");
    let document = open(&file("broken", "(;SZ[9];B[ee];W[ge"));
    assert_eq!(document.warnings().len(), 1);
    assert_eq!(document.summary(0).n_moves, 2);
}

#[test]
fn edits_are_recovered() {
    let path = file("recovered", THREE);
    let store = Store::new(path.with_file_name("state"));
    let with_store = |draft| Options { store: Some(store.clone()), draft, ..options() };
    let document = open(&path);
    drop(review(&document, 2, with_store(None)));
    assert!(store.drafts().unwrap().is_empty());
    let host = review(&document, 2, with_store(None));
    comment(&host, "Not saved.");
    drop(host);

    let [draft] = &store.drafts().unwrap()[..] else { panic!("there is one draft") };
    assert!(draft.session.has_unsaved_changes() && draft.session.is_review());
    let host = Host::start(draft.session.clone(), with_store(Some(draft.path.clone())));
    assert_eq!(host.view().comment, "Not saved.");
    let (mut document, game_idx) = Document::of_origin(&host.view().origin);
    assert_eq!((document.path(), game_idx), (Some(path.as_path()), 2));
    comment(&host, "Still not saved.");
    host.save(&mut document, game_idx, None).unwrap();
    drop(host);
    assert!(store.drafts().unwrap().is_empty());
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        THREE.replace("GN[Third]", "GN[Third]C[Still not saved.]")
    );
    assert!(store.saved_game().unwrap().is_none());
}

#[test]
fn saving_is_for_all_games_of_a_file() {
    let path = file("all drafts", THREE);
    let store = Store::new(path.with_file_name("state"));
    let with_store = Options { store: Some(store.clone()), ..options() };
    let mut document = open(&path);
    let mut edit = |game_idx| {
        let host = review(&document, game_idx, with_store.clone());
        comment(&host, "Something else.");
        host.read(|session, _| document.keep(game_idx, session));
        host
    };
    drop(edit(0));
    let host = edit(2);
    host.save(&mut document, 2, None).unwrap();
    drop(host);
    assert!(store.drafts().unwrap().is_empty());
    // The same for edits that nobody wants.
    drop(review(&document, 0, with_store.clone()));
    let host = review(&document, 0, with_store.clone());
    comment(&host, "Away.");
    host.read(|session, _| document.keep(0, session));
    drop(host);
    assert_eq!(store.drafts().unwrap().len(), 1);
    review(&document, 2, with_store).discard_drafts(&document);
    assert!(store.drafts().unwrap().is_empty());
}

#[test]
fn edits_can_be_discarded() {
    let path = file("discarded", THREE);
    let store = Store::new(path.with_file_name("state"));
    let with_store = Options { store: Some(store.clone()), ..options() };
    let document = open(&path);
    let host = review(&document, 0, with_store.clone());
    comment(&host, "Away.");
    host.discard_draft();
    drop(host);
    assert!(store.drafts().unwrap().is_empty());
    let host = review(&document, 0, with_store.clone());
    comment(&host, "Away.");
    host.apply(Action::UndoEdit).unwrap();
    drop(host);
    assert!(store.drafts().unwrap().is_empty());
    let host = review(&document, 0, with_store);
    comment(&host, "Away.");
    drop(host);
    let draft = store.drafts().unwrap().remove(0);
    Draft::forget(&draft.path).unwrap();
    assert!(store.drafts().unwrap().is_empty());
}

#[test]
fn recent_files_are_remembered() {
    let folder = folder("recent");
    let places = Places::under(folder.join("state"));
    let mut recent = Recent::load(&places);
    assert!(recent.paths().is_empty());
    let path = |idx: u32| folder.join(format!("{idx}.sgf"));
    (0..30).for_each(|idx| recent.add(&path(idx)).unwrap());
    recent.add(&path(20)).unwrap();
    recent.forget(&path(29)).unwrap();
    assert_eq!(recent.paths()[..3], [path(20), path(28), path(27)]);
    assert_eq!(Recent::load(&places), recent);
    assert!(recent.paths().len() <= 20);
}
