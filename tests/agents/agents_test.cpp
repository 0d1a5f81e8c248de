// Behaviors by name, what can be set about them, and motions as skills.
#include <cstdlib>
#include <filesystem>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/base/output_file.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "agents/agent_blueprint.h"
#include "agents/behaviors/built_in.h"
#include "agents/policy/policy_file.h"
#include "motions/library/library.h"
#include "tests/agentcore/behavior/action_fixture.h"
#include "tests/agents/example_behavior.h"
#include "tests/support/test_files.h"

namespace sideline::agents {
namespace {

using testing::HasSubstr;

std::string threeLines() {
    const std::filesystem::path source = std::getenv("SIDELINE_SOURCE_DIR");
    return (source / "examples/formations/three-lines.formation").string();
}

TEST(BehaviorRegistryTest, EveryBehaviorSaysWhatItIsAndCanBeMade) {
    SkillLibrary skills;
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Standard);
    const BehaviorRegistry registry = builtInBehaviors();
    EXPECT_NE(registry.find(kDefaultBehavior), nullptr);
    for (const BehaviorInfo& info : registry.behaviors()) {
        EXPECT_FALSE(info.summary.empty()) << info.name;
        for (const ParameterInfo& parameter : info.parameters) {
            EXPECT_FALSE(parameter.description.empty()) << info.name << "." << parameter.name;
        }
        // The parameter `file` has no default.
        const std::map<std::string, ParameterTexts> files = {
            {"policy", {{"file", tests::dataFile("policies/gru.onnx").string()}}},
            {"formation", {{"file", threeLines()}}},
            {"tree", {{"file", tests::exampleFile("decisions/field.tree").string()}}},
            {"network", {{"file", tests::exampleFile("decisions/field.network").string()}}},
            {"machine", {{"file", tests::exampleFile("decisions/field.machine").string()}}},
            {"behavior-tree", {{"file", tests::exampleFile("decisions/field.xml").string()}}}};
        const auto texts = files.contains(info.name) ? files.at(info.name) : ParameterTexts{};
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
        "stand-and-look",
        {{"search-sped", "50"}, {"search-speed", "fast"}, {"talks", "yes"}, {"volume", "7"}});
    ASSERT_FALSE(wrong);
    const std::string text = wrong.error().toString();
    EXPECT_THAT(text, HasSubstr("did you mean 'search-speed'?"));
    EXPECT_THAT(text,
                HasSubstr("invalid value for search-speed: 'fast'; expected 10 to 400 deg/s"));
    EXPECT_THAT(text, HasSubstr("invalid value for talks: 'yes'; expected true or false"));
    EXPECT_THAT(text, HasSubstr("unknown parameter 'volume'"));
    EXPECT_FALSE(registry.check("stand-and-look", {{"search-speed", "nan"}}));
    EXPECT_FALSE(registry.check("stand-and-look", {{"search-speed", "401"}}));
    EXPECT_FALSE(registry.check("hold-pose", {{"any", "1"}}));

    const auto good = registry.check("stand-and-look", {{"search-speed", "50"}});
    ASSERT_TRUE(good);
    EXPECT_EQ(good->number("search-speed"), 50.0);
    EXPECT_TRUE(good->flag("talks"));
}

TEST(BehaviorRegistryTest, AFormationNeedsAFileAndARoleInIt) {
    SkillLibrary skills;
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Standard);
    const BehaviorRegistry registry = builtInBehaviors();
    const std::vector<std::pair<ParameterTexts, std::string>> cases = {
        {{}, "no file is set; expected file=PATH, with the path of a formation"},
        {{{"file", "no/such.formation"}}, "no/such.formation"},
        {{{"file", threeLines()}, {"role", "2.5"}}, "has no role 2.5"},
        {{{"file", threeLines()}, {"role", "12"}}, "invalid value for role"},
        {{{"file", threeLines()}, {"roles", "any"}},
         "invalid roles any; expected assigned or number"}};
    for (const auto& [texts, error] : cases) {
        const auto made = registry.make("formation", texts, {nao, skills});
        ASSERT_FALSE(made) << error;
        EXPECT_THAT(made.error().toString(), HasSubstr(error));
    }
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

// What is set reaches the behavior.
class BehaviorSettingTest : public behavior::ActionFixture {
protected:
    std::unique_ptr<behavior::Behavior> make(const char* name, const ParameterTexts& texts) {
        SkillLibrary skills;
        auto made = builtInBehaviors().make(name, texts, {m_model, skills});
        EXPECT_TRUE(made) << made.error().toString();
        return std::move(*made);
    }
};

TEST_F(BehaviorSettingTest, DriveGoesToThePlaceThatIsSet) {
    standAt({1.0, 0.0}, 0.0);
    const auto drive = make("drive", {{"go", "true"}, {"x", "5"}, {"y", "3"}});
    drive->enter(context());
    step(*drive);
    EXPECT_NEAR(value("drive.toGoM"), 5.0, 1e-6);
}

TEST_F(BehaviorSettingTest, PoliciesReceiveTheTurnInRadians) {
    decision::PolicyInterface meaning;
    meaning.observation = {{decision::ObservationKind::Command, 1.0}};
    meaning.joints = {"he1"};
    meaning.clip = 10.0;
    Eigen::MatrixXf weights(1, 3);
    weights << 0.0F, 0.0F, 1.0F;
    auto network =
        decision::PolicyNetwork::make(3, {decision::DenseLayer{weights, Eigen::VectorXf::Zero(1)}});
    const tests::TempDir folder;
    auto file = base::OutputFile::create(folder / "turn.policy");
    ASSERT_TRUE(writePolicyFile(
        std::move(*file),
        {meaning, std::make_shared<const decision::PolicyNetwork>(std::move(*network))}));
    const auto policy =
        make("policy",
             {{"file", (folder / "turn.policy").string()}, {"forward", "0.5"}, {"turn", "90"}});
    policy->enter(context());
    step(*policy);
    EXPECT_NEAR(joint("he1").targetRad, 0.5 * math::kPi, 1e-6);
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

TEST(SkillLibraryTest, TheFirstFolderThatHasAMotionCounts) {
    const tests::TempDir folder;
    const robot::RobotModel& nao = robot::naoModel(robot::NaoType::Standard);
    const auto add = [&](const char* shipped, const char* into) {
        const auto file = keyframe::findMotion(keyframe::shippedMotionsFolder(), shipped, 0);
        std::filesystem::create_directories(folder / into);
        std::filesystem::copy_file(file.value().path, folder / into / "nod.motion");
        return SkillLibrary().find(shipped, nao).value()->lengthS;
    };
    std::filesystem::create_directories(folder / "none");
    const double squatS = add("squat", "squats");
    const double kickS = add("kick-right", "kicks");
    ASSERT_NE(squatS, kickS);
    const auto lengthOf = [&](std::vector<std::filesystem::path> folders) {
        return SkillLibrary(std::move(folders)).find("nod", nao).value()->lengthS;
    };
    EXPECT_EQ(lengthOf({folder / "squats", folder / "kicks"}), squatS);
    EXPECT_EQ(lengthOf({folder / "none", folder / "kicks", folder / "squats"}), kickS);
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
