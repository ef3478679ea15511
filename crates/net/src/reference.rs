//! The network as a textbook would compute it, and comparisons with it.

use std::sync::Arc;

use tengen_rules::{Board, Color, Game, Move, Position, Ruleset, Size, Symmetry};

use crate::input::{KOMI_SCALE, N_PLANES};
use crate::{Builtin, Evaluator, Input, Instructions, Network, Shape, Weights};

/// `[channel][point]`
type Planes = Vec<Vec<f64>>;

struct Reference<'a> {
    weights: &'a Weights,
    size: Size,
}

struct Answer {
    policy: Vec<f64>,
    pass: f64,
    win: f64,
    lead: f64,
    ownership: Vec<f64>,
}

impl Reference<'_> {
    fn tensor(&self, name: &str) -> Vec<f64> {
        self.weights.tensor(name).iter().copied().map(f64::from).collect()
    }

    fn convolve(&self, name: &str, input: &Planes, edge: usize) -> Planes {
        let weights = self.tensor(&format!("{name}.weight"));
        let bias = self.tensor(&format!("{name}.bias"));
        let (width, height) = (usize::from(self.size.width()), usize::from(self.size.height()));
        let half = edge / 2;
        let value = |output: usize, point: usize| {
            let mut sum = bias[output];
            for (channel, plane) in input.iter().enumerate() {
                for tap in 0..edge * edge {
                    let row = (point / width + tap / edge).wrapping_sub(half);
                    let column = (point % width + tap % edge).wrapping_sub(half);
                    if row < height && column < width {
                        let weight = (output * input.len() + channel) * edge * edge + tap;
                        sum += weights[weight] * plane[row * width + column];
                    }
                }
            }
            sum
        };
        (0..bias.len())
            .map(|o| (0..width * height).map(|point| value(o, point)).collect())
            .collect()
    }

    fn linear(&self, name: &str, input: &[f64]) -> Vec<f64> {
        let weights = self.tensor(&format!("{name}.weight"));
        let bias = self.tensor(&format!("{name}.bias"));
        let rows = weights.chunks(input.len());
        rows.zip(bias).map(|(row, bias)| bias + dot(row, input)).collect()
    }

    fn pool(&self, planes: &Planes) -> Vec<f64> {
        let area = f64::from(self.size.n_points());
        let means: Vec<f64> = planes.iter().map(|it| it.iter().sum::<f64>() / area).collect();
        let scaled = means.iter().map(|it| it * (area.sqrt() - 14.0) / 10.0);
        let most = planes.iter().map(|it| it.iter().copied().fold(f64::MIN, f64::max));
        means.iter().copied().chain(scaled).chain(most).collect()
    }

    fn evaluate(&self, input: &Input) -> Answer {
        let plane = |number: usize| {
            input.bits().iter().map(|bits| f64::from((bits >> number) & 1)).collect()
        };
        let planes: Planes = (0..N_PLANES).map(plane).collect();
        let globals: Vec<f64> = input.globals().iter().copied().map(f64::from).collect();
        let mut x = self.convolve("input_conv", &planes, 3);
        let rows = self.tensor("input_linear.weight");
        add(&mut x, rows.chunks(globals.len()).map(|row| dot(row, &globals)));
        for block in 0..self.weights.shape().n_blocks {
            let name = format!("blocks.{block}");
            let a = relu(&x);
            let mut h = self.convolve(&format!("{name}.conv1"), &a, 3);
            if Shape::is_pooled(block) {
                let pooled = relu(&self.convolve(&format!("{name}.pool_conv"), &a, 1));
                let pooled = self.pool(&pooled);
                add(&mut h, self.linear(&format!("{name}.pool_linear"), &pooled).into_iter());
            }
            let h = self.convolve(&format!("{name}.conv2"), &relu(&h), 3);
            for (x, h) in x.iter_mut().flatten().zip(h.iter().flatten()) {
                *x += h;
            }
        }
        self.heads(&relu(&x), &globals)
    }

    fn heads(&self, x: &Planes, globals: &[f64]) -> Answer {
        let pooled = self.pool(&relu(&self.convolve("policy_pool_conv", x, 1)));
        let mut policy = self.convolve("policy_conv", x, 1);
        add(&mut policy, self.linear("policy_pool_linear", &pooled).into_iter());
        let policy = self.convolve("policy_out", &relu(&policy), 1).remove(0);
        let hidden = self.linear("pass_hidden", &[&pooled, globals].concat());
        let pass = self.linear("pass_out", &relu(&vec![hidden])[0])[0];
        let total: f64 = policy.iter().chain([&pass]).map(|it| it.exp()).sum();

        let v = relu(&self.convolve("value_conv", x, 1));
        let ownership = self.convolve("ownership_out", &v, 1).remove(0);
        let ownership: Vec<f64> =
            ownership.iter().map(|it| 2.0 / (1.0 + (-it).exp()) - 1.0).collect();
        let score = ownership.iter().sum::<f64>() + globals[0] * f64::from(KOMI_SCALE);
        let score_inputs = [(score / 4.0).tanh(), (score / 16.0).tanh(), score / 64.0];
        let hidden = [self.pool(&v).as_slice(), globals, &score_inputs].concat();
        let hidden = self.linear("value_hidden", &hidden);
        let value = self.linear("value_out", &relu(&vec![hidden])[0]);
        Answer {
            policy: policy.iter().map(|it| it.exp() / total).collect(),
            pass: pass.exp() / total,
            win: 1.0 / (1.0 + (-value[0]).exp()),
            lead: 10.0 * value[1] + score,
            ownership,
        }
    }
}

fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn relu(planes: &Planes) -> Planes {
    planes.iter().map(|it| it.iter().map(|value| value.max(0.0)).collect()).collect()
}

fn add(planes: &mut Planes, bias: impl Iterator<Item = f64>) {
    for (plane, bias) in planes.iter_mut().zip(bias) {
        for value in plane {
            *value += bias;
        }
    }
}

const SMALL: Shape = Shape { n_blocks: 2, n_channels: 32, n_pooled: 32, n_head: 32, n_hidden: 16 };

/// The bytes of a random network whose answers are not saturated.
fn network_bytes() -> Vec<u8> {
    Weights::random(SMALL, 7).to_bytes()
}

/// A game after some random moves.
fn random_game(size: Size, n_moves: usize, seed: u64) -> Game {
    let mut rng = fastrand::Rng::with_seed(seed);
    let mut game = Game::new(size, Ruleset::CHINESE);
    for _ in 0..n_moves {
        let legal: Vec<Move> = game.legal_points().map(Move::Play).collect();
        let mv = rng.choice(&legal).copied().unwrap_or(Move::Pass);
        if game.play(mv).is_err() {
            break;
        }
    }
    game
}

fn input(game: &Game) -> Input {
    Input::from_game(game, game.to_play())
}

/// Largest difference of probabilities, chance, ownership, and of the lead in
/// parts of the board.
fn difference(game: &Game, instructions: Instructions) -> f64 {
    let bytes = network_bytes();
    let weights = Weights::from_bytes(&bytes).unwrap();
    let network = Network::from_bytes(&bytes).unwrap().with_instructions(instructions);
    let size = game.board().size();
    let mut evaluator = Evaluator::new(&Arc::new(network), size);
    let output = evaluator.evaluate(&input(game), Symmetry::Identity);
    let expected = Reference { weights: &weights, size }.evaluate(&input(game));
    let mut worst = (f64::from(output.pass()) - expected.pass).abs();
    worst = worst.max((f64::from(output.win()) - expected.win).abs());
    worst =
        worst.max((f64::from(output.lead()) - expected.lead).abs() / f64::from(size.n_points()));
    for (idx, point) in size.points().enumerate() {
        worst = worst.max((f64::from(output.policy(point)) - expected.policy[idx]).abs());
        worst = worst.max((f64::from(output.ownership(point)) - expected.ownership[idx]).abs());
    }
    worst
}

#[test]
fn all_instructions_agree_with_the_reference_on_all_sizes() {
    let sizes = [(1, 1), (1, 7), (2, 3), (5, 5), (7, 7), (9, 9), (10, 10), (13, 13), (14, 14)];
    let larger = [(16, 16), (19, 19), (19, 13), (12, 25), (25, 25)];
    for (width, height) in sizes.into_iter().chain(larger) {
        let size = Size::new(width, height).unwrap();
        let game = random_game(size, usize::from(size.n_points()) / 2, 3);
        for instructions in Instructions::available() {
            let difference = difference(&game, instructions);
            assert!(difference < 1e-4, "{size} with {instructions:?}: {difference}");
        }
    }
}

#[test]
fn full_boards_and_captured_chains_have_finite_answers() {
    let network = Arc::new(Network::from_bytes(&network_bytes()).unwrap());
    for seed in 0..20 {
        let game = random_game(Size::NINE, 200, seed);
        let mut evaluator = Evaluator::new(&network, Size::NINE);
        let output = evaluator.evaluate(&input(&game), Symmetry::Identity);
        let points = Size::NINE.points();
        let total: f32 = points.map(|it| output.policy(it)).sum::<f32>() + output.pass();
        assert!((total - 1.0).abs() < 1e-4);
        assert!(output.win().is_finite() && output.lead().is_finite());
    }
}

#[test]
fn turned_boards_have_turned_answers() {
    let network = Arc::new(Network::from_bytes(&network_bytes()).unwrap());
    for size in [Size::NINE, Size::new(9, 13).unwrap()] {
        // No history, and no ladder: of two moves that catch, the reader takes
        // the first.
        let stones = [("C3", Color::Black), ("C4", Color::Black), ("G3", Color::White)];
        let stones = stones.map(|(name, color)| (color, name.parse().unwrap()));
        let position = Position::from(Board::with_stones(size, stones).unwrap());
        let mut evaluator = Evaluator::new(&network, size);
        let base = input(&Game::from_position(position, Ruleset::CHINESE));
        for symmetry in Symmetry::ALL {
            let mut turned = position;
            turned.board = position.board.with_symmetry(symmetry);
            let turned_size = symmetry.size(size);
            let turned = input(&Game::from_position(turned, Ruleset::CHINESE));
            let mut other = Evaluator::new(&network, turned_size);
            let straight = other.evaluate(&turned, Symmetry::Identity);
            let output = evaluator.evaluate(&base, symmetry);
            assert!((straight.win() - output.win()).abs() < 1e-4, "{symmetry:?}");
            for point in size.points() {
                let there = symmetry.point(point, size).unwrap();
                assert!((straight.policy(there) - output.policy(point)).abs() < 1e-4);
                assert!((straight.ownership(there) - output.ownership(point)).abs() < 1e-4);
            }
        }
    }
}

#[test]
fn mean_of_symmetries_is_symmetric() {
    let network = Arc::new(Network::from_bytes(&network_bytes()).unwrap());
    let mut evaluator = Evaluator::new(&network, Size::NINE);
    let game = Game::new(Size::NINE, Ruleset::CHINESE);
    let output = evaluator.evaluate_mean(&input(&game), &Symmetry::ALL).clone();
    for point in Size::NINE.points() {
        for symmetry in Symmetry::ALL {
            let there = symmetry.point(point, Size::NINE).unwrap();
            assert!((output.policy(point) - output.policy(there)).abs() < 1e-5);
        }
    }
}

#[test]
fn same_position_gives_the_same_bits() {
    let network = Arc::new(Network::from_bytes(&network_bytes()).unwrap());
    let game = random_game(Size::NINETEEN, 100, 1);
    let other = random_game(Size::NINETEEN, 30, 2);
    let mut evaluator = Evaluator::new(&network, Size::NINETEEN);
    let first = evaluator.evaluate(&input(&game), Symmetry::Identity).clone();
    evaluator.evaluate(&input(&other), Symmetry::Clockwise);
    let second = evaluator.evaluate(&input(&game), Symmetry::Identity);
    assert_eq!(first.win().to_bits(), second.win().to_bits());
    assert_eq!(first.lead().to_bits(), second.lead().to_bits());
    for point in Size::NINETEEN.points() {
        assert_eq!(first.policy(point).to_bits(), second.policy(point).to_bits());
    }
}

#[test]
fn each_player_sees_the_board_from_his_side() {
    let network = Arc::new(Network::from_bytes(&network_bytes()).unwrap());
    let game = random_game(Size::NINE, 30, 9);
    let black = Input::from_game(&game, Color::Black);
    let white = Input::from_game(&game, Color::White);
    let mut evaluator = Evaluator::new(&network, Size::NINE);
    let black = evaluator.evaluate(&black, Symmetry::Identity).win();
    let white = evaluator.evaluate(&white, Symmetry::Identity).win();
    assert!((black - white).abs() > 1e-6);
}

#[test]
fn threads_share_a_network() {
    let network = Arc::new(Network::from_bytes(&network_bytes()).unwrap());
    let game = random_game(Size::THIRTEEN, 60, 4);
    let win = |network: &Arc<Network>| {
        let mut evaluator = Evaluator::new(network, Size::THIRTEEN);
        evaluator.evaluate(&input(&game), Symmetry::Identity).win().to_bits()
    };
    let wins = std::thread::scope(|scope| {
        let threads = [(); 2].map(|()| scope.spawn(|| win(&network)));
        threads.map(|it| it.join().unwrap())
    });
    assert_eq!(wins, [win(&network); 2]);
}

#[test]
fn builtin_networks_are_for_squares_from_7_to_19() {
    for builtin in Builtin::ALL {
        assert!(Network::builtin(builtin).shape().n_blocks >= 6, "{builtin:?}");
    }
    assert_eq!(Builtin::for_size(Size::NINE), Builtin::Small);
    assert_eq!(Builtin::for_size(Size::square(12).unwrap()), Builtin::Large);
    assert!(Network::supports(Size::square(7).unwrap()));
    assert!(Network::supports(Size::NINETEEN));
    assert!(!Network::supports(Size::square(6).unwrap()));
    assert!(!Network::supports(Size::square(20).unwrap()));
    assert!(!Network::supports(Size::new(9, 13).unwrap()));
}
