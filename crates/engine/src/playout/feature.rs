//! What a move does near the last moves, as playouts see it.
//!
//! The same features are seen by the tool that learns their weights.

use tengen_rules::{Board, Color, Point};

use crate::tactics;

macro_rules! features {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// One thing that a move may do.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        #[repr(u8)]
        pub enum Feature {
            $($(#[doc = $doc])* $name,)*
        }

        impl Feature {
            /// All of them, in order.
            pub const ALL: &[Feature] = &[$(Feature::$name,)*];
            /// Their number.
            pub const COUNT: usize = Feature::ALL.len();

            /// The name in the file of weights.
            pub fn name(self) -> &'static str {
                match self {
                    $(Feature::$name => stringify!($name),)*
                }
            }

            /// The feature with this name.
            pub fn from_name(name: &str) -> Option<Feature> {
                Feature::ALL.iter().copied().find(|it| it.name() == name)
            }
        }
    };
}

features! {
    /// Beside the last move.
    Adjacent,
    /// Diagonally beside the last move.
    Diagonal,
    /// Two lines from the last move.
    Jump,
    /// Takes the stone that was just played.
    Capture1,
    /// Takes the two stones that were just joined or played.
    Capture2,
    /// Takes the chain of the last move, three stones or more.
    Capture3,
    /// Takes a single stone so that the opponent may not take back at once.
    CaptureKo,
    /// Takes one stone and with it saves a chain in atari.
    CaptureSaves1,
    /// Takes two stones and with them saves a chain in atari.
    CaptureSaves2,
    /// Takes three stones or more and with them saves a chain in atari.
    CaptureSaves3,
    /// Takes a stone that has been in atari for some time.
    CaptureOld1,
    /// Takes two stones that have been in atari for some time.
    CaptureOld2,
    /// Takes three stones or more that have been in atari for some time.
    CaptureOld3,
    /// Extends a stone from atari to two liberties.
    Escape1To2,
    /// Extends a stone from atari to three liberties or more.
    Escape1To3,
    /// Extends two stones from atari to two liberties.
    Escape2To2,
    /// Extends two stones from atari to three liberties or more.
    Escape2To3,
    /// Extends three stones or more from atari to two liberties.
    Escape3To2,
    /// Extends three stones or more from atari to three liberties or more.
    Escape3To3,
    /// Extends a stone that has been in atari for some time.
    EscapeOld1,
    /// Extends two stones that have been in atari for some time.
    EscapeOld2,
    /// Extends three stones or more that have been in atari for some time.
    EscapeOld3,
    /// Extends from atari into a ladder that is lost.
    LadderFails,
    /// Puts the stone in atari that was just played.
    Atari1,
    /// Puts the chain of two stones in atari that was just played.
    Atari2,
    /// Puts the chain of the last move, three stones or more, in atari.
    Atari3,
    /// Extends a chain with two liberties beside the last move to two again.
    Defend2,
    /// Extends a chain with two liberties beside the last move to three.
    Defend3,
    /// Extends a chain with two liberties beside the last move to four.
    Defend4,
    /// Puts a chain in atari that is beside a weak own chain.
    CounterAtari,
    /// Takes a chain that is beside a weak own chain.
    CounterCapture,
    /// The vital point of the opponent's eye.
    Nakade,
    /// Leaves a single stone in atari.
    SelfAtari1,
    /// Leaves two stones in atari.
    SelfAtari2,
    /// Leaves three stones in atari.
    SelfAtari3,
    /// Leaves four stones or more in atari.
    SelfAtari4,
}

/// One of three features by a number of stones.
fn by_size(n_stones: u16, classes: [Feature; 3]) -> Feature {
    classes[usize::from(n_stones.clamp(1, 3)) - 1]
}

/// What has been played before a move is chosen.
#[derive(Copy, Clone, Debug, Default)]
pub struct Context {
    /// The opponent's last move.
    pub last: Option<Point>,
    /// The own move before it.
    pub own_last: Option<Point>,
}

/// Chains that were put in atari, by one of their stones, the newest last.
#[derive(Copy, Clone, Debug, Default)]
pub struct Ataris {
    stones: [Option<Point>; 8],
    next: usize,
}

impl Ataris {
    /// Notes the chains that a move has put in atari.
    #[inline]
    pub fn note(&mut self, board: &Board, played: Point) {
        if board.n_liberties(played) == 1 {
            self.push(board, played);
        }
        for stone in board.neighbors(played) {
            if board.n_liberties(stone) == 1 && board.stone(stone) != board.stone(played) {
                self.push(board, stone);
            }
        }
    }

    fn push(&mut self, board: &Board, stone: Point) {
        let id = board.chain_id(stone);
        if self.stones.iter().flatten().any(|&it| board.chain_id(it) == id) {
            return;
        }
        self.stones[self.next % 8] = Some(stone);
        self.next += 1;
    }

    /// All chains of a board that are in atari, as far as there is room.
    pub fn find(board: &Board) -> Ataris {
        let mut ataris = Ataris::default();
        for (_, stone) in board.stones() {
            if board.n_liberties(stone) == 1 && board.chain_id(stone) == Some(stone) {
                ataris.push(board, stone);
            }
        }
        ataris
    }
}

/// Calls back with each point that has a feature, and the feature, for the
/// player to move; a point may come several times.
///
/// Self-atari and ladders are left to [`doubt`].
#[inline]
pub fn visit(
    board: &Board,
    color: Color,
    context: Context,
    ataris: &mut Ataris,
    mut found: impl FnMut(Point, Feature),
) {
    let last = context.last.filter(|&it| board.stone(it) == Some(!color));

    // Step 1. Chains in atari that are not about the last move.
    for entry in &mut ataris.stones {
        let Some(stone) = *entry else { continue };
        let Some(liberty) = board.atari(stone) else {
            *entry = None;
            continue;
        };
        let is_own = board.stone(stone) == Some(color);
        let n_stones = board.n_stones(stone);
        if is_own {
            let classes = [Feature::EscapeOld1, Feature::EscapeOld2, Feature::EscapeOld3];
            found(liberty, by_size(n_stones, classes));
        } else if n_stones == 1 && tactics::takes_ko(board, color, liberty) {
            found(liberty, Feature::CaptureKo);
        } else {
            let classes = [Feature::CaptureOld1, Feature::CaptureOld2, Feature::CaptureOld3];
            found(liberty, by_size(n_stones, classes));
        }
    }

    let Some(last) = last else { return };

    // Step 2. Where the last move was played.
    for point in board.diagonals(last).filter(|&it| board.is_empty_at(it)) {
        found(point, Feature::Diagonal);
    }
    for (columns, rows) in [(2, 0), (-2, 0), (0, 2), (0, -2)] {
        if let Some(point) =
            last.offset(columns, rows, board.size()).filter(|&it| board.is_empty_at(it))
        {
            found(point, Feature::Jump);
        }
    }
    // Step 3. The chain of the last move.
    let n_stones = board.n_stones(last);
    if let Some(liberty) = board.atari(last) {
        let classes = [Feature::Capture1, Feature::Capture2, Feature::Capture3];
        found(liberty, by_size(n_stones, classes));
    } else if let Some(liberties) = board.two_liberties(last) {
        let classes = [Feature::Atari1, Feature::Atari2, Feature::Atari3];
        for liberty in liberties {
            found(liberty, by_size(n_stones, classes));
        }
    }

    // Step 4. What is beside the last move.
    let mut seen = [None; 4];
    for (idx, point) in board.neighbors(last).enumerate() {
        if board.is_empty_at(point) {
            found(point, Feature::Adjacent);
            if let Some((_, vital)) = tactics::vital_point(board, point) {
                found(vital, Feature::Nakade);
            }
            continue;
        }
        if board.stone(point) != Some(color) || seen.contains(&board.chain_id(point)) {
            continue;
        }
        seen[idx] = board.chain_id(point);
        weak_chain(board, color, point, &mut found);
    }
}

/// What can be done for an own chain beside the last move.
#[inline]
fn weak_chain(board: &Board, color: Color, stone: Point, found: &mut impl FnMut(Point, Feature)) {
    let n_stones = board.n_stones(stone);
    if let Some(liberty) = board.atari(stone) {
        match tactics::liberties_after(board, color, liberty, 3) {
            0 | 1 => (),
            2 => {
                let classes = [Feature::Escape1To2, Feature::Escape2To2, Feature::Escape3To2];
                found(liberty, by_size(n_stones, classes));
            }
            _ => {
                let classes = [Feature::Escape1To3, Feature::Escape2To3, Feature::Escape3To3];
                found(liberty, by_size(n_stones, classes));
            }
        }
        for other in tactics::chains_beside(board, stone) {
            if let Some(liberty) = board.atari(other) {
                let classes =
                    [Feature::CaptureSaves1, Feature::CaptureSaves2, Feature::CaptureSaves3];
                found(liberty, by_size(board.n_stones(other), classes));
            }
        }
    } else if let Some(liberties) = board.two_liberties(stone) {
        for liberty in liberties {
            match tactics::liberties_after(board, color, liberty, 4) {
                0 | 1 => (),
                2 => found(liberty, Feature::Defend2),
                3 => found(liberty, Feature::Defend3),
                _ => found(liberty, Feature::Defend4),
            }
        }
        for other in tactics::chains_beside(board, stone) {
            if let Some(liberty) = board.atari(other) {
                found(liberty, Feature::CounterCapture);
            } else if let Some(liberties) = board.two_liberties(other) {
                found(liberties[0], Feature::CounterAtari);
                found(liberties[1], Feature::CounterAtari);
            }
        }
    }
}

/// What speaks against a legal move: a self-atari, or a ladder that is lost.
#[inline]
pub fn doubt(board: &Board, color: Color, point: Point) -> Option<Feature> {
    if board.n_empty_beside(point) >= 2 {
        // An extension along a ladder has just two liberties.
        return ladder_doubt(board, color, point);
    }
    match tactics::liberties_after(board, color, point, 3) {
        0 | 1 => {
            let n_stones = tactics::stones_after(board, color, point);
            Some(match n_stones {
                0 | 1 => Feature::SelfAtari1,
                2 => Feature::SelfAtari2,
                3 => Feature::SelfAtari3,
                _ => Feature::SelfAtari4,
            })
        }
        2 => ladder_doubt(board, color, point),
        _ => None,
    }
}

#[inline]
fn ladder_doubt(board: &Board, color: Color, point: Point) -> Option<Feature> {
    let runner = board
        .neighbors(point)
        .find(|&it| board.stone(it) == Some(color) && board.atari(it) == Some(point))?;
    tactics::is_ladder_lost(board, runner).then_some(Feature::LadderFails)
}
