//! What the end of a playout is worth.

use super::control_variate::Correction;
use crate::parameters::Parameters;
use crate::search::root::Root;
use crate::search::tree::AMAF_WIN;

/// What a lead in half points is worth to Black, from 0 to [`AMAF_WIN`].
#[inline]
pub(super) fn value(lead: i32, root: &Root, parameters: &Parameters) -> u32 {
    let win = (1 + root.winner(lead)) as f32 / 2.0;
    joint_value(win, lead as f32 / 2.0, root, parameters)
}

/// The same after the correction by the control variate, which leaves a chance
/// to win in place of a winner.
pub(super) fn corrected_value(
    lead: i32,
    correction: Correction,
    root: &Root,
    parameters: &Parameters,
) -> u32 {
    let lead = lead as f32 / 2.0 + correction.change;
    // The logistic function is near enough to the normal distribution.
    let win = 1.0 / (1.0 + (-1.7 * (lead - root.par()) / correction.deviation.max(0.5)).exp());
    joint_value(win, lead, root, parameters)
}

/// A chance to win and a lead in points as one value.
fn joint_value(win: f32, lead: f32, root: &Root, parameters: &Parameters) -> u32 {
    let scale = parameters.score_scale * f32::from(root.board().size().n_points());
    let relative = lead / scale;
    let margin = 0.5 + 0.5 * relative / (1.0 + relative.abs());
    let value = win + parameters.score_share * (margin - win);
    (value * AMAF_WIN as f32).round() as u32
}
