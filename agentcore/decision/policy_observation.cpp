#include "agentcore/decision/policy_observation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include <Eigen/Geometry>
#include <fmt/format.h>

#include "agentcore/base/assert.h"
#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"

namespace sideline::decision {

namespace {

using Kind = ObservationKind;

constexpr double kUpFilterTimeS =
    0.5; // time constant of the filter for the accelerometer's up vector
constexpr double kGravityTolerance = 0.3; // maximum relative deviation from gravity
constexpr std::array<std::string_view, 3> kAxes = {"x", "y", "z"};

std::vector<robot::JointId> jointsOf(const std::vector<std::string>& names,
                                     const robot::RobotModel& model) {
    std::vector<robot::JointId> joints;
    for (const std::string& name : names) {
        joints.push_back(model.findJoint(name));
        SIDELINE_ASSERT(joints.back().isValid());
    }
    return joints;
}

} // namespace

// The part of the output that has not been written yet.
class PolicyObserver::Row {
public:
    explicit Row(std::span<float> values) : m_rest(values) {}
    void add(double value) {
        m_rest.front() = static_cast<float>(value * scale);
        m_rest = m_rest.subspan(1);
    }
    void add(const Eigen::Vector3d& value) {
        for (const double each : value) {
            add(each);
        }
    }
    double scale = 1.0;

private:
    std::span<float> m_rest;
};

PolicyObserver::PolicyObserver(const PolicyInterface& meaning, const robot::RobotModel& model)
    : m_terms(meaning.observation),
      m_seen(jointsOf(meaning.jointsSeen(), model)),
      m_moved(jointsOf(meaning.joints, model)),
      m_periodS(meaning.periodS),
      m_size(observationSize(meaning, model)),
      m_lastRad(m_seen.size(), 0.0) {
    for (const robot::Perceptor& perceptor : model.percepts().perceptors) {
        if (perceptor.kind == robot::PerceptorKind::ForceResistance) {
            m_feet.push_back(perceptor.body);
        }
    }
    const auto addAll = [this](Kind kind, const auto& parts) {
        for (const auto& part : parts) {
            m_names.push_back(fmt::format("{}.{}", wordOf(kind), part));
        }
    };
    for (const ObservationTerm& term : m_terms) {
        switch (term.kind) {
        case Kind::JointAngles:
        case Kind::JointSpeeds:
            addAll(term.kind, meaning.jointsSeen());
            break;
        case Kind::ReferenceAngles:
        case Kind::LastAction:
            addAll(term.kind, meaning.joints);
            break;
        case Kind::Gyro:
        case Kind::Acceleration:
        case Kind::Up:
            addAll(term.kind, kAxes);
            break;
        case Kind::FootForces:
        case Kind::FootCenters:
            for (const robot::BodyId foot : m_feet) {
                for (std::size_t i = 0; i < (term.kind == Kind::FootForces ? 3U : 2U); ++i) {
                    m_names.push_back(fmt::format("{}.{}.{}", wordOf(term.kind),
                                                  model.body(foot).name, kAxes[i]));
                }
            }
            break;
        case Kind::Phase:
            addAll(term.kind, std::array{"sin", "cos"});
            break;
        case Kind::Progress:
            m_names.emplace_back(wordOf(term.kind));
            break;
        case Kind::Command:
            addAll(term.kind, std::array{"forward", "left", "turn"});
            break;
        }
    }
    SIDELINE_ASSERT(std::ssize(m_names) == m_size);
}

std::vector<std::string> PolicyObserver::names() const {
    return m_names;
}

void PolicyObserver::reset() {
    m_timeS = 0.0;
    m_isFirst = true;
}

void PolicyObserver::updateUp(const ObservationInput& input) {
    const Eigen::Vector3d& acceleration_T = input.body.acceleration_TMps2;
    const double length = acceleration_T.norm();
    if (m_isFirst) {
        // While the robot moves, the gyro is more accurate than the accelerometer.
        const bool isAtRest = std::abs(length / game::kGravityMps2 - 1.0) < kGravityTolerance;
        m_up_T = isAtRest ? Eigen::Vector3d(acceleration_T / length) : input.body.up_T;
        return;
    }
    // A fixed direction rotates relative to the torso.
    const Eigen::Vector3d turn = input.body.gyro_TRadPerS * input.stepS;
    // A NaN would persist.
    if (const double angleRad = turn.norm(); angleRad > 0.0 && std::isfinite(angleRad)) {
        m_up_T = Eigen::AngleAxisd(-angleRad, turn / angleRad) * m_up_T;
    }
    if (std::abs(length / game::kGravityMps2 - 1.0) < kGravityTolerance) {
        m_up_T += (acceleration_T / length - m_up_T) * std::min(input.stepS / kUpFilterTimeS, 1.0);
    }
    const double norm = m_up_T.norm();
    m_up_T =
        norm > 0.0 ? Eigen::Vector3d(m_up_T / norm) : Eigen::Vector3d(Eigen::Vector3d::UnitZ());
}

void PolicyObserver::observe(const ObservationInput& input, std::span<float> values) {
    SIDELINE_ASSERT(std::ssize(values) == m_size);
    m_timeS += input.stepS;
    updateUp(input);
    if (m_isFirst) {
        for (std::size_t i = 0; i < m_seen.size(); ++i) {
            m_lastRad[i] = input.body.joints[m_seen[i].index()].measuredRad;
        }
        m_isFirst = false;
    }
    Row row(values);
    for (const ObservationTerm& term : m_terms) {
        row.scale = term.scale;
        append(term, input, row);
    }
    for (std::size_t i = 0; i < m_seen.size(); ++i) {
        m_lastRad[i] = input.body.joints[m_seen[i].index()].measuredRad;
    }
}

void PolicyObserver::append(const ObservationTerm& term, const ObservationInput& input,
                            Row& row) const {
    const world::BodyBelief& body = input.body;
    switch (term.kind) {
    case Kind::JointAngles:
        for (const robot::JointId joint : m_seen) {
            row.add(body.joints[joint.index()].measuredRad);
        }
        break;
    case Kind::JointSpeeds:
        for (std::size_t i = 0; i < m_seen.size(); ++i) {
            const double changeRad = body.joints[m_seen[i].index()].measuredRad - m_lastRad[i];
            row.add(input.stepS > 0.0 ? changeRad / input.stepS : 0.0);
        }
        break;
    case Kind::ReferenceAngles:
        for (const robot::JointId joint : m_moved) {
            row.add(input.referenceRad.empty() ? 0.0 : input.referenceRad[joint.index()]);
        }
        break;
    case Kind::Gyro:
        row.add(body.gyro_TRadPerS);
        break;
    case Kind::Acceleration:
        row.add(body.acceleration_TMps2);
        break;
    case Kind::Up:
        row.add(m_up_T);
        break;
    case Kind::FootForces:
    case Kind::FootCenters:
        for (const robot::BodyId foot : m_feet) {
            const auto force = std::ranges::find(body.forces, foot, &world::ForceBelief::body);
            const bool isThere = force != body.forces.end();
            if (term.kind == Kind::FootForces) {
                row.add(isThere ? force->force_BodyN : Eigen::Vector3d(Eigen::Vector3d::Zero()));
            } else {
                row.add(isThere ? force->center_Body.x() : 0.0);
                row.add(isThere ? force->center_Body.y() : 0.0);
            }
        }
        break;
    case Kind::LastAction:
        for (std::size_t i = 0; i < m_moved.size(); ++i) {
            row.add(input.lastAction.empty() ? 0.0 : static_cast<double>(input.lastAction[i]));
        }
        break;
    case Kind::Phase: {
        const double angleRad = 2.0 * math::kPi * m_timeS / m_periodS;
        row.add(std::sin(angleRad));
        row.add(std::cos(angleRad));
        break;
    }
    case Kind::Progress:
        row.add(std::min(m_timeS / m_periodS, 1.0));
        break;
    case Kind::Command:
        row.add(input.command);
        break;
    }
}

} // namespace sideline::decision
