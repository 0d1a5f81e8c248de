#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "agentcore/drawing/drawing_board.h"

namespace sideline::drawing {

/// Computes the drawings at any step of a recording: always the result of all steps up to it,
/// whether reached forward or backward.
///
/// Checkpoints within a memory limit make it fast to go backward. A step is the unit that the
/// recording counts, such as a line of a log or a datagram of a session. One thread.
class DrawingFold {
public:
    /// Applies all datagrams of a step; must be deterministic.
    using ApplyStep = std::function<void(std::uint64_t step, DrawingBuilder& builder)>;

    explicit DrawingFold(ApplyStep applyStep, std::size_t maxBytes = std::size_t{64} << 20U,
                         DrawingLimits limits = {});

    /// Advances toward the state after the first `steps` steps.
    /// @param maxApplied maximum number of steps to apply
    /// @return whether the state was reached; if not, call again to continue
    [[nodiscard]] bool seek(std::uint64_t steps, std::uint64_t maxApplied = UINT64_MAX);

    /// The current state.
    [[nodiscard]] const DrawingBuilder& builder() const { return m_builder; }
    /// Number of steps applied in the current state.
    [[nodiscard]] std::uint64_t position() const { return m_at; }

    /// Total number of applied steps, for benchmarks and tests.
    [[nodiscard]] std::uint64_t appliedSteps() const { return m_applied; }

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
