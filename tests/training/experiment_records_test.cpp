#include "training/experiment/experiment_records.h"

#include <cmath>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "logs/session/sqlite.h"
#include "tests/support/test_files.h"
#include "training/experiment/experiment.h"
#include "training/experiment/recorded_trial.h"
#include "training/farm/thread_farm.h"

namespace sideline::training {
namespace {

constexpr const char* kRecordedText = R"(
sideline-experiment = 1
name = "records"
seed = 2
generations = 3
[motion]
name = "getup-front"
[task]
name = "get-up"
longest = 2.0
[optimizer]
name = "cma-es"
population = 5
[trials]
count = 2
race-after = 0
validate = 3
)";

class ExperimentRecordsTest : public ::testing::Test {
protected:
    void SetUp() override {
        const ExperimentSettings settings = parseExperiment(kRecordedText, "records.toml").value();
        auto folder = ExperimentFolder::create(m_folder / "run", settings, *partsOf(settings));
        ASSERT_TRUE(folder) << folder.error().toString();
        m_settings = readExperiment(m_folder / "run/experiment.toml").value();
        m_parts = partsOf(m_settings).value();
        Experiment experiment = Experiment::make(m_settings, m_parts, std::move(*folder)).value();
        EXPECT_FALSE(ExperimentFolder::open(m_folder / "run")) << "it is in use";
        EXPECT_EQ(ExperimentFolder::runner(m_folder / "run"), ::getpid());
        ThreadFarm farm(trialsOf(m_parts, false), 2);
        ASSERT_TRUE(experiment.run(farm, {}, {}));
    }
    ExperimentRecords read(std::uint64_t from, std::uint64_t end, std::size_t maximum = 1000) {
        auto records = readRecords(m_folder / "run", from, end, maximum);
        EXPECT_TRUE(records) << records.error().toString();
        return std::move(*records);
    }

    tests::TempDir m_folder;
    ExperimentSettings m_settings;
    ExperimentParts m_parts;
};

TEST_F(ExperimentRecordsTest, AreReadAsStored) {
    EXPECT_EQ(ExperimentFolder::runner(m_folder / "run"), std::nullopt);
    const ExperimentRecords records = read(0, 3);
    EXPECT_EQ(records.parameters, m_parts.subject->space().parameters());
    EXPECT_EQ(records.metrics.size(), m_parts.task->metrics().size());
    ASSERT_EQ(records.generations.size(), 3U);
    ASSERT_EQ(records.individuals.size(), 15U);
    EXPECT_FALSE(records.isCut);
    for (const GenerationFigures& figures : records.generations) {
        double best = -1e9;
        for (const IndividualRecord& one : records.individuals) {
            if (one.generation == figures.generation) {
                best = std::max(best, one.result.fitness);
            }
        }
        EXPECT_DOUBLE_EQ(figures.best, best);
        EXPECT_LE(figures.q25, figures.median);
    }
    const Champion champion = *ExperimentFolder::readCheckpoint(m_folder / "run")->champion;
    EXPECT_EQ(records.generations.back().championGeneration,
              static_cast<double>(champion.generation));
    EXPECT_EQ(records.individuals[champion.generation * 5 + champion.number].genome,
              champion.genome);
}

TEST_F(ExperimentRecordsTest, AreReadFromAGenerationOnOrLimitedToTheNewest) {
    const ExperimentRecords rest = read(2, 3);
    ASSERT_EQ(rest.individuals.size(), 5U);
    EXPECT_EQ(rest.individuals.front().generation, 2U);
    EXPECT_EQ(rest.generations.size(), 1U);
    EXPECT_EQ(read(0, 2).individuals.size(), 10U);
    const ExperimentRecords newest = read(0, 3, 7);
    EXPECT_TRUE(newest.isCut);
    ASSERT_EQ(newest.individuals.size(), 7U);
    EXPECT_EQ(newest.individuals.back().number, 4U);
}

TEST_F(ExperimentRecordsTest, ADamagedTableIsReportedWithItsLine) {
    std::ofstream(m_folder / "run/generations.csv", std::ios::app) << "3,5,what\n";
    const auto records = readRecords(m_folder / "run", 0, 4, 100);
    ASSERT_FALSE(records);
    EXPECT_THAT(records.error().toString(), testing::HasSubstr("generations.csv:5"));
}

TEST_F(ExperimentRecordsTest, PartialDataOfAKilledProcessIsRemoved) {
    {
        auto database = logs::Database::open(m_folder / "run/individuals.sqlite",
                                             logs::Database::Access::Create);
        ASSERT_TRUE(database) << database.error().toString();
        ASSERT_TRUE(database->execute(
            "CREATE TEMP TABLE next AS SELECT * FROM individuals WHERE generation = 2;"
            "UPDATE next SET generation = 3; INSERT INTO individuals SELECT * FROM next;"));
    }
    const std::filesystem::path table = m_folder / "run/generations.csv";
    const auto size = std::filesystem::file_size(table);
    std::ofstream(table, std::ios::app) << "3,5,10,0,1,1,1";
    ASSERT_TRUE(ExperimentFolder::open(m_folder / "run"));
    EXPECT_EQ(std::filesystem::file_size(table), size);
    const ExperimentRecords records = read(0, 10);
    EXPECT_EQ(records.individuals.size(), 15U);
    EXPECT_EQ(records.generations.size(), 3U);
}

TEST_F(ExperimentRecordsTest, ARecordedTrialHasTheEvaluatedFitness) {
    const Champion champion = *ExperimentFolder::readCheckpoint(m_folder / "run")->champion;
    const std::vector<TrialPlace> places = trialPlaces(m_settings, kValidationSeeds, 3);
    double sum = 0.0;
    for (const TrialPlace& place : places) {
        const auto trial = recordTrial(m_parts, champion.genome, place, false);
        ASSERT_TRUE(trial) << trial.error().toString();
        sum += trial->score.fitness;
        ASSERT_FALSE(trial->moments.empty());
        const TrialMoment& last = trial->moments.back();
        EXPECT_EQ(last.X_SBody.size(), trial->model->bodies().size());
        EXPECT_EQ(last.anglesRad.size(), trial->model->joints().size());
        EXPECT_FALSE(last.p_SBall) << "a ball has no part in getting up";
        EXPECT_NEAR(last.timeS, 0.02 * static_cast<double>(trial->moments.size()), 1e-9);
    }
    EXPECT_DOUBLE_EQ(sum / 3.0, champion.validated.fitness);
}

TEST(RankCorrelationTest, DetectsInfluentialParameters) {
    std::vector<IndividualRecord> individuals;
    for (int i = 0; i < 20; ++i) {
        IndividualRecord one;
        // The fitness increases with the first and decreases with the second; the third is
        // constant; the fourth is noise.
        one.genome.values = {i * 1.0, std::exp(-i), 5.0, static_cast<double>(i * 7 % 20)};
        one.result.fitness = i < 18 ? i * i : std::nan("");
        individuals.push_back(one);
    }
    const std::vector<double> found = rankCorrelations(individuals);
    ASSERT_EQ(found.size(), 4U);
    EXPECT_DOUBLE_EQ(found[0], 1.0);
    EXPECT_DOUBLE_EQ(found[1], -1.0);
    EXPECT_DOUBLE_EQ(found[2], 0.0);
    EXPECT_LT(std::abs(found[3]), 0.5);
    EXPECT_TRUE(rankCorrelations({}).empty());
}

} // namespace
} // namespace sideline::training
