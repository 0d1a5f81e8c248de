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

/// A point as a camera sees it: distance (m), theta and phi (rad).
using PolarVector = Eigen::Vector3d;

/// Two numbers of a camera that a vision frame can determine: a small turn in its own frame
/// (`R_SC exp(turn)`), then a shift of all that is seen in it, m. The shift is the camera's offset
/// less its own way; one vision frame cannot determine these two apart.
using CameraVector = Eigen::Matrix<double, 6, 1>;
using CameraMatrix = Eigen::Matrix<double, 6, 6>;

/// The camera of a belief and its spread.
struct CameraBelief {
    math::Pose X_SC;
    Eigen::Vector3d offset_C = Eigen::Vector3d::Zero(); ///< added to all that is seen, m
    CameraMatrix covariance = CameraMatrix::Zero();

    /// Where a point of the field is seen, in the camera, m.
    [[nodiscard]] Eigen::Vector3d see(const Eigen::Vector3d& p_S) const {
        return X_SC.R.transpose() * (p_S - X_SC.p) + offset_C;
    }
    /// Changes turn and place by what a vision frame reported.
    void move(const CameraVector& step);
};

/// One point that was seen, with the variance of its three numbers.
struct SeenPoint {
    bool isUsable = false;
    protocol::Polar percept;
    PolarVector z = PolarVector::Zero();
    PolarVector variance = PolarVector::Ones();
    Eigen::Vector3d p_C = Eigen::Vector3d::Zero();
};

/// The landmarks and lines of a vision frame, without those that make no sense. Memory is its own.
struct VisionPoints {
    static constexpr std::size_t kMaxLandmarks = 40;
    static constexpr std::size_t kMaxLines = 32;

    struct SeenLandmark {
        SeenPoint point;
        int landmark = 0; ///< in `FieldModel::landmarks()`
        /// Of one that has no name but only its kind's label, which may be wrong: `landmark` is
        /// then any of that kind, until `nameLabels`. 0 for one with a name.
        char label = 0;
    };
    struct SeenLine {
        std::array<SeenPoint, 2> ends;
        int index = 0; ///< in `VisionPercept::lines`
    };

    /// Takes what the field knows, at most as many as there is room for.
    void take(const protocol::VisionPercept& vision, const field::FieldModel& field,
              const VisionNoise& noise);
    [[nodiscard]] std::span<const SeenLandmark> landmarks() const {
        return std::span(m_landmarks).first(m_landmarkCount);
    }
    [[nodiscard]] std::span<const SeenLine> lines() const {
        return std::span(m_lines).first(m_lineCount);
    }
    /// Takes each landmark that has only a label for the one of its kind that it is nearest to, as
    /// seen by the belief; it may still be none of them.
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
/// How `polarOf` changes with the point.
[[nodiscard]] Eigen::Matrix3d polarJacobian(const Eigen::Vector3d& p_C);
/// `measured` less `predicted`, angles wrapped.
[[nodiscard]] PolarVector polarDifference(const PolarVector& measured,
                                          const PolarVector& predicted);

/// A measured point against a known one: residual, its change with turn and shift of the camera,
/// and the variance of the residual by noise and belief together.
struct PointComparison {
    PolarVector residual = PolarVector::Zero();
    Eigen::Matrix<double, 3, 6> rows = Eigen::Matrix<double, 3, 6>::Zero();
    Eigen::Matrix3d spread = Eigen::Matrix3d::Identity(); ///< only with `withSpread`
    Eigen::Vector3d p_C = Eigen::Vector3d::Zero();        ///< predicted
};
[[nodiscard]] PointComparison comparePoint(const SeenPoint& seen, const Eigen::Vector3d& known_S,
                                           const CameraBelief& camera, bool withSpread);

/// A measured point against a straight line through `from_S` in the unit direction `along_S`.
struct LineComparison {
    PointComparison point;                   ///< against the nearest point of the line
    PolarVector slope = PolarVector::Zero(); ///< how that is seen to move along the line
    double alongM = 0.0;                     ///< where it is, from `from_S`
    double squaredSigmas = 0.0;              ///< across the line
};
[[nodiscard]] LineComparison compareWithLine(const SeenPoint& seen, const Eigen::Vector3d& from_S,
                                             const Eigen::Vector3d& along_S,
                                             const CameraBelief& camera);

/// What a vision frame says of the camera: a normal equation, `matrix x = vector`.
struct CameraInformation {
    CameraMatrix matrix = CameraMatrix::Zero();
    CameraVector vector = CameraVector::Zero();

    /// Three numbers, weighted by their variances.
    void add(const PointComparison& comparison, const PolarVector& variance);
    /// Two numbers: what a shift along the line changes does not count.
    void addAcross(const LineComparison& comparison, const PolarVector& variance);
    /// The same for an unknown that counts from where the camera was before it moved by `at`.
    [[nodiscard]] CameraInformation movedBy(const CameraVector& at) const;
    /// The same when all that was seen has a common error of this covariance.
    [[nodiscard]] CameraInformation withCommonError(const CameraMatrix& covariance) const;
};

/// Squared distance of which all but one in ten thousand innovations stay below.
[[nodiscard]] double gateFor(int dimension);

} // namespace sideline::localization
