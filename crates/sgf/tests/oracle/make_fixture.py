#!/usr/bin/env python3
"""Reads SGF files with sgfmill and @sabaki/sgf and writes what both agree on.

usage: make_fixture.py ROOT [FOLDER_OR_FILE...] > fixture.jsonl

Each line of the output is a file that both libraries read in the same way: its
path below ROOT, and for each node of the first game's main line the moves (B,
W), the stones that are set up (AB, AW, AE) and the comment (C). Points are two
letters as in SGF, a pass is an empty text, lists are sorted. Files that only
one of them reads, or that they read differently, are named on standard error.

Needs `pip install sgfmill` and `npm install @sabaki/sgf`; NODE_PATH names the
folder node_modules if it is elsewhere.
"""

import json
import pathlib
import subprocess
import sys

from sgfmill import sgf

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def read_sgfmill(path):
    game = sgf.Sgf_game.from_bytes(path.read_bytes())
    size = game.get_size()

    def name(point):
        row, column = point
        return LETTERS[column] + LETTERS[size - 1 - row]

    nodes = []
    for node in game.get_main_sequence():
        out = {}
        for color in ("B", "W"):
            if node.has_property(color):
                point = node.get(color)
                out[color] = "" if point is None else name(point)
        for prop in ("AB", "AW", "AE"):
            points = sorted(map(name, node.get(prop))) if node.has_property(prop) else []
            if points:
                out[prop] = points
        if node.has_property("C"):
            out["C"] = node.get("C")
        nodes.append(out)
    return nodes


def read_sabaki(paths):
    script = pathlib.Path(__file__).with_name("read_sabaki.js")
    lines = "".join(f"{path}\n" for path in paths)
    done = subprocess.run(
        ["node", script], input=lines, capture_output=True, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.split("\n") if line]


def find_files(places):
    for place in places:
        if place.is_file():
            yield place
        else:
            yield from sorted(it for it in place.rglob("*") if it.suffix.lower() == ".sgf")


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    root = pathlib.Path(sys.argv[1]).resolve()
    places = [pathlib.Path(it).resolve() for it in sys.argv[2:]] or [root]
    paths = list(find_files(places))
    n_agreed = 0
    for path, sabaki in zip(paths, read_sabaki(paths), strict=True):
        name = path.relative_to(root).as_posix()
        try:
            sgfmill = read_sgfmill(path)
        except Exception as error:  # The library raises many kinds of errors.
            print(f"{name}: sgfmill refuses it: {error}", file=sys.stderr)
            continue
        if isinstance(sabaki, dict):
            print(f"{name}: sabaki refuses it: {sabaki['error']}", file=sys.stderr)
        elif sabaki != sgfmill:
            pairs = enumerate(zip(sgfmill, sabaki))
            first = next((f"node {idx}: {a} or {b}" for idx, (a, b) in pairs if a != b), "length")
            print(f"{name}: they disagree: {first}", file=sys.stderr)
        else:
            n_agreed += 1
            print(json.dumps({"file": name, "nodes": sgfmill}, ensure_ascii=False))
    print(f"{n_agreed} of {len(paths)} files are read alike", file=sys.stderr)


if __name__ == "__main__":
    main()
