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

/// The messages of a recorded agent stream (`.rec`, compressed or not), in order. Format: records
/// of a kind byte (`<` from the server, `>` from the agent), a 4-byte big-endian length, and the
/// payload.
[[nodiscard]] std::vector<AgentRecord> readAgentRecords(const std::filesystem::path& file);

/// The server's messages of a recorded monitor stream as a match log, one per line.
[[nodiscard]] std::string matchLogOf(const std::filesystem::path& monitorStream);

/// Joint angles received by an agent in one cycle: perceptor name to degrees.
using JointPercepts = std::map<std::string, double>;

/// The HJ percepts of a server message.
[[nodiscard]] JointPercepts jointPercepts(std::string_view message);

/// The HJ percepts of a recorded agent stream, one entry per server message.
[[nodiscard]] std::vector<JointPercepts> readJointPercepts(const std::filesystem::path& file);

} // namespace sideline::tests
