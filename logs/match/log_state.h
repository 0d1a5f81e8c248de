#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/monitor/game_state.h"
#include "agentcore/monitor/scene.h"
#include "logs/match/log_index.h"

namespace sideline::logs {

/// Everything that is known after a frame: what folding all messages up to it gives.
struct LogState {
    monitor::GameState game;
    std::shared_ptr<const monitor::SceneState> scene; ///< never null
    bool damaged = false; ///< the frame's own message could not be read (completely)

    /// Equal by content, however the states were reached.
    [[nodiscard]] bool operator==(const LogState& other) const {
        return game == other.game && *scene == *other.scene && damaged == other.damaged;
    }
    /// Memory it takes, about.
    [[nodiscard]] std::size_t byteSize() const;
};

/// States kept at some frames, so that a fold need not start far away. Immutable.
class Checkpoints {
public:
    struct Entry {
        FrameNumber frame;
        LogState state;
    };
    /// The last checkpoint at or before `frame`, or nullptr.
    [[nodiscard]] const Entry* before(FrameNumber frame) const;
    [[nodiscard]] std::size_t count() const { return m_entries.size(); }
    [[nodiscard]] std::size_t byteSize() const { return m_byteSize; }

private:
    friend class CheckpointBuilder;
    std::vector<Entry> m_entries; // ascending
    std::size_t m_byteSize = 0;
};

/// Collects checkpoints during one pass over a log, within a memory bound.
class CheckpointBuilder {
public:
    explicit CheckpointBuilder(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Offers the state after `frame`; frames must ascend. It is kept if the last full scene or
    /// checkpoint is far enough back. When the memory is full every second one is dropped, and
    /// they stand twice as far apart from then on.
    void offer(FrameNumber frame, FrameNumber lastFull, const LogState& state);

    [[nodiscard]] const Checkpoints& checkpoints() const { return m_checkpoints; }
    [[nodiscard]] FrameNumber spacing() const { return m_spacing; }

private:
    static constexpr FrameNumber kFirstSpacing = 16;
    std::size_t m_maxBytes;
    FrameNumber m_spacing = kFirstSpacing;
    Checkpoints m_checkpoints;
};

} // namespace sideline::logs
