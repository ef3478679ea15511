//! Semantic checks: values, nodes and paths against the format's definitions.
//!
//! The parser looks at the grammar alone. These checks hold each property
//! against its definition, and the properties of a node and of a path against
//! each other. Whether a move is legal is left to those who know the rules.

mod flaw;
mod flaw_place;
mod list;
mod result_and_date;
mod value;

pub use flaw::Flaw;

use crate::check::flaw_place::{Found, Places};
use crate::definition::Class;
use crate::{Collection, Color, Definition, NodeId, Property, Size, Value, Warning};

impl Collection {
    /// What is wrong with the meaning of the games, in the order of the file.
    ///
    /// This comes on top of [`Collection::warnings`], which is about the
    /// grammar of the file. A node that was added has the place of what comes
    /// before it in the file. Where the game is not Go, moves, points and
    /// sizes are not checked.
    pub fn check(&self) -> Vec<Warning> {
        let mut checker = Checker::new(self);
        checker.prefix();
        let mut first = None;
        for &root in &self.games {
            checker.begin_game(root);
            checker.compare(root, *first.get_or_insert(root));
            checker.walk(root);
        }
        checker.places.finish(self)
    }
}

/// Walks through a collection and collects its flaws.
struct Checker<'a> {
    collection: &'a Collection,
    places: Places<'a>,
    size: Size,
    /// The format that the game names, if it names one.
    format: Option<i64>,
    is_go: bool,
    /// The differences between games that were reported already.
    differences: Vec<Flaw>,
    /// The node on the path that has game information.
    info_node: Option<NodeId>,
    is_main_line: bool,
    /// Who made the last move of the main line.
    last_color: Option<Color>,
}

/// What the properties of a node have to be held against each other for.
#[derive(Default)]
struct Seen<'a> {
    black: Option<Property<'a>>,
    white: Option<Property<'a>>,
    setup: Option<Property<'a>>,
    ko: Option<Property<'a>>,
    info: Option<Property<'a>>,
    move_annotation: Option<Property<'a>>,
    handicap: Option<Property<'a>>,
    black_stones: Option<Property<'a>>,
    has_judged_position: bool,
    has_player: bool,
    lists: list::Lists,
}

impl<'a> Checker<'a> {
    fn new(collection: &'a Collection) -> Checker<'a> {
        Checker {
            collection,
            places: Places::new(collection),
            size: Size::NINETEEN,
            format: None,
            is_go: true,
            differences: Vec::new(),
            info_node: None,
            is_main_line: true,
            last_color: None,
        }
    }

    /// Looks for properties in the text before the first game.
    fn prefix(&mut self) {
        let text = self.collection.span(self.collection.prefix);
        if self.collection.games.is_empty() {
            return;
        }
        let Some(open) = text.find('[') else { return };
        if let Some(len) = text[open..].find(']') {
            let subject = crate::parse_report::shorten(&text[open..=open + len]);
            let offset = self.collection.prefix.start as usize + open;
            let flaw = Flaw::DataBeforeGame;
            self.places.found.push(Found { offset, flaw, subject, hint: None });
        }
    }

    fn begin_game(&mut self, root: NodeId) {
        let root = self.collection.node(root);
        self.size = root.value("SZ").map_or(Size::NINETEEN, |it| Size::recover(it.raw()).0);
        self.format = root.value("FF").and_then(|it| it.number().ok());
        self.is_go = root.value("GM").and_then(|it| it.number().ok()).is_none_or(|it| it == 1);
        self.info_node = None;
        self.is_main_line = true;
        self.last_color = None;
    }

    /// Reports the first game that is of another kind than the first of all.
    fn compare(&mut self, root: NodeId, first: NodeId) {
        self.places.begin_node(root);
        let (root, first) = (self.collection.node(root), self.collection.node(first));
        for (name, flaw) in [("FF", Flaw::SeveralFormats), ("GM", Flaw::SeveralGames)] {
            let first = first.value(name).map_or(Ok(1), Value::number);
            if let Some(property) = root.property(name)
                && property.value().number() != first
                && !self.differences.contains(&flaw)
            {
                self.differences.push(flaw);
                self.places.add_property(flaw, property);
            }
        }
    }

    /// Goes through a game along its links, so that its depth does not matter.
    fn walk(&mut self, root: NodeId) {
        let mut id = root;
        loop {
            self.node(id, id == root);
            if let Some(child) = self.collection.first_child(id) {
                id = child;
                continue;
            }
            self.is_main_line = false;
            loop {
                if self.info_node == Some(id) {
                    self.info_node = None;
                }
                if id == root {
                    return;
                }
                if let Some(sibling) = self.collection.next_sibling(id) {
                    id = sibling;
                    break;
                }
                id = self.collection.entry(id).parent.expect("only a root has no parent");
            }
        }
    }

    fn node(&mut self, id: NodeId, is_root: bool) {
        self.places.begin_node(id);
        let mut seen = Seen::default();
        for property in self.collection.node(id).properties() {
            let Some(definition) = definition(property) else {
                self.places.add_property(Flaw::UnknownProperty, property);
                continue;
            };
            if !definition.is_current {
                self.places.add_property(Flaw::OldProperty, property);
            }
            if definition.class == Class::OtherGame && self.is_go {
                self.places.add_property(Flaw::PropertyOfOtherGame, property);
            }
            if definition.class == Class::Root && !is_root {
                self.places.add_property(Flaw::RootPropertyElsewhere, property);
            }
            self.note(property, definition, &mut seen);
            self.values(property, definition, &mut seen.lists);
        }
        self.relations(&seen, id, is_root);
        if self.is_main_line {
            self.main_line(&seen);
        }
    }

    /// Remembers a property that others in its node may not go with.
    fn note(
        &mut self,
        property: Property<'a>,
        definition: &'static Definition,
        seen: &mut Seen<'a>,
    ) {
        match (definition.class, definition.name) {
            (Class::Move, "B") => seen.black = Some(property),
            (Class::Move, "W") => seen.white = Some(property),
            (Class::Move, "KO") => seen.ko = Some(property),
            (Class::Setup, name) => {
                seen.setup.get_or_insert(property);
                match name {
                    "AB" => seen.black_stones = Some(property),
                    "PL" => seen.has_player = true,
                    _ => (),
                }
            }
            (Class::GameInfo, name) => {
                seen.info.get_or_insert(property);
                if name == "HA" {
                    seen.handicap = Some(property);
                }
            }
            (Class::MoveAnnotation, _) => {
                if seen.move_annotation.is_some() {
                    self.places.add_property(Flaw::ContradictingAnnotations, property);
                }
                seen.move_annotation.get_or_insert(property);
            }
            (Class::NodeAnnotation, "DM" | "GB" | "GW" | "UC") => {
                if seen.has_judged_position {
                    self.places.add_property(Flaw::ContradictingAnnotations, property);
                }
                seen.has_judged_position = true;
            }
            _ => (),
        }
    }

    /// Holds the properties of a node against each other and its path.
    fn relations(&mut self, seen: &Seen<'a>, id: NodeId, is_root: bool) {
        let mv = seen.black.or(seen.white);
        if let (Some(_), Some(white)) = (seen.black, seen.white) {
            self.places.add_property(Flaw::TwoMoves, white);
        }
        if let (Some(_), Some(setup)) = (mv, seen.setup) {
            self.places.add_property(Flaw::SetupWithMove, setup);
        }
        if let (Some(mv), true) = (mv, is_root) {
            self.places.add_property(Flaw::MoveInRoot, mv);
        }
        if let (Some(ko), None) = (seen.ko, mv) {
            self.places.add_property(Flaw::KoWithoutMove, ko);
        }
        if let (Some(annotation), None) = (seen.move_annotation, mv) {
            self.places.add_property(Flaw::AnnotationWithoutMove, annotation);
        }
        if let Some(info) = seen.info {
            if self.info_node.is_some() {
                self.places.add_property(Flaw::GameInfoTwice, info);
            } else {
                self.info_node = Some(id);
            }
        }
        if let (Some(handicap), true) = (seen.handicap, self.is_go) {
            let stones = seen.black_stones.map_or(0, |it| it.points(self.size).flatten().count());
            if handicap
                .value()
                .number()
                .is_ok_and(|it| it >= 2 && usize::try_from(it) != Ok(stones))
            {
                self.places.add_property(Flaw::HandicapStones, handicap);
            }
        }
    }

    /// Checks what is unusual in a game from the first move to the last.
    fn main_line(&mut self, seen: &Seen<'a>) {
        if let Some(setup) = seen.setup
            && self.last_color.is_some()
            && self.is_go
        {
            self.places.add_property(Flaw::SetupInMainLine, setup);
        }
        if seen.has_player {
            self.last_color = None;
        }
        for (color, mv) in [(Color::Black, seen.black), (Color::White, seen.white)] {
            let Some(mv) = mv else { continue };
            if self.last_color == Some(color) && self.is_go {
                self.places.add_property(Flaw::SameColorTwice, mv);
            }
            self.last_color = Some(color);
        }
    }
}

/// The definition of a property, if the format has one.
#[inline]
fn definition(property: Property<'_>) -> Option<&'static Definition> {
    let raw = property.raw_name();
    Definition::find(raw).or_else(|| Definition::find(&property.name()))
}
