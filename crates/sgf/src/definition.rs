//! The properties that the format defines, and what their values are.

/// What the format says about a property.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub struct Definition {
    /// The name in capital letters.
    pub name: &'static str,
    /// What the property is about.
    pub class: Class,
    /// The type of each value.
    pub kind: ValueKind,
    /// How many values there are.
    pub arity: Arity,
    /// Whether the fourth format still has it.
    pub is_current: bool,
}

impl Definition {
    /// The definition of the property with this name, in Go and in all
    /// formats from the first to the fourth.
    pub fn find(name: &str) -> Option<&'static Definition> {
        Definition::find_ranked(name).map(|(_, definition)| definition)
    }

    /// The definition with its place in the usual order of a node.
    #[inline]
    pub(crate) fn find_ranked(name: &str) -> Option<(usize, &'static Definition)> {
        let (&[first], rest) = name.as_bytes().split_first_chunk::<1>()?;
        let second = match rest {
            [] => 0,
            [second @ b'A'..=b'Z'] => second - b'A' + 1,
            _ => return None,
        };
        let first = first.checked_sub(b'A').filter(|&it| it < 26)?;
        let rank = usize::from(RANKS[usize::from(first)][usize::from(second)]);
        DEFINITIONS.get(rank).map(|definition| (rank, definition))
    }

    /// All definitions, in the order in which a node is best written.
    pub const fn all() -> &'static [Definition] {
        &DEFINITIONS
    }
}

/// What a property is about.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Class {
    /// The file: format, game, size. Only the root has it.
    Root,
    /// Players, result and the like, once on each path.
    GameInfo,
    /// A move, or what belongs to one.
    Move,
    /// Stones put on the board or taken from it, and whose turn it is.
    Setup,
    /// A remark on the position.
    NodeAnnotation,
    /// A remark on the move, which must be in the same node.
    MoveAnnotation,
    /// Marks on the board.
    Markup,
    /// Clocks.
    Timing,
    /// How to print.
    Misc,
    /// Something of other games than Go.
    OtherGame,
}

/// The type of a value.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum ValueKind {
    /// Always empty.
    None,
    /// A whole number.
    Number,
    /// A decimal number.
    Real,
    /// `1` or `2`.
    Double,
    /// `B` or `W`.
    Color,
    /// Text of one line.
    SimpleText,
    /// Text of several lines.
    Text,
    /// A point, or in a list also a rectangle.
    Point,
    /// A point, or nothing for a pass.
    Move,
    /// A point and a text with a colon between them.
    PointAndText,
    /// Two points with a colon between them.
    PointPair,
    /// A number, or two with a colon between them.
    Size,
    /// Two texts with a colon between them.
    TextPair,
    /// Nothing, or a number and a text with a colon between them.
    Figure,
    /// Whatever another game or an old format wants.
    Any,
}

/// How many values a property has.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum Arity {
    /// Exactly one.
    Single,
    /// At least one, none of them empty.
    List,
    /// A list, or a single empty value for a list without elements.
    EmptyList,
}

const fn define(name: &'static str, class: Class, kind: ValueKind) -> Definition {
    Definition { name, class, kind, arity: Arity::Single, is_current: true }
}

const fn list(name: &'static str, class: Class, kind: ValueKind) -> Definition {
    Definition { name, class, kind, arity: Arity::List, is_current: true }
}

const fn empty_list(name: &'static str, class: Class, kind: ValueKind) -> Definition {
    Definition { name, class, kind, arity: Arity::EmptyList, is_current: true }
}

const fn old(name: &'static str, class: Class, kind: ValueKind) -> Definition {
    Definition { name, class, kind, arity: Arity::EmptyList, is_current: false }
}

static DEFINITIONS: [Definition; 94] = {
    use Class::{
        GameInfo, Markup, Misc, Move, MoveAnnotation, NodeAnnotation, OtherGame, Root, Setup,
        Timing,
    };
    use ValueKind as Kind;
    [
        define("FF", Root, Kind::Number),
        define("CA", Root, Kind::SimpleText),
        define("GM", Root, Kind::Number),
        define("AP", Root, Kind::TextPair),
        define("ST", Root, Kind::Number),
        define("SZ", Root, Kind::Size),
        define("GN", GameInfo, Kind::SimpleText),
        define("EV", GameInfo, Kind::SimpleText),
        define("RO", GameInfo, Kind::SimpleText),
        define("DT", GameInfo, Kind::SimpleText),
        define("PC", GameInfo, Kind::SimpleText),
        define("PB", GameInfo, Kind::SimpleText),
        define("BR", GameInfo, Kind::SimpleText),
        define("BT", GameInfo, Kind::SimpleText),
        define("PW", GameInfo, Kind::SimpleText),
        define("WR", GameInfo, Kind::SimpleText),
        define("WT", GameInfo, Kind::SimpleText),
        define("RU", GameInfo, Kind::SimpleText),
        define("HA", GameInfo, Kind::Number),
        define("KM", GameInfo, Kind::Real),
        define("TM", GameInfo, Kind::Real),
        define("OT", GameInfo, Kind::SimpleText),
        define("RE", GameInfo, Kind::SimpleText),
        define("ON", GameInfo, Kind::SimpleText),
        define("GC", GameInfo, Kind::Text),
        define("AN", GameInfo, Kind::SimpleText),
        define("SO", GameInfo, Kind::SimpleText),
        define("US", GameInfo, Kind::SimpleText),
        define("CP", GameInfo, Kind::SimpleText),
        define("B", Move, Kind::Move),
        define("W", Move, Kind::Move),
        define("KO", Move, Kind::None),
        define("MN", Move, Kind::Number),
        list("AB", Setup, Kind::Point),
        list("AW", Setup, Kind::Point),
        list("AE", Setup, Kind::Point),
        define("PL", Setup, Kind::Color),
        define("BL", Timing, Kind::Real),
        define("OB", Timing, Kind::Number),
        define("WL", Timing, Kind::Real),
        define("OW", Timing, Kind::Number),
        define("BM", MoveAnnotation, Kind::Double),
        define("DO", MoveAnnotation, Kind::None),
        define("IT", MoveAnnotation, Kind::None),
        define("TE", MoveAnnotation, Kind::Double),
        define("DM", NodeAnnotation, Kind::Double),
        define("GB", NodeAnnotation, Kind::Double),
        define("GW", NodeAnnotation, Kind::Double),
        define("UC", NodeAnnotation, Kind::Double),
        define("HO", NodeAnnotation, Kind::Double),
        define("V", NodeAnnotation, Kind::Real),
        define("N", NodeAnnotation, Kind::SimpleText),
        list("CR", Markup, Kind::Point),
        list("MA", Markup, Kind::Point),
        list("SL", Markup, Kind::Point),
        list("SQ", Markup, Kind::Point),
        list("TR", Markup, Kind::Point),
        list("LB", Markup, Kind::PointAndText),
        list("AR", Markup, Kind::PointPair),
        list("LN", Markup, Kind::PointPair),
        empty_list("DD", Markup, Kind::Point),
        empty_list("TB", Markup, Kind::Point),
        empty_list("TW", Markup, Kind::Point),
        empty_list("VW", Misc, Kind::Point),
        define("FG", Misc, Kind::Figure),
        define("PM", Misc, Kind::Number),
        define("C", NodeAnnotation, Kind::Text),
        old("L", Markup, Kind::Point),
        old("M", Markup, Kind::Point),
        old("KI", GameInfo, Kind::Number),
        old("CH", NodeAnnotation, Kind::Any),
        old("SI", NodeAnnotation, Kind::Any),
        old("EL", NodeAnnotation, Kind::Any),
        old("EX", Move, Kind::Any),
        old("SC", Markup, Kind::Any),
        old("RG", Markup, Kind::Any),
        old("ID", GameInfo, Kind::Any),
        old("BS", GameInfo, Kind::Any),
        old("WS", GameInfo, Kind::Any),
        old("LT", GameInfo, Kind::Any),
        old("TC", Markup, Kind::Any),
        old("OM", Timing, Kind::Any),
        old("OP", Timing, Kind::Any),
        old("OV", Timing, Kind::Any),
        empty_list("AS", OtherGame, Kind::Any),
        empty_list("IP", OtherGame, Kind::Any),
        empty_list("IY", OtherGame, Kind::Any),
        empty_list("SE", OtherGame, Kind::Any),
        empty_list("SU", OtherGame, Kind::Any),
        empty_list("CO", OtherGame, Kind::Any),
        empty_list("CV", OtherGame, Kind::Any),
        empty_list("DI", OtherGame, Kind::Any),
        empty_list("MI", OtherGame, Kind::Any),
        empty_list("TP", OtherGame, Kind::Any),
    ]
};

/// The rank of each name of one or two letters, or 255.
static RANKS: [[u8; 27]; 26] = {
    let mut ranks = [[u8::MAX; 27]; 26];
    let mut rank = 0;
    while rank < DEFINITIONS.len() {
        let name = DEFINITIONS[rank].name.as_bytes();
        let second = if name.len() == 2 { name[1] - b'A' + 1 } else { 0 };
        ranks[(name[0] - b'A') as usize][second as usize] = rank as u8;
        rank += 1;
    }
    ranks
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_definition_is_found_by_its_name() {
        for (rank, definition) in Definition::all().iter().enumerate() {
            assert_eq!(Definition::find_ranked(definition.name), Some((rank, definition)));
        }
        for name in ["", "b", "ABC", "ZZ", "A1", "é", "[]"] {
            assert_eq!(Definition::find(name), None, "{name}");
        }
    }
}
