#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace sideline::game {

/// The side of a team in server terms. `None` until a robot has been initialized.
enum class Side : std::uint8_t { None, Left, Right };

[[nodiscard]] std::string_view sideName(Side side);

/// A player's number: 1 to 11 in a match; 0 if the player has none.
class UniformNumber {
public:
    constexpr UniformNumber() = default;
    constexpr explicit UniformNumber(int value) : m_value(value) {}
    [[nodiscard]] constexpr int value() const { return m_value; }
    friend constexpr auto operator<=>(UniformNumber, UniformNumber) = default;

private:
    int m_value = 0;
};

/// Identifies a robot while it plays: its side and its number.
struct PlayerId {
    Side side = Side::None;
    UniformNumber unum;
    friend constexpr auto operator<=>(const PlayerId&, const PlayerId&) = default;
};

/// Short name for display, such as `left 7`.
[[nodiscard]] std::string toString(const PlayerId& id);

} // namespace sideline::game
