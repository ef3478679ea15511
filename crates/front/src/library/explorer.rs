//! Where else a position occurred, and what was played next.

use tengen_library::{
    Anchor, Cancel, Continuation, Continuations, GameEntry, Hit, Library, LibraryError, Pattern,
    Query, SearchOptions,
};
use tengen_picture::Scene;
use tengen_rules::{Board, Color, Point, PointSet, Size, Suicide};

use super::service::Service;
use super::{LibraryGame, LibraryPlace};
use crate::workspace::Waker;

/// The most games that are listed.
const MAX_GAMES: usize = 200;

/// The most continuations that have a letter on the board.
const MAX_LETTERS: usize = 26;

/// The kinds of tasks.
const SEARCH: usize = 0;
const FETCH: usize = 1;

/// The part of a board that is looked for.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Part {
    /// All of it.
    Whole,
    /// The quarter of the board at this point.
    Corner(Point),
    /// The rectangle between two points. A side on the edge of the board stays
    /// there.
    Rectangle(Point, Point),
    /// The same, anywhere on the board.
    Anywhere(Point, Point),
}

impl Part {
    /// Two opposite corners of the part, the lower left one first.
    pub fn corners(self, size: Size) -> (Point, Point) {
        let at = |column, row| {
            Point::new(column, row, size).or_else(|| size.point_at(0)).expect("boards have points")
        };
        let (columns, rows) = (size.width(), size.height());
        let ordered = |one: Point, other: Point| {
            let (left, right) = sorted(one.column(), other.column());
            let (low, high) = sorted(one.row(), other.row());
            (at(left, low), at(right, high))
        };
        match self {
            Part::Whole => (at(0, 0), at(columns - 1, rows - 1)),
            Part::Corner(point) => {
                // The middle lines belong to each of the corners.
                let span = |at: u8, n: u8| match at < n / 2 {
                    true => (0, n.div_ceil(2) - 1),
                    false => (n / 2, n - 1),
                };
                let (left, right) = span(point.column(), columns);
                let (low, high) = span(point.row(), rows);
                (at(left, low), at(right, high))
            }
            Part::Rectangle(one, other) | Part::Anywhere(one, other) => ordered(one, other),
        }
    }

    /// The points of the part.
    pub fn points(self, size: Size) -> PointSet {
        let (low, high) = self.corners(size);
        let is_in = |it: &Point| {
            (low.column()..=high.column()).contains(&it.column())
                && (low.row()..=high.row()).contains(&it.row())
        };
        size.points().filter(is_in).collect()
    }
}

fn sorted(one: u8, other: u8) -> (u8, u8) {
    (one.min(other), one.max(other))
}

/// How a position is looked for.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ExplorerOptions {
    /// Only in games of the user.
    pub is_mine: bool,
    /// Also with Black and White changed.
    pub has_both_colors: bool,
    /// Also in variations.
    pub has_variations: bool,
    /// Only in the games of a query.
    pub query: Option<Query>,
}

/// A continuation on the board that is shown.
#[derive(Clone, Debug, PartialEq)]
pub struct NextMove {
    /// The letter that it has on the board.
    pub letter: char,
    /// The point on the board.
    pub point: Point,
    /// What is known of it.
    pub continuation: Continuation,
}

/// A game with the position.
#[derive(Clone, Debug)]
pub struct FoundGame {
    /// The game.
    pub entry: GameEntry,
    /// Where the position is in it.
    pub hit: Hit,
}

/// What a search found.
#[derive(Clone, Debug)]
pub struct Found {
    /// The number of games that were searched.
    pub n_searched: u32,
    /// What became of the position.
    pub all: Continuations,
    /// What was played next, the most frequent first.
    pub next: Vec<NextMove>,
    /// The games, up to a limit.
    pub games: Vec<FoundGame>,
}

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
        let mut scene = Scene::of(self.board());
        let size = scene.size;
        scene.last_move = self.line.last().map(|&(_, point, _)| point);
        if self.part != Part::Whole {
            scene.dimmed = PointSet::all(size).difference(&self.part.points(size));
        }
        let next = self.found.iter().flat_map(|it| &it.next).take(MAX_LETTERS);
        scene.labels = next.map(|it| (it.point, it.letter.to_string())).collect();
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

    /// The pattern of what is looked for, with its lower left corner.
    fn pattern(&self) -> Option<(Pattern, Point)> {
        let board = self.board();
        let (low, high) = self.part.corners(board.size());
        let pattern = Pattern::region(board, low, high)?;
        let pattern = match self.part {
            Part::Anywhere(..) => pattern.with_anchor(Anchor::ANYWHERE).with_board_size(None),
            _ => pattern,
        };
        Some((pattern, low))
    }

    fn search(&mut self) {
        self.found = None;
        self.chosen = 0;
        let Some((pattern, origin)) = self.pattern() else { return };
        let size = self.board().size();
        let board = *self.board();
        let options = self.options.clone();
        self.service.ask(SEARCH, move |library, cancel| {
            let games = match filter(&options) {
                Some(query) => Some(library.select(&query, cancel)?),
                None => None,
            };
            let options = SearchOptions {
                colors: options.has_both_colors,
                variations: options.has_variations,
                games,
                ..SearchOptions::default()
            };
            let place = Place { board, size, origin };
            search(library, &pattern, &options, place, cancel)
        });
    }
}

fn filter(options: &ExplorerOptions) -> Option<Query> {
    match (&options.query, options.is_mine) {
        (None, false) => None,
        (Some(query), false) => Some(query.clone()),
        (None, true) => Some(Query::mine()),
        (Some(query), true) => Some(query.clone().and(Query::mine())),
    }
}

/// Where a pattern was taken from.
struct Place {
    board: Board,
    size: Size,
    origin: Point,
}

impl Place {
    /// A point of the pattern on the board.
    fn on_board(&self, point: Point) -> Option<Point> {
        let column = self.origin.column() + point.column();
        Point::new(column, self.origin.row() + point.row(), self.size)
    }
}

fn search(
    library: &mut Library,
    pattern: &Pattern,
    options: &SearchOptions,
    place: Place,
    cancel: &Cancel,
) -> Result<Answer, LibraryError> {
    let hits = library.search(pattern, options, cancel)?;
    let all = library.continuations(&hits)?;
    let on_board = |it: &Continuation| {
        let point = place.on_board(it.point)?;
        place.board.is_empty_at(point).then(|| (point, it.clone()))
    };
    let letters = ('A'..='Z').chain('a'..='z').chain(std::iter::repeat('·'));
    let next = all.moves.iter().filter_map(on_board).zip(letters);
    let next = next.map(|((point, continuation), letter)| NextMove { letter, point, continuation });
    let next = next.collect();
    let mut games: Vec<FoundGame> = Vec::new();
    for &hit in &hits.hits {
        cancel_check(cancel)?;
        if games.len() == MAX_GAMES {
            break;
        }
        if games.iter().all(|it| it.hit.game != hit.game) {
            games.push(FoundGame { entry: library.game(hit.game)?, hit });
        }
    }
    // The latest ones are of most interest.
    games.sort_by(|one, other| other.entry.date.cmp(&one.entry.date));
    Ok(Answer::Found(Box::new(Found { n_searched: hits.n_searched, all, next, games })))
}

fn cancel_check(cancel: &Cancel) -> Result<(), LibraryError> {
    if cancel.is_cancelled() { Err(LibraryError::Cancelled) } else { Ok(()) }
}
