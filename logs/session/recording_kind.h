#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

namespace sideline::logs {

/// First bytes of a session's file.
inline constexpr std::string_view kSessionMagic("SQLite format 3\0", 16);

/// The kind of a recording, determined from its first bytes.
enum class RecordingKind : std::uint8_t {
    MatchLog,    ///< a monitor log or a monitor's recording, plain, compressed or in an archive
    AgentStream, ///< the messages of one agent and its server (`.rec`), plain or compressed
    Session,     ///< a recording of built-in agents (SQLite)
};

/// Returns the kind of a file with these first bytes, unpacked; 16 bytes suffice, unless a monitor
/// sent commands before its first message.
[[nodiscard]] RecordingKind recordingKindOf(std::string_view firstBytes);

/// Returns the kind of a file by its content. Anything but an agent's stream or a session,
/// including an unreadable file, counts as a match log, and its reader then reports the fault.
[[nodiscard]] RecordingKind recordingKind(const std::filesystem::path& path);

/// Like `recordingKind` without unpacking, so that it is fast: compressed files count as match
/// logs.
[[nodiscard]] RecordingKind plainRecordingKind(const std::filesystem::path& path);

/// Whether a file is a session: by its content, or by its name if it is missing or damaged.
[[nodiscard]] bool isSession(const std::filesystem::path& path);

} // namespace sideline::logs
