//! A screen as a picture: blocks and stones as shapes, so that they fit
//! together whatever the font is, and letters as text.

use std::fmt::Write;

use ratatui::buffer::{Buffer, Cell};
use ratatui::style::{Color, Modifier};

const WIDTH: u16 = 9;
const HEIGHT: u16 = 18;
const GROUND: &str = "#16181d";
const INK: &str = "#d8d8d8";

pub(crate) fn picture(buffer: &Buffer) -> String {
    let (columns, rows) = (buffer.area.width, buffer.area.height);
    let (width, height) = (columns * WIDTH + 2 * WIDTH, rows * HEIGHT + HEIGHT);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{GROUND}\"/>\n\
         <g shape-rendering=\"crispEdges\">\n"
    );
    for row in 0..rows {
        grounds(buffer, row, &mut out);
    }
    out.push_str("</g>\n");
    for row in 0..rows {
        for column in 0..columns {
            glyph(&buffer[(column, row)], corner(column, row), &mut out);
        }
        words(buffer, row, &mut out);
    }
    out.push_str("</svg>\n");
    out
}

fn corner(column: u16, row: u16) -> (u16, u16) {
    (column * WIDTH + WIDTH, row * HEIGHT + HEIGHT / 2)
}

fn hex(color: Color, default: &str) -> String {
    match color {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        Color::Black => "#000000".to_owned(),
        _ => default.to_owned(),
    }
}

/// Cells of one color side by side are one rectangle.
fn grounds(buffer: &Buffer, row: u16, out: &mut String) {
    let mut column = 0;
    while column < buffer.area.width {
        let color = buffer[(column, row)].bg;
        let start = column;
        while column < buffer.area.width && buffer[(column, row)].bg == color {
            column += 1;
        }
        let Color::Rgb(..) = color else { continue };
        let (x, y) = corner(start, row);
        let width = (column - start) * WIDTH;
        let fill = hex(color, GROUND);
        line(
            out,
            &format!(
                "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{HEIGHT}\" fill=\"{fill}\"/>"
            ),
        );
    }
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("text takes all");
}

/// Stones, lines and blocks; everything else is text.
fn glyph(cell: &Cell, (x, y): (u16, u16), out: &mut String) {
    let fill = hex(cell.fg, INK);
    let (center_x, center_y) = (f32::from(x) + 4.5, f32::from(y) + 9.0);
    if let Some(bits) = quarters(cell.symbol()) {
        let mut path = String::new();
        for bit in (0..4).filter(|it| bits & 1 << it != 0) {
            let (left, top) = (f32::from(x) + 4.5 * f32::from(bit % 2), y + HEIGHT / 2 * (bit / 2));
            write!(path, "M{left} {top}h4.5v9h-4.5z").expect("text takes all");
        }
        line(out, &format!("<path d=\"{path}\" fill=\"{fill}\" shape-rendering=\"crispEdges\"/>"));
    } else if let Some(arms) = arms(cell.symbol()) {
        let mut path = String::new();
        for (arm, (dx, dy)) in arms.iter().zip([(-4.5, 0.0), (4.5, 0.0), (0.0, -9.0), (0.0, 9.0)]) {
            if *arm {
                write!(path, "M{center_x} {center_y}l{dx} {dy}").expect("text takes all");
            }
        }
        line(out, &format!("<path d=\"{path}\" stroke=\"{fill}\"/>"));
    } else if cell.symbol() == "○" {
        let place = format!("cx=\"{center_x}\" cy=\"{center_y}\" r=\"4.5\"");
        line(out, &format!("<circle {place} fill=\"none\" stroke=\"{fill}\" stroke-width=\"2\"/>"));
    } else {
        let radius = match cell.symbol() {
            "●" => 5.5,
            "•" => 2.5,
            _ => return,
        };
        line(
            out,
            &format!(
                "<circle cx=\"{center_x}\" cy=\"{center_y}\" r=\"{radius}\" fill=\"{fill}\"/>"
            ),
        );
    }
}

fn quarters(symbol: &str) -> Option<u16> {
    const BLOCKS: [&str; 16] =
        ["", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█"];
    BLOCKS.iter().position(|it| *it == symbol).map(|it| it as u16)
}

/// Whether a line goes to the left, the right, up and down.
fn arms(symbol: &str) -> Option<[bool; 4]> {
    let text = match symbol {
        "─" => "lr",
        "│" => "ud",
        "┌" | "╭" | "┏" => "rd",
        "┬" => "lrd",
        "┐" | "╮" | "┓" => "ld",
        "├" => "rud",
        "┼" => "lrud",
        "┤" => "lud",
        "└" | "╰" | "┗" => "ru",
        "┴" => "lru",
        "┘" | "╯" | "┛" => "lu",
        _ => return None,
    };
    Some(['l', 'r', 'u', 'd'].map(|it| text.contains(it)))
}

/// Letters side by side in one style are one text.
fn words(buffer: &Buffer, row: u16, out: &mut String) {
    let is_text = |cell: &Cell| {
        let symbol = cell.symbol();
        symbol != " "
            && quarters(symbol).is_none()
            && arms(symbol).is_none()
            && !matches!(symbol, "●" | "○" | "•")
    };
    let mut column = 0;
    while column < buffer.area.width {
        let first = &buffer[(column, row)];
        let start = column;
        let mut text = String::new();
        while column < buffer.area.width {
            let cell = &buffer[(column, row)];
            if !is_text(cell) || (cell.fg, cell.modifier) != (first.fg, first.modifier) {
                break;
            }
            text.push_str(cell.symbol());
            column += 1;
        }
        if text.is_empty() {
            column += 1;
            continue;
        }
        let (x, y) = corner(start, row);
        let text = text.replace('&', "&amp;").replace('<', "&lt;");
        let bold =
            if first.modifier.contains(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
        line(
            out,
            &format!(
                "<text x=\"{x}\" y=\"{}\" textLength=\"{}\" fill=\"{}\"{bold}>{text}</text>",
                y + 14,
                (column - start) * WIDTH,
                hex(first.fg, INK)
            ),
        );
    }
}
