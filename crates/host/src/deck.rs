//! Reviews kept in the library of the user, and the mistakes in them as a deck
//! of exercises.
//!
//! The library knows when an exercise is due; what a move in it is worth is
//! found again in the reviewed text of its game.

use std::fmt::Write;
use std::time::SystemTime;

use tengen_library::{self as library, GameId, Library, LibraryError, NewExercise};
use tengen_record::{NodeId, Record};
use tengen_review::exercise::{Exercise, exercise, exercises};
use tengen_review::{Band, Plan, Review};
use tengen_rules::{Color, Move, Ruleset};

/// Mistakes from this band on become exercises.
const LEAST: Band = Band::Mistake;

/// Nothing is evaluated for the deck.
const NOTHING: Plan = Plan { quick: 1, deep: 1, budget: Some(0) };

/// Keeps the text of a reviewed game in the library, and puts the mistakes of
/// the user into the deck; returns the number of exercises that are new.
///
/// As long as neither the names of the user nor the game itself say who the
/// user is, the mistakes of both players are exercises. The rules are for a
/// record that names none.
///
/// # Errors
///
/// Returns [`LibraryError`] if there is no such game, if the text is of
/// another one, or if the library cannot be written.
pub fn keep_review(
    library: &mut Library,
    id: GameId,
    text: &str,
    ruleset: Ruleset,
    now: SystemTime,
) -> Result<usize, LibraryError> {
    library.keep_reviewed(id, text)?;
    // The numbers of nodes are those of the text.
    let record = Record::from_sgf(text).map_err(|_| LibraryError::OtherGame(id))?;
    let review = Review::new(&record, ruleset, NOTHING);
    let own = library.own_colors(id)?;
    let is_known = own[Color::Black] || own[Color::White] || !library.own_names()?.is_empty();
    let mistakes = exercises(&review, &record, LEAST.least());
    let wanted = mistakes.iter().filter(|it| !is_known || own[it.to_play]);
    let new: Vec<NewExercise> = wanted.map(|it| to_library(&record, it, id)).collect();
    library.set_exercises_of(id, &new, now)
}

fn to_library(record: &Record, it: &Exercise, id: GameId) -> NewExercise {
    let right = it.known.iter().filter(|known| known.loss <= it.tolerance);
    NewExercise {
        position: position(record, it.position, it.to_play),
        answers: right.map(|known| known.mv.to_string()).collect(),
        origin: Some((id, it.mistake.number())),
    }
}

/// A position as SGF, the same whatever record it is from.
fn position(record: &Record, node: NodeId, to_play: Color) -> String {
    let size = record.size();
    let mut text = if size.width() == size.height() {
        format!("(;FF[4]GM[1]SZ[{}]", size.width())
    } else {
        format!("(;FF[4]GM[1]SZ[{}:{}]", size.width(), size.height())
    };
    if let Some(komi) = record.info_at(node).komi() {
        // Writing to a string does not fail.
        let _ = write!(text, "KM[{komi}]");
    }
    let snapshot = record.position(node);
    for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
        let mut stones = size.points().filter(|&it| snapshot.stone(it) == Some(color)).peekable();
        if stones.peek().is_some() {
            text.push_str(name);
        }
        for point in stones {
            let letters = [point.column(), size.height() - 1 - point.row()];
            text.push('[');
            text.extend(letters.map(|it| char::from(b'a' + it)));
            text.push(']');
        }
    }
    let _ = write!(text, "PL[{}])", to_play.letter());
    text
}

/// An exercise of the deck, with the game that it is from.
#[derive(Clone, Debug)]
pub struct DeckExercise {
    /// Its name in the library.
    pub id: library::ExerciseId,
    /// The game that it is from.
    pub game: GameId,
    /// The record of that game, with its review.
    pub record: Record,
    /// The review, as it is kept in the record.
    pub review: Review,
    /// What counts as right.
    pub exercise: Exercise,
}

impl DeckExercise {
    /// Opens an exercise of the library; `None` if its game, or the mistake in
    /// it, is no longer there.
    ///
    /// # Errors
    ///
    /// Returns [`LibraryError`] if the library cannot be read.
    pub fn open(
        library: &Library,
        asked: &library::Exercise,
        ruleset: Ruleset,
    ) -> Result<Option<DeckExercise>, LibraryError> {
        let Some((game, node)) = asked.origin else { return Ok(None) };
        let texts = match library.all_bytes(game) {
            Err(LibraryError::NoGame(_)) => return Ok(None),
            texts => texts?,
        };
        // Usually it is the first: the text that is shown has the review.
        let mut records = texts.iter().filter_map(|it| Record::from_bytes(it).ok());
        Ok(records.find_map(|record| {
            let review = Review::new(&record, ruleset, NOTHING);
            let exercise = find(&record, &review, node, &asked.position)?;
            Some(DeckExercise { id: asked.id, game, record, review, exercise })
        }))
    }

    /// The move of the game, which was the mistake.
    pub const fn played(&self) -> Move {
        self.exercise.played
    }
}

/// The mistake that was made in a position: at its node, or wherever the node
/// is after the text was edited.
fn find(record: &Record, review: &Review, node: u32, asked: &str) -> Option<Exercise> {
    let is_it = |it: &Exercise| position(record, it.position, it.to_play) == asked;
    let at_node = record.node_id(node).and_then(|it| exercise(review, record, it, 0.0));
    at_node
        .filter(is_it)
        .or_else(|| exercises(review, record, LEAST.least()).into_iter().find(is_it))
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::time::{Duration, UNIX_EPOCH};

    use tengen_library::{Access, Grade};
    use tengen_review::exercise::Answer;
    use tengen_rules::ByColor;

    use super::*;

    const PLAYED: &str = "(;SZ[9]KM[7]PB[Ann]PW[Ben];B[ee];W[ge];B[ca];W[gd])";

    /// Black loses 18 points by C9, White 9 by G6; the last move is elsewhere.
    const REVIEWED: &str = "(;SZ[9]KM[7]PB[Ann]PW[Ben]\
        ;B[ee]TGNJ[1 w 5000 0 100/100 0 ? ge,90,5000,0,?,cc =x]\
        ;W[ge]TGNJ[1 b 5000 0 100/100 0 ? gd,90,5000,0,?,fd cc,9,4950,-50,?,gd =x]\
        ;B[ca]TGNJ[1 w 2000 -1800 100/100 1800 ? gc,90,8000,1800,?,hc =x]\
        ;W[gd]TGNJ[1 b 4000 -900 100/100 900 ? hc,90,4000,-900,?,hd =x])";

    struct Folder(std::path::PathBuf);

    impl Folder {
        fn new(name: &str) -> Folder {
            let name = format!("tengen-deck-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = std::fs::remove_dir_all(&path);
            Folder(path)
        }

        fn library(&self) -> Library {
            Library::open(&self.0.join("library.db"), Access::Create).unwrap()
        }
    }

    impl Drop for Folder {
        fn drop(&mut self) {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }

    fn add(library: &mut Library, own: ByColor<bool>) -> GameId {
        let added = library.add(Path::new("game.sgf"), PLAYED.as_bytes(), own).unwrap();
        added.game().unwrap()
    }

    fn start() -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(1_800_000_000)
    }

    fn keep(library: &mut Library, id: GameId, text: &str) -> usize {
        keep_review(library, id, text, Ruleset::CHINESE, start()).unwrap()
    }

    #[test]
    fn mistakes_of_both_players_until_the_user_is_known() {
        let folder = Folder::new("both");
        let mut library = folder.library();
        let id = add(&mut library, ByColor::default());
        assert_eq!(keep(&mut library, id, REVIEWED), 2);
        assert_eq!(keep(&mut library, id, REVIEWED), 0, "they are there already");
        library.set_own_names(&["ann".into()]).unwrap();
        keep(&mut library, id, REVIEWED);
        let due = library.due_exercises(start(), 10).unwrap();
        assert_eq!(due.len(), 1);
        assert!(due[0].position.ends_with("PL[B])"), "{}", due[0].position);
        assert_eq!(due[0].answers, ["G6", "C7"]);
        library.set_own_names(&["somebody".into()]).unwrap();
        keep(&mut library, id, REVIEWED);
        assert_eq!(library.due_exercises(start(), 10).unwrap(), []);
    }

    #[test]
    fn an_exercise_is_found_in_its_game_and_comes_again() {
        let folder = Folder::new("found");
        let mut library = folder.library();
        let id = add(&mut library, ByColor { black: true, white: false });
        assert_eq!(keep(&mut library, id, REVIEWED), 1);
        let due = library.due_exercises(start(), 10).unwrap();
        let open = |library: &Library, it| DeckExercise::open(library, it, Ruleset::CHINESE);
        let found = open(&library, &due[0]).unwrap().unwrap();
        let mv = |name: &str| name.parse().unwrap();
        assert_eq!(found.played(), mv("C9"));
        assert!(matches!(found.exercise.check(mv("G6")), Answer::Right { .. }));
        let Answer::Wrong { refutation, .. } = found.exercise.check(mv("C9")) else { panic!() };
        assert_eq!(refutation, [mv("G7"), mv("H7")]);
        let later = library.answer_exercise(found.id, Grade::Good, start()).unwrap();
        assert!(later > start() + Duration::from_secs(86_400));
        assert_eq!(library.due_exercises(start(), 10).unwrap(), []);
        // A further review changes nothing about that.
        keep(&mut library, id, &REVIEWED.replace("100/100", "400/400"));
        assert_eq!(library.due_exercises(start(), 10).unwrap(), []);
        assert_eq!(library.due_exercises(later, 10).unwrap().len(), 1);

        // A node more in the file moves the mistake, which is found all the same.
        let edited = REVIEWED.replace(";W[ge]", ";C[Here it comes.];W[ge]");
        library.add(Path::new("edited.sgf"), edited.as_bytes(), ByColor::default()).unwrap();
        let due = library.due_exercises(later, 10).unwrap();
        let found = open(&library, &due[0]).unwrap().unwrap();
        assert_eq!((found.played(), found.exercise.mistake.number()), (mv("C9"), 4));

        library.remove(id).unwrap();
        assert!(open(&library, &due[0]).unwrap().is_none());
    }
}
