#!/usr/bin/python3
"""Steps per second of the environments, against trials in C++ in the same run.

    PYTHONPATH=build/release/python python/bench.py [--threads 2] [--seconds 3] [--rounds 3]

A step is a cycle of 20 ms. Rounds of all rows take turns, and each row reports its best one, because
other load on the machine only makes it slower.
"""

import argparse
import itertools
import os
import sys
import time

sys.path.pop(0)  # the folder of this file has the package without its built module

import numpy as np  # noqa: E402

import sideline.gym as gym  # noqa: E402
from sideline.gym import _core  # noqa: E402

SETTINGS = {"push": 0, "longest": 10}
WARM_UP = 20  # steps


def steps_per_second(run, seconds):
    """run() does some work and returns its number of steps."""
    steps, begin = 0, time.perf_counter()
    while time.perf_counter() - begin < seconds:
        steps += run()
    return steps / (time.perf_counter() - begin)


def trials(threads):
    settings = [(key, str(value)) for key, value in SETTINGS.items()]
    made = _core.Trials("stand", settings, "stand", threads)
    made.run(8 * threads, 1)
    return lambda: made.run(8 * threads, 1)


def environments(count, threads, observation, random=False):
    envs = gym.VectorEnv("stand", count, settings=SETTINGS, observation=observation, motion="stand",
                         centered=True, threads=threads, start_states=64)
    envs.reset(seed=1)
    actions = np.random.default_rng(1).normal(0, 0.2 if random else 0, (64,) + envs.actions.shape)
    actions = itertools.cycle(actions.astype(np.float32))
    batch = max(1, 512 // count)

    def run():
        for _ in range(batch):
            envs.actions[:] = next(actions)
            envs.step(envs.actions)
        return batch * count

    for _ in range(WARM_UP):
        run()
    return run


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seconds", type=float, default=3.0, help="of a round of a row")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    rows = []
    for threads in sorted({1, asked.threads}):
        rows.append((f"trials in C++, {threads} threads", threads, trials(threads)))
        for count in (1, 16, 256):
            for observation in ("truth", "percepts", "estimate") if count == 256 else ("truth",):
                rows.append((f"{count} environments, {observation}, {threads} threads", threads,
                             environments(count, threads, observation)))
        rows.append((f"256 environments, truth, random actions, {threads} threads", threads,
                     environments(256, threads, "truth", random=True)))
    best = [0.0] * len(rows)
    for _ in range(asked.rounds):
        for i, (_, _, run) in enumerate(rows):
            best[i] = max(best[i], steps_per_second(run, asked.seconds))
    base = {threads: speed for (name, threads, _), speed in zip(rows, best) if name.startswith("trials")}
    print(f"{'':58}{'steps/s':>10}{'of C++':>9}")
    for (name, threads, _), speed in zip(rows, best):
        print(f"{name:58}{speed:10,.0f}{speed / base[threads]:9.0%}")


if __name__ == "__main__":
    main()
