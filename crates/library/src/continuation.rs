//! What was played next, how often, by whom, and how it ended.

use std::collections::{BTreeMap, HashMap, HashSet};

use tengen_rules::{ByColor, Color, Point};

use crate::column::EntryFacts;
use crate::error::Explain;
use crate::loss::Losses;
use crate::{Hit, Hits, Library, LibraryError};

/// How games ended, counted by hits.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub struct Tally {
    /// All.
    pub n: u32,
    /// Those that the pattern's Black and White have won.
    pub wins: ByColor<u32>,
    /// Draws.
    pub n_draws: u32,
}

impl Tally {
    /// Adds a game with its winner as the library stores it.
    pub(crate) fn add(&mut self, winner: u8, is_swapped: bool) {
        self.n += 1;
        let swap = |color: Color| if is_swapped { !color } else { color };
        match winner {
            1 => self.wins[swap(Color::Black)] += 1,
            2 => self.wins[swap(Color::White)] += 1,
            3 => self.n_draws += 1,
            _ => (),
        }
    }

    /// The part of the games with a winner that a player has won.
    pub fn share(&self, color: Color) -> Option<f64> {
        let n_decided = self.wins[Color::Black] + self.wins[Color::White];
        (n_decided > 0).then(|| f64::from(self.wins[color]) / f64::from(n_decided))
    }
}

/// What moves lost on average, where games were reviewed.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct MeanLoss {
    /// The number of moves that are known.
    pub n: u32,
    sum: f64,
}

impl MeanLoss {
    pub(crate) fn add(&mut self, points: f32) {
        self.n += 1;
        self.sum += f64::from(points);
    }

    /// The points lost, or `None` if no move is known.
    pub fn points(&self) -> Option<f64> {
        (self.n > 0).then(|| self.sum / f64::from(self.n))
    }
}

/// A move that followed a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuation {
    /// The player, with the pattern's colors.
    pub color: Color,
    /// The point, counted within the pattern's rectangle.
    pub point: Point,
    /// How the games ended.
    pub tally: Tally,
    /// How often moves elsewhere came before it.
    pub n_tenuki: u32,
    /// What the move lost.
    pub loss: MeanLoss,
    /// The first and the last year in which it was played, if they are known.
    pub years: Option<(u16, u16)>,
    /// Who played it most often.
    pub players: Vec<(String, u32)>,
    /// The same for the user's own moves: how often, won games, loss.
    pub mine: Mine,
}

/// What the user did.
#[derive(Copy, Clone, Debug, Default, PartialEq)]
pub struct Mine {
    /// How often.
    pub n: u32,
    /// How many of these games were won.
    pub n_won: u32,
    /// How many were lost.
    pub n_lost: u32,
    /// What it lost.
    pub loss: MeanLoss,
}

/// What became of a pattern.
#[derive(Clone, Debug, PartialEq)]
pub struct Continuations {
    /// All hits.
    pub tally: Tally,
    /// The number of games that they are in.
    pub n_games: u32,
    /// Hits after which nothing was played within the pattern.
    pub n_without: u32,
    /// The moves, the most frequent first.
    pub moves: Vec<Continuation>,
    /// The hits in each year, as far as it is known.
    pub by_year: Vec<(u16, u32)>,
}

/// The number of players that are named.
const N_PLAYERS: usize = 5;

impl Library {
    /// What was played next at the places that a search found.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn continuations(&mut self, hits: &Hits) -> Result<Continuations, LibraryError> {
        let losses = self.all_losses()?;
        let me: HashSet<u32> = self.own_name_ids()?.into_iter().collect();
        let mut all = Continuations {
            tally: Tally::default(),
            n_games: 0,
            n_without: 0,
            moves: Vec::new(),
            by_year: Vec::new(),
        };
        let mut moves: HashMap<(Color, Point), Gathered> = HashMap::new();
        let mut games = HashSet::new();
        let mut by_year: BTreeMap<u16, u32> = BTreeMap::new();
        for hit in &hits.hits {
            let Some((size, slot)) = hits.index.find(hit.game.0) else { continue };
            let slot = &size.slots[slot];
            let facts = slot.facts;
            all.tally.add(facts.winner, hit.is_swapped);
            games.insert(hit.game);
            if facts.year > 0 {
                *by_year.entry(facts.year).or_default() += 1;
            }
            match hit.next {
                Some(next) => {
                    let loss = losses.of(slot.record, next.node);
                    moves.entry(next.in_pattern).or_default().add(hit, facts, loss, &me);
                }
                None => all.n_without += 1,
            }
        }
        all.n_games = games.len() as u32;
        all.by_year = by_year.into_iter().collect();
        for ((color, point), gathered) in moves {
            let mut players: Vec<(u32, u32)> = gathered.players.into_iter().collect();
            players.sort_by_key(|&(id, n)| (u32::MAX - n, id));
            players.truncate(N_PLAYERS);
            let named = players.into_iter().map(|(id, n)| Ok((self.name_text(id)?, n)));
            let named: Vec<(String, u32)> = named.collect::<Result<_, LibraryError>>()?;
            all.moves.push(Continuation {
                color,
                point,
                tally: gathered.tally,
                n_tenuki: gathered.n_tenuki,
                loss: gathered.loss,
                years: gathered.years,
                players: named.into_iter().filter(|(name, _)| !name.is_empty()).collect(),
                mine: gathered.mine,
            });
        }
        let shape = hits.pattern.shape();
        all.moves
            .sort_by_key(|it| (u32::MAX - it.tally.n, it.color as u8, it.point.index_in(shape)));
        Ok(all)
    }

    pub(crate) fn name_text(&self, id: u32) -> Result<String, LibraryError> {
        self.connection
            .prepare_cached("SELECT text FROM name WHERE id = ?1")
            .and_then(|mut it| it.query_row([id], |row| row.get(0)))
            .explain()
    }
}

#[derive(Default)]
struct Gathered {
    tally: Tally,
    n_tenuki: u32,
    loss: MeanLoss,
    years: Option<(u16, u16)>,
    players: HashMap<u32, u32>,
    mine: Mine,
}

impl Gathered {
    fn add(&mut self, hit: &Hit, facts: EntryFacts, loss: Option<f32>, me: &HashSet<u32>) {
        let Some(next) = hit.next else { return };
        self.tally.add(facts.winner, hit.is_swapped);
        self.n_tenuki += u32::from(next.is_tenuki);
        if facts.year > 0 {
            let (first, last) = self.years.unwrap_or((facts.year, facts.year));
            self.years = Some((first.min(facts.year), last.max(facts.year)));
        }
        let player = if next.color == Color::Black { facts.black } else { facts.white };
        *self.players.entry(player).or_default() += 1;
        if let Some(points) = loss {
            self.loss.add(points);
        }
        if is_own(facts, next.color, me) {
            self.mine.n += 1;
            match facts.winner {
                1 | 2 if facts.winner == 1 + next.color as u8 => self.mine.n_won += 1,
                1 | 2 => self.mine.n_lost += 1,
                _ => (),
            }
            if let Some(points) = loss {
                self.mine.loss.add(points);
            }
        }
    }
}

/// Whether the user was this player.
pub(crate) fn is_own(facts: EntryFacts, color: Color, me: &HashSet<u32>) -> bool {
    let name = if color == Color::Black { facts.black } else { facts.white };
    facts.own >> (color as u8) & 1 == 1 || me.contains(&name)
}

/// What is known of a hit, for trees.
pub(crate) struct Weighed {
    pub(crate) winner: u8,
    pub(crate) loss: Option<f32>,
}

impl Weighed {
    pub(crate) fn of(hits: &Hits, losses: &Losses, game: u32, node: u32) -> Option<Weighed> {
        let (size, slot) = hits.index.find(game)?;
        let slot = &size.slots[slot];
        Some(Weighed { winner: slot.facts.winner, loss: losses.of(slot.record, node) })
    }
}
