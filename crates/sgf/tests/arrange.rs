//! Random orders of variations, held against a plain model of a tree.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use fastrand::Rng;
use tengen_sgf::{Collection, Node, NodeId, parse_text};

/// A tree in which nothing is clever: the roots, then the children of each
/// node, all by the text of a node.
#[derive(Clone, Debug, Default)]
struct Model {
    roots: Vec<Tree>,
}

#[derive(Clone, Debug, Eq, PartialEq)]
struct Tree {
    id: NodeId,
    children: Vec<Tree>,
}

impl Model {
    /// The list that has the node, and its index there.
    fn place(&mut self, id: NodeId) -> (&mut Vec<Tree>, usize) {
        find(&mut self.roots, id).unwrap()
    }

    fn take(&mut self, id: NodeId) -> Tree {
        let (list, idx) = self.place(id);
        list.remove(idx)
    }

    fn children(&mut self, parent: Option<NodeId>) -> &mut Vec<Tree> {
        match parent {
            None => &mut self.roots,
            Some(parent) => {
                let (list, idx) = self.place(parent);
                &mut list[idx].children
            }
        }
    }
}

fn find(list: &mut Vec<Tree>, id: NodeId) -> Option<(&mut Vec<Tree>, usize)> {
    if let Some(idx) = list.iter().position(|it| it.id == id) {
        return Some((list, idx));
    }
    list.iter_mut().find_map(|it| find(&mut it.children, id))
}

fn tree(node: Node<'_>) -> Tree {
    Tree { id: node.id(), children: node.children().map(tree).collect() }
}

fn has(tree: &Tree, id: NodeId) -> bool {
    tree.id == id || tree.children.iter().any(|it| has(it, id))
}

/// The names of the nodes, with brackets around children.
fn outline(collection: &Collection) -> String {
    fn write(node: Node<'_>, out: &mut String) {
        out.push_str(&node.value("N").unwrap().text());
        out.push('(');
        node.children().for_each(|it| write(it, out));
        out.push(')');
    }
    let mut out = String::new();
    collection.games().for_each(|game| write(game.root(), &mut out));
    out
}

const TEXT: &str =
    "( ;N[a];N[b]\n(;N[c];N[d](;N[e])(;N[f]\n))\n(;N[g] ))text (x)\n(;N[h](;N[i])(;N[j]))\n";

#[test]
fn random_moves_do_what_the_model_does() {
    let mut rng = Rng::with_seed(0x5EED_0005);
    for _ in 0..2_000 {
        let mut collection = parse_text(TEXT).unwrap();
        let roots = collection.games().map(|game| tree(game.root())).collect();
        let mut model = Model { roots };
        for _ in 0..8 {
            step(&mut collection, &mut model, &mut rng);
            let roots: Vec<Tree> = collection.games().map(|game| tree(game.root())).collect();
            assert_eq!(roots, model.roots);
            let written = collection.to_sgf();
            assert_eq!(outline(&parse_text(&written).unwrap()), outline(&collection), "{written}");
        }
    }
}

fn step(collection: &mut Collection, model: &mut Model, rng: &mut Rng) {
    let ids: Vec<NodeId> =
        collection.games().flat_map(|game| game.nodes()).map(|node| node.id()).collect();
    let id = ids[rng.usize(..ids.len())];
    let parent = if rng.u32(..4) == 0 { None } else { Some(ids[rng.usize(..ids.len())]) };
    let (list, idx) = model.place(id);
    match rng.u32(..5) {
        0 => {
            collection.promote(id);
            list[..=idx].rotate_right(1);
        }
        1 => {
            assert_eq!(collection.move_up(id), idx > 0);
            if idx > 0 {
                list.swap(idx - 1, idx);
            }
        }
        2 => {
            let is_last = idx + 1 == list.len();
            assert_eq!(collection.move_down(id), !is_last);
            if !is_last {
                list.swap(idx, idx + 1);
            }
        }
        3 => {
            let is_inside = parent.is_some_and(|parent| has(&list[idx], parent));
            assert_eq!(collection.move_to(id, parent).is_err(), is_inside);
            if !is_inside {
                let tree = model.take(id);
                model.children(parent).push(tree);
            }
        }
        _ if ids.len() > 100 => (),
        _ => {
            let copy = collection.copy(id, parent).unwrap();
            assert!(ids.iter().all(|&it| it < copy), "ids of old nodes stay");
            let copy = tree(collection.node(copy));
            model.children(parent).push(copy);
        }
    }
}

#[test]
fn untouched_games_are_written_as_they_were() {
    let mut collection = parse_text(TEXT).unwrap();
    let root = collection.game(1).unwrap().root();
    let (first, second) = (root.first_child().unwrap().id(), root.children().nth(1).unwrap().id());
    assert!(collection.move_down(first));
    let (untouched, _) = TEXT.split_once("(;N[h]").unwrap();
    assert_eq!(collection.to_sgf(), format!("{untouched}(;N[h](;N[j])(;N[i]))\n"));
    collection.promote(first);
    assert_eq!(collection.to_sgf(), TEXT);
    assert!(collection.move_up(second));
    collection.promote(first);
    assert_eq!(collection.to_sgf(), TEXT);
}
