//! `tengen score`: the final score of a game.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use serde_json::{Number, Value, json};
use tengen_engine::Effort;
use tengen_picture::{Scene, TextStyle};
use tengen_rules::{Color, Counting, Game, Komi, ParsePointError, Point, PointSet, Ruleset, Size};

use crate::failure::Failure;
use crate::input;
use crate::record::{self, Overrides};

/// Scores the final position of a game.
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// SGF file, or - for standard input; the end of its first game is scored
    file: PathBuf,
    /// Rules, such as japanese or chinese [default: those of the file]
    #[arg(long, value_name = "NAME")]
    rules: Option<Ruleset>,
    /// Points that White gets for moving second [default: those of the file]
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<Komi>,
    /// Dead stones: `auto` to let the engine find them, `none`, or a list with one
    /// stone of each dead chain, such as D4,E5
    #[arg(long, value_name = "auto|none|LIST", default_value = "auto")]
    dead: Dead,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

/// Which stones are taken off before counting.
#[derive(Clone, Debug)]
enum Dead {
    Auto,
    None,
    List(Vec<Point>),
}

impl FromStr for Dead {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Dead, ParsePointError> {
        match text.trim() {
            "auto" => Ok(Dead::Auto),
            "none" | "" => Ok(Dead::None),
            list => list
                .split(|it: char| it == ',' || it.is_whitespace())
                .filter(|name| !name.is_empty())
                .map(str::parse)
                .collect::<Result<_, _>>()
                .map(Dead::List),
        }
    }
}

/// Counts and writes the result.
pub(crate) fn run(arguments: &Arguments, out: &mut impl Write) -> Result<(), Failure> {
    let path = &arguments.file;
    let bytes = input::read(path)?;
    let overrides = Overrides { ruleset: arguments.rules, komi: arguments.komi };
    let game = record::final_game(&bytes, overrides)
        .map_err(|error| Failure::Record(path.clone(), error))?;
    let dead = dead_stones(&arguments.dead, &game)?;
    let counting = game.count(&dead.stones);
    if arguments.json {
        writeln!(out, "{}", to_json(&game, &counting, dead.open.as_ref()))?;
    } else {
        write_report(&game, &counting, dead.open.as_ref(), out)?;
    }
    Ok(())
}

/// The stones that are taken off, and what was found on the way.
struct Found {
    stones: PointSet,
    /// Where borders are open, if the engine was asked.
    open: Option<PointSet>,
}

fn dead_stones(dead: &Dead, game: &Game) -> Result<Found, Failure> {
    let board = game.board();
    match dead {
        Dead::None => Ok(Found { stones: PointSet::EMPTY, open: None }),
        Dead::Auto => {
            let proposal = tengen_engine::dead_stones(game, Effort::default());
            Ok(Found { stones: proposal.dead, open: Some(proposal.open) })
        }
        Dead::List(points) => {
            for &point in points {
                if !board.size().contains(point) {
                    return Err(Failure::OffBoard(point, board.size()));
                }
                if board.is_empty_at(point) {
                    return Err(Failure::NoStone(point));
                }
            }
            Ok(Found { stones: points.iter().copied().collect(), open: None })
        }
    }
}

fn to_json(game: &Game, counting: &Counting, open: Option<&PointSet>) -> Value {
    let size = game.board().size();
    let mut value = json!({
        "result": counting.score().to_string(),
        "black": points(counting.half_points.black),
        "white": points(counting.half_points.white),
        "owner": rows(size, |point| owner_letter(counting.owner[point])),
        "territory": rows(size, |point| owner_letter(counting.territory[point])),
        "dead": names(&counting.dead),
        "sealed": counting.is_sealed,
    });
    if let Some(open) = open {
        value["open"] = json!(names(open));
    }
    value
}

fn names(points: &PointSet) -> Vec<String> {
    points.iter().map(|point| point.to_string()).collect()
}

fn points(half_points: i32) -> Number {
    if half_points % 2 == 0 {
        return Number::from(half_points / 2);
    }
    Number::from_f64(f64::from(half_points) / 2.0).expect("half of an integer is finite")
}

fn owner_letter(owner: Option<Color>) -> char {
    owner.map_or('.', Color::letter)
}

/// One text for each row, the top row first.
fn rows(size: Size, letter: impl Fn(Point) -> char) -> Vec<String> {
    size.rows().map(|row| row.map(&letter).collect()).collect()
}

fn write_report(
    game: &Game,
    counting: &Counting,
    open: Option<&PointSet>,
    out: &mut impl Write,
) -> Result<(), Failure> {
    let rules = game.ruleset().name().unwrap_or("unnamed");
    writeln!(out, "{}  ({rules} rules, komi {})", counting.score(), game.komi())?;
    writeln!(out)?;
    writeln!(out, "{}", scene(game, counting).to_text(TextStyle::Unicode))?;
    for color in Color::ALL {
        let n_territory = game
            .board()
            .size()
            .points()
            .filter(|&point| counting.territory[point] == Some(color))
            .count();
        let name = color.to_string();
        let total = points(counting.half_points[color]);
        writeln!(out, "{name}: {total} points, including {n_territory} of territory")?;
    }
    if !counting.dead.is_empty() {
        writeln!(out, "dead: {}", names(&counting.dead).join(" "))?;
    }
    let open = open.map(names).unwrap_or_default();
    if !open.is_empty() {
        writeln!(out, "open borders: {}", open.join(" "))?;
    }
    if !counting.is_sealed || !open.is_empty() {
        writeln!(out, "some borders are still open: the game may not be finished")?;
    }
    Ok(())
}

/// The board without dead stones, and with territory.
fn scene(game: &Game, counting: &Counting) -> Scene {
    let board = game.board().without(|point| counting.dead.contains(point));
    Scene::of(&board).with_counting(counting)
}
