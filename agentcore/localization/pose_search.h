#pragma once

#include <array>
#include <optional>
#include <span>

#include "agentcore/localization/observation_model.h"
#include "agentcore/localization/vision_fit.h"
#include "agentcore/math/pose.h"

namespace sideline::localization {

/// What a search for a robot starts from.
struct SearchInput {
    const VisionPoints& vision;
    const VisionScene& scene;
    math::Pose X_TC;
    Eigen::Vector3d offset_C = Eigen::Vector3d::Zero();
    double offsetSigmaM = 0.003;
    /// Turns that the torso may have, any heading; likelier ones first. At most 4.
    std::span<const Eigen::Matrix3d> tilts;
    /// Where it was before, torso in S. Without a landmark the search looks only near it, because
    /// the field's lines are the same from both sides.
    std::optional<math::Pose> last_ST;
};

/// A place that explains a vision frame.
struct FoundPose {
    math::Pose X_ST;
    VisionCost cost;
    bool isCertain = false; ///< explains nearly all, and no other place does nearly as well
};

/// Looks for a robot by one vision frame and its likely tilts. Two landmarks give a place by
/// themselves, one together with the directions of lines, none only close to the last place. What
/// was weighed is kept for who wants to see it. Allocates nothing.
///
/// All guesses are looked at roughly, but only the best few that are apart from each other are
/// weighed with all care, so that a robot that stays lost stays cheap.
class PoseSearch {
public:
    /// So many places are weighed by one vision frame at most.
    static constexpr std::size_t kMostWeighed = 8;

    /// @return the best place, if anything fits at all
    [[nodiscard]] std::optional<FoundPose> find(const SearchInput& input);
    /// Places that were weighed in the last search.
    [[nodiscard]] std::span<const FoundPose> weighed() const {
        return std::span(m_weighed).first(m_weighedCount);
    }

private:
    static constexpr std::size_t kMostGuesses = 128;
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

    std::array<FoundPose, kMostWeighed> m_weighed;
    std::array<Guess, kMostGuesses> m_guesses;
    std::size_t m_weighedCount = 0;
    std::size_t m_guessCount = 0;
};

/// Turns T so that `up_T` points up; any heading.
[[nodiscard]] Eigen::Matrix3d levelled(const Eigen::Vector3d& up_T);

/// The upright direction in the camera by the plane of the lines that are seen, if they span one.
[[nodiscard]] std::optional<Eigen::Vector3d> upByLines(const VisionPoints& vision);

} // namespace sideline::localization
