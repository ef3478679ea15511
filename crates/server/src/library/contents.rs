//! The library as its thread has it open, and what of it somebody may see.

use std::collections::{BTreeMap, HashMap};
use std::path::{Path, PathBuf};

use tengen_front::library::{Found, PositionSearch};
use tengen_library::{
    Access, Cancel, GameEntry, GameSet, Library, LibraryError, Order, Page, Query,
};
use tengen_rules::{ByColor, Color};

use crate::id::{GameId, PersonId};
use crate::store::Listing;
use crate::wire::Visibility;

/// The number of a game in the library.
type Number = tengen_library::GameId;

/// A library with what it is not told: who may see which game.
pub(crate) struct Contents {
    library: Library,
    games: HashMap<GameId, KnownGame>,
    /// The games of the server that are one for the library.
    ids: BTreeMap<Number, Vec<GameId>>,
}

/// A game that is in the library.
struct KnownGame {
    number: Number,
    changed_at: u64,
    /// What the store says of it, once it has.
    seats: Option<Seats>,
}

/// Who may see a game, and who its players are.
struct Seats {
    guests: ByColor<Option<PersonId>>,
    names: ByColor<String>,
    is_listed: bool,
}

impl Seats {
    fn of(listing: &Listing) -> Seats {
        let is_listed = listing.visibility == Visibility::Listed;
        Seats { guests: listing.guests, names: listing.names.clone(), is_listed }
    }

    fn shows(&self, guest: Option<PersonId>) -> bool {
        self.is_listed || self.plays(guest)
    }

    fn color(&self, guest: Option<PersonId>) -> ByColor<bool> {
        ByColor::from_fn(|color: Color| guest.is_some() && self.guests[color] == guest)
    }

    fn plays(&self, guest: Option<PersonId>) -> bool {
        let color = self.color(guest);
        color.black || color.white
    }
}

impl Contents {
    pub(super) fn open(file: &Path) -> Result<Contents, LibraryError> {
        let mut library = match Library::open(file, Access::Create) {
            Err(LibraryError::Damaged | LibraryError::BeyondRepair) => {
                // It follows from the store, and comes again.
                let aside = file.with_extension("damaged.db");
                tracing::error!(kept = %aside.display(), "the library is damaged and made anew");
                let failed = |error| LibraryError::File(aside.clone(), error);
                std::fs::rename(file, &aside).map_err(failed)?;
                Library::open(file, Access::Create)?
            }
            opened => opened?,
        };
        let all = library.games(&Query::all(), Order::default(), Page::ALL, &Cancel::new())?;
        let mut contents = Contents { library, games: HashMap::new(), ids: BTreeMap::new() };
        for entry in all.games {
            for source in contents.library.sources(entry.id)? {
                if let Some((id, changed_at)) = read_name(&source.path) {
                    contents.know(id, KnownGame { number: entry.id, changed_at, seats: None });
                }
            }
        }
        Ok(contents)
    }

    fn know(&mut self, id: GameId, game: KnownGame) {
        self.ids.entry(game.number).or_default().push(id);
        self.games.insert(id, game);
    }

    /// Takes note of games, and says of which the record is needed.
    pub(super) fn note(&mut self, listings: &[Listing]) -> Vec<GameId> {
        let mut needed = Vec::new();
        for listing in listings {
            match self.games.get_mut(&listing.id) {
                Some(game) if game.changed_at == listing.changed_at => {
                    game.seats = Some(Seats::of(listing));
                }
                _ => needed.push(listing.id),
            }
        }
        needed
    }

    /// Puts the record of a game in place of an earlier one. Games that were
    /// one with that must be put in again.
    pub(super) fn put(
        &mut self,
        listing: &Listing,
        sgf: &str,
    ) -> Result<Vec<GameId>, LibraryError> {
        let again = self.remove(listing.id)?;
        let (name, changed_at) = (name(listing), listing.changed_at);
        let added = self.library.add(&name, sgf.as_bytes(), ByColor::default())?;
        if let Some(number) = added.game() {
            let seats = Some(Seats::of(listing));
            self.know(listing.id, KnownGame { number, changed_at, seats });
        }
        Ok(again)
    }

    /// Removes a game with all that are one with it, and says which these are.
    fn remove(&mut self, id: GameId) -> Result<Vec<GameId>, LibraryError> {
        let Some(number) = self.games.get(&id).map(|it| it.number) else { return Ok(Vec::new()) };
        self.library.remove(number)?;
        let mut others = self.ids.remove(&number).unwrap_or_default();
        for other in &others {
            self.games.remove(other);
        }
        others.retain(|it| *it != id);
        Ok(others)
    }

    /// Removes what the store does not know.
    pub(super) fn forget_others(&mut self) -> Result<(), LibraryError> {
        let unknown = self.games.iter().filter(|(_, game)| game.seats.is_none());
        let unknown: Vec<GameId> = unknown.map(|(&id, _)| id).collect();
        for id in unknown {
            self.remove(id)?;
        }
        Ok(())
    }

    /// The part that a guest may see.
    pub(super) fn shown_to(&mut self, guest: Option<PersonId>) -> Shown<'_> {
        let is_visible = |ids: &[GameId]| self.is_visible(ids, guest);
        let visible = self.ids.iter().filter(|(_, ids)| is_visible(ids));
        let visible: GameSet = visible.map(|(&number, _)| number).collect();
        let plays = |id: &GameId| self.seats(*id).is_some_and(|it| it.plays(guest));
        let mine = self.ids.iter().filter(|(_, ids)| ids.iter().any(plays));
        let mine = mine.map(|(&number, _)| number).collect();
        Shown { contents: self, guest, visible, mine }
    }

    fn seats(&self, id: GameId) -> Option<&Seats> {
        self.games.get(&id)?.seats.as_ref()
    }

    /// Whether games that are one for the library may be shown.
    ///
    /// Which of their texts the library shows is not decided here: so all of
    /// them must be visible, unless the texts name the same players.
    fn is_visible(&self, ids: &[GameId], guest: Option<PersonId>) -> bool {
        let mut seats = ids.iter().map(|id| self.seats(*id));
        let shows = |it: Option<&Seats>| it.is_some_and(|it| it.shows(guest));
        let names = |it: Option<&Seats>| it.map(|it| it.names.clone());
        let first = ids.first().and_then(|id| self.seats(*id));
        if seats.clone().all(|it| names(it) == names(first)) {
            return seats.any(shows);
        }
        seats.all(shows)
    }
}

/// What a guest may see of the library.
pub(crate) struct Shown<'a> {
    contents: &'a mut Contents,
    guest: Option<PersonId>,
    visible: GameSet,
    mine: GameSet,
}

/// A game with its address.
#[derive(Clone, Debug)]
pub(crate) struct ServerGame {
    pub(crate) id: GameId,
    pub(crate) entry: GameEntry,
}

/// Games with a position: where they are, and at which move.
#[derive(Debug)]
pub(crate) struct FoundHere {
    pub(crate) found: Found,
    pub(crate) games: Vec<(ServerGame, u32)>,
}

impl Shown<'_> {
    /// How many games can be searched.
    pub(crate) fn len(&self) -> usize {
        self.visible.len()
    }

    /// A page of the games of a query.
    pub(crate) fn games(
        &mut self,
        query: Query,
        order: Order,
        page: Page,
        cancel: &Cancel,
    ) -> Result<(u32, Vec<ServerGame>), LibraryError> {
        let query = self.only_visible(query);
        let list = self.contents.library.games(&query, order, page, cancel)?;
        let games = list.games.into_iter().filter_map(|entry| self.addressed(entry));
        Ok((list.total, games.collect()))
    }

    /// The games with a position.
    pub(crate) fn find(
        &mut self,
        mut search: PositionSearch,
        cancel: &Cancel,
    ) -> Result<FoundHere, LibraryError> {
        let query = self.only_visible(search.options.query.take().unwrap_or_default());
        search.options.query = Some(query);
        let mut found = search.find(&mut self.contents.library, cancel)?;
        let games = std::mem::take(&mut found.games).into_iter();
        let games = games.filter_map(|it| Some((self.addressed(it.entry)?, it.hit.n_moves)));
        Ok(FoundHere { games: games.collect(), found })
    }

    fn only_visible(&self, query: Query) -> Query {
        Query::among(self.visible.clone()).and(query.with_mine(&self.mine))
    }

    /// A game with its address, and with who of its players has asked.
    fn addressed(&self, entry: GameEntry) -> Option<ServerGame> {
        let ids = self.contents.ids.get(&entry.id)?;
        let seats = |id: &GameId| self.contents.seats(*id);
        let is_own = |id: &&GameId| seats(id).is_some_and(|it| it.plays(self.guest));
        let is_shown = |id: &&GameId| seats(id).is_some_and(|it| it.shows(self.guest));
        let id = *ids.iter().find(is_own).or(ids.iter().find(is_shown))?;
        let own = seats(&id).map_or_else(ByColor::default, |it| it.color(self.guest));
        Some(ServerGame { id, entry: GameEntry { own, ..entry } })
    }
}

/// The name under which the library has a game, as of some change.
fn name(listing: &Listing) -> PathBuf {
    PathBuf::from(format!("/g/{}/{}", listing.id, listing.changed_at))
}

fn read_name(path: &Path) -> Option<(GameId, u64)> {
    let mut parts = path.to_str()?.rsplit('/');
    let changed_at = parts.next()?.parse().ok()?;
    Some((parts.next()?.parse().ok()?, changed_at))
}
