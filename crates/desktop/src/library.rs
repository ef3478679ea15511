//! The library as the window has it open: the list, a position, statistics.

use tengen_front::library::{Browser, Explorer, OrderBy, Part, Preview, StatisticsView};
use tengen_picture::Scene;
use tengen_rules::{Point, Size};

use crate::board::{Board, Input};
use crate::message::Purpose;

/// What of the library is shown.
#[derive(Copy, Clone, Debug, Eq, PartialEq, Hash)]
pub(crate) enum LibraryTab {
    /// Games, with a preview of one.
    Games,
    /// A position, and what was played next.
    Position,
    /// Statistics.
    Statistics,
}

/// What a click on the board of a position means.
#[derive(Copy, Clone, Debug, Default, Eq, PartialEq, Hash)]
pub(crate) enum Pick {
    /// A move is tried.
    #[default]
    Move,
    /// The corner is chosen that is looked for.
    Corner,
    /// The first point of a part, or the second one; the part may be anywhere
    /// on the board.
    Rectangle(Option<Point>, bool),
}

/// What is done in the library.
#[derive(Clone, Debug)]
pub(crate) enum LibraryChange {
    Tab(LibraryTab),
    Filter(String),
    Mine(bool),
    Sort(OrderBy),
    Reverse,
    Choose(u32),
    Open,
    /// A file or a folder is added.
    Add(Purpose),
    /// Adding stops.
    StopAdding,
    Compare,
    Parting,
    Preview(Input),
    GoToMove(u32),
    TypeTag(String),
    Tag(String),
    /// The position of the preview is looked for.
    Search,
    Explore(Input),
    Pick(Pick),
    Whole,
    BothColors(bool),
    Variations(bool),
    OnlyMine(bool),
    Play(Point),
    Back,
    OpenFound(usize),
}

/// A board with what is drawn on it.
#[derive(Debug)]
pub(crate) struct ShownBoard {
    pub(crate) board: Board,
    pub(crate) scene: Scene,
}

impl Default for ShownBoard {
    fn default() -> ShownBoard {
        ShownBoard { board: Board::default(), scene: Scene::new(Size::NINETEEN) }
    }
}

impl ShownBoard {
    /// Shows something else.
    pub(crate) fn show(&mut self, scene: Scene) {
        if self.scene.size != scene.size {
            self.board.all_changed();
        }
        self.board.stones_changed();
        self.scene = scene;
    }
}

/// The library as it is open.
#[derive(Debug)]
pub(crate) struct OpenLibrary {
    pub(crate) tab: LibraryTab,
    pub(crate) browser: Browser,
    pub(crate) explorer: Option<Explorer>,
    pub(crate) statistics: Option<StatisticsView>,
    pub(crate) preview: ShownBoard,
    pub(crate) compared: ShownBoard,
    pub(crate) position: ShownBoard,
    pub(crate) pick: Pick,
    /// A tag that is being typed.
    pub(crate) tag: String,
}

impl OpenLibrary {
    pub(crate) fn new(browser: Browser) -> OpenLibrary {
        OpenLibrary {
            tab: LibraryTab::Games,
            browser,
            explorer: None,
            statistics: None,
            preview: ShownBoard::default(),
            compared: ShownBoard::default(),
            position: ShownBoard::default(),
            pick: Pick::Move,
            tag: String::new(),
        }
    }

    /// Takes what was read since; whether something has changed.
    pub(crate) fn poll(&mut self) -> bool {
        let mut has_changed = self.browser.poll();
        has_changed |= self.explorer.as_mut().is_some_and(Explorer::poll);
        has_changed |= self.statistics.as_mut().is_some_and(StatisticsView::poll);
        if has_changed {
            self.compose();
        }
        has_changed
    }

    /// Draws the boards anew.
    pub(crate) fn compose(&mut self) {
        let scene = self.browser.preview().map(Preview::scene);
        self.preview.show(scene.unwrap_or_else(|| Scene::new(Size::NINETEEN)));
        if let Some(compared) = self.browser.compared() {
            self.compared.show(compared.scene());
        }
        if let Some(explorer) = &self.explorer {
            let mut scene = explorer.scene();
            if let Pick::Rectangle(Some(point), _) = self.pick {
                scene.cursor = Some(point);
            }
            self.position.show(scene);
        }
    }

    /// Looks of a board are others.
    pub(crate) fn all_changed(&self) {
        for shown in [&self.preview, &self.compared, &self.position] {
            shown.board.all_changed();
        }
    }

    /// Takes a point that was clicked while a part of the board is chosen;
    /// whether it was.
    pub(crate) fn pick(&mut self, point: Point) -> bool {
        let Some(explorer) = &mut self.explorer else { return false };
        match self.pick {
            Pick::Move => return false,
            Pick::Corner => {
                explorer.set_part(Part::Corner(point));
                self.pick = Pick::Move;
            }
            Pick::Rectangle(None, is_anywhere) => {
                self.pick = Pick::Rectangle(Some(point), is_anywhere);
            }
            Pick::Rectangle(Some(first), is_anywhere) => {
                let part = if is_anywhere {
                    Part::Anywhere(first, point)
                } else {
                    Part::Rectangle(first, point)
                };
                explorer.set_part(part);
                self.pick = Pick::Move;
            }
        }
        true
    }
}
