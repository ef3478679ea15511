//! Connections: how many there may be, and how long a request may take.

use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::extract::ConnectInfo;
use hyper::server::conn::http1;
use hyper::service::{Service as _, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use super::{AddressLimits, App};
use crate::limit::OpenCounts;

/// How long to wait if the system has no more files for connections.
const RECOVERY: Duration = Duration::from_millis(500);

/// What a connection hears that is one too many.
const TOO_MANY: &str = "Too many connections to this server are open at your address.\n";

/// Serves connections until the server ends, and then those that are busy.
pub(crate) async fn serve(
    listener: TcpListener,
    app: Arc<App>,
    limits: AddressLimits,
    mut ending: watch::Receiver<bool>,
) {
    let counts = OpenCounts::new(limits.connections);
    let proxies = app.proxies.clone();
    let routes = TowerToHyperService::new(super::router(app));
    // Each connection has a receiver until it ends.
    let (open, _) = watch::channel(());
    loop {
        let (stream, peer) = tokio::select! {
            accepted = listener.accept() => match accepted {
                Ok(accepted) => accepted,
                Err(error) => {
                    recover(&error).await;
                    continue;
                }
            },
            () = ended(&mut ending) => break,
        };
        let is_proxy = proxies.contains(&peer.ip().to_canonical());
        let opened = counts.open(peer.ip());
        if opened.is_none() && !is_proxy {
            refuse(&stream);
            continue;
        }
        let routes = routes.clone();
        let service = service_fn(move |mut request| {
            request.extensions_mut().insert(ConnectInfo(peer));
            routes.call(request)
        });
        let connection = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(limits.request_time)
            .serve_connection(TokioIo::new(stream), service)
            .with_upgrades();
        let mut ending = ending.clone();
        let is_open = open.subscribe();
        tokio::spawn(async move {
            let mut connection = pin!(connection);
            // A connection that breaks has no one to tell it to.
            tokio::select! {
                _ = connection.as_mut() => (),
                () = ended(&mut ending) => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop((opened, is_open));
        });
    }
    open.closed().await;
}

/// Waits for the end of the server.
async fn ended(ending: &mut watch::Receiver<bool>) {
    // A dropped sender means the same.
    drop(ending.wait_for(|it| *it).await);
}

/// Refuses a connection. Whoever does not read it at once is not waited for.
fn refuse(stream: &TcpStream) {
    metrics::counter!("tengen_refused_connections_total").increment(1);
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nretry-after: 10\r\nconnection: close\r\n\
         content-type: text/plain; charset=utf-8\r\ncontent-length: {}\r\n\r\n{TOO_MANY}",
        TOO_MANY.len()
    );
    // A connection that is gone needs no refusal.
    let _ = stream.try_write(answer.as_bytes());
}

/// The system has no connection to give: too many files are open, or the one
/// that came is gone again.
async fn recover(error: &io::Error) {
    let is_gone = matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted
            | io::ErrorKind::ConnectionReset
            | io::ErrorKind::ConnectionRefused
    );
    if !is_gone {
        tracing::error!(%error, "a connection cannot be accepted");
        tokio::time::sleep(RECOVERY).await;
    }
}
