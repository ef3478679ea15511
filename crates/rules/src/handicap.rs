//! Where the stones of a handicap go.

use std::error::Error;
use std::fmt;

use crate::{Point, Size};

/// The largest handicap with fixed points on a board of this size, or 0 where
/// there are none.
///
/// # Examples
///
/// ```
/// use tengen_rules::{Size, handicap};
///
/// let names: Vec<String> =
///     handicap::fixed_points(Size::NINE, 3)?.map(|point| point.to_string()).collect();
/// assert_eq!(names, ["C3", "G7", "C7"]);
/// # Ok::<(), handicap::NoFixedPoints>(())
/// ```
pub const fn max_fixed(size: Size) -> u8 {
    let (width, height) = (size.width(), size.height());
    match (width, height) {
        (0..7, _) | (_, 0..7) => 0,
        (7, _) | (_, 7) => 4,
        _ if width % 2 == 0 || height % 2 == 0 => 4,
        _ => 9,
    }
}

/// The fixed points of a handicap of `n_stones`, in the order of GTP.
///
/// # Errors
///
/// Returns [`NoFixedPoints`] if such a board has none for this handicap.
pub fn fixed_points(
    size: Size,
    handicap: u8,
) -> Result<impl Iterator<Item = Point> + Clone, NoFixedPoints> {
    if handicap < 2 || handicap > max_fixed(size) {
        return Err(NoFixedPoints { size, handicap });
    }
    // Corners are on the third line of small boards and the fourth of others.
    let line = |edge: u8| if edge < 13 { 2 } else { 3 };
    let low = (line(size.width()), line(size.height()));
    let high = (size.width() - 1 - low.0, size.height() - 1 - low.1);
    let middle = (size.width() / 2, size.height() / 2);
    let corners = [low, high, (low.0, high.1), (high.0, low.1)];
    let left_and_right = [(low.0, middle.1), (high.0, middle.1)];
    let bottom_and_top = [(middle.0, low.1), (middle.0, high.1)];

    let mut order = [(0, 0); 9];
    let mut n_points = 0;
    let mut add = |points: &[(u8, u8)]| {
        for &point in points {
            order[n_points] = point;
            n_points += 1;
        }
    };
    add(&corners[..usize::from(handicap.min(4))]);
    if handicap >= 6 {
        add(&left_and_right);
    }
    if handicap >= 8 {
        add(&bottom_and_top);
    }
    if matches!(handicap, 5 | 7 | 9) {
        add(&[middle]);
    }
    Ok(order
        .into_iter()
        .take(usize::from(handicap))
        .filter_map(move |(column, row)| Point::new(column, row, size)))
}

/// The points that are marked on a board for orientation.
///
/// Only large boards mark the sides as well.
pub fn star_points(size: Size) -> impl Iterator<Item = Point> {
    let is_large = size.width() >= 15 && size.height() >= 15;
    let handicap = if is_large { max_fixed(size) } else { max_fixed(size).min(5) };
    fixed_points(size, handicap).into_iter().flatten()
}

/// A board has no fixed points for a handicap.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct NoFixedPoints {
    /// The size of the board.
    pub size: Size,
    /// The number of stones.
    pub handicap: u8,
}

impl fmt::Display for NoFixedPoints {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let NoFixedPoints { size, handicap } = self;
        match max_fixed(*size) {
            0 => write!(f, "a {size} board has no fixed handicap points"),
            most => write!(f, "unsupported handicap {handicap} on {size}, expected 2 to {most}"),
        }
    }
}

impl Error for NoFixedPoints {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_points(edge: u8, handicap: u8, expected: &str) {
        let points = fixed_points(Size::square(edge).unwrap(), handicap).unwrap();
        let names: Vec<String> = points.map(|point| point.to_string()).collect();
        assert_eq!(names.join(" "), expected);
    }

    #[test]
    fn order_of_the_protocol() {
        check_points(19, 2, "D4 Q16");
        check_points(19, 3, "D4 Q16 D16");
        check_points(19, 4, "D4 Q16 D16 Q4");
        check_points(19, 5, "D4 Q16 D16 Q4 K10");
        check_points(19, 6, "D4 Q16 D16 Q4 D10 Q10");
        check_points(19, 7, "D4 Q16 D16 Q4 D10 Q10 K10");
        check_points(19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        check_points(19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        check_points(13, 5, "D4 K10 D10 K4 G7");
        check_points(9, 9, "C3 G7 C7 G3 C5 G5 E3 E7 E5");
        check_points(7, 4, "C3 E5 C5 E3");
        check_points(12, 2, "C3 K10");
    }

    #[test]
    fn how_many_points_are_marked() {
        for (edge, n_points) in [(5, 0), (7, 4), (8, 4), (9, 5), (13, 5), (19, 9), (18, 4)] {
            assert_eq!(star_points(Size::square(edge).unwrap()).count(), n_points, "{edge}");
        }
    }

    #[test]
    fn how_many_fixed_points_a_board_has() {
        for (edge, most) in [(1, 0), (6, 0), (7, 4), (8, 4), (9, 9), (10, 4), (19, 9), (25, 9)] {
            assert_eq!(max_fixed(Size::square(edge).unwrap()), most, "{edge}");
        }
        assert_eq!(
            fixed_points(Size::NINE, 10).err().unwrap().to_string(),
            "unsupported handicap 10 on 9x9, expected 2 to 9"
        );
        assert_eq!(
            fixed_points(Size::square(5).unwrap(), 2).err().unwrap().to_string(),
            "a 5x5 board has no fixed handicap points"
        );
    }
}
