#include "agentcore/game/rules.h"
#include "simulator/referee/crowding_rule.h"

#include <gtest/gtest.h>

#include "tests/simulator/referee/foul_scene.h"

namespace sideline::simulator {
namespace {

using tests::FoulScene;

game::Rules crowdingRules() {
    game::Rules rules;
    rules.minOpponentDistanceM = 0.8;
    rules.minSecondDistanceM = 0.4;
    rules.minThirdDistanceM = 1.0;
    return rules;
}

// Three teammates at the ball, and an opponent; `second` and `third` are distances to the ball.
struct CrowdedBall : FoulScene {
    CrowdedBall(const game::Rules& gameRules, double secondM, double thirdM, double opponentM)
        : FoulScene(gameRules) {
        world.add(left(2), -0.2, 0.0);
        world.add(left(3), 0.0, secondM);
        world.add(left(4), 0.0, -thirdM);
        world.add(right(2), opponentM, 0.0);
    }
};

TEST(CrowdingRuleTest, SecondAndThirdPlayerMustKeepDistance) {
    CrowdedBall free(crowdingRules(), 0.5, 1.1, 0.6);
    free.run(10);
    EXPECT_TRUE(free.book.fouls().empty());

    CrowdedBall second(crowdingRules(), 0.4, 1.1, 0.6);
    second.run(1);
    EXPECT_EQ(second.announced(FoulScene::left(3)), std::vector{FoulType::Crowding});
    EXPECT_EQ(second.book.fouls().size(), 1U);
    EXPECT_GT(second.world.motion(FoulScene::left(3)).p_S.z(), 1.0);

    CrowdedBall third(crowdingRules(), 0.5, 0.9, 0.6);
    third.run(1);
    EXPECT_EQ(third.announced(FoulScene::left(4)), std::vector{FoulType::Crowding});
    EXPECT_EQ(third.book.fouls().size(), 1U);
}

TEST(CrowdingRuleTest, OnlyWhileAnOpponentIsNear) {
    CrowdedBall scene(crowdingRules(), 0.3, 0.5, 0.9);
    scene.run(10);
    EXPECT_TRUE(scene.book.fouls().empty());
}

TEST(CrowdingRuleTest, NotForTheSideThatKicksOff) {
    CrowdedBall own(crowdingRules(), 0.3, 1.5, 0.6);
    own.game.setPlayMode(game::PlayMode::KickOffLeft);
    own.run(10);
    EXPECT_TRUE(own.book.fouls().empty());
    CrowdedBall other(crowdingRules(), 0.3, 1.5, 0.6);
    other.game.setPlayMode(game::PlayMode::KickOffRight);
    other.run(1);
    EXPECT_EQ(other.book.fouls().size(), 1U);
}

TEST(CrowdingRuleTest, IsOffByDefault) {
    CrowdedBall scene({}, 0.3, 0.3, 0.1);
    scene.run(10);
    EXPECT_TRUE(scene.book.fouls().empty());
}

} // namespace
} // namespace sideline::simulator
