//! `tengen learn --mistakes`: the deck of mistakes, as a conversation.

use std::io::{self, BufRead, Write};
use std::path::PathBuf;
use std::time::{Duration, SystemTime};

use tengen_analysis::{AnalysisRequest, Analyst, Effort, Stop};
use tengen_engine::{Search, Settings};
use tengen_front::key::KeyTable;
use tengen_front::{FrontEnd, words};
use tengen_host::{DeckExercise, Dirs};
use tengen_library::{Access, DeckStatistics, Grade, Library, LibraryError};
use tengen_picture::{NodeOptions, Numbers, Scene, TextStyle};
use tengen_record::{InfoKey, NodeId, Record};
use tengen_review::exercise::Answer;
use tengen_rules::{Color, Move, Ruleset};

use super::board::{Boards, write_stones};
use crate::failure::Failure;
use crate::terminal_text::clean;

/// The visits for an answer that nobody has looked at.
const VISITS: u32 = 200;

/// The memory of the search for such answers.
const MEMORY: usize = 64 << 20;

/// The rules of a record that names none.
const RULES: Ruleset = Ruleset::CHINESE;

const HELP: &str = "\
Type a move such as D4, or pass.
show    shows the answer
board   shows the position again
skip    goes on, and asks this again later
quit    ends the practice";

/// Asks about all mistakes that are due.
pub(super) fn run(boards: Boards, input: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
    let path = Dirs::find().map_err(|_| Failure::NoLibraryHome)?.library_file();
    let failure = |error| Failure::Library(path.clone(), error);
    let library = match Library::open(&path, Access::Write) {
        Err(LibraryError::Missing) => {
            write_nothing(DeckStatistics::default(), out)?;
            return Ok(());
        }
        opened => opened.map_err(failure)?,
    };
    let mut practice = Practice { library, path, boards, n_asked: 0, n_right: 0, search: None };
    practice.run(input, out)
}

/// What to do if nothing is due.
fn write_nothing(deck: DeckStatistics, out: &mut dyn Write) -> io::Result<()> {
    if deck.n_exercises > 0 {
        let exercises = count(deck.n_exercises, "exercise");
        return writeln!(out, "Nothing is due today. Your deck has {exercises}.");
    }
    writeln!(out, "There is nothing to practice yet.")?;
    writeln!(out, "Review your games with tengen review FILE: their mistakes become exercises.")
}

fn count(n: u32, noun: &str) -> String {
    if n == 1 { format!("1 {noun}") } else { format!("{n} {noun}s") }
}

/// A deck that is gone through.
struct Practice {
    library: Library,
    path: PathBuf,
    boards: Boards,
    n_asked: u32,
    n_right: u32,
    search: Option<Search>,
}

/// How an exercise ended.
enum End {
    Answered(Grade),
    Skipped,
    Quit,
}

/// What a line means.
enum Line {
    Move(Move),
    Show,
    Board,
    Skip,
    Help,
    Quit,
    Next,
    Unknown,
}

impl Practice {
    fn run(&mut self, input: impl BufRead, out: &mut dyn Write) -> Result<(), Failure> {
        let now = SystemTime::now();
        let deck = self.library.deck_statistics(now).map_err(|it| self.failure(it))?;
        let due = self.library.due_exercises(now, u32::MAX).map_err(|it| self.failure(it))?;
        let mut lines =
            input.split(b'\n').map(|line| line.map(|it| clean(&String::from_utf8_lossy(&it))));
        let mut n_left = due.len();
        for asked in due {
            let opened = DeckExercise::open(&self.library, &asked, RULES);
            let Some(exercise) = opened.map_err(|it| self.failure(it))? else {
                // Its game was removed, or judged anew, and it is no mistake.
                self.library.remove_exercise(asked.id).map_err(|it| self.failure(it))?;
                n_left -= 1;
                continue;
            };
            if self.n_asked == 0 {
                let all = count(deck.n_exercises, "exercise");
                writeln!(out, "{n_left} of {all} due. Type help to see what you can type.")?;
            }
            match self.ask(&exercise, &mut lines, out)? {
                End::Quit => break,
                End::Skipped => (),
                End::Answered(grade) => {
                    let next = self.library.answer_exercise(exercise.id, grade, SystemTime::now());
                    let next = next.map_err(|it| self.failure(it))?;
                    writeln!(out, "{}", when(next))?;
                }
            }
        }
        if self.n_asked == 0 {
            let deck = self.library.deck_statistics(now).map_err(|it| self.failure(it))?;
            write_nothing(deck, out)?;
        } else {
            writeln!(out, "\n{} of {} right.", self.n_right, self.n_asked)?;
        }
        Ok(())
    }

    fn failure(&self, error: LibraryError) -> Failure {
        Failure::Library(self.path.clone(), error)
    }

    /// Asks until the answer is right, was shown, or nobody wants to know.
    fn ask(
        &mut self,
        it: &DeckExercise,
        lines: &mut dyn Iterator<Item = io::Result<String>>,
        out: &mut dyn Write,
    ) -> Result<End, Failure> {
        let DeckExercise { record, exercise, .. } = it;
        let mover = words::color(exercise.to_play);
        writeln!(out, "\n{}\n", title(record, exercise.mistake))?;
        self.write_board(record, exercise.position, 0, out)?;
        let mut grade = None;
        loop {
            match grade {
                None => write!(out, "({mover} to play; {} was a mistake) > ", name(it.played()))?,
                Some(_) => write!(out, "({mover} to play; show for the answer) > ")?,
            }
            out.flush()?;
            let Some(line) = lines.next() else {
                writeln!(out)?;
                return Ok(grade.map_or(End::Quit, End::Answered));
            };
            match parse(line?.trim()) {
                Line::Move(mv) => match self.judge(it, mv, grade.is_none(), out)? {
                    Some(true) => return Ok(End::Answered(grade.unwrap_or(Grade::Good))),
                    Some(false) => grade = Some(Grade::Again),
                    None => (),
                },
                Line::Show => {
                    self.n_asked += u32::from(grade.is_none());
                    self.show(it, out)?;
                    return Ok(End::Answered(Grade::Again));
                }
                Line::Next | Line::Skip if grade.is_some() => {
                    return Ok(End::Answered(Grade::Again));
                }
                Line::Skip => return Ok(End::Skipped),
                Line::Quit => return Ok(grade.map_or(End::Quit, End::Answered)),
                Line::Board => self.write_board(record, exercise.position, 0, out)?,
                Line::Help => writeln!(out, "{HELP}")?,
                Line::Next | Line::Unknown => {
                    writeln!(out, "Type a point such as D4, or help.")?;
                }
            }
        }
    }

    /// Says whether an answer is right, and plays out what follows it; `None`
    /// if it cannot be judged.
    fn judge(
        &mut self,
        it: &DeckExercise,
        mv: Move,
        is_first: bool,
        out: &mut dyn Write,
    ) -> Result<Option<bool>, Failure> {
        let DeckExercise { record, review, exercise, .. } = it;
        let Some(after) = exercise.after(review, record, mv) else {
            let game = record.game(exercise.position, RULES);
            let reason = game.check_as(exercise.to_play, mv).err();
            let keys = KeyTable::new(FrontEnd::Text);
            let sentence = reason.map(|it| words::illegal(it, &keys));
            writeln!(out, "{}", sentence.unwrap_or("That move is not allowed.".to_owned()))?;
            return Ok(None);
        };
        let answer = match exercise.check(mv) {
            Answer::Unknown => {
                let search = self.search.get_or_insert_with(|| {
                    Search::new(Settings { memory: MEMORY, ..Settings::default() })
                });
                search.clear();
                let question = AnalysisRequest {
                    to_play: !exercise.to_play,
                    ..AnalysisRequest::new(&after, Effort::Visits(VISITS))
                };
                match search.analyze(&question, &Stop::new(), &mut |_| ()) {
                    Ok(analysis) => exercise.mark(&analysis),
                    Err(_) => Answer::Unknown,
                }
            }
            known => known,
        };
        let (is_right, loss, line) = match answer {
            Answer::Right { loss, line } => (true, loss, line),
            Answer::Wrong { loss, refutation } => (false, loss, refutation),
            Answer::Unknown => {
                writeln!(out, "{} could not be judged.", name(mv))?;
                return Ok(None);
            }
        };
        self.n_asked += u32::from(is_first);
        self.n_right += u32::from(is_first && is_right);
        let mv_name = name(mv);
        if is_right {
            match loss {
                _ if loss < 0.3 => writeln!(out, "Right: {mv_name} is best.")?,
                _ => writeln!(out, "Right: {mv_name} is {} off.", words::lost_points(loss))?,
            }
            writeln!(out, "{}", mistake(it))?;
        } else {
            let reply = line.first().map(|reply| {
                format!(": {} answers {}", words::color(!exercise.to_play), name(*reply))
            });
            let reply = reply.unwrap_or_default();
            writeln!(out, "Wrong: {mv_name} loses {}{reply}.", words::lost_points(loss))?;
            self.write_line(it, mv, &line, out)?;
        }
        Ok(Some(is_right))
    }

    fn show(&self, it: &DeckExercise, out: &mut dyn Write) -> io::Result<()> {
        let Some(best) = it.exercise.known.first() else { return Ok(()) };
        writeln!(out, "The answer is {}.\n{}", name(best.mv), mistake(it))?;
        self.write_line(it, best.mv, &best.line, out)
    }

    /// The board after a move and what follows it, with the numbers of both.
    fn write_line(
        &self,
        it: &DeckExercise,
        mv: Move,
        line: &[Move],
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let mut record = it.record.clone();
        let (mut node, mut color, mut n_moves) = (it.exercise.position, it.exercise.to_play, 0);
        for &mv in std::iter::once(&mv).chain(line) {
            let Ok(next) = record.play(node, color, mv) else { break };
            (node, color, n_moves) = (next, !color, n_moves + 1);
            if n_moves == 1 {
                // Small numbers keep the board narrow.
                let _ = record.set_move_number(node, Some(1));
            }
        }
        writeln!(out)?;
        self.write_board(&record, node, n_moves, out)?;
        let names: Vec<String> = std::iter::once(&mv).chain(line).map(|it| name(*it)).collect();
        if names.len() > 1 {
            writeln!(out, "{}\n", names.join(" "))?;
        }
        Ok(())
    }

    fn write_board(
        &self,
        record: &Record,
        node: NodeId,
        n_moves: u32,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        match self.boards {
            Boards::Words => write_stones(record.position(node).board(), out),
            Boards::Drawn => {
                let numbers = if n_moves > 0 { Numbers::Last(n_moves) } else { Numbers::None };
                let options = NodeOptions { numbers, ..NodeOptions::default() };
                let scene = Scene::of_node(record, node, &options);
                writeln!(out, "{}", scene.to_text(TextStyle::default()))
            }
        }
    }
}

/// What was played in the game, and why that was a mistake.
fn mistake(it: &DeckExercise) -> String {
    let (played, lost) = (name(it.played()), words::lost_points(it.exercise.loss));
    let mut sentences = vec![format!("In the game, {played} lost {lost}.")];
    let reasons = it.exercise.reasons.iter();
    sentences.extend(reasons.map(|&reason| words::reason(reason, it.exercise.to_play)));
    sentences.join(" ")
}

/// Which game it is, and which move.
fn title(record: &Record, mistake: NodeId) -> String {
    let info = record.info_at(mistake);
    let text = |key| info.text(key).map(|it| clean(&it)).unwrap_or_default();
    let player = |color| {
        let name = text(InfoKey::Player(color)).trim().to_owned();
        if name.is_empty() { words::color(color).to_owned() } else { name }
    };
    let players = Color::ALL.map(player).join(" – ");
    let date = Some(text(InfoKey::Date)).filter(|it| !it.trim().is_empty());
    let number = record.moves(mistake).last().map_or(0, |it| it.number);
    let date = date.map_or(String::new(), |it| format!(", {it}"));
    format!("{players}{date}, move {number}")
}

fn name(mv: Move) -> String {
    match mv {
        Move::Pass => "pass".to_owned(),
        Move::Play(point) => point.to_string(),
    }
}

/// When an exercise comes again.
fn when(next: SystemTime) -> String {
    const DAY: Duration = Duration::from_secs(86_400);
    let wait = next.duration_since(SystemTime::now()).unwrap_or_default();
    match (wait + DAY / 2).as_secs() / DAY.as_secs() {
        0 => "This one comes again soon.".to_owned(),
        1 => "This one comes again tomorrow.".to_owned(),
        days => format!("This one comes again in {days} days."),
    }
}

fn parse(line: &str) -> Line {
    match line.to_lowercase().as_str() {
        "" | "next" => Line::Next,
        "show" | "answer" | "hint" => Line::Show,
        "board" => Line::Board,
        "skip" => Line::Skip,
        "help" | "?" => Line::Help,
        "quit" | "exit" | "q" => Line::Quit,
        text => text.parse().map_or(Line::Unknown, Line::Move),
    }
}
