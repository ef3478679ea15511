//! Labelled games to arrays that the training reads.
//!
//! For each board size `N` there are four files, `DIR/N/NAME.*`, with one
//! record for each position, points row by row from `A1`, seen by the player
//! to move:
//!
//! | file | record |
//! |---|---|
//! | `bits` | N × N × u32, the planes of each point |
//! | `values` | f32: number of the game, chance to win, lead, then the global inputs |
//! | `policy` | (N × N + 1) × u8, round(255 × √p), the pass last |
//! | `ownership` | N × N × i8, × 127 |

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tengen_net::Input;
use tengen_rules::{Game, Size};

use crate::label::{Format, Label, LabelledGame, index_from_top, seen_by};

/// How much was written.
#[derive(Copy, Clone, Debug, Default)]
pub(crate) struct Counts {
    pub(crate) games: usize,
    pub(crate) positions: usize,
    /// Games with a move that is not legal; what comes before it is used.
    pub(crate) illegal: usize,
}

/// Where the arrays go.
#[derive(Clone, Debug)]
pub(crate) struct Destination {
    pub(crate) folder: PathBuf,
    pub(crate) name: String,
}

/// Reads labelled games to the end and writes their arrays.
///
/// A last game that is cut off is left out: the file may be growing.
pub(crate) fn dump(
    input: &mut impl Read,
    format: Format,
    destination: &Destination,
) -> io::Result<Counts> {
    let mut files: BTreeMap<u8, Files> = BTreeMap::new();
    let mut counts = Counts::default();
    loop {
        let game = match LabelledGame::read(input, format) {
            Ok(Some(game)) => game,
            Ok(None) => break,
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
            Err(error) => return Err(error),
        };
        let edge = game.size.width();
        let files = match files.entry(edge) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Files::create(destination, edge)?),
        };
        write_game(&game, files, &mut counts)?;
    }
    for file in files.values_mut() {
        file.flush()?;
    }
    Ok(counts)
}

fn write_game(labelled: &LabelledGame, files: &mut Files, counts: &mut Counts) -> io::Result<()> {
    let game_number = counts.games;
    counts.games += 1;
    let Some(mut game) = labelled.start() else { return Ok(()) };
    let mut labels = labelled.labels.iter().peekable();
    for turn in 0..=labelled.moves.len() {
        if game.end().is_some() {
            break;
        }
        if let Some(label) = labels.next_if(|it| it.turn == turn) {
            files.write(&game, label, game_number)?;
            counts.positions += 1;
        }
        let Some(&mv) = labelled.moves.get(turn) else { break };
        if game.play(mv).is_err() {
            counts.illegal += 1;
            break;
        }
    }
    Ok(())
}

struct Files {
    bits: BufWriter<File>,
    values: BufWriter<File>,
    policy: BufWriter<File>,
    ownership: BufWriter<File>,
}

impl Files {
    fn create(destination: &Destination, edge: u8) -> io::Result<Files> {
        let folder = destination.folder.join(edge.to_string());
        fs::create_dir_all(&folder)?;
        let create = |kind: &str| -> io::Result<BufWriter<File>> {
            let path: PathBuf = Path::new(&folder).join(format!("{}.{kind}", destination.name));
            Ok(BufWriter::new(File::create(path)?))
        };
        Ok(Files {
            bits: create("bits")?,
            values: create("values")?,
            policy: create("policy")?,
            ownership: create("ownership")?,
        })
    }

    fn write(&mut self, game: &Game, label: &Label, game_number: usize) -> io::Result<()> {
        let to_play = game.to_play();
        let size = game.board().size();
        let input = Input::from_game(game, to_play);
        for bits in input.bits() {
            self.bits.write_all(&bits.to_le_bytes())?;
        }
        let sign = seen_by(to_play);
        let black_win = f32::from(label.win) / 65535.0;
        let win = if sign > 0.0 { black_win } else { 1.0 - black_win };
        let values = [game_number as f32, win, sign * f32::from(label.lead) / 10.0];
        for value in values.iter().chain(input.globals()) {
            self.values.write_all(&value.to_le_bytes())?;
        }
        self.policy.write_all(&from_a1(&label.policy, size))?;
        self.policy.write_all(&label.policy[usize::from(size.n_points())..])?;
        let ownership = label.ownership.iter().map(|&it| it.max(-127) * to_play.sign());
        let ownership: Vec<u8> = ownership.map(i8::cast_unsigned).collect();
        self.ownership.write_all(&from_a1(&ownership, size))
    }

    fn flush(&mut self) -> io::Result<()> {
        self.bits.flush()?;
        self.values.flush()?;
        self.policy.flush()?;
        self.ownership.flush()
    }
}

/// Values of points in rows from the top, in rows from `A1`.
fn from_a1(values: &[u8], size: Size) -> Vec<u8> {
    size.points().map(|point| values[index_from_top(point, size)]).collect()
}
