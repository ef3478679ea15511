//! The form for a new game.

use std::time::Duration;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use tengen_clock::TimeControl;
use tengen_engine::{Level, Style as LevelStyle};
use tengen_host::{level, level_seat};
use tengen_rules::{Color, Komi, Ruleset, Size, handicap};
use tengen_session::{Handicap, Seat, Setup};

use super::{card, next, previous};
use crate::app::{Goal, Look, Outcome, Request};
use crate::keys::Command;
use crate::panel::{footer, ruleset_name};
use crate::theme::Role;

/// What can be changed, from top to bottom.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Field {
    Board,
    Opponent,
    Color,
    Handicap,
    Komi,
    Rules,
    Clock,
}

const FIELDS: [Field; 7] = [
    Field::Board,
    Field::Opponent,
    Field::Color,
    Field::Handicap,
    Field::Komi,
    Field::Rules,
    Field::Clock,
];

/// The form for a new game.
#[derive(Debug)]
pub(crate) struct NewGame {
    chosen: usize,
    size: Size,
    opponent: Seat,
    /// The programs that the user has.
    engines: Vec<Seat>,
    /// The color of the person in front.
    color: Color,
    n_stones: u8,
    komi: Option<Komi>,
    ruleset: Ruleset,
    time: TimeControl,
}

impl NewGame {
    pub(crate) fn new(wish: &Setup, engines: &[Seat]) -> NewGame {
        let seats = [&wish.seats.white, &wish.seats.black];
        let opponent = seats.into_iter().find(|it| !it.is_person());
        let is_white =
            !wish.seats[Color::Black].is_person() && wish.seats[Color::White].is_person();
        NewGame {
            chosen: 0,
            size: wish.size,
            opponent: opponent.cloned().unwrap_or_else(|| Seat::person("")),
            engines: engines.to_vec(),
            color: if is_white { Color::White } else { Color::Black },
            n_stones: match wish.handicap {
                Handicap::Fixed(n_stones) => n_stones,
                _ => 0,
            },
            komi: wish.komi,
            ruleset: wish.ruleset,
            time: wish.time,
        }
    }

    fn setup(&self) -> Setup {
        let mut setup = Setup::new(self.size, self.ruleset).with_time(self.time);
        setup.komi = self.komi;
        if self.n_stones > 0 {
            setup.handicap = Handicap::Fixed(self.n_stones);
        }
        setup.with_seat(!self.color, self.opponent.clone())
    }

    pub(crate) fn obey(&mut self, command: Command) -> Outcome {
        match command {
            Command::Up => self.chosen = previous(self.chosen, FIELDS.len()),
            Command::Down => self.chosen = next(self.chosen, FIELDS.len()),
            Command::Left => self.change(Way::Back),
            Command::Right => self.change(Way::Forward),
            Command::Confirm => {
                return Outcome::Request(Request::NewGame(Box::new(self.setup())));
            }
            Command::Cancel | Command::Quit => return Outcome::GoTo(Goal::Start),
            _ => (),
        }
        Outcome::Nothing
    }

    fn change(&mut self, way: Way) {
        match FIELDS[self.chosen] {
            Field::Board => {
                let sizes = [5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25].map(Size::square);
                self.size = way.step(&sizes, Some(self.size)).unwrap_or(self.size);
                self.n_stones = self.n_stones.min(handicap::max_fixed(self.size));
            }
            Field::Opponent => {
                let levels = Level::all().map(level_seat);
                let others = self.engines.iter().cloned().chain([Seat::person("")]);
                let seats: Vec<Seat> = levels.chain(others).collect();
                self.opponent = way.step(&seats, self.opponent.clone());
            }
            Field::Color => self.color = !self.color,
            Field::Handicap => {
                let most = handicap::max_fixed(self.size);
                let numbers: Vec<u8> = std::iter::once(0).chain(2..=most).collect();
                self.n_stones = way.step(&numbers, self.n_stones);
            }
            Field::Komi => {
                let komis: Vec<Option<Komi>> = std::iter::once(None)
                    .chain((0..=15).map(|it| Some(Komi::from_half_points(it))))
                    .collect();
                self.komi = way.step(&komis, self.komi);
            }
            Field::Rules => {
                let mut rulesets: Vec<Ruleset> = Vec::new();
                for (_, ruleset) in Ruleset::names() {
                    if !rulesets.contains(&ruleset) {
                        rulesets.push(ruleset);
                    }
                }
                self.ruleset = way.step(&rulesets, self.ruleset);
            }
            Field::Clock => self.time = way.step(&CLOCKS.map(|it| it.1), self.time),
        }
    }

    pub(crate) fn draw(&self, look: Look<'_>, area: Rect, buffer: &mut Buffer) {
        let theme = look.taste.theme;
        let inner = card("New game", (46, 13), theme, (area, buffer));
        let mut lines = vec![Line::default()];
        for (idx, field) in FIELDS.into_iter().enumerate() {
            let is_chosen = idx == self.chosen;
            let value = format!(" {} ", self.value(field));
            let style = if is_chosen { theme.chosen() } else { Style::new() };
            let arrows = if is_chosen {
                (theme.glyph("‹", "<"), theme.glyph("›", ">"))
            } else {
                (" ", " ")
            };
            lines.push(Line::from(vec![
                Span::styled(format!("{:<10} ", title(field)), theme.text(Role::Dim)),
                Span::styled(arrows.0, theme.text(Role::Cursor)),
                Span::styled(value, style),
                Span::styled(arrows.1, theme.text(Role::Cursor)),
            ]));
        }
        lines.push(Line::default());
        lines.push(match look.notice_line() {
            Some(line) => line,
            None => Line::styled(self.remark(), theme.text(Role::Dim)),
        });
        Paragraph::new(lines).render(inner, buffer);
        let keys = [("enter", "play"), ("←→", "change"), ("↑↓", "choose"), ("esc", "back")];
        footer(look, &keys, Rect { y: area.bottom() - 1, height: 1, ..area }, buffer);
    }

    /// What is good to know about the chosen value.
    fn remark(&self) -> String {
        match (FIELDS[self.chosen], &self.opponent) {
            (Field::Opponent, Seat::Level(name)) => level_summary(level(name)).to_owned(),
            (Field::Opponent, Seat::Engine { command, .. }) => command.clone(),
            (Field::Opponent, Seat::Person { .. }) => "two people at this board".to_owned(),
            _ => String::new(),
        }
    }

    fn value(&self, field: Field) -> String {
        match field {
            Field::Board => format!("{}×{}", self.size.width(), self.size.height()),
            Field::Opponent => match &self.opponent {
                Seat::Person { .. } => "another person".to_owned(),
                seat => seat.to_string(),
            },
            Field::Color => match self.color {
                Color::Black => "Black".to_owned(),
                Color::White => "White".to_owned(),
            },
            Field::Handicap => match self.n_stones {
                0 => "none".to_owned(),
                n => format!("{n} stones"),
            },
            Field::Komi => match self.komi {
                Some(komi) => komi.to_string(),
                None => format!("{} (usual)", self.ruleset.default_komi(self.n_stones)),
            },
            Field::Rules => ruleset_name(&self.ruleset),
            Field::Clock => {
                let found = CLOCKS.iter().find(|it| it.1 == self.time);
                found.map_or("as before", |it| it.0).to_owned()
            }
        }
    }
}

const fn title(field: Field) -> &'static str {
    match field {
        Field::Board => "Board",
        Field::Opponent => "Opponent",
        Field::Color => "You play",
        Field::Handicap => "Handicap",
        Field::Komi => "Komi",
        Field::Rules => "Rules",
        Field::Clock => "Clock",
    }
}

/// The way through the values of a field.
#[derive(Copy, Clone, Debug)]
enum Way {
    Back,
    Forward,
}

impl Way {
    fn step<T: Clone + PartialEq>(self, values: &[T], from: T) -> T {
        let Some(idx) = values.iter().position(|it| *it == from) else {
            return values.first().cloned().unwrap_or(from);
        };
        let idx = match self {
            Way::Back => previous(idx, values.len()),
            Way::Forward => next(idx, values.len()),
        };
        values[idx].clone()
    }
}

const fn minutes(minutes: u64) -> Duration {
    Duration::from_secs(60 * minutes)
}

const fn seconds(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

/// Usual times.
const CLOCKS: [(&str, TimeControl); 7] = [
    ("none", TimeControl::None),
    ("10 minutes", TimeControl::Absolute { main: minutes(10) }),
    (
        "3 minutes + 10 s a move",
        TimeControl::Fischer { initial: minutes(3), increment: seconds(10), max: Duration::MAX },
    ),
    (
        "10 minutes + 10 s a move",
        TimeControl::Fischer { initial: minutes(10), increment: seconds(10), max: Duration::MAX },
    ),
    (
        "5 minutes, then 3 × 30 s",
        TimeControl::ByoYomi { main: minutes(5), periods: 3, period: seconds(30) },
    ),
    (
        "20 minutes, then 5 × 30 s",
        TimeControl::ByoYomi { main: minutes(20), periods: 5, period: seconds(30) },
    ),
    ("30 s a move", TimeControl::Simple { per_move: seconds(30) }),
];

/// What to expect of a level, in a few words.
fn level_summary(level: Level) -> &'static str {
    match level.style() {
        LevelStyle::Greedy => "rules of thumb, and one move in five by chance",
        LevelStyle::Policy { .. } => "plays what looks natural, and overlooks a lot",
        LevelStyle::Playouts { is_exact: true, .. } => "an opponent of the challenge",
        LevelStyle::Playouts { is_exact: false, .. } => "reads ahead",
        LevelStyle::Full => "as strong as time and machine allow",
    }
}
