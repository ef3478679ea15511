//! Something that opens over the page: a list below its button, or a menu at
//! the mouse.

use iced::advanced::widget::{Operation, Tree};
use iced::advanced::{Clipboard, Layout, Shell, Widget, layout, mouse, overlay, renderer};
use iced::{Element, Event, Length, Point, Rectangle, Renderer, Size, Theme, Vector};

use crate::message::Message;

/// How far a popup stays away from the edges of the window.
const MARGIN: f32 = 6.0;

/// The least width of a list below its field.
const LEAST_LIST: f32 = 260.0;

/// Where a popup opens.
#[derive(Copy, Clone, Debug, PartialEq)]
pub(crate) enum Anchor {
    /// Below its content, as wide as that or wider.
    Below,
    /// At a place of the window.
    At(Point),
}

/// Something with a popup that is open or closed; a click beside it closes it.
///
/// The lists of Iced draw text over their borders with the software renderer,
/// so lists here are made of ordinary widgets.
pub(crate) struct Popup<'a> {
    content: Element<'a, Message>,
    open: Option<Element<'a, Message>>,
    anchor: Anchor,
}

/// Something with a popup, which is open if there is something in it.
pub(crate) fn popup<'a>(
    content: impl Into<Element<'a, Message>>,
    open: Option<Element<'a, Message>>,
    anchor: Anchor,
) -> Element<'a, Message> {
    Element::new(Popup { content: content.into(), open, anchor })
}

impl Popup<'_> {
    fn all(&self) -> Vec<&Element<'_, Message>> {
        std::iter::once(&self.content).chain(&self.open).collect()
    }
}

impl Widget<Message, Theme, Renderer> for Popup<'_> {
    fn children(&self) -> Vec<Tree> {
        self.all().into_iter().map(Tree::new).collect()
    }

    fn diff(&self, tree: &mut Tree) {
        tree.diff_children(&self.all());
    }

    fn size(&self) -> Size<Length> {
        self.content.as_widget().size()
    }

    fn size_hint(&self) -> Size<Length> {
        self.content.as_widget().size_hint()
    }

    fn layout(
        &mut self,
        tree: &mut Tree,
        renderer: &Renderer,
        limits: &layout::Limits,
    ) -> layout::Node {
        self.content.as_widget_mut().layout(&mut tree.children[0], renderer, limits)
    }

    fn operate(
        &mut self,
        tree: &mut Tree,
        layout: Layout<'_>,
        renderer: &Renderer,
        operation: &mut dyn Operation,
    ) {
        let content = self.content.as_widget_mut();
        content.operate(&mut tree.children[0], layout, renderer, operation);
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
        self.content.as_widget_mut().update(
            &mut tree.children[0],
            event,
            layout,
            cursor,
            renderer,
            clipboard,
            shell,
            viewport,
        );
    }

    fn mouse_interaction(
        &self,
        tree: &Tree,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        viewport: &Rectangle,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        let content = self.content.as_widget();
        content.mouse_interaction(&tree.children[0], layout, cursor, viewport, renderer)
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
        let content = self.content.as_widget();
        content.draw(&tree.children[0], renderer, theme, style, layout, cursor, viewport);
    }

    fn overlay<'b>(
        &'b mut self,
        tree: &'b mut Tree,
        layout: Layout<'b>,
        renderer: &Renderer,
        viewport: &Rectangle,
        translation: Vector,
    ) -> Option<overlay::Element<'b, Message, Theme, Renderer>> {
        let (first, rest) = tree.children.split_first_mut()?;
        let content = self.content.as_widget_mut();
        let inner = content.overlay(first, layout, renderer, viewport, translation);
        let field = layout.bounds() + translation;
        let open = self.open.as_mut().zip(rest.first_mut()).map(|(open, tree)| {
            let opened = Opened { inside: open, tree, field, anchor: self.anchor };
            overlay::Element::new(Box::new(opened))
        });
        match (inner, open) {
            (None, None) => None,
            (inner, open) => {
                let all = inner.into_iter().chain(open).collect();
                Some(overlay::Group::with_children(all).overlay())
            }
        }
    }
}

/// A popup that is open.
struct Opened<'a, 'b> {
    inside: &'b mut Element<'a, Message>,
    tree: &'b mut Tree,
    field: Rectangle,
    anchor: Anchor,
}

impl overlay::Overlay<Message, Theme, Renderer> for Opened<'_, '_> {
    fn layout(&mut self, renderer: &Renderer, bounds: Size) -> layout::Node {
        let mut room = Size::new(bounds.width - 2.0 * MARGIN, bounds.height - 2.0 * MARGIN);
        if self.anchor == Anchor::Below {
            room.width = room.width.min(self.field.width.max(LEAST_LIST));
        }
        let least = match self.anchor {
            Anchor::Below => Size::new(self.field.width.min(room.width), 0.0),
            Anchor::At(_) => Size::ZERO,
        };
        let limits = layout::Limits::new(least, room);
        let node = self.inside.as_widget_mut().layout(self.tree, renderer, &limits);
        let size = node.size();
        let place = match self.anchor {
            Anchor::At(at) => at,
            Anchor::Below => {
                let below = self.field.y + self.field.height + 2.0;
                let above = self.field.y - size.height - 2.0;
                // Above only where there is more space.
                let fits = below + size.height <= bounds.height - MARGIN || above < MARGIN;
                Point::new(self.field.x, if fits { below } else { above })
            }
        };
        let most = |length: f32, extent: f32| (extent - length - MARGIN).max(MARGIN);
        let x = place.x.clamp(MARGIN, most(size.width, bounds.width));
        let y = place.y.clamp(MARGIN, most(size.height, bounds.height));
        layout::Node::with_children(size, vec![node]).move_to(Point::new(x.round(), y.round()))
    }

    fn operate(&mut self, layout: Layout<'_>, renderer: &Renderer, operation: &mut dyn Operation) {
        let Some(inner) = layout.children().next() else { return };
        self.inside.as_widget_mut().operate(self.tree, inner, renderer, operation);
    }

    fn update(
        &mut self,
        event: &Event,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        renderer: &Renderer,
        clipboard: &mut dyn Clipboard,
        shell: &mut Shell<'_, Message>,
    ) {
        let Some(inner) = layout.children().next() else { return };
        let viewport = layout.bounds();
        self.inside
            .as_widget_mut()
            .update(self.tree, event, inner, cursor, renderer, clipboard, shell, &viewport);
        let is_over = cursor.is_over(layout.bounds());
        if let Event::Mouse(event) = event {
            match event {
                mouse::Event::ButtonPressed(_) if !is_over => {
                    shell.publish(Message::CloseMenu);
                    shell.capture_event();
                }
                // What lies below a menu is neither clicked nor scrolled.
                mouse::Event::ButtonPressed(_) | mouse::Event::WheelScrolled { .. } => {
                    shell.capture_event();
                }
                _ => (),
            }
        }
    }

    fn mouse_interaction(
        &self,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
        renderer: &Renderer,
    ) -> mouse::Interaction {
        let Some(inner) = layout.children().next() else { return mouse::Interaction::None };
        let viewport = layout.bounds();
        self.inside.as_widget().mouse_interaction(self.tree, inner, cursor, &viewport, renderer)
    }

    fn draw(
        &self,
        renderer: &mut Renderer,
        theme: &Theme,
        style: &renderer::Style,
        layout: Layout<'_>,
        cursor: mouse::Cursor,
    ) {
        let Some(inner) = layout.children().next() else { return };
        let viewport = layout.bounds();
        self.inside.as_widget().draw(self.tree, renderer, theme, style, inner, cursor, &viewport);
    }
}
