"""Spaces: those of the gymnasium package where it is installed, otherwise the parts of them that
Sideline needs."""

import numpy as np

try:
    from gymnasium.spaces import Box, Discrete  # noqa: F401
except ImportError:

    class _Space:
        """Shape, type and random generator, as in gymnasium.spaces.Space."""

        def __init__(self, shape, dtype, seed=None):
            self.shape = tuple(shape)
            self.dtype = np.dtype(dtype)
            self._random = None
            self._seed = seed

        @property
        def np_random(self):
            if self._random is None:
                self._random = np.random.default_rng(self._seed)
            return self._random

        def seed(self, seed=None):
            self._seed = seed
            self._random = None
            return [seed]

        def __contains__(self, x):
            return self.contains(x)

    class Box(_Space):
        """Arrays whose entries lie in ranges, which may be unbounded on one or both sides."""

        def __init__(self, low, high, shape=None, dtype=np.float32, seed=None):
            if shape is None:
                shape = np.broadcast(np.asarray(low), np.asarray(high)).shape
            super().__init__(shape, dtype, seed)
            self.low = np.array(np.broadcast_to(low, self.shape), self.dtype)
            self.high = np.array(np.broadcast_to(high, self.shape), self.dtype)
            if np.any(self.low > self.high):
                raise ValueError("the low end of a Box is above its high end")

        def is_bounded(self, manner="both"):
            below, above = np.all(np.isfinite(self.low)), np.all(np.isfinite(self.high))
            return bool({"both": below and above, "below": below, "above": above}[manner])

        def sample(self):
            """Uniform if both ends are finite, exponential if one is, normal if none is."""
            random, low, high = self.np_random, self.low, self.high
            below, above = np.isfinite(low), np.isfinite(high)
            both = below & above
            out = random.standard_normal(self.shape)
            out[both] = random.uniform(low[both], high[both])
            out[below & ~above] = low[below & ~above] + random.exponential(size=np.sum(below & ~above))
            out[above & ~below] = high[above & ~below] - random.exponential(size=np.sum(above & ~below))
            return out.astype(self.dtype)

        def contains(self, x):
            x = np.asarray(x)
            return bool(
                np.can_cast(x.dtype, self.dtype, "same_kind")
                and x.shape == self.shape
                and np.all(x >= self.low)
                and np.all(x <= self.high)
            )

        def __eq__(self, other):
            return (
                isinstance(other, Box)
                and self.shape == other.shape
                and self.dtype == other.dtype
                and np.array_equal(self.low, other.low)
                and np.array_equal(self.high, other.high)
            )

        def __repr__(self):
            return f"Box({self.low.min()}, {self.high.max()}, {self.shape}, {self.dtype})"

    class Discrete(_Space):
        """The `n` whole numbers that begin with `start`."""

        def __init__(self, n, seed=None, start=0):
            if n < 1:
                raise ValueError("a Discrete space has at least one number")
            super().__init__((), np.int64, seed)
            self.n, self.start = int(n), int(start)

        def sample(self):
            return np.int64(self.start + self.np_random.integers(self.n))

        def contains(self, x):
            x = np.asarray(x)
            return bool(
                x.shape == ()
                and np.issubdtype(x.dtype, np.integer)
                and self.start <= x < self.start + self.n
            )

        def __eq__(self, other):
            return isinstance(other, Discrete) and (self.n, self.start) == (other.n, other.start)

        def __repr__(self):
            return f"Discrete({self.n})" if self.start == 0 else f"Discrete({self.n}, start={self.start})"
