//! Area, independent life and group tax, against KataGo's own tests.

use serde_json::Value;
use tengen_rules::life::{self, Extent};
use tengen_rules::{Board, Color, Point, PointSet, Size, Suicide};

const TESTS: &str = include_str!("data/katago/area_tests.json");

/// How many maps belong to a board. Three tests go on with other boards,
/// which are not in the data; their maps are left out.
const N_MAPS: usize = 8;

#[test]
fn area_of_every_extent() {
    let mut n_modes = 0;
    for test in tests_with(|test| !test["modes"].as_array().unwrap().is_empty()) {
        let modes = test["modes"].as_array().unwrap();
        let board = board(&test);
        for mode in &modes[..N_MAPS] {
            let flags = ["safe_big", "unsafe_big", "non_pass_alive_stones"];
            let extent = match flags.map(|flag| mode[flag].as_i64().unwrap()) {
                [0, 0, 0] => Extent::Unconditional,
                [1, 0, 0] => Extent::Walled,
                [1, 1, 0] => Extent::Surrounded,
                [1, 1, 1] => Extent::Stones,
                flags => panic!("no extent is meant by {flags:?}"),
            };
            let suicide = suicide(mode["suicide"].as_i64() == Some(1));

            let owner = life::area(&board, suicide, extent);

            assert_eq!(
                diagram(board.size(), |point| owner[point]),
                rows(&mode["map"]).join("\n"),
                "{} {extent:?} {suicide:?}",
                test["name"],
            );
            n_modes += 1;
        }
    }
    assert_eq!(n_modes, 80);
}

#[test]
fn independent_life() {
    let mut n_modes = 0;
    for test in tests_with(|test| name(test).starts_with("IndependentLife")) {
        let board = board(&test);
        for mode in blocks(&test).take(N_MAPS) {
            check_independent(&board, mode);
            n_modes += 1;
        }
    }
    assert_eq!(n_modes, 64);
}

/// Checks a block of a line with flags, one with the number of areas, and the
/// owners.
#[track_caller]
fn check_independent(board: &Board, mode: &str) {
    let mut lines = mode.lines();
    let flags: Vec<&str> = lines.next().expect("a block has lines").split(' ').collect();
    let ["Keep", "Territories", keep_territories, "Keep", "Stones", keep_stones, "Suicide", it] =
        flags[..]
    else {
        panic!("not a line of flags: {flags:?}");
    };
    let (keep_territories, keep_stones) = (keep_territories == "1", keep_stones == "1");
    let suicide = suicide(it == "1");

    let independent = life::independent(board, suicide);

    let difference = i32::from(independent.n_areas.white) - i32::from(independent.n_areas.black);
    assert_eq!(
        lines.next(),
        Some(format!("whiteMinusBlackIndependentLifeRegionCount {difference}").as_str()),
        "{board}\n{mode}",
    );
    let all = life::area(board, suicide, Extent::Stones);
    let owner = |point: Point| {
        let is_kept = if all[point] == board.stone(point) { keep_stones } else { keep_territories };
        independent.owner[point].or(all[point].filter(|_| is_kept))
    };
    let expected = lines.collect::<Vec<_>>().join("\n");
    assert_eq!(diagram(board.size(), owner), expected, "{board}\n{mode}");
}

/// Where a player can connect a chain that may still be taken to another one
/// of the same color.
#[test]
fn connections_of_chains_that_are_not_settled() {
    let test = test_named("isNonPassAliveSelfConnection");
    let board = board(&test);
    let owner = life::area(&board, Suicide::Forbidden, Extent::Walled);
    let connects = |color: Color, point: Point| {
        let chains: Vec<Point> =
            point.neighbors(board.size()).filter(|&it| board.stone(it) == Some(color)).collect();
        let unsettled = chains.iter().find(|&&it| owner[it].is_none());
        owner[point] != Some(color)
            && unsettled.is_some_and(|&unsettled| {
                chains.iter().any(|&it| board.chain_id(it) != board.chain_id(unsettled))
            })
    };
    let maps: Vec<&str> = blocks(&test).collect();
    assert_eq!(maps.len(), 2);
    for (map, color) in maps.into_iter().zip(Color::ALL) {
        let mut lines = map.lines();
        assert_eq!(lines.next(), Some(format!("NonPassAliveSelfConn {color}").as_str()));
        for (row, line) in board.size().rows().zip(lines) {
            let signs: String = row
                .map(|point| match board.stone(point) {
                    Some(_) => '-',
                    None if connects(color, point) => '1',
                    None => '0',
                })
                .collect();
            assert_eq!(signs, line, "{color}");
        }
    }
}

/// What each point is worth to White, in hundredths.
///
/// Each connected area pays two points of tax, from what is not its own stones
/// and as far as it goes; whether it lives by itself is not asked here.
#[test]
fn worth_of_points_with_and_without_group_tax() {
    for (name, extent, suicide) in [
        ("groupTaxScoring", Extent::Stones, Suicide::Forbidden),
        // All stones count for themselves, but only walled regions besides.
        ("groupTaxScoring2", Extent::Walled, Suicide::Allowed),
        ("groupTaxScoring2 but with unsafe territories on", Extent::Stones, Suicide::Allowed),
    ] {
        let test = test_named(name);
        let board = board(&test);
        let area = life::area(&board, suicide, extent);
        let owner = |point: Point| area[point].or(board.stone(point));
        let sign = |point: Point| match owner(point) {
            Some(Color::White) => 1.0,
            Some(Color::Black) => -1.0,
            None => 0.0,
        };
        let taxed = |point: Point| {
            if owner(point) == board.stone(point) {
                return sign(point);
            }
            let area = connected(board.size(), point, |it| owner(it) == owner(point));
            let n_taxed = area.iter().filter(|&it| owner(it) != board.stone(it)).count();
            let n_taxed = f64::from(u16::try_from(n_taxed).expect("boards are small"));
            sign(point) * (n_taxed - 2.0).max(0.0) / n_taxed
        };

        let maps: Vec<&str> = blocks(&test).collect();

        assert_eq!(maps.len(), 2, "{name}");
        check_worth(&board, maps[0], "No group tax", sign);
        check_worth(&board, maps[1], "Group tax", taxed);
    }
}

#[track_caller]
fn check_worth(board: &Board, map: &str, title: &str, worth: impl Fn(Point) -> f64) {
    let (first, map) = map.split_once('\n').expect("a map has lines");
    assert_eq!(first, title);
    let expected: Vec<f64> =
        map.split_whitespace().map(|it| it.parse().expect("the map has numbers")).collect();
    let points = board.size().rows().flatten();
    let worths: Vec<f64> = points.map(|point| (100.0 * worth(point)).round()).collect();
    assert_eq!(worths, expected, "{title}\n{board}");
}

#[test]
fn every_test_of_the_file_is_run() {
    let n_with_areas = tests_with(|test| !test["modes"].as_array().unwrap().is_empty()).count();
    let n_independent = tests_with(|test| name(test).starts_with("IndependentLife")).count();
    let n_tax = tests_with(|test| name(test).starts_with("groupTaxScoring")).count();

    assert_eq!((n_with_areas, n_independent, n_tax), (10, 8, 3));
    assert_eq!(tests_with(|_| true).count(), n_with_areas + n_independent + n_tax + 1);
}

fn tests_with(is_wanted: impl Fn(&Value) -> bool) -> impl Iterator<Item = Value> {
    let mut file: Value = serde_json::from_str(TESTS).expect("the file is valid");
    let Value::Array(tests) = file["tests"].take() else { panic!("the file has a list of tests") };
    tests.into_iter().filter(move |test| is_wanted(test))
}

fn test_named(wanted: &str) -> Value {
    tests_with(|test| name(test) == wanted).next().expect("the file has the test")
}

fn name(test: &Value) -> &str {
    test["name"].as_str().expect("each test has a name")
}

/// The board of a test.
fn board(test: &Value) -> Board {
    // The rows of some diagrams have names, and star points are marked.
    let rows: Vec<String> = rows(&test["board"])
        .iter()
        .filter(|row| !row.starts_with('A'))
        .map(|row| row.trim_start_matches(|it: char| it.is_ascii_digit()).replace('`', "."))
        .collect();
    rows.join("\n").parse().expect("the diagrams are legal positions")
}

fn rows(value: &Value) -> Vec<&str> {
    let rows = value.as_array().expect("a diagram is a list of rows");
    rows.iter().map(|row| row.as_str().expect("a row is text")).collect()
}

/// The parts of the expected text between empty lines.
fn blocks(test: &Value) -> impl Iterator<Item = &str> {
    let output = test["raw_expected"].as_str().expect("the test expects some text");
    output.split("\n\n").map(|block| block.trim_matches('\n')).filter(|block| !block.is_empty())
}

fn suicide(is_allowed: bool) -> Suicide {
    if is_allowed { Suicide::Allowed } else { Suicide::Forbidden }
}

fn diagram(size: Size, owner: impl Fn(Point) -> Option<Color>) -> String {
    let sign = |point| match owner(point) {
        Some(Color::Black) => 'X',
        Some(Color::White) => 'O',
        None => '.',
    };
    let rows: Vec<String> = size.rows().map(|row| row.map(sign).collect()).collect();
    rows.join("\n")
}

/// The points that can be reached from one of them over others.
fn connected(size: Size, start: Point, is_open: impl Fn(Point) -> bool) -> PointSet {
    let mut reached: PointSet = [start].into_iter().collect();
    let mut waiting = vec![start];
    while let Some(point) = waiting.pop() {
        waiting.extend(point.neighbors(size).filter(|&it| is_open(it) && reached.insert(it)));
    }
    reached
}
