//! Every refusal, notice, question and status sentence, in a golden file.
//!
//! `BLESS=1 cargo test -p tengen-front --test words` writes it.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fmt::Write;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use tengen_analysis::DeadStones;
use tengen_front::FrontEnd;
use tengen_front::form::BadField;
use tengen_front::key::{KeyProblem, KeyTable};
use tengen_front::line::{BadGameWord, BadLine};
use tengen_front::notice::{Flaw, Notice, Opened, RemoteNotice, ReviewNotice, Switch};
use tengen_front::question::{Next, Question};
use tengen_front::refusal::Refusal;
use tengen_front::settings::{NotToml, SettingProblem, SettingsError};
use tengen_front::teaching::TakenBack;
use tengen_front::words;
use tengen_front::workspace::{Reply, Workspace, WorkspaceOptions};
use tengen_host::{DocumentError, HostProblem, ProfileFileError, StoreError};
use tengen_library::{LibraryError, Query};
use tengen_picture::PngError;
use tengen_record::{EditError, NoRecord, Problem, Record};
use tengen_remote::{BadLink, ChatLine, ChatRoom, JoinError};
use tengen_review::{Reason, Skipped};
use tengen_rules::handicap::NoFixedPoints;
use tengen_rules::{ByColor, Color, IllegalMove, Point, Ruleset, SetupError, Size};
use tengen_session::{
    Action, Actor, BadSetup, Ending, EngineProblem, Handicap, Permission, Policy, Rejected,
    RemoteClocks, RemoteGame, RemoteScoring, RemoteStage, RemoteView, Request, Seat, Session,
    Setup, Step, Ticket, Viewer, ViewerAction,
};

fn point(name: &str) -> Point {
    name.parse().unwrap()
}

fn path() -> PathBuf {
    PathBuf::from("kgs.sgf")
}

/// One of each kind; a new variant does not compile in `words`.
fn all_rejected() -> Vec<Rejected> {
    vec![
        Rejected::NotAllowed(Actor::Spectator),
        Rejected::NotAllowed(Actor::Player(Color::Black)),
        Rejected::Elsewhere,
        Rejected::Late,
        Rejected::TimeUp,
        Rejected::Illegal(IllegalMove::OffBoard(point("T19"))),
        Rejected::Illegal(IllegalMove::Occupied(point("E5"))),
        Rejected::Illegal(IllegalMove::Ko(point("E5"))),
        Rejected::Illegal(IllegalMove::Suicide(point("A9"))),
        Rejected::Illegal(IllegalMove::Superko(point("E5"))),
        Rejected::Illegal(IllegalMove::GameOver),
        Rejected::NotYourTurn(Color::White),
        Rejected::NotAPerson(Color::White),
        Rejected::LookingBack,
        Rejected::Handicap,
        Rejected::Over,
        Rejected::Paused,
        Rejected::Running,
        Rejected::Scoring,
        Rejected::NotScoring,
        Rejected::Alive(point("E5")),
        Rejected::EngineDisagrees(point("E5")),
        Rejected::DeadStonesChanged,
        Rejected::NoStone(point("E5")),
        Rejected::NoTakebacks,
        Rejected::NeedsConsent,
        Rejected::NoPause,
        Rejected::NoEdits,
        Rejected::NoAnalysis,
        Rejected::RequestPending,
        Rejected::NoRequest,
        Rejected::NothingToUndo,
        Rejected::NothingToRedo,
        Rejected::NoSuchNode,
        Rejected::NotThinking,
        Rejected::NotPlaying,
        Rejected::InPlay,
        Rejected::Edit(EditError::Root),
        Rejected::Edit(EditError::Removed),
        Rejected::Edit(EditError::FirstVariation),
        Rejected::Edit(EditError::LastVariation),
        Rejected::Edit(EditError::OffBoard(point("T19"))),
        Rejected::Edit(EditError::HasMove),
        Rejected::Edit(EditError::Size(Size::NINE)),
        Rejected::Edit(EditError::EmptyClip),
        Rejected::Edit(EditError::Name("a".into())),
        Rejected::Edit(EditError::Number),
        Rejected::Edit(EditError::TooLarge),
        Rejected::NothingToUndoEdit,
        Rejected::NothingToRedoEdit,
        Rejected::NothingToPaste,
        Rejected::NoRecord(NoRecord::NoGame),
        Rejected::NotFound,
    ]
}

fn taken_back(mv: &str, loss: f32) -> TakenBack {
    let record = Record::from_sgf("(;SZ[9])").unwrap();
    TakenBack { node: record.root(), mv: mv.parse().unwrap(), loss }
}

#[expect(clippy::too_many_lines, reason = "one for each refusal")]
fn all_refusals() -> Vec<Refusal> {
    let missing = || io::Error::from(io::ErrorKind::NotFound);
    let denied = || io::Error::from(io::ErrorKind::PermissionDenied);
    let text = |it: &str| it.to_owned();
    let unreachable = |kind| Refusal::Join(JoinError::Unreachable(text("go.example"), kind));
    let too_much = |rest: &str| BadLine::TooMuch { command: text("undo"), rest: text(rest) };
    let no_point = |it: &str| BadLine::NoPoint { command: text("look"), text: text(it) };
    vec![
        Refusal::NoStep(Step::NextVariation),
        Refusal::NoStep(Step::Forward(1)),
        Refusal::NoStep(Step::Back(1)),
        Refusal::NoStep(Step::NextFork),
        Refusal::NoStep(Step::PreviousFork),
        Refusal::NoStep(Step::Number(150)),
        Refusal::NoStep(Step::Live),
        Refusal::DeleteInPlay,
        Refusal::NotEditing,
        Refusal::NoGame,
        Refusal::NobodyActs,
        Refusal::NotOnServer,
        Refusal::EarlierMove,
        Refusal::Link(BadLink::Secure(text("https://go.example/g/k3v9x2pq"))),
        Refusal::Link(BadLink::NotAGame(text("k3v9x2pq"))),
        Refusal::Join(JoinError::NoGame("192.0.2.7:8080/g/k3v9x2pq".parse().unwrap())),
        unreachable(io::ErrorKind::ConnectionRefused),
        unreachable(io::ErrorKind::TimedOut),
        unreachable(io::ErrorKind::HostUnreachable),
        Refusal::Join(JoinError::UnknownHost(text("go.example"))),
        Refusal::Join(JoinError::WrongName(text("go.example"))),
        Refusal::Join(JoinError::LoggedOut(text("go.example"))),
        Refusal::Join(JoinError::TooFast(text("go.example"))),
        Refusal::Join(JoinError::Unavailable(text("go.example"))),
        Refusal::Join(JoinError::NotOurs(text("go.example"))),
        Refusal::Join(JoinError::Guests(denied())),
        Refusal::NoThread(io::Error::from(io::ErrorKind::OutOfMemory)),
        Refusal::NoPlayers,
        Refusal::NoUnfinished(1),
        Refusal::NoUnfinished(3),
        Refusal::NoSuchGame { number: 2, n_games: 1 },
        Refusal::NoSuchGame { number: 3, n_games: 2 },
        Refusal::NothingToFind,
        Refusal::NoHint,
        Refusal::ReviewInPlay,
        Refusal::NothingToReview,
        Refusal::NoReview,
        Refusal::NoMistake { is_forward: true },
        Refusal::NoMistake { is_forward: false },
        Refusal::NothingToPractice,
        Refusal::NothingToGuess,
        Refusal::NoPractice,
        Refusal::NothingToProve,
        Refusal::NoGroup(point("E5")),
        Refusal::NotALead(String::new()),
        Refusal::NotALead(text("five")),
        Refusal::Setup(BadSetup::TooMany(30)),
        Refusal::Setup(BadSetup::Fixed(NoFixedPoints { size: Size::NINE, handicap: 12 })),
        Refusal::Setup(BadSetup::Points(SetupError::Twice(point("E5")))),
        Refusal::Field(BadField::Size),
        Refusal::Field(BadField::Komi),
        Refusal::Field(BadField::Clock),
        Refusal::Field(BadField::Handicap { n_stones: 9, size: Size::NINE }),
        Refusal::Field(BadField::Command(Color::White)),
        Refusal::Line(BadLine::Unknown(text("foo"))),
        Refusal::Line(too_much("2")),
        Refusal::Line(too_much("twice")),
        Refusal::Line(no_point("")),
        Refusal::Line(no_point("x")),
        Refusal::Line(BadLine::NoNumber { command: text("back"), text: text("x") }),
        Refusal::Line(BadLine::NoFile(text("save!"))),
        Refusal::Line(BadLine::NoFile(text("export"))),
        Refusal::Line(BadLine::NoText(text("say"))),
        Refusal::Line(BadLine::NoText(text("join"))),
        Refusal::GameWord(BadGameWord::Unknown(text("foo"))),
        Refusal::GameWord(BadGameWord::Size(text("99"))),
        Refusal::GameWord(BadGameWord::Komi(text("x"))),
        Refusal::GameWord(BadGameWord::Clock(text("x"))),
        Refusal::GameWord(BadGameWord::Handicap(text("12"))),
        Refusal::Document(DocumentError::Read(path(), missing())),
        Refusal::Document(DocumentError::Write(path(), denied())),
        Refusal::Document(DocumentError::NoGame(path(), NoRecord::NoGame)),
        Refusal::Document(DocumentError::NoPath),
        Refusal::NoRecord(path(), NoRecord::OtherGame(6)),
        Refusal::NoRecord(path(), NoRecord::OtherGame(40)),
        Refusal::NoRecord(path(), NoRecord::TooLarge),
        Refusal::NoRecord(path(), NoRecord::NoGame),
        Refusal::Store(StoreError::Read(path(), missing())),
        Refusal::Store(StoreError::Write(path(), denied())),
        Refusal::Store(StoreError::NoGame(path(), NoRecord::NoGame)),
        Refusal::Store(StoreError::NotFound("2026-11-18-010203".parse().unwrap())),
        Refusal::Store(StoreError::InUse("2026-11-18-010203".parse().unwrap())),
        Refusal::Store(StoreError::NoStore),
        Refusal::Settings(SettingsError::Write("config.toml".into(), denied())),
        Refusal::Settings(SettingsError::Read("config.toml".into(), denied())),
        Refusal::Profile(ProfileFileError::Locked("career.toml".into())),
        Refusal::Picture(PngError::Width(100_000)),
        Refusal::Picture(PngError::Drawing),
        Refusal::NoLibrary,
        Refusal::NoLibraryGame(12),
        Refusal::Library(LibraryError::Damaged),
        Refusal::Library(LibraryError::Busy),
        Refusal::Library(LibraryError::ReadOnly),
        Refusal::Library("size:big".parse::<Query>().unwrap_err().into()),
        Refusal::Line(BadLine::NoText(text("tag"))),
        Refusal::NotAPicture("board.doc".into()),
        Refusal::Write("board.svg".into(), denied()),
    ]
}

fn all_notices() -> Vec<Notice> {
    let opened = |n_games, n_warnings: usize, n_flaws: usize| {
        let flaw =
            Flaw { move_number: 2, problem: Problem::Illegal(IllegalMove::Occupied(point("Q16"))) };
        Notice::Opened(Opened {
            path: path(),
            game_idx: 0,
            n_games,
            warnings: vec!["line 3: missing )".to_owned(); n_warnings],
            flaws: vec![flaw; n_flaws],
        })
    };
    let bad_value = SettingProblem::BadValue {
        name: "game.size".into(),
        value: "99".into(),
        expected: "a size such as 9 or 13x9".into(),
    };
    let bad_key = KeyProblem::UnknownKey {
        command: tengen_front::command::Command::Pass,
        key: "ctrl-alt-del".into(),
    };
    let syntax = NotToml { line: 2, message: "invalid string".into() };
    let silent = HostProblem::EngineSilent {
        name: "cat".into(),
        color: Some(Color::White),
        waited: Duration::from_secs(10),
    };
    vec![
        Notice::Saved(path()),
        Notice::Exported("board.svg".into()),
        Notice::Reading(path()),
        Notice::Joining("192.0.2.7:8080/g/k3v9x2pq".parse().unwrap()),
        opened(2, 0, 0),
        opened(1, 1, 0),
        opened(1, 3, 2),
        Notice::Kept,
        Notice::Recovered,
        Notice::VariationAdded(1),
        Notice::VariationAdded(4),
        Notice::Switched { switch: Switch::Sounds, is_on: true },
        Notice::Switched { switch: Switch::Analysis, is_on: false },
        Notice::Switched { switch: Switch::Editing, is_on: true },
        Notice::Switched { switch: Switch::Teaching, is_on: true },
        Notice::Review(ReviewNotice::Started),
        Notice::Review(ReviewNotice::Paused),
        Notice::Review(ReviewNotice::Hidden(true)),
        Notice::Review(ReviewNotice::Hidden(false)),
        Notice::TakenBack(taken_back("E5", 7.34)),
        Notice::TakenBack(taken_back("pass", 12.0)),
        Notice::LeadGuess { guess: 5.0, lead: Some(6.2) },
        Notice::LeadGuess { guess: -3.0, lead: Some(11.5) },
        Notice::LeadGuess { guess: 0.0, lead: Some(-3.5) },
        Notice::LeadGuess { guess: 0.0, lead: None },
        Notice::EngineStarting("gnugo --mode gtp".into()),
        Notice::EngineReady("GNU Go 3.8".into()),
        Notice::Setting(SettingProblem::UnknownName("colour".into())),
        Notice::Setting(bad_value),
        Notice::Setting(SettingProblem::BadEngine("engines[0]".into())),
        Notice::Setting(SettingProblem::Key(KeyProblem::UnknownCommand("dance".into()))),
        Notice::Setting(SettingProblem::Key(bad_key)),
        Notice::Settings(Arc::new(SettingsError::Syntax("config.toml".into(), syntax))),
        Notice::NoHome(tengen_host::NoHome),
        Notice::ProfileDamaged("career-2.toml".into()),
        Notice::Store(Arc::new(StoreError::NoStore)),
        Notice::Host(HostProblem::NotSaved(Arc::new(StoreError::NoStore))),
        Notice::Host(silent),
        Notice::Host(HostProblem::NoThread(io::ErrorKind::OutOfMemory)),
    ]
    .into_iter()
    .chain(all_remote_notices().into_iter().map(Notice::Remote))
    .collect()
}

fn all_remote_notices() -> Vec<RemoteNotice> {
    let said = |room, color, name: &str| {
        let (name, text) = (name.to_owned(), "Have a good game!".to_owned());
        RemoteNotice::Said(ChatLine { id: 1, room, color, name, text, at: 0 })
    };
    vec![
        said(ChatRoom::Players, Some(Color::Black), "Ana"),
        said(ChatRoom::Players, Some(Color::White), ""),
        said(ChatRoom::Spectators, None, "Eve"),
        said(ChatRoom::Spectators, None, ""),
        RemoteNotice::Refused("The game has not begun.".to_owned()),
        RemoteNotice::MovePending,
        RemoteNotice::NoRequest,
        RemoteNotice::SeatsTaken,
        RemoteNotice::Rematch,
        RemoteNotice::EngineFailed(Some(Color::White)),
        RemoteNotice::EngineFailed(None),
        RemoteNotice::NotKept(io::ErrorKind::PermissionDenied),
        RemoteNotice::Gone,
    ]
}

/// A game on a server, as this side sees it.
fn remote(session: &Session, stage: RemoteStage, about: RemoteView) -> Session {
    let mut session = session.clone();
    let moves = session.record().moves(session.live_node());
    let told = RemoteGame {
        about,
        seats: session.seats().clone(),
        handicap: tengen_rules::PointSet::EMPTY,
        moves: moves.iter().map(|it| (it.color, it.mv)).collect(),
        to_play: session.to_play(),
        stage,
        clocks: RemoteClocks {
            left: session.time_left(Duration::ZERO),
            running: None,
            age: Duration::ZERO,
        },
        request: session.request(),
    };
    act(&mut session, Actor::Owner, Action::Follow(Box::new(told)));
    session
}

/// Games on a server that say something different each.
fn add_remote(cases: &mut Vec<Case>, asked: &Session, scoring: &Session) {
    let both = ByColor { black: true, white: true };
    let none = ByColor::default();
    let only = |color| ByColor::from_fn(|it| it == color);
    let here = RemoteView { present: both, is_connected: true, ..RemoteView::default() };
    let black = RemoteView { own: only(Color::Black), ..here };
    let white = RemoteView { own: only(Color::White), ..here };
    let playing = || RemoteStage::Playing;
    let game = game(people(9));
    let over = || RemoteStage::Over("B+R".parse().unwrap(), None);
    let marked = || {
        RemoteStage::Scoring(RemoteScoring {
            dead: tengen_rules::PointSet::EMPTY,
            open: tengen_rules::PointSet::EMPTY,
            agreed: only(Color::White),
            is_proposal_pending: false,
            time_left: None,
        })
    };
    for (name, session, stage, about) in [
        ("on a server", &game, playing(), black),
        ("waiting for the opponent", &game, RemoteStage::Waiting, black),
        ("waiting for players", &game, RemoteStage::Waiting, here),
        ("opponent away", &game, playing(), RemoteView { present: only(Color::Black), ..black }),
        ("no connection", &game, playing(), RemoteView { is_connected: false, ..black }),
        ("paused, watching", &game, RemoteStage::Paused, here),
        ("own request", asked, playing(), black),
        ("request of the opponent", asked, playing(), white),
        ("request, watching", asked, playing(), RemoteView { own: none, ..here }),
        ("rematch asked", &game, over(), RemoteView { rematch: Some(Color::Black), ..white }),
        ("scoring, watching", scoring, marked(), here),
    ] {
        cases.push((name, remote(session, stage, about), None));
    }
}

fn all_questions(session: &Session) -> Vec<Question> {
    vec![
        Question::PlayFrom { node: session.live_node(), move_number: 2, mv: None },
        Question::Resign(Color::Black),
        Question::Overwrite(path()),
        Question::OverwritePicture("board.svg".into()),
        Question::Unsaved(Box::new(Next::Quit)),
    ]
}

/// A game of people, or of a person against a level.
fn game(setup: Setup) -> Session {
    let mut session = Session::new(setup).unwrap();
    session.apply(Actor::Owner, Action::Start, Duration::ZERO).unwrap();
    session
}

fn people(size: u8) -> Setup {
    Setup::new(Size::square(size).unwrap(), Ruleset::CHINESE)
}

fn play(session: &mut Session, moves: &str) {
    for mv in moves.split_whitespace() {
        let action = match mv {
            "pass" => Action::Pass,
            mv => Action::Play(point(mv)),
        };
        let color = session.to_play();
        session.apply(Actor::Player(color), action, Duration::ZERO).unwrap();
    }
}

fn act(session: &mut Session, actor: Actor, action: Action) {
    session.apply(actor, action, Duration::ZERO).unwrap();
}

type Case = (&'static str, Session, Option<Step>);

/// Sessions that say something different each.
fn all_states() -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut add = |name, session, step| cases.push((name, session, step));
    add("start", game(people(9)), None);
    add("waiting", Session::new(people(9)).unwrap(), None);
    let mut session = game(people(9));
    play(&mut session, "D4 E5 pass");
    add("pass", session.clone(), None);
    add("looking back", session.clone(), Some(Step::Back(1)));
    let mut paused = session.clone();
    act(&mut paused, Actor::Owner, Action::Pause);
    add("paused", paused, None);
    let mut asked = {
        let policy = Policy { takebacks: Permission::ByConsent, ..Policy::FREE };
        game(people(9).with_policy(policy))
    };
    play(&mut asked, "D4");
    act(&mut asked, Actor::Player(Color::Black), Action::Ask(Request::Undo));
    add("request", asked.clone(), None);
    let mut captured = game(people(9));
    play(&mut captured, "A2 A1 E5 G7 B1");
    add("capture", captured, None);
    let mut atari = game(people(9));
    play(&mut atari, "E5 E4 G7 E6 G3 D5");
    add("atari of people", atari, None);
    let mut placing = people(9);
    placing.handicap = Handicap::Free(3);
    add("placing", game(placing), None);
    let level = people(9).with_seat(Color::White, Seat::Level("28k".parse().unwrap()));
    let mut thinking = game(level);
    play(&mut thinking, "D4");
    add("thinking", thinking, None);
    for (name, actor, action) in [
        ("resigned", Actor::Player(Color::White), Action::Resign),
        ("cancelled", Actor::Owner, Action::End(Ending::Cancelled)),
        ("forfeited", Actor::Owner, Action::End(Ending::Forfeited(Color::Black))),
        ("adjourned", Actor::Owner, Action::End(Ending::Adjourned)),
    ] {
        let mut ended = session.clone();
        act(&mut ended, actor, action);
        add(name, ended, None);
    }
    let mut fallen = game(people(9).with_time("1m".parse().unwrap()));
    let late = Duration::from_secs(61);
    fallen.apply(Actor::Clock, Action::Tick, late).unwrap();
    add("lost on time", fallen, None);
    let mut scoring = game(people(5));
    play(&mut scoring, "C5 D5 C4 D4 C3 D3 C2 D2 C1 D1 E4 pass pass");
    add("proposal pending", scoring.clone(), None);
    propose(&mut scoring);
    add("scoring", scoring.clone(), None);
    let action = Action::ToggleDead { point: point("E4"), is_forced: true };
    act(&mut scoring, Actor::Owner, action);
    add("scoring with a dead stone", scoring.clone(), None);
    for color in Color::ALL {
        let dead = [point("E4")].into_iter().collect();
        act(&mut scoring, Actor::Player(color), Action::Agree(dead));
        let name = if color == Color::Black { "one agrees" } else { "counted" };
        add(name, scoring.clone(), None);
    }
    add_review(&mut cases);
    add_remote(&mut cases, &asked, &scoring);
    cases
}

/// Answers the question which stones are dead: none.
fn propose(session: &mut Session) {
    let tickets = (1..100).map(Ticket::new);
    let proposal = || Box::new(DeadStones::default());
    let answered = tickets.into_iter().any(|ticket| {
        let action = Action::DeadProposed { ticket, proposal: proposal() };
        session.apply(Actor::Engine, action, Duration::ZERO).is_ok()
    });
    assert!(answered, "dead stones are asked for");
}

fn add_review(cases: &mut Vec<Case>) {
    let text = "(;SZ[9](;B[ee]N[Joseki]C[A good move.];W[ee])(;B[cc]))";
    let review = || Session::review(Record::from_sgf(text).unwrap(), Ruleset::CHINESE);
    cases.push(("review", review(), None));
    cases.push(("review of a variation", review(), Some(Step::Forward(1))));
    cases.push(("review of an illegal move", review(), Some(Step::Forward(2))));
    let over = "(;SZ[9]RE[B+R];B[ee];W[cc])";
    let over = Session::review(Record::from_sgf(over).unwrap(), Ruleset::CHINESE);
    cases.push(("review of a finished game", over, Some(Step::Last)));
}

fn status(session: &Session, step: Option<Step>, keys: &KeyTable) -> String {
    let mut viewer = Viewer::new(session);
    if let Some(step) = step {
        viewer.apply(session, ViewerAction::Go(step)).unwrap();
    }
    words::status(&viewer.look(session, Duration::ZERO), keys, true)
}

/// The sentences of all front ends; once if they are the same.
fn lines(text: &mut String, title: &str, say: impl Fn(&KeyTable) -> String) {
    let said = FrontEnd::ALL.map(|it| say(&KeyTable::new(it)));
    writeln!(text, "{title}").unwrap();
    if said.iter().all(|it| *it == said[0]) {
        writeln!(text, "  all: {}", said[0]).unwrap();
        return;
    }
    for (front_end, said) in FrontEnd::ALL.into_iter().zip(said) {
        writeln!(text, "  {}: {said}", format!("{front_end:?}").to_lowercase()).unwrap();
    }
}

/// What is printed by `Debug`, in one short line.
fn title(it: &impl std::fmt::Debug) -> String {
    let text = format!("{it:?}");
    text.chars().take(60).collect::<String>().replace('\n', " ")
}

/// One of each kind; a new variant does not compile in `words`.
fn all_reasons() -> Vec<Reason> {
    let [at, stone] = ["E5", "C3"].map(point);
    let because_of = Some(point("Q4"));
    vec![
        Reason::PassesEarly { at, hundredths: 725 },
        Reason::SelfAtari { n_stones: 3, at },
        Reason::LeavesInAtari { n_stones: 3, at, saved_by: Some(stone) },
        Reason::LeavesInAtari { n_stones: 1, at, saved_by: None },
        Reason::MissesCapture { n_stones: 2, at },
        Reason::LadderWorks { n_stones: 1, at, because_of },
        Reason::LadderWorks { n_stones: 2, at, because_of: None },
        Reason::RunsIntoLadder { n_stones: 2, because_of },
        Reason::RunsIntoLadder { n_stones: 2, because_of: None },
        Reason::LadderFails { at, because_of },
        Reason::LadderFails { at, because_of: None },
        Reason::CanBeCaptured { n_stones: 5, stone, at },
        Reason::MissesKill { n_stones: 5, stone, at },
        Reason::AllowsCut { at },
        Reason::MissesCut { at },
        Reason::FillsOwnTerritory,
        Reason::PlaysInLostArea,
        Reason::BiggerElsewhere { at, hundredths: 700 },
    ]
}

/// What is said while a reviewed game is looked at and practiced.
fn practiced(front_end: FrontEnd) -> Vec<(String, String)> {
    const STEPS: [&str; 19] = [
        "next mistake",
        "why",
        "mistakes",
        "report",
        "practice",
        "J4",
        "retry",
        "E4",
        "next",
        "answer",
        "next",
        "D5",
        "next",
        "practice stop",
        "first",
        "guess",
        "answer",
        "next",
        "prove D4",
    ];
    let (mut workspace, _) = Workspace::open(WorkspaceOptions::new(front_end, None));
    let reviewed = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/reviewed.sgf");
    workspace.open_loaded(&reviewed).unwrap();
    let mut said = Vec::new();
    for step in STEPS {
        let text = match workspace.type_line(step) {
            Ok(Reply::Answer(answer)) => answer.replace('\n', " / "),
            Ok(Reply::Done(_)) => workspace.status(),
            Err(reason) => words::refusal(&reason, workspace.keys()),
        };
        said.push((step.to_owned(), text));
    }
    said
}

fn everything() -> String {
    let mut text = String::new();
    writeln!(text, "## Refusals of the game").unwrap();
    for it in all_rejected() {
        lines(&mut text, &title(&it), |keys| words::rejected(&it, keys));
    }
    writeln!(text, "\n## Other refusals").unwrap();
    for it in all_refusals() {
        lines(&mut text, &title(&it), |keys| words::refusal(&it, keys));
    }
    writeln!(text, "\n## Notices").unwrap();
    for it in all_notices() {
        lines(&mut text, &title(&it), |keys| words::notice(&it, keys));
    }
    writeln!(text, "\n## Questions").unwrap();
    for it in all_questions(&game(people(9))) {
        lines(&mut text, &title(&it), |keys| words::question(&it, keys));
    }
    writeln!(text, "\n## Engines").unwrap();
    let reason = || "there is no such program".to_owned();
    for it in [
        EngineProblem::NoMove { color: Color::White, reason: reason() },
        EngineProblem::NoDeadStones(reason()),
        EngineProblem::NoAnalysis(reason()),
    ] {
        lines(&mut text, &title(&it), |keys| words::engine_problem(&it, keys));
    }
    writeln!(text, "\n## Reviews").unwrap();
    for it in all_reasons() {
        lines(&mut text, &title(&it), |_| words::reason(it, Color::Black));
    }
    for problem in [
        Problem::Illegal(IllegalMove::Occupied(point("E5"))),
        Problem::NoPoint(Color::White),
        Problem::NoLiberty(point("E5")),
        Problem::NoSetupPoint,
    ] {
        let node = Record::new(Size::NINE).root();
        let skipped = Skipped { node, problem };
        lines(&mut text, &title(&problem), |_| words::skipped(skipped, 41));
    }
    let problem = Problem::NoSetupPoint;
    let skipped = Skipped { node: Record::new(Size::NINE).root(), problem };
    lines(&mut text, "at the start", |_| words::skipped(skipped, 0));
    writeln!(text, "\n## Practice").unwrap();
    let said = FrontEnd::ALL.map(practiced);
    for (idx, (step, _)) in said[0].iter().enumerate() {
        lines(&mut text, step, |keys| {
            let place = FrontEnd::ALL.iter().position(|it| *it == keys.front_end());
            said[place.unwrap()][idx].1.clone()
        });
    }
    writeln!(text, "\n## Status").unwrap();
    for (name, session, step) in all_states() {
        lines(&mut text, name, |keys| status(&session, step, keys));
    }
    text
}

#[test]
fn sentences_are_those_of_the_golden_file() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/words.txt");
    let found = everything();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &found).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap();
    for (idx, (found, expected)) in found.lines().zip(expected.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", idx + 1);
    }
    assert_eq!(found.lines().count(), expected.lines().count());
}

#[test]
fn sentences_read_like_those_of_people() {
    for line in everything().lines().filter(|it| it.starts_with("  ")) {
        let said = line.split_once(": ").unwrap().1;
        for word in ["expected", "is no command", "the turn of", "somebody", " so many"] {
            assert!(!said.contains(word), "{said}");
        }
        let first = said.chars().next().unwrap();
        let names = ["kgs.sgf", "board.", "career.toml"];
        let starts_with_a_name = names.iter().any(|it| said.starts_with(it));
        let is_command = ["undo ", "look ", "back ", "size:"].iter().any(|it| said.starts_with(it));
        let is_upper = first.is_uppercase() || first == '"' || first.is_ascii_digit();
        assert!(is_upper || starts_with_a_name || is_command || said.starts_with("cat"), "{said}");
    }
}
