//! Evaluation of positions, under symmetries.

use std::sync::Arc;

use tengen_rules::{ByPoint, Point, Size, Symmetry};

use crate::forward::Workspace;
use crate::input::{Input, N_PLANES};
use crate::network::{N_PADDED_PLANES, Network};

/// What a network says of a position, all of it seen by the player to move.
#[derive(Clone, Debug)]
pub struct Output {
    size: Size,
    policy: ByPoint<f32>,
    pass: f32,
    win: f32,
    lead: f32,
    ownership: ByPoint<f32>,
}

impl Output {
    fn new(size: Size) -> Output {
        let zeros = ByPoint::new(0.0);
        Output { size, policy: zeros, pass: 0.0, win: 0.0, lead: 0.0, ownership: zeros }
    }

    /// The size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The probability that a strong player moves here.
    ///
    /// All points and the pass add up to 1; points where no move is legal
    /// have a little of it.
    pub fn policy(&self, point: Point) -> f32 {
        self.policy[point]
    }

    /// The probability that a strong player passes.
    pub const fn pass(&self) -> f32 {
        self.pass
    }

    /// The chance to win.
    pub const fn win(&self) -> f32 {
        self.win
    }

    /// The expected lead in points, with komi.
    pub const fn lead(&self) -> f32 {
        self.lead
    }

    /// Whose point this will be: 1 for the player to move, −1 for the
    /// opponent.
    pub fn ownership(&self, point: Point) -> f32 {
        self.ownership[point]
    }

    fn clear(&mut self) {
        for point in self.size.points() {
            self.policy[point] = 0.0;
            self.ownership[point] = 0.0;
        }
        (self.pass, self.win, self.lead) = (0.0, 0.0, 0.0);
    }
}

/// A network with the memory to evaluate positions of one board size.
///
/// Each thread has its own; evaluating does not allocate.
#[derive(Clone, Debug)]
pub struct Evaluator {
    network: Arc<Network>,
    size: Size,
    workspace: Workspace,
    /// For each symmetry, where each point goes, by [`Point::index_in`].
    places: [Vec<u16>; 8],
    output: Output,
}

impl Evaluator {
    /// Memory for boards of this size.
    pub fn new(network: &Arc<Network>, size: Size) -> Evaluator {
        let places = Symmetry::ALL.map(|symmetry| {
            let turned = symmetry.size(size);
            let place = |point| symmetry.point(point, size)?.index_in(turned);
            size.points().filter_map(place).collect()
        });
        network.prepare(size);
        Evaluator {
            network: Arc::clone(network),
            size,
            workspace: Workspace::new(network.shape(), size),
            places,
            output: Output::new(size),
        }
    }

    /// The network.
    pub const fn network(&self) -> &Arc<Network> {
        &self.network
    }

    /// The size of the boards.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// The answer of the last evaluation.
    pub const fn output(&self) -> &Output {
        &self.output
    }

    /// Evaluates a position that is turned or mirrored first; the answer is
    /// turned back.
    ///
    /// # Panics
    ///
    /// Panics if the board is of another size.
    pub fn evaluate(&mut self, input: &Input, symmetry: Symmetry) -> &Output {
        self.evaluate_mean(input, &[symmetry])
    }

    /// The mean of evaluations under several symmetries.
    ///
    /// # Panics
    ///
    /// Panics if the board is of another size, or if there is no symmetry.
    pub fn evaluate_mean(&mut self, input: &Input, symmetries: &[Symmetry]) -> &Output {
        assert_eq!(input.size(), self.size, "an evaluator is for one size");
        assert!(!symmetries.is_empty(), "an evaluation takes a symmetry");
        self.output.clear();
        let weight = 1.0 / symmetries.len() as f32;
        for &symmetry in symmetries {
            self.put_in(input, symmetry);
            self.workspace.run(&self.network, symmetry.is_transposed());
            self.add_output(symmetry, weight);
        }
        self.output.lead += input.excess_komi();
        &self.output
    }

    fn put_in(&mut self, input: &Input, symmetry: Symmetry) {
        self.workspace.globals = *input.globals();
        for (&bits, &place) in input.bits().iter().zip(&self.places[symmetry as usize]) {
            let first = usize::from(place) * N_PADDED_PLANES;
            let planes = &mut self.workspace.planes[first..first + N_PLANES];
            for (number, plane) in planes.iter_mut().enumerate() {
                *plane = ((bits >> number) & 1) as f32;
            }
        }
    }

    fn add_output(&mut self, symmetry: Symmetry, weight: f32) {
        let raw = &self.workspace.raw;
        let output = &mut self.output;
        let most = raw.policy.iter().fold(raw.pass, |most, &it| most.max(it));
        let total: f32 = raw.policy.iter().map(|it| (it - most).exp()).sum();
        let pass = (raw.pass - most).exp();
        let factor = weight / (total + pass);
        for (point, &place) in self.size.points().zip(&self.places[symmetry as usize]) {
            let place = usize::from(place);
            output.policy[point] += factor * (raw.policy[place] - most).exp();
            output.ownership[point] += weight * raw.ownership[place];
        }
        output.pass += factor * pass;
        output.win += weight / (1.0 + (-raw.win).exp());
        output.lead += weight * raw.lead;
    }
}
