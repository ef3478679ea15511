//! The career: the road, its challenges, and their results.

mod journey;
mod picture;
mod road;
mod statistics;

use ratatui::crossterm::event::{KeyEvent, MouseButton, MouseEvent, MouseEventKind};
use ratatui::layout::Rect;
use tengen_challenge::{
    Choice, Difficulty, Discovery, Duel, Ending, KOMI, Key, Menu, News, Offer, Phase, Verdict,
};
use tengen_front::command::Command;
use tengen_host::{Played, PlayedResult, Profile, ProfileEvent};
use tengen_rules::Komi;

use super::{Pointed, Rows, next, pointed, previous};
use journey::Journey;

/// The ticks after which the time is written down.
const TICKS_BETWEEN_NOTES: u64 = 600;

/// The lines of the log that are kept.
const LOG: usize = 50;

/// The most challenges that one can look for while they wait.
const MAX_SEARCHED: usize = 3;

/// The points that the teacher gives away after each game that is lost.
const LESSON: i16 = 7;

/// How a career begins.
#[derive(Clone, Debug)]
pub struct Departure {
    /// The player's profile so far.
    pub profile: Profile,
    /// The seed of the random numbers.
    pub seed: u64,
    /// Whether a challenge is found at once.
    pub is_debug: bool,
}

/// What the program must do for the career.
#[derive(Clone, Debug, Default)]
pub(crate) struct CareerNews {
    /// What is added to the profile.
    pub(crate) events: Vec<ProfileEvent>,
    /// Whether other programs may have added something to it.
    pub(crate) is_stale: bool,
    /// Whether the career is left.
    pub(crate) is_left: bool,
}

impl CareerNews {
    fn of(events: impl IntoIterator<Item = ProfileEvent>) -> CareerNews {
        CareerNews { events: events.into_iter().collect(), ..CareerNews::default() }
    }
}

#[derive(Copy, Clone, Debug, Eq, PartialEq)]
enum Page {
    Road,
    Menu,
    Statistics,
}

/// The career on the screen.
#[derive(Debug)]
pub(crate) struct Career {
    profile: Profile,
    /// The ticks that are not in the profile yet.
    n_ticks: u64,
    discovery: Discovery,
    /// The seed of the game that newcomers are offered.
    first: u64,
    menu: Menu,
    duel: Option<Duel>,
    page: Page,
    /// The entry on the road that is chosen.
    chosen: usize,
    log: Vec<String>,
    /// Where the game was drawn last.
    board: Rect,
    /// Where the entries of the road were drawn last.
    rows: Rows,
}

impl Career {
    /// A career, and what is to be done about it.
    pub(crate) fn new(departure: Departure) -> (Career, CareerNews) {
        let Departure { profile, seed, is_debug } = departure;
        let mut discovery = Discovery::new(seed);
        let first = discovery.find().seed();
        let mut career = Career {
            profile,
            n_ticks: 0,
            discovery,
            first,
            menu: Menu::new(),
            duel: None,
            page: Page::Road,
            chosen: 0,
            log: Vec::new(),
            board: Rect::ZERO,
            rows: Rows::default(),
        };
        career.sort_menu();
        career.tell(career.welcome());
        let found = is_debug.then(|| career.discovery.find());
        let event = found.map(|offer| career.find(&offer));
        (career, CareerNews::of(event))
    }

    fn welcome(&self) -> String {
        match (self.is_newcomer(), self.profile.offers.len()) {
            (true, _) => "Your teacher has set up a board: win your first game with her, \
                          and the road is yours."
                .to_owned(),
            (false, 0) => "You take to the road again.".to_owned(),
            (false, 1) => {
                "You take to the road again. Someone is still waiting for you.".to_owned()
            }
            (false, n) => {
                format!("You take to the road again. {n} players are still waiting for you.")
            }
        }
    }

    /// Takes a profile that was read or written.
    pub(crate) fn set_profile(&mut self, profile: Profile) {
        self.profile = profile;
        self.sort_menu();
    }

    /// Lets a tenth of a second pass.
    pub(crate) fn tick(&mut self) -> CareerNews {
        let before = self.journey().place();
        self.n_ticks += 1;
        if self.journey().place() != before {
            self.tell(self.journey().arrival());
        }
        let mut events = Vec::new();
        if self.n_ticks >= TICKS_BETWEEN_NOTES {
            events.extend(self.note_time());
        }
        let is_open = self.duel.is_some();
        if let Some(offer) = self.discovery.tick(self.profile.prestige, is_open) {
            events.push(self.find(&offer));
        }
        let news = self.duel.as_mut().and_then(Duel::tick);
        events.extend(self.hear(news));
        CareerNews::of(events)
    }

    /// The time that is not written down yet.
    pub(crate) fn note_time(&mut self) -> Option<ProfileEvent> {
        let n_ticks = std::mem::take(&mut self.n_ticks);
        self.profile.ticks = self.profile.ticks.saturating_add(n_ticks);
        (n_ticks > 0).then_some(ProfileEvent::Walked(n_ticks))
    }

    /// Whether every key has a meaning, so that none can open help.
    pub(crate) fn wants_any_key(&self) -> bool {
        let is_over = |duel: &Duel| matches!(duel.phase(), Phase::Over(_));
        self.duel.as_ref().is_some_and(|it| it.is_forfeit_asked() || is_over(it))
    }

    /// Whether a game is being played.
    pub(crate) const fn is_playing(&self) -> bool {
        self.duel.is_some()
    }

    /// Takes a key, by what it means to the user or else as it is.
    pub(crate) fn press(&mut self, command: Option<Command>, event: KeyEvent) -> CareerNews {
        // A key whose command means nothing here is free for what it says.
        let key = match command.map(meaning).filter(|it| *it != Key::Other) {
            Some(key) => key,
            None => Key::from_event(&event).unwrap_or(Key::Other),
        };
        if let Some(duel) = &mut self.duel {
            let news = duel.key(key);
            return CareerNews::of(self.hear(news));
        }
        match self.page {
            Page::Road => self.walk(key),
            Page::Menu => self.answer(key),
            Page::Statistics => {
                if matches!(key, Key::Leave | Key::Enter) {
                    self.page = Page::Road;
                }
                CareerNews::default()
            }
        }
    }

    /// Takes a click on the board, or on an entry of the road.
    pub(crate) fn point(&mut self, mouse: MouseEvent) -> CareerNews {
        if self.duel.is_none() && self.page == Page::Road {
            return match pointed(mouse, self.rows) {
                Some(Pointed::Entry(idx, MouseButton::Left)) => {
                    self.chosen = idx;
                    self.walk(Key::Enter)
                }
                Some(Pointed::Wheel(command)) => self.walk(meaning(command)),
                _ => CareerNews::default(),
            };
        }
        let Some(duel) = &mut self.duel else { return CareerNews::default() };
        let MouseEvent { kind, column, row, .. } = mouse;
        let point = duel.scene().point_at(self.board, (column, row).into());
        match (kind, point) {
            (MouseEventKind::Down(MouseButton::Left), Some(point)) => {
                let news = duel.click(point);
                CareerNews::of(self.hear(news))
            }
            _ => CareerNews::default(),
        }
    }

    fn walk(&mut self, key: Key) -> CareerNews {
        match key {
            Key::Up => self.chosen = previous(self.chosen, road::ENTRIES.len()),
            Key::Down => self.chosen = next(self.chosen, road::ENTRIES.len()),
            Key::Leave => return self.leave(),
            Key::Enter if road::ENTRIES[self.chosen] == road::Entry::Search => {
                return self.search();
            }
            Key::Enter => {
                self.page = match road::ENTRIES[self.chosen] {
                    road::Entry::Challenges => Page::Menu,
                    road::Entry::Statistics => Page::Statistics,
                    road::Entry::Leave => return self.leave(),
                    road::Entry::Search => Page::Road,
                };
                // Another program may have added something.
                return CareerNews { is_stale: true, ..CareerNews::default() };
            }
            _ => (),
        }
        CareerNews::default()
    }

    /// Looks for a game instead of waiting until somebody asks for one.
    fn search(&mut self) -> CareerNews {
        if self.is_newcomer() {
            self.tell("Win a game against your teacher first: she waits for you.".to_owned());
            return CareerNews::default();
        }
        if self.menu.offers().len() >= MAX_SEARCHED {
            self.tell("Enough players are waiting for you already.".to_owned());
            return CareerNews::default();
        }
        let offer = self.discovery.find();
        CareerNews::of([self.find(&offer)])
    }

    fn leave(&mut self) -> CareerNews {
        CareerNews { is_left: true, ..CareerNews::of(self.note_time()) }
    }

    fn answer(&mut self, key: Key) -> CareerNews {
        match self.menu.key(key) {
            None => (),
            Some(Choice::Back) => self.page = Page::Road,
            Some(Choice::Decline(offer)) if self.is_first(&offer) => {
                self.tell("Your teacher smiles, and leaves the board where it is.".to_owned());
                self.sort_menu();
                self.page = Page::Road;
            }
            Some(Choice::Decline(offer)) => {
                self.tell(format!("You walk on. {} puts the board away.", offer.title()));
                return no_longer_waits(&offer);
            }
            Some(Choice::Play(offer, difficulty)) => return self.begin(&offer, difficulty),
        }
        CareerNews::default()
    }

    fn begin(&mut self, offer: &Offer, difficulty: Difficulty) -> CareerNews {
        // A slip of the finger must not lose a game.
        let duel = Duel::new(difficulty, offer.seed()).with_pass_question();
        self.page = Page::Road;
        if self.is_first(offer) {
            let duel = duel.with_komi(self.first_komi());
            // Who has just learned the rules must be able to win.
            let is_easy = difficulty == Difficulty::Novice;
            self.duel = Some(if is_easy { duel.with_teacher() } else { duel });
            return CareerNews::default();
        }
        self.duel = Some(duel);
        no_longer_waits(offer)
    }

    fn find(&mut self, offer: &Offer) -> ProfileEvent {
        self.tell(offer.log_line());
        self.profile.offers.push(offer.seed());
        self.sort_menu();
        ProfileEvent::Found(offer.seed())
    }

    fn hear(&mut self, news: Option<News>) -> Vec<ProfileEvent> {
        match news {
            None => Vec::new(),
            Some(News::Closed) => {
                self.duel = None;
                self.sort_menu();
                Vec::new()
            }
            Some(News::Ended(outcome)) => {
                self.tell(outcome.log_line());
                if self.is_newcomer() && outcome.verdict == Verdict::Win {
                    self.tell(
                        "Your teacher bows. From here on, strangers will challenge you.".to_owned(),
                    );
                }
                let walked = self.note_time();
                walked.into_iter().chain([played(&outcome)]).collect()
            }
        }
    }

    /// Puts everything that waits into the menu, the teacher first.
    fn sort_menu(&mut self) {
        let teacher = self.is_newcomer().then(|| Offer::new(self.first).with_title(self.lesson()));
        let others = self.profile.offers.iter().copied().map(Offer::new);
        self.menu.set_offers(teacher.into_iter().chain(others).collect());
    }

    const fn is_newcomer(&self) -> bool {
        self.profile.prestige == 0
    }

    fn is_first(&self, offer: &Offer) -> bool {
        offer.seed() == self.first
    }

    fn lesson(&self) -> String {
        match self.profile.losses {
            0 => "Your teacher: the first game".to_owned(),
            _ => format!("Your teacher: again, {} points for you", self.head_start()),
        }
    }

    /// The points that the player gets in the first game. They grow with each
    /// loss, so that everyone wins it in the end.
    fn head_start(&self) -> i16 {
        let n_lost = i16::try_from(self.profile.losses).unwrap_or(i16::MAX);
        n_lost.saturating_mul(LESSON).min(81)
    }

    fn first_komi(&self) -> Komi {
        Komi::from_half_points(KOMI.half_points() - 2 * self.head_start())
    }

    fn journey(&self) -> Journey {
        Journey::after(self.profile.ticks.saturating_add(self.n_ticks))
    }

    /// Adds a line to the log unless it repeats the last one.
    pub(crate) fn tell(&mut self, line: String) {
        if self.log.last() == Some(&line) {
            return;
        }
        self.log.push(line);
        let n_old = self.log.len().saturating_sub(LOG);
        self.log.drain(..n_old);
    }
}

fn no_longer_waits(offer: &Offer) -> CareerNews {
    CareerNews::of([ProfileEvent::Answered(offer.seed())])
}

/// What a command means to a challenge.
const fn meaning(command: Command) -> Key {
    match command {
        Command::Up => Key::Up,
        Command::Down => Key::Down,
        Command::Left => Key::Left,
        Command::Right => Key::Right,
        Command::Confirm => Key::Enter,
        Command::Pass => Key::Pass,
        Command::Cancel | Command::Leave => Key::Leave,
        _ => Key::Other,
    }
}

/// What a game means to the profile.
fn played(outcome: &tengen_challenge::Outcome) -> ProfileEvent {
    ProfileEvent::Played(Played {
        difficulty: outcome.difficulty.index(),
        result: match (outcome.verdict, outcome.ending) {
            (_, Ending::Forfeit) => PlayedResult::Forfeited,
            (Verdict::Win, _) => PlayedResult::Won,
            (Verdict::Loss, _) => PlayedResult::Lost,
            (Verdict::Draw, _) => PlayedResult::Drawn,
        },
        reward: outcome.reward,
        captured: outcome.captured[tengen_challenge::HUMAN],
    })
}
