//! All lessons, in the order in which they are learned.

use std::sync::OnceLock;

use crate::lesson::Lesson;
use crate::script;

/// The files, in the order of the course.
const FILES: [&str; 16] = [
    include_str!("../lessons/liberties.txt"),
    include_str!("../lessons/capture.txt"),
    include_str!("../lessons/atari.txt"),
    include_str!("../lessons/first-capture.txt"),
    include_str!("../lessons/forbidden.txt"),
    include_str!("../lessons/ko.txt"),
    include_str!("../lessons/connecting.txt"),
    include_str!("../lessons/eyes.txt"),
    include_str!("../lessons/territory.txt"),
    include_str!("../lessons/ending.txt"),
    include_str!("../lessons/counting.txt"),
    include_str!("../lessons/game-5.txt"),
    include_str!("../lessons/ladders.txt"),
    include_str!("../lessons/nets.txt"),
    include_str!("../lessons/snapback.txt"),
    include_str!("../lessons/game-7.txt"),
];

/// All lessons, in the order in which they are learned.
pub fn lessons() -> &'static [Lesson] {
    static LESSONS: OnceLock<Vec<Lesson>> = OnceLock::new();
    // A file that cannot be read would be left out; a test reads them all.
    LESSONS.get_or_init(|| FILES.into_iter().filter_map(|it| script::read(it).ok()).collect())
}

/// The lesson with this id.
pub fn lesson(id: &str) -> Option<&'static Lesson> {
    lessons().iter().find(|it| it.id == id)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_a_lesson() {
        for file in FILES {
            let name = file.lines().next().unwrap();
            if let Err(error) = script::read(file) {
                panic!("{name}, {error}");
            }
        }
    }
}
