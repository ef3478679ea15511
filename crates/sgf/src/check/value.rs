//! Checks of single values against their types.

use crate::check::flaw_place::At;
use crate::check::list::Lists;
use crate::check::{Checker, Flaw, result_and_date};
use crate::definition::{Arity, Class};
use crate::point::SizeProblem;
use crate::{Color, Definition, Encoding, Move, Property, Size, ValueError, ValueKind};

impl<'a> Checker<'a> {
    /// Checks the values of a property that the format defines.
    pub(super) fn values(
        &mut self,
        property: Property<'a>,
        definition: &'static Definition,
        lists: &mut Lists,
    ) {
        match definition.kind {
            ValueKind::Any => return,
            ValueKind::Point | ValueKind::PointAndText | ValueKind::PointPair => {
                if self.is_go {
                    self.list(property, definition, lists);
                }
                return;
            }
            _ => (),
        }
        for (idx, value) in property.values().enumerate() {
            let at = At { property, idx, value };
            if idx > 0 && definition.arity == Arity::Single {
                self.add(Flaw::SeveralValues, at);
                return;
            }
            self.value(definition, at);
        }
    }

    fn value(&mut self, definition: &'static Definition, it: At<'a>) {
        let is_empty = it.value.raw().trim().is_empty();
        match definition.kind {
            ValueKind::Move if self.is_go => self.mv(it),
            ValueKind::None if !is_empty => self.add(Flaw::UnexpectedValue, it),
            ValueKind::Number => self.number(definition, it),
            ValueKind::Real => self.real(definition, it),
            ValueKind::Double => {
                let is_strict = matches!(it.value.raw(), "1" | "2");
                self.typed(Flaw::BadDouble, it, is_strict, it.value.double().is_ok());
            }
            ValueKind::Color => {
                let is_strict = matches!(it.value.raw(), "B" | "W");
                let color = it.value.color();
                if let (false, Ok(color)) = (is_strict, color) {
                    let hint = if color == Color::Black { "B" } else { "W" };
                    self.add_hint(Flaw::UnusualForm, it, Some(hint.to_owned()));
                } else if color.is_err() {
                    self.add(Flaw::BadColor, it);
                }
            }
            ValueKind::SimpleText | ValueKind::Text | ValueKind::TextPair if is_empty => {
                self.add(Flaw::EmptyText, it);
            }
            ValueKind::SimpleText => self.named_text(definition, it),
            // No reader needs the version of the program that wrote a file.
            ValueKind::TextPair if it.value.compose().is_none() => {
                self.add(Flaw::MissingVersion, it);
            }
            ValueKind::Size if self.is_go => self.size(it),
            ValueKind::Figure if !is_empty => match it.value.compose() {
                None => self.add(Flaw::MissingColon, it),
                Some((flags, _)) if flags.number().is_err() => self.add(Flaw::BadNumber, it),
                Some(_) => (),
            },
            _ => (),
        }
    }

    /// Reports a value that is not of its type, or not in the form for it.
    fn typed(&mut self, flaw: Flaw, it: At<'a>, is_strict: bool, is_understood: bool) {
        if is_strict {
            return;
        }
        let flaw = if is_understood {
            Flaw::UnusualForm
        } else if it.value.compose().is_some() {
            Flaw::UnexpectedColon
        } else {
            flaw
        };
        self.add(flaw, it);
    }

    fn mv(&mut self, it: At<'a>) {
        match it.value.mv(self.size) {
            Ok(mv) => {
                let raw = it.value.raw();
                let is_old = self.format.is_some_and(|format| format < 4);
                if mv == Move::Pass && raw.is_empty() {
                    if is_old {
                        self.add(Flaw::NewerForm, it);
                    }
                } else if raw.len() != 2 {
                    self.add_hint(Flaw::UnusualForm, it, Some(mv.to_string()));
                } else if mv == Move::Pass && !is_old {
                    self.add(Flaw::OldPass, it);
                }
            }
            Err(ValueError::OffBoard(_)) => self.add(Flaw::OffBoard, it),
            Err(_) => self.typed(Flaw::BadMove, it, false, false),
        }
    }

    fn number(&mut self, definition: &'static Definition, it: At<'a>) {
        let number = it.value.number();
        let is_strict = number.is_ok() && it.value.raw().trim() == it.value.raw();
        let flaw = match (definition.name, number) {
            ("FF", number) if !number.is_ok_and(|it| (1..=4).contains(&it)) => Flaw::BadFormat,
            ("GM", number) if !number.is_ok_and(|it| it >= 1) => Flaw::BadGame,
            ("GM", Ok(2..)) => Flaw::NotGo,
            ("ST", number) if !number.is_ok_and(|it| (0..=3).contains(&it)) => Flaw::BadStyle,
            ("PM", number) if !number.is_ok_and(|it| (0..=2).contains(&it)) => Flaw::BadNumbering,
            ("HA", Ok(number)) if number < 2 => Flaw::BadHandicap,
            _ => {
                self.typed(Flaw::BadNumber, it, is_strict, number.is_ok());
                return;
            }
        };
        self.add(flaw, it);
    }

    fn real(&mut self, definition: &'static Definition, it: At<'a>) {
        if let ("KM", Some(komi)) = (definition.name, it.value.server_komi()) {
            self.add_hint(Flaw::ServerKomi, it, Some(komi.to_string()));
            return;
        }
        let raw = it.value.raw();
        let unsigned = raw.strip_prefix(['+', '-']).unwrap_or(raw);
        let is_digits = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        let is_strict = match unsigned.split_once('.') {
            Some((whole, fraction)) => is_digits(whole) && is_digits(fraction),
            None => is_digits(unsigned),
        };
        self.typed(Flaw::BadReal, it, is_strict, it.value.real().is_ok());
    }

    fn size(&mut self, it: At<'a>) {
        let raw = it.value.raw();
        let (size, problem) = Size::recover(raw);
        match problem {
            Some(SizeProblem::Malformed | SizeProblem::OutOfRange) => self.add(Flaw::BadSize, it),
            None if raw.contains(':') && size.width() == size.height() => {
                self.add_hint(Flaw::SquareAsRectangle, it, Some(size.to_string()));
            }
            None if raw.contains(':') && self.format.is_some_and(|format| format < 4) => {
                self.add(Flaw::NewerForm, it);
            }
            None if raw.bytes().any(|it| it.is_ascii_whitespace() || it == b'+') => {
                self.add_hint(Flaw::UnusualForm, it, Some(size.to_string()));
            }
            None => (),
        }
    }

    /// Checks the texts that have a form which programs read.
    fn named_text(&mut self, definition: &'static Definition, it: At<'a>) {
        if !matches!(definition.class, Class::Root | Class::GameInfo) {
            return;
        }
        let text = it.value.simple_text();
        match definition.name {
            "CA" if text.parse::<Encoding>().is_err() => self.add(Flaw::UnknownEncoding, it),
            "RE" if !result_and_date::is_result(&text) => {
                self.add_hint(Flaw::BadResult, it, result_and_date::guess_result(&text));
            }
            "DT" if !result_and_date::is_date(&text) => {
                self.add_hint(Flaw::BadDate, it, result_and_date::guess_date(&text));
            }
            _ => (),
        }
    }

    fn add(&mut self, flaw: Flaw, it: At<'a>) {
        self.places.add_value(flaw, it, None);
    }

    fn add_hint(&mut self, flaw: Flaw, it: At<'a>, hint: Option<String>) {
        self.places.add_value(flaw, it, hint);
    }
}
