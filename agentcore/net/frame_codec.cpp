#include "agentcore/net/frame_codec.h"

#include <algorithm>
#include <cstring>
#include <limits>

#include <fmt/format.h>

#include "agentcore/base/assert.h"

namespace sideline::net {

namespace {

// The real server reads up to 64 KiB at once.
constexpr std::size_t kFirstCapacityBytes = std::size_t{64} << 10U;
// Minimum free space, to avoid very small reads.
constexpr std::size_t kMinRoomBytes = std::size_t{8} << 10U;

} // namespace

std::array<char, kFrameHeaderBytes> frameHeader(std::size_t payloadBytes) {
    SIDELINE_ASSERT(payloadBytes <= std::numeric_limits<std::uint32_t>::max());
    const auto byte = [payloadBytes](unsigned shift) {
        return static_cast<char>(static_cast<unsigned char>((payloadBytes >> shift) & 0xFFU));
    };
    return {byte(24), byte(16), byte(8), byte(0)};
}

FrameDecoder::FrameDecoder(std::size_t maxMessageBytes)
    : m_maxMessageBytes(maxMessageBytes), m_buffer(kFirstCapacityBytes) {}

std::optional<std::size_t> FrameDecoder::announcedBytes() const {
    if (pendingBytes() < kFrameHeaderBytes) {
        return std::nullopt;
    }
    std::size_t length = 0;
    for (std::size_t i = 0; i < kFrameHeaderBytes; ++i) {
        length = (length << 8U) | static_cast<unsigned char>(m_buffer[m_begin + i]);
    }
    return length;
}

bool FrameDecoder::isReady() const {
    const auto length = announcedBytes();
    return length && (*length > m_maxMessageBytes || pendingBytes() - kFrameHeaderBytes >= *length);
}

std::span<char> FrameDecoder::writable() {
    if (m_begin == m_end) {
        m_begin = m_end = 0;
    }
    const bool ready = isReady();
    const std::size_t frameBytes = kFrameHeaderBytes + announcedBytes().value_or(0);
    if (m_begin > 0 && (m_buffer.size() - m_end < kMinRoomBytes ||
                        (!ready && m_buffer.size() - m_begin < frameBytes))) {
        std::memmove(m_buffer.data(), m_buffer.data() + m_begin, pendingBytes());
        m_end -= m_begin;
        m_begin = 0;
    }
    // The buffer grows by doubling, so an announced length alone allocates no memory.
    if (!ready && m_buffer.size() < frameBytes && m_buffer.size() - m_end < kMinRoomBytes) {
        m_buffer.resize(std::min(frameBytes, 2 * m_buffer.size()));
    }
    return std::span(m_buffer).subspan(m_end);
}

void FrameDecoder::commit(std::size_t bytes) {
    SIDELINE_ASSERT(bytes <= m_buffer.size() - m_end);
    m_end += bytes;
}

base::Expected<std::optional<std::string_view>> FrameDecoder::next() {
    const auto length = announcedBytes();
    if (!length) {
        return std::nullopt;
    }
    if (*length > m_maxMessageBytes) {
        auto fault = base::failure(
            base::ErrorCode::LimitExceeded,
            fmt::format("announced message length of {} bytes", *length),
            fmt::format("at most {} bytes after a 4-byte length, most significant byte first",
                        m_maxMessageBytes));
        fault.value().byteOffset = m_streamOffset;
        return fault;
    }
    const std::size_t frameBytes = kFrameHeaderBytes + *length;
    if (pendingBytes() < frameBytes) {
        return std::nullopt;
    }
    const std::string_view message(m_buffer.data() + m_begin + kFrameHeaderBytes, *length);
    m_begin += frameBytes;
    m_streamOffset += frameBytes;
    return message;
}

std::optional<base::Error> FrameDecoder::faultAtEnd() const {
    if (pendingBytes() == 0) {
        return std::nullopt;
    }
    const auto length = announcedBytes();
    base::Error error;
    error.code = base::ErrorCode::Truncated;
    error.byteOffset = m_streamOffset;
    error.message =
        length ? fmt::format("the stream ends after {} of the {} bytes of a message",
                             pendingBytes() - kFrameHeaderBytes, *length)
               : fmt::format("the stream ends after {} of the 4 bytes of a length", pendingBytes());
    return error;
}

} // namespace sideline::net
