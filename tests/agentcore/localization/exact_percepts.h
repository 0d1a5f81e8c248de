#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/localization/camera.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/pose.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/nao.h"

/// Percepts without noise and rounding, from a known pose.
namespace sideline::tests {

/// Returns an upright torso; a heading of 0 looks along x.
inline math::Pose standingAt(double x_S, double y_S, double headingRad, double z_S = 0.38) {
    const Eigen::AngleAxisd turn(headingRad - 0.5 * math::kPi, Eigen::Vector3d::UnitZ());
    return {turn.toRotationMatrix(), {x_S, y_S, z_S}};
}

/// Returns the equivalent pose from the other side of the field.
inline math::Pose mirrored(const math::Pose& X_ST) {
    const Eigen::Matrix3d half = Eigen::Vector3d(-1.0, -1.0, 1.0).asDiagonal().toDenseMatrix();
    return {half * X_ST.R, half * X_ST.p};
}

inline Eigen::Matrix3d tiltAbout(double angleRad, double directionRad) {
    const Eigen::Vector3d axis(std::cos(directionRad), std::sin(directionRad), 0.0);
    return Eigen::AngleAxisd(angleRad, axis).toRotationMatrix();
}

/// Returns the heading of a torso, rad.
inline double headingRad(const math::Pose& X_ST) {
    return std::atan2(X_ST.R(1, 1), X_ST.R(0, 1));
}

inline double distanceM(const math::Pose& a, const math::Pose& b) {
    return (a.p - b.p).norm();
}

/// Returns the angle of the rotation between two orientations, rad.
inline double angleRad(const math::Pose& a, const math::Pose& b) {
    return Eigen::AngleAxisd(a.R.transpose() * b.R).angle();
}

inline protocol::Polar polarOf(const Eigen::Vector3d& p_C) {
    return {p_C.norm(), math::degFromRad(std::atan2(-p_C.x(), p_C.y())),
            math::degFromRad(std::atan2(p_C.z(), p_C.head<2>().norm()))};
}

/// Returns the part of a line within the view, by the server's rule but without its rounding: a
/// line whose ends are both within the angles is wholly visible, others are clipped to the
/// rectangle of the image.
inline std::optional<std::pair<Eigen::Vector3d, Eigen::Vector3d>> seenPart(
    const Eigen::Vector3d& from_C, const Eigen::Vector3d& to_C,
    const robot::VisionSettings::Cone& cone) {
    const auto isSeen = [&cone](const Eigen::Vector3d& p) {
        return std::abs(std::atan2(p.x(), p.y())) <= cone.halfWidthRad &&
               std::abs(std::atan2(p.z(), p.head<2>().norm())) <= cone.halfHeightRad &&
               p.norm() > 0.1;
    };
    if (isSeen(from_C) && isSeen(to_C)) {
        return std::pair(from_C, to_C);
    }
    const double wide = std::tan(cone.halfWidthRad);
    const double high = std::tan(cone.halfHeightRad);
    // Each row is the distance to a plane of the view pyramid.
    Eigen::Matrix<double, 5, 3> planes;
    planes << 0, 1, 0, -1, wide, 0, 1, wide, 0, 0, high, -1, 0, high, 1;
    Eigen::Matrix<double, 5, 1> atFrom = planes * from_C;
    Eigen::Matrix<double, 5, 1> atTo = planes * to_C;
    atFrom(0) -= 0.1;
    atTo(0) -= 0.1;
    double begin = 0.0;
    double end = 1.0;
    for (int i = 0; i < 5; ++i) {
        if (atFrom(i) < 0.0 && atTo(i) < 0.0) {
            return std::nullopt;
        }
        const double crossing = atFrom(i) / (atFrom(i) - atTo(i));
        if (atFrom(i) < 0.0) {
            begin = std::max(begin, crossing);
        } else if (atTo(i) < 0.0) {
            end = std::min(end, crossing);
        }
    }
    if (!(begin < end)) {
        return std::nullopt;
    }
    const Eigen::Vector3d along = to_C - from_C;
    return std::pair<Eigen::Vector3d, Eigen::Vector3d>(from_C + begin * along,
                                                       from_C + end * along);
}

/// Returns the landmarks and lines that a camera sees.
/// @param field must outlive the vision frame, which points to its names
/// @param offset_C offset added to every point, m
inline protocol::VisionPercept exactVision(
    const math::Pose& X_SC, const field::FieldModel& field, const robot::VisionSettings::Cone& cone,
    const Eigen::Vector3d& offset_C = Eigen::Vector3d::Zero()) {
    protocol::VisionPercept vision;
    const math::Pose X_CS = X_SC.inverse();
    for (const field::Landmark& landmark : field.landmarks()) {
        const Eigen::Vector3d p_C = X_CS * landmark.p_S + offset_C;
        const protocol::Polar polar = polarOf(p_C);
        if (std::abs(polar.thetaDeg) <= math::degFromRad(cone.halfWidthRad) &&
            std::abs(polar.phiDeg) <= math::degFromRad(cone.halfHeightRad) && p_C.norm() > 0.1) {
            vision.objects.push_back({landmark.name, polar});
        }
    }
    for (const field::LineSegment& line : field.lines()) {
        const Eigen::Vector3d from_C =
            X_CS * Eigen::Vector3d(line.from_S.x(), line.from_S.y(), 0.0) + offset_C;
        const Eigen::Vector3d to_C =
            X_CS * Eigen::Vector3d(line.to_S.x(), line.to_S.y(), 0.0) + offset_C;
        if (const auto part = seenPart(from_C, to_C, cone)) {
            vision.lines.emplace_back(polarOf(part->first), polarOf(part->second));
        }
    }
    return vision;
}

/// Swaps only names, so that the vision frame is that from the mirrored pose.
/// @param field field with the names of the vision frame
inline void mirrorNames(protocol::VisionPercept& vision, const field::FieldModel& field) {
    for (protocol::SeenObject& object : vision.objects) {
        const auto find = [&field](const auto& matches) {
            return std::ranges::find_if(field.landmarks(), matches);
        };
        const auto own = find([&](const auto& landmark) { return landmark.name == object.name; });
        if (own == field.landmarks().end()) {
            continue;
        }
        const Eigen::Vector3d other(-own->p_S.x(), -own->p_S.y(), own->p_S.z());
        object.name =
            find([&](const auto& landmark) { return (landmark.p_S - other).norm() < 1e-9; })->name;
    }
}

/// Shuffles all observations, including the ends of lines.
inline void shuffle(protocol::VisionPercept& vision, base::Rng& rng) {
    const auto mix = [&rng](auto& list) {
        for (std::size_t i = list.size(); i > 1; --i) {
            std::swap(list[i - 1], list[rng.below(i)]);
        }
    };
    mix(vision.objects);
    mix(vision.lines);
    for (auto& [from, to] : vision.lines) {
        if (rng.below(2) == 1) {
            std::swap(from, to);
        }
    }
}

/// A robot at rest that perceives exactly. Not copyable: percepts point into it.
class ExactRobot {
public:
    explicit ExactRobot(robot::NaoType type = robot::NaoType::Standard)
        : model(robot::naoModel(type)),
          field(field::newestField().dimensions),
          anglesRad(model.joints().size(), 0.0) {
        percepts.gyros.push_back({"torso", Eigen::Vector3d::Zero()});
        percepts.accelerometers.push_back({"torso", {0.0, 0.0, 9.81}});
    }
    ExactRobot(const ExactRobot&) = delete;
    ExactRobot& operator=(const ExactRobot&) = delete;

    [[nodiscard]] math::Pose cameraInTorso() const {
        return localization::poseInTorso(model, model.cameraBody(), anglesRad);
    }
    /// Sets pan to the left and tilt upward, rad.
    void turnHead(double panRad, double tiltRad) {
        setJoint("he1", panRad);
        setJoint("he2", tiltRad);
    }
    /// Sets the accelerometer of a body at rest; the gyro reports `gyro_TDegPerS`.
    void feel(const math::Pose& X_ST,
              const Eigen::Vector3d& gyro_TDegPerS = Eigen::Vector3d::Zero()) {
        percepts.gyros.front().value = gyro_TDegPerS;
        percepts.accelerometers.front().value =
            X_ST.R.transpose() * Eigen::Vector3d(0.0, 0.0, 9.81);
    }
    /// Sets the same sensors and a vision frame.
    void perceive(const math::Pose& X_ST,
                  const Eigen::Vector3d& offset_C = Eigen::Vector3d::Zero()) {
        feel(X_ST);
        percepts.vision = exactVision(X_ST * cameraInTorso(), field,
                                      model.percepts().vision.cone.value(), offset_C);
    }
    void closeEyes() { percepts.vision.reset(); }
    /// Keeps only the first landmarks and lines, in these numbers.
    void seeOnly(std::size_t landmarks, std::size_t lines) {
        auto& vision = *percepts.vision;
        vision.objects.resize(std::min(vision.objects.size(), landmarks));
        vision.lines.resize(std::min(vision.lines.size(), lines));
    }
    [[nodiscard]] localization::PoseInput input(
        localization::PoseDiagnostics* diagnostics = nullptr) const {
        localization::PoseInput result;
        result.percepts = &percepts;
        result.model = &model;
        result.field = &field;
        result.jointAnglesRad = anglesRad;
        result.diagnostics = diagnostics;
        return result;
    }

    const robot::RobotModel& model;
    const field::FieldModel field;
    std::vector<double> anglesRad;
    protocol::Percepts percepts;

private:
    void setJoint(std::string_view name, double angleRad) {
        anglesRad[model.findJoint(name).index()] = angleRad;
    }
};

/// Returns a pose on the field, tilted by up to `mostTiltRad`; the head is turned as well.
inline math::Pose randomPose(base::Rng& rng, ExactRobot& robot, double mostTiltRad) {
    robot.turnHead(rng.uniform(-1.5, 1.5), rng.uniform(-0.6, 0.4));
    math::Pose X_ST = standingAt(rng.uniform(-14.5, 14.5), rng.uniform(-9.5, 9.5),
                                 rng.uniform(-math::kPi, math::kPi), rng.uniform(0.25, 0.55));
    X_ST.R = X_ST.R * tiltAbout(rng.uniform(0.0, mostTiltRad), rng.uniform(-math::kPi, math::kPi));
    return X_ST;
}

} // namespace sideline::tests
