#include "training/experiment/experiment.h"

#include <cmath>
#include <fstream>
#include <map>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_files.h"
#include "training/experiment/individual_trials.h"
#include "training/experiment/trial_journal.h"
#include "training/farm/thread_farm.h"

namespace sideline::training {
namespace {

namespace fs = std::filesystem;

constexpr const char* kText = R"(
sideline-experiment = 1
name = "small"
seed = 4
generations = 4
[motion]
name = "getup-front"
keyframes = ["squat", "rise"]
[task]
name = "get-up"
longest = 2.5
held = 0.2
joint-noise = 25
[optimizer]
name = "cma-es"
population = 6
[trials]
count = 3
race-after = 2
hard = 2
scout = 8
validate = 4
)";

ExperimentSettings settingsOf(std::string_view text) {
    auto settings = parseExperiment(text, "small.toml");
    EXPECT_TRUE(settings) << textOf(settings.error());
    return std::move(*settings);
}

std::string withoutKeyframes() {
    std::string text = kText;
    const std::string line = "keyframes = [\"squat\", \"rise\"]\n";
    return text.erase(text.find(line), line.size());
}

// Reads every relevant file of a folder; the database as the texts of its rows.
std::map<std::string, std::string> contentsOf(const fs::path& folder) {
    std::map<std::string, std::string> contents;
    for (const char* name :
         {"experiment.toml", "generations.csv", "best.motion", "best.json", "best.log"}) {
        contents[name] = tests::readUnpacked(folder / name);
    }
    const auto database =
        logs::Database::open(folder / "individuals.sqlite", logs::Database::Access::Read);
    static_cast<void>(database.value().query(
        "SELECT generation, number, fitness, trials, numbers, metrics FROM individuals", {},
        [&](const logs::Statement& row) {
            contents["individuals"] +=
                std::to_string(row.integer(0)) + " " + std::to_string(row.integer(1)) + " " +
                std::to_string(row.real(2)) + " " + std::to_string(row.integer(3)) +
                std::string(row.blob(4)) + std::string(row.blob(5)) + "\n";
        }));
    return contents;
}

Experiment begun(const fs::path& folder) {
    const ExperimentSettings settings = settingsOf(withoutKeyframes());
    auto parts = partsOf(settings);
    EXPECT_TRUE(parts) << parts.error().toString();
    auto made = ExperimentFolder::create(folder, settings, *parts);
    EXPECT_TRUE(made) << made.error().toString();
    const ExperimentSettings stored = readExperiment(folder / "experiment.toml").value();
    return Experiment::make(stored, partsOf(stored).value(), std::move(*made)).value();
}

Experiment resumed(const fs::path& folder) {
    const ExperimentSettings stored = readExperiment(folder / "experiment.toml").value();
    return Experiment::make(stored, partsOf(stored).value(), ExperimentFolder::open(folder).value())
        .value();
}

// Runs trials whose fitness is a function of individual and seed.
class ScriptedFarm final : public Farm {
public:
    explicit ScriptedFarm(std::function<double(const TrialJob&)> fitness)
        : m_fitness(std::move(fitness)) {}
    unsigned workerCount() const override { return 1; }
    base::Expected<std::vector<TrialScore>> run(std::span<const Genome>,
                                                std::span<const TrialJob> jobs,
                                                const OnDone& onDone,
                                                const std::function<bool()>&) override {
        std::vector<TrialScore> scores;
        for (std::size_t i = 0; i < jobs.size(); ++i) {
            scores.push_back({m_fitness(jobs[i]), true, 1.0, {}});
            if (metric) {
                scores.back().metrics = {metric(jobs[i])};
            }
            ++count;
            if (onDone) {
                onDone(i, scores.back());
            }
        }
        return scores;
    }
    int count = 0;
    std::function<double(const TrialJob&)> metric;

private:
    std::function<double(const TrialJob&)> m_fitness;
};

// Counts the trials of a farm.
class CountingFarm final : public Farm {
public:
    explicit CountingFarm(Farm& farm) : m_farm(farm) {}
    unsigned workerCount() const override { return m_farm.workerCount(); }
    base::Expected<std::vector<TrialScore>> run(std::span<const Genome> genomes,
                                                std::span<const TrialJob> jobs,
                                                const OnDone& onDone,
                                                const std::function<bool()>& isCanceled) override {
        auto scores = m_farm.run(genomes, jobs, onDone, isCanceled);
        for (const TrialScore& score : scores.value()) {
            ++trials;
            simulatedS += score.simulatedS;
        }
        return scores;
    }
    std::uint64_t trials = 0;
    double simulatedS = 0.0;

private:
    Farm& m_farm;
};

TEST(ExperimentTest, InterruptionsAndWorkersDoNotChangeTheResult) {
    const tests::TempDir folder;
    std::uint64_t trials = 0;
    double simulatedS = 0.0;
    {
        Experiment whole = begun(folder / "whole");
        ThreadFarm farm(trialsOf(whole.parts(), false), 1);
        CountingFarm counted(farm);
        EXPECT_EQ(whole.run(counted, {}, {}).value(), EndReason::Generations);
        trials = counted.trials;
        simulatedS = counted.simulatedS;
    }
    // Interrupted repeatedly in the middle of generations.
    begun(folder / "parts");
    int runs = 0;
    for (bool isDone = false; !isDone && runs < 200; ++runs) {
        Experiment part = resumed(folder / "parts");
        ThreadFarm farm(trialsOf(part.parts(), false), 1U + static_cast<unsigned>(runs) % 3U);
        std::atomic<int> asked{0};
        const auto ending = part.run(farm, {}, {}, [&] { return ++asked > 9; });
        isDone = ending.has_value();
        EXPECT_TRUE(isDone || ending.error().code == base::ErrorCode::Canceled);
    }
    EXPECT_GT(runs, 3);
    EXPECT_EQ(contentsOf(folder / "whole"), contentsOf(folder / "parts"));
    const Checkpoint at = ExperimentFolder::readCheckpoint(folder / "whole").value();
    // The states of the optimizers may differ in uninitialized memory stored by PaGMO; the next
    // results do not.
    const Checkpoint other = ExperimentFolder::readCheckpoint(folder / "parts").value();
    EXPECT_EQ(at.trials, trials);
    EXPECT_NEAR(at.simulatedS, simulatedS, 1e-6);
    EXPECT_EQ(other.trials, at.trials);
    EXPECT_EQ(other.simulatedS, at.simulatedS);
    EXPECT_EQ(other.csvBytes, at.csvBytes);
    EXPECT_FALSE(at.hardPlaces.empty());
    EXPECT_EQ(other.hardPlaces, at.hardPlaces);
    const ExperimentSettings settings = readExperiment(folder / "whole/experiment.toml").value();
    const ExperimentParts parts = partsOf(settings).value();
    const auto next = [&](const Checkpoint& from) {
        auto optimizer = optimizerOf(settings, parts);
        EXPECT_TRUE((*optimizer)->restore(from.optimizer));
        return (*optimizer)->propose();
    };
    EXPECT_EQ(next(at), next(other));
    EXPECT_EQ(at.generation, 4U);
    EXPECT_EQ(at.individuals, 24U);
    ASSERT_TRUE(at.champion);
    EXPECT_EQ(at.champion->validated.trials, 4);
}

TEST(ExperimentTest, EndsWhenTheTargetIsReached) {
    const tests::TempDir folder;
    std::string text = withoutKeyframes();
    text.insert(text.find("[motion]"), "target = 0.1\n");
    const ExperimentSettings settings = settingsOf(text);
    auto parts = partsOf(settings).value();
    auto made = ExperimentFolder::create(folder / "run", settings, parts);
    Experiment experiment = Experiment::make(settings, parts, std::move(*made)).value();
    ThreadFarm farm(trialsOf(experiment.parts(), false), 2);
    int generations = 0;
    const auto ending = experiment.run(farm, [&](const GenerationReport&) { ++generations; }, {});
    EXPECT_EQ(ending.value(), EndReason::Target);
    EXPECT_EQ(generations, 1);
}

TEST(ExperimentTest, AChampionStaysUntilABetterOneIsValidated) {
    const tests::TempDir folder;
    std::string text = withoutKeyframes();
    text.replace(text.find("validate = 4"), 12, "validate = 8");
    text.replace(text.find("generations = 4"), 15, "generations = 3");
    const ExperimentSettings settings = settingsOf(text);
    const auto parts = partsOf(settings).value();
    std::map<std::uint64_t, int> validation;
    for (const TrialPlace& place : trialPlaces(settings, kValidationSeeds, 8)) {
        validation.emplace(place.seed, static_cast<int>(validation.size()));
    }
    int generation = 0;
    int validated = 0;
    std::vector<int> validatedOf;
    ScriptedFarm farm([&](const TrialJob& job) {
        const auto place = validation.find(job.seed);
        if (place == validation.end()) {
            return 1.0 + job.individual;
        }
        ++validated;
        // The second individual begins well, the third does not.
        return generation == 0 ? 10.0 : generation == 1 && place->second < 2 ? 11.0 : 0.0;
    });
    auto made = ExperimentFolder::create(folder / "run", settings, parts);
    Experiment experiment = Experiment::make(settings, parts, std::move(*made)).value();
    const auto ending = experiment.run(farm,
                                       [&](const GenerationReport&) {
                                           validatedOf.push_back(std::exchange(validated, 0));
                                           ++generation;
                                       },
                                       {});
    ASSERT_TRUE(ending) << ending.error().toString();
    EXPECT_THAT(validatedOf, testing::ElementsAre(8, 8, 2));
    const Checkpoint at = ExperimentFolder::readCheckpoint(folder / "run").value();
    ASSERT_TRUE(at.champion);
    EXPECT_EQ(at.champion->generation, 0U);
    EXPECT_EQ(at.champion->number, 5U) << "the best of its generation";
    EXPECT_EQ(at.trials, static_cast<std::uint64_t>(farm.count));
}

TEST(ExperimentTest, TheChampionIsAMotionThatNamesItsOrigin) {
    const tests::TempDir folder;
    Experiment experiment = begun(folder / "run");
    ThreadFarm farm(trialsOf(experiment.parts(), false), 2);
    ASSERT_TRUE(experiment.run(farm, {}, {}));
    const std::string text = tests::readUnpacked(folder / "run/best.motion");
    EXPECT_THAT(text, testing::HasSubstr("Trained by experiment \\\"small\\\" (task get-up"));
    // It behaves in a new experiment as in this one.
    ExperimentSettings again = settingsOf(withoutKeyframes());
    again.change.motion = (folder / "run/best.motion").string();
    const auto parts = partsOf(again);
    ASSERT_TRUE(parts) << parts.error().toString();
    ThreadFarm other(trialsOf(*parts, false), 1);
    TrialJournal journal;
    std::vector<TrialPlace> places;
    for (std::uint64_t i = 0; i < 4; ++i) {
        places.push_back({trialSeed(4, 0xffffffffU, i), 0});
    }
    const std::vector<Genome> genome = {{parts->subject->space().start(), {}}};
    const auto results = evaluateIndividuals(genome, places, Summary::Mean, 0, other, journal, {});
    ASSERT_TRUE(results);
    const Checkpoint at = ExperimentFolder::readCheckpoint(folder / "run").value();
    EXPECT_NEAR(results->front().fitness, at.champion->validated.fitness, 0.05);
}

TEST(ExperimentTest, TwoProcessesCannotUseOneFolder) {
    const tests::TempDir folder;
    const Experiment first = begun(folder / "run");
    EXPECT_TRUE(ExperimentFolder::isRunning(folder / "run"));
    const auto second = ExperimentFolder::open(folder / "run");
    ASSERT_FALSE(second);
    EXPECT_THAT(second.error().toString(), testing::HasSubstr("another process is running this"));
}

TEST(ExperimentTest, RejectsInvalidFolders) {
    const tests::TempDir folder;
    begun(folder / "run");
    EXPECT_FALSE(ExperimentFolder::isRunning(folder / "run"));
    const ExperimentSettings settings = settingsOf(withoutKeyframes());
    const auto parts = partsOf(settings).value();
    EXPECT_THAT(ExperimentFolder::create(folder / "run", settings, parts).error().toString(),
                testing::HasSubstr("already contains an experiment; expected --resume"));
    EXPECT_THAT(ExperimentFolder::open(folder / "none").error().toString(),
                testing::HasSubstr("the folder contains no experiment"));
    tests::writeFile(folder / "run/checkpoint", "sideline-checkpoint 7\nxyz");
    EXPECT_THAT(ExperimentFolder::open(folder / "run").error().toString(),
                testing::HasSubstr("unsupported checkpoint version 7; expected version 1"));
    tests::writeFile(folder / "run/checkpoint", "sideline-checkpoint 1\nxyz");
    EXPECT_THAT(ExperimentFolder::open(folder / "run").error().toString(),
                testing::HasSubstr("the checkpoint is damaged"));
}

TEST(ExperimentSettingsTest, TextReadsBackAsEqual) {
    const ExperimentSettings settings = settingsOf(kText);
    const std::string text = textOf(settings);
    EXPECT_EQ(textOf(settingsOf(text)), text);
    EXPECT_EQ(settings.seed, 4U);
    EXPECT_EQ(settings.change.freedom.keyframes.size(), 2U);
    EXPECT_EQ(settings.taskSettings.size(), 3U);
    EXPECT_EQ(settings.trials.raceAfter, 2);
    EXPECT_EQ(settings.trials.hard, 2);
    EXPECT_EQ(settings.trials.scout, 8);
}

TEST(TrialPlacesTest, RobotsTakeTurns) {
    ExperimentSettings settings = settingsOf(kText);
    settings.robots.resize(3, settings.robots.front());
    std::vector<std::uint32_t> robots;
    std::set<std::uint64_t> seeds;
    for (const TrialPlace& place : trialPlaces(settings, 7, 7)) {
        robots.push_back(place.robot);
        seeds.insert(place.seed);
    }
    EXPECT_EQ(robots, (std::vector<std::uint32_t>{0, 1, 2, 0, 1, 2, 0}));
    EXPECT_EQ(seeds.size(), 7U);
}

TEST(HardPlacesTest, AreTriedFirstAndOnlyTheNewestAreKept) {
    ExperimentSettings settings = settingsOf(kText);
    settings.trials.count = 6;
    settings.trials.hard = 4;
    const std::vector<TrialPlace> hard = {{101, 0}, {102, 0}, {103, 0}, {104, 0}, {105, 0}};
    const auto places = generationPlaces(settings, 7, hard);
    ASSERT_EQ(places.size(), 6U);
    std::set<std::uint64_t> drawn;
    for (std::size_t i = 0; i < 4; ++i) {
        EXPECT_THAT(hard, testing::Contains(places[i]));
        drawn.insert(places[i].seed);
    }
    EXPECT_EQ(drawn.size(), 4U);
    std::set<std::uint64_t> everDrawn;
    for (std::uint64_t generation = 0; generation < 20; ++generation) {
        everDrawn.insert(generationPlaces(settings, generation, hard).front().seed);
    }
    EXPECT_EQ(everDrawn.size(), 5U) << "any of them may come";
    const auto fresh = trialPlaces(settings, 7, 2);
    EXPECT_EQ(places[4], fresh[0]);
    EXPECT_EQ(places[5], fresh[1]);
    EXPECT_EQ(generationPlaces(settings, 7, hard), places);
    EXPECT_NE(generationPlaces(settings, 8, hard), places);
    EXPECT_EQ(generationPlaces(settings, 7, {}), trialPlaces(settings, 7, 6));

    std::vector<TrialPlace> kept = hard;
    std::vector<TrialPlace> tried;
    std::vector<TrialScore> scores;
    for (std::uint64_t i = 0; i < 126; ++i) {
        tried.push_back({1000 + i, 0});
        scores.emplace_back().isSuccess = i % 2 == 1;
    }
    rememberFailures(kept, tried, scores); // 63 failed
    ASSERT_EQ(kept.size(), 64U);
    EXPECT_EQ(kept.front(), hard.back());
    EXPECT_EQ(kept[1].seed, 1000U);
    EXPECT_EQ(kept.back().seed, 1124U);
}

constexpr const char* kBehaviorText = R"(
sideline-experiment = 1
generations = 2
[behavior]
name = "stand-and-look"
talks = false
search-speed = [20, 90]
[task]
name = "stand"
longest = 1
[optimizer]
population = 5
[trials]
count = 2
validate = 2
)";

TEST(ExperimentTest, ParametersOfABehaviorCanBeTrained) {
    const tests::TempDir folder;
    const ExperimentSettings settings = settingsOf(kBehaviorText);
    EXPECT_EQ(textOf(settingsOf(textOf(settings))), textOf(settings));
    auto parts = partsOf(settings);
    ASSERT_TRUE(parts) << parts.error().toString();
    ASSERT_EQ(parts->subject->space().size(), 1U);
    EXPECT_EQ(parts->subject->space()[0].name, "search-speed");
    auto made = ExperimentFolder::create(folder / "run", settings, *parts);
    ASSERT_TRUE(made) << made.error().toString();
    Experiment experiment = Experiment::make(settings, *parts, std::move(*made)).value();
    ThreadFarm farm(trialsOf(*parts, false), 2);
    ASSERT_TRUE(experiment.run(farm, {}, {}));
    const Checkpoint at = ExperimentFolder::readCheckpoint(folder / "run").value();
    ASSERT_TRUE(at.champion);
    EXPECT_GT(at.champion->validated.fitness, 0.5); // it stands
    EXPECT_THAT(tests::readUnpacked(folder / "run/best.toml"),
                testing::HasSubstr("set = { talks = false, search-speed = "));
    EXPECT_TRUE(fs::exists(folder / "run/best.session")) << "there is an agent in its trials";
    EXPECT_TRUE(fs::exists(folder / "run/best.log"));
}

TEST(ExperimentTest, ReportsRangesOfUnknownParameters) {
    struct Case {
        const char* range;
        const char* message;
    };
    for (const Case& each : std::initializer_list<Case>{
             {"speed = [1, 2]", "stand-and-look has no parameter 'speed'; expected search-speed"},
             {"talks = [0, 1]", "talks of stand-and-look is not a number"},
             {"search-speed = [-5, 5]",
              "the range of search-speed is -5 to 5; expected limits that"},
             {"talks = true", "no parameter of the behavior may change"}}) {
        std::string text = kBehaviorText;
        for (const char* line : {"talks = false\n", "search-speed = [20, 90]\n"}) {
            text.erase(text.find(line), std::string_view(line).size());
        }
        text.insert(text.find("[task]"), std::string(each.range) + "\n");
        const auto parts = partsOf(settingsOf(text));
        ASSERT_FALSE(parts) << each.message;
        EXPECT_THAT(parts.error().toString(), testing::HasSubstr(each.message));
    }
}

TEST(ExperimentSettingsTest, ReportsAllErrors) {
    const auto settings = parseExperiment(R"(sideline-experiment = 1
generations = 0
speed = 3
[motion]
angle-range = "wide"
[trials]
fitness = "best"
count = 4
hard = 5
)",
                                          "bad.toml");
    ASSERT_FALSE(settings);
    const std::string text = textOf(settings.error());
    for (const char* each :
         {"bad.toml:2", "speed", "the motion has no name", "angle-range", "the task is missing",
          "mean, median", "5 hard trials", "at most count = 4"}) {
        EXPECT_THAT(text, testing::HasSubstr(each));
    }
}

TEST(ExperimentSettingsTest, RejectsOtherVersionsAndInvalidToml) {
    EXPECT_THAT(
        textOf(parseExperiment("sideline-experiment = 2", "a.toml").error()),
        testing::HasSubstr("unsupported experiment version 2; expected sideline-experiment = 1"));
    EXPECT_THAT(textOf(parseExperiment("[[[", "a.toml").error()), testing::HasSubstr("a.toml:1"));
}

TEST(ExperimentSettingsTest, NamesUnknownParts) {
    struct Case {
        const char* from;
        const char* to;
        const char* message;
    };
    for (const Case& each : std::initializer_list<Case>{
             {"\"getup-front\"", "\"getup-top\"", "getup-top"},
             {"name = \"get-up\"", "name = \"getup\"", "unknown task 'getup'"},
             {"seed = 4", "seed = 4\nrobots = [\"nao9\"]", "unknown robot 'nao9'"},
             {"seed = 4", "seed = 4\nobjectives = [\"speed\"]", "unknown figure 'speed'"}}) {
        std::string text = withoutKeyframes();
        text.replace(text.find(each.from), std::string_view(each.from).size(), each.to);
        const auto parts = partsOf(settingsOf(text));
        ASSERT_FALSE(parts) << each.message;
        EXPECT_THAT(parts.error().toString(), testing::HasSubstr(each.message));
        EXPECT_THAT(parts.error().toString(), testing::HasSubstr("small.toml"));
    }
}

std::vector<TrialPlace> places(int count) {
    std::vector<TrialPlace> all;
    for (int i = 0; i < count; ++i) {
        all.push_back({static_cast<std::uint64_t>(i), 0});
    }
    return all;
}

TEST(IndividualTrialsTest, InferiorIndividualsAreDropped) {
    ScriptedFarm farm([](const TrialJob& job) {
        return 10.0 * job.individual + 0.1 * static_cast<double>(job.seed % 3);
    });
    const std::vector<Genome> genomes(6);
    TrialJournal journal;
    const auto results =
        evaluateIndividuals(genomes, places(12), Summary::Mean, 3, farm, journal, {});
    ASSERT_TRUE(results);
    EXPECT_EQ((*results)[0].trials, 3);
    EXPECT_EQ((*results)[5].trials, 12);
    EXPECT_LT(farm.count, 6 * 12);
    for (std::size_t i = 1; i < results->size(); ++i) {
        EXPECT_GT((*results)[i].fitness, (*results)[i - 1].fitness);
    }
}

TEST(IndividualTrialsTest, DroppedIndividualsRankBelowTheOthers) {
    // Those that continue have much lower fitness then.
    ScriptedFarm farm([](const TrialJob& job) {
        return job.seed < 3 ? 10.0 * job.individual + 0.1 * static_cast<double>(job.seed) : -100.0;
    });
    const std::vector<Genome> genomes(4);
    TrialJournal journal;
    const auto results =
        evaluateIndividuals(genomes, places(6), Summary::Mean, 3, farm, journal, {});
    ASSERT_TRUE(results);
    ASSERT_EQ((*results)[0].trials, 3);
    ASSERT_EQ((*results)[3].trials, 6);
    for (const IndividualResult& result : *results) {
        EXPECT_LE(result.fitness, (*results)[3].fitness);
    }
}

TEST(IndividualTrialsTest, FiguresAreMeansOfTheTrialsThatHaveThem) {
    ScriptedFarm farm([](const TrialJob&) { return 1.0; });
    farm.metric = [](const TrialJob& job) {
        return job.seed == 0 ? std::nan("") : static_cast<double>(job.seed);
    };
    const std::vector<Genome> genomes(1);
    TrialJournal journal;
    const auto results =
        evaluateIndividuals(genomes, places(4), Summary::Mean, 0, farm, journal, {});
    ASSERT_TRUE(results);
    EXPECT_DOUBLE_EQ((*results)[0].metrics.at(0), 2.0);
    const auto none = evaluateIndividuals(genomes, places(1), Summary::Mean, 0, farm, journal, {});
    EXPECT_TRUE(std::isnan((*none)[0].metrics.at(0)));
}

TEST(IndividualTrialsTest, TrialsInTheJournalAreNotRepeated) {
    const tests::TempDir folder;
    auto journal = TrialJournal::open(folder / "journal", 1);
    ASSERT_TRUE(journal);
    ScriptedFarm farm([](const TrialJob& job) { return static_cast<double>(job.seed); });
    const std::vector<Genome> genomes(2);
    for (const int count : {3, 5, 5}) {
        const auto results =
            evaluateIndividuals(genomes, places(count), Summary::Worst, 0, farm, *journal, {});
        ASSERT_TRUE(results);
        EXPECT_EQ((*results)[1].fitness, 0.0);
        EXPECT_EQ((*results)[1].trials, count);
        EXPECT_EQ(farm.count, 2 * count);
    }
}

TEST(IndividualTrialsTest, ATrialWithFitnessNaNHasFailed) {
    ScriptedFarm farm([](const TrialJob& job) {
        return job.individual == 1 && job.seed == 2 ? std::nan("") : 1.0;
    });
    const std::vector<Genome> genomes(2);
    TrialJournal journal;
    const auto results =
        evaluateIndividuals(genomes, places(4), Summary::Mean, 0, farm, journal, {});
    EXPECT_EQ((*results)[0].fitness, 1.0);
    EXPECT_TRUE(std::isnan((*results)[1].fitness));
    EXPECT_EQ((*results)[1].failedTrials, 1);
}

TEST(IndividualTrialsTest, Summaries) {
    ScriptedFarm farm([](const TrialJob& job) { return static_cast<double>(job.seed * job.seed); });
    const std::vector<Genome> genomes(1);
    TrialJournal journal;
    const auto of = [&](Summary summary) {
        return evaluateIndividuals(genomes, places(4), summary, 0, farm, journal, {})
            ->front()
            .fitness;
    };
    EXPECT_DOUBLE_EQ(of(Summary::Mean), 3.5); // 0, 1, 4, 9
    EXPECT_DOUBLE_EQ(of(Summary::Median), 2.5);
    EXPECT_DOUBLE_EQ(of(Summary::Worst), 0.0);
    EXPECT_NEAR(of(Summary::MeanLessDeviation), 3.5 - std::sqrt(49.0 / 3.0), 1e-12);
}

TEST(TrialJournalTest, RecordsFinishedTrials) {
    const tests::TempDir folder;
    const fs::path file = folder / "journal";
    const TrialJob job{3, 1, 99};
    TrialScore score{1.5, false, 2.5, {1.0, -2.0}};
    score.failure = {FailureKind::TooWide, 1.25, 14.0, std::nullopt};
    {
        auto journal = TrialJournal::open(file, 7);
        ASSERT_TRUE(journal);
        ASSERT_TRUE(journal->add(job, score));
        ASSERT_TRUE(journal->add({4, 1, 99}, score));
    }
    const auto size = fs::file_size(file);
    fs::resize_file(file, size - 5); // truncates the last record
    {
        auto journal = TrialJournal::open(file, 7);
        ASSERT_NE(journal->find(job), nullptr);
        EXPECT_EQ(*journal->find(job), score);
        EXPECT_EQ(journal->find({4, 1, 99}), nullptr);
        ASSERT_TRUE(journal->add({4, 1, 99}, score));
        EXPECT_EQ(fs::file_size(file), size);
    }
    auto other = TrialJournal::open(file, 8);
    EXPECT_EQ(other->find(job), nullptr);
    EXPECT_FALSE(TrialJournal::open(folder / "none/journal", 7));
}

} // namespace
} // namespace sideline::training
