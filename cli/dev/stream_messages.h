#pragma once

#include <vector>

#include "logs/session/agent_recording.h"
#include "simulator/fidelity/stream_words.h"

namespace sideline::cli {

/// The messages of a recording for the simulator; they point into the recording.
[[nodiscard]] inline std::vector<simulator::StreamMessage> streamMessages(
    const logs::AgentRecording& recording) {
    using Speaker = simulator::StreamMessage::Speaker;
    std::vector<simulator::StreamMessage> stream;
    for (const logs::RecordedMessage& message : recording.messages()) {
        const Speaker speaker = message.speaker == logs::Speaker::Server  ? Speaker::Server
                                : message.speaker == logs::Speaker::Agent ? Speaker::Agent
                                                                          : Speaker::Trainer;
        stream.push_back({speaker, message.text});
    }
    return stream;
}

} // namespace sideline::cli
