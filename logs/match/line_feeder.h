#pragma once

#include <cstdint>

#include "agentcore/base/error.h"
#include "logs/match/log_bytes.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// Takes the lines of a log to its index, piece by piece. Each byte is looked at once, however long
/// its line is and however slowly the log grows. One thread.
class LineFeeder {
public:
    /// @param bytes,builder must live as long as this object
    LineFeeder(const LogBytes& bytes, IndexBuilder& builder) : m_bytes(bytes), m_builder(builder) {}

    /// Indexes the next piece of what stands in front of byte `end`.
    /// @return false when there is no whole line any more. Errors: of `LogBytes::read`.
    [[nodiscard]] base::Expected<bool> step(std::uint64_t end);

    /// Takes what is left in front of byte `end` as the end of the log. Errors: as above.
    [[nodiscard]] base::Expected<void> finish(std::uint64_t end);

private:
    [[nodiscard]] base::Expected<bool> searchBreak(std::uint64_t end);

    const LogBytes& m_bytes;
    IndexBuilder& m_builder;
    ReadBuffer m_buffer;
    std::uint64_t m_window = kFirstBytes;
    std::uint64_t m_searched = 0; ///< no line break from the index's end up to here

    static constexpr std::uint64_t kFirstBytes = std::uint64_t{64} << 10U; // the first frame is
                                                                           // wanted at once
    static constexpr std::uint64_t kFeedBytes = std::uint64_t{1} << 20U;
};

} // namespace sideline::logs
