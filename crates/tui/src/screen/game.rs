//! The board: playing, scoring, browsing and editing.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;
use tengen_front::command::Command;
use tengen_front::refusal::Refusal;
use tengen_front::words::Context;
use tengen_front::workspace::{Click, Done, Workspace};
use tengen_picture::Stone;
use tengen_rules::{Point, Size};
use tengen_session::View;

use crate::app::Look;
use crate::board::BoardPicture;
use crate::layout::{Layout, Wishes};
use crate::panel;
use crate::scale::{Geometry, ScaledBoard};
use crate::shown::Shown;
use crate::tree;

/// The most rows of the tree below the panel.
const MAX_TREE_ROWS: u16 = 9;

/// The board on the screen.
#[derive(Debug, Default)]
pub(crate) struct GameScreen {
    cursor: Option<Point>,
    /// Whether arrows go through the record instead of over the board.
    pub(crate) is_browsing: bool,
    /// Whether the board is alone on the screen.
    is_zen: bool,
    /// Where the board was drawn last, for the mouse.
    geometry: Option<Geometry>,
}

impl GameScreen {
    /// The board of a game, or of a record to browse.
    pub(crate) fn new(view: &View) -> GameScreen {
        GameScreen {
            cursor: Some(middle(view.position.size)),
            is_browsing: view.game.is_review,
            ..GameScreen::default()
        }
    }

    pub(crate) fn obey(
        &mut self,
        command: Command,
        workspace: &mut Workspace,
    ) -> Result<Done, Refusal> {
        match command {
            Command::Left | Command::Right | Command::Up | Command::Down => {
                return self.go(command, workspace);
            }
            Command::Confirm if self.is_browsing => return workspace.command(Command::Forward),
            Command::Confirm => return self.click(Click::Main, workspace),
            Command::Other => return self.click(Click::Other, workspace),
            Command::VisitStone => return self.click(Click::Visit, workspace),
            Command::KeepHint => return self.click(Click::Middle, workspace),
            Command::Browse if self.is_browsing => return self.leave_record(workspace),
            Command::Browse => self.is_browsing = true,
            Command::Cancel => return self.cancel(workspace),
            Command::Zen => self.is_zen = !self.is_zen,
            Command::Edit | Command::Tool(_) => {
                self.is_browsing = false;
                return workspace.command(command);
            }
            _ => return workspace.command(command),
        }
        Ok(Done::Nothing)
    }

    fn click(&self, click: Click, workspace: &mut Workspace) -> Result<Done, Refusal> {
        match self.cursor {
            Some(point) => workspace.click(point, click),
            None => Ok(Done::Nothing),
        }
    }

    /// Ends browsing: a game is looked at where it is, a record where it was.
    fn leave_record(&mut self, workspace: &mut Workspace) -> Result<Done, Refusal> {
        self.is_browsing = false;
        match workspace.view() {
            Some(view) if !view.game.is_review => workspace.command(Command::Live),
            _ => Ok(Done::Nothing),
        }
    }

    fn cancel(&mut self, workspace: &mut Workspace) -> Result<Done, Refusal> {
        let is_live = workspace.view().is_none_or(|it| it.tree.is_live || it.game.is_review);
        match () {
            () if workspace.stroke_start().is_some() => workspace.release(None),
            () if self.is_browsing || !is_live => self.leave_record(workspace),
            () => workspace.hide_analysis(),
        }
    }

    fn go(&mut self, command: Command, workspace: &mut Workspace) -> Result<Done, Refusal> {
        if self.is_browsing {
            return workspace.command(match command {
                Command::Left => Command::Back,
                Command::Right => Command::Forward,
                Command::Up => Command::PreviousVariation,
                _ => Command::NextVariation,
            });
        }
        let (columns, rows) = match command {
            Command::Left => (-1, 0),
            Command::Right => (1, 0),
            Command::Up => (0, 1),
            _ => (0, -1),
        };
        let Some(view) = workspace.view() else { return Ok(Done::Nothing) };
        // At the edge, the cursor stays.
        let next = self.cursor.and_then(|it| it.offset(columns, rows, view.position.size));
        self.set_cursor(next.or(self.cursor), workspace);
        Ok(Done::Nothing)
    }

    /// Puts the cursor somewhere; there, a hint shows how it would go on.
    fn set_cursor(&mut self, cursor: Option<Point>, workspace: &mut Workspace) {
        self.cursor = cursor;
        workspace.display.hovered = cursor;
    }

    /// Takes what the mouse does; `None` if that is nothing.
    pub(crate) fn point(
        &mut self,
        mouse: MouseEvent,
        workspace: &mut Workspace,
    ) -> Option<Result<Done, Refusal>> {
        let at = Position { x: mouse.column, y: mouse.row };
        let point = self.geometry.and_then(|it| it.point(at));
        let click = match mouse.kind {
            MouseEventKind::ScrollUp => return turn(Command::Back, workspace),
            MouseEventKind::ScrollDown => return turn(Command::Forward, workspace),
            MouseEventKind::Moved if !self.is_browsing && point.is_some() => {
                self.set_cursor(point, workspace);
                return None;
            }
            MouseEventKind::Up(MouseButton::Left) => {
                workspace.stroke_start()?;
                return Some(workspace.release(point));
            }
            MouseEventKind::Down(_) if mouse.modifiers.contains(KeyModifiers::CONTROL) => {
                Click::Visit
            }
            MouseEventKind::Down(MouseButton::Left) => Click::Main,
            MouseEventKind::Down(MouseButton::Right) => Click::Other,
            MouseEventKind::Down(MouseButton::Middle) => Click::Middle,
            _ => return None,
        };
        self.set_cursor(Some(point?), workspace);
        Some(workspace.click(point?, click))
    }

    /// The stone that could be put at the cursor.
    pub(crate) fn ghost(&self, workspace: &Workspace) -> Option<Stone> {
        workspace.ghost(self.cursor.filter(|_| !self.is_browsing)?)
    }

    pub(crate) fn draw(
        &mut self,
        look: Look<'_>,
        mut shown: Shown,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let size = shown.view.position.size;
        if !self.cursor.is_some_and(|it| size.contains(it)) {
            self.cursor = Some(middle(size));
        }
        let has_coordinates = look.display.has_coordinates;
        let layout = Layout::new(area, size, Wishes { has_coordinates, has_panel: !self.is_zen });
        let context = shown.context(self.is_browsing);
        shown.tool = shown.tool.filter(|_| !self.is_browsing);
        let has_cursor = !matches!(context, Context::Browsing | Context::Over);
        shown.scene.cursor = self.cursor.filter(|_| has_cursor);
        // A part of the board is that around the cursor, or else the move.
        let around = if has_cursor { self.cursor } else { shown.scene.last_move.or(self.cursor) };
        let board = ScaledBoard { size, scale: layout.scale, margin: layout.margin };
        let geometry = Geometry::new(board, layout.board, around);
        self.geometry = Some(geometry);
        BoardPicture { scene: &shown.scene, theme: look.theme(), geometry }.draw(buffer);
        let mut last_line = look.prompt_line(layout.footer.width);
        match layout.panel {
            Some(area) => self.draw_panel(look, &shown, area, buffer),
            None => {
                last_line = last_line.or_else(|| Some(panel::short(look, &shown)));
            }
        }
        match last_line {
            Some(line) => line.render(layout.footer, buffer),
            None => panel::draw_keys(look, context, layout.footer, buffer),
        }
    }

    fn draw_panel(&self, look: Look<'_>, shown: &Shown, area: Rect, buffer: &mut Buffer) {
        let has_tree = self.is_browsing || shown.tool.is_some();
        let n_rows = if has_tree { (area.height / 3).min(MAX_TREE_ROWS) } else { 0 };
        let above = Rect { height: area.height - n_rows, ..area };
        let below = Rect { y: above.bottom(), height: n_rows, ..area };
        panel::draw(look, shown, above, buffer);
        tree::draw(look.theme(), &shown.view, below, buffer);
    }
}

/// A turn of the wheel, which stops at the ends without a word.
fn turn(command: Command, workspace: &mut Workspace) -> Option<Result<Done, Refusal>> {
    match workspace.command(command) {
        Err(Refusal::NoStep(_)) => None,
        done => Some(done),
    }
}

fn middle(size: Size) -> Point {
    let found = Point::new(size.width() / 2, size.height() / 2, size);
    found.unwrap_or_else(|| size.points().next().expect("every board has a point"))
}
