//! Carries out the commands of keys and buttons.

use tengen_record::Direction;
use tengen_rules::Move;
use tengen_session::{
    Action, Actor, Drawing, Edit, Step, TreeEdit, ViewerAction, ViewerEdit, Wanted,
};

use super::{Done, Screen, Workspace, counting};
use crate::command::Command;
use crate::practice::PracticeKind;
use crate::question::Next;
use crate::refusal::Refusal;

impl Workspace {
    /// Carries out a command.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be done.
    pub fn command(&mut self, command: Command) -> Result<Done, Refusal> {
        if self.is_counting() && counting::ends(command) {
            self.end_counting()?;
        }
        if let Some(done) = self.screen_command(command) {
            return done;
        }
        if let Some(step) = step(command) {
            if self.practice().is_some() {
                // Who goes elsewhere has had enough.
                self.end_practice()?;
            }
            return self.go(step);
        }
        match command {
            Command::Pass => self.play(Move::Pass),
            Command::Undo if self.practice().is_some() => self.retry_practice(),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::MoveNow => self.act(Actor::Owner, Action::MoveNow),
            Command::Pause => self.toggle_pause(),
            Command::Agree => self.agree(),
            Command::PlayOn => self.ask_to_play_on(),
            Command::Accept => self.answer_request(Action::Accept),
            Command::Decline => self.answer_request(Action::Decline),
            Command::Resign => self.ask_to_resign(),
            Command::Hint => self.toggle_hints(),
            Command::Estimate => self.toggle_estimate(),
            Command::Policy => self.toggle_policy(),
            Command::Analyze => self.toggle_analysis(),
            Command::HideAnalysis => self.hide_analysis(),
            Command::Review => self.toggle_review(),
            Command::NextMistake => self.go_to_mistake(true),
            Command::PreviousMistake => self.go_to_mistake(false),
            Command::KeyMoves => self.show_review(Screen::KeyMoves),
            Command::Report => self.show_review(Screen::Report),
            Command::HideAnswer => self.toggle_answer(),
            Command::Practice => self.toggle_practice(PracticeKind::Mistakes),
            Command::GuessMoves => self.toggle_practice(PracticeKind::Guess),
            Command::Count => self.toggle_counting(),
            Command::Numbers => {
                self.display.has_numbers = !self.display.has_numbers;
                Ok(Done::Nothing)
            }
            Command::FindNext => self.find("", Direction::Forward),
            Command::FindPrevious => self.find("", Direction::Backward),
            Command::PreviousGame => self.step_game(-1),
            Command::NextGame => self.step_game(1),
            _ => self.edit_command(command),
        }
    }

    fn edit_command(&mut self, command: Command) -> Result<Done, Refusal> {
        match command {
            Command::Edit => self.toggle_editing(),
            Command::Tool(number) => self.choose_tool(number),
            Command::UndoEdit => self.act(Actor::Owner, Action::UndoEdit),
            Command::RedoEdit => self.act(Actor::Owner, Action::RedoEdit),
            Command::Copy => self.look(ViewerAction::Copy),
            Command::Cut => self.edit(ViewerEdit::Cut),
            Command::Paste => self.paste(None),
            Command::Delete => self.edit(TreeEdit::Delete),
            Command::Promote => self.edit(TreeEdit::Promote),
            Command::MoveUp => self.edit(TreeEdit::MoveUp),
            Command::MoveDown => self.edit(TreeEdit::MoveDown),
            Command::ClearMarkup => self.edit(Drawing::Clear),
            Command::Annotate(annotation) => self.annotate(annotation),
            Command::ToPlay => {
                let to_play = !self.open_game()?.view.position.to_play;
                self.edit(Edit::ToPlay(Some(to_play)))
            }
            _ => Ok(Done::Local),
        }
    }

    /// Commands that show something else, or end the program.
    fn screen_command(&mut self, command: Command) -> Option<Result<Done, Refusal>> {
        let screen = match command {
            Command::Learn => Screen::Learn,
            Command::Glossary => Screen::Glossary(String::new()),
            Command::Library => Screen::Library(String::new()),
            Command::SearchPosition => Screen::Explorer(crate::line::PositionWords::default()),
            Command::Statistics => Screen::Statistics("is:mine".to_owned()),
            Command::NewGame => Screen::NewGame,
            Command::Open => Screen::Open,
            Command::OpenPath => Screen::OpenPath,
            Command::Join => Screen::Join,
            Command::Settings => Screen::Settings,
            Command::Help => Screen::Help,
            Command::Leave => Screen::Start,
            Command::Unfinished => Screen::Unfinished,
            Command::Quit => return Some(self.unless_unsaved(Next::Quit)),
            Command::Continue => return Some(self.continue_last()),
            Command::Save => return Some(self.save()),
            Command::Prompt => Screen::Prompt,
            Command::GoToMove => Screen::GoToMove,
            Command::Find => Screen::Find(self.sought.clone()),
            Command::Info => Screen::Info,
            Command::Comment => Screen::Comment,
            Command::Name => Screen::NodeName,
            Command::GuessLead => Screen::GuessLead,
            Command::SaveAs => Screen::SaveAs,
            Command::ExportPicture => Screen::ExportPicture,
            Command::Games if self.games_of_file().is_empty() => {
                return Some(Err(Refusal::NoSuchGame { number: 2, n_games: 1 }));
            }
            Command::Games => Screen::Games,
            _ => return None,
        };
        let needs_game = matches!(
            screen,
            Screen::GoToMove
                | Screen::Find(_)
                | Screen::Info
                | Screen::Comment
                | Screen::NodeName
                | Screen::SaveAs
                | Screen::ExportPicture
                | Screen::GuessLead
        );
        if needs_game && self.open.is_none() {
            return Some(Err(Refusal::NoGame));
        }
        Some(Ok(Done::Show(screen)))
    }

    /// Takes back moves; in a record, edits.
    fn undo(&mut self) -> Result<Done, Refusal> {
        let is_game = self.open_game()?.is_game();
        self.act(Actor::Owner, if is_game { Action::Undo } else { Action::UndoEdit })
    }

    fn redo(&mut self) -> Result<Done, Refusal> {
        let is_game = self.open_game()?.is_game();
        self.act(Actor::Owner, if is_game { Action::Redo } else { Action::RedoEdit })
    }

    fn answer_request(&mut self, answer: Action) -> Result<Done, Refusal> {
        let actor = self.open_game()?.player();
        self.act(actor, answer)
    }

    fn toggle_pause(&mut self) -> Result<Done, Refusal> {
        let is_paused = self.open_game()?.view.game.is_paused;
        self.act(Actor::Owner, if is_paused { Action::Start } else { Action::Pause })
    }

    /// Whether hints are shown, or on their way, for the viewed position.
    pub fn shows_hints(&self) -> bool {
        self.display.has_candidates && self.has_analysis(Wanted::Hints)
    }

    /// Whether an estimate is shown, or on its way, for the viewed position.
    pub fn shows_estimate(&self) -> bool {
        self.display.has_ownership && self.has_analysis(Wanted::Ownership)
    }

    /// Whether likely moves are shown for the viewed position.
    pub fn shows_policy(&self) -> bool {
        self.display.has_policy && self.has_analysis(Wanted::Hints)
    }

    fn has_analysis(&self, wanted: Wanted) -> bool {
        let Some(view) = self.view() else { return false };
        let engine = &view.engine;
        engine.is_analysis_on
            || engine.wanted == Some(wanted)
            || engine.wanted == Some(Wanted::Everything)
    }

    /// Asks again for what is to be shown, after a step to a position of which
    /// nothing is known yet, and says whether it did.
    pub fn renew_analysis(&mut self) -> bool {
        let display = &self.display;
        let wants_hints = display.has_candidates || display.has_policy;
        let wants_owners = display.has_ownership;
        let is_thinking = self.view().is_some_and(|it| it.engine.thinking.is_some());
        if is_thinking || self.practice().is_some() || self.proof().is_some() {
            return false;
        }
        let has_hints = !wants_hints || self.has_analysis(Wanted::Hints);
        let has_owners = !wants_owners || self.has_analysis(Wanted::Ownership);
        let asked = match (has_hints, has_owners) {
            (true, true) => return false,
            (false, true) => self.look(ViewerAction::Hint),
            (_, false) => self.look(ViewerAction::Estimate),
        };
        // What cannot be analyzed is shown without.
        asked.is_ok()
    }

    fn toggle_hints(&mut self) -> Result<Done, Refusal> {
        if self.shows_hints() {
            self.display.has_candidates = false;
            return self.hide_unless_shown();
        }
        self.ask_for_hints()?;
        self.display.has_candidates = true;
        Ok(Done::Nothing)
    }

    fn toggle_policy(&mut self) -> Result<Done, Refusal> {
        if self.shows_policy() {
            self.display.has_policy = false;
            return self.hide_unless_shown();
        }
        self.ask_for_hints()?;
        self.display.has_policy = true;
        Ok(Done::Nothing)
    }

    fn ask_for_hints(&mut self) -> Result<(), Refusal> {
        if !self.has_analysis(Wanted::Hints) {
            self.look(ViewerAction::Hint)?;
        }
        Ok(())
    }

    fn toggle_estimate(&mut self) -> Result<Done, Refusal> {
        if self.shows_estimate() {
            self.display.has_ownership = false;
            return self.hide_unless_shown();
        }
        if !self.has_analysis(Wanted::Ownership) {
            self.look(ViewerAction::Estimate)?;
        }
        self.display.has_ownership = true;
        Ok(Done::Nothing)
    }

    /// Ends an analysis of which nothing is shown any more.
    fn hide_unless_shown(&mut self) -> Result<Done, Refusal> {
        let display = &self.display;
        let is_shown = display.has_candidates || display.has_ownership || display.has_policy;
        let is_on = self.view().is_some_and(|it| it.engine.is_analysis_on);
        if is_shown || is_on {
            return Ok(Done::Nothing);
        }
        self.look(ViewerAction::HideAnalysis)
    }

    /// Has every position analyzed, or no longer.
    fn toggle_analysis(&mut self) -> Result<Done, Refusal> {
        let is_on = self.open_game()?.view.engine.is_analysis_on;
        self.look(ViewerAction::SetAnalysis(!is_on))?;
        let display = &mut self.display;
        if !is_on && !display.has_ownership && !display.has_policy {
            display.has_candidates = true;
        }
        Ok(Done::Nothing)
    }

    /// Hides everything that an engine shows.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if no game is open.
    pub fn hide_analysis(&mut self) -> Result<Done, Refusal> {
        self.display.has_candidates = false;
        self.display.has_ownership = false;
        self.display.has_policy = false;
        self.look(ViewerAction::HideAnalysis)
    }
}

/// The way that a command goes through the record.
const fn step(command: Command) -> Option<Step> {
    Some(match command {
        Command::Back => Step::Back(1),
        Command::Forward => Step::Forward(1),
        Command::PageBack => Step::Back(10),
        Command::PageForward => Step::Forward(10),
        Command::First => Step::First,
        Command::Last => Step::Last,
        Command::Live => Step::Live,
        Command::PreviousVariation => Step::PreviousVariation,
        Command::NextVariation => Step::NextVariation,
        Command::PreviousFork => Step::PreviousFork,
        Command::NextFork => Step::NextFork,
        _ => return None,
    })
}
