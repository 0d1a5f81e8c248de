#pragma once

#include <array>
#include <optional>
#include <span>

#include <Eigen/Core>

#include "agentcore/field/field_model.h"
#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"

namespace sideline::localization {

/// A point as observed by a camera: distance (m), theta and phi (rad).
using PolarVector = Eigen::Vector3d;

/// The camera parameters that a vision frame can determine: a small rotation in its own frame
/// (`R_SC exp(turn)`), then a translation of all observations in it, m. The translation is the
/// camera's offset minus its motion; a single vision frame cannot separate the two.
using CameraVector = Eigen::Matrix<double, 6, 1>;
using CameraMatrix = Eigen::Matrix<double, 6, 6>;

/// The camera pose of a belief and its covariance.
struct CameraBelief {
    math::Pose X_SC;
    Eigen::Vector3d offset_C = Eigen::Vector3d::Zero(); ///< offset added to all observations, m
    CameraMatrix covariance = CameraMatrix::Zero();

    /// Returns where a point of the field is observed in the camera frame, m.
    [[nodiscard]] Eigen::Vector3d see(const Eigen::Vector3d& p_S) const {
        return X_SC.R.transpose() * (p_S - X_SC.p) + offset_C;
    }
    /// Applies a step of rotation and translation.
    void move(const CameraVector& step);
};

/// An observed point with the variances of its three values.
struct SeenPoint {
    bool isUsable = false;
    protocol::Polar percept;
    PolarVector z = PolarVector::Zero();
    PolarVector variance = PolarVector::Ones();
    Eigen::Vector3d p_C = Eigen::Vector3d::Zero();
};

/// The plausible landmarks and lines of a vision frame, in preallocated memory.
struct VisionPoints {
    static constexpr std::size_t kMaxLandmarks = 40;
    static constexpr std::size_t kMaxLines = 32;

    struct SeenLandmark {
        SeenPoint point;
        int landmark = 0; ///< index in `FieldModel::landmarks()`
        /// Label of a landmark without a name, possibly wrong: `landmark` is then any landmark of
        /// that kind until `nameLabels` is called. 0 for a landmark with a name.
        char label = 0;
    };
    struct SeenLine {
        std::array<SeenPoint, 2> ends;
        int index = 0; ///< index in `VisionPercept::lines`
    };

    /// Stores the observations of objects on the field, up to the capacity.
    void take(const protocol::VisionPercept& vision, const field::FieldModel& field,
              const VisionNoise& noise);
    [[nodiscard]] std::span<const SeenLandmark> landmarks() const {
        return std::span(m_landmarks).first(m_landmarkCount);
    }
    [[nodiscard]] std::span<const SeenLine> lines() const {
        return std::span(m_lines).first(m_lineCount);
    }
    /// Assigns each landmark with a label to the nearest one of its kind according to the belief;
    /// the assignment may be wrong.
    void nameLabels(const CameraBelief& belief, const field::FieldModel& field);
    /// Whether any landmark has only a label.
    [[nodiscard]] bool hasLabels() const;
    [[nodiscard]] bool isEmpty() const { return m_landmarkCount + m_lineCount == 0; }

private:
    std::array<SeenLandmark, kMaxLandmarks> m_landmarks;
    std::array<SeenLine, kMaxLines> m_lines;
    std::size_t m_landmarkCount = 0;
    std::size_t m_lineCount = 0;
};

[[nodiscard]] PolarVector polarOf(const Eigen::Vector3d& p_C);
[[nodiscard]] protocol::Polar perceptOf(const PolarVector& z);
/// Returns the derivative of `polarOf` with respect to the point.
[[nodiscard]] Eigen::Matrix3d polarJacobian(const Eigen::Vector3d& p_C);
/// Returns `measured` minus `predicted`, with wrapped angles.
[[nodiscard]] PolarVector polarDifference(const PolarVector& measured,
                                          const PolarVector& predicted);

/// A measured point compared with a known one: the residual, its derivative with respect to
/// rotation and translation of the camera, and its covariance from noise and belief.
struct PointComparison {
    PolarVector residual = PolarVector::Zero();
    Eigen::Matrix<double, 3, 6> rows = Eigen::Matrix<double, 3, 6>::Zero();
    Eigen::Matrix3d spread = Eigen::Matrix3d::Identity(); ///< computed only with `withSpread`
    Eigen::Vector3d p_C = Eigen::Vector3d::Zero();        ///< predicted position
};
[[nodiscard]] PointComparison comparePoint(const SeenPoint& seen, const Eigen::Vector3d& known_S,
                                           const CameraBelief& camera, bool withSpread);

/// A measured point compared with a line through `from_S` in the unit direction `along_S`.
struct LineComparison {
    PointComparison point;                   ///< comparison with the nearest point of the line
    PolarVector slope = PolarVector::Zero(); ///< derivative of the observation along the line
    double alongM = 0.0;                     ///< distance of the nearest point from `from_S`
    double squaredSigmas = 0.0;              ///< perpendicular to the line
};
[[nodiscard]] LineComparison compareWithLine(const SeenPoint& seen, const Eigen::Vector3d& from_S,
                                             const Eigen::Vector3d& along_S,
                                             const CameraBelief& camera);

/// A vision frame's information about the camera: the normal equation `matrix x = vector`.
struct CameraInformation {
    CameraMatrix matrix = CameraMatrix::Zero();
    CameraVector vector = CameraVector::Zero();

    /// Adds three values, weighted by their variances.
    void add(const PointComparison& comparison, const PolarVector& variance);
    /// Adds the two values that remain without the effect of a shift along the line.
    void addAcross(const LineComparison& comparison, const PolarVector& variance);
    /// Returns the same information for steps relative to the camera before it was moved by `at`.
    [[nodiscard]] CameraInformation movedBy(const CameraVector& at) const;
    /// Returns the information if all observations have a common error with this covariance.
    [[nodiscard]] CameraInformation withCommonError(const CameraMatrix& covariance) const;
};

/// Returns the squared distance that one in ten thousand innovations exceeds.
[[nodiscard]] double gateFor(int dimension);

} // namespace sideline::localization
