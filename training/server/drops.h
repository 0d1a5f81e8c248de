#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "training/server/server_address.h"

namespace sideline::training {

/// Settings for dropping a robot controlled by any program, so that it falls.
struct DropSettings {
    ServerAddress server;
    int drops = 30;
    double heightM = 2.0;   ///< height of the torso; from 1 m some robots land on their feet
    double longestS = 20.0; ///< time limit for standing up
    std::stop_token stop = {};
};

/// Lying position of a robot.
enum class LyingSide : std::uint8_t { Front, Back, Side };
/// Returns the name, such as `front`.
[[nodiscard]] std::string_view lyingSideName(LyingSide side);

/// One fall.
struct DropTrial {
    LyingSide side = LyingSide::Side;
    /// Time from the fall until it stands for at least a second.
    std::optional<double> standsS;
};

/// Repeatedly lifts and drops the robot on a server and measures the time that it takes to get up.
/// It has to fall, since trainer commands cannot place a robot lying down.
/// @param isAlive see `ExternalRobot::await`
/// Errors: those of `ExternalRobot`; Io for a robot that never falls.
[[nodiscard]] base::Expected<std::vector<DropTrial>> dropExternalRobot(
    const DropSettings& settings, const std::function<bool()>& isAlive,
    const std::function<void(const DropTrial&)>& onTrial = {});

} // namespace sideline::training
