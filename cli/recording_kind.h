#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace sideline::cli {

/// What a recording is, by its first bytes.
enum class RecordingKind : std::uint8_t {
    MatchLog,    ///< a monitor log of rcssserver3d or RoboViz, plain, compressed or in an archive
    AgentStream, ///< what one agent and its server said (`.rec`), plain or compressed
    Session,     ///< a recording of built-in agents (SQLite)
};

/// The kind of a file that begins with these bytes, unpacked; 16 bytes are enough.
[[nodiscard]] RecordingKind recordingKindOf(std::string_view firstBytes);

/// The kind of a file. What is neither an agent's stream nor a session is taken for a match log,
/// whose reader then reports what is wrong with it; so is a file that cannot be read.
[[nodiscard]] RecordingKind recordingKind(const std::filesystem::path& path);

} // namespace sideline::cli
