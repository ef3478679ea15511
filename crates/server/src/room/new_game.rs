//! How a game on the server begins.

use std::collections::VecDeque;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_clock::TimeControl;
use tengen_rules::{ByColor, Color, Komi, Ruleset, Size};
use tengen_session::{BadSetup, Handicap, LevelName, Permission, Policy, Seat, Session, Setup};

use super::Room;
use super::lag::LagQuota;
use super::presence::Attendance;
use super::save::Meta;
use crate::id::{GameId, PersonId};
use crate::store::StoredGame;
use crate::wire::{self, Kind, Presence, Visibility};

/// The time that players have to agree on the dead stones.
const SCORING_TIME: Duration = Duration::from_secs(300);

/// What is agreed on before a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NewGame {
    /// Who creates it.
    pub guest: PersonId,
    /// The name of who creates it, perhaps empty.
    pub name: String,
    /// The color of who creates it.
    pub color: Color,
    /// Who plays the other color.
    pub opponent: Opponent,
    /// The opponent, if known already.
    pub second: Option<(PersonId, String)>,
    /// The size of the board.
    pub size: Size,
    /// The rules.
    pub ruleset: Ruleset,
    /// White's compensation, or the usual one.
    pub komi: Option<Komi>,
    /// How many stones Black has in advance.
    pub handicap: u8,
    /// Where they are.
    pub placement: Placement,
    /// The time of each player, in its short form.
    pub clock: String,
    /// Who can find and see it.
    pub visibility: Visibility,
    /// Whether it counts for the ratings.
    #[serde(default)]
    pub is_rated: bool,
}

/// Who plays the other color.
#[derive(Clone, Debug, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Opponent {
    /// Whoever comes by the link.
    Link,
    /// Our engine at a level of this name.
    Level(String),
    /// A person at the same screen.
    PassAndPlay,
}

/// Where handicap stones are.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Placement {
    /// On the customary points.
    #[default]
    Fixed,
    /// Where Black places them.
    Free,
}

impl NewGame {
    const fn kind(&self) -> Kind {
        match self.opponent {
            Opponent::Link => Kind::People,
            Opponent::Level(_) => Kind::Level,
            Opponent::PassAndPlay => Kind::PassAndPlay,
        }
    }

    fn handicap(&self) -> Handicap {
        match (self.handicap, self.placement) {
            (0 | 1, _) => Handicap::None,
            (n_stones, Placement::Fixed) => Handicap::Fixed(n_stones),
            (n_stones, Placement::Free) => Handicap::Free(n_stones),
        }
    }

    fn policy(&self) -> Policy {
        let permission = match self.opponent {
            Opponent::PassAndPlay => Permission::Free,
            Opponent::Link | Opponent::Level(_) => Permission::ByConsent,
        };
        // What counts is what was played: nothing is taken back.
        let takebacks = if self.is_rated { Permission::Never } else { permission };
        Policy { takebacks, pause: permission, edits: false, analysis: false }
    }

    fn seats(&self) -> ByColor<Seat> {
        let own = Seat::person(&wire::plain_name(&self.name));
        let other = match &self.opponent {
            Opponent::Level(name) => match name.parse::<LevelName>() {
                Ok(name) => Seat::Level(name),
                Err(_) => tengen_host::level_seat(tengen_engine::Level::FULL),
            },
            Opponent::Link => {
                let name = self.second.as_ref().map_or("", |(_, name)| name);
                Seat::person(&wire::plain_name(name))
            }
            Opponent::PassAndPlay => Seat::person(""),
        };
        match self.color {
            Color::Black => ByColor { black: own, white: other },
            Color::White => ByColor { black: other, white: own },
        }
    }

    fn guests(&self) -> ByColor<Option<PersonId>> {
        ByColor::from_fn(|color| match &self.opponent {
            _ if color == self.color => Some(self.guest),
            Opponent::PassAndPlay => Some(self.guest),
            Opponent::Link => self.second.as_ref().map(|(guest, _)| *guest),
            Opponent::Level(_) => None,
        })
    }

    /// The time of each player; what is not one is none.
    pub fn time(&self) -> TimeControl {
        self.clock.parse().unwrap_or_default()
    }

    fn setup(&self, date: &str) -> Setup {
        Setup {
            komi: self.komi,
            handicap: self.handicap(),
            seats: self.seats(),
            time: self.time(),
            scoring_time: (self.opponent != Opponent::PassAndPlay).then_some(SCORING_TIME),
            policy: self.policy(),
            date: date.to_owned(),
            ..Setup::new(self.size, self.ruleset)
        }
    }
}

/// What a store counts.
#[derive(Copy, Clone, Debug)]
pub(super) struct Written {
    pub(super) version: u64,
    pub(super) epoch: u64,
}

impl Room {
    /// A new game, and what must be stored of it.
    ///
    /// `date` is for the record, as in `2026-11-16`.
    ///
    /// # Errors
    ///
    /// Returns [`BadSetup`] if the stones of the handicap cannot stand.
    pub fn create(
        id: GameId,
        terms: NewGame,
        date: &str,
        now: Duration,
    ) -> Result<(Room, StoredGame), BadSetup> {
        let session = Session::new(terms.setup(date))?;
        let meta = Meta {
            id,
            kind: terms.kind(),
            visibility: terms.visibility,
            guests: terms.guests(),
            is_started: false,
            is_paused: false,
            is_placed_freely: session.n_handicap_left() > 0,
            n_resumes: 0,
            scoring_revision: 0,
            agreed: ByColor::default(),
            n_declined: ByColor::default(),
            undo_again_at: ByColor::default(),
            rematch: None,
            last_moves: ByColor::default(),
            terms,
        };
        let room = Room::at(meta, session, Written { version: 1, epoch: 0 }, now);
        let stored = StoredGame {
            version: room.version,
            epoch: room.epoch,
            sgf: room.session.to_sgf(now),
            room: room.meta_text(),
            listing: room.listing(),
        };
        Ok((room, stored))
    }

    /// A room whose clock stands still.
    pub(super) fn at(meta: Meta, session: Session, written: Written, now: Duration) -> Room {
        let quota = LagQuota::new(session.time_control());
        Room {
            meta,
            version: written.version,
            epoch: written.epoch,
            first_version: written.version,
            moves: Vec::new(),
            board: *session.game().board(),
            session,
            attendance: Attendance::default(),
            lag: ByColor { black: quota, white: quota },
            turn_since: now,
            restored_at: None,
            rematch_asked: None,
            recent: VecDeque::new(),
            chat: VecDeque::new(),
            last_chat: 0,
            told_presence: Presence { black: false, white: false, spectators: 0, claim: None },
            now,
        }
    }
}
