//! A workspace in a temporary folder.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use tengen_front::FrontEnd;
use tengen_front::notice::Notice;
use tengen_front::question::{Answer, Question};
use tengen_front::refusal::Refusal;
use tengen_front::words;
use tengen_front::workspace::{Click, Done, Reply, Workspace, WorkspaceOptions};
use tengen_host::Dirs;

/// A folder that is removed when the test ends.
#[derive(Debug)]
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new() -> Folder {
        static N_FOLDERS: AtomicU32 = AtomicU32::new(0);
        let number = N_FOLDERS.fetch_add(1, Ordering::Relaxed);
        let name = format!("tengen-front-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    pub(crate) fn path(&self) -> &Path {
        &self.0
    }

    /// Writes a file beside the folder of the program.
    pub(crate) fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path
    }

    pub(crate) fn dirs(&self) -> Dirs {
        Dirs::under(self.0.join("home"))
    }

    /// A program in this folder.
    pub(crate) fn open(&self) -> Bench {
        let mut options = WorkspaceOptions::new(FrontEnd::Terminal, Some(self.dirs()));
        options.runner.limits.threads = 1;
        options.runner.seed = 1;
        options.runner.hint_time = Duration::from_millis(200);
        let (workspace, notices) = Workspace::open(options);
        Bench { workspace, notices }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // The system clears its folder of temporary files as well.
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// A workspace, with short words for tests.
#[derive(Debug)]
pub(crate) struct Bench {
    pub(crate) workspace: Workspace,
    pub(crate) notices: Vec<Notice>,
}

impl Bench {
    /// Does typed lines that neither ask nor fail, and waits for engines.
    #[track_caller]
    pub(crate) fn run(&mut self, lines: &str) {
        for line in lines.split(';') {
            match self.workspace.type_line(line) {
                Ok(Reply::Done(Done::Ask(question))) => panic!("{line}: {question:?}"),
                Ok(_) => (),
                Err(reason) => panic!("{line}: {}", words::refusal(&reason, self.workspace.keys())),
            }
            self.settle();
        }
    }

    /// The question that a line leads to.
    #[track_caller]
    pub(crate) fn asks(&mut self, line: &str) -> Question {
        match self.workspace.type_line(line) {
            Ok(Reply::Done(Done::Ask(question))) => question,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn refuses(&mut self, line: &str) -> String {
        let reason = self.workspace.type_line(line).unwrap_err();
        words::refusal(&reason, self.workspace.keys())
    }

    #[track_caller]
    pub(crate) fn answers(&mut self, line: &str) -> String {
        match self.workspace.type_line(line) {
            Ok(Reply::Answer(text)) => text,
            other => panic!("{line}: {other:?}"),
        }
    }

    #[track_caller]
    pub(crate) fn answer(&mut self, question: Question, answer: Answer) {
        self.workspace.answer(question, answer).unwrap();
        self.settle();
    }

    pub(crate) fn click(&mut self, point: &str) -> Result<Done, Refusal> {
        self.workspace.click(point.parse().unwrap(), Click::Main)
    }

    #[track_caller]
    pub(crate) fn open_file(&mut self, path: &Path) {
        let done = self.workspace.open_file(path).unwrap();
        assert!(matches!(done, Done::Show(_)), "{done:?}");
        self.settle();
    }

    /// Waits until engines have answered.
    pub(crate) fn settle(&mut self) {
        self.notices.extend(self.workspace.poll().notices);
        while self.workspace.is_busy() {
            self.notices.extend(self.workspace.wait(Duration::from_secs(5)).notices);
        }
    }

    /// What was told since the last time, as sentences.
    pub(crate) fn told(&mut self) -> Vec<String> {
        self.settle();
        let keys = self.workspace.keys();
        self.notices.drain(..).map(|it| words::notice(&it, keys)).collect()
    }

    /// The moves up to the viewed position.
    pub(crate) fn moves(&self) -> String {
        let moves = &self.workspace.view().unwrap().position.moves;
        moves.iter().map(|it| it.1.to_string()).collect::<Vec<_>>().join(" ")
    }

    pub(crate) fn n_moves(&self) -> usize {
        self.workspace.view().unwrap().position.moves.len()
    }

    /// The games that can be continued, in a few words.
    pub(crate) fn unfinished(&mut self) -> Vec<String> {
        if let Some(game) = self.workspace.game() {
            assert!(game.wait_until_saved(Duration::from_secs(10)));
        }
        let games = self.workspace.unfinished();
        games.iter().map(|it| words::unfinished(it, it.time).title).collect()
    }
}
