//! Drawing of lessons.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};
use tengen_front::learn::{LessonState, LessonText};
use tengen_front::words::{self, Context};
use tengen_lessons::AnswerKind;
use tengen_picture::Scene;

use super::LearnScreen;
use crate::app::Look;
use crate::board::BoardPicture;
use crate::panel::draw_footer;
use crate::scale::{Extent, Geometry, Margin, Scale, ScaledBoard};
use crate::screen::{draw_card, last_row};
use crate::theme::{Role, Theme};

/// The widest that the list becomes.
const WIDTH: u16 = 76;

/// The rows that the text needs below a board.
const TEXT_ROWS: u16 = 8;

impl LearnScreen {
    pub(crate) fn draw(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        self.geometry = None;
        self.list = (Rect::default(), 0);
        match (self.learning.scene(), self.learning.text()) {
            (Some(scene), Some(text)) => self.draw_lesson(look, scene, &text, area, buffer),
            _ => self.draw_list(look, area, buffer),
        }
    }

    fn draw_list(&mut self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.theme();
        let extent = Extent { width: area.width.min(WIDTH), height: area.height.saturating_sub(1) };
        let inner = draw_card("Learn to play", extent, theme, area, buffer);
        let head = words::learned(&self.learning);
        Line::styled(head, theme.text(Role::Dim)).render(Rect { height: 1, ..inner }, buffer);
        let below = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2), ..inner };
        let entries = self.learning.list();
        let n_shown = usize::from(below.height / 2).max(1);
        let first = self.learning.chosen().saturating_sub(n_shown / 2);
        let first = first.min(entries.len().saturating_sub(n_shown));
        let mut lines = Vec::new();
        for (idx, entry) in entries.into_iter().enumerate().skip(first).take(n_shown) {
            let is_chosen = idx == self.learning.chosen();
            let style = if is_chosen { theme.chosen() } else { Style::new() };
            let mark = match entry.state {
                LessonState::Done => theme.glyph("✓", "x"),
                LessonState::Begun => theme.glyph("…", "."),
                LessonState::New => " ",
            };
            lines.push(Line::from(vec![
                Span::styled(format!("{mark} "), theme.text(Role::Accent)),
                Span::styled(format!(" {}. {} ", idx + 1, entry.title), style),
                Span::styled(
                    format!(" {}", words::lesson_state(entry.state)),
                    theme.text(Role::Dim),
                ),
            ]));
            lines.push(Line::styled(format!("     {}", entry.summary), theme.text(Role::Dim)));
        }
        Paragraph::new(lines).render(below, buffer);
        self.list = (below, first);
        draw_footer(look, Context::Lessons, last_row(area), buffer);
    }

    fn draw_lesson(
        &mut self,
        look: Look<'_>,
        mut scene: Scene,
        text: &LessonText,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        self.place_cursor();
        scene.cursor = self.cursor;
        let above = Rect { height: area.height.saturating_sub(1), ..area };
        let (board, beside) = places(above, &scene);
        let geometry = draw_board(look.theme(), &scene, board, buffer);
        self.geometry = Some(geometry);
        let lines = self.lines(look, text);
        let paragraph = Paragraph::new(lines).wrap(Wrap { trim: false });
        let n_lines = u16::try_from(n_rows(&self.lines(look, text), beside.width));
        let most = n_lines.unwrap_or(u16::MAX).saturating_sub(beside.height);
        self.first = self.first.min(most);
        paragraph.scroll((self.first, 0)).render(beside, buffer);
        if self.first < most {
            let more = Rect { x: beside.right() - 1, y: beside.bottom() - 1, width: 1, height: 1 };
            let sign = look.theme().glyph("↓", "v");
            Line::styled(sign, look.theme().text(Role::Cursor)).render(more, buffer);
        }
        draw_footer(look, Context::Lesson, last_row(area), buffer);
    }

    fn lines(&self, look: Look<'_>, text: &LessonText) -> Vec<Line<'static>> {
        let theme = look.theme();
        let mut lines =
            vec![Line::styled(text.heading.clone(), theme.text(Role::Accent)), Line::default()];
        // What is said to an answer comes before the task it answers.
        if !text.answer.is_empty() {
            let style = match text.kind {
                Some(AnswerKind::Right) => theme.text(Role::Cursor),
                Some(AnswerKind::Wrong | AnswerKind::Refused) => theme.text(Role::Warning),
                _ => theme.text(Role::Accent),
            };
            lines.extend(text.answer.iter().map(|it| Line::styled(it.clone(), style)));
            if text.can_explain && text.kind == Some(AnswerKind::Refused) {
                lines.push(Line::styled(words::ask_why(look.keys), style));
            }
            lines.push(Line::default());
        }
        lines.extend(text.task.iter().map(|it| Line::raw(it.clone())));
        lines.push(Line::default());
        let prompt = words::lesson_prompt(text.expects, look.keys);
        lines.push(Line::styled(prompt, theme.text(Role::Dim)));
        let number = self.learning.number();
        if !number.is_empty() {
            let weight = Modifier::BOLD;
            lines.push(Line::styled(format!("{number}{}", theme.glyph("█", "_")), weight));
        }
        if let Some(problem) = self.learning.problem() {
            let text = format!("Your progress is not saved: {problem}.");
            lines.push(Line::styled(text, theme.text(Role::Warning)));
        }
        lines
    }
}

/// The rows that lines take when they are broken between words.
pub(crate) fn n_rows(lines: &[Line<'_>], width: u16) -> usize {
    let width = usize::from(width).max(1);
    let rows = |it: &Line<'_>| {
        let text: String = it.spans.iter().map(|span| span.content.as_ref()).collect();
        let mut n = 1;
        let mut used = 0;
        for word in text.split_inclusive(' ') {
            let length = word.trim_end().chars().count();
            if used > 0 && used + length > width {
                n += 1;
                used = 0;
            }
            used += word.chars().count();
        }
        n
    };
    lines.iter().map(rows).sum()
}

/// Where the board is, and where the text.
fn places(area: Rect, scene: &Scene) -> (Rect, Rect) {
    if area.width >= 60 {
        let width = (area.width * 9 / 20).clamp(30, 56);
        let board = Rect { width: area.width - width - 2, ..area };
        return (board, Rect { x: area.right() - width, width, ..area });
    }
    let space = Rect { height: area.height.saturating_sub(TEXT_ROWS), ..area };
    let height = largest(scene, space).extent().height.min(area.height);
    let board = Rect { height, ..area };
    (board, Rect { y: area.y + height, height: area.height - height, ..area })
}

/// The largest board that fits.
pub(crate) fn largest(scene: &Scene, area: Rect) -> ScaledBoard {
    let size = scene.size;
    let boards = Scale::ALL.into_iter().flat_map(|scale| {
        [Margin::Full, Margin::Half].map(|margin| ScaledBoard { size, scale, margin })
    });
    let fits = |it: &ScaledBoard| {
        let Extent { width, height } = it.extent();
        width <= area.width && height <= area.height
    };
    let smallest =
        ScaledBoard { size, scale: Scale { width: 2, height: 1 }, margin: Margin::Narrow };
    boards.into_iter().find(fits).unwrap_or(smallest)
}

/// A board as large as there is space for.
pub(crate) fn draw_board(theme: Theme, scene: &Scene, area: Rect, buffer: &mut Buffer) -> Geometry {
    let geometry = Geometry::new(largest(scene, area), area, scene.cursor);
    BoardPicture { scene, theme, geometry, shows_losses: false }.draw(buffer);
    geometry
}
