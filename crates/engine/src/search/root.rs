//! The position that is searched, with what its game has to say.

use tengen_analysis::{Excluded, Restrictions};
use tengen_net::{Conditions, N_RECENT};
use tengen_rules::{
    Board, Color, DeadStones, Game, KoRule, Komi, Move, Point, Position, Ruleset, Scoring, Turn,
};

/// What a search needs to know of a game.
#[derive(Debug)]
pub(crate) struct Root {
    position: Position,
    conditions: Conditions,
    /// The last moves, the latest first.
    recent: [Option<Move>; N_RECENT],
    to_play: Color,
    ruleset: Ruleset,
    /// What White has in advance, in half points.
    compensation: i32,
    /// What a lead is compared with when it is asked who wins, in half points.
    par: i32,
    last_moves: [Option<Point>; 2],
    n_passes: u8,
    /// Black's stones minus White's, and White's prisoners minus Black's.
    stone_balance: i32,
    /// The hashes of all positions that superko forbids.
    seen: Vec<u64>,
    /// A bit for each of them, by its low bits (a Bloom filter).
    filter: [u64; 64],
    forbidden: Vec<Point>,
    excluded: Excluded,
    restrictions: Restrictions,
}

impl Root {
    /// The position of a game.
    pub(crate) fn new(game: &Game, to_play: Color) -> Root {
        let mut root = Root::of_board(game.board(), to_play);
        root.set(game);
        root
    }

    /// A position without history, with the simple ko rule and no points but
    /// those on the board.
    pub(crate) fn of_board(board: &Board, to_play: Color) -> Root {
        let ruleset = Ruleset::JAPANESE;
        Root {
            position: Position { to_play, ..Position::from(*board) },
            conditions: Conditions { ruleset, komi: Komi::default(), handicap: 0 },
            recent: [None; N_RECENT],
            to_play,
            ruleset,
            compensation: 0,
            par: 0,
            last_moves: [None; 2],
            n_passes: 0,
            stone_balance: 0,
            seen: Vec::new(),
            filter: [0; 64],
            forbidden: Vec::new(),
            excluded: Excluded::default(),
            restrictions: Restrictions::NONE,
        }
    }

    fn set(&mut self, game: &Game) {
        let position = game.position();
        self.position = Position { to_play: self.to_play, ..*position };
        self.conditions = Conditions::of(game);
        self.recent = [None; N_RECENT];
        for (slot, turn) in self.recent.iter_mut().zip(game.turns().rev()) {
            if let Turn::Move(_, mv) = turn {
                *slot = Some(mv);
            }
        }
        self.ruleset = *game.ruleset();
        let bonus = i32::from(self.ruleset.handicap_points(game.handicap()));
        self.compensation = i32::from(game.komi().half_points()) + 2 * bonus;
        let stones: i32 = position.board.stones().map(|(color, _)| i32::from(color.sign())).sum();
        self.stone_balance =
            stones - position.prisoners.black as i32 + position.prisoners.white as i32;

        self.last_moves = [None; 2];
        self.n_passes = 0;
        let mut is_counting_passes = true;
        for (idx, turn) in game.turns().rev().enumerate() {
            let mv = match turn {
                Turn::Move(color, mv) if (color == self.to_play) == (idx % 2 == 1) => mv,
                _ => break,
            };
            if idx < 2 {
                self.last_moves[idx] = mv.point();
            }
            is_counting_passes &= mv == Move::Pass;
            self.n_passes += u8::from(is_counting_passes);
            if idx >= 2 && !is_counting_passes {
                break;
            }
        }
        // A third pass may be asked for, by a player who goes on.
        self.n_passes = self.n_passes.min(1);
        self.see(game);
        self.forbidden.clear();
        let points = position.board.empty_points();
        self.forbidden.extend(
            points.filter(|&point| game.check_as(self.to_play, Move::Play(point)).is_err()),
        );
    }

    fn see(&mut self, game: &Game) {
        self.seen.clear();
        self.filter = [0; 64];
        if self.ruleset.ko == KoRule::Simple {
            return;
        }
        let Some(mut position) = game.position_at(0) else { return };
        self.add(&position);
        for turn in game.turns() {
            match turn {
                Turn::Move(color, mv) => {
                    position.to_play = color;
                    position.play_unchecked(mv);
                }
                Turn::Resume(color) => position.to_play = color,
            }
            self.add(&position);
        }
    }

    fn add(&mut self, position: &Position) {
        let hash = self.key(position.board.zobrist(), position.to_play);
        self.seen.push(hash);
        self.filter[(hash >> 6 & 63) as usize] |= 1 << (hash & 63);
    }

    /// A hash that is the same for what the ko rule takes for a repetition,
    /// from the hash of a board and who is to move.
    #[inline]
    pub(crate) fn key(&self, hash: u64, to_play: Color) -> u64 {
        match (self.ruleset.ko, to_play) {
            (KoRule::Situational, Color::White) => !hash,
            _ => hash,
        }
    }

    /// Whether a position with this key was on the board before.
    #[inline]
    pub(crate) fn has_seen(&self, hash: u64) -> bool {
        self.filter[(hash >> 6 & 63) as usize] >> (hash & 63) & 1 != 0 && self.seen.contains(&hash)
    }

    pub(crate) fn board(&self) -> &Board {
        &self.position.board
    }

    /// The board with prisoners and the player to move.
    pub(crate) fn position(&self) -> &Position {
        &self.position
    }

    /// The last moves, the latest first.
    pub(crate) fn recent(&self) -> &[Option<Move>; N_RECENT] {
        &self.recent
    }

    /// What stays the same from move to move.
    pub(crate) fn conditions(&self) -> &Conditions {
        &self.conditions
    }

    pub(crate) fn to_play(&self) -> Color {
        self.to_play
    }

    pub(crate) fn n_passes(&self) -> u8 {
        self.n_passes
    }

    pub(crate) fn last_moves(&self) -> [Option<Point>; 2] {
        self.last_moves
    }

    pub(crate) fn ko_rule(&self) -> KoRule {
        self.ruleset.ko
    }

    pub(crate) fn scoring(&self) -> Scoring {
        self.ruleset.scoring
    }

    pub(crate) fn stone_balance(&self) -> i32 {
        self.stone_balance
    }

    /// Whether the rules take no dead stones off.
    pub(crate) fn counts_as_it_is(&self) -> bool {
        self.ruleset.dead_stones == DeadStones::None
    }

    /// Excludes moves from the next turn.
    pub(crate) fn exclude(&mut self, excluded: Excluded) {
        self.excluded = excluded;
    }

    /// Restricts moves here and below.
    pub(crate) fn restrict(&mut self, restrictions: &Restrictions) {
        self.restrictions.clone_from(restrictions);
    }

    /// Moves that are out of the question, by player and depth.
    pub(crate) fn restrictions(&self) -> &Restrictions {
        &self.restrictions
    }

    /// Forgets which moves led to the position, as far as moves are predicted
    /// from them.
    pub(crate) fn forget_moves(&mut self) {
        self.recent = [None; N_RECENT];
        self.last_moves = [None; 2];
    }

    /// Whether a move on this empty point is legal and not excluded.
    pub(crate) fn allows(&self, point: Point) -> bool {
        !self.forbidden.contains(&point) && !self.excluded.points.contains(point)
    }

    /// Whether the rules forbid a move on this empty point, beside what the
    /// board forbids.
    pub(crate) fn forbids(&self, point: Point) -> bool {
        self.forbidden.contains(&point)
    }

    /// Whether a pass is not excluded.
    pub(crate) fn allows_pass(&self) -> bool {
        !self.excluded.pass
    }

    /// Sets the lead of Black, in points, that counts as even.
    ///
    /// In a handicap game everything wins for one side at first. A par near
    /// the lead makes moves differ again: the weaker side catches up a little
    /// at a time, and the stronger one gives nothing away.
    pub(crate) fn set_par(&mut self, lead: f32) {
        // An even number of half points keeps draws where they were.
        self.par = 2 * lead.round() as i32;
    }

    /// The lead of Black that counts as even, in points.
    pub(crate) fn par(&self) -> f32 {
        self.par as f32 / 2.0
    }

    /// Who is ahead of par: 1 for Black, -1 for White, 0 for neither.
    #[inline]
    pub(crate) fn winner(&self, lead: i32) -> i32 {
        (lead - self.par).signum()
    }

    /// What sums of whole points leave out of a lead, in points.
    pub(crate) fn lead_offset(&self) -> f32 {
        self.compensation.rem_euclid(2) as f32 / 2.0
    }

    /// Black's lead in half points, from Black's points minus White's.
    pub(crate) fn lead(&self, balance: i32) -> i32 {
        2 * balance - self.compensation
    }
}
