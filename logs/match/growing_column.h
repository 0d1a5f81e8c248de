#pragma once

#include <cstddef>
#include <memory>
#include <vector>

namespace sideline::logs {

/// An append-only column of values, stored in chunks that never move.
///
/// A copy is cheap, shares the chunks and keeps its own length: values appended later lie past the
/// end of the copy. Thus one thread may append while others read copies that they received through
/// a lock. Only one of all copies may append.
template <typename T>
class GrowingColumn {
public:
    void push_back(T value) {
        const std::size_t at = m_size % kPiece;
        if (at == 0) {
            m_pieces.push_back(std::make_shared<T[]>(kPiece));
        }
        m_pieces.back().get()[at] = value;
        ++m_size;
    }
    void clear() {
        m_pieces.clear();
        m_size = 0;
    }

    [[nodiscard]] std::size_t size() const { return m_size; }
    [[nodiscard]] bool empty() const { return m_size == 0; }
    [[nodiscard]] T operator[](std::size_t i) const {
        return m_pieces[i / kPiece].get()[i % kPiece];
    }
    [[nodiscard]] T back() const { return (*this)[m_size - 1]; }

    /// Number of values before the first one greater than `value`; the column must ascend.
    [[nodiscard]] std::size_t upperBound(T value) const {
        std::size_t first = 0;
        std::size_t last = m_size;
        while (first < last) {
            const std::size_t middle = first + (last - first) / 2;
            if (value < (*this)[middle]) {
                last = middle;
            } else {
                first = middle + 1;
            }
        }
        return first;
    }

private:
    static constexpr std::size_t kPiece = 4096;
    std::vector<std::shared_ptr<T[]>> m_pieces;
    std::size_t m_size = 0;
};

} // namespace sideline::logs
