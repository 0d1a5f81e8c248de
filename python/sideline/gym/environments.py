"""Environments built on the module _core: one trial, or many that are stepped together."""

import collections
import json

import numpy as np

from . import _core
from .spaces import Box

try:
    import gymnasium
except ImportError:
    gymnasium = None

Feature = collections.namedtuple("Feature", "name unit low high scale")
Feature.__doc__ = """One number of an observation or an action.

scale: for an action, units per 1; for an observation, 1 per unit.
"""
Metric = collections.namedtuple("Metric", "name unit description")
Metric.__doc__ = """A figure that a task reports about a trial in addition to its fitness."""
Setting = collections.namedtuple("Setting", "name description default unit low high")
Setting.__doc__ = """A setting of a task."""
Task = collections.namedtuple("Task", "name summary settings")
Task.__doc__ = """A task: what happens in a trial, and what is rewarded."""


def tasks():
    """All tasks."""
    return [
        Task(name, summary, [Setting(*each) for each in settings])
        for name, summary, settings in _core.tasks()
    ]


def _autoreset_mode():
    mode = getattr(getattr(gymnasium, "vector", None), "AutoresetMode", None)
    return "same-step" if mode is None else mode.SAME_STEP


def _text(value):
    return str(value).lower() if isinstance(value, (bool, np.bool_)) else str(value)


def _whole(name, value, least, most=2**31 - 1):
    try:
        whole = int(value)
    except (TypeError, ValueError, OverflowError):
        whole = None
    if whole is None or isinstance(value, (bool, str)) or whole != value or not least <= whole <= most:
        raise ValueError(f"{name} is {value!r}; expected a whole number from {least} to {most}")
    return whole


def _names(name, value):
    if isinstance(value, str):
        raise ValueError(f"{name} is {value!r}; expected a list of names")
    return list(value or [])


def _settings(settings):
    if settings is not None and not isinstance(settings, dict):
        raise ValueError(f"settings are {settings!r}; expected a dict")
    return [(str(key), _text(value)) for key, value in (settings or {}).items()]


def _terms(terms):
    """Pairs of a term and its scale, from terms or such pairs."""
    return [(each, 1.0) if isinstance(each, str) else (str(each[0]), float(each[1]))
            for each in _names("terms", terms)]


def _box(features):
    low = np.array([each.low for each in features], np.float32)
    high = np.array([each.high for each in features], np.float32)
    return Box(low, high, dtype=np.float32)


def _boxes(box, count):
    shape = (count,) + box.shape
    return Box(np.broadcast_to(box.low, shape), np.broadcast_to(box.high, shape), dtype=box.dtype)


class VectorEnv(gymnasium.vector.VectorEnv if gymnasium else object):
    """Many trials of one task, stepped together by threads in C++; see docs/gym.md.

    `observations`, `critics`, `actions`, `rewards`, `terminations`, `truncations` and the other
    arrays show the memory that the simulation writes to. `reset` and `step` return these
    same arrays (with `copy=True`: copies), so the next step changes them.
    """

    metadata = {"render_modes": [], "autoreset_mode": _autoreset_mode()}
    spec = None
    render_mode = None
    closed = True  # until it is made

    def __init__(self, task="stand", num_envs=1, *, settings=None, observation="estimate",
                 critic=None, terms=None, period=0.0, action="joint-targets", joints=None,
                 action_scale=1.0, centered=False, clip=float("inf"), motion=None, robot_type=0,
                 threads=0, cycles=1, start_states=256, autoreset=True, exact=False, copy=False,
                 render_mode=None):
        if render_mode is not None:
            raise ValueError(f"render_mode is {render_mode!r}; expected None; watch trials in the studio")
        self._core = core = _core.Environments(
            task=str(task),
            settings=_settings(settings),
            count=_whole("num_envs", num_envs, 1),
            observation=str(observation),
            critic=None if critic is None else str(critic),
            terms=_terms(terms),
            period=float(period),
            action=str(action),
            joints=_names("joints", joints),
            action_scale=float(action_scale),
            centered=bool(centered),
            clip=float(clip),
            motion=str(motion or ""),
            robot_types=[_whole("robot_type", each, 0)
                         for each in ([robot_type] if np.isscalar(robot_type) else robot_type)],
            threads=_whole("threads", threads, 0),
            cycles=_whole("cycles", cycles, 1),
            start_states=_whole("start_states", start_states, 0),
            autoreset=bool(autoreset),
            exact=bool(exact),
        )
        self.num_envs = core.count
        self.threads = core.threads
        self._copies = copy
        self._observation = observation
        self._autoresets = autoreset
        self.observation_features = [Feature(*each) for each in core.observed]
        self.critic_features = [Feature(*each) for each in core.critic_observed]
        self.action_features = [Feature(*each) for each in core.action_features]
        self.metric_infos = [Metric(*each) for each in core.metric_infos]
        self.single_observation_space = _box(self.observation_features)
        self.single_action_space = _box(self.action_features)
        self.observation_space = _boxes(self.single_observation_space, self.num_envs)
        self.action_space = _boxes(self.single_action_space, self.num_envs)
        self.observations = core.observations
        self.critics = core.critics if critic else None
        self.actions = core.actions
        self.rewards = core.rewards
        self.terminations = core.terminated
        self.truncations = core.truncated
        self.final_observations = core.final_observations
        self.final_critics = core.final_critics if critic else None
        # Of the trial that ended last in each environment.
        self.fitness = core.fitness
        self.success = core.success
        self.metrics = core.metrics
        self.returns = core.returns
        self.lengths = core.lengths
        self.ended_seeds = core.ended_seeds
        # Of the trials under way.
        self.trial_seeds = core.seeds
        self.closed = False

    def policy_meaning(self, note=""):
        """Describes the inputs and outputs of a policy trained here: for `export.save_onnx` and
        files that the behavior `policy` reads (docs/policies.md). Needs observation="estimate"."""
        if self._observation != "estimate":
            raise ValueError(f"a policy in an agent cannot observe {self._observation!r}; expected estimate")
        meaning = json.loads(self._core.meaning)
        if note:
            meaning["note"] = note
        return meaning

    @property
    def invalid_actions(self):
        """The number of action values so far that were not finite."""
        return self._core.not_finite

    def reset(self, *, seed=None, options=None):
        """Starts new trials and returns observations and infos.

        seed: whole number; the trials use `start_states` consecutive seeds, starting with it. None
            continues with the previous ones.
        options: {"mask": array of bool} resets only these environments.
        """
        options = dict(options or {})
        mask = options.pop("mask", options.pop("reset_mask", None))
        if options:
            raise ValueError(f"unknown option {next(iter(options))!r}; expected mask")
        if isinstance(seed, (list, tuple, np.ndarray)):
            raise ValueError("seed is a list; expected one whole number for all environments")
        which = [] if mask is None else [int(bool(each)) for each in np.asarray(mask).ravel()]
        self._core.reset(seed=None if seed is None else _whole("seed", seed, 0, 2**63 - 1),
                         which=which)
        return self._shown(self.observations), self._infos(np.zeros(self.num_envs, bool))

    def step(self, actions):
        """Performs one action in each environment.

        actions: array of shape (num_envs, size of an action)

        An environment whose trial ends starts the next one in the same step: the observation is
        already that of the next trial, and the last one is in `final_observations` and the infos.
        Values outside the action space are clipped to it. A value that is not finite means zero
        speed, the previous target angle or no residual, and is counted in `invalid_actions`.
        """
        if actions is not self.actions:
            actions = np.asarray(actions)
            if actions.shape != self.actions.shape:
                raise ValueError(f"actions have shape {actions.shape}; expected {self.actions.shape}")
            if actions.dtype.kind not in "fiub":
                raise ValueError(f"actions are of type {actions.dtype}; expected numbers such as float32")
            np.copyto(self.actions, actions, casting="unsafe")
        continues = True if self._autoresets else ~(self.terminations | self.truncations)
        self._core.step()
        ended = (self.terminations | self.truncations) & continues
        return (self._shown(self.observations), self._shown(self.rewards),
                self._shown(self.terminations), self._shown(self.truncations), self._infos(ended))

    def _shown(self, array):
        return array.copy() if self._copies else array

    def _infos(self, ended):
        infos = {} if self.critics is None else {"critic": self._shown(self.critics)}
        if ended.any():
            observations = np.full(self.num_envs, None, object)
            final_infos = np.full(self.num_envs, None, object)
            for i in np.flatnonzero(ended):
                observations[i] = self.final_observations[i].copy()
                final_infos[i] = self.final_info(i)
            # The names of Gymnasium 0.29, and those of 1.0.
            infos.update(final_observation=observations, _final_observation=ended,
                         final_obs=observations, _final_obs=ended,
                         final_info=final_infos, _final_info=ended)
        return infos

    def final_info(self, index):
        """The result of the last trial that ended in an environment."""
        info = {
            "fitness": float(self.fitness[index]),
            "is_success": bool(self.success[index]),
            "trial_seed": int(self.ended_seeds[index]),
            "episode": {"r": float(self.returns[index]), "l": int(self.lengths[index])},
            "metrics": {metric.name: float(value)
                        for metric, value in zip(self.metric_infos, self.metrics[index])},
        }
        if self.final_critics is not None:
            info["critic"] = self.final_critics[index].copy()
        return info

    def close(self, **kwargs):
        """Ends the threads and frees the simulations; arrays can still be read."""
        self._core.close()
        self.closed = True

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class Env(gymnasium.Env if gymnasium else object):
    """One trial of a task at a time, with the interface of gymnasium.Env; it returns copies."""

    metadata = {"render_modes": []}
    spec = None
    render_mode = None

    def __init__(self, task="stand", **arguments):
        for name in ("num_envs", "autoreset", "threads"):
            if name in arguments:
                raise ValueError(f"{name} does not apply to a single environment; expected VectorEnv")
        self._vector = vector = VectorEnv(task, 1, threads=1, autoreset=False, copy=False, **arguments)
        self.observation_space = vector.single_observation_space
        self.action_space = vector.single_action_space
        self.observation_features = vector.observation_features
        self.action_features = vector.action_features
        self.critic_features = vector.critic_features
        self._is_over = True

    @property
    def unwrapped(self):
        return self

    def reset(self, *, seed=None, options=None):
        self._vector.reset(seed=seed, options=options)
        self._is_over = False
        return self._vector.observations[0].copy(), self._info()

    def step(self, action):
        action = np.asarray(action)
        if action.shape != self.action_space.shape:
            raise ValueError(f"the action has shape {action.shape}; expected {self.action_space.shape}")
        if self._is_over and not self._vector.closed:
            raise ValueError("the trial is over; expected reset() before step()")
        vector = self._vector
        vector.step(action[np.newaxis])
        terminated, truncated = bool(vector.terminations[0]), bool(vector.truncations[0])
        self._is_over = terminated or truncated
        info = self._info()
        if self._is_over:
            info.update(vector.final_info(0))
        return vector.observations[0].copy(), float(vector.rewards[0]), terminated, truncated, info

    def _info(self):
        info = {"trial_seed": int(self._vector.trial_seeds[0])}
        if self._vector.critics is not None:
            info["critic"] = self._vector.critics[0].copy()
        return info

    def close(self):
        self._vector.close()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


def register():
    """Registers the tasks for gymnasium.make, such as `sideline/GetUp-v0`. Returns the names."""
    if gymnasium is None:
        raise ImportError("the gymnasium package is not installed")
    names = []
    for task in tasks():
        name = "sideline/" + "".join(part.capitalize() for part in task.name.split("-")) + "-v0"
        if name not in gymnasium.registry:
            gymnasium.register(id=name, entry_point="sideline.gym:Env",
                               vector_entry_point="sideline.gym:VectorEnv",
                               kwargs={"task": task.name})
        names.append(name)
    return names
