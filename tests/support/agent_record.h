#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace sideline::tests {

/// Joint angles that an agent was told in one cycle: perceptor name to degrees.
using JointPercepts = std::map<std::string, double>;

/// The HJ percepts of a recorded agent stream (`.rec`, packed or not), one entry per message from
/// the server. Format: records of a kind byte (`<` from the server), a 4-byte big-endian length,
/// and the payload.
[[nodiscard]] std::vector<JointPercepts> readJointPercepts(const std::filesystem::path& file);

} // namespace sideline::tests
