#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "agentcore/math/angles.h"
#include "evaluation/pose_run.h"
#include "evaluation/truth.h"

namespace sideline::evaluation {

/// The error of a belief in a cycle.
struct PoseError {
    double groundM = 0.0;    ///< error of the camera's position on the ground
    double spaceM = 0.0;     ///< 3D error of the camera's position; NaN without a believed height
    double heightM = 0.0;    ///< signed, belief minus truth; NaN without a believed height
    double headingRad = 0.0; ///< signed error of the camera's forward axis
    /// Squared error of x, y and heading in sigmas (3 degrees of freedom, expected mean 3),
    /// including the rounding of the truth. Not set for methods without a covariance.
    std::optional<double> squaredSigmas;
};

/// Returns the errors of each cycle; nullopt without truth or a valid belief.
[[nodiscard]] std::vector<std::optional<PoseError>> errorsOf(const AgentStream& stream,
                                                             const PoseRun& run,
                                                             const TruthTrack& truth);

/// Adds the errors of the cycles since the last call; see `errorsOf`.
void addErrors(const AgentStream& stream, const PoseRun& run, const TruthTrack& truth,
               std::vector<std::optional<PoseError>>& errors);

/// The activity of a robot in a cycle, from truth and percepts.
enum class Activity : std::uint8_t { Standing, Walking, Fallen };
[[nodiscard]] std::vector<Activity> activitiesOf(const AgentStream& stream,
                                                 const TruthTrack& truth);

/// A distribution of absolute errors.
struct Distribution {
    std::size_t count = 0;
    double mean = 0.0;
    double rms = 0.0;
    double median = 0.0;
    double p95 = 0.0;
    double max = 0.0;
};
[[nodiscard]] Distribution distributionOf(std::vector<double> values);

/// The errors of a group of cycles.
struct ErrorScore {
    Distribution groundM;
    Distribution spaceM;
    Distribution headingRad;
    Distribution heightM;
};

/// Error limits of a successful recovery.
inline constexpr double kFoundM = 0.1;
inline constexpr double kFoundRad = math::radFromDeg(1.0);

/// A camera's offset counts as learned when the sigma of its worst axis is below this; the initial
/// value is 0.0029 m.
inline constexpr double kLearnedM = 0.001;

/// The performance of an estimator on a stream.
struct RunScore {
    ErrorScore all;
    ErrorScore vision; ///< cycles with a vision frame
    ErrorScore standing;
    ErrorScore walking;
    ErrorScore fallen;
    ErrorScore unlearned; ///< cycles with a camera offset less certain than
                          /// `kLearnedM`, for methods that learn it
    ErrorScore learned;   ///< other cycles of these methods
    /// Number of cycles since the first vision frame with two landmarks; after a beam, since the
    /// first such frame after it: localization is impossible before.
    std::size_t cycles = 0;
    double validRatio = 0.0;            ///< fraction of `cycles` with a valid belief
    std::optional<double> microseconds; ///< mean time of an update, if known
    std::optional<double> p99Microseconds;
    std::optional<double> meanSquaredSigmas; ///< divided by the degrees of freedom; ideally 1
    std::optional<double> consistentRatio;   ///< fraction of cycles within the 95 % region
    std::optional<double> residualSigmas;    ///< root mean square over vision frames; see `PoseRun`
    /// Recovery times after beams, reported moves, and jumps of the truth by over 0.4 m: from the
    /// first vision frame until the error stays below 0.1 m and 1 degree for a second. An event is
    /// omitted if another one follows within 1.5 s.
    std::vector<double> recoveryS;
    std::size_t unrecovered = 0; ///< beams and moves without recovery
};

/// @param from,to range of scored cycles; all by default
[[nodiscard]] RunScore scoreOf(const AgentStream& stream, const PoseRun& run,
                               const TruthTrack& truth, std::size_t from = 0,
                               std::size_t to = static_cast<std::size_t>(-1));

/// Returns the score for errors that have already been computed.
[[nodiscard]] RunScore scoreOf(const AgentStream& stream, const PoseRun& run,
                               const TruthTrack& truth,
                               std::span<const std::optional<PoseError>> errors, std::size_t from,
                               std::size_t to);

} // namespace sideline::evaluation
