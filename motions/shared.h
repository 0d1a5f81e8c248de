#pragma once

#include <memory>
#include <utility>

namespace sideline::keyframe {

/// A copy-on-write value: copies share it until one of them is modified, which keeps the many
/// versions of a document in an undo list cheap. Compares by content. Readers in different threads
/// may share it.
template <typename T>
class Shared {
public:
    Shared() : m_value(std::make_shared<T>()) {}
    Shared(T value)
        : m_value(std::make_shared<T>(std::move(value))) {} // NOLINT: implicit by design

    [[nodiscard]] const T& operator*() const { return *m_value; }
    [[nodiscard]] const T* operator->() const { return m_value.get(); }
    /// Returns the value for modification, detached from other copies.
    [[nodiscard]] T& write() {
        if (m_value.use_count() > 1) {
            m_value = std::make_shared<T>(*m_value);
        }
        return *m_value;
    }
    /// Whether both share one value, rather than being merely equal.
    [[nodiscard]] bool isSame(const Shared& other) const { return m_value == other.m_value; }
    [[nodiscard]] friend bool operator==(const Shared& a, const Shared& b) {
        return a.m_value == b.m_value || *a.m_value == *b.m_value;
    }

private:
    std::shared_ptr<T> m_value;
};

} // namespace sideline::keyframe
