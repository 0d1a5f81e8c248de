// Experiments that evolve programs.
#include <gtest/gtest.h>

#include "agentcore/base/input_file.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "tests/support/test_files.h"
#include "training/experiment/experiment.h"
#include "training/farm/thread_farm.h"
#include "training/genome/program_text.h"
#include "training/optimizer/optimizer_registry.h"

namespace sideline::training {
namespace {

constexpr const char* kFile = "sideline-experiment = 1\n"
                              "name = \"small\"\n"
                              "generations = 3\n"
                              "[program]\n"
                              "least-genes = 2\n"
                              "most-genes = 3\n"
                              "longest = 0.5\n"
                              "[task]\n"
                              "name = \"get-up\"\n"
                              "longest = 0.6\n"
                              "[optimizer]\n"
                              "name = \"generational\"\n"
                              "population = 6\n"
                              "[trials]\n"
                              "count = 2\n"
                              "race-after = 0\n"
                              "validate = 2\n";

ExperimentSettings settingsOf(const std::string& text) {
    const auto settings = parseExperiment(text, "small.toml");
    EXPECT_TRUE(settings.has_value()) << textOf(settings.error());
    return *settings;
}

std::string replaced(std::string text, const std::string& from, const std::string& to) {
    return text.replace(text.find(from), from.size(), to);
}

// Runs an experiment, with one interruption after some generations.
void runIn(const std::filesystem::path& folder, unsigned workers, std::uint64_t stopAfter) {
    const ExperimentSettings settings = settingsOf(kFile);
    const auto parts = partsOf(settings);
    ASSERT_TRUE(parts.has_value()) << parts.error().toString();
    ASSERT_TRUE(ExperimentFolder::create(folder, settings, *parts).has_value());
    for (const std::uint64_t stop : {stopAfter, std::uint64_t{99}}) {
        auto opened = ExperimentFolder::open(folder);
        ASSERT_TRUE(opened.has_value()) << opened.error().toString();
        const auto stored = readExperiment(folder / "experiment.toml");
        ASSERT_TRUE(stored.has_value()) << textOf(stored.error());
        auto experiment = Experiment::make(*stored, *partsOf(*stored), std::move(*opened));
        ASSERT_TRUE(experiment.has_value()) << experiment.error().toString();
        ThreadFarm farm(trialsOf(experiment->parts(), false), workers);
        std::uint64_t done = 0;
        const auto ending = experiment->run(
            farm, [&](const GenerationReport& report) { done = report.after.generation; },
            [&] { return done >= stop; });
        ASSERT_TRUE(ending.has_value()) << ending.error().toString();
    }
}

std::string textIn(const std::filesystem::path& folder, const char* name) {
    const auto text = base::readTextFile(folder / name, 1U << 24U, "a file");
    EXPECT_TRUE(text.has_value()) << name;
    return text.value_or("");
}

TEST(ProgramExperimentTest, AnInterruptedRunEndsLikeAnUninterruptedOne) {
    const tests::TempDir folder;
    runIn(folder / "whole", 1, 99);
    runIn(folder / "parts", 2, 1);
    for (const char* name : {"generations.csv", "best.program", "checkpoint"}) {
        EXPECT_EQ(textIn(folder / "whole", name), textIn(folder / "parts", name)) << name;
    }
    const std::string best = textIn(folder / "whole", "best.program");
    const auto style = readProgramStyle(best);
    ASSERT_TRUE(style.has_value()) << best;
    const auto robot = robot::RobotCatalog().named("nao0");
    ASSERT_TRUE(robot.has_value());
    EXPECT_TRUE(readProgram(best, ProgramVocabulary(*robot, *style)).has_value()) << best;
    EXPECT_EQ(best.front(), ';') << "it names its origin";
}

TEST(ProgramExperimentTest, SettingsAreChecked) {
    struct Row {
        const char* from;
        const char* to;
        const char* message;
    };
    for (const Row& row :
         {Row{"least-genes = 2", "trees = \"pose\"", "invalid value for trees: 'pose'"},
          Row{"least-genes = 2", "least-gene = 2", "least-gene"},
          Row{"least-genes = 2", "cut = 1.5", "cut"}}) {
        const auto parts = partsOf(settingsOf(replaced(kFile, row.from, row.to)));
        ASSERT_FALSE(parts.has_value()) << row.to;
        EXPECT_NE(parts.error().toString().find(row.message), std::string::npos)
            << parts.error().toString();
    }
    for (const Row& row : {Row{"generational", "cma-es", "cannot optimize programs"},
                           Row{"generational", "eda", "cannot optimize programs"},
                           Row{"population = 6", "selection = \"lot\"", "roulette"}}) {
        const ExperimentSettings settings = settingsOf(replaced(kFile, row.from, row.to));
        const auto parts = partsOf(settings);
        ASSERT_TRUE(parts.has_value());
        const auto optimizer = optimizerOf(settings, *parts);
        ASSERT_FALSE(optimizer.has_value()) << row.to;
        EXPECT_NE(optimizer.error().toString().find(row.message), std::string::npos)
            << optimizer.error().toString();
    }
}

TEST(ProgramExperimentTest, GenerationalAndEdaSearchAmongNumbers) {
    const auto space = ParameterSpace::make({{"x", "", -1.0, 1.0, 0.0}, {"y", "", 0.0, 9.0, 3.0}});
    for (const char* name : {"generational", "eda"}) {
        const auto optimizer = makeOptimizer(name, {{"population", "5"}}, {*space, 3, 1});
        ASSERT_TRUE(optimizer.has_value()) << optimizer.error().toString();
        EXPECT_EQ((*optimizer)->propose().size(), 5U);
        EXPECT_EQ((*optimizer)->propose()[0].values.size(), 2U);
    }
}

} // namespace
} // namespace sideline::training
