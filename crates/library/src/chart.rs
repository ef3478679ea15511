//! Statistics as pictures, in SVG.
//!
//! Titles and labels are the caller's, so that every language has its own.

use std::fmt::Write as _;

use crate::Score;

/// Words of a chart.
#[derive(Clone, Debug, Eq, PartialEq)]
pub struct ChartWords<'a> {
    /// The title.
    pub title: &'a str,
    /// What stands for won games.
    pub won: &'a str,
    /// What stands for lost games.
    pub lost: &'a str,
    /// What stands for games without a winner.
    pub other: &'a str,
}

const WIDTH: f64 = 640.0;
const ROW: f64 = 24.0;
const TOP: f64 = 72.0;
const LABELS: f64 = 150.0;
const NUMBERS: f64 = 70.0;

/// The colors are told apart by everybody, also in print.
const COLORS: [&str; 3] = ["#2b6ca3", "#d98b2b", "#b8b8b8"];

/// A bar for each row, divided into games won, lost and without a winner.
pub fn score_chart(words: &ChartWords<'_>, rows: &[(String, Score)]) -> String {
    let most = rows.iter().map(|(_, score)| score.n).max().unwrap_or(0).max(1);
    let mut svg = Svg::new(words.title, rows.len());
    svg.legend(&[(words.won, COLORS[0]), (words.lost, COLORS[1]), (words.other, COLORS[2])]);
    for (idx, (label, score)) in rows.iter().enumerate() {
        let n_other = score.n - score.n_won - score.n_lost;
        let parts = [score.n_won, score.n_lost, n_other];
        let parts: Vec<(f64, &str)> =
            parts.iter().map(|&n| f64::from(n) / f64::from(most)).zip(COLORS).collect();
        let share = score.share().map_or(String::new(), |it| format!(" · {:.0} %", 100.0 * it));
        svg.row(idx, label, &parts, &format!("{}{share}", score.n));
    }
    svg.finish()
}

/// A bar for each row, as long as its number.
pub fn bar_chart(title: &str, rows: &[(String, f64)]) -> String {
    let most = rows.iter().map(|(_, value)| *value).fold(f64::MIN_POSITIVE, f64::max);
    let mut svg = Svg::new(title, rows.len());
    for (idx, (label, value)) in rows.iter().enumerate() {
        let shown = if value.fract() == 0.0 { format!("{value}") } else { format!("{value:.2}") };
        svg.row(idx, label, &[((value / most).max(0.0), COLORS[0])], &shown);
    }
    svg.finish()
}

struct Svg {
    text: String,
}

impl Svg {
    fn new(title: &str, n_rows: usize) -> Svg {
        let height = TOP + ROW * n_rows as f64 + 16.0;
        let title = escape(title);
        let text = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
             width=\"{WIDTH}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"13\" \
             role=\"img\" aria-label=\"{title}\">\n\
             <rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n\
             <text x=\"16\" y=\"28\" font-size=\"17\" fill=\"#222222\">{title}</text>\n"
        );
        Svg { text }
    }

    fn legend(&mut self, entries: &[(&str, &str)]) {
        let mut x = 16.0;
        for (label, color) in entries {
            let _ = writeln!(
                self.text,
                "<rect x=\"{x}\" y=\"42\" width=\"12\" height=\"12\" fill=\"{color}\"/>\
                 <text x=\"{}\" y=\"53\" fill=\"#444444\">{}</text>",
                x + 17.0,
                escape(label)
            );
            x += 40.0 + 7.5 * label.chars().count() as f64;
        }
    }

    fn row(&mut self, idx: usize, label: &str, parts: &[(f64, &str)], number: &str) {
        let y = TOP + ROW * idx as f64;
        let length = WIDTH - LABELS - NUMBERS - 24.0;
        let _ = writeln!(
            self.text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\" fill=\"#222222\">{}</text>",
            LABELS - 8.0,
            y + 14.0,
            escape(&shorten(label))
        );
        let mut x = LABELS;
        for (part, color) in parts.iter().filter(|(part, _)| *part > 0.0) {
            let width = part * length;
            let _ = writeln!(
                self.text,
                "<rect x=\"{x:.1}\" y=\"{y}\" width=\"{width:.1}\" height=\"18\" fill=\"{color}\"/>"
            );
            x += width;
        }
        let _ = writeln!(
            self.text,
            "<text x=\"{:.1}\" y=\"{}\" fill=\"#444444\">{}</text>",
            x + 6.0,
            y + 14.0,
            escape(number)
        );
    }

    fn finish(mut self) -> String {
        self.text.push_str("</svg>\n");
        self.text
    }
}

/// The longest label, in characters.
const MAX_LABEL: usize = 20;

fn shorten(label: &str) -> String {
    if label.chars().count() <= MAX_LABEL {
        return label.to_owned();
    }
    let start: String = label.chars().take(MAX_LABEL - 1).collect();
    format!("{start}…")
}

/// Text that is harmless in XML, without the characters that it cannot have.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            // Characters that turn the direction of the text go too.
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{FFFE}' | '\u{FFFF}' => {
                escaped.push('\u{FFFD}');
            }
            c if c.is_control() => escaped.push('\u{FFFD}'),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn charts_are_svg_whatever_names_are_in_them() {
        let words = ChartWords { title: "<By \"opponent\">", won: "won", lost: "lost", other: "-" };
        let name = "]]><script>\u{1b}[31m\u{202e}&\u{0}".to_owned();
        let rows =
            vec![(name, Score { n: 5, n_won: 2, n_lost: 2 }), ("李".into(), Score::default())];
        let svg = score_chart(&words, &rows);
        let document = roxmltree::Document::parse(&svg).unwrap();
        assert!(document.descendants().all(|node| !node.has_tag_name("script")));
        assert!(svg.contains("5 · 50 %"));
        let bars = bar_chart("points", &[("opening".into(), 1.25), ("end".into(), 0.0)]);
        assert!(roxmltree::Document::parse(&bars).is_ok());
        assert!(bars.contains("1.25"));
    }
}
