#pragma once

#include <cstddef>
#include <initializer_list>
#include <utility>
#include <vector>

#include "agentcore/base/assert.h"

namespace sideline::protocol {

/// A list whose elements keep their memory when it is cleared: refilling it with elements of the
/// same size allocates nothing, not even inside them. Otherwise like a vector.
template <typename T>
class RecycledVector {
public:
    using value_type = T;
    using iterator = T*;
    using const_iterator = const T*;

    RecycledVector() = default;
    RecycledVector(std::initializer_list<T> values) : m_slots(values), m_size(values.size()) {}

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] T* data() { return m_slots.data(); }
    [[nodiscard]] const T* data() const { return m_slots.data(); }
    [[nodiscard]] T* begin() { return data(); }
    [[nodiscard]] T* end() { return data() + m_size; }
    [[nodiscard]] const T* begin() const { return data(); }
    [[nodiscard]] const T* end() const { return data() + m_size; }
    [[nodiscard]] T& operator[](std::size_t i) {
        SIDELINE_ASSERT(i < m_size);
        return m_slots[i];
    }
    [[nodiscard]] const T& operator[](std::size_t i) const {
        SIDELINE_ASSERT(i < m_size);
        return m_slots[i];
    }
    [[nodiscard]] T& front() { return (*this)[0]; }
    [[nodiscard]] const T& front() const { return (*this)[0]; }
    [[nodiscard]] T& back() { return (*this)[m_size - 1]; }
    [[nodiscard]] const T& back() const { return (*this)[m_size - 1]; }

    /// Appends an element with unspecified content; the caller must set all of it.
    [[nodiscard]] T& append() {
        if (m_size == m_slots.size()) {
            m_slots.emplace_back();
        }
        return m_slots[m_size++];
    }
    void push_back(T value) { append() = std::move(value); }
    /// Undoes the last `append`.
    void dropLast() {
        SIDELINE_ASSERT(m_size > 0);
        --m_size;
    }
    void clear() { m_size = 0; }
    /// Creates this many slots.
    void reserve(std::size_t count) {
        if (m_slots.size() < count) {
            m_slots.resize(count);
        }
    }
    /// All slots, including unused ones, for reserving memory inside them.
    [[nodiscard]] std::vector<T>& slots() { return m_slots; }

private:
    std::vector<T> m_slots;
    std::size_t m_size = 0;
};

/// An optional value that keeps its memory while absent. Used like `std::optional`.
/// @tparam T has `clear()`, which empties it but keeps its memory
template <typename T>
class KeptOptional {
public:
    KeptOptional() = default;
    KeptOptional(T value) : m_value(std::move(value)), m_hasValue(true) {} // NOLINT: as optional

    [[nodiscard]] bool has_value() const { return m_hasValue; }
    [[nodiscard]] explicit operator bool() const { return m_hasValue; }
    [[nodiscard]] T& operator*() {
        SIDELINE_ASSERT(m_hasValue);
        return m_value;
    }
    [[nodiscard]] const T& operator*() const {
        SIDELINE_ASSERT(m_hasValue);
        return m_value;
    }
    [[nodiscard]] T* operator->() { return &**this; }
    [[nodiscard]] const T* operator->() const { return &**this; }

    /// Makes the value present, clears it and returns it.
    T& emplace() {
        m_value.clear();
        m_hasValue = true;
        return m_value;
    }
    void reset() { m_hasValue = false; }
    /// The stored object, whether present or not, for reserving memory inside it.
    [[nodiscard]] T& storage() { return m_value; }

private:
    T m_value;
    bool m_hasValue = false;
};

} // namespace sideline::protocol
