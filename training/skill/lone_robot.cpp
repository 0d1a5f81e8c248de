#include "training/skill/lone_robot.h"

namespace sideline::training {

LoneRobot::LoneRobot(const robot::RobotModelPtr& model, int typeNumber,
                     const behavior::Behavior& behavior, bool isExact, std::uint64_t seed)
    : m_pitch(isExact, seed) {
    m_pitch.join(model, typeNumber, "Lone", 2, behavior);
    m_pitch.begin();
}

} // namespace sideline::training
