#pragma once

#include <array>
#include <optional>
#include <span>

#include "agentcore/localization/observation_model.h"
#include "agentcore/localization/vision_fit.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// Prior information for a pose search.
struct SearchInput {
    const VisionPoints& vision;
    const VisionScene& scene;
    math::Pose X_TC;
    Eigen::Vector3d offset_C = Eigen::Vector3d::Zero();
    double offsetSigmaM = 0.003;
    /// Height of the torso on straight legs: the scale of possible heights.
    double standingTorsoM = 0.385;
    /// Possible torso tilts with any heading; the most likely first, at most 4.
    std::span<const Eigen::Matrix3d> tilts;
    /// Previous pose, torso in S. Without a landmark, the search stays near it because the field
    /// lines are symmetric.
    std::optional<math::Pose> last_ST;
};

/// A pose that explains a vision frame.
struct FoundPose {
    math::Pose X_ST;
    VisionCost cost;
    bool isCertain = false; ///< whether it explains nearly everything, and much better than any
                            ///< other pose
};

/// Searches for the pose that explains one vision frame, given likely tilts. Two landmarks
/// determine a position; with only one, line directions are needed as well, and with none the
/// previous pose. The candidates are kept for display. No allocation.
///
/// All guesses are evaluated coarsely, but only the best few distinct ones in detail. This limits
/// the computing time of a robot that remains without a pose.
class PoseSearch {
public:
    /// Maximum number of candidates per vision frame.
    static constexpr std::size_t kMaxWeighed = 8;

    /// @return the best pose, if any fits
    [[nodiscard]] std::optional<FoundPose> find(const SearchInput& input);
    /// Returns the candidates of the last search.
    [[nodiscard]] std::span<const FoundPose> weighed() const {
        return std::span(m_weighed).first(m_weighedCount);
    }

private:
    static constexpr std::size_t kMaxGuesses = 128;
    struct Guess {
        math::Pose X_ST;
        double misfit = 0.0;
    };

    void guessByLandmarks(const SearchInput& input, const Eigen::Matrix3d& R_LevelT);
    void guessByPairs(const SearchInput& input, const Eigen::Matrix3d& R_LevelT);
    void guessByLines(const SearchInput& input, const Eigen::Matrix3d& R_LevelT);
    void guess(const SearchInput& input, const math::Pose& X_ST);
    void weighBest(const SearchInput& input);
    void weigh(const SearchInput& input, const math::Pose& X_ST);

    std::array<FoundPose, kMaxWeighed> m_weighed;
    std::array<Guess, kMaxGuesses> m_guesses;
    std::size_t m_weighedCount = 0;
    std::size_t m_guessCount = 0;
};

/// Rotates T so that `up_T` points up, with arbitrary heading.
[[nodiscard]] Eigen::Matrix3d levelled(const Eigen::Vector3d& up_T);

/// Returns the up direction in the camera frame from the visible lines, if they span a plane.
[[nodiscard]] std::optional<Eigen::Vector3d> upByLines(const VisionPoints& vision);

} // namespace sideline::localization
