//! Carries out typed lines.

use std::time::SystemTime;

use tengen_record::Direction;
use tengen_remote::GameRequest;
use tengen_rules::Board;
use tengen_session::{Action, Actor, Find, ViewerAction};

use super::{Done, Screen, Workspace};
use crate::front_end::FrontEnd;
use crate::learn::{Explanation, Glossary};
use crate::line::{GameWords, Inquiry, Order, parse};
use crate::notice::{Notice, Switch};
use crate::refusal::Refusal;
use crate::words;

/// The result of a typed line.
#[derive(Debug)]
pub enum Reply {
    /// Something was done, or is to be asked or shown.
    Done(Done),
    /// An answer to read.
    Answer(String),
}

/// A word of the glossary as it is read out.
fn tell_term(word: &str) -> String {
    let glossary = Glossary::new(word);
    match glossary.term() {
        Some(_) if word.is_empty() => format!("{}.", glossary.names().join(", ")),
        Some(term) => format!("{}. {}", term.name, words::term_lines(&term).join(" ")),
        None => format!("The glossary has no \"{word}\"."),
    }
}

/// A detail as it is read out, without signs between its parts.
fn spoken(detail: &str) -> String {
    detail.replace(" · ", ", ")
}

impl Workspace {
    /// Carries out a typed line.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it is not a command, or cannot be done.
    pub fn type_line(&mut self, text: &str) -> Result<Reply, Refusal> {
        let order = parse(text)?;
        self.order(order)
    }

    /// Carries out an order.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if it cannot be done.
    pub fn order(&mut self, order: Order) -> Result<Reply, Refusal> {
        if self.front_end == FrontEnd::Text {
            // There is no key that leaves the side board.
            self.end_proof();
        }
        match order {
            Order::Ask(inquiry) => self.inquire(inquiry).map(Reply::Answer),
            Order::Tag(number, tag) => self.tag_library_game(number, &tag).map(Reply::Answer),
            Order::Glossary(word) if self.front_end == FrontEnd::Text => {
                Ok(Reply::Answer(tell_term(&word)))
            }
            Order::AddToLibrary(what) if self.front_end == FrontEnd::Text => {
                self.tell_added(what).map(Reply::Answer)
            }
            Order::Library(query) if self.front_end == FrontEnd::Text => {
                self.tell_library(&query).map(Reply::Answer)
            }
            Order::Position(words) if self.front_end == FrontEnd::Text => {
                self.tell_position(&words).map(Reply::Answer)
            }
            Order::Statistics(query) if self.front_end == FrontEnd::Text => {
                self.tell_statistics(&query).map(Reply::Answer)
            }
            order => self.follow(order).map(Reply::Done),
        }
    }

    fn follow(&mut self, order: Order) -> Result<Done, Refusal> {
        match order {
            Order::Library(query) => Ok(Self::library_screen(query)),
            Order::AddToLibrary(what) => self.add_to_library(what),
            Order::OpenLibrary(number) => self.open_library_numbered(number),
            Order::Glossary(word) => Ok(Done::Show(Screen::Glossary(word))),
            Order::Position(words) => Ok(Done::Show(Screen::Explorer(words))),
            Order::Statistics(query) => Ok(Done::Show(Screen::Statistics(query))),
            Order::Command(command) => self.command(command),
            Order::Play(point) => self.click(point, super::Click::Main),
            Order::MarkDead { point, is_forced } => self.mark_dead(point, is_forced),
            Order::Pause => self.act(Actor::Owner, Action::Pause),
            Order::Start => self.act(Actor::Owner, Action::Start),
            Order::Say(text) => self.send_request(GameRequest::Say(text)),
            Order::Join(link, wish) => self.join(&link, None, wish),
            Order::Claim { is_void: false } => self.send_request(GameRequest::ClaimWin),
            Order::Claim { is_void: true } => self.send_request(GameRequest::ClaimVoid),
            Order::Cancel => self.send_request(GameRequest::Cancel),
            Order::Rematch => self.rematch(),
            Order::Go(step) => self.go(step),
            Order::Find(Find::Text(text), direction) => self.find(&text, direction),
            Order::Find(find, direction) => self.look(ViewerAction::Find(find, direction)),
            Order::Edit(edit) => self.edit(edit),
            Order::NewGame(words) => self.begin_words(&words),
            Order::PlayOn(words) => self.play_on_words(&words),
            Order::Continue(number) => self.continue_numbered(number),
            Order::Open(path) => self.open_file(&path),
            Order::Game(number) => match number.checked_sub(1) {
                Some(idx) => self.show_game(idx),
                None => Err(Refusal::NoSuchGame { number, n_games: self.games_of_file().len() }),
            },
            Order::Save { path, is_forced: true } => self.write(&path),
            Order::Save { path, is_forced: false } => self.save_as(&path),
            Order::Export(path) => self.export_picture(&path),
            Order::GuessLead(text) => self.guess_lead(&text),
            Order::Teach(is_on) => {
                self.change_settings(|it| it.game.is_teaching = is_on)?;
                Ok(Done::Told(Notice::Switched { switch: Switch::Teaching, is_on }))
            }
            Order::Prove(point) => self.prove(point),
            Order::StopReview => self.pause_review(),
            Order::Retry if self.practice().is_none() => Err(Refusal::NoPractice),
            Order::Retry => self.retry_practice(),
            Order::StopPractice => self.end_practice(),
            Order::Help => Ok(Done::Show(Screen::TypedHelp)),
            Order::Ask(_) | Order::Tag(..) => Ok(Done::Nothing),
        }
    }

    fn begin_words(&mut self, words: &GameWords) -> Result<Done, Refusal> {
        let mut form = self.form();
        words.apply(&mut form)?;
        self.begin(&form)
    }

    /// Plays on as the command does; in a record, words say who plays.
    fn play_on_words(&mut self, words: &GameWords) -> Result<Done, Refusal> {
        let is_review = self.open_game()?.view.game.is_review;
        if !is_review || words.is_empty() {
            return self.ask_to_play_on();
        }
        let mut form = self.form();
        words.apply(&mut form)?;
        self.play_on(&form)
    }

    fn inquire(&mut self, inquiry: Inquiry) -> Result<String, Refusal> {
        match inquiry {
            Inquiry::Games => Ok(self.list_games()),
            Inquiry::Unfinished => Ok(self.list_unfinished()),
            Inquiry::Status => Ok(self.status()),
            Inquiry::Changed => {
                let board = &self.open_game()?.view.position.board;
                let before = self.previous.filter(|it| it.size() == board.size());
                Ok(words::changes(&before.unwrap_or_else(|| Board::new(board.size())), board))
            }
            Inquiry::Why if self.explanation.is_some() => {
                Ok(self.explanation.as_ref().map(Explanation::spoken).unwrap_or_default())
            }
            Inquiry::Why | Inquiry::Mistakes | Inquiry::Report => self.tell_of_review(inquiry),
            inquiry => Ok(words::answer(inquiry, &self.open_game()?.view, &self.keys)),
        }
    }

    fn tell_of_review(&self, inquiry: Inquiry) -> Result<String, Refusal> {
        let open = self.open_game()?;
        let review = self.shown_review()?;
        Ok(match inquiry {
            Inquiry::Report => words::spoken_report(review, &open.view),
            Inquiry::Mistakes => {
                let lines = review.mistakes().iter().map(words::spoken_mistake).collect::<Vec<_>>();
                if lines.is_empty() {
                    "No mistakes were found.".to_owned()
                } else {
                    lines.join("\n")
                }
            }
            _ => match words::review_here(review) {
                lines if lines.is_empty() => "This position was not reviewed yet.".to_owned(),
                lines => lines.join(". ").replace("..", "."),
            },
        })
    }

    fn list_games(&self) -> String {
        let games = self.games_of_file();
        if games.is_empty() {
            return words::refusal(&Refusal::NoSuchGame { number: 0, n_games: 1 }, &self.keys);
        }
        let line = |(idx, game)| {
            let entry = words::summary(game);
            format!("{}: {}. {}", idx + 1, entry.title, spoken(&entry.detail))
        };
        games.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    }

    fn list_unfinished(&mut self) -> String {
        let now = SystemTime::now();
        let games = self.other_unfinished();
        if games.is_empty() {
            return words::refusal(&Refusal::NoUnfinished(1), &self.keys);
        }
        let line = |(idx, game)| {
            let entry = words::unfinished(game, now);
            format!("{}: {}. {}", idx + 1, entry.title, spoken(&entry.detail))
        };
        games.iter().enumerate().map(line).collect::<Vec<_>>().join("\n")
    }

    /// Goes to the next position with the word that was looked for last.
    ///
    /// # Errors
    ///
    /// Returns [`Refusal`] if there is none.
    pub fn find_again(&mut self, direction: Direction) -> Result<Done, Refusal> {
        self.find("", direction)
    }
}
