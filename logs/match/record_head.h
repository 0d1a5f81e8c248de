#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sideline::logs {

/// Sender of a message in a recording of a connection (`.rec`).
enum class Speaker : std::uint8_t {
    Server,  ///< `<`: percepts, or a monitor message
    Agent,   ///< `>`: effectors
    Trainer, ///< `M`: a trainer command sent to the server's monitor port at that time
};

/// A record begins with a byte for the sender and the length of the text: 4 bytes, big-endian.
inline constexpr std::size_t kRecordHeadBytes = 5;

/// The sender at the beginning of a record; nullopt if no record begins with this byte.
[[nodiscard]] inline std::optional<Speaker> speakerOf(char kind) {
    const std::size_t speaker = std::string_view("<>M").find(kind);
    return speaker == std::string_view::npos ? std::nullopt
                                             : std::optional(static_cast<Speaker>(speaker));
}

/// Length of a record's text.
/// @param head at least `kRecordHeadBytes` long
[[nodiscard]] inline std::size_t textBytesIn(std::string_view head) {
    std::size_t bytes = 0;
    for (const char each : head.substr(1, kRecordHeadBytes - 1)) {
        bytes = bytes << 8U | static_cast<unsigned char>(each);
    }
    return bytes;
}

/// Appends a message as a record.
inline void appendRecord(std::string& bytes, Speaker speaker, std::string_view text) {
    bytes.push_back("<>M"[static_cast<std::size_t>(speaker)]);
    for (int shift = 24; shift >= 0; shift -= 8) {
        bytes.push_back(static_cast<char>((text.size() >> static_cast<unsigned>(shift)) & 0xffU));
    }
    bytes.append(text);
}

} // namespace sideline::logs
