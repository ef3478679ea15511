//! `tengen sgf render`: positions of records as pictures.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::str::FromStr;

use clap::ValueEnum;
use tengen_picture::{
    GifOptions, MAX_WIDTH, NodeOptions, Numbers, PngError, PngOptions, Scene, SvgOptions,
    TextStyle, Theme, to_gif,
};
use tengen_record::{NodeId, Positions, Record};
use tengen_rules::Point;
use tengen_sgf::ParseOptions;

use crate::failure::Failure;
use crate::outcome::Outcome;
use crate::sgf::files;

/// The widest animation in pixels.
const MAX_GIF_WIDTH: u32 = 600;

/// Draws positions as SVG, PNG, GIF or text
#[derive(Debug, clap::Args)]
pub(crate) struct Arguments {
    /// Records, folders of records, or - for standard input; the first game of
    /// each is drawn
    #[arg(required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    format: FormatArguments,
    /// Draw the board after this move, 0 for the start [default: the last move]
    #[arg(long = "move", value_name = "N", value_parser = parse_count,
          allow_negative_numbers = true, conflicts_with = "all")]
    number: Option<u32>,
    /// Draw the position after each move of the main line
    #[arg(long)]
    all: bool,
    /// File to write; its ending (.svg, .png, .gif or .txt) sets the format. For
    /// several pictures, a folder
    #[arg(long, short, value_name = "PATH")]
    output: Option<PathBuf>,
    #[command(flatten)]
    look: Look,
}

#[derive(Debug, clap::Args)]
#[group(multiple = false)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
struct FormatArguments {
    /// Write SVG, sharp at any size
    #[arg(long)]
    svg: bool,
    /// Write PNG
    #[arg(long)]
    png: bool,
    /// Write a text diagram
    #[arg(long)]
    text: bool,
    /// Write the whole main line as an animated GIF
    #[arg(long, conflicts_with_all = ["number", "all"])]
    gif: bool,
}

/// How pictures look.
#[derive(Debug, clap::Args)]
pub(crate) struct Look {
    /// Color theme
    #[arg(long, value_enum, default_value = "wood")]
    theme: ThemeName,
    /// Leave out the coordinates
    #[arg(long)]
    no_coordinates: bool,
    /// Number the last COUNT moves, or all of them
    #[arg(long, value_name = "COUNT", num_args = 0..=1, default_missing_value = "4294967295",
          value_parser = parse_count)]
    numbers: Option<u32>,
    /// Draw only part of the board, such as A1:K10
    #[arg(long, value_name = "FROM:TO")]
    crop: Option<Corners>,
    /// Width in pixels of a PNG
    #[arg(long, value_name = "PIXELS", default_value_t = 1000,
          value_parser = parse_width, allow_negative_numbers = true)]
    width: u32,
    /// Use only ASCII characters in a text diagram
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
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Corners, &'static str> {
        let corners = text.split_once(':');
        let corners = corners.and_then(|(from, to)| Some((from.parse().ok()?, to.parse().ok()?)));
        let (from, to) = corners.ok_or("expected two corners, such as A1:K10")?;
        Ok(Corners(from, to))
    }
}

/// Reads the width of a picture.
fn parse_width(text: &str) -> Result<u32, &'static str> {
    let width = text.parse().ok().filter(|it| (16..=MAX_WIDTH).contains(it));
    width.ok_or("unsupported width, expected 16 to 8192 pixels")
}

/// Reads the number of a move, or a number of moves.
fn parse_count(text: &str) -> Result<u32, &'static str> {
    text.parse().map_err(|_| "expected a whole number, such as 12")
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
    fn of(arguments: &Arguments) -> Result<Format, Failure> {
        let asked = &arguments.format;
        match &arguments.output {
            _ if asked.svg => Ok(Format::Svg),
            _ if asked.png => Ok(Format::Png),
            _ if asked.text => Ok(Format::Text),
            _ if asked.gif => Ok(Format::Gif),
            None => Ok(Format::Text),
            Some(path) => match Format::of_ending(path) {
                Some(format) => Ok(format),
                None if is_series(arguments) => Ok(Format::Text),
                None => Err(Failure::PictureEnding(path.clone())),
            },
        }
    }

    fn of_ending(path: &Path) -> Option<Format> {
        let ending = path.extension()?.to_str()?;
        let formats = [Format::Svg, Format::Png, Format::Text, Format::Gif];
        formats.into_iter().find(|it| it.ending().eq_ignore_ascii_case(ending))
    }

    const fn ending(self) -> &'static str {
        match self {
            Format::Svg => "svg",
            Format::Png => "png",
            Format::Text => "txt",
            Format::Gif => "gif",
        }
    }

    /// Whether it has pixels, for which letters must be drawn.
    const fn is_raster(self) -> bool {
        matches!(self, Format::Png | Format::Gif)
    }
}

pub(crate) fn run(
    arguments: &Arguments,
    options: ParseOptions,
    out: &mut impl Write,
) -> Result<Outcome, Failure> {
    let format = Format::of(arguments)?;
    if is_series(arguments) && arguments.output.is_none() && format != Format::Text {
        return Err(Failure::NeedsOutput("a folder for the pictures"));
    }
    if format.is_raster() && arguments.output.is_none() && io::stdout().is_terminal() {
        return Err(Failure::NeedsOutput("a file, since a terminal cannot show the picture"));
    }
    let mut drawing =
        Drawing { arguments, format, written: BTreeMap::new(), boxes: BTreeSet::new() };
    let outcome = files::for_each(&arguments.files, options, out, |file, out| {
        let record = Record::from_collection(file.collection, 0)
            .map_err(|error| Failure::NoRecord(file.path.clone(), error))?;
        drawing.draw(&record, &file.path, out)?;
        Ok(Outcome::Done)
    })?;
    drawing.tell_boxes();
    Ok(outcome)
}

/// Whether there may be several pictures, which then go to a folder.
fn is_series(arguments: &Arguments) -> bool {
    arguments.all || arguments.files.len() > 1 || arguments.files[0].is_dir()
}

/// Pictures being drawn, and what became of those before.
struct Drawing<'a> {
    arguments: &'a Arguments,
    format: Format,
    /// The files in the folder of a series, in lower case, each with the
    /// record that it shows.
    written: BTreeMap<String, PathBuf>,
    /// Letters that are boxes in the pictures.
    boxes: BTreeSet<char>,
}

impl Drawing<'_> {
    /// Draws the positions of a record that were asked for.
    fn draw(
        &mut self,
        record: &Record,
        source: &Path,
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        let look = &self.arguments.look;
        let nodes = nodes(self.arguments, self.format, record, source)?;
        let mut positions = Positions::new();
        let mut scenes = nodes.into_iter().map(|(number, id)| {
            let snapshot = positions.at(record, id);
            let scene = Scene::of_snapshot(record, id, &snapshot, &look.node_options());
            (number, look.apply(scene))
        });
        if self.format == Format::Gif {
            let scenes: Vec<Scene> = scenes.map(|(_, scene)| scene).collect();
            self.boxes.extend(scenes.iter().flat_map(Scene::letters_without_font));
            let content = to_gif(&scenes, &look.gif_options())
                .map_err(|error| Failure::Animation(source.to_path_buf(), error))?;
            return self.write(source, "", &content, out);
        }
        scenes.try_for_each(|(number, scene)| {
            if self.format.is_raster() {
                self.boxes.extend(scene.letters_without_font());
            }
            let content = encode(&scene, self.format, look)
                .map_err(|error| Failure::Picture(source.to_path_buf(), error))?;
            let suffix = if self.arguments.all { format!("-{number:03}") } else { String::new() };
            self.write(source, &suffix, &content, out)
        })
    }

    fn write(
        &mut self,
        source: &Path,
        suffix: &str,
        content: &[u8],
        out: &mut impl Write,
    ) -> Result<(), Failure> {
        match &self.arguments.output {
            Some(folder) if is_series(self.arguments) => {
                let stem = source.file_stem().unwrap_or_default().to_string_lossy();
                let path = folder.join(format!("{stem}{suffix}.{}", self.format.ending()));
                self.claim(&path, source)?;
                write_file(&path, content)
            }
            Some(path) => write_file(path, content),
            None => Ok(out.write_all(content)?),
        }
    }

    /// Refuses to draw two records into one file.
    fn claim(&mut self, path: &Path, source: &Path) -> Result<(), Failure> {
        // Some systems take both cases for the same name.
        let key = path.to_string_lossy().to_lowercase();
        match self.written.insert(key.clone(), source.to_path_buf()) {
            Some(first) if first != source => {
                self.written.insert(key, first.clone());
                Err(Failure::SamePicture { source: source.to_path_buf(), first, path: path.into() })
            }
            _ => Ok(()),
        }
    }

    /// Warns about letters that are drawn as boxes for lack of a font.
    fn tell_boxes(&self) {
        if self.boxes.is_empty() {
            return;
        }
        let letters: Vec<String> = self.boxes.iter().take(20).map(char::to_string).collect();
        let advice = if cfg!(feature = "system-fonts") {
            "install a font that has them, or use --svg"
        } else {
            "use --svg, or a build with the feature system-fonts"
        };
        // The pictures are there, whether or not this can be told.
        let _ = writeln!(
            io::stderr(),
            "tengen: no font for {}, drawn as boxes; {advice}",
            letters.join(" ")
        );
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

impl Look {
    fn node_options(&self) -> NodeOptions {
        let numbers = self.numbers.map_or(Numbers::None, Numbers::Last);
        NodeOptions { numbers, ..NodeOptions::default() }
    }

    fn apply(&self, mut scene: Scene) -> Scene {
        scene.has_coordinates = !self.no_coordinates;
        match self.crop {
            Some(Corners(from, to)) => scene.with_crop(from, to),
            None => scene,
        }
    }

    fn gif_options(&self) -> GifOptions {
        let width = self.width.min(MAX_GIF_WIDTH);
        GifOptions { theme: self.theme.into(), width, ..GifOptions::default() }
    }
}

fn encode(scene: &Scene, format: Format, look: &Look) -> Result<Vec<u8>, PngError> {
    let theme = look.theme.into();
    match format {
        Format::Svg => {
            let options = SvgOptions { theme, ..SvgOptions::default() };
            Ok(scene.to_svg(&options).into_bytes())
        }
        Format::Png | Format::Gif => scene.to_png(&PngOptions { theme, width: look.width }),
        Format::Text => {
            let style = if look.ascii { TextStyle::Ascii } else { TextStyle::Unicode };
            Ok(scene.to_text(style).into_bytes())
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
