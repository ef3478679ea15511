//! The inputs of the [`BoostedTrees`](super::boosted_trees::BoostedTrees): small
//! integers that are measured of a move.

use tengen_rules::{Board, ByColor, ByPoint, Color, Point};

use super::around::{around, distances, mean_around};
use super::feature::distance;
use super::{Weighed, weigh_linearly};
use crate::ownership_stats::{OwnershipStats, PointStats};
use crate::playout::{Context, Feature, Playout, doubt};
use crate::tactics::{self, CaptureReading};

macro_rules! measures {
    ($($(#[doc = $doc:literal])* $name:ident,)*) => {
        /// One number that a move has.
        #[derive(Copy, Clone, Debug, Eq, PartialEq)]
        #[repr(u8)]
        pub enum Measure {
            $($(#[doc = $doc])* $name,)*
        }

        impl Measure {
            /// Their number.
            pub const COUNT: usize = [$(Measure::$name,)*].len();
        }
    };
}

measures! {
    /// By how much its logit is below the highest one, before the trees.
    Behind,
    /// How sure the point is to be the player's.
    Owner,
    /// The criticality of the point.
    Criticality,
    /// The mean owner of the points up to two lines away.
    OwnerAround,
    /// The highest criticality of a point beside or diagonally beside it.
    CriticalityBeside,
    /// The highest criticality of the points up to two lines away.
    CriticalityAround,
    /// Its criticality, relative to the most critical point.
    CriticalityShare,
    /// The liberties of the weakest own chain beside it.
    OwnLiberties,
    /// The stones of that chain.
    OwnStones,
    /// How sure that chain is to live.
    OwnLife,
    /// The criticality of that chain.
    OwnCriticality,
    /// The liberties of the opponent's weakest chain beside it.
    OpponentLiberties,
    /// The stones of that chain.
    OpponentStones,
    /// How sure that chain is to live, for the opponent.
    OpponentLife,
    /// The criticality of that chain.
    OpponentCriticality,
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
    /// The criticality of the stone of the last move.
    LastCriticality,
    /// How sure the weakest own chain up to two lines away is to live.
    LifeAround,
    /// How sure the opponent's weakest chain up to two lines away is to live.
    OpponentLifeAround,
    /// Empty points beside.
    Empty,
    /// By how much its logit is below the highest one if the opponent were to
    /// move.
    Reply,
    /// The rings around it that make a known pattern.
    Familiar,
    /// The own chains beside it.
    OwnChains,
    /// The opponent's chains beside it.
    OpponentChains,
    /// The own stones diagonally beside it.
    OwnDiagonal,
    /// The opponent's stones diagonally beside it.
    OpponentDiagonal,
    /// The liberties of the strongest own chain beside it.
    OwnMostLiberties,
    /// The liberties of the opponent's strongest chain beside it.
    OpponentMostLiberties,
    /// The mean owner of the points up to four lines away.
    OwnerFar,
    /// The mean criticality of the points up to four lines away.
    CriticalityFar,
    /// How sure the weakest own chain up to four lines away is to live.
    LifeFar,
    /// How sure the opponent's weakest chain up to four lines away is to live.
    OpponentLifeFar,
    /// The mean criticality of all points of the board.
    Open,
    /// The liberties of the chain of the last move.
    LastLiberties,
    /// The stones of the chain of the last move.
    LastStones,
    /// The stones of the largest chain that it captures sooner or later.
    Catches,
    /// The stones of the largest own chain that it saves.
    Saves,
    /// The stones of the largest own chain beside it that is lost.
    OwnLost,
    /// The stones of the opponent's largest chain beside it that is lost.
    OpponentLost,
    /// Whether it is the vital point of an own small eye, or the opponent's.
    Vital,
    /// The liberties by which the weakest own chain beside it is ahead of the
    /// opponent's.
    Race,
}

/// The most that is measured.
pub const MOST: u8 = 31;

/// A race in which both sides have as many liberties.
const EVEN: u16 = 8;

/// Points up to this many lines away are near.
const NEAR: u8 = 2;

/// Points up to this many lines away still matter.
const FAR: u8 = 4;

/// Measures moves: has what all moves of a position have in common.
#[derive(Debug)]
pub struct Measurer<'a> {
    board: &'a Board,
    color: Color,
    context: Context,
    /// How sure each point is to be the player's.
    owners: ByPoint<u8>,
    owners_near: ByPoint<u16>,
    owners_far: ByPoint<u16>,
    criticalities: ByPoint<u8>,
    criticalities_beside: ByPoint<u16>,
    criticalities_near: ByPoint<u16>,
    criticalities_far: ByPoint<u16>,
    most_critical: u8,
    mean_criticality: u8,
    n_stones_near: ByColor<ByPoint<u16>>,
    lives_near: ByColor<ByPoint<u16>>,
    lives_far: ByColor<ByPoint<u16>>,
    nearest: ByColor<ByPoint<u8>>,
    /// By how much its logit is below the highest one if the opponent were to
    /// move.
    replies: ByPoint<u8>,
    chance: u8,
    captures: CaptureReading,
}

impl<'a> Measurer<'a> {
    /// Measures what all moves of a position have in common.
    pub fn new(playout: &'a Playout, color: Color, stats: &OwnershipStats) -> Measurer<'a> {
        let board = playout.board();
        let size = board.size();
        let mut owners = ByPoint::new(0);
        let mut criticalities = ByPoint::new(0);
        let (mut most_critical, mut sum) = (1, 0);
        for point in size.points() {
            let PointStats { ownership, criticality } = stats.point(color, point);
            owners[point] = scaled(ownership.midpoint(1.0), 1.0);
            criticalities[point] = scaled(criticality, 0.75);
            most_critical = most_critical.max(criticalities[point]);
            sum += u32::from(criticalities[point]);
        }
        let owner = |it| u16::from(owners[it]);
        let criticality = |it| u16::from(criticalities[it]);
        let is_stone = |stone| move |it| u16::from(board.stone(it) == Some(stone));
        let life = |stone| {
            let owners = &owners;
            move |it| match board.stone(it) {
                Some(other) if other == stone => life(owners[it], stone == color).into(),
                _ => u16::from(MOST),
            }
        };
        Measurer {
            board,
            color,
            context: playout.context(),
            owners_near: mean_around(size, NEAR, owner),
            owners_far: mean_around(size, FAR, owner),
            criticalities_beside: around(size, 1, criticality, u16::max),
            criticalities_near: around(size, NEAR, criticality, u16::max),
            criticalities_far: mean_around(size, FAR, |it| 2 * criticality(it)),
            most_critical,
            mean_criticality: (3 * sum / u32::from(size.n_points())).min(MOST.into()) as u8,
            n_stones_near: ByColor::from_fn(|it| around(size, NEAR, is_stone(it), |a, b| a + b)),
            lives_near: ByColor::from_fn(|it| around(size, NEAR, life(it), u16::min)),
            lives_far: ByColor::from_fn(|it| around(size, FAR, life(it), u16::min)),
            nearest: ByColor::from_fn(|it| distances(board, it, MOST)),
            replies: replies(playout, !color, stats),
            chance: scaled(stats.chance(color), 1.0),
            captures: CaptureReading::new(board, color),
            owners,
            criticalities,
        }
    }

    /// Measures a legal move; `most` is the highest logit of all moves.
    pub fn measure(&self, weighed: Weighed, most: f32) -> [u8; Measure::COUNT] {
        let Measurer { board, color, owners, criticalities, .. } = self;
        let (board, color) = (*board, *color);
        let size = board.size();
        let point = weighed.point;
        let mut values = [0; Measure::COUNT];
        let mut set = |measure: Measure, value: u16| {
            values[measure as usize] = value.min(MOST.into()) as u8;
        };

        // Step 1. What is thought of it.
        set(Measure::Behind, scaled(most - weighed.weight, 10.0).into());
        set(Measure::Reply, self.replies[point].into());
        set(Measure::Familiar, weighed.n_rings.into());
        set(Measure::Owner, owners[point].into());
        set(Measure::Criticality, criticalities[point].into());
        let share = f32::from(criticalities[point]) / f32::from(self.most_critical);
        set(Measure::CriticalityShare, scaled(share, 1.0).into());

        // Step 2. What is around.
        set(Measure::OwnerAround, self.owners_near[point]);
        set(Measure::OwnerFar, self.owners_far[point]);
        set(Measure::CriticalityBeside, self.criticalities_beside[point]);
        set(Measure::CriticalityAround, self.criticalities_near[point]);
        set(Measure::CriticalityFar, self.criticalities_far[point]);
        set(Measure::OwnAround, self.n_stones_near[color][point]);
        set(Measure::OpponentAround, self.n_stones_near[!color][point]);
        set(Measure::LifeAround, self.lives_near[color][point]);
        set(Measure::OpponentLifeAround, self.lives_near[!color][point]);
        set(Measure::LifeFar, self.lives_far[color][point]);
        set(Measure::OpponentLifeFar, self.lives_far[!color][point]);

        // Step 3. The chains beside it.
        for (side, stone) in [color, !color].into_iter().enumerate() {
            let diagonal = board.diagonals(point).filter(|&it| board.stone(it) == Some(stone));
            set([Measure::OwnDiagonal, Measure::OpponentDiagonal][side], diagonal.count() as u16);
            let chains = || board.chains_beside(point, stone);
            let n_liberties = chains().map(|it| board.n_liberties(it)).max().unwrap_or(0);
            set([Measure::OwnChains, Measure::OpponentChains][side], chains().count() as u16);
            set([Measure::OwnMostLiberties, Measure::OpponentMostLiberties][side], n_liberties);
            let lost =
                chains().filter(|&it| self.captures.is_lost[it]).map(|it| board.n_stones(it));
            set([Measure::OwnLost, Measure::OpponentLost][side], lost.max().unwrap_or(0));
            let weakest = chains().min_by_key(|&it| board.n_liberties(it));
            let Some(weakest) = weakest else { continue };
            let n_liberties = board.n_liberties(weakest);
            set([Measure::OwnLiberties, Measure::OpponentLiberties][side], n_liberties);
            set([Measure::OwnStones, Measure::OpponentStones][side], board.n_stones(weakest));
            let life = 1 + life(owners[weakest], stone == color);
            set([Measure::OwnLife, Measure::OpponentLife][side], life.into());
            set(
                [Measure::OwnCriticality, Measure::OpponentCriticality][side],
                criticalities[weakest].into(),
            );
        }
        let weakest = |stone| {
            let n_liberties = board.chains_beside(point, stone).map(|it| board.n_liberties(it));
            n_liberties.min().map(|it| it.min(EVEN))
        };
        if let (Some(own), Some(opponent)) = (weakest(color), weakest(!color)) {
            set(Measure::Race, EVEN + own - opponent);
        }
        let vital = tactics::vital_point(board, point).filter(|it| it.1 == point);
        set(Measure::Vital, vital.map_or(0, |(owner, _)| if owner == color { 1 } else { 2 }));
        set(Measure::Catches, self.captures.catches[point]);
        set(Measure::Saves, self.captures.saves[point]);
        set(Measure::Liberties, tactics::liberties_after(board, color, point, 8) as u16);
        set(Measure::Empty, board.n_empty_beside(point));
        let doubt = doubt(board, color, point).map_or(0, |it| match it {
            Feature::LadderFails => 5,
            Feature::SelfAtari1 => 1,
            Feature::SelfAtari2 => 2,
            Feature::SelfAtari3 => 3,
            _ => 4,
        });
        set(Measure::Doubt, doubt);

        // Step 4. Where it is.
        let far = |it: Option<Point>| it.map_or(MOST.into(), |it| distance(it, point) as u16);
        set(Measure::Last, far(self.context.last));
        set(Measure::OwnLast, far(self.context.own_last));
        let line = |place: u8, edge: u8| u16::from(place.min(edge - 1 - place));
        let (x, y) = (line(point.column(), size.width()), line(point.row(), size.height()));
        set(Measure::Line, x.min(y));
        set(Measure::OtherLine, x.max(y));
        set(Measure::NearestOwn, self.nearest[color][point].into());
        set(Measure::NearestOpponent, self.nearest[!color][point].into());

        // Step 5. The whole board.
        let n_points = size.n_points();
        set(Measure::Stones, (n_points - board.n_empty()) * u16::from(MOST) / n_points);
        set(Measure::Chance, self.chance.into());
        set(Measure::Open, self.mean_criticality.into());
        if let Some(last) = self.context.last {
            set(Measure::LastLife, life(owners[last], false).into());
            set(Measure::LastCriticality, criticalities[last].into());
            if board.stone(last).is_some() {
                set(Measure::LastLiberties, board.n_liberties(last));
                set(Measure::LastStones, board.n_stones(last));
            }
        }
        values
    }
}

/// How sure a stone is to live on a point that is so sure to be the player's.
fn life(owner: u8, is_own: bool) -> u8 {
    if is_own { owner } else { MOST - owner }
}

/// By how much the logit of each move is below the highest one, if the opponent
/// passes.
fn replies(playout: &Playout, color: Color, stats: &OwnershipStats) -> ByPoint<u8> {
    let mut weights = ByPoint::new(f32::MIN);
    let mut most = f32::MIN;
    let context = Context { last: None, own_last: playout.context().last };
    weigh_linearly(playout, color, context, Some(stats), |weighed| {
        weights[weighed.point] = weighed.weight;
        most = most.max(weighed.weight);
    });
    let mut replies = ByPoint::new(MOST);
    for point in playout.board().size().points() {
        replies[point] = scaled(most - weights[point], 10.0);
    }
    replies
}

/// A number from 0 to [`MOST`], which stands for `most`.
fn scaled(value: f32, most: f32) -> u8 {
    (value / most * f32::from(MOST)).clamp(0.0, MOST.into()) as u8
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
        measure_on(DIAGRAM, name, last)
    }

    /// The same on another board.
    fn measure_on(diagram: &str, name: &str, last: Option<&str>) -> impl Fn(Measure) -> u8 + use<> {
        let board: Board = diagram.parse().unwrap();
        let size = board.size();
        let mut stats = OwnershipStats::new();
        for winner in [1, -1].into_iter().cycle().take(2_000) {
            let mut owners = ByPoint::new(0);
            for point in size.points() {
                owners[point] = match point.row() {
                    0 | 1 => -1,
                    2 => winner,
                    _ => 1,
                };
            }
            stats.add(&owners, winner.into(), size);
        }
        let mut playout = Playout::new(&board);
        let last = last.map(|it| it.parse().unwrap());
        playout.set_context(Context { last, own_last: None });
        let measurer = Measurer::new(&playout, Color::Black, &stats);
        let weighed = Weighed { point: name.parse().unwrap(), weight: 1.0, n_rings: 2 };
        let values = measurer.measure(weighed, 2.0);
        move |measure| values[measure as usize]
    }

    #[test]
    fn sees_owners_and_what_weighs() {
        let value = measure("D3", None);
        assert_eq!(value(Measure::Owner), MOST / 2);
        assert_eq!(value(Measure::Criticality), MOST);
        assert_eq!(value(Measure::CriticalityShare), MOST);
        let value = measure("A1", None);
        assert_eq!((value(Measure::Owner), value(Measure::Criticality)), (0, 0));
        assert_eq!(
            (value(Measure::CriticalityBeside), value(Measure::CriticalityAround)),
            (0, MOST)
        );
        assert_eq!(value(Measure::Chance), MOST / 2);
    }

    #[test]
    fn sees_the_chains_beside() {
        let value = measure("D3", None);
        assert_eq!((value(Measure::OpponentStones), value(Measure::OpponentLiberties)), (1, 3));
        assert_eq!((value(Measure::OpponentChains), value(Measure::OpponentMostLiberties)), (2, 4));
        assert_eq!((value(Measure::OwnDiagonal), value(Measure::OpponentDiagonal)), (1, 1));
        assert_eq!((value(Measure::OwnStones), value(Measure::OwnLife)), (0, 0));
        let value = measure("B2", None);
        assert_eq!((value(Measure::OwnStones), value(Measure::OwnLiberties)), (3, 5));
        assert_eq!((value(Measure::OwnCriticality), value(Measure::Liberties)), (MOST, 6));
        assert_eq!((value(Measure::OwnChains), value(Measure::OwnMostLiberties)), (1, 5));
    }

    #[test]
    fn sees_captures() {
        const FIGHT: &str = "
            . . . . .
            X X X . .
            O O X . .
            X O X . .
            . O X . .
        ";
        let value = measure_on(FIGHT, "A1", None);
        assert_eq!((value(Measure::Saves), value(Measure::OpponentLost)), (1, 4));
        assert_eq!((value(Measure::Catches), value(Measure::OwnLost)), (0, 0));
        assert_eq!(u16::from(value(Measure::Race)), EVEN);
        let swapped = FIGHT.replace('X', "?").replace('O', "X").replace('?', "O");
        let value = measure_on(&swapped, "A1", None);
        assert_eq!((value(Measure::OwnLost), value(Measure::Saves)), (4, 0));
        assert_eq!(value(Measure::Catches), 1);
    }

    #[test]
    fn sees_vital_points() {
        const EYE: &str = "X X X X\n. . . X\nX X X X\n. . . .";
        let vital = |diagram: &str, name| measure_on(diagram, name, None)(Measure::Vital);
        assert_eq!((vital(EYE, "B3"), vital(EYE, "A3"), vital(EYE, "B1")), (1, 0, 0));
        assert_eq!(vital(&EYE.replace('X', "O"), "B3"), 2);
    }

    #[test]
    fn sees_what_is_thought_of_it() {
        let value = measure("B2", Some("D4"));
        assert_eq!((value(Measure::Behind), value(Measure::Familiar)), (MOST / 10, 2));
        let board: Board = DIAGRAM.parse().unwrap();
        let replies: Vec<u8> =
            board.empty_points().map(|it| measure(&it.to_string(), None)(Measure::Reply)).collect();
        assert_eq!(replies.iter().min(), Some(&0));
        assert!(replies.iter().max() > Some(&5), "{replies:?}");
    }

    #[test]
    fn sees_far() {
        // Four lines away is the whole board.
        let value = measure("E1", None);
        assert_eq!((value(Measure::OwnerFar), value(Measure::LifeFar)), (MOST / 2, MOST / 2));
        assert_eq!((value(Measure::OpponentLifeFar), value(Measure::LifeAround)), (1, MOST));
        // All depends on one row of five.
        assert_eq!(
            (value(Measure::CriticalityFar), value(Measure::Open)),
            (2 * MOST / 5, 3 * MOST / 5)
        );
    }

    #[test]
    fn sees_where_a_move_is() {
        let value = measure("B2", Some("D4"));
        assert_eq!((value(Measure::Line), value(Measure::OtherLine)), (1, 1));
        assert_eq!((value(Measure::Last), value(Measure::OwnLast)), (6, MOST));
        assert_eq!((value(Measure::NearestOwn), value(Measure::NearestOpponent)), (1, 1));
        assert_eq!((value(Measure::OwnAround), value(Measure::OpponentAround)), (3, 3));
        assert_eq!(value(Measure::Stones), 6 * MOST / 25);
        assert_eq!((value(Measure::LastStones), value(Measure::LastLiberties)), (1, 3));
        let value = measure("A1", None);
        assert_eq!((value(Measure::NearestOwn), value(Measure::NearestOpponent)), (3, 3));
        assert_eq!((value(Measure::Empty), value(Measure::Last)), (2, MOST));
    }
}
