//! A whole host: a walk on which a player is asked for a game now and then.
//!
//! With `--debug`, a challenge is found at once. With `--measure`, there is no
//! terminal: 10,000 ticks run against a Master, and the longest is printed.

use std::error::Error;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};
use std::{env, io, thread};

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{self, Event, KeyCode, KeyEvent};
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use tengen_challenge::{Choice, Difficulty, Discovery, Duel, Key, Menu, News, Phase, TICK};

/// What the host knows; a real one would keep `prestige` in a file.
struct Walk {
    prestige: u32,
    discovery: Discovery,
    menu: Menu,
    is_menu_open: bool,
    duel: Option<Duel>,
    log: Vec<String>,
}

impl Walk {
    fn tick(&mut self) {
        if let Some(offer) = self.discovery.tick(self.prestige, self.duel.is_some()) {
            self.log.push(offer.log_line());
            self.menu.add(offer);
        }
        let news = self.duel.as_mut().and_then(Duel::tick);
        self.hear(news);
    }

    /// Returns whether the walk goes on.
    fn press(&mut self, event: &KeyEvent) -> bool {
        let Some(key) = Key::from_event(event) else { return true };
        if let Some(duel) = &mut self.duel {
            let news = duel.key(key);
            self.hear(news);
        } else if self.is_menu_open {
            match self.menu.key(key) {
                Some(Choice::Play(offer, difficulty)) => {
                    self.duel = Some(Duel::new(difficulty, offer.seed()));
                }
                Some(Choice::Back) => self.is_menu_open = false,
                Some(Choice::Decline(_)) | None => (),
            }
        } else {
            self.is_menu_open = event.code == KeyCode::Char('c');
            return key != Key::Leave;
        }
        true
    }

    fn hear(&mut self, news: Option<News>) {
        match news {
            Some(News::Ended(outcome)) => {
                self.prestige += outcome.reward;
                self.log.push(outcome.log_line());
            }
            Some(News::Closed) => self.duel = None,
            None => (),
        }
    }

    fn draw(&self, frame: &mut Frame<'_>) {
        let rows = Layout::vertical([Constraint::Length(1), Constraint::Min(0)]);
        let [head, body] = rows.areas(frame.area());
        let waiting = self.menu.offers().len();
        let text = format!("prestige {}   {waiting} waiting   C challenges, Q quit", self.prestige);
        frame.render_widget(Line::from(text), head);
        match &self.duel {
            Some(duel) => frame.render_widget(duel, body),
            None if self.is_menu_open => frame.render_widget(&self.menu, body),
            None => frame.render_widget(Paragraph::new(self.log.join("\n")), body),
        }
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    if env::args().any(|it| it == "--measure") {
        return Ok(measure(10_000, &mut io::stdout())?);
    }
    let seed = SystemTime::now().duration_since(UNIX_EPOCH)?.as_secs();
    let mut walk = Walk {
        prestige: 1,
        discovery: Discovery::new(seed),
        menu: Menu::new(),
        is_menu_open: false,
        duel: None,
        log: vec!["You walk.".to_owned()],
    };
    if env::args().any(|it| it == "--debug") {
        walk.menu.add(walk.discovery.find());
    }
    ratatui::run(|terminal| {
        let mut next = Instant::now() + TICK;
        loop {
            terminal.draw(|frame| walk.draw(frame))?;
            if event::poll(next.saturating_duration_since(Instant::now()))?
                && let Event::Key(key) = event::read()?
                && !walk.press(&key)
            {
                return Ok(());
            }
            if Instant::now() >= next {
                next += TICK;
                walk.tick();
            }
        }
    })
}

/// Ticks every millisecond, with a Master who thinks nearly all the time.
fn measure(n_ticks: u32, out: &mut impl io::Write) -> io::Result<()> {
    let area = Rect::new(0, 0, 80, 24);
    let (mut longest, mut longest_picture) = (Duration::ZERO, Duration::ZERO);
    let (mut n_thinking, mut duel) = (0, Duel::new(Difficulty::Master, 1));
    for _ in 0..n_ticks {
        // The person answers at once, here and there.
        if duel.phase() == Phase::YourTurn {
            for key in [Key::Up, Key::Right, Key::Up, Key::Enter, Key::Left, Key::Left] {
                duel.key(key);
            }
        }
        n_thinking += u32::from(duel.phase() == Phase::Thinking);
        let start = Instant::now();
        let news = duel.tick();
        longest = longest.max(start.elapsed());
        let start = Instant::now();
        duel.render(area, &mut Buffer::empty(area));
        longest_picture = longest_picture.max(start.elapsed());
        if news.is_some() {
            duel = Duel::new(Difficulty::Master, 2);
        }
        thread::sleep(Duration::from_millis(1));
    }
    writeln!(out, "{n_ticks} ticks, {n_thinking} of them while a Master was thinking")?;
    writeln!(out, "longest tick {longest:?}, longest picture {longest_picture:?}")
}
