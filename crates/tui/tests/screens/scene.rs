//! The program in situations that are always the same, without engines.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tengen_analysis::{Analysis, Candidate};
use tengen_engine::Level;
use tengen_host::{Profile, level_seat};
use tengen_record::Record;
use tengen_rules::{ByPoint, Color, Move, Ruleset, Size};
use tengen_session::{Action, Effect, Seat, Session, Setup, Ticket};
use tengen_tui::{App, Departure, Keys, Request, Table, Taste, Theme};

const NOW: Duration = Duration::from_millis(83_500);

/// A finished game on a small board, which White has won.
const FINISHED: &str = include_str!("../../../../examples/game.sgf");

/// A game with comments and variations.
const STUDY: &str = "(;SZ[9]KM[7]PB[Ada]PW[Grace];B[ee]C[The center.\nA good start on a small \
    board.];W[gc](;B[ec];W[cc];B[cd](;W[dc])(;W[bd];B[dc]))(;B[cc];W[eg])(;B[gg]))";

/// The program with a game, or without one.
pub(crate) struct Scene {
    app: App,
    session: Option<Session>,
    /// The career, as a file would have it.
    profile: Profile,
    /// What the program has asked for.
    pub(crate) requests: Vec<String>,
}

impl Scene {
    pub(crate) fn start(theme: Theme) -> Scene {
        let saved = "9×9 against Tengen 20k, move 23".to_owned();
        Scene::of(app(theme, Some(saved)), None)
    }

    fn of(app: App, session: Option<Session>) -> Scene {
        Scene { app, session, profile: Profile::default(), requests: Vec::new() }
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
        (0..1_800).for_each(|_| scene.tick());
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
        let mut scene = Scene { profile: profile.clone(), ..Scene::of(app(theme, None), None) };
        let departure = Departure { profile, seed: 7, is_debug: true };
        let requests = scene.app.show_career(departure);
        scene.perform(requests);
        scene
    }

    /// What a file would have of the career.
    pub(crate) const fn profile(&self) -> &Profile {
        &self.profile
    }

    pub(crate) fn tick(&mut self) {
        let requests = self.app.tick();
        self.perform(requests);
    }

    /// Says that something is not possible.
    pub(crate) fn refuse(&mut self, reason: &str) {
        self.app.refuse(reason);
    }

    fn perform(&mut self, requests: Vec<Request>) {
        for request in requests {
            self.requests.push(format!("{request:?}"));
            match request {
                Request::Act(action) => {
                    let Some(session) = &mut self.session else { continue };
                    if let Err(reason) = session.apply(action, NOW) {
                        self.app.refuse(reason.to_string());
                    }
                }
                Request::Record(deed) => {
                    self.profile.apply(deed);
                    self.app.set_profile(self.profile.clone());
                }
                _ => (),
            }
        }
    }

    /// A game against the engine, with a capture and a ko.
    pub(crate) fn game(theme: Theme) -> Scene {
        let moves = "C5 E6 D6 E4 D4 F5 G3 G7 C7 D5 E5";
        let mut scene = Scene::with_moves(theme, Size::NINE, moves);
        scene.apply(Action::ChangeSeat(Color::Black, level_seat(Level::LADDER[3])));
        scene
    }

    /// The engine is at the move.
    pub(crate) fn thinking(theme: Theme) -> Scene {
        let moves = "E5 G3 C3";
        let mut scene = Scene::with_moves(theme, Size::NINE, moves);
        let seat = level_seat(Level::LADDER[6]);
        scene.apply(Action::ChangeSeat(Color::White, seat));
        scene
    }

    /// A fight in two corners.
    pub(crate) fn large_board(theme: Theme) -> Scene {
        let moves = "R4 D3 Q17 D17 D15 C14 C15 B15 B16 B14 C17 C16 D16 B17 C18 B18 F17 P17 O17 \
            P16 R16 R15 Q16 Q15 P18 O18 N18 O16 N17 S16 R17 L17 L16 K16 L15 S17";
        Scene::with_moves(theme, Size::NINETEEN, moves)
    }

    pub(crate) fn hints(theme: Theme) -> Scene {
        let mut scene = Scene::game(theme);
        scene.analyze(Action::Hint);
        scene
    }

    pub(crate) fn estimate(theme: Theme) -> Scene {
        let mut scene = Scene::game(theme);
        scene.analyze(Action::Estimate);
        scene
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
        scene.apply(Action::ToggleDead { point: "G8".parse().expect("a point"), is_forced: true });
        let person = Seat::person("");
        scene.apply(Action::ChangeSeat(Color::Black, person));
        scene.apply(Action::ChangeSeat(Color::White, level_seat(Level::LADDER[3])));
        scene
    }

    pub(crate) fn browser(theme: Theme) -> Scene {
        let record = Record::from_sgf(STUDY).expect("the study is a game");
        let setup = Setup::new(Size::NINE, Ruleset::CHINESE);
        let session = Session::from_record(record, setup);
        let mut app = app(theme, None);
        app.show_record(&session.view(NOW));
        Scene::of(app, Some(session)).press("home right")
    }

    fn with_moves(theme: Theme, size: Size, moves: &str) -> Scene {
        let session = Session::new(Setup::new(size, Ruleset::CHINESE)).expect("an even game");
        let mut app = app(theme, None);
        app.show_game(&session.view(NOW));
        let mut scene = Scene::of(app, Some(session));
        scene.apply(Action::Start);
        for mv in moves.split_whitespace() {
            match mv.parse().expect("scenes have moves") {
                Move::Play(point) => scene.apply(Action::Play(point)),
                Move::Pass => scene.apply(Action::Pass),
            };
        }
        scene
    }

    #[track_caller]
    fn apply(&mut self, action: Action) -> Vec<Effect> {
        let session = self.session.as_mut().expect("there is a game");
        session.apply(action, NOW).expect("scenes have possible actions")
    }

    /// Asks, and answers with something that an engine could say.
    fn analyze(&mut self, action: Action) {
        let effects = self.apply(action);
        let (ticket, to_play) = effects.iter().find_map(question).expect("something was asked");
        let analysis = Box::new(analysis(to_play));
        self.apply(Action::Analyzed { ticket, analysis, is_last: true });
    }

    /// Presses keys, by their names.
    pub(crate) fn press(mut self, keys: &str) -> Scene {
        for name in keys.split_whitespace() {
            let modifiers =
                if name == "ctrl-c" { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
            self.handle(&Event::Key(KeyEvent::new(key(name), modifiers)));
        }
        self
    }

    /// Uses the mouse at a cell of the screen.
    pub(crate) fn point(mut self, kind: MouseEventKind, (column, row): (u16, u16)) -> Scene {
        let modifiers = KeyModifiers::NONE;
        self.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers }));
        self
    }

    fn handle(&mut self, event: &Event) {
        let Scene { app, session, .. } = self;
        let view = session.as_ref().map(|it| it.view(NOW));
        let requests = app.handle(event, table(session.as_ref(), view.as_ref()));
        self.perform(requests);
    }

    pub(crate) fn draw(&mut self, area: Rect, buffer: &mut Buffer) {
        let Scene { app, session, .. } = self;
        let view = session.as_ref().map(|it| it.view(NOW));
        app.draw(table(session.as_ref(), view.as_ref()), area, buffer);
    }
}

fn table<'a>(
    session: Option<&'a Session>,
    view: Option<&'a tengen_session::View>,
) -> Option<Table<'a>> {
    let now = NOW + Duration::from_millis(2_400);
    let n_playouts = Some(12_345);
    Some(Table { view: view?, record: session?.record(), now, n_playouts, is_visit: false })
}

fn app(theme: Theme, saved: Option<String>) -> App {
    let wish = Setup::new(Size::NINE, Ruleset::CHINESE)
        .with_seat(Color::White, level_seat(Level::LADDER[3]));
    let taste = Taste { theme, has_coordinates: true };
    App::new(taste, Keys::default(), saved, wish).with_folder("../../examples".into())
}

fn question(effect: &Effect) -> Option<(Ticket, Color)> {
    match effect {
        Effect::Analyze { ticket, game, .. } => Some((*ticket, game.to_play())),
        _ => None,
    }
}

fn analysis(to_play: Color) -> Analysis {
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
    Analysis {
        lead: Some(3.5),
        n_visits: 24_571,
        candidates: vec![
            hint("C2", 0.62, 18_400, "C2 E2 B6 D8"),
            hint("D8", 0.58, 5_210, "D8 C2 B2"),
            hint("E2", 0.55, 961, "E2 C2 B6 F7 G7"),
        ],
        ownership: Some(Box::new(ownership)),
        ..Analysis::new(to_play, 0.62)
    }
}

fn key(name: &str) -> KeyCode {
    match name {
        "up" => KeyCode::Up,
        "down" => KeyCode::Down,
        "left" => KeyCode::Left,
        "right" => KeyCode::Right,
        "enter" => KeyCode::Enter,
        "home" => KeyCode::Home,
        "end" => KeyCode::End,
        "esc" => KeyCode::Esc,
        "ctrl-c" => KeyCode::Char('c'),
        letter => KeyCode::Char(letter.chars().next().expect("a key has a name")),
    }
}
