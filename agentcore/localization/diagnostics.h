#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include <Eigen/Core>

#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::localization {

/// What kind of thing reported an estimator something.
enum class ObservationKind : std::uint8_t {
    CornerFlag,
    GoalPost,
    Line, ///< of the field; they come without names
    Foot, ///< a foot that reports a force stands on the ground
};

/// What an estimator made of an observation.
enum class Verdict : std::uint8_t {
    Used,
    Refused,   ///< it does not fit the belief: further away than the gate
    Unmatched, ///< a line that could be none of the field's, or several
    Unused,    ///< the method has no use for things of this kind
};

/// One thing that was perceived in a cycle, against what the belief expected.
struct ObservationReport {
    ObservationKind kind = ObservationKind::CornerFlag;
    Verdict verdict = Verdict::Unused;
    /// For landmarks the index in `FieldModel::landmarks()`; for lines the one in
    /// `VisionPercept::lines`; for feet the one in `Percepts::forces`; otherwise 0.
    int index = 0;
    int fieldLine = -1; ///< for lines: index in `FieldModel::lines()`; -1 if it has none
    int pointCount = 0; ///< how many of the following count: 1 for landmarks, 2 for lines, else 0
    std::array<protocol::Polar, 2> measured{};
    std::array<protocol::Polar, 2> predicted{}; ///< by the belief; only if `hasPrediction`
    /// Where it really is, m: the landmark, or what the two ends are on the field's line.
    std::array<Eigen::Vector3d, 2> known_S{Eigen::Vector3d::Zero(), Eigen::Vector3d::Zero()};
    /// For lines: this end lies where the view cut the line, so only its distance from the line
    /// counts.
    std::array<bool, 2> isCut{};
    bool hasPrediction = false;
    double squaredSigmas = 0.0; ///< innovation, squared Mahalanobis distance
    int dimension = 0;          ///< of the innovation
    double gate = 0.0;          ///< `squaredSigmas` from here on is refused; 0 without a gate
};

/// How far an estimator has come.
enum class PoseStage : std::uint8_t {
    Searching, ///< it does not know where it is
    Tracking,  ///< vision frames continue confirming it
    Blind,     ///< carried on without vision frames for longer than usual
    Doubtful,  ///< vision frames do not fit any more
};

/// Why an estimator believes what it believes, of one cycle. Memory is used again.
struct PoseDiagnostics {
    PoseStage stage = PoseStage::Searching;
    std::vector<ObservationReport> observations;
    double squaredSigmas = 0.0; ///< of all that were used, together
    int dimension = 0;
    /// Other poses (torso in S) that were considered in this cycle: particles, hypotheses of a
    /// search.
    std::vector<math::Pose> candidates_ST;
    const char* note =
        ""; ///< one short sentence, such as "two landmarks and gravity"; may be empty

    /// Empties everything and keeps the memory.
    void clear();
};

[[nodiscard]] const char* nameOf(ObservationKind kind); ///< as `corner flag`
[[nodiscard]] const char* nameOf(Verdict verdict);      ///< as `used`
[[nodiscard]] const char* nameOf(PoseStage stage);      ///< as `tracking`

} // namespace sideline::localization
