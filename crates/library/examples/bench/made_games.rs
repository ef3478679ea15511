//! Games by the thousand, made of some real ones: each is one of them up to
//! some move, in some symmetry, and goes on with random legal moves. A seed
//! gives the same games each time.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

use fastrand::Rng;
use tengen_record::Record;
use tengen_rules::{Board, Color, Move, Point, Size, Suicide, Symmetry};

/// Makes games.
pub(crate) struct Maker {
    sources: Vec<(Size, Vec<(Color, Move)>)>,
    rng: Rng,
    n_made: u64,
}

const FAMILIES: [&str; 24] = [
    "Lee",
    "Park",
    "Kim",
    "Cho",
    "Yoo",
    "Choi",
    "Ōta",
    "Yamashita",
    "Takemiya",
    "Kobayashi",
    "Ishida",
    "Hane",
    "Chen",
    "Gu",
    "Ke",
    "Chang",
    "Tang",
    "Müller",
    "Novák",
    "García",
    "Dubois",
    "Shikshin",
    "Surma",
    "Bacon",
];
const GIVEN: [&str; 24] = [
    "Se-dol",
    "Jung-hwan",
    "Ji-seok",
    "Chikun",
    "Chang-hyuk",
    "Cheol-han",
    "Yūzō",
    "Keigo",
    "Masaki",
    "Kōichi",
    "Yoshio",
    "Naoki",
    "Yaoye",
    "Li",
    "Jie",
    "Hao",
    "Weixing",
    "Anna",
    "Jiří",
    "Lucía",
    "Émile",
    "Ilja",
    "Mateusz",
    "Fred",
];
const ASIAN: [&str; 8] =
    ["李世乭", "朴廷桓", "金志錫", "趙治勲", "劉昌赫", "崔哲瀚", "太田雄蔵", "山下敬吾"];
const EVENTS: [&str; 8] = [
    "LG Cup",
    "Meijin, title match",
    "Honinbo league",
    "European Championship",
    "Club evening",
    "三星火災杯",
    "Spring Tournament",
    "",
];
const COMMENTS: [&str; 6] = [
    "A joseki from the corner.",
    "This cut is severe; the ladder works for Black.",
    "White should have played hane here.",
    "黒の定石はずれ。",
    "Slack. The three-three invasion was bigger.",
    "Good shape.",
];

impl Maker {
    /// Reads the games of a folder.
    pub(crate) fn new(folder: &Path, seed: u64) -> Maker {
        let mut files = Vec::new();
        collect(folder, &mut files);
        let mut sources = Vec::new();
        for file in files {
            let Some(record) = fs::read(file).ok().and_then(|it| Record::from_bytes(&it).ok())
            else {
                continue;
            };
            let moves: Vec<(Color, Move)> =
                record.main_line().filter_map(|id| record.node(id).mv()).collect();
            if moves.len() > 20 {
                sources.push((record.size(), moves));
            }
        }
        assert!(!sources.is_empty(), "there are no games in {}", folder.display());
        Maker { sources, rng: Rng::with_seed(seed), n_made: 0 }
    }

    /// The next game as SGF. Three of four are on 19×19.
    pub(crate) fn next(&mut self) -> String {
        let rng = &mut self.rng;
        let (size, moves) = loop {
            let source = &self.sources[rng.usize(..self.sources.len())];
            if source.0 == Size::NINETEEN || rng.u8(..8) == 0 {
                break source;
            }
        };
        let size = *size;
        let symmetry = if size.width() == size.height() {
            Symmetry::ALL[rng.usize(..8)]
        } else {
            Symmetry::Identity
        };
        let n_kept = rng.usize(2..moves.len());
        let n_moves = usize::from(size.n_points()) * rng.usize(50..75) / 100;
        let mut board = Board::new(size);
        let mut text = self.n_made.to_string();
        self.n_made += 1;
        text = head(rng, &text, size);
        let mut color = Color::Black;
        for idx in 0..n_moves.max(n_kept) {
            let kept = moves.get(idx).filter(|_| idx < n_kept);
            let mv = match kept {
                Some(&(it, mv)) => {
                    color = it;
                    mv.point().and_then(|point| symmetry.point(point, size))
                }
                None => random_point(rng, &board, color),
            };
            let mv = mv.filter(|&point| board.play(color, point, Suicide::Forbidden).is_ok());
            let point = mv.map_or(String::new(), |it| name(it, size));
            let _ = write!(text, ";{}[{point}]", color.letter());
            if rng.u16(..400) == 0 {
                let _ = write!(text, "C[{}]", COMMENTS[rng.usize(..COMMENTS.len())]);
            }
            color = !color;
        }
        text.push_str(")\n");
        text
    }

    /// Writes so many games into a folder, a file for each, and returns their
    /// bytes in all.
    pub(crate) fn write(&mut self, folder: &Path, n_games: usize) -> u64 {
        let mut n_bytes = 0;
        for idx in 0..n_games {
            let part = folder.join(format!("{:03}", idx / 1000));
            if idx % 1000 == 0 {
                fs::create_dir_all(&part).expect("the folder can be made");
            }
            let text = self.next();
            n_bytes += text.len() as u64;
            fs::write(part.join(format!("{idx:06}.sgf")), text).expect("the file can be written");
        }
        n_bytes
    }
}

fn head(rng: &mut Rng, number: &str, size: Size) -> String {
    let mut player = || {
        let (family, given) = (rng.usize(..FAMILIES.len()), rng.usize(..GIVEN.len()));
        // Some people are written in two scripts.
        let person = rng.usize(..ASIAN.len());
        match rng.u8(..6) {
            0 => format!("{} {} ({})", FAMILIES[person], GIVEN[person], ASIAN[person]),
            1 => ASIAN[person].to_owned(),
            _ => format!("{} {}", FAMILIES[family], GIVEN[given]),
        }
    };
    let (black, white) = (player(), player());
    let result = ["B+R", "W+R", "B+2.5", "W+0.5", "B+T", "W+7.5"][rng.usize(..6)];
    let (year, month, day) = (rng.u16(1950..2026), rng.u8(1..13), rng.u8(1..29));
    format!(
        "(;FF[4]GM[1]CA[UTF-8]SZ[{}]GN[{number}]PB[{black}]PW[{white}]BR[{}d]WR[{}p]EV[{}]\
         DT[{year}-{month:02}-{day:02}]KM[6.5]RU[Japanese]RE[{result}]\n",
        size.width(),
        rng.u8(1..8),
        rng.u8(1..10),
        EVENTS[rng.usize(..EVENTS.len())]
    )
}

fn random_point(rng: &mut Rng, board: &Board, color: Color) -> Option<Point> {
    for _ in 0..40 {
        if board.n_empty() == 0 {
            return None;
        }
        let point = board.empty_point(rng.u16(..board.n_empty()));
        if !board.is_eye(color, point) && board.check(color, point, Suicide::Forbidden).is_ok() {
            return Some(point);
        }
    }
    None
}

fn name(point: Point, size: Size) -> String {
    let letter = |idx: u8| char::from(b'a' + idx);
    format!("{}{}", letter(point.column()), letter(size.height() - 1 - point.row()))
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        fs::read_dir(folder).into_iter().flatten().flatten().map(|it| it.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|it| it == "sgf") {
            files.push(path);
        }
    }
}
