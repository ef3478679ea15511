//! Golden dialogues: commands in, answers out, with a player who follows a
//! script.
//!
//! A file in `data` begins with comments (`%`) and the replies of the player
//! (`script:`). What follows is a transcript: commands (`>`), what the player
//! was told meanwhile (`!`), and answers, without spaces at the ends of lines.

use std::collections::VecDeque;
use std::fs;
use std::path::Path;

use tengen_gtp::{Engine, Player, Reply, TimeLeft, TimeSettings};
use tengen_rules::{Color, Game, Move, PointSet, Ruleset};

/// Gives the replies of a script, and writes down what it is told.
#[derive(Debug, Default)]
struct Script {
    replies: VecDeque<Reply>,
    told: Vec<String>,
}

impl Script {
    fn new(words: &str) -> Script {
        let reply = |word: &str| match word {
            "resign" => Reply::Resign,
            mv => Reply::Move(mv.parse().expect("scripts have moves")),
        };
        Script { replies: words.split_whitespace().map(reply).collect(), told: Vec::new() }
    }
}

impl Player for Script {
    fn name(&self) -> &'static str {
        "Script"
    }

    fn version(&self) -> &'static str {
        "0.1\n\nof today"
    }

    fn think(&mut self, game: &Game, color: Color) -> Reply {
        assert_eq!(game.end(), None);
        self.told.push(format!("think for {color} after {} turns", game.n_turns()));
        self.replies.pop_front().unwrap_or(Reply::Move(Move::Pass))
    }

    fn suggest(&mut self, game: &Game, color: Color) -> Reply {
        assert_eq!(game.end(), None);
        self.told.push(format!("suggest for {color}"));
        self.replies.front().copied().unwrap_or(Reply::Move(Move::Pass))
    }

    /// Chains with a single liberty.
    fn dead_stones(&mut self, game: &Game) -> PointSet {
        let board = game.board();
        let points = board.stones().map(|(_, point)| point);
        points.filter(|&point| board.atari(point).is_some()).collect()
    }

    fn start_game(&mut self) {
        self.told.push("start".into());
    }

    fn set_time(&mut self, settings: TimeSettings) {
        self.told.push(format!("{settings:?}"));
    }

    fn set_time_left(&mut self, color: Color, left: TimeLeft) {
        self.told.push(format!("{color}: {left:?}"));
    }
}

fn answers(player: &mut Script, commands: &[u8]) -> String {
    let mut output = Vec::new();
    let mut engine = Engine::new(player, Ruleset::JAPANESE);
    engine.run(commands, &mut output).expect("memory can be read and written");
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
const WORDS: &str = "boardsize clear_board final_score final_status_list fixed_handicap genmove \
    kgs-time_settings known_command komi place_free_handicap play rectangular_boardsize \
    reg_genmove set_free_handicap showboard time_left time_settings undo b w pass A1 B2 E5 Z25 I1 \
    0 1 2 9 25 26 -1 1e9 NaN alive dead seki byoyomi \u{7}b \u{e9}";

#[test]
fn each_command_has_one_answer_whatever_it_says() {
    let words: Vec<&str> = WORDS.split_whitespace().collect();
    let mut rng = fastrand::Rng::with_seed(7);
    for _ in 0..20 {
        let mut command = |id: u32| {
            let n_words = rng.usize(1..5);
            let chosen: Vec<&str> = (0..n_words).map(|_| words[rng.usize(..words.len())]).collect();
            format!("{id} {}", chosen.join(" "))
        };
        let commands = (0..300).map(&mut command).collect::<Vec<_>>().join("\n");
        let output = answers(&mut Script::default(), commands.as_bytes());
        let ids = output.split_terminator("\n\n").map(|answer| {
            let (id, _) = answer.strip_prefix(['=', '?']).unwrap().split_once(' ').unwrap();
            id.parse::<u32>().unwrap()
        });
        assert!(ids.eq(0..300), "{commands}");
    }
}
