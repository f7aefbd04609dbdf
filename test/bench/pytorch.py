"""The train step of `small` in PyTorch beside ours: same network, batch, losses, optimiser and threads, taken in turns.

    pip install torch numpy && python test/bench/pytorch.py [threads]

Prints one JSON line: milliseconds a step of either (the fastest of all rounds) and ours / PyTorch.
"""

import json
import math
import subprocess
import sys
import time

import torch
import torch.nn.functional as F

THREADS = int(sys.argv[1]) if len(sys.argv) > 1 else 1
ROWS, FACTS, MOVES, VOCABULARY = 16, 128, 6, 512
WIDTH, LAYERS, HEADS, POOLS = 128, 4, 4, 4
ROUNDS, STEPS = 3, 12
# As `parley bench train` does: one thread by the processor time it uses, more by the clock.
CLOCK = time.process_time if THREADS == 1 else time.perf_counter


def matrix(*shape):
    return torch.nn.Parameter(torch.randn(*shape) / math.sqrt(shape[0]))


def normalised(x):
    return x / torch.sqrt((x * x).mean(-1, keepdim=True) + 1e-6)


class Policy(torch.nn.Module):
    """As arena/train/network.ts: embedding and age, attention and a wide layer four times, pooling, moves scored."""

    def __init__(self):
        super().__init__()
        self.token, self.age = matrix(VOCABULARY, WIDTH), matrix(FACTS, WIDTH)
        self.layers = torch.nn.ParameterList()
        for _ in range(LAYERS):
            for shape in [(WIDTH, 3 * WIDTH), (WIDTH, WIDTH), (WIDTH, 4 * WIDTH), (4 * WIDTH, WIDTH)]:
                self.layers.append(matrix(*shape))
        self.pool, self.context = matrix(WIDTH, POOLS), matrix(POOLS * WIDTH, WIDTH)
        self.bias = torch.nn.Parameter(torch.zeros(WIDTH))
        self.move, self.value = matrix(WIDTH, WIDTH), matrix(WIDTH, 1)
        self.value_bias = torch.nn.Parameter(torch.zeros(1))

    def forward(self, view, hidden, moves, legal):
        x = F.embedding(view, self.token) + self.age
        for layer in range(LAYERS):
            qkv, join, wide, narrow = list(self.layers)[4 * layer : 4 * layer + 4]
            q, k, v = (normalised(x) @ qkv).view(ROWS, FACTS, 3, HEADS, WIDTH // HEADS).permute(2, 0, 3, 1, 4)
            seen = F.scaled_dot_product_attention(q, k, v, attn_mask=hidden)
            x = x + seen.transpose(1, 2).reshape(ROWS, FACTS, WIDTH) @ join
            x = x + F.relu(normalised(x) @ wide) @ narrow
        x = normalised(x)
        shares = torch.softmax((x @ self.pool).transpose(1, 2) + hidden[:, 0], -1)
        context = F.relu((shares @ x).reshape(ROWS, POOLS * WIDTH) @ self.context + self.bias)
        embedded = F.embedding(moves, self.token).sum(1) @ self.move
        logits = context @ embedded.T / math.sqrt(WIDTH)
        logp = torch.log_softmax(logits.masked_fill(legal == 0, -1e9), -1).masked_fill(legal == 0, 0)
        return logp, (context @ self.value)[:, 0] + self.value_bias


def step_of():
    torch.manual_seed(1)
    policy = Policy()
    optimiser = torch.optim.AdamW(policy.parameters(), lr=1e-4, weight_decay=0)
    average = [p.detach().clone() for p in policy.parameters()]
    distinct = 8 * MOVES
    view = torch.randint(1, VOCABULARY, (ROWS, FACTS))
    moves = torch.randint(1, VOCABULARY, (distinct, 2))
    hidden = torch.zeros(ROWS, 1, 1, FACTS)
    offered = torch.stack([torch.randperm(distinct)[:MOVES] for _ in range(ROWS)])
    legal = torch.zeros(ROWS, distinct).scatter(1, offered, 1)
    chosen = offered[:, 0]
    played = torch.zeros(ROWS, distinct)
    played[torch.arange(ROWS), chosen] = 1
    advantage = torch.randn(ROWS)[:, None] * played
    praise, blame = advantage.clamp(min=0), advantage.clamp(max=0)
    old = torch.full((ROWS, distinct), -math.log(MOVES)) * legal
    outcome = torch.rand(ROWS) * 2 - 1

    def step():
        logp, value = policy(view, hidden, moves, legal)
        ratio = torch.exp(logp - old)
        surrogate = -(ratio.clamp(max=1.2) * praise + ratio.clamp(min=0.8) * blame).sum() / ROWS
        p = torch.exp(logp) * legal
        entropy, divergence = -(p * logp).sum() / ROWS, (p * (logp - old)).sum() / ROWS
        loss = surrogate + 0.1 * divergence - 0.01 * entropy + 0.25 * ((value - outcome) ** 2).mean()
        optimiser.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(policy.parameters(), 1.0)
        optimiser.step()
        with torch.no_grad():
            torch._foreach_lerp_(average, list(policy.parameters()), 0.01)
        return loss.item()

    return step


def ours():
    words = ["node", "--import", "tsx", "arena/cli/main.ts", "bench", "train", "--json", "--quiet"]
    found = json.loads(subprocess.run(words, capture_output=True, check=True, text=True).stdout.strip().split("\n")[-1])
    return found[f"small on cpu, {THREADS} thread{'' if THREADS == 1 else 's'}: step"]["value"]


def main():
    torch.set_num_threads(THREADS)
    step = step_of()
    theirs, mine = [], []
    for _ in range(ROUNDS):
        for _ in range(STEPS):
            started = CLOCK()
            step()
            theirs.append(1000 * (CLOCK() - started))
        mine.append(ours())
    found = {"threads": THREADS, "torch": torch.__version__, "pytorchMs": min(theirs), "parleyMs": min(mine)}
    print(json.dumps({**found, "ratio": min(mine) / min(theirs)}))


main()
