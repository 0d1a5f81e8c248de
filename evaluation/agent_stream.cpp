#include "evaluation/agent_stream.h"

namespace sideline::evaluation {

AgentStream::AgentStream(std::string name, const robot::RobotModel& model, int typeNumber)
    : m_name(std::move(name)), m_model(&model), m_typeNumber(typeNumber) {}
AgentStream::AgentStream(AgentStream&&) noexcept = default;
AgentStream& AgentStream::operator=(AgentStream&&) noexcept = default;
AgentStream::~AgentStream() = default;

} // namespace sideline::evaluation
