#pragma once

#include <algorithm>
#include <cmath>
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
#include "tests/agentcore/localization/exact_percepts.h"

namespace sideline::localization {

using tests::standingAt;

/// A robot's percepts while it stands or moves as commanded; without noise unless requested.
class SyntheticRobot {
public:
    SyntheticRobot()
        : m_model(robot::naoModel(robot::NaoType::Standard)),
          m_field(field::newestField().dimensions),
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
        return poseInTorso(m_model, m_model.cameraBody(), m_anglesRad);
    }

    /// Sets what the camera sees from a torso's pose.
    void see(const math::Pose& X_ST, std::size_t mostLandmarks = 8, bool withLines = true) {
        protocol::VisionPercept vision = tests::exactVision(
            X_ST * cameraInTorso(), m_field, *m_model.percepts().vision.cone, m_offset_C);
        vision.objects.resize(std::min(vision.objects.size(), mostLandmarks));
        if (!withLines) {
            vision.lines.clear();
        }
        for (protocol::SeenObject& object : vision.objects) {
            falsify(object.polar);
        }
        for (auto& [from, to] : vision.lines) {
            falsify(from);
            falsify(to);
        }
        m_percepts.vision = std::move(vision);
    }
    void close() { m_percepts.vision.reset(); }

private:
    double drawNormal() {
        double sum = -6.0;
        for (int i = 0; i < 12; ++i) {
            sum += m_rng.uniform(0.0, 1.0);
        }
        return sum;
    }

    void falsify(protocol::Polar& polar) {
        if (!m_isNoisy) {
            return;
        }
        const auto rounded = [](double value) { return std::round(value * 100.0) / 100.0; };
        polar.distanceM = rounded(polar.distanceM * (1.0 + m_noise.distanceRatio * drawNormal()));
        polar.thetaDeg =
            rounded(polar.thetaDeg + math::degFromRad(m_noise.sidewaysRad) * drawNormal());
        polar.phiDeg = rounded(polar.phiDeg + math::degFromRad(m_noise.upwardsRad) * drawNormal());
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
    return tests::distanceM(estimate.X_ST, X_ST);
}

inline double angleRad(const PoseEstimate& estimate, const math::Pose& X_ST) {
    return tests::angleRad(estimate.X_ST, X_ST);
}

} // namespace sideline::localization
