#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "logs/match/record_head.h"

namespace sideline::logs {

/// A recorded message, without its length prefix.
struct RecordedMessage {
    Speaker speaker = Speaker::Server;
    std::string_view text;        ///< points into the recording's bytes
    std::uint64_t byteOffset = 0; ///< offset of the record in the unpacked file
};

/// The messages between one agent and its server (`.rec`), in order.
///
/// Format: see `logs/match/record_head.h`.
class AgentRecording {
public:
    static constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30U;

    /// Reads a recording, plain or compressed (gz, bz2, xz, zst).
    ///
    /// A truncated or damaged recording is read up to the fault: see `damage()`.
    /// Errors: NotFound, Io, LimitExceeded (more than `maxBytes` unpacked), UnsupportedFormat if
    /// even the first record is invalid.
    [[nodiscard]] static base::Expected<AgentRecording> read(const std::filesystem::path& path,
                                                             std::uint64_t maxBytes = kMaxBytes);
    /// Parses bytes in memory; `name` appears in errors.
    [[nodiscard]] static base::Expected<AgentRecording> parse(std::string bytes,
                                                              const std::string& name);

    [[nodiscard]] const std::vector<RecordedMessage>& messages() const { return m_messages; }
    /// Why the recording ends before the end of the file; none if it does not.
    [[nodiscard]] const std::optional<base::Error>& damage() const { return m_damage; }

private:
    std::unique_ptr<const std::string> m_bytes; ///< keeps its address when this object is moved
    std::vector<RecordedMessage> m_messages;
    std::optional<base::Error> m_damage;
};

/// Reads all bytes of a file, unpacked if it is compressed (gz, bz2, xz, zst). A truncated file is
/// read up to its end.
/// @param expected kind of file for error messages, such as "a match log"
/// Errors: NotFound, Io, LimitExceeded (more than `maxBytes` unpacked).
[[nodiscard]] base::Expected<std::string> readUnpacked(const std::filesystem::path& path,
                                                       std::uint64_t maxBytes,
                                                       std::string_view expected);

} // namespace sideline::logs
