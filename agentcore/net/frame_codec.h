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

/// Size of the length prefix of each message.
inline constexpr std::size_t kFrameHeaderBytes = 4;

/// Default maximum length of a message. Agents send less than 1 kB; the server sends a few kB to
/// agents and about 100 kB to monitors for a full scene with 22 robots.
inline constexpr std::size_t kDefaultMaxMessageBytes = std::size_t{1} << 20U;

/// The length prefix of a message: 32 bits, big-endian, without its own length.
/// @param payloadBytes 0 to 2^32-1
[[nodiscard]] std::array<char, kFrameHeaderBytes> frameHeader(std::size_t payloadBytes);

/// Splits a byte stream into messages (the framing of SimSpark's agent and monitor ports).
///
/// Bytes are received directly into the decoder's buffer and messages are views into it; only the
/// start of a message that crosses the end of the buffer is copied. The buffer grows with received
/// bytes, never with an announced length.
///
/// A length of 0 is an empty message, as on the real server (0.7.3). That server has no limit: it
/// collects bytes even for an announced gigabyte, and a length above 2^32-5 overflows its test for
/// complete messages. Both are errors here.
///
/// One thread at a time. Copyable; copies are independent.
class FrameDecoder {
public:
    /// @param maxMessageBytes maximum message length, without its prefix
    explicit FrameDecoder(std::size_t maxMessageBytes = kDefaultMaxMessageBytes);

    /// Free space for the next bytes; invalidates all messages returned so far. Empty only while a
    /// complete message or an error is pending in `next()`.
    [[nodiscard]] std::span<char> writable();

    /// Marks the first `bytes` bytes of the last `writable()` as received.
    void commit(std::size_t bytes);

    /// The next message; not set while it is incomplete. The view is valid until `writable()`.
    ///
    /// Errors: LimitExceeded for an announced length over the limit, with the byte offset of the
    /// length in the stream. The stream cannot be resynchronized, so the error persists.
    [[nodiscard]] base::Expected<std::optional<std::string_view>> next();

    /// Whether `next()` would return a message or an error.
    [[nodiscard]] bool isReady() const;

    /// Received bytes not yet returned as messages.
    [[nodiscard]] std::size_t pendingBytes() const { return m_end - m_begin; }

    /// Current size of the buffer: initially 64 KiB, at most the maximum length of a message with
    /// its prefix.
    [[nodiscard]] std::size_t capacityBytes() const { return m_buffer.size(); }

    /// The error if the stream ends here: none between two messages, otherwise Truncated.
    [[nodiscard]] std::optional<base::Error> faultAtEnd() const;

private:
    // The length in the next prefix, once the prefix is complete.
    [[nodiscard]] std::optional<std::size_t> announcedBytes() const;

    std::size_t m_maxMessageBytes;
    std::vector<char> m_buffer;
    std::size_t m_begin = 0;          // first byte not yet returned
    std::size_t m_end = 0;            // one past the last received byte
    std::uint64_t m_streamOffset = 0; // offset of m_begin in the stream
};

} // namespace sideline::net
