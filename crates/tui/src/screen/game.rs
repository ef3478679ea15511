//! The board: playing, scoring, browsing and editing.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::widgets::Widget;
use tengen_front::command::Command;
use tengen_front::refusal::Refusal;
use tengen_front::review::Graph;
use tengen_front::words::Context;
use tengen_front::workspace::{Click, Done, Workspace};
use tengen_picture::Stone;
use tengen_record::NodeId;
use tengen_rules::{Point, Size};
use tengen_session::{Step, View};

use crate::app::Look;
use crate::board::BoardPicture;
use crate::graph;
use crate::layout::{Layout, Wishes};
use crate::panel;
use crate::scale::{Geometry, ScaledBoard};
use crate::shown::Shown;
use crate::tree;

/// The most rows of the tree below the panel, more on a high screen.
const MAX_TREE_ROWS: u16 = 9;

/// The least rows of a panel with a graph, and the most rows of the graph.
const MIN_GRAPH_PANEL: u16 = 18;
const MAX_GRAPH_ROWS: u16 = 12;

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
    /// The graph as it was drawn last, for the mouse.
    graph: Option<(Graph, Rect)>,
    /// The tree as it was drawn last.
    tree: Option<Rect>,
    /// The comment as it was drawn last, if it has more lines than space, its
    /// first line that is seen, and its node.
    comment: Option<Rect>,
    scroll: u16,
    node: Option<NodeId>,
    /// What a part of the board is shown around: the cursor, or a move that
    /// was made out of sight.
    focus: Option<Point>,
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
            Command::Browse => {
                self.is_browsing = true;
                workspace.display.hovered = None;
            }
            Command::Cancel if workspace.practice().is_some() => {
                self.is_browsing = true;
                return workspace.end_practice();
            }
            Command::Cancel if workspace.proof().is_some() => workspace.end_proof(),
            Command::Prove => {
                if let Some(point) = self.cursor {
                    return workspace.prove(point);
                }
            }
            Command::Cancel => return self.cancel(workspace),
            Command::Review | Command::NextMistake | Command::PreviousMistake
                if workspace.practice().is_none() =>
            {
                let done = workspace.command(command)?;
                self.is_browsing = true;
                return Ok(done);
            }
            Command::Practice | Command::GuessMoves => {
                let done = workspace.command(command)?;
                self.is_browsing = workspace.practice().is_none();
                self.set_cursor(self.cursor, workspace);
                return Ok(done);
            }
            Command::Zen => self.is_zen = !self.is_zen,
            Command::ScrollUp => self.scroll = self.scroll.saturating_sub(1),
            Command::ScrollDown => self.scroll = self.scroll.saturating_add(1),
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
        self.focus = cursor;
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
        if let (MouseEventKind::Down(MouseButton::Left), Some((graph, area))) =
            (mouse.kind, &self.graph)
            && let Some(node) = graph::node_at(graph, *area, at)
        {
            self.is_browsing = true;
            return Some(workspace.go(Step::Node(node)));
        }
        if mouse.kind == MouseEventKind::Down(MouseButton::Left)
            && let Some((area, view)) = self.tree.zip(workspace.view())
            && let Some(node) = tree::node_at(view, area, at)
        {
            self.is_browsing = true;
            return Some(workspace.go(Step::Node(node)));
        }
        if self.comment.is_some_and(|it| it.contains(at)) {
            match mouse.kind {
                MouseEventKind::ScrollUp => self.scroll = self.scroll.saturating_sub(1),
                MouseEventKind::ScrollDown => self.scroll = self.scroll.saturating_add(1),
                _ => (),
            }
            return None;
        }
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

    /// The cell in the middle of a point, as it was drawn last.
    pub(crate) fn cell(&self, point: Point) -> Option<Position> {
        let geometry = self.geometry?;
        let at = geometry.cell(point)?;
        let (x, y) = geometry.scale.center();
        Some(Position { x: at.x + x, y: at.y + y })
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
        shown.is_browsing = context == Context::Browsing;
        let has_cursor = !matches!(context, Context::Browsing | Context::Over);
        shown.scene.cursor = self.cursor.filter(|_| has_cursor);
        let node = Some(shown.view.tree.node);
        let is_new = self.node != node;
        if is_new {
            self.scroll = 0;
            self.node = node;
        }
        // A part of the board is that around the cursor, or else the move;
        // a new move that is out of sight is shown first.
        let is_seen = |it: Point| self.geometry.is_some_and(|geometry| geometry.cell(it).is_some());
        if is_new && let Some(point) = shown.scene.last_move.filter(|&it| !is_seen(it)) {
            self.focus = Some(point);
        }
        let focus = self.focus.filter(|&it| size.contains(it)).or(self.cursor);
        let around = if has_cursor { focus } else { shown.scene.last_move.or(self.cursor) };
        let board = ScaledBoard { size, scale: layout.scale, margin: layout.margin };
        let geometry = Geometry::new(board, layout.board, around);
        self.geometry = Some(geometry);
        let shows_losses = shown.review.is_some() && shown.view.engine.analysis.is_none();
        let picture =
            BoardPicture { scene: &shown.scene, theme: look.theme(), geometry, shows_losses };
        picture.draw(buffer);
        self.graph = None;
        self.tree = None;
        self.comment = None;
        if let Some(area) = layout.panel {
            self.draw_panel(look, &shown, area, buffer);
        }
        let footer = layout.footer;
        match (look.prompt_line(footer.width), layout.panel) {
            (Some(line), _) => line.render(footer, buffer),
            (None, Some(_)) => panel::draw_keys(look, context, footer, buffer),
            (None, None) if look.has_message() => panel::draw_message(look, footer, buffer),
            (None, None) => panel::short(look.theme(), &shown).render(footer, buffer),
        }
    }

    fn draw_panel(&mut self, look: Look<'_>, shown: &Shown, area: Rect, buffer: &mut Buffer) {
        let has_tree = self.is_browsing || shown.tool.is_some();
        let review = shown.review.as_ref().filter(|_| !shown.is_practicing);
        let has_graph = review.is_some() && has_tree && area.height >= MIN_GRAPH_PANEL;
        let n_graph = if has_graph { (area.height * 2 / 5).min(MAX_GRAPH_ROWS) } else { 0 };
        let share = if has_graph { 6 } else { 3 };
        let most = MAX_TREE_ROWS.max(area.height / 4);
        let n_tree = if has_tree { (area.height / share).min(most) } else { 0 };
        let above = Rect { height: area.height - n_tree - n_graph, ..area };
        let graph_area = Rect { y: above.bottom(), height: n_graph, ..area };
        let tree_area = Rect { y: graph_area.bottom(), height: n_tree, ..area };
        self.comment = panel::draw(look, shown, &mut self.scroll, above, buffer);
        self.tree = Some(tree_area).filter(|_| has_tree);
        self.graph = review.filter(|_| has_graph).map(|it| (it.graph(), graph_area));
        if let Some((graph, area)) = &self.graph {
            graph::draw(look.theme(), graph, *area, buffer);
        }
        tree::draw(look.theme(), &shown.view, review, tree_area, buffer);
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
