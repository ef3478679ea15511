use std::collections::BTreeMap;

use tengen_rules::{Color, Size};

use super::*;
use crate::store::{DocumentChange, DocumentStore as _, MemoryStore, StoredDocument};
use crate::wire::{StudyChange, StudyCrowd, StudyEdit, StudyNode, StudyState};

fn guest(number: u64) -> PersonId {
    PersonId::numbered(number)
}

fn new(sgf: &str, mode: StudyMode) -> NewStudy {
    NewStudy {
        title: "Lesson".to_owned(),
        owner: guest(0),
        name: "Ana".to_owned(),
        mode,
        visibility: Visibility::Link,
        game: None,
        sgf: import(sgf.as_bytes()).unwrap(),
    }
}

fn secs(secs: u64) -> Duration {
    Duration::from_secs(1_000_000 + secs)
}

fn start(sgf: &str) -> (Study, StoredDocument) {
    let id = "stedystd".parse().unwrap();
    Study::create(id, new(sgf, StudyMode::Together), secs(0)).unwrap()
}

/// Sends a command, and returns what it led to.
fn send(study: &mut Study, from: u64, message: StudyMessage) -> StudyOutput {
    study.handle(StudyInput::Command { from: Some(guest(from)), message }, secs(1))
}

fn edit(study: &mut Study, from: u64, edit: StudyEdit) -> Result<u64, StudyRefusal> {
    let rev = study.version();
    send(study, from, StudyMessage::Edit { c: 1, rev, edit }).answer.unwrap()
}

fn join(study: &mut Study, number: u64, name: &str) {
    let input = StudyInput::Join { guest: guest(number), name: name.to_owned() };
    study.handle(input, secs(1)).answer.unwrap().unwrap();
}

fn black(at: u32, point: &str) -> StudyEdit {
    StudyEdit::Play { at, color: Color::Black, mv: point.parse().unwrap() }
}

fn white(at: u32, point: &str) -> StudyEdit {
    StudyEdit::Play { at, color: Color::White, mv: point.parse().unwrap() }
}

#[test]
fn private_properties_are_dropped_and_the_rest_is_kept() {
    let text = "(;GM[1]SZ[9]PB[Eve]KGSDE[x]TGN[engine rm];B[ee]C[<b>]XX[1]TR[ee](;W[cc])(;W[gg]))";
    let sgf = import(text.as_bytes()).unwrap();
    for gone in ["KGSDE", "TGN[", "XX["] {
        assert!(!sgf.contains(gone), "{sgf}");
    }
    for kept in ["PB[Eve]", "C[<b>]", "TR[ee]", ";W[cc])", "CA[UTF-8]"] {
        assert!(sgf.contains(kept), "{kept}: {sgf}");
    }
}

#[test]
fn files_that_are_too_large_or_none_are_refused() {
    assert_eq!(import(&vec![b'x'; MAX_UPLOAD + 1]), Err(Unusable::TooLarge));
    assert!(matches!(import(b"hello"), Err(Unusable::NoRecord(_))));
    let many = format!("(;SZ[9]{})", ";B[]".repeat(MAX_NODES));
    assert_eq!(import(many.as_bytes()), Err(Unusable::TooManyNodes));
}

#[test]
fn only_who_has_control_edits_and_control_is_passed_on() {
    let (mut study, _) = start("(;SZ[9])");
    let root = study.record().root().number();
    assert_eq!(edit(&mut study, 1, black(root, "E5")), Err(StudyRefusal::Stranger));
    join(&mut study, 1, "Ben");
    study.handle(StudyInput::Arrived(Some(guest(0))), secs(1));
    study.handle(StudyInput::Arrived(Some(guest(1))), secs(1));
    assert_eq!(edit(&mut study, 1, black(root, "E5")), Err(StudyRefusal::NoControl));
    edit(&mut study, 0, black(root, "E5")).unwrap();
    send(&mut study, 1, StudyMessage::Ask { c: 1 }).answer.unwrap().unwrap();
    let again = send(&mut study, 1, StudyMessage::Ask { c: 2 }).answer;
    assert_eq!(again, Some(Err(StudyRefusal::AskedAlready)));
    assert_eq!(study.state().asking, [1]);
    send(&mut study, 0, StudyMessage::Give { c: 1, to: 1 }).answer.unwrap().unwrap();
    assert_eq!((study.state().controller, study.state().asking), (1, vec![]));
    let at = study.at().number();
    edit(&mut study, 1, white(at, "C3")).unwrap();
    assert_eq!(edit(&mut study, 0, black(root, "D4")), Err(StudyRefusal::NoControl));
    // The owner takes it back without asking.
    send(&mut study, 0, StudyMessage::Ask { c: 3 }).answer.unwrap().unwrap();
    assert_eq!(study.state().controller, 0);
}

#[test]
fn control_of_someone_who_is_gone_can_be_taken() {
    let (mut study, _) = start("(;SZ[9])");
    for (number, name) in [(1, "Ben"), (2, "Cleo")] {
        join(&mut study, number, name);
        study.handle(StudyInput::Arrived(Some(guest(number))), secs(1));
    }
    study.handle(StudyInput::Arrived(Some(guest(0))), secs(1));
    send(&mut study, 0, StudyMessage::Give { c: 1, to: 1 }).answer.unwrap().unwrap();
    study.handle(StudyInput::Left(Some(guest(1))), secs(2));
    let ask = |study: &mut Study, at| {
        let message = StudyMessage::Ask { c: 1 };
        let input = StudyInput::Command { from: Some(guest(2)), message };
        study.handle(input, at).answer.unwrap()
    };
    let early = secs(1) + control::ABSENCE;
    ask(&mut study, early).unwrap();
    assert_eq!(study.state().controller, 1);
    // Asking again would only be the same question, so a third person asks.
    join(&mut study, 3, "Dan");
    let message = StudyMessage::Ask { c: 1 };
    let input = StudyInput::Command { from: Some(guest(3)), message };
    study.handle(input, secs(2) + control::ABSENCE).answer.unwrap().unwrap();
    assert_eq!(study.state().controller, 3);
}

#[test]
fn demonstration_stays_with_its_owner() {
    let id = "stedystd".parse().unwrap();
    let new = new("(;SZ[9])", StudyMode::Demonstration);
    let (mut study, _) = Study::create(id, new, secs(0)).unwrap();
    join(&mut study, 1, "Ben");
    let ask = send(&mut study, 1, StudyMessage::Ask { c: 1 }).answer;
    assert_eq!(ask, Some(Err(StudyRefusal::Demonstration)));
    let give = send(&mut study, 0, StudyMessage::Give { c: 1, to: 1 }).answer;
    assert_eq!(give, Some(Err(StudyRefusal::Demonstration)));
    send(&mut study, 1, StudyMessage::Say { c: 1, text: "Hello".to_owned() })
        .answer
        .unwrap()
        .unwrap();
}

#[test]
fn edit_of_an_earlier_version_is_refused_and_a_look_is_not() {
    let (mut study, _) = start("(;SZ[9])");
    let root = study.record().root().number();
    let seen = study.version();
    edit(&mut study, 0, black(root, "E5")).unwrap();
    let late = StudyMessage::Edit { c: 2, rev: seen, edit: black(root, "D4") };
    assert_eq!(send(&mut study, 0, late).answer, Some(Err(StudyRefusal::Stale)));
    let early = StudyMessage::Edit { c: 2, rev: 99, edit: black(root, "D4") };
    assert_eq!(send(&mut study, 0, early).answer, Some(Err(StudyRefusal::Stale)));
    // Who has only missed a look or a word may edit.
    let seen = study.version();
    send(&mut study, 0, StudyMessage::Look { c: 3, at: root }).answer.unwrap().unwrap();
    let edit = StudyMessage::Edit { c: 4, rev: seen, edit: black(root, "D4") };
    send(&mut study, 0, edit).answer.unwrap().unwrap();
    assert_eq!(study.record().children(study.record().root()).len(), 2);
}

#[test]
fn moves_follow_the_rules_and_either_color_may_move() {
    let (mut study, _) = start("(;SZ[5];B[ab];W[cb];B[ba];W[ca];B[bc];W[cc];B[];W[bb])");
    let last = study.record().main_line().last().unwrap().number();
    let illegal = |result: Result<u64, StudyRefusal>| match result {
        Err(refusal @ StudyRefusal::Illegal(_)) => refusal.text(),
        other => panic!("{other:?}"),
    };
    assert!(illegal(edit(&mut study, 0, black(last, "B4"))).contains("occupied"));
    assert!(illegal(edit(&mut study, 0, black(last, "Z9"))).contains("not on this board"));
    edit(&mut study, 0, black(last, "E1")).unwrap();
    edit(&mut study, 0, white(last, "E1")).unwrap();
    let children = study.record().children(study.record().node_id(last).unwrap());
    assert_eq!(children.len(), 2);
    // A move that is there already is only shown.
    let again = edit(&mut study, 0, black(last, "E1")).unwrap();
    assert_eq!(study.record().children(study.record().node_id(last).unwrap()).len(), 2);
    assert_eq!(again, study.version());
}

#[test]
fn stones_marks_labels_and_comments_are_undone_one_by_one() {
    let (mut study, _) = start("(;SZ[9];B[ee])");
    let root = study.record().root().number();
    let before = study.record().to_sgf();
    let point = "C3".parse().unwrap();
    let points = std::iter::once(point).collect();
    let mark = Some(crate::wire::StudyMark::Triangle);
    let text = "a ] b".to_owned();
    for it in [
        StudyEdit::Stones { at: root, points, color: Some(Color::White) },
        StudyEdit::Mark { at: root, point, mark },
        StudyEdit::Label { at: root, point, text: "A".to_owned() },
        StudyEdit::Comment { at: root, text },
        StudyEdit::Turn { at: root, color: Some(Color::White) },
    ] {
        edit(&mut study, 0, it).unwrap();
    }
    // The root has a move after it, so the stones have a node of their own.
    let sgf = study.record().to_sgf();
    for part in ["AW[cg]", "LB[cg:A]", "TR[cg]", "C[a \\] b]", "PL[W]"] {
        assert!(sgf.contains(part), "{part}: {sgf}");
    }
    for _ in 0..5 {
        edit(&mut study, 0, StudyEdit::Undo {}).unwrap();
    }
    assert_eq!(study.record().to_sgf(), before);
    assert_eq!(edit(&mut study, 0, StudyEdit::Undo {}), Err(StudyRefusal::NothingToUndo));
    for _ in 0..5 {
        edit(&mut study, 0, StudyEdit::Redo {}).unwrap();
    }
    assert_eq!(study.record().to_sgf(), sgf);
    let deleted = StudyEdit::Delete { at: root };
    assert_eq!(edit(&mut study, 0, deleted), Err(StudyRefusal::Root));
}

#[test]
fn texts_have_limits() {
    let (mut study, _) = start("(;SZ[9])");
    let root = study.record().root().number();
    let comment = StudyEdit::Comment { at: root, text: "x".repeat(4_001) };
    assert_eq!(edit(&mut study, 0, comment), Err(StudyRefusal::LongComment));
    let say = StudyMessage::Say { c: 1, text: " \u{202e} ".to_owned() };
    assert_eq!(send(&mut study, 0, say).answer, Some(Err(StudyRefusal::BadText)));
}

#[test]
fn review_of_the_computer_is_kept_with_the_moves() {
    let (mut study, _) = start("(;SZ[9];B[ee];W[cc])");
    let mut reviewed = Record::from_sgf("(;SZ[9];B[ee];W[cc];B[aa])").unwrap();
    let chance = tengen_record::Chance::new(0.75);
    let evaluation = tengen_record::NodeEvaluation::new(Color::White, chance);
    let first = reviewed.children(reviewed.root())[0];
    reviewed
        .set_evaluation(first, &evaluation, tengen_record::EvaluationFormats::default())
        .unwrap();
    let adopt = |study: &mut Study, from| {
        let input = StudyInput::Adopt { from: Some(guest(from)), sgf: reviewed.to_sgf() };
        study.handle(input, secs(2)).answer.unwrap()
    };
    assert_eq!(adopt(&mut study, 5), Err(StudyRefusal::Stranger));
    adopt(&mut study, 0).unwrap();
    let judged: Vec<f32> = study
        .state()
        .nodes
        .iter()
        .filter_map(|it| it.judged.as_ref())
        .map(|it| it.chance)
        .collect();
    assert_eq!(judged, [0.75]);
}

/// What one window knows: a state it has read, and the events since.
#[derive(Debug)]
struct Window {
    guest: Option<PersonId>,
    v: u64,
    nodes: BTreeMap<u32, StudyNode>,
    at: u32,
    controller: u32,
    lines: Vec<u64>,
    is_connected: bool,
    /// An edit whose answer was lost.
    unanswered: Option<StudyEdit>,
}

impl Window {
    fn read(guest: Option<PersonId>, state: &StudyState) -> Window {
        Window {
            guest,
            v: state.v,
            nodes: state.nodes.iter().map(|it| (it.n, it.clone())).collect(),
            at: state.at,
            controller: state.controller,
            lines: state.lines.iter().map(|it| it.id).collect(),
            is_connected: true,
            unanswered: None,
        }
    }

    /// Follows an event; `false` if everything must be read anew.
    fn follow(&mut self, event: &StudyEvent) -> bool {
        if event.v <= self.v {
            return true;
        }
        assert_eq!(event.v, self.v + 1, "events have no gaps");
        self.v = event.v;
        match &event.change {
            StudyChange::Edited { nodes, at, .. } => {
                self.nodes.extend(nodes.iter().map(|it| (it.n, it.clone())));
                self.at = *at;
            }
            StudyChange::Looked { at } => self.at = *at,
            StudyChange::Control { to } => self.controller = *to,
            StudyChange::Said { line } => self.lines.push(line.id),
            StudyChange::Joined { .. } | StudyChange::Asked {} => (),
            StudyChange::Reloaded {} => return false,
        }
        true
    }

    /// The nodes that can be reached from the root.
    fn tree(&self, root: u32) -> Vec<StudyNode> {
        let mut open = vec![root];
        let mut tree = Vec::new();
        while let Some(n) = open.pop() {
            let node = &self.nodes[&n];
            open.extend(node.next.iter().rev());
            tree.push(node.clone());
        }
        tree
    }
}

/// A server in miniature: the study with its store, and the windows.
struct Model {
    study: Study,
    store: MemoryStore,
    windows: Vec<Window>,
    rng: fastrand::Rng,
    now: Duration,
    n_edits: usize,
    n_stale: usize,
}

fn wait<T>(reply: crate::store::Reply<T>) -> Result<T, crate::store::StoreError> {
    tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(reply)
}

impl Model {
    fn new(seed: u64) -> Model {
        let (study, stored) = start("(;SZ[5];B[ab];W[cb](;B[ba];W[ca])(;B[bc];W[cc]C[x]))");
        let store = MemoryStore::default();
        wait(store.create_document(stored)).unwrap();
        let rng = fastrand::Rng::with_seed(seed);
        let windows = Vec::new();
        let mut model = Model { study, store, windows, rng, now: secs(0), n_edits: 0, n_stale: 0 };
        model.input(StudyInput::Join { guest: guest(1), name: "Ben".to_owned() });
        // Two windows of the owner, one of another editor, one that watches.
        for guest in [Some(guest(0)), Some(guest(0)), Some(guest(1)), None] {
            model.windows.push(Window::read(guest, &model.study.state()));
            model.study.handle(StudyInput::Arrived(guest), model.now);
        }
        model
    }

    /// What the task of a study does: check, apply, write, tell.
    fn input(&mut self, input: StudyInput) -> Option<Result<u64, StudyRefusal>> {
        self.now += Duration::from_millis(700);
        let output = self.study.handle(input, self.now);
        if let Some(text) = output.text {
            let before = self.study.version() - 1;
            let change = DocumentChange { before, text, listing: self.study.listing() };
            if wait(self.store.append_document(change)).is_err() {
                self.restart();
                return Some(Err(StudyRefusal::NotStored));
            }
        }
        if let Some(event) = output.event {
            let study = &self.study;
            for window in self.windows.iter_mut().filter(|it| it.is_connected) {
                if !window.follow(&event) {
                    *window = Window::read(window.guest, &study.state());
                }
            }
        }
        output.answer
    }

    /// The server is killed, or the study thrown away: what is stored counts.
    fn restart(&mut self) {
        let stored = wait(self.store.document(crate::store::DocumentKind::Study, self.study.id()));
        let before = self.study.state();
        let is_full = stored.is_err();
        assert!(!is_full, "reading works on a full disk");
        self.study = Study::restore(&stored.unwrap().unwrap()).unwrap();
        self.study.set_restored(self.now);
        assert!(self.study.version() <= before.v);
        for idx in 0..self.windows.len() {
            self.windows[idx].is_connected = false;
        }
    }

    fn connect(&mut self, idx: usize) {
        let window = &mut self.windows[idx];
        self.study.handle(StudyInput::Arrived(window.guest), self.now);
        let missed: Option<Vec<StudyEvent>> =
            self.study.events_since(window.v).map(|it| it.cloned().collect());
        window.is_connected = true;
        let is_known = missed.is_some_and(|it| it.iter().all(|event| window.follow(event)));
        if !is_known {
            let unanswered = window.unanswered.take();
            *window = Window { unanswered, ..Window::read(window.guest, &self.study.state()) };
        }
    }

    fn step(&mut self) {
        let idx = self.rng.usize(..self.windows.len());
        if !self.windows[idx].is_connected {
            return self.connect(idx);
        }
        match self.rng.u32(..40) {
            0 => {
                self.windows[idx].is_connected = false;
                let guest = self.windows[idx].guest;
                self.study.handle(StudyInput::Left(guest), self.now);
            }
            1 => self.restart(),
            2 => self.store.set_full(true),
            3 => drop(self.input(StudyInput::Renumber)),
            4..=6 => drop(self.command(idx, StudyMessage::Ask { c: 1 })),
            7..=9 => {
                let to = self.rng.u32(..2);
                drop(self.command(idx, StudyMessage::Give { c: 1, to }));
            }
            10 | 11 => {
                let text = "well".to_owned();
                drop(self.command(idx, StudyMessage::Say { c: 1, text }));
            }
            12..=15 => {
                let at = self.some_node(idx);
                drop(self.command(idx, StudyMessage::Look { c: 1, at }));
            }
            _ => self.edit(idx),
        }
        if self.rng.u32(..3) == 0 {
            self.store.set_full(false);
        }
    }

    /// A window edits what it sees, perhaps a version behind, or again.
    fn edit(&mut self, idx: usize) {
        let at = self.some_node(idx);
        let edit = match self.windows[idx].unanswered.take() {
            Some(edit) => edit,
            None => self.some_edit(at),
        };
        let rev = self.windows[idx].v.saturating_sub(u64::from(self.rng.u32(..9) == 0));
        let edited_at = self.study.edited_at;
        let before = self.study.state();
        let message = StudyMessage::Edit { c: 1, rev, edit: edit.clone() };
        let answer = self.command(idx, message);
        match answer {
            Some(Ok(_)) => self.n_edits += 1,
            Some(Err(StudyRefusal::NotStored)) => self.windows[idx].unanswered = Some(edit),
            Some(Err(refusal)) => {
                assert_eq!(self.study.state(), before, "{refusal:?} changes nothing");
                if refusal == StudyRefusal::Stale {
                    self.n_stale += 1;
                    assert!(rev < edited_at, "only who has missed an edit is refused so");
                }
            }
            None => (),
        }
    }

    fn command(&mut self, idx: usize, message: StudyMessage) -> Option<Result<u64, StudyRefusal>> {
        let from = self.windows[idx].guest;
        self.input(StudyInput::Command { from, message })
    }

    fn some_node(&mut self, idx: usize) -> u32 {
        let root = self.study.record().root().number();
        let tree = self.windows[idx].tree(root);
        tree[self.rng.usize(..tree.len())].n
    }

    fn some_edit(&mut self, at: u32) -> StudyEdit {
        let size = Size::square(5).unwrap();
        let points: Vec<_> = size.points().collect();
        let point = points[self.rng.usize(..points.len())];
        let color = if self.rng.bool() { Color::Black } else { Color::White };
        match self.rng.u32(..12) {
            0 => StudyEdit::Delete { at },
            1 => StudyEdit::Promote { at },
            2 => StudyEdit::Undo {},
            3 => StudyEdit::Redo {},
            4 => StudyEdit::Comment { at, text: format!("at {at}") },
            5 => StudyEdit::Mark { at, point, mark: Some(crate::wire::StudyMark::Circle) },
            6 => StudyEdit::Label { at, point, text: "7".to_owned() },
            7 => {
                let points = std::iter::once(point).collect();
                StudyEdit::Stones { at, points, color: self.rng.bool().then_some(color) }
            }
            8 => StudyEdit::Turn { at, color: Some(color) },
            _ => StudyEdit::Play { at, color, mv: point.into() },
        }
    }

    /// All windows see the same, and so does whoever reads the store.
    fn check(&mut self) {
        self.store.set_full(false);
        for idx in 0..self.windows.len() {
            if !self.windows[idx].is_connected {
                self.connect(idx);
            }
        }
        let state = self.study.state();
        let root = self.study.record().root().number();
        for window in &self.windows {
            assert_eq!(window.v, state.v);
            assert_eq!(window.tree(root), state.nodes);
            assert_eq!((window.at, window.controller), (state.at, state.controller));
            let lines: Vec<u64> = state.lines.iter().map(|it| it.id).collect();
            assert!(window.lines.ends_with(&lines));
        }
        let stored = wait(self.store.document(crate::store::DocumentKind::Study, self.study.id()));
        let read = Study::restore(&stored.unwrap().unwrap()).unwrap();
        assert_eq!(read.state(), state);
        assert_eq!(read.n_nodes, state.nodes.len());
        assert_eq!(self.study.n_nodes, state.nodes.len());
    }
}

/// Two windows of one person, another editor and a watcher, with breaks,
/// crashes and full disks: nobody ever sees something else.
#[test]
fn windows_never_diverge() {
    let n_seeds = std::env::var("TENGEN_MODEL_SEEDS").ok().and_then(|it| it.parse().ok());
    let (mut n_edits, mut n_stale) = (0, 0);
    for seed in 0..n_seeds.unwrap_or(40) {
        let mut model = Model::new(seed);
        for step in 0..250 {
            model.step();
            if step % 50 == 49 {
                model.check();
            }
        }
        n_edits += model.n_edits;
        n_stale += model.n_stale;
    }
    assert!(n_edits > 300 && n_stale > 10, "{n_edits} edits, {n_stale} were late");
}

#[test]
fn crowd_counts_people_once_and_strangers_each() {
    let (mut study, _) = start("(;SZ[9])");
    for who in [Some(0), Some(0), Some(9), None, None] {
        study.handle(StudyInput::Arrived(who.map(guest)), secs(1));
    }
    assert_eq!(study.crowd(), StudyCrowd { here: vec![0], watchers: 3 });
}
