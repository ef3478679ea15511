//! A file that grows line by line has the session at any moment.

use std::time::Duration;

use tengen_session::{Effect, Save, Session};

use crate::random_game::RandomGame;

/// What of a session is in its file, whether or not its clock runs.
fn kept(session: &Session) -> (String, String) {
    (session.record().to_sgf(), format!("{:?} {:?}", session.phase(), session.game()))
}

/// Carries out what a session wants to have saved.
fn carry_out(file: &mut String, session: &Session, save: &Save, now: Duration) {
    match save {
        Save::Whole => *file = session.to_sgf(now),
        Save::Appended(line) => file.extend([line, "\n"]),
        Save::Discard => file.clear(),
    }
}

/// Plays at random, and calls a function with the file before and after each
/// action that was worth saving.
fn play(seed: u64, n_steps: usize, mut check: impl FnMut(&str, &str, &Session, Duration)) {
    let mut game = RandomGame::new(seed);
    let mut file = String::new();
    for _ in 0..n_steps {
        let step = game.next_step();
        let now = step.now;
        let Ok(changes) = game.session.apply(step.actor, step.action, now) else { continue };
        game.note(&changes.effects);
        let saves: Vec<&Save> = changes
            .effects
            .iter()
            .filter_map(|it| if let Effect::Save(save) = it { Some(save) } else { None })
            .collect();
        assert!(saves.len() <= 1, "{saves:?}");
        let before = file.clone();
        if let Some(save) = saves.first() {
            carry_out(&mut file, &game.session, save, now);
        }
        if !file.is_empty() {
            let resumed = Session::resume(&file).unwrap();
            assert_eq!(kept(&resumed), kept(&game.session), "seed {seed}: {file}");
            if !saves.is_empty() {
                check(&before, &file, &game.session, now);
            }
        }
    }
}

#[test]
fn a_saved_session_goes_on_as_it_was() {
    let mut n_appended = 0;
    for seed in 0..50 {
        play(seed, 80, |before, file, session, now| {
            let resumed = Session::resume(file).unwrap();
            assert_eq!(resumed.to_sgf(now), session.to_sgf(now), "seed {seed}: {file}");
            n_appended += usize::from(file.starts_with(before) && !before.is_empty());
        });
    }
    assert!(n_appended > 300, "{n_appended}");
}

#[test]
fn a_torn_line_is_left_out() {
    let mut n_torn = 0;
    for seed in 0..12 {
        play(seed, 25, |before, file, _, now| {
            if before.is_empty() || !file.starts_with(before) || file == before {
                return;
            }
            let without = Session::resume(before).unwrap().to_sgf(now);
            for end in before.len()..file.len() {
                let torn = Session::resume(&file[..end]).unwrap();
                assert_eq!(torn.to_sgf(now), without, "seed {seed}: {}", &file[..end]);
                n_torn += 1;
            }
        });
    }
    assert!(n_torn > 1000, "{n_torn}");
}

/// A runner may write the whole file later, or again, and append lines to it
/// that it has already.
#[test]
fn a_file_can_be_rewritten_at_any_time() {
    for seed in 0..20 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let mut game = RandomGame::new(seed);
        let (mut file, mut is_due) = (String::new(), false);
        for _ in 0..60 {
            let step = game.next_step();
            let Ok(changes) = game.session.apply(step.actor, step.action, step.now) else {
                continue;
            };
            game.note(&changes.effects);
            let mut lines = String::new();
            for effect in &changes.effects {
                match effect {
                    Effect::Save(Save::Appended(line)) => lines.extend([line, "\n"]),
                    Effect::Save(_) => is_due = true,
                    _ => (),
                }
            }
            if (is_due || !lines.is_empty()) && rng.u8(..3) == 0 {
                file = game.session.to_sgf(step.now);
                is_due = false;
            }
            file.push_str(&lines);
            if !is_due && !file.is_empty() {
                let resumed = Session::resume(&file).unwrap();
                assert_eq!(kept(&resumed), kept(&game.session), "seed {seed}: {file}");
            }
        }
    }
}

#[test]
fn lines_of_another_file_are_left_out() {
    let file = "(;SZ[5]TGN[stage:playing];B[cc]TGNL[])\n";
    let line = ";W[cd]TGNA[line:1][black left:none][white left:none]\n";
    let n_turns = |text: &str| Session::resume(text).unwrap().game().n_turns();
    assert_eq!(n_turns(&format!("{file}{line}")), 2);
    // A line is missing, the move is illegal, the move is missing, or it is no line.
    for other in [
        line.replace("line:1", "line:2"),
        line.replace("cd", "cc"),
        line.replace("cd", "zz"),
        line.replace(";W[cd]", ""),
        "whatever\n".to_owned(),
    ] {
        assert_eq!(n_turns(&format!("{file}{other}{line}")), 1, "{other}");
    }
}
