#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace sideline::tests {

/// One message of a recorded agent stream.
struct AgentRecord {
    bool isFromServer = false;
    std::string message; ///< without its length prefix
};

/// The messages of a recorded agent stream (`.rec`, packed or not), in order. Format: records of a
/// kind byte (`<` from the server, `>` from the agent), a 4-byte big-endian length, the payload.
[[nodiscard]] std::vector<AgentRecord> readAgentRecords(const std::filesystem::path& file);

/// Joint angles that an agent received in one cycle: perceptor name to degrees.
using JointPercepts = std::map<std::string, double>;

/// The HJ percepts of a message from the server.
[[nodiscard]] JointPercepts jointPercepts(std::string_view message);

/// The HJ percepts of a recorded agent stream, one entry per message from the server.
[[nodiscard]] std::vector<JointPercepts> readJointPercepts(const std::filesystem::path& file);

} // namespace sideline::tests
