//! The mouse and the cursor on the board.

use iced::Task;
use tengen_front::tool::Tool;
use tengen_front::workspace::Click;
use tengen_picture::Link;
use tengen_rules::Point;
use tengen_session::Step;

use crate::app::{App, NoticeLine};
use crate::board::{Held, Input, Spot};
use crate::menu::{MenuSubject, OpenMenu};
use crate::message::Message;

impl App {
    pub(super) fn point(&mut self, input: Input) -> Task<Message> {
        if self.dialog.is_some() {
            return Task::none();
        }
        match input {
            Input::Hover(point) => self.hover(point),
            Input::Press(point, held) => {
                self.display.cursor = None;
                self.display.is_writing = false;
                return self.click(
                    point,
                    match held {
                        Held::Modifier => Click::Visit,
                        Held::Nothing => Click::Main,
                    },
                );
            }
            Input::Release(point) if self.workspace.stroke_start().is_some() => {
                let done = self.workspace.release(point);
                return self.take(done);
            }
            Input::Release(_) => (),
            Input::Other(point, spot) if self.has_board_menu() => {
                self.open_board_menu(Some(point), spot);
            }
            Input::Other(point, _) => return self.click(point, Click::Other),
            Input::Beside(spot) => self.open_board_menu(None, spot),
            Input::Middle(point) => return self.click(point, Click::Middle),
            Input::Scroll(steps) => return self.scroll(steps),
        }
        Task::none()
    }

    fn open_board_menu(&mut self, point: Option<Point>, spot: Spot) {
        let place = iced::Point::new(spot.x as f32, spot.y as f32);
        self.menu = Some(OpenMenu::At(place, MenuSubject::Board(point)));
    }

    /// The wheel goes through the moves, and says nothing at their ends.
    fn scroll(&mut self, steps: i32) -> Task<Message> {
        if self.workspace.practice().is_some() {
            // An exercise is left on purpose only.
            return Task::none();
        }
        let n_moves = steps.unsigned_abs() as usize;
        let step = if steps > 0 { Step::Forward(n_moves) } else { Step::Back(n_moves) };
        match self.workspace.go(step) {
            Err(_) => Task::none(),
            done => self.take(done),
        }
    }

    fn hover(&mut self, point: Option<Point>) {
        self.display.hovered = point;
        self.workspace.display.hovered = point;
        if self.workspace.display.has_candidates || self.workspace.review().is_some() {
            self.compose();
        } else {
            self.follow_pointer();
        }
    }

    /// Shows what a click would do.
    pub(crate) fn follow_pointer(&mut self) {
        let point = self.display.hovered.or(self.display.cursor);
        let has_continuation = !self.scene.continuation.is_empty();
        let ghost = point.and_then(|it| self.workspace.ghost(it));
        self.scene.ghost = ghost.filter(|_| !has_continuation);
        self.scene.cursor = self.display.cursor;
        self.scene.draft = self.draft(point);
    }

    /// The line that would be drawn if it ended at a point.
    fn draft(&self, point: Option<Point>) -> Option<Link> {
        let Tool::Stroke(stroke) = self.workspace.tool() else { return None };
        let (from, to) = (self.workspace.stroke_start()?, point?);
        (from != to).then_some(Link { from, to, stroke })
    }

    pub(super) fn click(&mut self, point: Point, click: Click) -> Task<Message> {
        self.notice = None;
        let is_proving = std::mem::take(&mut self.display.is_proving);
        let done = match click {
            Click::Main if is_proving => self.workspace.prove(point),
            _ => self.workspace.click(point, click),
        };
        self.take(done)
    }

    /// Has the group at the cursor or the mouse played out, or the next one
    /// that is clicked.
    pub(super) fn prove(&mut self) -> Task<Message> {
        let point = self.display.cursor.or(self.display.hovered);
        let is_stone = |point: &Point| self.scene.stone(*point).is_some();
        if let Some(point) = point.filter(is_stone) {
            let done = self.workspace.prove(point);
            return self.take(done);
        }
        self.display.is_proving = true;
        let text = "Click the group that is to be played out.".to_owned();
        self.notice = Some(NoticeLine { text, is_problem: false });
        Task::none()
    }

    /// Clicks with a key; without a cursor, it appears.
    pub(super) fn click_cursor(&mut self, point: Option<Point>, click: Click) -> Task<Message> {
        let Some(point) = point else {
            self.move_cursor(0, 0);
            return Task::none();
        };
        self.click(point, click)
    }

    /// Moves the cursor, which appears at the last move or in the middle.
    pub(super) fn move_cursor(&mut self, columns: i8, rows: i8) {
        let Some(view) = self.view_of_game() else { return };
        let size = view.position.size;
        let middle = Point::new(size.width() / 2, size.height() / 2, size);
        let last = view.position.last_move.and_then(|(_, mv)| mv.point());
        let next = match self.display.cursor {
            Some(point) => point.offset(columns, rows, size).or(Some(point)),
            None => last.or(middle),
        };
        self.display.cursor = next;
        self.display.hovered = None;
        self.workspace.display.hovered = next;
        self.compose();
    }

    /// Shows another game of the file.
    pub(super) fn show_game_of_file(&mut self, idx: usize) -> Task<Message> {
        self.dialog = None;
        let done = self.workspace.show_game(idx);
        self.take(done)
    }
}
