//! Whatever happens in whatever order, a session stays whole.

use std::time::Duration;

use fastrand::Rng;

use crate::driver::Driver;

const SETUPS: [&str; 8] = [
    "setup: size=4 rules=chinese handicap=free:3 white=level:8k time=absolute,30",
    "setup: size=3 rules=japanese time=byo-yomi,5,3,4",
    "setup: size=4 rules=aga white=level:8k time=fischer,10,2,15",
    "setup: size=3 rules=chinese-kgs black=level:8k white=engine:gnugo",
    "setup: size=4 rules=tromp-taylor handicap=A1,D4 black=level:8k time=canadian,4,3,9",
    "setup: size=3 rules=new-zealand time=simple,6",
    "setup: size=3 rules=japanese time=absolute,90 scoring=9 policy=consent,consent,free,never",
    "setup: size=4 rules=aga white=level:8k scoring=5 policy=never,free,never,free",
];

const COMMANDS: [&str; 74] = [
    "start",
    "pause",
    "pass",
    "pass",
    "pass",
    "resign black",
    "resign white",
    "undo",
    "undo",
    "redo",
    "play-from-here",
    "go back 1",
    "go back 3",
    "go forward 2",
    "go first",
    "go last",
    "go live",
    "go next",
    "go previous",
    "edit comment Hm.",
    "edit name A name",
    "edit mark circle A1 B2",
    "edit toggle A1 square",
    "edit letter B2",
    "edit number B2",
    "edit label C3 hane",
    "edit arrow A1 C3",
    "edit line A1 C3",
    "edit dim B1",
    "edit territory white A1 A2",
    "edit clear",
    "edit set-up black A1 C2",
    "edit set-up empty A1 C2",
    "edit to-play white",
    "edit annotate good very",
    "edit info KM 6.5",
    "edit info PB Ann",
    "edit delete",
    "edit cut",
    "edit paste",
    "edit promote",
    "edit up",
    "edit set-up white B2 , comment x , down",
    "undo-edit",
    "redo-edit",
    "review",
    "play-on level:8k Bob",
    "find on text hm",
    "hint",
    "estimate",
    "hide",
    "move-now",
    "agree black",
    "agree white",
    "resume black",
    "resume white",
    "tick",
    "seat white Ann",
    "as black undo",
    "as white undo",
    "as white redo",
    "as black pause",
    "as spectator play A1",
    "ask black undo",
    "ask white pause",
    "ask white adjourn",
    "accept black",
    "accept white",
    "decline black",
    "end adjourned",
    "end cancelled",
    "end forfeited white",
    "credit black 3",
    "agree black none",
];

/// A command, of which many are moves.
fn command(rng: &mut Rng, n_tickets: usize) -> String {
    let point = format!("{}{}", rng.choice(['A', 'B', 'C', 'D']).unwrap_or('A'), rng.u8(1..=4));
    let ticket = 1 + rng.usize(n_tickets.saturating_sub(2)..=n_tickets);
    match rng.u8(..10) {
        0..3 => format!("play {point}"),
        3 if n_tickets > 0 => format!("moved {} pass", ticket.min(n_tickets)),
        4 | 5 if n_tickets > 0 => format!("moved {} {point}", ticket.min(n_tickets)),
        6 if n_tickets > 0 => format!("proposed {} {point}", ticket.min(n_tickets)),
        7 if rng.bool() => format!("edit play black {point}"),
        7 => format!("force {point}"),
        _ => rng.choice(COMMANDS).unwrap_or("tick").to_owned(),
    }
}

/// Plays at random, and returns all that was seen.
///
/// The driver itself sees to it that refused actions change nothing.
fn transcript(seed: usize) -> Vec<String> {
    let mut rng = Rng::with_seed(seed as u64);
    let setup = SETUPS[seed % SETUPS.len()];
    let mut driver = Driver::new(&[setup.to_owned()]);
    let mut lines = vec![setup.to_owned()];
    let mut now = 0.0;
    for _ in 0..60 {
        now += rng.f64() * 2.0;
        let command = format!("{now} {}", command(&mut rng, driver.n_tickets()));
        let told = driver.run(&command);
        lines.push(command);
        lines.extend(told);
        check_resumed(&mut driver, now);
    }
    lines
}

/// A session that was saved and resumed has the same game, and would save
/// the same.
fn check_resumed(driver: &mut Driver, now: f64) {
    let sgf = format!("{now} sgf");
    let saved = driver.session().to_sgf(Duration::from_secs_f64(now));
    let mut resumed = Driver::resume(&saved).expect("what is saved is a record");
    assert_eq!(resumed.run(&sgf), driver.run(&sgf));
    assert_eq!(resumed.game(), driver.game());
}

#[test]
fn sessions_stay_whole() {
    for seed in 0..40 {
        transcript(seed);
    }
}

#[test]
fn same_actions_give_the_same_session() {
    for seed in 0..5 {
        assert_eq!(transcript(seed), transcript(seed));
    }
}

/// What is saved, with some of its bytes replaced.
fn damaged(rng: &mut Rng, sgf: &str) -> String {
    let mut chars: Vec<char> = sgf.chars().collect();
    let start = sgf.find("TGN").unwrap_or(0);
    for _ in 0..rng.usize(1..6) {
        let idx = rng.usize(start..chars.len());
        match rng.u8(..3) {
            0 => drop(chars.remove(idx)),
            1 => chars.swap(idx, start + idx % 40),
            _ => chars[idx] = rng.choice(['0', '9', 'B', 'a', ' ', '[', ']', ';']).unwrap_or('('),
        }
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_sessions_do_no_harm() {
    let mut rng = Rng::with_seed(1);
    for seed in 0..40 {
        let mut driver = Driver::new(&[SETUPS[seed % SETUPS.len()].to_owned()]);
        for _ in 0..20 {
            driver.run(&format!("0 {}", command(&mut rng, driver.n_tickets())));
        }
        let sgf = driver.run("0 sgf").concat();
        for _ in 0..5 {
            let Some(mut damaged) = Driver::resume_damaged(&damaged(&mut rng, &sgf)) else {
                continue;
            };
            for _ in 0..10 {
                damaged.run(&format!("1 {}", command(&mut rng, damaged.n_tickets())));
            }
            damaged.run("1 show");
        }
    }
}
