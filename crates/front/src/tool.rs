//! The tools with which a record is edited.

use tengen_record::{Mark, Stroke};
use tengen_rules::{Color, Move, Point};
use tengen_session::{Drawing, Edit, View};

/// What a click on the board does while a record is edited.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub enum Tool {
    /// Moves, Black and White in turn.
    #[default]
    Play,
    /// Stones that are set up, or taken off.
    Stone(Color),
    /// A mark.
    Mark(Mark),
    /// The next letter.
    Letter,
    /// The next number.
    Number,
    /// A text, which is asked for.
    Label,
    /// A line or an arrow to another point.
    Stroke(Stroke),
    /// Points that belong to a player.
    Territory(Color),
    /// Points that are grayed out.
    Dim,
    /// Takes off whatever is marked.
    Erase,
}

/// The effect of a tool at a point.
#[derive(Clone, Debug)]
pub enum ToolUse {
    /// A move in turn, as in a game.
    Play(Point),
    /// A change of the record.
    Edit(Edit),
    /// A text is asked for; this one is there already.
    AskLabel(Point, String),
    /// A line begins, and ends at the next point.
    BeginStroke(Point),
}

impl Tool {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Tool; 17] = [
        Tool::Play,
        Tool::Stone(Color::Black),
        Tool::Stone(Color::White),
        Tool::Mark(Mark::Triangle),
        Tool::Mark(Mark::Square),
        Tool::Mark(Mark::Circle),
        Tool::Mark(Mark::Cross),
        Tool::Letter,
        Tool::Number,
        Tool::Label,
        Tool::Stroke(Stroke::Line),
        Tool::Stroke(Stroke::Arrow),
        Tool::Mark(Mark::Selected),
        Tool::Territory(Color::Black),
        Tool::Territory(Color::White),
        Tool::Dim,
        Tool::Erase,
    ];

    /// What it is called.
    pub const fn name(self) -> &'static str {
        match self {
            Tool::Play => "Moves",
            Tool::Stone(Color::Black) => "Set up black",
            Tool::Stone(Color::White) => "Set up white",
            Tool::Mark(Mark::Triangle) => "Triangle",
            Tool::Mark(Mark::Square) => "Square",
            Tool::Mark(Mark::Circle) => "Circle",
            Tool::Mark(Mark::Cross) => "Cross",
            Tool::Mark(Mark::Selected) => "Selection",
            Tool::Letter => "Letter",
            Tool::Number => "Number",
            Tool::Label => "Text",
            Tool::Stroke(Stroke::Line) => "Line",
            Tool::Stroke(Stroke::Arrow) => "Arrow",
            Tool::Territory(Color::Black) => "Black territory",
            Tool::Territory(Color::White) => "White territory",
            Tool::Dim => "Gray out",
            Tool::Erase => "Erase",
        }
    }

    /// The tool of a number from one to nine, as keys name them.
    pub fn numbered(number: u8) -> Option<Tool> {
        let idx = usize::from(number).checked_sub(1).filter(|it| *it < 9)?;
        Tool::ALL.get(idx).copied()
    }

    /// The one after it, around the end.
    #[must_use]
    pub fn next(self) -> Tool {
        let idx = Tool::ALL.iter().position(|&it| it == self).unwrap_or(0);
        Tool::ALL[(idx + 1) % Tool::ALL.len()]
    }

    /// What it does at a point.
    pub fn apply(self, point: Point, view: &View) -> ToolUse {
        let drawing = match self {
            Tool::Play => return ToolUse::Play(point),
            Tool::Stroke(_) => return ToolUse::BeginStroke(point),
            Tool::Label => {
                let labels = &view.markup.labels;
                let known = labels.iter().find(|it| it.0 == point).map(|it| it.1.clone());
                return ToolUse::AskLabel(point, known.unwrap_or_default());
            }
            Tool::Stone(color) => return ToolUse::Edit(set_up(point, color, view)),
            Tool::Erase => return ToolUse::Edit(erase(point)),
            Tool::Mark(mark) => Drawing::ToggleMark(point, mark),
            Tool::Letter => Drawing::NextLetter(point),
            Tool::Number => Drawing::NextNumber(point),
            Tool::Dim => Drawing::ToggleDim(point),
            Tool::Territory(color) => {
                let is_marked = view.markup.territory[color].contains(point);
                Drawing::Territory { points: vec![point], owner: (!is_marked).then_some(color) }
            }
        };
        ToolUse::Edit(drawing.into())
    }

    /// What its other side does: the other color, or erasing.
    pub fn apply_other(self, point: Point, view: &View) -> Edit {
        match self {
            Tool::Play => Edit::Play(!view.position.to_play, Move::Play(point)),
            Tool::Stone(color) => set_up(point, !color, view),
            _ => erase(point),
        }
    }

    /// A line or an arrow between two points, if this is such a tool.
    pub fn stroke(self, from: Point, to: Point) -> Option<Edit> {
        match self {
            Tool::Stroke(stroke) if from != to => {
                Some(Drawing::ToggleStroke { from, to, stroke }.into())
            }
            _ => None,
        }
    }
}

/// Puts a stone, or takes it off where it is there already.
fn set_up(point: Point, color: Color, view: &View) -> Edit {
    let stone = (view.position.stone(point) != Some(color)).then_some(color);
    Edit::SetUp { points: vec![point], stone }
}

/// Takes off what is marked at a point.
fn erase(point: Point) -> Edit {
    let drawings = [
        Drawing::Mark { points: vec![point], mark: None },
        Drawing::Territory { points: vec![point], owner: None },
        Drawing::Label(point, String::new()),
    ];
    Edit::Several(drawings.into_iter().map(Edit::from).collect())
}
