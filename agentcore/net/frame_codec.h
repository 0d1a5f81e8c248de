#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"

namespace sideline::net {

/// Bytes of the length in front of each message.
inline constexpr std::size_t kFrameHeaderBytes = 4;

/// Longest message that is taken unless a caller says otherwise. Agents send below 1 kB, the server
/// sends agents up to some kB and monitors some 100 kB for a full scene with 22 robots.
inline constexpr std::size_t kDefaultMaxMessageBytes = std::size_t{1} << 20U;

/// The length prefix of a message: 32 bits, most significant byte first, not counting itself.
/// @param payloadBytes 0 to 2^32-1
[[nodiscard]] std::array<char, kFrameHeaderBytes> frameHeader(std::size_t payloadBytes);

/// Appends `payload` with its length prefix to `out`.
/// @param payload below 4 GiB
void appendFrame(std::string& out, std::string_view payload);

/// Cuts a stream of bytes into messages (the framing of SimSpark's agent and monitor ports).
///
/// Bytes are received straight into the decoder's buffer and messages are views into it, so that
/// nothing is copied but the beginning of a message that lies across the end of the buffer. The
/// buffer grows with the bytes that came, never with the length that was announced.
///
/// A length of 0 is a message like any other, an empty one, as for the real server (0.7.3). That
/// server knows no limit: it gathers bytes for an announced gigabyte as long as they come, and a
/// length above 2^32-5 overflows its test for completeness. Here both are a fault.
///
/// One thread at a time. Copyable: a copy continues on its own.
class FrameDecoder {
public:
    /// @param maxMessageBytes longest message, without its prefix, that is not a fault
    explicit FrameDecoder(std::size_t maxMessageBytes = kDefaultMaxMessageBytes);

    /// Where to receive the next bytes; ends the life of all messages given out so far.
    /// Empty only while a complete message or a fault waits for `next()`.
    [[nodiscard]] std::span<char> writable();

    /// Takes over the first `bytes` bytes of what `writable()` gave last.
    void commit(std::size_t bytes);

    /// The next message, or nothing while it is incomplete. The view lives until `writable()`.
    ///
    /// Errors: LimitExceeded for an announced length over the limit, with the byte of the stream
    /// where the length stands. The stream cannot be followed behind it: the error stays.
    [[nodiscard]] base::Expected<std::optional<std::string_view>> next();

    /// Whether `next()` has something to report: a message or a fault.
    [[nodiscard]] bool isReady() const;

    /// Bytes that came, but were not given out as messages yet.
    [[nodiscard]] std::size_t pendingBytes() const { return m_end - m_begin; }

    /// Bytes of memory held for the buffer; at most the longest message allowed, or 64 KiB.
    [[nodiscard]] std::size_t capacityBytes() const { return m_buffer.size(); }

    /// What to report when the stream ends here: nothing between two messages, otherwise Truncated.
    [[nodiscard]] std::optional<base::Error> faultAtEnd() const;

private:
    // Length that the prefix at the front announces, once it is complete.
    [[nodiscard]] std::optional<std::size_t> announcedBytes() const;

    std::size_t m_maxMessageBytes;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;          // first byte that is not given out
    std::size_t m_end = 0;            // behind the last byte that came
    std::uint64_t m_streamOffset = 0; // of m_begin
};

} // namespace sideline::net
