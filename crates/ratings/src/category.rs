//! What ratings are kept for: boards, speeds and both.

use std::time::Duration;

use tengen_rules::Size;

/// Boards whose games are rated together.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum BoardClass {
    /// 9×9, and boards up to 121 points.
    Small,
    /// 13×13, and boards up to 225 points.
    Medium,
    /// 19×19, and all that is larger.
    Large,
}

impl BoardClass {
    /// All classes, the smallest first.
    pub const ALL: [BoardClass; 3] = [BoardClass::Small, BoardClass::Medium, BoardClass::Large];

    /// The class of a board.
    pub const fn of(size: Size) -> BoardClass {
        match size.n_points() {
            ..=121 => BoardClass::Small,
            122..=225 => BoardClass::Medium,
            226.. => BoardClass::Large,
        }
    }

    /// The ranks that a stone makes up for: on a small board fewer moves are
    /// left to win its value back.
    pub const fn ranks_per_stone(self) -> u8 {
        match self {
            BoardClass::Small => 6,
            BoardClass::Medium => 3,
            BoardClass::Large => 1,
        }
    }
}

/// The speeds whose games are rated together.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub enum Speed {
    /// Less than ten seconds a move.
    Blitz,
    /// Up to an hour a move, which is played in one sitting.
    Live,
    /// More than an hour a move, or no clock.
    Correspondence,
}

impl Speed {
    /// All speeds, the fastest first.
    pub const ALL: [Speed; 3] = [Speed::Blitz, Speed::Live, Speed::Correspondence];

    /// The speed of a game in which each player has `main` time for all moves
    /// and `per_move` for each; `None` without a clock.
    ///
    /// A player makes about 0.35 moves for each point of the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::time::Duration;
    /// use tengen_ratings::{Pace, Speed};
    /// use tengen_rules::Size;
    ///
    /// let pace = Pace { main: Duration::from_secs(300), per_move: Duration::from_secs(30) };
    /// assert_eq!(Speed::of(Some(pace), Size::NINETEEN), Speed::Live);
    /// assert_eq!(Speed::of(None, Size::NINETEEN), Speed::Correspondence);
    /// ```
    pub fn of(pace: Option<Pace>, size: Size) -> Speed {
        let Some(pace) = pace else { return Speed::Correspondence };
        let n_moves = (0.35 * f64::from(size.n_points())).max(1.0);
        let seconds = pace.main.as_secs_f64() / n_moves + pace.per_move.as_secs_f64();
        match seconds {
            ..10.0 => Speed::Blitz,
            10.0..=3600.0 => Speed::Live,
            _ => Speed::Correspondence,
        }
    }
}

/// The time of each player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Pace {
    /// For all moves together.
    pub main: Duration,
    /// In addition for each move: an increment, or a period of overtime.
    pub per_move: Duration,
}

/// One of the sixteen ratings of a player.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
pub struct Category {
    /// The boards that count, or all.
    pub board: Option<BoardClass>,
    /// The speed that counts, or all.
    pub speed: Option<Speed>,
}

impl Category {
    /// All games.
    pub const OVERALL: Category = Category { board: None, speed: None };
    /// The number of categories.
    pub const COUNT: usize = 16;

    /// Games on such boards at one speed.
    pub const fn new(board: BoardClass, speed: Speed) -> Category {
        Category { board: Some(board), speed: Some(speed) }
    }

    /// All games on such boards.
    pub const fn board(board: BoardClass) -> Category {
        Category { board: Some(board), speed: None }
    }

    /// All games at this speed.
    pub const fn speed(speed: Speed) -> Category {
        Category { board: None, speed: Some(speed) }
    }

    /// All categories, the overall one first.
    pub fn all() -> impl Iterator<Item = Category> + Clone {
        let with_none = |idx: usize| idx.checked_sub(1);
        (0..Category::COUNT).map(move |idx| Category {
            board: with_none(idx / 4).map(|it| BoardClass::ALL[it]),
            speed: with_none(idx % 4).map(|it| Speed::ALL[it]),
        })
    }

    /// The position of the category in [`Category::all`].
    pub const fn index(self) -> usize {
        let board = match self.board {
            None => 0,
            Some(board) => board as usize + 1,
        };
        let speed = match self.speed {
            None => 0,
            Some(speed) => speed as usize + 1,
        };
        4 * board + speed
    }

    /// The category that says most about this one, or `None` for the overall
    /// one: that of the board, since boards differ more than speeds.
    pub const fn parent(self) -> Option<Category> {
        match (self.board, self.speed) {
            (None, None) => None,
            (Some(board), Some(_)) => Some(Category::board(board)),
            _ => Some(Category::OVERALL),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn categories_have_their_index() {
        assert_eq!(Category::all().count(), Category::COUNT);
        for (idx, category) in Category::all().enumerate() {
            assert_eq!(category.index(), idx);
            let mut above = category;
            while let Some(parent) = above.parent() {
                assert!(parent.index() < above.index());
                above = parent;
            }
            assert_eq!(above, Category::OVERALL);
        }
    }

    #[test]
    fn presets_have_their_speed() {
        #[track_caller]
        fn check_speed(edge: u8, main: u64, per_move: u64, expected: Speed) {
            let pace =
                Pace { main: Duration::from_secs(main), per_move: Duration::from_secs(per_move) };
            assert_eq!(Speed::of(Some(pace), Size::square(edge).unwrap()), expected);
        }
        const DAY: u64 = 24 * 60 * 60;
        check_speed(19, 30, 5, Speed::Blitz);
        check_speed(19, 300, 7, Speed::Blitz);
        check_speed(19, 600, 10, Speed::Live);
        check_speed(19, 1200, 30, Speed::Live);
        check_speed(13, 300, 10, Speed::Live);
        check_speed(9, 120, 7, Speed::Live);
        check_speed(9, 3 * DAY, DAY, Speed::Correspondence);
        check_speed(19, 3 * DAY, 0, Speed::Live);
    }

    #[test]
    fn odd_boards_belong_to_the_nearest_class() {
        let class = |edge| BoardClass::of(Size::square(edge).unwrap());
        assert_eq!([5, 9, 11].map(class), [BoardClass::Small; 3]);
        assert_eq!([12, 13, 15].map(class), [BoardClass::Medium; 3]);
        assert_eq!([16, 19, 25].map(class), [BoardClass::Large; 3]);
    }
}
