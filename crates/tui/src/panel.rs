//! The panel beside the board: players, clocks, what happens.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget, Wrap};
use tengen_front::command::Command;
use tengen_front::review::ReviewView;
use tengen_front::words::{self, Context};
use tengen_rules::Color;
use tengen_session::Phase;

use crate::app::Look;
use crate::shown::Shown;
use crate::theme::{Role, Theme};
use crate::wrap::{wrapped, wrapped_lines};

/// A key below the screen, for the mouse.
#[derive(Copy, Clone, Debug)]
pub(crate) struct FooterKey {
    pub(crate) area: Rect,
    pub(crate) command: Command,
    /// Whether letters are typed on this screen.
    pub(crate) is_typing: bool,
}

/// Draws the panel, with less in it if there is less space; what is written at
/// the position begins at one of its lines. Returns the place of that, if it
/// has more lines than space.
pub(crate) fn draw(
    look: Look<'_>,
    shown: &Shown,
    scroll: &mut u16,
    area: Rect,
    buffer: &mut Buffer,
) -> Option<Rect> {
    let theme = look.theme();
    let mut lines = Vec::new();
    let is_roomy = area.height >= 14;
    for color in Color::ALL {
        let player = PlayerLines { theme, shown, color };
        if !is_roomy {
            lines.push(player.short());
            continue;
        }
        if area.height >= 18 {
            lines.push(Line::default());
        }
        lines.extend(player.long(area.width));
    }
    if is_roomy {
        lines.push(rule(theme, area.width));
        lines.extend(about(shown).into_iter().map(|it| Line::styled(it, theme.text(Role::Dim))));
        lines.push(Line::default());
    }
    let is_told = look.has_message();
    lines.extend(message(look, shown));
    if shown.is_browsing && !is_told {
        lines.push(Line::styled(words::BROWSING, theme.text(Role::Accent)));
    }
    lines.extend(counted(theme, shown, area));
    lines.extend(reviewed(theme, shown, area));
    lines
        .extend(shown.tool.map(|it| Line::styled(format!("Tool: {it}"), theme.text(Role::Accent))));
    lines.extend(analysis(theme, shown, is_roomy));
    let n_rows: usize = lines.iter().map(|it| n_rows(it, area.width)).sum();
    let n_rows = u16::try_from(n_rows).unwrap_or(u16::MAX).min(area.height);
    let written = writing(shown, area.width);
    let n_written = u16::try_from(written.len()).unwrap_or(u16::MAX);
    // A comment is read, so it has some rows whatever else there is.
    let least = n_written.min(area.height / 2).min(MIN_WRITING);
    let n_above = n_rows.min(area.height - least);
    let above = Rect { height: n_above, ..area };
    let below = Rect { y: area.y + n_above, height: area.height - n_above, ..area };
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(above, buffer);
    let n_hidden = n_written.saturating_sub(below.height);
    *scroll = (*scroll).min(n_hidden);
    Paragraph::new(written).scroll((*scroll, 0)).render(below, buffer);
    if *scroll < n_hidden {
        let more = Rect { x: below.right() - 1, y: below.bottom() - 1, width: 1, height: 1 };
        Line::styled(theme.glyph("↓", "v"), theme.text(Role::Cursor)).render(more, buffer);
    }
    (n_hidden > 0).then_some(below)
}

/// The fewest rows of a comment that is longer.
const MIN_WRITING: u16 = 6;

/// The rows that a line takes when it is wrapped.
fn n_rows(line: &Line<'_>, width: u16) -> usize {
    let text: String = line.spans.iter().map(|it| it.content.as_ref()).collect();
    wrapped(&text, width).len().max(1)
}

/// One line for small screens without a panel: clocks and status.
pub(crate) fn short(theme: Theme, shown: &Shown) -> Line<'static> {
    let mut line = Line::default();
    for color in Color::ALL {
        let clock = clock(theme, shown, color);
        // What comes after main time has no space here.
        let time = clock.content.split(" +").next().unwrap_or_default().to_owned();
        if !time.is_empty() {
            line.push_span(stone(theme, color));
            line.push_span(Span::styled(format!("{time} "), clock.style));
        }
    }
    let review = shown.review.as_ref().filter(|_| !shown.is_practicing);
    if let Some(judged) = review.and_then(ReviewView::move_here)
        && let Some(text) = words::short_mistake(judged)
    {
        line.push_span(Span::styled(format!("{text} "), theme.band_text(judged.band)));
    }
    let status = shown.short_status.as_ref().unwrap_or(&shown.status);
    line.push_span(Span::raw(status.clone()));
    line
}

/// The points of both players where the game was counted, if there is space.
fn counted(theme: Theme, shown: &Shown, area: Rect) -> Vec<Line<'static>> {
    let is_over = matches!(shown.view.game.phase, Phase::Over(_)) && shown.view.tree.is_live;
    let rows = words::count_rows(&shown.view).filter(|_| is_over && area.height >= 18);
    let Some(rows) = rows else { return Vec::new() };
    let line =
        |[title, black, white]: &[String; 3]| Line::raw(format!("{title:<14}{black:>6}{white:>6}"));
    let head = ["", "Black", "White"].map(str::to_owned);
    let mut lines = vec![Line::default(), line(&head).style(theme.text(Role::Dim))];
    lines.extend(rows.iter().map(line));
    lines
}

/// What a review found here, and how far it is.
fn reviewed(theme: Theme, shown: &Shown, area: Rect) -> Vec<Line<'static>> {
    let Some(review) = shown.review.as_ref().filter(|_| !shown.is_practicing) else {
        return Vec::new();
    };
    let mut lines = Vec::new();
    if review.state.is_running() || !review.is_complete() {
        lines.push(Line::styled(words::review_progress(review), theme.text(Role::Dim)));
        lines.extend(progress_bar(theme, review, area.width));
    }
    let is_roomy = area.height >= 8;
    if is_roomy && !lines.is_empty() {
        lines.push(Line::default());
    }
    let band = review.move_here().map(|it| it.band);
    let style = band.map_or(Style::new(), |it| theme.band_text(it));
    let mut about = words::review_here(review).into_iter();
    lines.extend(about.next().map(|it| Line::styled(it, theme.text(Role::Accent))));
    lines.extend(about.map(|it| Line::styled(it, style)));
    let candidates = words::review_candidates(review);
    if is_roomy && shown.view.engine.analysis.is_none() && !candidates.is_empty() {
        if area.height >= 16 {
            lines.push(Line::default());
        }
        lines.push(Line::styled(words::CANDIDATE_LEGEND, theme.text(Role::Dim)));
        lines.extend(candidates.into_iter().map(Line::raw));
    }
    lines
}

/// How much of the sweep is done.
fn progress_bar(theme: Theme, review: &ReviewView, width: u16) -> Option<Line<'static>> {
    let progress = review.report.progress;
    if progress.is_swept() || progress.n_positions == 0 || !review.state.is_running() {
        return None;
    }
    let width = usize::from(width.saturating_sub(2).min(40));
    let n_done = width * (progress.n_swept + progress.n_failed) / progress.n_positions;
    let done = theme.glyph("█", "#").repeat(n_done);
    let left = theme.glyph("░", ".").repeat(width - n_done.min(width));
    Some(Line::from(vec![
        Span::styled(done, theme.text(Role::Accent)),
        Span::styled(left, theme.text(Role::Dim)),
    ]))
}

fn rule(theme: Theme, width: u16) -> Line<'static> {
    let line = theme.glyph("─", "-").repeat(usize::from(width.saturating_sub(1)));
    Line::styled(line, theme.text(Role::Dim))
}

/// The game in one line, that of a record in another.
fn about(shown: &Shown) -> Vec<String> {
    let record = words::record_line(&shown.view);
    let record = Some(record).filter(|it| shown.view.game.is_review && !it.is_empty());
    let about = std::iter::once(words::about(&shown.view));
    about.chain(record).chain(shown.file.clone()).collect()
}

/// The stone of a color, on wood where there are colors.
fn stone(theme: Theme, color: Color) -> Span<'static> {
    if theme.has_colors() && !theme.is_ascii {
        let ink = theme.color(Theme::stone(color));
        return Span::styled(" ● ", Style { fg: ink, ..theme.board() });
    }
    Span::raw(match color {
        Color::Black => theme.glyph(" ● ", " X "),
        Color::White => theme.glyph(" ○ ", " O "),
    })
}

/// A player: name, clock, prisoners.
#[derive(Copy, Clone, Debug)]
struct PlayerLines<'a> {
    theme: Theme,
    shown: &'a Shown,
    color: Color,
}

impl PlayerLines<'_> {
    fn head(self) -> Line<'static> {
        let view = &self.shown.view;
        let is_played = matches!(view.game.phase, Phase::Placing | Phase::Playing);
        let is_next = view.position.to_play == self.color && is_played;
        let arrow = if is_next { self.theme.glyph("▶", ">") } else { " " };
        let weight = if is_next { Modifier::BOLD } else { Modifier::empty() };
        Line::from(vec![
            Span::styled(arrow, self.theme.text(Role::Cursor)),
            stone(self.theme, self.color),
            Span::raw(" "),
            Span::styled(self.name(), Style::new().add_modifier(weight)),
        ])
    }

    fn name(self) -> String {
        words::player_name(&self.shown.view, self.color)
    }

    fn n_prisoners(self) -> u32 {
        self.shown.view.position.prisoners[self.color]
    }

    fn short(self) -> Line<'static> {
        let mut line = self.head();
        let taken = match self.n_prisoners() {
            0 => String::new(),
            n => words::prisoners(n),
        };
        let clock = clock(self.theme, self.shown, self.color);
        let rest = format!("  {taken}  {}", clock.content);
        line.push_span(Span::styled(rest, self.theme.text(Role::Dim)));
        line
    }

    fn long(self, width: u16) -> [Line<'static>; 2] {
        let clock = clock(self.theme, self.shown, self.color);
        let n_letters = self.name().chars().count() + clock.content.chars().count();
        let gap = usize::from(width).checked_sub(7 + n_letters);
        let mut first = self.head();
        if let Some(gap) = gap.filter(|_| !clock.content.is_empty()) {
            first.push_span(Span::raw(" ".repeat(gap)));
            first.push_span(clock.clone());
        }
        let busy = match self.shown.view.engine.thinking {
            Some(it) if it.color == self.color => busy(self.theme, self.shown, it.since),
            _ => String::new(),
        };
        let taken = match self.n_prisoners() {
            0 if !busy.is_empty() => String::new(),
            _ if gap.is_none() => String::new(),
            n => words::prisoners(n) + "  ",
        };
        // A clock that does not fit behind the name is below it.
        let below = if gap.is_none() { clock } else { Span::default() };
        let space = if below.content.is_empty() { "" } else { "  " };
        let second = Line::from(vec![
            Span::raw("     "),
            below,
            Span::raw(space),
            Span::styled(taken, self.theme.text(Role::Dim)),
            Span::styled(busy, self.theme.text(Role::Accent)),
        ]);
        [first, second]
    }
}

/// That an engine is thinking, with what it has done so far.
fn busy(theme: Theme, shown: &Shown, since: Duration) -> String {
    const WHEEL: [&str; 8] = ["⠋", "⠙", "⠸", "⠴", "⠦", "⠧", "⠇", "⠏"];
    const PLAIN: [&str; 4] = ["|", "/", "-", "\\"];
    let elapsed = shown.now.saturating_sub(since);
    let step = usize::try_from(elapsed.as_millis() / 120).unwrap_or(0);
    let wheel = if theme.is_ascii { PLAIN[step % 4] } else { WHEEL[step % 8] };
    let playouts = shown.n_playouts.map(|it| format!(" {}", words::short_count(it)));
    format!("{wheel} thinking {}s{}", elapsed.as_secs(), playouts.unwrap_or_default())
}

fn clock(theme: Theme, shown: &Shown, color: Color) -> Span<'static> {
    let clock = shown.view.game.clocks[color];
    let Some(face) = words::clock_face(clock.left, clock.is_running) else {
        return Span::default();
    };
    let style = match clock.is_running {
        true if face.is_urgent => theme.text(Role::Warning),
        true => theme.text(Role::Accent),
        false => theme.text(Role::Dim),
    };
    let text = format!("{} {}", face.time, face.short_overtime);
    Span::styled(text.trim_end().to_owned(), style)
}

/// The current message or question, or else the status of the game.
fn message(look: Look<'_>, shown: &Shown) -> Vec<Line<'static>> {
    let lines = look.message_lines();
    let status = Line::raw(shown.status.clone());
    match lines.is_empty() {
        true => vec![status],
        // What others say must not hide what they do.
        false if shown.view.game.remote.is_some() => std::iter::once(status).chain(lines).collect(),
        false => lines,
    }
}

/// The engine's analysis of the position.
fn analysis(theme: Theme, shown: &Shown, is_roomy: bool) -> Vec<Line<'static>> {
    let Some(judgement) = words::judgement(&shown.view) else { return Vec::new() };
    let accent = theme.text(Role::Accent);
    let mut lines = vec![Line::styled(judgement, accent)];
    if is_roomy {
        lines.insert(0, Line::default());
    }
    if !shown.scene.candidates.is_empty() {
        if is_roomy {
            lines.push(Line::styled(words::HINT_LEGEND, theme.text(Role::Dim)));
        }
        let hints = words::hint_lines(&shown.view).into_iter().enumerate();
        let style = |idx| if idx == 0 { accent } else { Style::new() };
        lines.extend(hints.map(|(idx, hint)| Line::styled(hint, style(idx))));
    }
    lines
}

/// Name and comment of the position, and mark-up that has no sign, in lines of
/// this width.
fn writing(shown: &Shown, width: u16) -> Vec<Line<'static>> {
    let markup = &shown.view.markup;
    let name = wrapped(&markup.name, width).into_iter();
    let name = name.map(|it| Line::styled(it, Modifier::BOLD));
    let comment = wrapped_lines(&markup.comment, width).into_iter().map(Line::raw);
    let unseen = words::unseen_markup(&shown.view);
    let unseen = unseen.iter().flat_map(|it| wrapped(it, width)).map(Line::raw);
    let lines: Vec<Line<'static>> = name.chain(comment).chain(unseen).collect();
    if lines.is_empty() { lines } else { [vec![Line::default()], lines].concat() }
}

/// The most rows of a message at the bottom of the screen.
const MAX_ROWS: u16 = 6;

/// The footer: keys that fit, or the prompt or message instead.
pub(crate) fn draw_footer(look: Look<'_>, context: Context, area: Rect, buffer: &mut Buffer) {
    match look.prompt_line(area.width) {
        Some(line) => line.render(area, buffer),
        None if look.has_message() => draw_message(look, area, buffer),
        None => draw_keys(look, context, area, buffer),
    }
}

/// A message or question, in as many of the last rows as it needs.
pub(crate) fn draw_message(look: Look<'_>, last_row: Rect, buffer: &mut Buffer) {
    let lines = look.message_lines();
    let width = usize::from(last_row.width).max(1);
    // Words may need a row more than letters do.
    let n_rows: usize = lines.iter().map(|it| it.width() / width + 1).sum();
    let n_rows = u16::try_from(n_rows).unwrap_or(MAX_ROWS).min(MAX_ROWS).min(last_row.bottom());
    let area = Rect { y: last_row.bottom() - n_rows, height: n_rows, ..last_row };
    Clear.render(area, buffer);
    Paragraph::new(lines).wrap(Wrap { trim: false }).render(area, buffer);
}

/// Keys with their actions, as many as fit.
pub(crate) fn draw_keys(look: Look<'_>, context: Context, area: Rect, buffer: &mut Buffer) {
    let theme = look.theme();
    let mut line = Line::default();
    let mut left = usize::from(area.width);
    for entry in context.footer() {
        let key = key_label(&key_name(look, context, entry.command), theme);
        let width = key.chars().count() + entry.text.chars().count() + 3;
        if key.is_empty() || width > left + 2 {
            continue;
        }
        left = left.saturating_sub(width);
        look.footer.borrow_mut().push(FooterKey {
            area: Rect {
                x: area.x + u16::try_from(line.width()).unwrap_or(0),
                width: u16::try_from(width).unwrap_or(0).saturating_sub(2),
                ..area
            },
            command: entry.command,
            is_typing: is_typing(context),
        });
        line.push_span(Span::styled(key, theme.text(Role::Accent)));
        line.push_span(Span::styled(format!(" {}  ", entry.text), theme.text(Role::Dim)));
    }
    line.render(area, buffer);
}

/// The key of a command; where letters are typed, one that types nothing.
fn key_name(look: Look<'_>, context: Context, command: Command) -> String {
    match command {
        // These are never part of a query.
        Command::Back | Command::Forward => look.keys.name(command),
        _ if is_typing(context) => look.keys.name_while_typing(command),
        _ => look.keys.name(command),
    }
}

/// Whether letters are typed on a screen.
const fn is_typing(context: Context) -> bool {
    matches!(context, Context::Library | Context::Glossary)
}

/// A key as it is written on keyboards.
fn key_label(key: &str, theme: Theme) -> String {
    let label = match key {
        "left" => "←",
        "right" => "→",
        "up" => "↑",
        "down" => "↓",
        key => key,
    };
    if theme.is_ascii { key.to_owned() } else { label.to_owned() }
}
