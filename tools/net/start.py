"""Starts a run from a network's file, to train it further on another machine.

The optimizer's memory is not in the file; it comes back within some hundred
steps.
"""

import argparse
import struct

import numpy as np
import torch

from export import SCALED, fnv1a, order
from model import Network
from train import begin


def read(data):
    """The network of a file as export.py writes it."""
    assert data[:8] == b"TengenNN" and struct.unpack("<Q", data[-8:])[0] == fnv1a(data[:-8])
    version, *numbers = struct.unpack("<6I", data[8:32])
    assert version == 1, version
    shape = dict(zip(("blocks", "channels", "pooled", "head", "hidden"), numbers))
    network = Network(**shape)
    weights, at = network.state_dict(), 33 + data[32]
    for name in order(shape["blocks"]):
        tensor = weights[name]
        n, rows = tensor.numel(), tensor.shape[0]
        layer, kind = name.split(".")[-2:]
        if kind == "weight" and layer in SCALED:
            scales = np.frombuffer(data, "<f4", rows, at)
            steps = np.frombuffer(data, np.int8, n, at + 4 * rows).reshape(rows, -1)
            values, at = steps * scales[:, None], at + 4 * rows + n
        else:
            values, at = np.frombuffer(data, "<f4", n, at), at + 4 * n
        tensor.copy_(torch.from_numpy(values.copy()).float().view_as(tensor))
    assert at == len(data) - 8, (at, len(data))
    return network


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", help="the network's file")
    parser.add_argument("run", help="folder of the new run")
    a = parser.parse_args()
    with open(a.file, "rb") as file:
        network = read(file.read())
    begin(a.run, network)


if __name__ == "__main__":
    main()
