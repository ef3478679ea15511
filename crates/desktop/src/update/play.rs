//! What is the game's to do, and what is shown of it.

use iced::Task;
use iced::widget::operation;
use tengen_rules::{Color, Point};
use tengen_session::{Action, Phase, Step, View};

use crate::app::App;
use crate::dialog::Dialog;
use crate::edit::Tool;
use crate::keys::Command;
use crate::message::Message;
use crate::panel;

impl App {
    pub(super) fn play_command(&mut self, command: Command) -> Task<Message> {
        match command {
            Command::Left => self.move_cursor(-1, 0),
            Command::Right => self.move_cursor(1, 0),
            Command::Up => self.move_cursor(0, 1),
            Command::Down => self.move_cursor(0, -1),
            Command::Confirm => {
                if let Some(point) = self.display.cursor {
                    return self.confirm_at(point);
                }
                self.move_cursor(0, 0);
            }
            Command::Other | Command::Keep | Command::VisitStone => {
                return self.use_cursor(command);
            }
            Command::Cancel => self.cancel(),
            Command::Prompt => return self.open(Dialog::Prompt(String::new())),
            Command::GoToMove => return self.open(Dialog::GoTo(String::new())),
            Command::Resign => self.ask_to_resign(),
            Command::Hint => self.toggle_candidates(),
            Command::Estimate => self.toggle_owners(),
            Command::Policy => self.toggle_policy(),
            Command::Analyze => self.toggle_analysis(),
            Command::Numbers => {
                self.display.has_numbers = !self.display.has_numbers;
                self.compose();
            }
            Command::Graph => self.display.is_graph_hidden = !self.display.is_graph_hidden,
            Command::Zen => self.display.is_zen = !self.display.is_zen,
            Command::TurnLeft => self.turn_board(self.display.turn.left()),
            Command::TurnRight => self.turn_board(self.display.turn.right()),
            Command::Flip => self.turn_board(self.display.turn.flipped()),
            Command::FlipDown => self.turn_board(self.display.turn.upside_down()),
            _ => self.act_on(command),
        }
        Task::none()
    }

    /// What other buttons of the mouse do, at the cursor.
    fn use_cursor(&mut self, command: Command) -> Task<Message> {
        let Some(point) = self.display.cursor.or(self.display.hovered) else {
            self.move_cursor(0, 0);
            return Task::none();
        };
        match command {
            Command::Other => self.click_other(point),
            Command::Keep => self.keep_continuation(point),
            _ => return self.visit_stone(point),
        }
        Task::none()
    }

    /// Puts a stone, or does what the tool does: a line has two ends.
    fn confirm_at(&mut self, point: Point) -> Task<Message> {
        let is_stroke = self.display.is_editing && matches!(self.display.tool, Tool::Stroke(_));
        if is_stroke && self.display.pressed.is_some() {
            self.release(Some(point));
            return Task::none();
        }
        let task = self.click(point);
        if !is_stroke {
            self.display.pressed = None;
        }
        task
    }

    /// Commands that are one action each.
    fn act_on(&mut self, command: Command) {
        let Some(view) = self.view_of_game() else { return };
        let is_scoring = view.is_live() && matches!(view.phase, Phase::Scoring(_));
        let actor = view.actor.unwrap_or(view.to_play);
        let action = match command {
            Command::Pass => Action::Pass,
            Command::Undo => Action::Undo,
            Command::Redo => Action::Redo,
            Command::MoveNow => Action::MoveNow,
            Command::Pause if view.is_paused => Action::Start,
            Command::Pause => Action::Pause,
            Command::Agree => {
                let actions = agreements(view);
                return actions.into_iter().for_each(|action| self.act(action));
            }
            Command::PlayOn if is_scoring => Action::ResumePlay(actor),
            Command::PlayOn => Action::PlayFromHere,
            Command::Back => Action::Go(Step::Back(1)),
            Command::Forward => Action::Go(Step::Forward(1)),
            Command::First => Action::Go(Step::First),
            Command::Last => Action::Go(Step::Last),
            Command::Live => Action::Go(Step::Live),
            Command::PageBack => Action::Go(Step::Back(10)),
            Command::PageForward => Action::Go(Step::Forward(10)),
            Command::PreviousVariation => Action::Go(Step::PreviousVariation),
            Command::NextVariation => Action::Go(Step::NextVariation),
            _ => return,
        };
        self.act(action);
    }

    /// Closes what is open, one thing after the other.
    fn cancel(&mut self) {
        let Some(view) = self.view_of_game() else { return };
        let is_live = view.is_live();
        let display = &mut self.display;
        if display.is_writing {
            // The field has been left, which is enough.
            display.is_writing = false;
        } else if display.cursor.is_some() {
            display.cursor = None;
            self.compose();
        } else if display.has_candidates || display.has_owners || display.has_policy {
            self.hide_overlays();
        } else if display.is_editing {
            self.leave_editing();
        } else if display.is_zen {
            display.is_zen = false;
        } else if !is_live {
            self.go(Step::Live);
        }
    }

    fn ask_to_resign(&mut self) {
        let Some(view) = self.view_of_game() else { return };
        match view.phase {
            Phase::Over(_) => self.refuse("the game is over"),
            _ => self.dialog = Some(Dialog::Resign),
        }
    }

    /// Gives up for the person who is to move, or the only one there is.
    pub(super) fn resign(&mut self) {
        let Some(view) = self.view_of_game() else { return };
        let color = view.actor.unwrap_or(view.to_play);
        self.act(Action::Resign(color));
    }

    fn turn_board(&mut self, turn: crate::geometry::Turn) {
        self.display.turn = turn;
        self.display.hovered = None;
        self.board.all_changed();
        self.compose();
    }

    fn toggle_candidates(&mut self) {
        self.display.has_candidates = !self.display.has_candidates;
        let needs = self.view_of_game().is_some_and(|view| view.hints.is_empty());
        if self.display.has_candidates && needs {
            self.act(Action::Hint);
        } else {
            self.compose();
        }
    }

    fn toggle_policy(&mut self) {
        self.display.has_policy = !self.display.has_policy;
        let needs = self.view_of_game().is_some_and(|view| view.hints.is_empty());
        if self.display.has_policy && needs {
            self.act(Action::Hint);
        } else {
            self.compose();
        }
    }

    fn toggle_owners(&mut self) {
        self.display.has_owners = !self.display.has_owners;
        let needs = self.view_of_game().is_some_and(|view| view.ownership.is_none());
        if self.display.has_owners && needs {
            self.act(Action::Estimate);
        } else {
            self.compose();
        }
    }

    /// Analyzes whatever is looked at, from now on or no more.
    fn toggle_analysis(&mut self) {
        let is_on = self.view_of_game().is_some_and(|view| view.is_analysis_on);
        if !is_on {
            self.display.has_candidates = true;
        }
        self.act(Action::SetAnalysis(!is_on));
    }

    fn hide_overlays(&mut self) {
        self.display.has_candidates = false;
        self.display.has_owners = false;
        self.display.has_policy = false;
        self.act(Action::HideAnalysis);
    }

    pub(super) fn scroll_tree(&mut self, columns: f32, rows: f32) {
        let (x, y) = self.display.tree_offset;
        self.display.tree_offset = (x + columns, y + rows);
    }

    /// Opens something with a field, which is ready to be typed into.
    pub(crate) fn open(&mut self, dialog: Dialog) -> Task<Message> {
        self.dialog = Some(dialog);
        operation::focus(panel::FIELD)
    }
}

/// What everybody in front of the window agrees with.
fn agreements(view: &View) -> Vec<Action> {
    let people = Color::ALL.into_iter().filter(|&color| view.seats[color].is_person());
    people.map(Action::Agree).collect()
}
