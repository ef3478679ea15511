//! Edits that are taken back leave nothing behind.

use fastrand::Rng;

use crate::driver::Driver;

const RECORDS: [&str; 3] = [
    "review: (;SZ[4]\n;B[aa]C[x]\n(;W[bb] LB[aa:A])(;W[cc];B[dd]CR[ab]\n))",
    "review: (;SZ[4]HA[2]AB[aa][dd]PL[W];W[bb];AE[bb]N[gone];B[];W[])",
    "review: (;SZ[4]XX[kept];B[aa];W[aa];B[zz])",
];

const COMMANDS: [&str; 40] = [
    "go first",
    "go last",
    "go back 1",
    "go back 2",
    "go forward 1",
    "go forward 1",
    "go next",
    "go previous",
    "find on text x",
    "edit mark circle A1 B2",
    "edit mark none A1 B2",
    "edit toggle A1 square",
    "edit letter B2",
    "edit number C3",
    "edit label C3 hane",
    "edit arrow A1 C3",
    "edit line C3 A1",
    "edit dim B1",
    "edit territory white A1 A2",
    "edit territory none A1 A2",
    "edit clear",
    "edit set-up black A1 C2",
    "edit set-up white A2 D4",
    "edit set-up empty A1 B1",
    "edit to-play white",
    "edit to-play none",
    "edit name x",
    "edit comment y",
    "edit comment yz",
    "edit annotate bad very",
    "edit info KM 6.5",
    "edit info PB Ann",
    "edit delete",
    "edit cut",
    "edit copy",
    "edit paste",
    "edit promote",
    "edit up",
    "edit down",
    "edit set-up white B2 , comment x , play black B3 , letter A1",
];

/// Edits at random, and returns all texts that the record had.
fn edit(driver: &mut Driver, rng: &mut Rng) -> Vec<String> {
    let mut texts = vec![driver.run("0 record").concat()];
    for _ in 0..40 {
        let command = match rng.u8(..8) {
            0 => format!("edit play black A{}", rng.u8(1..=4)),
            1 => format!("play B{}", rng.u8(1..=4)),
            _ => rng.choice(COMMANDS).unwrap_or_default().to_owned(),
        };
        driver.run(&format!("0 {command}"));
        texts.push(driver.run("0 record").concat());
        driver.run("0 show");
    }
    texts
}

#[test]
fn edits_are_undone_to_the_byte() {
    for seed in 0..30 {
        let mut rng = Rng::with_seed(seed);
        let mut driver = Driver::new(&[RECORDS[seed as usize % RECORDS.len()].to_owned()]);
        let texts = edit(&mut driver, &mut rng);
        let mut at = texts.len() - 1;
        while !driver.run("0 undo-edit").iter().any(|it| it.starts_with('?')) {
            let text = driver.run("0 record").concat();
            at = texts[..=at].iter().rposition(|it| *it == text).expect("it was so before");
        }
        assert_eq!(driver.run("0 record").concat(), texts[0]);
        while !driver.run("0 redo-edit").iter().any(|it| it.starts_with('?')) {}
        assert_eq!(driver.run("0 record").concat(), texts[texts.len() - 1]);
    }
}
