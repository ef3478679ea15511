//! Changing a record.

use iced::widget::{operation, text_editor};
use iced::{Task, clipboard};
use tengen_record::{Annotation, Direction, Double, InfoKey, Mark};
use tengen_rules::{Color, Move, Point};
use tengen_session::{Action, Edit, Find, Phase, Step};

use crate::app::App;
use crate::dialog::Dialog;
use crate::edit::Tool;
use crate::keys::Command;
use crate::message::Message;
use crate::panel;

/// What is known about a game, in the order in which it is shown.
const INFO: [InfoKey; 14] = [
    InfoKey::Player(Color::Black),
    InfoKey::Rank(Color::Black),
    InfoKey::Player(Color::White),
    InfoKey::Rank(Color::White),
    InfoKey::GameName,
    InfoKey::Event,
    InfoKey::Round,
    InfoKey::Date,
    InfoKey::Place,
    InfoKey::Result,
    InfoKey::Rules,
    InfoKey::Komi,
    InfoKey::Annotator,
    InfoKey::GameComment,
];

impl App {
    /// Does what belongs to records; `None` if the command is about something
    /// else.
    pub(super) fn obey_edit(&mut self, command: Command) -> Option<Task<Message>> {
        match command {
            Command::Edit => self.toggle_editing(),
            Command::Tool(number) => self.choose_tool(number),
            Command::UndoEdit => self.act(Action::UndoEdit),
            Command::RedoEdit => self.act(Action::RedoEdit),
            Command::Copy => return Some(self.copy(Edit::Copy)),
            Command::Cut => return Some(self.copy(Edit::Cut)),
            Command::Paste => return Some(clipboard::read().map(Message::Pasted)),
            Command::Delete => self.edit(Edit::Delete),
            Command::Promote => self.edit(Edit::Promote),
            Command::MoveUp => self.edit(Edit::MoveUp),
            Command::MoveDown => self.edit(Edit::MoveDown),
            Command::ClearMarkup => self.edit(Edit::ClearMarkup),
            Command::Annotate(annotation) => self.annotate(annotation),
            Command::ToPlay => {
                let next = self.view_of_game().map(|view| !view.to_play);
                self.edit(Edit::ToPlay(next));
            }
            Command::Name => {
                self.display.is_zen = false;
                self.display.is_editing = true;
                return Some(operation::focus(panel::NAME));
            }
            Command::Comment => {
                self.display.is_zen = false;
                return Some(operation::focus(panel::COMMENT));
            }
            Command::Info => return Some(self.show_info()),
            Command::Find => return Some(self.open(Dialog::Find(self.display.sought.clone()))),
            Command::FindNext => self.find(Direction::Forward),
            Command::FindPrevious => self.find(Direction::Backward),
            Command::PreviousFork => self.go(Step::PreviousFork),
            Command::NextFork => self.go(Step::NextFork),
            Command::Save => return Some(self.save()),
            Command::SaveAs => return Some(self.save_as()),
            Command::Games if self.room.games().is_empty() => {
                self.refuse("there is no other game in the file");
            }
            Command::Games => self.dialog = Some(Dialog::Games),
            Command::PreviousGame => self.step_game(-1),
            Command::NextGame => self.step_game(1),
            Command::PlayOn if self.is_review() => self.play_on(),
            _ => return None,
        }
        Some(Task::none())
    }

    pub(crate) fn is_review(&self) -> bool {
        self.view_of_game().is_some_and(|view| view.is_review)
    }

    pub(crate) fn edit(&mut self, edit: Edit) {
        self.act(Action::Edit(edit));
    }

    fn toggle_editing(&mut self) {
        self.display.is_editing = !self.display.is_editing;
        let is_over = self.view_of_game().is_some_and(|view| matches!(view.phase, Phase::Over(_)));
        // A game that is over does not change any more, but its record does.
        if self.display.is_editing && is_over {
            self.act(Action::Review);
        }
        self.compose();
    }

    pub(super) fn leave_editing(&mut self) {
        self.display.is_editing = false;
        self.compose();
    }

    fn choose_tool(&mut self, number: u8) {
        self.display.is_editing = true;
        self.display.tool = match number {
            it @ 1..=9 => Tool::ALL[usize::from(it) - 1],
            _ => self.display.tool.next(),
        };
        self.compose();
    }

    /// Does what the tool does at a point.
    pub(super) fn use_tool(&mut self, point: Point) -> Task<Message> {
        self.display.pressed = Some(point);
        let Some(view) = self.view_of_game() else { return Task::none() };
        let edit = match self.display.tool {
            Tool::Play | Tool::Stroke(_) => return Task::none(),
            Tool::Stone(color) => set_up(point, color, view.stone(point)),
            Tool::Mark(mark) => Edit::ToggleMark(point, mark),
            Tool::Letter => Edit::NextLetter(point),
            Tool::Number => Edit::NextNumber(point),
            Tool::Dim => Edit::ToggleDim(point),
            Tool::Territory(color) => {
                let owner = (!view.territory[color].contains(point)).then_some(color);
                Edit::Territory { points: vec![point], owner }
            }
            Tool::Erase => erase(point),
            Tool::Label => {
                let known = view.labels.iter().find(|it| it.0 == point).map(|it| it.1.clone());
                return self.open(Dialog::Label(point, known.unwrap_or_default()));
            }
        };
        self.edit(edit);
        Task::none()
    }

    /// The right button has the other color of a tool, or takes off.
    pub(super) fn use_other_tool(&mut self, point: Point) {
        let Some(view) = self.view_of_game() else { return };
        let edit = match self.display.tool {
            Tool::Play => Edit::Play(!view.to_play, Move::Play(point)),
            Tool::Stone(color) => set_up(point, !color, view.stone(point)),
            _ => erase(point),
        };
        self.edit(edit);
    }

    /// The button was released: a line ends there.
    pub(super) fn release(&mut self, point: Option<Point>) {
        let pressed = self.display.pressed.take();
        if let (Some(from), Some(to), Tool::Stroke(stroke), true) =
            (pressed, point, self.display.tool, self.display.is_editing)
            && from != to
        {
            self.edit(Edit::ToggleStroke { from, to, stroke });
        }
        self.follow_pointer();
    }

    pub(super) fn annotate(&mut self, annotation: Annotation) {
        let Some(view) = self.view_of_game() else { return };
        let is_on = view.annotations.iter().any(|it| it.0 == annotation);
        self.edit(Edit::Annotate(annotation, (!is_on).then_some(Double::Normal)));
    }

    pub(super) fn set_label(&mut self, point: Point, text: String) {
        self.edit(Edit::Label(point, text));
    }

    /// Adds what an engine would play to the record.
    pub(super) fn keep_continuation(&mut self, point: Point) {
        let Some(view) = self.view_of_game() else { return };
        let hint = view.hints.iter().find(|it| it.mv == Move::Play(point));
        let Some(hint) = hint.filter(|_| self.display.has_candidates) else { return };
        let (mut color, from) = (view.to_play, view.node);
        let mut edits = Vec::new();
        for &mv in &hint.variation {
            edits.push(Edit::Play(color, mv));
            color = !color;
        }
        let n_moves = edits.len();
        self.edit(Edit::Several(edits));
        self.go(Step::Node(from));
        self.tell(format!("Added a variation of {n_moves} moves."));
    }

    fn copy(&mut self, edit: Edit) -> Task<Message> {
        self.edit(edit);
        match self.room.clip() {
            Some(sgf) => clipboard::write(sgf),
            None => Task::none(),
        }
    }

    /// Pastes what is in the clipboard if it is a record, else what was cut.
    pub(super) fn paste(&mut self, text: Option<String>) {
        match text.filter(|it| it.contains('(') && it.contains(';')) {
            Some(text) => self.edit(Edit::PasteText(text)),
            None => self.edit(Edit::Paste),
        }
    }

    pub(super) fn write_comment(&mut self, action: text_editor::Action) {
        let is_edit = action.is_edit();
        self.display.is_writing = true;
        self.comment.perform(action);
        if is_edit {
            let text = self.comment.text();
            self.edit(Edit::Comment(text.trim_end_matches('\n').to_owned()));
        }
    }

    pub(super) fn name_node(&mut self, name: String) {
        self.edit(Edit::Name(name));
    }

    /// Shows the comment of the node that is looked at, unless that is the
    /// one that is being written.
    pub(super) fn follow_comment(&mut self) {
        let Some(table) = &self.table else { return };
        let view = &table.view;
        let is_same = self.comment_node == Some(view.node);
        let written = self.comment.text();
        if !is_same || written.trim_end_matches('\n') != view.comment.trim_end_matches('\n') {
            self.comment = text_editor::Content::with_text(&view.comment);
            self.comment_node = Some(view.node);
        }
    }

    fn show_info(&mut self) -> Task<Message> {
        let Some(view) = self.view_of_game() else { return Task::none() };
        let text = |key: InfoKey| {
            let found = view.info.iter().find(|it| it.0 == key);
            found.map(|it| it.1.clone()).unwrap_or_default()
        };
        let fields = INFO.iter().map(|&key| (key, text(key))).collect();
        self.open(Dialog::Info(fields))
    }

    pub(super) fn change_info(&mut self, fields: Vec<(InfoKey, String)>) {
        let Some(view) = self.view_of_game() else { return };
        let is_other = |field: &(InfoKey, String)| {
            let known = view.info.iter().find(|it| it.0 == field.0);
            known.map_or("", |it| it.1.as_str()) != field.1
        };
        let changed: Vec<(InfoKey, String)> = fields.into_iter().filter(is_other).collect();
        if !changed.is_empty() {
            self.edit(Edit::Info(changed));
        }
    }

    pub(super) fn find_first(&mut self, text: String) {
        self.display.sought = text;
        self.find(Direction::Forward);
    }

    fn find(&mut self, direction: Direction) {
        let text = self.display.sought.clone();
        if text.is_empty() {
            self.refuse("there is nothing to find, expected a word");
        } else {
            self.act(Action::Find(Find::Text(text), direction));
        }
    }

    fn step_game(&mut self, step: isize) {
        let next = self.room.game_idx().checked_add_signed(step);
        match next.filter(|&idx| idx < self.room.games().len()) {
            Some(idx) => self.show_game_of_file(idx),
            None => self.refuse("there is no other game in the file"),
        }
    }

    /// Those of the form play on from the position of a record.
    fn play_on(&mut self) {
        let Ok(setup) = self.form.setup() else {
            return self.refuse("nobody can play on, expected players in the form of a new game");
        };
        self.display.is_editing = false;
        // The game takes the place of the one that could be continued.
        let done = self.room.set_aside();
        self.report(done);
        self.act(Action::PlayOn { seats: Box::new(setup.seats), time: setup.time });
    }
}

/// Puts a stone, or takes it off where there is the same one.
fn set_up(point: Point, color: Color, stone: Option<Color>) -> Edit {
    let stone = (stone != Some(color)).then_some(color);
    Edit::SetUp { points: vec![point], stone }
}

/// Takes off what is marked at a point.
fn erase(point: Point) -> Edit {
    let no_mark = Edit::Mark { points: vec![point], mark: None::<Mark> };
    let no_owner = Edit::Territory { points: vec![point], owner: None };
    Edit::Several(vec![no_mark, no_owner, Edit::Label(point, String::new())])
}
