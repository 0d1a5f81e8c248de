#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <utility>

namespace sideline::base {

/// Newer versions of a value, as they are read again from a file that is edited, on their way to
/// those who use it. Any thread.
template <typename Value>
class Feed {
public:
    Feed() = default;
    Feed(const Feed&) = delete;
    Feed& operator=(const Feed&) = delete;
    virtual ~Feed() = default;

    struct News {
        std::shared_ptr<const Value> value; ///< null: it is refused
        std::string fault;                  ///< why
    };
    void put(News news) {
        const std::scoped_lock lock(m_mutex);
        m_news = std::move(news);
        m_version.fetch_add(1, std::memory_order_release);
    }
    /// Counts what was put. Does not wait.
    [[nodiscard]] std::uint64_t version() const {
        return m_version.load(std::memory_order_acquire);
    }
    [[nodiscard]] News latest() const {
        const std::scoped_lock lock(m_mutex);
        return m_news;
    }

private:
    std::atomic<std::uint64_t> m_version{0};
    mutable std::mutex m_mutex;
    News m_news;
};

} // namespace sideline::base
