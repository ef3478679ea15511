"""Reads reviewed records with sgfmill."""

import sys

from sgfmill import sgf

for path in sys.argv[1:]:
    with open(path, "rb") as file:
        game = sgf.Sgf_game.from_bytes(file.read())
    nodes = game.get_main_sequence()
    moves = [node for node in nodes if node.get_move()[0] is not None]
    judged = [node for node in nodes if node.has_property("TGNJ")]
    assert moves and len(judged) >= len(moves), path
    for node in judged:
        value = node.get_raw("TGNJ")
        assert len(value) <= 300 and value.startswith(b"1 "), (path, value)
        assert 0 <= float(node.get_raw("SBKV")) <= 100, path
        assert node.get_raw("LZ").startswith(b"0.7.4 "), path
    again = sgf.Sgf_game.from_bytes(game.serialise())
    assert len(again.get_main_sequence()) == len(nodes), path
    print(f"sgfmill: {path.rsplit('/', 1)[-1]}: {len(moves)} moves, {len(judged)} evaluations")
