//! The scenarios that every front end runs, with the messages of the window.

use std::path::Path;

use tengen_front::question::Answer;
use tengen_front::scenario::{ALL, Driver, check};
use tengen_front::workspace::{Click, Screen, Workspace};

use super::*;

/// A window, with the page or dialog that the last step has opened.
struct Driven {
    window: Window,
    screen: Option<Screen>,
}

impl Driven {
    fn new(options: WorkspaceOptions) -> Driven {
        Driven { window: Window { app: App::with_options(options).0 }, screen: None }
    }

    fn send(&mut self, message: Message) {
        let before = self.window.app.page;
        let list_before = self.window.app.display.is_list_hidden;
        self.window.send(message);
        let app = &self.window.app;
        self.screen = match &app.dialog {
            Some(Dialog::PlayOn) => Some(Screen::PlayOn),
            Some(Dialog::Games(..)) => Some(Screen::Games),
            Some(Dialog::Report) => Some(Screen::Report),
            // The list is beside the board.
            _ if app.display.is_list_hidden != list_before => Some(Screen::KeyMoves),
            Some(Dialog::Info(_)) => Some(Screen::Info),
            Some(Dialog::Find(text)) => Some(Screen::Find(text.clone())),
            Some(Dialog::Path(Purpose::Save, _)) => Some(Screen::SaveAs),
            Some(Dialog::Label(point, text)) => Some(Screen::Label(*point, text.clone())),
            _ if app.page == Page::Start && before != Page::Start => Some(Screen::Start),
            _ => None,
        };
    }
}

impl Driver for Driven {
    fn press(&mut self, command: Command) {
        // People see that the report is open.
        if matches!(self.window.app.dialog, Some(Dialog::Report)) {
            self.window.answer(DialogInput::Close);
        }
        self.send(Message::Do(command));
    }

    fn click(&mut self, point: Point, click: Click) {
        // People see how the game has ended, and look at the board again.
        if matches!(self.window.app.dialog, Some(Dialog::GameOver)) {
            self.window.answer(DialogInput::Close);
        }
        let input = match click {
            Click::Main => Input::Press(point, Held::Nothing),
            Click::Visit => Input::Press(point, Held::Modifier),
            Click::Other => Input::Other(point, Spot::default()),
            Click::Middle => Input::Middle(point),
        };
        self.send(Message::Board(BoardInput(input)));
        self.send(Message::Board(BoardInput(Input::Release(Some(point)))));
    }

    fn type_line(&mut self, line: &str) {
        self.send(Message::Dialog(DialogInput::Close));
        self.send(Message::Do(Command::Prompt));
        self.send(Message::Dialog(DialogInput::Type(line.to_owned())));
        self.send(Message::Dialog(DialogInput::Confirm));
    }

    fn open_file(&mut self, path: &Path) {
        self.send(Message::OpenFile(path.to_owned()));
        // The list of games, which opens by itself, is closed.
        if matches!(self.window.app.dialog, Some(Dialog::Games(..))) {
            self.send(Message::Dialog(DialogInput::Close));
        }
    }

    fn answer(&mut self, answer: Answer) {
        self.send(Message::Dialog(DialogInput::Answer(answer)));
    }

    fn workspace(&mut self) -> &mut Workspace {
        &mut self.window.app.workspace
    }

    fn question(&self) -> Option<&Question> {
        self.window.question()
    }

    fn screen(&self) -> Option<Screen> {
        self.screen.clone()
    }

    fn is_refused(&self) -> bool {
        self.window.app.notice.as_ref().is_some_and(|it| it.is_problem)
    }

    fn settle(&mut self) {
        self.window.send(Message::News);
        self.window.wait(|app| !app.workspace.is_busy());
    }
}

#[test]
fn the_window_does_what_every_front_end_does() {
    for scenario in ALL {
        check(scenario, FrontEnd::Window, Driven::new);
    }
}
