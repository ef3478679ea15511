use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use tengen_host::Places;

use super::*;
use crate::dialog::{Dialog, Next};
use crate::message::{Parcel, Purpose};
use crate::room::Opened;

/// A folder of its own for each test, which is gone when the test is.
struct Folder(PathBuf);

impl Folder {
    fn new() -> Folder {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-desktop-{}-{number}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn file(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, content).unwrap();
        path
    }

    fn window(&self) -> Window {
        Window { app: App::new(Some(Places::under(&self.0))).0 }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

const RECORD: &str = "(;GM[1]FF[4]SZ[9]PB[Ada]PW[Bea];B[ee];W[cc];B[gc])\n";

#[test]
fn a_record_is_opened_edited_saved_and_opened_again() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    assert!(window.view().is_review && window.app.display.is_editing);
    assert!(window.app.title().contains("Ada and Bea"), "{}", window.app.title());
    window.press(Command::Last);
    window.click("C3");
    assert!(window.app.room.has_unsaved_changes());
    window.press(Command::Save);
    assert!(window.told().starts_with("Saved as"), "{}", window.told());
    assert!(!window.app.room.has_unsaved_changes());
    assert!(fs::read_to_string(&path).unwrap().contains(";W[cg]"));
    window.send(Message::OpenFile(path));
    window.press(Command::Last);
    assert_eq!(window.view().move_number, 4);
}

#[test]
fn a_played_game_is_saved_to_a_path_that_is_typed() {
    let folder = Folder::new();
    let path = folder.0.join("mine.sgf");
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.app.dialog = Some(Dialog::Path(Purpose::Save, path.display().to_string()));
    window.answer(DialogInput::Confirm);
    assert!(fs::read_to_string(&path).unwrap().contains(";B[ee]"), "{}", window.told());
    // Another file is replaced only after a question.
    let other = folder.file("other.sgf", "mine");
    window.app.dialog = Some(Dialog::Path(Purpose::Save, other.display().to_string()));
    window.answer(DialogInput::Confirm);
    assert_eq!(window.app.dialog, Some(Dialog::Replace(other.clone())));
    window.answer(DialogInput::Close);
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
}

#[test]
fn unsaved_changes_are_asked_about() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    window.click("A1");
    window.send(Message::CloseRequested);
    assert_eq!(window.app.dialog, Some(Dialog::Unsaved(Next::Quit)));
    window.answer(DialogInput::Close);
    window.send(Message::OpenFile(path.clone()));
    assert_eq!(window.app.dialog, Some(Dialog::Unsaved(Next::Open(path.clone()))));
    window.answer(DialogInput::Refuse);
    assert_eq!(window.app.dialog, None);
    assert_eq!(window.view().variations.len(), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), RECORD);
    window.click("A1");
    window.press(Command::Menu);
    window.send(Message::Form(FormInput(FormChange::Start)));
    assert_eq!(window.app.dialog, Some(Dialog::Unsaved(Next::NewGame)));
    window.answer(DialogInput::Confirm);
    assert!(fs::read_to_string(&path).unwrap().contains("B[ai]"), "{}", window.told());
    assert!(!window.view().is_review);
}

#[test]
fn what_was_not_saved_is_recovered() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    window.click("A1");
    // The program ends without a question.
    drop(window);
    let mut window = folder.window();
    assert_eq!(window.app.room.drafts(), ["Ada and Bea"]);
    window.send(Message::Recover(0));
    assert_eq!(window.view().tree.n_rows(), 2, "{}", window.told());
    assert_eq!(window.app.room.path(), Some(path));
}

#[test]
fn a_game_goes_on_after_the_program_has_ended() {
    let folder = Folder::new();
    let mut window = folder.window();
    window.app.form = Form::new(&Setup::new(Size::NINE, Ruleset::JAPANESE), &[]);
    window.send(Message::Form(FormInput(FormChange::Start)));
    window.click_all(&["E5", "C3"]);
    drop(window);
    let mut window = folder.window();
    assert_eq!(window.app.saved.as_deref(), Some("9×9, move 2"));
    window.press(Command::PlayOn);
    assert_eq!(window.stone("C3"), Some(Color::White));
}

#[test]
fn the_games_of_a_file_are_listed_and_chosen() {
    let folder = Folder::new();
    let two = "(;GM[1]SZ[9]PB[Ada]PW[Bea];B[ee])(;GM[1]SZ[13]PB[Cy]RE[B+R];B[gg];W[cc])";
    let path = folder.file("two.sgf", two);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    assert_eq!(window.app.dialog, Some(Dialog::Games));
    let titles: Vec<&str> = window.app.room.games().iter().map(|it| it.0.as_str()).collect();
    assert_eq!(titles, ["Ada and Bea", "Cy and White"]);
    window.send(Message::Game(1));
    assert_eq!((window.view().board.size(), window.app.dialog.clone()), (Size::THIRTEEN, None));
    window.press(Command::Last);
    window.click("K4");
    window.press(Command::PreviousGame);
    assert_eq!(window.view().board.size(), Size::NINE);
    assert!(window.app.room.has_unsaved_changes(), "the other game was edited");
    window.press(Command::PreviousGame);
    assert_eq!(window.told(), "There is no other game in the file.");
    window.press(Command::NextGame);
    assert_eq!(window.view().tree.n_columns(), 4);
    window.press(Command::Save);
    assert!(fs::read_to_string(&path).unwrap().contains("Ada"), "{}", window.told());
    assert!(!window.app.room.has_unsaved_changes());
}

#[test]
fn files_that_were_open_are_offered_again() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    folder.window().send(Message::OpenFile(path.clone()));
    let mut window = folder.window();
    assert_eq!(window.app.room.recent(), std::slice::from_ref(&path));
    window.type_letter("1");
    assert!(window.view().is_review);
    window.press(Command::Menu);
    // One that is gone is offered no longer.
    fs::remove_file(&path).unwrap();
    window.type_letter("1");
    assert!(window.told().contains("game.sgf"), "{}", window.told());
    assert!(window.app.room.recent().is_empty());
}

#[test]
fn bad_files_are_told_and_nothing_is_lost() {
    let folder = Folder::new();
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    let missing = folder.0.join("missing.sgf");
    let noise = folder.file("noise.sgf", [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    let empty = folder.file("empty.sgf", "");
    let chess = folder.file("chess.sgf", "(;GM[2]SZ[8])");
    for path in [missing, noise, empty, chess] {
        window.send(Message::OpenFile(path.clone()));
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        assert!(window.told().contains(&name), "{}", window.told());
        assert_eq!(window.stone("E5"), Some(Color::Black));
    }
}

#[test]
fn broken_files_are_repaired_as_far_as_possible() {
    let folder = Folder::new();
    let path = folder.file("broken.sgf", "(;GM[1]FF[4]SZ[9];B[ee];W[zz];B[cc");
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    assert!(window.told().starts_with("The file was repaired"), "{}", window.told());
    window.press(Command::Last);
    assert_eq!(window.stone("E5"), Some(Color::Black));
}

#[test]
fn names_in_other_encodings_are_read() {
    let folder = Folder::new();
    let japanese = b"(;GM[1]SZ[19]PB[\x88\xe9\x8e\x52\x97\xc7\x8e\xa1]PW[\x8d\xe2\x93\x63]C[\x82\xb1\x82\xcc\x8a\xfb]\
        ;B[pd]C[\x8d\xb6\x8f\xe3])";
    let path = folder.file("japanese.sgf", japanese);
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    assert_eq!(window.view().seats.white.to_string(), "坂田");
    assert_eq!(window.app.comment.text().trim(), "この棋");
}

#[test]
fn a_hundred_thousand_nodes_are_opened() {
    let folder = Folder::new();
    let mut text = String::from("(;GM[1]SZ[19]");
    let letter = |idx: usize| char::from(b'a' + (idx % 19) as u8);
    for idx in 0..100_000 {
        let color = if idx % 2 == 0 { 'B' } else { 'W' };
        text.extend([';', color, '[', letter(idx), letter(idx / 19 % 19), ']']);
    }
    text.push(')');
    let path = folder.file("huge.sgf", text);
    let mut window = folder.window();
    // Meanwhile the window goes on.
    window.send(Message::OpenFile(path.clone()));
    assert!(window.told().starts_with("Reading"), "{}", window.told());
    let opened = Opened::read(&path, Ruleset::CHINESE);
    window.send(Message::Loaded(path, Parcel(Arc::new(Mutex::new(Some(opened))))));
    assert_eq!(window.view().tree.n_columns(), 100_001);
    window.press(Command::Last);
    window.press(Command::Back);
    window.click("A1");
}

#[test]
fn nonsense_in_the_settings_is_listed_and_the_file_is_kept() {
    let folder = Folder::new();
    let nonsense = "[window]\ntheme = \"plaid\"\nfuzz = 3\n[window.colors]\nbord = \"#123456\"\n\
                    [window.keys]\ndance = [\"d\"]\n";
    let path = folder.file("config.toml", nonsense);
    let window = folder.window();
    let Some(Dialog::Problems(problems)) = &window.app.dialog else { panic!("nothing was told") };
    assert_eq!(problems.len(), 4, "{problems:#?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), nonsense);
    // What is no TOML at all is never overwritten.
    folder.file("config.toml", "[window\n");
    let mut window = folder.window();
    assert!(window.told().contains("line 1 is not TOML"), "{}", window.told());
    window.press(Command::Theme);
    assert_eq!(fs::read_to_string(&path).unwrap(), "[window\n");
    assert!(window.told().contains("not TOML"), "{}", window.told());
}

#[test]
fn settings_and_keys_come_from_the_file() {
    let folder = Folder::new();
    folder.file(
        "config.toml",
        "[keys]\npass = [\"f9\"]\n[window]\ntheme = \"slate\"\n[window.colors]\nboard = \"#102030\"\n",
    );
    let mut window = folder.window();
    assert_eq!(window.told(), "");
    assert_eq!(window.app.look.board, iced::Color::from_rgb8(0x10, 0x20, 0x30));
    assert_eq!(window.app.keys.name(Command::Pass), "F9");
    window.press(Command::Theme);
    let text = fs::read_to_string(folder.0.join("config.toml")).unwrap();
    assert!(text.contains("theme = \"print\""), "{text}");
}
