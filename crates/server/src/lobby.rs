//! People who look for a game: offers, challenges, and automatic pairing.
//!
//! A [`Lobby`] is deterministic: it knows no socket, no store and no clock. Its
//! version grows with each change, and whoever waits for that is told.

use std::collections::{BTreeMap, HashMap};
use std::time::Duration;

use tengen_ratings::{Match, MatchOffer, PlayerId, Rating, automatch};
use tengen_rules::{Color, Ruleset, Size};

use crate::id::{GameId, PersonId};
use crate::rated::{NotRated, RatedTerms, check_people, fair};
use crate::room::{NewGame, Opponent, Placement};
use crate::wire::Visibility;

/// How long somebody may be gone before the offers go as well.
const GRACE: Duration = Duration::from_secs(4);

/// How long an offer stands without an answer.
const EXPIRES: Duration = Duration::from_secs(30 * 60);

/// The most offers of one person.
const MAX_OFFERS: usize = 5;

/// Somebody who looks for a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Seeker {
    pub(crate) person: PersonId,
    pub(crate) name: String,
    /// The strength at such games.
    pub(crate) rating: Rating,
}

/// What is played.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct OfferTerms {
    pub(crate) size: Size,
    pub(crate) ruleset: Ruleset,
    /// The time of each player, in its short form.
    pub(crate) clock: String,
    pub(crate) is_rated: bool,
}

/// An offer of a game.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Offer {
    pub(crate) id: u64,
    pub(crate) by: Seeker,
    /// For whom alone, if it is a challenge.
    pub(crate) to: Option<(PersonId, String)>,
    pub(crate) terms: OfferTerms,
    pub(crate) is_declined: bool,
    since: Duration,
}

/// Why nothing came of it.
#[derive(Clone, Debug, Eq, PartialEq)]
pub(crate) enum NoGame {
    /// The offer is gone, or was never for this person.
    Gone,
    /// It is one's own.
    Own,
    /// There are too many offers already.
    TooMany,
    /// It cannot be rated.
    NotRated(NotRated),
}

impl NoGame {
    /// The sentence.
    pub(crate) fn text(&self) -> String {
        match self {
            NoGame::Gone => "This offer is gone. Choose another one.".to_owned(),
            NoGame::Own => "You cannot play against yourself.".to_owned(),
            NoGame::TooMany => format!(
                "You have {MAX_OFFERS} offers already. Withdraw one before you make another."
            ),
            NoGame::NotRated(reason) => reason.text(),
        }
    }
}

/// Whether somebody is there.
#[derive(Copy, Clone, Debug, Default)]
struct Presence {
    n_connections: u32,
    seen_at: Duration,
}

/// All who look for a game.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    offers: BTreeMap<u64, Offer>,
    waiting: BTreeMap<u64, (Seeker, MatchOffer<String>)>,
    present: HashMap<PersonId, Presence>,
    /// Games that have begun, for players who have not gone there yet.
    begun: HashMap<PersonId, GameId>,
    last: u64,
    version: u64,
}

impl Lobby {
    /// Grows with each change.
    pub(crate) const fn version(&self) -> u64 {
        self.version
    }

    /// The offers that somebody sees: open ones, and challenges of and to this
    /// person.
    pub(crate) fn offers_for(&self, person: PersonId) -> impl Iterator<Item = &Offer> {
        self.offers.values().filter(move |it| {
            let is_own = it.by.person == person;
            it.to.as_ref().is_none_or(|(to, _)| is_own || *to == person && !it.is_declined)
        })
    }

    /// How many wait to be paired.
    pub(crate) fn n_waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Whether somebody waits to be paired.
    pub(crate) fn is_waiting(&self, person: PersonId) -> bool {
        self.waiting.values().any(|(it, _)| it.person == person)
    }

    /// The game that has begun for somebody, told once.
    pub(crate) fn take_begun(&mut self, person: PersonId) -> Option<GameId> {
        self.begun.remove(&person)
    }

    /// A page of somebody is open, until [`Lobby::left`].
    pub(crate) fn arrived(&mut self, person: PersonId, now: Duration) {
        let presence = self.present.entry(person).or_default();
        presence.n_connections += 1;
        presence.seen_at = now;
    }

    /// A page is closed.
    pub(crate) fn left(&mut self, person: PersonId, now: Duration) {
        if let Some(presence) = self.present.get_mut(&person) {
            presence.n_connections = presence.n_connections.saturating_sub(1);
            presence.seen_at = now;
        }
    }

    /// Somebody has looked at the lobby, with a browser that may not wait for
    /// news.
    pub(crate) fn seen(&mut self, person: PersonId, until: Duration) {
        let presence = self.present.entry(person).or_default();
        presence.seen_at = presence.seen_at.max(until);
    }

    /// Forgets those who are gone, with their offers, and offers that no one
    /// took.
    pub(crate) fn tick(&mut self, now: Duration) {
        self.present.retain(|_, it| it.n_connections > 0 || it.seen_at + GRACE > now);
        let present = &self.present;
        let n_before = self.offers.len() + self.waiting.len();
        self.offers.retain(|_, it| present.contains_key(&it.by.person) && it.since + EXPIRES > now);
        self.waiting.retain(|_, (it, _)| present.contains_key(&it.person));
        if self.offers.len() + self.waiting.len() != n_before {
            self.version += 1;
        }
    }

    /// Makes an offer.
    pub(crate) fn offer(
        &mut self,
        by: Seeker,
        to: Option<(PersonId, String)>,
        terms: OfferTerms,
        now: Duration,
    ) -> Result<u64, NoGame> {
        if to.as_ref().is_some_and(|(to, _)| *to == by.person) {
            return Err(NoGame::Own);
        }
        if self.offers.values().filter(|it| it.by.person == by.person).count() >= MAX_OFFERS {
            return Err(NoGame::TooMany);
        }
        let id = self.next();
        let offer = Offer { id, by, to, terms, is_declined: false, since: now };
        self.offers.insert(id, offer);
        Ok(id)
    }

    /// Takes one's own offer back; whatever is not one's own stays.
    pub(crate) fn withdraw(&mut self, id: u64, by: PersonId) {
        if self.offers.get(&id).is_some_and(|it| it.by.person == by) {
            self.offers.remove(&id);
            self.version += 1;
        }
    }

    /// Declines a challenge, of which its maker is told.
    pub(crate) fn decline(&mut self, id: u64, by: PersonId) {
        let offer = self.offers.get_mut(&id);
        let own = offer.filter(|it| it.to.as_ref().is_some_and(|(to, _)| *to == by));
        if let Some(offer) = own {
            offer.is_declined = true;
            self.version += 1;
        }
    }

    /// The offer that somebody may take.
    pub(crate) fn find(&self, id: u64, person: PersonId) -> Result<&Offer, NoGame> {
        let offer = self.offers_for(person).find(|it| it.id == id && !it.is_declined);
        match offer.ok_or(NoGame::Gone)? {
            offer if offer.by.person == person => Err(NoGame::Own),
            offer => Ok(offer),
        }
    }

    /// Takes an offer: the game that must be created.
    pub(crate) fn take(&mut self, id: u64, by: &Seeker) -> Result<NewGame, NoGame> {
        let offer = self.find(id, by.person)?;
        if offer.terms.is_rated {
            check_people(offer.by.rating, by.rating, offer.terms.size).map_err(NoGame::NotRated)?;
        }
        let offer = self.offers.remove(&id).ok_or(NoGame::Gone)?;
        self.version += 1;
        let OfferTerms { size, ruleset, .. } = offer.terms;
        let terms = fair(offer.by.rating, by.rating, size, &ruleset);
        Ok(new_game(&offer.by, by, &offer.terms, terms))
    }

    /// Waits to be paired; whoever waits already waits for this from now on.
    pub(crate) fn seek(&mut self, by: Seeker, mut wishes: MatchOffer<String>) {
        self.stop_seeking(by.person);
        wishes.id = self.next();
        wishes.player = player(by.person);
        self.waiting.insert(wishes.id, (by, wishes));
    }

    /// Waits no longer.
    pub(crate) fn stop_seeking(&mut self, person: PersonId) {
        self.waiting.retain(|_, (it, _)| it.person != person);
        self.version += 1;
    }

    /// Pairs those who fit: the games that must be created.
    pub(crate) fn pair(&mut self, now: Duration, seed: u64) -> Vec<NewGame> {
        let wishes: Vec<MatchOffer<String>> =
            self.waiting.values().map(|(_, it)| it.clone()).collect();
        let matches = automatch(&wishes, now, seed);
        matches.into_iter().filter_map(|it| self.paired(&it)).collect()
    }

    fn paired(&mut self, found: &Match<String>) -> Option<NewGame> {
        let (black, _) = self.waiting.remove(&found.offers.black)?;
        let (white, _) = self.waiting.remove(&found.offers.white)?;
        self.version += 1;
        for person in [black.person, white.person] {
            self.offers.retain(|_, it| it.by.person != person);
        }
        let terms = OfferTerms {
            size: found.size,
            ruleset: found.ruleset,
            clock: found.clock.clone(),
            is_rated: found.is_rated,
        };
        let rated = RatedTerms { color: Some(Color::Black), terms: found.terms };
        Some(new_game(&black, &white, &terms, rated))
    }

    /// A game has begun, to which both players go; their other offers are gone.
    pub(crate) fn begin(&mut self, game: GameId, players: [PersonId; 2]) {
        for person in players {
            self.begun.insert(person, game);
            self.offers.retain(|_, it| it.by.person != person);
            self.waiting.retain(|_, (it, _)| it.person != person);
        }
        self.version += 1;
    }

    fn next(&mut self) -> u64 {
        self.last += 1;
        self.version += 1;
        self.last
    }
}

/// Tells players apart, for the pairing.
fn player(person: PersonId) -> PlayerId {
    let (parts, _) = person.as_bytes().as_chunks();
    PlayerId(u64::from_le_bytes(parts[0]))
}

/// The game between two people, of whom the first one has made the offer.
fn new_game(one: &Seeker, other: &Seeker, terms: &OfferTerms, rated: RatedTerms) -> NewGame {
    let mut game = NewGame {
        guest: one.person,
        name: one.name.clone(),
        color: Color::Black,
        opponent: Opponent::Link,
        second: Some((other.person, other.name.clone())),
        size: terms.size,
        ruleset: terms.ruleset,
        komi: None,
        handicap: 0,
        placement: Placement::Fixed,
        clock: terms.clock.clone(),
        visibility: Visibility::Listed,
        is_rated: false,
    };
    crate::rated::apply(&mut game, rated);
    game.is_rated = terms.is_rated;
    game
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_ratings::{Start, Wish};

    const NOW: Duration = Duration::from_secs(1_000);

    fn seeker(number: u64, rank: &str) -> Seeker {
        let rating = Start::Rank(rank.parse().unwrap()).rating();
        Seeker {
            person: PersonId::numbered(number),
            name: format!("player {number}"),
            rating: Rating { deviation: 80.0, ..rating },
        }
    }

    fn terms(is_rated: bool) -> OfferTerms {
        let (size, ruleset) = (Size::NINETEEN, Ruleset::JAPANESE);
        OfferTerms { size, ruleset, clock: "10m".to_owned(), is_rated }
    }

    fn seen(lobby: &Lobby, number: u64) -> Vec<u64> {
        lobby.offers_for(PersonId::numbered(number)).map(|it| it.id).collect()
    }

    #[test]
    fn offer_is_taken_once_by_somebody_else() {
        let mut lobby = Lobby::default();
        let (ana, ben) = (seeker(1, "8k"), seeker(2, "5k"));
        let id = lobby.offer(ana.clone(), None, terms(true), NOW).unwrap();
        assert_eq!((seen(&lobby, 1), seen(&lobby, 2)), (vec![id], vec![id]));
        assert_eq!(lobby.take(id, &ana), Err(NoGame::Own));
        let game = lobby.take(id, &ben).unwrap();
        assert_eq!((game.guest, game.color, game.handicap), (ana.person, Color::Black, 4));
        assert!(game.is_rated);
        assert_eq!(lobby.take(id, &ben), Err(NoGame::Gone));
    }

    #[test]
    fn rated_games_are_between_people_of_similar_strength() {
        let mut lobby = Lobby::default();
        let id = lobby.offer(seeker(1, "25k"), None, terms(true), NOW).unwrap();
        let far = lobby.take(id, &seeker(2, "3k")).unwrap_err();
        assert!(far.text().contains("22 ranks apart"), "{}", far.text());
        lobby.withdraw(id, PersonId::numbered(1));
        let id = lobby.offer(seeker(1, "25k"), None, terms(false), NOW).unwrap();
        assert!(!lobby.take(id, &seeker(2, "3k")).unwrap().is_rated);
    }

    #[test]
    fn challenge_is_seen_by_two_and_may_be_declined() {
        let mut lobby = Lobby::default();
        let to = Some((PersonId::numbered(2), "player 2".to_owned()));
        let id = lobby.offer(seeker(1, "5k"), to.clone(), terms(true), NOW).unwrap();
        assert_eq!(lobby.offer(seeker(2, "5k"), to, terms(true), NOW), Err(NoGame::Own));
        assert_eq!([1, 2, 3].map(|it| seen(&lobby, it).len()), [1, 1, 0]);
        assert_eq!(lobby.take(id, &seeker(3, "5k")), Err(NoGame::Gone));
        lobby.decline(id, PersonId::numbered(3));
        assert_eq!(seen(&lobby, 2).len(), 1);
        lobby.decline(id, PersonId::numbered(2));
        assert_eq!([1, 2, 3].map(|it| seen(&lobby, it).len()), [1, 0, 0]);
        assert!(lobby.offers_for(PersonId::numbered(1)).all(|it| it.is_declined));
    }

    #[test]
    fn offers_go_with_their_owner() {
        let mut lobby = Lobby::default();
        let ana = seeker(1, "5k");
        lobby.arrived(ana.person, NOW);
        lobby.offer(ana.clone(), None, terms(true), NOW).unwrap();
        lobby.tick(NOW + 2 * GRACE);
        assert_eq!(seen(&lobby, 2).len(), 1);
        // A page that is loaded again is not one that is closed.
        lobby.left(ana.person, NOW + 2 * GRACE);
        lobby.arrived(ana.person, NOW + 2 * GRACE + Duration::from_secs(1));
        lobby.tick(NOW + 4 * GRACE);
        assert_eq!(seen(&lobby, 2).len(), 1);
        lobby.left(ana.person, NOW + 4 * GRACE);
        let before = lobby.version();
        lobby.tick(NOW + 5 * GRACE);
        assert_eq!(seen(&lobby, 2).len(), 0);
        assert_ne!(lobby.version(), before);
    }

    #[test]
    fn offers_are_few_and_end() {
        let mut lobby = Lobby::default();
        let ana = seeker(1, "5k");
        lobby.arrived(ana.person, NOW);
        for _ in 0..MAX_OFFERS {
            lobby.offer(ana.clone(), None, terms(true), NOW).unwrap();
        }
        assert_eq!(lobby.offer(ana, None, terms(true), NOW), Err(NoGame::TooMany));
        lobby.tick(NOW + EXPIRES);
        assert_eq!(seen(&lobby, 1).len(), 0);
    }

    fn wishes(sizes: &[Size], rated: Wish) -> MatchOffer<String> {
        MatchOffer {
            id: 0,
            player: PlayerId(0),
            rating: Start::Rank("5k".parse().unwrap()).rating(),
            since: NOW,
            sizes: sizes.to_vec(),
            clocks: vec!["10m".to_owned()],
            rulesets: vec![Ruleset::JAPANESE],
            ranks_below: 5.0,
            ranks_above: 5.0,
            handicap: Wish::Preferred,
            rated,
            blocked: Vec::new(),
        }
    }

    #[test]
    fn those_who_fit_are_paired_and_no_one_else() {
        let mut lobby = Lobby::default();
        lobby.seek(seeker(1, "5k"), wishes(&[Size::NINE], Wish::Required));
        lobby.seek(seeker(2, "5k"), wishes(&[Size::NINETEEN], Wish::Required));
        lobby.seek(seeker(3, "5k"), wishes(&[Size::NINE], Wish::Refused));
        assert_eq!(lobby.pair(NOW, 1), Vec::new());
        // Whoever waits for something else now waits for that alone.
        lobby.seek(seeker(2, "5k"), wishes(&[Size::NINE, Size::NINETEEN], Wish::Preferred));
        assert_eq!(lobby.n_waiting(), 3);
        let games = lobby.pair(NOW, 1);
        assert_eq!(games.len(), 1);
        assert_eq!((games[0].size, games[0].komi), (Size::NINE, Some(Ruleset::JAPANESE.komi)));
        assert_eq!(lobby.n_waiting(), 1);
        assert!(lobby.pair(NOW, 2).is_empty());
    }

    #[test]
    fn both_players_are_sent_to_their_game_once() {
        let mut lobby = Lobby::default();
        let game: GameId = "aaaaaaaa".parse().unwrap();
        lobby.offer(seeker(1, "5k"), None, terms(true), NOW).unwrap();
        lobby.begin(game, [1, 2].map(PersonId::numbered));
        assert_eq!(seen(&lobby, 3).len(), 0, "whoever plays offers nothing");
        assert_eq!(lobby.take_begun(PersonId::numbered(1)), Some(game));
        assert_eq!(lobby.take_begun(PersonId::numbered(1)), None);
        assert_eq!(lobby.take_begun(PersonId::numbered(2)), Some(game));
    }
}
