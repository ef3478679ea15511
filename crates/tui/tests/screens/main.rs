//! Golden screens: what the terminal shows, as text for several sizes and as
//! pictures.
//!
//! With `BLESS=1` in the environment, the files in `data`, and the pictures in
//! `docs`, become what is drawn: look at the difference before it is kept.

mod career;
mod learn;
mod library;
mod mouse;
mod reading;
mod scenario;
mod scene;
mod svg;

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEventKind};
use ratatui::style::Color;
use tengen_rules::{Color as Stone, Move};
use tengen_tui::{Depth, Theme};

use scene::Scene;

const SIZES: [(u16, u16); 3] = [(80, 24), (120, 40), (40, 20)];

const MONO: Theme =
    Theme { depth: Depth::None, is_light: false, is_color_blind: false, is_ascii: false };

#[track_caller]
fn check(name: &str, scene: fn(Theme) -> Scene) {
    for (width, height) in SIZES {
        check_size(name, &mut scene(MONO), (width, height));
    }
}

#[track_caller]
fn check_size(name: &str, scene: &mut Scene, (width, height): (u16, u16)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let path = folder.join(format!("{name}-{width}x{height}.txt"));
    check_file(&path, &text(&draw(scene, (width, height))));
}

#[track_caller]
fn check_file(path: &Path, found: &str) {
    if env::var_os("BLESS").is_some() {
        fs::write(path, found).expect("the folder is there");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    // Some systems end lines otherwise.
    assert!(expected.replace("\r\n", "\n") == found, "{} differs:\n{found}", path.display());
}

fn draw(scene: &mut Scene, (width, height): (u16, u16)) -> Buffer {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("it is no real one");
    let drawn = terminal.draw(|frame| scene.draw(frame.area(), frame.buffer_mut()));
    drawn.expect("it is no real one").buffer.clone()
}

/// The characters of the screen, without spaces at the ends of lines.
fn text(buffer: &Buffer) -> String {
    let width = usize::from(buffer.area.width);
    let rows = buffer.content.chunks(width);
    let line = |row: &[ratatui::buffer::Cell]| {
        let text: String = row.iter().map(ratatui::buffer::Cell::symbol).collect();
        text.trim_end().to_owned() + "\n"
    };
    rows.map(line).collect()
}

#[test]
fn start() {
    check("start", Scene::start);
}

#[test]
fn new_game() {
    check("new-game", |theme| Scene::start(theme).press("enter down right"));
}

#[test]
fn settings() {
    check("settings", |theme| Scene::start(theme).press("down down down down down enter down"));
}

#[test]
fn files() {
    check("files", |theme| Scene::start(theme).press("down down down down enter"));
}

#[test]
fn help() {
    check("help", |theme| Scene::game(theme).press("?"));
}

#[test]
fn game() {
    check("game", Scene::game);
}

#[test]
fn thinking() {
    check("thinking", Scene::thinking);
}

#[test]
fn large_board() {
    check("large-board", Scene::large_board);
}

#[test]
fn hints() {
    check("hints", Scene::hints);
}

#[test]
fn estimate() {
    check("estimate", Scene::estimate);
}

#[test]
fn numbers() {
    check("numbers", |theme| Scene::game(theme).press("m"));
}

#[test]
fn refused_move() {
    check("refused", |theme| Scene::game(theme).press("enter"));
}

#[test]
fn prompt() {
    check("prompt", |theme| Scene::game(theme).press(": d 4"));
}

#[test]
fn answer() {
    check("answer", |theme| Scene::game(theme).press(": b o a r d enter"));
}

#[test]
fn scoring() {
    check("scoring", Scene::scoring);
}

#[test]
fn result() {
    check("result", |theme| Scene::scoring(theme).press("a"));
}

#[test]
fn browser() {
    check("browser", Scene::browser);
}

#[test]
fn editor() {
    check("editor", |theme| Scene::browser(theme).press("esc 4 enter"));
}

#[test]
fn game_info() {
    check("info", |theme| Scene::browser(theme).press("I down"));
}

#[test]
fn games_of_a_file() {
    const GAMES: &str = "(;SZ[9]PB[Ada]PW[Grace]RE[B+2.5]DT[2026-03-01];B[ee];W[gc])\n\
        (;SZ[19]PB[Edith]BR[5k]PW[Alan]WR[3k]EV[Club evening];B[pd])";
    check("games", |theme| Scene::record(theme, "games.sgf", GAMES).press("G down"));
    check("second-game", |theme| Scene::record(theme, "games.sgf", GAMES).press("N"));
}

#[test]
fn damaged_file() {
    const DAMAGED: &str = "(;SZ[9];B[ee];W[ee];B[zz]";
    check("damaged", |theme| Scene::record(theme, "damaged.sgf", DAMAGED));
}

#[test]
fn play_on_from_a_record() {
    check("play-on", |theme| Scene::browser(theme).press("g"));
}

#[test]
fn question_before_the_game_is_changed() {
    check("question", |theme| Scene::game(theme).press("[ [ g"));
}

#[test]
fn typed_help() {
    check("typed-help", |theme| Scene::game(theme).press(": h e l p enter"));
}

#[test]
fn unfinished_games() {
    check("continue", |theme| Scene::with_unfinished(theme).press("q"));
    check("unfinished", |theme| Scene::with_unfinished(theme).press("q down enter down"));
}

#[test]
fn game_of_another_program_is_named_and_left_alone() {
    let folder = scene::folder("two-programs");
    let mut first = Scene::in_folder(MONO, &folder);
    let lines = ["new 9 both", "c3", "d4"];
    first.type_lines(&lines);
    let mut second = Scene::in_folder(MONO, &folder).press("enter");
    let drawn = text(&draw(&mut second, (80, 24)));
    assert!(drawn.contains("open in another program"), "{drawn}");
    let mut second = second.press("enter");
    let drawn = text(&draw(&mut second, (80, 24)));
    assert!(drawn.contains("is open in another program."), "{drawn}");
    // It begins a game of its own, and both are in the list of either.
    second.type_lines(&["new 13 both", "e5"]);
    first.type_lines(&["e5"]);
    for scene in [&mut first, &mut second] {
        scene.send("C");
        let drawn = text(&draw(scene, (80, 24)));
        assert!(drawn.contains("9×9, move 3") && drawn.contains("13×13, move 1"), "{drawn}");
    }
}

#[test]
fn record_leaves_the_game_in_the_list() {
    let mut scene = Scene::with_unfinished(MONO);
    let path = scene::folder("record-beside-game").join("study.sgf");
    fs::write(&path, "(;SZ[9];B[ee])").expect("it can be written");
    let done = scene.app.workspace_mut().open_file(&path);
    scene.app.follow(done);
    check_message(&scene, "Your last game is saved.");
    // A click on the record edits it, and the game is as it was.
    draw(&mut scene, (80, 24));
    let click = MouseEventKind::Down(MouseButton::Left);
    let scene = scene.point(click, (7, 2)).press("C enter");
    let mut scene = scene;
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert!(drawn.contains("There are unsaved changes."), "{drawn}");
    let scene = scene.press("n");
    assert_eq!(scene.view().position.size.width(), 13);
    assert!(!scene.view().game.is_paused);
}

#[test]
fn review() {
    check("review", Scene::reviewed);
    check("review-hidden", |theme| Scene::reviewed(theme).press("H right left"));
    check_size("review", &mut Scene::reviewed(MONO), (20, 12));
    let ascii = Theme { is_ascii: true, ..MONO };
    check_size("ascii-review", &mut Scene::reviewed(ascii), (80, 24));
    check_size("ascii-review", &mut Scene::reviewed(ascii), (120, 40));
}

#[test]
fn report_of_a_review() {
    check("report", |theme| Scene::reviewed(theme).press("f"));
    check("report-chances", |theme| Scene::reviewed(theme).press("f right"));
    check_size("report", &mut Scene::reviewed(MONO).press("f down down"), (20, 12));
    let ascii = Theme { is_ascii: true, ..MONO };
    check_size("ascii-report", &mut Scene::reviewed(ascii).press("f"), (80, 24));
}

#[test]
fn key_moves_of_a_review() {
    check("key-moves", |theme| Scene::reviewed(theme).press("W down"));
}

#[test]
fn practice() {
    check("practice", |theme| Scene::reviewed(theme).press("d"));
    check_size("practice", &mut Scene::reviewed(MONO).press("d"), (20, 12));
    check_size("practice-wrong", &mut Scene::reviewed(MONO).press("d : j 4 enter"), (20, 12));
    check("practice-answer", |theme| Scene::reviewed(theme).press("d H"));
    check("practice-guess", |theme| Scene::reviewed(theme).press("< D : e 5 enter"));
}

#[test]
fn small_terminals_are_told_what_is_needed() {
    check_size("small", &mut Scene::game(MONO), (19, 12));
    check_size("least", &mut Scene::game(MONO), (20, 12));
}

#[test]
fn ascii_is_enough() {
    let theme = Theme { is_ascii: true, ..MONO };
    check_size("ascii", &mut Scene::game(theme), (80, 24));
    check_size("ascii-browser", &mut Scene::browser(theme), (80, 24));
    for scene in [Scene::start, Scene::game, Scene::browser, Scene::scoring, Scene::thinking] {
        let drawn = text(&draw(&mut scene(theme), (120, 40)));
        let odd: Vec<char> = drawn.chars().filter(|it| !it.is_ascii()).collect();
        assert!(odd.is_empty(), "{odd:?} in {drawn}");
    }
}

#[track_caller]
fn check_message(scene: &Scene, expected: &str) {
    let found = scene.app.message().unwrap_or("nothing");
    assert!(found.starts_with(expected), "{found}");
}

#[test]
fn mouse_puts_stones_and_steps() {
    let mut scene = Scene::game(MONO);
    draw(&mut scene, (80, 24));
    // The board has A9 in the third row, and four columns for each point.
    let click = MouseEventKind::Down(MouseButton::Left);
    let scene = scene.point(MouseEventKind::ScrollUp, (7, 2));
    assert_eq!(scene.view().position.move_number, 10);
    let scene = scene.point(MouseEventKind::ScrollDown, (70, 2));
    assert!(scene.view().tree.is_live);
    let scene = scene.point(MouseEventKind::Moved, (7, 2)).point(click, (7, 2));
    let last = scene.view().position.moves[11];
    assert_eq!(last, (Stone::White, Move::Play("A9".parse().expect("a point"))));
}

#[test]
fn clicks_on_the_graph_lead_to_moves() {
    let mut scene = Scene::reviewed(MONO);
    draw(&mut scene, (120, 40));
    let click = MouseEventKind::Down(MouseButton::Left);
    // The sign of a mistake is in the row below the columns.
    let mut scene = scene.point(click, (109, 31));
    assert_eq!(scene.view().position.move_number, 20);
    draw(&mut scene, (120, 40));
    let scene = scene.point(click, (89, 29));
    assert_eq!(scene.view().position.move_number, 0);
}

#[test]
fn click_while_looking_back_asks_first() {
    let mut scene = Scene::game(MONO);
    draw(&mut scene, (80, 24));
    let click = MouseEventKind::Down(MouseButton::Left);
    let wheel = MouseEventKind::ScrollUp;
    let mut scene = scene.point(wheel, (7, 2)).point(wheel, (7, 2)).point(click, (7, 2));
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert!(drawn.contains("Play on from move 9?"), "{drawn}");
    assert!(!scene.view().tree.is_live);
    // Another click asks again, and no answer leaves the game as it was.
    let scene = scene.point(click, (7, 2)).press("n");
    assert_eq!((scene.view().position.move_number, scene.view().tree.is_live), (11, true));
    // Only a clear yes goes on from there.
    let scene = scene.press("[ [ g y");
    assert_eq!((scene.view().position.move_number, scene.view().tree.is_live), (9, true));
}

#[test]
fn resigning_takes_two_presses() {
    let scene = Scene::game(MONO).press("R h R");
    assert!(scene.app.workspace().is_running());
    assert!(!scene.press("R").app.workspace().is_running());
}

#[test]
fn control_c_ends_the_program_anywhere() {
    assert!(Scene::start(MONO).press("ctrl-c").app.has_quit());
    assert!(Scene::game(MONO).press(": ctrl-c").app.has_quit());
    assert!(Scene::game(MONO).press("? ctrl-c").app.has_quit());
}

#[test]
fn unsaved_changes_are_asked_about_once() {
    let scene = Scene::browser(MONO).press("esc up enter ctrl-c");
    assert!(!scene.app.has_quit());
    assert!(scene.press("ctrl-c").app.has_quit());
    assert!(Scene::browser(MONO).press("esc up enter ctrl-c n").app.has_quit());
}

#[test]
fn game_begins_with_two_presses() {
    let scene = Scene::start(MONO).press("enter enter");
    assert!(scene.app.workspace().is_running());
}

#[test]
fn refused_moves_are_explained() {
    check_message(&Scene::game(MONO).press("enter"), "");
    check_message(&Scene::game(MONO).press(": d a n c e enter"), "Unknown command \"dance\".");
}

#[test]
fn rematch_keeps_handicap_and_komi() {
    let mut scene = Scene::game(MONO).press(":").write("new 9 both handicap=3 komi=2.5");
    scene = scene.press("enter n");
    let form = scene.app.workspace().form();
    assert_eq!((form.handicap, form.komi.as_str()), (3, "2.5"));
    let drawn = text(&draw(&mut scene, (80, 24)));
    assert!(drawn.contains("3 stones"), "{drawn}");
}

#[test]
fn only_colors_of_the_terminal_are_used() {
    for depth in [Depth::None, Depth::Sixteen, Depth::Palette, Depth::True] {
        let theme = Theme { depth, ..MONO };
        for scene in [Scene::start, Scene::hints, Scene::estimate, Scene::scoring] {
            let buffer = draw(&mut scene(theme), (80, 24));
            let colors = buffer.content.iter().flat_map(|it| [it.fg, it.bg]);
            let odd: Vec<Color> = colors.filter(|it| !is_shown(*it, depth)).collect();
            assert!(odd.is_empty(), "{odd:?} with {depth:?}");
        }
    }
}

/// Whether a terminal of so many colors has this one.
fn is_shown(color: Color, depth: Depth) -> bool {
    match color {
        Color::Reset => true,
        Color::Rgb(..) => depth == Depth::True,
        Color::Indexed(_) => depth == Depth::Palette,
        _ => depth != Depth::None,
    }
}

#[test]
fn every_size_is_drawn() {
    let (mut game, mut browser) = (Scene::game(MONO), Scene::browser(MONO));
    for width in (1..100).step_by(7) {
        for height in (1..45).step_by(3) {
            draw(&mut game, (width, height));
            draw(&mut browser, (width, height));
        }
    }
}

#[test]
fn pictures_of_the_manual() {
    let theme = Theme { depth: Depth::True, ..MONO };
    let docs = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs");
    let check = |name: &str, mut scene: Scene, size| {
        let path: PathBuf = docs.join(format!("terminal-{name}.svg"));
        check_file(&path, &svg::picture(&draw(&mut scene, size)));
    };
    check("game", Scene::game(theme), (80, 22));
    check("hints", Scene::hints(theme), (80, 22));
    check("scoring", Scene::scoring(theme), (80, 22));
    check("browser", Scene::browser(theme), (80, 22));
    check("estimate", Scene::estimate(theme), (80, 22));
    check("review", Scene::reviewed(theme), (80, 24));
    check("start", Scene::start(theme), (80, 24));
    check("career", Scene::career(theme), (80, 20));
    check("lesson", learn::lesson(theme, 1), (80, 22));
    check("library", library::listed(theme), (80, 24));
    let path = docs.join("challenge.svg");
    check_file(&path, &svg::picture(&career::challenge_on_wood((80, 21))));
}
