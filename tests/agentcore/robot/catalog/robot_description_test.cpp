#include "agentcore/robot/catalog/robot_description.h"

#include <cmath>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "agentcore/base/rng.h"
#include "agentcore/robot/catalog/robot_catalog.h"
#include "agentcore/robot/kinematics.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/support/test_files.h"

namespace sideline::robot {
namespace {

using base::ErrorCode;
using nlohmann::json;
using ::testing::HasSubstr;

RobotModel renamed(const RobotModel& model, std::string name) {
    return {std::move(name),
            {model.bodies().begin(), model.bodies().end()},
            {model.joints().begin(), model.joints().end()},
            model.percepts(),
            model.traits()};
}

RobotModelPtr scout() {
    RobotCatalog robots;
    robots.setFolder(tests::dataFile(""));
    return robots.find("rsg/agent/scout.rsg", 0).value();
}

std::vector<RobotModelPtr> robots() {
    std::vector<RobotModelPtr> all = {soccerbot056Model(Soccerbot056Stops::Described).shared(),
                                      scout()};
    for (const RobotCatalog::Entry& entry : RobotCatalog().entries()) {
        all.push_back(entry.model);
    }
    return all;
}

// Compares all parts of two models rather than their text.
void expectSame(const RobotModel& a, const RobotModel& b) {
    EXPECT_EQ(a.traits(), b.traits());
    EXPECT_EQ(a.percepts(), b.percepts());
    ASSERT_EQ(a.bodies().size(), b.bodies().size());
    for (std::size_t i = 0; i < a.bodies().size(); ++i) {
        const Body& x = a.bodies()[i];
        const Body& y = b.bodies()[i];
        EXPECT_EQ(x.name, y.name);
        EXPECT_EQ(x.role, y.role) << x.name;
        EXPECT_EQ(x.parent, y.parent) << x.name;
        EXPECT_EQ(x.joint, y.joint) << x.name;
        EXPECT_EQ(x.p_ParentBody, y.p_ParentBody) << x.name;
        EXPECT_EQ(x.R_ParentBody, y.R_ParentBody) << x.name;
        EXPECT_EQ(x.massKg, y.massKg) << x.name;
        EXPECT_EQ(x.shape.index(), y.shape.index()) << x.name;
        EXPECT_EQ(x.collides, y.collides) << x.name;
        EXPECT_EQ(x.surface, y.surface) << x.name;
    }
    ASSERT_EQ(a.joints().size(), b.joints().size());
    for (std::size_t i = 0; i < a.joints().size(); ++i) {
        const Joint& x = a.joints()[i];
        const Joint& y = b.joints()[i];
        EXPECT_EQ(x.perceptor, y.perceptor);
        EXPECT_EQ(x.effector, y.effector);
        EXPECT_EQ(x.parent, y.parent) << x.perceptor;
        EXPECT_EQ(x.child, y.child) << x.perceptor;
        EXPECT_EQ(x.anchor_Child, y.anchor_Child) << x.perceptor;
        EXPECT_EQ(x.axis, y.axis) << x.perceptor;
        EXPECT_EQ(x.minRad, y.minRad) << x.perceptor;
        EXPECT_EQ(x.maxRad, y.maxRad) << x.perceptor;
        EXPECT_EQ(x.maxSpeedRadPerS, y.maxSpeedRadPerS) << x.perceptor;
        EXPECT_EQ(x.kind, y.kind) << x.perceptor;
        EXPECT_EQ(x.dynamics, y.dynamics) << x.perceptor;
    }
}

TEST(RobotDescriptionTest, EveryRobotComesBackExactly) {
    for (const RobotModelPtr& model : robots()) {
        const RobotModel other = renamed(*model, "my own");
        const auto read = readDescription(describe(other));
        ASSERT_TRUE(read) << model->name() << ": " << read.error().toString();
        EXPECT_EQ((*read)->name(), "my own");
        expectSame(**read, *model);
        EXPECT_EQ(describe(**read), describe(other)) << model->name();
    }
}

TEST(RobotDescriptionTest, AKnownRobotIsTheOneThatTheProgramHas) {
    for (const RobotCatalog::Entry& entry : RobotCatalog().entries()) {
        EXPECT_EQ(*readDescription(describe(*entry.model)), entry.model) << entry.model->name();
    }
    const RobotModel& stopped = soccerbot056Model(Soccerbot056Stops::Described);
    EXPECT_EQ(readDescription(describe(stopped))->get(), &stopped);
    // A robot with the same name but other values is a different robot.
    json heavy = json::parse(describe(naoModel(NaoType::Standard)));
    heavy["bodies"][0]["massKg"] = 2.5;
    const auto read = readDescription(heavy.dump());
    ASSERT_TRUE(read);
    EXPECT_NE(read->get(), &naoModel(NaoType::Standard));
    EXPECT_EQ((*read)->bodies()[0].massKg, 2.5);
}

struct WrongRow {
    const char* name;
    void (*change)(json&);
    ErrorCode code;
    const char* text;
};

class RobotDescriptionFaultTest : public ::testing::TestWithParam<WrongRow> {};

TEST_P(RobotDescriptionFaultTest, IsSaid) {
    json description = json::parse(describe(soccerbot056Model()));
    GetParam().change(description);
    const auto read = readDescription(description.dump());
    ASSERT_FALSE(read);
    EXPECT_EQ(read.error().code, GetParam().code) << read.error().toString();
    EXPECT_THAT(read.error().toString(), HasSubstr(GetParam().text));
}

INSTANTIATE_TEST_SUITE_P(
    Faults, RobotDescriptionFaultTest,
    ::testing::Values(
        WrongRow{"version", [](json& d) { d["version"] = 2; }, ErrorCode::UnsupportedFormat,
                 "version 2; expected version 1"},
        WrongRow{"noName", [](json& d) { d.erase("name"); }, ErrorCode::Malformed, "name"},
        WrongRow{"nameIsANumber", [](json& d) { d["name"] = 7; }, ErrorCode::Malformed, "string"},
        WrongRow{"noBodies", [](json& d) { d["bodies"] = json::array(); }, ErrorCode::Malformed,
                 "has no bodies"},
        WrongRow{"bodiesAreNoList", [](json& d) { d["bodies"] = 1; }, ErrorCode::Malformed,
                 "`bodies` is not a list"},
        WrongRow{"manyBodies",
                 [](json& d) {
                     while (d["bodies"].size() < 33) {
                         d["bodies"].push_back(d["bodies"][1]);
                     }
                 },
                 ErrorCode::LimitExceeded, "33 bodies; expected at most 32"},
        WrongRow{"parentBehind", [](json& d) { d["bodies"][1]["parent"] = 5; },
                 ErrorCode::Malformed, "has no earlier parent"},
        WrongRow{"parentOutOfRange", [](json& d) { d["bodies"][1]["parent"] = 500; },
                 ErrorCode::Malformed, "there is no body or joint 500"},
        WrongRow{"twoTorsos", [](json& d) { d["bodies"][1]["parent"] = nullptr; },
                 ErrorCode::Malformed, "has no earlier parent"},
        WrongRow{"jointOfAnother", [](json& d) { d["bodies"][3]["joint"] = 0; },
                 ErrorCode::Malformed, "is attached to a joint between other bodies"},
        WrongRow{"halfUniversal",
                 [](json& d) {
                     for (auto& joint : d["joints"]) {
                         if (joint["kind"] == "universalSecond") {
                             joint["kind"] = "hinge";
                             return;
                         }
                     }
                 },
                 ErrorCode::Malformed, "half of a universal joint"},
        WrongRow{"unknownKind", [](json& d) { d["joints"][0]["kind"] = "slider"; },
                 ErrorCode::Malformed, "unknown word \"slider\"; expected one of hinge"},
        WrongRow{"crookedAxis",
                 [](json& d) {
                     d["joints"][0]["axisInChild"] = {1, 1, 0};
                 },
                 ErrorCode::Malformed, "cannot turn"},
        WrongRow{"shortVector",
                 [](json& d) {
                     d["joints"][0]["axisInChild"] = {1, 0};
                 },
                 ErrorCode::Malformed, "3 numbers"},
        WrongRow{"limitsTheWrongWayRound",
                 [](json& d) {
                     d["joints"][0]["minRad"] = 1;
                     d["joints"][0]["maxRad"] = -1;
                 },
                 ErrorCode::Malformed, "cannot turn"},
        WrongRow{"hugeMass", [](json& d) { d["bodies"][0]["massKg"] = 1e300; },
                 ErrorCode::Malformed, "out of range"},
        WrongRow{"negativeMass", [](json& d) { d["bodies"][0]["massKg"] = -1; },
                 ErrorCode::Malformed, "0 or more"},
        WrongRow{"flatBox",
                 [](json& d) {
                     d["bodies"][0]["shape"] = {{"boxM", {0, 1, 1}}};
                 },
                 ErrorCode::Malformed, "without a size"},
        WrongRow{"sensorOnNothing",
                 [](json& d) {
                     for (auto& perceptor : d["perceptors"]) {
                         perceptor["body"] = nullptr;
                     }
                 },
                 ErrorCode::Malformed, "is in the wrong place"}),
    [](const auto& row) { return std::string(row.param.name); });

TEST(RobotDescriptionTest, WhatIsNoJsonIsSaid) {
    for (const char* text : {"", "{", "[]", "7", "\xff\xfe"}) {
        const auto read = readDescription(text);
        ASSERT_FALSE(read) << text;
        EXPECT_EQ(read.error().code, ErrorCode::Malformed);
        EXPECT_THAT(read.error().toString(), HasSubstr("robot description"));
    }
}

TEST(RobotDescriptionTest, BracketsWithoutEndAreNoVector) {
    constexpr std::size_t kDeep = 500'000;
    json description = json::parse(describe(soccerbot056Model()));
    description["joints"][0]["axisInChild"] = "here";
    std::string text = description.dump();
    text.replace(text.find("\"here\""), 6, std::string(kDeep, '[') + std::string(kDeep, ']'));
    const auto read = readDescription(text);
    ASSERT_FALSE(read);
    EXPECT_THAT(read.error().toString(), HasSubstr("is not a vector"));
}

// Random changes and removals give a usable robot or an error, never a crash.
TEST(RobotDescriptionTest, RandomDamageNeverCrashes) {
    const std::string good = describe(*scout());
    base::Rng rng(3);
    int readable = 0;
    for (int i = 0; i < 3000; ++i) {
        std::string text = good;
        for (std::uint64_t n = 1 + rng.below(3); n > 0; --n) {
            const std::size_t at = static_cast<std::size_t>(rng.below(text.size()));
            if (rng.below(4) == 0) {
                text.erase(at, static_cast<std::size_t>(1 + rng.below(20)));
            } else {
                text[at] = "0123456789-.e,:[]{}\"nul"[rng.below(23)];
            }
        }
        if (const auto read = readDescription(text)) {
            ++readable;
            const RobotModel& model = **read;
            std::vector<math::Pose> poses(model.bodies().size());
            forwardKinematics(model, math::Pose{}, std::vector<double>(model.joints().size(), 0.1),
                              poses);
            EXPECT_TRUE(std::isfinite(model.massKg()));
        }
    }
    EXPECT_GT(readable, 30) << "else only the grammar is tried";
    EXPECT_LT(readable, 2900);
}

} // namespace
} // namespace sideline::robot
