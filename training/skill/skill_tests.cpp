#include "training/skill/skill_tests.h"

#include <array>
#include <cmath>
#include <optional>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/motion/walk/walk_to.h"

namespace sideline::training {

namespace {

using keyframe::StartPose;
using motion::WalkCommand;

constexpr double kMaxMps = 5.0; // exceeds any robot's speed: it walks as fast as it can
constexpr double kMaxRadPerS = 10.0;
constexpr double kSoonS = 0.5 * game::kStepS;

tl::unexpected<TrialFailure> failed(const SkillRobot& robot, FailureKind kind,
                                    std::optional<double> value = {}) {
    return tl::unexpected(TrialFailure{kind, robot.timeS(), value});
}

// Returns a fall as the failure. The caller checks whether the connection was lost instead.
tl::unexpected<TrialFailure> fell(const SkillRobot& robot) {
    return failed(robot, fallKind(robot.torso().R));
}

// Measures the mean speed between two times under a constant command; none after a fall.
TrialValue speed(SkillRobot& robot, const WalkCommand& command, double fromS, double toS) {
    Eigen::Vector2d from = robot.place();
    double begunS = robot.timeS();
    while (robot.timeS() < toS - kSoonS) {
        if (robot.timeS() < fromS + kSoonS) {
            from = robot.place();
            begunS = robot.timeS();
        }
        if (!robot.cycle(command) || robot.isFallen()) {
            return fell(robot);
        }
    }
    return (robot.place() - from).norm() / (robot.timeS() - begunS);
}

TrialValue turningSpeed(SkillRobot& robot, double sign) {
    constexpr double kFromS = 2.0;
    constexpr double kToS = 8.0;
    double fromRad = robot.turnedRad();
    double begunS = robot.timeS();
    while (robot.timeS() < kToS - kSoonS) {
        if (robot.timeS() < kFromS + kSoonS) {
            fromRad = robot.turnedRad();
            begunS = robot.timeS();
        }
        if (!robot.cycle({0.0, 0.0, sign * kMaxRadPerS}) || robot.isFallen()) {
            return fell(robot);
        }
    }
    return math::degFromRad(std::abs(robot.turnedRad() - fromRad)) / (robot.timeS() - begunS);
}

// Measures the time to reach a position relative to the start, with exact localization.
TrialValue timeTo(SkillRobot& robot, const Eigen::Vector2d& goal, double reachedM, double maxS) {
    while (robot.timeS() < maxS) {
        const Eigen::Vector2d way = goal - robot.place();
        if (way.norm() < reachedM) {
            return robot.timeS();
        }
        const double cosine = std::cos(robot.headingRad());
        const double sine = std::sin(robot.headingRad());
        motion::WalkToSettings settings;
        settings.decelerationMps2 = 100.0; // passes the target without stopping
        settings.maxMps = kMaxMps;
        settings.maxTurnRadPerS = kMaxRadPerS;
        const WalkCommand command = motion::walkTo(
            {cosine * way.x() + sine * way.y(), -sine * way.x() + cosine * way.y()}, {}, settings);
        if (!robot.cycle(command) || robot.isFallen()) {
            return fell(robot);
        }
    }
    return failed(robot, FailureKind::NotThere, (goal - robot.place()).norm());
}

// Measures the time from the stop command at full speed until the torso stays within 2 cm for half
// a second.
TrialValue stopping(SkillRobot& robot) {
    constexpr double kFullS = 4.0;
    constexpr double kStillS = 0.5;
    Eigen::Vector2d at = Eigen::Vector2d::Zero();
    Eigen::Vector2d from = at; // position at the stop command
    double sinceS = kFullS;
    while (robot.timeS() < kFullS + 6.0) {
        const bool stops = robot.timeS() >= kFullS;
        if (!robot.cycle(stops ? WalkCommand{} : WalkCommand{kMaxMps, 0.0, 0.0}) ||
            robot.isFallen()) {
            return fell(robot);
        }
        if (!stops) {
            from = robot.place();
        }
        if (!stops || (robot.place() - at).norm() > 0.02) {
            at = robot.place();
            sinceS = robot.timeS();
        } else if (robot.timeS() - sinceS >= kStillS) {
            return sinceS - kFullS;
        }
    }
    return failed(robot, FailureKind::NotStopped, (robot.place() - from).norm());
}

// Measures the time until a lying robot has got up and walks.
TrialValue gettingUp(SkillRobot& robot) {
    constexpr double kMaxS = 6.0;
    constexpr double kStayS = 1.0; // stays upright for this time
    std::optional<double> walks;
    while (robot.timeS() < kMaxS) {
        if (!robot.cycle({0.5, 0.0, 0.0})) {
            return failed(robot, FailureKind::NotUp);
        }
        if (robot.isFallen()) {
            walks.reset();
        } else if (!walks && robot.isWalking()) {
            walks = robot.timeS();
        }
        if (walks && robot.timeS() - *walks > kStayS) {
            return *walks;
        }
    }
    return failed(robot, robot.isFallen() ? FailureKind::NotUp : FailureKind::NotWalking);
}

constexpr double alternatingSign(int trial) {
    return trial % 2 == 0 ? 1.0 : -1.0;
}

} // namespace

std::span<const SkillTest> walkTests() {
    static constexpr std::array<SkillTest, 8> kTests = {{
        {"forward, 10 s from standstill", "m/s", StartPose::Standing, 1,
         [](SkillRobot& robot, int) {
             return speed(robot, {kMaxMps, 0.0, 0.0}, 0.0, 10.0);
         }},
        {"forward, steady", "m/s", StartPose::Standing, 1,
         [](SkillRobot& robot, int) {
             return speed(robot, {kMaxMps, 0.0, 0.0}, 4.0, 10.0);
         }},
        {"backward, steady", "m/s", StartPose::Standing, 1,
         [](SkillRobot& robot, int) {
             return speed(robot, {-kMaxMps, 0.0, 0.0}, 2.0, 8.0);
         }},
        {"sideways, steady", "m/s", StartPose::Standing, 1,
         [](SkillRobot& robot, int trial) {
             return speed(robot, {0.0, alternatingSign(trial) * kMaxMps, 0.0}, 2.0, 8.0);
         }},
        {"turn, steady", "deg/s", StartPose::Standing, 1,
         [](SkillRobot& robot, int trial) { return turningSpeed(robot, alternatingSign(trial)); }},
        {"10 m ahead from standstill", "s", StartPose::Standing, 1,
         [](SkillRobot& robot, int) {
             return timeTo(robot, {10.0, 0.0}, 0.15, 40.0);
         }},
        {"180 degree turn and 5 m", "s", StartPose::Standing, 1,
         [](SkillRobot& robot, int) {
             return timeTo(robot, {-5.0, 0.0}, 0.15, 40.0);
         }},
        {"stop from full speed", "s", StartPose::Standing, 1,
         [](SkillRobot& robot, int) { return stopping(robot); }},
    }};
    return kTests;
}

std::span<const SkillTest> getUpTests() {
    constexpr auto kGetUp = [](SkillRobot& robot, int) { return gettingUp(robot); };
    static constexpr std::array<SkillTest, 4> kTests = {{
        {"get up from the front", "s until walking", StartPose::LyingOnFront, 10, kGetUp},
        {"get up from the back", "s until walking", StartPose::LyingOnBack, 10, kGetUp},
        {"get up from the left side", "s until walking", StartPose::LyingOnLeft, 10, kGetUp},
        {"get up from the right side", "s until walking", StartPose::LyingOnRight, 10, kGetUp},
    }};
    return kTests;
}

} // namespace sideline::training
