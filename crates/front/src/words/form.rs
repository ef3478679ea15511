//! The form for a new game in words.

use tengen_rules::{Color, Size};

use super::basic::{self, color, ruleset};
use super::clock::time_control;
use super::level;
use crate::form::{BadField, Field, Form, Player};

/// The title of a field.
pub const fn field(field: Field) -> &'static str {
    match field {
        Field::Black => "Black",
        Field::White => "White",
        Field::Opponent => "Opponent",
        Field::Color => "You play",
        Field::Size => "Board",
        Field::Handicap => "Handicap",
        Field::Komi => "Komi",
        Field::Rules => "Rules",
        Field::Clock => "Clock",
        Field::Teaching => "Teaching",
    }
}

/// The value of a field.
pub fn field_value(form: &Form, field: Field) -> String {
    match field {
        Field::Black => level::player(&form.players.black),
        Field::White => level::player(&form.players.white),
        Field::Opponent => match form.opponent() {
            Player::Person => "Another person".to_owned(),
            player => level::player(player),
        },
        Field::Color if form.has_random_color => "Random".to_owned(),
        Field::Color => color(form.color()).to_owned(),
        Field::Size => match form.size.trim().parse::<Size>() {
            Ok(size) => basic::size(size),
            Err(_) => form.size.clone(),
        },
        Field::Handicap => handicap(form.handicap),
        Field::Komi => match form.komi.trim() {
            "" => default_komi(form),
            komi => komi.to_owned(),
        },
        Field::Rules => ruleset(&form.rules),
        Field::Teaching if form.is_teaching => "Take back mistakes".to_owned(),
        Field::Teaching => "Off".to_owned(),
        Field::Clock => match form.clock.trim().parse() {
            Ok(control) => time_control(control),
            Err(_) if form.clock.trim().is_empty() => "No clock".to_owned(),
            Err(_) => form.clock.clone(),
        },
    }
}

/// Where keys and engines are changed.
pub const KEYS_IN_FILE: &str = "Keys and engines are in the file config.toml.";

/// A number of handicap stones: `None`, `3 stones`.
pub fn handicap(n_stones: u8) -> String {
    match n_stones {
        0 | 1 => "None".to_owned(),
        n => format!("{n} stones"),
    }
}

/// The komi if none is typed: `7.5 (default)`.
pub fn default_komi(form: &Form) -> String {
    format!("{} (default)", form.default_komi())
}

/// What is good to know about the value of a field, or nothing.
pub fn field_remark(form: &Form, field: Field) -> String {
    match field {
        Field::Opponent => level::opponent(form.opponent()),
        Field::Black => level::opponent(&form.players[Color::Black]),
        Field::White => level::opponent(&form.players[Color::White]),
        Field::Color if form.has_random_color => "each game decides who plays Black".to_owned(),
        Field::Color => "the color you play".to_owned(),
        Field::Handicap => "stones that Black has on the board at the start".to_owned(),
        Field::Komi => "points for White, who moves second; : to type".to_owned(),
        Field::Teaching => "a move that loses 3 points or more is taken back once".to_owned(),
        Field::Size => "small boards make short games; : to type one".to_owned(),
        Field::Clock => "type your own with : such as 10m+3x30s".to_owned(),
        Field::Rules => "how points are counted; all give much the same result".to_owned(),
    }
}

/// What is wrong with a field, and what it can be.
pub fn bad_field(reason: BadField) -> String {
    match reason {
        BadField::Size => "Board size must be between 1 and 25.".to_owned(),
        BadField::Komi => "Komi must be a number, for example 6.5.".to_owned(),
        BadField::Clock => "The clock must be none or a time, for example 10m+3x30s.".to_owned(),
        BadField::Handicap { n_stones, size } => {
            format!("A {} board has no room for {n_stones} handicap stones.", basic::size(size))
        }
        BadField::Command(color) => format!(
            "The engine for {} needs a command, for example gnugo --mode gtp.",
            basic::color(color)
        ),
    }
}
