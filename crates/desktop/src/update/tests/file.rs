use std::sync::Mutex;

use tengen_front::question::{Answer, Next};
use tengen_front::words;
use tengen_front::workspace::LoadedFile;

use super::*;
use crate::message::LoadedOnce;
use crate::start_list::StartSection;

/// The titles of a section of the start page.
fn titles(window: &Window, section: StartSection) -> Vec<&str> {
    let list = window.app.start_list.iter().filter(|it| it.section == section);
    list.map(|it| it.entry.title.as_str()).collect()
}

#[test]
fn a_record_is_opened_edited_saved_and_opened_again() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    assert!(window.view().game.is_review && window.app.workspace.is_editing());
    assert!(window.app.title().contains("Ada (B) vs Bea (W)"), "{}", window.app.title());
    window.press(Command::Last);
    window.click("C3");
    assert!(window.app.workspace.has_unsaved_changes());
    window.press(Command::Save);
    assert!(window.told().starts_with("Saved as"), "{}", window.told());
    assert!(!window.app.workspace.has_unsaved_changes());
    assert!(fs::read_to_string(&path).unwrap().contains(";W[cg]"));
    window.send(Message::OpenFile(path));
    window.press(Command::Last);
    assert_eq!(window.move_number(), 4);
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
    assert!(matches!(window.question(), Some(Question::Overwrite(path)) if *path == other));
    window.answer(DialogInput::Close);
    assert_eq!(fs::read_to_string(&other).unwrap(), "mine");
}

/// What was asked for while there were unsaved changes.
fn next(window: &Window) -> Option<&Next> {
    match window.question() {
        Some(Question::Unsaved(next)) => Some(next),
        _ => None,
    }
}

#[test]
fn unsaved_changes_are_asked_about() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    window.click("A1");
    window.send(Message::CloseRequested);
    assert!(matches!(next(&window), Some(Next::Quit)));
    window.answer(DialogInput::Close);
    window.send(Message::OpenFile(path.clone()));
    assert!(matches!(next(&window), Some(Next::Open(other)) if *other == path));
    window.answer(DialogInput::Answer(Answer::No));
    assert!(window.app.dialog.is_none());
    assert_eq!(window.view().tree.variations.len(), 1);
    assert_eq!(fs::read_to_string(&path).unwrap(), RECORD);
    window.click("A1");
    window.press(Command::Leave);
    window.send(Message::Form(FormInput(FormChange::Start)));
    assert!(matches!(next(&window), Some(Next::Begin(_))));
    window.answer(DialogInput::Confirm);
    assert!(fs::read_to_string(&path).unwrap().contains("B[ai]"), "{}", window.told());
    assert!(!window.view().game.is_review);
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
    assert_eq!(titles(&window, StartSection::Drafts), ["Ada (B) vs Bea (W)"]);
    window.send(Message::Recover(0));
    assert_eq!(window.view().tree.layout.n_rows(), 2, "{}", window.told());
    assert_eq!(window.app.workspace.path(), Some(path.as_path()));
}

#[test]
fn a_game_goes_on_after_the_program_has_ended() {
    let folder = Folder::new();
    let mut window = folder.window();
    window.start(|_| ());
    window.click_all(&["E5", "C3"]);
    drop(window);
    let mut window = folder.window();
    assert_eq!(titles(&window, StartSection::Unfinished), ["9×9, move 2"]);
    window.press(Command::Continue);
    assert_eq!(window.stone("C3"), Some(Color::White));
}

#[test]
fn the_games_of_a_file_are_listed_and_chosen() {
    let folder = Folder::new();
    let two = "(;GM[1]SZ[9]PB[Ada]PW[Bea];B[ee])(;GM[1]SZ[13]PB[Cy]RE[B+R];B[gg];W[cc])";
    let path = folder.file("two.sgf", two);
    let mut window = folder.window();
    window.send(Message::OpenFile(path.clone()));
    assert!(matches!(window.app.dialog, Some(Dialog::Games(..))));
    assert_eq!(window.app.workspace.games_of_file().len(), 2);
    window.send(Message::Game(1));
    assert_eq!(window.view().position.size, Size::THIRTEEN);
    assert!(window.app.dialog.is_none());
    window.press(Command::Last);
    window.click("K4");
    window.press(Command::PreviousGame);
    assert_eq!(window.view().position.size, Size::NINE);
    assert!(window.app.workspace.has_unsaved_changes(), "the other game was edited");
    window.press(Command::PreviousGame);
    assert_eq!(window.told(), "There is no other game in this file.");
    window.press(Command::NextGame);
    assert_eq!(window.view().tree.layout.n_columns(), 4);
    window.press(Command::Save);
    assert!(fs::read_to_string(&path).unwrap().contains("Ada"), "{}", window.told());
    assert!(!window.app.workspace.has_unsaved_changes());
}

#[test]
fn files_that_were_open_are_offered_again() {
    let folder = Folder::new();
    let path = folder.file("game.sgf", RECORD);
    folder.window().send(Message::OpenFile(path.clone()));
    let mut window = folder.window();
    assert_eq!(titles(&window, StartSection::Recent), ["Ada (B) vs Bea (W)"]);
    window.type_letter("1");
    assert!(window.view().game.is_review);
    window.press(Command::Leave);
    // One that is gone is offered no longer.
    fs::remove_file(&path).unwrap();
    window.type_letter("1");
    assert!(window.told().contains("game.sgf"), "{}", window.told());
    assert!(titles(&window, StartSection::Recent).is_empty());
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
fn the_result_is_told_at_the_end_of_the_main_line_alone() {
    let folder = Folder::new();
    let sgf = "(;GM[1]SZ[9]RE[W+2.5];B[ee](;W[cc];B[gg])(;W[gc];B[cg]))";
    let mut window = folder.window();
    window.send(Message::OpenFile(folder.file("game.sgf", sgf)));
    window.press(Command::Last);
    assert!(window.status().ends_with("White wins by 2.5 points."), "{}", window.status());
    window.press(Command::Back);
    window.press(Command::NextVariation);
    window.press(Command::Last);
    assert_eq!(window.status(), "Move 3 of 3. Black C3.");
}

#[test]
fn names_in_other_encodings_are_read() {
    let folder = Folder::new();
    let japanese = b"(;GM[1]SZ[19]PB[\x88\xe9\x8e\x52\x97\xc7\x8e\xa1]PW[\x8d\xe2\x93\x63]C[\x82\xb1\x82\xcc\x8a\xfb]\
        ;B[pd]C[\x8d\xb6\x8f\xe3])";
    let path = folder.file("japanese.sgf", japanese);
    let mut window = folder.window();
    window.send(Message::OpenFile(path));
    assert_eq!(words::player_name(window.view(), Color::White), "坂田");
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
    assert!(window.told().starts_with("Opening"), "{}", window.told());
    let loaded = LoadedFile::read(&path, 0, Ruleset::CHINESE);
    window.send(Message::Loaded(LoadedOnce(Arc::new(Mutex::new(Some(loaded))))));
    assert_eq!(window.view().tree.layout.n_columns(), 100_001);
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
    assert!(window.told().contains("is not valid TOML"), "{}", window.told());
    window.press(Command::Theme);
    assert_eq!(fs::read_to_string(&path).unwrap(), "[window\n");
    assert!(window.told().contains("not valid TOML"), "{}", window.told());
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
    assert_eq!(window.app.keys().name(Command::Pass), "F9");
    window.press(Command::Theme);
    let text = fs::read_to_string(folder.0.join("config.toml")).unwrap();
    assert!(text.contains("theme = \"print\""), "{text}");
}

#[test]
fn pictures_are_exported_by_their_names() {
    let folder = Folder::new();
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    let export = |window: &mut Window, path: &PathBuf| {
        window.app.dialog = Some(Dialog::Path(Purpose::Export, path.display().to_string()));
        window.answer(DialogInput::Confirm);
    };
    let svg = folder.0.join("board.svg");
    export(&mut window, &svg);
    assert!(window.told().contains("board.svg"), "{}", window.told());
    assert!(fs::read_to_string(&svg).unwrap().contains("<svg"));
    let png = folder.0.join("board.png");
    export(&mut window, &png);
    assert!(fs::read(&png).unwrap().starts_with(b"\x89PNG"));
    export(&mut window, &png);
    assert!(matches!(window.question(), Some(Question::OverwritePicture(_))));
    window.answer(DialogInput::Close);
    // Another name can be typed at once.
    export(&mut window, &folder.0.join("board.doc"));
    assert!(matches!(window.app.dialog, Some(Dialog::Path(Purpose::Export, _))));
    assert!(window.told().contains(".svg"), "{}", window.told());
}
