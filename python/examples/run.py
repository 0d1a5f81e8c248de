#!/usr/bin/python3
"""Learns to run: straight ahead at the commanded speed, steering, and to a halt.

    PYTHONPATH=build/release/python python/examples/run.py --minutes 60 --robot-type 3 --out run.onnx

Trains as ppo.py does, with rewards of its own, a heading to hold, and half of the samples as their
mirror images. The behavior `walk` runs with the policy: `--set run=run.onnx`. The training
state is kept in run.pt; `--resume run.pt` continues from there. See docs/gym.md.
"""

import pathlib

import numpy as np
import torch

import ppo
import sideline.gym

TERMS = ["joint-angles", ("joint-speeds", 0.1), ("gyro", 0.3), "up", ("foot-forces", 0.02),
         "last-action", "phase", "command"]
JOINTS = [side + "le" + str(i) for side in "lr" for i in range(1, 7)] + ["lae1", "rae1", "lae2", "rae2"]
TOES = ["lle7", "rle7"]
CYCLE_S = 0.02
RUNS_FROM_MPS = 1.0  # commands from here on have a heading to hold
TURN_PER_ERROR = 2.5  # turn that is commanded, rad/s per rad off the heading
MOST_TURN = 0.9  # rad/s
FALL = 1.0  # penalty
REWARD_SCALE = 0.03  # of all other rewards, so that their sum over a trial is a few units


def mirror_images(names):
    """For each number of an observation or action: which one it is in the mirror, and its sign there."""
    others, signs = [], []
    for name in names:
        kind, _, last = name.rpartition(".")
        other, sign = name, 1.0
        if last[0] in "lr" and last[1] in "la" and last[-1].isdigit():  # a joint
            other = name[:len(name) - len(last)] + ("r" if last[0] == "l" else "l") + last[1:]
            sign = -1.0 if int(last[-1]) in ((2, 6) if last[1] == "l" else (2, 3, 4)) else 1.0
        elif kind.startswith("foot-forces."):
            side, part = kind.split(".")[1][0], kind.split(".")[1][1:]  # such as r, foot
            other = f"foot-forces.{'l' if side == 'r' else 'r'}{part}.{last}"
            sign = -1.0 if last == "x" else 1.0
        elif name in ("gyro.y", "gyro.z", "up.x", "command.left", "command.turn") or kind == "phase":
            sign = -1.0
        others.append(names.index(other))
        signs.append(sign)
    return torch.tensor(others), torch.tensor(signs)


class Runner(ppo.Learner):
    """Learns to run ahead at the commanded speed, up to its maximum."""

    def __init__(self, envs, asked):
        observed = [each.name for each in envs.observation_features]
        truth = [each.name for each in envs.critic_features]
        self.commanded, self.turn = observed.index("command.forward"), observed.index("command.turn")
        self.columns = [truth.index(name) for name in
                        ("forward", "left", "heading.cos", "heading.sin", "up.z", "turning.z")]
        self.images = mirror_images(observed), mirror_images([each.name for each in envs.action_features])
        self.asked, self.random = asked, np.random.default_rng(asked.seed)
        self.heading = torch.zeros(envs.num_envs)  # to hold, rad from that of the start
        self.left_s = torch.zeros(envs.num_envs)  # until it changes
        self.off = torch.zeros(envs.num_envs)  # by how much it is missed, rad
        self.last_action = torch.zeros(envs.num_envs, envs.actions.shape[1])
        super().__init__(envs, asked.hidden, asked.rate, asked.horizon)

    def view(self, observed, truth):
        return torch.cat([observed, truth], 1)

    def show(self):
        """Headings jump now and then; the turn that is commanded is what leads to them."""
        count = self.envs.num_envs
        begins = torch.from_numpy(self.envs.terminations | self.envs.truncations)
        self.heading[begins] = 0.0
        self.last_action[begins] = 0.0
        self.left_s -= CYCLE_S
        new = self.left_s <= 0
        jumps = self.random.uniform(-0.7, 0.7, count) * (self.random.random(count) < 0.7)
        self.heading[new] += torch.from_numpy(jumps).float()[new]
        self.left_s[new] = torch.from_numpy(self.random.uniform(0.6, 2.5, count)).float()[new]
        _, _, cos, sin, _, _ = self.truth[:, self.columns].T
        now = torch.atan2(sin, cos)
        runs = self.observed[:, self.commanded] > RUNS_FROM_MPS
        self.heading = torch.where(runs, self.heading, now)
        self.off = torch.remainder(self.heading - now + torch.pi, 2 * torch.pi) - torch.pi
        turn = (TURN_PER_ERROR * self.off).clamp(-MOST_TURN, MOST_TURN)
        self.observed[:, self.turn] = torch.where(runs, turn, self.observed[:, self.turn])

    def reward(self, observed, truth, action, after):
        forward, left, cos, sin, _, _ = truth[:, self.columns].T
        then_forward, then_left, _, _, up, turning = after[:, self.columns].T
        ahead, lateral = (then_forward - forward) / CYCLE_S, (then_left - left) / CYCLE_S
        speed, drift = ahead * cos + lateral * sin, lateral * cos - ahead * sin  # m/s, along and across the torso
        commanded, turn = observed[:, self.commanded], observed[:, self.turn]
        moves = self.asked.speed * torch.minimum(speed, commanded) - 0.5 * (speed - commanded).clamp(min=0)
        stands = 1.5 * torch.exp(-(speed**2 + drift**2) / 0.15)
        steers = torch.where(commanded > RUNS_FROM_MPS, self.asked.steer * self.off.abs().clamp(max=1),
                             0.25 * (turning - turn).abs().clamp(max=6))
        acts = action.clamp(-3, 3)
        changes = (acts - self.last_action).square().mean(1)
        self.last_action = acts
        total = (torch.where(commanded > 0.05, moves, stands) + 0.5 - 0.5 * drift.abs().clamp(max=2) - steers
                 - (1 - up).clamp(max=1) - 0.1 * changes)
        return REWARD_SCALE * total - FALL * torch.from_numpy(self.envs.terminations).float()

    def examples(self, rows, part):
        batch = super().examples(rows, part)
        flips = torch.rand(len(part), 1) < 0.5
        for name, (others, signs) in zip(("observed", "action"), self.images):
            batch[name] = torch.where(flips, batch[name][:, others] * signs, batch[name])
        return batch

    def learnt(self):
        return {"actor": self.actor.state_dict(), "critic": self.critic.state_dict(),
                "deviation": self.log_deviation.data}

    def resume(self, file):
        learnt = torch.load(file)
        self.actor.load_state_dict(learnt["actor"])
        self.critic.load_state_dict(learnt["critic"])
        self.log_deviation.data.copy_(learnt["deviation"])


def options():
    parser = ppo.arg_parser(__doc__, out="run.onnx", rate=5e-4, hidden=(256, 128))
    parser.add_argument("--robot-type", type=int, nargs="+", default=[0, 1, 2, 3],
                        help="type 4 alone: with its toes, it sees other numbers than the rest")
    parser.add_argument("--fastest", type=float, default=3.0, help="m/s that is commanded, at most")
    parser.add_argument("--speed", type=float, default=1.0, help="weight of the speed ahead")
    parser.add_argument("--steer", type=float, default=1.0, help="weight of the heading's error")
    parser.add_argument("--period", type=float, default=0.24, help="s of the phase that it observes")
    parser.add_argument("--resume", type=pathlib.Path, help="continue from this file (*.pt)")
    return parser.parse_args()


def main():
    asked = options()
    torch.manual_seed(asked.seed)
    torch.set_num_threads(1)
    settings = {"forward": asked.fastest, "backward": 0, "left": 0, "turn": 50, "every": 3, "longest": 9}

    joints = JOINTS + (TOES if asked.robot_type == [4] else [])

    def make(count, types, **more):
        return sideline.gym.VectorEnv(
            "follow", count, settings=settings, terms=TERMS, critic="truth", motion="stand", joints=joints,
            centered=True, action_scale=0.4, clip=3.0, period=asked.period, robot_type=types,
            threads=asked.threads, **more)

    envs = make(asked.envs, asked.robot_type, start_states=512)
    runner = Runner(envs, asked)
    if asked.resume:
        runner.resume(asked.resume)
    steps = ppo.learn(runner, asked)
    torch.save(runner.learnt(), asked.out.with_suffix(".pt"))
    note = f"runs, PPO, seed {asked.seed}, {steps} steps" + (f" from {asked.resume.name}" if asked.resume else "")
    for each in asked.robot_type:
        out = asked.out if len(asked.robot_type) == 1 else asked.out.with_stem(f"{asked.out.stem}-{each}")
        with make(1, each) as one:
            ppo.save(runner.actor, out, one.policy_meaning(note))
        print(f"nao{each}: {out}")


if __name__ == "__main__":
    main()
