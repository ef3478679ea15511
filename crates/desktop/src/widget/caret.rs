//! A field for many lines that grows with its text and is scrolled by what it
//! lies in, so that its text is clipped there, and that tells where its caret
//! is.

use iced::advanced::input_method::InputMethod;
use iced::advanced::widget::operation::scrollable::AbsoluteOffset;
use iced::advanced::widget::operation::{Outcome, Scrollable};
use iced::advanced::widget::{Id, Operation, Tree, tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, layout, mouse, overlay, renderer};
use iced::{Element, Event, Length, Rectangle, Renderer, Size, Theme, Vector, window};

use crate::message::Message;

/// Where a caret is, from the top of its field.
#[derive(Copy, Clone, Debug, PartialEq)]
pub struct CaretPlace {
    top: f32,
    bottom: f32,
}

/// A field that tells where its caret is whenever it has moved.
pub(crate) fn followed<'a>(field: impl Into<Element<'a, Message>>) -> Element<'a, Message> {
    Element::new(Followed { field: field.into() })
}

struct Followed<'a> {
    field: Element<'a, Message>,
}

/// Where the caret was last.
#[derive(Debug, Default)]
struct State {
    last: Option<CaretPlace>,
}

impl Widget<Message, Theme, Renderer> for Followed<'_> {
    fn tag(&self) -> tree::Tag {
        tree::Tag::of::<State>()
    }

    fn state(&self) -> tree::State {
        tree::State::new(State::default())
    }

    fn children(&self) -> Vec<Tree> {
        vec![Tree::new(&self.field)]
    }

    fn diff(&self, tree: &mut Tree) {
        tree.diff_children(&[&self.field]);
    }

    fn size(&self) -> Size<Length> {
        self.field.as_widget().size()
    }

    fn layout(
        &mut self,
        tree: &mut Tree,
        renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        self.field.as_widget_mut().layout(&mut tree.children[0], renderer, limits)
    }

    fn operate(
        &mut self,
        tree: &mut Tree,
        layout: Layout<'_>,
        renderer: &Renderer,
        operation: &mut dyn Operation,
    ) {
        self.field.as_widget_mut().operate(&mut tree.children[0], layout, renderer, operation);
    }

    fn update(
        &mut self,
        tree: &mut Tree,
        event: &Event,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, Message>,
        viewport: &Rectangle,
    ) {
        self.field.as_widget_mut().update(
            &mut tree.children[0],
            event,
            layout,
            cursor,
            renderer,
            clipboard,
            shell,
            viewport,
        );
        if !matches!(event, Event::Window(window::Event::RedrawRequested(_))) {
            return;
        }
        // The place of the caret is told to input methods, and to nobody else.
        let InputMethod::Enabled { cursor, .. } = shell.input_method() else { return };
        let top = cursor.y - layout.bounds().y;
        let place = CaretPlace { top, bottom: top + cursor.height };
        let state = tree.state.downcast_mut::<State>();
        if state.last.replace(place) != Some(place) {
            shell.publish(Message::Caret(place));
        }
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        let field = self.field.as_widget();
        field.mouse_interaction(&tree.children[0], layout, cursor, viewport, renderer)
    }

    fn draw(
        &self,
        tree: &Tree,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &renderer::Style,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
    ) {
        let field = self.field.as_widget();
        field.draw(&tree.children[0], renderer, theme, style, layout, cursor, viewport);
    }

    fn overlay<'b>(
        &'b mut self,
        tree: &'b mut Tree,
        layout: Layout<'b>,
        renderer: &Renderer,
        viewport: &Rectangle,
        translation: Vector,
    ) -> Option<overlay::Element<'b, Message, Theme, Renderer>> {
        let field = self.field.as_widget_mut();
        field.overlay(&mut tree.children[0], layout, renderer, viewport, translation)
    }
}

/// Scrolls as far as is needed to see the caret.
#[derive(Debug)]
pub(crate) struct ShowCaret {
    pub(crate) scrolled: Id,
    pub(crate) place: CaretPlace,
}

impl Operation<Message> for ShowCaret {
    fn traverse(&mut self, operate: &mut dyn FnMut(&mut dyn Operation<Message>)) {
        operate(self);
    }

    fn scrollable(
        &mut self,
        id: Option<&Id>,
        bounds: Rectangle,
        _content_bounds: Rectangle,
        translation: Vector,
        state: &mut dyn Scrollable,
    ) {
        if id != Some(&self.scrolled) {
            return;
        }
        let CaretPlace { top, bottom } = self.place;
        let is_above = top < translation.y;
        let is_below = bottom > translation.y + bounds.height;
        if is_above || is_below {
            let y = if is_above { top } else { bottom - bounds.height };
            state.scroll_to(AbsoluteOffset { x: None, y: Some(y.max(0.0)) });
        }
    }

    fn finish(&self) -> Outcome<Message> {
        Outcome::None
    }
}
