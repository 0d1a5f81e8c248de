#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>

namespace sideline::base {

/// An index that cannot be confused with an index into something else.
///
/// @tparam Tag any type; only distinguishes kinds of indices Range: 0 to 2^31-1, or `none()` (-1)
/// for "no index".
template <typename Tag>
class StrongIndex {
public:
    constexpr StrongIndex() = default;
    constexpr explicit StrongIndex(std::int32_t value) : m_value(value) {}
    constexpr explicit StrongIndex(std::size_t value) : m_value(static_cast<std::int32_t>(value)) {}

    [[nodiscard]] static constexpr StrongIndex none() { return StrongIndex{}; }
    [[nodiscard]] constexpr bool isValid() const { return m_value >= 0; }
    [[nodiscard]] constexpr std::int32_t value() const { return m_value; }
    /// The index as a container subscript; only for valid indices.
    [[nodiscard]] constexpr std::size_t index() const { return static_cast<std::size_t>(m_value); }

    friend constexpr auto operator<=>(StrongIndex, StrongIndex) = default;

private:
    std::int32_t m_value = -1;
};

} // namespace sideline::base
