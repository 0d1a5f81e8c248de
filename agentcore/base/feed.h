#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace sideline::base {

/// Passes new versions of a value, re-read from a file that is being edited, to its consumers. Any
/// thread.
template <typename Value>
class Feed {
public:
    Feed() = default;
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    virtual ~Feed() = default;

    struct Update {
        std::shared_ptr<const Value> value; ///< null if it was rejected
        std::string fault;                  ///< reason for the rejection
    };
    void put(Update update) {
        const std::scoped_lock lock(m_mutex);
        m_latest = std::move(update);
        m_version.fetch_add(1, std::memory_order_release);
    }
    /// Number of versions published so far. Does not block.
    [[nodiscard]] std::uint64_t version() const {
        return m_version.load(std::memory_order_acquire);
    }
    [[nodiscard]] Update latest() const {
        const std::scoped_lock lock(m_mutex);
        return m_latest;
    }

private:
    std::atomic<std::uint64_t> m_version{0};
    mutable std::mutex m_mutex;
    Update m_latest;
};

} // namespace sideline::base
