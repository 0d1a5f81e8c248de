#include "agentcore/runtime/beaming.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "agentcore/world/world_model.h"

namespace sideline::runtime {

namespace {

constexpr int kRebeamDelayCycles = 100; // a robot that lies is beamed again after two seconds
constexpr int kMaxPreparingCycles = 40; // joints may be blocked by the ground or other robots
constexpr double kStraightRad = 0.1;    // maximum angle of a joint before a beam

bool isOfHead(const robot::RobotModel& model, std::size_t joint) {
    const robot::LimbChain* head = model.limbs().find(robot::LimbId::Head);
    return head != nullptr &&
           std::ranges::find(head->joints, robot::JointId(joint)) != head->joints.end();
}

// The angle of a joint of a robot that has just joined.
double initialRad(const robot::Joint& joint) {
    return std::clamp(0.0, std::min(joint.minRad, joint.maxRad),
                      std::max(joint.minRad, joint.maxRad));
}

} // namespace

Beaming::Beaming(const robot::RobotModel& model, const std::optional<Eigen::Vector3d>& home_F)
    : m_model(model.shared()), m_home_F(home_F) {}

void Beaming::reset() {
    m_place_F.reset();
    m_isAllowed = false;
    m_isBeamed = false;
    m_sinceBeamCycles = 0;
    m_preparingCycles = 0;
    m_hasMovedJoints = false;
}

void Beaming::setAllowed(bool isAllowed) {
    m_isAllowed = isAllowed;
    m_isBeamed = m_isBeamed && isAllowed;
}

void Beaming::choosePlace(const world::BodyBelief& body, const behavior::ActionRequest& request) {
    if (!m_isAllowed) {
        m_place_F.reset();
        return;
    }
    // Robots beamed to the same place at the same time collide violently.
    const bool isLying = body.isFallen && m_sinceBeamCycles >= kRebeamDelayCycles;
    if (!m_place_F && request.beam_F && request.beam_F->allFinite()) {
        m_place_F = request.beam_F;
    }
    if (!m_place_F && (!m_isBeamed || isLying)) {
        m_place_F = m_home_F;
    }
}

std::optional<Eigen::Vector3d> Beaming::update(const world::BodyBelief& body, bool mayMoveJoints,
                                               behavior::ActionRequest& request) {
    m_sinceBeamCycles += m_sinceBeamCycles < kRebeamDelayCycles ? 1 : 0;
    choosePlace(body, request);
    const bool canMove = mayMoveJoints && m_model->traits().server == game::ServerKind::SimSpark;
    const bool isOnItsWay =
        m_hasMovedJoints && m_isBeamed && m_sinceBeamCycles < world::WorldModel::kBeamShowsAfter;
    if (!m_place_F) {
        m_preparingCycles = 0;
        if (isOnItsWay && canMove) {
            straighten(request);
        }
        return std::nullopt;
    }
    if (canMove && m_preparingCycles < kMaxPreparingCycles && !isStraight(body)) {
        ++m_preparingCycles;
        straighten(request);
        return std::nullopt;
    }
    m_hasMovedJoints = m_preparingCycles > 0;
    if (m_hasMovedJoints && canMove) {
        straighten(request);
    }
    m_preparingCycles = 0;
    m_sinceBeamCycles = 0;
    m_isBeamed = true;
    return std::exchange(m_place_F, std::nullopt);
}

bool Beaming::isStraight(const world::BodyBelief& body) const {
    for (std::size_t i = 0; i < body.joints.size(); ++i) {
        if (!isOfHead(*m_model, i) && std::abs(body.joints[i].measuredRad -
                                               initialRad(m_model->joints()[i])) > kStraightRad) {
            return false;
        }
    }
    return true;
}

void Beaming::straighten(behavior::ActionRequest& request) const {
    for (std::size_t i = 0; i < request.targetRad.size(); ++i) {
        if (!isOfHead(*m_model, i)) {
            request.targetRad[i] = initialRad(m_model->joints()[i]);
            request.speedLimitRadPerS[i] = std::numeric_limits<double>::infinity();
        }
    }
    request.odometry.reset();
    request.decision.reason = "straightening up before the beam";
}

} // namespace sideline::runtime
