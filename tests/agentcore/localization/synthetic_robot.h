#pragma once

#include <cmath>
#include <string>
#include <vector>

#include <Eigen/Geometry>

#include "agentcore/base/rng.h"
#include "agentcore/field/field_model.h"
#include "agentcore/localization/camera.h"
#include "agentcore/localization/pose_estimator.h"
#include "agentcore/localization/vision_noise.h"
#include "agentcore/math/angles.h"
#include "agentcore/protocol/percepts.h"
#include "agentcore/robot/nao.h"

namespace sideline::localization {

inline math::Pose standingAt(double x_S, double y_S, double headingRad) {
    // A torso's forward axis is y, a heading of 0 looks along x.
    const Eigen::AngleAxisd turn(headingRad - 0.5 * math::kPi, Eigen::Vector3d::UnitZ());
    return {turn.toRotationMatrix(), {x_S, y_S, 0.38}};
}

/// What a robot perceives that stands or moves as it is told; without noise unless it is asked for.
class SyntheticRobot {
public:
    SyntheticRobot()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_field(field::fieldVersions().back().dimensions),
          m_anglesRad(m_model.joints().size(), 0.0) {
        m_percepts.gyros.push_back({"torso", Eigen::Vector3d::Zero()});
        m_percepts.accelerometers.push_back({"torso", {0.0, 0.0, 9.81}});
    }

    [[nodiscard]] PoseInput input(PoseDiagnostics* diagnostics = nullptr) const {
        PoseInput input{&m_percepts, &m_model, &m_field, m_anglesRad, 0.02};
        input.diagnostics = diagnostics;
        return input;
    }
    protocol::Percepts& percepts() { return m_percepts; }
    [[nodiscard]] const field::FieldModel& field() const { return m_field; }
    void turnHead(double panRad, double tiltRad) {
        m_anglesRad[0] = panRad;
        m_anglesRad[1] = tiltRad;
    }
    void setNoise(const VisionNoise& noise, std::uint64_t seed) {
        m_noise = noise;
        m_rng = base::Rng(seed);
        m_isNoisy = true;
    }
    void setOffset(const Eigen::Vector3d& offset_C) { m_offset_C = offset_C; }
    [[nodiscard]] math::Pose cameraInTorso() const {
        return poseInTorso(m_model, cameraBody(m_model), m_anglesRad);
    }

    /// What the camera sees from a torso's pose.
    void see(const math::Pose& X_ST, std::size_t mostLandmarks = 8, bool withLines = true) {
        const math::Pose X_SC = X_ST * cameraInTorso();
        protocol::Sight sight;
        for (const field::Landmark& landmark : m_field.landmarks()) {
            const Eigen::Vector3d p_C = X_SC.inverse() * landmark.p_S + m_offset_C;
            if (isSeen(p_C) && sight.objects.size() < mostLandmarks) {
                sight.objects.push_back({landmark.name, told(p_C)});
            }
        }
        for (const field::LineSegment& line : m_field.lines()) {
            Eigen::Vector3d from = toCamera(X_SC, line.from_S);
            Eigen::Vector3d to = toCamera(X_SC, line.to_S);
            if (withLines && cut(from, to)) {
                sight.lines.emplace_back(told(from), told(to));
            }
        }
        m_percepts.sight = std::move(sight);
    }
    void close() { m_percepts.sight.reset(); }

private:
    static bool isSeen(const Eigen::Vector3d& p_C) {
        return std::abs(std::atan2(-p_C.x(), p_C.y())) < math::radFromDeg(60.0) &&
               std::abs(std::atan2(p_C.z(), p_C.head<2>().norm())) < math::radFromDeg(60.0);
    }
    [[nodiscard]] Eigen::Vector3d toCamera(const math::Pose& X_SC, const Eigen::Vector2d& p) const {
        return X_SC.inverse() * Eigen::Vector3d(p.x(), p.y(), 0.0) + m_offset_C;
    }

    // Cuts a line at the pyramid of the view.
    static bool cut(Eigen::Vector3d& from, Eigen::Vector3d& to) {
        const double limit = std::tan(math::radFromDeg(60.0));
        const Eigen::Vector3d run = to - from;
        double first = 0.0;
        double last = 1.0;
        const auto keep = [&](double a, double b) {
            if (b > 0.0) {
                first = std::max(first, -a / b);
            } else if (b < 0.0) {
                last = std::min(last, -a / b);
            } else if (a < 0.0) {
                last = -1.0;
            }
        };
        keep(from.y() - 0.1, run.y());
        keep(limit * from.y() - from.x(), limit * run.y() - run.x());
        keep(limit * from.y() + from.x(), limit * run.y() + run.x());
        keep(limit * from.y() - from.z(), limit * run.y() - run.z());
        keep(limit * from.y() + from.z(), limit * run.y() + run.z());
        if (!(first < last)) {
            return false;
        }
        const Eigen::Vector3d begin = from + first * run;
        to = from + last * run;
        from = begin;
        return true;
    }

    double drawNormal() {
        double sum = -6.0;
        for (int i = 0; i < 12; ++i) {
            sum += m_rng.uniform(0.0, 1.0);
        }
        return sum;
    }

    protocol::Polar told(const Eigen::Vector3d& p_C) {
        protocol::Polar polar{p_C.norm(), math::degFromRad(std::atan2(-p_C.x(), p_C.y())),
                              math::degFromRad(std::atan2(p_C.z(), p_C.head<2>().norm()))};
        if (m_isNoisy) {
            polar.distanceM *= 1.0 + m_noise.distanceShare * drawNormal();
            polar.thetaDeg += math::degFromRad(m_noise.sidewaysRad) * drawNormal();
            polar.phiDeg += math::degFromRad(m_noise.upwardsRad) * drawNormal();
            polar.distanceM = std::round(polar.distanceM * 100.0) / 100.0;
            polar.thetaDeg = std::round(polar.thetaDeg * 100.0) / 100.0;
            polar.phiDeg = std::round(polar.phiDeg * 100.0) / 100.0;
        }
        return polar;
    }

    const robot::RobotModel& m_model;
    field::FieldModel m_field;
    std::vector<double> m_anglesRad;
    protocol::Percepts m_percepts;
    VisionNoise m_noise;
    base::Rng m_rng{1};
    bool m_isNoisy = false;
    Eigen::Vector3d m_offset_C = Eigen::Vector3d::Zero();
};

inline double distanceM(const PoseEstimate& estimate, const math::Pose& X_ST) {
    return (estimate.X_ST.p - X_ST.p).norm();
}

inline double angleRad(const PoseEstimate& estimate, const math::Pose& X_ST) {
    return Eigen::AngleAxisd(Eigen::Matrix3d(estimate.X_ST.R * X_ST.R.transpose())).angle();
}

} // namespace sideline::localization
