"""Makes a larger network from a trained one, which computes the same at first.

New channels start with random weights into them and none out of them, and new
blocks add nothing yet. The new run is then trained further by train.py with
the same --blocks and --channels.
"""

import argparse
import os

import torch

from model import Network
from train import begin


def widened(old, new):
    """Weights of the larger network, from both networks' weights."""
    result = {}
    for name, fresh in new.items():
        value = fresh.clone()
        if name not in old:
            # A new block: its second convolution adds nothing.
            if ".conv2." in name:
                value.zero_()
            result[name] = value
            continue
        small = old[name]
        if value.ndim > 1 and value.shape[1] > small.shape[1]:
            # New inputs are not used yet.
            value[: small.shape[0], small.shape[1] :] = 0
        region = tuple(slice(0, n) for n in small.shape)
        value[region] = small
        result[name] = value
    return result


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", help="folder of the trained run")
    parser.add_argument("to", help="folder of the new run")
    parser.add_argument("--blocks", type=int, required=True)
    parser.add_argument("--channels", type=int, required=True)
    a = parser.parse_args()
    torch.manual_seed(1)
    state = torch.load(os.path.join(a.run, "state.pt"), weights_only=False)
    shape = dict(state["shape"], blocks=a.blocks, channels=a.channels)
    network = Network(**shape)
    network.load_state_dict(widened(state["average"], network.state_dict()))
    check(Network(**state["shape"]), state["average"], network)
    begin(a.to, network)


@torch.no_grad()
def check(small, weights, large):
    small.load_state_dict(weights)
    planes = (torch.rand(4, 24, 9, 9) > 0.7).float()
    globals_ = torch.rand(4, 11)
    for one, other in zip(small(planes, globals_), large(planes, globals_)):
        assert torch.allclose(one, other, atol=1e-3), (one - other).abs().max()


if __name__ == "__main__":
    main()
