#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "agentcore/base/error.h"
#include "agentcore/world/agent_frame.h"
#include "logs/session/frame_codec.h"

namespace sideline::logs {

/// Largest frame that is recorded, measured by `approximateBytes`.
inline constexpr std::size_t kMaxFrameBytes = std::size_t{16} << 20U;
/// Maximum memory for the frames of a chunk after unpacking.
inline constexpr std::size_t kMaxChunkMemory = std::size_t{256} << 20U;

/// Contents of a frame chunk; the columns of its row.
struct ChunkSummary {
    std::uint32_t agent = 0;
    std::uint32_t frameCount = 0;
    std::uint64_t firstCycle = 0;
    std::uint64_t lastCycle = 0;
    std::chrono::nanoseconds firstAt{0}; ///< time since the beginning of the session
    std::chrono::nanoseconds lastAt{0};
    double firstGameTimeS = 0.0;
    double lastGameTimeS = 0.0;
};

/// Collects consecutive frames of one agent and packs them into one blob.
///
/// Blob: a byte `kFrameCodecVersion`, then a zstd frame with a checksum: agent, count, and the
/// streams of `BitEncoder` with each frame's fields and time. One thread at a time.
class FrameChunkBuilder {
public:
    FrameChunkBuilder();
    ~FrameChunkBuilder();
    FrameChunkBuilder(FrameChunkBuilder&&) noexcept;
    FrameChunkBuilder& operator=(FrameChunkBuilder&&) noexcept;

    /// Adds a frame. @param at since the beginning of the session @param robots receives its robot
    void add(std::uint32_t agent, const world::AgentFrame& frame, std::chrono::nanoseconds at,
             RobotTable& robots);
    [[nodiscard]] const ChunkSummary& summary() const { return m_summary; }
    /// Number of bytes not packed yet.
    [[nodiscard]] std::size_t byteSize() const;
    /// Packs the added frames and starts an empty chunk.
    [[nodiscard]] std::string seal();

private:
    struct Packer;
    BitEncoder m_bits;
    FieldMemory m_memory;
    world::AgentFrame m_frame; ///< rounded copy; reused, to keep its memory
    std::string m_plain;
    ChunkSummary m_summary;
    std::unique_ptr<Packer> m_packer;
};

/// Decoded frames of a chunk.
struct FrameChunk {
    std::uint32_t agent = 0;
    std::vector<std::chrono::nanoseconds> at; ///< time since the beginning of the session
    std::vector<world::AgentFramePtr> frames;
    std::size_t bytes = 0; ///< approximate memory size
};

/// Unpacks a blob produced by `FrameChunkBuilder::seal`.
/// @param robots robots of the session
///
/// Allocates little more than `kMaxChunkMemory`, even for damaged bytes.
/// Errors: UnsupportedFormat for a newer version, Malformed for damaged bytes.
[[nodiscard]] base::Expected<FrameChunk> readFrameChunk(std::string_view blob,
                                                        const RobotTable& robots);

} // namespace sideline::logs
