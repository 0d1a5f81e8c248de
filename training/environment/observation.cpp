#include "training/environment/observation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/base/nearest_name.h"
#include "agentcore/game/constants.h"

namespace sideline::training {

namespace {

using base::ErrorCode;
using base::failure;

constexpr std::array<std::string_view, 3> kObservationSourceNames{"percepts", "estimate", "truth"};

void addVector(std::vector<Feature>& features, std::string_view name, std::string_view unit) {
    for (const char axis : {'x', 'y', 'z'}) {
        features.push_back({fmt::format("{}.{}", name, axis), std::string(unit)});
    }
}

void addJoints(std::vector<Feature>& features, const robot::RobotModel& model,
               std::string_view name, std::string_view unit) {
    for (std::size_t i = 0; i < model.joints().size(); ++i) {
        features.push_back(
            {fmt::format("{}.{}", name, model.jointName(robot::JointId(i))), std::string(unit)});
    }
}

// Writes consecutive numbers.
class Writer {
public:
    explicit Writer(std::span<float> out) : m_out(out) {}
    // A simulation that has become unstable has no valid state.
    void put(double value) {
        m_out[m_next++] = std::isfinite(value) ? static_cast<float>(value) : 0.0F;
    }
    void put(const Eigen::Vector3d& value) {
        put(value.x());
        put(value.y());
        put(value.z());
    }
    [[nodiscard]] bool isFull() const { return m_next == m_out.size(); }

private:
    std::span<float> m_out;
    std::size_t m_next = 0;
};

} // namespace

base::Expected<ObservationSource> observationSourceFromName(std::string_view name) {
    const auto it = std::ranges::find(kObservationSourceNames, name);
    if (it == kObservationSourceNames.end()) {
        return failure(
            ErrorCode::InvalidArgument, fmt::format("unknown observation {}", name),
            base::listNames({kObservationSourceNames.begin(), kObservationSourceNames.end()}));
    }
    return static_cast<ObservationSource>(it - kObservationSourceNames.begin());
}

Observer::Observer(const robot::RobotModel& model, ObservationSource knowledge,
                   const decision::PolicyInterface& meaning)
    : m_model(model.shared()), m_source(knowledge) {
    std::vector<std::string> forceBodies;
    for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
        if (perceptor.kind == robot::PerceptorKind::ForceResistance) {
            m_forceBodies.push_back(perceptor.body);
            forceBodies.emplace_back(perceptor.name);
        }
    }
    switch (knowledge) {
    case ObservationSource::Percepts:
        addJoints(m_features, model, "joint", "rad");
        addVector(m_features, "gyro", "rad/s");
        addVector(m_features, "acceleration", "m/s^2");
        for (const std::string& name : forceBodies) {
            addVector(m_features, name + ".center", "m");
            addVector(m_features, name + ".force", "N");
        }
        break;
    case ObservationSource::Estimate:
        describeEstimate(model, meaning);
        break;
    case ObservationSource::Truth:
        m_features.push_back({"time", "s"});
        m_features.push_back({"forward", "m"});
        m_features.push_back({"left", "m"});
        m_features.push_back({"height", "m"});
        addVector(m_features, "up", "");
        m_features.push_back({"heading.cos", ""});
        m_features.push_back({"heading.sin", ""});
        addVector(m_features, "velocity", "m/s");
        addVector(m_features, "turning", "rad/s");
        m_features.push_back({"foot.left", "N"});
        m_features.push_back({"foot.right", "N"});
        addVector(m_features, "ball", "m");
        addVector(m_features, "ball.velocity", "m/s");
        addJoints(m_features, model, "joint", "rad");
        addJoints(m_features, model, "speed", "rad/s");
        break;
    }
}

void Observer::describeEstimate(const robot::RobotModel& model,
                                const decision::PolicyInterface& meaning) {
    m_policyObserver.emplace(meaning, model);
    for (std::string& name : m_policyObserver->names()) {
        m_features.push_back({std::move(name), ""});
    }
    auto next = m_features.begin();
    for (const decision::ObservationTerm& term : meaning.observation) {
        for (int i = decision::sizeOf(term.kind, meaning, model); i > 0; --i) {
            next->unit = decision::unitOf(term.kind);
            next->scale = term.scale;
            ++next;
        }
    }
}

void Observer::begin(const PhysicsRobot& robot) {
    m_X_SGround = robot.ground();
    if (m_policyObserver) {
        m_policyObserver->reset();
    }
}

void Observer::write(const PhysicsRobot& robot, const ActionMover& mover, double timeS,
                     std::span<float> out) {
    SIDELINE_ASSERT(out.size() == m_features.size());
    switch (m_source) {
    case ObservationSource::Percepts:
        return writePercepts(robot, out);
    case ObservationSource::Estimate:
        m_policyObserver->observe({.body = robot.belief(),
                                   .stepS = game::kStepS,
                                   .lastAction = mover.lastAction(),
                                   .referenceRad = mover.referenceRad(),
                                   .command = mover.command()},
                                  out);
        return;
    case ObservationSource::Truth:
        return writeTruth(robot, timeS, out);
    }
}

void Observer::writePercepts(const PhysicsRobot& robot, std::span<float> out) const {
    Writer writer(out);
    const world::BodyBelief& belief = robot.belief();
    for (const world::JointBelief& joint : belief.joints) {
        writer.put(joint.measuredRad);
    }
    writer.put(belief.gyro_TRadPerS);
    writer.put(belief.acceleration_TMps2);
    for (const robot::BodyId body : m_forceBodies) {
        const auto it = std::ranges::find(belief.forces, body, &world::ForceBelief::body);
        const bool isTouched = it != belief.forces.end();
        writer.put(isTouched ? it->center_Body : Eigen::Vector3d::Zero().eval());
        writer.put(isTouched ? it->force_BodyN : Eigen::Vector3d::Zero().eval());
    }
    SIDELINE_ASSERT(writer.isFull());
}

void Observer::writeTruth(const PhysicsRobot& robot, double timeS, std::span<float> out) const {
    Writer writer(out);
    const math::Pose X_ST = robot.torso();
    const Eigen::Matrix3d R_TS = X_ST.R.transpose();
    const Eigen::Vector3d p_Ground = m_X_SGround.R.transpose() * (X_ST.p - m_X_SGround.p);
    const Eigen::Vector3d ahead = m_X_SGround.R.transpose() * robot.ground().R.col(0);
    const simulator::BallState ball = robot.ball();
    writer.put(timeS);
    writer.put(p_Ground);
    writer.put(R_TS.col(2));
    writer.put(ahead.x());
    writer.put(ahead.y());
    writer.put(Eigen::Vector3d(R_TS * robot.torsoVelocity_SMps()));
    writer.put(robot.gyro_TRadPerS());
    writer.put(robot.leftFootN());
    writer.put(robot.rightFootN());
    writer.put(Eigen::Vector3d(R_TS * (ball.X_SBall.p - X_ST.p)));
    writer.put(Eigen::Vector3d(R_TS * ball.velocity_SMps));
    const std::size_t count = m_model->joints().size();
    for (std::size_t i = 0; i < count; ++i) {
        writer.put(robot.jointAngleRad(robot::JointId(i)));
    }
    for (std::size_t i = 0; i < count; ++i) {
        writer.put(robot.jointSpeedRadPerS(robot::JointId(i)));
    }
    SIDELINE_ASSERT(writer.isFull());
}

} // namespace sideline::training
