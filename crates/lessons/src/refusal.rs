//! Why a move is refused, with a diagram of the situation at hand.

use tengen_rules::{Board, Color, IllegalMove, Point, PointSet};

use crate::lesson::Mark;
use crate::text::Text;

/// Why a move is refused: in a sentence, and with more on request.
#[derive(Clone, Debug)]
pub struct Refusal {
    /// The reason in a sentence.
    pub short: Text,
    /// The rule, and what it means here.
    pub long: Vec<Text>,
    /// The board on which it can be seen.
    pub board: Board,
    /// What is marked on it.
    pub marks: Vec<(Point, Mark)>,
    /// The term of the glossary that tells the rest.
    pub term: Option<&'static str>,
}

impl Refusal {
    /// Explains why a player may not make a move on a board.
    pub fn new(reason: IllegalMove, board: &Board, color: Color) -> Refusal {
        let mut refusal = Refusal {
            short: Text::new(format!("refused.{}", key(reason))).with("color", color),
            long: vec![Text::new(format!("refused.{}.why", key(reason))).with("color", color)],
            board: *board,
            marks: Vec::new(),
            term: None,
        };
        match reason {
            IllegalMove::OffBoard(point) => refusal.off_board(point),
            IllegalMove::Occupied(point) => refusal.occupied(point),
            IllegalMove::Suicide(point) => refusal.suicide(color, point),
            IllegalMove::Ko(point) => refusal.ko(color, point),
            IllegalMove::Superko(point) => {
                refusal.term = Some("ko");
                refusal.about(point);
                refusal.marks.push((point, Mark::Ghost(color)));
            }
            IllegalMove::GameOver => (),
        }
        refusal
    }

    /// Names the point in all sentences.
    fn about(&mut self, point: Point) {
        for text in self.long.iter_mut().chain([&mut self.short]) {
            *text = text.clone().with("point", point);
        }
    }

    fn off_board(&mut self, point: Point) {
        self.about(point);
        let size = self.board.size();
        let corner = Point::new(size.width() - 1, size.height() - 1, size);
        if let Some(corner) = corner {
            self.long = self.long.drain(..).map(|it| it.with("corner", corner)).collect();
        }
    }

    fn occupied(&mut self, point: Point) {
        self.about(point);
        let owner = self.board.stone(point).unwrap_or(Color::Black);
        self.short = self.short.clone().with("owner", owner);
        self.marks.push((point, Mark::Circle));
    }

    fn suicide(&mut self, color: Color, point: Point) {
        self.about(point);
        self.term = Some("suicide");
        self.marks.push((point, Mark::Ghost(color)));
        let board = self.board;
        let own: PointSet =
            board.chains_beside(point, color).flat_map(|it| board.chain(it)).collect();
        if !own.is_empty() {
            self.long.push(Text::new("refused.suicide.own").with("point", point));
        }
        // A chain that could be taken would make the move legal.
        let chains: Vec<Point> = board.chains_beside(point, !color).collect();
        let free: PointSet =
            chains.iter().flat_map(|&it| board.liberties(it)).filter(|&it| it != point).collect();
        self.long
            .push(Text::new("refused.suicide.capture").with("free", free).with("opponent", !color));
        self.marks.extend(chains.iter().map(|&it| (it, Mark::Circle)));
        self.marks.extend(free.iter().map(|it| (it, Mark::Hint)));
    }

    fn ko(&mut self, color: Color, point: Point) {
        self.about(point);
        self.term = Some("ko");
        self.marks.push((point, Mark::Square));
        // The stone that has just taken is the one that would be taken back.
        let board = self.board;
        let taker = board
            .chains_beside(point, !color)
            .find(|&it| board.n_stones(it) == 1 && board.atari(it) == Some(point));
        if let Some(taker) = taker {
            self.marks.push((taker, Mark::Circle));
            self.long.push(Text::new("refused.ko.here").with("taker", taker).with("point", point));
        }
    }
}

const fn key(reason: IllegalMove) -> &'static str {
    match reason {
        IllegalMove::OffBoard(_) => "off-board",
        IllegalMove::Occupied(_) => "occupied",
        IllegalMove::Ko(_) => "ko",
        IllegalMove::Suicide(_) => "suicide",
        IllegalMove::Superko(_) => "superko",
        IllegalMove::GameOver => "game-over",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Language;
    use tengen_rules::Suicide;

    fn explained(reason: IllegalMove, board: &Board, color: Color) -> (String, String) {
        let refusal = Refusal::new(reason, board, color);
        let say = |it: &Text| Language::English.say(it);
        (say(&refusal.short), refusal.long.iter().map(say).collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn every_reason_is_explained_with_the_points_at_hand() {
        let board: Board = ". X . .\nX X . .\n. . O .\n. . . .".parse().unwrap();
        let point: Point = "A4".parse().unwrap();
        let reason = board.check(Color::White, point, Suicide::Forbidden).unwrap_err();
        let (short, long) = explained(reason, &board, Color::White);
        assert_eq!(short, "Not allowed: your stone at A4 would have no liberties (suicide).");
        assert!(long.contains("A2"), "{long}");
        for reason in [
            IllegalMove::OffBoard("Z9".parse().unwrap()),
            IllegalMove::Occupied("C2".parse().unwrap()),
            IllegalMove::Ko(point),
            IllegalMove::Superko(point),
            IllegalMove::Suicide(point),
            IllegalMove::GameOver,
        ] {
            let (short, long) = explained(reason, &board, Color::White);
            for text in [short, long] {
                assert!(text.ends_with('.') && !text.contains(['{', '}']), "{text}");
            }
        }
    }

    #[test]
    fn ko_shows_the_stone_that_has_taken() {
        let board: Board = ". X O .\nX O . O\n. X O .\n. . . .".parse().unwrap();
        let board = board.after(Color::Black, "C3".parse().unwrap(), Suicide::Forbidden).unwrap();
        let ko: Point = "B3".parse().unwrap();
        let reason = board.check(Color::White, ko, Suicide::Forbidden).unwrap_err();
        assert_eq!(reason, IllegalMove::Ko(ko));
        let refusal = Refusal::new(reason, &board, Color::White);
        assert_eq!(refusal.marks, [(ko, Mark::Square), ("C3".parse().unwrap(), Mark::Circle)]);
    }
}
