#pragma once

#include <functional>
#include <stop_token>

#include "agentcore/base/error.h"
#include "training/server/server_address.h"
#include "training/skill/scoring.h"

namespace sideline::training {

/// Setup for a scoring test of a lone robot controlled by any program on a server.
struct ExternalScoring {
    ServerAddress server;
    double longestS = 120.0; ///< maximum time of play; a start that takes longer has failed
    std::stop_token stop = {};
};

/// Runs one start of `benchScoring` with the robot on a server: waits until it has joined and
/// stands, places it and the ball, starts play by trainer commands, and observes until the goal.
/// @param start initial positions, see `scoringStart`
/// @param isAlive polled while no robot has joined: whether one may still join
/// Errors: those of `MatchWatch`; InvalidArgument if several robots play there; Io if none joins,
/// the robot leaves, or the server ignores trainer commands; Canceled.
[[nodiscard]] base::Expected<ScoringTrial> scoreExternal(const ExternalScoring& settings,
                                                         const ScoringTrial& start,
                                                         const std::function<bool()>& isAlive);

} // namespace sideline::training
