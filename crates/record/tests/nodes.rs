//! What is in a node: read, and written by edits.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_record::{
    Annotation, Direction, Double, EditError, Figure, InfoKey, Mark, NodeId, PrintMode, Query,
    Record, Stroke,
};
use tengen_rules::{Color, Komi, Move, Point, PointSet, Ruleset, Size};

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn points(names: &str) -> PointSet {
    names.split_whitespace().map(point).collect()
}

/// Does an edit to the only child of the root, and undoes it.
#[track_caller]
fn check_edit(
    before: &str,
    edit: impl FnOnce(&mut Record, NodeId) -> Result<(), EditError>,
    after: &str,
) {
    let wrap = |node: &str| format!("(;SZ[9]AB[aa]{node}\n;W[ii])");
    let mut record = Record::from_sgf(&wrap(before)).unwrap();
    let id = record.children(record.root())[0];
    edit(&mut record, id).unwrap();
    assert_eq!(record.to_sgf(), wrap(after));
    record.undo();
    assert_eq!(record.to_sgf(), wrap(before));
    assert_eq!(record.undo(), None);
}

#[test]
fn every_property_is_read() {
    let record = Record::from_sgf(
        "(;SZ[9]PM[2]VW[aa:ci]DD[aa];B[cc]KO[]MN[7]C[a\\]\nb]N[joseki]CR[aa]MA[ba]SQ[ca:da]TR[ea]\
         SL[fa]LB[aa:1][bb:a\\:b]LN[aa:bb]AR[bb:cc]TB[ii]TW[hh][gg]TE[2]GB[1]DO[]V[-1.5]BL[59.5]\
         OB[3]WL[x]FG[259:Figure \\:1];W[dd]FG[]DD[]VW[]PM[0];)",
    )
    .unwrap();
    let line: Vec<NodeId> = record.main_line().collect();
    let node = record.node(line[1]);
    assert_eq!(node.mv(), Some((Color::Black, Move::Play(point("C7")))));
    assert!(node.is_forced());
    assert_eq!(node.move_number_override(), Some(7));
    assert_eq!(node.comment().as_deref(), Some("a]\nb"));
    assert_eq!(node.name().as_deref(), Some("joseki"));
    assert_eq!(node.marked(Mark::Square), points("C9 D9"));
    assert_eq!(node.marks().len(), 6);
    assert_eq!(node.labels(), [(point("A9"), "1".to_owned()), (point("B8"), "a:b".to_owned())]);
    assert_eq!(node.lines(), [(point("A9"), point("B8"))]);
    assert_eq!(node.arrows(), [(point("B8"), point("C7"))]);
    assert_eq!(node.territory(Color::Black), points("J1"));
    assert_eq!(node.territory(Color::White), points("H2 G3"));
    assert_eq!(
        node.annotations(),
        [
            (Annotation::GoodMove, Double::Emphasized),
            (Annotation::DoubtfulMove, Double::Normal),
            (Annotation::GoodForBlack, Double::Normal),
        ]
    );
    assert_eq!(node.value(), Some(-1.5));
    assert_eq!(
        (node.seconds_left(Color::Black), node.overtime_left(Color::Black)),
        (Some(59.5), Some(3))
    );
    assert_eq!((node.seconds_left(Color::White), node.overtime_left(Color::White)), (None, None));
    let figure = node.figure().unwrap();
    assert_eq!(figure.flags, Figure::NO_COORDINATES + Figure::NO_NAME + Figure::REMOVE_CAPTURED);
    assert_eq!(figure.name, "Figure :1");
    assert_eq!(node.setup(), None);

    assert_eq!((node.dimmed(), node.viewed().unwrap().len()), (points("A9"), 27));
    assert_eq!(node.print_mode(), PrintMode::ModuloHundred);
    let last = record.node(line[3]);
    assert_eq!((last.dimmed(), last.viewed()), (PointSet::EMPTY, None));
    assert_eq!(last.print_mode(), PrintMode::Unnumbered);
    assert_eq!(record.node(line[2]).figure(), Some(Figure::default()));
}

#[test]
fn set_up_has_each_point_once() {
    let setup = Record::from_sgf("(;SZ[9]AB[aa:ba]AW[cc]AE[dd]PL[W])").unwrap();
    let setup = setup.node(setup.root()).setup().unwrap();
    assert_eq!((setup.black, setup.white), (points("A9 B9"), points("C7")));
    assert_eq!((setup.empty, setup.to_play), (points("D6"), Some(Color::White)));

    let black = |it: &mut Record, id| it.set_up(id, &points("B9 C9"), Some(Color::Black));
    check_edit(";", black, ";AB[ba][ca]");
    check_edit(";AB[zz][dd]AW[ba]X[?]", black, ";AB[ba][ca][dd][zz]X[?]");
    let take_off = |it: &mut Record, id| it.set_up(id, &points("A9 B9"), None);
    check_edit(";AB[ba:bb]", take_off, ";AB[bb]AE[aa]");
    check_edit(";", |it, id| it.set_to_play(id, Some(Color::White)), ";PL[W]");
    // What stands there already is not written again.
    let mut record = Record::from_sgf("(;SZ[9]AB[aa];)").unwrap();
    let id = record.children(record.root())[0];
    record.set_up(id, &points("A9"), Some(Color::Black)).unwrap();
    assert_eq!(record.n_undo(), 0);
}

#[test]
fn marks_exclude_each_other() {
    let mark = |it: &mut Record, id| it.set_mark(id, point("C9"), Some(Mark::Circle));
    check_edit(";B[cc]", mark, ";B[cc]CR[ca]");
    check_edit(";SQ[aa][ca]CR[bb]", mark, ";SQ[aa]CR[ca][bb]");
    check_edit(";SQ[ba:ca]", |it, id| it.set_mark(id, point("C9"), None), ";SQ[ba]");
    check_edit(";LB[aa:1]", |it, id| it.set_label(id, point("B9"), "x:]"), ";LB[aa:1][ba:x\\:\\]]");
    check_edit(";LB[aa:1][ba:2]", |it, id| it.set_label(id, point("A9"), ""), ";LB[ba:2]");
    let pair = (point("A9"), point("B9"));
    check_edit(";LN[ba:aa]", |it, id| it.set_stroke(id, pair, Some(Stroke::Arrow)), ";AR[aa:ba]");
    check_edit(
        ";AR[ba:aa]",
        |it, id| it.set_stroke(id, pair, Some(Stroke::Line)),
        ";AR[ba:aa]LN[aa:ba]",
    );
    check_edit(
        ";TB[aa:ba]",
        |it, id| it.set_territory(id, &points("B9"), Some(Color::White)),
        ";TB[aa]TW[ba]",
    );
}

#[test]
fn other_properties_are_set() {
    check_edit(";C[a]B[cc] ", |it, id| it.set_comment(id, "x\ny]"), ";C[x\ny\\]]B[cc] ");
    check_edit(";C[a] B[cc]", |it, id| it.set_comment(id, ""), ";B[cc]");
    check_edit(";", |it, id| it.set_name(id, "A"), ";N[A]");
    check_edit(";", |it, id| it.set_dimmed(id, Some(&points("A9"))), ";DD[aa]");
    check_edit(";", |it, id| it.set_viewed(id, Some(&PointSet::EMPTY)), ";VW[]");
    check_edit(";VW[]", |it, id| it.set_viewed(id, None), ";");
    let doubtful = Annotation::DoubtfulMove;
    check_edit(";", |it, id| it.set_annotation(id, doubtful, Some(Double::Emphasized)), ";DO[]");
    let bad = Annotation::BadMove;
    check_edit(";", |it, id| it.set_annotation(id, bad, Some(Double::Emphasized)), ";BM[2]");
    check_edit(";", |it, id| it.set_node_value(id, Some(-2.25)), ";V[-2.25]");
    check_edit(";", |it, id| it.set_seconds_left(id, Color::White, Some(30.0)), ";WL[30]");
    check_edit(";", |it, id| it.set_overtime_left(id, Color::Black, Some(2)), ";OB[2]");
    check_edit(";", |it, id| it.set_move_number(id, Some(1)), ";MN[1]");
    let figure = Figure { flags: 1, name: "a:b".to_owned() };
    check_edit(";", |it, id| it.set_figure(id, Some(&figure)), ";FG[1:a\\:b]");
    check_edit(";", |it, id| it.set_figure(id, Some(&Figure::default())), ";FG[]");
    check_edit(";", |it, id| it.set_print_mode(id, Some(PrintMode::ModuloHundred)), ";PM[2]");
    check_edit(";", |it, id| it.set_forced(id, true), ";KO[]");
    check_edit(";", |it, id| it.set_property(id, "XY", vec!["1".into(), "2".into()]), ";XY[1][2]");
    // Old names become plain ones where the node is edited.
    check_edit(";Black[cc]", |it, id| it.set_comment(id, "x"), ";B[cc]C[x]");
}

#[test]
fn game_info_is_read_and_set() {
    let mut record = Record::from_sgf(
        "(;SZ[19]AP[CGoban:3]PB[Shusaku]BR[4d]PW[Gennan\nInseki]RE[B+2]KM[0.75]RU[Japanese]HA[x]\
         TM[3600]GC[two\nlines])",
    )
    .unwrap();
    let info = record.info();
    assert_eq!(info.players().white.as_deref(), Some("Gennan Inseki"));
    assert_eq!(info.text(InfoKey::GameComment).as_deref(), Some("two\nlines"));
    assert_eq!(info.outcome().unwrap().to_string(), "B+2");
    assert_eq!((info.komi(), info.handicap(), info.time_limit()), (None, None, Some(3600.0)));
    assert_eq!(info.text(InfoKey::Komi).as_deref(), Some("0.75"));
    assert_eq!(info.ruleset(), Some(Ruleset::JAPANESE));
    assert_eq!(info.application(), Some(("CGoban".to_owned(), "3".to_owned())));

    let komi = Komi::from_half_points(13);
    record.set_info(InfoKey::Komi, &komi.to_string()).unwrap();
    record.set_info(InfoKey::Rank(Color::Black), "").unwrap();
    record.set_application("Tengen", "0:1").unwrap();
    assert_eq!(record.info().komi(), Some(komi));
    assert_eq!(record.info().text(InfoKey::Rank(Color::Black)), None);
    assert_eq!(record.info().application(), Some(("Tengen".to_owned(), "0:1".to_owned())));
    for key in InfoKey::ALL {
        record.set_info(key, "x").unwrap();
        assert_eq!(record.info().text(key).as_deref(), Some("x"));
    }
}

#[test]
fn merged_games_have_their_info_where_they_part() {
    let record = Record::from_sgf("(;SZ[9];B[ee](;W[cc]PW[Ann];B[dd])(;W[gg]PW[Bob]))").unwrap();
    let name = |it: NodeId| record.info_at(it).players().white.map(std::borrow::Cow::into_owned);
    let ends: Vec<NodeId> = record.nodes().filter(|&it| record.children(it).is_empty()).collect();
    assert_eq!(name(ends[0]).as_deref(), Some("Ann"));
    assert_eq!(name(ends[1]).as_deref(), Some("Bob"));
    assert_eq!(name(record.root()), None);
}

#[test]
fn nodes_are_found_both_ways() {
    let record = Record::from_sgf(
        "(;SZ[9]C[Über];B[ee](;W[cc]TR[cc];B[dd]C[Good])(;W[gg]N[Trick];B[cc]C[GOOD move]LB[aa:x]))",
    )
    .unwrap();
    let all: Vec<NodeId> = record.nodes().collect();
    let forward = |from: usize, query| record.find(all[from], Direction::Forward, query);
    let backward = |from: usize, query| record.find(all[from], Direction::Backward, query);
    assert_eq!(forward(0, Query::Comment("good")), Some(all[3]));
    assert_eq!(forward(3, Query::Comment("good")), Some(all[5]));
    assert_eq!(forward(5, Query::Comment("good")), None);
    assert_eq!(backward(5, Query::Comment("good")), Some(all[3]));
    assert_eq!(backward(3, Query::Comment("ÜBER")), Some(all[0]));
    assert_eq!(forward(0, Query::Name("trick")), Some(all[4]));
    let cc = Move::Play(point("C7"));
    assert_eq!(record.find_all(Query::Move(None, cc)), [all[2], all[5]]);
    assert_eq!(record.find_all(Query::Move(Some(Color::Black), cc)), [all[5]]);
    assert_eq!(record.find_all(Query::Mark(Mark::Triangle)), [all[2]]);
    assert_eq!(record.find_all(Query::Markup), [all[2], all[5]]);
    assert_eq!(record.find_all(Query::Label("x")), [all[5]]);
}

#[test]
fn refused_edits_change_nothing() {
    let mut record = Record::new(Size::NINE);
    let root = record.root();
    let child = record.play(root, Color::Black, "E5".parse().unwrap()).unwrap();
    let gone = record.play(child, Color::White, "E6".parse().unwrap()).unwrap();
    record.delete(gone).unwrap();
    let text = record.to_sgf();
    let outside = point("T19");
    let clip = Record::new(Size::NINETEEN).copy(root).unwrap();
    let errors = [
        record.play(root, Color::White, outside.into()).map(|_| ()),
        record.set_mark(root, outside, None),
        record.set_label(root, outside, "x"),
        record.set_up(root, &points("T19"), None),
        record.set_up(child, &points("A1"), Some(Color::Black)),
        record.delete(root),
        record.move_up(root),
        record.move_up(child),
        record.move_down(child),
        record.delete(gone),
        record.promote(gone),
        record.set_comment(gone, "x"),
        record.paste(root, &clip).map(|_| ()),
        record.set_property(root, "x", Vec::new()),
        record.set_node_value(root, Some(f64::NAN)),
    ];
    for (idx, error) in errors.iter().enumerate() {
        let message = error.as_ref().unwrap_err().to_string();
        assert!(message.len() > 10, "error {idx}");
    }
    assert_eq!(record.to_sgf(), text);
    assert_eq!(record.n_undo(), 3);
}
