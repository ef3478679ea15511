//! Labels from an engine that speaks KataGo's analysis protocol.

use std::collections::VecDeque;
use std::error::Error;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use fastrand::Rng;
use serde_json::{Value, json};
use tengen_gtp::controller::CommandLine;
use tengen_rules::{Color, KoRule, Move, Scoring};

use crate::label::{Format, Label, LabelledGame};
use crate::play::{count_games, rng_of_game};

/// The games that the teacher may have at a time: enough to fill its batches.
const IN_FLIGHT: usize = 32;

/// Labels the games of one file that another does not have yet.
pub(crate) fn label(
    teacher: &CommandLine,
    games: &Path,
    labelled: &Path,
) -> Result<(), Box<dyn Error>> {
    let n_done = count_games(labelled)?;
    let mut games = BufReader::new(File::open(games)?);
    let mut output = OpenOptions::new().create(true).append(true).open(labelled)?;
    let mut teacher = Teacher::start(teacher)?;
    let mut number = 0;
    while let Some(game) = LabelledGame::read(&mut games, Format::Sparse)? {
        number += 1;
        if number <= n_done {
            continue;
        }
        let turns = random_turns(&game, &mut rng_of_game(1, number));
        teacher.ask(number, game, &turns)?;
        while teacher.asked.len() >= IN_FLIGHT {
            teacher.next_judged()?.write(&mut output)?;
        }
        if number.is_multiple_of(100) {
            println!("{number} games");
        }
    }
    while !teacher.asked.is_empty() {
        teacher.next_judged()?.write(&mut output)?;
    }
    Ok(())
}

/// About one turn in seven, and the last one, before the game ended.
fn random_turns(game: &LabelledGame, rng: &mut Rng) -> Vec<usize> {
    let n_moves = game.moves.len();
    let has_ended = game.moves.ends_with(&[Move::Pass, Move::Pass]);
    let last = if has_ended { n_moves - 1 } else { n_moves };
    let step = rng.usize(5..=8);
    let mut turns: Vec<usize> = (rng.usize(..6)..last).step_by(step).collect();
    turns.push(last);
    turns
}

/// A game that the teacher has been asked about.
struct Asked {
    number: usize,
    game: LabelledGame,
    n_turns: usize,
    is_refused: bool,
}

impl Asked {
    fn is_judged(&self) -> bool {
        self.is_refused || self.game.labels.len() == self.n_turns
    }
}

struct Teacher {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// In the order of their numbers; the answers may come in any order.
    asked: VecDeque<Asked>,
}

impl Teacher {
    fn start(line: &CommandLine) -> Result<Teacher, Box<dyn Error>> {
        let mut process = Command::new(line.program())
            .args(line.arguments())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()?;
        let input = process.stdin.take().ok_or("the teacher has no input")?;
        let output = process.stdout.take().ok_or("the teacher has no output")?;
        Ok(Teacher { process, input, output: BufReader::new(output), asked: VecDeque::new() })
    }

    fn ask(
        &mut self,
        number: usize,
        game: LabelledGame,
        turns: &[usize],
    ) -> Result<(), Box<dyn Error>> {
        writeln!(self.input, "{}", query(number, &game, turns))?;
        self.input.flush()?;
        self.asked.push_back(Asked { number, game, n_turns: turns.len(), is_refused: false });
        Ok(())
    }

    /// The first game that was asked about, with its labels.
    ///
    /// A game that the teacher refuses stays without labels, so that the files
    /// of games and of labels go on side by side.
    ///
    /// # Errors
    ///
    /// Returns an error if no game was asked about or the teacher does not
    /// answer any more.
    fn next_judged(&mut self) -> Result<LabelledGame, Box<dyn Error>> {
        while self.asked.front().is_some_and(|it| !it.is_judged()) {
            let mut line = String::new();
            if self.output.read_line(&mut line)? == 0 {
                return Err("the teacher has ended".into());
            }
            self.take(&serde_json::from_str(&line)?)?;
        }
        let mut game = self.asked.pop_front().ok_or("the teacher was not asked")?.game;
        game.labels.sort_by_key(|label| label.turn);
        Ok(game)
    }

    fn take(&mut self, answer: &Value) -> Result<(), Box<dyn Error>> {
        let number = answer["id"].as_str().and_then(|it| it.parse().ok());
        let Some(asked) = self.asked.iter_mut().find(|it| Some(it.number) == number) else {
            return Err(format!("the teacher answers what was not asked: {answer}").into());
        };
        if let Some(error) = answer.get("error") {
            eprintln!("game {}: {error}", asked.number);
            asked.is_refused = true;
            asked.game.labels.clear();
        } else if answer.get("rootInfo").is_some() {
            asked.game.labels.push(parse(answer).ok_or("an answer that cannot be read")?);
        }
        Ok(())
    }
}

impl Drop for Teacher {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

fn query(number: usize, game: &LabelledGame, turns: &[usize]) -> Value {
    let is_territory = game.scoring == Scoring::Territory;
    let first = if game.handicap.is_empty() { Color::Black } else { Color::White };
    let letter = |color: Color| color.letter().to_string();
    let moves = game.moves.iter().enumerate().map(|(number, mv)| {
        let color = if number % 2 == 0 { first } else { !first };
        json!([letter(color), mv.to_string()])
    });
    json!({
        "id": number.to_string(),
        "initialStones":
            game.handicap.iter().map(|it| json!(["B", it.to_string()])).collect::<Vec<_>>(),
        "initialPlayer": letter(first),
        "moves": moves.collect::<Vec<_>>(),
        "rules": {
            "ko": match game.ko {
                KoRule::Simple => "SIMPLE",
                KoRule::Positional => "POSITIONAL",
                KoRule::Situational | KoRule::Spight => "SITUATIONAL",
            },
            "scoring": if is_territory { "TERRITORY" } else { "AREA" },
            "tax": if is_territory { "SEKI" } else { "NONE" },
            "suicide": false,
            "hasButton": false,
            "whiteHandicapBonus": "0",
        },
        "komi": f64::from(game.komi.half_points()) / 2.0,
        "boardXSize": game.size.width(),
        "boardYSize": game.size.height(),
        "maxVisits": 1,
        "includePolicy": true,
        "includeOwnership": true,
        "analyzeTurns": turns,
    })
}

/// The label of an answer, whose figures are for Black.
fn parse(answer: &Value) -> Option<Label> {
    let root = &answer["rootInfo"];
    let win = root["winrate"].as_f64()?.clamp(0.0, 1.0);
    let lead = (10.0 * root["scoreLead"].as_f64()?).round().clamp(-4000.0, 4000.0);
    let floats = |name: &str| -> Option<Vec<f64>> {
        answer[name].as_array()?.iter().map(Value::as_f64).collect()
    };
    let policy = floats("policy")?;
    let ownership = floats("ownership")?;
    Some(Label {
        turn: usize::try_from(answer["turnNumber"].as_u64()?).ok()?,
        win: (65535.0 * win).round() as u16,
        lead: lead as i16,
        policy: policy.iter().map(|it| (255.0 * it.max(0.0).sqrt()).round() as u8).collect(),
        ownership: ownership.iter().map(|it| (127.0 * it).round() as i8).collect(),
    })
}

#[cfg(test)]
mod tests {
    use tengen_rules::{Komi, Size};

    use super::*;

    fn game() -> LabelledGame {
        LabelledGame {
            size: Size::square(2).expect("two is a size"),
            scoring: Scoring::Territory,
            ko: KoRule::Simple,
            komi: Komi::from_half_points(13),
            handicap: vec!["A1".parse().expect("the name of a point")],
            moves: vec!["B2".parse().expect("a move"), Move::Pass, Move::Pass],
            labels: Vec::new(),
        }
    }

    #[test]
    fn teacher_is_told_the_game() {
        let query = query(7, &game(), &[0, 2]);
        assert_eq!(query["id"], json!("7"));
        assert_eq!(query["initialStones"], json!([["B", "A1"]]));
        assert_eq!(query["moves"], json!([["W", "B2"], ["B", "pass"], ["W", "pass"]]));
        assert_eq!(query["komi"], json!(6.5));
        assert_eq!(query["rules"]["scoring"], json!("TERRITORY"));
        assert_eq!(query["analyzeTurns"], json!([0, 2]));
    }

    #[test]
    fn finished_positions_are_not_labelled() {
        let turns = random_turns(&game(), &mut Rng::with_seed(1));
        assert_eq!(turns.last(), Some(&2));
    }

    #[test]
    fn answers_become_labels() {
        let answer = json!({
            "turnNumber": 3,
            "rootInfo": { "winrate": 1.0, "scoreLead": -12.34 },
            "policy": [0.25, -1.0, 0.75, 0.0, 0.0],
            "ownership": [1.0, -1.0, 0.5, 0.0],
        });
        let label = parse(&answer).expect("the answer is complete");
        assert_eq!((label.turn, label.win, label.lead), (3, 65535, -123));
        assert_eq!(label.policy, [128, 0, 221, 0, 0]);
        assert_eq!(label.ownership, [127, -127, 64, 0]);
        assert!(parse(&json!({ "turnNumber": 3 })).is_none());
    }
}
