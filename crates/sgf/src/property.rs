//! Properties, their values, and lists of points.

use std::borrow::Cow;

use crate::scan::{self, Item};
use crate::{Point, Size, Value, ValueError};

/// A property of a node.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub struct Property<'a> {
    name: &'a str,
    values: &'a str,
}

impl<'a> Property<'a> {
    /// The name in upper case, without the letters that old formats ignore.
    pub fn name(&self) -> Cow<'a, str> {
        scan::canonical_name(self.name)
    }

    /// The name as it is in the file.
    pub fn raw_name(&self) -> &'a str {
        self.name
    }

    /// Whether this is the property of that name, as in `B` or `SZ`.
    pub fn is(&self, name: &str) -> bool {
        scan::is_name(self.name, name)
    }

    /// The values; there is at least one, if only an empty one.
    pub fn values(&self) -> Values<'a> {
        Values { text: self.values, at: 0 }
    }

    /// The first value.
    pub fn value(&self) -> Value<'a> {
        self.values().next().unwrap_or(Value::new(""))
    }

    /// The points that the values name on a board of this size.
    ///
    /// Rectangles are filled, and a point named twice comes once. A value
    /// that is not a point is an error in its place, and an empty one, which
    /// stands for an empty list, is left out.
    pub fn points(&self, size: Size) -> Points<'a> {
        Points {
            values: self.values(),
            size,
            seen: [0; Size::MAX_EDGE as usize],
            row: 0,
            last_row: 0,
            columns: 0,
            left: 0,
        }
    }
}

/// The properties of a node, in the order of the file.
#[derive(Clone, Debug)]
pub struct Properties<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Properties<'a> {
    /// The properties in the text of a node, which begins with a semicolon.
    pub(crate) fn new(text: &'a str) -> Properties<'a> {
        Properties { text, at: 1 }
    }

    /// The properties in a text that lacks its semicolon.
    pub(crate) fn without_semicolon(text: &'a str) -> Properties<'a> {
        Properties { text, at: 0 }
    }
}

impl<'a> Iterator for Properties<'a> {
    type Item = Property<'a>;

    fn next(&mut self) -> Option<Property<'a>> {
        let bytes = self.text.as_bytes();
        loop {
            self.at = scan::skip_space(bytes, self.at);
            if let Some((name, end)) = scan::plain_property(bytes, self.at) {
                let (name, values) = (&self.text[name.clone()], &self.text[name.end..end]);
                self.at = end;
                return Some(Property { name, values });
            }
            let item = scan::item(bytes, self.at)?;
            self.at = item.end();
            if let Item::Property(property) = item {
                let (name, values) = (&self.text[property.name], &self.text[property.values]);
                return Some(Property { name, values });
            }
        }
    }
}

/// The values of a property, in the order of the file.
#[derive(Clone, Debug, Default)]
pub struct Values<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for Values<'a> {
    type Item = Value<'a>;

    fn next(&mut self) -> Option<Value<'a>> {
        let bytes = self.text.as_bytes();
        if bytes.get(self.at) != Some(&b'[') {
            return None;
        }
        let value = scan::value(bytes, self.at);
        self.at = scan::skip_space(bytes, value.end);
        Some(Value::new(&self.text[value.content]))
    }
}

/// The points of a list, each one once.
#[derive(Clone, Debug)]
pub struct Points<'a> {
    values: Values<'a>,
    size: Size,
    /// The points that were returned or are about to be, a bit for each
    /// column of a row.
    seen: [u64; Size::MAX_EDGE as usize],
    /// The row of the rectangle at hand, and its last one.
    row: u8,
    last_row: u8,
    /// The columns of that rectangle.
    columns: u64,
    /// The columns of the row that are still to be returned.
    left: u64,
}

impl Points<'_> {
    /// Takes those points of the row at hand that were not seen before.
    fn begin_row(&mut self) {
        let seen = &mut self.seen[usize::from(self.row)];
        self.left = self.columns & !*seen;
        *seen |= self.columns;
    }

    fn begin_rectangle(&mut self, (first, second): (Point, Point)) {
        let left = first.column().min(second.column());
        let right = first.column().max(second.column());
        self.row = first.row().min(second.row());
        self.last_row = first.row().max(second.row());
        self.columns = (2 << right) - (1 << left);
        self.begin_row();
    }
}

impl Iterator for Points<'_> {
    type Item = Result<Point, ValueError>;

    fn next(&mut self) -> Option<Result<Point, ValueError>> {
        while self.left == 0 {
            if self.row < self.last_row {
                self.row += 1;
                self.begin_row();
                continue;
            }
            let value = self.values.find(|value| !value.raw().trim().is_empty())?;
            match value.corners(self.size) {
                Ok(corners) => self.begin_rectangle(corners),
                Err(error) => return Some(Err(error)),
            }
        }
        let column = self.left.trailing_zeros() as u8;
        self.left &= self.left - 1;
        Point::new(column, self.row).map(Ok)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_points(values: &str, expected: &str) {
        let points = Property { name: "AB", values }.points(Size::NINETEEN);
        let texts: Vec<String> = points
            .map(|it| it.map_or_else(|error| format!("({error})"), |point| point.to_string()))
            .collect();
        assert_eq!(texts.join(" "), expected);
    }

    #[test]
    fn points_of_a_list() {
        check_points("[aa][bb] [cc]", "aa bb cc");
        check_points("[]", "");
        check_points("[aa]\n[aa]", "aa");
        check_points("[aa][x][bb]", "aa (not a point, expected two letters such as pd) bb");
        check_points("[zz]", "(zz is not on the board)");
    }

    #[test]
    fn rectangles_are_filled() {
        check_points("[aa:bb][ee]", "aa ba ab bb ee");
        check_points("[dd:dd]", "dd");
        check_points("[bb:aa]", "aa ba ab bb");
        check_points("[ba:ab]", "aa ba ab bb");
        check_points("[aa:bb][ba:cb]", "aa ba ab bb ca cb");
        check_points("[aa:tt]", "(tt is not on the board)");
    }

    #[test]
    fn largest_board_is_filled() {
        let size = Size::new(52, 52).unwrap();
        let property = Property { name: "AB", values: "[aa:ZZ][aa:ZZ]" };
        assert_eq!(property.points(size).flatten().count(), 52 * 52);
    }

    #[test]
    fn names_and_values() {
        let properties: Vec<(String, Vec<&str>)> = Properties::new("; SiZe [19]\nAB[aa] [bb]junk")
            .map(|it| (it.name().into_owned(), it.values().map(Value::raw).collect()))
            .collect();
        assert_eq!(properties, [("SZ".into(), vec!["19"]), ("AB".into(), vec!["aa", "bb"])]);
    }
}
