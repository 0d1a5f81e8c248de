#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace sideline::world {

/// A string of bounded length without dynamic memory; longer strings are truncated.
template <std::size_t kCapacity>
class ShortText {
public:
    ShortText() = default;
    ShortText(std::string_view text)
        : m_size(std::min(text.size(), kCapacity)) { // NOLINT: a string
        std::copy_n(text.data(), m_size, m_bytes.data());
    }
    [[nodiscard]] std::string_view view() const { return {m_bytes.data(), m_size}; }
    [[nodiscard]] bool empty() const { return m_size == 0; }

private:
    std::array<char, kCapacity> m_bytes{};
    std::size_t m_size = 0;
};

} // namespace sideline::world
