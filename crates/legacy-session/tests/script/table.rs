//! A session that is played by lines of text.

use std::str::FromStr;
use std::time::Duration;

use tengen_analysis::{Analysis, Candidate, DeadStones, Decision, Evaluation};
use tengen_clock::TimeControl;
use tengen_legacy_session::{Action, Effect, Handicap, Seat, Session, Setup, Step, Ticket, Wanted};
use tengen_record::Record;
use tengen_rules::{ByColor, ByPoint, Color, Game, Move, PointSet, Ruleset};

use crate::edit;
use crate::show::{self, show};

/// A session, and what the outside knows of it.
#[derive(Debug)]
pub(crate) struct Table {
    session: Session,
    /// Each ticket that was given out, by its text.
    tickets: Vec<Ticket>,
    /// For whom a position was to be analyzed last.
    asked: Color,
    /// What was saved last.
    saved: String,
}

impl Table {
    /// The session that a `setup:` or `record:` among these lines tells of.
    pub(crate) fn new(head: &[String]) -> Table {
        let find = |name: &str| head.iter().find_map(|line| line.strip_prefix(name));
        let setup = setup(find("setup:").unwrap_or_default());
        let session = match find("record:") {
            Some(text) => {
                Session::from_record(Record::from_sgf(text).expect("records are SGF"), setup)
            }
            None => match find("review:") {
                Some(text) => {
                    let record = Record::from_sgf(text).expect("records are SGF");
                    Session::review(record, setup.ruleset).with_origin("game.sgf")
                }
                None => Session::new(setup).expect("stones can stand"),
            },
        };
        Table { session, tickets: Vec::new(), asked: Color::Black, saved: String::new() }
    }

    /// The session that was saved like this, if it can still be read.
    pub(crate) fn resume(sgf: &str) -> Option<Table> {
        let session = Session::resume(sgf).ok()?;
        Some(Table { session, tickets: Vec::new(), asked: Color::Black, saved: String::new() })
    }

    /// The same session after it was saved and resumed.
    pub(crate) fn resumed(&self, now: &str) -> Table {
        let saved = self.session.to_sgf(time(now));
        let session = Session::resume(&saved).expect("what is saved is a record");
        Table { session, tickets: self.tickets.clone(), asked: self.asked, saved }
    }

    /// Runs a command that begins with the time, and returns what came of it.
    pub(crate) fn run(&mut self, command: &str) -> Vec<String> {
        let (seconds, command) = command.split_once(' ').expect("commands have a time");
        let now = time(seconds);
        match command {
            "show" => return show(&self.session.view(now)),
            "sgf" => return vec![without_version(&self.session.to_sgf(now))],
            "record" => return vec![without_version(&self.session.record().to_sgf())],
            "saved" => {
                let revision = self.session.record().revision();
                let effects = self.session.apply(Action::MarkSaved(revision), now);
                return effects
                    .expect("it is always possible")
                    .iter()
                    .filter_map(|it| self.take(it))
                    .collect();
            }
            "restart" => {
                self.session = Session::resume(&self.saved).expect("what is saved is a record");
                return Vec::new();
            }
            _ => (),
        }
        let action = self.action(command);
        let before = (self.session.to_sgf(now), show(&self.session.view(now)));
        match self.session.apply(action, now) {
            Ok(effects) => effects.iter().filter_map(|it| self.take(it)).collect(),
            Err(reason) => {
                let after = (self.session.to_sgf(now), show(&self.session.view(now)));
                assert_eq!(before, after, "a refused action changes nothing");
                vec![format!("? {reason}")]
            }
        }
    }

    /// The game that is being played.
    pub(crate) fn game(&self) -> &Game {
        self.session.game()
    }

    /// How many questions were asked.
    pub(crate) fn n_tickets(&self) -> usize {
        self.tickets.len()
    }

    /// Notes an effect, and says it unless it is the usual one.
    fn take(&mut self, effect: &Effect) -> Option<String> {
        Some(match effect {
            Effect::Save { sgf } => {
                self.saved.clone_from(sgf);
                return Some("! save".to_owned());
            }
            Effect::Think(think) => {
                self.tickets.push(think.ticket);
                let left = show::left(think.left[think.color]);
                let turns = think.game.n_turns();
                let (ticket, color, seat) = (think.ticket, think.color, &think.seat);
                format!("! {ticket}: {seat} thinks for {color} after {turns} turns, {left}")
            }
            Effect::Analyze { ticket, game, wanted } => {
                self.tickets.push(*ticket);
                self.asked = game.to_play();
                let what = match wanted {
                    Wanted::Hints => "hints",
                    Wanted::Ownership => "ownership",
                    Wanted::Everything => "everything",
                };
                format!("! {ticket}: {what} for {} after {} turns", game.to_play(), game.n_turns())
            }
            Effect::ProposeDead { ticket, .. } => {
                self.tickets.push(*ticket);
                format!("! {ticket}: which stones are dead")
            }
            Effect::Hurry(ticket) => format!("! hurry {ticket}"),
            Effect::Cancel(ticket) => format!("! cancel {ticket}"),
            Effect::Discard => "! discard".to_owned(),
            Effect::Ring(sound) => format!("! {sound:?}"),
        })
    }

    fn ticket(&self, name: &str) -> Ticket {
        let mut tickets = self.tickets.iter().rev();
        *tickets.find(|it| it.to_string() == name).expect("the ticket was given out")
    }

    fn action(&self, command: &str) -> Action {
        let words: Vec<&str> = command.split_whitespace().collect();
        if let Some(text) = command.strip_prefix("edit ") {
            return Action::Edit(edit::edit(text));
        }
        match words[..] {
            ["start"] => Action::Start,
            ["pause"] => Action::Pause,
            ["seat", who, name] => Action::ChangeSeat(color(who), seat(name)),
            ["play", point] => Action::Play(parse(point)),
            ["pass"] => Action::Pass,
            ["resign", who] => Action::Resign(color(who)),
            ["undo"] => Action::Undo,
            ["redo"] => Action::Redo,
            ["play-from-here"] => Action::PlayFromHere,
            ["go", ref to @ ..] => Action::Go(step(to)),
            ["play-on", black, white] => Action::PlayOn {
                seats: Box::new(ByColor { black: seat(black), white: seat(white) }),
                time: TimeControl::None,
            },
            ["review"] => Action::Review,
            ["find", ref words @ ..] => edit::find(words),
            ["undo-edit"] => Action::UndoEdit,
            ["redo-edit"] => Action::RedoEdit,
            ["analysis", is_on] => Action::SetAnalysis(is_on == "on"),
            ["hint"] => Action::Hint,
            ["estimate"] => Action::Estimate,
            ["hide"] => Action::HideAnalysis,
            ["move-now"] => Action::MoveNow,
            ["toggle", point] => Action::ToggleDead { point: parse(point), is_forced: false },
            ["force", point] => Action::ToggleDead { point: parse(point), is_forced: true },
            ["agree", who] => Action::Agree(color(who)),
            ["resume", who] => Action::ResumePlay(color(who)),
            ["tick"] => Action::Tick,
            ["moved", name, mv] => Action::EngineMoved {
                ticket: self.ticket(name),
                decision: decision(mv),
                evaluation: None,
            },
            ["moved", name, mv, win_rate] => Action::EngineMoved {
                ticket: self.ticket(name),
                decision: decision(mv),
                evaluation: Some(Evaluation {
                    black_win_rate: parse(win_rate),
                    black_lead: Some(0.0),
                    n_visits: 10,
                }),
            },
            ["failed", name, ref reason @ ..] => {
                Action::EngineFailed { ticket: self.ticket(name), reason: reason.join(" ") }
            }
            ["analyzed", name, best] => Action::Analyzed {
                ticket: self.ticket(name),
                analysis: Box::new(analysis(self.asked, parse(best))),
                is_last: true,
            },
            ["told", name, best] => Action::Analyzed {
                ticket: self.ticket(name),
                analysis: Box::new(analysis(self.asked, parse(best))),
                is_last: false,
            },
            ["proposed", name, ref points @ ..] => Action::DeadProposed {
                ticket: self.ticket(name),
                proposal: Box::new(self.proposal(points)),
            },
            _ => panic!("unknown command {command}"),
        }
    }

    /// A proposal with these dead stones, and those with a `!` as open points.
    fn proposal(&self, points: &[&str]) -> DeadStones {
        let set = |is_open: bool| -> PointSet {
            let points = points.iter().filter(|it| it.ends_with('!') == is_open);
            points.map(|it| parse(it.trim_end_matches('!'))).collect()
        };
        let board = self.session.game().board();
        let dead: PointSet = set(false).iter().flat_map(|it| board.chain(it)).collect();
        let mut ownership = ByPoint::new(0.0);
        for (stone, point) in board.stones() {
            let owner = if dead.contains(point) { !stone } else { stone };
            ownership[point] = if owner == Color::Black { 0.95 } else { -0.95 };
        }
        let ownership = ByColor { black: ownership, white: ownership };
        DeadStones { dead, open: set(true), ownership: Some(Box::new(ownership)) }
    }
}

fn time(seconds: &str) -> Duration {
    Duration::from_secs_f64(seconds.parse().expect("times are numbers"))
}

fn color(name: &str) -> Color {
    if name == "black" { Color::Black } else { Color::White }
}

fn decision(text: &str) -> Decision {
    if text == "resign" { Decision::Resign } else { Decision::Move(parse(text)) }
}

fn step(words: &[&str]) -> Step {
    let n_nodes = parse;
    match *words {
        ["back", n] => Step::Back(n_nodes(n)),
        ["forward", n] => Step::Forward(n_nodes(n)),
        ["first"] => Step::First,
        ["last"] => Step::Last,
        ["live"] => Step::Live,
        ["number", n] => Step::Number(parse(n)),
        ["next"] => Step::NextVariation,
        ["previous"] => Step::PreviousVariation,
        ["next-fork"] => Step::NextFork,
        ["previous-fork"] => Step::PreviousFork,
        _ => panic!("unknown step {words:?}"),
    }
}

/// An analysis that likes one move, and Black to own everything.
fn analysis(to_play: Color, best: Move) -> Analysis {
    let (lead, n_visits) = (Some(3.5), 100);
    Analysis {
        lead,
        n_visits,
        candidates: vec![Candidate { lead, n_visits, ..Candidate::new(best, 0.75) }],
        priors: vec![(best, 0.5)],
        ownership: Some(Box::new(ByPoint::new(1.0))),
        ..Analysis::new(to_play, 0.75)
    }
}

/// Reads pairs of a name and a value.
fn setup(text: &str) -> Setup {
    let pairs: Vec<(&str, &str)> =
        text.split_whitespace().map(|it| it.split_once('=').expect("pairs")).collect();
    let find = |name| pairs.iter().find(|(it, _)| *it == name).map(|&(_, value)| value);
    let seat = |name| find(name).map_or_else(|| Seat::person(""), seat);
    Setup {
        size: parse(find("size").unwrap_or("9")),
        ruleset: find("rules").map_or(Ruleset::CHINESE, parse),
        komi: find("komi").map(parse),
        handicap: find("handicap").map_or(Handicap::None, handicap),
        seats: ByColor { black: seat("black"), white: seat("white") },
        time: find("time").map_or(TimeControl::None, time_control),
        date: find("date").unwrap_or_default().to_owned(),
    }
}

fn parse<T: FromStr<Err: std::fmt::Debug>>(text: &str) -> T {
    text.parse().expect("values can be read")
}

fn seat(text: &str) -> Seat {
    match text.split_once(':') {
        Some(("level", name)) => Seat::Level(parse(name)),
        Some(("engine", name)) => {
            Seat::Engine { name: name.to_owned(), command: format!("{name} --gtp") }
        }
        _ => Seat::person(text),
    }
}

fn handicap(text: &str) -> Handicap {
    if let Some(n_stones) = text.strip_prefix("free:") {
        return Handicap::Free(parse(n_stones));
    }
    match text.parse() {
        Ok(n_stones) => Handicap::Fixed(n_stones),
        Err(_) => Handicap::Points(text.split(',').map(parse).collect()),
    }
}

fn time_control(text: &str) -> TimeControl {
    let words: Vec<&str> = text.split(',').collect();
    match words[..] {
        ["absolute", main] => TimeControl::Absolute { main: time(main) },
        ["simple", per_move] => TimeControl::Simple { per_move: time(per_move) },
        ["fischer", initial, increment, max] => TimeControl::Fischer {
            initial: time(initial),
            increment: time(increment),
            max: time(max),
        },
        ["byo-yomi", main, periods, period] => {
            TimeControl::ByoYomi { main: time(main), periods: parse(periods), period: time(period) }
        }
        ["canadian", main, stones, block] => {
            TimeControl::Canadian { main: time(main), block: time(block), stones: parse(stones) }
        }
        _ => panic!("unknown time control {text}"),
    }
}

fn without_version(sgf: &str) -> String {
    sgf.replace(env!("CARGO_PKG_VERSION"), "VERSION")
}
