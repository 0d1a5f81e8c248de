#include "training/task/start_cache.h"

#include <utility>

namespace sideline::training {

PhysicsRobot::StatePtr StartCache::find(const Key& key) const {
    const std::scoped_lock lock(m_mutex);
    const auto known = m_starts.find(key);
    return known != m_starts.end() ? known->second : nullptr;
}

void StartCache::add(Key key, PhysicsRobot::StatePtr state) {
    const std::scoped_lock lock(m_mutex);
    if (m_starts.size() >= m_maxCount) {
        m_starts.clear(); // old seeds are not expected to recur
    }
    m_starts.insert_or_assign(std::move(key), std::move(state));
}

} // namespace sideline::training
