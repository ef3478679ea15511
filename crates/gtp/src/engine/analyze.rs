//! Analysis commands, which report while the player thinks.

use std::time::Duration;

use tengen_analysis::{Excluded, Stop};
use tengen_rules::{Color, DeadStones, Game, Move, PointSet, Ruleset, Scoring, Tax};

use super::dialect::{Dialect, Wishes};
use super::{Engine, play, rules};
use crate::answer::Failure;
use crate::command::Arguments;
use crate::input_queue::Cause;
use crate::player::{Purpose, Request};
use crate::stream::Stream;

/// The default time between two lines.
const INTERVAL: Duration = Duration::from_secs(1);

/// The shortest time between two lines.
const MIN_INTERVAL: Duration = Duration::from_millis(10);

/// What a command asks for.
#[derive(Clone, Debug)]
struct Query {
    color: Color,
    interval: Duration,
    excluded: Excluded,
    wishes: Wishes,
}

impl Query {
    /// Reads `[color] [interval] [name value]…`.
    fn parse(engine: &Engine<'_>, arguments: &mut Arguments<'_>) -> Result<Query, Failure> {
        let mut query = Query {
            color: engine.game.to_play(),
            interval: INTERVAL,
            excluded: Excluded::default(),
            wishes: Wishes::default(),
        };
        if let Ok(color) = arguments.clone().color() {
            query.color = color;
            arguments.word()?;
        }
        if arguments.clone().number().is_ok() {
            query.interval = interval(arguments)?;
        }
        let mut lists = Lists::default();
        while !arguments.is_empty() {
            let name = arguments.word()?;
            match name.to_ascii_lowercase().as_str() {
                "interval" => query.interval = interval(arguments)?,
                "avoid" => lists.avoid(arguments, query.color)?,
                "allow" => lists.allow(arguments, query.color)?,
                "minmoves" => query.wishes.min_moves = arguments.count()? as usize,
                "maxmoves" => query.wishes.max_moves = arguments.count()? as usize,
                "ownership" => query.wishes.ownership = arguments.boolean()?,
                "rootinfo" => query.wishes.root = arguments.boolean()?,
                "ownershipstdev" => query.wishes.ownership_deviation = arguments.boolean()?,
                "noresultvalue" => query.wishes.no_result = arguments.boolean()?,
                // A client that asks for these would wait for them.
                "movesownership" => refuse("movesOwnership", arguments)?,
                "movesownershipstdev" => refuse("movesOwnershipStdev", arguments)?,
                "pvvisits" => refuse("pvVisits", arguments)?,
                "pvedgevisits" => refuse("pvEdgeVisits", arguments)?,
                _ => return Err(Failure::SyntaxError),
            }
        }
        query.excluded = lists.excluded(engine);
        Ok(query)
    }

    fn request<'a>(&self, game: &'a Game, purpose: Purpose, stop: Stop) -> Request<'a> {
        let Query { color, excluded, interval, .. } = *self;
        Request { game, color, purpose, excluded, interval: Some(interval), stop }
    }
}

/// Refuses a part of an analysis, unless it is not wanted.
fn refuse(name: &'static str, arguments: &mut Arguments<'_>) -> Result<(), Failure> {
    if arguments.boolean()? { Err(Failure::NotKnown(name)) } else { Ok(()) }
}

/// A time in hundredths of a second.
fn interval(arguments: &mut Arguments<'_>) -> Result<Duration, Failure> {
    let hundredths = arguments.number()?.clamp(0.0, 1e9);
    Ok(Duration::from_secs_f64(hundredths / 100.0).max(MIN_INTERVAL))
}

/// Moves to avoid, and moves that are the only ones allowed.
///
/// Such lists may reach several turns deep; here they matter for the next
/// turn.
#[derive(Clone, Debug, Default)]
struct Lists {
    avoided: Excluded,
    allowed: Option<PointSet>,
}

impl Lists {
    fn avoid(&mut self, arguments: &mut Arguments<'_>, to_play: Color) -> Result<(), Failure> {
        let (color, points, pass) = list(arguments)?;
        if color == to_play {
            self.avoided.points.extend(points.iter());
            self.avoided.pass |= pass;
        }
        Ok(())
    }

    fn allow(&mut self, arguments: &mut Arguments<'_>, to_play: Color) -> Result<(), Failure> {
        let (color, points, pass) = list(arguments)?;
        if color == to_play {
            self.allowed.get_or_insert_default().extend(points.iter());
            self.avoided.pass |= !pass;
        }
        Ok(())
    }

    fn excluded(self, engine: &Engine<'_>) -> Excluded {
        let mut excluded = self.avoided;
        if let Some(allowed) = self.allowed {
            excluded.points |= PointSet::all(engine.game.board().size()) - allowed;
        }
        excluded
    }
}

/// Reads `color vertex,vertex,… depth`.
fn list(arguments: &mut Arguments<'_>) -> Result<(Color, PointSet, bool), Failure> {
    let color = arguments.color()?;
    let (mut points, mut pass) = (PointSet::EMPTY, false);
    for name in arguments.word()?.split(',') {
        match name.parse().map_err(|_| Failure::SyntaxError)? {
            Move::Play(point) => _ = points.insert(point),
            Move::Pass => pass = true,
        }
    }
    arguments.count()?;
    Ok((color, points, pass))
}

/// The game as the client will count it.
///
/// CGOS counts every stone on the board as alive, whatever the rules are
/// called, so dead stones must be captured there.
fn game_for(engine: &Engine<'_>, color: Color, dialect: Dialect) -> Game {
    let game = engine.open_game(color);
    if dialect != Dialect::Cgos {
        return game;
    }
    let ruleset = Ruleset {
        scoring: Scoring::Area,
        tax: Tax::None,
        dead_stones: DeadStones::None,
        ..engine.ruleset
    };
    rules::replay(&game, ruleset).unwrap_or(game)
}

/// Reports analyses until the next line of input.
fn run(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
    stream: &mut Stream<'_>,
    dialect: Dialect,
) -> Result<String, Failure> {
    let query = Query::parse(engine, &mut arguments)?;
    let stop = stream.stop_on(Cause::Anything);
    let game = game_for(engine, query.color, dialect);
    let request = query.request(&game, Purpose::Analyze, stop.clone());
    stream.begin();
    engine.player.think(&request, &mut |analysis| {
        stream.line(&dialect.line(analysis, game.board().size(), &query.wishes));
        if stream.is_broken() {
            stop.stop();
        }
    });
    // A player may end by itself; the answer ends with the next command.
    stop.wait();
    Ok(String::new())
}

/// Decides on a move, reports analyses meanwhile, and plays it.
fn run_and_play(
    engine: &mut Engine<'_>,
    mut arguments: Arguments<'_>,
    stream: &mut Stream<'_>,
    dialect: Dialect,
) -> Result<String, Failure> {
    let query = Query::parse(engine, &mut arguments)?;
    let game = game_for(engine, query.color, dialect);
    let stop = stream.stop_on(Cause::Interruption);
    let request = query.request(&game, Purpose::Play, stop);
    stream.begin();
    let decision = engine.player.think(&request, &mut |analysis| {
        stream.line(&dialect.line(analysis, game.board().size(), &query.wishes));
    });
    play::make(engine, query.color, decision)?;
    Ok(format!("play {decision}"))
}

macro_rules! commands {
    ($($analyze:ident, $genmove:ident: $dialect:ident;)*) => { $(
        pub(super) fn $analyze(
            engine: &mut Engine<'_>,
            arguments: Arguments<'_>,
            stream: &mut Stream<'_>,
        ) -> Result<String, Failure> {
            run(engine, arguments, stream, Dialect::$dialect)
        }

        pub(super) fn $genmove(
            engine: &mut Engine<'_>,
            arguments: Arguments<'_>,
            stream: &mut Stream<'_>,
        ) -> Result<String, Failure> {
            run_and_play(engine, arguments, stream, Dialect::$dialect)
        }
    )* };
}

commands! {
    analyze, genmove_analyze: Sabaki;
    kata_analyze, kata_genmove_analyze: Kata;
    lz_analyze, lz_genmove_analyze: LeelaZero;
    cgos_analyze, cgos_genmove_analyze: Cgos;
}
