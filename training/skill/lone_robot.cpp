#include "training/skill/lone_robot.h"

#include "agentcore/game/constants.h"

namespace sideline::training {

LoneRobot::LoneRobot(const robot::RobotModelPtr& model, int typeNumber,
                     const behavior::Behavior& behavior, bool isExact, std::uint64_t seed)
    : m_pitch(isExact, seed) {
    m_pitch.join(model, typeNumber, "Lone", 2, behavior);
    m_pitch.begin();
}

void LoneRobot::push(const Eigen::Vector2d& change_SMps) {
    simulator::RobotBody& body = m_pitch.body(0);
    const double pushN = body.model().massKg() / game::kStepS;
    body.push(robot::BodyId(std::int32_t{0}), torso().p,
              pushN * Eigen::Vector3d(change_SMps.x(), change_SMps.y(), 0.0));
}

} // namespace sideline::training
