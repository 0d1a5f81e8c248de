#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/agent_recording.h"

namespace sideline::proxy {

/// Takes the messages of an agent whose protocol is none that we know, as they came.
class MessageSink {
public:
    virtual ~MessageSink() = default;
    virtual void take(logs::Speaker speaker, std::string_view message) = 0;
};

/// Where the proxy's recordings go. Used in the recorder's thread.
class RecordingPlace {
public:
    virtual ~RecordingPlace() = default;
    /// A place for an agent's frames; it ends when the last holder lets it go.
    /// @param name for display, as `UTAustinVilla 7`; not unique
    /// @param identity as the agent has introduced itself
    /// @param firstAt when its first message came, on the steady clock
    virtual base::Expected<std::shared_ptr<world::FrameSink>> openFrames(
        const std::string& name, const world::AgentIdentity& identity,
        std::chrono::nanoseconds firstAt) = 0;
    /// The same for messages.
    virtual base::Expected<std::shared_ptr<MessageSink>> openMessages(const std::string& name) = 0;
    /// What is to be reported about the recordings since the last call: where they are, what went
    /// wrong, what is missing.
    [[nodiscard]] virtual std::vector<std::string> takeLines() { return {}; }
    /// Cycles and messages that were given to the recordings and could not be written.
    [[nodiscard]] virtual std::uint64_t lost() const { return 0; }
};

} // namespace sideline::proxy
