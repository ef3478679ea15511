//! Pictures as SVG: one in full, and what is true of all.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use roxmltree::Document;
use tengen_picture::{
    Candidate, Link, Mark, NumberedStone, Scene, Stone, Stroke, SvgOptions, Theme,
};
use tengen_rules::{Board, Color, Point, Size};

fn at(name: &str) -> Point {
    name.parse().unwrap()
}

fn svg(scene: &Scene) -> String {
    scene.to_svg(&SvgOptions::default())
}

/// The number of elements that refer to a definition.
fn n_uses(svg: &str, name: &str) -> usize {
    let document = Document::parse(svg).unwrap();
    let reference = format!("#g{name}");
    document.descendants().filter(|it| it.attribute("href") == Some(reference.as_str())).count()
}

#[test]
fn small_board_in_full() {
    let board: Board = ". X\nO .".parse().unwrap();
    let scene = Scene::of(&board)
        .with_last_move(at("A1"))
        .with_number(at("B2"), 1)
        .with_mark(at("A2"), Mark::Square);
    let options = SvgOptions { theme: Theme::Print, ..SvgOptions::default() };
    assert_eq!(scene.to_svg(&options), include_str!("data/small.svg"));
}

#[test]
fn texts_are_escaped() {
    let text = "<b>&\"'\u{1}\u{ffff}囲 ]]>";
    let scene = Scene::new(Size::NINE)
        .with_title(text)
        .with_caption(text)
        .with_label(at("C3"), "<&")
        .with_label(at("C4"), "\u{0}<囲&>");
    let svg = svg(&scene);
    let document = Document::parse(&svg).unwrap();
    let title = document.descendants().find(|it| it.has_tag_name("title")).unwrap();
    assert_eq!(title.text(), Some("<b>&\"'囲 ]]>"));
}

#[test]
fn every_stone_is_drawn_once() {
    let board: Board = "
        X . O X
        . O . .
        X . . X"
        .parse()
        .unwrap();
    let scene = Scene::of(&board);
    assert_eq!((n_uses(&svg(&scene), "B"), n_uses(&svg(&scene), "W")), (4, 2));

    let dead = scene.clone().with_dead([at("A3"), at("B3")]);
    assert_eq!((n_uses(&svg(&dead), "B"), n_uses(&svg(&dead), "W")), (4, 2));

    let crop = scene.with_crop(at("C1"), at("D3"));
    assert_eq!((n_uses(&svg(&crop), "B"), n_uses(&svg(&crop), "W")), (2, 1));
}

#[test]
fn everything_that_is_referred_to_is_defined() {
    let board: Board = "X O .\n. X O\n. . .".parse().unwrap();
    for theme in Theme::ALL {
        let scene = Scene::of(&board)
            .with_label(at("A1"), "Åé12")
            .with_caption("A caption, with ümlauts")
            .with_ownership([(at("A2"), 0.5), (at("A3"), -2.0), (at("C1"), f32::NAN)])
            .with_dimmed([at("B1")]);
        let options =
            SvgOptions { theme, id_prefix: "one\"><".to_owned(), ..SvgOptions::default() };
        let svg = scene.to_svg(&options);
        let document = Document::parse(&svg).unwrap();
        let ids: Vec<&str> = document.descendants().filter_map(|it| it.attribute("id")).collect();
        let mut distinct = ids.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), ids.len());
        assert!(ids.iter().all(|id| id.starts_with("one")));

        let references = document.descendants().flat_map(|node| {
            let link = node.attribute("href").and_then(|it| it.strip_prefix('#'));
            let fill = node.attribute("fill").and_then(|it| it.strip_prefix("url(#"));
            [link, fill.and_then(|it| it.strip_suffix(')'))]
        });
        for reference in references.flatten() {
            assert!(ids.contains(&reference), "{reference} is not defined");
        }
    }
}

#[test]
fn width_is_written_on_request() {
    let scene = Scene::new(Size::new(9, 5).unwrap());
    let options = SvgOptions { width: Some(630), ..SvgOptions::default() };
    let svg = scene.to_svg(&options);
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox"), Some("-25 -25 210 130"));
    assert_eq!((root.attribute("width"), root.attribute("height")), (Some("630"), Some("390")));
}

#[test]
fn what_is_off_the_board_is_left_out() {
    let mut scene = Scene::new(Size::square(3).unwrap());
    let bare = svg(&scene);
    scene.stones.insert(at("D4"), Color::Black);
    scene.ko = Some(at("Z25"));
    scene.open_borders.insert(at("D2"));
    scene.cursor = Some(at("D3"));
    scene.ghost = Some(Stone { point: at("E3"), color: Color::Black });
    scene.variations.push(Stone { point: at("E4"), color: Color::White });
    scene = scene
        .with_mark(at("D1"), Mark::Circle)
        .with_label(at("A4"), "a")
        .with_number(at("B4"), 7)
        .with_arrow(at("A1"), at("D4"))
        .with_territory([(at("E5"), Color::White)])
        .with_dead([at("D4")])
        .with_dimmed([at("F6")])
        .with_ownership([(at("G6"), 1.0)])
        .with_candidate(candidate("G8", 0))
        .with_heat([(at("G7"), 1.0)]);
    assert_eq!(svg(&scene), bare);
}

fn candidate(name: &str, rank: usize) -> Candidate {
    let texts = vec!["52%".to_owned(), "+1.3".to_owned(), "1.5k".to_owned()];
    Candidate { point: at(name), rank, share: 0.5, loss: None, texts }
}

#[test]
fn what_an_engine_and_a_pointer_add_is_drawn() {
    let scene = Scene::of(&"X . .\n. . .\n. . O".parse::<Board>().unwrap());
    let before = svg(&scene);
    let n_elements = |svg: &str| Document::parse(svg).unwrap().descendants().count();
    let parts: [&dyn Fn(&mut Scene); 8] = [
        &|it| it.candidates.push(candidate("B2", 1)),
        &|it| it.variations.push(Stone { point: at("B2"), color: Color::Black }),
        &|it| it.open_borders.extend([at("B2")]),
        &|it| it.ownership.extend([(at("B2"), -0.5)]),
        &|it| it.heat.values.extend([(at("B2"), 0.5)]),
        &|it| it.ghost = Some(Stone { point: at("B2"), color: Color::White }),
        &|it| it.cursor = Some(at("B2")),
        &|it| it.draft = Some(Link { from: at("A1"), to: at("B2"), stroke: Stroke::Arrow }),
    ];
    for (idx, add) in parts.into_iter().enumerate() {
        let mut more = scene.clone();
        add(&mut more);
        assert!(n_elements(&svg(&more)) > n_elements(&before), "part {idx}");
    }
}

#[test]
fn continuation_takes_the_place_of_candidates() {
    let mut scene = Scene::new(Size::square(3).unwrap()).with_candidate(candidate("B2", 0));
    assert!(svg(&scene).contains("#6fb7e8"));
    let stone = Stone { point: at("B2"), color: Color::Black };
    scene.continuation.push(NumberedStone { stone, number: 1 });
    let svg = svg(&scene);
    assert!(!svg.contains("#6fb7e8"));
    assert_eq!(n_uses(&svg, "B"), 1);
    assert_eq!(
        (scene.stone(at("B2")), scene.text(at("B2"))),
        (Some(Color::Black), Some("1".into()))
    );
}

#[test]
fn full_game_is_small() {
    let mut scene = Scene::new(Size::NINETEEN);
    for (idx, point) in (0_u32..).zip(Size::NINETEEN.points()) {
        let color = if idx % 2 == 0 { Color::Black } else { Color::White };
        scene.stones.insert(point, color);
        scene.numbers.insert(point, idx + 1);
    }
    let n_bytes = svg(&scene).len();
    assert!(n_bytes < 100_000, "{n_bytes} bytes");
    scene.numbers.clear();
    let n_bytes = svg(&scene).len();
    assert!(n_bytes < 30_000, "{n_bytes} bytes");
}
