//! A board from which one goes from each continuation to the next.

use tengen_library::LibraryError;
use tengen_picture::Scene;
use tengen_rules::{Board, Color, Point, Suicide};

use super::position::{ExplorerOptions, Found, NextMove, Part, PositionSearch};
use super::service::Service;
use super::{LibraryGame, LibraryPlace};
use crate::workspace::Waker;

/// The kinds of tasks.
const SEARCH: usize = 0;
const FETCH: usize = 1;

#[derive(Debug)]
enum Answer {
    Found(Box<Found>),
    Fetched(Box<LibraryGame>),
}

/// A board from which one goes from each continuation to the next.
#[derive(Debug)]
pub struct Explorer {
    service: Service<Answer>,
    start: (Board, Color),
    /// The moves since then, with the boards after them.
    line: Vec<(Color, Point, Board)>,
    part: Part,
    options: ExplorerOptions,
    found: Option<Found>,
    failure: Option<LibraryError>,
    chosen: usize,
    fetched: Option<LibraryGame>,
}

impl Explorer {
    /// Looks for a board in a thread of its own.
    pub fn new(
        place: LibraryPlace,
        wake: Waker,
        (board, to_play): (Board, Color),
        part: Part,
    ) -> Explorer {
        let mut explorer = Explorer {
            service: Service::start(place, wake),
            start: (board, to_play),
            line: Vec::new(),
            part,
            options: ExplorerOptions::default(),
            found: None,
            failure: None,
            chosen: 0,
            fetched: None,
        };
        explorer.search();
        explorer
    }

    /// The board that is looked for.
    pub fn board(&self) -> &Board {
        self.line.last().map_or(&self.start.0, |(.., board)| board)
    }

    /// Whose turn it is there.
    pub fn to_play(&self) -> Color {
        self.line.last().map_or(self.start.1, |&(color, ..)| !color)
    }

    /// The moves that were tried.
    pub fn line(&self) -> impl Iterator<Item = (Color, Point)> {
        self.line.iter().map(|&(color, point, _)| (color, point))
    }

    /// The part of the board that is looked for.
    pub const fn part(&self) -> Part {
        self.part
    }

    /// How it is looked for.
    pub const fn options(&self) -> &ExplorerOptions {
        &self.options
    }

    /// Looks for another part of the board.
    pub fn set_part(&mut self, part: Part) {
        if self.part != part {
            self.part = part;
            self.search();
        }
    }

    /// Looks in another way.
    pub fn change_options(&mut self, change: impl FnOnce(&mut ExplorerOptions)) {
        let before = self.options.clone();
        change(&mut self.options);
        if self.options != before {
            self.search();
        }
    }

    /// What was found, as far as the search is over.
    pub const fn found(&self) -> Option<&Found> {
        self.found.as_ref()
    }

    /// What is wrong with the library.
    pub const fn failure(&self) -> Option<&LibraryError> {
        self.failure.as_ref()
    }

    /// Whether the search goes on.
    pub const fn is_searching(&self) -> bool {
        self.service.is_pending(SEARCH)
    }

    /// The continuation that is chosen, by its place.
    pub const fn chosen(&self) -> usize {
        self.chosen
    }

    /// Chooses a continuation by its place.
    pub fn choose(&mut self, idx: usize) {
        let n = self.found.as_ref().map_or(0, |it| it.next.len());
        self.chosen = idx.min(n.saturating_sub(1));
    }

    /// Chooses another continuation, around the ends.
    pub fn step(&mut self, by: isize) {
        let n = self.found.as_ref().map_or(0, |it| it.next.len());
        if n > 0 {
            let n_signed = isize::try_from(n).unwrap_or(isize::MAX);
            let place = isize::try_from(self.chosen).unwrap_or(0) + by;
            self.chosen = usize::try_from(place.rem_euclid(n_signed)).unwrap_or(0);
        }
    }

    /// The continuation at a point.
    pub fn next_at(&self, point: Point) -> Option<&NextMove> {
        self.found.as_ref()?.next.iter().find(|it| it.point == point)
    }

    /// Plays a move, and looks for what comes of it; whether the rules allow
    /// it. A continuation is played in its color.
    pub fn play(&mut self, point: Point) -> bool {
        let color = self.next_at(point).map_or(self.to_play(), |it| it.continuation.color);
        let Ok(after) = self.board().after(color, point, Suicide::Forbidden) else { return false };
        self.line.push((color, point, after));
        self.search();
        true
    }

    /// Plays the continuation that is chosen; whether there is one.
    pub fn play_chosen(&mut self) -> bool {
        let next = self.found.as_ref().and_then(|it| it.next.get(self.chosen));
        next.map(|it| it.point).is_some_and(|it| self.play(it))
    }

    /// Takes the last move back; whether there was one.
    pub fn back(&mut self) -> bool {
        let is_back = self.line.pop().is_some();
        if is_back {
            self.search();
        }
        is_back
    }

    /// Has a game of the list read, to be opened where the position is.
    pub fn fetch(&mut self, idx: usize) {
        let Some(game) = self.found.as_ref().and_then(|it| it.games.get(idx)) else { return };
        let (id, node) = (game.entry.id, game.hit.node);
        self.service.ask(FETCH, move |library, _| {
            LibraryGame::read(library, id, Some(node)).map(|it| Answer::Fetched(Box::new(it)))
        });
    }

    /// A game that was fetched.
    pub fn take_fetched(&mut self) -> Option<LibraryGame> {
        self.fetched.take()
    }

    /// Whether a game is on its way.
    pub const fn is_fetching(&self) -> bool {
        self.service.is_pending(FETCH)
    }

    /// The board as it is drawn: what is not looked for is grayed out,
    /// continuations have letters.
    pub fn scene(&self) -> Scene {
        let mut scene = self.sought().scene(self.found.as_ref());
        scene.last_move = self.line.last().map(|&(_, point, _)| point);
        scene
    }

    /// Takes what has come from the thread; whether something has changed.
    pub fn poll(&mut self) -> bool {
        let mut has_changed = false;
        while let Some((_, result)) = self.service.poll() {
            self.take(result);
            has_changed = true;
        }
        has_changed
    }

    /// Waits until everything is there that was asked for.
    pub fn settle(&mut self) {
        while let Some((_, result)) = self.service.wait() {
            self.take(result);
        }
    }

    fn take(&mut self, result: Result<Answer, LibraryError>) {
        match result {
            Ok(Answer::Found(found)) => {
                self.failure = None;
                self.found = Some(*found);
                self.chosen = 0;
            }
            Ok(Answer::Fetched(game)) => self.fetched = Some(*game),
            Err(LibraryError::Cancelled) => (),
            Err(error) => self.failure = Some(error),
        }
    }

    /// What is looked for.
    fn sought(&self) -> PositionSearch {
        PositionSearch { board: *self.board(), part: self.part, options: self.options.clone() }
    }

    fn search(&mut self) {
        self.found = None;
        self.chosen = 0;
        let sought = self.sought();
        self.service.ask(SEARCH, move |library, cancel| {
            sought.find(library, cancel).map(|it| Answer::Found(Box::new(it)))
        });
    }
}
