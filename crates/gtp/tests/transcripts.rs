//! Recorded analyses are read to the last word.

use std::fs;
use std::path::Path;

use tengen_analysis::{Analysis, Candidate};
use tengen_gtp::controller::analysis::Dialect;
use tengen_rules::{Color, Size};

/// All lines of a file, which has its board and command in the name.
fn read(path: &Path) -> Vec<(String, Analysis)> {
    let name = path.to_string_lossy();
    let dialect = if name.contains("kata") { Dialect::Kata } else { Dialect::LeelaZero };
    let size = if name.contains("-19.") { Size::NINETEEN } else { Size::NINE };
    let text = fs::read_to_string(path).expect("transcripts are text");
    let lines = text.lines().map(|line| {
        let analysis = dialect.parse(line, size, Color::Black);
        (line.to_string(), analysis.unwrap_or_else(|| panic!("{name}: {line}")))
    });
    lines.collect()
}

fn check_candidate(candidate: &Candidate, has_lead: bool) {
    assert_eq!(candidate.variation.first(), Some(&candidate.mv));
    assert!((0.0..=1.0).contains(&candidate.win_rate));
    assert!(candidate.lower_bound.is_some_and(|lcb| lcb <= candidate.win_rate));
    assert!(candidate.prior.is_some_and(|prior| (0.0..=1.0).contains(&prior)));
    assert_eq!(candidate.lead.is_some(), has_lead);
}

#[test]
fn no_move_is_lost() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut n_lines = 0;
    for path in files.filter(|path| path.to_string_lossy().ends_with("analyze.txt")) {
        for (line, analysis) in read(&path) {
            assert_eq!(analysis.candidates.len(), line.matches("info move").count(), "{line}");
            let has_lead = line.contains("scoreLead");
            analysis.candidates.iter().for_each(|it| check_candidate(it, has_lead));
            n_lines += 1;
        }
    }
    assert_eq!(n_lines, 5 * 8);
}

#[test]
fn both_dialects_say_the_same_of_one_position() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/transcripts");
    let last = |name: &str| read(&folder.join(name)).pop().expect("it has lines").1;
    for board in ["endgame-9", "opening-19"] {
        let kata = last(&format!("{board}.kata-analyze.txt"));
        let leela = last(&format!("{board}.lz-analyze.txt"));
        let win_rates = [kata, leela].map(|it| it.best().expect("there is a best move").win_rate);
        assert!((win_rates[0] - win_rates[1]).abs() < 0.1, "{board}: {win_rates:?}");
    }
}
