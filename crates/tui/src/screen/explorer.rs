//! A position in the library: the board with its continuations as letters, a
//! table of them, and the games.

mod draw;

use ratatui::crossterm::event::{MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::{Position, Rect};
use tengen_front::command::Command;
use tengen_front::library::{Explorer, Part};
use tengen_rules::Point;

use super::library::LibraryScreen;
use crate::app::Next;
use crate::scale::Geometry;
use crate::screen::{next, previous};

/// A position in the library on the screen.
#[derive(Debug)]
pub(crate) struct ExplorerScreen {
    pub(crate) explorer: Explorer,
    cursor: Point,
    /// The corner of a part that has no other corner yet.
    mark: Option<Point>,
    /// Whether keys choose among the games, and which is chosen.
    is_in_games: bool,
    game: usize,
    /// Where the board was drawn last.
    geometry: Option<Geometry>,
    /// Where rows were drawn last, with what is in the first of them.
    moves: (Rect, usize),
    games: (Rect, usize),
    /// The library from which one has come.
    pub(crate) below: Option<Box<LibraryScreen>>,
}

impl ExplorerScreen {
    pub(crate) fn new(explorer: Explorer, below: Option<Box<LibraryScreen>>) -> ExplorerScreen {
        let size = explorer.board().size();
        let middle = Point::new(size.width() / 2, size.height() / 2, size);
        let cursor = middle.or_else(|| size.points().next()).expect("every board has a point");
        ExplorerScreen {
            explorer,
            cursor,
            mark: None,
            is_in_games: false,
            game: 0,
            geometry: None,
            moves: (Rect::default(), 0),
            games: (Rect::default(), 0),
            below,
        }
    }

    fn n_games(&self) -> usize {
        self.explorer.found().map_or(0, |it| it.games.len())
    }

    pub(crate) fn obey(&mut self, command: Command) -> Next {
        match command {
            Command::Cancel if self.mark.is_some() => self.mark = None,
            Command::Cancel | Command::Leave | Command::SearchPosition => return Next::Back,
            Command::Tool(10) => self.is_in_games = !self.is_in_games && self.n_games() > 0,
            Command::PageBack => self.choose_by(-1),
            Command::PageForward => self.choose_by(1),
            Command::Back | Command::Undo => {
                self.explorer.back();
                self.is_in_games = false;
            }
            Command::Forward | Command::Redo => {
                self.explorer.play_chosen();
            }
            Command::Zen => self.explorer.set_part(Part::Whole),
            Command::Coordinates => self.explorer.set_part(Part::Corner(self.cursor)),
            Command::Other => self.mark_here(self.cursor),
            Command::SearchAnywhere => self.explorer.set_part(anywhere(self.explorer.part())),
            Command::BothColors => {
                self.explorer.change_options(|it| it.has_both_colors = !it.has_both_colors);
            }
            Command::SearchVariations => {
                self.explorer.change_options(|it| it.has_variations = !it.has_variations);
            }
            Command::MyGames => self.explorer.change_options(|it| it.is_mine = !it.is_mine),
            command if self.is_in_games => self.obey_in_games(command),
            command => self.obey_on_board(command),
        }
        Next::Stay
    }

    fn obey_in_games(&mut self, command: Command) {
        let n_games = self.n_games();
        match command {
            Command::Up => self.game = previous(self.game, n_games),
            Command::Down => self.game = next(self.game, n_games),
            Command::First => self.game = 0,
            Command::Last => self.game = n_games.saturating_sub(1),
            Command::Confirm => self.explorer.fetch(self.game),
            _ => (),
        }
    }

    fn obey_on_board(&mut self, command: Command) {
        let (columns, rows) = match command {
            Command::Left => (-1, 0),
            Command::Right => (1, 0),
            Command::Up => (0, 1),
            Command::Down => (0, -1),
            Command::Confirm => return self.play(self.cursor),
            _ => return,
        };
        let size = self.explorer.board().size();
        // At the edge, the cursor stays.
        self.cursor = self.cursor.offset(columns, rows, size).unwrap_or(self.cursor);
    }

    fn play(&mut self, point: Point) {
        self.explorer.play(point);
        self.game = 0;
    }

    /// Chooses another continuation, and puts the cursor there.
    fn choose_by(&mut self, by: isize) {
        self.explorer.step(by);
        self.look_at_chosen();
    }

    fn look_at_chosen(&mut self) {
        self.is_in_games = false;
        let next = self.explorer.found().and_then(|it| it.next.get(self.explorer.chosen()));
        if let Some(next) = next {
            self.cursor = next.point;
        }
    }

    /// Marks a corner of a part; the second one is the opposite corner.
    fn mark_here(&mut self, point: Point) {
        match self.mark.take() {
            Some(corner) => self.explorer.set_part(Part::Rectangle(corner, point)),
            None => self.mark = Some(point),
        }
    }

    /// Takes what the mouse does.
    pub(crate) fn point(&mut self, mouse: MouseEvent) {
        let at = Position { x: mouse.column, y: mouse.row };
        let point = self.geometry.and_then(|it| it.point(at));
        let row = |(area, first): (Rect, usize), rows_each: u16| {
            let is_in = area.contains(at);
            is_in.then(|| first + usize::from((at.y - area.y) / rows_each))
        };
        match (mouse.kind, point) {
            (MouseEventKind::ScrollUp, _) => self.choose_by(-1),
            (MouseEventKind::ScrollDown, _) => self.choose_by(1),
            (MouseEventKind::Down(MouseButton::Left), Some(point)) => {
                self.cursor = point;
                self.is_in_games = false;
                self.play(point);
            }
            // A part is drawn with the right button.
            (MouseEventKind::Down(MouseButton::Right), Some(point)) => {
                self.cursor = point;
                self.mark = Some(point);
            }
            (MouseEventKind::Up(MouseButton::Right), Some(point))
                if self.mark.is_some_and(|it| it != point) =>
            {
                self.mark_here(point);
            }
            (MouseEventKind::Down(MouseButton::Left), None) => {
                if let Some(idx) = row(self.moves, 1) {
                    self.explorer.choose(idx);
                    self.look_at_chosen();
                } else if let Some(idx) = row(self.games, 1).filter(|it| *it < self.n_games()) {
                    // The second click on a game opens it.
                    if self.is_in_games && self.game == idx {
                        self.explorer.fetch(idx);
                    }
                    (self.is_in_games, self.game) = (true, idx);
                }
            }
            _ => (),
        }
    }
}

/// The same part anywhere, or where it was marked.
const fn anywhere(part: Part) -> Part {
    match part {
        Part::Rectangle(one, other) => Part::Anywhere(one, other),
        Part::Anywhere(one, other) => Part::Rectangle(one, other),
        part => part,
    }
}
