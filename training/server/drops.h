#pragma once

#include <functional>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "training/server/server_address.h"

namespace sideline::training {

/// How a robot of any program is dropped, so that it falls.
struct DropSettings {
    ServerAddress server;
    int drops = 30;
    double heightM = 2.0;   ///< of the torso; from 1 m some land on their feet
    double longestS = 20.0; ///< until it stands, or has failed
    std::stop_token stop = {};
};

/// How a robot lies.
enum class LyingSide : std::uint8_t { Front, Back, Side };
/// As `front`.
[[nodiscard]] std::string_view lyingSideName(LyingSide side);

/// One fall.
struct DropTrial {
    LyingSide side = LyingSide::Side;
    /// From when it counts as fallen until it stands, and goes on standing for a second.
    std::optional<double> standsS;
};

/// Lifts whoever plays on a server and lets go, again and again: how long does it take to get up?
/// It falls by itself, as nobody can be put down lying.
/// @param isAlive see `Outsider::await`
/// Errors: those of `Outsider`; Io for a robot that never falls.
[[nodiscard]] base::Expected<std::vector<DropTrial>> dropOutsider(
    const DropSettings& settings, const std::function<bool()>& isAlive,
    const std::function<void(const DropTrial&)>& onTrial = {});

} // namespace sideline::training
