#pragma once

#include <memory>
#include <utility>

namespace sideline::keyframe {

/// A value that copies share until one of them is changed, so that the many versions of a document
/// in an undo list cost little. Compares by content. Readers of different threads may share.
template <typename T>
class Shared {
public:
    Shared() : m_value(std::make_shared<T>()) {}
    Shared(T value) : m_value(std::make_shared<T>(std::move(value))) {} // NOLINT: a value like T

    [[nodiscard]] const T& operator*() const { return *m_value; }
    [[nodiscard]] const T* operator->() const { return m_value.get(); }
    /// The value to be changed; of this copy alone from now on.
    [[nodiscard]] T& write() {
        if (m_value.use_count() > 1) {
            m_value = std::make_shared<T>(*m_value);
        }
        return *m_value;
    }
    /// Whether both are the very same value, not only equal ones.
    [[nodiscard]] bool isSame(const Shared& other) const { return m_value == other.m_value; }
    [[nodiscard]] friend bool operator==(const Shared& a, const Shared& b) {
        return a.m_value == b.m_value || *a.m_value == *b.m_value;
    }

private:
    std::shared_ptr<T> m_value;
};

} // namespace sideline::keyframe
