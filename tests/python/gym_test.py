"""Tests of sideline.gym; ctest runs them with the built module in PYTHONPATH."""

import gc
import os
import subprocess
import sys
import tempfile
import textwrap
import threading
import unittest

import numpy as np

import sideline.gym as gym

SHORT = {"longest": 0.5, "push": 1.5, "push-every": 0.2}


def waggle(envs, step):
    count = envs.actions.size
    return (0.3 * np.sin(0.2 * step + np.arange(count))).astype(np.float32).reshape(envs.actions.shape)


def course(envs, seed, steps=60):
    """All observations and rewards of some steps, as one array."""
    envs.reset(seed=seed)
    rows = []
    for step in range(steps):
        observations, rewards, terminated, truncated, _ = envs.step(waggle(envs, step))
        rows.append(np.concatenate([observations.ravel(), rewards, terminated, truncated]))
    return np.array(rows)


class SpacesTest(unittest.TestCase):
    def test_spaces_have_names_and_units(self):
        with gym.VectorEnv("stand", 3, observation="percepts", critic="truth") as envs:
            self.assertEqual(envs.observation_space.shape, (3, len(envs.observation_features)))
            self.assertEqual(envs.action_space.shape, (3, 22))
            self.assertEqual(envs.single_action_space.shape, (22,))
            head = envs.action_features[0]
            self.assertEqual((head.name, head.unit), ("he1", "rad"))
            self.assertAlmostEqual(envs.single_action_space.low[0], np.deg2rad(-120), places=5)
            units = {feature.name: feature.unit for feature in envs.observation_features}
            self.assertEqual(units["gyro.x"], "rad/s")
            self.assertEqual(len(units), len(envs.observation_features), "names are unique")
            self.assertEqual(envs.critics.shape, (3, len(envs.critic_features)))
            observations, infos = envs.reset(seed=1)
            self.assertTrue(envs.observation_space.contains(observations))
            self.assertIs(infos["critic"], envs.critics)

    def test_samples_are_in_their_space(self):
        with gym.VectorEnv("stand", 2, action="joint-speeds") as envs:
            envs.action_space.seed(1)
            first = envs.action_space.sample()
            envs.action_space.seed(1)
            np.testing.assert_array_equal(first, envs.action_space.sample())
            self.assertIn(first, envs.action_space)
            self.assertNotIn(first * 100, envs.action_space)
            self.assertNotIn(first[0], envs.action_space)
        half = gym.Box(np.array([0.0, -np.inf, -np.inf]), np.array([np.inf, 0.0, np.inf]))
        self.assertIn(half.sample(), half)
        self.assertFalse(half.is_bounded())
        self.assertIn(gym.Discrete(3, start=2).sample(), gym.Discrete(3, start=2))
        self.assertNotIn(5, gym.Discrete(3, start=2))

    def test_standing_percepts_are_what_a_server_sends(self):
        settled = {"settle": 2, "joint-noise": 0}
        with gym.Env("stand", settings=settled, observation="percepts", motion="stand") as env:
            observation, _ = env.reset(seed=1)
            values = {f.name: v for f, v in zip(env.observation_features, observation)}
            self.assertAlmostEqual(values["acceleration.z"], 9.81, delta=0.1)
            degrees = np.rad2deg(values["joint.lle4"])
            self.assertAlmostEqual(degrees, round(float(degrees), 2), places=4)


class RepeatsTest(unittest.TestCase):
    def test_seed_and_actions_determine_all_whatever_the_threads(self):
        with gym.VectorEnv("stand", 5, settings=SHORT, threads=1) as one, \
                gym.VectorEnv("stand", 5, settings=SHORT, threads=3) as three:
            first = course(one, 7)
            np.testing.assert_array_equal(first, course(three, 7))
            np.testing.assert_array_equal(first, course(one, 7))
            self.assertFalse(np.array_equal(first, course(one, 8)))

    def test_one_environment_does_as_a_vector_of_one(self):
        with gym.Env("stand", settings=SHORT) as env, \
                gym.VectorEnv("stand", 1, settings=SHORT) as envs:
            observation, info = env.reset(seed=3)
            envs.reset(seed=3)
            self.assertEqual(info["trial_seed"], envs.trial_seeds[0])
            np.testing.assert_array_equal(observation, envs.observations[0])
            for step in range(20):
                action = waggle(envs, step)
                observation, reward, terminated, truncated, _ = env.step(action[0])
                envs.step(action)
                np.testing.assert_array_equal(observation, envs.observations[0])
                self.assertEqual((reward, terminated, truncated),
                                 (envs.rewards[0], envs.terminations[0], envs.truncations[0]))

    def test_trials_have_seeds_from_the_one_given(self):
        with gym.VectorEnv("stand", 8, start_states=2, settings=SHORT) as envs:
            envs.reset(seed=100)
            self.assertLessEqual(set(envs.trial_seeds), {100, 101})
        with gym.VectorEnv("stand", 8, start_states=0, settings=SHORT) as envs:
            envs.reset(seed=100)
            self.assertEqual(len(set(envs.trial_seeds)), 8)


class BuffersTest(unittest.TestCase):
    def test_arrays_show_the_memory_that_is_written(self):
        with gym.VectorEnv("stand", 2, observation="truth") as envs:
            observations, _ = envs.reset(seed=1)
            place = observations.__array_interface__["data"][0]
            before = observations.copy()
            envs.actions[:] = 0.2
            stepped, rewards, terminated, truncated, _ = envs.step(envs.actions)
            self.assertIs(stepped, observations)
            self.assertIs(rewards, envs.rewards)
            self.assertEqual(stepped.__array_interface__["data"][0], place)
            self.assertFalse(np.array_equal(before, observations))
            self.assertEqual(terminated.dtype, bool)
            self.assertFalse(observations.flags.owndata)
            envs.actions[0, 0] = 0.5  # what is written here is done
            self.assertEqual(envs._core.actions[0, 0], np.float32(0.5))

    def test_copies_on_request(self):
        with gym.VectorEnv("stand", 2, copy=True) as envs:
            first, _ = envs.reset(seed=1)
            second, _, _, _, _ = envs.step(envs.action_space.sample())
            before = second.copy()
            first += 1.0
            self.assertTrue(np.array_equal(second, before))

    def test_arrays_live_longer_than_the_environments(self):
        envs = gym.VectorEnv("stand", 4)
        observations, _ = envs.reset(seed=1)
        before = observations.copy()
        envs.close()
        del envs
        gc.collect()
        np.testing.assert_array_equal(before, observations)

    def test_python_runs_on_while_environments_step(self):
        with gym.VectorEnv("stand", 64, threads=1, start_states=1) as envs:
            envs.reset(seed=1)
            counted, done = [0], threading.Event()

            def count():
                while not done.is_set():
                    counted[0] += 1

            thread = threading.Thread(target=count)
            thread.start()
            envs._core.step()
            before = counted[0]
            for _ in range(20):
                envs._core.step()
            after = counted[0]
            done.set()
            thread.join()
            self.assertGreater(after, before)


class TrialsTest(unittest.TestCase):
    def test_time_truncates_and_falls_terminate(self):
        settings = {"longest": 0.5, "push": 0, "joint-noise": 0}
        with gym.Env("stand", settings=settings, motion="stand") as env:
            env.reset(seed=1)
            for step in range(25):
                _, _, terminated, truncated, info = env.step(np.full(22, np.nan, np.float32))
                self.assertEqual(truncated, step == 24)
                self.assertFalse(terminated)
            self.assertTrue(info["is_success"])
            self.assertEqual(info["episode"]["l"], 25)
        settings = {"longest": 10, "push": 3, "push-every": 0.1}
        with gym.Env("stand", settings=settings) as env:
            env.reset(seed=1)
            terminated = truncated = False
            while not (terminated or truncated):
                _, _, terminated, truncated, info = env.step(np.full(22, np.nan, np.float32))
            self.assertTrue(terminated)
            self.assertFalse(truncated)
            self.assertFalse(info["is_success"])
            self.assertGreater(info["metrics"]["fellS"], 0)

    def test_the_next_trial_begins_in_the_step_that_ends_one(self):
        settings = {"longest": 0.5, "push": 0}
        with gym.VectorEnv("stand", 2, settings=settings, observation="truth", motion="stand") as envs:
            envs.reset(seed=1)
            nothing = np.full((2, 22), np.nan, np.float32)
            for _ in range(24):
                observations, _, _, truncated, infos = envs.step(nothing)
                self.assertNotIn("final_observation", infos)
            observations, rewards, _, truncated, infos = envs.step(nothing)
            self.assertTrue(truncated.all())
            self.assertEqual(envs.observation_features[0].name, "time")
            self.assertEqual(observations[0, 0], 0)
            self.assertAlmostEqual(infos["final_observation"][0][0], 0.5, places=5)
            self.assertTrue(infos["_final_observation"].all())
            self.assertEqual(infos["final_info"][1]["episode"]["l"], 25)
            self.assertAlmostEqual(infos["final_info"][1]["episode"]["r"],
                                   infos["final_info"][1]["fitness"], places=6)

    def test_without_autoreset_a_trial_that_is_over_stays_so(self):
        settings = {"longest": 0.5, "push": 0}
        with gym.VectorEnv("stand", 2, settings=settings, motion="stand", autoreset=False) as envs:
            envs.reset(seed=1)
            for _ in range(30):
                _, rewards, _, truncated, _ = envs.step(np.full((2, 22), np.nan, np.float32))
            self.assertTrue(truncated.all())
            self.assertFalse(rewards.any())
            _, _ = envs.reset(options={"mask": np.array([True, False])})
            self.assertEqual(envs.truncations.tolist(), [False, True])

    def test_residuals_of_nothing_are_the_motion(self):
        with gym.Env("get-up", settings={"side": "front"}, action="residual",
                     motion="getup-front") as env:
            env.reset(seed=1)
            over = False
            while not over:
                _, _, terminated, truncated, info = env.step(np.zeros(22, np.float32))
                over = terminated or truncated
            self.assertTrue(info["is_success"])
            self.assertTrue(terminated)

    def test_a_critic_receives_more_than_the_learner(self):
        with gym.Env("stand", critic="truth") as env:
            _, info = env.reset(seed=1)
            self.assertEqual(info["critic"].shape, (len(env.critic_features),))

    def test_actions_are_scaled_about_the_start_pose(self):
        with gym.Env("stand", motion="stand", centered=True, action_scale=0.5, joints=["lle4"],
                     settings={"push": 0, "joint-noise": 0}, observation="truth") as env:
            observation, _ = env.reset(seed=1)
            knee = [f.name for f in env.observation_features].index("joint.lle4")
            before = observation[knee]
            for _ in range(10):
                observation, *_ = env.step(np.zeros(1, np.float32))
            self.assertAlmostEqual(observation[knee], before, delta=0.01)
            for _ in range(10):
                observation, *_ = env.step(np.full(1, -0.2, np.float32))
            self.assertAlmostEqual(observation[knee], before - 0.1, delta=0.02)

    def test_an_estimate_has_the_terms_that_are_asked_for(self):
        with gym.Env("stand", terms=["up", ("gyro", 0.1), "last-action"], joints=["he1", "he2"],
                     clip=0.5) as env:
            names = [feature.name for feature in env.observation_features]
            self.assertEqual(names, ["up.x", "up.y", "up.z", "gyro.x", "gyro.y", "gyro.z",
                                     "last-action.hj1", "last-action.hj2"])
            self.assertEqual(env.observation_features[3][1:], ("rad/s", -np.inf, np.inf, 0.1))
            observation, _ = env.reset(seed=1)
            self.assertAlmostEqual(observation[2], 1, delta=0.05)
            observation, *_ = env.step(np.array([0.25, 3], np.float32))
            np.testing.assert_allclose(observation[6:], [0.25, 0.5])

    def test_a_policys_meaning(self):
        with gym.VectorEnv("stand", terms=["up", ("gyro", 0.1)], joints=["lle4"], motion="stand",
                           centered=True, action_scale=0.5) as envs:
            meaning = envs.policy_meaning("a test")
            self.assertEqual(meaning["observation"], [{"term": "up"}, {"term": "gyro", "scale": 0.1}])
            self.assertEqual(meaning["action"]["joints"], ["llj4"])
            self.assertEqual(meaning["action"]["scale"], 0.5)
            self.assertLess(meaning["action"]["offsetRad"][0], 0)
            self.assertEqual(meaning["note"], "a test")
        with gym.VectorEnv("stand", observation="truth") as envs:
            with self.assertRaisesRegex(ValueError, "estimate"):
                envs.policy_meaning()

    def test_types_take_turns(self):
        with gym.VectorEnv("stand", 4, robot_type=[0, 1, 3], observation="truth") as envs:
            envs.reset(seed=1)
            names = [f.name for f in envs.observation_features]
            heights = envs.observations[:, names.index("height")]
            self.assertGreater(heights[1], heights[0] + 0.01, "type 1 has longer legs")
            self.assertAlmostEqual(heights[3], heights[0], delta=0.01)


class ErrorsTest(unittest.TestCase):
    def refused(self, words, *arguments, **more):
        with self.assertRaisesRegex(ValueError, words):
            gym.VectorEnv(*arguments, **more)

    def test_bad_arguments(self):
        self.refused("stnad.*stand", "stnad")
        self.refused("push", "stand", settings={"pushh": 1})
        self.refused("m/s", "stand", settings={"push": "fast"})
        self.refused("truht.*percepts, estimate or truth", observation="truht")
        self.refused("angles.*joint-targets", action="angles")
        self.refused("he11", joints=["he11"])
        self.refused("joints is 'he1'", joints="he1")
        self.refused("no term gryo; expected .*gyro", terms=["gryo"])
        self.refused("period", terms=["phase"])
        self.refused("scale", action_scale=0)
        self.refused("action clip", clip=-1)
        self.refused("motion", action="residual")
        self.refused("getup-frnot", action="residual", motion="getup-frnot")
        self.refused("robot type 7", robot_type=7)
        self.refused("same joints", num_envs=2, robot_type=[0, 4])
        self.refused("num_envs is 0", num_envs=0)
        self.refused("num_envs is 1.5", num_envs=1.5)
        self.refused("num_envs is None", num_envs=None)
        self.refused("number of environments", num_envs=10**6)
        self.refused("threads is inf", threads=float("inf"))
        self.refused("settings are", settings=["push"])
        self.refused("unknown observation None", observation=None)
        self.refused("cycles is -1", cycles=-1)
        self.refused("render_mode", render_mode="human")

    def test_bad_actions(self):
        with gym.VectorEnv("stand", 2) as envs:
            with self.assertRaisesRegex(ValueError, "before reset"):
                envs.step(np.zeros((2, 22)))
            envs.reset(seed=1)
            with self.assertRaisesRegex(ValueError, r"\(22,\); expected \(2, 22\)"):
                envs.step(np.zeros(22))
            with self.assertRaisesRegex(ValueError, "numbers"):
                envs.step(np.full((2, 22), "a"))
            envs.step(np.full((2, 22), np.inf))
            self.assertEqual(envs.invalid_actions, 44)
            self.assertTrue(np.isfinite(envs.observations).all())

    def test_bad_resets(self):
        with gym.VectorEnv("stand", 2) as envs:
            for arguments, words in (({"seed": -1}, "seed is -1"), ({"seed": 2**80}, "seed is"),
                                     ({"seed": [1, 2]}, "list"),
                                     ({"options": {"mask": [True]}}, "mask has 1"),
                                     ({"options": {"maks": 1}}, "maks")):
                with self.assertRaisesRegex(ValueError, words):
                    envs.reset(**arguments)

    def test_after_close_and_after_the_end(self):
        envs = gym.VectorEnv("stand", 2)
        envs.reset(seed=1)
        envs.close()
        envs.close()
        with self.assertRaisesRegex(ValueError, "closed"):
            envs.step(np.zeros((2, 22)))
        with self.assertRaisesRegex(ValueError, "closed"):
            envs.reset()
        with gym.Env("stand", settings={"longest": 0.5, "push": 0}) as env:
            env.reset(seed=1)
            over = False
            while not over:
                _, _, terminated, truncated, _ = env.step(np.full(22, np.nan, np.float32))
                over = terminated or truncated
            with self.assertRaisesRegex(ValueError, "reset"):
                env.step(np.zeros(22))


class GymnasiumTest(unittest.TestCase):
    """The real package is not in Debian, so a stand-in has the parts of it that are used."""

    STAND_IN = {
        "__init__.py": """
            registry = {}
            class Env: pass
            def register(id, entry_point, vector_entry_point, kwargs):
                registry[id] = (entry_point, vector_entry_point, kwargs)
            from . import spaces, vector
            """,
        "spaces.py": """
            class Box:
                def __init__(self, low, high, shape=None, dtype=None, seed=None):
                    self.low, self.high, self.shape, self.dtype = low, high, low.shape, dtype
            class Discrete: pass
            """,
        "vector.py": """
            import enum
            class VectorEnv: pass
            class AutoresetMode(enum.Enum):
                SAME_STEP = "SameStep"
            """,
    }

    def test_is_used_where_it_is_installed(self):
        with tempfile.TemporaryDirectory() as folder:
            os.mkdir(os.path.join(folder, "gymnasium"))
            for name, text in self.STAND_IN.items():
                with open(os.path.join(folder, "gymnasium", name), "w") as file:
                    file.write(textwrap.dedent(text))
            code = textwrap.dedent("""
                import gymnasium, numpy as np, sideline.gym
                assert issubclass(sideline.gym.Env, gymnasium.Env)
                assert issubclass(sideline.gym.VectorEnv, gymnasium.vector.VectorEnv)
                entry, vector, arguments = gymnasium.registry["sideline/GetUp-v0"]
                assert (entry, vector) == ("sideline.gym:Env", "sideline.gym:VectorEnv")
                with sideline.gym.VectorEnv(num_envs=2, **arguments) as envs:
                    assert isinstance(envs.action_space, gymnasium.spaces.Box)
                    assert envs.metadata["autoreset_mode"].name == "SAME_STEP"
                    envs.reset(seed=1)
                    envs.step(np.zeros((2, 22)))
                """)
            paths = os.pathsep.join([folder] + [p for p in sys.path if p])
            done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                                  env={**os.environ, "PYTHONPATH": paths})
            self.assertEqual(done.returncode, 0, done.stderr)

    def test_registering_needs_the_package(self):
        if gym.environments.gymnasium is None:
            with self.assertRaises(ImportError):
                gym.register()


if __name__ == "__main__":
    unittest.main()
