#pragma once

#include <functional>
#include <memory>
#include <string>

#include "proxy/recording_place.h"
#include "studio/session/agent_host.h"

namespace sideline::studio {

/// Returns the sink that records a program of this name in the session. Any thread.
using ProgramSinkMaker = std::function<std::shared_ptr<world::FrameSink>(const std::string& name)>;

/// Passes the frames of programs that play through a proxy to the session and to the screen.
class ProgramFrames : public proxy::RecordingPlace {
public:
    /// @param agents must outlive this object @param makeSink may be empty
    ProgramFrames(AgentHost& agents, ProgramSinkMaker makeSink)
        : m_agents(agents), m_makeSink(std::move(makeSink)) {}

    base::Expected<std::shared_ptr<world::FrameSink>> openFrames(
        const std::string& name, const world::AgentIdentity& identity,
        std::chrono::nanoseconds firstAt) override;
    /// Errors: UnsupportedFormat, because sessions contain only frames.
    base::Expected<std::shared_ptr<proxy::MessageSink>> openMessages(
        const std::string& name) override;

private:
    AgentHost& m_agents;
    ProgramSinkMaker m_makeSink;
};

} // namespace sideline::studio
