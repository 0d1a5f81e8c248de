// The file with the numbers of a walk, and what a user sets beside it.
#include "agents/behaviors/gait.h"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "agents/behaviors/built_in.h"
#include "agents/behaviors/kick.h"
#include "agents/behaviors/numbers.h"
#include "agents/policy/policy_file.h"
#include "agents/skill_library.h"
#include "tests/support/legless_robot.h"
#include "tests/support/test_files.h"

namespace sideline::agents {
namespace {

namespace fs = std::filesystem;

using testing::HasSubstr;
using testing::Pair;
using testing::UnorderedElementsAre;

class GaitTest : public testing::Test {
protected:
    std::string write(const std::string& text) {
        const auto file = m_folder / "walk.toml";
        std::ofstream(file) << text;
        return file.string();
    }
    // What is said about a file that is no gait.
    std::string fault(const std::string& text) {
        const auto gait = gaitOf(write(text), m_model);
        EXPECT_FALSE(gait) << text;
        if (gait) {
            return {};
        }
        EXPECT_EQ(gait.error().file, (m_folder / "walk.toml").string()) << text;
        return gait.error().toString();
    }
    [[nodiscard]] double setTo(const ParameterTexts& texts, std::string_view name) const {
        const auto parameters = m_registry.check("walk", texts);
        EXPECT_TRUE(parameters) << parameters.error().toString();
        return parameters ? parameters->number(name) : -1000.0;
    }

    tests::TempDir m_folder;
    const robot::RobotModel& m_model = robot::naoModel(robot::NaoType::Standard);
    BehaviorRegistry m_registry = builtInBehaviors();
    SkillLibrary m_skills;
};

TEST_F(GaitTest, WhatIsWrittenIsReadAgain) {
    for (const BehaviorInfo& info : m_registry.behaviors()) {
        if (!info.file) {
            continue;
        }
        const auto complete = m_registry.complete(info.name, {}, m_model);
        ASSERT_TRUE(complete);
        const auto values = m_registry.check(info.name, *complete);
        ASSERT_TRUE(values);
        const std::string file =
            write(numbersText(info.file->behavior, info.file->names, *values, "by hand"));
        const auto again = m_registry.complete(info.name, {{info.file->kind, file}}, m_model);
        ASSERT_TRUE(again) << again.error().toString();
        const auto read = m_registry.check(info.name, *again);
        ASSERT_TRUE(read) << read.error().toString();
        for (const std::string& name : info.file->names) {
            EXPECT_EQ(read->number(name), values->number(name)) << info.name << ' ' << name;
        }
    }
}

TEST_F(GaitTest, ReadsTheNumbersOfAGait) {
    const auto gait =
        gaitOf(write("# trained\nbehavior = \"walk\"\n"
                     "set = { step = 0.2, lift = 0.04, turn = 2, waits = \"0.1\" }\n"),
               m_model);
    ASSERT_TRUE(gait) << gait.error().toString();
    EXPECT_THAT(*gait, UnorderedElementsAre(Pair("step", "0.2"), Pair("lift", "0.04"),
                                            Pair("turn", "2"), Pair("waits", "0.1")));
}

TEST_F(GaitTest, WhereToGoIsNotPartOfIt) {
    const auto gait = gaitOf(write("behavior = \"walk\"\n"
                                   "set = { go-forward = 0.5, go-turn = 30, step = 0.2 }\n"),
                             m_model);
    ASSERT_TRUE(gait) << gait.error().toString();
    EXPECT_THAT(*gait, UnorderedElementsAre(Pair("step", "0.2")));
}

TEST_F(GaitTest, SaysWhatIsWrongWithAFile) {
    EXPECT_THAT(fault("behavior = \"walk\"\nset = { step = \n"), HasSubstr(":2"));
    EXPECT_THAT(fault("behavior = \"wlak\"\nset = { step = 0.2 }\n"), HasSubstr("wlak"));
    EXPECT_THAT(fault("behavior = \"walk\"\n"), HasSubstr("no table set"));
    EXPECT_THAT(fault(""), HasSubstr("no table set"));
    EXPECT_THAT(fault("behavior = \"walk\"\nset = 3\n"), HasSubstr("set"));
    EXPECT_THAT(fault("behavior = \"walk\"\nset = { step = [0.2] }\n"), HasSubstr("set.step"));
    EXPECT_THAT(fault("behavior = \"walk\"\nspeed = 3\nset = { step = 0.2 }\n"),
                HasSubstr("speed"));
    // A typing error is reported with its line and a suggestion.
    EXPECT_THAT(fault("behavior = \"walk\"\n[set]\nlift = 0.04\nstpe = 0.2\nlfit = 0.1\n"),
                HasSubstr("walk.toml:4: unknown parameter 'stpe'; did you mean 'step'?"));
    EXPECT_THAT(
        fault("behavior = \"drive\"\nset = { step = 0.2, go-forwrad = 1 }\n"),
        HasSubstr("walk.toml:2: unknown parameter 'go-forwrad'; did you mean 'go-forward'?"));
    EXPECT_THAT(fault("[set]\nlift = 0.04\n\nstep = 20\n"),
                HasSubstr("walk.toml:4: invalid value for step: '20'"));
    const auto folder = gaitOf(m_folder.path().string(), m_model);
    ASSERT_FALSE(folder);
    EXPECT_THAT(folder.error().toString(), HasSubstr("folder"));
}

TEST_F(GaitTest, AMissingFileIsAnError) {
    const std::string file = (m_folder / "nowhere.toml").string();
    const auto gait = gaitOf(file, m_model);
    ASSERT_FALSE(gait);
    EXPECT_EQ(gait.error().code, base::ErrorCode::NotFound);
    EXPECT_THAT(gait.error().toString(), HasSubstr(file));
    EXPECT_FALSE(m_registry.complete("walk", {{"gait", file}}, m_model));
    SkillLibrary skills;
    EXPECT_FALSE(m_registry.make("drive", {{"gait", file}}, {m_model, skills}));
}

// Types for which none is shipped walk with the default numbers.
TEST_F(GaitTest, WithoutAFileItIsTheShippedOneIfThereIsOne) {
    for (const robot::NaoType type : robot::kNaoTypes) {
        const auto gait = gaitOf("", robot::naoModel(type));
        ASSERT_TRUE(gait) << gait.error().toString();
        EXPECT_TRUE(m_registry.check("walk", *gait)) << "a shipped gait fits";
    }
    const auto none = gaitOf("", robot::soccerbot056Model());
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
}

TEST_F(GaitTest, WhatAUserSetsCountsMoreThanTheGait) {
    const std::string file = write("behavior = \"walk\"\nset = { step = 0.2, lift = 0.04 }\n");
    const ParameterTexts set = {{"gait", file}, {"lift", "0.06"}, {"go-forward", "0.3"}};
    const auto complete = m_registry.complete("walk", set, m_model);
    ASSERT_TRUE(complete) << complete.error().toString();
    EXPECT_EQ(std::ranges::count(*complete, "lift", &ParameterTexts::value_type::first), 1);
    EXPECT_EQ(setTo(*complete, "lift"), 0.06);
    EXPECT_EQ(setTo(*complete, "step"), 0.2);
    EXPECT_EQ(setTo(*complete, "go-forward"), 0.3);
    EXPECT_EQ(setTo(*complete, "sway"), motion::WalkParameters().swayM) << "neither sets it";
    // A behavior that nothing suits is what the user has set.
    const auto plain = m_registry.complete("stand-and-look", {{"talks", "false"}}, m_model);
    ASSERT_TRUE(plain);
    EXPECT_THAT(*plain, UnorderedElementsAre(Pair("talks", "false")));
}

// The shipped sprint belongs to the shipped walk.
TEST_F(GaitTest, ASprintIsTheShippedOneOrTheNamedOneOrNone) {
    const auto sprintOf = [&](const ParameterTexts& texts) {
        const auto parameters = m_registry.check("walk", texts);
        EXPECT_TRUE(parameters) << parameters.error().toString();
        return walkSettingsOf(*parameters, {m_model, m_skills});
    };
    const auto defaults = sprintOf({});
    ASSERT_TRUE(defaults) << defaults.error().toString();
    ASSERT_TRUE(defaults->fast[0]);
    EXPECT_GT(defaults->fast[0]->forwardMps, 0.8);
    const auto none = sprintOf({{"sprint", "none"}});
    ASSERT_TRUE(none) << none.error().toString();
    EXPECT_FALSE(none->fast[0]);
    const std::string file = write("behavior = \"walk\"\nset = { step = 0.12 }\n");
    EXPECT_FALSE(sprintOf({{"gait", file}})->fast[0]);
    const auto named = sprintOf({{"sprint", file}});
    ASSERT_TRUE(named->fast[0]);
    EXPECT_EQ(named->fast[0]->stepS, 0.12);
    const auto missing = sprintOf({{"sprint", "no such.toml"}});
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().toString(), HasSubstr("no such.toml"));
    const auto wrong = sprintOf({{"sprint", write("set = { step = 77 }\n")}});
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().toString(), HasSubstr("walk.toml"));
}

// The shipped networks belong to the shipped walk.
TEST_F(GaitTest, ARunIsTheShippedOneOrTheNamedOneOrNone) {
    const auto runsOf = [&](const ParameterTexts& texts, robot::NaoType type) {
        const auto parameters = m_registry.check("walk", texts);
        EXPECT_TRUE(parameters) << parameters.error().toString();
        return walkSettingsOf(*parameters, {robot::naoModel(type), m_skills});
    };
    for (const robot::NaoType type : robot::kNaoTypes) {
        const auto defaults = runsOf({}, type);
        ASSERT_TRUE(defaults) << defaults.error().toString();
        EXPECT_TRUE(defaults->runs) << robot::naoModel(type).name();
    }
    const auto type = robot::NaoType::Standard;
    EXPECT_FALSE(runsOf({{"run", "none"}}, type)->runs);
    EXPECT_FALSE(
        runsOf({{"gait", write("behavior = \"walk\"\nset = { step = 0.12 }\n")}}, type)->runs);
    const auto missing = runsOf({{"run", "no such.onnx"}}, type);
    ASSERT_FALSE(missing);
    EXPECT_THAT(missing.error().toString(), HasSubstr("no such.onnx"));
    const auto wrong = runsOf({{"run", write("set = { step = 77 }\n")}}, type);
    ASSERT_FALSE(wrong);
    EXPECT_THAT(wrong.error().toString(), HasSubstr("walk.toml"));
    // Formation players do not run by default.
    const auto formation = m_registry.check("formation", {});
    ASSERT_TRUE(formation);
    EXPECT_EQ(formation->text("run"), "none");
}

// A runner continues when a number is changed; a file with new content counts at once.
TEST_F(GaitTest, ARunIsTheSameForAsLongAsItsFileIs) {
    const fs::path shipped =
        shippedFile("Walk", kRun, robot::naoModel(robot::NaoType::Standard), ".onnx");
    const auto policy = readPolicyFile(shipped);
    ASSERT_TRUE(policy) << policy.error().toString();
    const fs::path file = m_folder / "run.onnx";
    ASSERT_TRUE(fs::copy_file(shipped, file));
    const auto runsOf = [&](const ParameterTexts& more, const robot::RobotModel& model) {
        ParameterTexts texts = {{"run", file.string()}};
        texts.insert(texts.end(), more.begin(), more.end());
        const auto parameters = m_registry.check("walk", texts);
        EXPECT_TRUE(parameters) << parameters.error().toString();
        const auto settings = walkSettingsOf(*parameters, {model, m_skills});
        EXPECT_TRUE(settings) << settings.error().toString();
        return settings ? settings->runs : nullptr;
    };
    const auto first = runsOf({}, m_model);
    ASSERT_TRUE(first);
    EXPECT_EQ(runsOf({{"lift", "0.05"}}, m_model), first);
    fs::last_write_time(file, fs::last_write_time(file) + std::chrono::hours(1));
    EXPECT_EQ(runsOf({}, m_model), first) << "touched, not changed";
    EXPECT_NE(runsOf({}, robot::naoModel(robot::NaoType::FastAnklePitch)), first);
    EXPECT_EQ(runsOf({}, m_model), first);
    decision::Policy commented = *policy;
    commented.meaning.note = "the same network in other bytes";
    std::ofstream(file) << policyOnnx(commented);
    const auto edited = runsOf({}, m_model);
    EXPECT_NE(edited, first);
    EXPECT_EQ(runsOf({}, m_model), edited);
    std::ofstream(file) << "no network";
    const auto parameters = m_registry.check("walk", {{"run", file.string()}});
    const auto broken = walkSettingsOf(*parameters, {m_model, m_skills});
    ASSERT_FALSE(broken);
    EXPECT_THAT(broken.error().toString(), HasSubstr("run.onnx"));
    // In another library it is another object, for another thread.
    SkillLibrary others;
    const auto defaults = m_registry.check("walk", {});
    EXPECT_NE(walkSettingsOf(*defaults, {m_model, others})->runs,
              walkSettingsOf(*defaults, {m_model, m_skills})->runs);
}

// What is set is a fast gait's then; the walk is the shipped one.
TEST_F(GaitTest, NumbersMayBeThoseOfAFastGait) {
    const auto settingsOf = [&](const ParameterTexts& texts) {
        const auto complete = m_registry.complete("walk", texts, m_model);
        EXPECT_TRUE(complete) << complete.error().toString();
        const auto parameters = m_registry.check("walk", *complete);
        EXPECT_TRUE(parameters) << parameters.error().toString();
        return walkSettingsOf(*parameters, {m_model, m_skills});
    };
    const auto defaults = settingsOf({});
    for (const motion::FastGait gait : motion::kFastGaits) {
        const auto i = static_cast<std::size_t>(gait);
        const std::string name(motion::nameOf(gait));
        ASSERT_TRUE(defaults->fast[i]) << name << " is shipped";
        const auto set = settingsOf({{"numbers-of", name}, {"lift", "0.05"}});
        ASSERT_TRUE(set) << set.error().toString();
        EXPECT_EQ(set->parameters, defaults->parameters) << name;
        motion::WalkParameters expected = *defaults->fast[i];
        expected.liftM = 0.05;
        EXPECT_EQ(*set->fast[i], expected) << name;
    }
    const auto parameters = m_registry.check("walk", {{"numbers-of", "gallop"}});
    const auto unknown = walkSettingsOf(*parameters, {m_model, m_skills});
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("sidestep"));
}

TEST_F(GaitTest, NumbersOutOfRangeAreRefused) {
    const std::string file = write("behavior = \"walk\"\nset = { step = 7 }\n");
    SkillLibrary skills;
    for (const char* behavior : {"walk", "drive"}) {
        const auto made = m_registry.make(behavior, {{"gait", file}}, {m_model, skills});
        ASSERT_FALSE(made) << behavior;
        EXPECT_THAT(made.error().toString(), HasSubstr("step")) << behavior;
    }
}

template <typename Numbers>
void expectEveryNumberArrives(std::span<const base::NumberInfo<Numbers>> infos) {
    ParameterTexts texts;
    Numbers expected;
    for (const base::NumberInfo<Numbers>& info : infos) {
        expected.*info.value = 0.25 * info.min + 0.75 * info.max;
        texts.emplace_back(info.name, std::to_string(expected.*info.value));
    }
    const auto parameters = numberParameters(infos);
    const auto read = Parameters::read(parameters, texts);
    ASSERT_TRUE(read) << read.error().toString();
    const Numbers got = numbersOf(*read, infos);
    for (const base::NumberInfo<Numbers>& info : infos) {
        EXPECT_NEAR(got.*info.value, expected.*info.value, 1e-6) << info.name;
    }
    EXPECT_EQ(numbersOf(*Parameters::read(parameters, {}), infos), Numbers());
}

TEST(NumbersOfTest, EveryNumberReachesTheWalkAndTheKick) {
    expectEveryNumberArrives(motion::walkParameterInfos());
    expectEveryNumberArrives(motion::kickParameterInfos());
}

class KickFileTest : public GaitTest {
protected:
    static base::Expected<motion::KickParameters> readKick(const std::string& file) {
        return readNumbers(file, {"kick"}, motion::kickParameterInfos());
    }
};

TEST_F(KickFileTest, ShippedKicksHaveNumbersAndMeasures) {
    for (const robot::NaoType type : robot::kNaoTypes) {
        SkillLibrary skills;
        const auto kicks = shippedKicks({robot::naoModel(type), skills});
        ASSERT_TRUE(kicks) << kicks.error().toString();
        ASSERT_FALSE(kicks->empty());
        for (const behavior::KnownKick& kick : *kicks) {
            EXPECT_GT(kick.figures.distanceM, 2.0);
            EXPECT_GT(kick.figures.standsRatio, 0.8);
            EXPECT_GT(kick.figures.contactS, 0.05);
            EXPECT_GT(kick.figures.spreadRad, 0.0);
        }
    }
    SkillLibrary skills;
    const auto none = shippedKicks({robot::soccerbot056Model(), skills});
    ASSERT_TRUE(none);
    EXPECT_TRUE(none->empty());
}

TEST_F(KickFileTest, AFileReplacesTheShippedKick) {
    const std::string file = write("behavior = \"kick\"\nset = { swing = 0.077 }\n");
    const auto numbers = readKick(file);
    ASSERT_TRUE(numbers) << numbers.error().toString();
    EXPECT_EQ(numbers->swingS, 0.077);
    EXPECT_EQ(numbers->backS, motion::KickParameters().backS)
        << "what it does not set has its default";
    const auto completed = m_registry.complete("kick", {{"kick", file}, {"back", "0.2"}}, m_model);
    ASSERT_TRUE(completed);
    const auto set = m_registry.check("kick", *completed);
    ASSERT_TRUE(set);
    EXPECT_EQ(set->number("swing"), 0.077);
    EXPECT_EQ(set->number("back"), 0.2) << "what the user sets counts most";
}

TEST_F(KickFileTest, WhatWasMeasuredIsReadAndDamageIsNamed) {
    SkillLibrary skills;
    const auto make = [&](const std::string& measured) {
        const std::string file =
            write("behavior = \"kick\"\nset = { swing = 0.077 }\n[measured]\n" + measured);
        return m_registry.make("kick", {{"kick", file}}, {m_model, skills});
    };
    const auto good = make("distance = 5\nswings = \"1 5.2, 1.5 3.1\"\nregion-forward = 0.1\n"
                           "region-cell = 0.02\nregion = \"\"\"\n.1\n*9\n\"\"\"\n");
    EXPECT_TRUE(good) << good.error().toString();
    for (const auto& [measured, what] :
         {std::pair("swings = \"1 5.2, 1.5\"\n", "swings"),
          std::pair("swings = \"1 5.2, 1.5 6\"\n", "swings"),
          std::pair("swings = \"one\"\n", "swings"), std::pair("region = \"12 1\"\n", "lines"),
          std::pair("region = \"1x\"\n", "character"), std::pair("distanze = 5\n", "distanze")}) {
        const auto bad = make(measured);
        ASSERT_FALSE(bad) << measured;
        EXPECT_THAT(bad.error().toString(), HasSubstr(what));
        EXPECT_THAT(bad.error().toString(), HasSubstr("walk.toml")) << "names the file";
    }
}

TEST_F(KickFileTest, AKickThatIsPlayedNeedsItsMotions) {
    SkillLibrary skills;
    EXPECT_TRUE(m_registry.make("kick", {{"kick", "far"}}, {m_model, skills}));
    const auto absent = m_registry.make("kick", {{"motion", "kick-nowhere"}}, {m_model, skills});
    ASSERT_FALSE(absent);
    EXPECT_THAT(absent.error().toString(), HasSubstr("kick-nowhere-left"));
}

TEST_F(KickFileTest, AWalkIsNoKickAndErrorsNameTheFile) {
    const std::string walk = write("behavior = \"walk\"\nset = { step = 0.2 }\n");
    const auto wrongBehavior = readKick(walk);
    ASSERT_FALSE(wrongBehavior);
    EXPECT_THAT(wrongBehavior.error().toString(), HasSubstr("walk.toml"));
    const auto outOfRange = readKick(write("behavior = \"kick\"\nset = { swing = 77 }\n"));
    ASSERT_FALSE(outOfRange);
    EXPECT_THAT(outOfRange.error().toString(), HasSubstr("swing"));
    EXPECT_EQ(outOfRange.error().file, walk);
    const auto absent = readKick("no such kick.toml");
    ASSERT_FALSE(absent);
    EXPECT_THAT(absent.error().toString(), HasSubstr("no such kick.toml"));
    SkillLibrary skills;
    EXPECT_FALSE(m_registry.make("kick", {{"kick", "absent.toml"}}, {m_model, skills}));
    EXPECT_FALSE(m_registry.make("striker", {}, {tests::leglessRobot(), skills}));
}

} // namespace
} // namespace sideline::agents
