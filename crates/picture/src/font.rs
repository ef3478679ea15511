//! Letters that the built-in lettering lacks.

use std::collections::BTreeSet;

use crate::{Scene, glyph};

impl Scene {
    /// The letters that are boxes in PNG and GIF, because neither the built-in
    /// lettering nor a font has them.
    ///
    /// Fonts of the system are used with the feature `system-fonts` only. In
    /// SVG, such letters are text, which the viewer draws.
    ///
    /// # Examples
    ///
    /// ```
    /// use tengen_picture::Scene;
    /// use tengen_rules::Size;
    ///
    /// let scene = Scene::new(Size::NINE).with_caption("Müller, 9 dan");
    /// assert!(scene.letters_without_font().is_empty());
    /// ```
    pub fn letters_without_font(&self) -> BTreeSet<char> {
        let letters = self.letters_without_strokes();
        &letters - &letters_of_fonts(&letters)
    }

    /// The visible letters that the built-in lettering lacks.
    pub(crate) fn letters_without_strokes(&self) -> BTreeSet<char> {
        let labels = self.visible_points().filter_map(|point| self.labels.get(&point));
        let candidates = self.candidates.iter().flat_map(|it| &it.texts);
        let texts = labels.chain(candidates).chain(&self.caption);
        let letters = texts.flat_map(|text| text.chars());
        letters.filter(|&it| glyph::find(it).is_none() && !it.is_control()).collect()
    }
}

#[cfg(not(feature = "system-fonts"))]
pub(crate) use none::{letters_of_fonts, options};
#[cfg(feature = "system-fonts")]
pub(crate) use system::{letters_of_fonts, options};

/// Without fonts.
#[cfg(not(feature = "system-fonts"))]
mod none {
    use std::collections::BTreeSet;

    use resvg::usvg::Options;

    pub(crate) fn letters_of_fonts(_letters: &BTreeSet<char>) -> BTreeSet<char> {
        BTreeSet::new()
    }

    pub(crate) fn options(_letters: &BTreeSet<char>) -> Options<'static> {
        Options::default()
    }
}

/// With the fonts of the system.
#[cfg(feature = "system-fonts")]
mod system {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fmt::Write;
    use std::sync::{Arc, LazyLock, Mutex, PoisonError};

    use resvg::usvg::fontdb::{Database, Family, Query};
    use resvg::usvg::{Node, Options, Tree};

    /// Looking for fonts takes longer than drawing, so it is done once.
    static FONTS: LazyLock<Arc<Database>> = LazyLock::new(|| {
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        let usual = Query { families: &[Family::SansSerif], ..Query::default() };
        // A text whose own font is missing gets no other one either.
        if fonts.query(&usual).is_none() {
            fonts.set_sans_serif_family(plainest(&fonts).unwrap_or_default());
        }
        Arc::new(fonts)
    });

    /// The name of a font without serifs, or of any other.
    fn plainest(fonts: &Database) -> Option<String> {
        let names = || fonts.faces().filter_map(|face| Some(face.families.first()?.0.as_str()));
        let is_plain = |name: &&str| name.contains("Sans") && !name.contains("Mono");
        names().find(is_plain).or_else(|| names().next()).map(str::to_owned)
    }

    /// Whether a letter has been found in a font.
    static FOUND: Mutex<BTreeMap<char, bool>> = Mutex::new(BTreeMap::new());

    /// Those of these letters that some font has.
    pub(crate) fn letters_of_fonts(letters: &BTreeSet<char>) -> BTreeSet<char> {
        if letters.is_empty() {
            return BTreeSet::new();
        }
        let mut found = FOUND.lock().unwrap_or_else(PoisonError::into_inner);
        for &letter in letters {
            found.entry(letter).or_insert_with(|| has_font(letter));
        }
        letters.iter().copied().filter(|letter| found.get(letter) == Some(&true)).collect()
    }

    /// The options to draw these letters.
    pub(crate) fn options(letters: &BTreeSet<char>) -> Options<'static> {
        let mut options = Options::default();
        if !letters.is_empty() {
            options.fontdb = Arc::clone(&FONTS);
        }
        options
    }

    /// Lets the letter be set, and looks whether it has a glyph.
    fn has_font(letter: char) -> bool {
        let mut svg = String::from(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 20 20\">\
             <text y=\"15\" font-family=\"sans-serif\">",
        );
        write!(svg, "&#{};</text></svg>", u32::from(letter)).expect("a string takes every text");
        let options = Options { fontdb: Arc::clone(&FONTS), ..Options::default() };
        let Ok(tree) = Tree::from_str(&svg, &options) else { return false };
        let spans = tree.root().children().iter().flat_map(|node| match node {
            Node::Text(text) => text.layouted(),
            _ => &[],
        });
        let mut glyphs = spans.flat_map(|span| &span.positioned_glyphs).peekable();
        glyphs.peek().is_some() && glyphs.all(|glyph| glyph.id.0 != 0)
    }
}
