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

/// An observed landmark of the field.
struct KnownPoint {
    std::size_t index = 0; ///< index in `FieldModel::landmarks()`
    bool isCornerFlag = false;
    Eigen::Vector3d known_S = Eigen::Vector3d::Zero(); ///< its true position, m
    Eigen::Vector3d seen_T = Eigen::Vector3d::Zero();  ///< its observed position, torso frame, m
};

/// Whether a percept is finite and within the maximum possible distance.
[[nodiscard]] bool isSensible(const protocol::Polar& polar);

/// The parts of a vision frame that closed forms use: named landmarks, and the plane of the
/// lines.
///
/// Independent of the order of the percepts (the plane up to rounding). A landmark that is reported
/// several times counts once, with its mean. No allocation.
class SeenParts {
public:
    /// Maximum number of a field's landmarks that are used; fields have 8.
    static constexpr std::size_t kMaxLandmarks = 40;

    /// Replaces the contents with those of a vision frame.
    /// @param X_TC pose of the camera in the torso
    void collect(const protocol::VisionPercept& vision, const field::FieldModel& field,
                 const math::Pose& X_TC);
    void clear();

    /// Returns the landmarks in the field's order.
    [[nodiscard]] std::span<const KnownPoint> landmarks() const {
        return std::span(m_landmarks).first(m_landmarkCount);
    }
    [[nodiscard]] std::size_t lineCount() const { return m_lineCount; }
    /// Returns the upward normal of the ground in the torso frame, from the ends of all lines;
    /// not set for fewer than two lines or collinear ones.
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
    Eigen::Matrix3d m_lineScatter_T = Eigen::Matrix3d::Zero(); ///< scatter about the center, m^2
};

} // namespace sideline::localization
