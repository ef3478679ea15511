//! Tables of texts: sections in brackets, then `key = text` in each line.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::Language;

/// The texts of a language by their ids.
pub(super) type Table = BTreeMap<String, String>;

/// The files of English.
const ENGLISH: [&str; 4] = [
    include_str!("../../text/en/course.txt"),
    include_str!("../../text/en/lessons.txt"),
    include_str!("../../text/en/game.txt"),
    include_str!("../../text/en/glossary.txt"),
];

/// The table of a language, which is read once.
pub(super) fn of(language: Language) -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    match language {
        Language::English => TABLE.get_or_init(|| ENGLISH.into_iter().flat_map(read).collect()),
    }
}

/// The texts of a file. A line that begins with a space goes on with the text
/// before it, and `#` begins a comment.
fn read(file: &str) -> Vec<(String, String)> {
    let mut texts: Vec<(String, String)> = Vec::new();
    let mut section = "";
    for line in file.lines().filter(|it| !it.starts_with('#') && !it.trim().is_empty()) {
        if let Some(name) = line.strip_prefix('[').and_then(|it| it.strip_suffix(']')) {
            section = name;
        } else if line.starts_with(' ') {
            if let Some((_, text)) = texts.last_mut() {
                text.push(' ');
                text.push_str(line.trim());
            }
        } else if let Some((key, text)) = line.split_once('=') {
            texts.push((format!("{section}.{}", key.trim()), text.trim().to_owned()));
        }
    }
    texts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn lines_belong_to_sections() {
        let texts = read("# Note\n[a.b]\nc = One\n  two.\n\n[d]\ne = Three = 3.\n");
        let expected = [("a.b.c", "One two."), ("d.e", "Three = 3.")];
        assert!(texts.iter().map(|(id, text)| (&**id, &**text)).eq(expected));
    }

    #[test]
    fn every_line_of_the_tables_is_understood_and_every_id_is_there_once() {
        let mut seen = BTreeSet::new();
        for file in ENGLISH {
            for line in file.lines() {
                let is_text = line.starts_with('#') || line.trim().is_empty();
                let is_known = is_text
                    || line.starts_with('[') && line.ends_with(']')
                    || line.starts_with(' ')
                    || line.contains(" = ");
                assert!(is_known, "{line}");
            }
            for (id, text) in read(file) {
                assert!(!text.is_empty(), "{id}");
                assert!(seen.insert(id.clone()), "{id} is there twice");
            }
        }
    }
}
