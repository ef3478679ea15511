//! Tournaments of the server: who plays, what was paired, how it ended.
//!
//! A [`Tournament`] is plain data that is written as a whole. Pairing, points
//! and places are those of `tengen-ratings`; here is who may do what and when,
//! and which games of the server belong to it. Its games are made by
//! `Tournaments`.

mod export;
mod refusal;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};
use tengen_ratings::{
    self as ratings, Entrant, HandicapRule, McMahon, ParseRankError, PlayerId, Points, Rank,
    TableGame, TableResult, TournamentSystem, round_robin,
};
use tengen_rules::{ByColor, Color, Komi, handicap, serde_as_text};

use crate::id::{GameId, PersonId};
use crate::room::NewGame;

pub use refusal::TournamentRefusal;

/// The most players of a tournament.
pub const MAX_PLAYERS: usize = 128;

/// The most rounds of a tournament.
pub const MAX_ROUNDS: u32 = 20;

/// A tournament as it is run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tournament {
    /// What it is called.
    pub title: String,
    /// Who runs it.
    pub director: PersonId,
    /// The name of who runs it.
    pub director_name: String,
    /// Who plays whom.
    pub system: System,
    /// How many rounds there are; in a round robin, how often all meet.
    pub n_rounds: u32,
    /// What its games are made like.
    pub terms: NewGame,
    /// How far it is.
    pub stage: Stage,
    /// All players, also those who have left.
    pub players: Vec<Player>,
    /// The rounds so far.
    pub rounds: Vec<Round>,
    /// Decides what nothing else does.
    pub seed: u64,
}

/// Who plays whom.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "is", rename_all = "snake_case")]
pub enum System {
    /// Everybody meets everybody.
    RoundRobin {},
    /// Those with as many points meet.
    Swiss {},
    /// The same, and everybody begins with points for his rank.
    McMahon {
        /// This rank and all above begin with equal points; it is found when
        /// the first round is paired if nobody has said.
        bar: Option<RankText>,
        /// Whether there is handicap below the bar.
        handicap: bool,
    },
}

/// A rank, as text.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct RankText(pub Rank);

impl fmt::Display for RankText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for RankText {
    type Err = ParseRankError;

    fn from_str(text: &str) -> Result<RankText, ParseRankError> {
        text.parse().map(RankText)
    }
}

serde_as_text!(RankText);

/// How far a tournament is.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Players can enter.
    Open,
    /// Rounds are played.
    Running,
    /// It is over.
    Over,
}

/// Somebody who plays in a tournament; the number is the place in the list.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Player {
    /// Who.
    pub guest: PersonId,
    /// The name.
    pub name: String,
    /// The rank, for the starting points and handicap.
    pub rank: RankText,
    /// The first round of somebody who comes late.
    pub first_round: usize,
    /// The first round of which the player is not part any more.
    pub left_before: Option<usize>,
    /// Whether the player sits out the next round.
    pub is_absent: bool,
}

/// A round of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Round {
    /// The games, in the order of their tables.
    pub tables: Vec<Table>,
    /// Who has no opponent.
    pub bye: Option<u32>,
}

/// A game of a tournament.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Table {
    /// Who plays.
    pub players: ByColor<u32>,
    /// 0 for an even game, 1 without komi, and stones from 2 on.
    pub handicap: u8,
    /// The game on this server, once it is made.
    pub game: Option<GameId>,
    /// How it has ended.
    pub result: Option<Ending>,
    /// Whether the director has said so.
    pub is_ruled: bool,
}

/// How a game of a tournament has ended.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Ending {
    /// Black has won at the board.
    Black,
    /// White has won at the board.
    White,
    /// Half a point for each.
    Draw,
    /// Both have lost at the board.
    BothLost,
    /// Black has won since White did not come.
    BlackForfeit,
    /// White has won since Black did not come.
    WhiteForfeit,
    /// Nobody came.
    NobodyCame,
}

impl Ending {
    /// All of them.
    pub const ALL: [Ending; 7] = [
        Ending::Black,
        Ending::White,
        Ending::Draw,
        Ending::BothLost,
        Ending::BlackForfeit,
        Ending::WhiteForfeit,
        Ending::NobodyCame,
    ];

    const fn result(self) -> TableResult {
        match self {
            Ending::Black => TableResult::Won(Color::Black),
            Ending::White => TableResult::Won(Color::White),
            Ending::Draw => TableResult::Draw,
            Ending::BothLost => TableResult::BothLost,
            Ending::BlackForfeit => TableResult::Forfeit(Color::Black),
            Ending::WhiteForfeit => TableResult::Forfeit(Color::White),
            Ending::NobodyCame => TableResult::BothForfeit,
        }
    }

    /// A win by forfeit.
    const fn forfeit(winner: Color) -> Ending {
        match winner {
            Color::Black => Ending::BlackForfeit,
            Color::White => Ending::WhiteForfeit,
        }
    }
}

impl Tournament {
    /// Enters a player, or gives one who is there another name or rank.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal`] if it is too late or there are too many.
    pub fn enter(
        &mut self,
        guest: PersonId,
        name: String,
        rank: Rank,
    ) -> Result<(), TournamentRefusal> {
        if name.is_empty() {
            return Err(TournamentRefusal::NoName);
        }
        let is_open = self.stage == Stage::Open;
        let may_come_late = self.stage == Stage::Running
            && !matches!(self.system, System::RoundRobin {})
            && self.rounds.len() < self.n_rounds as usize;
        if let Some(known) = self.players.iter_mut().find(|it| it.guest == guest) {
            if is_open {
                (known.name, known.rank) = (name, RankText(rank));
                known.left_before = None;
                return Ok(());
            }
            if known.left_before.is_some() && may_come_late {
                known.left_before = None;
                return Ok(());
            }
            return Err(TournamentRefusal::Entered);
        }
        if !is_open && !may_come_late {
            return Err(TournamentRefusal::TooLate);
        }
        if self.players.len() >= MAX_PLAYERS {
            return Err(TournamentRefusal::Full);
        }
        let first_round = self.rounds.len();
        let rank = RankText(rank);
        let player = Player { guest, name, rank, first_round, left_before: None, is_absent: false };
        self.players.push(player);
        Ok(())
    }

    /// Takes a player out: before the start for good, later from the next
    /// round on. Whom the games that go on belong to stays.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal`] if there is no such player.
    pub fn withdraw(&mut self, player: u32) -> Result<(), TournamentRefusal> {
        let idx = self.check_player(player)?;
        match self.stage {
            Stage::Over => return Err(TournamentRefusal::Over),
            // Numbers are only places in the list before the first round.
            Stage::Open => drop(self.players.remove(idx)),
            Stage::Running => self.players[idx].left_before = Some(self.rounds.len()),
        }
        Ok(())
    }

    /// Has a player sit out the next round, or not.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal`] if there is no such player.
    pub fn set_absent(&mut self, player: u32, is_absent: bool) -> Result<(), TournamentRefusal> {
        let idx = self.check_player(player)?;
        if self.stage == Stage::Over {
            return Err(TournamentRefusal::Over);
        }
        self.players[idx].is_absent = is_absent;
        Ok(())
    }

    fn check_player(&self, player: u32) -> Result<usize, TournamentRefusal> {
        let idx = player as usize;
        if idx < self.players.len() { Ok(idx) } else { Err(TournamentRefusal::NoPlayer) }
    }

    /// The number of a player.
    pub fn number_of(&self, guest: PersonId) -> Option<u32> {
        self.players.iter().position(|it| it.guest == guest).map(|it| it as u32)
    }

    /// How many rounds there will be.
    pub fn n_rounds(&self) -> usize {
        match self.system {
            System::RoundRobin {} => round_robin(self.players.len(), self.n_rounds as usize).len(),
            System::Swiss {} | System::McMahon { .. } => self.n_rounds as usize,
        }
    }

    /// Whether the next round can be paired, or why not.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal`] if not.
    pub fn check_pairing(&self) -> Result<(), TournamentRefusal> {
        if self.stage == Stage::Over || self.rounds.len() >= self.n_rounds().max(1) {
            return Err(TournamentRefusal::Over);
        }
        let open = |it: &Table| it.result.is_none();
        if self.rounds.last().is_some_and(|it| it.tables.iter().any(open)) {
            return Err(TournamentRefusal::GamesGoOn);
        }
        if self.present().len() < 2 {
            return Err(TournamentRefusal::TooFew);
        }
        Ok(())
    }

    /// Pairs the next round, whose games are made afterwards.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal`], and changes nothing, if that cannot be
    /// done now.
    pub fn pair(&mut self) -> Result<(), TournamentRefusal> {
        self.check_pairing()?;
        if let System::McMahon { bar: bar @ None, .. } = &mut self.system {
            let ranks: Vec<Rank> = self.players.iter().map(|it| it.rank.0).collect();
            let most = (1_usize << self.n_rounds.min(6)) / 2;
            *bar = McMahon::bar_for(&ranks, most.max(2)).map(RankText);
        }
        let round = match self.system {
            System::RoundRobin {} => self.round_of_all(),
            System::Swiss {} | System::McMahon { .. } => self.round_by_points()?,
        };
        self.rounds.push(round);
        self.stage = Stage::Running;
        for player in &mut self.players {
            player.is_absent = false;
        }
        Ok(())
    }

    fn round_by_points(&self) -> Result<Round, TournamentRefusal> {
        let seed = self.seed.wrapping_add(self.rounds.len() as u64);
        let paired = self.sheet().pair(&self.present(), seed);
        let paired = paired.map_err(|_| TournamentRefusal::TooFew)?;
        let most = handicap::max_fixed(self.terms.size);
        let table = |game: &TableGame| Table {
            players: game.players.map(|it| it.0 as u32),
            handicap: game.handicap.min(most),
            game: None,
            result: None,
            is_ruled: false,
        };
        let tables = paired.games.iter().map(table).collect();
        Ok(Round { tables, bye: paired.bye.map(|it| it.0 as u32) })
    }

    /// The next round of a round robin; who has left loses without play.
    fn round_of_all(&self) -> Round {
        let all = round_robin(self.players.len(), self.n_rounds as usize);
        let Some(round) = all.get(self.rounds.len()) else { return Round::default() };
        let is_gone = |idx: usize| {
            self.players.get(idx).is_none_or(|it| it.left_before.is_some() || it.is_absent)
        };
        let table = |game: &ByColor<usize>| Table {
            players: game.map(|it| it as u32),
            handicap: 0,
            game: None,
            result: match (is_gone(game.black), is_gone(game.white)) {
                (false, false) => None,
                (true, true) => Some(Ending::NobodyCame),
                (true, false) => Some(Ending::forfeit(Color::White)),
                (false, true) => Some(Ending::forfeit(Color::Black)),
            },
            is_ruled: false,
        };
        Round {
            tables: round.games.iter().map(table).collect(),
            bye: round.bye.map(|it| it as u32),
        }
    }

    /// Who can be paired in the next round.
    fn present(&self) -> Vec<PlayerId> {
        let is_there = |it: &Player| it.left_before.is_none() && !it.is_absent;
        let numbered = self.players.iter().zip(0_u64..);
        numbered.filter(|(it, _)| is_there(it)).map(|(_, idx)| PlayerId(idx)).collect()
    }

    /// The tournament as it is paired and counted.
    pub fn sheet(&self) -> ratings::Tournament {
        let system = match self.system {
            System::RoundRobin {} | System::Swiss {} => TournamentSystem::Swiss,
            System::McMahon { bar, handicap } => TournamentSystem::McMahon(McMahon {
                bar: bar.map_or(Rank::HIGHEST, |it| it.0),
                floor: Rank::LOWEST,
                handicap: handicap.then_some(HandicapRule::USUAL),
            }),
        };
        let mut sheet = ratings::Tournament::new(system);
        if matches!(self.system, System::RoundRobin {}) {
            sheet.bye_points = Points::ZERO;
        }
        let entrant = |(idx, it): (usize, &Player)| Entrant {
            id: PlayerId(idx as u64),
            rank: it.rank.0,
            first_round: it.first_round,
            left_before: it.left_before,
        };
        sheet.entrants = self.players.iter().enumerate().map(entrant).collect();
        let game = |it: &Table| TableGame {
            players: it.players.map(|it| PlayerId(it.into())),
            handicap: it.handicap,
            result: it.result.map(Ending::result),
        };
        let round = |it: &Round| ratings::Round {
            games: it.tables.iter().map(game).collect(),
            bye: it.bye.map(|it| PlayerId(it.into())),
        };
        sheet.rounds = self.rounds.iter().map(round).collect();
        sheet
    }

    /// What the game of a table is made like.
    pub fn game_of(&self, table: &Table) -> Option<NewGame> {
        let player = |color: Color| self.players.get(table.players[color] as usize);
        let (black, white) = (player(Color::Black)?, player(Color::White)?);
        Some(NewGame {
            guest: black.guest,
            name: black.name.clone(),
            color: Color::Black,
            second: Some((white.guest, white.name.clone())),
            handicap: if table.handicap > 1 { table.handicap } else { 0 },
            komi: match table.handicap {
                0 => self.terms.komi,
                1 => Some(Komi::from_half_points(1)),
                _ => None,
            },
            ..self.terms.clone()
        })
    }

    /// The director rules on a game, also on one that has ended otherwise.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal`] if there is no such table.
    pub fn rule(
        &mut self,
        round: usize,
        table: usize,
        ending: Option<Ending>,
    ) -> Result<(), TournamentRefusal> {
        let found = self.rounds.get_mut(round).and_then(|it| it.tables.get_mut(table));
        let found = found.ok_or(TournamentRefusal::NoTable)?;
        (found.result, found.is_ruled) = (ending, ending.is_some());
        Ok(())
    }

    /// Notes which game of the server a table has, unless it has one.
    pub fn set_game(&mut self, round: usize, table: usize, game: GameId) {
        if let Some(table) = self.rounds.get_mut(round).and_then(|it| it.tables.get_mut(table)) {
            table.game.get_or_insert(game);
        }
    }

    /// Notes how a game has ended, unless the director has ruled on it.
    pub fn note_end(&mut self, game: GameId, ending: Ending) {
        let mut tables = self.rounds.iter_mut().flat_map(|it| &mut it.tables);
        let table = tables.find(|it| it.game == Some(game));
        if let Some(table) = table.filter(|it| !it.is_ruled) {
            table.result = Some(ending);
        }
    }

    /// Ends the tournament.
    ///
    /// # Errors
    ///
    /// Returns [`TournamentRefusal`] if games go on.
    pub fn end(&mut self) -> Result<(), TournamentRefusal> {
        let open = |it: &Table| it.result.is_none();
        if self.rounds.iter().any(|it| it.tables.iter().any(open)) {
            return Err(TournamentRefusal::GamesGoOn);
        }
        self.stage = Stage::Over;
        Ok(())
    }

    /// The tables whose game is not made yet, or has no result yet.
    pub fn open_tables(&self) -> impl Iterator<Item = (usize, usize, &Table)> {
        self.rounds.iter().enumerate().flat_map(|(round, it)| {
            let tables = it.tables.iter().enumerate();
            tables.filter(|(_, it)| it.result.is_none()).map(move |(idx, it)| (round, idx, it))
        })
    }

    /// Players who have met more than once, which pairing avoids while it can.
    pub fn repeats(&self) -> BTreeSet<(u32, u32)> {
        let mut met = BTreeSet::new();
        let mut repeated = BTreeSet::new();
        for table in self.rounds.iter().flat_map(|it| &it.tables) {
            let ByColor { black, white } = table.players;
            let pair = (black.min(white), black.max(white));
            if !met.insert(pair) {
                repeated.insert(pair);
            }
        }
        repeated
    }
}

#[cfg(test)]
mod tests;
