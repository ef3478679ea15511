//! Learning to play: the list of lessons, and the lesson that is open.

mod draw;

pub(crate) use draw::{draw_board, largest, n_rows};

use ratatui::crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use tengen_front::command::Command;
use tengen_front::learn::Learning;
use tengen_front::words::Context;
use tengen_lessons::{Expects, Input};
use tengen_rules::Point;

use crate::app::Next;
use crate::scale::Geometry;
use crate::screen::{next, previous};

/// Lessons on the screen.
#[derive(Debug)]
pub(crate) struct LearnScreen {
    learning: Learning,
    cursor: Option<Point>,
    /// The first line of the text that is shown.
    first: u16,
    /// Where the board was drawn last.
    geometry: Option<Geometry>,
    /// Where the list was drawn last, and its first lesson.
    list: (Rect, usize),
}

impl LearnScreen {
    pub(crate) fn new(learning: Learning) -> LearnScreen {
        let list = (Rect::default(), 0);
        LearnScreen { learning, cursor: None, first: 0, geometry: None, list }
    }

    /// Opens the lesson that comes next.
    pub(crate) fn begin(&mut self) {
        self.learning.open_chosen();
        self.reset();
    }

    /// What is on the screen, as far as keys are concerned.
    pub(crate) fn context(&self) -> Context {
        if self.learning.is_open() { Context::Lesson } else { Context::Lessons }
    }

    /// The cell in the middle of a point, as the board was drawn last.
    pub(crate) fn cell(&self, point: Point) -> Option<Position> {
        let geometry = self.geometry?;
        let at = geometry.cell(point)?;
        let (x, y) = geometry.scale.center();
        Some(Position { x: at.x + x, y: at.y + y })
    }

    /// Whether `?` tells why a move was refused.
    fn can_explain(&self) -> bool {
        self.learning.view().is_some_and(|it| it.can_explain)
    }

    /// Takes a key; what it is for elsewhere, if it is none of the lesson's.
    pub(crate) fn press(&mut self, key: KeyEvent, command: Option<Command>) -> Next {
        match (self.learning.expects(), key.code) {
            (None, _) => return command.map_or(Next::Stay, |it| self.obey_in_list(it)),
            (Some(Expects::Number), KeyCode::Char(digit)) if digit.is_ascii_digit() => {
                self.learning.type_digit(digit);
                return Next::Stay;
            }
            (Some(Expects::Number), KeyCode::Backspace) => {
                self.learning.erase_digit();
                return Next::Stay;
            }
            // Points are marked by the other key that confirms.
            (Some(Expects::Marks), KeyCode::Enter) => return self.apply(Input::Next),
            _ => (),
        }
        let is_question_mark = key.code == KeyCode::Char('?');
        match command {
            Some(Command::Help) if is_question_mark && self.can_explain() => self.apply(Input::Why),
            Some(command) => self.obey(command),
            None => Next::Stay,
        }
    }

    fn obey_in_list(&mut self, command: Command) -> Next {
        let n_lessons = self.learning.list().len();
        let chosen = self.learning.chosen();
        match command {
            Command::Up => self.learning.choose(previous(chosen, n_lessons)),
            Command::Down => self.learning.choose(next(chosen, n_lessons)),
            Command::First | Command::PageBack => self.learning.choose(0),
            Command::Last | Command::PageForward => self.learning.choose(n_lessons),
            Command::Confirm | Command::Right => self.begin(),
            Command::Cancel | Command::Leave => return Next::Back,
            Command::Help | Command::Glossary => return Next::Command(command),
            _ => (),
        }
        Next::Stay
    }

    fn obey(&mut self, command: Command) -> Next {
        let (columns, rows) = match command {
            Command::Left => (-1, 0),
            Command::Right => (1, 0),
            Command::Up => (0, 1),
            Command::Down => (0, -1),
            Command::Confirm => return self.confirm(),
            Command::Forward => return self.apply(Input::Next),
            Command::Hint => return self.apply(Input::Hint),
            Command::Undo | Command::Back => return self.apply(Input::Back),
            Command::Pass => return self.apply(Input::Pass),
            Command::PageBack => {
                self.first = self.first.saturating_sub(5);
                return Next::Stay;
            }
            Command::PageForward => {
                self.first = self.first.saturating_add(5);
                return Next::Stay;
            }
            Command::Cancel | Command::Leave => {
                self.learning.close();
                self.reset();
                return Next::Stay;
            }
            Command::Help | Command::Glossary => return Next::Command(command),
            _ => return Next::Stay,
        };
        if let (Some(view), Some(cursor)) = (self.learning.view(), self.cursor) {
            // At the edge, the cursor stays.
            self.cursor = cursor.offset(columns, rows, view.board.size()).or(self.cursor);
        }
        Next::Stay
    }

    fn confirm(&mut self) -> Next {
        match (self.learning.expects(), self.cursor) {
            (Some(Expects::Number | Expects::Next | Expects::Lesson), _) | (_, None) => {
                self.learning.proceed();
            }
            (_, Some(point)) => self.learning.click(point),
        }
        self.after_input()
    }

    fn apply(&mut self, input: Input) -> Next {
        self.learning.apply(input);
        self.after_input()
    }

    fn after_input(&mut self) -> Next {
        self.first = 0;
        Next::Stay
    }

    fn reset(&mut self) {
        self.cursor = None;
        self.first = 0;
    }

    /// Takes what the mouse does.
    pub(crate) fn point(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        let point = self.geometry.and_then(|it| it.point(at));
        match mouse.kind {
            MouseEventKind::ScrollUp => self.first = self.first.saturating_sub(1),
            MouseEventKind::ScrollDown => self.first = self.first.saturating_add(1),
            MouseEventKind::Moved if point.is_some() => self.cursor = point,
            MouseEventKind::Down(MouseButton::Left) if self.learning.is_open() => {
                if let Some(point) = point {
                    self.cursor = Some(point);
                    self.learning.click(point);
                    self.first = 0;
                }
            }
            MouseEventKind::Down(MouseButton::Left) => {
                let (area, first) = self.list;
                if area.contains(at) {
                    let idx = first + usize::from(at.y - area.y) / 2;
                    self.learning.choose(idx);
                    self.begin();
                }
            }
            _ => (),
        }
    }
}
