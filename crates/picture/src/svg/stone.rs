//! Stones, territory and values of points.

use tengen_rules::{Color, Point};

use super::{Canvas, Number, RADIUS, put};
use crate::theme::Palette;
use crate::{HeatScale, Rgb, Theme};

impl Canvas<'_> {
    pub(super) fn put_stone_definitions(&self, definitions: &mut String) {
        let prefix = &self.prefix;
        for color in Color::ALL {
            if !self.view.points().any(|it| self.picture.stone(it) == Some(color)) {
                continue;
            }
            let (stone, name) = (self.stone_style(color), color.letter());
            let [light, body, rim] = stone.shade;
            let mut fill = body.to_owned();
            if stone.is_shaded() {
                fill = format!("url(#{prefix}-{name})");
                put(
                    definitions,
                    format_args!(
                        "<radialGradient id=\"{prefix}-{name}\" cx=\".36\" cy=\".3\" r=\".72\"><stop stop-color=\"{light}\"/><stop offset=\".45\" stop-color=\"{body}\"/><stop offset=\"1\" stop-color=\"{rim}\"/></radialGradient>\n"
                    ),
                );
            }
            let rim_width = stone.rim_width;
            put(
                definitions,
                format_args!(
                    "<circle id=\"{prefix}{name}\" r=\"{}\" fill=\"{fill}\"",
                    Number(RADIUS - rim_width / 2.0)
                ),
            );
            if rim_width > 0.0 {
                put(
                    definitions,
                    format_args!(" stroke=\"{}\" stroke-width=\"{rim_width}\"", stone.rim),
                );
            }
            put(definitions, format_args!("/>\n"));
        }
    }

    pub(super) fn draw_stones(&mut self) {
        let stones: Vec<(Point, Color)> = self
            .view
            .points()
            .filter_map(|point| Some((point, self.picture.stone(point)?)))
            .collect();
        let (dead, alive): (Vec<_>, Vec<_>) =
            stones.into_iter().partition(|&(point, _)| self.picture.dead.contains(point));
        self.draw_shadows(&alive);
        self.draw_group(&alive, "");
        self.draw_group(&dead, " opacity=\".45\"");
    }

    /// Draws the shadows of all stones with one pen, so that they melt.
    fn draw_shadows(&mut self, stones: &[(Point, Color)]) {
        let Some(strength) = self.palette.shadow else {
            return;
        };
        if stones.is_empty() {
            return;
        }
        let mut path = String::new();
        for &(point, _) in stones {
            let (x, y) = self.place(point);
            // Some viewers draw no cap on a line without length.
            put(&mut path, format_args!("M{} {}h.01", Number(x), Number(y)));
        }
        let id = format!("{}-shadow", self.prefix);
        self.put(format_args!(
            "<defs><path id=\"{id}\" d=\"{path}\"/></defs>\n<g stroke=\"#000\" stroke-linecap=\"round\">\n"
        ));
        // Three rims of growing width look soft and need no filter.
        for width in [19.0, 20.2, 21.4] {
            self.put(format_args!(
                "<use href=\"#{id}\" x=\".6\" y=\"1.1\" stroke-width=\"{width}\" opacity=\"{strength}\"/>\n"
            ));
        }
        self.put(format_args!("</g>\n"));
    }

    fn draw_group(&mut self, stones: &[(Point, Color)], attribute: &str) {
        if stones.is_empty() {
            return;
        }
        self.put(format_args!("<g{attribute}>\n"));
        for &(point, color) in stones {
            let (x, y) = self.place(point);
            self.body.push_str("<use href=\"#");
            self.body += &self.prefix;
            self.put(format_args!(
                "{}\" x=\"{}\" y=\"{}\"/>\n",
                color.letter(),
                Number(x),
                Number(y)
            ));
        }
        self.put(format_args!("</g>\n"));
    }

    pub(super) fn draw_territory(&mut self) {
        for owner in Color::ALL {
            let mut path = String::new();
            for point in self.view.points() {
                if self.picture.territory.get(&point) == Some(&owner) {
                    self.put_square(&mut path, point, 3.2);
                }
            }
            if path.is_empty() {
                continue;
            }
            let stone = self.stone_style(owner);
            let fill = if owner == Color::Black { stone.shade[2] } else { stone.shade[0] };
            self.put(format_args!(
                "<path fill=\"{fill}\" stroke=\"{}\" stroke-width=\".5\" d=\"{path}\"/>\n",
                stone.rim
            ));
        }
    }

    /// Adds a square around a point to a path.
    pub(super) fn put_square(&self, path: &mut String, point: Point, half: f64) {
        let (x, y) = self.place(point);
        let (side, half) = (half * 2.0, half);
        put(
            path,
            format_args!(
                "M{} {}h{}v{}h{}z",
                Number(x - half),
                Number(y - half),
                Number(side),
                Number(side),
                Number(-side)
            ),
        );
    }

    /// Draws the values of empty points; those of stones wait for the stones.
    pub(super) fn draw_heat(&mut self) {
        let points: Vec<Point> =
            self.view.points().filter(|&it| self.picture.stone(it).is_none()).collect();
        self.draw_heat_at(&points);
    }

    /// Draws the values of stones, on top of them.
    pub(super) fn draw_heat_on_stones(&mut self) {
        let points: Vec<Point> =
            self.view.points().filter(|&it| self.picture.stone(it).is_some()).collect();
        self.draw_heat_at(&points);
    }

    fn draw_heat_at(&mut self, points: &[Point]) {
        let Some(heat) = &self.picture.heat else {
            return;
        };
        for &point in points {
            let value = heat.values.get(&point).copied().unwrap_or(0.0);
            if let Some(spot) = Spot::new(self.palette, heat.scale, value) {
                self.draw_spot(point, &spot, heat.scale);
            }
        }
    }

    fn draw_spot(&mut self, point: Point, spot: &Spot, scale: HeatScale) {
        let stone = self.picture.stone(point);
        let has_text = self.picture.text_at(point).is_some();
        let (radius, opacity) = match stone {
            Some(_) => (spot.radius * 0.5, 0.95),
            None if has_text => (8.8, 0.95),
            None => (spot.radius, spot.opacity),
        };
        let outline = match (self.picture.theme, stone) {
            (_, Some(color)) => {
                format!(" stroke=\"{}\" stroke-width=\".5\"", self.stone_style(color).ink)
            }
            (Theme::Print, None) => " stroke=\"#000\" stroke-width=\".7\"".to_owned(),
            (Theme::Wood | Theme::Dark, None) => String::new(),
        };
        let (x, y) = self.place(point);
        let Rgb(red, green, blue) = spot.color;
        let fill = format!(
            "fill=\"#{red:02x}{green:02x}{blue:02x}\" opacity=\"{}\"{outline}",
            Number(opacity)
        );
        if scale == HeatScale::Signed {
            self.put(format_args!(
                "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {fill}/>\n",
                Number(x - radius),
                Number(y - radius),
                Number(radius * 2.0),
                Number(radius * 2.0),
                Number(radius * 0.2)
            ));
        } else {
            self.put(format_args!(
                "<circle cx=\"{}\" cy=\"{}\" r=\"{}\" {fill}/>\n",
                Number(x),
                Number(y),
                Number(radius)
            ));
        }
    }

    /// The color under a text on an empty point, where there is a value.
    pub(super) fn heat_color(&self, point: Point) -> Option<Rgb> {
        let heat = self.picture.heat.as_ref().filter(|_| self.picture.stone(point).is_none())?;
        let value = *heat.values.get(&point)?;
        Spot::new(self.palette, heat.scale, value).map(|spot| spot.color)
    }
}

/// How a value is shown.
struct Spot {
    color: Rgb,
    opacity: f64,
    radius: f64,
}

impl Spot {
    /// The spot of a value, unless it is no number or too small to be seen.
    fn new(palette: &Palette, scale: HeatScale, value: f32) -> Option<Spot> {
        let value = f64::from(value);
        let strength = match scale {
            HeatScale::Signed => value.abs().min(1.0),
            HeatScale::Unsigned | HeatScale::Tint(_) => value.clamp(0.0, 1.0),
        };
        if value.is_nan() || strength < 0.03 {
            return None;
        }
        let color = match scale {
            HeatScale::Signed => palette.owner[usize::from(value < 0.0)],
            HeatScale::Unsigned if strength < 0.5 => {
                mix(palette.ramp[0], palette.ramp[1], strength * 2.0)
            }
            HeatScale::Unsigned => mix(palette.ramp[1], palette.ramp[2], strength * 2.0 - 1.0),
            HeatScale::Tint(color) => color,
        };
        let (opacity, radius) = match scale {
            HeatScale::Signed => (0.45 + strength * 0.4, 1.6 + strength * 6.4),
            HeatScale::Unsigned | HeatScale::Tint(_) => (0.9, 4.0 + strength * 5.2),
        };
        Some(Spot { color, opacity, radius })
    }
}

/// The color that is this part of the way from one to another.
#[expect(clippy::cast_sign_loss, reason = "the value is in range")]
fn mix(from: Rgb, to: Rgb, part: f64) -> Rgb {
    let channel = |from: u8, to: u8| {
        let value = f64::from(from) + (f64::from(to) - f64::from(from)) * part;
        value.round().clamp(0.0, 255.0) as u8
    };
    Rgb(channel(from.0, to.0), channel(from.1, to.1), channel(from.2, to.2))
}
