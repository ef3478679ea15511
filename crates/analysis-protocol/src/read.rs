//! From a line to a query or an action.

use serde_json::{Map, Value};
use tengen_analysis::{Excluded, Restriction, Restrictions};
use tengen_rules::{Color, Komi, Move, Point, PointSet, Size};

use crate::fields::{self, Fields};
use crate::problem::{FieldError, LineError, Warning, WarningKind};
use crate::query::{Handicap, Includes, Query, Record, RecordError};
use crate::rules;
use crate::setting::{self, Effect, Settings};

/// A line that was understood.
#[derive(Debug)]
pub(crate) enum Request {
    /// Positions to analyze, with what is odd about the query.
    Analyze(Box<Query>, Vec<Warning>),
    /// Something else, with the fields to send back.
    Act(Action, Map<String, Value>),
}

/// What can be done beside analyzing.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum Action {
    QueryVersion,
    QueryModels,
    ClearCache,
    Terminate(Selection),
}

/// Queries to terminate: those with this id and these turns, or all.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) struct Selection {
    pub(crate) id: Option<String>,
    pub(crate) turns: Option<Vec<i64>>,
}

impl Selection {
    pub(crate) fn contains(&self, id: &str, turn: usize) -> bool {
        let is_turn = |it: &i64| usize::try_from(*it) == Ok(turn);
        self.id.as_ref().is_none_or(|it| it == id)
            && self.turns.as_ref().is_none_or(|turns| turns.iter().any(is_turn))
    }
}

/// The fields of a query.
const FIELDS: [&str; 27] = [
    "id",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "rootPolicyTemperature",
    "rootFpuReductionMax",
    "analysisPVLen",
    "includeOwnership",
    "includeOwnershipStdev",
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includePolicy",
    "includePVVisits",
    "includeNoResultValue",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "priority",
    "priorities",
];

/// Reads a line.
pub(crate) fn read(line: &[u8], settings: &Settings) -> Result<Request, LineError> {
    let value: Value =
        serde_json::from_slice(line).map_err(|error| LineError::Syntax(error.column()))?;
    let Value::Object(map) = value else { return Err(LineError::NotObject) };
    let id = map.get("id").and_then(Value::as_str).ok_or(LineError::NoId)?.to_string();
    let fields = Fields(&map);
    let request = if fields.get("action").is_some() {
        action(fields).map(|action| Request::Act(action, map.clone()))
    } else {
        query(fields, settings).map(|(query, warnings)| {
            Request::Analyze(Box::new(Query { id: id.clone(), ..query }), warnings)
        })
    };
    request.map_err(|(field, error)| LineError::Field { id, field, error })
}

type Read<T> = Result<T, (&'static str, FieldError)>;

fn action(fields: Fields<'_>) -> Read<Action> {
    let name = fields.required("action", "a string", Value::as_str)?;
    let selection = |id| {
        let expected = "a list of integers";
        let turns = fields.optional("turnNumbers", expected, fields::integers)?;
        Ok(Action::Terminate(Selection { id, turns }))
    };
    match name {
        "query_version" => Ok(Action::QueryVersion),
        "query_models" => Ok(Action::QueryModels),
        "clear_cache" => Ok(Action::ClearCache),
        "terminate" => {
            let id = fields.required("terminateId", "a string", Value::as_str)?;
            selection(Some(id.to_string()))
        }
        "terminate_all" => selection(None),
        name => Err(("action", FieldError::UnknownAction(name.chars().take(80).collect()))),
    }
}

fn query(fields: Fields<'_>, settings: &Settings) -> Read<(Query, Vec<Warning>)> {
    let mut warnings = Vec::new();
    if settings.warns_of_unused_fields {
        let unused = fields.0.keys().filter(|it| !FIELDS.contains(&it.as_str()));
        warnings.extend(unused.map(|it| Warning { field: it.clone(), kind: WarningKind::Unused }));
    }
    let settings = own_settings(fields, settings.clone(), &mut warnings)?;
    let record = record(fields, &settings)?;
    let size = record.size;
    let query = Query {
        id: String::new(),
        restrictions: restrictions(fields, size)?,
        includes: includes(fields)?,
        report_every: fields.seconds("reportDuringSearchEvery")?,
        turns: turns(fields, record.moves.len())?,
        record,
        settings,
    };
    Ok((query, warnings))
}

/// The settings with what the query says otherwise.
fn own_settings(
    fields: Fields<'_>,
    mut settings: Settings,
    warnings: &mut Vec<Warning>,
) -> Read<Settings> {
    const OVERRIDES: &str = "overrideSettings";
    let overrides = fields.optional(OVERRIDES, "an object of settings", Value::as_object)?;
    for (name, value) in overrides.into_iter().flatten() {
        let text = match value {
            Value::String(text) => text.clone(),
            value => value.to_string(),
        };
        match settings.set(name, &text) {
            Ok(Effect::Applied) => (),
            Ok(Effect::None) => warnings.push(Warning {
                field: OVERRIDES.into(),
                kind: WarningKind::NoEffect(name.chars().take(80).collect()),
            }),
            Err(error) => return Err((OVERRIDES, FieldError::Setting(name.clone(), error))),
        }
    }
    for name in ["maxVisits", "analysisPVLen"] {
        fields.setting(name, |text| settings.set(name, text))?;
    }
    let temperature = fields.setting("rootPolicyTemperature", setting::temperature)?;
    let reduction = fields.setting("rootFpuReductionMax", setting::reduction)?;
    let tuning = &mut settings.tuning;
    tuning.root_policy_temperature = temperature.or(tuning.root_policy_temperature);
    tuning.root_fpu_reduction = reduction.or(tuning.root_fpu_reduction);
    Ok(settings)
}

fn record(fields: Fields<'_>, settings: &Settings) -> Read<Record> {
    let edge = |name| {
        let edge = |value: &Value| u8::try_from(value.as_u64()?).ok();
        let in_range = |value: &Value| edge(value).filter(|it| (1..=Size::MAX_EDGE).contains(it));
        fields.required(name, "an integer from 1 to 25", in_range)
    };
    let (width, height) = (edge("boardXSize")?, edge("boardYSize")?);
    let size = Size::new(width, height)
        .ok_or(("boardXSize", FieldError::Expected("an integer from 1 to 25")))?;
    let mut ruleset = fields.required("rules", rules::EXPECTED, rules::read)?;
    let bonus = fields.optional("whiteHandicapBonus", "0, N or N-1", rules::handicap_bonus)?;
    ruleset.handicap_bonus = bonus.unwrap_or(ruleset.handicap_bonus);
    let expected = "an integer or half-integer from -400 to 400";
    let komi = fields.optional("komi", expected, komi)?;
    let komi = komi.unwrap_or_else(|| rules::usual_komi(&ruleset));

    let stones = match fields.get("initialStones") {
        Some(value) => stones(value, size).map_err(|error| ("initialStones", error))?,
        None => Vec::new(),
    };
    let moves = fields.required("moves", "a list of pairs of a player and a location", Some)?;
    let moves = fields::turns(moves, size).map_err(|error| ("moves", error))?;
    let handicap = handicap(&stones, &moves, settings);
    let player = fields.optional("initialPlayer", "\"B\" or \"W\"", fields::player)?;
    let first_mover = moves.first().map(|&(color, _)| color);
    let usual = if handicap.n_stones >= 2 { Color::White } else { Color::Black };
    let first_player = player.or(first_mover).unwrap_or(usual);
    let record = Record { size, stones, first_player, ruleset, komi, handicap, moves };
    match record.game_at(record.moves.len()) {
        Ok(_) => Ok(record),
        Err(RecordError::Setup(error)) => Err(("initialStones", FieldError::Setup(error))),
        Err(RecordError::IllegalMove(idx, error)) => {
            let (color, mv) = record.moves[idx];
            Err(("moves", FieldError::IllegalMove(idx, color, mv, error)))
        }
    }
}

fn stones(value: &Value, size: Size) -> Result<Vec<(Color, Point)>, FieldError> {
    let turns = fields::turns(value, size)?;
    let mut stones: Vec<(Color, Point)> = Vec::new();
    for (color, mv) in turns {
        let point = mv.point().ok_or(FieldError::Expected("points, not passes"))?;
        // The last word on a point counts.
        stones.retain(|&(_, it)| it != point);
        stones.push((color, point));
    }
    Ok(stones)
}

fn komi(value: &Value) -> Option<Komi> {
    let half_points = 2.0 * value.as_f64()?;
    let is_komi = half_points.fract() == 0.0 && half_points.abs() <= 800.0;
    #[expect(clippy::cast_possible_truncation, reason = "the number is whole and small")]
    is_komi.then(|| Komi::from_half_points(half_points as i16))
}

/// Black's stones at the start if White has none, and Black's moves in a
/// row.
fn handicap(stones: &[(Color, Point)], moves: &[(Color, Move)], settings: &Settings) -> Handicap {
    if stones.iter().any(|&(color, _)| color == Color::White) {
        return Handicap::default();
    }
    let is_black_stone = |it: &&(Color, Move)| it.0 == Color::Black && it.1 != Move::Pass;
    let n_moves = match moves.iter().take_while(is_black_stone).count() {
        n if settings.has_handicap_by_moves => n,
        _ => 0,
    };
    Handicap { n_stones: stones.len(), n_moves }
}

fn turns(fields: Fields<'_>, n_moves: usize) -> Read<Vec<(usize, i64)>> {
    let integers = "a list of integers";
    let turns = fields.optional("analyzeTurns", integers, fields::integers)?;
    let priority = fields.optional("priority", "an integer", fields::integer)?;
    let priorities = fields.optional("priorities", integers, fields::integers)?;
    if priorities.is_some() && turns.is_none() {
        return Err(("priorities", FieldError::Needs("analyzeTurns")));
    }
    let turns = match turns {
        None => vec![n_moves],
        Some(turns) => {
            let turn = |it: i64| {
                let turn = usize::try_from(it).ok().filter(|&it| it <= n_moves);
                turn.ok_or(("analyzeTurns", FieldError::NoTurn(it, n_moves)))
            };
            turns.into_iter().map(turn).collect::<Read<Vec<usize>>>()?
        }
    };
    let priorities = priorities.unwrap_or_else(|| vec![priority.unwrap_or(0); turns.len()]);
    if priorities.len() != turns.len() {
        return Err(("priorities", FieldError::LengthOf(turns.len())));
    }
    Ok(turns.into_iter().zip(priorities).collect())
}

fn includes(fields: Fields<'_>) -> Read<Includes> {
    Ok(Includes {
        ownership: fields.flag("includeOwnership")?,
        ownership_deviation: fields.flag("includeOwnershipStdev")?,
        moves_ownership: fields.flag("includeMovesOwnership")?,
        moves_ownership_deviation: fields.flag("includeMovesOwnershipStdev")?,
        policy: fields.flag("includePolicy")?,
        variation_visits: fields.flag("includePVVisits")?,
        no_result: fields.flag("includeNoResultValue")?,
    })
}

fn restrictions(fields: Fields<'_>, size: Size) -> Read<Restrictions> {
    let expected = "a list of objects with player, moves and untilDepth, at least 1";
    let read = |value: &Value| -> Option<Vec<Restriction>> {
        value.as_array()?.iter().map(|it| restriction(it, size)).collect()
    };
    let avoided = fields.optional("avoidMoves", expected, read)?.unwrap_or_default();
    let allowed = fields.optional("allowMoves", expected, read)?.unwrap_or_default();
    if Color::ALL.iter().any(|&color| allowed.iter().filter(|it| it.player == color).count() > 1) {
        return Err(("allowMoves", FieldError::Expected("at most one object for each player")));
    }
    if !avoided.is_empty() && !allowed.is_empty() {
        return Err(("allowMoves", FieldError::Instead("avoidMoves")));
    }
    let all_others = |it: Restriction| {
        let points = PointSet::all(size).difference(&it.moves.points);
        Restriction { moves: Excluded { points, pass: !it.moves.pass }, ..it }
    };
    Ok(avoided.into_iter().chain(allowed.into_iter().map(all_others)).collect())
}

fn restriction(value: &Value, size: Size) -> Option<Restriction> {
    let fields = value.as_object()?;
    let until_depth = fields.get("untilDepth")?.as_u64().filter(|&it| it > 0)?;
    let mut moves = Excluded::default();
    for mv in fields.get("moves")?.as_array()? {
        match fields::location(mv, size)? {
            Move::Pass => moves.pass = true,
            Move::Play(point) => {
                moves.points.insert(point);
            }
        }
    }
    Some(Restriction {
        player: fields::player(fields.get("player")?)?,
        moves,
        until_depth: u32::try_from(until_depth).unwrap_or(u32::MAX),
    })
}
