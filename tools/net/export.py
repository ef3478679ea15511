"""Writes the averaged weights of a run as a file that Tengen loads.

The format is described in crates/net/src/weights.rs.
"""

import argparse
import os
import struct

import numpy as np
import torch

SCALED = ("conv1", "conv2", "pool_conv", "pool_linear", "input_conv", "policy_conv", "policy_pool_conv",
          "policy_pool_linear", "pass_hidden", "value_conv", "value_hidden")


def order(n_blocks):
    """The tensors in the order of the file."""
    def layer(name):
        return [f"{name}.weight", f"{name}.bias"]

    names = layer("input_conv") + ["input_linear.weight"]
    for i in range(n_blocks):
        names += layer(f"blocks.{i}.conv1") + layer(f"blocks.{i}.conv2")
        if i % 3 == 1:
            names += layer(f"blocks.{i}.pool_conv") + layer(f"blocks.{i}.pool_linear")
    for name in ("policy_conv", "policy_pool_conv", "policy_pool_linear", "policy_out", "pass_hidden",
                 "pass_out", "value_conv", "ownership_out", "value_hidden", "value_out"):
        names += layer(name)
    return names


def coded(name, tensor):
    values = tensor.detach().float().contiguous().numpy().astype("<f4")
    layer, kind = name.split(".")[-2:]
    if kind == "weight" and layer in SCALED:
        rows = values.reshape(values.shape[0], -1)
        scales = (np.maximum(np.abs(rows).max(1), 1e-30) / 127).astype("<f4")
        return scales.tobytes() + np.rint(rows / scales[:, None]).astype(np.int8).tobytes()
    return values.tobytes()


def fnv1a(data):
    value = 0xCBF29CE484222325
    for byte in data:
        value = ((value ^ byte) * 0x100000001B3) & 0xFFFFFFFFFFFFFFFF
    return value


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("run", help="folder of the run")
    parser.add_argument("file", help="where the weights go")
    parser.add_argument("--name", help="how the network is called")
    a = parser.parse_args()
    state = torch.load(os.path.join(a.run, "state.pt"), weights_only=False)
    shape, weights = state["shape"], state["average"]
    name = a.name or f"{shape['blocks']}x{shape['channels']}-{state['steps']}"
    header = [1] + [shape[it] for it in ("blocks", "channels", "pooled", "head", "hidden")]
    data = b"TengenNN" + struct.pack("<6I", *header) + bytes([len(name.encode())]) + name.encode()
    names = order(shape["blocks"])
    assert sorted(names) == sorted(weights), set(names) ^ set(weights)
    data += b"".join(coded(it, weights[it]) for it in names)
    with open(a.file, "wb") as file:
        file.write(data + struct.pack("<Q", fnv1a(data)))
    print(f"{a.file}: {name}, {len(data) + 8} bytes")


if __name__ == "__main__":
    main()
