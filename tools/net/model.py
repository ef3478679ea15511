"""The network, as crates/net computes it (see crates/net/src/format.rs)."""

import torch
import torch.nn.functional as F
from torch import nn

N_PLANES = 24
N_GLOBALS = 11
KOMI_SCALE = 20.0


def pool(x):
    """Mean, mean scaled by the size of the board, maximum of each channel."""
    edge = (x.shape[-1] * x.shape[-2]) ** 0.5
    mean = x.mean((2, 3))
    return torch.cat([mean, mean * ((edge - 14) / 10), x.amax((2, 3))], 1)


class Block(nn.Module):
    """A pre-activation residual block without batch norm.

    With `pooled` channels, the first convolution gets a bias from global
    pooling.
    """

    def __init__(self, channels, pooled):
        super().__init__()
        self.conv1 = nn.Conv2d(channels, channels, 3, padding=1)
        self.conv2 = nn.Conv2d(channels, channels, 3, padding=1)
        self.pooled = pooled
        if pooled:
            self.pool_conv = nn.Conv2d(channels, pooled, 1)
            self.pool_linear = nn.Linear(3 * pooled, channels)

    def forward(self, x):
        a = F.relu(x)
        h = self.conv1(a)
        if self.pooled:
            bias = self.pool_linear(pool(F.relu(self.pool_conv(a))))
            h = h + bias[:, :, None, None]
        return x + self.conv2(F.relu(h))


class Network(nn.Module):
    def __init__(self, blocks=6, channels=64, pooled=32, head=32, hidden=64):
        super().__init__()
        self.shape = dict(blocks=blocks, channels=channels, pooled=pooled, head=head, hidden=hidden)
        self.input_conv = nn.Conv2d(N_PLANES, channels, 3, padding=1)
        self.input_linear = nn.Linear(N_GLOBALS, channels, bias=False)
        self.blocks = nn.ModuleList(
            Block(channels, pooled if i % 3 == 1 else 0) for i in range(blocks)
        )
        self.policy_conv = nn.Conv2d(channels, head, 1)
        self.policy_pool_conv = nn.Conv2d(channels, head, 1)
        self.policy_pool_linear = nn.Linear(3 * head, head)
        self.policy_out = nn.Conv2d(head, 1, 1)
        self.pass_hidden = nn.Linear(3 * head + N_GLOBALS, head)
        self.pass_out = nn.Linear(head, 1)
        self.value_conv = nn.Conv2d(channels, head, 1)
        self.ownership_out = nn.Conv2d(head, 1, 1)
        self.value_hidden = nn.Linear(3 * head + N_GLOBALS + 3, hidden)
        self.value_out = nn.Linear(hidden, 2)
        self.initialize()

    def initialize(self):
        n_blocks = len(self.blocks)
        nn.init.zeros_(self.input_linear.weight)
        for block in self.blocks:
            nn.init.kaiming_normal_(block.conv1.weight, nonlinearity="relu")
            nn.init.kaiming_normal_(block.conv2.weight, nonlinearity="relu")
            block.conv1.weight.data *= n_blocks**-0.5
            block.conv2.weight.data *= 0.1
            nn.init.zeros_(block.conv1.bias)
            nn.init.zeros_(block.conv2.bias)
            if block.pooled:
                nn.init.zeros_(block.pool_linear.weight)
                nn.init.zeros_(block.pool_linear.bias)
        for layer in (self.policy_out, self.pass_out, self.value_out, self.ownership_out):
            layer.weight.data *= 0.1
            nn.init.zeros_(layer.bias)

    def forward(self, planes, globals_):
        """Logits of moves, of winning and of ownership, and lead / 10."""
        x = self.input_conv(planes) + self.input_linear(globals_)[:, :, None, None]
        for block in self.blocks:
            x = block(x)
        x = F.relu(x)
        pooled = pool(F.relu(self.policy_pool_conv(x)))
        bias = self.policy_pool_linear(pooled)
        moves = self.policy_out(F.relu(self.policy_conv(x) + bias[:, :, None, None]))
        passing = self.pass_out(F.relu(self.pass_hidden(torch.cat([pooled, globals_], 1))))
        policy = torch.cat([moves.flatten(1), passing], 1)
        v = F.relu(self.value_conv(x))
        ownership = self.ownership_out(v).flatten(1).float()
        # What the owners of the points add up to, with komi.
        score = torch.tanh(ownership / 2).sum(1, keepdim=True) + globals_[:, :1] * KOMI_SCALE
        score_inputs = torch.cat([torch.tanh(score / 4), torch.tanh(score / 16), score / 64], 1)
        hidden = F.relu(self.value_hidden(torch.cat([pool(v), globals_, score_inputs], 1)))
        value = self.value_out(hidden).float()
        return policy.float(), value[:, 0], value[:, 1] + score[:, 0] / 10, ownership
