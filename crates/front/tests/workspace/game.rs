//! Games: kept, continued, begun again, asked about.

use tengen_front::command::Command;
use tengen_front::question::{Answer, Question};
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Click, Done, Screen};
use tengen_rules::{Color, Move};
use tengen_session::{Phase, Rejected};

use crate::support::Folder;

#[test]
fn b1_a_record_leaves_the_running_game_in_the_list() {
    let folder = Folder::new();
    let record = folder.write("kgs.sgf", "(;SZ[19]PB[thez]PW[PassBot];B[pd];W[dp];B[pp])");
    let mut bench = folder.open();
    bench.run("new 9 both clock=5m+3x30s; d4; e5; c3; e3; g7");
    let moves = bench.moves();
    bench.open_file(&record);
    assert!(bench.told().iter().any(|it| it.starts_with("Your last game is saved.")));
    bench.click("K10").unwrap();
    bench.run("comment a remark");
    assert_eq!(bench.unfinished(), ["9×9, move 5"]);
    let question = bench.asks("continue");
    assert!(matches!(question, Question::Unsaved(_)), "the remark is not lost either");
    bench.answer(question, Answer::No);
    assert_eq!(bench.moves(), moves);
    assert_eq!(bench.workspace.view().unwrap().game.time.to_string(), "5m+3x30s");
}

#[test]
fn b2_a_game_that_was_left_goes_on_with_players_and_clock() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 28k clock=5m+3x30s; d4; e3; undo");
    let (moves, n_moves) = (bench.moves(), bench.n_moves());
    bench.run("new 13 both; k10; c3");
    assert_eq!(bench.unfinished().len(), 2);
    let game = &bench.workspace.unfinished()[1];
    let key = game.key.clone();
    assert_eq!(words::unfinished(game, game.time).title, "9×9 against Tengen 28k, move 2");
    assert!(matches!(bench.workspace.continue_game(key), Ok(Done::Show(Screen::Game))));
    let view = bench.workspace.view().unwrap();
    assert_eq!(bench.moves(), moves);
    assert_eq!(view.game.seats.white.to_string(), "Tengen 28k");
    assert_eq!(view.game.time.to_string(), "5m+3x30s");
    assert!(view.game.can_redo, "the moves that were taken back are not played again");
    bench.run("g3");
    assert_eq!(bench.n_moves(), n_moves + 2, "the engine answers");
}

#[test]
fn b2_the_file_of_an_unfinished_game_goes_on() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 28k; d4");
    bench.unfinished();
    let key = bench.workspace.game().unwrap().key().unwrap();
    let path = folder.path().join(format!("home/unfinished/{key}.sgf"));
    drop(bench);
    let mut bench = folder.open();
    let setup = bench.workspace.form().setup().unwrap();
    bench.workspace.play_file(&path, setup).unwrap();
    bench.settle();
    let view = bench.workspace.view().unwrap();
    assert_eq!(view.game.seats.white.to_string(), "Tengen 28k");
    assert_eq!(bench.workspace.game().unwrap().key(), Some(key), "it is the same game");
}

#[test]
fn b3_two_programs_lose_no_game() {
    let folder = Folder::new();
    let (mut one, mut other) = (folder.open(), folder.open());
    one.run("new 9 both; d4; e5; c3; e3; g7; g3");
    other.run("new 13 both; d4; e5; c3; e3");
    other.unfinished();
    one.run("c7");
    let mut titles = one.unfinished();
    titles.sort();
    assert_eq!(titles, ["13×13, move 4", "9×9, move 7"]);
    let theirs = one
        .workspace
        .unfinished()
        .into_iter()
        .find(|it| it.summary.as_ref().is_some_and(|it| it.size.width() == 13));
    let key = theirs.unwrap().key;
    let reason = one.workspace.continue_game(key.clone()).unwrap_err();
    let text = words::refusal(&reason, one.workspace.keys());
    assert_eq!(text, "That game is open in another program.");
    drop(other);
    one.workspace.continue_game(key).unwrap();
    assert_eq!(one.n_moves(), 4);
}

#[test]
fn b11_window_3_a_click_on_an_earlier_position_is_a_question() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both; d4; e5; c3; e3; g7; g3; back 4");
    let version = bench.workspace.view().unwrap().game.version;
    let Ok(Done::Ask(question)) = bench.click("C5") else { panic!("no question") };
    let text = words::question(&question, bench.workspace.keys());
    assert!(text.starts_with("Play on from move 2? The moves after it are kept as a variation."));
    bench.answer(question.clone(), Answer::Cancel);
    assert_eq!(bench.workspace.view().unwrap().game.version, version, "nothing has happened");
    assert_eq!(bench.n_moves(), 2, "it is still looked at");
    bench.answer(question.clone(), Answer::No);
    assert_eq!(bench.moves(), "D4 E5 C3 E3 G7 G3");
    bench.run("back 4");
    bench.answer(question, Answer::Yes);
    assert_eq!(bench.moves(), "D4 E5 C5");
    assert!(bench.workspace.view().unwrap().tree.is_live);
    bench.run("back");
    assert_eq!(bench.workspace.view().unwrap().tree.variations.len(), 2, "nothing is lost");
}

#[test]
fn b22_a_rematch_keeps_handicap_and_komi() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both handicap=3 komi=0.5; e5");
    let form = bench.workspace.form();
    assert_eq!((form.size.as_str(), form.handicap, form.komi.as_str()), ("9", 3, ""));
    let setup = form.setup().unwrap();
    bench.workspace.begin_setup(setup).unwrap();
    let view = bench.workspace.view().unwrap();
    assert_eq!((view.game.handicap, view.game.komi.to_string().as_str()), (3, "0.5"));
}

#[test]
fn b22_the_form_remembers_the_last_game_between_runs() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 13 28k white handicap=2 komi=5.5 japanese clock=10m");
    let form = bench.workspace.form();
    drop(bench);
    let bench = folder.open();
    assert_eq!(bench.workspace.form().setup(), form.setup());
    assert_eq!(bench.workspace.form().komi, "5.5");
}

#[test]
fn b22_a_record_does_not_change_the_form() {
    let folder = Folder::new();
    let record = folder.write("a.sgf", "(;SZ[19];B[pd])");
    let mut bench = folder.open();
    bench.run("new 9 28k");
    bench.open_file(&record);
    let setup = bench.workspace.form().setup().unwrap();
    assert_eq!(setup.size.width(), 9);
    assert_eq!(setup.seats.white.to_string(), "Tengen 28k");
}

#[test]
fn window_8_finished_and_unfinished_games_are_listed() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both; d4; e5; c3; e3");
    let question = bench.asks("resign");
    bench.answer(question, Answer::Yes);
    assert!(matches!(bench.workspace.view().unwrap().game.phase, Phase::Over(_)));
    bench.run("new 9 both; d4");
    let finished = bench.workspace.finished();
    assert_eq!(finished.len(), 1);
    assert_eq!((finished[0].summary.n_moves, finished[0].summary.result.as_str()), (4, "W+R"));
    bench.run("new 13 both; d4");
    let mut titles = bench.unfinished();
    titles.sort();
    assert_eq!(titles, ["13×13, move 1", "9×9, move 1"]);
}

#[test]
fn window_12_a_kept_hint_does_not_change_the_way_forward() {
    let folder = Folder::new();
    let record = folder.write("a.sgf", "(;SZ[9];B[ee];W[cc];B[gg];W[cg])");
    let mut bench = folder.open();
    bench.open_file(&record);
    bench.run("forward 2");
    bench.workspace.command(Command::Hint).unwrap();
    let best = loop {
        let analysis = bench.workspace.view().unwrap().engine.analysis.clone();
        let candidates = analysis.iter().flat_map(|it| &it.candidates);
        let other = candidates.filter(|it| it.variation.len() > 1).find_map(|it| it.mv.point());
        if let Some(point) = other.filter(|it| it.to_string() != "G3") {
            break point;
        }
        assert!(bench.workspace.view().unwrap().engine.is_analyzing, "no hint was found");
        bench.workspace.wait(std::time::Duration::from_secs(5));
    };
    let done = bench.workspace.click(best, Click::Middle).unwrap();
    assert!(matches!(done, Done::Told(_)));
    assert_eq!(bench.moves(), "E5 C7", "the same position is looked at");
    assert_eq!(bench.workspace.view().unwrap().tree.variations.len(), 2);
    bench.run("forward");
    assert_eq!(bench.moves(), "E5 C7 G3", "forward leads along the game");
}

#[test]
fn window_16_playing_on_from_a_record_asks_who_plays() {
    let folder = Folder::new();
    let text = "(;SZ[9]PB[Ada]PW[Bob];B[ee];W[cc];B[gg];W[cg])";
    let record = folder.write("a.sgf", text);
    let mut bench = folder.open();
    bench.open_file(&record);
    bench.run("number 2");
    let done = bench.workspace.command(Command::PlayOn).unwrap();
    assert!(matches!(done, Done::Show(Screen::PlayOn)), "{done:?}");
    assert!(bench.workspace.view().unwrap().game.is_review, "nothing has begun");
    bench.run("resume 28k white clock=5m");
    let view = bench.workspace.view().unwrap();
    assert!(!view.game.is_review);
    assert_eq!(view.game.seats.black.to_string(), "Tengen 28k");
    assert_eq!(view.game.time.to_string(), "5m");
    assert_eq!(bench.n_moves(), 3, "Black has moved");
    let done = bench.workspace.command(Command::Save).unwrap();
    assert!(matches!(done, Done::Show(Screen::SaveAs)), "the game is not the record");
    assert_eq!(std::fs::read_to_string(record).unwrap(), text);
}

#[test]
fn house_7_a_refused_play_on_changes_nothing() {
    let folder = Folder::new();
    // The black stone has no liberty, so no game can begin there.
    let record = folder.write("a.sgf", "(;SZ[9]AB[aa]AW[ba][ab])");
    let mut bench = folder.open();
    bench.run("new 9 both; d4; e5; c3; e3");
    bench.open_file(&record);
    let form = bench.workspace.play_on_form();
    assert!(bench.workspace.play_on(&form).is_err());
    assert!(bench.workspace.view().unwrap().game.is_review);
    assert_eq!(bench.workspace.path(), Some(record.as_path()));
    assert_eq!(bench.unfinished(), ["9×9, move 4"], "the saved game is where it was");
}

#[test]
fn a_tool_is_for_editing_only() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both; d4");
    let reason = bench.workspace.command(Command::Tool(10)).unwrap_err();
    assert!(matches!(reason, Refusal::NotEditing), "Tab in a game sets up no stones");
    bench.run("e5");
    assert_eq!(bench.moves(), "D4 E5");
}

#[test]
fn moves_of_the_game_in_progress_are_not_deleted() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both; d4; e5");
    assert_eq!(
        bench.refuses("delete"),
        "You cannot delete moves of the game in progress; use undo."
    );
}

#[test]
fn two_people_agree_together() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 5 both; c3; c2; pass; pass");
    assert_eq!(bench.workspace.view().unwrap().game.phase, Phase::Scoring);
    assert!(bench.refuses("e5").contains("There is no stone at E5."));
    bench.run("agree");
    assert!(matches!(bench.workspace.view().unwrap().game.phase, Phase::Over(_)));
    let reason = bench.workspace.play(Move::Pass).unwrap_err();
    assert!(matches!(reason, Refusal::Rejected(Rejected::Over)));
}

#[test]
fn a_clock_does_not_run_behind_other_screens() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both clock=5m; d4");
    bench.workspace.leave_board();
    assert!(bench.workspace.view().unwrap().game.is_paused);
    bench.workspace.continue_last().unwrap();
    let view = bench.workspace.view().unwrap();
    assert!(!view.game.is_paused && view.game.clocks[Color::White].is_running);
}

#[test]
fn window_5_a_button_is_lit_only_while_something_is_shown() {
    let folder = Folder::new();
    let mut bench = folder.open();
    bench.run("new 9 both; d4");
    bench.workspace.command(Command::Hint).unwrap();
    assert!(bench.workspace.shows_hints());
    bench.run("e5");
    assert!(!bench.workspace.shows_hints(), "nothing is known of this position");
    bench.workspace.command(Command::Hint).unwrap();
    assert!(bench.workspace.shows_hints(), "the next press gives a hint");
    bench.workspace.command(Command::Hint).unwrap();
    assert!(!bench.workspace.shows_hints());
    assert!(!bench.workspace.view().unwrap().engine.is_analyzing);
}

#[test]
fn discarding_for_something_impossible_keeps_what_is_open() {
    let folder = Folder::new();
    let record = folder.write("a.sgf", "(;SZ[9];B[ee])");
    let mut bench = folder.open();
    bench.open_file(&record);
    bench.run("comment a remark");
    let question = bench.asks("open missing.sgf");
    assert!(bench.workspace.answer(question, Answer::No).is_err());
    assert_eq!(bench.answers("comment?"), "a remark");
    assert!(bench.workspace.has_unsaved_changes());
}
