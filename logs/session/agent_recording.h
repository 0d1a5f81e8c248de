#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::logs {

/// Who said something in the recording of an agent.
enum class Speaker : std::uint8_t {
    Server,  ///< `<`: percepts
    Agent,   ///< `>`: effectors
    Trainer, ///< `M`: a trainer command, sent to the server's monitor port at that moment
};

/// One message of a recording, without its length.
struct RecordedMessage {
    Speaker speaker = Speaker::Server;
    std::string_view text;        ///< points into the recording's bytes
    std::uint64_t byteOffset = 0; ///< of the record, in the unpacked file
};

/// What one agent and its server said to each other (`.rec`), in order.
///
/// Format: records of a byte that reports the speaker, a 4-byte big-endian length, the text.
class AgentRecording {
public:
    static constexpr std::uint64_t kMaxBytes = std::uint64_t{4} << 30U;

    /// Reads a recording, plain or compressed (gz, bz2, xz, zst).
    ///
    /// A recording that ends or breaks in the middle is read as far as it goes: see `damage()`.
    /// Errors: NotFound, Io, LimitExceeded (more than `maxBytes` unpacked), UnsupportedFormat when
    /// not even the first record is one.
    [[nodiscard]] static base::Expected<AgentRecording> read(const std::filesystem::path& path,
                                                             std::uint64_t maxBytes = kMaxBytes);
    /// The same of bytes that are there already; `name` stands in errors.
    [[nodiscard]] static base::Expected<AgentRecording> parse(std::string bytes,
                                                              const std::string& name);

    [[nodiscard]] const std::vector<RecordedMessage>& messages() const { return m_messages; }
    /// Why the recording ends where it does, if not at the end of the file.
    [[nodiscard]] const std::optional<base::Error>& damage() const { return m_damage; }

private:
    std::unique_ptr<const std::string> m_bytes; ///< stays where it is when this is moved
    std::vector<RecordedMessage> m_messages;
    std::optional<base::Error> m_damage;
};

/// All bytes of a file, unpacked if it is compressed (gz, bz2, xz, zst). One that is truncated is
/// read as far as it goes.
/// @param expected what should be there, for errors: as "a match log"
/// Errors: NotFound, Io, LimitExceeded (more than `maxBytes` unpacked).
[[nodiscard]] base::Expected<std::string> readUnpacked(const std::filesystem::path& path,
                                                       std::uint64_t maxBytes,
                                                       std::string_view expected);

/// A message as a record, for writing recordings.
void appendRecord(std::string& bytes, Speaker speaker, std::string_view text);

} // namespace sideline::logs
