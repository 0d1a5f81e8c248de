// Tests disturbances that no estimator may fail on; one table for all methods.
#include <cmath>
#include <functional>
#include <limits>
#include <ostream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "agentcore/localization/methods.h"
#include "agentcore/math/rotation.h"
#include "tests/agentcore/localization/exact_percepts.h"
#include "tests/support/test_files.h"

namespace sideline::localization {
namespace {

using Eigen::Vector3d;
using math::radFromDeg;
using tests::ExactRobot;
using tests::standingAt;

constexpr double kNanPercept = std::numeric_limits<double>::quiet_NaN();
constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr int kSettleCycles = 60;
constexpr int kRecoverCycles = 150; // three seconds; one should suffice

// A robot near its own corner: three flags and lines of all kinds are visible.
const math::Pose kStart = standingAt(-13.0, 8.0, radFromDeg(-46.0));

/// A temporary disturbance.
struct Row {
    const char* name;
    int cycles;
    /// Applies the disturbance in cycle i, after the robot has perceived from the pose.
    std::function<void(ExactRobot&, math::Pose& X_ST, int i)> harm;
    double growth = 0.0;       ///< minimum growth of the sigmas; 0: any
    bool mustStayGood = false; ///< the disturbance is small enough for a good pose at all times
};

// Moves the robot to another pose, from which it perceives from then on.
void moveTo(ExactRobot& robot, math::Pose& X_ST, const math::Pose& there) {
    X_ST = there;
    robot.perceive(X_ST);
}

// Returns all numbers of a message in order.
std::vector<double*> numbersOf(ExactRobot& robot) {
    std::vector<double*> numbers;
    const auto addVector = [&numbers](Vector3d& v) {
        for (int k = 0; k < 3; ++k) {
            numbers.push_back(&v(k));
        }
    };
    const auto addPolar = [&numbers](protocol::Polar& polar) {
        numbers.insert(numbers.end(), {&polar.distanceM, &polar.thetaDeg, &polar.phiDeg});
    };
    protocol::Percepts& percepts = robot.percepts;
    addVector(percepts.gyros.front().value);
    addVector(percepts.accelerometers.front().value);
    for (protocol::ForcePercept& force : percepts.forces) {
        addVector(force.centerM);
        addVector(force.forceN);
    }
    for (protocol::SeenObject& object : percepts.vision->objects) {
        addPolar(object.polar);
    }
    for (auto& [from, to] : percepts.vision->lines) {
        addPolar(from);
        addPolar(to);
    }
    for (double& angleRad : robot.anglesRad) {
        numbers.push_back(&angleRad);
    }
    return numbers;
}

std::function<void(ExactRobot&, math::Pose&, int)> eachNumberBecomes(double value) {
    return [value](ExactRobot& robot, math::Pose& /*X_ST*/, int i) {
        const std::vector<double*> numbers = numbersOf(robot);
        *numbers[static_cast<std::size_t>(i) % numbers.size()] = value;
    };
}

std::function<void(ExactRobot&, math::Pose&, int)> allNumbersBecome(double value) {
    return [value](ExactRobot& robot, math::Pose& /*X_ST*/, int /*i*/) {
        for (double* number : numbersOf(robot)) {
            *number = value;
        }
    };
}

void swapNames(ExactRobot& robot, math::Pose& /*X_ST*/, int /*i*/) {
    auto& objects = robot.percepts.vision->objects;
    for (std::size_t k = 0; k + 1 < objects.size(); k += 2) {
        std::swap(objects[k].name, objects[k + 1].name);
    }
}

const std::vector<Row>& rows() {
    static const std::vector<Row> kRows = {
        {"NoLandmarksFor10S", 500, [](ExactRobot& robot, math::Pose&, int) { robot.seeOnly(0, 0); },
         1.0},
        {"ShakenWithoutSightFor10S", 500,
         [](ExactRobot& robot, math::Pose&, int i) {
             robot.closeEyes();
             const double swing = std::sin(0.5 * i);
             robot.percepts.accelerometers.front().value += Vector3d(2.0, -1.5, 1.0) * swing;
             robot.percepts.gyros.front().value = Vector3d(20.0, 30.0, -25.0) * swing;
             robot.percepts.forces.clear();
         },
         1.5},
        {"OneLandmarkOnly", 250, [](ExactRobot& robot, math::Pose&, int) { robot.seeOnly(1, 0); },
         0.0, true},
        {"EachNumberNan", 300, eachNumberBecomes(kNanPercept)},
        {"EachNumberInfinite", 300, eachNumberBecomes(kInf)},
        {"EachNumberNegativeInfinite", 300, eachNumberBecomes(-kInf)},
        {"EachNumberHuge", 300, eachNumberBecomes(1e300)},
        {"AllNumbersNan", 20, allNumbersBecome(kNanPercept)},
        {"AllNumbersHuge", 20, allNumbersBecome(-1e300)},
        {"AllNumbersZero", 20, allNumbersBecome(0.0)},
        {"WrongLabels", 100, swapNames},
        {"LabelsOfTheOtherSide", 100,
         [](ExactRobot& robot, math::Pose&, int) {
             tests::mirrorNames(*robot.percepts.vision, robot.field);
         }},
        {"LabelsThatNobodyKnows", 100,
         [](ExactRobot& robot, math::Pose&, int) {
             for (auto& object : robot.percepts.vision->objects) {
                 object.name = object.name.empty() ? "?" : object.name.substr(1);
             }
         }},
        {"BeamUnannounced", 1,
         [](ExactRobot& robot, math::Pose& X_ST, int) {
             moveTo(robot, X_ST, standingAt(-12.0, -7.0, radFromDeg(47.0)));
         }},
        {"SeveralBeamsInASecond", 50,
         [](ExactRobot& robot, math::Pose& X_ST, int i) {
             moveTo(robot, X_ST,
                    standingAt(-12.0, i / 12 % 2 == 0 ? -7.0 : 7.0,
                               radFromDeg(i / 12 % 2 == 0 ? 47.0 : -47.0)));
         }},
        {"UpsideDown", 200,
         [](ExactRobot& robot, math::Pose& X_ST, int) {
             math::Pose turned = kStart;
             turned.R = turned.R * tests::tiltAbout(math::kPi, 1.1);
             turned.p.z() = 0.4;
             moveTo(robot, X_ST, turned);
         }},
        {"EmptyPercepts", 100, [](ExactRobot& robot, math::Pose&, int) { robot.percepts.clear(); },
         true},
        {"SomeJointsNan", 100,
         [](ExactRobot& robot, math::Pose&, int i) {
             for (int k = 0; k <= i % static_cast<int>(robot.anglesRad.size()); ++k) {
                 robot.anglesRad[static_cast<std::size_t>(k)] = kNanPercept;
             }
         }},
        {"AbsurdGyro", 100,
         [](ExactRobot& robot, math::Pose&, int i) {
             robot.percepts.gyros.front().value = Vector3d(1e6, -1e9, i % 2 == 0 ? 3e7 : -3e7);
         }},
        {"GyroOfAWhirl", 50,
         [](ExactRobot& robot, math::Pose&, int) {
             robot.percepts.gyros.front().value = Vector3d(900.0, -1500.0, 2000.0);
         }},
        {"DuplicateLandmarks", 100,
         [](ExactRobot& robot, math::Pose&, int) {
             auto& objects = robot.percepts.vision->objects;
             const auto seen = objects;
             for (int k = 0; k < 10; ++k) {
                 objects.insert(objects.end(), seen.begin(), seen.end());
             }
         },
         0.0, true},
        {"TwoHundredLines", 100,
         [](ExactRobot& robot, math::Pose&, int) {
             auto& lines = robot.percepts.vision->lines;
             const auto seen = lines;
             while (lines.size() < 200) {
                 lines.push_back(seen[lines.size() % seen.size()]);
             }
         },
         0.0, true},
        {"LinesOfNoLength", 100,
         [](ExactRobot& robot, math::Pose&, int) {
             for (auto& [from, to] : robot.percepts.vision->lines) {
                 to = from;
             }
         },
         0.0, true},
        {"EverythingInOnePlace", 100,
         [](ExactRobot& robot, math::Pose&, int) {
             auto& vision = *robot.percepts.vision;
             for (auto& object : vision.objects) {
                 object.polar = {3.0, 0.0, 0.0};
             }
             for (auto& [from, to] : vision.lines) {
                 from = to = {3.0, 0.0, 0.0};
             }
         }},
    };
    return kRows;
}

struct Case {
    Method method;
    const Row* row;
};

void PrintTo(const Case& each, std::ostream* out) {
    *out << wordOf(each.method) << ' ' << each.row->name;
}

std::vector<Case> cases() {
    std::vector<Case> all;
    for (const Method method : kMethods) {
        for (const Row& row : rows()) {
            all.push_back({method, &row});
        }
    }
    return all;
}

class RobustnessTest : public testing::TestWithParam<Case> {
protected:
    RobustnessTest() : m_estimator(makeEstimator(GetParam().method)) {
        m_robot.percepts.forces.resize(2);
        m_robot.percepts.forces[0] = {"lf", Vector3d::Zero(), {0.0, 0.0, 22.0}};
        m_robot.percepts.forces[1] = {"rf", Vector3d::Zero(), {0.0, 0.0, 22.0}};
        m_feet = m_robot.percepts.forces;
    }

    // Sets valid percepts from the robot's pose.
    void perceive() {
        m_robot.anglesRad.assign(m_robot.anglesRad.size(), 0.0);
        m_robot.percepts.gyros.assign(1, {"torso", Vector3d::Zero()});
        m_robot.percepts.accelerometers.assign(1, {"torso", Vector3d::Zero()});
        m_robot.percepts.forces = m_feet;
        m_robot.perceive(m_X_ST);
    }

    // Returns the cycle's estimate after checking that it is plausible.
    PoseEstimate update() {
        const PoseEstimate estimate = m_estimator->update(m_robot.input(&m_diagnostics));
        EXPECT_TRUE(estimate.X_ST.p.allFinite());
        EXPECT_TRUE(estimate.X_ST.R.allFinite());
        EXPECT_LT(math::orthonormalityError(estimate.X_ST.R), 1e-6);
        EXPECT_TRUE(std::isfinite(estimate.positionSigmaM) && estimate.positionSigmaM >= 0.0);
        EXPECT_TRUE(std::isfinite(estimate.headingSigmaRad) && estimate.headingSigmaRad >= 0.0);
        EXPECT_TRUE(estimate.velocity_SMps.allFinite());
        EXPECT_TRUE(estimate.covariance.allFinite());
        EXPECT_GE(estimate.covariance.diagonal().minCoeff(), 0.0);
        EXPECT_TRUE(estimate.cameraOffset_CM.allFinite());
        EXPECT_TRUE(std::isfinite(m_diagnostics.squaredSigmas));
        return estimate;
    }

    [[nodiscard]] double errorM(const PoseEstimate& estimate) const {
        return tests::distanceM(estimate.X_ST, m_X_ST);
    }

    ExactRobot m_robot;
    std::vector<protocol::ForcePercept> m_feet;
    math::Pose m_X_ST = kStart;
    std::unique_ptr<PoseEstimator> m_estimator;
    PoseDiagnostics m_diagnostics;
};

INSTANTIATE_TEST_SUITE_P(Rows, RobustnessTest, testing::ValuesIn(cases()), [](const auto& each) {
    std::string name(wordOf(each.param.method));
    std::erase(name, '-');
    return name + each.param.row->name;
});

TEST_P(RobustnessTest, StaysFiniteAndFindsBack) {
    const Method method = GetParam().method;
    const Row& row = *GetParam().row;
    PoseEstimate estimate;
    for (int i = 0; i < kSettleCycles; ++i) {
        perceive();
        estimate = update();
    }
    ASSERT_TRUE(estimate.isValid);
    ASSERT_LT(errorM(estimate), tests::tolerance(0.02));
    const double sigmaBeforeM = estimate.positionSigmaM;
    for (int i = 0; i < row.cycles; ++i) {
        perceive();
        row.harm(m_robot, m_X_ST, i);
        estimate = update();
        ASSERT_FALSE(HasFailure()) << "in cycle " << i;
        if (row.mustStayGood) {
            ASSERT_TRUE(estimate.isValid) << i;
            ASSERT_LT(errorM(estimate), tests::tolerance(0.05)) << i;
        }
    }
    if (method == Method::Fusion && row.growth > 0.0) {
        EXPECT_TRUE(!estimate.isValid || estimate.positionSigmaM > row.growth * sigmaBeforeM)
            << "as sure as before: " << sigmaBeforeM << " and now " << estimate.positionSigmaM;
    }
    // The next cycle is undisturbed.
    if (m_X_ST.R(2, 2) < 0.0) {
        m_X_ST = kStart;
    }
    int needed = -1;
    for (int i = 0; i < kRecoverCycles; ++i) {
        perceive();
        estimate = update();
        ASSERT_FALSE(HasFailure()) << "afterwards, in cycle " << i;
        if (estimate.isValid && errorM(estimate) < 0.05) {
            needed = needed < 0 ? i : needed;
        } else {
            needed = -1;
        }
    }
    RecordProperty("cyclesToFindBack", needed);
    if (method == Method::Fusion) {
        EXPECT_GE(needed, 0) << "it is off by " << errorM(estimate) << " m";
        EXPECT_LE(needed, 50) << "cycles, all of them with sight";
    } else if (method != Method::Gyro) { // Gyro drifts and is corrected only by a reset
        EXPECT_EQ(needed, 0) << "it is off by " << errorM(estimate) << " m";
    }
}

TEST(RobustnessOfAllTest, NoMethodNeedsAFirstGoodMessage) {
    for (const Method method : kMethods) {
        for (const Row& row : rows()) {
            ExactRobot robot;
            math::Pose X_ST = kStart;
            const auto estimator = makeEstimator(method);
            for (int i = 0; i < 10; ++i) {
                robot.percepts.gyros.assign(1, {"torso", Vector3d::Zero()});
                robot.percepts.accelerometers.assign(1, {"torso", Vector3d::Zero()});
                robot.perceive(X_ST);
                row.harm(robot, X_ST, i);
                const PoseEstimate estimate = estimator->update(robot.input());
                ASSERT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite())
                    << wordOf(method) << ' ' << row.name;
            }
        }
    }
}

TEST(RobustnessOfAllTest, StepsOfTimeMayBeAnything) {
    for (const Method method : kMethods) {
        ExactRobot robot;
        const auto estimator = makeEstimator(method);
        robot.perceive(kStart);
        for (const double stepS : {0.02, kNanPercept, kInf, -kInf, -1.0, 0.0, 1e300, 0.03, 5.0}) {
            PoseInput input = robot.input();
            input.stepS = stepS;
            const PoseEstimate estimate = estimator->update(input);
            EXPECT_TRUE(estimate.X_ST.p.allFinite() && estimate.X_ST.R.allFinite())
                << wordOf(method) << ' ' << stepS;
            EXPECT_TRUE(estimate.covariance.allFinite()) << wordOf(method) << ' ' << stepS;
        }
    }
}

} // namespace
} // namespace sideline::localization
