//! How the program begins.

use std::path::PathBuf;

use tengen_front::line::GameWords;
use tengen_front::refusal::Refusal;
use tengen_front::workspace::{Done, Wish, Workspace};

/// How the program begins.
#[derive(Clone, Debug)]
pub enum Opening {
    /// With the start screen.
    Menu,
    /// With a new game that differs by these words from the last one.
    Game(GameWords),
    /// With a file; the words change who plays on from its end.
    File(PathBuf, GameWords),
    /// With a record to look at.
    Record(PathBuf),
    /// With a game on a server.
    Join {
        /// The link.
        link: String,
        /// What the user is called there, if it is not as the settings say.
        name: Option<String>,
        /// Whether to play or to watch.
        wish: Wish,
    },
    /// With the career.
    Career {
        /// The seed of the random numbers, or `None` for a random one.
        seed: Option<u64>,
        /// Whether a challenge is found at once.
        is_debug: bool,
    },
}

impl Opening {
    /// Opens the game, the file or the record, if there is one.
    pub(crate) fn open(&self, workspace: &mut Workspace) -> Result<Done, Refusal> {
        if let Opening::Join { link, name, wish } = self {
            return match workspace.join(link, name.as_deref(), *wish)? {
                Done::Join(task) => workspace.run_join(*task),
                done => Ok(done),
            };
        }
        if let Opening::Record(path) = self {
            return workspace.open_file(path);
        }
        let (Opening::Game(words) | Opening::File(_, words)) = self else {
            return Ok(Done::Nothing);
        };
        let mut form = workspace.form();
        words.apply(&mut form)?;
        let setup = form.setup()?;
        match self {
            Opening::File(path, _) => workspace.play_file(path, setup),
            _ => workspace.begin_setup(setup),
        }
    }
}
