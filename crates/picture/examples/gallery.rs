//! Draws a few positions as PNG and SVG into a folder, to look at them.

#![allow(clippy::print_stdout, reason = "this is a program")]

use std::path::PathBuf;
use std::{env, fs};

use tengen_picture::{Candidate, Mark, PngOptions, Scene, Stone, SvgOptions, TextStyle, Theme};
use tengen_rules::{Board, Color, Game, Move, Point, Ruleset, Size};

type Failure = Box<dyn std::error::Error>;

fn main() -> Result<(), Failure> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("expected a folder")?);
    for theme in Theme::ALL {
        let scenes = [
            ("marks", marks()?),
            ("game", game()?),
            ("crop", crop()?),
            ("owner", owner()?),
            ("moves", moves()?),
            ("letters", letters()?),
            ("analysis", analysis()?),
        ];
        for (name, scene) in scenes {
            let name = format!("pic_{name}_{theme:?}").to_lowercase();
            let svg = scene.to_svg(&SvgOptions { theme, ..SvgOptions::default() });
            let start = std::time::Instant::now();
            let png = scene.to_png(&PngOptions { theme, width: 1000 })?;
            println!(
                "{name}: SVG {} bytes, PNG {} bytes in {:?}",
                svg.len(),
                png.len(),
                start.elapsed()
            );
            fs::write(folder.join(format!("{name}.svg")), svg)?;
            fs::write(folder.join(format!("{name}.png")), png)?;
            if theme == Theme::Wood {
                println!("{}", scene.to_text(TextStyle::Unicode));
                println!("{}", scene.to_text(TextStyle::Ascii));
            }
        }
    }
    #[cfg(feature = "gif")]
    write_animation(&folder)?;
    Ok(())
}

/// Writes the same game move by move.
#[cfg(feature = "gif")]
fn write_animation(folder: &std::path::Path) -> Result<(), Failure> {
    let last = game()?;
    let numbers: Vec<(Point, u32)> = last.numbers.iter().map(|(at, it)| (*at, *it)).collect();
    let scenes: Vec<Scene> = (0..=60)
        .map(|n_moves| {
            let mut scene = Scene::new(last.size);
            for &(point, _) in numbers.iter().filter(|it| it.1 <= n_moves) {
                scene.stones.insert(point, last.stones[&point]);
            }
            let newest = numbers.iter().find(|it| it.1 == n_moves);
            scene.last_move = newest.map(|it| it.0);
            scene
        })
        .collect();
    let start = std::time::Instant::now();
    let gif = tengen_picture::to_gif(&scenes, &tengen_picture::GifOptions::default())?;
    println!("pic_game.gif: {} bytes in {:?}", gif.len(), start.elapsed());
    fs::write(folder.join("pic_game.gif"), gif)?;
    Ok(())
}

fn at(name: &str) -> Result<Point, Failure> {
    Ok(name.parse()?)
}

/// A small board with every mark on stones and on empty points.
fn marks() -> Result<Scene, Failure> {
    let board: Board = "
        . . . . . . . . .
        . X X X X X X X .
        . O O O O O O O .
        . . . . . . . . .
        . X O . . . . . .
        . X O . X O . . .
        . . . . . X . . .
        . X X O O . . . .
        . . . . . . . . ."
        .parse()?;
    let mut scene = Scene::of(&board).with_last_move(at("F3")?);
    for (column, mark) in ["B", "C", "D", "E", "F"].iter().zip(Mark::ALL) {
        for row in [6, 7, 8] {
            scene = scene.with_mark(at(&format!("{column}{row}"))?, mark);
        }
    }
    for (point, label) in [
        ("G8", "A"),
        ("H8", "b"),
        ("G7", "12"),
        ("H7", "123"),
        ("G6", "A"),
        ("H6", "b"),
        ("J6", "99"),
    ] {
        scene = scene.with_label(at(point)?, label);
    }
    for (column, mark) in ["F", "G", "H", "J"].iter().zip(Mark::ALL) {
        scene = scene.with_mark(at(&format!("{column}1"))?, mark);
        scene = scene.with_label(at(&format!("{column}1"))?, "a");
    }
    scene.ko = Some(at("D5")?);
    Ok(scene
        .with_line(at("A9")?, at("D9")?)
        .with_arrow(at("G9")?, at("J7")?)
        .with_arrow(at("G4")?, at("C5")?)
        .with_dead([at("B2")?, at("D2")?, at("E2")?])
        .with_territory([(at("A1")?, Color::White), (at("B2")?, Color::White)])
        .with_territory([(at("A2")?, Color::Black), (at("D2")?, Color::Black)])
        .with_dimmed([at("H3")?, at("J3")?, at("H4")?, at("J4")?, at("H5")?, at("J5")?])
        .with_caption("All marks: “Müller” & Õta, 6½ komi <B+R>"))
}

/// A full board with a number on every stone.
fn game() -> Result<Scene, Failure> {
    let mut game = Game::new(Size::NINETEEN, Ruleset::JAPANESE);
    let mut scene = Scene::new(Size::NINETEEN);
    let mut state = 7_u32;
    let mut number = 0;
    while number < 230 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let legal: Vec<Point> = game.legal_points().collect();
        let point = legal[(state >> 8) as usize % legal.len()];
        game.play(Move::Play(point))?;
        number += 1;
        scene = scene.with_number(point, number).with_last_move(point);
    }
    let numbers = scene.numbers.clone();
    let last_move = scene.last_move;
    scene = Scene::of(game.board());
    scene.numbers =
        numbers.into_iter().filter(|(at, _)| game.board().stone(*at).is_some()).collect();
    scene.last_move = last_move;
    Ok(scene.with_caption("A game of 230 moves played at random, which is longer than one line of a caption and therefore broken in two"))
}

/// A corner of a wide board.
fn crop() -> Result<Scene, Failure> {
    let mut scene = Scene::new(Size::new(13, 9).ok_or("a size")?);
    let moves = ["L3", "K3", "L4", "K4", "M2", "K6", "L6", "L7", "M7", "K2", "L2"];
    for (number, name) in (1..).zip(moves) {
        let color = if number % 2 == 1 { Color::Black } else { Color::White };
        scene.stones.insert(at(name)?, color);
        scene = scene.with_number(at(name)?, number);
    }
    Ok(scene
        .with_crop(at("H1")?, at("N7")?)
        .with_label(at("M5")?, "a")
        .with_label(at("J5")?, "B")
        .with_caption("A crop"))
}

/// Who owns what.
fn owner() -> Result<Scene, Failure> {
    let board: Board = "
        . . . . X O . . .
        . . X . X O . O .
        . X . X X O . . .
        . . . X O O O . .
        . X X X O . . O .
        X . X O O . O . .
        X X O O . O . . .
        O O O . X . . X .
        . . . . . . . . ."
        .parse()?;
    let values = (0..9_u8).flat_map(|row| (0..9_u8).map(move |column| (column, row)));
    let values = values.filter_map(|(column, row)| {
        let value = (f32::from(row) * 0.9 - f32::from(column) * 1.2) / 6.0;
        Some((Point::new(column, row, Size::NINE)?, value))
    });
    Ok(Scene::of(&board)
        .with_last_move(at("D4")?)
        .with_ownership(values)
        .with_dead([at("E2")?, at("H2")?]))
}

/// How likely moves are.
fn moves() -> Result<Scene, Failure> {
    let mut scene = Scene::new(Size::THIRTEEN);
    scene.stones = [
        (at("D4")?, Color::Black),
        (at("K10")?, Color::White),
        (at("K4")?, Color::Black),
        (at("D10")?, Color::White),
        (at("C6")?, Color::Black),
    ]
    .into();
    let values =
        [("C11", 0.45), ("E11", 0.2), ("L7", 0.07), ("F4", 1.0), ("G10", 0.8), ("L5", 0.6)];
    let mut heat = Vec::new();
    for (name, value) in values {
        heat.push((at(name)?, value));
        scene = scene.with_label(at(name)?, format!("{:.0}", value * 100.0));
    }
    let territory = (0..5_u8).filter_map(|row| Point::new(row, 0, Size::THIRTEEN));
    Ok(scene
        .with_heat(heat)
        .with_territory(territory.map(|it| (it, Color::Black)))
        .with_territory([(at("N13")?, Color::White), (at("M13")?, Color::White)])
        .with_last_move(at("C6")?))
}

/// What an engine proposes, and what a pointer is about to do.
fn analysis() -> Result<Scene, Failure> {
    let board: Board = "
        . . . . . . . . .
        . . X . . . O . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . O . . . X . .
        . . . . . . . . .
        . . . . . . . . ."
        .parse()?;
    let mut scene = Scene::of(&board).with_last_move(at("C3")?);
    for (rank, name) in ["E5", "C5", "G5"].into_iter().enumerate() {
        let share = [1.0, 0.4, 0.02][rank];
        let texts = vec![format!("{}%", 52 - rank), "+1.3".to_owned(), "1.5k".to_owned()];
        let point = at(name)?;
        scene = scene.with_candidate(Candidate { point, rank, share, loss: None, texts });
    }
    scene.variations = vec![Stone { point: at("E3")?, color: Color::Black }];
    scene.open_borders.insert(at("A9")?);
    scene.ghost = Some(Stone { point: at("H2")?, color: Color::White });
    scene.cursor = Some(at("H2")?);
    Ok(scene)
}

/// The whole lettering.
fn letters() -> Result<Scene, Failure> {
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789ßøåçł.,:;!?'\"()[]{}+-–—_=<>/\\|*#%&@~^×·•…°½→←äÉñčōÀî囲碁";
    let mut scene = Scene::new(Size::NINETEEN);
    for (point, letter) in Size::NINETEEN.rows().flatten().zip(letters.chars()) {
        scene = scene.with_label(point, letter);
    }
    Ok(scene
        .with_crop(at("A12")?, at("T19")?)
        .with_caption("The quick brown fox jumps over the lazy dog. Lee Sedol 9p – AlphaGo, B+4.5 (move 37!)\nVictor jagt zwölf Boxkämpfer quer über den großen Sylter Deich. 囲碁 ok"))
}
