//! The program in situations that are always the same.

use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tengen_analysis::{Analysis, Candidate};
use tengen_engine::Level;
use tengen_front::FrontEnd;
use tengen_front::form::level_seat;
use tengen_front::scene::{self, SceneOptions};
use tengen_front::workspace::{self, Done, Workspace, WorkspaceOptions};
use tengen_host::{Dirs, ManualTime, Profile, ProfileFile};
use tengen_record::Record;
use tengen_rules::{ByPoint, Color, Move, Ruleset, Size};
use tengen_session::{Action, Actor, Seat, Setup, Thinking, View, Wanted};
use tengen_tui::{App, Departure, DisplaySettings, Shown, Theme};

/// How long an engine has been thinking.
const THINKING: Duration = Duration::from_millis(2_400);

/// A finished game on a small board, which White has won.
const FINISHED: &str = include_str!("../../../../examples/game.sgf");

/// A game with comments and variations.
const STUDY: &str = "(;SZ[9]KM[7]PB[Ada]PW[Grace]EV[Spring cup]RE[W+R];B[ee]C[The center.\n\
    A good start on a small board.];W[gc](;B[ec];W[cc];B[cd](;W[dc])(;W[bd];B[dc]))\
    (;B[cc];W[eg])(;B[gg]))";

/// The same game as `examples/game.sgf` with its review.
const REVIEWED: &str = include_str!("../../../front/tests/data/reviewed.sgf");

/// What an engine adds to a view, as no engine runs in these tests.
type Addition = fn(&mut Shown);

/// The program with a game, or without one.
pub(crate) struct Scene {
    pub(crate) app: App,
    addition: Option<Addition>,
}

/// A folder for the files of a test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    // It is there only if the test has run before.
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder for tests is writable");
    folder
}

impl Scene {
    /// The start screen of somebody who has nothing saved.
    pub(crate) fn start(theme: Theme) -> Scene {
        Scene::of(theme, None)
    }

    /// The start screen with files of its own.
    pub(crate) fn in_folder(theme: Theme, folder: &std::path::Path) -> Scene {
        Scene::of(theme, Some(Dirs::under(folder)))
    }

    fn of(theme: Theme, dirs: Option<Dirs>) -> Scene {
        let mut options = WorkspaceOptions::new(FrontEnd::Terminal, dirs);
        options.runner.time = Arc::new(ManualTime::new());
        options.runner.seed = 1;
        let (workspace, notices) = Workspace::open(options);
        let display = DisplaySettings { theme, has_coordinates: true, has_bell: true };
        let app = App::new(workspace, display, &notices).with_folder("../../examples".into());
        Scene::new(app)
    }

    /// A program that was set up elsewhere.
    pub(crate) const fn new(app: App) -> Scene {
        Scene { app, addition: None }
    }

    fn with(self, addition: Addition) -> Scene {
        Scene { addition: Some(addition), ..self }
    }

    /// Somebody who has begun two games, the second of which is open.
    pub(crate) fn with_unfinished(theme: Theme) -> Scene {
        let folder = folder(&format!("unfinished-{:?}", std::thread::current().id()));
        let mut scene = Scene::in_folder(theme, &folder);
        scene.type_lines(&["new 9 both", "c3", "d4", "new 13 both clock=5m+3x30s", "e5"]);
        scene
    }

    /// Does what lines ask for, and waits until it is saved.
    pub(crate) fn type_lines(&mut self, lines: &[&str]) {
        for line in lines {
            self.app.workspace_mut().type_line(line).expect("scenes have possible commands");
        }
        let game = self.app.workspace().game().expect("there is a game").clone();
        assert!(game.wait_until_saved(Duration::from_secs(10)));
        self.app.follow(Ok(Done::Show(workspace::Screen::Game)));
    }

    /// The career of somebody who has played for a while.
    pub(crate) fn career(theme: Theme) -> Scene {
        let profile = Profile {
            prestige: 11,
            ticks: 46_321,
            offers: vec![12, 40],
            wins: [3, 2, 0, 1],
            losses: 4,
            forfeits: 1,
            draws: 0,
            captured: 57,
            streak: 2,
            best_streak: 3,
        };
        let mut scene = Scene::with_profile(theme, profile);
        (0..1_800).for_each(|_| scene.app.tick());
        scene
    }

    /// The career of somebody who has just come.
    pub(crate) fn newcomer(theme: Theme) -> Scene {
        Scene::with_profile(theme, Profile::default())
    }

    /// A challenge that has just begun.
    pub(crate) fn challenge(theme: Theme) -> Scene {
        Scene::career(theme).press("enter enter down enter")
    }

    pub(crate) fn with_profile(theme: Theme, profile: Profile) -> Scene {
        let mut scene = Scene::start(theme);
        scene.app.set_profile_file(ProfileFile::in_memory().with_profile(profile.clone()));
        scene.app.show_career(Departure { profile, seed: 7, is_debug: true });
        scene
    }

    /// What a file would have of the career.
    pub(crate) fn profile(&self) -> Profile {
        self.app.profile().cloned().unwrap_or_default()
    }

    pub(crate) fn tick(&mut self) {
        self.app.tick();
    }

    /// A game against the engine, with a capture and a ko.
    pub(crate) fn game(theme: Theme) -> Scene {
        let moves = "C5 E6 D6 E4 D4 F5 G3 G7 C7 D5 E5";
        let mut scene = Scene::with_moves(theme, Size::NINE, moves);
        scene.seat(Color::Black, level_seat(Level::LADDER[3]));
        scene
    }

    /// The engine is at the move.
    pub(crate) fn thinking(theme: Theme) -> Scene {
        Scene::with_moves(theme, Size::NINE, "E5 G3 C3").with(|shown| {
            let game = &mut shown.view.game;
            game.seats.white = level_seat(Level::FULL);
            game.actor = None;
            let since = shown.now;
            shown.view.engine.thinking = Some(Thinking { color: Color::White, since });
            shown.now += THINKING;
            shown.n_playouts = Some(12_345);
        })
    }

    /// A fight in two corners.
    pub(crate) fn large_board(theme: Theme) -> Scene {
        let moves = "R4 D3 Q17 D17 D15 C14 C15 B15 B16 B14 C17 C16 D16 B17 C18 B18 F17 P17 O17 \
            P16 R16 R15 Q16 Q15 P18 O18 N18 O16 N17 S16 R17 L17 L16 K16 L15 S17";
        Scene::with_moves(theme, Size::NINETEEN, moves)
    }

    pub(crate) fn hints(theme: Theme) -> Scene {
        Scene::game(theme).with(|shown| {
            analyze(&mut shown.view, Wanted::Hints);
            let options = SceneOptions { has_candidates: true, ..SceneOptions::default() };
            shown.scene = scene::of_view(&shown.view, options);
        })
    }

    pub(crate) fn estimate(theme: Theme) -> Scene {
        Scene::game(theme).with(|shown| {
            analyze(&mut shown.view, Wanted::Ownership);
            let options = SceneOptions { has_ownership: true, ..SceneOptions::default() };
            shown.scene = scene::of_view(&shown.view, options);
        })
    }

    pub(crate) fn scoring(theme: Theme) -> Scene {
        let record = Record::from_sgf(FINISHED).expect("the example is a game");
        let moves: Vec<String> = record
            .moves(record.main_line().last().expect("a game has a root"))
            .iter()
            .filter(|it| it.mv != Move::Pass)
            .map(|it| it.mv.to_string())
            .collect();
        // White leaves a stone where it is dead.
        let moves = format!("{} pass G8 pass pass", moves.join(" "));
        let mut scene = Scene::with_moves(theme, Size::NINE, &moves);
        scene.seat(Color::White, level_seat(Level::LADDER[3]));
        scene.wait();
        scene
    }

    pub(crate) fn browser(theme: Theme) -> Scene {
        Scene::record(theme, "study.sgf", STUDY).press("home right")
    }

    /// A reviewed record at its first mistake.
    pub(crate) fn reviewed(theme: Theme) -> Scene {
        Scene::record(theme, "reviewed.sgf", REVIEWED).press(")")
    }

    /// A record in a file of this name.
    pub(crate) fn record(theme: Theme, name: &str, sgf: &str) -> Scene {
        let path = folder(&format!("record-{:?}", std::thread::current().id())).join(name);
        fs::write(&path, sgf).expect("it can be written");
        let mut scene = Scene::start(theme);
        let done = scene.app.workspace_mut().open_file(&path);
        scene.app.follow(done);
        scene
    }

    fn with_moves(theme: Theme, size: Size, moves: &str) -> Scene {
        let mut scene = Scene::start(theme);
        let done = scene.app.workspace_mut().begin_setup(Setup::new(size, Ruleset::CHINESE));
        scene.app.follow(done);
        for mv in moves.split_whitespace() {
            let mv = mv.parse().expect("scenes have moves");
            scene.app.workspace_mut().play(mv).expect("scenes have possible moves");
        }
        scene
    }

    fn seat(&mut self, color: Color, seat: Seat) {
        let workspace = self.app.workspace_mut();
        let game = workspace.game().expect("there is a game");
        game.apply(Actor::Owner, Action::ChangeSeat(color, seat)).expect("seats can change");
        workspace.refresh();
    }

    /// Waits until dead stones are found.
    fn wait(&mut self) {
        let workspace = self.app.workspace_mut();
        while workspace.is_busy() {
            workspace.wait(Duration::from_secs(1));
        }
    }

    /// Presses keys, by their names.
    pub(crate) fn press(mut self, keys: &str) -> Scene {
        self.send(keys);
        self
    }

    /// The same without moving the scene.
    pub(crate) fn send(&mut self, keys: &str) {
        for name in keys.split_whitespace() {
            self.app.handle(&Event::Key(key(name)));
        }
    }

    /// Clicks on a point of the board that was drawn last.
    pub(crate) fn click(&mut self, point: tengen_rules::Point) {
        let at = self.app.cell(point).expect("the board was drawn");
        let (column, row) = (at.x, at.y);
        let kind = MouseEventKind::Down(ratatui::crossterm::event::MouseButton::Left);
        let modifiers = KeyModifiers::NONE;
        self.app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
    }

    /// Types a text.
    pub(crate) fn write(mut self, text: &str) -> Scene {
        for letter in text.chars() {
            let key = KeyEvent::new(KeyCode::Char(letter), KeyModifiers::NONE);
            self.app.handle(&Event::Key(key));
        }
        self
    }

    /// Uses the mouse at a cell of the screen.
    pub(crate) fn point(mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> Scene {
        let modifiers = KeyModifiers::NONE;
        self.app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
        self
    }

    /// The view of the game.
    pub(crate) fn view(&self) -> &View {
        self.app.workspace().view().expect("there is a game")
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        let Some(addition) = self.addition else { return self.app.draw(area, buffer) };
        let mut shown = Shown::new(self.app.workspace()).expect("there is a game");
        addition(&mut shown);
        shown.status = tengen_front::words::status(&shown.view, self.app.workspace().keys(), true);
        self.app.draw_shown(Some(shown), area, buffer);
    }
}

/// Something that an engine could say.
fn analyze(view: &mut View, wanted: Wanted) {
    let hint = |mv: &str, win_rate, n_visits, variation: &str| Candidate {
        mv: mv.parse().expect("a move"),
        win_rate,
        lead: Some(1.5),
        prior: Some(0.1),
        lower_bound: None,
        n_visits,
        variation: variation.split_whitespace().map(|it| it.parse().expect("a move")).collect(),
    };
    let mut ownership = ByPoint::new(0.0);
    for point in Size::NINE.points() {
        let share = f32::from(point.column()) / 4.0 - 1.0;
        ownership[point] = -share;
    }
    let analysis = Analysis {
        lead: Some(3.5),
        n_visits: 2_324_571,
        candidates: vec![
            hint("C2", 0.62, 2_318_400, "C2 E2 B6 D8"),
            hint("D8", 0.58, 5_210, "D8 C2 B2"),
            hint("E2", 0.55, 961, "E2 C2 B6 F7 G7"),
        ],
        ownership: Some(Box::new(ownership)),
        ..Analysis::new(view.position.to_play, 0.62)
    };
    view.engine.wanted = Some(wanted);
    view.engine.analysis = Some(Arc::new(analysis));
}

fn key(name: &str) -> KeyEvent {
    if let Some(letter) = name.strip_prefix("ctrl-").and_then(|it| it.chars().next()) {
        return KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL);
    }
    if let Some(letter) = name.strip_prefix("alt-").and_then(|it| it.chars().next()) {
        return KeyEvent::new(KeyCode::Char(letter), KeyModifiers::ALT);
    }
    if let Some(number) = name.strip_prefix('f').and_then(|it| it.parse().ok()) {
        return KeyEvent::new(KeyCode::F(number), KeyModifiers::NONE);
    }
    if name == "shift-down" {
        return KeyEvent::new(KeyCode::Down, KeyModifiers::SHIFT);
    }
    let code = match name {
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "enter" => KeyCode::Enter,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "esc" => KeyCode::Esc,
        "pagedown" => KeyCode::PageDown,
        "pageup" => KeyCode::PageUp,
        "tab" => KeyCode::Tab,
        "backspace" => KeyCode::Backspace,
        letter => KeyCode::Char(letter.chars().next().expect("a key has a name")),
    };
    KeyEvent::new(code, KeyModifiers::NONE)
}
