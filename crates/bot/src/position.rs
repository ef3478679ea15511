//! The game that a server tells of, as an engine is told it.

use tengen_rules::{Game, IllegalMove, Point, Position, Ruleset};
use tengen_wire::State;

/// The server tells of a game that this program does not understand.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct StrangeGame;

/// The game with all its moves.
pub(crate) fn game(state: &State) -> Result<Game, StrangeGame> {
    let ruleset: Ruleset = state.game.rules.parse().map_err(|_| StrangeGame)?;
    let size = state.game.size;
    let mut game = if state.setup.white.is_empty() {
        Game::with_handicap(size, ruleset, state.setup.black).map_err(|_| StrangeGame)?
    } else {
        return Err(StrangeGame);
    };
    game = game.with_komi(state.game.komi);
    for it in &state.moves.0 {
        // After scoring, the game goes on with whoever moves.
        if game.end().is_some() {
            game.resume(it.color).map_err(|_| StrangeGame)?;
        }
        game.play_as(it.color, it.mv).map_err(|_: IllegalMove| StrangeGame)?;
    }
    Ok(game)
}

/// Where to put the next handicap stone: on a star point, or on any point.
pub(crate) fn handicap_point(state: &State) -> Option<Point> {
    let game = game(state).ok()?;
    let position: &Position = game.position();
    let is_empty = |point: &Point| position.board.is_empty_at(*point);
    let size = state.game.size;
    tengen_rules::handicap::star_points(size).find(is_empty).or(size.points().find(is_empty))
}
