"""Tests of scripts/english: a banned word in each kind of place is found, with its file and line."""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]

GLOSSARY = """# Glossary

## Words that we do not use

| words | write instead | where | except in |
|---|---|---|---|
| `k (most\\|least)` | max, min | names | |
| `usual` | default | everywhere | |
| `who` | the robot that | comments | `users who` |
| `goes on` | continues | comments, docs | |
"""


class EnglishTest(unittest.TestCase):
    def setUp(self):
        self.root = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.root)
        self.git("init", "-q")
        self.write("docs/glossary.md", GLOSSARY)

    def git(self, *words):
        subprocess.run(["git", "-c", "user.name=Test", "-c", "user.email=test@example.org", *words],
                       cwd=self.root, check=True)

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text, encoding="utf-8")

    def check(self, *words):
        return subprocess.run([sys.executable, ROOT / "scripts/english", "--root", self.root, *words],
                              capture_output=True, text=True)

    def expect_found(self, place, word, instead):
        result = self.check()
        self.assertEqual(result.returncode, 1, result.stderr)
        self.assertIn(f'{place}: "{word}" in ', result.stdout)
        self.assertIn(f"write {instead}", result.stdout)

    def test_clean_tree_passes(self):
        self.write("a.h", '// Adds the default limit.\nconst char* kText = "the default limit"; int unusual;\n')
        result = self.check()
        self.assertEqual(result.returncode, 0, result.stdout)
        self.assertIn("0 banned words", result.stdout)

    def test_word_in_a_name(self):
        self.write("a.cpp", "int first;\nint kMostRows = 1;\n")
        self.expect_found("a.cpp:2", "k most", "max, min")
        self.write("a.cpp", "int first;\nint lastUsualRow = 1;\n")
        self.expect_found("a.cpp:2", "usual", "default")

    def test_word_in_a_comment_across_its_lines(self):
        self.write("a.h", "#pragma once\n/// The walk goes\n/// on.\nint a; // users who walk\n")
        self.expect_found("a.h:2", "goes on", "continues")
        self.assertNotIn('"who"', self.check().stdout)

    def test_word_in_a_text_but_not_in_a_key(self):
        self.write("a.cpp", 'auto key = "usual";\nauto text = "the usual limit";\n')
        self.expect_found("a.cpp:2", "usual", "default")
        self.assertNotIn("a.cpp:1", self.check().stdout)

    def test_quoted_words_of_files_are_allowed(self):
        self.write("a.cpp", 'auto text = "expected `usual` here"; // Reads `usual`.\n')
        self.assertEqual(self.check().returncode, 0)
        self.write("a.cpp", 'auto text = "a ` before the usual limit";\n')
        self.expect_found("a.cpp:1", "usual", "default")

    def test_word_in_documentation_but_not_in_code(self):
        self.write("docs/page.md", "# Page\n\nThe `usual` one.\n\n```\nusual\n```\n\nIt goes\non.\n")
        self.expect_found("docs/page.md:9", "goes on", "continues")
        self.assertNotIn('"usual"', self.check().stdout)

    def test_word_in_python(self):
        self.write("a.py", "# The usual way.\n")
        self.expect_found("a.py:1", "usual", "default")

    def test_unknown_place_in_the_table_is_reported(self):
        self.write("docs/glossary.md", GLOSSARY.replace("comments, docs", "signs"))
        result = self.check()
        self.assertEqual(result.returncode, 2)
        self.assertIn("expected names, comments, texts, docs, commits or everywhere, not signs", result.stderr)

    def test_subject_of_a_commit(self):
        self.git("add", ".")
        self.git("commit", "-q", "-m", "first")
        self.git("commit", "-q", "--allow-empty", "-m", "walk: as usual")
        result = self.check("--since", "HEAD~1")
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stdout, r'commit [0-9a-f]+: "usual" in commits: write default')
        self.assertEqual(self.check("--since", "HEAD").returncode, 0)


if __name__ == "__main__":
    unittest.main()
