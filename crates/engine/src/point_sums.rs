//! Sums over evaluations: who owns each point, and by how much Black leads.

use tengen_rules::{ByPoint, Point, Size};

/// What the evaluations of a search, or those after one move, add up to.
#[derive(Clone, Debug)]
pub(crate) struct PointSums {
    n: u32,
    /// From -1 for White to 1 for Black, summed.
    ownership: ByPoint<f32>,
    squared_ownership: ByPoint<f32>,
    /// Black's leads, in points.
    leads: f64,
    squared_leads: f64,
}

impl PointSums {
    pub(crate) fn new() -> PointSums {
        let zeros = ByPoint::new(0.0);
        PointSums {
            n: 0,
            ownership: zeros,
            squared_ownership: zeros,
            leads: 0.0,
            squared_leads: 0.0,
        }
    }

    /// Adds an evaluation: who owns each point, from -1 for White to 1 for
    /// Black, and Black's lead.
    pub(crate) fn add(&mut self, owner: impl Fn(Point) -> f32, black_lead: f32, size: Size) {
        self.n += 1;
        for point in size.points() {
            let value = owner(point);
            self.ownership[point] += value;
            self.squared_ownership[point] += value * value;
        }
        let lead = f64::from(black_lead);
        self.leads += lead;
        self.squared_leads += lead * lead;
    }

    /// Adds the sums of another thread.
    pub(crate) fn join(&mut self, other: &PointSums, size: Size) {
        self.n += other.n;
        self.leads += other.leads;
        self.squared_leads += other.squared_leads;
        for point in size.points() {
            self.ownership[point] += other.ownership[point];
            self.squared_ownership[point] += other.squared_ownership[point];
        }
    }

    fn count(&self) -> f32 {
        self.n.max(1) as f32
    }

    /// The mean ownership of each point.
    pub(crate) fn ownership(&self) -> ByPoint<f32> {
        let n = self.count();
        self.ownership.map(|sum| sum / n)
    }

    /// The standard deviation of the ownership of each point.
    pub(crate) fn ownership_deviation(&self, size: Size) -> ByPoint<f32> {
        let n = self.count();
        let mut deviation = ByPoint::new(0.0);
        for point in size.points() {
            let mean = self.ownership[point] / n;
            deviation[point] = (self.squared_ownership[point] / n - mean * mean).max(0.0).sqrt();
        }
        deviation
    }

    /// The standard deviation of the lead, in points.
    pub(crate) fn lead_deviation(&self) -> f32 {
        let n = f64::from(self.n.max(1));
        let mean = self.leads / n;
        (self.squared_leads / n - mean * mean).max(0.0).sqrt() as f32
    }
}

/// Sums for each move of the root, by the number of its node; kept only on
/// request.
#[derive(Clone, Debug, Default)]
pub(crate) struct MoveSums(Option<Vec<Option<Box<PointSums>>>>);

impl MoveSums {
    /// Sums for a search that wants them.
    pub(crate) fn new(is_wanted: bool, size: Size) -> MoveSums {
        MoveSums(is_wanted.then(|| vec![None; usize::from(size.n_points()) + 1]))
    }

    /// The sums of a move, unless they are not wanted.
    pub(crate) fn of_move(&mut self, number: u16) -> Option<&mut PointSums> {
        let slot = self.0.as_mut()?.get_mut(usize::from(number))?;
        Some(slot.get_or_insert_with(|| Box::new(PointSums::new())))
    }

    /// What is known of a move.
    pub(crate) fn get(&self, number: u16) -> Option<&PointSums> {
        self.0.as_ref()?.get(usize::from(number))?.as_deref()
    }

    /// Adds the sums of another thread.
    pub(crate) fn join(&mut self, other: &MoveSums, size: Size) {
        let Some(others) = &other.0 else { return };
        if self.0.is_none() {
            *self = MoveSums::new(true, size);
        }
        for (number, sums) in (0..).zip(others) {
            if let Some(other) = sums
                && let Some(own) = self.of_move(number)
            {
                own.join(other, size);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_and_deviations() {
        let size = Size::NINE;
        let mut sums = PointSums::new();
        let mut moves = MoveSums::new(true, size);
        for (owner, lead) in [(1.0, 4.0), (0.0, 2.0)] {
            sums.add(|_| owner, lead, size);
            moves.of_move(3).unwrap().add(|_| owner, lead, size);
        }
        let point: Point = "E5".parse().unwrap();
        assert!((sums.ownership()[point] - 0.5).abs() < 1e-6);
        assert!((sums.ownership_deviation(size)[point] - 0.5).abs() < 1e-6);
        assert!((sums.lead_deviation() - 1.0).abs() < 1e-6);
        let mut joined = MoveSums::default();
        joined.join(&moves, size);
        joined.join(&moves, size);
        assert_eq!(joined.get(3).unwrap().n, 4);
        assert!(joined.get(2).is_none() && MoveSums::default().get(3).is_none());
    }
}
