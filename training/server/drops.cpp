#include "training/server/drops.h"

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "training/server/external_robot.h"

namespace sideline::training {

namespace {

constexpr double kStandsForS = 1.0;
constexpr int kMaxTries = 20; // tries per fall: a robot may land on its feet

bool isUpright(const monitor::RobotFrame& robot) {
    return game::isUpright(robot.X_STorso().R(2, 2), robot.headHeightRatio());
}

LyingSide sideOf(const monitor::RobotFrame& robot) {
    constexpr double kFaces = 0.5;
    const double frontUp = robot.X_STorso().R(2, 1); // bodies face along y
    return frontUp > kFaces    ? LyingSide::Back
           : frontUp < -kFaces ? LyingSide::Front
                               : LyingSide::Side;
}

// Waits until the robot has been upright for a while.
// @return start of that time; none if it was not upright within `longestS`
base::Expected<std::optional<double>> awaitUpright(ExternalRobot& robot, double longestS) {
    const double beganS = robot.timeS();
    std::optional<double> sinceS;
    while (robot.timeS() - beganS < longestS) {
        if (const auto seen = robot.receive(); !seen) {
            return tl::unexpected(seen.error());
        }
        if (!isUpright(robot.robot())) {
            sinceS.reset();
        } else if (!sinceS) {
            sinceS = robot.timeS();
        } else if (robot.timeS() - *sinceS >= kStandsForS) {
            return sinceS;
        }
    }
    return std::optional<double>();
}

// Sets the clock early in a half and lifts the robot near the halfway line.
base::Expected<void> lift(ExternalRobot& robot, double heightM) {
    monitor::AgentCommand command;
    command.agent = robot.id();
    command.p_STorso = Eigen::Vector3d(-5.0, 3.0, heightM);
    for (const monitor::TrainerCommand& each :
         {monitor::TrainerCommand(monitor::SetPlayMode{game::PlayMode::PlayOn}),
          monitor::TrainerCommand(monitor::SetTime{0.0}), monitor::TrainerCommand(command)}) {
        if (auto sent = robot.send(each); !sent) {
            return sent;
        }
    }
    return robot.waitUntil(
        [&] { return (robot.robot().X_STorso().p - *command.p_STorso).head<2>().norm() < 0.3; });
}

// Waits until the robot has fallen. @return time of the fall; none if it stays on its feet
base::Expected<std::optional<double>> awaitFall(ExternalRobot& robot) {
    constexpr double kFallTimeoutS = 2.0;
    const double beganS = robot.timeS();
    while (robot.timeS() - beganS < kFallTimeoutS) {
        if (const auto seen = robot.receive(); !seen) {
            return tl::unexpected(seen.error());
        }
        if (robot.robot().isFallen()) {
            return std::optional(robot.timeS());
        }
    }
    return std::optional<double>();
}

base::Expected<DropTrial> drop(ExternalRobot& robot, const DropSettings& settings) {
    constexpr double kLyingDelayS = 0.4; // time lying before it begins to rise
    for (int i = 0; i < kMaxTries; ++i) {
        if (const auto lifted = lift(robot, settings.heightM); !lifted) {
            return tl::unexpected(lifted.error());
        }
        const auto fellS = awaitFall(robot);
        if (!fellS) {
            return tl::unexpected(fellS.error());
        }
        if (!*fellS) {
            continue;
        }
        DropTrial trial;
        while (robot.timeS() - **fellS < kLyingDelayS) {
            if (const auto seen = robot.receive(); !seen) {
                return tl::unexpected(seen.error());
            }
        }
        trial.side = sideOf(robot.robot());
        const auto uprightS = awaitUpright(robot, settings.longestS);
        if (!uprightS) {
            return tl::unexpected(uprightS.error());
        }
        if (*uprightS) {
            trial.standsS = **uprightS - **fellS;
        }
        return trial;
    }
    return base::failure(base::ErrorCode::Io,
                         fmt::format("{} did not fall over when dropped from {} m",
                                     game::toString(robot.id()), settings.heightM));
}

} // namespace

std::string_view lyingSideName(LyingSide side) {
    switch (side) {
    case LyingSide::Front:
        return "front";
    case LyingSide::Back:
        return "back";
    case LyingSide::Side:
        return "side";
    }
    return "";
}

base::Expected<std::vector<DropTrial>> dropExternalRobot(
    const DropSettings& settings, const std::function<bool()>& isAlive,
    const std::function<void(const DropTrial&)>& onTrial) {
    auto robot = ExternalRobot::await(settings.server, isAlive, settings.stop);
    if (!robot) {
        return tl::unexpected(robot.error());
    }
    std::vector<DropTrial> trials;
    for (int i = 0; i < settings.drops; ++i) {
        const auto trial = drop(*robot, settings);
        if (!trial) {
            return tl::unexpected(trial.error());
        }
        if (onTrial) {
            onTrial(*trial);
        }
        trials.push_back(*trial);
    }
    return trials;
}

} // namespace sideline::training
