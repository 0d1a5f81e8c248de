#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sideline::argument {

/// The unit of a number: powers of meters, seconds and degrees.
struct Unit {
    std::int8_t meters = 0;
    std::int8_t seconds = 0;
    std::int8_t degrees = 0;
    bool isOpen = false; ///< a literal without a unit, which adopts the unit that is required

    [[nodiscard]] bool operator==(const Unit&) const = default;
    /// Such as `m/s`; `number` without dimensions.
    [[nodiscard]] std::string text() const;
    /// Whether a number with this unit is accepted where `required` is expected.
    [[nodiscard]] bool fits(const Unit& required) const;
};

/// A number without a unit.
inline constexpr Unit kOpenUnit{0, 0, 0, true};
inline constexpr Unit kMeters{1, 0, 0};
inline constexpr Unit kSeconds{0, 1, 0};
inline constexpr Unit kDegrees{0, 0, 1};

/// The unit of a product, and of a ratio.
[[nodiscard]] Unit productOf(const Unit& a, const Unit& b);
[[nodiscard]] Unit ratioOf(const Unit& a, const Unit& b);
/// The unit of a sum; nullopt if these units cannot be added.
[[nodiscard]] std::optional<Unit> sumOf(const Unit& a, const Unit& b);

/// The unit of a measure or a parameter by its name, such as `m/s`. Counts such as `players`, truth
/// values and empty names have no dimensions.
[[nodiscard]] Unit unitNamed(std::string_view name);

/// A unit that may follow a literal.
struct LiteralUnit {
    std::string_view name; ///< such as `cm`
    Unit unit;
    double factor = 1.0; ///< converts to meters, seconds and degrees
};
/// The unit of a literal by its name, or null.
[[nodiscard]] const LiteralUnit* findLiteralUnit(std::string_view name);

} // namespace sideline::argument
