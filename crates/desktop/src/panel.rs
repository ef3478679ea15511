//! What stands beside the board.

pub(crate) mod actions;
pub(crate) mod emblem;
pub(crate) mod graph;
pub(crate) mod notes;
pub(crate) mod players;
pub(crate) mod practice;
pub(crate) mod review;
pub(crate) mod review_graph;
pub(crate) mod steps;
pub(crate) mod teaching;
pub(crate) mod tools;
pub(crate) mod tree;

/// The field of a dialog.
pub(crate) const FIELD: &str = "field";

/// The field of the name of a position.
pub(crate) const NAME: &str = "name";

/// The field of the comment.
pub(crate) const COMMENT: &str = "comment";

/// What the comment is scrolled in.
pub(crate) const COMMENT_BOX: &str = "comment-box";

/// The list of a dialog or a page.
pub(crate) const LIST: &str = "list";
