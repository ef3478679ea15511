//! Position hashes: numbers that identify positions, across versions of this
//! crate too.

use crate::point::N_SLOTS;
use crate::{Board, Color, Point, Size, Symmetry};

impl Board {
    /// The Zobrist hash of the stones, kept up to date move by move.
    ///
    /// It is equal for equal stones, and hardly ever for different ones.
    /// Neither the size of the board, the ko nor the player to move is in it;
    /// [`Board::position_hash`] has the size.
    ///
    /// # Algorithm
    ///
    /// The hash is the exclusive or of one number for each stone, and zero
    /// without stones. With columns and rows counted from zero at `A1`, and
    /// `color` 0 for Black and 1 for White, the number of a stone is
    ///
    /// ```text
    /// mix(2 × (26 × (row + 1) + column + 1) + color)
    /// ```
    ///
    /// where `mix(n)` is the output number `n`, counted from zero, of the
    /// generator `SplitMix64` with the seed zero. In wrapping 64-bit numbers:
    ///
    /// ```text
    /// x = (n + 1) × 0x9e3779b97f4a7c15
    /// x = (x ^ (x >> 30)) × 0xbf58476d1ce4e5b9
    /// x = (x ^ (x >> 27)) × 0x94d049bb133111eb
    /// mix(n) = x ^ (x >> 31)
    /// ```
    ///
    /// This is a promise: hashes may be stored, and are the same in every
    /// version.
    #[inline]
    pub const fn zobrist(&self) -> u64 {
        self.zobrist
    }

    /// The hash of the stones and the size of the board, for files and
    /// databases of positions.
    ///
    /// Neither the ko nor the player to move is in it.
    ///
    /// # Algorithm
    ///
    /// With the function `mix` of [`Board::zobrist`], it is
    ///
    /// ```text
    /// zobrist ^ mix(0x1_0000_0000 + 256 × width + height)
    /// ```
    ///
    /// This is a promise: hashes may be stored, and are the same in every
    /// version.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_rules::{Board, Size};
    ///
    /// let hash = |diagram: &str| diagram.parse().map(|it: Board| it.position_hash());
    /// assert_eq!(Board::new(Size::NINETEEN).position_hash(), 0xf1e3_a308_5e16_20a1);
    /// assert_eq!(hash(". .\n. ."), Ok(0x5f22_d78d_920a_8758));
    /// assert_eq!(hash("X .\n. O"), Ok(0x63cf_e132_23da_c042));
    /// assert_eq!(hash(". . O\n. X ."), Ok(0xcd86_9ea5_d41d_2151));
    /// ```
    pub const fn position_hash(&self) -> u64 {
        self.zobrist ^ of_size(self.size())
    }

    /// The hash that this position shares with all turned and mirrored ones.
    ///
    /// Use [`SymmetricHash`] to keep it up to date stone by stone.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_rules::{Board, Colors, Symmetry};
    ///
    /// let board: Board = "
    ///     . . X
    ///     . O .
    /// ".parse()?;
    /// let canonical = board.canonical_hash(Colors::Distinct);
    /// for symmetry in Symmetry::ALL {
    ///     let turned = board.with_symmetry(symmetry);
    ///     assert_eq!(turned.canonical_hash(Colors::Distinct).hash, canonical.hash);
    /// }
    ///
    /// // It is the hash of one of them, and says of which.
    /// let turned = board.with_symmetry(canonical.symmetry);
    /// assert_eq!(turned.position_hash(), canonical.hash);
    /// assert_eq!(canonical.hash, 0x123e_23ae_d37a_5874);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical_hash(&self, colors: Colors) -> CanonicalHash {
        SymmetricHash::of(self).canonical(colors)
    }
}

/// Whether positions that differ by the colors of all stones are the same.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Colors {
    /// They differ.
    #[default]
    Distinct,
    /// They are the same, as for problems and openings.
    Interchangeable,
}

/// The least position hash over the symmetries of a position.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct CanonicalHash {
    /// The position hash of the canonical position.
    pub hash: u64,
    /// What leads to the canonical position; of several, the first one of
    /// [`Symmetry::ALL`].
    pub symmetry: Symmetry,
    /// Whether the colors must be swapped too.
    pub is_swapped: bool,
}

/// The position hashes of a board under all symmetries, stone by stone.
///
/// The canonical hash of every position of a game costs little this way: tell
/// it of each stone that is put down, and of those that are captured.
///
/// # Examples
///
/// ```
/// use tengen_rules::{Board, Color, Colors, Size, SymmetricHash};
///
/// let mut board = Board::new(Size::NINE);
/// let mut hash = SymmetricHash::new(Size::NINE);
/// for (color, name) in [(Color::White, "A1"), (Color::Black, "A2"), (Color::Black, "B1")] {
///     let point = name.parse()?;
///     hash.toggle(color, point);
///     board.play_observed(color, point, |color, point| hash.toggle(color, point));
/// }
/// assert_eq!(hash.canonical(Colors::Distinct), board.canonical_hash(Colors::Distinct));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct SymmetricHash {
    size: Size,
    /// In the order of [`Symmetry::ALL`].
    hashes: [u64; 8],
    /// A copy with the colors swapped.
    swapped: [u64; 8],
}

impl SymmetricHash {
    /// That of a board without stones.
    pub fn new(size: Size) -> SymmetricHash {
        let hashes = Symmetry::ALL.map(|it| of_size(it.size(size)));
        SymmetricHash { size, hashes, swapped: hashes }
    }

    /// That of the stones of a board.
    pub fn of(board: &Board) -> SymmetricHash {
        let mut hash = SymmetricHash::new(board.size());
        for (color, point) in board.stones() {
            hash.toggle(color, point);
        }
        hash
    }

    /// Puts a stone down, or takes it off if it was there.
    ///
    /// Points that the board does not have are ignored.
    pub fn toggle(&mut self, color: Color, point: Point) {
        let hashes = self.hashes.iter_mut().zip(&mut self.swapped);
        for (symmetry, (hash, swapped)) in Symmetry::ALL.into_iter().zip(hashes) {
            let Some(turned) = symmetry.point(point, self.size) else { return };
            *hash ^= stone(color, turned.slot());
            *swapped ^= stone(!color, turned.slot());
        }
    }

    /// The position hash of the board as it stands.
    pub const fn position_hash(&self) -> u64 {
        self.hashes[0]
    }

    /// The hash that all symmetric positions have in common.
    pub fn canonical(&self, colors: Colors) -> CanonicalHash {
        let plain = least(&self.hashes);
        let swapped = CanonicalHash { is_swapped: true, ..least(&self.swapped) };
        if colors == Colors::Interchangeable && swapped.hash < plain.hash { swapped } else { plain }
    }
}

/// The first of the least hashes, in the order of [`Symmetry::ALL`].
fn least(hashes: &[u64; 8]) -> CanonicalHash {
    let mut least =
        CanonicalHash { hash: hashes[0], symmetry: Symmetry::Identity, is_swapped: false };
    for (symmetry, &hash) in Symmetry::ALL.into_iter().zip(hashes) {
        if hash < least.hash {
            least = CanonicalHash { hash, symmetry, ..least };
        }
    }
    least
}

/// The number of a stone of this color at this index.
pub(crate) fn stone(color: Color, slot: usize) -> u64 {
    STONES[color as usize][slot]
}

/// Distinguishes the same stones with another player to move.
pub(crate) const fn to_play(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => mix(u64::MAX),
    }
}

const fn of_size(size: Size) -> u64 {
    mix((1 << 32) + 256 * size.width() as u64 + size.height() as u64)
}

static STONES: [[u64; N_SLOTS]; 2] = {
    let mut table = [[0; N_SLOTS]; 2];
    let mut slot = 0;
    while slot < N_SLOTS {
        table[0][slot] = mix(2 * slot as u64);
        table[1][slot] = mix(2 * slot as u64 + 1);
        slot += 1;
    }
    table
};

/// The output of the generator `SplitMix64` for this counter.
const fn mix(counter: u64) -> u64 {
    let mut x = counter.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    x ^ (x >> 31)
}
