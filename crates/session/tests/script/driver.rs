//! A session and one viewer that are driven by lines of text, as a front end
//! would.

use std::time::Duration;

use tengen_analysis::{DeadStones, Evaluation};
use tengen_clock::TimeControl;
use tengen_record::Record;
use tengen_rules::{ByColor, ByPoint, Color, Game, Move, PointSet};
use tengen_session::{
    Action, Actor, Changes, Edit, Effect, Ending, Rejected, Save, Session, Step, Ticket, Viewer,
    ViewerAction, ViewerEdit, Wanted,
};

use crate::edit;
use crate::parse::{
    actor, analysis, color, decision, parse, request, seat, setup, step, time, without_version,
};
use crate::show::{self, show};

/// A session, one viewer, and what the outside knows of them.
#[derive(Debug)]
pub(crate) struct Driver {
    session: Session,
    viewer: Viewer,
    /// The tickets that were given out; scripts call them by their place,
    /// counted from one.
    tickets: Vec<Ticket>,
    /// For whom a position was to be analyzed last.
    asked: Color,
    /// What was saved last.
    saved: String,
    /// Whether the session came from a damaged file, which need not be read
    /// back as it is.
    is_damaged: bool,
}

/// What a line of a script does.
enum Command {
    Game(Actor, Action),
    View(ViewerAction),
    Edit(Actor, ViewerEdit),
    /// Adds a move to the record without looking at it.
    Keep(ViewerEdit),
}

impl Driver {
    /// The session that a `setup:`, `record:` or `review:` among these lines
    /// tells of.
    pub(crate) fn new(head: &[String]) -> Driver {
        let find = |name: &str| head.iter().find_map(|line| line.strip_prefix(name));
        let setup = setup(find("setup:").unwrap_or_default());
        let record = |text| Record::from_sgf(text).expect("records are SGF");
        let session = match (find("record:"), find("review:")) {
            (Some(text), _) => Session::from_record(record(text), setup),
            (None, Some(text)) => {
                Session::review(record(text), setup.ruleset).with_origin("game.sgf")
            }
            (None, None) => Session::new(setup).expect("stones can stand"),
        };
        Driver::of(session)
    }

    fn of(session: Session) -> Driver {
        let viewer = Viewer::new(&session);
        let saved = String::new();
        let (tickets, asked) = (Vec::new(), Color::Black);
        Driver { session, viewer, tickets, asked, saved, is_damaged: false }
    }

    /// The session that was saved before its file was damaged, if it can
    /// still be read.
    pub(crate) fn resume_damaged(sgf: &str) -> Option<Driver> {
        Driver::resume(sgf).map(|it| Driver { is_damaged: true, ..it })
    }

    /// The session that was saved like this, if it can still be read.
    pub(crate) fn resume(sgf: &str) -> Option<Driver> {
        Session::resume(sgf).ok().map(Driver::of)
    }

    /// Runs a command that begins with the time, and returns what came of it.
    pub(crate) fn run(&mut self, command: &str) -> Vec<String> {
        let (seconds, command) = command.split_once(' ').expect("commands have a time");
        let now = time(seconds);
        match command {
            "show" => return show(&self.viewer.look(&self.session, now)),
            "sgf" => return vec![without_version(self.session.to_sgf(now).trim_end())],
            "record" => return vec![without_version(&self.session.record().to_sgf())],
            "saved-text" => return self.saved.lines().map(without_version).collect(),
            "restart" => {
                let resumed = Driver::resume(&self.saved).expect("what is saved is a record");
                *self = Driver { saved: std::mem::take(&mut self.saved), ..resumed };
                return Vec::new();
            }
            _ => (),
        }
        let before = self.state(now);
        let mut lines = Vec::new();
        let result = self.perform(command, now, &mut lines);
        if let Err(reason) = result {
            assert_eq!(before, self.state(now), "a refused action changes nothing");
            lines.push(format!("? {reason}"));
            if reason == Rejected::TimeUp {
                let changes = self.session.apply(Actor::Clock, Action::Tick, now);
                self.take(changes.expect("a tick is always possible"), now, &mut lines);
            }
        }
        lines
    }

    /// Everything that a refused action must not change.
    fn state(&mut self, now: Duration) -> (u64, String, Vec<String>) {
        let view = show(&self.viewer.look(&self.session, now));
        (self.session.version(), self.session.to_sgf(now), view)
    }

    fn perform(
        &mut self,
        command: &str,
        now: Duration,
        lines: &mut Vec<String>,
    ) -> Result<(), Rejected> {
        let command = self.command(command);
        let is_kept = matches!(command, Command::Keep(_));
        let (actor, action) = match command {
            Command::Game(actor, action) => (actor, action),
            Command::Edit(actor, edit) => (actor, self.viewer.edit(&self.session, edit)?),
            Command::Keep(edit) => (Actor::Owner, self.viewer.edit(&self.session, edit)?),
            Command::View(action) => {
                let effects = self.viewer.apply(&self.session, action)?;
                self.take_effects(effects, now, lines);
                return Ok(());
            }
        };
        let is_move = matches!(action, Action::Play(_) | Action::Pass);
        if is_move && self.viewer.node(&self.session) != self.session.live_node() {
            return Err(Rejected::LookingBack);
        }
        let changes = self.session.apply(actor, action, now)?;
        let is_person = matches!(actor, Actor::Player(_) | Actor::Owner);
        let node = changes.node.filter(|_| is_person && !is_kept);
        let effects = self.tell(changes, lines);
        self.take_effects(effects, now, lines);
        let effects = match node {
            Some(node) => self.viewer.apply(&self.session, ViewerAction::Go(Step::Node(node)))?,
            None => self.viewer.update(&self.session),
        };
        self.take_effects(effects, now, lines);
        Ok(())
    }

    /// Notes what came of an action, and tells of it.
    fn take(&mut self, changes: Changes, now: Duration, lines: &mut Vec<String>) {
        let effects = self.tell(changes, lines);
        self.take_effects(effects, now, lines);
        let effects = self.viewer.update(&self.session);
        self.take_effects(effects, now, lines);
    }

    fn tell(&self, changes: Changes, lines: &mut Vec<String>) -> Vec<Effect> {
        let sounds = changes.events.iter().filter_map(tengen_session::Event::sound);
        lines.extend(sounds.map(|it| format!("! {it:?}")));
        assert_eq!(changes.version, self.session.version());
        changes.effects
    }

    fn take_effects(&mut self, effects: Vec<Effect>, now: Duration, lines: &mut Vec<String>) {
        for effect in effects {
            if let Effect::NoteEvaluation { node, evaluation } = effect {
                let action = Action::NoteEvaluation { node, evaluation };
                let changes = self.session.apply(Actor::Owner, action, now);
                self.take(changes.expect("the node is there"), now, lines);
            } else {
                lines.push(self.take_effect(&effect, now));
            }
        }
    }

    /// The game that is being played.
    pub(crate) fn game(&self) -> &Game {
        self.session.game()
    }

    pub(crate) fn session(&self) -> &Session {
        &self.session
    }

    /// How many questions were asked.
    pub(crate) fn n_tickets(&self) -> usize {
        self.tickets.len()
    }

    fn new_ticket(&mut self, ticket: Ticket) -> usize {
        assert!(!self.tickets.contains(&ticket), "tickets are unique");
        self.tickets.push(ticket);
        self.tickets.len()
    }

    fn name(&self, ticket: Ticket) -> usize {
        1 + self.tickets.iter().position(|&it| it == ticket).expect("it was given out")
    }

    /// Notes an effect, and tells of it.
    fn take_effect(&mut self, effect: &Effect, now: Duration) -> String {
        match effect {
            Effect::Save(save) => self.save(save, now),
            Effect::Think(think) => {
                let name = self.new_ticket(think.ticket);
                let left = show::left(think.left[think.color]);
                let turns = think.game.n_turns();
                let (color, seat) = (think.color, &think.seat);
                format!("! {name}: {seat} thinks for {color} after {turns} turns, {left}")
            }
            Effect::Analyze { ticket, game, wanted } => {
                let name = self.new_ticket(*ticket);
                self.asked = game.to_play();
                let what = match wanted {
                    Wanted::Hints => "hints",
                    Wanted::Ownership => "ownership",
                    Wanted::Everything => "everything",
                };
                format!("! {name}: {what} for {} after {} turns", game.to_play(), game.n_turns())
            }
            Effect::ProposeDead { ticket, .. } => {
                format!("! {}: which stones are dead", self.new_ticket(*ticket))
            }
            Effect::NoteEvaluation { .. } => "! evaluation".to_owned(),
            Effect::Hurry(ticket) => format!("! hurry {}", self.name(*ticket)),
            Effect::Cancel(ticket) => format!("! cancel {}", self.name(*ticket)),
        }
    }

    /// Writes the file of the session, from which the same session must come
    /// back.
    fn save(&mut self, save: &Save, now: Duration) -> String {
        let word = match save {
            Save::Discard => {
                self.saved.clear();
                return "! discard".to_owned();
            }
            Save::Whole => {
                self.saved = self.session.to_sgf(now);
                "! save"
            }
            Save::Appended(line) => {
                assert!(!line.contains(['\n', ')']), "{line}");
                self.saved.extend([line, "\n"]);
                "! append"
            }
        };
        let resumed = Session::resume(&self.saved).expect("what is saved is a record");
        if self.is_damaged {
            return word.to_owned();
        }
        assert_eq!(resumed.to_sgf(now), self.session.to_sgf(now), "{}", self.saved);
        assert_eq!(resumed.game(), self.session.game());
        word.to_owned()
    }

    fn ticket(&self, name: &str) -> Ticket {
        let idx = name.parse::<usize>().expect("tickets are numbers") - 1;
        self.tickets.get(idx).copied().unwrap_or(Ticket::new(0))
    }

    /// Who sits in front of the board: the person who acts next.
    fn person(&self) -> Actor {
        let to_play = self.session.to_play();
        let is_person = |&color: &Color| self.session.seats()[color].is_person();
        Actor::Player([to_play, !to_play].into_iter().find(is_person).unwrap_or(to_play))
    }

    fn command(&mut self, command: &str) -> Command {
        if let Some(rest) = command.strip_prefix("as ") {
            let (who, rest) = rest.split_once(' ').expect("somebody does something");
            let actor = actor(who);
            return match self.command(rest) {
                Command::Game(_, action) => Command::Game(actor, action),
                Command::Edit(_, edit) => Command::Edit(actor, edit),
                command @ (Command::View(_) | Command::Keep(_)) => command,
            };
        }
        if let Some(text) = command.strip_prefix("edit ") {
            return match text {
                "copy" => Command::View(ViewerAction::Copy),
                _ => Command::Edit(Actor::Owner, edit::edit(text)),
            };
        }
        if let Some(text) = command.strip_prefix("keep ") {
            return Command::Keep(edit::edit(&format!("play {text}")));
        }
        let words: Vec<&str> = command.split_whitespace().collect();
        if let Some(action) = self.viewer_action(&words) {
            return Command::View(action);
        }
        if self.session.is_review()
            && let ["play" | "pass", ..] = words[..]
        {
            let mv = words.get(1).map_or(Move::Pass, |it| parse(it));
            let to_play = self.viewer.game(&self.session).to_play();
            return Command::Edit(Actor::Owner, Edit::Play(to_play, mv).into());
        }
        if let Some(action) = self.answer(&words) {
            return Command::Game(Actor::Engine, action);
        }
        let (actor, action) = self.action(&words);
        Command::Game(actor, action)
    }

    fn viewer_action(&self, words: &[&str]) -> Option<ViewerAction> {
        Some(match *words {
            ["go", ref to @ ..] => ViewerAction::Go(step(to)),
            ["find", ref words @ ..] => edit::find(words),
            ["analysis", is_on] => ViewerAction::SetAnalysis(is_on == "on"),
            ["hint"] => ViewerAction::Hint,
            ["estimate"] => ViewerAction::Estimate,
            ["hide"] => ViewerAction::HideAnalysis,
            [word @ ("analyzed" | "told"), name, best] => ViewerAction::Analyzed {
                ticket: self.ticket(name),
                analysis: Box::new(analysis(self.asked, parse(best))),
                is_last: word == "analyzed",
            },
            ["failed", name, ref reason @ ..] if self.ticket(name).number() >> 32 > 0 => {
                let ticket = self.ticket(name);
                ViewerAction::AnalysisFailed { ticket, reason: reason.join(" ") }
            }
            _ => return None,
        })
    }

    fn answer(&self, words: &[&str]) -> Option<Action> {
        Some(match *words {
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
            ["proposed", name, ref points @ ..] => Action::DeadProposed {
                ticket: self.ticket(name),
                proposal: Box::new(self.proposal(points)),
            },
            _ => return None,
        })
    }

    fn action(&mut self, words: &[&str]) -> (Actor, Action) {
        let person = self.person();
        let player = |who| Actor::Player(color(who));
        match *words {
            ["start"] => (Actor::Owner, Action::Start),
            ["pause"] => (Actor::Owner, Action::Pause),
            ["seat", who, name] => (Actor::Owner, Action::ChangeSeat(color(who), seat(name))),
            ["play", point] => (person, Action::Play(parse(point))),
            ["pass"] => (person, Action::Pass),
            ["resign", who] => (player(who), Action::Resign),
            ["undo"] => (Actor::Owner, Action::Undo),
            ["redo"] => (Actor::Owner, Action::Redo),
            ["play-from-here"] => (Actor::Owner, Action::PlayFrom(self.viewer.node(&self.session))),
            ["play-on", black, white] => (
                Actor::Owner,
                Action::PlayOn {
                    node: self.viewer.node(&self.session),
                    seats: Box::new(ByColor { black: seat(black), white: seat(white) }),
                    time: TimeControl::None,
                },
            ),
            ["review"] => (Actor::Owner, Action::Review),
            ["undo-edit"] => (Actor::Owner, Action::UndoEdit),
            ["redo-edit"] => (Actor::Owner, Action::RedoEdit),
            ["saved"] => (Actor::Owner, Action::MarkSaved(self.session.record().revision())),
            ["origin", name] => (Actor::Owner, Action::SetOrigin(name.to_owned())),
            ["move-now"] => (Actor::Owner, Action::MoveNow),
            ["toggle", point] => {
                (person, Action::ToggleDead { point: parse(point), is_forced: false })
            }
            ["force", point] => {
                (person, Action::ToggleDead { point: parse(point), is_forced: true })
            }
            ["agree", who] => (player(who), Action::Agree(self.dead())),
            ["agree", who, "none"] => (player(who), Action::Agree(PointSet::EMPTY)),
            ["agree", who, ref points @ ..] => {
                (player(who), Action::Agree(points.iter().map(|it| parse(it)).collect()))
            }
            ["resume", who] => (player(who), Action::ResumePlay),
            ["ask", who, what] => (player(who), Action::Ask(request(what))),
            ["accept", who] => (player(who), Action::Accept),
            ["decline", who] => (player(who), Action::Decline),
            ["end", "cancelled"] => (Actor::Owner, Action::End(Ending::Cancelled)),
            ["end", "adjourned"] => (Actor::Owner, Action::End(Ending::Adjourned)),
            ["end", "forfeited", who] => (Actor::Owner, Action::End(Ending::Forfeited(color(who)))),
            ["credit", who, seconds] => {
                (Actor::Owner, Action::CreditTime(color(who), time(seconds)))
            }
            ["tick"] => (Actor::Clock, Action::Tick),
            _ => panic!("unknown command {words:?}"),
        }
    }

    /// The stones that are marked dead.
    fn dead(&mut self) -> PointSet {
        let view = self.viewer.look(&self.session, Duration::ZERO);
        view.game.scoring.map(|it| it.dead).unwrap_or_default()
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
