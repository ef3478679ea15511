//! Positions with a strong player's judgement, from their binary format.

use std::io::{self, Read};

use tengen_rules::{Board, ByPoint, Color, Point, Size, Suicide};

/// A game whose every position was judged.
#[derive(Debug)]
pub struct JudgedGame {
    /// The size of the board.
    pub size: Size,
    /// White's compensation in half points.
    pub komi: i8,
    /// The positions in order.
    pub positions: Vec<Judged>,
}

/// What is said of one position.
#[derive(Debug)]
pub struct Judged {
    /// The move that was played, `None` for a pass.
    pub played: Option<Point>,
    /// The chance that Black wins.
    pub black_wins: f32,
    /// Black's lead in points, komi included.
    pub lead: f32,
    /// The probability of each point, by row from the top; the last is the
    /// pass.
    pub policy: Vec<f32>,
    /// Who owns each point, from -1 for White to 1 for Black, by row from the
    /// top.
    pub ownership: Vec<f32>,
}

impl JudgedGame {
    /// The point with this number, counted by row from the top.
    pub fn point(size: Size, idx: usize) -> Option<Point> {
        let width = usize::from(size.width());
        let row = usize::from(size.height()).checked_sub(1 + idx / width)?;
        Point::new((idx % width) as u8, row as u8, size)
    }

    /// Calls back with each position: the board, the player to move, the last
    /// move and the one before it, and the judgement.
    pub fn replay(&self, mut visit: impl FnMut(&Board, Color, [Option<Point>; 2], &Judged)) {
        let mut board = Board::new(self.size);
        let mut to_play = Color::Black;
        let mut last = [None, None];
        for judged in &self.positions {
            visit(&board, to_play, last, judged);
            match judged.played {
                Some(point) => {
                    if board.play(to_play, point, Suicide::Forbidden).is_err() {
                        return;
                    }
                }
                None => board.clear_ko(),
            }
            last = [judged.played, last[0]];
            to_play = !to_play;
        }
    }
}

impl Judged {
    /// The probability of a move on each point.
    pub(super) fn by_point(&self, size: Size) -> ByPoint<f32> {
        let mut chances = ByPoint::new(0.0);
        for (idx, &chance) in self.policy.iter().enumerate() {
            if let Some(point) = JudgedGame::point(size, idx) {
                chances[point] = chance;
            }
        }
        chances
    }
}

/// Reads all games from decompressed data.
///
/// # Errors
///
/// Returns an error if the data cannot be read or ends within a game.
pub fn read(mut input: impl Read) -> io::Result<Vec<JudgedGame>> {
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let mut rest = &bytes[..];
    let mut games = Vec::new();
    while !rest.is_empty() {
        games.push(read_game(&mut rest)?);
    }
    Ok(games)
}

fn read_game(rest: &mut &[u8]) -> io::Result<JudgedGame> {
    let [edge, komi] = take(rest)?;
    let size = Size::square(edge)
        .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "not a size of a board"))?;
    let n_points = usize::from(size.n_points());
    let n_positions = u16::from_le_bytes(take(rest)?);
    let mut positions = Vec::with_capacity(n_positions.into());
    for _ in 0..n_positions {
        let played = usize::from(u16::from_le_bytes(take(rest)?));
        let black_wins = f32::from(u16::from_le_bytes(take(rest)?)) / 65_535.0;
        let lead = f32::from(i16::from_le_bytes(take(rest)?)) / 10.0;
        let mut policy = Vec::with_capacity(n_points + 1);
        for _ in 0..=n_points {
            let [root] = take(rest)?;
            policy.push((f32::from(root) / 255.0).powi(2));
        }
        let mut ownership = Vec::with_capacity(n_points);
        for _ in 0..n_points {
            ownership.push(f32::from(i8::from_le_bytes(take(rest)?)) / 127.0);
        }
        let played = JudgedGame::point(size, played);
        positions.push(Judged { played, black_wins, lead, policy, ownership });
    }
    Ok(JudgedGame { size, komi: i8::from_le_bytes([komi]), positions })
}

fn take<const N: usize>(rest: &mut &[u8]) -> io::Result<[u8; N]> {
    let (head, tail) = rest
        .split_first_chunk()
        .ok_or_else(|| io::Error::new(io::ErrorKind::UnexpectedEof, "the data ends in a game"))?;
    *rest = tail;
    Ok(*head)
}
