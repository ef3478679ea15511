//! Files of labelled games: what a teacher says of their positions.
//!
//! Both formats are sequences of games, little-endian, points counted row by
//! row from the top, `N × N` for a pass.
//!
//! Dense: u8 N, i8 komi in half points, u16 number of positions; then for each
//! position u16 the move played from here and a judgement. Area scoring,
//! positional superko.
//!
//! Sparse: u8 N, u8 rules (1 territory scoring, 2 positional superko, 4
//! situational superko), i16 komi in half points, u8 number of handicap
//! stones, u16 number of moves, u16 number of labels; the handicap stones and
//! the moves, u16 each; then for each label u16 the number of moves before it
//! and a judgement.
//!
//! A judgement: u16 chance that Black wins × 65535, i16 Black's lead in tenths
//! of a point, (N × N + 1) × u8 probability of each move for the player to
//! move as round(255 × √p), N × N × i8 ownership × 127, positive for Black.

use std::io::{self, Read, Write};

use tengen_rules::{
    Color, Game, HandicapBonus, KoRule, Komi, Move, Point, Ruleset, Scoring, Size, Suicide,
};

/// Which of the formats a file has.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Format {
    /// Every position of a game is labelled.
    Dense,
    /// Some positions of a game are labelled.
    Sparse,
}

/// A game with what the teacher says of some of its positions.
#[derive(Clone, Debug)]
pub(crate) struct LabelledGame {
    pub(crate) size: Size,
    pub(crate) scoring: Scoring,
    pub(crate) ko: KoRule,
    pub(crate) komi: Komi,
    pub(crate) handicap: Vec<Point>,
    pub(crate) moves: Vec<Move>,
    pub(crate) labels: Vec<Label>,
}

/// What the teacher says of a position.
#[derive(Clone, Debug)]
pub(crate) struct Label {
    /// The number of moves before it.
    pub(crate) turn: usize,
    /// Chance that Black wins × 65535.
    pub(crate) win: u16,
    /// Black's lead in tenths of a point.
    pub(crate) lead: i16,
    /// Probabilities as round(255 × √p), rows from the top, then the pass.
    pub(crate) policy: Vec<u8>,
    /// Ownership × 127 for Black, rows from the top.
    pub(crate) ownership: Vec<i8>,
}

impl LabelledGame {
    /// The game before its first move.
    pub(crate) fn start(&self) -> Option<Game> {
        let base = match self.scoring {
            Scoring::Area => Ruleset::CHINESE,
            Scoring::Territory => Ruleset::JAPANESE,
        };
        let ruleset = Ruleset {
            ko: self.ko,
            suicide: Suicide::Forbidden,
            handicap_bonus: HandicapBonus::None,
            ..base
        };
        let game = Game::with_handicap(self.size, ruleset, self.handicap.iter().copied()).ok()?;
        Some(game.with_komi(self.komi))
    }

    /// Reads the next game, or `None` at the end of the file.
    pub(crate) fn read(input: &mut impl Read, format: Format) -> io::Result<Option<LabelledGame>> {
        let mut first = [0];
        if input.read(&mut first)? == 0 {
            return Ok(None);
        }
        let size = Size::square(first[0]).ok_or(io::ErrorKind::InvalidData)?;
        let mut reader = LabelReader { input, size };
        match format {
            Format::Dense => reader.dense().map(Some),
            Format::Sparse => reader.sparse().map(Some),
        }
    }

    /// Writes the game in the sparse format.
    pub(crate) fn write(&self, output: &mut impl Write) -> io::Result<()> {
        let rules = u8::from(self.scoring == Scoring::Territory)
            | match self.ko {
                KoRule::Simple => 0,
                KoRule::Positional => 2,
                KoRule::Situational | KoRule::Spight => 4,
            };
        output.write_all(&[self.size.width(), rules])?;
        output.write_all(&self.komi.half_points().to_le_bytes())?;
        output.write_all(&[self.handicap.len() as u8])?;
        output.write_all(&(self.moves.len() as u16).to_le_bytes())?;
        output.write_all(&(self.labels.len() as u16).to_le_bytes())?;
        let handicap = self.handicap.iter().map(|&point| Move::Play(point));
        for mv in handicap.chain(self.moves.iter().copied()) {
            output.write_all(&move_number(mv, self.size).to_le_bytes())?;
        }
        for label in &self.labels {
            output.write_all(&(label.turn as u16).to_le_bytes())?;
            output.write_all(&label.win.to_le_bytes())?;
            output.write_all(&label.lead.to_le_bytes())?;
            output.write_all(&label.policy)?;
            output.write_all(&label.ownership.iter().map(|&it| it as u8).collect::<Vec<u8>>())?;
        }
        output.flush()
    }
}

/// The index of a point of a square board, row by row from the top.
pub(crate) fn index_from_top(point: Point, size: Size) -> usize {
    usize::from(size.height() - 1 - point.row()) * usize::from(size.width())
        + usize::from(point.column())
}

fn move_number(mv: Move, size: Size) -> u16 {
    match mv {
        Move::Play(point) => index_from_top(point, size) as u16,
        Move::Pass => size.n_points(),
    }
}

struct LabelReader<'a, R> {
    input: &'a mut R,
    size: Size,
}

impl<R: Read> LabelReader<'_, R> {
    fn dense(&mut self) -> io::Result<LabelledGame> {
        let komi = i16::from(self.bytes::<1>()?[0].cast_signed());
        let n_positions = usize::from(self.u16()?);
        let mut game = self.game(komi);
        game.ko = KoRule::Positional;
        for turn in 0..n_positions {
            let mv = self.mv()?;
            game.labels.push(self.judgement(turn)?);
            game.moves.push(mv);
        }
        Ok(game)
    }

    fn sparse(&mut self) -> io::Result<LabelledGame> {
        let [rules] = self.bytes::<1>()?;
        let komi = i16::from_le_bytes(self.bytes()?);
        let [n_handicap] = self.bytes::<1>()?;
        let n_moves = self.u16()?;
        let n_labels = self.u16()?;
        let mut game = self.game(komi);
        if rules & 1 != 0 {
            game.scoring = Scoring::Territory;
        }
        game.ko = match rules & 6 {
            0 => KoRule::Simple,
            2 => KoRule::Positional,
            _ => KoRule::Situational,
        };
        for _ in 0..n_handicap {
            game.handicap.push(self.mv()?.point().ok_or(io::ErrorKind::InvalidData)?);
        }
        for _ in 0..n_moves {
            game.moves.push(self.mv()?);
        }
        for _ in 0..n_labels {
            let turn = usize::from(self.u16()?);
            game.labels.push(self.judgement(turn)?);
        }
        Ok(game)
    }

    fn game(&self, komi: i16) -> LabelledGame {
        LabelledGame {
            size: self.size,
            scoring: Scoring::Area,
            ko: KoRule::Simple,
            komi: Komi::from_half_points(komi),
            handicap: Vec::new(),
            moves: Vec::new(),
            labels: Vec::new(),
        }
    }

    fn judgement(&mut self, turn: usize) -> io::Result<Label> {
        let n_points = usize::from(self.size.n_points());
        let win = self.u16()?;
        let lead = i16::from_le_bytes(self.bytes()?);
        let mut policy = vec![0; n_points + 1];
        self.input.read_exact(&mut policy)?;
        let mut ownership = vec![0; n_points];
        self.input.read_exact(&mut ownership)?;
        let ownership = ownership.into_iter().map(u8::cast_signed).collect();
        Ok(Label { turn, win, lead, policy, ownership })
    }

    fn mv(&mut self) -> io::Result<Move> {
        let number = self.u16()?;
        let size = self.size;
        if number == size.n_points() {
            return Ok(Move::Pass);
        }
        let (row, column) = (number / u16::from(size.width()), number % u16::from(size.width()));
        let row =
            u16::from(size.height()).checked_sub(row + 1).ok_or(io::ErrorKind::InvalidData)?;
        let point = Point::new(column as u8, row as u8, size).ok_or(io::ErrorKind::InvalidData)?;
        Ok(Move::Play(point))
    }

    fn u16(&mut self) -> io::Result<u16> {
        Ok(u16::from_le_bytes(self.bytes()?))
    }

    fn bytes<const N: usize>(&mut self) -> io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.input.read_exact(&mut bytes)?;
        Ok(bytes)
    }
}

/// What Black's figure is for a player.
pub(crate) fn seen_by(color: Color) -> f32 {
    f32::from(color.sign())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> LabelledGame {
        let size = Size::square(3).expect("three is a size");
        let point = |name: &str| name.parse::<Point>().expect("the name of a point");
        LabelledGame {
            size,
            scoring: Scoring::Territory,
            ko: KoRule::Situational,
            komi: Komi::from_half_points(-11),
            handicap: vec![point("A1"), point("C3")],
            moves: vec![Move::Play(point("B2")), Move::Pass],
            labels: vec![Label {
                turn: 1,
                win: 65535,
                lead: -123,
                policy: (0..10).collect(),
                ownership: (-4..5).collect(),
            }],
        }
    }

    #[test]
    fn games_survive_a_file() {
        let mut bytes = Vec::new();
        game().write(&mut bytes).expect("a vector takes everything");
        game().write(&mut bytes).expect("a vector takes everything");
        let mut input = bytes.as_slice();
        for _ in 0..2 {
            let read = LabelledGame::read(&mut input, Format::Sparse);
            let read = read.expect("it was just written").expect("there are two");
            assert_eq!(format!("{read:?}"), format!("{:?}", game()));
        }
        assert!(LabelledGame::read(&mut input, Format::Sparse).is_ok_and(|it| it.is_none()));
    }

    #[test]
    fn cut_files_are_errors() {
        let mut bytes = Vec::new();
        game().write(&mut bytes).expect("a vector takes everything");
        for n_bytes in 1..bytes.len() {
            assert!(LabelledGame::read(&mut &bytes[..n_bytes], Format::Sparse).is_err());
        }
    }

    #[test]
    fn first_index_is_the_upper_left_corner() {
        let upper_left = "A3".parse().expect("the name of a point");
        assert_eq!(index_from_top(upper_left, game().size), 0);
    }
}
