"""Writes a record with KaTrain's own code for its analysis, or checks the review of it."""

import ast
import json
import struct
import sys
import zipfile


def dumps_of_katrain(wheel):
    """The function of KaTrain that writes an analysis, without its window."""
    with zipfile.ZipFile(wheel) as archive:
        source = archive.read("katrain/core/game_node.py").decode()
        helpers = archive.read("katrain/core/utils.py").decode()
    names = {"analysis_dumps", "pack_floats"}
    wanted = [
        node
        for text in (helpers, source)
        for node in ast.parse(text).body
        if isinstance(node, ast.FunctionDef) and node.name in names
    ]
    scope = {"struct": struct}
    exec("import base64, copy, gzip, json", scope)
    exec(compile(ast.Module(body=wanted, type_ignores=[]), wheel, "exec"), scope)
    return scope["analysis_dumps"]


def move(name, order, visits, lead):
    chance = 0.5 + lead / 40
    return {
        "move": name, "order": order, "visits": visits, "winrate": chance, "scoreLead": lead,
        "prior": 0.25, "pv": [name, "C3"],
    }


def write(wheel, path):
    dumps = dumps_of_katrain(wheel)
    text = "(;GM[1]FF[4]SZ[9]KM[7]CA[UTF-8]AP[KaTrain:1.13.0]KTV[1.0]"
    for tag, point, lead, best in (("", "", 0.5, "E5"), (";B", "ee", 0.0, "G5"), (";W", "aa", 12.0, "F7")):
        analysis = {
            "moves": {best: move(best, 0, 90, lead), "D4": move("D4", 1, 10, lead - 1)},
            "root": {"winrate": 0.5 + lead / 40, "scoreLead": lead, "visits": 100},
            "ownership": [0.0] * 81, "policy": [0.01] * 82, "completed": True,
        }
        text += (f"{tag}[{point}]" if tag else "") + "KT" + "".join(f"[{it}]" for it in dumps(analysis))
    with open(path, "w") as file:
        file.write(text + ")")


def check(review):
    assert review["analysts"] == ["KaTrain"], review["analysts"]
    blunder = review["moves"][1]
    assert blunder["move"] == "A9" and abs(blunder["loss"] - 12) < 0.1, blunder
    assert blunder["better"][0]["move"] == "G5", blunder
    print("KaTrain: its analysis is read, nothing was evaluated")


if sys.argv[1] == "--check":
    check(json.load(sys.stdin))
else:
    write(sys.argv[1], sys.argv[2])
