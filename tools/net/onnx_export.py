"""Writes the network of a run as ONNX, one file for each size, for comparisons.

The weights are rounded as export.py rounds them.
"""

import argparse
import os

import torch

from export import SCALED
from model import N_GLOBALS, N_PLANES, Network


def rounded(name, tensor):
    layer, kind = name.split(".")[-2:]
    if kind != "weight" or layer not in SCALED:
        return tensor
    rows = tensor.flatten(1)
    scales = rows.abs().amax(1, keepdim=True).clamp(min=1e-30) / 127
    return ((rows / scales).round() * scales).view_as(tensor)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", help="folder of the run")
    parser.add_argument("folder", help="where SIZE.onnx go")
    a = parser.parse_args()
    state = torch.load(os.path.join(a.run, "state.pt"), weights_only=False)
    network = Network(**state["shape"])
    network.load_state_dict({k: rounded(k, v) for k, v in state["average"].items()})
    network.eval()
    os.makedirs(a.folder, exist_ok=True)
    for size in (9, 13, 19):
        example = torch.zeros(1, N_PLANES, size, size), torch.zeros(1, N_GLOBALS)
        path = os.path.join(a.folder, f"{size}.onnx")
        torch.onnx.export(network, example, path, dynamo=False, input_names=["planes", "globals"])


if __name__ == "__main__":
    main()
