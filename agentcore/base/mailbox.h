#pragma once

#include <mutex>
#include <optional>
#include <utility>

namespace sideline::base {

/// Passes the latest value from one thread to another; a newer value replaces an unread one.
///
/// For display and for requests, where only the newest value matters. Any thread may call any
/// function. (TSan reports `std::atomic<std::shared_ptr>` as a race, hence the mutex.)
template <typename T>
class Mailbox {
public:
    /// Stores `value` and drops the previous one if it is unread.
    /// @return true if an unread value was dropped
    bool put(T value) {
        const std::scoped_lock lock(m_mutex);
        const bool replaced = m_value.has_value();
        m_value = std::move(value);
        return replaced;
    }

    /// Takes the newest value; nullopt if none has been put since the last call.
    [[nodiscard]] std::optional<T> take() {
        const std::scoped_lock lock(m_mutex);
        return std::exchange(m_value, std::nullopt);
    }

private:
    std::mutex m_mutex;
    std::optional<T> m_value;
};

} // namespace sideline::base
