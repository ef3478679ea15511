use iced::widget::text_editor;
use tengen_front::tool::Tool;
use tengen_picture::Link;
use tengen_record::{Annotation, Mark, Stroke};

use super::*;

/// A record of three moves that is being edited, at its first one.
fn editing() -> Window {
    let folder = Folder::new();
    let path = folder.file("game.sgf", "(;GM[1]FF[4]SZ[9];B[ee];W[cg];B[gc])");
    let mut window = Window::new();
    window.send(Message::OpenFile(path));
    window.press(Command::First);
    window.press(Command::Forward);
    assert!(window.view().game.is_review && window.app.workspace.is_editing());
    window
}

fn with_tool(tool: Tool) -> Window {
    let mut window = editing();
    window.send(Message::Tool(tool));
    window
}

fn n_links(window: &Window, stroke: Stroke) -> usize {
    window.app.scene.links.iter().filter(|it| it.stroke == stroke).count()
}

#[test]
fn marks_are_put_and_taken_off() {
    for mark in [Mark::Triangle, Mark::Square, Mark::Circle, Mark::Cross] {
        let mut window = with_tool(Tool::Mark(mark));
        window.click("E5");
        assert_eq!(window.app.scene.marks.get(&at("E5")), Some(&mark));
        window.click("E5");
        assert!(window.app.scene.marks.is_empty());
    }
}

#[test]
fn letters_and_numbers_count_on() {
    let mut window = with_tool(Tool::Letter);
    window.click_all(&["A1", "B1"]);
    window.send(Message::Tool(Tool::Number));
    window.click("C1");
    let text = |point: &str| window.app.scene.labels[&at(point)].clone();
    assert_eq!(["A1", "B1", "C1"].map(text), ["A", "B", "1"]);
}

#[test]
fn texts_are_typed() {
    let mut window = with_tool(Tool::Label);
    window.click("D4");
    assert!(matches!(&window.app.dialog, Some(Dialog::Label(_, text)) if text.is_empty()));
    window.type_and_confirm("ko");
    assert_eq!(window.app.scene.labels[&at("D4")], "ko");
}

#[test]
fn lines_and_arrows_are_drawn_from_press_to_release() {
    let mut window = with_tool(Tool::Stroke(Stroke::Arrow));
    window.input(Input::Press(at("C3"), Held::Nothing));
    window.hover("E5");
    let arrow = Link { from: at("C3"), to: at("E5"), stroke: Stroke::Arrow };
    assert_eq!(window.app.scene.draft, Some(arrow));
    window.input(Input::Release(Some(at("E5"))));
    assert_eq!(window.app.scene.links, [arrow]);
    assert_eq!(window.app.scene.draft, None);
    window.send(Message::Tool(Tool::Stroke(Stroke::Line)));
    window.input(Input::Press(at("A1"), Held::Nothing));
    window.input(Input::Release(Some(at("A5"))));
    assert_eq!(n_links(&window, Stroke::Line), 1);
}

#[test]
fn points_are_grayed_out_and_cleared() {
    let mut window = with_tool(Tool::Dim);
    window.click("A9");
    assert!(window.app.scene.dimmed.contains(at("A9")));
    window.send(Message::Tool(Tool::Mark(Mark::Circle)));
    window.click("D4");
    window.send(Message::Tool(Tool::Erase));
    window.click("D4");
    assert!(window.app.scene.marks.is_empty());
    window.press(Command::ClearMarkup);
    assert!(window.app.scene.dimmed.is_empty());
}

#[test]
fn stones_are_set_up_in_a_position_of_their_own() {
    let mut window = with_tool(Tool::Stone(Color::White));
    window.hover("D4");
    assert_eq!(window.app.scene.ghost, Some(stone("D4", Color::White)));
    window.click("D4");
    window.input(Input::Other(at("D5"), Spot::default()));
    assert_eq!((window.stone("D4"), window.stone("D5")), (Some(Color::White), Some(Color::Black)));
    assert_eq!(window.view().tree.siblings.len(), 2, "the move that was there is kept");
    window.click("D4");
    assert_eq!(window.stone("D4"), None);
}

#[test]
fn the_right_button_plays_the_other_color() {
    let mut window = with_tool(Tool::Play);
    window.input(Input::Other(at("D4"), Spot::default()));
    assert_eq!(window.stone("D4"), Some(Color::Black));
}

#[test]
fn edits_are_undone_and_redone() {
    let mut window = with_tool(Tool::Mark(Mark::Circle));
    window.click_all(&["A1", "B1"]);
    window.press(Command::UndoEdit);
    assert_eq!(window.app.scene.marks.len(), 1);
    window.press(Command::RedoEdit);
    assert_eq!(window.app.scene.marks.len(), 2);
    for _ in 0..9 {
        window.press(Command::UndoEdit);
    }
    assert!(!window.told().is_empty());
}

#[test]
fn variations_are_made_promoted_and_moved() {
    let mut window = editing();
    window.click("G3");
    assert_eq!(window.view().tree.variation, (1, 2));
    window.press(Command::Promote);
    assert_eq!(window.view().tree.variation, (0, 2));
    window.press(Command::MoveDown);
    assert_eq!(window.view().tree.variation, (1, 2));
    window.press(Command::MoveUp);
    assert_eq!(window.view().tree.variation, (0, 2));
    window.press(Command::NextVariation);
    assert_eq!(window.app.scene.last_move, Some(at("C3")));
    window.press(Command::PreviousVariation);
    assert_eq!(window.app.scene.last_move, Some(at("G3")));
}

#[test]
fn variations_are_cut_pasted_and_deleted() {
    let mut window = editing();
    window.press(Command::Forward);
    window.press(Command::Cut);
    assert_eq!(window.view().tree.variations.len(), 0);
    window.send(Message::Pasted(None));
    window.press(Command::First);
    window.press(Command::Last);
    assert_eq!(window.move_number(), 3);
    window.press(Command::Copy);
    assert!(window.app.workspace.clip().unwrap().contains("B[gc]"));
    window.press(Command::Delete);
    assert_eq!(window.move_number(), 2);
    window.send(Message::Pasted(Some("(;B[aa];W[bb])".into())));
    assert!(window.sgf().contains("B[aa]"), "{}", window.sgf());
}

#[test]
fn comments_and_names_are_written() {
    let mut window = editing();
    let insert =
        |letter| Message::Comment(text_editor::Action::Edit(text_editor::Edit::Insert(letter)));
    for letter in "Good".chars() {
        window.send(insert(letter));
    }
    // The first Esc leaves the field, not what is edited.
    window.press(Command::Cancel);
    assert!(window.app.workspace.is_editing());
    window.send(Message::NodeName("Opening".into()));
    let markup = &window.view().markup;
    assert_eq!((markup.comment.as_str(), markup.name.as_str()), ("Good", "Opening"));
    window.press(Command::Forward);
    assert_eq!(window.app.comment.text().trim(), "");
    window.press(Command::Back);
    assert_eq!(window.app.comment.text().trim(), "Good");
}

#[test]
fn words_are_found() {
    let mut window = editing();
    window.send(Message::NodeName("Shape".into()));
    window.press(Command::Last);
    window.press(Command::Find);
    window.type_and_confirm("shape");
    assert_eq!(window.move_number(), 1);
    window.press(Command::Last);
    window.press(Command::FindPrevious);
    assert_eq!(window.move_number(), 1);
    window.press(Command::Find);
    window.type_and_confirm("joseki");
    assert!(!window.told().is_empty());
}

#[test]
fn forks_are_found() {
    let mut window = editing();
    window.click("G3");
    window.click("G5");
    window.press(Command::PreviousFork);
    assert_eq!(window.move_number(), 1);
    window.press(Command::PreviousFork);
    assert_eq!(window.told(), "No fork before this move.");
    window.press(Command::First);
    window.press(Command::NextFork);
    assert_eq!(window.move_number(), 1);
}

#[test]
fn what_is_known_about_the_game_is_changed() {
    let mut window = editing();
    window.press(Command::Info);
    let Some(Dialog::Info(fields)) = &window.app.dialog else { panic!("it is not open") };
    let key = fields[0].0;
    window.answer(DialogInput::Info(key, "Ada".into()));
    window.answer(DialogInput::Confirm);
    assert!(window.sgf().contains("PB[Ada]"), "{}", window.sgf());
}

#[test]
fn opinions_are_given_and_taken_back() {
    let mut window = editing();
    window.send(Message::Do(Command::Annotate(Annotation::GoodMove)));
    assert_eq!(window.view().markup.annotations.len(), 1);
    window.send(Message::Do(Command::Annotate(Annotation::GoodMove)));
    assert_eq!(window.view().markup.annotations.len(), 0);
}

#[test]
fn territory_is_marked_and_the_turn_is_set() {
    let mut window = with_tool(Tool::Territory(Color::White));
    window.click("A1");
    assert_eq!(window.app.scene.territory.get(&at("A1")), Some(&Color::White));
    window.click("A1");
    assert!(window.app.scene.territory.is_empty());
    window.press(Command::ToPlay);
    assert_eq!(window.view().position.to_play, Color::Black);
}

#[test]
fn tools_are_chosen_by_keys() {
    let mut window = editing();
    window.press(Command::Tool(4));
    assert_eq!(window.app.workspace.tool(), Tool::Mark(Mark::Triangle));
    window.press(Command::Tool(10));
    assert_eq!(window.app.workspace.tool(), Tool::Mark(Mark::Square));
    window.press(Command::Edit);
    assert!(!window.app.workspace.is_editing());
}

#[test]
fn a_game_that_is_over_is_edited() {
    let mut window = Window::of_people(Size::NINE);
    window.click("E5");
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    window.press(Command::Edit);
    assert!(window.view().game.is_review, "{}", window.told());
    window.click("C3");
    assert_eq!(window.stone("C3"), Some(Color::White));
}

#[test]
fn the_tree_is_clicked_and_scrolled() {
    let mut window = editing();
    let node = window.view().tree.line[3].node;
    window.send(Message::Visit(node));
    assert_eq!(window.move_number(), 3);
    window.send(Message::ScrollTree(iced::Vector::new(2.0, 1.0)));
    assert_eq!(window.app.display.tree_offset, iced::Vector::new(2.0, 1.0));
    window.press(Command::Back);
    assert_eq!(window.app.display.tree_offset, iced::Vector::ZERO);
}
