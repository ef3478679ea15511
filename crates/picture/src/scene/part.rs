//! The parts of a scene that have several values each.

use std::collections::BTreeMap;

use tengen_record::Stroke;
use tengen_rules::{Color, Point};

/// A stone on a point.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Stone {
    /// Where it is.
    pub point: Point,
    /// Whose it is.
    pub color: Color,
}

/// A stone with the number of its move.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct NumberedStone {
    /// The stone.
    pub stone: Stone,
    /// The number, from one on.
    pub number: u32,
}

/// A straight connection of two points.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Link {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// Whether it has a head at its end.
    pub stroke: Stroke,
}

/// A move that an engine proposes.
#[derive(Clone, Debug, PartialEq)]
pub struct Candidate {
    /// Where the move is.
    pub point: Point,
    /// Its place among all candidates, zero for the best.
    pub rank: usize,
    /// Its visits as a share of those of the most visited one, from 0 to 1.
    pub share: f32,
    /// How many points it loses against the best one, if that is known.
    pub loss: Option<f32>,
    /// What is written on it, the most important line first; as many lines
    /// are shown as fit.
    pub texts: Vec<String>,
}

/// Values of points from 0 to 1, shown by color and size.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Heat {
    /// The one color of all values, or that of the theme for each value.
    pub tint: Option<Rgb>,
    /// The values; those out of range are taken to its ends, and those that
    /// are not numbers are left out.
    pub values: BTreeMap<Point, f32>,
}

/// A color of the screen: red, green and blue.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// A rectangle of points, given by two opposite corners.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub struct Crop {
    /// One corner.
    pub from: Point,
    /// The corner opposite of it.
    pub to: Point,
}
