#include "logs/match/line_feeder.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

namespace sideline::logs {

using base::Expected;

Expected<bool> LineFeeder::step(std::uint64_t end) {
    const std::uint64_t from = m_builder.indexedBytes();
    if (from >= end) {
        return false;
    }
    if (m_searched > end) {
        m_searched = 0; // the writer has truncated the file
    }
    if (m_searched > from) {
        const auto hasBreak = searchBreak(end);
        if (!hasBreak || !*hasBreak) {
            return hasBreak;
        }
        if (m_searched > from + kMaxLineBytes) {
            m_builder.skipLine();
        }
    }
    // Up to the line break if found, otherwise at most a window.
    const std::uint64_t length = m_searched > from && m_searched <= from + kMaxLineBytes
                                     ? m_searched - from
                                     : std::min(m_window, end - from);
    const auto bytes = m_bytes.read(from, length, m_buffer);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    m_builder.feed(*bytes);
    m_searched = m_builder.indexedBytes() == from ? from + length : 0;
    m_window = kFeedBytes;
    return true;
}

// Continues the search for the end of a long line.
// @return whether it was found, or the line exceeds the limit
Expected<bool> LineFeeder::searchBreak(std::uint64_t end) {
    const std::uint64_t from = m_builder.indexedBytes();
    while (m_searched < end && m_searched <= from + kMaxLineBytes) {
        const auto bytes =
            m_bytes.read(m_searched, std::min(kFeedBytes, end - m_searched), m_buffer);
        if (!bytes) {
            return tl::unexpected(bytes.error());
        }
        const std::size_t found = bytes->find('\n');
        if (found != std::string_view::npos) {
            m_searched += found + 1;
            return true;
        }
        m_searched += bytes->size();
    }
    return m_searched > from + kMaxLineBytes;
}

Expected<void> LineFeeder::finish(std::uint64_t end) {
    const std::uint64_t from = m_builder.indexedBytes();
    const auto rest = m_bytes.read(from, std::min(end - from, kMaxLineBytes), m_buffer);
    if (!rest) {
        m_builder.finish({});
        return tl::unexpected(rest.error());
    }
    m_builder.feed(*rest); // the writer may have replaced the bytes searched before
    m_builder.finish(rest->substr(m_builder.indexedBytes() - from));
    return {};
}

} // namespace sideline::logs
