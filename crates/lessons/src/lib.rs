//! First steps in Go: short interactive lessons, first games, a glossary.
//!
//! Everything is data: lessons are text files that the rules check, what is
//! said has ids, and a language is a table. A [`Course`] takes an [`Input`]
//! and gives a [`View`]; how that is drawn, read aloud and kept is up to the
//! caller. Nothing here reads files, asks for the time or throws dice.
//!
//! ```
//! use tengen_lessons::{AnswerKind, Course, Input, Language, Progress};
//!
//! let mut course = Course::new(Progress::default());
//! course.open("capture");
//! let view = course.view().expect("a lesson is open");
//! println!("{}", view.board);
//! for text in &view.text {
//!     println!("{}", Language::English.say(text));
//! }
//!
//! // The stone on C3 has one liberty left, and this is not it.
//! course.apply(Input::Point("A1".parse()?));
//! let answer = course.view().and_then(|it| it.answer).expect("a move is answered");
//! assert_eq!(answer.kind, AnswerKind::Wrong);
//!
//! course.apply(Input::Point("D3".parse()?));
//! let view = course.view().expect("the lesson is still open");
//! assert_eq!(view.answer.map(|it| it.kind), Some(AnswerKind::Right));
//! assert!(view.board.is_empty_at("C3".parse()?), "the stone is taken");
//!
//! course.apply(Input::Next);
//! assert_eq!(course.view().map(|it| it.step), Some(2));
//! assert_eq!(course.progress().write_into(""), "\
//! ## What you have learned in `tengen learn`.
//! capture = 1 step
//! ");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to start
//!
//! | you want | take |
//! |---|---|
//! | a list of lessons | [`lessons`], and [`Course::progress`] for what is done |
//! | to walk through one | [`Course::open`], [`Course::apply`], [`Course::view`] |
//! | sentences | [`Language::say`] for each [`Text`] |
//! | what somebody has learned, kept in a file | [`Progress::parse`], [`Progress::write_into`] |
//! | why a move of any game is refused, with a diagram | [`Refusal`] |
//! | a count in both ways, explained | [`Count`] |
//! | a game without lessons around it | [`FirstGame`] |
//! | the words of Go | [`glossary`] |
//!
//! A screen needs no more than a [`View`]: the board, the last move, marks in
//! the order in which they are drawn, the sentences of the step, those of the
//! last answer, and what can be done now.

mod catalog;
mod counting;
mod course;
mod game;
pub mod glossary;
mod goal;
mod lesson;
mod opponent;
mod progress;
pub mod reading;
mod refusal;
mod script;
mod text;
mod view;

pub use catalog::{lesson, lessons};
pub use counting::{Count, dead_stones};
pub use course::{Course, Input};
pub use game::FirstGame;
pub use goal::Goal;
pub use lesson::{GameKind, Lesson, Mark, Play, Remark, Step, Task};
pub use opponent::{PatientOpponent, Skill};
pub use progress::{LessonProgress, Progress};
pub use refusal::Refusal;
pub use script::{Reason, ScriptError, read as read_lesson};
pub use text::{Language, Param, Text};
pub use view::{Answer, AnswerKind, Expects, View};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
