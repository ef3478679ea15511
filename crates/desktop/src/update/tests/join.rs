use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::Mutex;

use tengen_front::workspace::{Done, Wish};
use tengen_server::{Server, ServerOptions};

use super::*;
use crate::message::JoinedOnce;

fn start(folder: &Folder) -> Server {
    let listen = SocketAddr::from(([127, 0, 0, 1], 0));
    Server::start(ServerOptions::new(listen, folder.0.join("server"))).unwrap()
}

/// Creates a game against the weakest level; its path, and the guest's token.
fn create(address: SocketAddr) -> (String, String) {
    let form = "name=Ana&opponent=level&level=28k&size=9&rules=chinese&clock=none&color=black";
    let mut stream = TcpStream::connect(address).unwrap();
    let request = format!(
        "POST /games HTTP/1.1\r\nhost: {address}\r\norigin: http://{address}\r\n\
         connection: close\r\ncontent-type: application/x-www-form-urlencoded\r\n\
         content-length: {}\r\n\r\n{form}",
        form.len()
    );
    stream.write_all(request.as_bytes()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).unwrap();
    let after = |start: &str, end: char| {
        let (_, rest) = answer.split_once(start).unwrap();
        rest.split(end).next().unwrap().to_owned()
    };
    (after("location: ", '\r'), after("tengen=", ';'))
}

/// Joins as the window does, without waiting for its background thread.
fn join(window: &mut Window, link: &str) {
    let Ok(Done::Join(task)) = window.app.workspace.join(link, None, Wish::Play) else {
        panic!("{link} is a link")
    };
    let joined = JoinedOnce(Arc::new(Mutex::new(Some(task.run()))));
    window.send(Message::Joined(joined));
}

#[test]
fn game_on_a_server_is_played_in_the_window() {
    let folder = Folder::new();
    let server = start(&folder);
    let address = server.address();
    let (path, token) = create(address);
    folder.file("guests", format!("{address} {token}\n"));
    let mut window = folder.window();
    join(&mut window, &format!("http://{address}{path}"));
    assert_eq!(window.app.page, Page::Board);
    window.wait(|app| app.view_of_game().is_some_and(|it| !it.game.is_waiting));
    window.click("E5");
    // The stone, and the answer of the level, come from the server.
    window.wait(|app| app.view_of_game().is_some_and(|it| it.position.moves.len() == 2));
    assert_eq!(window.stone("E5"), Some(Color::Black));
    window.press(Command::Hint);
    assert_eq!(window.told(), "Analysis is off while this game is being played.");
    window.press(Command::Edit);
    assert_eq!(window.told(), "That is not possible in a game on a server.");
    window.press(Command::Resign);
    window.answer(DialogInput::Confirm);
    window.wait(|app| app.view_of_game().is_some_and(|it| matches!(it.game.phase, Phase::Over(_))));
    assert!(window.status().contains("White wins by resignation."), "{}", window.status());
}

#[test]
fn link_is_typed_on_the_start_page() {
    let mut window = Window::new();
    window.press(Command::Join);
    assert!(matches!(window.app.dialog, Some(Dialog::Link(_))));
    window.type_and_confirm("nonsense");
    assert!(window.told().contains("is not a link to a game"), "{}", window.told());
    window.press(Command::Join);
    window.type_and_confirm("http://127.0.0.1:1/g/abc");
    assert_eq!(window.told(), "Joining http://127.0.0.1:1/g/abc…");
    assert_eq!(window.app.page, Page::Start);
    join(&mut window, "http://127.0.0.1:1/g/abc");
    assert_eq!(window.told(), "No server answers at 127.0.0.1:1. Is it running?");
}
