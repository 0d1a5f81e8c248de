#include "training/server/drops.h"

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "training/server/outsider.h"

namespace sideline::training {

namespace {

constexpr double kStandsForS = 1.0;
constexpr int kMostTries = 20; // of one fall: a robot may land on its feet

bool isUpright(const monitor::RobotFrame& robot) {
    return game::isUpright(robot.X_STorso().R(2, 2), robot.headShare());
}

LyingSide sideOf(const monitor::RobotFrame& robot) {
    constexpr double kFaces = 0.5;
    const double frontUp = robot.X_STorso().R(2, 1); // bodies face along y
    return frontUp > kFaces    ? LyingSide::Back
           : frontUp < -kFaces ? LyingSide::Front
                               : LyingSide::Side;
}

// Until it has been upright for a while.
// @return since when; nothing if it is not, after `longestS`
base::Expected<std::optional<double>> awaitUpright(Outsider& outsider, double longestS) {
    const double beganS = outsider.timeS();
    std::optional<double> sinceS;
    while (outsider.timeS() - beganS < longestS) {
        if (const auto seen = outsider.look(); !seen) {
            return tl::unexpected(seen.error());
        }
        if (!isUpright(outsider.robot())) {
            sinceS.reset();
        } else if (!sinceS) {
            sinceS = outsider.timeS();
        } else if (outsider.timeS() - *sinceS >= kStandsForS) {
            return sinceS;
        }
    }
    return std::optional<double>();
}

// Early in a half, near the middle line.
base::Expected<void> lift(Outsider& outsider, double heightM) {
    monitor::AgentCommand command;
    command.agent = outsider.id();
    command.p_STorso = Eigen::Vector3d(-5.0, 3.0, heightM);
    for (const monitor::TrainerCommand& each :
         {monitor::TrainerCommand(monitor::SetPlayMode{game::PlayMode::PlayOn}),
          monitor::TrainerCommand(monitor::SetTime{0.0}), monitor::TrainerCommand(command)}) {
        if (auto sent = outsider.send(each); !sent) {
            return sent;
        }
    }
    return outsider.lookUntil(
        [&] { return (outsider.robot().X_STorso().p - *command.p_STorso).head<2>().norm() < 0.3; });
}

// When it lies; nothing if it stays on its feet.
base::Expected<std::optional<double>> awaitFall(Outsider& outsider) {
    constexpr double kFallsWithinS = 2.0;
    const double beganS = outsider.timeS();
    while (outsider.timeS() - beganS < kFallsWithinS) {
        if (const auto seen = outsider.look(); !seen) {
            return tl::unexpected(seen.error());
        }
        if (outsider.robot().isFallen()) {
            return std::optional(outsider.timeS());
        }
    }
    return std::optional<double>();
}

base::Expected<DropTrial> drop(Outsider& outsider, const DropSettings& settings) {
    constexpr double kLiesAfterS = 0.4; // and has not begun to rise
    for (int i = 0; i < kMostTries; ++i) {
        if (const auto lifted = lift(outsider, settings.heightM); !lifted) {
            return tl::unexpected(lifted.error());
        }
        const auto fellS = awaitFall(outsider);
        if (!fellS) {
            return tl::unexpected(fellS.error());
        }
        if (!*fellS) {
            continue;
        }
        DropTrial trial;
        while (outsider.timeS() - **fellS < kLiesAfterS) {
            if (const auto seen = outsider.look(); !seen) {
                return tl::unexpected(seen.error());
            }
        }
        trial.side = sideOf(outsider.robot());
        const auto uprightS = awaitUpright(outsider, settings.longestS);
        if (!uprightS) {
            return tl::unexpected(uprightS.error());
        }
        if (*uprightS) {
            trial.standsS = **uprightS - **fellS;
        }
        return trial;
    }
    return base::failure(
        base::ErrorCode::Io,
        fmt::format("{} does not fall from {} m", game::toString(outsider.id()), settings.heightM));
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

base::Expected<std::vector<DropTrial>> dropOutsider(
    const DropSettings& settings, const std::function<bool()>& isAlive,
    const std::function<void(const DropTrial&)>& onTrial) {
    auto outsider = Outsider::await(settings.server, isAlive, settings.stop);
    if (!outsider) {
        return tl::unexpected(outsider.error());
    }
    std::vector<DropTrial> trials;
    for (int i = 0; i < settings.drops; ++i) {
        const auto trial = drop(*outsider, settings);
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
