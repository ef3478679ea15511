//! The game: playing, scoring, and looking through its record.

use std::env;
use std::path::PathBuf;

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::Widget;
use tengen_rules::{Color, Point, Size};
use tengen_session::{Action, Phase, Step, View};

use crate::app::{Goal, Look, Outcome, Request, Table, Taste};
use crate::board::BoardView;
use crate::keys::Command;
use crate::layout::Layout;
use crate::line::agreements;
use crate::panel;
use crate::scale::Geometry;
use crate::theme::Role;
use crate::tree;

/// The game on the screen.
#[derive(Debug)]
pub(crate) struct GameScreen {
    cursor: Point,
    has_numbers: bool,
    /// Whether arrows go through the record instead of over the board.
    pub(crate) is_browsing: bool,
    /// Whether the next press of the same key gives up.
    is_resigning: bool,
    /// Where the board was drawn last, for the mouse.
    geometry: Option<Geometry>,
}

/// What the cursor would do.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Stage {
    Playing,
    Scoring,
    Over,
}

/// What is going on at the position on the screen.
pub(crate) fn stage(view: &View) -> Stage {
    match view.phase {
        Phase::Scoring(_) if view.is_live() => Stage::Scoring,
        Phase::Over(_) if view.is_live() => Stage::Over,
        _ => Stage::Playing,
    }
}

impl GameScreen {
    pub(crate) fn new(view: &View) -> GameScreen {
        GameScreen {
            cursor: middle(view.board.size()),
            has_numbers: false,
            is_browsing: false,
            is_resigning: false,
            geometry: None,
        }
    }

    pub(crate) fn browsing(view: &View) -> GameScreen {
        GameScreen { is_browsing: true, ..GameScreen::new(view) }
    }

    pub(crate) fn obey(
        &mut self,
        command: Command,
        table: Table<'_>,
        taste: &mut Taste,
    ) -> Outcome {
        let was_resigning = std::mem::take(&mut self.is_resigning);
        match command {
            Command::Numbers => self.has_numbers = !self.has_numbers,
            Command::Coordinates => taste.has_coordinates = !taste.has_coordinates,
            Command::Browse => return self.browse(table.view),
            Command::NewGame => return Outcome::GoTo(Goal::NewGame),
            Command::Open => return Outcome::GoTo(Goal::Files),
            Command::Quit => return Outcome::GoTo(Goal::Start),
            Command::Save => return Outcome::Request(Request::SaveNew(here().join("game.sgf"))),
            Command::Resign => return self.resign(table.view, was_resigning),
            Command::Left | Command::Right | Command::Up | Command::Down => {
                return self.go(command, table.view);
            }
            _ => return self.act(command, table.view),
        }
        Outcome::Nothing
    }

    /// What is the game's to do.
    fn act(&mut self, command: Command, view: &View) -> Outcome {
        let actor = view.actor.unwrap_or(view.to_play);
        let is_scoring = stage(view) == Stage::Scoring;
        do_it(match command {
            Command::Confirm if self.is_browsing => Action::Go(Step::Forward(1)),
            Command::Confirm => return put(self.cursor, view),
            Command::Pass => Action::Pass,
            Command::Undo => Action::Undo,
            Command::Redo => Action::Redo,
            Command::Hint if !view.hints.is_empty() => Action::HideAnalysis,
            Command::Hint => Action::Hint,
            Command::Estimate if view.ownership.is_some() && view.hints.is_empty() => {
                Action::HideAnalysis
            }
            Command::Estimate => Action::Estimate,
            Command::Analyze => Action::SetAnalysis(!view.is_analysis_on),
            Command::Back => Action::Go(Step::Back(1)),
            Command::Forward => Action::Go(Step::Forward(1)),
            Command::First => Action::Go(Step::First),
            Command::Last => Action::Go(Step::Last),
            Command::PageBack => Action::Go(Step::Back(10)),
            Command::PageForward => Action::Go(Step::Forward(10)),
            Command::MoveNow => Action::MoveNow,
            Command::Pause if view.is_paused => Action::Start,
            Command::Pause => Action::Pause,
            Command::Agree => return Outcome::Act(agreements(view)),
            Command::PlayOn if is_scoring => Action::ResumePlay(actor),
            Command::PlayOn => {
                self.is_browsing = false;
                Action::PlayFromHere
            }
            Command::Cancel if self.is_browsing || !view.is_live() => return self.leave(),
            Command::Cancel => Action::HideAnalysis,
            _ => return Outcome::Nothing,
        })
    }

    fn browse(&mut self, view: &View) -> Outcome {
        self.is_browsing = !self.is_browsing;
        if self.is_browsing || view.is_live() {
            return Outcome::Nothing;
        }
        do_it(Action::Go(Step::Live))
    }

    /// Back from the record to the game.
    fn leave(&mut self) -> Outcome {
        self.is_browsing = false;
        do_it(Action::Go(Step::Live))
    }

    fn resign(&mut self, view: &View, is_sure: bool) -> Outcome {
        let Some(actor) = view.actor else { return Outcome::Nothing };
        if is_sure {
            return do_it(Action::Resign(actor));
        }
        self.is_resigning = true;
        Outcome::Tell("Resign? The same key again gives the game up.".to_owned())
    }

    fn go(&mut self, command: Command, view: &View) -> Outcome {
        if self.is_browsing {
            return do_it(Action::Go(match command {
                Command::Left => Step::Back(1),
                Command::Right => Step::Forward(1),
                Command::Up => Step::PreviousVariation,
                _ => Step::NextVariation,
            }));
        }
        let (columns, rows) = match command {
            Command::Left => (-1, 0),
            Command::Right => (1, 0),
            Command::Up => (0, 1),
            _ => (0, -1),
        };
        // At the edge, the cursor stays.
        self.cursor = self.cursor.offset(columns, rows, view.board.size()).unwrap_or(self.cursor);
        Outcome::Nothing
    }

    pub(crate) fn point(&mut self, mouse: MouseEvent, table: Table<'_>) -> Outcome {
        let at = Position { x: mouse.column, y: mouse.row };
        let point = self.geometry.and_then(|it| it.point(at));
        match (mouse.kind, point) {
            (MouseEventKind::ScrollUp, _) => return do_it(Action::Go(Step::Back(1))),
            (MouseEventKind::ScrollDown, _) => return do_it(Action::Go(Step::Forward(1))),
            (MouseEventKind::Down(MouseButton::Left), Some(point)) => {
                self.cursor = point;
                return put(point, table.view);
            }
            (MouseEventKind::Moved, Some(point)) if !self.is_browsing => self.cursor = point,
            _ => (),
        }
        Outcome::Nothing
    }

    pub(crate) fn draw(
        &mut self,
        look: Look<'_>,
        table: Table<'_>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        let view = table.view;
        let size = view.board.size();
        if !size.contains(self.cursor) {
            self.cursor = middle(size);
        }
        let layout = Layout::new(area, size, look.taste.has_coordinates);
        let around = Some(self.cursor);
        let geometry = Geometry::new(size, layout.scale, (layout.board, around), layout.margin);
        self.geometry = Some(geometry);
        let has_cursor = !self.is_browsing && stage(view) != Stage::Over;
        BoardView {
            view,
            theme: look.taste.theme,
            geometry,
            cursor: has_cursor.then_some(self.cursor),
            ghost: ghost(view),
            has_numbers: self.has_numbers,
        }
        .draw(buffer);
        if let Some(area) = layout.panel {
            let n_rows = if self.is_browsing { (area.height / 3).min(9) } else { 0 };
            let (above, below) = split(area, n_rows);
            panel::draw(look, table, above, buffer);
            tree::draw(look.taste.theme, view, below, buffer);
        }
        self.draw_footer(look, table, (layout, buffer));
    }

    fn draw_footer(
        &self,
        look: Look<'_>,
        table: Table<'_>,
        (layout, buffer): (Layout, &mut Buffer),
    ) {
        let theme = look.taste.theme;
        if let Some(prompt) = look.prompt {
            let cursor = theme.glyph("█", "_");
            let line = Line::from(vec![
                Span::styled(":", theme.text(Role::Accent)),
                Span::raw(prompt.to_owned()),
                Span::styled(cursor, theme.text(Role::Cursor)),
            ]);
            return line.render(layout.footer, buffer);
        }
        if layout.panel.is_none() {
            return panel::short(look, table).render(layout.footer, buffer);
        }
        let shown = |&(command, what): &(Command, &'static str)| (look.keys.name(command), what);
        let keys: Vec<(&str, &str)> = self.main_keys(table.view).iter().map(shown).collect();
        panel::footer(look, &keys, layout.footer, buffer);
    }

    /// The keys that matter most.
    pub(crate) fn main_keys(&self, view: &View) -> &'static [(Command, &'static str)] {
        if self.is_browsing {
            return &[
                (Command::Left, "back"),
                (Command::Right, "forward"),
                (Command::Down, "variation"),
                (Command::Hint, "hint"),
                (Command::PlayOn, "play from here"),
                (Command::Cancel, "game"),
                (Command::Help, "help"),
            ];
        }
        match stage(view) {
            Stage::Playing => &[
                (Command::Confirm, "play"),
                (Command::Pass, "pass"),
                (Command::Undo, "undo"),
                (Command::Hint, "hint"),
                (Command::Estimate, "territory"),
                (Command::Prompt, "type"),
                (Command::Help, "help"),
                (Command::Quit, "leave"),
                (Command::Resign, "resign"),
            ],
            Stage::Scoring => &[
                (Command::Confirm, "dead or alive"),
                (Command::Agree, "agree"),
                (Command::PlayOn, "play on"),
                (Command::Undo, "undo"),
                (Command::Help, "help"),
            ],
            Stage::Over => &[
                (Command::NewGame, "new game"),
                (Command::Browse, "review"),
                (Command::Save, "save"),
                (Command::Undo, "undo"),
                (Command::Help, "help"),
                (Command::Quit, "leave"),
            ],
        }
    }
}

const fn do_it(action: Action) -> Outcome {
    Outcome::Request(Request::Act(action))
}

/// Puts a stone, or takes a group for dead.
fn put(point: Point, view: &View) -> Outcome {
    match stage(view) {
        Stage::Playing => do_it(Action::Play(point)),
        Stage::Scoring => do_it(Action::ToggleDead { point, is_forced: false }),
        Stage::Over => Outcome::Tell("The game is over. n starts a new one.".to_owned()),
    }
}

/// The folder where the program was started.
fn here() -> PathBuf {
    env::current_dir().unwrap_or_else(|_| PathBuf::from("."))
}

fn middle(size: Size) -> Point {
    let found = Point::new(size.width() / 2, size.height() / 2, size);
    found.unwrap_or_else(|| size.points().next().expect("every board has a point"))
}

/// Whose stone would be put at the cursor.
fn ghost(view: &View) -> Option<Color> {
    let is_theirs = view.seats[view.to_play].is_person();
    (stage(view) == Stage::Playing && is_theirs && !view.is_paused).then_some(view.to_play)
}

fn split(area: Rect, n_rows_below: u16) -> (Rect, Rect) {
    let above = Rect { height: area.height - n_rows_below, ..area };
    (above, Rect { y: above.bottom(), height: n_rows_below, ..area })
}
