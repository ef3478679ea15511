//! The scenarios of all front ends, by keys and clicks of the terminal.

use std::path::Path;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Position;
use tengen_front::FrontEnd;
use tengen_front::command::Command;
use tengen_front::key::{Chord, Key};
use tengen_front::question::{Answer, Question};
use tengen_front::scenario::{ALL, Driver, check};
use tengen_front::words;
use tengen_front::workspace::{Click, Screen, Workspace, WorkspaceOptions};
use tengen_rules::Point;
use tengen_tui::{App, DisplaySettings};

use crate::MONO;
use crate::scene::Scene;

/// The terminal program, driven as a person would.
struct Terminal {
    scene: Scene,
}

impl Terminal {
    fn new(options: WorkspaceOptions) -> Terminal {
        let (workspace, notices) = Workspace::open(options);
        let display = DisplaySettings { theme: MONO, has_coordinates: true, has_bell: true };
        Terminal { scene: Scene::new(App::new(workspace, display, &notices)) }
    }

    fn send(&mut self, code: KeyCode, modifiers: KeyModifiers) {
        self.scene.app.handle(&Event::Key(KeyEvent::new(code, modifiers)));
    }

    fn send_chord(&mut self, chord: Chord) {
        let held = chord.modifiers();
        let mut modifiers = KeyModifiers::NONE;
        modifiers.set(KeyModifiers::CONTROL, held.control);
        modifiers.set(KeyModifiers::ALT, held.alt);
        modifiers.set(KeyModifiers::SHIFT, held.shift);
        self.send(code(chord.key()), modifiers);
    }

    fn write(&mut self, text: &str) {
        for letter in text.chars() {
            self.send(KeyCode::Char(letter), KeyModifiers::NONE);
        }
        self.send(KeyCode::Enter, KeyModifiers::NONE);
    }

    /// Leaves whatever is in the way of a line.
    fn clear(&mut self) {
        while !matches!(self.scene.app.screen(), Screen::Game | Screen::Start) {
            self.send(KeyCode::Esc, KeyModifiers::NONE);
        }
    }
}

fn code(key: Key) -> KeyCode {
    match key {
        Key::Char(letter) => KeyCode::Char(letter),
        Key::Left => KeyCode::Left,
        Key::Right => KeyCode::Right,
        Key::Up => KeyCode::Up,
        Key::Down => KeyCode::Down,
        Key::Enter => KeyCode::Enter,
        Key::Space => KeyCode::Char(' '),
        Key::Escape => KeyCode::Esc,
        Key::Tab => KeyCode::Tab,
        Key::Backspace => KeyCode::Backspace,
        Key::Delete => KeyCode::Delete,
        Key::Home => KeyCode::Home,
        Key::End => KeyCode::End,
        Key::PageUp => KeyCode::PageUp,
        Key::PageDown => KeyCode::PageDown,
        Key::Function(number) => KeyCode::F(number),
    }
}

impl Driver for Terminal {
    fn press(&mut self, command: Command) {
        self.clear();
        let chord = self.workspace().keys().chords(command).next();
        match (chord, command) {
            (Some(chord), _) => self.send_chord(chord),
            (None, Command::NextVariation) => self.type_line("variation"),
            // It is the first entry of the start screen.
            (None, Command::Continue) => {
                self.press(Command::Leave);
                self.send(KeyCode::Enter, KeyModifiers::NONE);
            }
            (None, command) => self.type_line(command.name()),
        }
    }

    fn click(&mut self, point: Point, click: Click) {
        self.clear();
        crate::draw(&mut self.scene, (80, 24));
        let Position { x, y } = self.scene.app.cell(point).expect("all of the board is shown");
        let button = match click {
            Click::Main | Click::Visit => MouseButton::Left,
            Click::Other => MouseButton::Right,
            Click::Middle => MouseButton::Middle,
        };
        for kind in [MouseEventKind::Down(button), MouseEventKind::Up(button)] {
            let mouse = MouseEvent { kind, column: x, row: y, modifiers: KeyModifiers::NONE };
            self.scene.app.handle(&Event::Mouse(mouse));
        }
    }

    fn type_line(&mut self, line: &str) {
        self.clear();
        self.send(KeyCode::Char(':'), KeyModifiers::NONE);
        self.write(line);
    }

    fn open_file(&mut self, path: &Path) {
        self.clear();
        self.send(KeyCode::Char('O'), KeyModifiers::SHIFT);
        self.write(&path.display().to_string());
    }

    fn answer(&mut self, answer: Answer) {
        match words::answer_key(answer) {
            "esc" => self.send(KeyCode::Esc, KeyModifiers::NONE),
            key => {
                let letter = key.chars().next().expect("an answer has a key");
                self.send(KeyCode::Char(letter), KeyModifiers::NONE);
            }
        }
    }

    fn workspace(&mut self) -> &mut Workspace {
        self.scene.app.workspace_mut()
    }

    fn question(&self) -> Option<&Question> {
        self.scene.app.question()
    }

    fn screen(&self) -> Option<Screen> {
        match self.scene.app.screen() {
            Screen::Game | Screen::Start => None,
            screen => Some(screen),
        }
    }

    fn is_refused(&self) -> bool {
        self.scene.app.is_refused()
    }
}

#[test]
fn terminal_does_what_all_front_ends_do() {
    for scenario in ALL {
        check(scenario, FrontEnd::Terminal, Terminal::new);
    }
}
