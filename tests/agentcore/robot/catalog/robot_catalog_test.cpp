#include "agentcore/robot/catalog/robot_catalog.h"

#include <filesystem>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"
#include "agentcore/robot/soccerbot056.h"
#include "tests/support/test_files.h"

namespace sideline::robot {
namespace {

using base::ErrorCode;
using ::testing::HasSubstr;

TEST(RobotCatalogTest, FindsTheRobotsOfTheServerByFileAndType) {
    RobotCatalog robots;
    for (const NaoType type : kNaoTypes) {
        const auto nao = robots.find(kDefaultRobotFile, static_cast<int>(type));
        ASSERT_TRUE(nao) << nao.error().toString();
        EXPECT_EQ(nao->get(), &naoModel(type));
    }
    EXPECT_EQ(robots.find("rsg/agent/nao/nao.rsg", 0)->get(), &naoModel(NaoType::Standard));
    EXPECT_EQ(robots.find("rsg/agent/soccerbot056.rsg", 0)->get(), &soccerbot056Model());
    EXPECT_EQ(robots.named("soccerbot056-stops")->get(),
              &soccerbot056Model(Soccerbot056Stops::Described));
    std::vector<std::string> names;
    for (const RobotCatalog::Entry& entry : robots.entries()) {
        names.push_back(entry.model->name());
    }
    EXPECT_EQ(names, (std::vector<std::string>{"nao0", "nao1", "nao2", "nao3", "nao4",
                                               "soccerbot056", "soccerbot056-stops"}));
}

TEST(RobotCatalogTest, AnUnknownRobotIsReportedWithTheKnownOnes) {
    RobotCatalog robots;
    const auto unknown = robots.find("rsg/agent/t1.rsg", 0);
    ASSERT_FALSE(unknown);
    EXPECT_EQ(unknown.error().code, ErrorCode::NotFound);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("rsg/agent/soccerbot056.rsg"));
    const auto ninth = robots.find(kDefaultRobotFile, 9);
    ASSERT_FALSE(ninth);
    EXPECT_EQ(ninth.error().code, ErrorCode::InvalidArgument);
    EXPECT_THAT(ninth.error().toString(), HasSubstr("no type 9; expected one of the types 0, 1"));
}

TEST(RobotCatalogTest, ReadsARobotFromAFolderOnce) {
    RobotCatalog robots;
    robots.setFolder(tests::dataFile(""));
    const auto scout = robots.find("rsg/agent/scout.rsg", 0);
    ASSERT_TRUE(scout) << scout.error().toString();
    EXPECT_EQ((*scout)->traits().scenePath, "rsg/agent/scout.rsg");
    EXPECT_EQ((*scout)->bodies().size(), 4U);
    EXPECT_EQ((*scout)->body((*scout)->findBody(BodyRole::LeftFoot)).name, "lfoot");
    EXPECT_EQ(robots.find("rsg/agent/scout.rsg", 0).value(), *scout);
    // Files that are not in the folder are built in.
    EXPECT_EQ(robots.find(kDefaultRobotFile, 4)->get(), &naoModel(NaoType::Toes));
    EXPECT_FALSE(robots.find("../data/rsg/agent/scout.rsg", 0)) << "leads out of the folder";
}

// A scene with a part in another folder.
constexpr const char* kWithPart = "(RSG 0 1)\n(\n(nd Space\n(nd AgentAspect (setName "
                                  "body)\n(importScene rsg/parts/mass.rsg)))\n)\n";
constexpr const char* kPart =
    "(RSG 0 1)\n(\n(nd RigidBody (setName boxBody) (setBoxTotal 2 0.1 0.1 0.1))\n)\n";

TEST(RobotCatalogTest, PartsMayBeInAnotherFolder) {
    const tests::TempDir folder;
    const auto make = [&](const std::string& path, const char* text) {
        std::filesystem::create_directories((folder / path).parent_path());
        tests::writeFile(folder / path, text);
    };
    make("own/rsg/agent/mini.rsg", kWithPart);
    make("more/rsg/parts/mass.rsg", kPart);
    RobotCatalog robots;
    robots.setFolder(folder / "own");
    const auto partless = robots.find("rsg/agent/mini.rsg", 0);
    ASSERT_FALSE(partless);
    EXPECT_THAT(partless.error().toString(),
                HasSubstr("rsg/agent/mini.rsg:5: unknown scene 'rsg/parts/mass.rsg'"));
    robots.setFolders({"", folder / "own", folder / "more"});
    const auto whole = robots.find("rsg/agent/mini.rsg", 0);
    ASSERT_TRUE(whole) << whole.error().toString();
    EXPECT_DOUBLE_EQ((*whole)->massKg(), 2.0);
    // The first folder that has a file counts.
    make("first/rsg/parts/mass.rsg",
         "(RSG 0 1)\n(\n(nd RigidBody (setName boxBody) (setBoxTotal 3 0.1 0.1 0.1))\n)\n");
    robots.setFolders({folder / "first", folder / "own", folder / "more"});
    EXPECT_DOUBLE_EQ(robots.find("rsg/agent/mini.rsg", 0).value()->massKg(), 3.0);
    // SimSpark's data is found next to the server's, as installed.
    make("simspark/rsg/parts/mass.rsg", kPart);
    robots.setFolder(folder / "own");
    EXPECT_TRUE(robots.find("rsg/agent/mini.rsg", 0));
}

TEST(RobotCatalogTest, RobotsOfTheOtherServerAreFoundAndListed) {
    RobotCatalog robots;
    EXPECT_EQ(robots.namedOfAny("T1").value()->name(), "T1");
    EXPECT_EQ(robots.namedOfAny("nao3").value()->name(), "nao3");
    const auto unknown = robots.namedOfAny("T2");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().toString(), HasSubstr("soccerbot056-stops, T1, K1 or PiPlus"));
    EXPECT_FALSE(robots.named("T1")) << "only robots of rcssserver3d";
    EXPECT_EQ(robots.findPlayable("K1", 0).value()->name(), "K1");
    const auto file = robots.findPlayable("rsg/agent/t1.rsg", 0);
    ASSERT_FALSE(file);
    EXPECT_THAT(file.error().toString(), HasSubstr(", T1, K1, PiPlus"));
}

TEST(RobotCatalogTest, ARobotLivesAsLongAsItIsReferenced) {
    RobotModelPtr kept;
    {
        RobotCatalog robots;
        robots.setFolder(tests::dataFile(""));
        kept = robots.find("rsg/agent/scout.rsg", 0).value()->shared();
    }
    EXPECT_EQ(kept.use_count(), 1);
    EXPECT_EQ(kept->name(), "scout 0");
    const RobotModel local = *kept; // a copy without shared ownership
    EXPECT_EQ(local.shared().get(), &local);
    EXPECT_EQ(naoModel(NaoType::Toes).shared().get(), &naoModel(NaoType::Toes));
}

} // namespace
} // namespace sideline::robot
