#include "agentcore/robot/workshop/value_rules.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "agentcore/base/nearest_name.h"
#include "agentcore/base/plural.h"
#include "agentcore/math/angles.h"

namespace sideline::robot {

namespace {

using base::ErrorCode;
using base::Expected;

constexpr double kMaxCycles = 1000.0; // maximum number of cycles between two vision frames
constexpr double kWidestDeg = 360.0;
constexpr std::array<std::string_view, 5> kMayBeNone = {"min", "max", "speed", "soft-cfm", "cone"};
constexpr std::array<std::pair<std::string_view, bool VisionSettings::*>, 6> kFlags = {
    {{"noise", &VisionSettings::hasNoise},
     {"lines", &VisionSettings::seesLines},
     {"static-axes", &VisionSettings::hasStaticAxes},
     {"own-position", &VisionSettings::reportsOwnPosition},
     {"own-orientation", &VisionSettings::reportsOwnOrientation},
     {"ball-position", &VisionSettings::reportsBallPosition}}};

Expected<void> within(std::string_view value, double number, double least, double most) {
    if (number >= least && number <= most) {
        return {};
    }
    return base::failure(ErrorCode::InvalidArgument,
                         fmt::format("'{}' cannot be {:g}", value, number),
                         std::isinf(most) ? fmt::format("{:g} or more", least)
                                          : fmt::format("{:g} to {:g}", least, most));
}

Expected<void> setCone(VisionSettings& vision, std::span<const double> numbers) {
    if (isNone(numbers)) {
        vision.cone.reset();
        return {};
    }
    if (auto count = takes("cone", numbers, 2); !count) {
        return count;
    }
    if (auto above = positive("cone", numbers); !above) {
        return above;
    }
    for (const double number : numbers) {
        if (auto fits = within("cone", number, 0.0, kWidestDeg); !fits) {
            return fits;
        }
    }
    vision.cone = VisionSettings::Cone{math::radFromDeg(numbers[0] / 2.0),
                                       math::radFromDeg(numbers[1] / 2.0)};
    return {};
}

} // namespace

Expected<void> takes(std::string_view value, std::span<const double> numbers, std::size_t count) {
    if (numbers.size() == count) {
        return {};
    }
    return base::failure(
        ErrorCode::InvalidArgument,
        fmt::format("'{}' was given {}", value, base::plural(numbers.size(), "number")),
        count == 1 ? "one number" : fmt::format("{} numbers", count));
}

Expected<void> positive(std::string_view value, std::span<const double> numbers) {
    if (std::ranges::all_of(numbers, [](double number) { return number > 0.0; })) {
        return {};
    }
    return base::failure(ErrorCode::InvalidArgument, fmt::format("'{}' is 0 or less", value),
                         "more than 0");
}

tl::unexpected<base::Error> unknown(std::string_view what, std::string_view name,
                                    const std::vector<std::string_view>& known) {
    const std::string_view nearest = base::nearestName(name, known);
    return base::failure(ErrorCode::NotFound, fmt::format("no {} '{}'", what, name),
                         nearest.empty() ? base::listNames(known) : fmt::format("'{}'", nearest));
}

bool isNone(std::span<const double> numbers) {
    return numbers.size() == 1 && std::isinf(numbers[0]);
}

bool canBeNone(std::string_view value) {
    return std::ranges::find(kMayBeNone, value) != kMayBeNone.end();
}

Expected<bool> setOfSurface(ContactSurface& surface, std::string_view value,
                            std::span<const double> numbers) {
    if (value != "soft-erp" && value != "soft-cfm" && value != "slip") {
        return false;
    }
    if (const auto count = takes(value, numbers, 1); !count) {
        return tl::unexpected(count.error());
    }
    if (isNone(numbers)) {
        surface.softCfm.reset();
        return true;
    }
    const double most = value == "soft-erp" ? 1.0 : HUGE_VAL;
    if (const auto fits = within(value, numbers[0], 0.0, most); !fits) {
        return tl::unexpected(fits.error());
    }
    if (value == "soft-erp") {
        surface.softErp = numbers[0];
    } else if (value == "soft-cfm") {
        surface.softCfm = numbers[0];
    } else {
        surface.slip = numbers[0];
    }
    return true;
}

Expected<void> setOfVision(VisionSettings& vision, std::string_view value,
                           std::span<const double> numbers) {
    if (value == "cone") {
        return setCone(vision, numbers);
    }
    const auto flag = std::ranges::find(kFlags, value, [](const auto& each) { return each.first; });
    if (value != "interval" && flag == kFlags.end()) {
        std::vector<std::string_view> names{"cone", "interval"};
        std::ranges::transform(kFlags, std::back_inserter(names),
                               [](const auto& each) { return each.first; });
        return unknown("vision setting", value, names);
    }
    if (auto count = takes(value, numbers, 1); !count) {
        return count;
    }
    if (value != "interval") {
        vision.*(flag->second) = numbers[0] != 0.0;
        return {};
    }
    if (auto fits = within(value, numbers[0], 1.0, kMaxCycles); !fits) {
        return fits;
    }
    if (numbers[0] != std::floor(numbers[0])) {
        return base::failure(ErrorCode::InvalidArgument,
                             fmt::format("'interval' cannot be {:g}", numbers[0]),
                             "a whole number of cycles");
    }
    vision.intervalCycles = static_cast<int>(numbers[0]);
    return {};
}

} // namespace sideline::robot
