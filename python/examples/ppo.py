#!/usr/bin/python3
"""Learns to balance, or another task, with proximal policy optimization (Schulman et al. 2017).

    PYTHONPATH=build/release/python python/examples/ppo.py --minutes 10 --out balance.onnx

Needs python3-torch and, to be quick, libopenblas0-pthread (Debian). The actor sees what an agent
sees, the critic the true state. Writes the policy as ONNX with its meaning, so that the behavior
`policy` runs it, and a learning curve beside it (balance.csv). See docs/gym.md.
"""

import argparse
import csv
import os
import pathlib
import sys
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the networks are too small to be shared
import numpy as np  # noqa: E402
import torch  # noqa: E402
from torch import nn  # noqa: E402

import sideline.gym  # noqa: E402

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent))
from policy_file import add_meaning  # noqa: E402

GAMMA, LAMBDA, CLIP, EPOCHS, MINIBATCHES = 0.99, 0.95, 0.2, 4, 4
LEGS = [side + "le" + str(i) for side in "rl" for i in range(1, 7)]
TERMS = ["joint-angles", ("joint-speeds", 0.1), ("gyro", 0.3), "up", ("foot-forces", 0.02), "last-action"]


class Normalizer(nn.Module):
    """Subtracts the mean of all that was seen so far, and divides by its deviation."""

    def __init__(self, size):
        super().__init__()
        self.register_buffer("mean", torch.zeros(size))
        self.register_buffer("variance", torch.ones(size))
        self.count = 1e-4

    def learn(self, rows):
        count = rows.shape[0]
        mean, variance = rows.mean(0), rows.var(0, unbiased=False)
        away = mean - self.mean
        total = self.count + count
        self.variance = (self.variance * self.count + variance * count
                         + away**2 * self.count * count / total) / total
        self.mean = self.mean + away * count / total
        self.count = total

    def forward(self, rows):
        return (rows - self.mean) / torch.sqrt(self.variance + 1e-4)


def network(inputs, hidden, outputs, gain):
    sizes = [inputs, *hidden]
    layers = [Normalizer(inputs)]
    for before, after in zip(sizes, sizes[1:]):
        layers += [nn.Linear(before, after), nn.Tanh()]
    layers.append(nn.Linear(sizes[-1], outputs))
    for layer in layers[1::2]:
        nn.init.orthogonal_(layer.weight, gain if layer is layers[-1] else 2**0.5)
        nn.init.zeros_(layer.bias)
    return nn.Sequential(*layers)


class Learner:
    """Learns the task's own rewards. Others are learnt by a class that replaces `reward`."""

    def __init__(self, envs, hidden, rate, horizon):
        self.envs, self.rate, self.horizon = envs, rate, horizon
        actions = envs.actions.shape[1]
        self.actor = network(envs.observations.shape[1], hidden, actions, 0.01)
        # Views: what the simulation writes is seen here without a copy.
        self.observed, self.truth = torch.from_numpy(envs.observations), torch.from_numpy(envs.critics)
        self.acted = torch.from_numpy(envs.actions)
        self.critic = network(self.view(self.observed, self.truth).shape[1], hidden, 1, 1.0)
        self.log_deviation = nn.Parameter(torch.full((actions,), -1.6))
        self.parameters = [*self.actor.parameters(), *self.critic.parameters(), self.log_deviation]
        self.optimizer = torch.optim.Adam(self.parameters, rate, eps=1e-5)

    def reward(self, observed, truth, action, after):
        """Returns the reward of the last step, one number per environment.

        observed, truth: before the step; after: the truth after it, also of trials that it ended."""
        return torch.from_numpy(self.envs.rewards)

    def view(self, observed, truth):
        """Returns the input of the critic."""
        return truth

    def show(self):
        """Called when there are new observations: the place to change what they say."""

    def examples(self, rows, part):
        """The rows of a minibatch."""
        return {name: row[part] for name, row in rows.items()}

    def value(self, observed, truth):
        return self.critic(self.view(observed, truth)).squeeze(1)

    def distribution(self, observations):
        return torch.distributions.Normal(self.actor(observations), self.log_deviation.exp())

    @torch.no_grad()
    def collect(self):
        """Acts for `horizon` steps. Returns what was seen and done, and what trials came to."""
        envs, n, steps = self.envs, self.envs.num_envs, self.horizon
        rows = {"observed": torch.empty(steps, n, self.observed.shape[1]),
                "truth": torch.empty(steps, n, self.truth.shape[1]),
                "action": torch.empty(steps, n, self.acted.shape[1]),
                "logp": torch.empty(steps, n)}
        values, gains, continues = torch.empty(steps + 1, n), torch.empty(steps, n), torch.empty(steps, n)
        fitness, success = [], []
        for t in range(steps):
            rows["observed"][t], rows["truth"][t] = self.observed, self.truth
            policy = self.distribution(self.observed)
            rows["action"][t] = policy.sample()
            rows["logp"][t] = policy.log_prob(rows["action"][t]).sum(1)
            values[t] = self.value(self.observed, self.truth)
            self.acted.copy_(rows["action"][t])
            envs.step(envs.actions)
            ended = envs.terminations | envs.truncations
            over = torch.from_numpy(ended)
            continues[t] = ~over
            after = torch.where(over[:, None], torch.from_numpy(envs.final_critics), self.truth)
            gains[t] = self.reward(*(rows[name][t] for name in ("observed", "truth", "action")), after)
            if ended.any():
                fitness += envs.fitness[ended].tolist()
                success += envs.success[ended].tolist()
                cut = np.flatnonzero(envs.truncations)  # time ran out: what would have come counts
                last = (torch.from_numpy(each[cut]) for each in (envs.final_observations, envs.final_critics))
                gains[t, cut] += GAMMA * self.value(*last)
            self.show()
        values[steps] = self.value(self.observed, self.truth)
        advantages, ahead = torch.empty(steps, n), torch.zeros(n)
        for t in reversed(range(steps)):
            surprise = gains[t] + GAMMA * continues[t] * values[t + 1] - values[t]
            ahead = surprise + GAMMA * LAMBDA * continues[t] * ahead
            advantages[t] = ahead
        rows.update(advantage=advantages, value=advantages + values[:-1])
        return {name: row.flatten(0, 1) for name, row in rows.items()}, fitness, success

    def improve(self, rows):
        count = rows["logp"].shape[0]
        for _ in range(EPOCHS):
            for part in torch.randperm(count).chunk(MINIBATCHES):
                batch = self.examples(rows, part)
                policy = self.distribution(batch["observed"])
                ratio = (policy.log_prob(batch["action"]).sum(1) - batch["logp"]).exp()
                gain = (batch["advantage"] - batch["advantage"].mean()) / (batch["advantage"].std() + 1e-8)
                loss = -torch.min(ratio * gain, ratio.clamp(1 - CLIP, 1 + CLIP) * gain).mean()
                loss = loss + 0.5 * (self.value(batch["observed"], batch["truth"]) - batch["value"]).square().mean()
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.parameters, 0.5)
                self.optimizer.step()
        self.actor[0].learn(rows["observed"])
        self.critic[0].learn(self.view(rows["observed"], rows["truth"]))


@torch.no_grad()
def evaluate(make, actor, trials, seed):
    """Returns mean fitness and success rate without noise; actor None: no action."""
    with make(trials, start_states=0, autoreset=False) as envs:
        envs.reset(seed=seed)
        observed = torch.from_numpy(envs.observations)
        while not (envs.terminations | envs.truncations).all():
            envs.actions[:] = 0.0 if actor is None else actor(observed).numpy()
            envs.step(envs.actions)
        return envs.fitness.mean(), envs.success.mean()


def save(actor, path, meaning):
    example = torch.zeros(1, actor[0].mean.shape[0])
    torch.onnx.export(actor.eval(), (example,), str(path), opset_version=11,
                      input_names=["observation"], output_names=["action"])
    add_meaning(path, meaning)


def learn(learner, asked):
    """Trains until the time is over; prints and writes what trials come to. Returns the steps."""
    learner.envs.reset(seed=asked.seed)
    learner.show()
    begin, steps = time.monotonic(), 0
    with open(asked.out.with_suffix(".csv"), "w", newline="") as file:
        curve = csv.writer(file)
        curve.writerow(["seconds", "processor_seconds", "steps", "trials", "mean_fitness",
                        "success_share", "deviation"])
        progress = 0.0
        while progress < 1.0:
            progress = max((time.monotonic() - begin) / (60 * asked.minutes),
                           time.process_time() / (60 * asked.processor_minutes))
            learner.optimizer.param_groups[0]["lr"] = asked.rate * max(1.0 - progress, 0.05)
            rows, fitness, success = learner.collect()
            learner.improve(rows)
            steps += asked.envs * asked.horizon
            row = [round(time.monotonic() - begin, 1), round(time.process_time(), 1), steps, len(fitness),
                   *(round(float(np.mean(each)), 4) if each else "" for each in (fitness, success)),
                   round(float(learner.log_deviation.exp().mean()), 4)]
            curve.writerow(row)
            file.flush()
            print("{} s, processor {} s, {} steps, {} trials: fitness {}, success {}, deviation {}".format(*row),
                  flush=True)
    return steps


def options():
    parser = arg_parser()
    parser.add_argument("--task", default="stand")
    parser.add_argument("--set", action="append", default=[], metavar="KEY=VALUE", help="of the task")
    parser.add_argument("--motion", default="stand", help="trials begin in its last pose")
    parser.add_argument("--joints", nargs="*", default=LEGS, help="that the policy moves")
    return parser.parse_args()


def arg_parser(description=__doc__, out="policy.onnx", rate=1e-3, hidden=(64, 64)):
    """What every training asks for."""
    parser = argparse.ArgumentParser(description=description.split("\n")[0])
    parser.add_argument("--minutes", type=float, default=10.0)
    parser.add_argument("--processor-minutes", type=float, default=float("inf"),
                        help="ends when this much time of all processors is used")
    parser.add_argument("--envs", type=int, default=128)
    parser.add_argument("--horizon", type=int, default=32)
    parser.add_argument("--hidden", type=int, nargs="+", default=list(hidden), help="neurons of each layer")
    parser.add_argument("--rate", type=float, default=rate)
    parser.add_argument("--threads", type=int, default=os.cpu_count())
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=pathlib.Path, default=pathlib.Path(out))
    return parser


def main():
    asked = options()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    settings = {"push": 0.5, "longest": 10} if asked.task == "stand" else {}
    settings.update(each.split("=", 1) for each in asked.set)

    def make(count, **more):
        return sideline.gym.VectorEnv(
            asked.task, count, settings=settings, terms=TERMS, critic="truth", motion=asked.motion,
            joints=asked.joints, centered=True, action_scale=0.3, clip=4.0, threads=asked.threads, **more)

    envs = make(asked.envs, start_states=128)
    learner = Learner(envs, asked.hidden, asked.rate, asked.horizon)
    steps = learn(learner, asked)
    save(learner.actor, asked.out, envs.policy_meaning(
        f"{asked.task} {settings}, PPO, seed {asked.seed}, {steps} steps"))
    for name, actor in (("holding still", None), ("the policy", learner.actor)):
        print("{}: mean fitness {:.3f}, success {:.1%} of 256 new trials".format(
            name, *evaluate(make, actor, 256, 1_000_000)))


if __name__ == "__main__":
    main()
