//! Edits of the tree, and how they are undone.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use tengen_record::{
    Annotation, Change, Clip, Direction, Double, EditError, InfoKey, Mark, NodeId, Query, Record,
    Stroke,
};
use tengen_rules::{Color, Move, Point, PointSet, Size};
use tengen_sgf::parse_text;

/// The node with this comment.
fn node(record: &Record, comment: &str) -> NodeId {
    record.find_all(Query::Comment(comment))[0]
}

/// Does an edit, undoes it and redoes it.
#[track_caller]
fn check(before: &str, edit: impl FnOnce(&mut Record), after: &str) {
    let mut record = Record::from_sgf(before).unwrap();
    edit(&mut record);
    assert_eq!(record.to_sgf(), after);
    while record.undo().is_some() {}
    assert_eq!(record.to_sgf(), before);
    while record.redo().is_some() {}
    assert_eq!(record.to_sgf(), after);
}

const TREE: &str = "(;SZ[9] ;B[aa]C[a]\n(;W[bb]C[b])\n(;W[cc]C[c];B[dd]C[d]\n(;W[ee])(;W[ff]C[f]))\n(;W[gg]C[g]))\n";

#[test]
fn variations_are_promoted_and_moved() {
    check(
        TREE,
        |it| it.promote(node(it, "f")).unwrap(),
        "(;SZ[9] ;B[aa]C[a]\n(;W[cc]C[c];B[dd]C[d]\n(;W[ff]C[f])(;W[ee]))\n(;W[bb]C[b])\n(;W[gg]C[g]))\n",
    );
    check(TREE, |it| it.promote(node(it, "b")).unwrap(), TREE);
    let second_first = "(;SZ[9] ;B[aa]C[a]\n(;W[cc]C[c];B[dd]C[d]\n(;W[ee])(;W[ff]C[f]))\n(;W[bb]C[b])\n(;W[gg]C[g]))\n";
    check(TREE, |it| it.move_up(node(it, "c")).unwrap(), second_first);
    check(TREE, |it| it.move_down(node(it, "b")).unwrap(), second_first);
    let mut record = Record::from_sgf(TREE).unwrap();
    assert_eq!(record.move_up(node(&record, "b")), Err(EditError::FirstVariation));
    assert_eq!(record.move_down(node(&record, "g")), Err(EditError::LastVariation));
}

#[test]
fn moves_are_added_and_followed() {
    let play = |it: &mut Record, comment: &str, color, name: &str| {
        it.play(node(it, comment), color, name.parse().unwrap()).unwrap()
    };
    check(
        "(;SZ[9];B[aa]C[a];W[bb]C[b])",
        |it| {
            let child = node(it, "b");
            assert_eq!(play(it, "a", Color::White, "B8"), child);
            play(it, "a", Color::White, "C7");
            play(it, "b", Color::Black, "pass");
        },
        "(;SZ[9];B[aa]C[a](;W[bb]C[b];B[])(;W[cc]))",
    );
}

#[test]
fn subtrees_are_deleted_cut_copied_and_pasted() {
    check(
        TREE,
        |it| it.delete(node(it, "c")).unwrap(),
        "(;SZ[9] ;B[aa]C[a]\n(;W[bb]C[b])\n(;W[gg]C[g]))\n",
    );
    check(
        TREE,
        |it| {
            let clip = it.cut(node(it, "c")).unwrap();
            assert_eq!(clip.to_sgf(), "(;W[cc]C[c];B[dd]C[d]\n(;W[ee])(;W[ff]C[f]))\n");
            it.paste(node(it, "b"), &clip).unwrap();
            it.paste(node(it, "b"), &clip).unwrap();
        },
        "(;SZ[9] ;B[aa]C[a]\n(;W[bb]C[b](;W[cc]C[c];B[dd]C[d](;W[ee])(;W[ff]C[f]))\
         (;W[cc]C[c];B[dd]C[d](;W[ee])(;W[ff]C[f])))\n(;W[gg]C[g]))\n",
    );
    // A tree can be pasted below itself, and text of other programs too.
    check(
        "(;FF[4]SZ[9]PB[x];B[aa]C[a])",
        |it| {
            let whole = it.copy(it.root()).unwrap();
            it.paste(node(it, "a"), &whole).unwrap();
            let foreign = Clip::from_sgf("x (;FF[3]XY[1]junk(;W[bb])(;W[cc]", it.size()).unwrap();
            it.paste(it.root(), &foreign).unwrap();
        },
        "(;FF[4]SZ[9]PB[x](;B[aa]C[a];PB[x];B[aa]C[a])(;XY[1](;W[bb])(;W[cc])))",
    );
}

#[test]
fn undo_tells_what_changed() {
    let mut record = Record::new(Size::NINE);
    let root = record.root();
    let first = record.play(root, Color::Black, "E5".parse().unwrap()).unwrap();
    let second = record.play(root, Color::Black, "C3".parse().unwrap()).unwrap();
    record.promote(second).unwrap();
    record.set_comment(second, "x").unwrap();
    record.delete(first).unwrap();
    let changes: Vec<Change> = std::iter::from_fn(|| record.undo()).collect();
    assert_eq!(
        changes,
        [
            Change::Added(first),
            Change::Content(second),
            Change::Reordered(second),
            Change::Removed(second),
            Change::Removed(first),
        ]
    );
    assert_eq!(changes[3].focus(&record), root);
    assert_eq!((record.n_undo(), record.n_redo()), (0, 5));
    assert_eq!(record.redo(), Some(Change::Added(first)));
    // Another edit ends what could be redone.
    record.set_name(first, "y").unwrap();
    assert_eq!(record.redo(), None);
    record.forget_history();
    assert_eq!(record.undo(), None);
}

/// Does something at random, which may be refused.
fn edit(record: &mut Record, rng: &mut fastrand::Rng, clip: &mut Option<Clip>) {
    let nodes: Vec<NodeId> = record.nodes().collect();
    let id = *rng.choice(&nodes).unwrap();
    let points: Vec<Point> = record.size().points().collect();
    let point = *rng.choice(&points).unwrap();
    let set: PointSet = rng.choose_multiple(points.clone(), 3).into_iter().collect();
    let color = if rng.bool() { Color::Black } else { Color::White };
    let before = (record.to_sgf(), record.n_undo());
    let result = match rng.u8(0..18) {
        0..=4 => record.play(id, color, Move::Play(point)).map(|_| ()),
        5 => record.add_node(id).map(|_| ()),
        6 => record.delete(id),
        7 => record.promote(id),
        8 => record.move_up(id),
        9 => record.move_down(id),
        10 => record.cut(id).map(|it| *clip = Some(it)),
        11 => record.copy(id).map(|it| *clip = Some(it)),
        12 => clip.as_ref().map_or(Ok(()), |it| record.paste(id, it).map(|_| ())),
        13 => record.set_up(id, &set, rng.bool().then_some(color)),
        14 => record.set_mark(id, point, rng.choice(Mark::ALL)),
        15 => record.set_stroke(id, (point, points[0]), rng.bool().then_some(Stroke::Line)),
        16 => record.set_comment(id, rng.choice(&["", "x", "a]b\\", "two\nlines"]).unwrap()),
        _ => match rng.u8(0..4) {
            0 => record.set_info(rng.choice(InfoKey::ALL).unwrap(), "some text"),
            1 => record.set_annotation(id, Annotation::BadMove, Some(Double::Normal)),
            2 => record.set_label(id, point, "1"),
            _ => record.set_territory(id, &set, Some(color)),
        },
    };
    if result.is_err() {
        assert_eq!((record.to_sgf(), record.n_undo()), before, "{result:?}");
    }
}

#[test]
fn random_edits_are_undone_and_redone() {
    let sources = [
        "(;SZ[5])",
        "head\n( ;FF[4] SZ[5]\n(;B[aa] C[x] ;W[bb] )\n(;B[cc]UNKNOWN[y\\]] (;W[dd])\n(;W[ee]AB[aa:bb])\n))\n tail",
        "(;SiZe[5]Black[aa]junk;W[zz]C[see [1] here]AW[aa][ba]AB[ab];KO",
    ];
    for seed in 0..60 {
        let mut rng = fastrand::Rng::with_seed(seed);
        let source = rng.choice(sources).unwrap();
        let mut record = Record::from_sgf(source).unwrap();
        let mut texts = vec![record.to_sgf()];
        let mut clip = None;
        for _ in 0..40 {
            let n_undo = record.n_undo();
            edit(&mut record, &mut rng, &mut clip);
            let text = record.to_sgf();
            assert_eq!(parse_text(&text).unwrap().to_sgf(), text, "it is sound");
            if record.n_undo() > n_undo {
                texts.push(text);
            }
        }
        assert_eq!(record.n_undo() + 1, texts.len());
        for text in texts.iter().rev().skip(1) {
            assert!(record.undo().is_some());
            assert_eq!(&record.to_sgf(), text);
        }
        assert_eq!(record.undo(), None);
        for text in &texts[1..] {
            assert!(record.redo().is_some());
            assert_eq!(&record.to_sgf(), text);
        }
        check_same_tree(&record);
    }
}

/// A record that is read back has the same nodes, positions and problems.
fn check_same_tree(record: &Record) {
    let again = Record::from_sgf(&record.to_sgf()).unwrap();
    let pairs: Vec<(NodeId, NodeId)> = record.nodes().zip(again.nodes()).collect();
    assert_eq!(pairs.len(), record.nodes().count());
    assert_eq!(pairs.len(), again.nodes().count());
    for (left, right) in pairs {
        assert_eq!(record.depth(left), again.depth(right));
        assert_eq!(record.position(left), again.position(right));
        assert_eq!(record.node(left).mv(), again.node(right).mv());
        assert_eq!(record.node(left).comment(), again.node(right).comment());
    }
    let last = record.nodes().last().unwrap();
    let backward = std::iter::successors(Some(last), |&it| {
        record.find(it, Direction::Backward, Query::Comment(""))
    });
    assert_eq!(backward.count(), {
        let commented = record.find_all(Query::Comment(""));
        commented.len() + usize::from(!commented.contains(&last))
    });
}

#[test]
fn several_edits_are_one() {
    let edits = |it: &mut Record| {
        it.transact(|it| {
            let added = it.add_node(node(it, "f"))?;
            it.set_comment(added, "new")?;
            it.set_name(added, "n")?;
            it.promote(added)
        })
    };
    check(
        TREE,
        |it| edits(it).unwrap(),
        "(;SZ[9] ;B[aa]C[a]\n(;W[cc]C[c];B[dd]C[d]\n(;W[ff]C[f];C[new]N[n])(;W[ee]))\n(;W[bb]C[b])\n(;W[gg]C[g]))\n",
    );
    let mut record = Record::from_sgf(TREE).unwrap();
    edits(&mut record).unwrap();
    assert_eq!((record.n_undo(), record.n_redo()), (1, 0));
    assert_eq!(record.undo().map(|it| it.focus(&record)), Some(node(&record, "f")));
    assert_eq!(record.redo().map(|it| it.focus(&record)), Some(node(&record, "new")));
}

#[test]
fn several_edits_fail_as_one() {
    let mut record = Record::from_sgf(TREE).unwrap();
    let root = record.root();
    record.set_name(root, "kept").unwrap();
    record.set_name(root, "taken back").unwrap();
    record.undo();
    let (before, revision) = (record.to_sgf(), record.revision());
    let failed = record.transact(|it| {
        it.set_comment(root, "x")?;
        it.delete(root)
    });
    assert_eq!(failed, Err(EditError::Root));
    assert_eq!((record.to_sgf(), record.revision()), (before, revision));
    assert_eq!((record.n_undo(), record.n_redo()), (1, 1));
}

#[test]
fn writing_is_one_edit() {
    let mut record = Record::from_sgf(TREE).unwrap();
    let root = record.root();
    for text in ["T", "Te", "Ten"] {
        record.set_comment(root, text).unwrap();
        if text.len() > 1 {
            record.join_last();
        }
    }
    assert_eq!(record.n_undo(), 1);
    assert_eq!(record.undo(), Some(Change::Content(root)));
    assert_eq!(record.to_sgf(), TREE);
}

#[test]
fn revisions_come_back() {
    let mut record = Record::from_sgf(TREE).unwrap();
    let root = record.root();
    let first = record.revision();
    record.set_name(root, "a").unwrap();
    let second = record.revision();
    assert_ne!(first, second);
    record.undo();
    assert_eq!(record.revision(), first);
    record.set_name(root, "b").unwrap();
    let third = record.revision();
    assert_ne!(third, second);
    record.forget_history();
    assert_eq!(record.revision(), third);
    record.set_name(root, "b").unwrap();
    assert_eq!(record.revision(), third);
}
