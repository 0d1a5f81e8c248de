#include "agentcore/runtime/command_text.h"

#include <fmt/format.h>

#include "agentcore/math/angles.h"
#include "agentcore/protocol/effectors.h"
#include "agentcore/protocol/mujoco_actions.h"

namespace sideline::runtime {

namespace {

namespace mujoco = protocol::mujoco;

mujoco::Number number(double value) {
    return {value, {}};
}

} // namespace

CommandText::CommandText(const AgentSettings& settings)
    : m_model(modelOf(settings).shared()),
      m_team(settings.team),
      m_unum(settings.unum),
      m_typeNumber(settings.typeNumber) {
    for (const robot::Joint& joint : m_model->joints()) {
        m_gains.push_back(defaultGains(joint));
    }
}

void CommandText::setGains(robot::JointId joint, const std::optional<behavior::JointGains>& gains) {
    if (!joint.isValid() || joint.index() >= m_gains.size()) {
        return;
    }
    if (!gains) {
        m_gains[joint.index()] = defaultGains(m_model->joint(joint));
    } else if (gains->areValid()) {
        m_gains[joint.index()] = *gains;
    }
}

void CommandText::greet(std::string& out) const {
    if (isMujoco()) {
        mujoco::Writer(out).join({m_model->traits().scenePath, m_team, m_unum});
    } else {
        protocol::EffectorWriter(out).scene(m_model->traits().scenePath, m_typeNumber);
    }
}

void CommandText::requestUnum(std::string& out) const {
    protocol::EffectorWriter(out).init(m_unum, m_team);
}

void CommandText::moveJoints(std::span<const world::JointBelief> joints,
                             std::span<const std::optional<behavior::JointGains>> gains,
                             std::string& out) const {
    protocol::EffectorWriter simSpark(out);
    mujoco::Writer writer(out);
    for (std::size_t i = 0; i < joints.size(); ++i) {
        const robot::Joint& joint = m_model->joints()[i];
        if (joint.effector.empty() || joint.kind == robot::JointKind::UniversalSecond) {
            continue;
        }
        if (isMujoco()) {
            const behavior::JointGains gain = i < gains.size() && gains[i] ? *gains[i] : m_gains[i];
            writer.motor({joint.effector, number(math::degFromRad(joints[i].targetRad)),
                          number(0.0), number(gain.kpNmPerRad), number(gain.kdNmsPerRad),
                          number(0.0)});
        } else if (joint.kind == robot::JointKind::Hinge) {
            simSpark.joint(joint.effector, joints[i].commandRadPerS);
        } else {
            simSpark.universalJoint(joint.effector, joints[i].commandRadPerS,
                                    joints[i + 1].commandRadPerS);
        }
    }
}

void CommandText::beam(const Eigen::Vector3d& p_F, game::Side side, std::string& out) const {
    const double headingDeg = math::degFromRad(p_F.z());
    if (isMujoco()) {
        // The server mirrors x and the heading for the right team, but not y.
        const double yM = side == game::Side::Right ? -p_F.y() : p_F.y();
        mujoco::Writer(out).beam({number(p_F.x()), number(yM), number(headingDeg)});
    } else {
        protocol::EffectorWriter(out).beam(p_F.x(), p_F.y(), headingDeg);
    }
}

bool CommandText::say(std::string_view text, std::string& out) const {
    return isMujoco() ? mujoco::Writer(out).say(text) : protocol::EffectorWriter(out).say(text);
}

std::string CommandText::sayable() const {
    return isMujoco() ? fmt::format("1 to {} bytes", mujoco::Writer::kMaxSayBytes)
                      : fmt::format("1 to {} characters without spaces or parentheses",
                                    protocol::EffectorWriter::kMaxSayBytes);
}

void CommandText::sync(std::string& out) const {
    protocol::EffectorWriter(out).syn(); // identical on both servers
}

} // namespace sideline::runtime
