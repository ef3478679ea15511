//! Several servers in one program, with one store and a bus that can be cut.

use tengen_rules::Size;

use super::*;
use crate::bus::Bus;
use crate::store::{LEASE, StoreError};
use crate::wire::Change;

/// Two servers, and a game of Ana, who is at the first one, and Ben, who is at
/// the second one.
struct Two {
    store: Arc<MemoryStore>,
    bus: LocalBus,
    nodes: [Arc<Games>; 2],
    id: GameId,
}

const A: usize = 0;
const B: usize = 1;

impl Two {
    async fn new() -> Two {
        let store = Arc::new(MemoryStore::default());
        let bus = LocalBus::new();
        let mut nodes = Vec::new();
        for number in [1, 2] {
            let shared = Arc::clone(&store) as Arc<dyn Store>;
            nodes.push(start(shared, &bus, NodeId::numbered(number)).await);
        }
        let nodes: [Arc<Games>; 2] = nodes.try_into().unwrap();
        let terms = NewGame { opponent: Opponent::Link, ..pass_and_play() };
        let id = nodes[A].create(terms).await.unwrap();
        Two { store, bus, nodes, id }
    }

    /// A client of Ana's or Ben's server that has said hello.
    async fn connect(&self, node: usize, guest: u64) -> TestClient {
        let (client, outgoing) = Client::new(Some(PersonId::numbered(guest)));
        let test = TestClient { id: client.id, outgoing };
        self.nodes[node].send(self.id, Request::Hello { client, have: None }).await;
        test
    }

    /// A client that was greeted.
    async fn client(&self, node: usize, guest: u64) -> TestClient {
        let mut test = self.connect(node, guest).await;
        test.wait_for(|it| matches!(it, ServerMessage::Crowd(_))).await;
        test
    }

    /// Both players at their servers, Black first.
    async fn players(&self) -> [TestClient; 2] {
        let mut ana = self.client(A, 1).await;
        let ben = PersonId::numbered(2);
        let joined = self.nodes[B].join(self.id, ben, "Ben".to_owned()).await;
        assert_eq!(joined, Some(Ok(())));
        let ben = self.client(B, 2).await;
        ana.wait_for(|it| is_change(it, |change| *change == Change::Started {})).await;
        [ana, ben]
    }

    async fn play(&self, node: usize, client: &TestClient, n: u32) {
        let at = Size::NINE.points().nth(n as usize).unwrap();
        let message = ClientMessage::Play { c: n, n, at };
        let received = self.nodes[node].clock.now();
        let lag = Duration::ZERO;
        let request = Request::Command { client: client.id, message, received, lag };
        self.nodes[node].send(self.id, request).await;
    }

    async fn n_stored(&self) -> u32 {
        self.store.load(self.id).await.unwrap().unwrap().listing.n_moves
    }

    /// A server that is no longer heard, and whose lease is over.
    async fn cut_off(&self, node: usize) {
        self.bus.set_cut(self.nodes[node].node(), true);
        self.store.renew(self.nodes[node].node(), Duration::ZERO).await.unwrap();
    }
}

async fn start(store: Arc<dyn Store>, bus: &LocalBus, node: NodeId) -> Arc<Games> {
    store.renew(node, LEASE).await.unwrap();
    let runner = Runner::start(RunnerOptions { seed: 1, ..RunnerOptions::default() });
    let post = Post { bus: Arc::new(bus.clone()), node };
    let assets = Arc::new(AssetSource::new());
    let games = Games::new(store, runner, ServerClock::new(), assets, post);
    tokio::spawn(Arc::clone(&games).take_letters(bus.join(node)));
    games
}

fn is_change(message: &ServerMessage, is_wanted: impl Fn(&Change) -> bool) -> bool {
    matches!(message, ServerMessage::Event(event) if is_wanted(&event.change))
}

fn is_move(message: &ServerMessage, n: u32) -> bool {
    is_change(message, |change| matches!(change, Change::Played { n: it, .. } if *it == n))
}

#[test]
fn people_at_two_servers_play_one_game() {
    block_on(async {
        let two = Two::new().await;
        let mut players = two.players().await;
        let mut watcher = two.client(B, 3).await;
        for n in 0..6 {
            let mover = (n % 2) as usize;
            two.play(mover, &players[mover], n).await;
            assert!(matches!(players[mover].answer().await, ServerMessage::Ok { .. }), "{n}");
            assert_eq!(two.n_stored().await, n + 1);
            players[1 - mover].wait_for(|it| is_move(it, n + 1)).await;
            watcher.wait_for(|it| is_move(it, n + 1)).await;
        }
        // A refusal comes back to the one who asked.
        two.play(B, &players[B], 6).await;
        let ServerMessage::No { why, .. } = players[B].answer().await else { panic!("no refusal") };
        assert_eq!(why, Why::NotYourTurn);
        let third = two.nodes[B].join(two.id, PersonId::numbered(3), String::new()).await;
        let Some(Err(refusal)) = third else { panic!("{third:?}") };
        assert_eq!((refusal.why(), refusal.text()), (Why::NotAllowed, Refusal::NoSeat.text()));
    });
}

#[test]
fn game_goes_on_where_its_server_is_gone_and_late_writes_are_refused() {
    block_on(async {
        let two = Two::new().await;
        let mut players = two.players().await;
        two.play(A, &players[A], 0).await;
        players[A].answer().await;
        players[B].wait_for(|it| is_move(it, 1)).await;
        two.cut_off(A).await;
        // What does not reach the owner is not acknowledged; then this server
        // has the game.
        two.play(B, &players[B], 1).await;
        let ServerMessage::No { why, .. } = players[B].answer().await else { panic!("no refusal") };
        assert_eq!(why, Why::NotStored);
        players[B].wait_for(|it| matches!(it, ServerMessage::State(_))).await;
        two.play(B, &players[B], 1).await;
        assert!(matches!(players[B].answer().await, ServerMessage::Ok { .. }));
        // The first server wakes up, knows nothing of it, and writes.
        two.bus.set_cut(two.nodes[A].node(), false);
        let received = two.nodes[A].clock.now();
        let (client, message) = (players[A].id, ClientMessage::Resign { c: 9 });
        let resign = Request::Command { client, message, received, lag: Duration::ZERO };
        two.nodes[A].send(two.id, resign).await;
        let ServerMessage::No { why, .. } = players[A].answer().await else { panic!("no refusal") };
        assert_eq!(why, Why::NotStored);
        assert_eq!(two.n_stored().await, 2);
        // It relays from now on.
        let seen = players[A].wait_for(|it| matches!(it, ServerMessage::State(_))).await;
        let ServerMessage::State(state) = seen else { panic!("{seen:?}") };
        assert_eq!(state.moves.0.len(), 2);
    });
}

#[test]
fn game_moves_at_once_when_its_server_ends() {
    block_on(async {
        let two = Two::new().await;
        let mut players = two.players().await;
        two.play(A, &players[A], 0).await;
        players[B].wait_for(|it| is_move(it, 1)).await;
        two.nodes[A].close().await;
        two.store.leave(two.nodes[A].node()).await.unwrap();
        let is_whole = |it: &ServerMessage| matches!(it, ServerMessage::State(_));
        players[B].wait_for(is_whole).await;
        two.play(B, &players[B], 1).await;
        assert!(matches!(players[B].answer().await, ServerMessage::Ok { .. }));
        assert_eq!(two.n_stored().await, 2);
    });
}

/// Loses every seventh letter.
#[derive(Debug)]
struct Lossy(LocalBus, AtomicU64);

impl Lossy {
    fn loses(&self) -> bool {
        self.1.fetch_add(1, std::sync::atomic::Ordering::Relaxed) % 7 == 6
    }
}

impl Bus for Lossy {
    fn send(&self, to: NodeId, bytes: Vec<u8>) {
        if !self.loses() {
            self.0.send(to, bytes);
        }
    }

    fn ask(&self, to: NodeId, bytes: Vec<u8>) -> crate::bus::Asking {
        self.0.ask(to, bytes)
    }

    fn publish(&self, bytes: Vec<u8>) {
        self.0.publish(bytes);
    }

    fn subscribe(&self) -> tokio::sync::broadcast::Receiver<Vec<u8>> {
        self.0.subscribe()
    }

    fn is_up(&self) -> bool {
        self.0.is_up()
    }
}

#[test]
fn watchers_see_everything_although_letters_are_lost() {
    block_on(async {
        let store: Arc<MemoryStore> = Arc::default();
        let bus = LocalBus::new();
        let owner = start(Arc::clone(&store) as Arc<dyn Store>, &bus, NodeId::numbered(1)).await;
        let owner = {
            let lossy: Arc<dyn Bus> = Arc::new(Lossy(bus.clone(), AtomicU64::new(0)));
            let post = Post { bus: lossy, node: owner.node() };
            let runner = Runner::start(RunnerOptions { seed: 1, ..RunnerOptions::default() });
            let assets = Arc::new(AssetSource::new());
            let shared = Arc::clone(&store) as Arc<dyn Store>;
            let games = Games::new(shared, runner, ServerClock::new(), assets, post);
            tokio::spawn(Arc::clone(&games).take_letters(bus.join(games.node())));
            games
        };
        let other = start(Arc::clone(&store) as Arc<dyn Store>, &bus, NodeId::numbered(2)).await;
        let id = owner.create(pass_and_play()).await.unwrap();
        let two = Two { store, bus, nodes: [owner, other], id };
        let mut ana = two.client(A, 1).await;
        let mut watcher = two.connect(B, 2).await;
        for n in 0..30 {
            two.play(A, &ana, n).await;
            assert!(matches!(ana.answer().await, ServerMessage::Ok { .. }));
        }
        // A gap brings the state, and so does a word that was the last one.
        let mut n_seen = 0;
        while n_seen < 30 {
            let Some(text) = watcher.outgoing.recv().await else {
                // Who may have missed an answer is sent away, and comes again.
                watcher = two.connect(B, 2).await;
                continue;
            };
            n_seen = match serde_json::from_str(text.as_str()).unwrap() {
                ServerMessage::State(state) => state.moves.0.len() as u32,
                ServerMessage::Event(event) => match event.change {
                    Change::Played { n, .. } => {
                        assert_eq!(n, n_seen + 1, "nothing is shown after a gap");
                        n
                    }
                    _ => n_seen,
                },
                _ => n_seen,
            };
        }
    });
}

#[test]
fn game_that_two_servers_take_at_once_has_one_owner() {
    block_on(async {
        let two = Two::new().await;
        let (first, second) = tokio::join!(two.client(A, 1), two.client(B, 4));
        drop((first, second));
        let stored = two.store.load(two.id).await.unwrap().unwrap();
        assert_eq!(stored.epoch, 1, "the other one relays");
        let late = two.store.release(two.id, 0).await;
        assert_eq!(late, Ok(()));
        let taken = two.store.take(two.id, NodeId::numbered(3)).await;
        assert!(matches!(taken, Ok(crate::store::Taken::Elsewhere(_))), "{taken:?}");
        assert_eq!(two.store.create(stored).await, Err(StoreError::Conflict));
    });
}
