//! The index finds what a slow and obvious search finds: one that replays
//! every line of every game and compares every place of the board.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::collections::BTreeSet;
use std::path::PathBuf;

use fastrand::Rng;
use tengen_library::{
    Access, Anchor, Cancel, Cell, Edges, GameId, Hit, Library, Pattern, SearchOptions,
};
use tengen_record::{InfoKey, NodeId, Positions, Record};
use tengen_rules::{Board, ByColor, Color, Move, Point, Size, Suicide, Symmetry};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        Folder(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// A game of random moves, with variations, passes, captures, and set-up.
fn random_game(rng: &mut Rng, size: Size) -> String {
    let mut record = Record::new(size);
    let n_lines = if rng.bool() { 1 } else { rng.usize(2..5) };
    let mut nodes = vec![record.root()];
    for line in 0..n_lines {
        let mut node = if line == 0 { record.root() } else { nodes[rng.usize(..nodes.len())] };
        let n_moves = rng.usize(1..3 * usize::from(size.n_points())).min(70);
        for _ in 0..n_moves {
            let position = record.position(node).position;
            let color = if rng.u8(..40) == 0 { !position.to_play } else { position.to_play };
            let mv = random_move(rng, &position.board, color);
            node = record.play(node, color, mv).unwrap();
            nodes.push(node);
            if rng.u8(..50) == 0 {
                let point = size.point_at(rng.u16(..size.n_points())).unwrap();
                let stone = [None, Some(Color::Black), Some(Color::White)][rng.usize(..3)];
                node = record.add_node(node).unwrap();
                record.set_up(node, &point.into(), stone).unwrap();
            }
        }
    }
    record.set_info(InfoKey::GameComment, &rng.u64(..).to_string()).unwrap();
    record.to_sgf()
}

fn random_move(rng: &mut Rng, board: &Board, color: Color) -> Move {
    for _ in 0..30 {
        let point = board.size().point_at(rng.u16(..board.size().n_points())).unwrap();
        let is_legal = board.check(color, point, Suicide::Allowed).is_ok();
        if is_legal && !board.is_eye(color, point) {
            return Move::Play(point);
        }
    }
    Move::Pass
}

/// A node of a line, with what is on the board after it.
#[derive(Clone)]
struct Frame {
    node: u32,
    stones: Vec<Option<Color>>,
    mv: Option<(Color, Move)>,
}

type Line = Vec<Frame>;

/// All lines of a game from the root to a leaf, the main line first.
fn lines(record: &Record) -> Vec<Line> {
    let mut positions = Positions::new();
    let mut lines = Vec::new();
    let leaves: Vec<NodeId> = record.nodes().filter(|&id| record.children(id).is_empty()).collect();
    for leaf in leaves {
        let frame = |id: NodeId| {
            let snapshot = positions.at(record, id);
            Frame {
                node: id.number(),
                stones: record.size().points().map(|point| snapshot.stone(point)).collect(),
                mv: record.node(id).mv(),
            }
        };
        lines.push(record.path(leaf).into_iter().map(frame).collect());
    }
    lines
}

/// What is found, in terms of the board alone: two ways to turn a pattern that
/// find the same are one.
#[derive(Clone, Debug, Eq, Ord, PartialEq, PartialOrd)]
struct Seen {
    game: u32,
    node: u32,
    n_moves: u32,
    /// The points of the rectangle with what they may be.
    cells: Vec<(u16, u8)>,
    next: Option<(bool, u16, u32, bool)>,
}

/// A pattern put on a board: for each of its points in order, the point of the
/// board, and what may be there.
struct Put {
    points: Vec<(Point, Cell)>,
    moves: Vec<(Color, Point)>,
    next: Option<Color>,
}

fn swapped(cell: Cell) -> Cell {
    match cell {
        Cell::Black => Cell::White,
        Cell::White => Cell::Black,
        Cell::BlackOrEmpty => Cell::WhiteOrEmpty,
        Cell::WhiteOrEmpty => Cell::BlackOrEmpty,
        other => other,
    }
}

fn allows(cell: Cell, stone: Option<Color>) -> bool {
    match cell {
        Cell::Any => true,
        Cell::Empty => stone.is_none(),
        Cell::Black => stone == Some(Color::Black),
        Cell::White => stone == Some(Color::White),
        Cell::BlackOrEmpty => stone != Some(Color::White),
        Cell::WhiteOrEmpty => stone != Some(Color::Black),
        Cell::Stone => stone.is_some(),
    }
}

/// All ways in which a pattern can be on a board: the board is turned, and the
/// pattern stays upright.
fn puts(pattern: &Pattern, size: Size, options: &SearchOptions) -> Vec<Put> {
    let mut puts = Vec::new();
    for symmetry in Symmetry::ALL {
        if !options.symmetries && symmetry != Symmetry::Identity {
            continue;
        }
        let turned = symmetry.inverse().size(size);
        if pattern_size(pattern).is_some_and(|it| it != turned) {
            continue;
        }
        for origin in turned.points() {
            if !is_allowed(pattern, turned, origin) {
                continue;
            }
            let on_board = |point: Point| {
                let column = origin.column() + point.column();
                let upright = Point::new(column, origin.row() + point.row(), turned).unwrap();
                symmetry.point(upright, turned).unwrap()
            };
            for is_swapped in [false, true] {
                if is_swapped && !options.colors {
                    continue;
                }
                let color = |color: Color| if is_swapped { !color } else { color };
                let cell = |point| {
                    let cell = pattern.cell(point).unwrap();
                    if is_swapped { swapped(cell) } else { cell }
                };
                puts.push(Put {
                    points: pattern.shape().points().map(|it| (on_board(it), cell(it))).collect(),
                    moves: pattern
                        .moves()
                        .iter()
                        .map(|&(it, point)| (color(it), on_board(point)))
                        .collect(),
                    next: pattern.next().map(color),
                });
            }
        }
    }
    puts
}

fn pattern_size(pattern: &Pattern) -> Option<Size> {
    pattern.board_size()
}

fn is_allowed(pattern: &Pattern, size: Size, origin: Point) -> bool {
    let (right, top) = (origin.column() + pattern.width(), origin.row() + pattern.height());
    if right > size.width() || top > size.height() {
        return false;
    }
    match pattern.anchor() {
        Anchor::At(point) => point == origin,
        Anchor::Edges(edges) => {
            (!edges.left || origin.column() == 0)
                && (!edges.bottom || origin.row() == 0)
                && (!edges.right || right == size.width())
                && (!edges.top || top == size.height())
        }
    }
}

/// The slow and obvious search.
fn search(
    games: &[(GameId, Size, Vec<Line>)],
    pattern: &Pattern,
    options: &SearchOptions,
) -> BTreeSet<Seen> {
    let mut all = BTreeSet::new();
    for (id, size, lines) in games {
        if options.games.as_ref().is_some_and(|it| !it.contains(*id)) {
            continue;
        }
        let lines = if options.variations { &lines[..] } else { &lines[..1] };
        for put in puts(pattern, *size, options) {
            for line in lines {
                all.extend(search_line(*id, *size, line, &put, options));
            }
        }
    }
    all
}

fn search_line(
    id: GameId,
    size: Size,
    line: &Line,
    put: &Put,
    options: &SearchOptions,
) -> Option<Seen> {
    let idx = |point: Point| usize::from(point.index_in(size).unwrap());
    let stands = |at: usize| {
        put.points.iter().all(|&(point, cell)| allows(cell, line[at].stones[idx(point)]))
    };
    for at in 0..line.len() {
        if !stands(at) {
            continue;
        }
        let Some(end) = after_moves(size, line, put, at) else { continue };
        let n_moves = line[..=end].iter().filter(|it| it.mv.is_some()).count() as u32;
        if options.last_move.is_some_and(|last| n_moves > last) {
            return None;
        }
        let mut cells: Vec<(u16, u8)> = Vec::new();
        cells.extend(put.points.iter().map(|&(it, cell)| (idx(it) as u16, cell as u8)));
        cells.sort_unstable();
        let next = next_move(size, line, put, end).map(|(color, point, node)| {
            let n_before = line[end + 1..node].iter().filter(|it| it.mv.is_some()).count();
            (color == Color::Black, idx(point) as u16, line[node].node, n_before > 0)
        });
        return Some(Seen { game: id.number(), node: line[end].node, n_moves, cells, next });
    }
    None
}

fn after_moves(size: Size, line: &Line, put: &Put, start: usize) -> Option<usize> {
    let mut at = start;
    for &(color, point) in &put.moves {
        let (next_color, next_point, node) = next_move(size, line, put, at)?;
        if (next_color, next_point) != (color, point) {
            return None;
        }
        at = node;
    }
    match put.next {
        Some(color) => next_move(size, line, put, at).is_some_and(|it| it.0 == color).then_some(at),
        None => Some(at),
    }
}

fn next_move(size: Size, line: &Line, put: &Put, start: usize) -> Option<(Color, Point, usize)> {
    for node in start + 1..line.len() {
        let is_within = |point: Point| put.points.iter().any(|(it, _)| *it == point);
        if let Some((color, Move::Play(point))) = line[node].mv
            && is_within(point)
        {
            return Some((color, point, node));
        }
        let is_changed = |&(point, _): &(Point, Cell)| {
            let idx = usize::from(point.index_in(size).unwrap());
            line[node].stones[idx] != line[node - 1].stones[idx]
        };
        if put.points.iter().any(is_changed) {
            return None;
        }
    }
    None
}

/// A hit of the index in the same terms.
fn seen(hit: &Hit, pattern: &Pattern, size: Size) -> Seen {
    let shape = hit.symmetry.size(pattern.shape());
    let mut cells: Vec<(u16, u8)> = Vec::new();
    for point in pattern.shape().points() {
        let turned = hit.symmetry.point(point, pattern.shape()).unwrap();
        assert!(shape.contains(turned));
        let column = hit.origin.column() + turned.column();
        let on_board = Point::new(column, hit.origin.row() + turned.row(), size).unwrap();
        let cell = pattern.cell(point).unwrap();
        let cell = if hit.is_swapped { swapped(cell) } else { cell };
        cells.push((on_board.index_in(size).unwrap(), cell as u8));
    }
    cells.sort_unstable();
    let next = hit.next.map(|it| {
        (it.color == Color::Black, it.point.index_in(size).unwrap(), it.node, it.is_tenuki)
    });
    Seen { game: hit.game.number(), node: hit.node, n_moves: hit.n_moves, cells, next }
}

/// A pattern: what stands somewhere in a game, made a little unlike it, or
/// something random.
fn random_pattern(rng: &mut Rng, games: &[(GameId, Size, Vec<Line>)]) -> Pattern {
    let (_, size, lines) = &games[rng.usize(..games.len())];
    let line = &lines[rng.usize(..lines.len())];
    let at = rng.usize(..line.len());
    let kind = rng.u8(..4);
    let (width, height) = if kind == 0 {
        (size.width(), size.height())
    } else {
        (rng.u8(1..=size.width().min(4)), rng.u8(1..=size.height().min(4)))
    };
    let shape = Size::new(width, height).unwrap();
    let column = rng.u8(..=size.width() - width);
    let row = rng.u8(..=size.height() - height);
    let on_board =
        |point: Point| Point::new(column + point.column(), row + point.row(), *size).unwrap();
    let stone = |frame: &Frame, point: Point| {
        frame.stones[usize::from(on_board(point).index_in(*size).unwrap())]
    };
    let mut pattern = Pattern::free(shape);
    let n_free = rng.u8(..4);
    for point in shape.points() {
        let cell = match (stone(&line[at], point), rng.u8(..12)) {
            (_, number) if number < n_free => Cell::Any,
            (None, 10) => [Cell::BlackOrEmpty, Cell::WhiteOrEmpty][rng.usize(..2)],
            (Some(Color::Black), 10) => [Cell::BlackOrEmpty, Cell::Stone][rng.usize(..2)],
            (Some(Color::White), 10) => [Cell::WhiteOrEmpty, Cell::Stone][rng.usize(..2)],
            (_, 11) if kind == 1 => [Cell::Black, Cell::White, Cell::Empty][rng.usize(..3)],
            (None, _) => Cell::Empty,
            (Some(Color::Black), _) => Cell::Black,
            (Some(Color::White), _) => Cell::White,
        };
        pattern = pattern.with_cell(point, cell);
    }
    let is_at = |is_edge: bool, rng: &mut Rng| is_edge && rng.u8(..3) > 0;
    pattern = match rng.u8(..4) {
        0 => pattern.with_anchor(Anchor::ANYWHERE),
        1 => {
            let origin = Point::new(column, row, *size).unwrap();
            pattern.with_anchor(Anchor::At(origin)).with_board_size(Some(*size))
        }
        _ => pattern.with_anchor(Anchor::Edges(Edges {
            left: is_at(column == 0, rng),
            right: is_at(column + width == size.width(), rng),
            bottom: is_at(row == 0, rng),
            top: is_at(row + height == size.height(), rng),
        })),
    };
    if rng.u8(..3) == 0 {
        pattern = pattern.with_board_size(Some(*size));
    }
    if rng.u8(..4) == 0 {
        let put = Put {
            points: shape.points().map(|it| (on_board(it), Cell::Any)).collect(),
            moves: Vec::new(),
            next: None,
        };
        let mut moves = Vec::new();
        let mut node = at;
        for _ in 0..rng.usize(1..4) {
            let Some((color, point, next)) = next_move(*size, line, &put, node) else { break };
            let within = Point::new(point.column() - column, point.row() - row, shape).unwrap();
            moves.push((if rng.u8(..12) == 0 { !color } else { color }, within));
            node = next;
        }
        pattern = pattern.with_moves(moves);
    }
    if rng.u8(..5) == 0 {
        pattern = pattern.with_next(Some(Color::ALL[rng.usize(..2)]));
    }
    pattern
}

const SIZES: [(u8, u8); 8] = [(3, 3), (4, 4), (5, 5), (5, 4), (4, 5), (7, 7), (2, 6), (9, 9)];

/// As many as the other half of the time would be spent on.
const N_PATTERNS: usize = 4000;

#[test]
fn the_index_agrees_with_a_slow_search() {
    let folder = Folder::new("exactness");
    let mut rng = Rng::with_seed(22);
    let mut library = Library::open(&folder.0.join("library.db"), Access::Create).unwrap();
    let mut games = Vec::new();
    for number in 0..64 {
        let (width, height) = SIZES[rng.usize(..SIZES.len())];
        let text = random_game(&mut rng, Size::new(width, height).unwrap());
        let path = format!("{number}.sgf");
        let added = library.add(path.as_ref(), text.as_bytes(), ByColor::default()).unwrap();
        let id = added.game().unwrap();
        let record = library.record(id).unwrap();
        games.push((id, record.size(), lines(&record)));
    }
    games.dedup_by_key(|it| it.0);
    let (mut n_hits, mut n_found) = (0, 0);
    for _ in 0..N_PATTERNS {
        let pattern = random_pattern(&mut rng, &games);
        let is_few = rng.u8(..8) > 0;
        let some: Vec<GameId> = (0..4).map(|_| games[rng.usize(..games.len())].0).collect();
        let options = SearchOptions {
            symmetries: rng.u8(..4) > 0,
            colors: rng.u8(..3) > 0,
            variations: rng.bool(),
            last_move: (rng.u8(..5) == 0).then(|| rng.u32(..60)),
            games: is_few.then(|| some.into_iter().collect()),
        };
        let expected = search(&games, &pattern, &options);
        let hits = library.search(&pattern, &options, &Cancel::new()).unwrap();
        let size = |id: GameId| games.iter().find(|it| it.0 == id).unwrap().1;
        let found: BTreeSet<Seen> =
            hits.hits.iter().map(|hit| seen(hit, &pattern, size(hit.game))).collect();
        assert_eq!(found, expected, "{pattern}{pattern:?} {options:?}");
        assert_eq!(found.len(), hits.hits.len(), "the same twice: {pattern}{options:?}");
        n_hits += found.len();
        n_found += usize::from(!found.is_empty());
    }
    // The patterns are neither all too rare nor all too common to tell.
    assert!(n_found > N_PATTERNS / 3 && n_hits > N_PATTERNS, "{n_found} {n_hits}");
}
