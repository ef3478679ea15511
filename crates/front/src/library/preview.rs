//! A game of the library as it is looked at beside the list.

use tengen_library::{GameEntry, Library, LibraryError, Source};
use tengen_picture::{NodeOptions, Scene};
use tengen_record::{NodeId, Record};
use tengen_rules::{Board, Color, Move};

/// A game beside the list, at some move.
#[derive(Clone, Debug)]
pub struct Preview {
    /// The game as lists show it.
    pub entry: GameEntry,
    /// The words that the user has given it.
    pub tags: Vec<String>,
    /// Where it is from.
    pub sources: Vec<Source>,
    /// What its moves lost on average, if it was reviewed: Black's and White's.
    pub mean_losses: [Option<f32>; 2],
    record: Record,
    /// The main line.
    line: Vec<NodeId>,
    at: usize,
}

impl Preview {
    pub(super) fn read(library: &mut Library, entry: GameEntry) -> Result<Preview, LibraryError> {
        let record = library.record(entry.id)?;
        let line: Vec<NodeId> = record.main_line().collect();
        let tags = library.tags_of(entry.id)?;
        let sources = library.sources(entry.id)?;
        let losses = library.losses(entry.id)?;
        let mean = |color: Color| {
            let of_color = losses.iter().filter(|it| {
                let node = record.node_id(it.node);
                node.and_then(|id| record.node(id).mv()).is_some_and(|(mover, _)| mover == color)
            });
            let (n, sum) = of_color.fold((0_u16, 0.0), |(n, sum), it| (n + 1, sum + it.points));
            (n > 0).then(|| sum / f32::from(n))
        };
        let mean_losses = [mean(Color::Black), mean(Color::White)];
        let at = line.len().saturating_sub(1);
        Ok(Preview { entry, tags, sources, mean_losses, record, line, at })
    }

    /// The number of moves before the position, and of the whole game.
    pub fn place(&self) -> (usize, usize) {
        let n_moves = |idx: usize| self.line.get(idx).map_or(0, |it| self.record.moves(*it).len());
        (n_moves(self.at), n_moves(self.line.len().saturating_sub(1)))
    }

    /// Goes back and forth; the ends hold.
    pub fn step(&mut self, by: isize) {
        let last = self.line.len().saturating_sub(1);
        self.at = self.at.saturating_add_signed(by).min(last);
    }

    /// Goes to the position after so many moves, or to the end.
    pub fn go_to(&mut self, n_moves: usize) {
        let is_there = |id: &NodeId| self.record.moves(*id).len() >= n_moves;
        let last = self.line.len().saturating_sub(1);
        self.at = self.line.iter().position(is_there).unwrap_or(last);
    }

    /// The record.
    pub const fn record(&self) -> &Record {
        &self.record
    }

    /// The node that is shown.
    pub fn node_id(&self) -> NodeId {
        self.line.get(self.at).copied().unwrap_or(self.record.root())
    }

    /// The position, and whose turn it is there.
    pub fn position(&self) -> (Board, Color) {
        let snapshot = self.record.position(self.node_id());
        (*snapshot.board(), snapshot.position.to_play)
    }

    /// The position as it is drawn.
    pub fn scene(&self) -> Scene {
        Scene::of_node(&self.record, self.node_id(), &NodeOptions::default())
    }

    /// The moves of the main line.
    fn moves(&self) -> Vec<(Color, Move)> {
        let last = self.line.last().copied().unwrap_or(self.record.root());
        self.record.moves(last).iter().map(|it| (it.color, it.mv)).collect()
    }

    /// How many moves two games have in common at their beginning, as they
    /// were played or turned and mirrored.
    pub fn n_common_moves(&self, other: &Preview) -> usize {
        if self.entry.size != other.entry.size {
            return 0;
        }
        let (ours, theirs) = (self.moves(), other.moves());
        let size = self.entry.size;
        let n_same = |symmetry: tengen_rules::Symmetry| {
            let turned = theirs.iter().map(|&(color, mv)| match mv {
                Move::Play(point) => symmetry.point(point, size).map(|it| (color, Move::Play(it))),
                Move::Pass => Some((color, mv)),
            });
            ours.iter().zip(turned).take_while(|(our, their)| Some(**our) == *their).count()
        };
        let symmetries = tengen_rules::Symmetry::ALL.into_iter();
        symmetries.filter(|it| it.size(size) == size).map(n_same).max().unwrap_or(0)
    }
}
