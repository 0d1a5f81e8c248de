#include "simulator/fidelity/stream_replay.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "agentcore/game/constants.h"
#include "agentcore/math/angles.h"
#include "agentcore/math/rotation.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/ground_truth.h"

namespace sideline::simulator {

namespace {

using base::ErrorCode;

using game::kStepS;

// Accumulates the errors of one signal.
class Errors {
public:
    Errors(std::string name, std::string unit) {
        m_error.name = std::move(name);
        m_error.unit = std::move(unit);
    }
    void add(double error, double timeS, double spanS) {
        if (!std::isfinite(error)) {
            return;
        }
        const auto span = static_cast<std::size_t>(timeS / spanS);
        m_sums.resize(std::max(m_sums.size(), span + 1));
        m_sums[span].first += error * error;
        ++m_sums[span].second;
        m_sum += error * error;
        ++m_error.count;
        if (std::abs(error) > m_error.worst) {
            m_error.worst = std::abs(error);
            m_error.worstAtS = timeS;
        }
    }
    [[nodiscard]] SignalError result() const {
        SignalError error = m_error;
        const auto rms = [](double sum, std::size_t count) {
            return count == 0 ? std::numeric_limits<double>::quiet_NaN()
                              : std::sqrt(sum / static_cast<double>(count));
        };
        error.rms = rms(m_sum, error.count);
        for (const auto& [sum, count] : m_sums) {
            error.rmsPerSpan.push_back(rms(sum, count));
        }
        return error;
    }

private:
    SignalError m_error;
    double m_sum = 0.0;
    std::vector<std::pair<double, std::size_t>> m_sums;
};

double headingDeg(const math::Pose& X_SCamera) {
    return math::degFromRad(math::forwardHeadingRad(X_SCamera.R));
}

double turnDeg(double fromDeg, double toDeg) {
    return std::remainder(toDeg - fromDeg, 360.0);
}

// A simulation with the inputs of the recorded server.
class Replay {
public:
    Replay(std::vector<CycleMessages> words, const SimulationSettings& settings)
        : m_words(std::move(words)), m_simulation(settings), m_agent(m_simulation.addAgent()) {}

    base::Expected<FidelityReport> run() {
        m_stillAt = findStillness();
        m_simulation.cycle(); // the agent is connected but has not sent anything yet
        for (std::size_t cycle = 0; cycle < m_words.size(); ++cycle) {
            if (hasBeam(cycle)) {
                aimBeam(cycle);
            }
            step(cycle);
            if (cycle == m_stillAt) {
                takePosture(cycle);
            }
            compare(cycle);
        }
        if (m_simulation.body(m_agent) == nullptr) {
            return base::failure(ErrorCode::InvalidArgument, "the agent never requests a body",
                                 "a stream from its beginning, with (scene ...)");
        }
        return report();
    }

private:
    struct Aim {
        double xM = 0.0;
        double yM = 0.0;
        double headingDeg = 0.0;
    };

    [[nodiscard]] bool hasBeam(std::size_t cycle) const {
        return std::ranges::any_of(m_words[cycle].fromAgent, [](std::string_view text) {
            return text.find("(beam ") != std::string_view::npos;
        });
    }

    // The message with its beam shifted by the beam noise of the real server.
    [[nodiscard]] std::string aimed(std::string_view text) const {
        protocol::AgentMessage message;
        protocol::parseAgentMessage(text, message);
        std::string result(text);
        for (const protocol::Effector& effector : message.effectors) {
            if (const auto* beam = std::get_if<protocol::BeamEffector>(&effector)) {
                result += fmt::format("(beam {} {} {})", beam->xM + m_aim.xM, beam->yM + m_aim.yM,
                                      beam->headingDeg + m_aim.headingDeg);
            }
        }
        return result;
    }

    void step(std::size_t cycle) {
        for (const std::string_view text : m_words[cycle].fromTrainer) {
            for (const auto& command : monitor::parseTrainerCommands(text).commands) {
                static_cast<void>(m_simulation.apply(command));
            }
        }
        for (const std::string_view text : m_words[cycle].fromAgent) {
            m_simulation.receive(m_agent, aimed(text));
        }
        m_simulation.cycle();
    }

    [[nodiscard]] std::optional<math::Pose> cameraPose() {
        const RobotBody* body = m_simulation.body(m_agent);
        if (body == nullptr) {
            return std::nullopt;
        }
        const robot::BodyId camera = body->model().cameraBody();
        return body->pose(camera.isValid() ? camera : robot::BodyId(std::size_t{0}));
    }

    // Repeats the simulation up to the next ground truth until the robot stands at the recorded
    // position.
    void aimBeam(std::size_t cycle) {
        constexpr std::size_t kLookAheadCycles = 6;
        constexpr int kAttempts = 3;
        std::size_t seen = cycle;
        while (seen < m_words.size() && !hasTruth(seen)) {
            ++seen;
        }
        if (seen >= std::min(m_words.size(), cycle + kLookAheadCycles)) {
            return;
        }
        const protocol::GroundTruth& truth = m_words[seen].truth;
        const auto start = m_simulation.save();
        m_aim = {};
        for (int attempt = 0; attempt < kAttempts; ++attempt) {
            for (std::size_t c = cycle; c <= seen; ++c) {
                step(c);
            }
            const auto camera = cameraPose();
            const bool isRight = side() == game::Side::Right;
            if (camera) {
                // Ground truth and beams both use the coordinates of the robot's own team.
                const double sign = isRight ? -1.0 : 1.0;
                m_aim.xM += truth.myPosition_S->x() - sign * camera->p.x();
                m_aim.yM += truth.myPosition_S->y() - sign * camera->p.y();
                m_aim.headingDeg +=
                    turnDeg(headingDeg(*camera) + (isRight ? 180.0 : 0.0), *truth.myHeadingDeg);
            }
            static_cast<void>(m_simulation.restore(*start));
        }
        m_startedAt = cycle;
        m_recordedPath.clear();
    }

    [[nodiscard]] bool isStill(std::size_t cycle) const {
        constexpr double kStillDegPerS = 0.6;
        const auto& reported = m_words[cycle].reported;
        return reported && !reported->gyros.empty() && !reported->accelerometers.empty() &&
               reported->gyros.front().value.cwiseAbs().maxCoeff() < kStillDegPerS;
    }

    // Cycle at which the robot has stood still and upright for half a second after its last beam;
    // past the end if there is none.
    [[nodiscard]] std::size_t findStillness() const {
        constexpr std::size_t kStillCycles = 25;
        constexpr double kStandingHeadM = 0.4;
        std::size_t cycle = 0;
        for (std::size_t c = 0; c < m_words.size(); ++c) {
            cycle = hasBeam(c) ? c : cycle;
        }
        std::size_t still = 0;
        for (++cycle; cycle < m_words.size(); ++cycle) {
            still = isStill(cycle) ? still + 1 : 0;
            if (still >= kStillCycles && hasTruth(cycle) &&
                m_words[cycle].truth.myPosition_S->z() > kStandingHeadM) {
                return cycle;
            }
        }
        return m_words.size();
    }

    // Only corrects a robot that differs from the recorded one.
    void takePosture(std::size_t cycle) {
        RobotBody* body = m_simulation.body(m_agent);
        const protocol::Percepts& reported = *m_words[cycle].reported;
        std::vector<double> anglesRad(body->model().joints().size(), 0.0);
        double worstDeg = 0.0;
        for (const protocol::JointPercept& joint : reported.joints) {
            robot::JointId id = body->model().findJoint(joint.name);
            id = joint.axis == 2 ? robot::otherAxis(body->model(), id) : id;
            const robot::Joint& limits = body->model().joint(id);
            worstDeg = std::max(
                worstDeg, std::abs(math::degFromRad(body->jointAngleRad(id)) - joint.angleDeg));
            anglesRad[id.index()] =
                std::clamp(math::radFromDeg(joint.angleDeg), limits.minRad, limits.maxRad);
        }
        constexpr double kSameDeg = 0.1;
        if (worstDeg < kSameDeg) {
            return;
        }
        // The accelerometer measures the up direction; the heading is that of the head minus the
        // neck's yaw.
        const Eigen::Vector3d up_T = reported.accelerometers.front().value.normalized();
        math::Pose X_STorso;
        X_STorso.R = math::rotationBy(math::uprightTurnRad(up_T));
        body->setPosture(X_STorso, anglesRad);
        const double sign = side() == game::Side::Right ? -1.0 : 1.0;
        const protocol::GroundTruth& truth = m_words[cycle].truth;
        const double torsoHeadingDeg = *truth.myHeadingDeg + (sign < 0.0 ? 180.0 : 0.0);
        X_STorso.R =
            Eigen::AngleAxisd(math::radFromDeg(torsoHeadingDeg - headingDeg(*cameraPose())),
                              Eigen::Vector3d::UnitZ()) *
            X_STorso.R;
        body->setPosture(X_STorso, anglesRad);
        const Eigen::Vector3d camera_S = cameraPose()->p;
        X_STorso.p = {sign * truth.myPosition_S->x() - camera_S.x(),
                      sign * truth.myPosition_S->y() - camera_S.y(), -lowestPointM(*body)};
        body->setPosture(X_STorso, anglesRad);
        m_startedAt = cycle;
        m_recordedPath.clear();
    }

    // Height of the lowest collider's lowest point.
    static double lowestPointM(const RobotBody& body) {
        double lowest = std::numeric_limits<double>::infinity();
        for (const auto& geom : body.colliders()) {
            std::array<dReal, 6> bounds{};
            dGeomGetAABB(geom.get(), bounds.data());
            lowest = std::min(lowest, bounds[4]);
        }
        return lowest;
    }

    [[nodiscard]] bool hasTruth(std::size_t cycle) const {
        return m_words[cycle].truth.myPosition_S && m_words[cycle].truth.myHeadingDeg;
    }

    [[nodiscard]] game::Side side() const {
        const auto agents = m_simulation.agents();
        return agents.empty() ? game::Side::None : agents.front().player.side;
    }

    void add(const std::string& name, const char* unit, double error) {
        auto it = m_errors.find(name);
        if (it == m_errors.end()) {
            m_order.push_back(name);
            it = m_errors.emplace(name, Errors(name, unit)).first;
        }
        it->second.add(error, m_nowS, m_report.spanS);
    }

    void addVector(const std::string& name, const char* unit, const Eigen::Vector3d& error) {
        for (Eigen::Index i = 0; i < 3; ++i) {
            add(fmt::format("{} {}", name, "xyz"[i]), unit, error[i]);
        }
    }

    void compare(std::size_t cycle) {
        const auto& reported = m_words[cycle].reported;
        const RobotBody* body = m_simulation.body(m_agent);
        if (!reported || body == nullptr) {
            return;
        }
        m_nowS = static_cast<double>(cycle) * kStepS;
        ++m_report.compared;
        const robot::RobotModel& model = body->model();
        for (const protocol::JointPercept& joint : reported->joints) {
            robot::JointId id = model.findJoint(joint.name);
            if (id.isValid()) {
                id = joint.axis == 2 ? robot::otherAxis(model, id) : id;
                const std::string name =
                    fmt::format("HJ {}{}", joint.name, joint.axis == 2 ? " axis 2" : "");
                const double simulatedDeg = math::degFromRad(body->jointAngleRad(id));
                add(name, "deg", simulatedDeg - joint.angleDeg);
                noteReach(name, joint.angleDeg, simulatedDeg);
            }
        }
        for (const protocol::VectorPercept& gyro : reported->gyros) {
            addVector("GYR", "deg/s", body->gyro_TRadPerS() * math::degFromRad(1.0) - gyro.value);
        }
        for (const protocol::VectorPercept& acceleration : reported->accelerometers) {
            addVector("ACC", "m/s2", body->acceleration_TMps2() - acceleration.value);
        }
        compareForces(*reported, *body);
        if (reported->vision) {
            compareTruth(m_words[cycle].truth);
        }
    }

    void compareForces(const protocol::Percepts& reported, const RobotBody& body) {
        for (const robot::Perceptor& perceptor : body.model().percepts().perceptors) {
            if (perceptor.kind != robot::PerceptorKind::ForceResistance) {
                continue;
            }
            const auto it =
                std::ranges::find(reported.forces, perceptor.name, &protocol::ForcePercept::name);
            const auto& ours = body.force(perceptor.body);
            add(fmt::format("FRP {} touching", perceptor.name), "0/1",
                (ours ? 1.0 : 0.0) - (it != reported.forces.end() ? 1.0 : 0.0));
            if (it != reported.forces.end() && ours) {
                addVector(fmt::format("FRP {} force", perceptor.name), "N",
                          ours->force_BodyN - it->forceN);
                addVector(fmt::format("FRP {} center", perceptor.name), "m",
                          ours->center_Body - it->centerM);
            }
        }
    }

    void compareTruth(const protocol::GroundTruth& truth) {
        const auto camera = cameraPose();
        const double sign = side() == game::Side::Right ? -1.0 : 1.0;
        const auto ownView = [&](const Eigen::Vector3d& p_S) {
            return Eigen::Vector3d(sign * p_S.x(), sign * p_S.y(), p_S.z());
        };
        if (camera && truth.myPosition_S) {
            const Eigen::Vector3d ours = ownView(camera->p);
            addVector("head", "m", ours - *truth.myPosition_S);
            notePath(ours, *truth.myPosition_S);
        }
        if (camera && truth.myHeadingDeg) {
            add("heading", "deg",
                turnDeg(*truth.myHeadingDeg, headingDeg(*camera) + (sign < 0.0 ? 180.0 : 0.0)));
        }
        if (truth.ballPosition_S) {
            addVector("ball", "m",
                      ownView(m_simulation.physics().ball().X_SBall.p) - *truth.ballPosition_S);
        }
    }

    // Path lengths are measured in intervals of one second, because reported positions are rounded.
    void notePath(const Eigen::Vector3d& ours, const Eigen::Vector3d& reported) {
        if (!m_startedAt) {
            return;
        }
        m_recordedPath.push_back({m_nowS, reported, ours});
    }

    [[nodiscard]] std::optional<FidelityReport::Path> path() const {
        constexpr double kFarM = 0.05;
        if (!m_startedAt || m_recordedPath.empty()) {
            return std::nullopt;
        }
        FidelityReport::Path result;
        result.startS = static_cast<double>(*m_startedAt) * kStepS;
        const Place* from = &m_recordedPath.front();
        for (const Place& place : m_recordedPath) {
            if (place.timeS - from->timeS >= 1.0) {
                result.recordedM += (place.reported - from->reported).head<2>().norm();
                result.simulatedM += (place.ours - from->ours).head<2>().norm();
                from = &place;
            }
            if (!result.within5cmS && (place.ours - place.reported).head<2>().norm() > kFarM) {
                result.within5cmS = place.timeS - result.startS;
                result.within5cmRecordedM = result.recordedM;
                result.within5cmSimulatedM = result.simulatedM;
            }
        }
        result.durationS = m_recordedPath.back().timeS - result.startS;
        return result;
    }

    void noteReach(const std::string& name, double recordedDeg, double simulatedDeg) {
        const auto [it, isNew] = m_reaches.try_emplace(
            name, JointReach{name, recordedDeg, recordedDeg, simulatedDeg, simulatedDeg});
        JointReach& reach = it->second;
        reach.recordedMinDeg = std::min(reach.recordedMinDeg, recordedDeg);
        reach.recordedMaxDeg = std::max(reach.recordedMaxDeg, recordedDeg);
        reach.simulatedMinDeg = std::min(reach.simulatedMinDeg, simulatedDeg);
        reach.simulatedMaxDeg = std::max(reach.simulatedMaxDeg, simulatedDeg);
    }

    FidelityReport report() {
        for (const std::string& name : m_order) {
            m_report.signals.push_back(m_errors.at(name).result());
            if (const auto reach = m_reaches.find(name); reach != m_reaches.end()) {
                m_report.reaches.push_back(reach->second);
            }
        }
        m_report.cycles = m_words.size();
        m_report.path = path();
        return std::move(m_report);
    }

    struct Place {
        double timeS;
        Eigen::Vector3d reported;
        Eigen::Vector3d ours;
    };

    std::vector<CycleMessages> m_words;
    Simulation m_simulation;
    AgentId m_agent;
    Aim m_aim;
    std::optional<std::size_t> m_startedAt; ///< start of the path measurement
    std::size_t m_stillAt = 0;              ///< cycle in which the posture is corrected
    std::map<std::string, JointReach> m_reaches;
    std::vector<Place> m_recordedPath;
    double m_nowS = 0.0;
    std::map<std::string, Errors> m_errors;
    std::vector<std::string> m_order;
    FidelityReport m_report;
};

} // namespace

const SignalError* FidelityReport::find(std::string_view name) const {
    const auto it = std::ranges::find(signals, name, &SignalError::name);
    return it == signals.end() ? nullptr : &*it;
}

base::Expected<FidelityReport> replayStream(std::span<const StreamMessage> messages,
                                            SimulationSettings settings) {
    settings.rules.beamNoiseXyM = 0.0;
    settings.rules.beamNoiseAngleDeg = 0.0;
    auto words = messagesByCycle(messages);
    if (!words) {
        return tl::unexpected(words.error());
    }
    return Replay(std::move(*words), settings).run();
}

} // namespace sideline::simulator
