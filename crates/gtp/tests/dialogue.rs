//! Golden dialogues: commands in, answers out, with a player who follows a
//! script.
//!
//! A file in `data` begins with comments (`%`) and the replies of the player
//! (`script:`). What follows is a transcript: commands (`>`), what the player
//! was told meanwhile (`!`), and answers, without spaces at the ends of lines.
//! With `BLESS=1` in the environment, the files become what the answers are:
//! look at the difference before it is kept.

use std::collections::VecDeque;
use std::env;
use std::fs;
use std::io::Cursor;
use std::path::Path;
use std::time::Duration;

use tengen_analysis::{Analysis, Candidate, Decision};
use tengen_clock::{TimeControl, TimeLeft};
use tengen_gtp::{Engine, Parameter, ParameterError, Player, Purpose, Request};
use tengen_rules::{ByPoint, Color, Game, Move, PointSet, Ruleset};

/// Gives the replies of a script, and writes down what it is told.
#[derive(Debug, Default)]
struct Script {
    replies: VecDeque<Decision>,
    told: Vec<String>,
    parameters: [String; 2],
}

impl Script {
    fn new(words: &str) -> Script {
        let reply = |word: &str| match word {
            "resign" => Decision::Resign,
            mv => Decision::Move(mv.parse().expect("scripts have moves")),
        };
        Script {
            replies: words.split_whitespace().map(reply).collect(),
            told: Vec::new(),
            parameters: ["100", "10"].map(String::from),
        }
    }
}

impl Player for Script {
    fn name(&self) -> &'static str {
        "Script"
    }

    fn version(&self) -> &'static str {
        "0.1\n\nof today"
    }

    fn think(&mut self, request: &Request<'_>, tell: &mut dyn FnMut(&Analysis)) -> Decision {
        let Request { game, color, purpose, ref excluded, .. } = *request;
        assert_eq!(game.end(), None);
        let every = request.interval.map(|it| format!(", every {it:?}")).unwrap_or_default();
        let without = match (excluded.is_empty(), excluded.pass) {
            (true, _) => String::new(),
            (false, true) => format!(", without {:?} and pass", excluded.points),
            (false, false) => format!(", without {:?}", excluded.points),
        };
        let n_turns = game.n_turns();
        self.told.push(format!("{purpose:?} for {color} after {n_turns} turns{every}{without}"));
        tell(&analysis(game, color));
        match purpose {
            Purpose::Play => self.replies.pop_front(),
            _ => self.replies.front().copied(),
        }
        .unwrap_or(Decision::Move(Move::Pass))
    }

    fn cpu_time(&self) -> Option<Duration> {
        Some(Duration::from_millis(1250))
    }

    /// Chains with a single liberty.
    fn dead_stones(&mut self, game: &Game) -> PointSet {
        let board = game.board();
        let points = board.stones().map(|(_, point)| point);
        points.filter(|&point| board.atari(point).is_some()).collect()
    }

    fn parameters(&self) -> Vec<Parameter> {
        let names = ["maxVisits", "maxTime"].into_iter().zip(&self.parameters);
        names.map(|(name, value)| Parameter { name: name.into(), value: value.clone() }).collect()
    }

    fn set_parameter(&mut self, name: &str, value: &str) -> Result<(), ParameterError> {
        let idx = match name {
            "maxVisits" => 0,
            "maxTime" => 1,
            _ => return Err(ParameterError::Unknown),
        };
        value.parse::<f64>().map_err(|_| ParameterError::BadValue)?;
        self.parameters[idx] = value.into();
        Ok(())
    }

    fn start_game(&mut self) {
        self.told.push("start".into());
    }

    fn set_time_control(&mut self, control: TimeControl) {
        self.told.push(format!("{control:?}"));
    }

    fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.told.push(format!("{color}: {left:?}"));
    }
}

/// Passing wins, and the empty points are White's more or less.
fn analysis(game: &Game, to_play: Color) -> Analysis {
    let mut ownership = ByPoint::new(-0.5);
    for (color, point) in game.board().stones() {
        ownership[point] = if color == Color::Black { 1.0 } else { -1.0 };
    }
    let first = game.legal_points().next().map(Move::Play);
    let candidates = [Some(Move::Pass), first].into_iter().flatten().map(|mv| Candidate {
        mv,
        n_visits: if mv == Move::Pass { 90 } else { 10 },
        win_rate: if mv == Move::Pass { 0.75 } else { 0.25 },
        lead: Some(2.5),
        prior: Some(0.5),
        lower_bound: None,
        variation: vec![mv, Move::Pass],
    });
    Analysis {
        n_visits: 100,
        lead: Some(2.25),
        lead_deviation: Some(4.0),
        candidates: candidates.collect(),
        ownership: Some(Box::new(ownership)),
        ..Analysis::new(to_play, 0.7)
    }
}

fn answers(player: &mut Script, commands: &[u8]) -> String {
    let mut output = Vec::new();
    let mut engine = Engine::new(player, Ruleset::JAPANESE);
    engine
        .run(Cursor::new(commands.to_vec()), &mut output)
        .expect("memory can be read and written");
    String::from_utf8(output).expect("answers are text")
}

/// What the file should be, line by line.
fn transcript(file: &str) -> Vec<String> {
    let script = file.lines().find_map(|line| line.strip_prefix("script:")).unwrap_or_default();
    let commands: Vec<&str> = file.lines().filter_map(|line| line.strip_prefix('>')).collect();
    let head = file.lines().take_while(|line| !line.starts_with('>'));
    let mut lines: Vec<String> = head.map(String::from).collect();
    let mut before = (0, 0);
    for n_commands in 1..=commands.len() {
        // Running all commands again for each of them shows what each adds.
        let mut player = Script::new(script);
        let output = answers(&mut player, commands[..n_commands].join("\n").as_bytes());
        lines.push(format!(">{}", commands[n_commands - 1]));
        lines.extend(player.told[before.0..].iter().map(|line| format!("! {line}")));
        lines.extend(output[before.1..].lines().map(|line| line.trim_end().to_string()));
        before = (player.told.len(), output.len());
    }
    lines
}

#[test]
fn dialogues() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let dialogues = files.filter(|path| path.is_file());
    let n_files = dialogues.map(|path| check_dialogue(&path)).count();
    assert!(n_files > 3);
}

fn check_dialogue(path: &Path) {
    let file = fs::read_to_string(path).expect("dialogues are text");
    let lines = transcript(&file);
    let n_equal = lines.iter().zip(file.lines()).take_while(|(is, should)| is == should).count();
    let text = lines.join("\n");
    let text = text.trim_end();
    if env::var_os("BLESS").is_some() {
        fs::write(path, format!("{text}\n")).expect("dialogues can be written");
        return;
    }
    let place = format!("{}:{}", path.display(), n_equal + 1);
    assert!(text == file.trim_end(), "{place}: the dialogue goes\n{text}");
}

#[test]
fn an_answer_ends_with_an_empty_line() {
    let output =
        answers(&mut Script::default(), b"1 protocol_version\r\nkomi 5\nx\n\n 2 quit\nname");
    assert_eq!(output, "=1 2\n\n= \n\n? unknown command\n\n=2 \n\n");
}

#[test]
fn control_characters_have_no_meaning() {
    let output = answers(&mut Script::default(), b"7\tpro\x07tocol_\x08version\x00\r\n\xff\xfe\n");
    assert_eq!(output, "=7 2\n\n? unknown command\n\n");
}

#[test]
fn a_long_line_is_refused_once() {
    let line = |command: &str, end: &str| format!("{command} {}\n", end.repeat(200_000));
    let commands = [line("5 set_free_handicap", "A1 "), line("6 komi 5 #", "x"), line("7", "y")];
    let output = answers(&mut Script::default(), commands.concat().as_bytes());
    assert_eq!(output, "?5 line too long\n\n=6 \n\n?7 line too long\n\n");
}

/// Words of the protocol and others, for commands that mean little.
const WORDS: &str = "analyze kata-analyze kata-genmove_analyze lz-analyze b w pass A1 B2 E5 Z25 I1 \
    A1,B2,pass 0 1 2 9 25 26 -1 1e9 NaN alive dead seki byoyomi fischer true false ownership \
    avoid allow interval minmoves chinese ko {\"ko\":\"SIMPLE\",\"scoring\":\"AREA\"} # \
    \u{7}b \u{e9} ä 囲碁 \\ \" ; ) ../x .";

/// All commands that leave the conversation and the disk alone.
fn commands() -> Vec<String> {
    let output = answers(&mut Script::default(), b"list_commands");
    let names = output.trim_start_matches("= ").split_whitespace();
    // Files of any name would be written.
    names.filter(|name| !["quit", "printsgf"].contains(name)).map(String::from).collect()
}

/// The number of lines for the test of random lines; more of them come from
/// the environment.
fn n_random_lines() -> u32 {
    let given = env::var("RANDOM_LINES").ok().and_then(|it| it.parse().ok());
    given.unwrap_or(20_000)
}

#[test]
fn each_command_has_one_answer_whatever_it_says() {
    let words: Vec<String> = WORDS.split_whitespace().map(String::from).collect();
    let commands = commands();
    let mut rng = fastrand::Rng::with_seed(7);
    let lines_at_once = 1000;
    for _ in 0..n_random_lines() / lines_at_once {
        let mut line = |id: u32| {
            let command = rng.choice(&commands).expect("there are commands");
            let n_words = rng.usize(0..5);
            let words: Vec<&str> =
                (0..n_words).filter_map(|_| rng.choice(&words)).map(String::as_str).collect();
            // Large boards take long.
            let small = if rng.u8(..8) == 0 { "boardsize 5\n" } else { "" };
            format!("{small}{id} {command} {}", words.join(" "))
        };
        let lines = (0..lines_at_once).map(&mut line).collect::<Vec<_>>().join("\n");
        let output = answers(&mut Script::default(), lines.as_bytes());
        let ids = output.split_terminator("\n\n").filter_map(|answer| {
            let first = answer.strip_prefix(['=', '?']).expect("answers begin with a sign");
            let id: String = first.chars().take_while(char::is_ascii_digit).collect();
            id.parse::<u32>().ok()
        });
        assert!(ids.eq(0..lines_at_once), "{lines}");
    }
}
