"""Gymnasium environments on Sideline's simulator; see docs/gym.md.

    import sideline.gym
    envs = sideline.gym.VectorEnv("stand", num_envs=16, observation="estimate", action="targets")
    observations, infos = envs.reset(seed=1)
    observations, rewards, terminations, truncations, infos = envs.step(envs.action_space.sample())

Works without the gymnasium package; where that is installed, its base classes and spaces are used
and the tasks are registered with it: gymnasium.make("sideline/Stand-v0").
"""

from .environments import Env, Feature, Metric, Setting, Task, VectorEnv, gymnasium, register, tasks
from .spaces import Box, Discrete

if gymnasium is not None:
    register()

__all__ = ["Box", "Discrete", "Env", "Feature", "Metric", "Setting", "Task", "VectorEnv",
           "register", "tasks"]
