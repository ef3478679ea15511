//! Varied games for the teacher to label.
//!
//! Strong games lack what people and weaker programs do. So the players change
//! during a game, moves are drawn with a temperature, some are made at random,
//! openings may be odd, komi uneven, and Black may have a handicap.
//! Game number `i` of a seed is always set up the same; with the network
//! alone it is the same game.

use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use tengen_gtp::controller::{CommandLine, Controller, Options};
use tengen_net::{Evaluator, Input, Network};
use tengen_rules::{Color, Game, KoRule, Komi, Move, Point, Scoring, Size, Symmetry};

use crate::label::{Format, LabelledGame};

/// How long an engine may think about a move.
const PATIENCE: Duration = Duration::from_secs(60);

/// Who plays, and how much.
#[derive(Debug)]
pub(crate) struct Plan {
    pub(crate) n_games: usize,
    pub(crate) seed: u64,
    pub(crate) network: Option<Arc<Network>>,
    pub(crate) engines: Vec<CommandLine>,
    /// The boards, those that occur twice twice as often.
    pub(crate) sizes: Vec<Size>,
}

/// The boards of a plan that names none.
const EDGES: [u8; 24] =
    [19, 19, 19, 19, 19, 19, 13, 13, 13, 13, 9, 9, 9, 9, 9, 9, 7, 11, 15, 17, 8, 10, 12, 14];

impl Plan {
    /// A plan without players, on boards of all sizes.
    pub(crate) const fn new(n_games: usize, seed: u64) -> Plan {
        Plan { n_games, seed, network: None, engines: Vec::new(), sizes: Vec::new() }
    }

    fn random_size(&self, rng: &mut Rng) -> Size {
        let size = if self.sizes.is_empty() {
            rng.choice(EDGES).and_then(Size::square)
        } else {
            rng.choice(&self.sizes).copied()
        };
        size.unwrap_or(Size::NINE)
    }
}

/// Adds games to a file until it has as many as the plan says.
pub(crate) fn play(plan: &Plan, path: &Path) -> Result<(), Box<dyn Error>> {
    let n_played = count_games(path)?;
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    let mut table = Table { plan, engines: plan.engines.iter().map(|_| None).collect() };
    for number in n_played..plan.n_games {
        let mut rng = rng_of_game(plan.seed, number);
        let mut setup = random_setup(plan.random_size(&mut rng), &mut rng);
        table.play_game(&mut setup, &mut rng)?;
        setup.write(&mut file)?;
        if (number + 1).is_multiple_of(100) {
            println!("{} games", number + 1);
        }
    }
    Ok(())
}

/// The number of whole games in a file, which need not exist; what is left of
/// a game that was cut off is removed.
pub(crate) fn count_games(path: &Path) -> io::Result<usize> {
    let Ok(file) = OpenOptions::new().read(true).write(true).open(path) else { return Ok(0) };
    let mut reader = CountingReader { inner: BufReader::new(&file), n_bytes: 0 };
    let (mut n_games, mut end) = (0, 0);
    loop {
        match LabelledGame::read(&mut reader, Format::Sparse) {
            Ok(Some(_)) => {
                n_games += 1;
                end = reader.n_bytes;
            }
            Ok(None) => return Ok(n_games),
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => {
                file.set_len(end)?;
                return Ok(n_games);
            }
            Err(error) => return Err(error),
        }
    }
}

struct CountingReader<'a> {
    inner: BufReader<&'a File>,
    n_bytes: u64,
}

impl io::Read for CountingReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let n_read = self.inner.read(buffer)?;
        self.n_bytes += n_read as u64;
        Ok(n_read)
    }
}

/// The generator of a game does not depend on the games before it.
pub(crate) fn rng_of_game(seed: u64, number: usize) -> Rng {
    Rng::with_seed(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ number as u64)
}

/// One of the players of a game.
#[derive(Copy, Clone, Debug, PartialEq)]
enum Player {
    /// Draws from the policy with this temperature.
    Network(f32),
    /// The engine of this number.
    Engine(usize),
}

struct Table<'a> {
    plan: &'a Plan,
    engines: Vec<Option<Controller>>,
}

/// What makes a game odd.
struct Style {
    /// The share of moves made at random.
    wild: f32,
    n_random_first: usize,
    n_moves: usize,
}

impl Table<'_> {
    fn play_game(&mut self, setup: &mut LabelledGame, rng: &mut Rng) -> Result<(), Box<dyn Error>> {
        let Some(mut game) = setup.start() else { return Ok(()) };
        let size = setup.size;
        let mut evaluator = self.plan.network.as_ref().map(|network| Evaluator::new(network, size));
        let style = Style {
            wild: *rng.choice(&[0.0, 0.0, 0.01, 0.03, 0.1]).unwrap_or(&0.0),
            n_random_first: *rng.choice(&[0, 0, 2, 4, 8]).unwrap_or(&0),
            n_moves: (f32::from(size.n_points()) * (0.5 + 0.9 * rng.f32())) as usize,
        };
        let mut players = [self.random_player(rng), self.random_player(rng)];
        while setup.moves.len() < style.n_moves && game.end().is_none() {
            let player = &mut players[usize::from(game.to_play() == Color::White)];
            if rng.f32() < 0.01 {
                *player = self.random_player(rng);
            }
            let is_wild = setup.moves.len() < style.n_random_first || rng.f32() < style.wild;
            let mv = match *player {
                _ if is_wild => Some(random_move(&game, rng)),
                Player::Network(temperature) => evaluator
                    .as_mut()
                    .map(|evaluator| sampled_move(&game, evaluator, temperature, rng)),
                Player::Engine(number) => self.engine_move(number, &game)?,
            };
            let Some(mv) = mv else { break };
            if game.play(mv).is_err() {
                break;
            }
            setup.moves.push(mv);
        }
        Ok(())
    }

    /// The network in half of the cases, if there are engines too.
    fn random_player(&self, rng: &mut Rng) -> Player {
        let n_engines = self.plan.engines.len();
        if n_engines == 0 || (self.plan.network.is_some() && rng.bool()) {
            Player::Network(*rng.choice(&[0.3, 0.6, 0.8, 1.0, 1.2, 1.5]).unwrap_or(&1.0))
        } else {
            Player::Engine(rng.usize(..n_engines))
        }
    }

    /// The move of an engine, or `None` if it resigns.
    fn engine_move(&mut self, number: usize, game: &Game) -> Result<Option<Move>, Box<dyn Error>> {
        let engine = match &mut self.engines[number] {
            Some(engine) => engine,
            slot => slot.insert(Controller::start(&self.plan.engines[number], Options::default())?),
        };
        let decision = engine.sync(game).and_then(|()| engine.generate(game.to_play(), PATIENCE));
        match decision {
            Ok(tengen_analysis::Decision::Move(mv)) => Ok(Some(mv)),
            Ok(tengen_analysis::Decision::Resign) => Ok(None),
            Err(error) => {
                // The game ends here; the engine gets another process.
                eprintln!("engine {}: {error}", number + 1);
                self.engines[number] = None;
                Ok(None)
            }
        }
    }
}

fn random_move(game: &Game, rng: &mut Rng) -> Move {
    let legal: Vec<Point> = game.legal_points().collect();
    rng.choice(legal).map_or(Move::Pass, Move::Play)
}

/// A legal move drawn from the policy.
fn sampled_move(game: &Game, evaluator: &mut Evaluator, temperature: f32, rng: &mut Rng) -> Move {
    let input = Input::from_game(game, game.to_play());
    let symmetry = *rng.choice(&Symmetry::ALL).unwrap_or(&Symmetry::Identity);
    let output = evaluator.evaluate(&input, symmetry);
    let weight = |probability: f32| probability.powf(1.0 / temperature);
    let moves: Vec<(Move, f32)> = game
        .legal_points()
        .map(|point| (Move::Play(point), weight(output.policy(point))))
        .chain([(Move::Pass, weight(output.pass()))])
        .collect();
    let total: f32 = moves.iter().map(|it| it.1).sum();
    let mut left = rng.f32() * total;
    for &(mv, weight) in &moves {
        left -= weight;
        if left <= 0.0 {
            return mv;
        }
    }
    Move::Pass
}

/// A board without moves: rules, komi, handicap.
fn random_setup(size: Size, rng: &mut Rng) -> LabelledGame {
    let is_territory = rng.f32() < 0.35;
    let kos = [KoRule::Simple, KoRule::Simple, KoRule::Positional, KoRule::Situational];
    let ko = if is_territory { KoRule::Simple } else { *rng.choice(&kos).unwrap_or(&kos[0]) };
    let handicap =
        if size.width() >= 9 && rng.f32() < 0.18 { random_handicap(size, rng) } else { Vec::new() };
    let uneven = if handicap.is_empty() { rng.i16(-20..=40) } else { rng.i16(0..=60) };
    let komis: &[i16] = if handicap.is_empty() {
        &[15, 15, 15, 13, 11, 1, 14, 12, 2 * uneven + 1]
    } else {
        &[1, 1, 1, -11, 15, 2 * uneven + 1]
    };
    LabelledGame {
        size,
        scoring: if is_territory { Scoring::Territory } else { Scoring::Area },
        ko,
        komi: Komi::from_half_points(*rng.choice(komis).unwrap_or(&15)),
        handicap,
        moves: Vec::new(),
        labels: Vec::new(),
    }
}

/// Stones on star points, or anywhere but at the edge.
fn random_handicap(size: Size, rng: &mut Rng) -> Vec<Point> {
    let edge = size.width();
    let n_stones = rng.usize(2..=if edge > 9 { 9 } else { 5 });
    let line = if edge >= 13 { 3 } else { 2 };
    let is_star = |at: u8| at == line || at == edge / 2 || at == edge - 1 - line;
    let on_stars = rng.f32() < 0.6;
    let mut points: Vec<Point> = size
        .points()
        .filter(|point| {
            let lines = [point.column(), point.row()];
            if on_stars {
                lines.iter().all(|&at| is_star(at))
            } else {
                lines.iter().all(|&at| at > 0 && at + 1 < edge)
            }
        })
        .collect();
    rng.shuffle(&mut points);
    points.truncate(n_stones);
    points
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tengen_net::{Shape, Weights};

    use super::*;

    fn plan(n_games: usize) -> Plan {
        let bytes = Weights::random(Shape::new(1, 32), 1).to_bytes();
        let network = Network::from_bytes(&bytes).expect("it was just written");
        Plan { network: Some(Arc::new(network)), ..Plan::new(n_games, 5) }
    }

    #[test]
    fn stopped_play_goes_on_with_the_same_games() {
        let folder = std::env::temp_dir().join(format!("net-learn-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("a temporary folder can be made");
        let (once, twice) = (folder.join("once"), folder.join("twice"));
        play(&plan(3), &once).expect("games can be played");
        play(&plan(1), &twice).expect("games can be played");
        let cut = fs::read(&once).expect("it was just written");
        let n_first = fs::read(&twice).expect("it was just written").len();
        fs::write(&twice, &cut[..n_first + 20]).expect("the folder can be written");
        assert_eq!(count_games(&twice).expect("it can be read"), 1);
        play(&plan(3), &twice).expect("games can be played");
        assert_eq!(fs::read(&once).ok(), fs::read(&twice).ok());
        fs::remove_dir_all(&folder).expect("it was made above");
    }

    #[test]
    fn boards_are_those_of_the_plan() {
        let plan = Plan { sizes: vec![Size::THIRTEEN], ..Plan::new(0, 1) };
        let mut rng = rng_of_game(1, 1);
        assert!((0..50).all(|_| plan.random_size(&mut rng) == Size::THIRTEEN));
    }

    #[test]
    fn setups_are_varied_and_can_be_played() {
        let setup = |number| {
            let mut rng = rng_of_game(1, number);
            random_setup(Plan::new(0, 1).random_size(&mut rng), &mut rng)
        };
        let setups: Vec<LabelledGame> = (0..200).map(setup).collect();
        assert!(setups.iter().all(|it| it.start().is_some()));
        assert!(setups.iter().any(|it| it.scoring == Scoring::Territory));
        assert!(setups.iter().any(|it| it.handicap.len() > 5));
        assert!(setups.iter().any(|it| it.komi < Komi::ZERO));
        for edge in [7, 9, 13, 19] {
            assert!(setups.iter().any(|it| it.size.width() == edge), "{edge}");
        }
    }
}
