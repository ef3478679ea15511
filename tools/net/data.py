"""Arrays written by `net-learn dump`, as batches."""

import os

import numpy as np
import torch

from model import N_GLOBALS, N_PLANES

N_VALUES = 3 + N_GLOBALS


class Positions:
    """All positions of one board size.

    Every tenth game of each file is held out.
    """

    def __init__(self, folder, size):
        self.size = size
        area = size * size
        parts = sorted(it[:-5] for it in os.listdir(folder) if it.endswith(".bits"))
        self.parts = parts
        load = lambda kind, dtype, width: [
            np.memmap(os.path.join(folder, f"{it}.{kind}"), dtype=dtype, mode="r").reshape(-1, width)
            for it in parts
        ]
        values = load("values", np.float32, N_VALUES)
        self.values = torch.from_numpy(np.concatenate(values))
        self.bits = load("bits", np.int32, area)
        self.policy = load("policy", np.uint8, area + 1)
        self.ownership = load("ownership", np.int8, area)
        self.starts = np.cumsum([0] + [len(it) for it in self.bits])
        game = self.values[:, 0].long()
        self.held_out = torch.where(game % 10 == 9)[0]
        self.train = torch.where(game % 10 != 9)[0]
        self.shifts = torch.arange(N_PLANES, dtype=torch.int32).view(1, N_PLANES, 1)

    def repeated(self, n):
        """The training positions, n times those of sparsely labelled games.

        Files whose names begin with `pos-` have all positions of their games.
        """
        part = np.searchsorted(self.starts, self.train.numpy(), side="right") - 1
        is_sparse = torch.tensor([not it.startswith("pos-") for it in self.parts])[part]
        return torch.cat([self.train] + [self.train[is_sparse]] * (n - 1))

    def rows(self, arrays, indices):
        part = np.searchsorted(self.starts, indices, side="right") - 1
        out = np.empty((len(indices), arrays[0].shape[1]), arrays[0].dtype)
        for p in np.unique(part):
            where = np.nonzero(part == p)[0]
            out[where] = arrays[p][indices[where] - self.starts[p]]
        return torch.from_numpy(out)

    def batch(self, indices, symmetry=0):
        size, n = self.size, len(indices)
        area = size * size
        rows = indices.numpy()
        planes = (self.rows(self.bits, rows).unsqueeze(1) >> self.shifts) & 1
        planes = planes.float().view(n, N_PLANES, size, size)
        values = self.values[indices]
        policy = (self.rows(self.policy, rows).float() / 255) ** 2
        policy = policy / policy.sum(1, keepdim=True)
        moves, passing = policy[:, :area].view(n, size, size), policy[:, area:]
        ownership = self.rows(self.ownership, rows).float().view(n, size, size) / 127

        def turned(x):
            if symmetry & 4:
                x = x.transpose(-1, -2)
            if symmetry & 1:
                x = x.flip(-1)
            if symmetry & 2:
                x = x.flip(-2)
            return x

        return dict(
            planes=turned(planes).contiguous(memory_format=torch.channels_last),
            globals=values[:, 3:],
            policy=torch.cat([turned(moves).reshape(n, area), passing], 1),
            win=values[:, 1],
            lead=values[:, 2],
            ownership=turned(ownership).reshape(n, area),
        )


def load(folder):
    """The positions of each size that the folder has."""
    sizes = sorted(int(it) for it in os.listdir(folder) if it.isdigit())
    return {size: Positions(os.path.join(folder, str(size)), size) for size in sizes}
