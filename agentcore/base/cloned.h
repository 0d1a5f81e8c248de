#pragma once

#include <memory>
#include <utility>

namespace sideline::base {

/// Owns a polymorphic object and copies it with its `clone()`, which gives its owner value
/// semantics. Never empty unless moved from.
template <typename T>
class Cloned {
public:
    Cloned(std::unique_ptr<T> object) : m_object(std::move(object)) {} // NOLINT: like unique_ptr
    Cloned(const Cloned& other) : m_object(other.m_object->clone()) {}
    Cloned(Cloned&&) noexcept = default;
    Cloned& operator=(const Cloned& other) {
        if (this != &other) {
            m_object = other.m_object->clone();
        }
        return *this;
    }
    Cloned& operator=(Cloned&&) noexcept = default;
    ~Cloned() = default;

    [[nodiscard]] T* get() const { return m_object.get(); }
    [[nodiscard]] T* operator->() const { return m_object.get(); }
    [[nodiscard]] T& operator*() const { return *m_object; }
    explicit operator bool() const { return m_object != nullptr; }

private:
    std::unique_ptr<T> m_object;
};

} // namespace sideline::base
