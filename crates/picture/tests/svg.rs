//! Pictures as SVG: one in full, and what is true of all.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use roxmltree::Document;
use tengen_picture::{HeatScale, Mark, Picture, SvgOptions, Theme};
use tengen_rules::{Board, Color, Point, Size};

fn at(name: &str) -> Point {
    name.parse().unwrap()
}

fn svg(picture: &Picture) -> String {
    picture.to_svg(&SvgOptions::default())
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
    let picture = Picture::of(&board)
        .with_theme(Theme::Print)
        .with_last_move(at("A1"))
        .with_number(at("B2"), 1)
        .with_mark(at("A2"), Mark::Square);
    assert_eq!(svg(&picture), include_str!("data/small.svg"));
}

#[test]
fn texts_are_escaped() {
    let text = "<b>&\"'\u{1}\u{ffff}囲 ]]>";
    let picture = Picture::new(Size::NINE)
        .with_title(text)
        .with_caption(text)
        .with_label(at("C3"), "<&")
        .with_label(at("C4"), "\u{0}<囲&>");
    let svg = svg(&picture);
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
    let picture = Picture::of(&board);
    assert_eq!((n_uses(&svg(&picture), "B"), n_uses(&svg(&picture), "W")), (4, 2));

    let dead = picture.clone().with_dead([at("A3"), at("B3")]);
    assert_eq!((n_uses(&svg(&dead), "B"), n_uses(&svg(&dead), "W")), (4, 2));

    let crop = picture.with_crop(at("C1"), at("D3"));
    assert_eq!((n_uses(&svg(&crop), "B"), n_uses(&svg(&crop), "W")), (2, 1));
}

#[test]
fn everything_that_is_referred_to_is_defined() {
    let board: Board = "X O .\n. X O\n. . .".parse().unwrap();
    for theme in Theme::ALL {
        let picture = Picture::of(&board)
            .with_theme(theme)
            .with_label(at("A1"), "Åé12")
            .with_caption("A caption, with ümlauts")
            .with_heat(HeatScale::Signed, [(at("A2"), 0.5), (at("A3"), -2.0), (at("C1"), f32::NAN)])
            .with_dimmed([at("B1")]);
        let options = SvgOptions { id_prefix: "one\"><".to_owned(), ..SvgOptions::default() };
        let svg = picture.to_svg(&options);
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
    let picture = Picture::new(Size::new(9, 5).unwrap());
    let options = SvgOptions { width: Some(630), ..SvgOptions::default() };
    let svg = picture.to_svg(&options);
    let document = Document::parse(&svg).unwrap();
    let root = document.root_element();
    assert_eq!(root.attribute("viewBox"), Some("-25 -25 210 130"));
    assert_eq!((root.attribute("width"), root.attribute("height")), (Some("630"), Some("390")));
}

#[test]
fn what_is_off_the_board_is_left_out() {
    let mut picture = Picture::new(Size::square(3).unwrap());
    let bare = svg(&picture);
    picture.stones.insert(at("D4"), Color::Black);
    picture.ko = Some(at("Z25"));
    picture = picture
        .with_mark(at("D1"), Mark::Circle)
        .with_label(at("A4"), "a")
        .with_number(at("B4"), 7)
        .with_arrow(at("A1"), at("D4"))
        .with_territory([(at("E5"), Color::White)])
        .with_dead([at("D4")])
        .with_dimmed([at("F6")])
        .with_heat(HeatScale::Unsigned, [(at("G7"), 1.0)]);
    assert_eq!(svg(&picture), bare);
}

#[test]
fn full_game_is_small() {
    let mut picture = Picture::new(Size::NINETEEN);
    for (idx, point) in (0_u32..).zip(Size::NINETEEN.points()) {
        let color = if idx % 2 == 0 { Color::Black } else { Color::White };
        picture.stones.insert(point, color);
        picture.numbers.insert(point, idx + 1);
    }
    let n_bytes = svg(&picture).len();
    assert!(n_bytes < 100_000, "{n_bytes} bytes");
    picture.numbers.clear();
    let n_bytes = svg(&picture).len();
    assert!(n_bytes < 30_000, "{n_bytes} bytes");
}
