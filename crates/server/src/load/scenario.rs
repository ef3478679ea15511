//! What the clients of the load do.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_rules::{Point, Size};
use tokio::sync::mpsc;
use tokio::task::JoinSet;

use super::client::{Line, Person};
use super::{LoadError, LoadOptions, Percentiles};
use crate::wire::{Change, ClientMessage, ServerMessage};

const BY_LINK: &str = "opponent=link&size=19&rules=chinese&clock=60m&color=black";
const BY_LEVEL: &str = "opponent=level&level=10k&size=9&rules=chinese&clock=none&color=black";

/// How many clients are made at the same time.
const CROWD: usize = 32;

/// How many sockets share a game while they idle.
const BY_GAME: usize = 100;

/// What games have measured.
#[derive(Debug, Default)]
pub(super) struct Played {
    pub(super) moves: Percentiles,
    pub(super) engine: Percentiles,
    pub(super) memory: Option<[u64; 2]>,
}

/// What idle sockets have measured.
#[derive(Debug)]
pub(super) struct Idle {
    pub(super) bytes_by_socket: Option<u64>,
    pub(super) connected_in: Duration,
}

/// The point of a move: each second one, so that nothing is captured.
fn point(n: u32) -> Option<Point> {
    Size::NINETEEN.point_at(u16::try_from(2 * n).ok()?)
}

fn play(n: u32) -> Option<ClientMessage> {
    Some(ClientMessage::Play { c: n, n, at: point(n)? })
}

/// Whether a message tells of a move.
fn is_move(message: &ServerMessage, number: u32) -> bool {
    matches!(message, ServerMessage::Event(event)
        if matches!(event.change, Change::Played { n, .. } if n == number))
}

/// Games of two people with a move a second each, and some against the engine
/// beside them.
pub(super) async fn games(options: &LoadOptions, engine_games: usize) -> Result<Played, LoadError> {
    let mut pairs = Vec::new();
    for chunk in (0..options.games).collect::<Vec<_>>().chunks(CROWD) {
        let mut making = JoinSet::new();
        for &number in chunk {
            let servers = [options.server(2 * number), options.server(2 * number + 1)];
            making.spawn(async move { Ok((number, servers, pair(servers, number).await?)) });
        }
        while let Some(made) = making.join_next().await {
            pairs.push(join(made)?);
        }
    }
    let begin = Instant::now();
    let end = begin + options.time;
    let mut engines = JoinSet::new();
    for number in 0..engine_games {
        engines.spawn(play_engine(options.server(number), number, end));
    }
    let mut playing = JoinSet::new();
    for (number, servers, mut lines) in pairs {
        // Spread over the second.
        let offset = Duration::from_millis(number as u64 * 1_000 / options.games.max(1) as u64);
        playing.spawn(async move {
            let mut times = play_pair(lines, offset, end).await?;
            // A board that is full is followed by the next one.
            while Instant::now() < end {
                lines = pair(servers, number).await?;
                times.extend(play_pair(lines, Duration::ZERO, end).await?);
            }
            Ok(times)
        });
    }
    tokio::time::sleep(options.time / 10).await;
    let early = memory_of_all(options);
    tokio::time::sleep_until(end.into()).await;
    let late = memory_of_all(options);
    let mut times = Vec::new();
    while let Some(played) = playing.join_next().await {
        times.extend(join(played)?);
    }
    let mut engine_times = Vec::new();
    while let Some(played) = engines.join_next().await {
        engine_times.extend(join(played)?);
    }
    let memory = early.zip(late).map(|(early, late)| [early, late]);
    Ok(Played { moves: Percentiles::of(times), engine: Percentiles::of(engine_times), memory })
}

fn join<T>(joined: Result<Result<T, LoadError>, tokio::task::JoinError>) -> Result<T, LoadError> {
    joined.map_err(|error| LoadError::Server(error.to_string()))?
}

/// Two players of a game.
async fn pair(servers: [SocketAddr; 2], number: usize) -> Result<[Line; 2], LoadError> {
    let mut black = Person::new(servers[0], 2 * number);
    let game = black.create(BY_LINK).await?;
    let mut white = Person::new(servers[1], 2 * number + 1);
    white.join(&game).await?;
    let black_line = black.socket(&game).await?;
    let mut white_line = white.socket(&game).await?;
    let is_started = |message: &ServerMessage| matches!(message, ServerMessage::Event(event) if event.change == Change::Started {});
    white_line.wait_for(is_started).await?;
    Ok([black_line, white_line])
}

/// A move a second; returns how long each took to the opponent.
async fn play_pair(
    mut lines: [Line; 2],
    offset: Duration,
    end: Instant,
) -> Result<Vec<Duration>, LoadError> {
    let mut times = Vec::new();
    let begin = tokio::time::Instant::now() + offset;
    let mut second = tokio::time::interval_at(begin, Duration::from_secs(1));
    for n in 0.. {
        second.tick().await;
        let Some(message) = play(n).filter(|_| Instant::now() < end) else { break };
        let [black, white] = &mut lines;
        let (mover, other) = if n % 2 == 0 { (black, white) } else { (white, black) };
        let sent = Instant::now();
        mover.send(&message).await?;
        other.wait_for(|it| is_move(it, n + 1)).await?;
        times.push(sent.elapsed());
        let is_answer = |it: &ServerMessage| matches!(it, ServerMessage::Ok { c, .. } if *c == n);
        mover.wait_for(is_answer).await?;
    }
    Ok(times)
}

/// A game against the engine; returns how long its moves took.
async fn play_engine(
    server: SocketAddr,
    number: usize,
    end: Instant,
) -> Result<Vec<Duration>, LoadError> {
    let mut person = Person::new(server, 10_000 + number);
    let game = person.create(BY_LEVEL).await?;
    let mut line = person.socket(&game).await?;
    let is_started = |message: &ServerMessage| matches!(message, ServerMessage::Event(event) if event.change == Change::Started {});
    line.wait_for(is_started).await?;
    let mut times = Vec::new();
    let mut n = 0;
    for (idx, at) in Size::NINE.points().enumerate() {
        if Instant::now() >= end {
            break;
        }
        let c = idx as u32;
        line.send(&ClientMessage::Play { c, n, at }).await?;
        let sent = Instant::now();
        let is_answer = |it: &ServerMessage| matches!(it, ServerMessage::Ok { c: it, .. } | ServerMessage::No { c: it, .. } if *it == c);
        // Some points are taken by the engine.
        if matches!(line.wait_for(is_answer).await?, ServerMessage::No { .. }) {
            continue;
        }
        line.wait_for(|it| is_move(it, n + 2) || is_over(it)).await?;
        times.push(sent.elapsed());
        n += 2;
    }
    Ok(times)
}

fn is_over(message: &ServerMessage) -> bool {
    matches!(message, ServerMessage::Event(event) if matches!(event.change, Change::Over(_)))
}

/// Many spectators of one game; returns how long moves took to each of them.
pub(super) async fn spectators(options: &LoadOptions) -> Result<Percentiles, LoadError> {
    let mut black = Person::new(options.server(0), 0);
    let game: Arc<str> = black.create(BY_LINK).await?.into();
    let mut white = Person::new(options.server(1), 1);
    white.join(&game).await?;
    let mut lines = [black.socket(&game).await?, white.socket(&game).await?];
    let (heard, mut hearing) = mpsc::unbounded_channel();
    let mut watching = JoinSet::new();
    for chunk in (0..options.spectators).collect::<Vec<_>>().chunks(CROWD) {
        let mut making = JoinSet::new();
        for &number in chunk {
            let (person, game) = (Person::new(options.server(number), number), Arc::clone(&game));
            making.spawn(async move {
                let mut line = person.socket(&game).await?;
                // Who is not greeted yet would be told of a move as part of the state.
                line.wait_for(|it| matches!(it, ServerMessage::Crowd(_))).await?;
                Ok(line)
            });
        }
        while let Some(made) = making.join_next().await {
            let mut line = join(made)?;
            let heard = heard.clone();
            watching.spawn(async move {
                while let Ok(message) = line.receive().await {
                    if let ServerMessage::Event(event) = message
                        && let Change::Played { n, .. } = event.change
                    {
                        // When the measurement is over, it is not heard.
                        let _ = heard.send((n, Instant::now()));
                    }
                }
            });
        }
    }
    let times = tell_spectators(&mut lines, options, &mut hearing).await?;
    watching.abort_all();
    Ok(Percentiles::of(times))
}

async fn tell_spectators(
    lines: &mut [Line; 2],
    options: &LoadOptions,
    hearing: &mut mpsc::UnboundedReceiver<(u32, Instant)>,
) -> Result<Vec<Duration>, LoadError> {
    let mut times = Vec::new();
    let end = Instant::now() + options.time;
    let mut pause = tokio::time::interval(Duration::from_secs(1));
    for n in 0.. {
        pause.tick().await;
        let Some(message) = play(n).filter(|_| Instant::now() < end) else { break };
        let sent = Instant::now();
        let idx = (n % 2) as usize;
        lines[idx].send(&message).await?;
        for line in lines.iter_mut() {
            line.wait_for(|it| is_move(it, n + 1)).await?;
        }
        for _ in 0..options.spectators {
            let heard = tokio::time::timeout(Duration::from_secs(30), hearing.recv()).await;
            match heard {
                Ok(Some((_, at))) => times.push(at.saturating_duration_since(sent)),
                _ => return Err(LoadError::Server("a spectator heard nothing".to_owned())),
            }
        }
    }
    Ok(times)
}

/// Sockets that only wait.
pub(super) async fn idle(options: &LoadOptions) -> Result<Idle, LoadError> {
    let mut games: Vec<Arc<str>> = Vec::new();
    for number in 0..options.sockets.div_ceil(BY_GAME) {
        let mut owner = Person::new(options.server(number), number);
        games.push(owner.create(BY_LINK).await?.into());
    }
    let before = memory_of_all(options);
    let begin = Instant::now();
    let mut lines = Vec::with_capacity(options.sockets);
    for chunk in (0..options.sockets).collect::<Vec<_>>().chunks(CROWD) {
        let mut making = JoinSet::new();
        for &number in chunk {
            let person = Person::new(options.server(number), number);
            let game = Arc::clone(&games[number / BY_GAME]);
            making.spawn(async move { person.socket(&game).await });
        }
        while let Some(made) = making.join_next().await {
            lines.push(join(made)?);
        }
    }
    for line in &mut lines {
        line.wait_for(|it| matches!(it, ServerMessage::Crowd(_))).await?;
    }
    let connected_in = begin.elapsed();
    let after = memory_of_all(options);
    let grown = before.zip(after).map(|(before, after)| after.saturating_sub(before));
    let bytes_by_socket = grown.map(|it| it / options.sockets as u64);
    Ok(Idle { bytes_by_socket, connected_in })
}

/// The memory of all servers in bytes, where the system tells.
fn memory_of_all(options: &LoadOptions) -> Option<u64> {
    options.processes.iter().map(|it| memory(*it)).sum()
}

/// The memory of a process in bytes, where the system tells.
fn memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|it| it.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(1024 * kilobytes)
}
