//! Everything that ends the program early, as one sentence.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use clap::error::{ContextKind, ContextValue, ErrorKind};
use tengen_analysis_protocol::ConfigError;
use tengen_arena::ContestError;
use tengen_arena::opening::OpeningError;
use tengen_arena::results_file::ResultsFileError;
use tengen_bot::BotError;
use tengen_gtp::controller::{Error as EngineError, ParseCommandLineError};
use tengen_host::NoHome;
use tengen_library::{LibraryError, ParsePatternError};
use tengen_net::LoadNetworkError;
use tengen_picture::{GifError, PngError};
use tengen_record::{EditError, NoRecord};
use tengen_remote::api::ApiFailure;
use tengen_rules::handicap::NoFixedPoints;
use tengen_rules::{Point, Size};
use tengen_server::StartError;
use tengen_server::admin::AdminError;
use tengen_server::load::LoadError;
use tengen_server::store::StoreError;
use tengen_tui::RunError;

use crate::bot;
use crate::record::RecordError;

/// The reason why a command was not done.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The arguments are wrong.
    Usage(clap::Error),
    /// A file cannot be read.
    Read(PathBuf, io::Error),
    /// A file cannot be written.
    Write(PathBuf, io::Error),
    /// A file is larger than any record.
    TooLarge(PathBuf),
    /// A file has no game.
    NoGame(PathBuf),
    /// A folder has no records.
    NoRecords(PathBuf),
    /// A file in another format cannot be replaced by SGF.
    NotSgf(PathBuf),
    /// The first game of a file cannot be shown.
    NoRecord(PathBuf, NoRecord),
    /// The game has fewer moves than asked for.
    NoMove(PathBuf, u32, usize),
    /// A picture cannot be made.
    Picture(PathBuf, PngError),
    /// The name of a picture does not say which format it has.
    PictureEnding(PathBuf),
    /// Two records would be drawn into one file.
    SamePicture {
        /// The second record.
        source: PathBuf,
        /// The first record.
        first: PathBuf,
        /// The file.
        path: PathBuf,
    },
    /// An animation cannot be made.
    Animation(PathBuf, GifError),
    /// A new file cannot be written.
    Create(PathBuf, io::Error),
    /// The output needs a file or folder.
    NeedsOutput(&'static str),
    /// A file has no game that can be used.
    Record(PathBuf, RecordError),
    /// A stone that was named as dead is not on the board.
    OffBoard(Point, Size),
    /// A stone that was named as dead is not there.
    NoStone(Point),
    /// The command line of an engine cannot be parsed.
    CommandLine(String, ParseCommandLineError),
    /// A file is not a network.
    Network(PathBuf, LoadNetworkError),
    /// A configuration has a wrong setting.
    Config(PathBuf, ConfigError),
    /// The path of this program, to be started as an engine, is unknown.
    Ourselves(io::Error),
    /// The board has no points for the handicap.
    Handicap(NoFixedPoints),
    /// A record cannot be used as an opening.
    Opening(PathBuf, OpeningError),
    /// A folder has no openings.
    NoOpening(PathBuf),
    /// The results of a match cannot be kept.
    ResultsFile(ResultsFileError),
    /// A match cannot be played.
    Match(ContestError),
    /// The command works only on a terminal.
    NeedsTerminal(&'static str),
    /// The terminal program cannot run.
    Terminal(RunError),
    /// The server cannot start.
    Server(StartError),
    /// Something of the server's data cannot be read or written.
    ServerData(PathBuf, StoreError),
    /// There is no data of a server.
    NoServerData(PathBuf),
    /// A server did not start.
    NoServer,
    /// An account cannot be changed.
    Admin(AdminError),
    /// Several servers have nothing to share.
    BenchNodes,
    /// The load could not be measured.
    Load(LoadError),
    /// There is no lesson of this name.
    NoLesson(String),
    /// The guide has no such page, and there is no such command.
    NoTopic(String),
    /// The glossary has no such word.
    NoTerm(String),
    /// The library cannot be used.
    Library(PathBuf, LibraryError),
    /// A text is not a pattern.
    Pattern(ParsePatternError),
    /// A region of a board does not have two corners on it.
    Region(String),
    /// The user has no home folder, and no library was named.
    NoLibraryHome,
    /// The user has no home folder.
    NoHome(NoHome),
    /// The engine of a review cannot be started.
    ReviewEngine(EngineError),
    /// A review cannot be kept in its record.
    ReviewRecord(EditError),
    /// There is no token for a server, in this file or anywhere.
    NoToken(Option<PathBuf>),
    /// The file with the tokens of servers cannot be used.
    Tokens(io::Error),
    /// A server refuses, or does not answer.
    Api(ApiFailure),
    /// A bot cannot play.
    Bot(Box<BotError>),
    /// The output cannot be written.
    Output(io::Error),
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Output(error)
    }
}

impl fmt::Display for Failure {
    #[expect(clippy::too_many_lines, reason = "every error has its sentence here")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Usage(error) => f.write_str(&usage_sentence(error)),
            Failure::NoToken(file) => f.write_str(&bot::no_token(file.as_deref())),
            Failure::Tokens(error) => {
                write!(f, "cannot use the file with the tokens of servers: {error}")
            }
            Failure::Api(failure) => failure.fmt(f),
            Failure::Bot(error) => f.write_str(&bot::failure(error)),
            Failure::NoLesson(name) => f.write_str(&lesson_sentence(name)),
            Failure::NoTopic(topic) => {
                write!(f, "nothing about \"{topic}\"; tengen help lists the topics")
            }
            Failure::NoTerm(term) => {
                write!(f, "the glossary has no {term:?}; tengen learn --glossary lists all words")
            }
            Failure::Read(path, error) => {
                write!(f, "cannot read {}: {}", path.display(), reason(error))
            }
            Failure::Write(path, error) => {
                write!(f, "cannot write {}, left unchanged: {}", path.display(), reason(error))
            }
            Failure::TooLarge(path) => {
                write!(f, "{} is too large, the limit is 1 GiB", path.display())
            }
            Failure::NoRecords(path) => write!(
                f,
                "{} has no records, expected files that end in .sgf, .gib, .ngf, .ugf or .ugi",
                path.display()
            ),
            Failure::NotSgf(path) => write!(
                f,
                "{} is not an SGF file and was left unchanged; without --in-place, the result is \
                 printed",
                path.display()
            ),
            Failure::NoGame(path) => {
                write!(f, "{}: no game found, expected a record such as (;B[aa])", path.display())
            }
            Failure::NoRecord(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::NoMove(path, number, n_moves) => write!(
                f,
                "{}: there is no move {number}, the main line has {n_moves} moves",
                path.display()
            ),
            Failure::Picture(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::PictureEnding(path) => write!(
                f,
                "unknown picture format {}, expected a name ending in .svg, .png, .gif or .txt",
                path.display()
            ),
            Failure::SamePicture { source, first, path } => write!(
                f,
                "{} was skipped: {} already shows {}; render it to another folder",
                source.display(),
                path.display(),
                first.display()
            ),
            Failure::Animation(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Create(path, error) if error.kind() == io::ErrorKind::NotFound => {
                write!(f, "cannot write {}: there is no such folder", path.display())
            }
            Failure::Create(path, error) => {
                write!(f, "cannot write {}: {}", path.display(), reason(error))
            }
            Failure::NeedsOutput(what) => write!(f, "--output is required: name {what}"),
            Failure::Record(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::OffBoard(point, size) => {
                write!(f, "{point} is not on the {size} board")
            }
            Failure::NoStone(point) => {
                write!(f, "there is no stone at {point} to mark dead")
            }
            Failure::CommandLine(text, error) => {
                write!(f, "cannot use \"{text}\" as an engine: {error}")
            }
            Failure::Config(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Network(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::Ourselves(error) => write!(f, "cannot find this program: {error}"),
            Failure::Handicap(error) => error.fmt(f),
            Failure::Opening(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::NoOpening(path) => {
                write!(f, "{} has no records, expected files such as opening.sgf", path.display())
            }
            Failure::ResultsFile(error) => error.fmt(f),
            Failure::Match(error) => error.fmt(f),
            Failure::NeedsTerminal(command) => write!(f, "{command} needs a terminal"),
            Failure::Terminal(error) => error.fmt(f),
            Failure::Server(error) => f.write_str(&server_sentence(error)),
            Failure::ServerData(path, error) => write!(f, "{}: {error}", path.display()),
            Failure::NoServerData(path) => write!(
                f,
                "there is no {}, expected the folder of a server; name it with --data",
                path.display()
            ),
            Failure::Admin(error) => error.fmt(f),
            Failure::NoServer => f.write_str("the server to measure did not start"),
            Failure::BenchNodes => f.write_str(
                "several servers share a database and a bus; name them with --database and --bus",
            ),
            Failure::Load(error) => error.fmt(f),
            Failure::Library(path, error) => f.write_str(&library_sentence(path, error)),
            Failure::Pattern(error) => write!(f, "this is not a pattern: {error}"),
            Failure::Region(text) => {
                write!(f, "{text} is not a region of the board, expected two corners such as A1:J9")
            }
            Failure::NoLibraryHome => {
                f.write_str("you have no home folder, so name a file with --library")
            }
            Failure::NoHome(_) => {
                f.write_str("you have no home folder, so name a folder with --data")
            }
            Failure::ReviewEngine(error) => error.fmt(f),
            Failure::ReviewRecord(error) => write!(f, "cannot keep the review: {error}"),
            Failure::Output(error) => write!(f, "cannot write the output: {error}"),
        }
    }
}

/// Which lessons there are.
fn lesson_sentence(name: &str) -> String {
    let names = crate::learn::lesson_names();
    format!("unknown lesson {name:?}, expected a number or one of {names}")
}

/// Why a server cannot start, and what to do.
fn server_sentence(error: &StartError) -> String {
    match error {
        StartError::Listen(address, error) if error.kind() == io::ErrorKind::AddrInUse => format!(
            "port {} is in use, perhaps by another tengen serve; choose another with --listen \
             {}:{}",
            address.port(),
            address.ip(),
            address.port().wrapping_add(1).max(1024)
        ),
        StartError::Listen(address, error) => {
            format!("cannot listen at {address}: {}; choose --listen", reason(error))
        }
        StartError::Folder(folder, error) => format!(
            "cannot use the folder {}: {}; choose another with --data",
            folder.display(),
            reason(error)
        ),
        StartError::Store(_, StoreError::Failed(_)) => {
            format!("{error}; choose another folder with --data")
        }
        StartError::Database(reason) => {
            format!("cannot use the database: {reason}; look at --database and whether it runs")
        }
        StartError::Bus(reason) => {
            format!("cannot use the bus: {reason}; look at --bus")
        }
        StartError::Store(..) | StartError::Threads(_) => error.to_string(),
    }
}

/// What is wrong with a library, and what to do.
fn library_sentence(path: &Path, error: &LibraryError) -> String {
    let path = path.display();
    match error {
        LibraryError::Newer { .. } => format!(
            "{path} was written by a later version of tengen and was left untouched; update tengen \
             to open it"
        ),
        LibraryError::NotALibrary => {
            format!("{path} is not a library of games and was left untouched; choose --library")
        }
        LibraryError::Missing => {
            format!("there is no library yet at {path}; make one with tengen library add GAMES")
        }
        LibraryError::Damaged => format!(
            "the library {path} is damaged; tengen library rebuild saves what can be read, and \
             keeps the damaged file"
        ),
        LibraryError::BeyondRepair => format!(
            "nothing can be saved of {path}, which was left as it was; move it away and add your \
             games again"
        ),
        LibraryError::ReadOnly => {
            format!("{path} cannot be written, so nothing was changed; check its permissions")
        }
        LibraryError::Full => format!(
            "the disk is full; what {path} had before is safe, and the same command goes on once \
             there is space"
        ),
        LibraryError::Busy => {
            format!("another program is writing {path}; try again when it has finished")
        }
        LibraryError::Cancelled => "stopped".to_owned(),
        LibraryError::NoGame(id) => {
            format!("there is no game {id} in the library; tengen library list shows the numbers")
        }
        LibraryError::Query(error) => {
            format!("{error} (at character {} of the query)", error.column)
        }
        LibraryError::OtherGame(id) => format!("game {id} is another game than the reviewed one"),
        LibraryError::BadName(name) => format!("{name:?} cannot be used as a name"),
        LibraryError::File(path, error) => format!("{}: {}", path.display(), reason(error)),
        error => format!("{path}: {error}"),
    }
}

/// The reason that the system gives, without its error number.
pub(crate) fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::NotFound => "there is no such file".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        io::ErrorKind::IsADirectory => "it is a folder".to_owned(),
        io::ErrorKind::NotADirectory => "part of its path is not a folder".to_owned(),
        io::ErrorKind::StorageFull => "the disk is full".to_owned(),
        io::ErrorKind::ReadOnlyFilesystem => "the disk is read-only".to_owned(),
        _ => {
            let text = error.to_string();
            text.split_once(" (os error").map_or(text.as_str(), |(it, _)| it).to_owned()
        }
    }
}

/// What is wrong with the arguments, in one sentence.
fn usage_sentence(error: &clap::Error) -> String {
    let context = |kind: ContextKind| {
        error.get(kind).map(|value| match value {
            ContextValue::Strings(texts) => texts.join(", "),
            value => value.to_string(),
        })
    };
    let argument = context(ContextKind::InvalidArg).unwrap_or_default();
    // The placeholder of the value is redundant beside the value itself.
    let option = argument.split_once(' ').map_or(argument.as_str(), |(option, _)| option);
    let value = context(ContextKind::InvalidValue).unwrap_or_default();
    let suggestion = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand]
        .into_iter()
        .find_map(|kind| match error.get(kind)? {
            // The nearest one is the last.
            ContextValue::Strings(texts) => texts.last().cloned(),
            value => Some(value.to_string()),
        })
        .map(|it| format!(", did you mean {it}?"))
        .unwrap_or_default();
    match error.kind() {
        ErrorKind::ValueValidation => {
            let reason = std::error::Error::source(error).map(ToString::to_string);
            format!("{option} {value}: {}", reason.unwrap_or_else(|| "not allowed".into()))
        }
        ErrorKind::InvalidValue if value.is_empty() => format!("{option} needs a value"),
        ErrorKind::InvalidValue => {
            let valid = context(ContextKind::ValidValue).unwrap_or_default();
            format!("{option} {value}: unknown, expected one of {valid}")
        }
        ErrorKind::UnknownArgument if argument.starts_with('-') => {
            format!("unknown option {argument}{}", or_help(&suggestion, error))
        }
        ErrorKind::UnknownArgument => {
            format!("unexpected argument {argument}{}", or_help(&suggestion, error))
        }
        ErrorKind::InvalidSubcommand => {
            let command = context(ContextKind::InvalidSubcommand).unwrap_or_default();
            format!("unknown command {command}{}", or_help(&suggestion, error))
        }
        ErrorKind::MissingRequiredArgument => {
            format!("{argument} is required{}", or_help("", error))
        }
        ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand | ErrorKind::MissingSubcommand => {
            format!("a command is required: one of {}", subcommands(&error.to_string()))
        }
        ErrorKind::ArgumentConflict => {
            let other = context(ContextKind::PriorArg).unwrap_or_default();
            if other == argument || other.is_empty() {
                format!("{option} is given more than once")
            } else {
                format!("{argument} cannot be used with {other}")
            }
        }
        _ => {
            let text = error.to_string();
            let line = text.lines().next().unwrap_or_default();
            format!("{}, see --help", line.trim_start_matches("error: "))
        }
    }
}

/// A suggestion, or else the help of the command that was used.
fn or_help(suggestion: &str, error: &clap::Error) -> String {
    if !suggestion.is_empty() {
        return suggestion.to_owned();
    }
    let usage = error.get(ContextKind::Usage).map(ToString::to_string).unwrap_or_default();
    let command = usage.split_once("Usage: ").map_or("tengen", |(_, rest)| rest);
    let is_name = |it: &&str| it.starts_with(|first: char| first.is_ascii_lowercase());
    let names: Vec<&str> = command.split_whitespace().take_while(is_name).collect();
    format!(", see {} --help", if names.is_empty() { "tengen".into() } else { names.join(" ") })
}

/// The names of the commands that a help text lists.
fn subcommands(help: &str) -> String {
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let entries = lines.take_while(|line| !line.is_empty());
    let names = entries.filter_map(|line| line.split_whitespace().next());
    let names: Vec<&str> = names.filter(|&it| it != "help").collect();
    names.join(", ")
}
