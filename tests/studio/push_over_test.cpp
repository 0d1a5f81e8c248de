// Pulls a walking robot over with the mouse at random times and checks that it gets up and
// continues.
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <string>

#include <gtest/gtest.h>

#include <fmt/format.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "agentcore/robot/nao.h"
#include "tests/studio/driving_window.h"

namespace sideline::studio {
namespace {

// Tests one robot type. SIDELINE_PUSHES sets the number of pulls; a failed pull is saved as a match
// log in the folder SIDELINE_PUSHES_FAILED, if that is set.
class PushOverTest : public tests::DrivingWindowTest, public ::testing::WithParamInterface<int> {
protected:
    struct Counts {
        int pulls = 0;
        int falls = 0;
        int failures = 0;
        int fallsWithoutPull = 0; ///< fell on its own before the next pull
        double longestS = 0.0;
        double sumS = 0.0;
    };

    PushOverTest() {
        changeLiveSettings(
            [](studio::LiveSettings& settings) { settings.startsWithAgent = false; });
    }
    static int pushes() {
        const char* count = std::getenv("SIDELINE_PUSHES");
        return count != nullptr ? std::max(1, std::atoi(count)) : 2;
    }
    void startRobot() {
        m_window->showLayout(QStringLiteral("Live"));
        action("simulator.start").trigger();
        ASSERT_TRUE(tests::waitUntil([&] { return live().view().cycle > 10; }, kLong));
        // Before kick-off, a fallen agent is beamed and would stand without getting up.
        game::Rules rules = live().rules();
        rules.halfTimeS = 1e6;
        live().setRules(rules);
        live().command(monitor::SetPlayMode{game::PlayMode::PlayOn});
        ASSERT_TRUE(tests::waitUntil(
            [&] { return live().head().exact->game.playModeName() == "PlayOn"; }, kLong));
        agents::AgentBlueprint blueprint;
        blueprint.settings = workspace().agentControls().nextAgent();
        blueprint.settings.typeNumber = GetParam();
        blueprint.settings.beam_F.reset();
        workspace().agentControls().startAgent(blueprint);
        awaitRobot();
        placeInMiddle();
        ASSERT_EQ(robot::naoTypeNumberOf(*agent()->identity.model), GetParam());
    }
    // Walks in circles, so that the robot never reaches the end of the field.
    void walkInCircles() {
        ASSERT_TRUE(workspace().agents().tune(workspace().agents().agents().front().key, true,
                                              {{"go-forward", "0.5"}, {"go-turn", "30"}}, {}));
        ASSERT_TRUE(happensWithin(kMaxActS, [&] { return isWalking(); }));
    }
    bool isWalking() {
        return agent()->decision.reason == "walking" && value("walk.forwardMps") > 0.1;
    }
    bool isFallen() { return agent()->body.isFallen; }
    Eigen::Vector3d torso() {
        return live().head().exact->findRobot(agent()->identity.robot)->X_STorso().p;
    }

    // Waits until the robot has fallen, at most for this simulated time.
    bool fallsWithin(double durationS) {
        return happensWithin(durationS, [&] { return isFallen(); });
    }
    // Ctrl + drag: pulls the robot at its torso to the side until it falls. The pull lasts for a
    // simulated time, which does not depend on the speed of the machine.
    bool pullOver(const QPoint& way) {
        follow();
        QPoint mouse = pointInView(torso());
        QTest::mousePress(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
        for (int i = 0; i < 8; ++i) {
            mouse += way / 8;
            QTest::mouseMove(&view3d(), mouse);
            static_cast<void>(fallsWithin(0.02));
        }
        const bool hasFallen = fallsWithin(kFallS);
        QTest::mouseRelease(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
        return hasFallen;
    }
    // Whether the robot walks again in time; appends its behaviors meanwhile to `did`.
    bool walksAgain(double longestS, std::string& did) {
        const double fromS = nowS();
        std::string last;
        return happensWithin(longestS, [&] {
            const std::string& reason = agent()->decision.reason;
            if (reason != last) {
                did += fmt::format(" {:.1f} s {},", nowS() - fromS, reason);
                last = reason;
            }
            return isWalking();
        });
    }
    void reportFailure(Counts& counts, double angleRad, const std::string& did) {
        ++counts.failures;
        const Eigen::Vector3d at_S = torso();
        std::cout << fmt::format(
            "type {}, fall {}, pulled to {:.0f} degrees, at {:.2f} {:.2f} {:.2f}:{}\n", GetParam(),
            counts.falls, math::degFromRad(angleRad), at_S.x(), at_S.y(), at_S.z(), did);
        if (const char* folder = std::getenv("SIDELINE_PUSHES_FAILED")) {
            static_cast<void>(live().saveRecording(
                qt(std::filesystem::path(folder) /
                   fmt::format("type{}-fall{}-{:.0f}s.log", GetParam(), counts.falls, nowS()))));
        }
    }
    // Puts the robot upright in the middle, after a failure or after it has walked far.
    void placeUpright() {
        placeInMiddle();
        ASSERT_TRUE(happensWithin(kMaxActS, [&] { return isWalking(); }));
    }
    void placeInMiddle() {
        const auto command =
            live().placeCommand(monitor::ObjectId::ofRobot(agent()->identity.robot), -3.0, 0.0);
        ASSERT_TRUE(command);
        live().command(*command);
    }
    // Lets the robot walk until the next pull, and counts the falls without a pull.
    void walkFor(double durationS, Counts& counts) {
        const double fromS = nowS();
        bool wasFallen = false;
        ASSERT_TRUE(happensWithin(kMaxActS, [&] {
            counts.fallsWithoutPull += isFallen() && !wasFallen ? 1 : 0;
            wasFallen = isFallen();
            return nowS() - fromS > durationS && isWalking();
        }));
    }
    void pushOnce(base::Rng& random, Counts& counts) {
        ASSERT_NO_FATAL_FAILURE(walkFor(random.uniform(0.3, 2.0), counts));
        const double angleRad = random.uniform(-math::kPi, math::kPi);
        ++counts.pulls;
        const bool hasFallen = pullOver(QPoint(static_cast<int>(250.0 * std::cos(angleRad)),
                                               static_cast<int>(150.0 * std::sin(angleRad))));
        counts.falls += hasFallen ? 1 : 0;
        const double lyingS = nowS();
        std::string did;
        if (!walksAgain(kLongestS, did)) {
            reportFailure(counts, angleRad, did);
            placeUpright();
        } else if (hasFallen) { // otherwise it has kept its balance
            counts.longestS = std::max(counts.longestS, nowS() - lyingS);
            counts.sumS += nowS() - lyingS;
        }
        if (std::abs(torso().x()) > 11.0 || std::abs(torso().y()) > 7.0) {
            placeUpright();
        }
    }

    static constexpr double kFallS = 1.5;
    static constexpr double kLongestS = 15.0; ///< maximum time to get up and walk
};

TEST_P(PushOverTest, GetsUpAndContinues) {
    ASSERT_NO_FATAL_FAILURE(startRobot());
    drive();
    ASSERT_NO_FATAL_FAILURE(walkInCircles());
    base::Rng random(1);
    Counts counts;
    while (counts.falls < pushes() && counts.pulls < 3 * pushes()) {
        ASSERT_NO_FATAL_FAILURE(pushOnce(random, counts)) << "fall " << counts.falls;
    }
    EXPECT_EQ(counts.falls, pushes()) << "of " << counts.pulls << " pulls";
    EXPECT_EQ(counts.failures, 0);
    std::cout << fmt::format(
        "type {}: {} falls in {} pulls, {} got up and continued, in {:.2f} s on average, at most "
        "{:.2f} s; {} falls without a pull\n",
        GetParam(), counts.falls, counts.pulls, counts.falls - counts.failures,
        counts.sumS / (counts.falls - counts.failures), counts.longestS, counts.fallsWithoutPull);
}

INSTANTIATE_TEST_SUITE_P(Types, PushOverTest,
                         ::testing::Range(0, static_cast<int>(robot::kNaoTypes.size())));

} // namespace
} // namespace sideline::studio
