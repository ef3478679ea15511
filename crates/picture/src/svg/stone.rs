//! Stones, territory and values of points.

use tengen_rules::{Color, Point, PointSet};

use super::{Canvas, Number, RADIUS, put};
use crate::theme::Palette;
use crate::{Rgb, Theme};

impl Canvas<'_> {
    pub(super) fn put_stone_definitions(&self, definitions: &mut String) {
        let prefix = &self.prefix;
        for color in Color::ALL {
            let ghost = self.scene.ghost.filter(|it| self.visible.contains(it.point));
            let mut stones = self
                .visible
                .points()
                .map(|it| self.scene.stone(it))
                .chain([ghost.map(|it| it.color)]);
            if !stones.any(|it| it == Some(color)) {
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
            .visible
            .points()
            .filter_map(|point| Some((point, self.scene.stone(point)?)))
            .collect();
        let ahead: PointSet = self.scene.continuation.iter().map(|it| it.stone.point).collect();
        let (ahead, there): (Vec<_>, Vec<_>) =
            stones.into_iter().partition(|&(point, _)| ahead.contains(point));
        let (dead, alive): (Vec<_>, Vec<_>) =
            there.into_iter().partition(|&(point, _)| self.scene.dead.contains(point));
        self.draw_shadows(&alive);
        self.draw_group(&alive, "");
        self.draw_group(&dead, " opacity=\".45\"");
        self.draw_group(&ahead, " opacity=\".85\"");
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

    pub(super) fn draw_group(&mut self, stones: &[(Point, Color)], attribute: &str) {
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
            for point in self.visible.points() {
                if self.scene.territory.get(&point) == Some(&owner) {
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
    pub(super) fn draw_values(&mut self) {
        self.draw_values_where(|stone| stone.is_none());
    }

    /// Draws the values of stones, on top of them.
    pub(super) fn draw_values_on_stones(&mut self) {
        self.draw_values_where(|stone| stone.is_some());
    }

    fn draw_values_where(&mut self, is_drawn: impl Fn(Option<Color>) -> bool) {
        let scene = self.scene;
        for scale in [Scale::Ownership, Scale::Heat(scene.heat.tint)] {
            for point in self.visible.points().filter(|&it| is_drawn(scene.stone(it))) {
                if let Some(spot) = self.spot(point, scale) {
                    self.draw_spot(point, &spot, scale);
                }
            }
        }
    }

    /// How the value of a point is shown, if it has one.
    fn spot(&self, point: Point, scale: Scale) -> Option<Spot> {
        let values = match scale {
            Scale::Ownership => &self.scene.ownership,
            Scale::Heat(_) => &self.scene.heat.values,
        };
        Spot::new(self.palette, scale, *values.get(&point)?)
    }

    fn draw_spot(&mut self, point: Point, spot: &Spot, scale: Scale) {
        let stone = self.scene.stone(point);
        let has_text = self.scene.text(point).is_some();
        let (radius, opacity) = match stone {
            Some(_) => (spot.radius * 0.5, 0.95),
            None if has_text => (8.8, 0.95),
            None => (spot.radius, spot.opacity),
        };
        let outline = match (self.theme, stone) {
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
        if scale == Scale::Ownership {
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
    pub(super) fn value_color(&self, point: Point) -> Option<Rgb> {
        if self.scene.stone(point).is_some() {
            return None;
        }
        let heat = self.spot(point, Scale::Heat(self.scene.heat.tint));
        heat.or_else(|| self.spot(point, Scale::Ownership)).map(|spot| spot.color)
    }
}

/// The range and the colors of values.
#[derive(Copy, Clone, Eq, PartialEq)]
enum Scale {
    /// From -1 to 1: who owns a point, positive for Black.
    Ownership,
    /// From 0 to 1, in the colors of the theme or in one color.
    Heat(Option<Rgb>),
}

/// How a value is shown.
struct Spot {
    color: Rgb,
    opacity: f64,
    radius: f64,
}

impl Spot {
    /// The spot of a value, unless it is not a number or too small to be seen.
    fn new(palette: &Palette, scale: Scale, value: f32) -> Option<Spot> {
        let value = f64::from(value);
        let strength = match scale {
            Scale::Ownership => value.abs().min(1.0),
            Scale::Heat(_) => value.clamp(0.0, 1.0),
        };
        if value.is_nan() || strength < 0.03 {
            return None;
        }
        let color = match scale {
            Scale::Ownership => palette.owner[usize::from(value < 0.0)],
            Scale::Heat(Some(color)) => color,
            Scale::Heat(None) if strength < 0.5 => {
                mix(palette.ramp[0], palette.ramp[1], strength * 2.0)
            }
            Scale::Heat(None) => mix(palette.ramp[1], palette.ramp[2], strength * 2.0 - 1.0),
        };
        let (opacity, radius) = match scale {
            Scale::Ownership => (0.45 + strength * 0.4, 1.6 + strength * 6.4),
            Scale::Heat(_) => (0.9, 4.0 + strength * 5.2),
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
