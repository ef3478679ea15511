//! tmp
use crate::{Game, PointSet};
/// tmp
#[derive(Debug)]
pub struct Counting;
pub(crate) fn count(_: &Game, _: &PointSet) -> Counting {
    Counting
}
