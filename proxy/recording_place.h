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

/// Records the raw messages of an agent with an unknown protocol.
class MessageSink {
public:
    virtual ~MessageSink() = default;
    virtual void take(logs::Speaker speaker, std::string_view message) = 0;
};

/// The destination of the proxy's recordings. Used in the recorder's thread.
class RecordingPlace {
public:
    virtual ~RecordingPlace() = default;
    /// Opens a sink for an agent's frames; it is closed when its last owner releases it.
    /// @param name for display, such as `UTAustinVilla 7`; not unique
    /// @param identity as introduced by the agent
    /// @param firstAt arrival of the first message, steady clock
    virtual base::Expected<std::shared_ptr<world::FrameSink>> openFrames(
        const std::string& name, const world::AgentIdentity& identity,
        std::chrono::nanoseconds firstAt) = 0;
    /// Opens a sink for an agent's messages.
    virtual base::Expected<std::shared_ptr<MessageSink>> openMessages(const std::string& name) = 0;
    /// Lines about the recordings since the last call: files, faults and missing cycles.
    [[nodiscard]] virtual std::vector<std::string> takeLines() { return {}; }
    /// The number of cycles and messages that could not be written.
    [[nodiscard]] virtual std::uint64_t lost() const { return 0; }
};

} // namespace sideline::proxy
