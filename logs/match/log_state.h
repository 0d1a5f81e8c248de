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

/// State after a frame: the result of applying all messages up to it.
struct LogState {
    monitor::GameState game;
    std::shared_ptr<const monitor::SceneState> scene; ///< never null
    bool damaged = false; ///< the frame's message was unreadable, at least in part

    /// Compares by content, however the state was reached.
    [[nodiscard]] bool operator==(const LogState& other) const {
        return game == other.game && *scene == *other.scene && damaged == other.damaged;
    }
    /// Approximate memory size in bytes.
    [[nodiscard]] std::size_t byteSize() const;
};

/// States stored at some frames as starting points for decoding. Immutable.
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

/// Collects checkpoints during one pass over a log, within a memory limit.
class CheckpointBuilder {
public:
    explicit CheckpointBuilder(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Offers the state after `frame`; frames must ascend. Keeps it if the last full scene or
    /// checkpoint is far enough back. When the memory is full, drops every second checkpoint and
    /// doubles the spacing.
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
