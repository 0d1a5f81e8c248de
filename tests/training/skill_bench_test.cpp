#include "training/skill/skill_bench.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "agentcore/robot/nao.h"

namespace sideline::training {
namespace {

const SkillRow* rowOf(const std::vector<SkillRow>& rows, std::string_view name) {
    const auto row = std::ranges::find(rows, name, &SkillRow::name);
    return row == rows.end() ? nullptr : &*row;
}

// The shipped gait and get-ups do what the documentation says.
TEST(SkillBenchTest, RobotsWalkAndGetUpAndWorkersDoNotMatter) {
    SkillBenchSettings settings;
    settings.trials = 2;
    settings.workers = 2;
    const auto model = robot::naoModel(robot::NaoType::FastAnklePitch).shared();
    std::vector<std::string> reported;
    const auto rows =
        benchSkills(model, settings, [&](const SkillRow& row) { reported.push_back(row.name); });
    ASSERT_TRUE(rows) << rows.error().toString();
    ASSERT_EQ(rows->size(), reported.size());
    for (const auto& [name, least, most] :
         {std::tuple("forward, steady", 0.6, 2.0), std::tuple("backward, steady", 0.3, 2.0),
          std::tuple("sideways, steady", 0.2, 2.0), std::tuple("turn, steady", 80.0, 300.0),
          std::tuple("10 m ahead from standstill", 5.0, 20.0),
          std::tuple("get up from the front", 1.0, 4.0),
          std::tuple("get up from the back", 1.0, 6.0),
          std::tuple("long kick, straight ahead", 8.0, 20.0)}) {
        const SkillRow* row = rowOf(*rows, name);
        ASSERT_NE(row, nullptr) << name;
        ASSERT_FALSE(row->sorted.empty()) << name;
        EXPECT_GT(row->sorted.front(), least) << name;
        EXPECT_LT(row->sorted.back(), most) << name;
    }
    EXPECT_TRUE(std::isfinite(rowOf(*rows, "falls per 1,000 m, random commands, pushes")->total));

    settings.workers = 1;
    const auto again = benchSkills(model, settings);
    ASSERT_TRUE(again);
    for (std::size_t i = 0; i < rows->size(); ++i) {
        EXPECT_EQ((*again)[i].sorted, (*rows)[i].sorted) << (*rows)[i].name;
    }
}

TEST(SkillBenchTest, AGaitThatIsNotThereIsAnError) {
    SkillBenchSettings settings;
    settings.gait = "no such gait.toml";
    const auto rows = benchSkills(robot::naoModel(robot::NaoType::Standard).shared(), settings);
    ASSERT_FALSE(rows);
    EXPECT_NE(rows.error().toString().find("no such gait.toml"), std::string::npos);
}

} // namespace
} // namespace sideline::training
