//! Command lines: a program and its arguments, written as for a shell.

use std::error::Error;
use std::ffi::OsStr;
use std::fmt;
use std::iter::Peekable;
use std::path::Path;
use std::str::{Chars, FromStr};

/// A program and its arguments.
///
/// Words are separated by spaces. Single quotes keep what is between them as
/// it is, double quotes keep all but the backslash, and a backslash keeps the
/// next character. Nothing else that a shell does is done: no shell is
/// involved.
///
/// ```
/// use tengen_gtp::controller::CommandLine;
///
/// let line: CommandLine = r#"katago gtp -model "my net.bin.gz""#.parse()?;
/// assert_eq!(line.program(), "katago");
/// assert_eq!(line.arguments(), ["gtp", "-model", "my net.bin.gz"]);
/// assert_eq!(line.to_string(), "katago gtp -model 'my net.bin.gz'");
/// # Ok::<(), tengen_gtp::controller::ParseCommandLineError>(())
/// ```
#[derive(Clone, Debug, Eq, PartialEq, Hash)]
pub struct CommandLine {
    program: String,
    arguments: Vec<String>,
}

impl CommandLine {
    /// A program with these arguments, which need no quotes.
    pub fn new<T: Into<String>>(
        program: impl Into<String>,
        arguments: impl IntoIterator<Item = T>,
    ) -> CommandLine {
        let arguments = arguments.into_iter().map(T::into).collect();
        CommandLine { program: program.into(), arguments }
    }

    /// The program: a path, or a name that is looked up as usual.
    pub fn program(&self) -> &str {
        &self.program
    }

    /// The words behind the program.
    pub fn arguments(&self) -> &[String] {
        &self.arguments
    }

    /// The name of the program without its folder.
    pub fn name(&self) -> &str {
        let name = Path::new(&self.program).file_stem().and_then(OsStr::to_str);
        name.unwrap_or(&self.program)
    }
}

impl FromStr for CommandLine {
    type Err = ParseCommandLineError;

    fn from_str(text: &str) -> Result<CommandLine, ParseCommandLineError> {
        let mut chars = text.chars().peekable();
        let mut words = Vec::new();
        while let Some(word) = next_word(&mut chars)? {
            words.push(word);
        }
        let mut words = words.into_iter();
        let program = words.next().filter(|word| !word.is_empty());
        let program = program.ok_or(ParseCommandLineError::NoProgram)?;
        Ok(CommandLine { program, arguments: words.collect() })
    }
}

/// The next word, or `None` at the end.
fn next_word(chars: &mut Peekable<Chars<'_>>) -> Result<Option<String>, ParseCommandLineError> {
    while chars.next_if(|it| it.is_whitespace()).is_some() {}
    if chars.peek().is_none() {
        return Ok(None);
    }
    let mut word = String::new();
    while let Some(it) = chars.next_if(|it| !it.is_whitespace()) {
        match it {
            '\'' | '"' => add_quoted(&mut word, chars, it)?,
            '\\' => word.push(chars.next().ok_or(ParseCommandLineError::LastBackslash)?),
            _ => word.push(it),
        }
    }
    Ok(Some(word))
}

/// Adds what is up to the closing quote.
fn add_quoted(
    word: &mut String,
    chars: &mut Peekable<Chars<'_>>,
    quote: char,
) -> Result<(), ParseCommandLineError> {
    loop {
        match chars.next().ok_or(ParseCommandLineError::UnclosedQuote(quote))? {
            it if it == quote => return Ok(()),
            // As in a shell, only these need a backslash here.
            '\\' if quote == '"' && matches!(chars.peek(), Some('"' | '\\')) => {
                word.extend(chars.next());
            }
            it => word.push(it),
        }
    }
}

/// Writes words that would be read otherwise in quotes.
impl fmt::Display for CommandLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_word(f, &self.program)?;
        for argument in &self.arguments {
            f.write_str(" ")?;
            write_word(f, argument)?;
        }
        Ok(())
    }
}

fn write_word(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    let is_plain = |it: char| it.is_alphanumeric() || "-_=+:,./@%^".contains(it);
    if !word.is_empty() && word.chars().all(is_plain) {
        return f.write_str(word);
    }
    write!(f, "'{}'", word.replace('\'', r"'\''"))
}

/// The reason why a text is not a command line.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub enum ParseCommandLineError {
    /// There is no program in it.
    NoProgram,
    /// This quote is opened and not closed.
    UnclosedQuote(char),
    /// There is nothing behind the last backslash.
    LastBackslash,
}

impl fmt::Display for ParseCommandLineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ParseCommandLineError::NoProgram => f.write_str("no program in the command line"),
            ParseCommandLineError::UnclosedQuote(quote) => {
                write!(f, "unclosed quote {quote} in the command line")
            }
            ParseCommandLineError::LastBackslash => {
                f.write_str("nothing after the last backslash of the command line")
            }
        }
    }
}

impl Error for ParseCommandLineError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_words(text: &str, expected: &[&str]) {
        let line: CommandLine = text.parse().unwrap();
        let mut words = vec![line.program()];
        words.extend(line.arguments().iter().map(String::as_str));
        assert_eq!(words, expected);
        assert_eq!(line.to_string().parse(), Ok(line));
    }

    #[test]
    fn words_with_quotes() {
        check_words("gnugo --mode gtp", &["gnugo", "--mode", "gtp"]);
        check_words("  a\t b\n", &["a", "b"]);
        check_words(r"a 'b c' 'd\e' ''", &["a", "b c", r"d\e", ""]);
        check_words(r#"a "b 'c'" "\"\\\n" "#, &["a", "b 'c'", r#""\\n"#]);
        check_words(r"/my\ programs/a b\'c \\", &["/my programs/a", "b'c", r"\"]);
        check_words(r#"a x'y z'"w" # $HOME ~ *"#, &["a", "xy zw", "#", "$HOME", "~", "*"]);
        check_words("囲碁 '碁 石'", &["囲碁", "碁 石"]);
    }

    #[test]
    fn what_is_wrong_is_named() {
        for (text, expected) in [
            ("", "no program in the command line"),
            ("  ", "no program in the command line"),
            ("'' x", "no program in the command line"),
            ("a 'b c", "unclosed quote ' in the command line"),
            ("a \"b\\\"", "unclosed quote \" in the command line"),
            ("a b\\", "nothing after the last backslash of the command line"),
        ] {
            let error = text.parse::<CommandLine>().unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
    }

    #[test]
    fn name_is_without_folder() {
        assert_eq!(CommandLine::new("/usr/games/gnugo", ["--mode"]).name(), "gnugo");
        assert_eq!(CommandLine::new("katago", [""; 0]).name(), "katago");
    }
}
