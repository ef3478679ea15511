//! Ko, suicide, the end of the game and scores, against KataGo's own tests.
//!
//! The scenarios are lists of operations, in the words of KataGo's source. By
//! its territory rules the game goes on in two more phases ("encore") to
//! settle what is dead. A run stops at the first stone there; passes are
//! followed to the end, as they change nothing.

use std::collections::VecDeque;

use serde_json::{Value, json};
use tengen_rules::{
    Board, Button, Color, DeadStones, End, Game, IllegalMove, KoRule, Komi, LongCycle, Move, Point,
    PointSet, Position, Ruleset, Scoring, Size, Suicide, Tax, life,
};

const TESTS: &str = include_str!("data/katago/rules_tests.json");

/// The scenarios that are not run, each with its reason.
const LEFT_OUT: [(&str, &str); 6] = [
    ("PreventEncore", "it is about the inner state of KataGo in the encore"),
    ("Stress test on tiny boards", "it is random, and its results are not in the data"),
    ("Board history clearing directly to the encore", "there is no such start"),
    ("Test basic game", "its moves are only in the text that it prints; see `basic_game`"),
    ("Brute force testing of ko hash table", "it is about a structure of KataGo"),
    ("Rules parsing bug", "it is about the texts of KataGo's rules"),
];

/// The number of scenarios that are run.
const N_RUN: usize = 42;

/// What the data lacks: before the operation with this number in the scenario
/// with this name, KataGo does something more.
///
/// The komis are known from the results. The moves of the last are not, so
/// the scenario stops there.
fn missing_operations() -> [(&'static str, usize, Value); 3] {
    [
        ("Various komis", 13, json!({"rule": "komi", "value": "0.0f"})),
        ("Various komis", 17, json!({"rule": "komi", "value": "-0.5f"})),
        ("Suicide ko testing", 18, json!({"stop": true})),
    ]
}

/// Rules that a scenario is repeated for, in this order.
const LOOPS: [(&str, &[&str]); 3] = [
    ("koRulesToTest[i]", &["KO_POSITIONAL", "KO_SITUATIONAL", "KO_SPIGHT"]),
    ("taxRules[whichTaxRule]", &["TAX_NONE", "TAX_SEKI", "TAX_ALL"]),
    ("buttonRule[whichRule]", &["false", "true"]),
];

/// Assertions about what only KataGo has.
const IGNORED_ASSERTIONS: [&str; 4] = [
    "suc",
    "hist.numConsecValidTurnsThisGame == 10",
    "hist.numConsecValidTurnsThisGame == 0",
    "hist.isLegalTolerant(board, Location::getLoc(0,0,board.x_size), P_BLACK)",
];

/// Lines of scores by Japanese rules in which we differ, by scenario.
///
/// For KataGo a group is in seki as soon as a neutral point is beside it, so
/// that its eyes count nothing until all such points are filled. We ask how
/// many eyes the group has.
const DIFFERENT_SCORES: [(&str, &str); 8] = [
    ("Simple ko rules", "Winner: Black"),
    ("Simple ko rules", "W-B Score: -1.5"),
    ("Spight ko rules", "W-B Score: -2.5"),
    ("Territory scoring in the main phase", "Score: 0.5"),
    ("Territory scoring in encore 1", "Score: 0.5"),
    ("Territory scoring in encore 2", "Score: 0.5"),
    ("GroupTaxSekiScoring", "Winner: White"),
    ("GroupTaxSekiScoring", "W-B Score: 0.5"),
];

#[test]
fn scenarios() {
    let mut declared = Declared { board: Board::new(Size::NINE), ruleset: default_ruleset() };
    let mut n_checks = 0;
    let mut n_run = 0;
    for test in tests() {
        let name = name(&test);
        if LEFT_OUT.iter().any(|&(it, _)| it == name) {
            continue;
        }
        n_run += 1;
        let operations = operations(&test);
        let is_output = |operation: &Value| operation.get("expected_output").is_some();
        let end = operations.iter().position(is_output).expect("scenarios expect some output");
        let looped = LOOPS
            .iter()
            .find(|(text, _)| operations.iter().any(|it| it["value"] == *text))
            .map_or(&[""][..], |(_, values)| values);
        let outputs = outputs(&operations[end]["expected_output"], looped.len());
        for (value, output) in looped.iter().zip(outputs) {
            let mut run = Run::new(name, &declared, value, output);
            run.go(&operations[..end]);
            n_checks += run.n_checks;
        }
        // What follows the output is shared by the scenarios after this one.
        for operation in &operations[end + 1..] {
            declared.apply(operation, "");
        }
    }
    assert_eq!(n_run, N_RUN);
    assert_eq!(n_checks, 354);
}

#[test]
fn every_scenario_is_run_or_left_out() {
    let names: Vec<String> = tests().iter().map(|test| name(test).to_owned()).collect();
    for (left_out, reason) in LEFT_OUT {
        assert!(names.iter().any(|it| it == left_out), "{left_out}: {reason}");
    }
    assert_eq!(names.len(), N_RUN + LEFT_OUT.len());
}

/// A game of which the data has the moves in the encore, too; they are played
/// on here, since no ko comes up in them.
///
/// They prove which stones were dead at the end of the main phase, which is
/// scored.
#[test]
fn basic_game() {
    let test = tests().into_iter().find(|test| name(test) == "Test basic game").unwrap();
    let lines = test["ops"][0]["expected_output"].as_array().unwrap();
    let lines: Vec<&str> = lines.iter().map(|line| line.as_str().unwrap()).collect();
    let moves_idx = lines.iter().position(|line| line.starts_with("Last moves")).unwrap();
    let owners = &lines[moves_idx + 1..];
    let Some(Item::Stones(last_stones)) = items(&lines[..16]).pop_front() else {
        panic!("the board comes first");
    };
    let ruleset = Ruleset { suicide: Suicide::Allowed, ..Ruleset::JAPANESE };
    let mut game = Game::new(last_stones.size(), ruleset).with_komi("7.5".parse().unwrap());
    let is_dead = |&(color, point): &(Color, Point)| {
        let row = owners[owners.len() - 1 - usize::from(point.row())];
        let owner = row.chars().nth(point.column().into());
        owner == Some(if color == Color::Black { 'O' } else { 'X' })
    };

    let mut color = Color::Black;
    let mut score = None;
    for mv in lines[moves_idx].split(' ').skip(2) {
        let mv: Move = mv.parse().unwrap();
        if game.end().is_some() && mv != Move::Pass {
            game.resume(color).unwrap();
        }
        if game.end().is_none() {
            game.play_as(color, mv).unwrap();
        }
        if game.end().is_some() {
            let dead: PointSet =
                game.board().stones().filter(is_dead).map(|(_, point)| point).collect();
            score.get_or_insert(game.count(&dead).score());
        }
        color = !color;
    }

    assert!(game.board().has_same_stones(&last_stones));
    assert_eq!(score.unwrap().to_string(), "B+1.5");
}

fn tests() -> Vec<Value> {
    let mut file: Value = serde_json::from_str(TESTS).expect("the file is valid");
    let Value::Array(tests) = file["tests"].take() else { panic!("the file has a list of tests") };
    tests
}

fn name(test: &Value) -> &str {
    test["name"].as_str().expect("each scenario has a name")
}

fn operations(test: &Value) -> Vec<Value> {
    let mut operations = test["ops"].as_array().expect("each scenario has operations").clone();
    let mut missing = missing_operations();
    // From the last to the first, so that the numbers of the others stay.
    missing.sort_by_key(|&(_, idx, _)| std::cmp::Reverse(idx));
    for (_, idx, more) in missing.into_iter().filter(|(it, _, _)| *it == name(test)) {
        operations.insert(idx, more);
    }
    operations
}

/// A part of the expected output.
#[derive(Debug)]
enum Item {
    Line(String),
    /// A board, which is printed at any time before the next line.
    Stones(Box<Board>),
}

/// The expected output of each run of a scenario; those of repeated runs have
/// empty lines between them.
fn outputs(text: &Value, n_runs: usize) -> Vec<VecDeque<Item>> {
    let lines = text.as_array().expect("output is a list of lines");
    let lines: Vec<&str> = lines.iter().map(|it| it.as_str().expect("a line is text")).collect();
    let is_empty = |line: &&str| line.trim().is_empty();
    if n_runs == 1 {
        let lines: Vec<&str> = lines.into_iter().filter(|line| !is_empty(line)).collect();
        return vec![items(&lines)];
    }
    let runs: Vec<VecDeque<Item>> =
        lines.split(is_empty).filter(|run| !run.is_empty()).map(items).collect();
    assert_eq!(runs.len(), n_runs);
    runs
}

fn items(lines: &[&str]) -> VecDeque<Item> {
    let mut items = VecDeque::new();
    let mut lines = lines.iter().peekable();
    while let Some(line) = lines.next() {
        if !line.starts_with("HASH") {
            items.push_back(Item::Line((*line).to_owned()));
            continue;
        }
        let columns = lines.next().expect("a board follows a hash");
        let n_columns = columns.split_whitespace().count();
        let is_row = |line: &&&str| {
            let mut words = line.split_whitespace();
            words.next().is_some_and(|it| it.parse::<u8>().is_ok()) && words.count() == n_columns
        };
        let mut diagram = String::new();
        while let Some(row) = lines.next_if(is_row) {
            diagram += row.trim_start_matches(|it: char| it.is_ascii_digit() || it == ' ');
            diagram.push('\n');
        }
        let board = diagram.parse().expect("printed boards are legal");
        items.push_back(Item::Stones(Box::new(board)));
    }
    items
}

/// The start and the rules for the next game.
#[derive(Copy, Clone)]
struct Declared {
    board: Board,
    ruleset: Ruleset,
}

impl Declared {
    /// Takes a board or a rule; `looped` is the value that a loop has.
    fn apply(&mut self, operation: &Value, looped: &str) {
        if let Some(rows) = operation["board"].as_array() {
            // The rows of some diagrams have names.
            let rows: Vec<&str> = rows
                .iter()
                .map(|row| row.as_str().expect("a row is text"))
                .filter(|row| !row.starts_with("ABC"))
                .map(|row| row.trim_start_matches(|it: char| it.is_ascii_digit()))
                .collect();
            self.board = rows.join("\n").parse().expect("the diagrams are legal positions");
            self.ruleset = default_ruleset();
        } else if let Some(rule) = operation["rule"].as_str() {
            let value = operation["value"].as_str().expect("the value of a rule is text");
            let value = if value.ends_with(']') { looped } else { value };
            self.ruleset = with_rule(self.ruleset, rule, value);
        } else {
            panic!("{operation} is no declaration");
        }
    }
}

/// What KataGo starts from.
fn default_ruleset() -> Ruleset {
    Ruleset { dead_stones: DeadStones::Agreed, ..Ruleset::TROMP_TAYLOR }
}

fn with_rule(ruleset: Ruleset, rule: &str, value: &str) -> Ruleset {
    match (rule, value) {
        ("koRule", "KO_SIMPLE") => {
            Ruleset { ko: KoRule::Simple, long_cycle: LongCycle::NoResult, ..ruleset }
        }
        ("koRule", "KO_POSITIONAL") => Ruleset { ko: KoRule::Positional, ..ruleset },
        ("koRule", "KO_SITUATIONAL") => Ruleset { ko: KoRule::Situational, ..ruleset },
        ("koRule", "KO_SPIGHT") => Ruleset { ko: KoRule::Spight, ..ruleset },
        ("scoringRule", "SCORING_AREA") => Ruleset { scoring: Scoring::Area, ..ruleset },
        ("scoringRule", "SCORING_TERRITORY") => Ruleset { scoring: Scoring::Territory, ..ruleset },
        ("taxRule", "TAX_NONE") => Ruleset { tax: Tax::None, ..ruleset },
        ("taxRule", "TAX_SEKI") => Ruleset { tax: Tax::Seki, ..ruleset },
        ("taxRule", "TAX_ALL") => Ruleset { tax: Tax::All, ..ruleset },
        ("multiStoneSuicideLegal", "true") => Ruleset { suicide: Suicide::Allowed, ..ruleset },
        ("multiStoneSuicideLegal", "false") => Ruleset { suicide: Suicide::Forbidden, ..ruleset },
        ("hasButton", "true") => Ruleset { button: Button::Present, ..ruleset },
        ("hasButton", "false") => Ruleset { button: Button::Absent, ..ruleset },
        ("komi", komi) => Ruleset { komi: parse_komi(komi), ..ruleset },
        _ => panic!("{rule} has no value {value}"),
    }
}

fn parse_komi(text: &str) -> Komi {
    text.trim_end_matches('f').parse().expect("scores are multiples of one half")
}

fn color(text: &str) -> Color {
    match text {
        "BLACK" | "P_BLACK" => Color::Black,
        "WHITE" | "P_WHITE" => Color::White,
        _ => panic!("{text} is no player"),
    }
}

/// Whether a run goes on.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Flow {
    Continue,
    /// What follows is different by our rules.
    Stop,
}

/// One run of a scenario.
struct Run<'a> {
    scenario: &'a str,
    declared: Declared,
    looped: &'a str,
    game: Game,
    /// The game after a pass that was only tried out.
    trial: Option<Game>,
    n_passes_in_encore: u8,
    output: VecDeque<Item>,
    /// The number of assertions, lines and boards that were found right.
    n_checks: u32,
}

impl<'a> Run<'a> {
    fn new(
        scenario: &'a str,
        declared: &Declared,
        looped: &'a str,
        output: VecDeque<Item>,
    ) -> Run<'a> {
        let game = Game::new(Size::NINE, default_ruleset());
        let (trial, n_passes_in_encore, n_checks) = (None, 0, 0);
        Run {
            scenario,
            declared: *declared,
            looped,
            game,
            trial,
            n_passes_in_encore,
            output,
            n_checks,
        }
    }

    /// What to say if something is wrong.
    fn context(&self) -> String {
        format!("{} {}\n{:?}", self.scenario, self.looped, self.game)
    }

    fn go(&mut self, operations: &[Value]) {
        for operation in operations {
            if self.apply(operation) == Flow::Stop {
                return;
            }
            self.compare_stones();
        }
        assert!(self.output.is_empty(), "{}: {:?} is not printed", self.context(), self.output);
    }

    fn apply(&mut self, operation: &Value) -> Flow {
        let text = |key: &str| operation.get(key).and_then(Value::as_str);
        if operation.get("stop").is_some() {
            return Flow::Stop;
        }
        if let Some(player) = text("new_history_to_move") {
            let start = Position { to_play: color(player), ..self.declared.board.into() };
            self.game = Game::from_position(start, self.declared.ruleset);
            self.n_passes_in_encore = 0;
        } else if operation.get("play").is_some() {
            return self.play(operation);
        } else if let Some(label) = text("label") {
            self.print_label(label);
        } else if let Some(what) = text("print") {
            match what {
                "printIllegalMoves" => self.print_illegal_moves(),
                "printGameResult" => self.print_result(),
                _ => panic!("{}: {what} is not known", self.context()),
            }
        } else if let Some(assertion) = text("assert") {
            if !IGNORED_ASSERTIONS.contains(&assertion) {
                assert!(self.holds(assertion), "{}: {assertion}", self.context());
                self.n_checks += 1;
            }
        } else {
            self.declared.apply(operation, self.looped);
            if operation["rule"] == "komi" {
                self.game = self.game.clone().with_komi(self.declared.ruleset.komi);
            }
        }
        Flow::Continue
    }

    fn play(&mut self, operation: &Value) -> Flow {
        let color = color(operation["color"].as_str().expect("each move has a color"));
        let mv = self.parse_move(&operation["play"]);
        self.trial = None;
        match (self.game.end(), mv) {
            (None, _) => (),
            (Some(_), Move::Pass) => {
                self.n_passes_in_encore += 1;
                return Flow::Continue;
            }
            (Some(_), Move::Play(_)) if self.is_by_territory() => return Flow::Stop,
            (Some(_), Move::Play(_)) => {
                self.game.resume(color).expect("the game ended by passes");
            }
        }
        if let Err(error) = self.game.play_as(color, mv) {
            panic!("{}: {error}", self.context());
        }
        Flow::Continue
    }

    fn parse_move(&self, text: &Value) -> Move {
        if text == "pass" {
            return Move::Pass;
        }
        let edge = |key: &str| {
            let number = text[key].as_u64().expect("points have coordinates");
            u8::try_from(number).expect("boards are small")
        };
        Move::Play(self.point(edge("x"), edge("y_from_top")))
    }

    fn point(&self, column: u8, row_from_top: u8) -> Point {
        let size = self.game.board().size();
        Point::new(column, size.height() - 1 - row_from_top, size).expect("points are on the board")
    }

    fn is_by_territory(&self) -> bool {
        self.game.ruleset().scoring == Scoring::Territory
    }

    /// The phase in which KataGo would be: the main one is 0.
    fn phase(&self) -> u8 {
        match self.game.end() {
            Some(_) if self.is_by_territory() => 1 + (self.n_passes_in_encore / 2).min(1),
            _ => 0,
        }
    }

    fn is_finished(&self) -> bool {
        let n_passes = if self.is_by_territory() { 4 } else { 0 };
        self.game.end().is_some() && self.n_passes_in_encore >= n_passes
    }

    fn holds(&mut self, assertion: &str) -> bool {
        if let Some(about_trial) = assertion.strip_prefix("tmp") {
            let trial = self.game.after(Move::Pass).expect("a pass is always legal");
            let game = std::mem::replace(&mut self.game, trial);
            let holds = self.holds(about_trial);
            self.trial = Some(std::mem::replace(&mut self.game, game));
            return holds;
        }
        if let Some(negated) = assertion.strip_prefix('!') {
            return !self.holds(negated);
        }
        let (subject, value) = assertion.split_once(" == ").unwrap_or((assertion, "true"));
        match subject {
            "hist.isGameFinished" => self.is_finished() == (value == "true"),
            "hist.encorePhase" => self.phase().to_string() == value,
            "hist.winner" => self.is_finished() && winner(&self.game) == Some(color(value)),
            "hist.finalWhiteMinusBlackScore" => {
                white_minus_black(&self.game) == i32::from(parse_komi(value).half_points())
            }
            "hist.passWouldEndPhase(board,P_BLACK)" => {
                self.game.after(Move::Pass).is_ok_and(|game| game.end().is_some())
            }
            "hist.passWouldEndGame(board,P_BLACK)" => {
                !self.is_by_territory() && self.holds("hist.passWouldEndPhase(board,P_BLACK)")
            }
            "hist.isLegal(board, Location::getLoc(0,0,board.x_size), P_BLACK)" => {
                self.game.check_as(Color::Black, Move::Play(self.point(0, 0))).is_ok()
            }
            _ => panic!("{}: {assertion} is not known", self.context()),
        }
    }

    fn print_label(&mut self, label: &str) {
        if label != "Score: " {
            self.print(label);
            return;
        }
        let mut game = self.game.clone();
        while game.end().is_none() {
            game.play(Move::Pass).expect("a pass is always legal");
        }
        self.print(&format!("Score: {}", Komi::from_half_points(white_minus_black(&game) as i16)));
    }

    /// Prints the points that only ko and superko forbid.
    fn print_illegal_moves(&mut self) {
        let game = self.trial.as_ref().unwrap_or(&self.game);
        let sign = if game.to_play() == Color::Black { 'X' } else { 'O' };
        let mut lines = Vec::new();
        for (y, row) in game.board().size().rows().enumerate() {
            for (x, point) in row.enumerate() {
                // At the end of a phase all is forbidden, but no ko is left.
                if let Err(IllegalMove::Ko(_) | IllegalMove::Superko(_)) =
                    game.check(Move::Play(point))
                {
                    lines.push(format!("Illegal: ({x},{y}) {sign}"));
                }
            }
        }
        for line in lines {
            self.print(&line);
        }
    }

    fn print_result(&mut self) {
        assert!(self.is_finished(), "{}: the game is not over", self.context());
        let is_no_result = self.game.end() == Some(End::LongCycle);
        let half_points = if is_no_result { 0 } else { white_minus_black(&self.game) };
        let winner = match half_points {
            0 => "Empty",
            1.. => "White",
            _ => "Black",
        };
        self.print(&format!("Winner: {winner}"));
        self.print(&format!("W-B Score: {}", Komi::from_half_points(half_points as i16)));
        self.print(&format!("isNoResult: {}", u8::from(is_no_result)));
        self.print("isResignation: 0");
    }

    /// Compares a line with the next one of the expected output.
    fn print(&mut self, line: &str) {
        let Some(Item::Line(expected)) = self.output.pop_front() else {
            panic!("{}: {line} is not expected", self.context());
        };
        let expected = expected.trim_end();
        if self.is_by_territory()
            && self.game.ruleset().tax == Tax::Seki
            && DIFFERENT_SCORES.contains(&(self.scenario, expected))
        {
            assert_ne!(line, expected, "{}", self.context());
            return;
        }
        assert_eq!(line, expected, "{}", self.context());
        self.n_checks += 1;
    }

    /// Takes a board from the expected output if it is the present one.
    fn compare_stones(&mut self) {
        if let Some(Item::Stones(board)) = self.output.front()
            && board.has_same_stones(self.game.board())
        {
            self.output.pop_front();
            self.n_checks += 1;
        }
    }
}

/// The score in half points, with KataGo's sign.
///
/// It takes only those stones for dead that are so for certain.
fn white_minus_black(game: &Game) -> i32 {
    let dead = life::dead_stones(game.board(), game.ruleset().suicide);
    -game.count(&dead).score().half_points()
}

fn winner(game: &Game) -> Option<Color> {
    match white_minus_black(game) {
        0 => None,
        1.. => Some(Color::White),
        _ => Some(Color::Black),
    }
}
