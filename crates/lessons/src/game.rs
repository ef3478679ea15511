//! A first game against the patient opponent, with comments.

use tengen_rules::{Board, Color, Game, Komi, Move, Point, Ruleset, Size, Turn};

use crate::counting::{Count, dead_stones};
use crate::goal;
use crate::lesson::{GameKind, Mark};
use crate::opponent::{PatientOpponent, Skill};
use crate::reading;
use crate::refusal::Refusal;
use crate::text::Text;
use crate::view::{Answer, AnswerKind, Expects};

/// Whose stones the one who learns plays.
const LEARNER: Color = Color::Black;

/// Rules for a first game: nothing repeats, and nobody has to know komi.
const RULES: Ruleset = Ruleset::CHINESE_KGS;

/// A first game: who learns is Black and moves first.
#[derive(Clone, Debug)]
pub struct FirstGame {
    kind: GameKind,
    now: Moment,
    /// What was before each move of the one who learns.
    before: Vec<Moment>,
    phase: Phase,
    marks: Vec<(Point, Mark)>,
    /// A pass while borders are open is asked for twice.
    is_pass_asked: bool,
    /// How often each stone was spoken of.
    spoken_of: Vec<(Point, u8)>,
    is_closing_said: bool,
    refusal: Option<Refusal>,
}

/// What a move may change.
#[derive(Clone, Debug)]
struct Moment {
    game: Game,
    opponent: PatientOpponent,
}

/// How far the game is.
#[derive(Clone, Debug)]
enum Phase {
    Playing,
    /// Both have passed, and the points are counted.
    Counting(Box<Count>),
    Over,
}

impl FirstGame {
    /// A new game against an opponent of some skill.
    pub fn new(kind: GameKind, skill: Skill) -> FirstGame {
        let (GameKind::FirstCapture(edge) | GameKind::Whole(edge)) = kind;
        let size = Size::square(edge).unwrap_or(Size::NINE);
        let game = Game::new(size, RULES).with_komi(Komi::from_half_points(0));
        FirstGame {
            kind,
            now: Moment { game, opponent: PatientOpponent::new(skill) },
            before: Vec::new(),
            phase: Phase::Playing,
            marks: Vec::new(),
            is_pass_asked: false,
            spoken_of: Vec::new(),
            is_closing_said: false,
            refusal: None,
        }
    }

    /// The game as it stands.
    pub const fn game(&self) -> &Game {
        &self.now.game
    }

    /// The stones.
    pub const fn board(&self) -> &Board {
        self.now.game.board()
    }

    /// What is marked: hints, or who owns what in the end.
    pub fn marks(&self) -> Vec<(Point, Mark)> {
        match &self.phase {
            Phase::Counting(count) => count.marks(),
            _ => self.marks.clone(),
        }
    }

    /// The point of the last stone.
    pub fn last_move(&self) -> Option<Point> {
        match self.now.game.turns().next_back()? {
            Turn::Move(_, mv) => mv.point(),
            Turn::Resume(_) => None,
        }
    }

    /// Whether it has been played to its end.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// What can be done.
    pub const fn expects(&self) -> Expects {
        match (&self.phase, self.kind) {
            (Phase::Playing, GameKind::FirstCapture(_)) => Expects::Move,
            (Phase::Playing, GameKind::Whole(_)) => Expects::MoveOrPass,
            (Phase::Counting(_) | Phase::Over, _) => Expects::Next,
        }
    }

    /// Why the last move was refused, if it was.
    pub const fn refusal(&self) -> Option<&Refusal> {
        self.refusal.as_ref()
    }

    /// Makes a move, and the opponent's reply.
    pub fn play(&mut self, mv: Move) -> Answer {
        self.marks.clear();
        self.refusal = None;
        if !matches!(self.phase, Phase::Playing) {
            return Answer::note("game.over");
        }
        if let Some(answer) = self.question(mv) {
            return answer;
        }
        let before = self.now.clone();
        if let Err(reason) = self.now.game.play(mv) {
            let refusal = Refusal::new(reason, self.board(), LEARNER);
            let answer = Answer::new(AnswerKind::Refused, refusal.short.clone());
            self.refusal = Some(refusal);
            return answer;
        }
        self.before.push(before);
        self.is_pass_asked = false;
        let mut texts = Vec::new();
        let taken = self.n_captured(LEARNER);
        if taken > 0 {
            texts.push(Text::new("game.you-captured").with("n", taken));
        }
        if !self.ends(LEARNER, taken, &mut texts) {
            self.reply(&mut texts);
        }
        Answer { kind: AnswerKind::Note, texts }
    }

    /// What is asked before a pass that may be a slip.
    fn question(&mut self, mv: Move) -> Option<Answer> {
        if mv != Move::Pass {
            return None;
        }
        if let GameKind::FirstCapture(_) = self.kind {
            return Some(Answer::note("game.capture.no-pass"));
        }
        let is_open = !is_closed(self.board());
        if is_open && !self.is_pass_asked {
            self.is_pass_asked = true;
            return Some(Answer::note("game.open"));
        }
        None
    }

    /// The opponent's move, with what there is to say about it.
    fn reply(&mut self, texts: &mut Vec<Text>) {
        let mv = self.now.opponent.choose(&self.now.game);
        // The opponent knows the rules.
        if self.now.game.play(mv).is_err() {
            return;
        }
        match mv {
            Move::Play(point) => texts.push(Text::new("game.moved").with("point", point)),
            Move::Pass => texts.push(Text::new("game.passed")),
        }
        let taken = self.n_captured(!LEARNER);
        if taken > 0 {
            texts.push(Text::new("game.i-captured").with("n", taken));
        }
        if !self.ends(!LEARNER, taken, texts) {
            self.comment(texts);
        }
    }

    /// Speaks of chains that have one liberty, of each no more than twice.
    fn comment(&mut self, texts: &mut Vec<Text>) {
        let board = *self.board();
        let heads = board.stones().filter(|&(_, it)| board.chain_id(it) == Some(it));
        let chains: Vec<_> = heads.filter_map(|(c, it)| Some((c, it, board.atari(it)?))).collect();
        self.spoken_of.retain(|(it, _)| board.atari(*it).is_some());
        for (color, point, liberty) in chains {
            let n_times = self.speak_of(&board, point);
            let id = match (color == LEARNER, n_times) {
                (true, 0) => "game.you-in-atari",
                (true, 1) => "game.still-in-atari",
                (false, 0) => "game.i-in-atari",
                _ => continue,
            };
            texts.push(Text::new(id).with("point", point).with("liberty", liberty));
        }
        let is_whole = matches!(self.kind, GameKind::Whole(_));
        if is_whole && !self.is_closing_said && is_closed(&board) {
            self.is_closing_said = true;
            texts.push(Text::new("game.closed"));
        }
    }

    /// How often the chain was spoken of before.
    fn speak_of(&mut self, board: &Board, point: Point) -> u8 {
        let is_of_chain = |(it, _): &&(Point, u8)| board.chain(point).any(|stone| stone == *it);
        let n_times = self.spoken_of.iter().find(is_of_chain).map_or(0, |&(_, n)| n);
        self.spoken_of.retain(|it| !is_of_chain(&it));
        let stones = board.chain(point).map(|it| (it, n_times.saturating_add(1)));
        self.spoken_of.extend(stones);
        n_times
    }

    /// Whether the move that was just made ends the game, and says so.
    fn ends(&mut self, color: Color, taken: u32, texts: &mut Vec<Text>) -> bool {
        if matches!(self.kind, GameKind::FirstCapture(_)) {
            if taken > 0 {
                let id = if color == LEARNER { "game.capture.won" } else { "game.capture.lost" };
                texts.push(Text::new(id));
                self.phase = Phase::Over;
            }
            return taken > 0;
        }
        if self.now.game.end().is_none() {
            return false;
        }
        let count = Count::new(self.now.game.position(), &dead_stones(self.board()));
        texts.push(Text::new("game.both-passed"));
        texts.extend(count.explain());
        self.phase = Phase::Counting(Box::new(count));
        true
    }

    /// The stones that the last move took.
    fn n_captured(&self, color: Color) -> u32 {
        let n_turns = self.now.game.n_turns();
        let before = self.now.game.position_at(n_turns.saturating_sub(1));
        let before = before.map_or(0, |it| it.prisoners[color]);
        self.now.game.position().prisoners[color].saturating_sub(before)
    }

    /// Goes on after the counting.
    pub fn proceed(&mut self) -> Answer {
        let Phase::Counting(count) = &self.phase else {
            return Answer::note(if self.is_over() { "game.over" } else { "game.your-move" });
        };
        let id = match count.area_lead.signum() {
            1 => "game.won",
            0 => "game.tie",
            _ => "game.lost",
        };
        self.marks = count.marks();
        self.phase = Phase::Over;
        Answer::note(id)
    }

    /// Takes the last move back, with its reply.
    ///
    /// After two passes, that means to go on.
    pub fn take_back(&mut self) -> Option<Answer> {
        self.marks.clear();
        self.refusal = None;
        self.now = self.before.pop()?;
        self.is_closing_said = false;
        self.phase = Phase::Playing;
        Some(Answer::note("game.taken-back"))
    }

    /// Points out a good move.
    pub fn hint(&mut self) -> Answer {
        if !matches!(self.phase, Phase::Playing) {
            return Answer::note("game.over");
        }
        let (id, mv) = self.advice();
        self.marks = mv.point().into_iter().map(|it| (it, Mark::Hint)).collect();
        let text = match mv {
            Move::Play(point) => Text::new(id).with("point", point),
            Move::Pass => Text::new("game.hint.pass"),
        };
        Answer::new(AnswerKind::Hint, text)
    }

    fn advice(&self) -> (&'static str, Move) {
        let board = self.board();
        let is_legal = |it: &Point| self.now.game.is_legal(Move::Play(*it));
        let theirs = || board.stones().filter(|&(it, _)| it != LEARNER);
        if let Some(point) = theirs().filter_map(|(_, it)| board.atari(it)).find(is_legal) {
            return ("game.hint.capture", point.into());
        }
        let ours =
            board.stones().filter(|&(it, point)| it == LEARNER && board.atari(point).is_some());
        let rescues = ours.filter_map(|(_, it)| reading::rescue(board, it)?.point());
        if let Some(point) = rescues.into_iter().find(is_legal) {
            return ("game.hint.save", point.into());
        }
        let traps = theirs().filter(|&(_, it)| reading::rescue(board, it).is_some());
        if let Some(point) = traps.filter_map(|(_, it)| reading::capture(board, it)).find(is_legal)
        {
            return ("game.hint.trap", point.into());
        }
        ("game.hint.move", PatientOpponent::new(Skill::Keen).choose(&self.now.game))
    }
}

/// Whether there is nothing left to play for, on a board that is not nearly
/// empty.
fn is_closed(board: &Board) -> bool {
    board.n_empty() * 2 <= board.size().n_points() && goal::is_closed(board)
}
