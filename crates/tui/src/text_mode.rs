//! The program as lines of text, for screen readers and scripts: commands in,
//! sentences out.

use std::io::{self, BufRead, Write};
use std::iter;
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use tengen_front::command::Command;
use tengen_front::line::{BadLine, Inquiry, Order, parse};
use tengen_front::notice::{Notice, ReviewNotice};
use tengen_front::question::{Answer, Question};
use tengen_front::refusal::Refusal;
use tengen_front::words::{self, ClockNews};
use tengen_front::workspace::{Done, Reply, Screen, Waker, Workspace, WorkspaceOptions};
use tengen_rules::Color;
use tengen_session::{ClockView, Phase, View};

use crate::opening::Opening;
use crate::run::{RunError, open_workspace};

/// The longest wait for news in one go.
const WAIT: Duration = Duration::from_millis(500);

/// The time between two looks at a clock that runs, and while none does.
const TICK: Duration = Duration::from_millis(200);
const STILL: Duration = Duration::from_secs(60);

/// Runs the program with commands from lines until there are no more, or one
/// says so.
///
/// # Errors
///
/// Returns [`RunError`] if the game cannot begin, or lines cannot be read or
/// written.
pub fn run_text(
    opening: &Opening,
    options: WorkspaceOptions,
    input: impl BufRead + Send + 'static,
    output: &mut dyn Write,
) -> Result<(), RunError> {
    if let Opening::Career { .. } = opening {
        return Err(RunError::Refused(words::needs_terminal()));
    }
    let (sender, receiver) = mpsc::channel();
    let (workspace, notices) = open_workspace(options.with_waker(waker(sender.clone())));
    let mut conversation = Conversation {
        workspace,
        question: None,
        has_ended: false,
        last_status: String::new(),
        clock_news: ClockNews::default(),
        output,
    };
    for notice in &notices {
        conversation.say(&words::notice(notice, conversation.workspace.keys()))?;
    }
    conversation.begin(opening)?;
    read_lines(input, sender)?;
    while !conversation.has_ended {
        let pause = if conversation.has_clock() { TICK } else { STILL };
        match receiver.recv_timeout(pause) {
            Err(RecvTimeoutError::Timeout) => conversation.hear_clock()?,
            Ok(Wake::News) => conversation.hear_news()?,
            Ok(Wake::Line(line)) => match str::from_utf8(&line?) {
                Ok(text) => conversation.hear(text.trim_end_matches('\r'))?,
                Err(_) => conversation.say("That line is not UTF-8 text.")?,
            },
            Ok(Wake::End) | Err(RecvTimeoutError::Disconnected) => break,
        }
    }
    Ok(())
}

/// What wakes the program.
#[derive(Debug)]
enum Wake {
    Line(io::Result<Vec<u8>>),
    /// There are no more lines.
    End,
    /// Something has happened to the game.
    News,
}

/// Lets other threads wake the program.
fn waker(sender: Sender<Wake>) -> Waker {
    Waker::new(move || {
        // A closed channel means that the program has ended.
        let _ = sender.send(Wake::News);
    })
}

/// Starts the thread that waits for lines, which ends with them or with the
/// program.
fn read_lines(input: impl BufRead + Send + 'static, sender: Sender<Wake>) -> io::Result<()> {
    let thread = thread::Builder::new().name("input".into());
    thread.spawn(move || {
        let lines = input.split(b'\n').map(Wake::Line);
        for wake in lines.chain(iter::once(Wake::End)) {
            if sender.send(wake).is_err() {
                return;
            }
        }
    })?;
    Ok(())
}

struct Conversation<'a> {
    workspace: Workspace,
    /// What must be answered before something is done.
    question: Option<Question>,
    has_ended: bool,
    /// How the game stood when it was last said.
    last_status: String,
    clock_news: ClockNews,
    output: &'a mut dyn Write,
}

impl Conversation<'_> {
    fn begin(&mut self, opening: &Opening) -> Result<(), RunError> {
        if let Opening::Menu = opening {
            self.say("Tengen, the game of Go. Type new for a game, or help.")?;
            if self.workspace.is_first_start() {
                self.say("New to Go? Type quit, and run tengen learn.")?;
            }
            if !self.workspace.unfinished().is_empty() {
                self.say("Unfinished games; type continue and a number to resume one:")?;
                return self.follow(Ok(Done::Show(Screen::Unfinished)));
            }
            return Ok(());
        }
        let opened = opening.open(&mut self.workspace);
        match opened {
            Err(reason) => Err(RunError::refused(&reason, self.workspace.keys())),
            opened => self.follow(opened),
        }
    }

    /// Follows a line.
    fn hear(&mut self, text: &str) -> Result<(), RunError> {
        let text = text.trim();
        if text.is_empty() {
            return Ok(());
        }
        if let Some(question) = self.question.take()
            && let Some(answer) = answer_of(&question, text)
        {
            let done = self.workspace.answer(question, answer);
            return self.follow(done);
        }
        match parse(text) {
            Ok(order @ Order::Edit(_)) => self.edit(order),
            Ok(Order::Command(Command::Review)) => self.review(),
            Ok(Order::Command(Command::Hint)) => self.analyze(Command::Hint, Inquiry::Hints),
            Ok(Order::Command(Command::Estimate)) => {
                self.analyze(Command::Estimate, Inquiry::Estimate)
            }
            Ok(order) => {
                let before = self.workspace.view().cloned();
                match self.workspace.order(order) {
                    Ok(Reply::Answer(answer)) => self.say(&answer),
                    Ok(Reply::Done(done)) => self.follow_from(before.as_ref(), Ok(done)),
                    Err(reason) => self.follow(Err(reason)),
                }
            }
            Err(reason) => self.follow(Err(reason.into())),
        }
    }

    /// Changes what is written at the position, and says what is there now.
    fn edit(&mut self, order: Order) -> Result<(), RunError> {
        match self.workspace.order(order) {
            Ok(Reply::Done(Done::Nothing)) => self.answer_order(Order::Ask(Inquiry::Notes)),
            Ok(Reply::Done(done)) => self.follow(Ok(done)),
            Ok(Reply::Answer(answer)) => self.say(&answer),
            Err(reason) => self.follow(Err(reason)),
        }
    }

    /// Has an engine look at the position, and says what it thinks.
    fn analyze(&mut self, command: Command, inquiry: Inquiry) -> Result<(), RunError> {
        if let Err(reason) = self.workspace.command(command) {
            return self.follow(Err(reason));
        }
        self.wait_while(|it| it.view().is_some_and(|view| view.engine.is_analyzing))?;
        let answer = self.workspace.order(Order::Ask(inquiry));
        let hidden = self.workspace.hide_analysis();
        match answer {
            Ok(Reply::Answer(answer)) => self.say(&answer),
            Ok(Reply::Done(_)) => self.follow(hidden),
            Err(reason) => self.follow(Err(reason)),
        }
    }

    /// Has the game reviewed, and says what was found once every move was
    /// looked at; the rest goes on meanwhile.
    fn review(&mut self) -> Result<(), RunError> {
        let done = self.workspace.command(Command::Review);
        let has_started = matches!(&done, Ok(Done::Told(Notice::Review(ReviewNotice::Started))));
        self.follow(done)?;
        if !has_started {
            return Ok(());
        }
        let mut told = 0;
        while let Some(review) = self.workspace.review().filter(|it| it.state.is_running()) {
            let progress = review.report.progress;
            if progress.is_swept() {
                break;
            }
            let quarter = 4 * progress.n_swept / progress.n_positions.max(1);
            if quarter > told {
                told = quarter;
                let text = words::review_progress(review);
                self.say(&text)?;
            }
            let news = self.workspace.wait(WAIT);
            self.say_all(&news.notices)?;
        }
        match self.workspace.order(Order::Ask(Inquiry::Report)) {
            Ok(Reply::Answer(answer)) => self.say(&answer),
            Ok(Reply::Done(_)) => Ok(()),
            Err(reason) => self.follow(Err(reason)),
        }
    }

    /// Says what came of something, and then how the game stands.
    fn follow(&mut self, done: Result<Done, Refusal>) -> Result<(), RunError> {
        self.follow_from(None, done)
    }

    /// The same, and what the person has done since a view of the game.
    fn follow_from(
        &mut self,
        before: Option<&View>,
        done: Result<Done, Refusal>,
    ) -> Result<(), RunError> {
        let text = match done {
            Ok(Done::Nothing | Done::Local | Done::Show(Screen::Game)) => {
                self.wait_while(Workspace::is_busy)?;
                self.last_status = self.workspace.status();
                let since = before.zip(self.workspace.view());
                match since.and_then(|(before, after)| words::since(before, after)) {
                    Some(since) => format!("{since} {}", self.last_status),
                    None => self.last_status.clone(),
                }
            }
            Ok(Done::Told(notice)) => {
                self.say(&words::notice(&notice, self.workspace.keys()))?;
                return self.say_news();
            }
            Ok(Done::Ask(question)) => {
                let text = words::question(&question, self.workspace.keys());
                self.question = Some(question);
                text
            }
            Ok(Done::Show(screen)) => return self.show(&screen),
            Ok(Done::Load(path)) => {
                let done = self.workspace.open_loaded(&path);
                return self.follow(done);
            }
            Ok(Done::Join(task)) => {
                let done = self.workspace.run_join(*task);
                return self.follow(done);
            }
            Ok(Done::Quit) => {
                self.has_ended = true;
                "Goodbye.".to_owned()
            }
            Err(reason) => words::refusal(&reason, self.workspace.keys()),
        };
        self.say(&text)
    }

    /// Says what another front end would have a screen for.
    fn show(&mut self, screen: &Screen) -> Result<(), RunError> {
        let inquiry = match screen {
            Screen::Unfinished => Inquiry::Unfinished,
            Screen::Games => Inquiry::Games,
            Screen::KeyMoves => Inquiry::Mistakes,
            Screen::Report => Inquiry::Report,
            Screen::Info => Inquiry::Info,
            Screen::Comment => Inquiry::Comment,
            Screen::NodeName => Inquiry::Notes,
            Screen::PlayOn => return self.follow(Err(Refusal::NoPlayers)),
            Screen::Learn => {
                return self.say("The lessons are a command of their own: tengen learn");
            }
            Screen::Glossary(word) => return self.answer_order(Order::Glossary(word.clone())),
            Screen::Library(query) => return self.answer_order(Order::Library(query.clone())),
            Screen::Explorer(words) => return self.answer_order(Order::Position(*words)),
            Screen::Statistics(query) => {
                return self.answer_order(Order::Statistics(query.clone()));
            }
            Screen::GuessLead => {
                return self.follow(Err(Refusal::NotALead(String::new())));
            }
            Screen::SaveAs => return self.follow(Err(BadLine::NoFile("save".to_owned()).into())),
            Screen::Join => return self.follow(Err(BadLine::NoText("join".to_owned()).into())),
            Screen::ExportPicture => {
                return self.follow(Err(BadLine::NoFile("export".to_owned()).into()));
            }
            _ => return self.say(words::TYPED_HELP),
        };
        self.answer_order(Order::Ask(inquiry))
    }

    fn answer_order(&mut self, order: Order) -> Result<(), RunError> {
        match self.workspace.order(order) {
            Ok(Reply::Answer(answer)) => self.say(&answer),
            Ok(Reply::Done(done)) => self.follow(Ok(done)),
            Err(reason) => self.follow(Err(reason)),
        }
    }

    /// Says what others have done in a game on a server, and that time is up.
    /// Elsewhere, nothing happens without a line that waits for it.
    fn hear_news(&mut self) -> Result<(), RunError> {
        let is_over = |it: &View| matches!(it.game.phase, Phase::Over(_));
        if self.workspace.link().is_none() {
            let was_over = self.workspace.view().is_none_or(is_over);
            self.say_news()?;
            if was_over || !self.workspace.view().is_some_and(is_over) {
                return Ok(());
            }
        }
        self.say_news()?;
        let status = self.workspace.status();
        if status == self.last_status {
            return Ok(());
        }
        self.last_status.clone_from(&status);
        self.say(&status)
    }

    /// Whether the clock of a person runs.
    fn has_clock(&self) -> bool {
        self.running_clock().is_some()
    }

    fn running_clock(&self) -> Option<(Color, ClockView)> {
        let game = &self.workspace.view()?.game;
        let is_told = |it: &Color| game.clocks[*it].is_running && game.seats[*it].is_person();
        let color = Color::ALL.into_iter().find(is_told)?;
        game.clocks[color].shown().map(|_| (color, game.clocks[color]))
    }

    /// Says how time runs out.
    fn hear_clock(&mut self) -> Result<(), RunError> {
        self.workspace.refresh_clocks();
        let Some((color, clock)) = self.running_clock() else { return Ok(()) };
        match self.clock_news.hear(color, clock.left) {
            Some(text) => self.say(&text),
            None => Ok(()),
        }
    }

    /// Waits until engines have answered, and says what goes wrong.
    fn wait_while(&mut self, is_busy: impl Fn(&Workspace) -> bool) -> Result<(), RunError> {
        self.say_news()?;
        while is_busy(&self.workspace) {
            let news = self.workspace.wait(WAIT);
            self.say_all(&news.notices)?;
        }
        Ok(())
    }

    fn say_news(&mut self) -> Result<(), RunError> {
        let news = self.workspace.poll();
        self.say_all(&news.notices)
    }

    fn say_all(&mut self, notices: &[tengen_front::notice::Notice]) -> Result<(), RunError> {
        for notice in notices {
            self.say(&words::notice(notice, self.workspace.keys()))?;
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> Result<(), RunError> {
        writeln!(self.output, "{text}")?;
        Ok(self.output.flush()?)
    }
}

/// The answer that a line is, if it is one.
fn answer_of(question: &Question, text: &str) -> Option<Answer> {
    let answers = question.answers();
    match text.to_lowercase().as_str() {
        "y" | "yes" => Some(Answer::Yes),
        "n" | "no" if answers.contains(&Answer::No) => Some(Answer::No),
        "n" | "no" | "cancel" => Some(Answer::Cancel),
        _ => None,
    }
}
