#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

#include "agentcore/base/error.h"

namespace sideline::logs {

/// Whether bytes are the beginning of a recording (`.rec`) of a monitor's connection: records as in
/// agents' streams, in which the server's first message is a monitor message. 16 bytes suffice.
[[nodiscard]] bool looksLikeMonitorRecording(std::string_view beginning);

/// Whether a file, plain or compressed, is such a recording. Reads its beginning. False for a file
/// that cannot be read.
[[nodiscard]] bool isMonitorRecording(const std::filesystem::path& path);

/// Extracts the server's messages from a monitor's recording, as the lines of a match log. One
/// thread.
class MonitorRecordingLines {
public:
    /// Adds the next bytes of the recording.
    /// @return the lines that they complete, valid until the next call; may be empty
    /// Errors: Malformed, naming the byte of the recording at which a record should begin.
    [[nodiscard]] base::Expected<std::string_view> feed(std::string_view bytes);

    /// Checks that the recording ends with a complete record. Errors: Truncated, naming the byte at
    /// which the incomplete record begins.
    [[nodiscard]] base::Expected<void> finish() const;

private:
    std::string m_record; ///< beginning of an incomplete record
    std::string m_lines;
    std::uint64_t m_offset = 0; ///< offset of that record
};

} // namespace sideline::logs
