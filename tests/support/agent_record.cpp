#include "tests/support/agent_record.h"

#include "agentcore/protocol/percepts.h"
#include "logs/session/agent_recording.h"

namespace sideline::tests {

JointPercepts jointPercepts(std::string_view message) {
    JointPercepts joints;
    if (const auto percepts = protocol::parsePercepts(message)) {
        for (const protocol::JointPercept& joint : percepts->joints) {
            joints[std::string(joint.name)] = joint.angleDeg;
        }
    }
    return joints;
}

std::vector<AgentRecord> readAgentRecords(const std::filesystem::path& file) {
    std::vector<AgentRecord> records;
    if (const auto recording = logs::AgentRecording::read(file)) {
        for (const logs::RecordedMessage& message : recording->messages()) {
            records.push_back(
                {message.speaker == logs::Speaker::Server, std::string(message.text)});
        }
    }
    return records;
}

std::string matchLogOf(const std::filesystem::path& monitorStream) {
    std::string log;
    for (const AgentRecord& record : readAgentRecords(monitorStream)) {
        if (record.isFromServer) {
            log += record.message + "\n";
        }
    }
    return log;
}

std::vector<JointPercepts> readJointPercepts(const std::filesystem::path& file) {
    std::vector<JointPercepts> messages;
    for (const AgentRecord& record : readAgentRecords(file)) {
        if (record.isFromServer) {
            messages.push_back(jointPercepts(record.message));
        }
    }
    return messages;
}

} // namespace sideline::tests
