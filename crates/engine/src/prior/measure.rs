//! What is measured of a move: small numbers that trees of a
//! [`Forest`](super::forest::Forest) ask about.

use tengen_rules::{Board, ByColor, ByPoint, Color, Point};

use super::feature::distance;
use crate::outlook::Outlook;
use crate::playout::{Context, Feature, Playout, doubt};
use crate::tactics;

macro_rules! measures {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// One number that a move has.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        #[repr(u8)]
        pub(crate) enum Measure {
            $($(#[doc = $doc])* $name,)*
        }

        impl Measure {
            /// Their number.
            pub(crate) const COUNT: usize = [$(Measure::$name,)*].len();
        }
    };
}

measures! {
    /// By how much the likeliest move is preferred before anything is measured.
    Behind,
    /// How sure the point is to be the player's.
    Owner,
    /// How much depends on the point.
    Weight,
    /// The mean owner of the points up to two lines away.
    OwnerAround,
    /// The most that depends on a point beside or diagonally beside it.
    WeightBeside,
    /// The most that depends on any point up to two lines away.
    WeightAround,
    /// What depends on the point, relative to the point on which most depends.
    WeightShare,
    /// The liberties of the weakest own chain beside it.
    OwnLiberties,
    /// The stones of that chain.
    OwnStones,
    /// How sure that chain is to live.
    OwnLife,
    /// How much depends on that chain.
    OwnWeight,
    /// The liberties of the opponent's weakest chain beside it.
    OpponentLiberties,
    /// The stones of that chain.
    OpponentStones,
    /// How sure that chain is to live, for the opponent.
    OpponentLife,
    /// How much depends on that chain.
    OpponentWeight,
    /// The liberties after the move.
    Liberties,
    /// What speaks against the move.
    Doubt,
    /// The distance to the last move.
    Last,
    /// The distance to the own last move.
    OwnLast,
    /// The line from the nearer edge.
    Line,
    /// The line from the farther edge.
    OtherLine,
    /// The share of the board with stones.
    Stones,
    /// The chance to win.
    Chance,
    /// The distance to the nearest own stone.
    NearestOwn,
    /// The distance to the opponent's nearest stone.
    NearestOpponent,
    /// Own stones up to two lines away.
    OwnAround,
    /// The opponent's stones up to two lines away.
    OpponentAround,
    /// How sure the stone of the last move is to live, for the opponent.
    LastLife,
    /// How much depends on the stone of the last move.
    LastWeight,
    /// How sure the weakest own chain up to two lines away is to live.
    LifeAround,
    /// How sure the opponent's weakest chain up to two lines away is to live.
    OpponentLifeAround,
    /// Empty points beside.
    Empty,
}

/// The most that is measured.
pub(crate) const MOST: u8 = 31;

/// What all moves of a position have in common.
#[derive(Debug)]
pub(crate) struct Measurer<'a> {
    board: &'a Board,
    color: Color,
    context: Context,
    /// How sure each point is to be the player's.
    owners: ByPoint<u8>,
    weights: ByPoint<u8>,
    most_weight: u8,
    nearest: ByColor<ByPoint<u8>>,
    chance: u8,
}

impl<'a> Measurer<'a> {
    pub(crate) fn new(playout: &'a Playout, color: Color, outlook: &Outlook) -> Measurer<'a> {
        let board = playout.board();
        let mut owners = ByPoint::new(0);
        let mut weights = ByPoint::new(0);
        let mut most_weight = 1;
        for point in board.size().points() {
            let (owner, weight) = outlook.look(color, point);
            owners[point] = scaled(owner.midpoint(1.0), 1.0);
            weights[point] = scaled(weight, 0.75);
            most_weight = most_weight.max(weights[point]);
        }
        Measurer {
            board,
            color,
            context: playout.context(),
            owners,
            weights,
            most_weight,
            nearest: ByColor {
                black: distances(board, Color::Black),
                white: distances(board, Color::White),
            },
            chance: scaled(outlook.chance(color), 1.0),
        }
    }

    /// Measures a legal move that is less likely than the likeliest by this
    /// factor, given as its logarithm.
    pub(crate) fn measure(&self, point: Point, behind: f32) -> [u8; Measure::COUNT] {
        let Measurer { board, color, owners, weights, .. } = self;
        let (board, color) = (*board, *color);
        let size = board.size();
        let mut values = [0; Measure::COUNT];
        let mut set = |measure: Measure, value: u8| values[measure as usize] = value.min(MOST);

        set(Measure::Behind, scaled(behind, 10.0));
        set(Measure::Owner, owners[point]);
        set(Measure::Weight, weights[point]);
        let share = f32::from(weights[point]) / f32::from(self.most_weight);
        set(Measure::WeightShare, scaled(share, 1.0));

        // Step 1. What is around.
        let (mut sum, mut n, mut weight_beside, mut weight_around) = (0, 0, 0, 0);
        let mut around = ByColor { black: 0, white: 0 };
        let mut life_around = ByColor { black: MOST, white: MOST };
        let columns = point.column().saturating_sub(2)..=(point.column() + 2).min(size.width() - 1);
        let rows = point.row().saturating_sub(2)..=(point.row() + 2).min(size.height() - 1);
        for row in rows {
            for column in columns.clone() {
                let Some(other) = Point::new(column, row, size) else { continue };
                sum += u32::from(owners[other]);
                n += 1;
                weight_around = weight_around.max(weights[other]);
                let is_beside =
                    row.abs_diff(point.row()) <= 1 && column.abs_diff(point.column()) <= 1;
                if is_beside {
                    weight_beside = weight_beside.max(weights[other]);
                }
                if let Some(stone) = board.stone(other) {
                    around[stone] += 1;
                    let life = self.life(stone, other);
                    life_around[stone] = life_around[stone].min(life);
                }
            }
        }
        set(Measure::OwnerAround, (sum / n) as u8);
        set(Measure::WeightBeside, weight_beside);
        set(Measure::WeightAround, weight_around);
        set(Measure::OwnAround, around[color]);
        set(Measure::OpponentAround, around[!color]);
        set(Measure::LifeAround, life_around[color]);
        set(Measure::OpponentLifeAround, life_around[!color]);

        // Step 2. The chains beside it.
        for stone_color in Color::ALL {
            let beside = board.neighbors(point).filter(|&it| board.stone(it) == Some(stone_color));
            let Some(weakest) = beside.min_by_key(|&it| board.n_liberties(it)) else { continue };
            let n_liberties = board.n_liberties(weakest).min(MOST.into()) as u8;
            let n_stones = board.n_stones(weakest).min(MOST.into()) as u8;
            let life = 1 + self.life(stone_color, weakest);
            let weight = weights[weakest];
            if stone_color == color {
                set(Measure::OwnLiberties, n_liberties);
                set(Measure::OwnStones, n_stones);
                set(Measure::OwnLife, life);
                set(Measure::OwnWeight, weight);
            } else {
                set(Measure::OpponentLiberties, n_liberties);
                set(Measure::OpponentStones, n_stones);
                set(Measure::OpponentLife, life);
                set(Measure::OpponentWeight, weight);
            }
        }
        set(Measure::Liberties, tactics::liberties_after(board, color, point, 8) as u8);
        set(Measure::Empty, board.n_empty_beside(point) as u8);
        let doubt = doubt(board, color, point).map_or(0, |it| match it {
            Feature::LadderFails => 5,
            Feature::SelfAtari1 => 1,
            Feature::SelfAtari2 => 2,
            Feature::SelfAtari3 => 3,
            _ => 4,
        });
        set(Measure::Doubt, doubt);

        // Step 3. Where it is.
        let far = |it: Option<Point>| it.map_or(MOST, |it| distance(it, point) as u8);
        set(Measure::Last, far(self.context.last));
        set(Measure::OwnLast, far(self.context.own_last));
        let line = |place: u8, edge: u8| place.min(edge - 1 - place);
        let (x, y) = (line(point.column(), size.width()), line(point.row(), size.height()));
        set(Measure::Line, x.min(y));
        set(Measure::OtherLine, x.max(y));
        set(Measure::NearestOwn, self.nearest[color][point]);
        set(Measure::NearestOpponent, self.nearest[!color][point]);

        // Step 4. The whole board.
        let n_points = size.n_points();
        set(Measure::Stones, ((n_points - board.n_empty()) * u16::from(MOST) / n_points) as u8);
        set(Measure::Chance, self.chance);
        if let Some(last) = self.context.last {
            set(Measure::LastLife, self.life(!color, last));
            set(Measure::LastWeight, weights[last]);
        }
        values
    }

    /// How sure a stone is to live.
    fn life(&self, stone: Color, point: Point) -> u8 {
        if stone == self.color { self.owners[point] } else { MOST - self.owners[point] }
    }
}

/// A number from 0 to [`MOST`], which stands for `most`.
fn scaled(value: f32, most: f32) -> u8 {
    (value / most * f32::from(MOST)).clamp(0.0, MOST.into()) as u8
}

/// The distance of each point to the nearest stone of a color, in steps along
/// lines.
fn distances(board: &Board, color: Color) -> ByPoint<u8> {
    let size = board.size();
    let mut distances = ByPoint::new(MOST);
    let mut step = |column: u8, row: u8, before: [(i8, i8); 2]| {
        let Some(point) = Point::new(column, row, size) else { return };
        let mut least = if board.stone(point) == Some(color) { 0 } else { distances[point] };
        for (columns, rows) in before {
            if let Some(other) = point.offset(columns, rows, size) {
                least = least.min(distances[other] + 1);
            }
        }
        distances[point] = least;
    };
    for row in 0..size.height() {
        for column in 0..size.width() {
            step(column, row, [(-1, 0), (0, -1)]);
        }
    }
    for row in (0..size.height()).rev() {
        for column in (0..size.width()).rev() {
            step(column, row, [(1, 0), (0, 1)]);
        }
    }
    distances
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIAGRAM: &str = "
        . . . . .
        . X X O .
        . X O . .
        . . O . .
        . . . . .
    ";

    /// The measures of a move of Black, after playouts in which Black won with
    /// the upper two rows and White with the lower two.
    fn measure(name: &str, last: Option<&str>) -> impl Fn(Measure) -> u8 {
        let board: Board = DIAGRAM.parse().unwrap();
        let size = board.size();
        let mut outlook = Outlook::new();
        for winner in [1, -1].into_iter().cycle().take(2_000) {
            let mut owners = ByPoint::new(0);
            for point in size.points() {
                owners[point] = match point.row() {
                    0 | 1 => -1,
                    2 => winner,
                    _ => 1,
                };
            }
            outlook.add(&owners, winner.into(), size);
        }
        let mut playout = Playout::new(&board);
        let last = last.map(|it| it.parse().unwrap());
        playout.set_context(Context { last, own_last: None });
        let measurer = Measurer::new(&playout, Color::Black, &outlook);
        let values = measurer.measure(name.parse().unwrap(), 1.0);
        move |measure| values[measure as usize]
    }

    #[test]
    fn sees_owners_and_what_weighs() {
        let value = measure("D3", None);
        assert_eq!(value(Measure::Owner), MOST / 2);
        assert_eq!(value(Measure::Weight), MOST);
        assert_eq!(value(Measure::WeightShare), MOST);
        let value = measure("A1", None);
        assert_eq!((value(Measure::Owner), value(Measure::Weight)), (0, 0));
        assert_eq!((value(Measure::WeightBeside), value(Measure::WeightAround)), (0, MOST));
        assert_eq!(value(Measure::Chance), MOST / 2);
    }

    #[test]
    fn sees_the_chains_beside() {
        let value = measure("D3", None);
        assert_eq!((value(Measure::OpponentStones), value(Measure::OpponentLiberties)), (1, 3));
        assert_eq!((value(Measure::OwnStones), value(Measure::OwnLife)), (0, 0));
        let value = measure("B2", None);
        assert_eq!((value(Measure::OwnStones), value(Measure::OwnLiberties)), (3, 5));
        assert_eq!((value(Measure::OwnWeight), value(Measure::Liberties)), (MOST, 6));
    }

    #[test]
    fn sees_where_a_move_is() {
        let value = measure("B2", Some("D4"));
        assert_eq!((value(Measure::Line), value(Measure::OtherLine)), (1, 1));
        assert_eq!((value(Measure::Last), value(Measure::OwnLast)), (6, MOST));
        assert_eq!((value(Measure::NearestOwn), value(Measure::NearestOpponent)), (1, 1));
        assert_eq!((value(Measure::OwnAround), value(Measure::OpponentAround)), (3, 3));
        assert_eq!(value(Measure::Stones), 6 * MOST / 25);
        let value = measure("A1", None);
        assert_eq!((value(Measure::NearestOwn), value(Measure::NearestOpponent)), (3, 3));
        assert_eq!((value(Measure::Empty), value(Measure::Last)), (2, MOST));
    }
}
