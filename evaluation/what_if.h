#pragma once

#include <cstdint>

#include "agentcore/base/rng.h"
#include "agentcore/localization/methods.h"
#include "agentcore/protocol/percepts.h"
#include "evaluation/agent_stream.h"

namespace sideline::evaluation {

/// Which observations reach an estimator, and what is done to them on the way.
struct ObservationFilter {
    bool cornerFlags = true;
    bool goalPosts = true;
    bool lines = true;
    bool gyro = true;
    bool accelerometer = true;
    bool feet = true;
    /// Noise that is added to what is seen, in times of the server's own model; 0 for none.
    double addedNoise = 0.0;
    int visionEvery = 1; ///< keeps every n-th vision frame only
    [[nodiscard]] bool operator==(const ObservationFilter&) const = default;
};

/// An estimator as it is run over a stream.
struct EstimatorSetup {
    localization::Method method = localization::Method::Fusion;
    localization::EstimatorOptions options;
    ObservationFilter filter;
    std::uint64_t seed = 1; ///< of added noise
    [[nodiscard]] bool operator==(const EstimatorSetup&) const = default;
};

/// Takes out and falsifies, in place; keeps the memory.
/// @param visionNumber which vision frame of the stream this is, from 0
void applyFilter(const ObservationFilter& filter, const localization::VisionNoise& law,
                 std::uint64_t visionNumber, base::Rng& rng, protocol::Percepts& percepts);

/// The percepts of a cycle as an estimator gets them: without ground truth, filtered as the setup
/// says, with noise in times of the server's own model, whatever the estimator counts on. Empty
/// where the message cannot be read.
/// @param visionCount vision frames of the stream before this cycle; counted on
void takePercepts(const StreamCycle& cycle, const EstimatorSetup& setup, std::uint64_t& visionCount,
                  protocol::Percepts& percepts);

} // namespace sideline::evaluation
