// `sideline train tree` and `sideline train try` with an evolved program.
#include <string>

#include <gtest/gtest.h>

#include "tests/support/run_program.h"
#include "tests/support/test_files.h"

namespace sideline {
namespace {

using tests::quoted;

constexpr const char* kProgram = "; by hand\n"
                                 "(program 1\n"
                                 "  (trees angle symmetric)\n"
                                 "  (gene 0.5\n"
                                 "    (lle3/rle3 (+ (* 2 3) up-y))\n"
                                 "    (lae1/rae1 (+ 1 2)))\n"
                                 "  (gene 0.5\n"
                                 "    (lle4/rle4 9))\n"
                                 "  (gene 0\n"
                                 "    (speed 3)))\n";

TEST(ProgramCommandTest, TreesOfTheGenesAtWorkAreShownSimplified) {
    const tests::TempDir folder;
    tests::writeFile(folder / "a.program", kProgram);
    const auto shown =
        tests::runProgram(SIDELINE_PROGRAM, "train tree " + quoted(folder / "a.program"));
    EXPECT_EQ(shown.status, 0) << shown.out;
    EXPECT_EQ(shown.out, "3 genes, 2 of them active, 10 nodes\n"
                         "\n"
                         "from 0 s\n"
                         "  speed       3\n"
                         "\n"
                         "from 0.5 s\n"
                         "  lae1/rae1   3\n"
                         "  lle3/rle3   +\n"
                         "              ├─ 6\n"
                         "              └─ up-y\n");
}

TEST(ProgramCommandTest, FaultsNameFileAndPlace) {
    const tests::TempDir folder;
    tests::writeFile(folder / "a.program", "(program 1\n(trees angle symmetric)\n(gene zero))");
    const std::string file = quoted(folder / "a.program");
    for (const std::string& command :
         {"train tree " + file, "train try " + file + " --task get-up --trials 1"}) {
        const auto result = tests::runProgram(SIDELINE_PROGRAM, command);
        EXPECT_NE(result.status, 0) << command;
        EXPECT_NE(result.out.find("a.program:3, byte 6: unexpected 'zero'"), std::string::npos)
            << result.out;
    }
    const auto missing = tests::runProgram(SIDELINE_PROGRAM, "train tree /nowhere/b.program");
    EXPECT_NE(missing.status, 0);
    EXPECT_NE(missing.out.find("b.program"), std::string::npos) << missing.out;
}

TEST(ProgramCommandTest, AProgramIsJudgedByATask) {
    const tests::TempDir folder;
    tests::writeFile(folder / "a.program", kProgram);
    const auto result =
        tests::runProgram(SIDELINE_PROGRAM, "train try " + quoted(folder / "a.program") +
                                                " --task get-up --set longest=1 --trials 2 --json");
    EXPECT_EQ(result.status, 0) << result.out;
    EXPECT_NE(result.out.find("\"trials\": 2"), std::string::npos) << result.out;
}

} // namespace
} // namespace sideline
