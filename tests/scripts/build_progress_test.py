"""Tests of scripts/build_progress: how minutes left follow from steps of unequal weight."""
import pathlib
import sys
import tempfile
import unittest
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader

ROOT = pathlib.Path(__file__).resolve().parents[2]

sys.dont_write_bytecode = True
loader = SourceFileLoader("build_progress", str(ROOT / "scripts/build_progress"))
progress = module_from_spec(spec_from_loader("build_progress", loader))
loader.exec_module(progress)


class BuildProgressTest(unittest.TestCase):
    def test_unity_files_weigh_as_much_as_what_they_include(self):
        folder = pathlib.Path(tempfile.mkdtemp())
        (folder / "Unity").mkdir()
        source = folder / "large.cpp"
        source.write_text("x" * 100 * 1024, encoding="utf-8")
        unity = folder / "Unity" / "unity_0_cxx.cxx"
        unity.write_text(f'#include "{source}"\n#include "{source}"\n', encoding="utf-8")
        self.assertAlmostEqual(progress.source_kb(unity), 200.0, delta=1.0)
        self.assertAlmostEqual(progress.source_kb(source), 100.0)
        self.assertEqual(progress.source_kb(folder / "missing.cpp"), 10.0)

        sources = {"a.o": unity, "b.o": source}
        large = progress.step_weight("Building CXX object a.o", sources)
        small = progress.step_weight("Building CXX object b.o", sources)
        self.assertGreater(large, small)
        self.assertGreater(small, progress.step_weight("Linking CXX static library lib.a", sources))

    def test_time_left_shrinks_evenly_where_every_second_does_its_weight(self):
        weights = [60.0, 1.0, 1.0, 30.0, 5.0, 3.0]
        estimate = progress.Estimate(sum(weights), cores=2)
        elapsed = 0.0
        self.assertAlmostEqual(estimate.left_s(0.0), 50.0)
        for weight in weights:
            elapsed += weight / 2
            estimate.finish(weight)
            self.assertAlmostEqual(elapsed + estimate.left_s(elapsed), 50.0)

    def test_a_slower_machine_is_noticed(self):
        estimate = progress.Estimate(100.0, cores=1)
        estimate.finish(50.0)
        left = estimate.left_s(150.0) # three times slower than expected
        self.assertGreater(left, 125.0)
        self.assertLess(left, 150.0)

    def test_minutes_are_rounded_up(self):
        self.assertEqual([progress.minutes(s) for s in (0, 59, 60, 61, 125)], [1, 1, 1, 2, 3])


if __name__ == "__main__":
    unittest.main()
