//! Records: opened, edited, saved, exported.

use std::fs;

use tengen_front::command::Command;
use tengen_front::notice::Notice;
use tengen_front::question::{Answer, Question};
use tengen_front::settings::SettingProblem;
use tengen_front::words;
use tengen_front::workspace::{Done, FolderEntry, Screen, folder_entries};
use tengen_rules::Color;

use crate::support::Folder;

const TWO_GAMES: &str =
    "(;SZ[9]PB[Ada]PW[Bob]RE[B+R];B[ee];W[cc])(;SZ[13]PB[Eve]BR[3k];B[dd];W[jj];B[dj])";

#[test]
fn b10_every_game_of_a_file_can_be_opened() {
    let folder = Folder::new();
    let path = folder.write("two.sgf", TWO_GAMES);
    let mut bench = folder.open();
    bench.open_file(&path);
    assert_eq!(bench.told(), ["Game 1 of 2."]);
    let games = bench.workspace.games_of_file();
    let titles: Vec<String> = games.iter().map(|it| words::summary(it).title).collect();
    assert_eq!(titles, ["Ada (B) vs Bob (W)", "Eve 3k (B) vs White"]);
    let done = bench.workspace.command(Command::NextGame).unwrap();
    let Done::Told(notice) = done else { panic!("{done:?}") };
    assert_eq!(words::notice(&notice, bench.workspace.keys()), "Game 2 of 2.");
    assert_eq!(bench.workspace.view().unwrap().position.size.width(), 13);
    assert_eq!(bench.refuses("game 3"), "There is no game 3; this file has 2.");
    bench.run("game 1");
    assert_eq!(bench.workspace.title().unwrap(), "two.sgf (1 of 2): Ada (B) vs Bob (W)");
}

#[test]
fn edits_of_all_games_are_saved_together() {
    let folder = Folder::new();
    let path = folder.write("two.sgf", TWO_GAMES);
    let mut bench = folder.open();
    bench.open_file(&path);
    bench.run("last; comment the end; game 2; name start");
    assert!(bench.workspace.has_unsaved_changes());
    bench.run("save");
    assert!(!bench.workspace.has_unsaved_changes());
    let text = fs::read_to_string(path).unwrap();
    assert!(text.contains("C[the end]") && text.contains("N[start]"), "{text}");
}

#[test]
fn b20_a_record_shows_its_own_players_and_rules() {
    let folder = Folder::new();
    let text = "(;SZ[19]PB[thez]BR[5k]PW[PassBot]WR[7d]RE[W+R]DT[2024-05-01];B[pd];W[dp])";
    let path = folder.write("kgs.sgf", text);
    let mut bench = folder.open();
    let setup = bench.workspace.form().setup().unwrap();
    bench.workspace.play_file(&path, setup).unwrap();
    let view = bench.workspace.view().unwrap();
    assert!(view.game.is_review, "a game that is over is looked at");
    assert_eq!(words::player_name(view, Color::Black), "thez 5k");
    assert_eq!(words::player_name(view, Color::White), "PassBot 7d");
    assert_eq!(words::about(view), "Move 0", "the file names neither rules nor komi");
    assert_eq!(words::record_line(view), "2024-05-01 · White wins by resignation");
}

#[test]
fn b21_flaws_of_a_record_are_told() {
    let folder = Folder::new();
    let path = folder.write("bad.sgf", "(;SZ[19];B[pd];W[pd];B[zz])");
    let mut bench = folder.open();
    bench.open_file(&path);
    let told = bench.told().join(" ");
    assert!(told.contains("Move 2 is illegal: Q16 is occupied (and 1 more)."), "{told}");
    bench.run("forward 2");
    let status = bench.workspace.status();
    assert!(status.contains("This move is illegal: Q16 is occupied."), "{status}");
}

#[test]
fn what_is_no_record_is_said_in_one_sentence() {
    let folder = Folder::new();
    let noise = folder.write("noise.sgf", "hello");
    let other = folder.write("other.sgf", "(;GM[6])");
    let mut bench = folder.open();
    let refused = |bench: &mut crate::support::Bench, path: &std::path::Path| {
        let reason = bench.workspace.open_file(path).unwrap_err();
        words::refusal(&reason, bench.workspace.keys())
    };
    let name = |path: &std::path::Path| path.display().to_string();
    assert_eq!(refused(&mut bench, &noise), format!("{} is not an SGF file.", name(&noise)));
    assert_eq!(
        refused(&mut bench, &other),
        format!("{} is a record of another game (backgammon), not Go.", name(&other))
    );
    let missing = folder.path().join("missing.sgf");
    assert_eq!(
        refused(&mut bench, &missing),
        format!("Cannot open {}: there is no such file or folder.", name(&missing))
    );
    assert!(bench.workspace.view().is_none());
}

#[test]
fn a_file_is_replaced_only_after_a_question() {
    let folder = Folder::new();
    let taken = folder.write("kgs.sgf", "mine");
    let mut bench = folder.open();
    bench.run("new 9 both; d4");
    let question = bench.asks(&format!("save {}", taken.display()));
    let text = words::question(&question, bench.workspace.keys());
    let name = taken.display();
    assert_eq!(text, format!("{name} already exists. Use :save! {name} to overwrite it."));
    assert_eq!(fs::read_to_string(&taken).unwrap(), "mine");
    bench.answer(question, Answer::Yes);
    assert!(fs::read_to_string(&taken).unwrap().contains("B[df]"));
    let next = bench.workspace.new_path(folder.path());
    assert_eq!(next.file_name().unwrap(), "kgs-2.sgf");
}

#[test]
fn unsaved_changes_are_asked_about_and_kept_as_drafts() {
    let folder = Folder::new();
    let path = folder.write("a.sgf", "(;SZ[9]PB[Ada];B[ee])");
    let mut bench = folder.open();
    bench.open_file(&path);
    bench.run("comment not saved");
    let Ok(Done::Ask(question)) = bench.workspace.command(Command::Quit) else { panic!("asks") };
    assert!(matches!(question, Question::Unsaved(_)));
    bench.workspace.game().unwrap().wait_until_saved(std::time::Duration::from_secs(10));
    drop(bench);
    let mut bench = folder.open();
    assert_eq!(bench.workspace.drafts(), ["Ada (B) vs White"]);
    bench.workspace.recover(0).unwrap();
    assert_eq!(bench.told(), ["Recovered unsaved changes."]);
    assert_eq!(bench.answers("comment?"), "not saved");
    assert_eq!(bench.workspace.path(), Some(path.as_path()));
    bench.run("save");
    assert!(matches!(bench.workspace.command(Command::Quit), Ok(Done::Quit)));
}

#[test]
fn pictures_are_exported_by_their_ending() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both; d4; e5");
    for name in ["board.svg", "board.png", "board.txt"] {
        let path = folder.path().join(name);
        let done = bench.workspace.export_picture(&path).unwrap();
        assert!(matches!(done, Done::Told(Notice::Exported(_))), "{done:?}");
        assert!(fs::metadata(&path).unwrap().len() > 100, "{name}");
        let again = bench.workspace.export_picture(&path).unwrap();
        assert!(matches!(again, Done::Ask(Question::OverwritePicture(_))));
    }
    assert!(bench.refuses("export board.sgf").ends_with(".svg, .png or .txt."));
}

#[test]
fn all_endings_that_can_be_read_are_listed() {
    let folder = Folder::new();
    for name in ["a.sgf", "b.GIB", "c.ngf", "d.ugf", "e.ugi", "f.txt", ".g.sgf"] {
        folder.write(name, "");
    }
    fs::create_dir(folder.path().join("z")).unwrap();
    let names: Vec<String> = folder_entries(folder.path())
        .into_iter()
        .map(|it| match it {
            FolderEntry::Folder(name) => format!("{name}/"),
            FolderEntry::Record(name) => name,
        })
        .collect();
    assert_eq!(names, ["z/", "a.sgf", "b.GIB", "c.ngf", "d.ugf", "e.ugi"]);
}

#[test]
fn every_problem_of_the_settings_is_told() {
    let folder = Folder::new();
    fs::create_dir_all(folder.dirs().config).unwrap();
    let text = "colour = 3\n[game]\nsize = 99\n[keys]\ndance = \"d\"\n";
    fs::write(folder.dirs().config_file(), text).unwrap();
    let mut bench = folder.open();
    assert!(matches!(&bench.notices[0], Notice::Setting(SettingProblem::UnknownName(_))));
    assert_eq!(
        bench.told(),
        [
            "Unknown setting colour; it is ignored.",
            "Setting game.size cannot be 99; use a size such as 9 or 13x9.",
            "Setting keys.dance: there is no such command.",
        ]
    );
}

#[test]
fn editing_tools_draw_and_erase() {
    let folder = Folder::new();
    let path = folder.write("a.sgf", "(;SZ[9])");
    let mut bench = folder.open();
    bench.open_file(&path);
    bench.workspace.command(Command::Tool(4)).unwrap();
    bench.click("C3").unwrap();
    assert_eq!(bench.answers("notes"), "Triangle: C3");
    bench.workspace.command(Command::ClearMarkup).unwrap();
    assert_eq!(bench.answers("notes"), "There are no notes here.");
    bench.workspace.command(Command::Undo).unwrap();
    assert_eq!(bench.answers("notes"), "Triangle: C3", "undo in a record undoes edits");
    bench.workspace.set_tool(tengen_front::tool::Tool::Label);
    let done = bench.click("D4").unwrap();
    assert!(matches!(done, Done::Show(Screen::Label(..))), "{done:?}");
}

#[test]
fn b24_a_home_that_is_a_file_does_not_stop_anybody_from_playing() {
    let folder = Folder::new();
    folder.write("home", "not a folder");
    let mut bench = folder.open();
    bench.run("new 9 both; d4; e5");
    assert_eq!(bench.moves(), "D4 E5");
    let told = bench.told().join(" ");
    assert!(told.contains("home"), "{told}");
}
