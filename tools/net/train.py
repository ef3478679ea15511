"""Trains the network; see CONTRIBUTING.md, "Learning the network".

Muon for the 3x3 weights, AdamW for the rest, bf16, averaged weights, one
thread. The state is saved every few minutes, so that a run can be killed and
resumed at any time, also with more data, another learning rate or schedule.
"""

import argparse
import json
import os
import time

import torch
import torch.nn.functional as F

import data
from model import Network

torch.set_num_threads(1)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("arrays", help="folder written by net-learn dump")
    parser.add_argument("run", help="folder of the run: state.pt, log.jsonl")
    parser.add_argument("--blocks", type=int, default=6)
    parser.add_argument("--channels", type=int, default=64)
    parser.add_argument("--rate", type=float, default=2e-3, help="learning rate")
    parser.add_argument("--decay", type=float, default=0.02, help="weight decay")
    parser.add_argument("--hours", type=float, default=1.0, help="hours of processor time of this call")
    parser.add_argument("--flat", type=float, default=0.3, help="share of them before the rate falls")
    parser.add_argument("--last-rate", type=float, default=0.01, help="share of the rate at the end")
    parser.add_argument("--average", type=float, default=0.998, help="decay of the averaged weights")
    parser.add_argument("--report", type=float, default=300, help="processor seconds between reports")
    parser.add_argument("--repeat", type=int, default=4, help="passes over sparsely labelled games for one over the others")
    parser.add_argument("--smallest", type=int, default=7, help="edge of the smallest board")
    parser.add_argument("--largest", type=int, default=19, help="edge of the largest board")
    parser.add_argument("--seed", type=int, default=1)
    return parser.parse_args()


# Share of the processor time for a size is proportional to these; a size that
# has few positions gets less.
TIME_SHARE = {19: 10, 17: 1, 15: 1, 13: 4, 11: 1, 9: 4, 7: 1}
POINTS_PER_BATCH = 128 * 81


def orthogonalized(g):
    """Newton-Schulz iteration of Muon."""
    x = g / (g.norm() + 1e-7)
    for _ in range(5):
        a = x @ x.T
        x = 3.4445 * x + (-4.7750 * a + 2.0315 * a @ a) @ x
    return x


class Optimizer:
    """Muon for 3x3 weights of the blocks, AdamW for everything else."""

    def __init__(self, network, decay):
        self.decay = decay
        self.matrices = [p for n, p in network.named_parameters() if ".conv1.weight" in n or ".conv2.weight" in n]
        ids = {id(p) for p in self.matrices}
        self.rest = [p for p in network.parameters() if id(p) not in ids]
        groups = [
            dict(params=[p for p in self.rest if p.ndim > 1], weight_decay=decay),
            dict(params=[p for p in self.rest if p.ndim <= 1], weight_decay=0),
        ]
        self.adam = torch.optim.AdamW(groups, 1e-3, betas=(0.9, 0.98))
        self.momenta = [torch.zeros_like(p) for p in self.matrices]

    def step(self, loss, rate):
        self.adam.zero_grad()
        for p in self.matrices:
            p.grad = None
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.rest, 2.0)
        for group in self.adam.param_groups:
            group["lr"] = rate
        self.adam.step()
        with torch.no_grad():
            for p, m in zip(self.matrices, self.momenta):
                m.mul_(0.95).add_(p.grad)
                update = orthogonalized((p.grad + 0.95 * m).flatten(1))
                update *= 0.2 * max(p.shape[0], p[0].numel()) ** 0.5
                p.mul_(1 - rate * self.decay).add_(update.view_as(p), alpha=-rate)

    def state(self):
        return dict(adam=self.adam.state_dict(), momenta=self.momenta)

    def load(self, state):
        self.adam.load_state_dict(state["adam"])
        for m, saved in zip(self.momenta, state["momenta"]):
            m.copy_(saved)


def losses(output, batch):
    policy, win, lead, ownership = output
    return (
        -(batch["policy"] * F.log_softmax(policy, 1)).sum(1).mean(),
        F.binary_cross_entropy_with_logits(win, batch["win"]),
        F.smooth_l1_loss(lead, batch["lead"] / 10),
        F.binary_cross_entropy_with_logits(ownership, (batch["ownership"] + 1) / 2),
    )


WEIGHTS = (1.0, 1.0, 0.3, 0.7)


def begin(folder, network):
    """Makes the folder of a run that starts from this network."""
    weights = network.state_dict()
    state = dict(
        network=weights,
        average={k: v.clone() for k, v in weights.items()},
        optimizer=Optimizer(network, 0.02).state(),
        steps=0,
        cpu=0.0,
        seen={},
        shape=network.shape,
    )
    os.makedirs(folder, exist_ok=True)
    torch.save(state, os.path.join(folder, "state.pt"))


@torch.no_grad()
def measured(network, positions, indices):
    """Mean errors over some positions."""
    sums = [0.0] * 8
    step = max(1, 250 * 81 // positions.size**2)
    for i in range(0, len(indices), step):
        batch = positions.batch(indices[i : i + step])
        policy, win, lead, ownership = network(batch["planes"], batch["globals"])
        target = batch["policy"]
        log_policy = F.log_softmax(policy, 1)
        for k, value in enumerate(
            (
                (policy.argmax(1) == target.argmax(1)).float(),
                (target * ((target + 1e-12).log() - log_policy)).sum(1),
                (win.sigmoid() - batch["win"]) ** 2,
                (lead * 10 - batch["lead"]).abs(),
                ((torch.tanh(ownership / 2) - batch["ownership"]) ** 2).mean(1),
                ((win > 0) == (batch["win"] > 0.5)).float(),
                (win.sigmoid() - batch["win"]).abs(),
                (torch.tanh(ownership / 2) - batch["ownership"]).abs().mean(1),
            )
        ):
            sums[k] += value.sum().item()
    names = ("top1", "kl", "win_mse", "lead_mae", "own_mse", "side", "win_mae", "own_mae")
    return {name: round(s / len(indices), 4) for name, s in zip(names, sums)}


class Run:
    def __init__(self, a):
        self.a = a
        torch.manual_seed(a.seed)
        os.makedirs(a.run, exist_ok=True)
        self.path = os.path.join(a.run, "state.pt")
        self.positions = {
            n: p
            for n, p in data.load(a.arrays).items()
            if n in TIME_SHARE and a.smallest <= n <= a.largest
        }
        self.network = Network(a.blocks, a.channels)
        self.average = {k: v.clone() for k, v in self.network.state_dict().items()}
        self.optimizer = Optimizer(self.network, a.decay)
        self.steps, self.cpu, self.seen = 0, 0.0, {n: 0 for n in self.positions}
        if os.path.exists(self.path):
            self.resume()
        self.network.to(memory_format=torch.channels_last)
        generator = torch.Generator().manual_seed(7)
        some = lambda rows, n: rows[torch.randperm(len(rows), generator=generator)[:n]]
        n_samples = lambda size: 2000 * 81 // size**2 + 200
        self.held_out = {n: some(p.held_out, n_samples(n)) for n, p in self.positions.items()}
        self.trained = {n: some(p.train, n_samples(n) // 2) for n, p in self.positions.items()}
        self.queue = {n: torch.empty(0, dtype=torch.long) for n in self.positions}
        # A size with few positions is seen no more often than the others.
        self.shares = {
            n: min(TIME_SHARE[n], 20.0 * len(p.train) * n * n / (40_000 * 361))
            for n, p in self.positions.items()
        }

    def resume(self):
        state = torch.load(self.path, weights_only=False)
        assert state["shape"] == self.network.shape, state["shape"]
        self.network.load_state_dict(state["network"])
        self.average = state["average"]
        self.optimizer.load(state["optimizer"])
        self.steps, self.cpu = state["steps"], state["cpu"]
        self.seen.update({n: s for n, s in state["seen"].items() if n in self.seen})
        torch.manual_seed(self.a.seed + self.steps)

    def save(self):
        state = dict(
            network=self.network.state_dict(),
            average=self.average,
            optimizer=self.optimizer.state(),
            steps=self.steps,
            cpu=self.cpu,
            seen=self.seen,
            shape=self.network.shape,
        )
        torch.save(state, self.path + ".new")
        os.replace(self.path + ".new", self.path)

    def draw(self, size):
        n = max(16, POINTS_PER_BATCH // (size * size))
        if len(self.queue[size]) < n:
            train = self.positions[size].repeated(self.a.repeat)
            self.queue[size] = train[torch.randperm(len(train))]
        drawn, self.queue[size] = self.queue[size][:n], self.queue[size][n:]
        return drawn

    def step(self, rate):
        sizes = list(self.positions)
        shares = torch.tensor([float(self.shares[n]) for n in sizes])
        size = sizes[int(torch.multinomial(shares, 1))]
        drawn = self.draw(size)
        batch = self.positions[size].batch(drawn, int(torch.randint(8, (1,))))
        with torch.autocast("cpu", torch.bfloat16):
            output = self.network(batch["planes"], batch["globals"])
        parts = losses(output, batch)
        self.optimizer.step(sum(w * p for w, p in zip(WEIGHTS, parts)), rate)
        keep = min(self.a.average, (1 + self.steps) / (10 + self.steps))
        with torch.no_grad():
            for name, value in self.network.state_dict().items():
                self.average[name].lerp_(value, 1 - keep)
        self.steps += 1
        self.seen[size] += len(drawn)

    def report(self, rate):
        network = Network(**self.network.shape)
        network.load_state_dict(self.average)
        network.eval()
        line = dict(steps=self.steps, cpu=round(self.cpu), rate=rate, seen=self.seen)
        for n, positions in self.positions.items():
            if len(self.held_out[n]):
                line[f"held_out_{n}"] = measured(network, positions, self.held_out[n])
            if n in (9, 19):
                line[f"train_{n}"] = measured(network, positions, self.trained[n])
        with open(os.path.join(self.a.run, "log.jsonl"), "a") as log:
            log.write(json.dumps(line) + "\n")
        print(json.dumps(line), flush=True)

    def rate(self, spent):
        progress = min(1.0, spent / (self.a.hours * 3600))
        falling = (1 - progress) / (1 - self.a.flat) if self.a.flat < 1 else 1.0
        warm = min(1.0, self.steps / 200)
        return self.a.rate * warm * max(self.a.last_rate, min(1.0, falling))

    def run(self):
        counts = {n: (len(p.train), len(p.held_out), p.parts) for n, p in self.positions.items()}
        print("positions", counts, "shares", self.shares, flush=True)
        spent, reported, since = 0.0, 0.0, time.process_time()
        while spent < self.a.hours * 3600:
            self.step(self.rate(spent))
            now = time.process_time()
            spent, self.cpu, since = spent + now - since, self.cpu + now - since, now
            if spent - reported > self.a.report:
                reported = spent
                self.save()
                self.report(self.rate(spent))
                since = time.process_time()
        self.save()
        self.report(self.rate(spent))


if __name__ == "__main__":
    Run(arguments()).run()
