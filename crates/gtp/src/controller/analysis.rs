//! Parses analyses from lines that begin with `info`.
//!
//! There are two dialects of these lines; both are read, whatever order their
//! fields have and whatever others there are. A part that is invalid is
//! left out.

use serde_json::Value;
use tengen_analysis::{Analysis, Candidate};
use tengen_rules::{ByPoint, Color, Move, Size};

/// How chances are written.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Dialect {
    /// As `kata-analyze` does: from 0 to 1.
    Kata,
    /// As `lz-analyze` does: from 0 to 10000, unless there is a point in the
    /// number.
    LeelaZero,
    /// As CGOS has it: one JSON object.
    Cgos,
}

impl Dialect {
    /// Reads a line, or returns `None` if it says nothing about any move or
    /// the position.
    ///
    /// An engine that does not speak of the position as a whole thinks of it
    /// as of its best move.
    pub fn parse(self, line: &str, size: Size, to_play: Color) -> Option<Analysis> {
        if self == Dialect::Cgos {
            return parse_object(line, size, to_play);
        }
        let mut ranked: Vec<Ranked> = Vec::new();
        let (mut root, mut ownership) = (None, None);
        let words: Vec<&str> = line.split_ascii_whitespace().collect();
        let mut rest = words.as_slice();
        while let Some((&name, behind)) = rest.split_first() {
            let n_words = behind.iter().take_while(|word| !is_section(word)).count();
            let (section, next) = behind.split_at(n_words);
            match name {
                "info" => ranked.extend(Ranked::parse(section, self, size)),
                "rootInfo" => root = Root::parse(section, self),
                "ownership" => ownership = parse_ownership(section, size, to_play),
                _ => (),
            }
            rest = next;
        }
        ranked.sort_by_key(|it| it.order);
        let own = ranked.iter().filter(|it| !it.is_mirrored).map(|it| it.candidate.n_visits);
        let n_own_visits = own.fold(0, u32::saturating_add);
        let candidates: Vec<Candidate> = ranked.into_iter().map(|it| it.candidate).collect();
        let root = root.or_else(|| Root::of_best(&candidates, n_own_visits));
        let Root { n_visits, win_rate, lead } = root?;
        let ownership = ownership.map(Box::new);
        let whole = Analysis::new(to_play, win_rate);
        Some(Analysis { n_visits, lead, candidates, ownership, ..whole })
    }
}

/// Whether a word begins another part of the line.
fn is_section(word: &str) -> bool {
    matches!(word, "info" | "rootInfo" | "ownership" | "ownershipStdev")
}

/// A candidate with the engine's place for it among the others, from 0 for the
/// best.
struct Ranked {
    order: u32,
    /// Whether its visits are those of a move that it mirrors.
    is_mirrored: bool,
    candidate: Candidate,
}

impl Ranked {
    /// Reads what follows `info`; without move and chance there is nothing
    /// to read.
    fn parse(words: &[&str], dialect: Dialect, size: Size) -> Option<Ranked> {
        let fields = Fields::new(words, dialect);
        let parse_move = |word: &str| word.parse().ok().filter(|mv| has_move(size, *mv));
        let order = fields.value("order").and_then(|it| it.parse().ok());
        let variation = fields.values("pv").unwrap_or_default().iter();
        let candidate = Candidate {
            mv: parse_move(fields.value("move")?)?,
            n_visits: fields.n_visits(),
            win_rate: fields.chance("winrate")?.clamp(0.0, 1.0),
            lead: fields.lead(),
            prior: fields.chance("prior").map(|prior| prior.clamp(0.0, 1.0)),
            lower_bound: fields.chance("lcb"),
            variation: variation.map_while(|it| parse_move(it)).collect(),
        };
        let is_mirrored = fields.value("isSymmetryOf").is_some();
        Some(Ranked { order: order.unwrap_or(u32::MAX), is_mirrored, candidate })
    }
}

/// Reads the object of CGOS, which has its values under names of its own.
fn parse_object(line: &str, size: Size, to_play: Color) -> Option<Analysis> {
    let value: Value = serde_json::from_str(line).ok()?;
    let moves = value.get("moves").and_then(Value::as_array);
    let candidate = |it: &Value| {
        let mv: Move = it.get("move")?.as_str()?.parse().ok()?;
        let variation = it.get("pv").and_then(Value::as_str).unwrap_or_default();
        Some(Candidate {
            n_visits: visits(it),
            lead: number(it, "score"),
            prior: number(it, "prior"),
            variation: variation.split_whitespace().map_while(|it| it.parse().ok()).collect(),
            ..Candidate::new(mv, number(it, "winrate")?.clamp(0.0, 1.0))
        })
    };
    let candidates = moves.into_iter().flatten().filter_map(candidate);
    let candidates: Vec<Candidate> = candidates.filter(|it| has_move(size, it.mv)).collect();
    let root = number(&value, "winrate")
        .filter(|it| (0.0..=1.0).contains(it))
        .map(|win_rate| Root { n_visits: visits(&value), win_rate, lead: number(&value, "score") });
    let Root { n_visits, win_rate, lead } = root.or_else(|| Root::of_best(&candidates, 0))?;
    Some(Analysis { n_visits, lead, candidates, ..Analysis::new(to_play, win_rate) })
}

fn number(object: &Value, name: &str) -> Option<f32> {
    object.get(name)?.as_f64().map(|it| it as f32).filter(|it| it.is_finite())
}

fn visits(object: &Value) -> u32 {
    object.get("visits").and_then(Value::as_u64).and_then(|it| it.try_into().ok()).unwrap_or(0)
}

fn has_move(size: Size, mv: Move) -> bool {
    mv.point().is_none_or(|point| size.contains(point))
}

/// A position as a whole, with the values of the player to move.
struct Root {
    n_visits: u32,
    win_rate: f32,
    lead: Option<f32>,
}

impl Root {
    /// The position as the best candidate has it.
    fn of_best(candidates: &[Candidate], n_visits: u32) -> Option<Root> {
        let best = candidates.first()?;
        Some(Root { n_visits, win_rate: best.win_rate, lead: best.lead })
    }

    /// Reads what follows `rootInfo`.
    fn parse(words: &[&str], dialect: Dialect) -> Option<Root> {
        let fields = Fields::new(words, dialect);
        let win_rate = fields.chance("winrate")?.clamp(0.0, 1.0);
        Some(Root { n_visits: fields.n_visits(), win_rate, lead: fields.lead() })
    }
}

/// Reads owners row by row from the top, as the player to move sees them.
fn parse_ownership(words: &[&str], size: Size, to_play: Color) -> Option<ByPoint<f32>> {
    let sign = if to_play == Color::Black { 1.0 } else { -1.0 };
    let mut ownership = ByPoint::new(0.0);
    let mut words = words.iter();
    for point in size.rows().flatten() {
        ownership[point] = sign * parse_finite(words.next()?)?.clamp(-1.0, 1.0);
    }
    words.next().is_none().then_some(ownership)
}

fn parse_finite(text: &str) -> Option<f32> {
    text.parse().ok().filter(|value: &f32| value.is_finite())
}

/// Names with their values.
struct Fields<'a> {
    fields: Vec<(&'a str, &'a [&'a str])>,
    dialect: Dialect,
}

impl<'a> Fields<'a> {
    fn new(words: &'a [&'a str], dialect: Dialect) -> Fields<'a> {
        let mut rest = words;
        let fields = std::iter::from_fn(|| {
            let (&name, behind) = rest.split_first()?;
            let (values, next) = behind.split_at(n_values(name, behind));
            rest = next;
            Some((name, values))
        });
        Fields { fields: fields.collect(), dialect }
    }

    fn values(&self, name: &str) -> Option<&'a [&'a str]> {
        self.fields.iter().find(|(it, _)| *it == name).map(|(_, values)| *values)
    }

    fn value(&self, name: &str) -> Option<&'a str> {
        self.values(name)?.first().copied()
    }

    /// A chance, on a scale from 0 to 1.
    fn chance(&self, name: &str) -> Option<f32> {
        let text = self.value(name)?;
        let value = parse_finite(text)?;
        let is_fraction = self.dialect == Dialect::Kata || text.contains('.');
        Some(if is_fraction { value } else { value / 10_000.0 })
    }

    fn n_visits(&self) -> u32 {
        self.value("visits").and_then(|it| it.parse().ok()).unwrap_or(0)
    }

    fn lead(&self) -> Option<f32> {
        parse_finite(self.value("scoreLead").or_else(|| self.value("scoreMean"))?)
    }
}

/// How many of the words behind a name are its values.
///
/// An unknown name has one value of any kind, and more if they are numbers.
fn n_values(name: &str, behind: &[&str]) -> usize {
    let n_numbers = |words: &[&str]| words.iter().take_while(|it| is_number(it)).count();
    match (name, behind) {
        ("pv", _) => behind.iter().take_while(|it| it.parse::<Move>().is_ok()).count(),
        ("pvVisits" | "pvEdgeVisits", _) => n_numbers(behind),
        (_, []) => 0,
        (_, [_, more @ ..]) => 1 + n_numbers(more),
    }
}

fn is_number(word: &str) -> bool {
    word.parse::<f32>().is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Size = Size::new(3, 2).unwrap();

    fn parse(line: &str, dialect: Dialect) -> Option<Analysis> {
        dialect.parse(line, SIZE, Color::White)
    }

    fn moves(names: &str) -> Vec<Move> {
        names.split_whitespace().map(|name| name.parse().unwrap()).collect()
    }

    #[test]
    fn dialect_of_leela_zero() {
        let line = "info move C1 visits 24 winrate 4998 prior 821 lcb -4908 order 1 pv C1 pass A2 \
                    info move A1 visits 99 winrate 10000 order 0 pv A1";
        let analysis = parse(line, Dialect::LeelaZero).unwrap();
        let [first, second] = analysis.candidates.as_slice() else { panic!("two moves") };
        assert_eq!(analysis.best(), Some(first));
        assert_eq!((first.mv, first.win_rate), ("A1".parse().unwrap(), 1.0));
        let expected = Candidate {
            mv: "C1".parse().unwrap(),
            n_visits: 24,
            win_rate: 0.4998,
            lead: None,
            prior: Some(0.0821),
            lower_bound: Some(-0.4908),
            variation: moves("C1 pass A2"),
        };
        assert_eq!(*second, expected);
        assert_eq!((analysis.n_visits, analysis.win_rate), (123, 1.0));
    }

    #[test]
    fn dialect_of_kata() {
        let line = "info move A1 visits 20 winrate 1 scoreMean 3 scoreLead -1.5 prior 0.25 \
                    isSymmetryOf C1 order 0 pv A1 B1 pvVisits 20 7 movesOwnership 1 1 1 1 1 1 \
                    noResultValue 0 rootInfo visits 21 winrate 0.5 symHash F00 scoreLead 1 \
                    ownership 1 0.5 -0.25 0 -1 3 ownershipStdev 0 0 0 0 0 0";
        let analysis = parse(line, Dialect::Kata).unwrap();
        let best = analysis.best().unwrap();
        assert_eq!((best.win_rate, best.lead, best.prior), (1.0, Some(-1.5), Some(0.25)));
        assert_eq!(best.lower_bound, None);
        assert_eq!(best.variation, moves("A1 B1"));
        let root = (analysis.n_visits, analysis.win_rate, analysis.lead);
        assert_eq!(root, (21, 0.5, Some(1.0)));
        let ownership = analysis.ownership.unwrap();
        let owners = ["A2", "B2", "C2", "A1", "B1", "C1"].map(|it| ownership[it.parse().unwrap()]);
        assert_eq!(format!("{owners:?}"), "[-1.0, -0.5, 0.25, -0.0, 1.0, -1.0]");
    }

    #[test]
    fn object_of_cgos() {
        let line = "{\"winrate\":0.4,\"score\":-3,\"visits\":100,\"moves\":[\
                    {\"move\":\"A1\",\"winrate\":0.5,\"visits\":9,\"pv\":\"A1 B1\"},\
                    {\"move\":\"Z9\",\"winrate\":0.5}]}";
        let analysis = parse(line, Dialect::Cgos).unwrap();
        let root = (analysis.n_visits, analysis.win_rate, analysis.lead);
        assert_eq!(root, (100, 0.4, Some(-3.0)));
        assert_eq!(analysis.candidates.len(), 1);
        assert_eq!(analysis.best().unwrap().variation, moves("A1 B1"));
        for line in ["", "{", "{}", "7", "{\"winrate\":7}", "play A1"] {
            assert!(parse(line, Dialect::Cgos).is_none(), "{line}");
        }
    }

    #[test]
    fn chances_with_a_point_are_fractions() {
        let line = "info move A1 visits 1 winrate 0.75 order 0 pv A1";
        let analysis = parse(line, Dialect::LeelaZero).unwrap();
        assert_eq!(analysis.best().unwrap().win_rate.to_bits(), 0.75_f32.to_bits());
    }

    #[test]
    fn fields_come_in_any_order() {
        let line = "info pv order 3 winrate 0.5 move pass info pv A1 B1 newField x 1 2 move A1 \
                    winrate 0.5 order 2";
        let analysis = parse(line, Dialect::Kata).unwrap();
        let order: Vec<Move> = analysis.candidates.iter().map(|it| it.mv).collect();
        assert_eq!(order, moves("A1 pass"));
        assert_eq!(analysis.candidates[0].variation, moves("A1 B1"));
        assert_eq!(analysis.candidates[1].variation, []);
    }

    #[test]
    fn what_makes_no_sense_is_left_out() {
        let line = "info move Z99 winrate 0.5 pv A1 info move D1 winrate 0.5 pv D1 info winrate 0.5 pv A1 info move B1 pv B1 \
                    info move B1 winrate NaN pv B1 info move B1 winrate pv info info \
                    info move A1 visits x winrate 0.5 order y pv A1 T9 B1 rootInfo visits 3 \
                    ownership 1 2 3";
        let analysis = parse(line, Dialect::Kata).unwrap();
        assert_eq!(analysis.candidates.len(), 1);
        assert_eq!(analysis.best().unwrap().n_visits, 0);
        assert_eq!(analysis.best().unwrap().variation, moves("A1"));
        assert!(analysis.ownership.is_none());
        for line in ["", "=", "info", "ownership", "play A1", "info move", "info move A1 pv A1"] {
            assert!(parse(line, Dialect::Kata).is_none(), "{line}");
        }
    }
}
