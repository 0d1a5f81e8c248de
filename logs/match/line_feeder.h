#pragma once

#include <cstdint>

#include "agentcore/base/error.h"
#include "logs/match/log_bytes.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// Passes the lines of a log to its index builder in pieces. Searches each byte once, however long
/// its line and however slowly the log grows. One thread.
class LineFeeder {
public:
    /// @param bytes,builder must live as long as this object
    LineFeeder(const LogBytes& bytes, IndexBuilder& builder) : m_bytes(bytes), m_builder(builder) {}

    /// Indexes the next piece of the bytes before `end`.
    /// @return false if there is no further complete line.
    /// Errors: those of `LogBytes::read`.
    [[nodiscard]] base::Expected<bool> step(std::uint64_t end);

    /// Indexes the rest before byte `end` as the end of the log. Errors: as above.
    [[nodiscard]] base::Expected<void> finish(std::uint64_t end);

private:
    [[nodiscard]] base::Expected<bool> searchBreak(std::uint64_t end);

    const LogBytes& m_bytes;
    IndexBuilder& m_builder;
    ReadBuffer m_buffer;
    std::uint64_t m_window = kFirstBytes;
    std::uint64_t m_searched = 0; ///< no line break between the index's end and this byte

    // Small, to show the first frame immediately.
    static constexpr std::uint64_t kFirstBytes = std::uint64_t{64} << 10U;
    static constexpr std::uint64_t kFeedBytes = std::uint64_t{1} << 20U;
};

} // namespace sideline::logs
