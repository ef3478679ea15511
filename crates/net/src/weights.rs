//! The file of weights.

use std::collections::BTreeMap;
use std::error::Error;
use std::fmt;

use crate::shape::{Coding, Shape, TensorSpec};

const MAGIC: &[u8; 8] = b"TengenNN";
const VERSION: u32 = 1;
const HASH_LEN: usize = 8;

/// The weights of a network, as they are trained.
///
/// # File format
///
/// Version 1, little-endian:
///
/// | bytes | what |
/// |---|---|
/// | 8 | `TengenNN` |
/// | u32 | version; it stands for the inputs and the layers too |
/// | 5 × u32 | blocks, channels, channels of global pooling, of the heads, hidden neurons |
/// | u8, bytes | a name in UTF-8 and its length |
/// | | the tensors, in the order of the layers, each row by row |
/// | u64 | FNV-1a of all bytes before |
///
/// Weights of layers with many outputs have an f32 for each row (output), by
/// which its i8 entries are multiplied; all others are f32.
#[derive(Clone, Debug, PartialEq)]
pub struct Weights {
    name: String,
    shape: Shape,
    /// By name, row by row.
    tensors: BTreeMap<String, Vec<f32>>,
}

/// The reason why bytes were not taken for a network.
#[derive(Clone, Debug, Eq, PartialEq)]
#[non_exhaustive]
pub enum LoadNetworkError {
    /// They do not begin as a file of weights does.
    NotANetwork,
    /// They are of a version that this program does not know.
    Version(u32),
    /// No network has such layers.
    Shape(Shape),
    /// The name is not text.
    Name,
    /// There are fewer or more bytes than the layers need.
    Length {
        /// What the layers need.
        expected: usize,
        /// What there is.
        found: usize,
    },
    /// The hash is wrong: bytes were changed.
    Corrupt,
    /// A weight is infinite or not a number.
    NotFinite(String),
}

impl fmt::Display for LoadNetworkError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadNetworkError::NotANetwork => f.write_str("not a file of network weights"),
            LoadNetworkError::Version(version) => {
                write!(f, "network of version {version}, expected version {VERSION}")
            }
            LoadNetworkError::Shape(shape) => write!(f, "unsupported network shape {shape}"),
            LoadNetworkError::Name => f.write_str("the name of the network is not UTF-8"),
            LoadNetworkError::Length { expected, found } => {
                write!(f, "network of {found} bytes, expected {expected}")
            }
            LoadNetworkError::Corrupt => f.write_str("network file is damaged, its hash is wrong"),
            LoadNetworkError::NotFinite(tensor) => {
                write!(f, "network weights in {tensor} are not finite")
            }
        }
    }
}

impl Error for LoadNetworkError {}

impl Weights {
    /// Random weights, the same for the same seed, for tests and benchmarks.
    pub fn random(shape: Shape, seed: u64) -> Weights {
        let mut state = seed;
        let mut next = || {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            (state >> 40) as f32 / (1_u64 << 24) as f32 - 0.5
        };
        let tensor = |spec: TensorSpec| {
            let n_weights = spec.n_rows * spec.n_columns;
            let scale = (8.0 / spec.n_columns as f32).sqrt();
            (spec.name, (0..n_weights).map(|_| scale * next()).collect())
        };
        let tensors = shape.tensors().into_iter().map(tensor).collect();
        Weights { name: format!("random {shape}"), shape, tensors }
    }

    /// Reads a file.
    ///
    /// # Errors
    ///
    /// Returns [`LoadNetworkError`] if the bytes are not exactly a network.
    pub fn from_bytes(bytes: &[u8]) -> Result<Weights, LoadNetworkError> {
        let mut reader = Reader(bytes);
        if reader.take(MAGIC.len()) != Some(MAGIC.as_slice()) {
            return Err(LoadNetworkError::NotANetwork);
        }
        let is_cut = || LoadNetworkError::Length { expected: 37, found: bytes.len() };
        let version = reader.u32().ok_or_else(is_cut)?;
        if version != VERSION {
            return Err(LoadNetworkError::Version(version));
        }
        let mut sizes = [0; 5];
        for size in &mut sizes {
            *size = reader.u32().ok_or_else(is_cut)?;
        }
        let [n_blocks, n_channels, n_pooled, n_head, n_hidden] = sizes;
        let shape = Shape { n_blocks, n_channels, n_pooled, n_head, n_hidden };
        if !shape.is_valid() {
            return Err(LoadNetworkError::Shape(shape));
        }
        let n_name = usize::from(reader.take(1).ok_or_else(is_cut)?[0]);
        let name = reader.take(n_name).ok_or_else(is_cut)?;
        let name = std::str::from_utf8(name).map_err(|_| LoadNetworkError::Name)?;
        let specs = shape.tensors();
        let n_bytes: usize = specs.iter().map(TensorSpec::n_bytes).sum();
        let expected = bytes.len() - reader.0.len() + n_bytes + HASH_LEN;
        if bytes.len() != expected {
            return Err(LoadNetworkError::Length { expected, found: bytes.len() });
        }
        if hash(bytes) != fnv1a(&bytes[..expected - HASH_LEN]) {
            return Err(LoadNetworkError::Corrupt);
        }
        let mut tensors = BTreeMap::new();
        for spec in specs {
            let values = reader.tensor(&spec).ok_or_else(is_cut)?;
            if !values.iter().all(|it| it.is_finite()) {
                return Err(LoadNetworkError::NotFinite(spec.name));
            }
            tensors.insert(spec.name, values);
        }
        Ok(Weights { name: name.to_owned(), shape, tensors })
    }

    /// Writes a file; weights are rounded to 8 bits.
    pub fn to_bytes(&self) -> Vec<u8> {
        let Shape { n_blocks, n_channels, n_pooled, n_head, n_hidden } = self.shape;
        let mut bytes = MAGIC.to_vec();
        for number in [VERSION, n_blocks, n_channels, n_pooled, n_head, n_hidden] {
            bytes.extend(number.to_le_bytes());
        }
        let mut n_name = self.name.len().min(usize::from(u8::MAX));
        while !self.name.is_char_boundary(n_name) {
            n_name -= 1;
        }
        bytes.push(n_name as u8);
        bytes.extend(&self.name.as_bytes()[..n_name]);
        for spec in self.shape.tensors() {
            let rows = self.tensor(&spec.name).chunks_exact(spec.n_columns);
            match spec.coding {
                Coding::Float => bytes.extend(rows.flatten().flat_map(|it| it.to_le_bytes())),
                Coding::Scaled => write_scaled(rows, &mut bytes),
            }
        }
        let hash = fnv1a(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    /// How the network is called.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of blocks and channels.
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// A tensor row by row, by the name of [`Shape::tensors`].
    pub(crate) fn tensor(&self, name: &str) -> &[f32] {
        &self.tensors[name]
    }

    /// Sets one weight, to make a network that is wrong.
    #[cfg(test)]
    fn set(&mut self, tensor: &str, value: f32) {
        self.tensors.get_mut(tensor).unwrap()[0] = value;
    }
}

/// The hash at the end of a file that was read.
pub(crate) fn hash(bytes: &[u8]) -> u64 {
    bytes.last_chunk().map_or(0, |it| u64::from_le_bytes(*it))
}

fn write_scaled<'a>(rows: impl Iterator<Item = &'a [f32]> + Clone, bytes: &mut Vec<u8>) {
    let scale = |row: &[f32]| {
        row.iter().fold(0.0_f32, |most, it| most.max(it.abs())).max(f32::MIN_POSITIVE * 1e4) / 127.0
    };
    for row in rows.clone() {
        bytes.extend(scale(row).to_le_bytes());
    }
    for row in rows {
        let scale = scale(row);
        bytes.extend(row.iter().map(|it| ((it / scale).round() as i8).cast_unsigned()));
    }
}

/// The hash of Fowler, Noll and Vo.
fn fnv1a(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// What is left to read.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, n_bytes: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(n_bytes)?;
        self.0 = rest;
        Some(taken)
    }

    fn u32(&mut self) -> Option<u32> {
        Some(u32::from_le_bytes(*self.take(4)?.first_chunk()?))
    }

    fn floats(&mut self, n_floats: usize) -> Option<Vec<f32>> {
        let (floats, _) = self.take(4 * n_floats)?.as_chunks();
        Some(floats.iter().map(|&it| f32::from_le_bytes(it)).collect())
    }

    fn tensor(&mut self, spec: &TensorSpec) -> Option<Vec<f32>> {
        let n_weights = spec.n_rows * spec.n_columns;
        match spec.coding {
            Coding::Float => self.floats(n_weights),
            Coding::Scaled => {
                let scales = self.floats(spec.n_rows)?;
                let weights = self.take(n_weights)?;
                let rows = weights.chunks_exact(spec.n_columns).zip(scales);
                let weight_row = |(row, scale): (&'a [u8], f32)| {
                    row.iter().map(move |it| f32::from(it.cast_signed()) * scale)
                };
                Some(rows.flat_map(weight_row).collect())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: Shape =
        Shape { n_blocks: 2, n_channels: 32, n_pooled: 32, n_head: 32, n_hidden: 8 };

    /// The bytes of a small network, changed and with their hash put right.
    fn changed(change: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
        let mut bytes = Weights::random(SMALL, 1).to_bytes();
        bytes.truncate(bytes.len() - HASH_LEN);
        change(&mut bytes);
        let hash = fnv1a(&bytes);
        bytes.extend(hash.to_le_bytes());
        bytes
    }

    #[track_caller]
    fn check_error(bytes: &[u8], expected: &str) {
        assert_eq!(Weights::from_bytes(bytes).unwrap_err().to_string(), expected);
    }

    #[test]
    fn weights_survive_a_file() {
        let weights = Weights::random(SMALL, 1);
        let read = Weights::from_bytes(&weights.to_bytes()).unwrap();
        assert_eq!(read.shape(), SMALL);
        assert_eq!(read.name(), "random 2x32");
        for spec in SMALL.tensors() {
            let rows = weights.tensor(&spec.name).chunks(spec.n_columns);
            for (row, read) in rows.zip(read.tensor(&spec.name).chunks(spec.n_columns)) {
                let most = row.iter().fold(0.0_f32, |most, it| most.max(it.abs()));
                for (one, other) in row.iter().zip(read) {
                    assert!((one - other).abs() <= most / 250.0, "{}", spec.name);
                }
            }
        }
        // What was rounded once stays the same.
        assert_eq!(Weights::from_bytes(&read.to_bytes()).unwrap().to_bytes(), read.to_bytes());
    }

    #[test]
    fn hash_is_that_of_fowler_noll_vo() {
        assert_eq!(fnv1a(b""), 0xcbf2_9ce4_8422_2325);
        assert_eq!(fnv1a(b"foobar"), 0x8594_4171_f739_67e8);
    }

    #[test]
    fn other_files_are_refused() {
        check_error(b"", "not a file of network weights");
        check_error(b"(;GM[1]FF[4]SZ[19])", "not a file of network weights");
        check_error(&[0; 100], "not a file of network weights");
    }

    #[test]
    fn other_versions_are_refused() {
        check_error(&changed(|it| it[8] = 2), "network of version 2, expected version 1");
    }

    #[test]
    fn cut_files_are_refused() {
        let bytes = Weights::random(SMALL, 1).to_bytes();
        let n_bytes = bytes.len();
        check_error(
            &bytes[..n_bytes - 1],
            &format!("network of {} bytes, expected {n_bytes}", n_bytes - 1),
        );
        for n_left in 0..200 {
            assert!(Weights::from_bytes(&bytes[..n_left]).is_err());
        }
        let longer = [bytes.as_slice(), &[0]].concat();
        check_error(&longer, &format!("network of {} bytes, expected {n_bytes}", n_bytes + 1));
    }

    #[test]
    fn damaged_files_are_refused() {
        let mut bytes = Weights::random(SMALL, 1).to_bytes();
        bytes[1000] ^= 1;
        check_error(&bytes, "network file is damaged, its hash is wrong");
    }

    #[test]
    fn odd_shapes_are_refused() {
        check_error(&changed(|it| it[16] = 33), "unsupported network shape 2x33");
        check_error(&changed(|it| it[12] = 0), "unsupported network shape 0x32");
        check_error(&changed(|it| it[15] = 255), "unsupported network shape 4278190082x32");
    }

    #[test]
    fn weights_that_are_not_numbers_are_refused() {
        for value in [f32::NAN, f32::INFINITY] {
            let mut weights = Weights::random(SMALL, 1);
            weights.set("value_out.bias", value);
            check_error(&weights.to_bytes(), "network weights in value_out.bias are not finite");
        }
        let scale = f32::NAN.to_le_bytes();
        let n_header = 8 + 24 + 1 + "random 2x32".len();
        check_error(
            &changed(|it| it[n_header..n_header + 4].copy_from_slice(&scale)),
            "network weights in input_conv.weight are not finite",
        );
    }

    #[test]
    fn name_must_be_text() {
        check_error(&changed(|it| it[33] = 0xff), "the name of the network is not UTF-8");
    }
}
