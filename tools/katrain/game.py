"""KaTrain's own classes play and review whole games with `tengen analysis`.

Usage: python game.py TENGEN [SIZE...]
"""

import os
import sys
import tempfile
import time

os.environ.setdefault("KIVY_NO_ARGS", "1")
os.environ.setdefault("KIVY_NO_CONSOLELOG", "1")
os.environ.setdefault("KIVY_NO_FILELOG", "1")

from types import SimpleNamespace

from katrain.core.ai import game_report, generate_ai_move
from katrain.core.base_katrain import KaTrainBase
from katrain.core.constants import AI_DEFAULT, AI_SIMPLE_OWNERSHIP, AI_WEIGHTED, OUTPUT_DEBUG, OUTPUT_ERROR
from katrain.core.engine import KataGoEngine
from katrain.core.game import Game, KaTrainSGF

VISITS = {9: 30, 13: 20, 19: 10}
LONGEST = {9: 90, 13: 180, 19: 320}


class Host(KaTrainBase):
    """KaTrain without a window, which notes what it complains about."""

    def __init__(self):
        self.errors, self.warnings = [], []
        self.controls = SimpleNamespace(set_status=lambda *_args, **_kwargs: None)
        super().__init__(force_package_config=True, debug_level=0)

    def log(self, message, level=0):
        if level == OUTPUT_ERROR:
            self.errors.append(str(message))
        elif level == OUTPUT_DEBUG and "'warning'" in str(message):
            self.warnings.append(str(message))

    def __call__(self, name, *args):
        self.errors.append(f"{name} {args}")

    def update_state(self, **_kwargs):
        pass

    def update_calculated_ranks(self):
        pass


def wait(condition, what, seconds=300):
    end = time.time() + seconds
    while not condition():
        if time.time() > end:
            raise SystemExit(f"waited too long for {what}")
        time.sleep(0.01)


def play(host, engine, size):
    """A game that the strategies of KaTrain play, until both pass."""
    host.game = game = Game(host, engine, game_properties={"SZ": size, "KM": 7, "RU": "japanese"})
    settings = {
        AI_DEFAULT: {},
        AI_SIMPLE_OWNERSHIP: {
            "max_points_lost": 1.75,
            "settled_weight": 1.0,
            "opponent_fac": 0.5,
            "min_visits": 3,
            "attach_penalty": 1,
            "tenuki_penalty": 0.5,
        },
        AI_WEIGHTED: {"pick_override": 0.95, "weaken_fac": 1.25, "lower_bound": 0.001},
    }
    while not game.end_result and game.current_node.depth < LONGEST[size]:
        # Black is strong; White plays by policy, by ownership, and at last by the best moves.
        third = 3 * game.current_node.depth // LONGEST[size]
        white = [AI_WEIGHTED, AI_SIMPLE_OWNERSHIP, AI_DEFAULT][min(third, 2)]
        strategy = AI_DEFAULT if game.current_node.next_player == "B" else white
        generate_ai_move(game, strategy, settings[strategy])
    wait(engine.is_idle, "the last analysis")
    return game


def check(game, size):
    """Whether every node has all that KaTrain shows; the points lost."""
    nodes = game.root.nodes_in_tree
    for node in nodes:
        assert node.analysis_complete, f"{node} was not analyzed"
        assert len(node.ownership) == size * size, f"{node} has no ownership"
        assert len(node.policy) == size * size + 1, f"{node} has no policy"
        assert abs(sum(it for it in node.policy if it > 0) - 1) < 1e-3, f"{node} has a policy that does not add up"
        assert node.candidate_moves, f"{node} has no candidates"
        for candidate in node.candidate_moves:
            assert "pointsLost" in candidate and "winrateLost" in candidate
        assert node.parent is None or node.points_lost is not None, f"{node} has no points lost"
    return [node.points_lost for node in nodes if node.parent]


def extra(game, engine):
    """What the menu of KaTrain offers besides."""
    middle = game.root
    for _ in range(6):
        middle = middle.children[0]
    game.set_current_node(middle)
    before = middle.root_visits
    game.analyze_extra("extra")
    wait(engine.is_idle, "extra analysis")
    assert middle.root_visits > before, "no more visits"
    n_before = len(middle.analysis["moves"])
    game.analyze_extra("alternative")
    wait(engine.is_idle, "alternatives")
    assert len(middle.analysis["moves"]) > n_before, "no alternatives"
    game.analyze_extra("equalize")
    wait(engine.is_idle, "equal visits")
    game.region_of_interest = [0, 3, 0, 3]
    game.analyze_extra("extra")
    wait(engine.is_idle, "a region")
    game.region_of_interest = None
    game.analyze_extra("sweep")
    wait(engine.is_idle, "a sweep")
    legal = sum(1 for it in middle.policy[:-1] if it >= 0)
    n_swept = len(middle.analysis["moves"])
    assert n_swept >= legal, f"{n_swept} of {legal} moves swept"
    game.analyze_extra("ponder")
    visits = middle.root_visits
    wait(lambda: middle.root_visits > visits, "pondering")
    engine.stop_pondering()
    wait(engine.is_idle, "the end of pondering")
    return n_swept


def main():
    tengen, *sizes = sys.argv[1:]
    host = Host()
    config = {**host.config("engine"), "katago": os.path.abspath(tengen), "max_time": 60.0}
    engine = KataGoEngine(host, config)
    print(f"started: {' '.join(os.path.basename(it) for it in engine.command)}")
    for size in map(int, sizes or ["9", "19"]):
        config["max_visits"] = VISITS[size]
        start = time.time()
        game = play(host, engine, size)
        lost = check(game, size)
        taken = time.time() - start
        (accuracy, _, _) = game_report(game, host.config("trainer/eval_thresholds"))
        print(
            f"{size}x{size}: {len(lost)} moves in {taken:.0f} s, every node analyzed; "
            f"result {game.end_result}, score {game.root.children[0].format_score()} after move 1, "
            f"{game.current_node.format_score()} at the end"
        )
        for player in "BW":
            losses = [node.points_lost for node in game.root.nodes_in_tree if node.player == player and node.parent]
            mean = sum(max(it, 0) for it in losses) / len(losses)
            print(f"  {player}: mean loss {mean:.2f}, worst {max(losses):.1f}, accuracy {accuracy[player].get('accuracy', 0):.0f}")
        n_swept = extra(game, engine)
        print(f"  extra, alternatives, equalize, region, sweep ({n_swept} moves), pondering: done")
        path = os.path.join(tempfile.mkdtemp(), "game.sgf")
        game.write_sgf(path, trainer_config={**host.config("trainer"), "save_analysis": True})
        saved = open(path).read()
        again = Game(host, engine, move_tree=KaTrainSGF.parse_sgf(saved))
        wait(lambda: engine.is_idle() and all(it.analysis_complete for it in again.root.nodes_in_tree), "the record")
        print(f"  saved with analysis ({len(saved) // 1024} KB) and opened again")
    # Handicap stones in a record of other rules, and a move that is not legal.
    sgf = "(;SZ[9]HA[2]KM[0.5]RU[chinese]AB[gc][cg];W[ec];B[gg];W[gh])"
    game = Game(host, engine, move_tree=KaTrainSGF.parse_sgf(sgf))
    wait(lambda: engine.is_idle() and all(it.analysis_complete for it in game.root.nodes_in_tree), "the handicap game")
    print(f"handicap record: {len(game.root.nodes_in_tree)} nodes analyzed")
    engine.shutdown(finish=True)
    for name, told in [("warnings", host.warnings), ("errors", host.errors)]:
        print(f"{name} by KaTrain: {len(told)}")
        for message in told[:5]:
            print(f"  {message[:300]}")
    sys.exit(1 if host.errors else 0)


if __name__ == "__main__":
    main()
