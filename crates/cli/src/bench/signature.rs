//! A number that changes when the search does.

use tengen_analysis::Stop;
use tengen_engine::{EvaluatorKind, Limits, Report, Search, Settings};
use tengen_rules::{Game, Komi, Ruleset, Size};

/// The number of searches behind the signature.
pub(super) const N_SEARCHES: usize = STARTS.len();

/// A position to search.
struct Start {
    /// Width and height.
    size: (u8, u8),
    ruleset: Ruleset,
    handicap: u8,
    moves: &'static str,
    /// In kibibytes: little enough for some to fill.
    memory: usize,
}

const STARTS: [Start; 6] = [
    Start { size: (9, 9), ruleset: Ruleset::CHINESE, handicap: 0, moves: "", memory: 16_384 },
    Start {
        size: (9, 9),
        ruleset: Ruleset::JAPANESE,
        handicap: 0,
        moves: "E5 E3 D3 D2 C3 F4 F5 G5 G6 G4 C2 E4 D4 H6 G7 H7 G8 C1 B1 D1 H8",
        memory: 16_384,
    },
    Start {
        size: (7, 5),
        ruleset: Ruleset::TROMP_TAYLOR,
        handicap: 0,
        moves: "D3 D2 C2 E3 D4 E4 C1 D1 E5 F5 D5 pass",
        memory: 64,
    },
    Start {
        size: (13, 13),
        ruleset: Ruleset::NEW_ZEALAND,
        handicap: 0,
        moves: "D4 K10 K4 D10 G3 L5 K5 L6 L4 C6 C4 F11",
        memory: 16_384,
    },
    Start {
        size: (19, 19),
        ruleset: Ruleset::CHINESE,
        handicap: 4,
        moves: "F17 O17 C14 F3 C6 R6",
        memory: 16_384,
    },
    Start {
        size: (19, 19),
        ruleset: Ruleset::JAPANESE,
        handicap: 0,
        moves: "Q16 D4 Q3 D16 F3 D6 J3 C14 R10 O17 L17 R17 Q17 R16 R15 S15",
        memory: 16_384,
    },
];

const N_PLAYOUTS: u32 = 200;

/// Searches all positions, tells of each that is done, and returns the
/// signature of what was found.
pub(super) fn find(mut done: impl FnMut()) -> u64 {
    let mut hash = Hash::new();
    for (start, seed) in STARTS.iter().zip(1..) {
        let memory = start.memory << 10;
        let mut search = Search::new(settings(seed, memory));
        let mut game = start.game();
        // The second search goes on with a part of the first one's tree.
        for _ in 0..2 {
            let report = search.run(&game, &Limits::exactly(N_PLAYOUTS), &Stop::new(), |_| ());
            hash.add_report(&report);
            game.play(report.best_move()).expect("the search knows the rules");
        }
        done();
    }
    hash.0
}

fn settings(seed: u64, memory: usize) -> Settings {
    Settings { seed, memory, evaluator: EvaluatorKind::Playouts, ..Settings::default() }
}

impl Start {
    fn game(&self) -> Game {
        let (width, height) = self.size;
        let size = Size::new(width, height).expect("the table has sizes of boards");
        let mut game = match self.handicap {
            0 => Game::new(size, self.ruleset),
            n_stones => Game::with_fixed_handicap(size, self.ruleset, n_stones)
                .expect("the board has points for so many stones"),
        }
        // The signature stays when a ruleset gets another komi.
        .with_komi(Komi::from_half_points(13));
        for name in self.moves.split_whitespace() {
            let mv = name.parse().expect("the table has moves");
            game.play(mv).expect("the moves of the table are legal");
        }
        game
    }
}

/// Fowler, Noll and Vo's hash of 64 bits (FNV-1a).
struct Hash(u64);

impl Hash {
    const fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }

    fn add_report(&mut self, report: &Report) {
        let analysis = &report.analysis;
        for number in [report.n_playouts, analysis.n_visits, analysis.win_rate.to_bits()] {
            self.add(&number.to_le_bytes());
        }
        for candidate in &analysis.candidates {
            self.add(candidate.mv.to_string().as_bytes());
            let lead = candidate.lead.unwrap_or_default();
            let numbers = [candidate.n_visits, candidate.win_rate.to_bits(), lead.to_bits()];
            for number in numbers {
                self.add(&number.to_le_bytes());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hash_is_the_published_one() {
        let hash_of = |text: &str| {
            let mut hash = Hash::new();
            hash.add(text.as_bytes());
            hash.0
        };
        assert_eq!(hash_of(""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(hash_of("a"), 0xaf63_dc4c_8601_ec8c);
        assert_eq!(hash_of("foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn moves_of_the_table_are_legal() {
        for start in &STARTS {
            let game = start.game();
            let n_turns = game.n_turns();
            assert_eq!(n_turns, start.moves.split_whitespace().count());
            assert!(game.end().is_none());
        }
    }
}
