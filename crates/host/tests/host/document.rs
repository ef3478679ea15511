//! Files with their games: opened, edited, saved, recovered.

use std::fs;
use std::path::{Path, PathBuf};

use tengen_host::{Dirs, Document, Keep, Recent, Runner, RunnerOptions, Store};
use tengen_record::NoRecord;
use tengen_rules::{Color, Move, Ruleset};
use tengen_session::{Action, Actor, Edit, Session, ViewerEdit};

use crate::support::{Table, folder, options, saving};

const THREE: &str = "(;FF[4]SZ[9]PB[Ada]BR[1k]PW[Bob]DT[2026-11-16]RE[B+R];B[ee];W[ge])\n\
    (;GM[2]PB[chess])\n(;SZ[19]GN[Third];B[aa](;W[bb];B[cc])(;W[dd]))\n";

fn file(name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder(name).join("games.sgf");
    fs::write(&path, content).expect("the folder for tests is writable");
    path
}

fn review(document: &Document, game_idx: usize, options: RunnerOptions) -> Table {
    let session = document.review(game_idx, Ruleset::CHINESE).expect("it is Go");
    open_session(session, options)
}

fn open_session(session: Session, options: RunnerOptions) -> Table {
    let runner = Runner::start(options);
    let game = runner.open(session, Keep::Draft(None));
    Table::of(runner, game)
}

fn edit(table: &Table, edit: Edit) {
    table.viewer.edit(ViewerEdit::from(edit), Actor::Owner).expect("it can be edited");
}

fn comment(table: &Table, text: &str) {
    edit(table, Edit::Comment(text.into()));
}

fn has_unsaved_changes(table: &Table) -> bool {
    table.view().tree.has_unsaved_changes
}

fn origin(table: &Table) -> String {
    table.view().game.origin
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
    let table = review(&document, 2, options());
    comment(&table, "Corner.");
    assert!(has_unsaved_changes(&table));
    table.game.save(&mut document, 2, None).unwrap();
    assert!(!has_unsaved_changes(&table));
    let expected = THREE.replace("GN[Third]", "GN[Third]C[Corner.]");
    assert_eq!(fs::read_to_string(&path).unwrap(), expected);
    // Back to what it was, which is not what is in the file.
    table.own(Action::UndoEdit);
    assert!(has_unsaved_changes(&table));
    table.game.save(&mut document, 2, None).unwrap();
    assert_eq!(fs::read_to_string(&path).unwrap(), THREE);
}

#[test]
fn edits_are_kept_from_game_to_game() {
    let path = file("to and fro", THREE);
    let mut document = open(&path);
    let table = review(&document, 0, options());
    comment(&table, "First.");
    table.game.read(|session, _| document.keep(0, session));
    assert_eq!(document.unsaved(), [0]);
    let table = review(&document, 2, options());
    table.game.read(|session, _| document.keep(2, session));
    assert_eq!(document.unsaved(), [0]);
    comment(&table, "Third.");
    table.game.read(|session, _| document.keep(2, session));
    assert_eq!(document.unsaved(), [0, 2]);
    // Edits can still be taken back.
    let table = review(&document, 0, options());
    assert!(has_unsaved_changes(&table) && table.view().tree.can_undo_edit);
    assert_eq!(table.view().markup.comment, "First.");
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
    let table = review(&document, 2, options());
    comment(&table, "New.");
    table.game.save(&mut document, 2, Some(&other)).unwrap();
    assert_eq!(document.path(), Some(other.as_path()));
    assert_eq!(origin(&table), format!("{}#3", other.display()));
    assert_eq!(fs::read_to_string(&path).unwrap(), THREE);
    let (again, game_idx) = Document::of_origin(&origin(&table));
    assert_eq!((again.path(), game_idx), (Some(other.as_path()), 2));
    let impossible = path.join("no folder.sgf");
    let error = table.game.save(&mut document, 2, Some(&impossible)).unwrap_err().to_string();
    assert!(error.starts_with(&format!("cannot write {}: ", impossible.display())), "{error}");
    assert_eq!(document.path(), Some(other.as_path()));
}

#[test]
fn a_game_gets_a_file() {
    let session =
        Session::review(tengen_record::Record::new(tengen_rules::Size::NINE), Ruleset::AGA);
    let table = open_session(session, options());
    edit(&table, Edit::Play(Color::Black, Move::Play("E5".parse().unwrap())));
    let mut document = Document::new();
    let error = table.game.save(&mut document, 0, None).unwrap_err().to_string();
    assert_eq!(error, "the games are not in a file yet, expected a name");
    assert_eq!((document.unsaved(), document.n_games()), (vec![0], 1));
    let path = folder("new file").join("sub").join("new.sgf");
    table.game.save(&mut document, 0, Some(&path)).unwrap();
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
    let table = review(&document, 0, options());
    edit(&table, Edit::Name("白".into()));
    table.game.save(&mut document, 0, None).unwrap();
    let saved = fs::read(&path).unwrap();
    let expected = b"(;SZ[9]CA[Shift_JIS]PB[\x8d\x95]PW[\x94\x92]C[\x95\x5c]N[\x94\x92];B[ee])";
    assert_eq!(saved, expected);
    edit(&table, Edit::Name("ğ".into()));
    table.game.save(&mut document, 0, None).unwrap();
    let saved = fs::read_to_string(&path).unwrap();
    assert_eq!(saved, "(;SZ[9]CA[UTF-8]PB[黒]PW[白]C[表]N[ğ];B[ee])");
    // What has no encoding gets one when it needs one.
    let path = file("no encoding", "(;SZ[9];B[ee])(;SZ[9])");
    let mut document = open(&path);
    let table = review(&document, 0, options());
    comment(&table, "é");
    table.game.save(&mut document, 0, None).unwrap();
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
    let document = open(&path);
    let table = review(&document, 2, saving(&store));
    let runner = table.runner.clone();
    drop(table);
    assert!(runner.drafts().unwrap().is_empty());
    let table = review(&document, 2, saving(&store));
    comment(&table, "Not saved.");
    assert!(table.game.wait_until_saved(crate::support::PATIENT));
    assert!(runner.drafts().unwrap()[0].is_in_use);
    assert!(runner.resume_draft(&table.game.key().unwrap()).is_err());
    drop(table);

    let [draft] = &runner.drafts().unwrap()[..] else { panic!("there is one draft") };
    assert!(draft.session.has_unsaved_changes() && draft.session.is_review());
    assert!(!draft.is_in_use);
    let game = runner.resume_draft(&draft.key).unwrap();
    let table = Table::of(runner.clone(), game);
    assert_eq!(table.view().markup.comment, "Not saved.");
    let (mut document, game_idx) = Document::of_origin(&origin(&table));
    assert_eq!((document.path(), game_idx), (Some(path.as_path()), 2));
    comment(&table, "Still not saved.");
    table.game.save(&mut document, game_idx, None).unwrap();
    drop(table);
    assert!(runner.drafts().unwrap().is_empty());
    assert_eq!(
        fs::read_to_string(&path).unwrap(),
        THREE.replace("GN[Third]", "GN[Third]C[Still not saved.]")
    );
    assert!(runner.unfinished().unwrap().is_empty());
}

#[test]
fn saving_is_for_all_games_of_a_file() {
    let path = file("all drafts", THREE);
    let store = Store::new(path.with_file_name("state"));
    let runner = Runner::start(saving(&store));
    let n_drafts = || runner.drafts().unwrap().len();
    let mut document = open(&path);
    let mut edit = |game_idx| {
        let table = review(&document, game_idx, saving(&store));
        comment(&table, "Something else.");
        table.game.read(|session, _| document.keep(game_idx, session));
        table
    };
    drop(edit(0));
    let table = edit(2);
    table.game.save(&mut document, 2, None).unwrap();
    drop(table);
    assert_eq!(n_drafts(), 0);
    // The same for edits that nobody wants.
    drop(review(&document, 0, saving(&store)));
    let table = review(&document, 0, saving(&store));
    comment(&table, "Away.");
    table.game.read(|session, _| document.keep(0, session));
    drop(table);
    assert_eq!(n_drafts(), 1);
    review(&document, 2, saving(&store)).game.discard_drafts(&document);
    assert_eq!(n_drafts(), 0);
}

#[test]
fn edits_can_be_discarded() {
    let path = file("discarded", THREE);
    let store = Store::new(path.with_file_name("state"));
    let runner = Runner::start(saving(&store));
    let n_drafts = || runner.drafts().unwrap().len();
    let document = open(&path);
    let table = review(&document, 0, saving(&store));
    comment(&table, "Away.");
    table.game.discard_draft();
    drop(table);
    assert_eq!(n_drafts(), 0);
    let table = review(&document, 0, saving(&store));
    comment(&table, "Away.");
    table.own(Action::UndoEdit);
    drop(table);
    assert_eq!(n_drafts(), 0);
    let table = review(&document, 0, saving(&store));
    comment(&table, "Away.");
    drop(table);
    let draft = runner.drafts().unwrap().remove(0);
    runner.remove_draft(&draft.key).unwrap();
    assert_eq!(n_drafts(), 0);
}

#[test]
fn recent_files_are_remembered() {
    let folder = folder("recent");
    let dirs = Dirs::under(folder.join("state"));
    let mut recent = Recent::load(&dirs);
    assert!(recent.paths().is_empty());
    let path = |idx: u32| folder.join(format!("{idx}.sgf"));
    (0..30).for_each(|idx| recent.add(&path(idx)).unwrap());
    recent.add(&path(20)).unwrap();
    recent.forget(&path(29)).unwrap();
    assert_eq!(recent.paths()[..3], [path(20), path(28), path(27)]);
    assert_eq!(Recent::load(&dirs), recent);
    assert!(recent.paths().len() <= 20);
}
