#include "agentcore/behavior/play_motion.h"

#include <span>
#include <utility>

namespace sideline::behavior {

namespace {

// Minimum force on a foot that counts as touching.
constexpr double kTouchN = 1.0;

} // namespace

std::string_view stateName(PlayMotion::State state) {
    switch (state) {
    case PlayMotion::State::Idle:
        return "idle";
    case PlayMotion::State::Entering:
        return "entering";
    case PlayMotion::State::Playing:
        return "playing";
    case PlayMotion::State::Waiting:
        return "waiting";
    case PlayMotion::State::Done:
        return "done";
    case PlayMotion::State::StoppedByFall:
        return "stopped by a fall";
    }
    return "";
}

PlayMotion::PlayMotion(std::shared_ptr<const motion::JointTrajectory> trajectory,
                       std::string motionName)
    : m_next(std::move(trajectory)), m_motionName(std::move(motionName)) {}

void PlayMotion::play(std::shared_ptr<const motion::JointTrajectory> trajectory,
                      std::string motionName) {
    stop();
    m_next = std::move(trajectory);
    m_motionName = std::move(motionName);
}

void PlayMotion::stop() {
    m_next.reset();
    m_isForAnotherRobot = false;
    if (m_player) {
        m_player->stop();
    }
}

void PlayMotion::finishLoop() {
    if (m_player) {
        m_player->finishLoop();
    }
}

bool PlayMotion::isPlaying() const {
    return m_next || state() == State::Entering || state() == State::Playing ||
           state() == State::Waiting;
}

PlayMotion::State PlayMotion::state() const {
    return m_player ? m_player->state() : State::Idle;
}

double PlayMotion::timeS() const {
    return m_player ? m_player->timeS() : 0.0;
}

void PlayMotion::chooseModel(const robot::RobotModel& model) {
    m_model = model.shared();
    m_player.emplace(model);
    m_isLeftFoot = {};
    m_isRightFoot = {};
    for (std::size_t i = 0; i < model.bodies().size() && i < m_isLeftFoot.size(); ++i) {
        const robot::BodyRole role = model.bodies()[i].role;
        m_isLeftFoot[i] = role == robot::BodyRole::LeftFoot || role == robot::BodyRole::LeftToe;
        m_isRightFoot[i] = role == robot::BodyRole::RightFoot || role == robot::BodyRole::RightToe;
    }
}

Status PlayMotion::update(const Context& context, ActionRequest& request) {
    const world::AgentFrame& frame = context.frame;
    if (m_model != frame.identity.model) {
        chooseModel(*frame.identity.model);
    }
    const std::span expectedRad = std::span(m_expectedRad).first(request.targetRad.size());
    for (std::size_t i = 0; i < expectedRad.size(); ++i) {
        expectedRad[i] = frame.body.joints[i].expectedRad;
    }
    if (m_next) {
        m_isForAnotherRobot = m_next->jointCount() != m_model->joints().size();
        if (!m_isForAnotherRobot) {
            m_player->start(std::move(m_next), expectedRad);
        }
        m_next.reset();
    }
    motion::PlayerSenses senses;
    senses.isFallen = frame.body.isFallen;
    senses.turningRadPerS = frame.body.gyro_TRadPerS.norm();
    for (const world::ForceBelief& force : frame.body.forces) {
        if (force.body.isValid() && force.body.index() < m_isLeftFoot.size() &&
            force.force_BodyN.norm() > kTouchN) {
            senses.leftFootTouches |= m_isLeftFoot[force.body.index()];
            senses.rightFootTouches |= m_isRightFoot[force.body.index()];
        }
    }
    const Eigen::Vector3d up_T = world::upOf(frame.body);
    senses.up = up_T.z();
    senses.frontUp = up_T.y();
    senses.leftUp = -up_T.x();
    const std::span measuredRad = std::span(m_measuredRad).first(request.targetRad.size());
    for (std::size_t i = 0; i < measuredRad.size(); ++i) {
        measuredRad[i] = frame.body.joints[i].measuredRad;
    }
    m_player->step(senses, expectedRad, request.targetRad, measuredRad);
    for (std::size_t i = 0; i < request.gains.size() && m_player->trajectory(); ++i) {
        if (const auto gains =
                m_player->trajectory()->gains(robot::JointId(i), m_player->timeS())) {
            request.gains[i] = gains;
        }
    }
    explain(request);
    if (m_isForAnotherRobot || state() == State::StoppedByFall) {
        return Status::Failed;
    }
    return isPlaying() ? Status::Running : Status::Done;
}

void PlayMotion::explain(ActionRequest& request) const {
    request.addValue("motion.timeS", timeS());
    request.addValue("motion.state", static_cast<double>(state()));
    request.decision.reason = m_motionName;
    if (m_player && !m_player->targetName().empty()) {
        request.decision.reason += m_motionName.empty() ? "" : ", then ";
        request.decision.reason += m_player->targetName();
    }
    request.decision.reason += request.decision.reason.empty() ? "" : ": ";
    request.decision.reason +=
        m_isForAnotherRobot ? "made for a robot with different joints" : stateName(state());
}

} // namespace sideline::behavior
