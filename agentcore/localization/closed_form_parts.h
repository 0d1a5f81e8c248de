#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::localization {

/// A landmark of the field that was seen.
struct KnownPoint {
    std::size_t index = 0; ///< in `FieldModel::landmarks()`
    bool isCornerFlag = false;
    Eigen::Vector3d known_S = Eigen::Vector3d::Zero(); ///< where it is, m
    Eigen::Vector3d seen_T = Eigen::Vector3d::Zero();  ///< where it was seen, from the torso, m
};

/// Whether a percept is finite and no further away than anything can be.
[[nodiscard]] bool isSensible(const protocol::Polar& polar);

/// What a vision frame gives the closed forms: landmarks with names, and the plane in which the
/// lines lie.
///
/// The same for every order of the percepts (the plane but for rounding). A landmark that is
/// reported several times counts once, with its mean. No allocation.
class SeenParts {
public:
    /// Landmarks beyond this many of a field are not looked at; fields have 8.
    static constexpr std::size_t kMaxLandmarks = 40;

    /// Takes a vision frame; what was there before is forgotten.
    /// @param X_TC pose of the camera in the torso
    void collect(const protocol::VisionPercept& vision, const field::FieldModel& field,
                 const math::Pose& X_TC);
    void clear();

    /// In the field's order.
    [[nodiscard]] std::span<const KnownPoint> landmarks() const {
        return std::span(m_landmarks).first(m_landmarkCount);
    }
    [[nodiscard]] std::size_t lineCount() const { return m_lineCount; }
    /// The upward normal of the ground in the torso frame, from the ends of all lines; nothing if
    /// there are fewer than two lines, or all of them lie along one.
    [[nodiscard]] std::optional<Eigen::Vector3d> groundNormal_T() const;

private:
    void collectLandmarks(const protocol::VisionPercept& vision, const field::FieldModel& field,
                          const math::Pose& X_TC);
    void collectLines(const protocol::VisionPercept& vision, const math::Pose& X_TC);

    std::array<KnownPoint, kMaxLandmarks> m_landmarks;
    std::size_t m_landmarkCount = 0;
    std::size_t m_lineCount = 0;
    Eigen::Vector3d m_camera_T = Eigen::Vector3d::Zero();
    Eigen::Vector3d m_lineCenter_T = Eigen::Vector3d::Zero();
    Eigen::Matrix3d m_lineScatter_T = Eigen::Matrix3d::Zero(); ///< about the center, m^2
};

} // namespace sideline::localization
