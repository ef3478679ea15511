//! The list of games that is filtered while a query is typed.

use tengen_library::{
    Cancel, GameEntry, GameId, GameList, Library, LibraryError, Order, OrderBy, Page, Query,
    QueryError,
};

use super::adding::Adder;
use super::preview::Preview;
use super::service::Service;
use super::{LibraryGame, LibraryPlace};
use crate::workspace::Waker;

/// The games that are read at once.
const PAGE: u32 = 200;

/// The kinds of tasks.
const LIST: usize = 0;
const PREVIEW: usize = 1;
const TAGS: usize = 2;
const FETCH: usize = 3;

/// The part of the list that is known.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// How many games the query means.
    pub total: u32,
    /// The place of the first game that is known.
    pub start: u32,
    /// The games from there on.
    pub games: Vec<GameEntry>,
}

impl Listing {
    /// The game at a place of the whole list, if it is known.
    pub fn get(&self, place: u32) -> Option<&GameEntry> {
        self.games.get(place.checked_sub(self.start)? as usize)
    }
}

/// What the thread answers.
#[derive(Debug)]
enum Answer {
    Listed(u32, GameList),
    Seen(Box<Preview>),
    Tags(Vec<(String, u32)>),
    Fetched(Box<LibraryGame>),
}

/// The library as a list with a filter, a preview and another game to compare.
#[derive(Debug)]
pub struct Browser {
    service: Service<Answer>,
    filter: String,
    query: Query,
    problem: Option<QueryError>,
    is_mine: bool,
    order: Order,
    listing: Listing,
    chosen: u32,
    preview: Option<Preview>,
    compared: Option<Preview>,
    tags: Vec<(String, u32)>,
    failure: Option<LibraryError>,
    fetched: Option<LibraryGame>,
    adder: Adder,
    /// What of the adder's work the list shows.
    n_added: u64,
}

impl Browser {
    /// Opens the library in a thread of its own.
    pub fn new(place: LibraryPlace, wake: Waker) -> Browser {
        let mut browser = Browser {
            service: Service::start(place, wake),
            filter: String::new(),
            query: Query::all(),
            problem: None,
            is_mine: false,
            order: Order::default(),
            listing: Listing::default(),
            chosen: 0,
            preview: None,
            compared: None,
            tags: Vec::new(),
            failure: None,
            fetched: None,
            adder: Adder::default(),
            n_added: 0,
        };
        browser.list_anew();
        browser.service.ask(TAGS, |library, _| library.tags().map(Answer::Tags));
        browser
    }

    /// Shows what somebody adds meanwhile.
    #[must_use]
    pub fn with_adder(self, adder: Adder) -> Browser {
        Browser { n_added: adder.n_done(), adder, ..self }
    }

    /// Who adds games meanwhile.
    pub const fn adder(&self) -> &Adder {
        &self.adder
    }

    /// The query as it was typed.
    pub fn filter(&self) -> &str {
        &self.filter
    }

    /// What is wrong with it, and where; the list is then that of the last
    /// query that was right.
    pub const fn problem(&self) -> Option<&QueryError> {
        self.problem.as_ref()
    }

    /// What is wrong with the library.
    pub const fn failure(&self) -> Option<&LibraryError> {
        self.failure.as_ref()
    }

    /// Takes another query.
    pub fn set_filter(&mut self, filter: &str) {
        if filter == self.filter {
            return;
        }
        filter.clone_into(&mut self.filter);
        match filter.parse() {
            Ok(query) => {
                self.problem = None;
                if query != self.query {
                    self.query = query;
                    self.list_anew();
                }
            }
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Whether only the user's own games are listed.
    pub const fn is_mine(&self) -> bool {
        self.is_mine
    }

    /// Lists only the user's own games, or all.
    pub fn set_mine(&mut self, is_mine: bool) {
        if self.is_mine != is_mine {
            self.is_mine = is_mine;
            self.list_anew();
        }
    }

    /// The games that are listed, as a query.
    pub fn query(&self) -> Query {
        if self.is_mine { self.query.clone().and(Query::mine()) } else { self.query.clone() }
    }

    /// The order of the list.
    pub const fn order(&self) -> Order {
        self.order
    }

    /// Takes another order.
    pub fn set_order(&mut self, order: Order) {
        if self.order != order {
            self.order = order;
            self.list_anew();
        }
    }

    /// Takes the next order of them all.
    pub fn next_order(&mut self) {
        let all = OrderBy::ALL.map(|it| it.0);
        let idx = all.iter().position(|it| *it == self.order.by).unwrap_or(0);
        self.set_order(Order { by: all[(idx + 1) % all.len()], is_reversed: false });
    }

    /// Turns the order around.
    pub fn reverse(&mut self) {
        self.set_order(Order { is_reversed: !self.order.is_reversed, ..self.order });
    }

    /// The part of the list that is known.
    pub const fn listing(&self) -> &Listing {
        &self.listing
    }

    /// Whether the list is being read.
    pub const fn is_listing(&self) -> bool {
        self.service.is_pending(LIST)
    }

    /// The place of the game that is chosen.
    pub const fn chosen(&self) -> u32 {
        self.chosen
    }

    /// The game that is chosen, if there is one.
    pub fn chosen_game(&self) -> Option<&GameEntry> {
        self.listing.get(self.chosen)
    }

    /// Chooses a game by its place.
    pub fn choose(&mut self, place: u32) {
        self.chosen = place.min(self.listing.total.saturating_sub(1));
        // The next page is read before its first game is on the screen.
        let margin = PAGE / 4;
        let end = self.listing.start + u32::try_from(self.listing.games.len()).unwrap_or(0);
        let is_low = self.chosen + margin > end && end < self.listing.total;
        let is_high = self.listing.start > 0 && self.chosen < self.listing.start + margin;
        if is_low || is_high {
            self.list(self.chosen.saturating_sub(PAGE / 2));
        }
        self.look();
    }

    /// Chooses another game, so many places away.
    pub fn step(&mut self, by: i64) {
        let place = (i64::from(self.chosen) + by).max(0);
        self.choose(u32::try_from(place).unwrap_or(u32::MAX));
    }

    /// The game that is chosen, as far as it was read.
    pub const fn preview(&self) -> Option<&Preview> {
        self.preview.as_ref()
    }

    /// The other game of a comparison.
    pub const fn compared(&self) -> Option<&Preview> {
        self.compared.as_ref()
    }

    /// Goes through the moves of the preview, and of what it is compared with.
    pub fn step_preview(&mut self, by: isize) {
        for preview in self.preview.iter_mut().chain(&mut self.compared) {
            preview.step(by);
        }
    }

    /// Goes to the position after so many moves, in both games.
    pub fn go_to_move(&mut self, n_moves: usize) {
        for preview in self.preview.iter_mut().chain(&mut self.compared) {
            preview.go_to(n_moves);
        }
    }

    /// Holds the chosen game, to compare others with it, or lets it go. Both
    /// then show where they part.
    pub fn toggle_compared(&mut self) {
        self.compared = match self.compared.take() {
            Some(_) => None,
            None => self.preview.clone(),
        };
    }

    /// Goes to where the two games that are compared part.
    pub fn go_to_parting(&mut self) {
        if let (Some(ours), Some(theirs)) = (&self.preview, &self.compared) {
            let n_common = ours.n_common_moves(theirs);
            self.go_to_move(n_common);
        }
    }

    /// All tags with the number of their games.
    pub fn tags(&self) -> &[(String, u32)] {
        &self.tags
    }

    /// Gives the chosen game a tag, or takes it if it has it.
    pub fn toggle_tag(&mut self, tag: &str) {
        let Some(id) = self.chosen_game().map(|it| it.id) else { return };
        let tag = tag.trim().to_lowercase();
        let has_tag = self.preview.as_ref().is_some_and(|it| it.tags.contains(&tag));
        self.service.ask(TAGS, move |library, _| {
            if has_tag {
                library.remove_tag(&[id], &tag)?;
            } else {
                library.add_tag(&[id], &tag)?;
            }
            library.tags().map(Answer::Tags)
        });
        self.read_preview(id);
        // A query may be about tags.
        self.list(self.listing.start);
    }

    /// Has the chosen game read, to be opened; see [`Browser::take_fetched`].
    pub fn fetch(&mut self) {
        let Some(entry) = self.chosen_game().cloned() else { return };
        let preview = self.preview.as_ref().filter(|it| it.entry.id == entry.id);
        let node = preview.map(|it| it.node_id().number());
        self.service.ask(FETCH, move |library, _| fetch(library, entry.id, node));
    }

    /// Has a game read by its number, to be opened at a node.
    pub fn fetch_game(&mut self, id: GameId) {
        self.service.ask(FETCH, move |library, _| fetch(library, id, None));
    }

    /// A game that was fetched.
    pub fn take_fetched(&mut self) -> Option<LibraryGame> {
        self.fetched.take()
    }

    /// Whether a game is on its way.
    pub const fn is_fetching(&self) -> bool {
        self.service.is_pending(FETCH)
    }

    /// Takes what has come from the thread; whether something has changed.
    pub fn poll(&mut self) -> bool {
        let mut has_changed = self.adder.progress().is_some();
        let n_added = self.adder.n_done();
        if n_added != self.n_added {
            self.n_added = n_added;
            self.list(self.listing.start);
            self.service.ask(TAGS, |library, _| library.tags().map(Answer::Tags));
            has_changed = true;
        }
        while let Some((slot, result)) = self.service.poll() {
            self.take(slot, result);
            has_changed = true;
        }
        has_changed
    }

    /// Waits until everything is there that was asked for.
    pub fn settle(&mut self) {
        self.adder.settle();
        self.poll();
        while let Some((slot, result)) = self.service.wait() {
            self.take(slot, result);
        }
    }

    fn take(&mut self, slot: usize, result: Result<Answer, LibraryError>) {
        match result {
            Ok(answer) => self.accept(answer),
            // Nobody has put anything into it yet.
            Err(LibraryError::Missing) => {
                self.accept(Answer::Listed(0, GameList { total: 0, games: Vec::new() }));
            }
            Err(LibraryError::Cancelled) => (),
            Err(error) => {
                if slot == PREVIEW {
                    self.preview = None;
                }
                self.failure = Some(error);
            }
        }
    }

    fn accept(&mut self, answer: Answer) {
        match answer {
            Answer::Listed(start, list) => {
                self.failure = None;
                self.listing = Listing { total: list.total, start, games: list.games };
                self.chosen = self.chosen.min(list.total.saturating_sub(1));
                self.look();
            }
            Answer::Seen(preview) => {
                let is_wanted = self.chosen_game().is_some_and(|it| it.id == preview.entry.id);
                if is_wanted {
                    self.preview = Some(*preview);
                }
                if self.compared.is_some() {
                    self.go_to_parting();
                }
            }
            Answer::Tags(tags) => self.tags = tags,
            Answer::Fetched(game) => self.fetched = Some(*game),
        }
    }

    /// Reads the list from its beginning.
    fn list_anew(&mut self) {
        self.chosen = 0;
        self.list(0);
    }

    fn list(&mut self, start: u32) {
        let (query, order) = (self.query(), self.order);
        self.service.ask(LIST, move |library, cancel| {
            let page = Page { start, len: PAGE };
            let list = library.games(&query, order, page, cancel)?;
            Ok(Answer::Listed(start, list))
        });
    }

    /// Reads the chosen game, unless it is on the screen or comes anyway.
    fn look(&mut self) {
        let Some(id) = self.chosen_game().map(|it| it.id) else {
            if self.listing.total == 0 {
                self.service.cancel(PREVIEW);
                self.preview = None;
            }
            return;
        };
        if self.preview.as_ref().is_none_or(|it| it.entry.id != id) {
            self.read_preview(id);
        }
    }

    fn read_preview(&mut self, id: GameId) {
        self.service.ask(PREVIEW, move |library, _: &Cancel| {
            let entry = library.game(id)?;
            Preview::read(library, entry).map(|it| Answer::Seen(Box::new(it)))
        });
    }
}

fn fetch(library: &mut Library, id: GameId, node: Option<u32>) -> Result<Answer, LibraryError> {
    LibraryGame::read(library, id, node).map(|it| Answer::Fetched(Box::new(it)))
}
