//! A client of the load: a cookie, forms, a socket.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use futures_util::{SinkExt as _, StreamExt as _};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest as _;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;

use super::LoadError;
use crate::wire::{ClientMessage, ServerMessage};

/// One person with a browser.
#[derive(Clone, Debug)]
pub(super) struct Person {
    server: SocketAddr,
    /// An address of the loopback network.
    address: IpAddr,
    cookie: Option<String>,
}

impl Person {
    /// The person with a number, at an address of the own.
    pub(super) fn new(server: SocketAddr, number: usize) -> Person {
        let last = 2 + (number % 250) as u8;
        let third = (number / 250 % 250) as u8;
        let address = IpAddr::V4(Ipv4Addr::new(127, 0, third, last));
        // Elsewhere than on Linux, there is one address only.
        let is_many = cfg!(target_os = "linux");
        let address = if is_many { address } else { IpAddr::V4(Ipv4Addr::LOCALHOST) };
        Person { server, address, cookie: None }
    }

    async fn connect(&self) -> Result<TcpStream, LoadError> {
        let socket = TcpSocket::new_v4()?;
        socket.bind(SocketAddr::new(self.address, 0))?;
        let stream = socket.connect(self.server).await?;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    /// Creates a game, and returns its id.
    pub(super) async fn create(&mut self, form: &str) -> Result<String, LoadError> {
        let location = self.post("/games", form).await?;
        let id = location.strip_prefix("/g/").map(str::to_owned);
        id.ok_or_else(|| LoadError::Server(format!("no game: {location}")))
    }

    /// Takes the open seat of a game.
    pub(super) async fn join(&mut self, game: &str) -> Result<(), LoadError> {
        self.post(&format!("/g/{game}/join"), "name=").await.map(|_| ())
    }

    /// Sends a form, and returns where it leads.
    async fn post(&mut self, path: &str, form: &str) -> Result<String, LoadError> {
        let host = self.server;
        let cookie = self.cookie.as_ref().map(|it| format!("cookie: tengen={it}\r\n"));
        let request = format!(
            "POST {path} HTTP/1.1\r\nhost: {host}\r\norigin: http://{host}\r\n\
             connection: close\r\ncontent-type: application/x-www-form-urlencoded\r\n\
             content-length: {}\r\n{}\r\n{form}",
            form.len(),
            cookie.unwrap_or_default()
        );
        let mut stream = self.connect().await?;
        stream.write_all(request.as_bytes()).await?;
        let mut answer = String::new();
        stream.read_to_string(&mut answer).await?;
        let header =
            |name: &str| answer.lines().find_map(|line| line.strip_prefix(name)).map(str::trim);
        if let Some(cookie) = header("set-cookie: tengen=") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        let location = header("location: ").map(str::to_owned);
        let status = answer.lines().next().unwrap_or_default();
        location.ok_or_else(|| LoadError::Server(format!("POST {path}: {status}")))
    }

    /// A socket that has said hello.
    pub(super) async fn socket(&self, game: &str) -> Result<Line, LoadError> {
        let url = format!("ws://{}/g/{game}/socket", self.server);
        let failed = |error: &dyn std::fmt::Display| LoadError::Server(error.to_string());
        let mut request = url.into_client_request().map_err(|error| failed(&error))?;
        let headers = request.headers_mut();
        let value = |text: String| text.parse().map_err(|_| LoadError::Server(text));
        headers.insert("origin", value(format!("http://{}", self.server))?);
        if let Some(cookie) = &self.cookie {
            headers.insert("cookie", value(format!("tengen={cookie}"))?);
        }
        let stream = self.connect().await?;
        let config = WebSocketConfig::default().read_buffer_size(4 << 10).write_buffer_size(0);
        let (socket, _) =
            tokio_tungstenite::client_async_with_config(request, stream, Some(config))
                .await
                .map_err(|error| failed(&error))?;
        let mut line = Line(socket);
        line.send(&ClientMessage::Hello { have: None }).await?;
        Ok(line)
    }
}

/// A socket of a game.
#[derive(Debug)]
pub(super) struct Line(WebSocketStream<TcpStream>);

impl Line {
    pub(super) async fn send(&mut self, message: &ClientMessage) -> Result<(), LoadError> {
        let text = serde_json::to_string(message).expect("messages can be written");
        let sent = self.0.send(Message::text(text)).await;
        sent.map_err(|error| LoadError::Server(error.to_string()))
    }

    /// The next message.
    pub(super) async fn receive(&mut self) -> Result<ServerMessage, LoadError> {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Text(text))) => {
                    let message = serde_json::from_str(text.as_str());
                    return message.map_err(|error| LoadError::Server(error.to_string()));
                }
                Some(Ok(Message::Close(frame))) => {
                    return Err(LoadError::Server(format!("closed: {frame:?}")));
                }
                Some(Ok(_)) => (),
                Some(Err(error)) => return Err(LoadError::Server(error.to_string())),
                None => return Err(LoadError::Server("the connection has ended".to_owned())),
            }
        }
    }

    /// Waits for a message, and drops those before it.
    pub(super) async fn wait_for(
        &mut self,
        is_wanted: impl Fn(&ServerMessage) -> bool,
    ) -> Result<ServerMessage, LoadError> {
        loop {
            let message = self.receive().await?;
            if is_wanted(&message) {
                return Ok(message);
            }
        }
    }
}
