#include "agentcore/argument/unit.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numbers>
#include <utility>

#include <fmt/format.h>

namespace sideline::argument {

namespace {

constexpr std::array kLiteralUnits = {
    LiteralUnit{"m", kMeters, 1.0},
    LiteralUnit{"cm", kMeters, 0.01},
    LiteralUnit{"mm", kMeters, 0.001},
    LiteralUnit{"s", kSeconds, 1.0},
    LiteralUnit{"ms", kSeconds, 0.001},
    LiteralUnit{"deg", kDegrees, 1.0},
    LiteralUnit{"m/s", {1, -1, 0}, 1.0},
    LiteralUnit{"deg/s", {0, -1, 1}, 1.0},
    LiteralUnit{"m/s2", {1, -2, 0}, 1.0},
    LiteralUnit{"m2", {2, 0, 0}, 1.0},
    LiteralUnit{"rad", kDegrees, 180.0 / std::numbers::pi},
};

std::int8_t sum(int a, int b) {
    constexpr int kMaxPower = 100; // far above any meaningful one
    return static_cast<std::int8_t>(std::clamp(a + b, -kMaxPower, kMaxPower));
}

Unit combined(const Unit& a, const Unit& b, int sign) {
    return {sum(a.meters, sign * b.meters), sum(a.seconds, sign * b.seconds),
            sum(a.degrees, sign * b.degrees), a.isOpen && b.isOpen};
}

} // namespace

std::string Unit::text() const {
    std::string above;
    std::string below;
    for (const auto& [name, power] :
         {std::pair("m", meters), std::pair("s", seconds), std::pair("deg", degrees)}) {
        if (power != 0) {
            const int times = std::abs(power);
            (power > 0 ? above : below) += times == 1 ? name : fmt::format("{}{}", name, times);
        }
    }
    if (above.empty() && below.empty()) {
        return "number";
    }
    return below.empty() ? above : fmt::format("{}/{}", above.empty() ? "1" : above, below);
}

bool Unit::fits(const Unit& required) const {
    return isOpen || required.isOpen ||
           (meters == required.meters && seconds == required.seconds &&
            degrees == required.degrees);
}

Unit productOf(const Unit& a, const Unit& b) {
    return combined(a, b, 1);
}

Unit ratioOf(const Unit& a, const Unit& b) {
    return combined(a, b, -1);
}

std::optional<Unit> sumOf(const Unit& a, const Unit& b) {
    if (!a.fits(b)) {
        return std::nullopt;
    }
    return a.isOpen ? b : a;
}

Unit unitNamed(std::string_view name) {
    const LiteralUnit* unit = findLiteralUnit(name);
    return unit != nullptr && unit->factor == 1.0 ? unit->unit : Unit{};
}

const LiteralUnit* findLiteralUnit(std::string_view name) {
    const auto found = std::ranges::find(kLiteralUnits, name, &LiteralUnit::name);
    return found == kLiteralUnits.end() ? nullptr : &*found;
}

} // namespace sideline::argument
