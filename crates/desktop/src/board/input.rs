//! The mouse on the board, and what follows it.

use iced::keyboard;
use iced::mouse::{self, Cursor, Interaction, ScrollDelta};
use iced::widget::canvas::{Action, Event, Frame, Geometry as Drawing, Path, Program, Stroke};
use iced::{Color, Point as Place, Rectangle, Renderer, Size as Extent, Theme};
use tengen_rules::Point;

use super::mark::Pen;
use super::stones::{DrawnStone, FAINT};
use super::{Painter, stones};

/// What the mouse does on the board.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Input {
    /// It is over another point, or none.
    Hover(Option<Point>),
    /// The left button was pressed on a point; with Shift or Ctrl held, the
    /// move that put the stone there is meant.
    Press(Point, Held),
    /// The left button was released.
    Release(Option<Point>),
    /// The right button was pressed on a point, at a place of the window.
    Other(Point, Spot),
    /// The right button was pressed beside the points.
    Beside(Spot),
    /// The middle button was pressed on a point.
    Middle(Point),
    /// The wheel went so many steps, forward if positive.
    Scroll(i32),
}

/// A place of the window, in whole units of length.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq)]
pub(crate) struct Spot {
    pub(crate) x: i32,
    pub(crate) y: i32,
}

/// Whether a key is held that gives a click another meaning.
#[derive(Copy, Clone, Debug, Eq, PartialEq)]
pub(crate) enum Held {
    /// None.
    Nothing,
    /// Shift or Ctrl.
    Modifier,
}

/// Trackpads send many small turns of the wheel; this many pixels are a step.
const STEP: f32 = 40.0;

pub(super) struct Pointer<'a, Message> {
    pub(super) painter: Painter<'a>,
    pub(super) on_input: fn(Input) -> Message,
}

#[derive(Debug, Default)]
pub(super) struct State {
    hovered: Option<Point>,
    /// How far the wheel has turned since the last step.
    turned: f32,
    held: keyboard::Modifiers,
}

impl<Message: Clone> Program<Message> for Pointer<'_, Message> {
    type State = State;

    fn update(
        &self,
        state: &mut State,
        event: &Event,
        bounds: Rectangle,
        cursor: Cursor,
    ) -> Option<Action<Message>> {
        let geometry = self.painter.options.geometry(self.painter.scene.size, bounds.size());
        let point = cursor.position_in(bounds).and_then(|place| geometry.point(place));
        let tell = |input| Some(Action::publish((self.on_input)(input)));
        match event {
            Event::Keyboard(keyboard::Event::ModifiersChanged(held)) => {
                state.held = *held;
                None
            }
            Event::Mouse(mouse::Event::CursorMoved { .. } | mouse::Event::CursorLeft) => {
                if state.hovered == point {
                    return None;
                }
                state.hovered = point;
                tell(Input::Hover(point))
            }
            Event::Mouse(mouse::Event::ButtonPressed(button)) => {
                let spot = cursor.position_over(bounds).map(Spot::from);
                if let (mouse::Button::Right, None, Some(spot)) = (button, point, spot) {
                    return tell(Input::Beside(spot)).map(Action::and_capture);
                }
                let point = point?;
                let is_held = state.held.shift() || state.held.command();
                let held = if is_held { Held::Modifier } else { Held::Nothing };
                match button {
                    mouse::Button::Left => tell(Input::Press(point, held)),
                    mouse::Button::Right => tell(Input::Other(point, spot.unwrap_or_default())),
                    mouse::Button::Middle => tell(Input::Middle(point)),
                    _ => None,
                }
                .map(Action::and_capture)
            }
            Event::Mouse(mouse::Event::ButtonReleased(mouse::Button::Left)) => {
                tell(Input::Release(point))
            }
            Event::Mouse(mouse::Event::WheelScrolled { delta }) if cursor.is_over(bounds) => {
                let steps = state.turn(*delta);
                (steps != 0).then(|| tell(Input::Scroll(steps)))?.map(Action::and_capture)
            }
            _ => None,
        }
    }

    fn draw(
        &self,
        _state: &State,
        renderer: &Renderer,
        _theme: &Theme,
        bounds: Rectangle,
        _cursor: Cursor,
    ) -> Vec<Drawing> {
        let Painter { scene, options, .. } = self.painter;
        if scene.ghost.is_none() && scene.cursor.is_none() && scene.draft.is_none() {
            return Vec::new();
        }
        let geometry = options.geometry(scene.size, bounds.size());
        let mut frame = Frame::new(renderer, bounds.size());
        if let Some(stone) = scene.ghost {
            let pictures = stones::pictures(self.painter, &geometry);
            let at = geometry.place(stone.point);
            let ghost = DrawnStone { stone, at, opacity: FAINT + 0.1, progress: 1.0 };
            stones::draw_stone(&mut frame, &geometry, &pictures, ghost);
        }
        if let Some(point) = scene.cursor {
            let middle = geometry.place(point);
            let edge = 0.94 * geometry.cell;
            let corner = Place::new(middle.x - edge / 2.0, middle.y - edge / 2.0);
            let square = Path::rectangle(corner, Extent::new(edge, edge));
            let color = Color::from_rgb8(0xd8, 0x4a, 0x2f);
            frame.stroke(&square, Stroke::default().with_color(color).with_width(2.0));
        }
        if let Some(link) = scene.draft {
            let mut pen = Pen { frame: &mut frame, geometry, painter: self.painter };
            pen.draw_link(link);
        }
        vec![frame.into_geometry()]
    }

    fn mouse_interaction(
        &self,
        _state: &State,
        _bounds: Rectangle,
        _cursor: Cursor,
    ) -> Interaction {
        Interaction::default()
    }
}

impl From<Place> for Spot {
    fn from(place: Place) -> Spot {
        Spot { x: place.x as i32, y: place.y as i32 }
    }
}

impl State {
    /// The whole steps that the wheel has gone.
    fn turn(&mut self, delta: ScrollDelta) -> i32 {
        match delta {
            ScrollDelta::Lines { y, .. } => self.turned -= y * STEP,
            ScrollDelta::Pixels { y, .. } => self.turned -= y,
        }
        let steps = (self.turned / STEP).trunc();
        self.turned -= steps * STEP;
        steps as i32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_turns_of_the_wheel_add_up() {
        let mut state = State::default();
        let pixels = |y| ScrollDelta::Pixels { x: 0.0, y };
        assert_eq!(state.turn(pixels(-15.0)), 0);
        assert_eq!(state.turn(pixels(-15.0)), 0);
        assert_eq!(state.turn(pixels(-15.0)), 1);
        assert_eq!(state.turn(ScrollDelta::Lines { x: 0.0, y: 2.0 }), -1);
    }
}
