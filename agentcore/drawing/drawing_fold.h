#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/drawing/drawing_board.h"

namespace sideline::drawing {

/// A datagram as a recording keeps it.
struct RecordedDatagram {
    std::chrono::nanoseconds time{0};
    std::string sender;
    std::string bytes;
};

/// What is shown after datagrams in order of time.
[[nodiscard]] DrawingBoardPtr foldDatagrams(std::span<const RecordedDatagram> datagrams,
                                            DrawingLimits limits = {});

/// What is shown at any step of a recording, forward or backward: always exactly the fold of all
/// steps up to it, however it is reached.
///
/// Builders are kept at some steps within a bound of memory, so that going back is quick. A step
/// is whatever the recording counts: a line of a log, a datagram of a session. One thread.
class DrawingFold {
public:
    /// Applies all datagrams of a step; must do the same whenever it is called.
    using ApplyStep = std::function<void(std::uint64_t step, DrawingBuilder& builder)>;

    explicit DrawingFold(ApplyStep applyStep, std::size_t maxBytes = std::size_t{64} << 20U,
                         DrawingLimits limits = {});

    /// Goes towards the state after the first `steps` steps.
    /// @param maxApplied steps to apply at most
    /// @return whether it is reached; if not, call again to continue
    [[nodiscard]] bool seek(std::uint64_t steps, std::uint64_t maxApplied = UINT64_MAX);

    /// The state that was reached.
    [[nodiscard]] const DrawingBuilder& builder() const { return m_builder; }
    /// How many steps are in it.
    [[nodiscard]] std::uint64_t position() const { return m_at; }

    /// Steps that were applied so far, for benchmarks and tests.
    [[nodiscard]] std::uint64_t appliedSteps() const { return m_applied; }
    [[nodiscard]] std::size_t checkpointCount() const { return m_checkpoints.size(); }

private:
    struct Checkpoint {
        std::uint64_t at;
        DrawingBuilder builder;
        std::size_t bytes;
    };
    void startNear(std::uint64_t steps);
    void remember();

    ApplyStep m_applyStep;
    std::size_t m_maxBytes;
    DrawingBuilder m_empty;
    DrawingBuilder m_builder;
    std::uint64_t m_at = 0;
    std::uint64_t m_spacing;
    std::uint64_t m_applied = 0;
    std::vector<Checkpoint> m_checkpoints; ///< ascending
    std::size_t m_checkpointBytes = 0;
};

} // namespace sideline::drawing
