#include "logs/session/chunk_cache.h"

namespace sideline::logs {

std::shared_ptr<const FrameChunk> ChunkCache::find(std::int64_t id) {
    const auto place = m_places.find(id);
    if (place == m_places.end()) {
        return nullptr;
    }
    m_entries.splice(m_entries.begin(), m_entries, place->second);
    return place->second->chunk;
}

void ChunkCache::put(std::int64_t id, std::shared_ptr<const FrameChunk> chunk) {
    if (m_places.contains(id)) {
        return;
    }
    m_bytes += chunk->bytes;
    m_entries.push_front({id, std::move(chunk)});
    m_places.emplace(id, m_entries.begin());
    while (m_bytes > m_maxBytes && m_entries.size() > 1) {
        m_bytes -= m_entries.back().chunk->bytes;
        m_places.erase(m_entries.back().id);
        m_entries.pop_back();
    }
}

} // namespace sideline::logs
