#include "training/task/program_mover.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "agentcore/game/constants.h"
#include "training/genome/program_text.h"

namespace sideline::training {

namespace {

using game::kStepS;
constexpr double kUndecided = std::numeric_limits<double>::quiet_NaN();
constexpr double kDefaultSpeedRadPerS = 3.0;
constexpr double kMinSpeedRadPerS = 0.2; // joints never stop completely

} // namespace

ProgramMover::ProgramMover(Program program, ProgramVocabularyPtr vocabulary)
    : m_vocabulary(vocabulary),
      m_runner(std::move(program), std::move(vocabulary)),
      m_percepts(m_vocabulary->percepts().size()),
      m_outputs(m_vocabulary->outputs().size(), kUndecided) {}

void ProgramMover::begin(const PhysicsRobot& /*robot*/) {
    m_runner.begin();
    std::ranges::fill(m_outputs, kUndecided);
}

void ProgramMover::perceive(const PhysicsRobot& robot) {
    std::size_t at = 1; // the first percept is the time
    const auto add = [&](const Eigen::Vector3d& vector) {
        for (const double value : vector) {
            m_percepts[at++] = value;
        }
    };
    if (m_vocabulary->hasGyro()) {
        add(robot.gyro_TRadPerS());
    }
    if (m_vocabulary->hasAccelerometer()) {
        add(robot.acceleration_TMps2() / game::kGravityMps2);
    }
    add(robot.torso().R.row(2).transpose());
    const double weightN = robot.model().massKg() * game::kGravityMps2;
    m_percepts[at++] = robot.leftFootN() / weightN;
    m_percepts[at++] = robot.rightFootN() / weightN;
    for (const robot::JointId joint : m_vocabulary->perceivedJoints()) {
        m_percepts[at++] = robot.joints()[joint.index()].measuredRad;
    }
}

void ProgramMover::move(robot::JointId joint, double value, double speedRadPerS,
                        std::span<double> targetRad) const {
    const robot::Joint& description = m_vocabulary->model().joint(joint);
    double& target = targetRad[joint.index()];
    double wayRad = value * kStepS;
    if (m_vocabulary->style().meaning == TreeOutput::Angle) {
        wayRad = std::clamp(value, description.minRad, description.maxRad) - target;
    }
    const double maxRad = std::min(speedRadPerS, description.maxSpeedRadPerS) * kStepS;
    target = std::clamp(target + std::clamp(wayRad, -maxRad, maxRad), description.minRad,
                        description.maxRad);
}

bool ProgramMover::step(const PhysicsRobot& robot, double timeS, std::span<double> targetRad) {
    perceive(robot);
    m_runner.step(timeS, m_percepts, m_outputs);
    double speedRadPerS = std::numeric_limits<double>::infinity();
    if (m_vocabulary->style().meaning == TreeOutput::Angle) {
        const double chosen = m_outputs.back(); // `speed` is the last output
        speedRadPerS =
            std::isnan(chosen) ? kDefaultSpeedRadPerS : std::max(chosen, kMinSpeedRadPerS);
    }
    for (std::size_t i = 0; i < m_outputs.size(); ++i) {
        const ProgramOutput& output = m_vocabulary->outputs()[i];
        if (output.isSpeed() || std::isnan(m_outputs[i])) {
            continue;
        }
        move(output.joint, m_outputs[i], speedRadPerS, targetRad);
        if (output.mirrored.isValid()) {
            move(output.mirrored, output.mirroredSign * m_outputs[i], speedRadPerS, targetRad);
        }
    }
    return true;
}

base::Expected<std::unique_ptr<Mover>> programMover(std::string_view text,
                                                    const robot::RobotModelPtr& model) {
    const auto style = readProgramStyle(text);
    if (!style) {
        return tl::unexpected(style.error());
    }
    const auto vocabulary = std::make_shared<const ProgramVocabulary>(model, *style);
    auto program = readProgram(text, *vocabulary);
    if (!program) {
        return tl::unexpected(program.error());
    }
    return std::make_unique<ProgramMover>(std::move(*program), vocabulary);
}

} // namespace sideline::training
