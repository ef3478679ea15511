//! Statistics as bars.

use iced::widget::{Column, Space, column, container, row, scrollable, text};
use iced::{Color as Ink, Element, Length, Padding, alignment};
use tengen_front::library::{Chart, ChartRow, Share};
use tengen_front::words;
use tengen_review::Band;

use crate::app::App;
use crate::library::OpenLibrary;
use crate::message::Message;
use crate::{control, style};

/// The widths of labels and of figures.
const LABEL: f32 = 150.0;
const FIGURES: f32 = 230.0;

/// The parts that a bar is cut into.
const PARTS: f64 = 1000.0;

/// All charts that have something to show.
pub(super) fn view<'a>(app: &'a App, library: &'a OpenLibrary) -> Element<'a, Message> {
    let look = &app.look;
    let Some(statistics) = &library.statistics else {
        return control::dim(look, "Counting…").into();
    };
    if let Some(failure) = statistics.failure() {
        return text(words::library_error(failure)).color(look.warning()).into();
    }
    let title = match statistics.statistics() {
        Some(it) => words::statistics_title(it),
        None => "Counting…".to_owned(),
    };
    let which = match library.browser.filter().trim() {
        "" => "Games that you filter in the list are counted alone.".to_owned(),
        filter => format!("Of the games of: {filter}"),
    };
    let charts = statistics.charts().iter().map(|it| chart(app, it));
    let charts = Column::with_children(charts).spacing(14);
    let lines = container(charts).padding(Padding::ZERO.right(12));
    column![
        text(title).size(18),
        control::dim(look, which),
        legend(app),
        scrollable(lines).height(Length::Fill)
    ]
    .spacing(8)
    .into()
}

/// The color of a part of a bar.
fn color(app: &App, share: Share) -> Ink {
    let look = &app.look;
    match share {
        Share::Won => look.band(Band::Excellent),
        Share::Lost => look.band(Band::Mistake),
        Share::Other => look.dim(),
        Share::Points => look.accent,
    }
}

fn legend(app: &App) -> Element<'_, Message> {
    let look = &app.look;
    let entry = |label: &'static str, share| {
        let sign = container(Space::new()).width(12).height(12);
        row![sign.style(style::fill(color(app, share))), control::dim(look, label)]
            .spacing(5)
            .align_y(alignment::Vertical::Center)
    };
    let all = row![
        entry("won", Share::Won),
        entry("lost", Share::Lost),
        entry("no winner", Share::Other),
        entry("points lost per move", Share::Points),
    ];
    all.spacing(16).into()
}

fn chart<'a>(app: &'a App, chart: &'a Chart) -> Element<'a, Message> {
    let look = &app.look;
    let rows = chart.rows.iter().map(|it| line(app, it));
    let rows = Column::with_children(rows).spacing(4);
    let content = column![control::title(look, chart.title), rows].spacing(7);
    container(content).padding(12).width(Length::Fill).style(style::card(look)).into()
}

fn line<'a>(app: &'a App, row_of: &'a ChartRow) -> Element<'a, Message> {
    let look = &app.look;
    let mut left = PARTS as u16;
    let mut bar = iced::widget::Row::new().width(Length::Fill);
    for &(share, length) in &row_of.shares {
        let n = ((length * PARTS).round() as u16).min(left);
        if n == 0 {
            continue;
        }
        left -= n;
        let part = container(Space::new()).height(13).width(Length::FillPortion(n));
        bar = bar.push(part.style(style::fill(color(app, share))));
    }
    if left > 0 {
        bar = bar.push(Space::new().width(Length::FillPortion(left)));
    }
    let label = control::shortened(&row_of.label, LABEL);
    let label = text(label).size(style::TEXT).width(LABEL).wrapping(text::Wrapping::None);
    let figures = control::dim(look, row_of.figures.as_str());
    row![label, bar, figures.width(FIGURES)].spacing(10).align_y(alignment::Vertical::Center).into()
}
