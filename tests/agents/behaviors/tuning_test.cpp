// The tuning numbers of behaviors as parameters: declared once, in range, and read.
#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/behavior/formation_player.h"
#include "agentcore/behavior/hold_place.h"
#include "agentcore/behavior/keeper.h"
#include "agentcore/behavior/shield.h"
#include "agentcore/behavior/stand_and_look.h"
#include "agentcore/behavior/striker.h"
#include "agents/behaviors/built_in.h"
#include "agents/behaviors/get_up.h"
#include "agents/behaviors/numbers.h"
#include "agents/behaviors/striker.h"
#include "tests/agentcore/behavior/ball_fixture.h"
#include "tests/support/test_files.h"

namespace sideline::agents {
namespace {

using testing::HasSubstr;

bool isNumber(const ParameterInfo& info) {
    return std::holds_alternative<double>(info.defaultValue);
}

TEST(TuningTest, EveryNumberHasARangeThatIsChecked) {
    const BehaviorRegistry registry = builtInBehaviors();
    for (const BehaviorInfo& info : registry.behaviors()) {
        std::set<std::string> names;
        for (const ParameterInfo& each : info.parameters) {
            const std::string what = info.name + "." + each.name;
            EXPECT_TRUE(names.insert(each.name).second) << what << " is declared twice";
            EXPECT_FALSE(each.description.empty()) << what;
            if (!isNumber(each)) {
                continue;
            }
            const double defaultValue = std::get<double>(each.defaultValue);
            ASSERT_TRUE(std::isfinite(each.least) && std::isfinite(each.most)) << what;
            ASSERT_LT(each.least, each.most) << what;
            EXPECT_LE(each.least, defaultValue) << what;
            EXPECT_GE(each.most, defaultValue) << what;
            for (const double value : {each.least, defaultValue, each.most}) {
                const auto good = registry.check(info.name, {{each.name, valueText(value)}});
                ASSERT_TRUE(good) << what << ": " << good.error().toString();
                EXPECT_EQ(good->number(each.name), value) << what;
            }
            for (const double value : {each.least - 1.0, each.most + 1.0}) {
                const auto bad = registry.check(info.name, {{each.name, valueText(value)}});
                ASSERT_FALSE(bad) << what;
                EXPECT_THAT(
                    bad.error().toString(),
                    HasSubstr(fmt::format("invalid value for {}: '{}'; expected {}", each.name,
                                          valueText(value), expectedText(each))));
            }
        }
    }
}

// A table has a row for each number of its struct.
template <typename Values>
void expectComplete(std::size_t others = 0) {
    Values values;
    const auto rows = Values::numbers();
    for (std::size_t i = 0; i < rows.size(); ++i) {
        for (std::size_t k = 0; k < i; ++k) {
            EXPECT_NE(rows[i].value, rows[k].value) << rows[i].name;
            EXPECT_NE(rows[i].name, rows[k].name);
        }
        values.*rows[i].value = 0.0;
    }
    EXPECT_EQ(rows.size() * sizeof(double) + others, sizeof(Values)) << rows.front().name;
}

TEST(TuningTest, TablesAreComplete) {
    expectComplete<behavior::SlowdownSettings>();
    expectComplete<behavior::BallSearchSettings>();
    expectComplete<behavior::GetUpSettings>();
    expectComplete<behavior::RunnerSettings>();
    expectComplete<behavior::KickApproach>();
    expectComplete<behavior::StrikerNumbers>();
    expectComplete<behavior::AtBallSettings>();
    expectComplete<behavior::LookSettings>(sizeof(double)); // with the aim
    expectComplete<planning::SpeedTable>();
    expectComplete<planning::PathSettings>();
    expectComplete<planning::WayRules>(sizeof(double)); // with the distance from the ball
    expectComplete<planning::CoordinatorSettings>();
    expectComplete<planning::KickChoiceSettings>();
    expectComplete<motion::WalkToSettings>();
    expectComplete<motion::GaitMixSettings>();
    expectComplete<motion::WalkEngineSettings>(sizeof(motion::GaitMixSettings));
}

// Sets each number of all groups to its maximum, and reads it.
template <typename Settings>
void expectRead() {
    const std::vector<ParameterInfo> infos = groupParameters<Settings>();
    const auto defaults = Parameters::read(infos, {});
    ParameterTexts texts;
    for (const ParameterInfo& info : infos) {
        texts.emplace_back(info.name, valueText(info.most));
    }
    const auto maxima = Parameters::read(infos, texts);
    ASSERT_TRUE(defaults && maxima);
    Settings constructed;
    Settings same;
    Settings most;
    readGroups(*defaults, same);
    readGroups(*maxima, most);
    std::vector<double> expected;
    std::vector<double> found;
    constructed.eachGroup([&]<typename Group>(std::string_view /*prefix*/, const Group& group) {
        for (const auto& row : Group::numbers()) {
            expected.push_back(group.*row.value);
        }
    });
    same.eachGroup([&]<typename Group>(std::string_view /*prefix*/, const Group& group) {
        for (const auto& row : Group::numbers()) {
            found.push_back(group.*row.value);
        }
    });
    EXPECT_EQ(found, expected);
    most.eachGroup([&]<typename Group>(std::string_view prefix, const Group& group) {
        for (const auto& row : Group::numbers()) {
            EXPECT_EQ(group.*row.value, row.max) << prefix << "-" << row.name;
        }
    });
}

TEST(TuningTest, GroupsAreReadAsTheyAreDeclared) {
    expectRead<behavior::OnFeetSettings>();
    expectRead<behavior::StrikerSettings>();
}

// A robot with a behavior and a ball.
class TunedRobot final : public behavior::BallFixture {
public:
    TunedRobot(const std::string& name, const ParameterTexts& texts) {
        SkillLibrary skills;
        auto made = builtInBehaviors().make(name, texts, {m_model, skills});
        EXPECT_TRUE(made) << name << ": " << made.error().toString();
        m_behavior = std::move(*made);
        m_frame.identity.robot.unum = game::UniformNumber(2);
        place({0.0, 0.0}, 0.3);
        putBall({1.5, 0.8});
        m_frame.situation.hasHome = true;
        m_frame.situation.home_F = {2.0, -1.0};
        m_behavior->enter(context());
    }
    // Joint targets of the next cycles.
    std::vector<double> move(int cycles) {
        std::vector<double> targets;
        for (int i = 0; i < cycles; ++i) {
            cycle(*m_behavior);
            targets.insert(targets.end(), m_request.targetRad.begin(), m_request.targetRad.end());
        }
        return targets;
    }
    std::uint64_t allocations() { return allocationsIn(*m_behavior); }

private:
    void TestBody() override {}
    std::unique_ptr<behavior::Behavior> m_behavior;
};

std::vector<double> movement(const std::string& name, const ParameterTexts& texts) {
    return TunedRobot(name, texts).move(150);
}

const std::vector<std::string> kTuned = {"stand-and-look", "dribble", "shield", "circle",
                                         "hold-place",     "striker", "keeper", "walk",
                                         "drive",          "kick"};

TEST(TunedBehaviorTest, DefaultsThatAreWrittenOutChangeNothing) {
    const BehaviorRegistry registry = builtInBehaviors();
    for (const std::string& name : kTuned) {
        const BehaviorInfo& behavior = *registry.find(name);
        ParameterTexts texts;
        for (const ParameterInfo& info : behavior.parameters) {
            // The shipped file of a gait or kick sets these.
            const bool isOfFile =
                behavior.file &&
                std::ranges::find(behavior.file->names, info.name) != behavior.file->names.end();
            if (isNumber(info) && !isOfFile) {
                texts.emplace_back(info.name, valueText(info.defaultValue));
            }
        }
        EXPECT_GT(texts.size(), 5U) << name;
        EXPECT_EQ(movement(name, texts), movement(name, {})) << name;
    }
}

TEST(TunedBehaviorTest, ParametersAreReadOnce) {
    for (const std::string& name : kTuned) {
        TunedRobot robot(name, {});
        robot.move(100);
        EXPECT_EQ(robot.allocations(), 0U) << name;
    }
}

TEST(TunedBehaviorTest, NumbersChangeWhatARobotDoes) {
    const std::vector<std::pair<std::string, ParameterTexts>> cases = {
        {"stand-and-look", {{"stance-time", "3"}}},
        {"stand-and-look", {{"look-smoothing", "0.5"}}},
        {"striker", {{"approach-turn", "1"}}},
        {"striker", {{"look-max-speed", "0.5"}}},
        {"dribble", {{"brake", "0.1"}}},
        {"shield", {{"go-to-turn", "0.5"}}},
        {"keeper", {{"ahead", "3"}}},
        {"hold-place", {{"go-to-max-speed", "0.1"}}},
        {"walk", {{"engine-entry", "1"}}},
        {"walk", {{"engine-arm-entry", "1"}, {"go-forward", "0.2"}}},
    };
    for (const auto& [name, texts] : cases) {
        EXPECT_NE(movement(name, texts), movement(name, {}))
            << name << " " << texts.front().first << "=" << texts.front().second;
    }
}

} // namespace
} // namespace sideline::agents
