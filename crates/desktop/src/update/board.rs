//! What the mouse and the cursor do on the board.

use iced::Task;
use tengen_record::Stroke;
use tengen_rules::{Move, Point};
use tengen_session::{Action, Phase, Step};

use crate::app::App;
use crate::board::{Held, Input};
use crate::edit::Tool;
use crate::message::Message;

impl App {
    pub(super) fn point(&mut self, input: Input) -> Task<Message> {
        if self.dialog.is_some() {
            return Task::none();
        }
        match input {
            Input::Hover(point) => self.hover(point),
            Input::Press(point, held) => {
                self.notice = None;
                self.display.cursor = None;
                self.display.is_writing = false;
                return match held {
                    Held::Modifier => self.visit_stone(point),
                    Held::Nothing => self.click(point),
                };
            }
            Input::Release(point) => self.release(point),
            Input::Other(point) => {
                self.notice = None;
                self.click_other(point);
            }
            Input::Middle(point) => self.keep_continuation(point),
            Input::Scroll(steps) if steps > 0 => {
                self.go(Step::Forward(steps.unsigned_abs() as usize));
            }
            Input::Scroll(steps) => self.go(Step::Back(steps.unsigned_abs() as usize)),
        }
        Task::none()
    }

    fn hover(&mut self, point: Option<Point>) {
        self.display.hovered = point;
        if self.display.has_candidates {
            self.compose();
        } else {
            self.follow_pointer();
        }
    }

    /// Shows what a click would do.
    pub(crate) fn follow_pointer(&mut self) {
        self.scene.ghost = self.ghost();
        self.scene.cursor = self.display.cursor;
        self.scene.draft = self.draft();
    }

    /// The stone that a click would put down, if it may.
    fn ghost(&self) -> Option<(Point, tengen_rules::Color)> {
        let point = self.display.hovered.or(self.display.cursor)?;
        let view = self.view_of_game()?;
        if !self.scene.continuation.is_empty() {
            return None;
        }
        if self.display.is_editing {
            return match self.display.tool {
                Tool::Play => self.is_legal(point).then_some((point, view.to_play)),
                Tool::Stone(color) if view.stone(point).is_none() => Some((point, color)),
                _ => None,
            };
        }
        self.is_legal(point).then_some((point, view.to_play))
    }

    /// The line that would be drawn if the button were released.
    fn draft(&self) -> Option<(Point, Point, bool)> {
        let Tool::Stroke(stroke) = self.display.tool else { return None };
        let (from, to) = (self.display.pressed?, self.display.hovered.or(self.display.cursor)?);
        (self.display.is_editing && from != to).then_some((from, to, stroke == Stroke::Arrow))
    }

    /// Does what a click on a point means.
    pub(crate) fn click(&mut self, point: Point) -> Task<Message> {
        let Some(view) = self.view_of_game() else { return Task::none() };
        let is_scoring = view.is_live() && matches!(view.phase, Phase::Scoring(_));
        if is_scoring {
            self.act(Action::ToggleDead { point, is_forced: false });
        } else if self.display.is_editing && self.display.tool != Tool::Play {
            return self.use_tool(point);
        } else {
            self.act(Action::Play(point));
        }
        Task::none()
    }

    /// The right button: in scoring, a group is dead by force.
    pub(super) fn click_other(&mut self, point: Point) {
        let Some(view) = self.view_of_game() else { return };
        let is_scoring = view.is_live() && matches!(view.phase, Phase::Scoring(_));
        if is_scoring {
            self.act(Action::ToggleDead { point, is_forced: true });
        } else if self.display.is_editing {
            self.use_other_tool(point);
        }
    }

    /// Goes to the move that put a stone on a point.
    pub(super) fn visit_stone(&mut self, point: Point) -> Task<Message> {
        let Some(view) = self.view_of_game() else { return Task::none() };
        let latest = view.moves.iter().rposition(|(_, mv)| *mv == Move::Play(point));
        match latest.filter(|_| view.board.stone(point).is_some()) {
            Some(idx) => {
                let n_back = view.moves.len() - 1 - idx;
                self.go(Step::Back(n_back));
            }
            None => return self.click(point),
        }
        Task::none()
    }

    /// Moves the cursor, which appears at the last move or in the middle.
    pub(super) fn move_cursor(&mut self, columns: i8, rows: i8) {
        let Some(view) = self.view_of_game() else { return };
        let size = view.board.size();
        let middle = Point::new(size.width() / 2, size.height() / 2, size);
        let last = view.last_move.and_then(|(_, mv)| mv.point());
        let next = match self.display.cursor {
            Some(point) => point.offset(columns, rows, size).or(Some(point)),
            None => last.or(middle),
        };
        self.display.cursor = next;
        self.display.hovered = None;
        self.compose();
    }

    /// Goes to another position of the record.
    pub(crate) fn go(&mut self, step: Step) {
        self.act(Action::Go(step));
    }
}
