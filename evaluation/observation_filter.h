#pragma once

#include <cstdint>

#include "agentcore/base/rng.h"
#include "agentcore/localization/methods.h"
#include "agentcore/protocol/percepts.h"
#include "evaluation/agent_stream.h"

namespace sideline::evaluation {

/// Selects and modifies the observations that an estimator receives.
struct ObservationFilter {
    bool cornerFlags = true;
    bool goalPosts = true;
    bool lines = true;
    bool gyro = true;
    bool accelerometer = true;
    bool feet = true;
    /// Noise added to vision, relative to the server's own model; 0: none.
    double addedNoise = 0.0;
    int visionEvery = 1; ///< keeps only every n-th vision frame
    [[nodiscard]] bool operator==(const ObservationFilter&) const = default;
};

/// The configuration of an estimator that is run over a stream.
struct EstimatorSetup {
    localization::Method method = localization::Method::Fusion;
    localization::EstimatorOptions options;
    ObservationFilter filter;
    std::uint64_t seed = 1; ///< seed of added noise
    [[nodiscard]] bool operator==(const EstimatorSetup&) const = default;
};

/// Removes and modifies observations in place, without releasing memory.
/// @param visionNumber index of the vision frame in the stream, from 0
void applyFilter(const ObservationFilter& filter, const localization::VisionNoise& law,
                 std::uint64_t visionNumber, base::Rng& rng, protocol::Percepts& percepts);

/// Creates the percepts of a cycle for an estimator: without ground truth, filtered as configured,
/// with noise relative to the server's own model, independent of the estimator's assumptions. Empty
/// if the message is malformed.
/// @param visionCount number of vision frames before this cycle; incremented
void takePercepts(const StreamCycle& cycle, const EstimatorSetup& setup, std::uint64_t& visionCount,
                  protocol::Percepts& percepts);

} // namespace sideline::evaluation
