// A robot that walks is pulled over by the mouse, at random times: it gets up and goes on.
#include <cmath>
#include <cstdlib>
#include <iostream>

#include <gtest/gtest.h>

#include "agentcore/base/rng.h"
#include "agentcore/math/angles.h"
#include "tests/studio/driving_window.h"

namespace sideline::studio {
namespace {

class PushOverTest : public tests::DrivingWindowTest {
protected:
    // So many times; more for a figure: SIDELINE_PUSHES=100.
    static int pushes() {
        const char* wanted = std::getenv("SIDELINE_PUSHES");
        return wanted != nullptr ? std::max(1, std::atoi(wanted)) : 3;
    }
    bool isWalking() {
        return agent()->decision.reason == "walking" && value("walk.forwardMps") > 0.1;
    }
    Eigen::Vector3d torso() {
        return live().head().exact->findRobot(agent()->identity.robot)->X_STorso().p;
    }
    // Ctrl + drag: takes it by the torso and pulls it aside until it lies.
    bool pullOver(const QPoint& way) {
        follow();
        QPoint mouse = pointInView(torso());
        QTest::mousePress(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
        for (int i = 0; i < 8; ++i) {
            mouse += way / 8;
            QTest::mouseMove(&view3d(), mouse);
            QTest::qWait(20);
        }
        const bool hasFallen = tests::waitUntil([&] { return agent()->body.isFallen; }, kFallMs);
        QTest::mouseRelease(&view3d(), Qt::LeftButton, Qt::ControlModifier, mouse);
        return hasFallen;
    }

    static constexpr int kFallMs = 1500;
};

TEST_F(PushOverTest, GetsUpAndGoesOn) {
    start();
    drive();
    // In a circle: it never comes to the end of the field.
    ASSERT_TRUE(workspace().agents().tune(workspace().agents().agents().front().key, true,
                                          {{"go-forward", "0.5"}, {"go-turn", "30"}}, {}));
    ASSERT_TRUE(tests::waitUntil([&] { return isWalking(); }, kLong));
    base::Rng random(1);
    int pulls = 0;
    int falls = 0;
    double longestS = 0.0;
    double sumS = 0.0;
    while (falls < pushes() && pulls < 3 * pushes()) {
        QTest::qWait(static_cast<int>(random.uniform(300.0, 2000.0)));
        const double angleRad = random.uniform(-math::kPi, math::kPi);
        ++pulls;
        if (!pullOver(QPoint(static_cast<int>(250.0 * std::cos(angleRad)),
                             static_cast<int>(150.0 * std::sin(angleRad))))) {
            ASSERT_TRUE(tests::waitUntil([&] { return isWalking(); }, kLong)) << pulls;
            continue; // it has caught itself
        }
        ++falls;
        const double lyingS = agent()->game.serverTimeS;
        ASSERT_TRUE(tests::waitUntil([&] { return isWalking(); }, kLong))
            << "fall " << falls << ": " << agent()->decision.reason;
        const double tookS = agent()->game.serverTimeS - lyingS;
        longestS = std::max(longestS, tookS);
        sumS += tookS;
    }
    EXPECT_EQ(falls, pushes()) << "of " << pulls << " pulls";
    std::cout << falls << " falls in " << pulls << " pulls, all got up and went on, in "
              << sumS / falls << " s on average, at most " << longestS << " s\n";
}

} // namespace
} // namespace sideline::studio
