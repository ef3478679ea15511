//! Changing a record.

use tengen_record::{Annotation, Double, InfoKey};
use tengen_rules::{Move, Point};
use tengen_session::{
    Action, Actor, Drawing, Edit, Phase, Rejected, Step, TreeEdit, ViewerAction, ViewerEdit,
};

use super::{Done, Workspace};
use crate::notice::Notice;
use crate::refusal::Refusal;
use crate::tool::Tool;
use crate::words;

impl Workspace {
    /// Changes the record at the viewed position.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the record or the game in progress does not
    /// allow it.
    pub fn edit(&mut self, edit: impl Into<ViewerEdit>) -> Result<Done, Refusal> {
        let edit = edit.into();
        let is_removal =
            matches!(edit, ViewerEdit::Cut | ViewerEdit::Edit(Edit::Tree(TreeEdit::Delete)));
        let open = self.open.as_mut().ok_or(Refusal::NoGame)?;
        let done = open.viewer.edit(edit, Actor::Owner);
        open.refresh();
        match done {
            Ok(_) => Ok(Done::Nothing),
            Err(Rejected::InPlay) if is_removal => Err(Refusal::DeleteInPlay),
            Err(reason) => Err(reason.into()),
        }
    }

    /// Begins or ends editing; a game that is over becomes a record.
    pub(super) fn toggle_editing(&mut self) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        if open.remote.is_some() {
            return Err(Rejected::Elsewhere.into());
        }
        let is_over = open.is_game() && matches!(open.view.game.phase, Phase::Over(_));
        if !self.is_editing && is_over {
            self.act(Actor::Owner, Action::Review)?;
        }
        self.is_editing = !self.is_editing;
        self.set_tool(Tool::Play);
        Ok(Done::Nothing)
    }

    /// Takes a tool by its number; in a game, only while it is edited.
    pub(super) fn choose_tool(&mut self, number: u8) -> Result<Done, Refusal> {
        let open = self.open_game()?;
        if !self.is_editing {
            if open.is_game() {
                return Err(Refusal::NotEditing);
            }
            self.is_editing = true;
        }
        self.set_tool(Tool::numbered(number).unwrap_or_else(|| self.tool.next()));
        Ok(Done::Nothing)
    }

    /// Gives an opinion on the move, or takes it back.
    pub(super) fn annotate(&mut self, annotation: Annotation) -> Result<Done, Refusal> {
        let annotations = &self.open_game()?.view.markup.annotations;
        let is_on = annotations.iter().any(|it| it.0 == annotation);
        self.edit(Edit::Annotate(annotation, (!is_on).then_some(Double::Normal)))
    }

    /// Writes a text on a point.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the record does not allow it.
    pub fn set_label(&mut self, point: Point, text: &str) -> Result<Done, Refusal> {
        self.edit(Drawing::Label(point, text.to_owned()))
    }

    /// Pastes a text of the system's clipboard if it is a record, else what
    /// was cut or copied here.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is nothing to paste.
    pub fn paste(&mut self, text: Option<&str>) -> Result<Done, Refusal> {
        match text.filter(|it| it.contains('(') && it.contains(';')) {
            Some(text) => self.edit(TreeEdit::PasteText(text.to_owned())),
            None => self.edit(ViewerEdit::Paste),
        }
    }

    /// The game info, for a form: every item, empty or not.
    pub fn info_fields(&self) -> Vec<(InfoKey, String)> {
        let Some(view) = self.view() else { return Vec::new() };
        words::INFO_KEYS.iter().map(|&key| (key, words::info(view, key).to_owned())).collect()
    }

    /// Changes the game info, as far as it is different.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if the record does not allow it.
    pub fn change_info(&mut self, fields: &[(InfoKey, String)]) -> Result<Done, Refusal> {
        let view = &self.open_game()?.view;
        let is_other = |field: &&(InfoKey, String)| words::info(view, field.0) != field.1;
        let changed: Vec<(InfoKey, String)> = fields.iter().filter(is_other).cloned().collect();
        if changed.is_empty() { Ok(Done::Nothing) } else { self.edit(Edit::Info(changed)) }
    }

    /// Adds what an engine would play after a candidate as a variation; the
    /// viewed position stays.
    pub(super) fn keep_hint(&mut self, point: Point) -> Result<Done, Refusal> {
        let view = &self.open_game()?.view;
        let candidates = view.engine.analysis.iter().flat_map(|it| &it.candidates);
        let candidate = candidates.into_iter().find(|it| it.mv == Move::Play(point));
        let candidate = candidate.filter(|_| self.display.has_candidates);
        let candidate = candidate.ok_or(Refusal::NoHint)?;
        let (mut color, node) = (view.position.to_play, view.tree.node);
        let mut edits = Vec::new();
        for &mv in &candidate.variation {
            edits.push(Edit::Play(color, mv));
            color = !color;
        }
        let n_moves = edits.len();
        let open = self.open_game()?;
        let action = Action::Edit { node, edit: Edit::Several(edits) };
        // Not through the viewer, who would follow the moves.
        open.handle.apply(Actor::Owner, action)?;
        if open.viewer.node() != node {
            open.viewer.apply(ViewerAction::Go(Step::Node(node)))?;
        }
        self.refresh();
        Ok(Done::Told(Notice::VariationAdded(n_moves)))
    }
}
