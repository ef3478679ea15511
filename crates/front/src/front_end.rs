//! The kinds of front end that people sit in front of.

/// A kind of front end: what people press, click or type differs.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub enum FrontEnd {
    /// The full-screen terminal program: keys, a mouse, a line after a colon.
    Terminal,
    /// The window: keys, buttons and a mouse.
    Window,
    /// Lines of text, for screen readers and scripts.
    Text,
}

impl FrontEnd {
    /// All of them.
    pub const ALL: [FrontEnd; 3] = [FrontEnd::Terminal, FrontEnd::Window, FrontEnd::Text];
}
