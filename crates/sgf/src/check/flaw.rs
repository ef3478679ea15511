//! The list of semantic flaws: code, severity and message of each.

use crate::Severity;

macro_rules! flaws {
    ($($(#[$doc:meta])* $flaw:ident = $code:literal, $severity:ident, $predicate:literal;)*) => {
        /// What is wrong with the meaning of a property.
        ///
        /// The grammar of the file is sound there, so nothing was repaired.
        #[derive(Copy, Clone, Debug, Eq, PartialEq, Ord, PartialOrd, Hash)]
        #[non_exhaustive]
        pub enum Flaw {
            $($(#[$doc])* $flaw,)*
        }

        impl Flaw {
            /// All flaws there are.
            pub const ALL: &'static [Flaw] = &[$(Flaw::$flaw,)*];

            /// The name that scripts may rely on.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Flaw::$flaw => $code,)*
                }
            }

            /// How bad it is.
            pub const fn severity(self) -> Severity {
                match self {
                    $(Flaw::$flaw => Severity::$severity,)*
                }
            }

            /// What to say behind the property.
            pub(crate) const fn predicate(self) -> &'static str {
                match self {
                    $(Flaw::$flaw => $predicate,)*
                }
            }
        }
    };
}

flaws! {
    /// Properties stand before the first game.
    DataBeforeGame = "data-before-game", Note,
        "stands before the first game and belongs to none";
    /// The format does not define the property.
    UnknownProperty = "unknown-property", Note,
        "is not an SGF property; it is kept as it is";
    /// The fourth format does not define the property any more.
    OldProperty = "old-property", Note, "is a property of an old format";
    /// The property is one of other games than Go.
    PropertyOfOtherGame = "property-of-other-game", Note,
        "is a property for games other than Go";
    /// The value should be a whole number.
    BadNumber = "bad-number", Error, "is not a whole number, expected digits";
    /// The value should be a decimal number.
    BadReal = "bad-real", Error, "is not a decimal number, expected one such as 6.5";
    /// The value should be `1` or `2`.
    BadDouble = "bad-double", Error, "is not a strength, expected 1 or 2";
    /// The value should be `B` or `W`.
    BadColor = "bad-color", Error, "is not a color, expected B or W";
    /// The value should be a point.
    BadPoint = "bad-point", Error, "is not a point, expected two letters such as pd";
    /// The value should be a point or empty.
    BadMove = "bad-move", Error,
        "is not a move, expected two letters such as pd, or nothing for a pass";
    /// The value should have two parts with a colon between them.
    MissingColon = "missing-colon", Error, "has no colon, expected two parts with a colon between them";
    /// The program that wrote the file has no version.
    MissingVersion = "missing-version", Warning,
        "names a program without a version, expected two parts such as Tengen:1.0";
    /// The value has two parts where one is allowed.
    UnexpectedColon = "unexpected-colon", Error, "has two parts, expected one without a colon";
    /// The value should be empty.
    UnexpectedValue = "unexpected-value", Warning, "should have no text between its brackets";
    /// The value is understood although its form is not that of the format.
    UnusualForm = "unusual-form", Warning, "is understood, but not in the form that SGF prescribes";
    /// A list has no elements although it must have some.
    EmptyList = "empty-list", Error, "is empty, expected at least one point";
    /// An empty value stands beside others.
    EmptyBesideOthers = "empty-beside-others", Error, "has an empty value among others";
    /// A text is empty.
    EmptyText = "empty-text", Note, "is an empty text";
    /// A property has several values where one is allowed.
    SeveralValues = "several-values", Error, "is an extra value, expected only one";
    /// A point is not on the board.
    OffBoard = "off-board", Error, "is not on the board";
    /// A point occurs twice in a list.
    PointTwice = "point-twice", Warning, "names a point a second time";
    /// A point occurs in two lists that exclude each other.
    PointInTwoLists = "point-in-two-lists", Error,
        "names a point that is in another such list of this node";
    /// A rectangle is a single point.
    PointAsRectangle = "point-as-rectangle", Warning,
        "is a rectangle of one point, expected the point alone";
    /// The corners of a rectangle are not upper left and lower right.
    ReversedRectangle = "reversed-rectangle", Warning,
        "is a rectangle that does not run from upper left to lower right";
    /// A line or an arrow ends where it begins.
    LineWithoutLength = "line-without-length", Error, "ends where it begins";
    /// A line or an arrow is given twice.
    LineTwice = "line-twice", Warning, "is drawn a second time";
    /// A node has stones that are set up and a move.
    SetupWithMove = "setup-with-move", Error, "is in the same node as a move, expected two nodes";
    /// A node has a black and a white move.
    TwoMoves = "two-moves", Error, "is the second move of its node, expected two nodes";
    /// The root has a move.
    MoveInRoot = "move-in-root", Note, "is a move in the root, better placed in its own node";
    /// `KO` stands in a node without a move.
    KoWithoutMove = "ko-without-move", Error, "forces a move, but its node has none";
    /// A remark on a move stands in a node without one.
    AnnotationWithoutMove = "annotation-without-move", Error,
        "judges a move, but its node has none";
    /// Two judgements exclude each other.
    ContradictingAnnotations = "contradicting-annotations", Warning,
        "contradicts another judgement in its node";
    /// A property of the root stands elsewhere.
    RootPropertyElsewhere = "root-property-elsewhere", Error, "belongs in the root of the game";
    /// A node has game information below a node that has some.
    GameInfoTwice = "game-info-twice", Warning,
        "describes the game, but an earlier node already does";
    /// The format is not 1, 2, 3 or 4.
    BadFormat = "bad-format", Error, "is not a format, expected a number from 1 to 4";
    /// The game is not Go, so moves and points are not checked.
    NotGo = "not-go", Note, "says that the game is not Go, so moves are not checked";
    /// The number of the game is invalid.
    BadGame = "bad-game", Error, "is not a game, expected a number such as 1 for Go";
    /// No encoding has this name.
    UnknownEncoding = "unknown-encoding", Warning,
        "is not a known encoding, expected one such as UTF-8";
    /// The size is invalid.
    BadSize = "bad-size", Error, "is not a board size, expected one such as 19 or 13:9, up to 52";
    /// A square board is given like a rectangle.
    SquareAsRectangle = "square-as-rectangle", Warning,
        "is a square board, expected a single number";
    /// A value has a form that its format does not have yet.
    NewerForm = "newer-form", Warning, "has a form of FF[4] in a game of an older format";
    /// A pass is written as in the third format.
    OldPass = "old-pass", Note, "is a pass as in old formats, expected empty brackets";
    /// The style of variations is not 0, 1, 2 or 3.
    BadStyle = "bad-style", Error, "is not a style of variations, expected 0, 1, 2 or 3";
    /// The way of numbering moves is not 0, 1 or 2.
    BadNumbering = "bad-numbering", Error, "is not a way to number moves, expected 0, 1 or 2";
    /// The komi is in hundredths, or in Chinese stones.
    ServerKomi = "server-komi", Warning,
        "is komi as some servers write it, expected points";
    /// The handicap is below two.
    BadHandicap = "bad-handicap", Warning, "is not a handicap, expected at least 2";
    /// The handicap is not the number of black stones.
    HandicapStones = "handicap-stones", Warning,
        "is not the number of black stones that are set up";
    /// The result has not the form that programs read.
    BadResult = "bad-result", Warning,
        "is not a result, expected one such as B+3.5, W+R, B+T, 0, Void or ?";
    /// The date has not the form that programs read.
    BadDate = "bad-date", Warning, "is not a date, expected one such as 1996-05-06,07";
    /// A player moves twice in a row.
    SameColorTwice = "same-color-twice", Note, "is a second move in a row by the same player";
    /// Stones are set up in the middle of a main line.
    SetupInMainLine = "setup-in-main-line", Note, "sets up stones after the first move of the game";
    /// The games of a file are of different formats.
    SeveralFormats = "several-formats", Note, "is another format than that of the first game";
    /// The games of a file are different games.
    SeveralGames = "several-games", Note, "is another game than the first of this file";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_distinct_and_in_one_style() {
        let mut codes: Vec<&str> = Flaw::ALL.iter().map(|flaw| flaw.as_str()).collect();
        assert!(codes.iter().all(|it| it.bytes().all(|it| it == b'-' || it.is_ascii_lowercase())));
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), Flaw::ALL.len());
    }
}
