//! Menus as they are drawn.

use iced::widget::{Column, button, column, container, mouse_area, row, scrollable, text};
use iced::{Element, Length, Padding, alignment};
use tengen_front::command::{Command, Section};
use tengen_front::words;

use crate::app::App;
use crate::menu::{self, MenuSubject, OpenMenu};
use crate::message::Message;
use crate::widget::popup::Anchor;
use crate::{control, style};

/// The widths of the list of sections, and of a list of commands.
const WIDTHS: [f32; 2] = [92.0, 300.0];

/// Where the menu of all commands opens: below its button.
const CORNER: iced::Point = iced::Point::new(8.0, 44.0);

/// The menu over the page, and where it opens.
pub(crate) fn view(app: &App) -> Option<(Element<'_, Message>, Anchor)> {
    match app.menu? {
        OpenMenu::All(section, idx) => Some((all(app, section, idx), Anchor::At(CORNER))),
        OpenMenu::At(place, subject) => Some((about(app, subject), Anchor::At(place))),
        OpenMenu::Choice(_) => None,
    }
}

/// The sections, and the commands of one of them.
fn all(app: &App, section: Section, chosen: usize) -> Element<'_, Message> {
    let look = &app.look;
    let entry = |it: Section| {
        let message = Message::Menu(OpenMenu::All(it, 0));
        let line = button(text(it.title()).size(style::TEXT))
            .padding(Padding::from([6, 10]))
            .width(Length::Fill)
            .style(style::line(look, it == section))
            .on_press(message.clone());
        mouse_area(line).on_enter(message).into()
    };
    let sections = Column::with_children(Section::ALL.map(entry)).width(WIDTHS[0]);
    let commands = menu::commands(section).into_iter().enumerate();
    let commands = commands.map(|(idx, it)| command(app, it, idx == chosen));
    let commands = container(Column::with_children(commands)).padding(Padding::ZERO.right(10));
    let commands = scrollable(commands.width(WIDTHS[1]));
    let both = row![sections, commands].spacing(6);
    container(both).padding(6).style(style::dialog(look)).into()
}

/// What can be done with a point or a node.
fn about(app: &App, subject: MenuSubject) -> Element<'_, Message> {
    let mut lines = Column::new().width(WIDTHS[1]);
    if let MenuSubject::Board(Some(point)) = subject
        && let Some(view) = app.view_of_game()
        && let Some(node) = view.position.node_of_stone(point)
    {
        let label = format!("Go to the move at {point}");
        lines = lines.push(line(app, &label, "", Message::Visit(node), false));
    }
    let commands = subject.commands().iter().filter(|it| is_offered(app, **it));
    let lines = lines.extend(commands.map(|&it| command(app, it, false)));
    let lines = scrollable(container(lines).padding(Padding::ZERO.right(10)));
    container(column![lines]).padding(6).style(style::dialog(&app.look)).into()
}

/// Whether a command means something in a menu at the mouse.
fn is_offered(app: &App, command: Command) -> bool {
    let Some(view) = app.view_of_game() else { return false };
    match command {
        Command::Live => !view.game.is_review && !view.tree.is_live,
        Command::PlayOn => view.game.is_review || !view.tree.is_live,
        Command::Undo => !view.game.is_review && view.game.can_undo,
        Command::Count => view.game.remote.is_none(),
        Command::Pass => view.game.is_review || view.tree.is_live,
        _ => true,
    }
}

fn command(app: &App, command: Command, is_chosen: bool) -> Element<'_, Message> {
    let label = words::menu_label(command);
    let label = if is_on(app, command) { format!("✓ {label}") } else { label };
    line(app, &label, &app.keys().name(command), Message::Do(command), is_chosen)
}

/// Whether something is switched on.
fn is_on(app: &App, command: Command) -> bool {
    let workspace = &app.workspace;
    let window = &workspace.settings().window;
    match command {
        Command::Hint => workspace.shows_hints(),
        Command::Estimate => workspace.shows_estimate(),
        Command::Policy => workspace.shows_policy(),
        Command::Analyze => app.view_of_game().is_some_and(|it| it.engine.is_analysis_on),
        Command::Edit => workspace.is_editing(),
        Command::Count => workspace.is_counting(),
        Command::Numbers => workspace.display.has_numbers,
        Command::Coordinates => window.has_coordinates,
        Command::Sounds => window.has_sounds && crate::sound::Player::CAN_PLAY,
        Command::Zen => app.display.is_zen,
        Command::FullScreen => app.display.is_full_screen,
        _ => false,
    }
}

fn line<'a>(
    app: &'a App,
    label: &str,
    key: &str,
    message: Message,
    is_chosen: bool,
) -> Element<'a, Message> {
    let look = &app.look;
    let name = text(label.to_owned()).size(style::TEXT).wrapping(text::Wrapping::None);
    let key = control::dim(look, key).wrapping(text::Wrapping::None);
    let content = row![name, control::gap(), key].align_y(alignment::Vertical::Center);
    button(content)
        .padding(Padding::from([5, 10]))
        .width(Length::Fill)
        .style(style::line(look, is_chosen))
        .on_press(message)
        .into()
}
