#pragma once

#include <cstdint>
#include <list>
#include <memory>
#include <unordered_map>

#include "logs/session/frame_chunk.h"

namespace sideline::logs {

/// Cache of decoded chunks. One thread at a time.
class ChunkCache {
public:
    explicit ChunkCache(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Returns the chunk with this number, or null.
    [[nodiscard]] std::shared_ptr<const FrameChunk> find(std::int64_t id);
    /// Adds a chunk and evicts the least recently used ones; always keeps the newest.
    void put(std::int64_t id, std::shared_ptr<const FrameChunk> chunk);

private:
    struct Entry {
        std::int64_t id;
        std::shared_ptr<const FrameChunk> chunk;
    };
    std::size_t m_maxBytes;
    std::size_t m_bytes = 0;
    std::list<Entry> m_entries; ///< most recently used first
    std::unordered_map<std::int64_t, std::list<Entry>::iterator> m_places;
};

} // namespace sideline::logs
