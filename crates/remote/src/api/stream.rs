//! A stream of lines, each of which is a whole state.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::marker::PhantomData;
use std::net::{Shutdown, TcpStream, ToSocketAddrs};
use std::time::Duration;

use serde::de::DeserializeOwned;
use tengen_wire::ApiError;

use super::{ApiFailure, refused};
use crate::ServerAddress;

/// How long a connection may take to open.
const CONNECT_PATIENCE: Duration = Duration::from_secs(10);

/// A connection on which nothing came for so long is dead: a server sends
/// something every seven seconds.
const SILENCE: Duration = Duration::from_secs(20);

/// The most bytes of a line, and of the head of an answer.
const MAX_LINE: u64 = 4 << 20;

/// A stream of lines.
#[derive(Debug)]
pub struct LineStream<T> {
    server: ServerAddress,
    reader: BufReader<TcpStream>,
    lines: PhantomData<fn() -> T>,
}

/// What comes from a stream.
#[derive(Clone, Debug, Eq, PartialEq)]
pub enum StreamLine<T> {
    /// A whole state; those before can be forgotten.
    State(Box<T>),
    /// Nothing has changed.
    Beat,
    /// The server ends the stream, for this reason.
    End(ApiError),
}

impl<T: DeserializeOwned> LineStream<T> {
    /// Asks for a stream.
    ///
    /// It is asked for by HTTP/1.0, so that nothing but the lines follows the
    /// head of the answer.
    pub(super) fn open(
        server: &ServerAddress,
        path: &str,
        token: &str,
    ) -> Result<LineStream<T>, ApiFailure> {
        let unreachable = |error: io::Error| ApiFailure::unreachable(server, error);
        let mut stream = connect(server).map_err(unreachable)?;
        let request = format!(
            "GET {path} HTTP/1.0\r\nhost: {}\r\nauthorization: Bearer {token}\r\n\
             accept: application/x-ndjson\r\n\r\n",
            server.authority()
        );
        stream.write_all(request.as_bytes()).map_err(unreachable)?;
        let mut reader = BufReader::new(stream);
        let head = Head::read(&mut reader).map_err(unreachable)?;
        if head.status == 200 {
            return Ok(LineStream { server: server.clone(), reader, lines: PhantomData });
        }
        let mut body = Vec::new();
        reader.take(MAX_LINE).read_to_end(&mut body).map_err(unreachable)?;
        Err(refused(server, head.status, &body, head.retry_after))
    }

    /// Waits for the next line.
    ///
    /// # Errors
    ///
    /// Returns [`ApiFailure`] if the connection is broken or silent.
    pub fn next_line(&mut self) -> Result<StreamLine<T>, ApiFailure> {
        let unreachable = |error: io::Error| ApiFailure::unreachable(&self.server, error);
        let mut line = Vec::new();
        let mut reader = (&mut self.reader).take(MAX_LINE);
        reader.read_until(b'\n', &mut line).map_err(unreachable)?;
        if line.pop() != Some(b'\n') {
            return Err(unreachable(io::ErrorKind::UnexpectedEof.into()));
        }
        if line.is_empty() {
            return Ok(StreamLine::Beat);
        }
        if let Ok(state) = serde_json::from_slice(&line) {
            return Ok(StreamLine::State(Box::new(state)));
        }
        let end = serde_json::from_slice(&line).map(StreamLine::End);
        end.map_err(|_| ApiFailure::NotOurs(self.server.clone()))
    }

    /// What ends the stream from another thread.
    ///
    /// # Errors
    ///
    /// Returns the error of the system if it has no more handles.
    pub fn closer(&self) -> io::Result<StreamCloser> {
        self.reader.get_ref().try_clone().map(StreamCloser)
    }
}

/// Ends a stream from another thread.
#[derive(Debug)]
pub struct StreamCloser(TcpStream);

impl StreamCloser {
    /// Ends the stream: whoever waits for a line gets an error.
    pub fn close(&self) {
        // One that is closed already needs nothing.
        let _ = self.0.shutdown(Shutdown::Both);
    }
}

fn connect(server: &ServerAddress) -> io::Result<TcpStream> {
    let mut failure = io::ErrorKind::NotFound.into();
    for address in server.host_and_port().to_socket_addrs()? {
        match TcpStream::connect_timeout(&address, CONNECT_PATIENCE) {
            Ok(stream) => {
                stream.set_nodelay(true)?;
                stream.set_read_timeout(Some(SILENCE))?;
                stream.set_write_timeout(Some(SILENCE))?;
                return Ok(stream);
            }
            Err(error) => failure = error,
        }
    }
    Err(failure)
}

/// What is needed of the head of an answer.
struct Head {
    status: u16,
    retry_after: Option<u64>,
}

impl Head {
    fn read(reader: &mut impl BufRead) -> io::Result<Head> {
        let mut reader = reader.take(MAX_LINE);
        let mut line = String::new();
        reader.read_line(&mut line)?;
        let status = line.split(' ').nth(1).and_then(|it| it.parse().ok());
        let status = status.ok_or(io::ErrorKind::InvalidData)?;
        let mut retry_after = None;
        loop {
            line.clear();
            if reader.read_line(&mut line)? == 0 {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
            let Some((name, value)) = line.trim_end().split_once(':') else { break };
            if name.eq_ignore_ascii_case("retry-after") {
                retry_after = value.trim().parse().ok();
            }
        }
        Ok(Head { status, retry_after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn head_has_a_status_and_a_time_to_wait() {
        let read = |text: &str| Head::read(&mut text.as_bytes());
        let head = read("HTTP/1.0 429 Too Many\r\nRetry-After: 7\r\nx: y\r\n\r\n{}").unwrap();
        assert_eq!((head.status, head.retry_after), (429, Some(7)));
        assert_eq!(read("HTTP/1.1 200 OK\r\n\r\n").unwrap().status, 200);
        assert!(read("SSH-2.0-x\r\n").is_err());
        assert!(read("HTTP/1.1 200 OK\r\nx: y\r\n").is_err());
    }
}
