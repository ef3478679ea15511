//! Edits at the viewed position, and the clipboard.

use crate::session::Session;
use crate::{Action, Edit, Rejected, TreeEdit, Viewer};

/// An edit at the viewed position, with the clipboard of the viewer.
#[derive(Clone, Debug)]
pub enum ViewerEdit {
    /// Any edit that needs no clipboard.
    Edit(Edit),
    /// Removes the position with all that come after it, to be pasted.
    Cut,
    /// Pastes the clipboard after the position.
    Paste,
}

impl<E: Into<Edit>> From<E> for ViewerEdit {
    fn from(edit: E) -> ViewerEdit {
        ViewerEdit::Edit(edit.into())
    }
}

impl Viewer {
    /// The action that does an edit at the viewed position.
    ///
    /// After it was accepted, go to [`Changes::node`](crate::Changes::node).
    ///
    /// # Errors
    ///
    /// Returns [`Rejected`] if there is nothing to cut or paste.
    pub fn edit(
        &mut self,
        session: &Session,
        edit: impl Into<ViewerEdit>,
    ) -> Result<Action, Rejected> {
        self.follow(session);
        let node = self.node;
        let edit = match edit.into() {
            ViewerEdit::Edit(edit) => edit,
            ViewerEdit::Cut => {
                session.check_delete(node)?;
                self.copy(session)?;
                Edit::Tree(TreeEdit::Delete)
            }
            ViewerEdit::Paste => {
                let clip = self.clip.clone().ok_or(Rejected::NothingToPaste)?;
                Edit::Tree(TreeEdit::Paste(clip))
            }
        };
        Ok(Action::Edit { node, edit })
    }

    pub(super) fn copy(&mut self, session: &Session) -> Result<(), Rejected> {
        self.clip = Some(Box::new(session.record.copy(self.node)?));
        Ok(())
    }
}
