// Behaviors by name, what can be set about them, and motions as skills.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/output_file.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "agents/agent_blueprint.h"
#include "agents/behaviors/built_in.h"
#include "tests/agents/example_behavior.h"
#include "tests/support/test_files.h"

namespace sideline::agents {
namespace {

using testing::HasSubstr;

TEST(BehaviorRegistryTest, EveryBehaviorSaysWhatItIsAndCanBeMade) {
    SkillLibrary skills;
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Standard);
    const BehaviorRegistry registry = builtInBehaviors();
    EXPECT_NE(registry.find(kUsualBehavior), nullptr);
    for (const BehaviorInfo& info : registry.behaviors()) {
        EXPECT_FALSE(info.summary.empty()) << info.name;
        for (const ParameterInfo& parameter : info.parameters) {
            EXPECT_FALSE(parameter.description.empty()) << info.name << "." << parameter.name;
        }
        // Nobody's file is the usual one.
        const ParameterTexts texts =
            info.name == "policy"
                ? ParameterTexts{{"file", tests::dataFile("policies/gru.onnx").string()}}
                : ParameterTexts{};
        const auto made = registry.make(info.name, texts, {nao, skills});
        ASSERT_TRUE(made) << info.name << ": " << made.error().toString();
        EXPECT_EQ((*made)->clone()->name(), (*made)->name());
    }
}

TEST(BehaviorRegistryTest, WhatIsWrongIsReportedAllAtOnce) {
    const BehaviorRegistry registry = builtInBehaviors();
    const auto unknown = registry.check("stand-and-lok", {});
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, base::ErrorCode::NotFound);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("stand-and-look"));

    const auto wrong = registry.check(
        "stand-and-look", {{"search-sped", "50"}, {"search-speed", "fast"}, {"talks", "yes"}});
    ASSERT_FALSE(wrong);
    const std::string text = wrong.error().toString();
    EXPECT_THAT(text, HasSubstr("did you mean 'search-speed'?"));
    EXPECT_THAT(text,
                HasSubstr("invalid value for search-speed: 'fast'; expected 10 to 400 deg/s"));
    EXPECT_THAT(text, HasSubstr("invalid value for talks: 'yes'; expected true or false"));
    EXPECT_FALSE(registry.check("stand-and-look", {{"search-speed", "nan"}}));
    EXPECT_FALSE(registry.check("stand-and-look", {{"search-speed", "401"}}));
    EXPECT_FALSE(registry.check("hold-pose", {{"any", "1"}}));

    const auto good = registry.check("stand-and-look", {{"search-speed", "50"}});
    ASSERT_TRUE(good);
    EXPECT_EQ(good->number("search-speed"), 50.0);
    EXPECT_TRUE(good->flag("talks"));
}

TEST(BehaviorRegistryTest, ABehaviorFromOutsideTakesOneLine) {
    BehaviorRegistry registry = builtInBehaviors();
    registry.add(exampleInfo());
    SkillLibrary skills;
    AgentBlueprint blueprint;
    blueprint.behavior = "nod";
    blueprint.parameters = {{"height", "0.25"}};
    const auto made = build(blueprint, registry, skills);
    ASSERT_TRUE(made) << made.error().toString();
    EXPECT_EQ((*made)->name(), "nod");
}

TEST(SettingTest, SplitsAtTheFirstEqualsSign) {
    EXPECT_EQ(splitSetting("motion=a=b"), (std::pair<std::string, std::string>("motion", "a=b")));
    EXPECT_EQ(splitSetting("motion="), (std::pair<std::string, std::string>("motion", "")));
    EXPECT_FALSE(splitSetting("motion"));
    EXPECT_FALSE(splitSetting("=1"));
}

TEST(AgentBlueprintTest, SettingsThatNoAgentCanLiveWithAreRefused) {
    AgentBlueprint blueprint;
    blueprint.settings.unum = 12;
    SkillLibrary skills;
    const auto made = build(blueprint, builtInBehaviors(), skills);
    ASSERT_FALSE(made);
    EXPECT_THAT(made.error().toString(), HasSubstr("12"));
}

TEST(SkillLibraryTest, ShippedMotionsAreFoundForEveryType) {
    SkillLibrary skills;
    for (const robot::NaoType type : robot::kNaoTypes) {
        const robot::RobotModel& model = robot::naoModel(type);
        const auto kick = skills.find("kick-right", model);
        ASSERT_TRUE(kick) << kick.error().toString();
        EXPECT_EQ((*kick)->jointCount(), model.joints().size());
        EXPECT_EQ(*skills.find("kick-right", model), *kick) << "read once";
    }
}

TEST(SkillLibraryTest, WhatIsNotThereOrDoesNotFitIsReported) {
    SkillLibrary skills;
    const auto missing = skills.find("kick-rihgt", robot::naoModel(robot::NaoType::Standard));
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, base::ErrorCode::NotFound);
    const auto misfit = skills.find("kick-right", robot::soccerbot056Model());
    ASSERT_FALSE(misfit);
    EXPECT_EQ(misfit.error().code, base::ErrorCode::InvalidArgument);
    EXPECT_THAT(misfit.error().toString(), HasSubstr("cannot be played by soccerbot056"));
    EXPECT_FALSE(SkillLibrary({"/no/such/folder"})
                     .find("kick-right", robot::naoModel(robot::NaoType::Standard)));
}

} // namespace
} // namespace sideline::agents
