//! Games with a store that fails, without a network.

mod nodes;

use tengen_host::RunnerOptions;
use tokio::sync::mpsc::Receiver;

use super::*;
use crate::bus::LocalBus;
use crate::room::{Opponent, Placement};
use crate::store::MemoryStore;
use crate::wire::{ServerMessage, Visibility, Why};

struct World {
    store: Arc<MemoryStore>,
    games: Arc<Games>,
    id: GameId,
}

impl World {
    /// A game on one screen.
    async fn new() -> World {
        let store = Arc::new(MemoryStore::default());
        let runner = Runner::start(RunnerOptions { seed: 1, ..RunnerOptions::default() });
        let shared = Arc::clone(&store) as Arc<dyn Store>;
        let assets = Arc::new(AssetSource::new());
        let post = Post { bus: Arc::new(LocalBus::new()), node: NodeId::ONLY };
        let games = Games::new(shared, runner, ServerClock::new(), assets, post);
        let id = games.create(pass_and_play()).await.unwrap();
        World { store, games, id }
    }

    /// A client that was greeted.
    async fn client(&self) -> TestClient {
        let (client, outgoing) = Client::new(Some(PersonId::numbered(1)));
        let mut test = TestClient { id: client.id, outgoing };
        self.games.send(self.id, Request::Hello { client, have: None }).await;
        test.wait_for(|it| matches!(it, ServerMessage::Crowd(_))).await;
        test
    }

    async fn play(&self, client: &TestClient, n: u32, at: &str) {
        let message = ClientMessage::Play { c: n, n, at: at.parse().unwrap() };
        let received = self.games.clock.now();
        let lag = Duration::ZERO;
        let request = Request::Command { client: client.id, message, received, lag };
        self.games.send(self.id, request).await;
    }

    async fn stored_moves(&self) -> u32 {
        self.store.load(self.id).await.unwrap().unwrap().listing.n_moves
    }
}

/// A game on one screen.
fn pass_and_play() -> NewGame {
    NewGame {
        guest: PersonId::numbered(1),
        name: "Ana".to_owned(),
        color: tengen_rules::Color::Black,
        opponent: Opponent::PassAndPlay,
        second: None,
        size: tengen_rules::Size::NINE,
        ruleset: tengen_rules::Ruleset::CHINESE,
        komi: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: "none".to_owned(),
        visibility: Visibility::Link,
        is_rated: false,
    }
}

struct TestClient {
    id: ClientId,
    outgoing: Receiver<Outgoing>,
}

impl TestClient {
    async fn wait_for(&mut self, is_wanted: impl Fn(&ServerMessage) -> bool) -> ServerMessage {
        loop {
            let text = self.outgoing.recv().await.unwrap();
            let message: ServerMessage = serde_json::from_str(text.as_str()).unwrap();
            if is_wanted(&message) {
                return message;
            }
        }
    }

    async fn answer(&mut self) -> ServerMessage {
        let is_answer =
            |it: &ServerMessage| matches!(it, ServerMessage::Ok { .. } | ServerMessage::No { .. });
        self.wait_for(is_answer).await
    }
}

fn block_on(future: impl Future<Output = ()>) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.unwrap().block_on(future);
}

#[test]
fn full_disk_refuses_with_a_sentence_and_recovers() {
    block_on(async {
        let world = World::new().await;
        let mut client = world.client().await;
        world.play(&client, 0, "D4").await;
        assert!(matches!(client.answer().await, ServerMessage::Ok { .. }));
        world.store.set_full(true);
        world.play(&client, 1, "E5").await;
        // Everything is told anew, as it is stored; then why.
        let state = client.wait_for(|it| matches!(it, ServerMessage::State(_))).await;
        let ServerMessage::State(state) = state else { panic!("{state:?}") };
        assert_eq!(state.moves.0.len(), 1);
        let ServerMessage::No { why, text, .. } = client.answer().await else {
            panic!("nothing is acknowledged that is not stored")
        };
        assert_eq!(why, Why::NotStored);
        assert!(text.contains("cannot store the game"), "{text}");
        assert_eq!(world.stored_moves().await, 1);
        world.store.set_full(false);
        world.play(&client, 1, "E5").await;
        assert!(matches!(client.answer().await, ServerMessage::Ok { .. }));
        assert_eq!(world.stored_moves().await, 2);
    });
}

#[test]
fn client_that_does_not_read_is_dropped_and_the_others_play_on() {
    block_on(async {
        let world = World::new().await;
        let slow = world.client().await;
        let mut client = world.client().await;
        let points: Vec<String> =
            tengen_rules::Size::NINE.points().map(|it| it.to_string()).take(45).collect();
        for (n, at) in points.iter().enumerate() {
            world.play(&client, n as u32, at).await;
            assert!(matches!(client.answer().await, ServerMessage::Ok { .. }), "{at}");
        }
        // What was queued can still be read, and then the reason.
        let mut outgoing = slow.outgoing;
        let mut n_queued = 0;
        while outgoing.recv().await.is_some() {
            n_queued += 1;
        }
        assert!(n_queued <= 32, "{n_queued}");
    });
}

#[test]
fn games_are_stored_and_closed_with_the_server() {
    block_on(async {
        let world = World::new().await;
        let mut client = world.client().await;
        world.play(&client, 0, "D4").await;
        client.answer().await;
        world.games.close().await;
        while client.outgoing.recv().await.is_some() {}
        assert!(world.games.look(world.id, |_| ()).await.is_none());
        assert_eq!(world.stored_moves().await, 1);
    });
}
