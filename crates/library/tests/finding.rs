//! Games are found by what people know of them, whatever their files say.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tengen_library::{
    Access, Added, Anchor, Cancel, GameId, GameSet, Grade, Library, LibraryError, MoveLoss,
    NewExercise, Order, OrderBy, Page, Pattern, Query, SearchOptions, TreeOptions,
};
use tengen_record::{Chance, EvaluationFormats, NodeEvaluation, NodeId, Points, Positions, Record};
use tengen_rules::{Board, ByColor, Color, Size};

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("tengen-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn library(&self) -> Library {
        Library::open(&self.0.join("library.db"), Access::Create).unwrap()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn add(library: &mut Library, text: &str) -> GameId {
    let path = format!("{}.sgf", library.len().unwrap());
    let added = library.add(Path::new(&path), text.as_bytes(), ByColor::default());
    added.unwrap().game().unwrap()
}

#[track_caller]
fn find(library: &mut Library, query: &str) -> Vec<u32> {
    let order = Order { by: OrderBy::Added, is_reversed: true };
    let list = library.games(&query.parse().unwrap(), order, Page::ALL, &Cancel::new()).unwrap();
    list.games.iter().map(|game| game.id.number()).collect()
}

/// Test files of the SGF crate: sets of several projects, in all encodings.
fn sgf_data() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../sgf/tests/data")
}

#[test]
fn names_in_every_encoding_are_found_in_any_spelling() {
    let folder = Folder::new("encodings");
    let mut library = folder.library();
    let cancel = Cancel::new();
    let report = library.import(&[sgf_data()], &cancel, &mut |_| ()).unwrap();
    assert!(report.n_new > 40 && report.unreadable.is_empty(), "{report:?}");
    for (file, names) in [
        ("chinese.sgf", &["古力", "柯洁", "柯潔", "古"][..]),
        ("japanese.sgf", &["井山裕太", "山下敬吾", "井山 裕太", "敬吾"]),
        ("korean.sgf", &["이세돌", "박정환"]),
        ("utf8bom.sgf", &["kitani", "KITANI MINORU", "Minoru Kitani", "Ｋｉｔａｎｉ", "Go Seigen"]),
        ("20_gb18030.sgf", &["柯洁", "李世石"]),
        ("21_shiftjis.sgf", &["表ソ能"]),
        ("22_euckr.sgf", &["이세돌"]),
        ("23_utf8_bom.sgf", &["柯洁"]),
    ] {
        for name in names {
            let found = find(&mut library, &format!("player:\"{name}\" file:{file}"));
            assert!(!found.is_empty(), "{name} of {file}");
            let found = find(&mut library, &format!("{name} file:{file}"));
            assert!(!found.is_empty(), "{name} of {file} as words");
        }
    }
    assert_eq!(library.check(&cancel, &mut |_, _| ()).unwrap(), []);
}

/// Each position of a file is found by the search where the record has it,
/// also where moves are illegal or set-up is odd.
#[test]
fn positions_of_odd_files_are_those_of_their_records() {
    let folder = Folder::new("odd");
    let mut library = folder.library();
    library.import(&[sgf_data()], &Cancel::new(), &mut |_| ()).unwrap();
    let options = SearchOptions { symmetries: false, colors: false, ..SearchOptions::default() };
    let list = library.games(&Query::all(), Order::default(), Page::ALL, &Cancel::new()).unwrap();
    let mut n_positions = 0;
    for game in list.games {
        let record = library.record(game.id).unwrap();
        let mut positions = Positions::new();
        let mut known: Vec<Board> = Vec::new();
        for id in record.main_line().take(120) {
            let snapshot = positions.at(&record, id);
            let stones = || record.size().points().filter_map(|it| Some((snapshot.stone(it)?, it)));
            if stones().count() != snapshot.board().stones().count() {
                // A board cannot hold chains without liberties.
                continue;
            }
            if known.iter().any(|it| it.has_same_stones(snapshot.board())) {
                continue;
            }
            known.push(*snapshot.board());
            let pattern = Pattern::whole_board(snapshot.board());
            let games = [game.id].into_iter().collect();
            let options = SearchOptions { games: Some(games), ..options.clone() };
            let hits = library.search(&pattern, &options, &Cancel::new()).unwrap().hits;
            assert_eq!(hits.len(), 1, "game {} at node {id:?}\n{}", game.id, snapshot.board());
            assert_eq!(hits[0].node, id.number());
            n_positions += 1;
        }
    }
    assert!(n_positions > 500, "{n_positions}");
}

const FAMOUS: &str = "(;SZ[9]PB[Ear-reddening]PW[Inoue]RE[B+2]DT[1846-09-11]EV[Castle game]\
    ;B[ee];W[ge];B[ec];W[gc];B[cc];W[cg];B[gg];W[gf];B[ff];W[hg];B[fg];W[hf];B[ce];W[dg];B[df]\
    ;W[cf];B[be];W[ef];B[de];W[eg];B[fe];W[gd])";

/// The game as somebody else has it: turned a quarter, with other names, a
/// pass at the end, and comments.
const TURNED: &str = "(;SZ[9]PB[Shusaku (秀策)]PW[Gennan Inseki]DT[1846]\
    ;B[ee];W[eg];B[ce];W[cg];B[cc];W[gc];B[gg];W[fg];B[ff];W[gh];B[gf];W[fh];B[ec];W[gd];B[fd]\
    ;W[fc];B[eb]C[The famous move.];W[fe];B[ed];W[ge];B[ef];W[dg];B[];W[])";

#[test]
fn the_same_game_is_kept_once_with_all_its_sources() {
    let folder = Folder::new("same");
    let mut library = folder.library();
    let mut add = |name: &str, text: &str| {
        library.add(Path::new(name), text.as_bytes(), ByColor::default()).unwrap()
    };
    let Added::New(id) = add("a.sgf", FAMOUS) else { panic!("it is new") };
    assert_eq!(add("b.sgf", TURNED), Added::Duplicate(id));
    assert_eq!(add("c.sgf", TURNED), Added::Known(id));
    // A game that ends earlier, or is of other people and short, is another.
    assert!(matches!(add("d.sgf", &FAMOUS.replace(";W[gd])", ")")), Added::New(_)));
    assert!(matches!(add("e.sgf", "(;SZ[9]PB[a];B[ee])"), Added::New(_)));
    assert!(matches!(add("f.sgf", "(;SZ[9]PB[b];B[ee])"), Added::New(_)));
    assert_eq!(library.sources(id).unwrap().len(), 3);
    assert_eq!(library.all_bytes(id).unwrap().len(), 2);
    // The text that says more is shown, and the game is found by both.
    assert_eq!(library.bytes(id).unwrap(), TURNED.as_bytes());
    for query in ["shusaku", "秀策", "player:inoue", "text:\"famous move\"", "castle"] {
        assert!(find(&mut library, query).contains(&id.number()), "{query}");
    }
    assert_eq!(find(&mut library, "is:duplicate"), [id.number()]);
}

#[test]
fn queries_find_what_they_say() {
    let folder = Folder::new("queries");
    let mut library = folder.library();
    for text in [
        "(;SZ[19]PB[Lee Sedol (李世乭)]PW[Gu Li]BR[9p]WR[9p]DT[2014-01-26]RE[B+R]EV[Jubango]\
         PC[Beijing]RU[Chinese]KM[7.5];B[pd];W[dp];B[pp];W[dd];B[pj]C[A ladder.])",
        "(;SZ[19]PB[Yi Se-tol]PW[AlphaGo]DT[2016-03-09,10]RE[W+R]KM[7.5];B[pd])",
        "(;SZ[13]PB[Anna]PW[Me]BR[5k]WR[3k]DT[2020]RE[W+3.5]HA[2]KM[0.5];W[dd];B[jj];W[dj])",
        "(;SZ[9]PB[me]PW[Böse <b>&amp;]RE[0]C[定石はずれ]DT[2021-05];B[ee](;W[ef])(;W[fe]))",
        "(;SZ[13:9]PB[\u{1b}\\]0;x\u{7}]PW[nobody]RE[Void];B[aa])",
    ] {
        add(&mut library, text);
    }
    library.set_own_names(&["me".into()]).unwrap();
    library.add_tag(&[GameId::from_number(3)], "To Study").unwrap();
    library.set_losses(GameId::from_number(4), &[MoveLoss { node: 1, points: 0.5 }]).unwrap();
    for (query, expected) in [
        ("", &[1, 2, 3, 4, 5][..]),
        ("player:\"lee sedol\"", &[1]),
        ("player:李世乭", &[1]),
        ("white:\"gu li\"", &[1]),
        ("black:\"gu li\"", &[]),
        ("player:bose", &[4]),
        ("sedol or anna", &[1, 3]),
        ("-sedol -anna", &[2, 4, 5]),
        ("event:juban place:beijing", &[1]),
        ("date:2016", &[2]),
        ("date:2016-03-10", &[2]),
        ("date:2016-03-11", &[]),
        ("year:2014..2016", &[1, 2]),
        ("year:>2016", &[3, 4]),
        ("date:2020-07", &[3]),
        ("result:W+R", &[2]),
        ("result:W", &[2, 3]),
        ("result:W+3.5", &[3]),
        ("result:draw or result:void", &[4, 5]),
        ("size:13", &[3]),
        ("size:13x9", &[5]),
        ("rank:9p", &[1]),
        ("rank:..1k", &[3]),
        ("whiterank:>4k", &[1, 3]),
        ("handicap:2", &[3]),
        ("komi:>=7", &[1, 2]),
        ("moves:<3", &[2, 4, 5]),
        ("variations:>0", &[4]),
        ("rules:chin", &[1]),
        ("opening:sanrensei", &[1]),
        ("text:ladder", &[1]),
        ("text:ladd", &[1]),
        ("text:\"a ladder\"", &[1]),
        ("text:\"ladder a\"", &[]),
        ("text:定石", &[4]),
        ("text:石は", &[4]),
        ("text:石", &[4]),
        ("text:ず", &[4]),
        ("tag:\"to study\"", &[3]),
        ("is:mine", &[3, 4]),
        ("is:mine result:draw", &[4]),
        ("is:commented", &[1, 4]),
        ("is:reviewed", &[4]),
        ("is:tagged", &[3]),
        ("id:2..3", &[2, 3]),
        ("file:3.sgf", &[4]),
        ("(sedol or me) size:9", &[4]),
        ("zz' OR zz=zz;", &[]),
        ("\"NEAR(a b)\"", &[]),
    ] {
        assert_eq!(find(&mut library, query), expected, "{query}");
    }
    let some: GameSet = [1, 3, 64, 4].map(GameId::from_number).into_iter().collect();
    assert_eq!(some.iter().map(GameId::number).collect::<Vec<_>>(), [1, 3, 4, 64]);
    let mut among = |query: Query| {
        let found = library.select(&query, &Cancel::new()).unwrap();
        found.iter().map(GameId::number).collect::<Vec<_>>()
    };
    let size: Query = "size:19 or size:13".parse().unwrap();
    assert_eq!(among(size.and(Query::among(some.clone()))), [1, 3]);
    let others: Query = "-is:mine".parse().unwrap();
    assert_eq!(among(others.with_mine(&some)), [2, 5]);
    let later = "added:2020..";
    assert_eq!(find(&mut library, later).len(), 5);
    let hostile = library.game(GameId::from_number(5)).unwrap();
    assert_eq!(hostile.black, "\u{1b}]0;x\u{7}");
}

#[test]
fn lists_come_in_pages_and_orders() {
    let folder = Folder::new("pages");
    let mut library = folder.library();
    for number in 0..10 {
        let text = format!(
            "(;SZ[9]PB[{}]BR[{}d]DT[{}];B[ee]{})",
            (b'j' - number) as char,
            number % 3 + 1,
            2000 + u32::from(number),
            ";W[]".repeat(number.into())
        );
        add(&mut library, &text);
    }
    let mut ids = |by, is_reversed, page| {
        let order = Order { by, is_reversed };
        let list = library.games(&Query::all(), order, page, &Cancel::new()).unwrap();
        assert_eq!(list.total, 10);
        list.games.iter().map(|game| game.id.number()).collect::<Vec<_>>()
    };
    let page = Page { start: 2, len: 3 };
    assert_eq!(ids(OrderBy::Date, false, page), [8, 7, 6]);
    assert_eq!(ids(OrderBy::Date, true, page), [3, 4, 5]);
    assert_eq!(ids(OrderBy::Black, false, page), [8, 7, 6]);
    assert_eq!(ids(OrderBy::Moves, false, page), [3, 4, 5]);
    assert_eq!(ids(OrderBy::Rank, false, Page { start: 0, len: 3 }), [9, 6, 3]);
    let cancel = Cancel::new();
    cancel.cancel();
    let stopped = library.games(&Query::all(), Order::default(), Page::ALL, &cancel);
    assert!(matches!(stopped, Err(LibraryError::Cancelled)));
}

#[test]
fn continuations_say_how_often_by_whom_and_at_what_cost() {
    let folder = Folder::new("next");
    let mut library = folder.library();
    let me = ByColor { black: true, white: false };
    for (number, (text, own)) in [
        ("(;SZ[9]PB[a]PW[x]DT[2001]RE[B+R];B[gc];W[cg];B[gg])", me),
        ("(;SZ[9]PB[a]PW[y]DT[2003]RE[W+R];B[cc];W[gg];B[cg])", me),
        // The board is turned.
        ("(;SZ[9]PB[z]PW[b]DT[2005]RE[B+R];B[];W[cc];B[gg];W[];B[ca];W[gc])", ByColor::default()),
    ]
    .into_iter()
    .enumerate()
    {
        library.add(Path::new(&number.to_string()), text.as_bytes(), own).unwrap();
    }
    library.set_losses(GameId::from_number(1), &[MoveLoss { node: 3, points: 1.0 }]).unwrap();
    library.set_losses(GameId::from_number(2), &[MoveLoss { node: 3, points: 4.0 }]).unwrap();
    let record = Record::from_sgf("(;SZ[9];B[gc];W[cg])").unwrap();
    let last = record.main_line().last().unwrap();
    let pattern = Pattern::whole_board(record.position(last).board());
    let hits = library.search(&pattern, &SearchOptions::default(), &Cancel::new()).unwrap();
    assert_eq!((hits.hits.len(), hits.n_searched), (3, 3));
    let next = library.continuations(&hits).unwrap();
    assert_eq!((next.n_games, next.tally.wins), (3, ByColor { black: 2, white: 1 }));
    assert_eq!(next.by_year, [(2001, 1), (2003, 1), (2005, 1)]);
    // One move by symmetry, as the position is the same on both sides of its
    // diagonal; the third game goes on elsewhere first.
    assert_eq!(next.moves.len(), 2);
    let most = &next.moves[0];
    assert_eq!((most.color, most.tally.n, most.n_tenuki), (Color::Black, 2, 0));
    assert_eq!(most.years, Some((2001, 2003)));
    assert_eq!(most.loss.points(), Some(2.5));
    assert_eq!(most.players, [("a".to_owned(), 2)]);
    assert_eq!((most.mine.n, most.mine.n_won, most.mine.n_lost), (2, 1, 1));
    assert_eq!((next.moves[1].color, next.moves[1].n_tenuki), (Color::Black, 1));

    let mine = library.select(&Query::mine(), &Cancel::new()).unwrap();
    let options = SearchOptions { games: Some(mine), ..SearchOptions::default() };
    assert_eq!(library.search(&pattern, &options, &Cancel::new()).unwrap().games().len(), 2);
    let statistics = library.statistics(&Query::mine(), &Cancel::new()).unwrap();
    assert!(statistics.is_mine);
    assert_eq!((statistics.total.n_won, statistics.total.n_lost), (1, 1));
    assert_eq!(statistics.by_phase[0].n_mistakes, [0, 1, 0, 0]);
    assert_eq!(statistics.by_opponent.len(), 2);
}

#[test]
fn trees_join_what_is_the_same_by_symmetry() {
    let folder = Folder::new("tree");
    let mut library = folder.library();
    for text in [
        "(;SZ[9]PB[1]RE[B+];B[gc];W[cc];B[gg];W[cg])",
        "(;SZ[9]PB[2]RE[B+];B[cc];W[gc];B[cg];W[gg])",
        "(;SZ[9]PB[3]RE[W+];B[gg];W[gc];B[cg];W[ee])",
        "(;SZ[9]PB[4]RE[W+];B[ee];W[cc])",
    ] {
        add(&mut library, text);
    }
    let empty = Pattern::whole_board(&Board::new(Size::NINE));
    let options = SearchOptions { colors: false, ..SearchOptions::default() };
    let grow = TreeOptions { min_hits: 1, ..TreeOptions::default() };
    let tree = library.opening_tree(&empty, &options, grow, &Cancel::new()).unwrap();
    assert_eq!(tree.root.tally.n, 4);
    let shape: Vec<u32> = tree.root.children.iter().map(|it| it.tally.n).collect();
    assert_eq!(shape, [3, 1]);
    let first = &tree.root.children[0];
    assert_eq!(first.tally.wins, ByColor { black: 2, white: 1 });
    assert_eq!(first.children.len(), 1, "the first answers are one by symmetry");
    let last: Vec<u32> =
        first.children[0].children[0].children.iter().map(|it| it.tally.n).collect();
    assert_eq!(last, [2, 1]);
    let record = Record::from_sgf(&tree.to_sgf()).unwrap();
    assert_eq!(record.nodes().count(), 1 + 1 + 1 + 1 + 2 + 1 + 1);
    assert!(record.problems().is_empty());
}

#[test]
fn parts_of_a_board_slide_only_where_they_may() {
    let folder = Folder::new("parts");
    let mut library = folder.library();
    add(&mut library, "(;SZ[9];B[ee];W[fe];B[de];W[ed])");
    let pattern: Pattern = ". O ./X X O".parse().unwrap();
    let search = |library: &mut Library, pattern: &Pattern| {
        let hits = library.search(pattern, &SearchOptions::default(), &Cancel::new()).unwrap();
        hits.hits.len()
    };
    assert_eq!(search(&mut library, &pattern), 1);
    let cornered: Pattern = "---/X X O".parse().unwrap();
    assert_eq!(search(&mut library, &cornered), 0);
    let there = pattern.clone().with_anchor(Anchor::At("D5".parse().unwrap()));
    assert_eq!(search(&mut library, &there.clone().with_board_size(Some(Size::NINE))), 1);
    let elsewhere = there.with_anchor(Anchor::At("A1".parse().unwrap()));
    assert_eq!(search(&mut library, &elsewhere.with_board_size(Some(Size::NINE))), 0);
}

#[test]
fn games_are_exported_as_they_are() {
    let folder = Folder::new("export");
    let mut library = folder.library();
    let japanese = b"(;SZ[9]CA[Shift_JIS]PB[\x88\xE4\x8ER];B[ee])";
    library.add(Path::new("a"), japanese, ByColor::default()).unwrap();
    add(&mut library, "(;SZ[9]PB[../../x:y]PW[\u{1}]DT[2020];B[ee])\n");
    let ids = [GameId::from_number(1), GameId::from_number(2)];
    let out = folder.0.join("out");
    let cancel = Cancel::new();
    for _ in 0..2 {
        let paths = library.export_folder(&ids, &out, &cancel).unwrap();
        assert_eq!(fs::read(&paths[0]).unwrap(), japanese);
        assert!(paths.iter().all(|path| path.parent() == Some(&out)), "{paths:?}");
    }
    assert_eq!(fs::read_dir(&out).unwrap().count(), 4);
    let file = folder.0.join("all.sgf");
    library.export_collection(&ids, &file, &cancel).unwrap();
    let collection = tengen_record::sgf::parse(&fs::read(&file).unwrap()).unwrap();
    let names = collection.games().map(|it| it.root().value("PB").unwrap().simple_text());
    assert_eq!(names.collect::<Vec<_>>(), ["井山", "../../x:y"]);
}

#[test]
fn exercises_come_again() {
    let folder = Folder::new("deck");
    let mut library = folder.library();
    let start = UNIX_EPOCH + Duration::from_secs(1_800_000_000);
    let day = |n: u64| start + Duration::from_secs(86_400 * n);
    let exercise = NewExercise {
        position: "(;SZ[9]AB[ee]PL[W])".into(),
        answers: vec!["D4".into(), "F6".into()],
        origin: Some((GameId::from_number(7), 12)),
    };
    let id = library.add_exercise(&exercise, start).unwrap();
    assert_eq!(library.add_exercise(&exercise, day(1)).unwrap(), id);
    let due = library.due_exercises(start, 10).unwrap();
    assert_eq!(
        (due.len(), &due[0].answers, due[0].origin),
        (1, &exercise.answers, exercise.origin)
    );
    let next: SystemTime = library.answer_exercise(id, Grade::Good, start).unwrap();
    assert_eq!(next, day(2));
    assert_eq!(library.due_exercises(day(1), 10).unwrap(), []);
    assert_eq!(library.answer_exercise(id, Grade::Good, day(2)).unwrap(), day(2 + 11));
    assert!(library.answer_exercise(id, Grade::Again, day(13)).unwrap() < day(14));
    let statistics = library.deck_statistics(day(14)).unwrap();
    assert_eq!((statistics.n_exercises, statistics.n_due, statistics.n_new), (1, 1, 0));
    assert_eq!((statistics.n_answers, statistics.n_right), (3, 2));
    let empty = NewExercise { answers: Vec::new(), ..exercise };
    assert!(library.add_exercise(&empty, start).is_err());
    library.remove_exercise(id).unwrap();
    assert_eq!(library.deck_statistics(start).unwrap().n_exercises, 0);
}

#[test]
fn a_review_in_the_file_says_what_moves_lost() {
    let folder = Folder::new("reviewed");
    let mut library = folder.library();
    let played = "(;SZ[9]PB[a]PW[b]DT[2001]RE[B+R];B[cc];W[gg];B[aa])";
    let id = add(&mut library, played);
    assert_eq!(library.losses(id).unwrap(), []);
    // The same game comes again after its review.
    let mut reviewed = Record::from_sgf(played).unwrap();
    let nodes: Vec<NodeId> = reviewed.main_line().collect();
    for (node, points) in [(nodes[1], 0.25), (nodes[3], 12.5)] {
        let evaluation = NodeEvaluation {
            to_play: Color::White,
            chance: Chance::new(0.4),
            lead: None,
            n_visits: 1,
            effort: 1,
            loss: Some(Points::new(points)),
            check: None,
            candidates: Vec::new(),
            analyst: "Judge".to_owned(),
        };
        reviewed.set_evaluation(node, &evaluation, EvaluationFormats::default()).unwrap();
    }
    assert_eq!(add(&mut library, &reviewed.to_sgf()), id);
    let expected = [(1, 0.25), (3, 12.5)].map(|(node, points)| MoveLoss { node, points });
    assert_eq!(library.losses(id).unwrap(), expected);
}

#[test]
fn a_review_made_here_is_kept_once_beside_the_file() {
    let folder = Folder::new("kept-review");
    let mut library = folder.library();
    let played = "(;SZ[9]PB[a]PW[b]CA[Shift_JIS];B[cc];W[gg];B[aa](;W[ee])(;W[ef]))";
    let path = folder.0.join("game.sgf");
    fs::write(&path, played).unwrap();
    library.import(std::slice::from_ref(&path), &Cancel::new(), &mut |_| ()).unwrap();
    let [(0, id)] = library.games_of_file(&path).unwrap()[..] else { panic!("one game") };
    let check = |library: &mut Library| {
        let defects = library.check(&Cancel::new(), &mut |_, _| ()).unwrap();
        assert_eq!(defects, []);
    };
    for loss in [800_u16, 1250, 1300] {
        let value = format!("aa]TGNJ[1 w 4000 ? 1/1 {loss} ? =\u{56f4}\u{68cb}]");
        let text = played.replace("aa]", &value);
        library.keep_reviewed(id, &text).unwrap();
        library.keep_reviewed(id, &text).unwrap();
        assert_eq!(library.all_bytes(id).unwrap(), [text.as_bytes(), played.as_bytes()]);
        assert!(library.record(id).unwrap().to_sgf().contains("\u{56f4}"), "it is in UTF-8");
        let points = f32::from(loss) / 100.0;
        assert_eq!(library.losses(id).unwrap(), [MoveLoss { node: 3, points }]);
        assert_eq!(library.sources(id).unwrap().len(), 2);
        check(&mut library);
    }
    assert_eq!(find(&mut library, "is:reviewed"), [id.number()]);
    assert_eq!(library.file_bytes(&path).unwrap(), Some(played.as_bytes().to_vec()));
    library.rebuild(&Cancel::new(), &mut |_, _| ()).unwrap();
    check(&mut library);
    assert_eq!(library.losses(id).unwrap().len(), 1);

    // The searches know variations that a later text has.
    let more =
        played.replace("(;W[ef])", "(;W[ef];B[ed])").replace("aa]", "aa]TGNJ[1 w 1 ? 1/1 5 ? =x]");
    library.keep_reviewed(id, &more).unwrap();
    check(&mut library);
    let other = library.keep_reviewed(id, "(;SZ[9]PB[a]PW[b];B[cc];W[gg])");
    assert!(matches!(other, Err(LibraryError::OtherGame(it)) if it == id), "{other:?}");
    let nobody = library.keep_reviewed(GameId::from_number(99), played);
    assert!(matches!(nobody, Err(LibraryError::NoGame(_))), "{nobody:?}");
    check(&mut library);
}
