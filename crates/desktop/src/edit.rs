//! The tools with which a record is edited.

use tengen_record::{Mark, Stroke};
use tengen_rules::Color;

/// What a click on the board does while a record is edited.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub(crate) enum Tool {
    /// Moves, black and white in turn.
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
    /// Text that is asked for.
    Label,
    /// A line or an arrow to where the button is released.
    Stroke(Stroke),
    /// Points that belong to a player.
    Territory(Color),
    /// Points that are shown faintly.
    Dim,
    /// Takes off whatever is marked.
    Erase,
}

impl Tool {
    /// All of them, in the order in which they are shown.
    pub(crate) const ALL: [Tool; 17] = [
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
    pub(crate) const fn name(self) -> &'static str {
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
            Tool::Territory(Color::Black) => "Territory of Black",
            Tool::Territory(Color::White) => "Territory of White",
            Tool::Dim => "Veil",
            Tool::Erase => "Take off",
        }
    }

    /// The one after it.
    pub(crate) fn next(self) -> Tool {
        let idx = Tool::ALL.iter().position(|&it| it == self).unwrap_or(0);
        Tool::ALL[(idx + 1) % Tool::ALL.len()]
    }
}
