//! `tengen sgf render`: positions of records as pictures.

mod node;

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use tengen_picture::{GifOptions, Picture, PngError, SvgOptions, TextStyle, Theme, to_gif};
use tengen_record::{NodeId, Positions, Record, Snapshot};
use tengen_rules::{ParsePointError, Point};

use tengen_sgf::ParseOptions;

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::sgf::files;

/// Draws a position of a record as SVG, PNG or text
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Records, or folders of them; their first games are drawn
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArguments,
    /// The move after which the board is drawn, 0 for the start; the last one
    /// if not given
    #[arg(long = "move", value_name = "N", conflicts_with = "all")]
    number: Option<u32>,
    /// Draw the position after each move of the main line
    #[arg(long)]
    all: bool,
    /// The file to write; a folder for several pictures
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
struct FormatArguments {
    /// A drawing that is sharp at any size
    #[arg(long)]
    svg: bool,
    /// Pixels
    #[arg(long)]
    png: bool,
    /// A diagram of characters
    #[arg(long)]
    text: bool,
    /// The whole main line as an animation
    #[arg(long, conflicts_with_all = ["number", "all"])]
    gif: bool,
}

/// How pictures look.
#[derive(Debug, clap::Args)]
pub(crate) struct Look {
    /// The colors
    #[arg(long, value_enum, default_value = "wood")]
    theme: ThemeName,
    /// Leave out the names of columns and rows
    #[arg(long)]
    no_coordinates: bool,
    /// Number the stones of the last moves, all of them if no count is given
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "4294967295")]
    numbers: Option<u32>,
    /// Draw a part of the board only, such as A1:K10
    #[arg(long, value_name = "FROM:TO")]
    crop: Option<Corners>,
    /// The width of a PNG in pixels
    #[arg(long, value_name = "PIXELS", default_value_t = 1000,
          value_parser = clap::value_parser!(u32).range(16..=8192))]
    width: u32,
    /// Use plain letters and signs in a text diagram
    #[arg(long)]
    ascii: bool,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum ThemeName {
    /// A wooden board in daylight
    Wood,
    /// A dark board for dark screens
    Dark,
    /// Black on white for paper
    Print,
}

impl From<ThemeName> for Theme {
    fn from(name: ThemeName) -> Theme {
        match name {
            ThemeName::Wood => Theme::Wood,
            ThemeName::Dark => Theme::Dark,
            ThemeName::Print => Theme::Print,
        }
    }
}

/// Two opposite corners of a part of a board.
#[derive(Copy, Clone, Debug)]
struct Corners(Point, Point);

impl FromStr for Corners {
    type Err = ParsePointError;

    fn from_str(text: &str) -> Result<Corners, ParsePointError> {
        let (from, to) = text.split_once(':').ok_or(ParsePointError)?;
        Ok(Corners(from.parse()?, to.parse()?))
    }
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Format {
    Svg,
    Png,
    Text,
    Gif,
}

impl Format {
    /// The format that is asked for, or that the name of the output means.
    fn of(arguments: &Arguments) -> Format {
        let asked = &arguments.format;
        let ending = arguments.output.as_deref().and_then(Path::extension);
        match ending.and_then(|it| it.to_str()).unwrap_or_default() {
            _ if asked.svg => Format::Svg,
            _ if asked.png => Format::Png,
            _ if asked.text => Format::Text,
            _ if asked.gif => Format::Gif,
            "svg" => Format::Svg,
            "png" => Format::Png,
            "gif" => Format::Gif,
            _ => Format::Text,
        }
    }

    const fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Text => "txt",
            Format::Gif => "gif",
        }
    }
}

pub(crate) fn run(
    arguments: &Arguments,
    options: ParseOptions,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let format = Format::of(arguments);
    if is_series(arguments) && arguments.output.is_none() && format != Format::Text {
        return Err(Failure::NeedsOutput("a folder for the pictures"));
    }
    let is_binary = matches!(format, Format::Png | Format::Gif);
    if is_binary && arguments.output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::NeedsOutput("a file, as a terminal cannot show the picture"));
    }
    files::for_each(&arguments.files, options, out, |file, out| {
        let record = Record::from_collection(file.collection, 0)
            .map_err(|error| Failure::NoRecord(file.path.clone(), error))?;
        let nodes = nodes(arguments, format, &record, &file.path)?;
        let mut positions = Positions::new();
        let mut pictures = nodes.into_iter().map(|(number, id)| {
            let snapshot = positions.at(&record, id);
            (number, picture(&record, id, &snapshot, &arguments.look))
        });
        if format == Format::Gif {
            let pictures: Vec<Picture> = pictures.map(|(_, picture)| picture).collect();
            let options =
                GifOptions { width: arguments.look.width.min(600), ..GifOptions::default() };
            let content = to_gif(&pictures, &options)
                .map_err(|error| Failure::Animation(file.path.clone(), error))?;
            write_picture(arguments, &file.path, "", &content, out)?;
            return Ok(Outcome::Done);
        }
        pictures.try_for_each(|(number, picture)| {
            let content = encode(&picture, format, &arguments.look)
                .map_err(|error| Failure::Picture(file.path.clone(), error))?;
            let suffix = if arguments.all { format!("-{number:03}") } else { String::new() };
            write_picture(arguments, &file.path, &suffix, &content, out)
        })?;
        Ok(Outcome::Done)
    })
}

/// Whether there may be several pictures, which then go to a folder.
fn is_series(arguments: &Arguments) -> bool {
    arguments.all || arguments.files.len() > 1 || arguments.files[0].is_dir()
}

fn write_picture(
    arguments: &Arguments,
    source: &Path,
    suffix: &str,
    content: &[u8],
    out: &mut impl Write,
) -> Result<(), Failure> {
    match &arguments.output {
        Some(folder) if is_series(arguments) => {
            let stem = source.file_stem().unwrap_or_default().to_string_lossy();
            let ending = Format::of(arguments).ending();
            write_file(&folder.join(format!("{stem}{suffix}.{ending}")), content)
        }
        Some(path) => write_file(path, content),
        None => Ok(out.write_all(content)?),
    }
}

/// The nodes that are drawn, each with the number of its last move.
fn nodes(
    arguments: &Arguments,
    format: Format,
    record: &Record,
    path: &Path,
) -> Result<Vec<(u32, NodeId)>, Failure> {
    let last = record.main_line().last().unwrap_or(record.root());
    let moves = record.moves(last);
    if arguments.all || format == Format::Gif {
        let start = (0, record.root());
        return Ok([start]
            .into_iter()
            .chain(moves.iter().map(|it| (it.number, it.node)))
            .collect());
    }
    match arguments.number {
        None => Ok(vec![(moves.last().map_or(0, |it| it.number), last)]),
        Some(0) => Ok(vec![(0, record.root())]),
        Some(number) => match moves.iter().find(|it| it.number == number) {
            Some(it) => Ok(vec![(number, it.node)]),
            None => Err(Failure::NoMove(path.to_path_buf(), number, moves.len())),
        },
    }
}

fn picture(record: &Record, id: NodeId, snapshot: &Snapshot, look: &Look) -> Picture {
    let mut picture = node::picture(record, id, snapshot, look.numbers);
    picture.theme = look.theme.into();
    picture.has_coordinates = !look.no_coordinates;
    match look.crop {
        Some(Corners(from, to)) => picture.with_crop(from, to),
        None => picture,
    }
}

fn encode(picture: &Picture, format: Format, look: &Look) -> Result<Vec<u8>, PngError> {
    match format {
        Format::Svg => Ok(picture.to_svg(&SvgOptions::default()).into_bytes()),
        Format::Png | Format::Gif => picture.to_png(look.width),
        Format::Text => {
            let style = if look.ascii { TextStyle::Ascii } else { TextStyle::Unicode };
            Ok(picture.to_text(style).into_bytes())
        }
    }
}

fn write_file(path: &Path, content: &[u8]) -> Result<(), Failure> {
    let write = || -> io::Result<()> {
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, content)
    };
    write().map_err(|error| Failure::Create(path.to_path_buf(), error))
}
