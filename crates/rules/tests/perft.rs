//! The number of move sequences on small boards, against known counts.

use tengen_rules::perft::{Passes, Perft};
use tengen_rules::{KoRule, Suicide};

const COUNTS: &str = include_str!("data/perft_counts.txt");

/// Larger counts are left to runs with `--release`.
const LIMIT: u64 = if cfg!(debug_assertions) { 1_000_000 } else { u64::MAX };

#[test]
fn sequences_with_simple_ko() {
    check_counts("simple", KoRule::Simple);
}

#[test]
fn sequences_with_positional_superko() {
    check_counts("psk", KoRule::Positional);
}

#[test]
fn sequences_with_situational_superko() {
    check_counts("ssk", KoRule::Situational);
}

/// Checks all rows of the file with a ko rule, which it calls `name`.
#[track_caller]
fn check_counts(name: &str, ko: KoRule) {
    let mut n_rows = 0;
    for line in COUNTS.lines().filter(|line| !line.starts_with('#')) {
        let (head, counts) = line.split_once(": ").expect("a colon is before the counts");
        let [size, rule, suicide, passes] =
            head.split(' ').collect::<Vec<_>>().try_into().expect("four words are before a colon");
        if rule != name {
            continue;
        }
        let perft = Perft {
            size: size.parse().expect("each row starts with a size"),
            ko,
            suicide: match suicide {
                "suicide=0" => Suicide::Forbidden,
                "suicide=1" => Suicide::Allowed,
                _ => panic!("{suicide} is neither 0 nor 1"),
            },
            passes: match passes {
                "passes=0" => Passes::Never,
                "passes=1" => Passes::Counted,
                _ => panic!("{passes} is neither 0 nor 1"),
            },
        };
        for (depth, count) in (1..).zip(counts.split(' ')) {
            let expected: u64 = count.parse().expect("counts are numbers");
            if expected <= LIMIT {
                assert_eq!(perft.count(depth), expected, "{head}, depth {depth}");
            }
        }
        n_rows += 1;
    }
    assert_eq!(n_rows, 24, "the file has as many rows for each ko rule");
}
